-- Claims that ran out stay, so the table grows: an agent's claims, the places held, and what was claimed lately are found by index.
CREATE INDEX mission_claims_by_agent ON mission_claims (agent_identity_id);
CREATE INDEX mission_claims_by_status ON mission_claims (status, claimed_at, mission_id);
CREATE INDEX mission_claims_by_time ON mission_claims (claimed_at, network);
-- A pattern could not use it, and the one by time serves single networks too.
DROP INDEX mission_claims_by_network;
