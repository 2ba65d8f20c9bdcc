CREATE INDEX decisions_by_age ON decisions (decided_at);
