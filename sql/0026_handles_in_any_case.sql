-- Social networks tell no upper case from lower in a handle, so one account is found however it is written.
DROP INDEX verifications_by_handle;
CREATE INDEX verifications_by_handle ON verifications (lower(x_handle));
