CREATE TABLE decisions (
  decision_id text PRIMARY KEY,
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
  decided_at text NOT NULL,
  linked_at text
);
CREATE INDEX decisions_by_agent ON decisions (agent_identity_id, decided_at);

CREATE TABLE outcomes (
  outcome_id text PRIMARY KEY,
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
  reported_at text NOT NULL
);
CREATE INDEX outcomes_by_agent ON outcomes (agent_identity_id, reported_at);
CREATE INDEX outcomes_by_repeat ON outcomes (repeat_key);

CREATE TABLE contributions (
  contribution_id text PRIMARY KEY,
  agent_identity_id text,
  limit_key text NOT NULL,
  contribution_type text NOT NULL,
  skill_slug text NOT NULL,
  runs integer NOT NULL,
  contribution_score double precision NOT NULL,
  submitted_at text NOT NULL
);
CREATE INDEX contributions_by_limit ON contributions (limit_key, submitted_at);
CREATE INDEX contributions_by_agent ON contributions (agent_identity_id, submitted_at);

CREATE TABLE acts (
  act_key text PRIMARY KEY,
  agent_identity_id text,
  result text NOT NULL,
  recorded_at text NOT NULL
);
CREATE INDEX acts_by_age ON acts (recorded_at);
