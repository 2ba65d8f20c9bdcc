CREATE TABLE installation (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE task_texts (
  fingerprint text PRIMARY KEY,
  task text NOT NULL,
  kept_at text NOT NULL
);

CREATE INDEX decisions_unresolved ON decisions (decided_at, cluster) WHERE approach = 'mcp_server' AND recommended_skill IS NULL;
