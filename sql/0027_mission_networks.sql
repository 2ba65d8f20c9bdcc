-- From which network a place was taken, where networks are told apart: one of them must not take all places.
ALTER TABLE mission_claims ADD COLUMN network text NOT NULL DEFAULT '';
CREATE INDEX mission_claims_by_network ON mission_claims (network, claimed_at);
