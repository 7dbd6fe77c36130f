"""The tables, as SQLAlchemy Core metadata. The migrations make them; a test compares the two.

accounts ─ sessions, login_links        who plays
ledger_accounts ─ transfers             whole chips, double entry; balances guarded by CHECKs
poker_tables ─ table_log ─ hand_results what happened at the tables, one log row a command
stakes, speeds, rake                    what the lobby offers
seal_keys                               which keys the sealed columns were written with

Triggers (in the migration): transfers and table_log are append-only; `hand_settled`, deferred to
the commit, refuses a hand whose POT and RAKE transfers don't leave each seat as its events say.
"""

import sqlalchemy as sa
from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Table, Text
from sqlalchemy.dialects.postgresql import BYTEA, JSONB, TIMESTAMP

MAX_CHIPS = 2**53 - 1  # A1

CODES = (
    "WELCOME",
    "REFILL",
    "BUY_IN",
    "TOP_UP",
    "CASH_OUT",
    "POT",
    "RAKE",
    "ADMIN_ADJUST",
    "ACCOUNT_CLOSED",  # a deleted account's wallet goes back to issuance
)

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Time = TIMESTAMP(timezone=True)
_Big = sa.BigInteger

accounts = Table(
    "accounts",
    metadata,
    Column("player_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("password_hash", Text),
    Column("settings", JSONB, nullable=False, server_default=sa.text("'{}'::jsonb")),
    Column("created_at", _Time, nullable=False),
    Column("last_seen_at", _Time, nullable=False),
    Column("deleted_at", _Time),
    Index(
        "uq_accounts_kept_name_key",
        "name_key",
        unique=True,
        postgresql_where=sa.text("password_hash IS NOT NULL AND deleted_at IS NULL"),
    ),
    Index("ix_accounts_name_key", "name_key"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", BYTEA, primary_key=True),
    Column("player_id", Text, ForeignKey("accounts.player_id"), nullable=False, index=True),
    Column("created_at", _Time, nullable=False),
    Column("expires_at", _Time, nullable=False),
    Column("user_agent", Text),
)

login_links = Table(
    "login_links",
    metadata,
    Column("token_hash", BYTEA, primary_key=True),
    Column("player_id", Text, ForeignKey("accounts.player_id"), nullable=False, index=True),
    Column("expires_at", _Time, nullable=False),
    Column("used_at", _Time),
)

poker_tables = Table(
    "poker_tables",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("code", Text),
    Column("offer", Text),
    Column("status", Text, nullable=False),
    Column("version", _Big, nullable=False),
    Column("epoch", _Big, nullable=False),
    Column("opened_at", _Time, nullable=False),
    Column("closed_at", _Time),
    Column("snapshot", BYTEA),
    Column("snapshot_version", _Big),
    CheckConstraint("status IN ('open', 'closed', 'quarantined')", name="status"),
    CheckConstraint("(status = 'open') = (closed_at IS NULL)", name="closed_at"),
    CheckConstraint("(snapshot IS NULL) = (snapshot_version IS NULL)", name="snapshot_version"),
    Index(
        "uq_poker_tables_open_code",
        "code",
        unique=True,
        postgresql_where=sa.text("status = 'open'"),
    ),
    Index("ix_poker_tables_open", "table_id", postgresql_where=sa.text("status = 'open'")),
)

table_log = Table(
    "table_log",
    metadata,
    Column("table_id", Text, ForeignKey("poker_tables.table_id"), primary_key=True),
    Column("version", _Big, primary_key=True),
    Column("at", _Time, nullable=False),
    Column("player_id", Text),
    Column("action_id", Text),
    Column("events", JSONB, nullable=False),
    Column("sealed", BYTEA),
    CheckConstraint("version > 0", name="version"),
    sa.UniqueConstraint("table_id", "player_id", "action_id", name="uq_table_log_action"),
)

hand_results = Table(
    "hand_results",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("hand_no", Integer, primary_key=True),
    Column("version", _Big, nullable=False),
    Column("at", _Time, nullable=False),
    Column("pot", _Big, nullable=False),
    Column("rake", _Big, nullable=False),
    Column("nets", JSONB, nullable=False),  # {seat: chips won minus lost}
    sa.ForeignKeyConstraint(["table_id", "version"], ["table_log.table_id", "table_log.version"]),
    CheckConstraint("rake >= 0 AND pot >= rake", name="rake"),
    Index("ix_hand_results_at", "at"),
)

ledger_accounts = Table(
    "ledger_accounts",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("player_id", Text, ForeignKey("accounts.player_id"), index=True),
    Column("table_id", Text, ForeignKey("poker_tables.table_id"), index=True),
    Column("seat", Integer),
    Column("balance", _Big),
    CheckConstraint("balance >= 0", name="not_negative"),
    CheckConstraint(f"balance <= {MAX_CHIPS}", name="not_too_large"),
    CheckConstraint(
        "CASE kind"
        " WHEN 'wallet' THEN account_id = 'wallet:' || player_id AND table_id IS NULL"
        " WHEN 'stake' THEN account_id = 'stake:' || table_id || ':' || seat || ':' || player_id"
        " WHEN 'house' THEN account_id = 'house'"
        " WHEN 'issuance' THEN account_id = 'issuance'"
        " ELSE false END",
        name="kind",
    ),
    # A running balance of these would be one row that every hand waits for.
    CheckConstraint("(kind IN ('house', 'issuance')) = (balance IS NULL)", name="kept_balance"),
)

transfers = Table(
    "transfers",
    metadata,
    Column("transfer_key", Text, primary_key=True),
    Column("source", Text, ForeignKey("ledger_accounts.account_id"), nullable=False, index=True),
    Column("target", Text, ForeignKey("ledger_accounts.account_id"), nullable=False, index=True),
    Column("chips", _Big, nullable=False),
    Column("code", Text, nullable=False),
    Column("at", _Time, nullable=False),
    Column("table_id", Text, ForeignKey("poker_tables.table_id")),
    Column("hand_no", Integer),
    CheckConstraint(f"chips > 0 AND chips <= {MAX_CHIPS}", name="chips"),
    CheckConstraint("source <> target", name="two_accounts"),
    CheckConstraint(
        "CASE"
        " WHEN code IN ('WELCOME', 'REFILL') THEN source = 'issuance' AND target LIKE 'wallet:%'"
        " WHEN code IN ('BUY_IN', 'TOP_UP') THEN source LIKE 'wallet:%' AND target LIKE 'stake:%'"
        " WHEN code = 'CASH_OUT' THEN source LIKE 'stake:%' AND target LIKE 'wallet:%'"
        " WHEN code = 'POT' THEN source LIKE 'stake:%' AND target LIKE 'stake:%'"
        " WHEN code = 'RAKE' THEN source LIKE 'stake:%' AND target = 'house'"
        " WHEN code = 'ADMIN_ADJUST' THEN source = 'issuance' OR target = 'issuance'"
        " WHEN code = 'ACCOUNT_CLOSED' THEN source LIKE 'wallet:%' AND target = 'issuance'"
        " ELSE false END",
        name="code",
    ),
    CheckConstraint(
        "code NOT IN ('POT', 'RAKE') OR (table_id IS NOT NULL AND hand_no IS NOT NULL)",
        name="hand",
    ),
    Index("ix_transfers_hand", "table_id", "hand_no"),
    Index("ix_transfers_at", "at"),
)

stakes = Table(
    "stakes",
    metadata,
    Column("small_blind", _Big, primary_key=True),
    Column("big_blind", _Big, primary_key=True),
    CheckConstraint("1 <= small_blind AND small_blind <= big_blind", name="blinds"),
)

speeds = Table(
    "speeds",
    metadata,
    Column("speed", Text, primary_key=True),
    Column("decision_ms", Integer, nullable=False),
    Column("arrangement_ms", Integer, nullable=False),
    CheckConstraint("decision_ms > 0 AND arrangement_ms > 0", name="positive"),
)

rake = Table(
    "rake",
    metadata,
    Column("game", Text, primary_key=True),  # '*': every game without a row of its own
    Column("rake_bps", Integer, nullable=False),
    Column("cap_bb", Integer, nullable=False),
    Column("first_raked_big_blind", _Big, nullable=False),
    CheckConstraint("rake_bps BETWEEN 0 AND 10000 AND cap_bb >= 0", name="range"),
)

seal_keys = Table(
    "seal_keys",
    metadata,
    Column("key_id", Text, primary_key=True),
    Column("first_used_at", _Time, nullable=False),
)
