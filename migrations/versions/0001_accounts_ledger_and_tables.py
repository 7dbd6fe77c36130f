"""Accounts, ledger, tables and their log; the first stakes, speeds and rake (A11, A12, A14).

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import BYTEA, JSONB, TIMESTAMP

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MAX_CHIPS = 2**53 - 1
TIME = TIMESTAMP(timezone=True)


def upgrade() -> None:
    people()
    tables()
    ledger()
    offers()
    append_only()
    hand_settled()


def downgrade() -> None:
    for name in (
        "seal_keys",
        "rake",
        "speeds",
        "stakes",
        "transfers",
        "ledger_accounts",
        "hand_results",
        "table_log",
        "poker_tables",
        "login_links",
        "sessions",
        "accounts",
    ):
        op.drop_table(name)
    op.execute("DROP FUNCTION check_hand_settled()")
    op.execute("DROP FUNCTION refuse_change()")


def people() -> None:
    op.create_table(
        "accounts",
        sa.Column("player_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text),
        sa.Column("settings", JSONB, nullable=False, server_default=sa.text("'{}'::jsonb")),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("last_seen_at", TIME, nullable=False),
        sa.Column("deleted_at", TIME),
        sa.PrimaryKeyConstraint("player_id", name="pk_accounts"),
    )
    op.create_index(
        "uq_accounts_kept_name_key",
        "accounts",
        ["name_key"],
        unique=True,
        postgresql_where=sa.text("password_hash IS NOT NULL AND deleted_at IS NULL"),
    )
    op.create_index("ix_accounts_name_key", "accounts", ["name_key"])
    op.create_table(
        "sessions",
        sa.Column("token_hash", BYTEA, nullable=False),
        sa.Column("player_id", sa.Text, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.Column("user_agent", sa.Text),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["accounts.player_id"], name="fk_sessions_player_id"
        ),
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])
    op.create_table(
        "login_links",
        sa.Column("token_hash", BYTEA, nullable=False),
        sa.Column("player_id", sa.Text, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.Column("used_at", TIME),
        sa.PrimaryKeyConstraint("token_hash", name="pk_login_links"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["accounts.player_id"], name="fk_login_links_player_id"
        ),
    )
    op.create_index("ix_login_links_player_id", "login_links", ["player_id"])


def tables() -> None:
    op.create_table(
        "poker_tables",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("code", sa.Text),
        sa.Column("offer", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("opened_at", TIME, nullable=False),
        sa.Column("closed_at", TIME),
        sa.Column("snapshot", BYTEA),
        sa.Column("snapshot_version", sa.BigInteger),
        sa.PrimaryKeyConstraint("table_id", name="pk_poker_tables"),
        sa.CheckConstraint(
            "status IN ('open', 'closed', 'quarantined')", name=op.f("ck_poker_tables_status")
        ),
        sa.CheckConstraint(
            "(status = 'open') = (closed_at IS NULL)", name=op.f("ck_poker_tables_closed_at")
        ),
        sa.CheckConstraint(
            "(snapshot IS NULL) = (snapshot_version IS NULL)",
            name=op.f("ck_poker_tables_snapshot_version"),
        ),
    )
    is_open = sa.text("status = 'open'")
    op.create_index(
        "uq_poker_tables_open_code",
        "poker_tables",
        ["code"],
        unique=True,
        postgresql_where=is_open,
    )
    op.create_index("ix_poker_tables_open", "poker_tables", ["table_id"], postgresql_where=is_open)
    op.create_table(
        "table_log",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("player_id", sa.Text),
        sa.Column("action_id", sa.Text),
        sa.Column("events", JSONB, nullable=False),
        sa.Column("sealed", BYTEA),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_table_log"),
        sa.UniqueConstraint("table_id", "player_id", "action_id", name="uq_table_log_action"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["poker_tables.table_id"], name="fk_table_log_table_id"
        ),
        sa.CheckConstraint("version > 0", name=op.f("ck_table_log_version")),
    )
    op.create_table(
        "hand_results",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("hand_no", sa.Integer, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("pot", sa.BigInteger, nullable=False),
        sa.Column("rake", sa.BigInteger, nullable=False),
        sa.Column("nets", JSONB, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "hand_no", name="pk_hand_results"),
        sa.ForeignKeyConstraint(
            ["table_id", "version"],
            ["table_log.table_id", "table_log.version"],
            name="fk_hand_results_table_id_version",
        ),
        sa.CheckConstraint("rake >= 0 AND pot >= rake", name=op.f("ck_hand_results_rake")),
    )
    op.create_index("ix_hand_results_at", "hand_results", ["at"])


def ledger() -> None:
    op.create_table(
        "ledger_accounts",
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("player_id", sa.Text),
        sa.Column("table_id", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("balance", sa.BigInteger),
        sa.PrimaryKeyConstraint("account_id", name="pk_ledger_accounts"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["accounts.player_id"], name="fk_ledger_accounts_player_id"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["poker_tables.table_id"], name="fk_ledger_accounts_table_id"
        ),
        sa.CheckConstraint("balance >= 0", name=op.f("ck_ledger_accounts_not_negative")),
        sa.CheckConstraint(
            f"balance <= {MAX_CHIPS}", name=op.f("ck_ledger_accounts_not_too_large")
        ),
        sa.CheckConstraint(
            "CASE kind"
            " WHEN 'wallet' THEN account_id = 'wallet:' || player_id AND table_id IS NULL"
            " WHEN 'stake'"
            " THEN account_id = 'stake:' || table_id || ':' || seat || ':' || player_id"
            " WHEN 'house' THEN account_id = 'house'"
            " WHEN 'issuance' THEN account_id = 'issuance'"
            " ELSE false END",
            name=op.f("ck_ledger_accounts_kind"),
        ),
        sa.CheckConstraint(
            "(kind IN ('house', 'issuance')) = (balance IS NULL)",
            name=op.f("ck_ledger_accounts_kept_balance"),
        ),
    )
    op.create_index("ix_ledger_accounts_player_id", "ledger_accounts", ["player_id"])
    op.create_index("ix_ledger_accounts_table_id", "ledger_accounts", ["table_id"])
    op.execute(
        "INSERT INTO ledger_accounts (account_id, kind)"
        " VALUES ('house', 'house'), ('issuance', 'issuance')"
    )
    op.create_table(
        "transfers",
        sa.Column("transfer_key", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("chips", sa.BigInteger, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("hand_no", sa.Integer),
        sa.PrimaryKeyConstraint("transfer_key", name="pk_transfers"),
        *(
            sa.ForeignKeyConstraint(
                [end], ["ledger_accounts.account_id"], name=f"fk_transfers_{end}"
            )
            for end in ("source", "target")
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["poker_tables.table_id"], name="fk_transfers_table_id"
        ),
        sa.CheckConstraint(f"chips > 0 AND chips <= {MAX_CHIPS}", name=op.f("ck_transfers_chips")),
        sa.CheckConstraint("source <> target", name=op.f("ck_transfers_two_accounts")),
        sa.CheckConstraint(
            "CASE"
            " WHEN code IN ('WELCOME', 'REFILL')"
            " THEN source = 'issuance' AND target LIKE 'wallet:%'"
            " WHEN code IN ('BUY_IN', 'TOP_UP')"
            " THEN source LIKE 'wallet:%' AND target LIKE 'stake:%'"
            " WHEN code = 'CASH_OUT' THEN source LIKE 'stake:%' AND target LIKE 'wallet:%'"
            " WHEN code = 'POT' THEN source LIKE 'stake:%' AND target LIKE 'stake:%'"
            " WHEN code = 'RAKE' THEN source LIKE 'stake:%' AND target = 'house'"
            " WHEN code = 'ADMIN_ADJUST' THEN source = 'issuance' OR target = 'issuance'"
            " WHEN code = 'ACCOUNT_CLOSED'"
            " THEN source LIKE 'wallet:%' AND target = 'issuance'"
            " ELSE false END",
            name=op.f("ck_transfers_code"),
        ),
        sa.CheckConstraint(
            "code NOT IN ('POT', 'RAKE') OR (table_id IS NOT NULL AND hand_no IS NOT NULL)",
            name=op.f("ck_transfers_hand"),
        ),
    )
    op.create_index("ix_transfers_source", "transfers", ["source"])
    op.create_index("ix_transfers_target", "transfers", ["target"])
    op.create_index("ix_transfers_hand", "transfers", ["table_id", "hand_no"])
    op.create_index("ix_transfers_at", "transfers", ["at"])


def offers() -> None:
    stakes = op.create_table(
        "stakes",
        sa.Column("small_blind", sa.BigInteger, nullable=False),
        sa.Column("big_blind", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("small_blind", "big_blind", name="pk_stakes"),
        sa.CheckConstraint(
            "1 <= small_blind AND small_blind <= big_blind", name=op.f("ck_stakes_blinds")
        ),
    )
    blinds = [(5, 10), (10, 20), (25, 50), (50, 100), (100, 200), (250, 500), (500, 1000)]
    op.bulk_insert(stakes, [{"small_blind": s, "big_blind": b} for s, b in blinds])
    speeds = op.create_table(
        "speeds",
        sa.Column("speed", sa.Text, nullable=False),
        sa.Column("decision_ms", sa.Integer, nullable=False),
        sa.Column("arrangement_ms", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("speed", name="pk_speeds"),
        sa.CheckConstraint(
            "decision_ms > 0 AND arrangement_ms > 0", name=op.f("ck_speeds_positive")
        ),
    )
    clocks = [("slow", 37_500, 180_000), ("mid", 25_000, 120_000), ("fast", 12_000, 100_000)]
    op.bulk_insert(
        speeds,
        [{"speed": key, "decision_ms": d, "arrangement_ms": a} for key, d, a in clocks],
    )
    rake = op.create_table(
        "rake",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rake_bps", sa.Integer, nullable=False),
        sa.Column("cap_bb", sa.Integer, nullable=False),
        sa.Column("first_raked_big_blind", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_rake"),
        sa.CheckConstraint(
            "rake_bps BETWEEN 0 AND 10000 AND cap_bb >= 0", name=op.f("ck_rake_range")
        ),
    )
    op.bulk_insert(rake, [{"game": "*", "rake_bps": 300, "cap_bb": 3, "first_raked_big_blind": 20}])
    op.create_table(
        "seal_keys",
        sa.Column("key_id", sa.Text, nullable=False),
        sa.Column("first_used_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("key_id", name="pk_seal_keys"),
    )


def append_only() -> None:
    """Transfers and logs are never changed: a correction is a new transfer."""
    op.execute("""
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
                USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'append_only';
        END $$
    """)
    for table in ("transfers", "table_log", "hand_results"):
        op.execute(f"""
            CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
        """)


def hand_settled() -> None:
    """At the commit: a hand's transfers leave each seat, and the house, as its events say."""
    op.execute("""
        CREATE FUNCTION check_hand_settled() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            settled boolean;
        BEGIN
            WITH moves AS (
                SELECT source AS account_id, -chips AS chips FROM transfers
                 WHERE table_id = NEW.table_id AND hand_no = NEW.hand_no
                   AND code IN ('POT', 'RAKE')
                UNION ALL
                SELECT target, chips FROM transfers
                 WHERE table_id = NEW.table_id AND hand_no = NEW.hand_no
                   AND code IN ('POT', 'RAKE')
            ), moved AS (
                SELECT coalesce(seat::text, kind) AS place, sum(m.chips) AS chips
                  FROM moves m JOIN ledger_accounts USING (account_id) GROUP BY 1
            ), said AS (
                SELECT key AS place, value::bigint AS chips
                  FROM hand_results r, jsonb_each_text(r.nets)
                 WHERE r.table_id = NEW.table_id AND r.hand_no = NEW.hand_no
                UNION ALL
                SELECT 'house', rake FROM hand_results r
                 WHERE r.table_id = NEW.table_id AND r.hand_no = NEW.hand_no
            )
            SELECT NOT EXISTS (
                SELECT FROM moved FULL JOIN said USING (place)
                 WHERE coalesce(moved.chips, 0) <> coalesce(said.chips, 0)
            ) INTO settled;
            IF NOT settled THEN
                RAISE EXCEPTION 'hand % of table % is not settled as its events say',
                    NEW.hand_no, NEW.table_id
                    USING ERRCODE = 'check_violation', CONSTRAINT = 'hand_settled';
            END IF;
            RETURN NULL;
        END $$
    """)
    op.execute("""
        CREATE CONSTRAINT TRIGGER hand_settled AFTER INSERT ON transfers
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.code IN ('POT', 'RAKE'))
        EXECUTE FUNCTION check_hand_settled()
    """)
    op.execute("""
        CREATE CONSTRAINT TRIGGER hand_settled AFTER INSERT ON hand_results
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_hand_settled()
    """)
