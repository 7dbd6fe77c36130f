from patchpoker.engine.games import PATCH_PATCH
from patchpoker.engine.rake import NO_RAKE, RakeRule
from patchpoker.storage.database import Database
from patchpoker.storage.offers import read_clocks, read_offers
from patchpoker.table.config import CLOCKS, Speed, check_options


async def test_A14_every_size_stakes_and_speed(database: Database) -> None:
    offers = await read_offers(database, [PATCH_PATCH])
    assert len(offers) == len({offer.key for offer in offers}) == 2 * 7 * 3
    for offer in offers:
        check_options(offer.options, private=False)
    first = offers[0].options
    assert (first.seats, first.small_blind, first.big_blind) == (2, 5, 10)
    assert (first.min_buy_in, first.max_buy_in) == (50, 1500)
    assert offers[0].key == "patch-patch.2.5-10.slow"
    assert {o.options.big_blind for o in offers} == {10, 20, 50, 100, 200, 500, 1000}


async def test_A11_the_first_clocks_are_those_of_the_rules(database: Database) -> None:
    assert await read_clocks(database) == CLOCKS


async def test_A12_rake_from_10_20_up_and_as_the_rows_say(database: Database, rows) -> None:
    async def rakes() -> dict[int, RakeRule]:
        offers = await read_offers(database, [PATCH_PATCH])
        return {offer.options.big_blind: offer.options.rake for offer in offers}

    assert (await rakes())[10] == NO_RAKE
    assert (await rakes())[20] == RakeRule(300, 60)
    assert (await rakes())[1000] == RakeRule(300, 3000)
    await rows("INSERT INTO rake VALUES ('patch-patch', 100, 2, 50)")
    assert (await rakes())[20] == NO_RAKE
    assert (await rakes())[50] == RakeRule(100, 100)
    await rows("UPDATE speeds SET decision_ms = 900 WHERE speed = 'fast'")
    offers = await read_offers(database, [PATCH_PATCH])
    fast = next(offer for offer in offers if offer.options.speed is Speed.FAST)
    assert fast.options.clocks.decision_ms == 900
