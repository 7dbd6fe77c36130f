"""What the actors ask of storage, in one hand."""

from dataclasses import dataclass

from patchpoker.storage import ledger
from patchpoker.storage.database import Database
from patchpoker.storage.table_log import TableLog
from patchpoker.storage.writer import CommitWriter


@dataclass(frozen=True, slots=True)
class Store:
    database: Database
    log: TableLog
    writer: CommitWriter

    async def wallets(self, players: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        """(player, chips in the wallet) of each. Raises StorageDown."""
        async with self.database.begin() as connection:
            return tuple([(p, await ledger.balance(connection, ledger.wallet(p))) for p in players])
