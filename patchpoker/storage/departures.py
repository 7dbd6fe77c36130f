"""Who went from the public tables lately, and with how much: what A19 asks back."""

from datetime import datetime

import sqlalchemy as sa

from patchpoker.storage.database import Database
from patchpoker.storage.schema import poker_tables, transfers
from patchpoker.storage.times import to_ms


async def read_departures(
    database: Database, since: datetime
) -> dict[tuple[str, str], tuple[int, int]]:
    """(offer, player) -> (chips taken home, epoch ms) of those who haven't come back since."""
    t, p = transfers.c, poker_tables.c
    async with database.begin() as connection:
        rows = await connection.execute(
            sa.select(p.offer, t.code, t.source, t.target, t.chips, t.at)
            .join(poker_tables, p.table_id == t.table_id)
            .where(p.offer.is_not(None), t.at > since, t.code.in_(("CASH_OUT", "BUY_IN")))
            .order_by(t.at)
        )
        gone: dict[tuple[str, str], tuple[int, int]] = {}
        for row in rows:
            wallet = row.target if row.code == "CASH_OUT" else row.source
            key = (row.offer, wallet.removeprefix("wallet:"))
            if row.code == "CASH_OUT":
                gone[key] = (row.chips, to_ms(row.at))
            else:
                gone.pop(key, None)
    return gone
