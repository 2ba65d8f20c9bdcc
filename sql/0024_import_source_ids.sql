-- By which name its source knows an imported entry: of several servers in one repository only this one goes on defining it.
ALTER TABLE skills ADD COLUMN source_id text;
