DROP TABLE voices;

CREATE TABLE voices (
  kind text NOT NULL,
  subject text NOT NULL,
  era text NOT NULL,
  cluster text NOT NULL,
  voice text NOT NULL,
  reports integer NOT NULL,
  weight double precision NOT NULL,
  success double precision NOT NULL,
  quality double precision NOT NULL,
  quality_weight double precision NOT NULL,
  quality_square double precision NOT NULL,
  latency double precision NOT NULL,
  latency_weight double precision NOT NULL,
  cost double precision NOT NULL,
  cost_weight double precision NOT NULL,
  recent_weight double precision NOT NULL,
  recent_success double precision NOT NULL,
  recent_quality double precision NOT NULL,
  last_at text NOT NULL,
  PRIMARY KEY (kind, subject, era, cluster, voice)
);

CREATE INDEX voices_changed ON voices (last_at);

CREATE TABLE tool_definitions (
  slug text NOT NULL,
  defined_at text NOT NULL,
  PRIMARY KEY (slug, defined_at)
);

CREATE TABLE jobs (
  name text PRIMARY KEY,
  started_at text NOT NULL
);
