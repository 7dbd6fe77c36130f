"""What the lobby offers: rows of stakes, speeds and rake, for the games given (A12, A14)."""

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.engine.variant import Variant
from patchpoker.storage.database import Database
from patchpoker.storage.schema import rake, speeds, stakes
from patchpoker.table.config import Clocks, Speed, TableOptions


@dataclass(frozen=True, slots=True)
class Offer:
    """`key` groups the public tables of one game, size, stakes and speed (A19)."""

    key: str
    options: TableOptions


async def read_clocks(database: Database) -> dict[Speed, Clocks]:
    """The speeds' clocks, for public and private tables."""
    async with database.begin() as connection:
        rows = (await connection.execute(sa.select(speeds))).all()
    return {Speed(row.speed): Clocks(row.decision_ms, row.arrangement_ms) for row in rows}


async def read_offers(database: Database, games: Iterable[Variant]) -> tuple[Offer, ...]:
    """Every game, size, stakes and speed; cheapest first, then slow to fast."""
    clocks = await read_clocks(database)
    async with database.begin() as connection:
        blinds = (await connection.execute(sa.select(stakes).order_by(stakes.c.big_blind))).all()
        rakes = {row.game: row for row in (await connection.execute(sa.select(rake))).all()}
    return tuple(
        _offer(game, size, row.small_blind, row.big_blind, speed, clocks[speed], rakes)
        for game in games
        for size in game.table_sizes
        for row in blinds
        for speed in Speed
        if speed in clocks
    )


def _offer(
    game: Variant,
    size: int,
    small_blind: int,
    big_blind: int,
    speed: Speed,
    clocks: Clocks,
    rakes: "dict[str, sa.Row[tuple[str, int, int, int]]]",
) -> Offer:
    options = TableOptions(
        game=game.key,
        seats=size,
        small_blind=small_blind,
        big_blind=big_blind,
        speed=speed,
        clocks=clocks,
        min_buy_in=game.min_buy_in_bb * big_blind,
        max_buy_in=game.max_buy_in_bb * big_blind,
        rake=_rake_of(rakes.get(game.key) or rakes.get("*"), big_blind),
    )
    return Offer(f"{game.key}.{size}.{small_blind}-{big_blind}.{speed}", options)


def _rake_of(row: "sa.Row[tuple[str, int, int, int]] | None", big_blind: int) -> RakeRule:
    if row is None or big_blind < row.first_raked_big_blind:
        return NO_RAKE
    return RakeRule(row.rake_bps, row.cap_bb * big_blind)
