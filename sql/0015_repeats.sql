-- What was said before, apart from the outcomes: found by its key alone, whatever month it was said in.
CREATE TABLE repeats (
  repeat_key text PRIMARY KEY,
  first_at text NOT NULL
);
INSERT INTO repeats SELECT repeat_key, min(reported_at) FROM outcomes GROUP BY repeat_key;
DROP INDEX outcomes_by_repeat;
