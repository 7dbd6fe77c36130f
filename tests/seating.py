"""People at a table of the whole server."""

from tests.player import WsPlayer
from tests.whole_server import WholeServer

Players = list[tuple[str, WsPlayer]]


async def seated(
    server: WholeServer, count: int, chips: int = 1000, **options: int
) -> tuple[str, Players]:
    """A private table and its players, (player id, socket) each, in the order of their seats."""
    guests = [await server.guest(f"P{number}") for number in range(count)]
    table, code = await server.private_table(guests[0][0], **options)
    players = []
    for player, token in guests:
        socket = await server.join(token, table, code=code)
        answer = await socket.do("sit", seat=None, chips=chips)
        assert answer["type"] == "ack", answer
        socket.token = token
        players.append((player, socket))
    return table, players


async def asked(players: Players) -> WsPlayer:
    """Wait until somebody has a betting decision; whose it is."""

    def who() -> list[WsPlayer]:
        return [socket for _, socket in players if socket.you and socket.you["legal"]]

    await players[0][1].until(lambda: bool(who()) or any(s.you for _, s in players), 20)
    while not who():
        moment = len(players[0][1].frames)
        await players[0][1].until(
            lambda moment=moment: len(players[0][1].frames) > moment or bool(who()), 20
        )
    return who()[0]


async def to_arrangement(players: Players) -> None:
    """Call and check until everybody arranges."""
    first = players[0][1]
    while not (first.hand and first.hand["phase"] == "arranging"):
        moved = False
        for _, socket in players:
            you = socket.you
            if you and you["legal"]:
                action = "check" if you["legal"]["check"] else "call"
                await socket.do("act", decision=you["decision"], action=action, raise_to=None)
                moved = True
        if not moved:
            moment = len(first.frames)
            await first.until(lambda moment=moment: len(first.frames) > moment, 20)
    for _, socket in players:
        await socket.until(lambda socket=socket: socket.you["can_arrange"])
