-- What was said before is known to the table of repeats alone.
ALTER TABLE outcomes DROP COLUMN repeat_key;
