-- Nothing reads where an agent registered from, and an address of a person is not kept without need.
ALTER TABLE agents DROP COLUMN registered_from;
