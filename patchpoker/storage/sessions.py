"""Who is signed in where, and the one-time links that move a player to another device.

A token is 256 random bits that only its holder knows: the database keeps its SHA-256.
"""

import hashlib
import secrets
from datetime import datetime, timedelta

import sqlalchemy as sa

from patchpoker.storage.database import Database
from patchpoker.storage.errors import LinkSpent
from patchpoker.storage.schema import accounts, login_links, sessions

SESSION_LIFE = timedelta(days=90)  # from the last use
LINK_LIFE = timedelta(minutes=10)

_SLIDE_AFTER = timedelta(days=1)  # a use writes at most once a day
_USER_AGENT_LENGTH = 200


class Sessions:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, player: str, now: datetime, user_agent: str | None = None) -> str:
        """The new session's token, for the cookie."""
        token = secrets.token_urlsafe(32)
        async with self._database.begin() as connection:
            await connection.execute(
                sessions.insert().values(
                    token_hash=_hash(token),
                    player_id=player,
                    created_at=now,
                    expires_at=now + SESSION_LIFE,
                    user_agent=user_agent[:_USER_AGENT_LENGTH] if user_agent else None,
                )
            )
        return token

    async def resolve(self, token: str, now: datetime) -> str | None:
        """The player of a valid session, None otherwise. A use prolongs it."""
        s = sessions.c
        async with self._database.begin() as connection:
            row = await connection.execute(
                sa.select(s.player_id, s.expires_at)
                .join(accounts, accounts.c.player_id == s.player_id)
                .where(
                    s.token_hash == _hash(token),
                    s.expires_at > now,
                    accounts.c.deleted_at.is_(None),
                )
            )
            found = row.one_or_none()
            if found is None:
                return None
            player: str = found.player_id
            if found.expires_at < now + SESSION_LIFE - _SLIDE_AFTER:
                await connection.execute(
                    sessions.update()
                    .where(s.token_hash == _hash(token))
                    .values(expires_at=now + SESSION_LIFE)
                )
                await connection.execute(
                    accounts.update().where(accounts.c.player_id == player).values(last_seen_at=now)
                )
        return player

    async def expires_at(self, token: str) -> datetime | None:
        async with self._database.begin() as connection:
            row = await connection.execute(
                sa.select(sessions.c.expires_at).where(sessions.c.token_hash == _hash(token))
            )
            end: datetime | None = row.scalar_one_or_none()
        return end

    async def revoke(self, token: str) -> None:
        async with self._database.begin() as connection:
            await connection.execute(sessions.delete().where(sessions.c.token_hash == _hash(token)))

    async def revoke_others(self, player: str, token: str) -> None:
        """After a change of password: every other device signs in again, and no link that one of
        them may have made does it for it."""
        async with self._database.begin() as connection:
            await connection.execute(login_links.delete().where(login_links.c.player_id == player))
            await connection.execute(
                sessions.delete().where(
                    sessions.c.player_id == player, sessions.c.token_hash != _hash(token)
                )
            )

    async def create_link(self, player: str, now: datetime) -> tuple[str, datetime]:
        """(token, expiry) of a link that signs in once. Older links of the player end."""
        token, expires_at = secrets.token_urlsafe(32), now + LINK_LIFE
        async with self._database.begin() as connection:
            await connection.execute(
                login_links.delete().where(
                    (login_links.c.player_id == player) | (login_links.c.expires_at <= now)
                )
            )
            await connection.execute(
                login_links.insert().values(
                    token_hash=_hash(token), player_id=player, expires_at=expires_at
                )
            )
        return token, expires_at

    async def use_link(self, token: str, now: datetime) -> str:
        """The player whom the link signs in, once. Raises LinkSpent."""
        async with self._database.begin() as connection:
            row = await connection.execute(
                login_links.update()
                .where(
                    login_links.c.token_hash == _hash(token),
                    login_links.c.used_at.is_(None),
                    login_links.c.expires_at > now,
                )
                .values(used_at=now)
                .returning(login_links.c.player_id)
            )
            player: str | None = row.scalar_one_or_none()
        if player is None:
            raise LinkSpent
        return player

    async def sweep(self, now: datetime) -> None:
        """Forget what has expired; once in a while."""
        async with self._database.begin() as connection:
            for table in (sessions, login_links):
                await connection.execute(table.delete().where(table.c.expires_at <= now))


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
