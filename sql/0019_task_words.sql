-- The buckets of a task's known words beside its vector, and what its decision offered; empty where they were not kept.
ALTER TABLE task_vectors ADD COLUMN words text NOT NULL DEFAULT '';
ALTER TABLE task_vectors ADD COLUMN offered text NOT NULL DEFAULT '';
ALTER TABLE examples ADD COLUMN words text NOT NULL DEFAULT '';
ALTER TABLE examples ADD COLUMN first_at integer NOT NULL DEFAULT 0;
