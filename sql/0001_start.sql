CREATE TABLE agents (
  agent_identity_id text PRIMARY KEY,
  agent_name text NOT NULL UNIQUE,
  agent_kind text NOT NULL,
  host_client_slug text,
  model_family text,
  trust_score double precision NOT NULL,
  is_active integer NOT NULL,
  registered_at text NOT NULL,
  registered_from text NOT NULL,
  verified_at text,
  webhook_url text,
  preferences text NOT NULL,
  project_context text NOT NULL
);

CREATE TABLE idempotent_answers (
  scoped_key text PRIMARY KEY,
  request_hash text NOT NULL,
  answer text,
  started_at text NOT NULL,
  leased_at text NOT NULL
);
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (started_at);
