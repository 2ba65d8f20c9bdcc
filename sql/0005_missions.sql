-- The row of a mission is what parallel claims of it queue on; who holds a place is told by the claims alone.
CREATE TABLE mission_queues (
  mission_id text PRIMARY KEY,
  turn integer NOT NULL
);

CREATE TABLE mission_claims (
  claim_id text PRIMARY KEY,
  mission_id text NOT NULL,
  agent_identity_id text NOT NULL,
  status text NOT NULL,
  claimed_at text NOT NULL,
  completed_at text,
  completed_by_act text,
  UNIQUE (mission_id, agent_identity_id)
);
