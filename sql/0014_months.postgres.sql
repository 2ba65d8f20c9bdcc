-- Decisions and outcomes lie in one partition for each month, so that old months go at once and indexes stay small.
-- Times are compared byte by byte, whatever the collation of the database. The default partition takes what no month fits.
ALTER TABLE decisions RENAME TO decisions_whole;
ALTER TABLE outcomes RENAME TO outcomes_whole;
DROP INDEX decisions_by_agent, decisions_by_age, decisions_unresolved, outcomes_by_agent, outcomes_by_repeat, outcomes_by_age;

CREATE TABLE decisions (
  decision_id text NOT NULL,
  agent_identity_id text,
  kind text NOT NULL,
  approach text NOT NULL,
  recommended_skill text,
  recommended_model text,
  tier text NOT NULL,
  task_type text NOT NULL,
  capability text,
  cluster text NOT NULL,
  propensity double precision NOT NULL,
  explored integer NOT NULL,
  fingerprint text NOT NULL,
  decided_at text COLLATE "C" NOT NULL,
  linked_at text,
  CONSTRAINT decisions_key PRIMARY KEY (decision_id, decided_at)
) PARTITION BY RANGE (decided_at);
CREATE TABLE decisions_default PARTITION OF decisions DEFAULT;

CREATE TABLE outcomes (
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
  reported_at text COLLATE "C" NOT NULL,
  CONSTRAINT outcomes_key PRIMARY KEY (reported_at, outcome_id)
) PARTITION BY RANGE (reported_at);
CREATE TABLE outcomes_default PARTITION OF outcomes DEFAULT;

DO $months$
DECLARE first date;
BEGIN
  FOR first IN
    SELECT DISTINCT to_date(month, 'YYYY-MM') FROM (
      SELECT substr(decided_at, 1, 7) AS month FROM decisions_whole
      UNION SELECT substr(reported_at, 1, 7) FROM outcomes_whole
      UNION SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead), 'YYYY-MM')
        FROM generate_series(0, 2) AS ahead
    ) AS months WHERE month ~ '^20[2-9][0-9]-(0[1-9]|1[0-2])$'
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF decisions FOR VALUES FROM (%L) TO (%L)',
      'decisions_' || to_char(first, 'YYYY_MM'), to_char(first, 'YYYY-MM'), to_char(first + interval '1 month', 'YYYY-MM'));
    EXECUTE format('CREATE TABLE %I PARTITION OF outcomes FOR VALUES FROM (%L) TO (%L)',
      'outcomes_' || to_char(first, 'YYYY_MM'), to_char(first, 'YYYY-MM'), to_char(first + interval '1 month', 'YYYY-MM'));
  END LOOP;
END $months$;

INSERT INTO decisions SELECT * FROM decisions_whole;
INSERT INTO outcomes SELECT * FROM outcomes_whole ORDER BY reported_at;
DROP TABLE decisions_whole, outcomes_whole;

CREATE INDEX decisions_by_agent ON decisions (agent_identity_id, decided_at);
CREATE INDEX decisions_unresolved ON decisions (decided_at, cluster) WHERE approach = 'mcp_server' AND recommended_skill IS NULL;
CREATE INDEX outcomes_by_agent ON outcomes (agent_identity_id, reported_at);
CREATE INDEX outcomes_by_repeat ON outcomes (repeat_key);
