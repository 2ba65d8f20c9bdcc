-- Retention removes the oldest first.
CREATE INDEX repeats_by_age ON repeats (first_at);
