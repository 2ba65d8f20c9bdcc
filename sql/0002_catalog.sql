-- Entries that do not ship with the service. Shipped ones live in data/ and only differences from them are kept here.
CREATE TABLE skills (
  slug text PRIMARY KEY,
  identity_key text NOT NULL UNIQUE,
  origin text NOT NULL,
  source text NOT NULL,
  definition_hash text NOT NULL,
  status text NOT NULL,
  status_reason text,
  entry text NOT NULL,
  added_at text NOT NULL,
  changed_at text NOT NULL,
  defined_at text NOT NULL
);

-- What the operator decided about an entry, shipped or not.
CREATE TABLE skill_decisions (
  slug text PRIMARY KEY,
  pinned integer NOT NULL,
  banned integer NOT NULL,
  override text,
  note text,
  decided_at text NOT NULL
);

-- How far the import of a source has come, so that a broken one goes on where it stopped.
CREATE TABLE catalog_imports (
  source text PRIMARY KEY,
  position text,
  started_at text NOT NULL,
  updated_at text NOT NULL,
  finished_at text
);

CREATE TABLE model_changes (
  slug text PRIMARY KEY,
  changes text NOT NULL,
  source text NOT NULL,
  changed_at text NOT NULL
);
