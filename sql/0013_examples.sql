CREATE TABLE task_vectors (
  decision_id text PRIMARY KEY,
  vector text NOT NULL,
  decided_at text NOT NULL
);

CREATE INDEX task_vectors_by_age ON task_vectors (decided_at);

CREATE TABLE examples (
  outcome_id text PRIMARY KEY,
  subject text NOT NULL,
  voice text NOT NULL,
  value double precision NOT NULL,
  vector text NOT NULL,
  reported_at text NOT NULL
);

CREATE INDEX examples_by_age ON examples (reported_at);
