CREATE TABLE ledger (
  act text PRIMARY KEY,
  entry_id text NOT NULL,
  agent_identity_id text NOT NULL,
  kind text NOT NULL,
  credits_hundredths bigint NOT NULL,
  reputation_hundredths bigint NOT NULL,
  trust_hundredths bigint NOT NULL,
  created_at text NOT NULL
);
CREATE INDEX ledger_by_agent ON ledger (agent_identity_id, created_at, entry_id);

CREATE TABLE balances (
  agent_identity_id text PRIMARY KEY,
  credits_hundredths bigint NOT NULL,
  reputation_hundredths bigint NOT NULL,
  earned_day text NOT NULL,
  earned_hundredths bigint NOT NULL,
  health_shown_at text
);

CREATE TABLE network_days (
  network text NOT NULL,
  day text NOT NULL,
  credits_hundredths bigint NOT NULL,
  PRIMARY KEY (network, day)
);

CREATE TABLE ledger_turn (
  id integer PRIMARY KEY,
  turn bigint NOT NULL
);
