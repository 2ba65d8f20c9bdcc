CREATE INDEX decisions_by_age ON decisions USING brin (decided_at) WITH (pages_per_range = 32);
CREATE INDEX outcomes_by_age ON outcomes USING brin (reported_at) WITH (pages_per_range = 32);
