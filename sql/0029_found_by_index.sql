-- What an agent has in these tables is found by index when it asks for it or leaves.
CREATE INDEX acts_by_agent ON acts (agent_identity_id);
CREATE INDEX challenge_submissions_by_agent ON challenge_submissions (agent_identity_id, submitted_at);
CREATE INDEX examples_by_voice ON examples (voice);
CREATE INDEX voices_by_voice ON voices (voice);

-- These are read and forgotten by day.
CREATE INDEX network_days_by_day ON network_days (day);
CREATE INDEX score_days_by_day ON score_days (day);

-- The submissions of each challenge, counted as they come.
CREATE TABLE challenge_counts (
  challenge_slug text PRIMARY KEY,
  submissions bigint NOT NULL
);
INSERT INTO challenge_counts SELECT challenge_slug, COUNT(*) FROM challenge_submissions GROUP BY challenge_slug;
