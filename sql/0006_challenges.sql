CREATE TABLE challenge_submissions (
  submission_id text PRIMARY KEY,
  challenge_slug text NOT NULL,
  agent_identity_id text NOT NULL,
  tools_used text NOT NULL,
  steps_taken integer,
  total_latency_ms double precision,
  total_cost_usd double precision,
  deliverable_summary text NOT NULL,
  completeness double precision NOT NULL,
  quality double precision NOT NULL,
  efficiency double precision NOT NULL,
  overall_score double precision NOT NULL,
  tier text,
  paid integer NOT NULL,
  submitted_at text NOT NULL
);
CREATE INDEX challenge_submissions_by_challenge ON challenge_submissions (challenge_slug, agent_identity_id, overall_score);

-- One row per agent and challenge that was paid: the second try to insert it is the second try to be paid.
CREATE TABLE challenge_awards (
  challenge_slug text NOT NULL,
  agent_identity_id text NOT NULL,
  submission_id text NOT NULL,
  PRIMARY KEY (challenge_slug, agent_identity_id)
);
