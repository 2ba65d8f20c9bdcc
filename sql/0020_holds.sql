-- Acts hold the names they concern instead of taking turns over the whole ledger.
DROP TABLE ledger_turn;
