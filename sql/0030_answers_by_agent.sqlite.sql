-- Whom a kept answer is about, so that it is found when that agent leaves.
ALTER TABLE idempotent_answers ADD COLUMN about_agent text;
UPDATE idempotent_answers SET about_agent = answer ->> 'agent_identity_id';
CREATE INDEX idempotent_answers_by_agent ON idempotent_answers (about_agent);
