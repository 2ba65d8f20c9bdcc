-- Retention removes the oldest first.
CREATE INDEX task_texts_by_age ON task_texts (kept_at);
