-- Every submission with a tier is paid; the ledger's caps bound what an agent can earn.
DROP TABLE challenge_awards;
ALTER TABLE challenge_submissions DROP COLUMN paid;
