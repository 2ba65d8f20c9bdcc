CREATE TABLE ledger (
  entry_id text PRIMARY KEY,
  agent_identity_id text NOT NULL,
  kind text NOT NULL,
  credits_hundredths bigint NOT NULL,
  reputation_hundredths bigint NOT NULL,
  trust_hundredths bigint NOT NULL,
  act text NOT NULL UNIQUE,
  created_at text NOT NULL
);
CREATE INDEX ledger_by_agent ON ledger (agent_identity_id, created_at, entry_id);

CREATE TABLE balances (
  agent_identity_id text PRIMARY KEY,
  credits_hundredths bigint NOT NULL,
  reputation_hundredths bigint NOT NULL,
  health_shown_at text
);

CREATE TABLE day_totals (
  scope text NOT NULL,
  day text NOT NULL,
  credits_hundredths bigint NOT NULL,
  PRIMARY KEY (scope, day)
);

CREATE TABLE ledger_turn (
  id integer PRIMARY KEY,
  turn bigint NOT NULL
);
