"""Postgres: accounts, ledger, table log. May import wire, table and engine."""
