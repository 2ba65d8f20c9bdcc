ALTER TABLE agents ADD COLUMN webhook_secret text;
ALTER TABLE agents ADD COLUMN webhook_failures integer NOT NULL DEFAULT 0;
ALTER TABLE agents ADD COLUMN webhook_disabled_at text;

CREATE TABLE webhook_deliveries (
  delivery_id text PRIMARY KEY,
  agent_identity_id text NOT NULL,
  event text NOT NULL,
  body text NOT NULL,
  status text NOT NULL,
  attempts integer NOT NULL,
  next_attempt_at text NOT NULL,
  last_problem text,
  created_at text NOT NULL
);
CREATE INDEX webhook_deliveries_by_turn ON webhook_deliveries (status, next_attempt_at);
CREATE INDEX webhook_deliveries_by_agent ON webhook_deliveries (agent_identity_id, created_at);

-- Up to when changed definitions were announced.
CREATE TABLE webhook_marks (
  name text PRIMARY KEY,
  at text NOT NULL
);
