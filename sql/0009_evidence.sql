CREATE TABLE voices (
  kind text NOT NULL,
  subject text NOT NULL,
  cluster text NOT NULL,
  voice text NOT NULL,
  reports integer NOT NULL,
  weight double precision NOT NULL,
  success double precision NOT NULL,
  quality double precision NOT NULL,
  quality_weight double precision NOT NULL,
  latency double precision NOT NULL,
  latency_weight double precision NOT NULL,
  cost double precision NOT NULL,
  cost_weight double precision NOT NULL,
  last_at text NOT NULL,
  PRIMARY KEY (kind, subject, cluster, voice)
);

CREATE TABLE conduct (
  voice text PRIMARY KEY,
  network text NOT NULL,
  first_at text NOT NULL,
  reports integer NOT NULL,
  linked integer NOT NULL
);

CREATE TABLE conduct_days (
  voice text NOT NULL,
  day text NOT NULL,
  PRIMARY KEY (voice, day)
);

CREATE TABLE score_days (
  slug text NOT NULL,
  day text NOT NULL,
  overall_score double precision NOT NULL,
  value_score double precision NOT NULL,
  success_rate double precision,
  latency_ms double precision,
  evidence_count integer NOT NULL,
  PRIMARY KEY (slug, day)
);
