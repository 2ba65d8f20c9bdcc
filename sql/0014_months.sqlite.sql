-- The time leads the key: new rows go to the end of it, and rows are read and removed in the order of time.
CREATE TABLE outcomes_by_time (
  outcome_id text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  agent_identity_id text,
  network text NOT NULL,
  outcome text NOT NULL,
  success double precision NOT NULL,
  quality double precision,
  latency_ms double precision,
  cost_usd double precision,
  input_tokens bigint,
  output_tokens bigint,
  decision_id text,
  cluster text NOT NULL,
  source text NOT NULL,
  evidence integer NOT NULL,
  repeat_key text NOT NULL,
  reported_at text NOT NULL,
  PRIMARY KEY (reported_at, outcome_id)
);
INSERT INTO outcomes_by_time SELECT * FROM outcomes ORDER BY rowid;
DROP TABLE outcomes;
ALTER TABLE outcomes_by_time RENAME TO outcomes;
CREATE INDEX outcomes_by_agent ON outcomes (agent_identity_id, reported_at);
CREATE INDEX outcomes_by_repeat ON outcomes (repeat_key);
