CREATE TABLE verifications (
  verification_id text PRIMARY KEY,
  agent_identity_id text NOT NULL,
  agent_name text NOT NULL,
  x_handle text,
  post_url text,
  code text NOT NULL,
  status text NOT NULL,
  post_check text,
  reason text,
  started_at text NOT NULL,
  submitted_at text,
  reviewed_at text
);
-- An agent has at most one request that is not reviewed yet.
CREATE UNIQUE INDEX verifications_open ON verifications (agent_identity_id) WHERE status IN ('initiated', 'submitted');
CREATE INDEX verifications_by_agent ON verifications (agent_identity_id, started_at);
CREATE INDEX verifications_by_status ON verifications (status, started_at);
CREATE INDEX verifications_by_handle ON verifications (x_handle);
