"""The registry of games: the betting games (B1, B3, C1), and Patong's name beside them."""

from collections.abc import Mapping
from types import MappingProxyType

from patchpoker.engine.variant import Limit, Variant

PATCH_PATCH = Variant(
    key="patch-patch",
    name="Patch-Patch",
    hole_cards=12,
    boards=3,
    hole_cards_used=2,
    limit=Limit.POT_ONLY,
    arranges=True,
    table_sizes=(2, 3),
    min_buy_in_bb=5,
    max_buy_in_bb=150,
    shows_run_out=False,
    result_pause_ms=8_000,
)
HOLDEM = Variant(
    key="holdem",
    name="No-Limit Hold'em",
    hole_cards=2,
    boards=1,
    hole_cards_used=None,
    limit=Limit.NO_LIMIT,
    arranges=False,
    table_sizes=(2, 6),
    min_buy_in_bb=20,
    max_buy_in_bb=150,
    shows_run_out=True,
    result_pause_ms=4_000,
)
OMAHA = Variant(
    key="omaha",
    name="Pot-Limit Omaha",
    hole_cards=4,
    boards=1,
    hole_cards_used=2,
    limit=Limit.POT_LIMIT,
    arranges=False,
    table_sizes=(2, 6),
    min_buy_in_bb=20,
    max_buy_in_bb=150,
    shows_run_out=True,
    result_pause_ms=4_000,
)

GAMES: Mapping[str, Variant] = MappingProxyType(
    {game.key: game for game in (PATCH_PATCH, HOLDEM, OMAHA)}
)

PATONG = "patong"
"""The one game that isn't a betting game; `engine.patong` plays it."""

GAME_NAMES: Mapping[str, str] = MappingProxyType(
    {**{key: game.name for key, game in GAMES.items()}, PATONG: "Patong"}
)
