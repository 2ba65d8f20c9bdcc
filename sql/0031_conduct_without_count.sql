-- What a voice weighs follows from its days and the decisions it followed; nothing reads how often it reported.
ALTER TABLE conduct DROP COLUMN reports;
