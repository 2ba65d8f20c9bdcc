-- These rows are updated with every report. Room on their pages, and no tree that holds what changes, let an update stay on its page.
DROP INDEX voices_changed;
CREATE INDEX voices_changed ON voices USING brin (last_at) WITH (pages_per_range = 16, autosummarize = on);
ALTER TABLE voices SET (fillfactor = 70);
ALTER TABLE balances SET (fillfactor = 70);
ALTER TABLE conduct SET (fillfactor = 70);
