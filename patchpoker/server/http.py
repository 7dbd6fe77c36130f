"""uvicorn's HTTP protocol, with an end to patience: who opens a connection and doesn't finish the
head of a request is hung up on, else a thousand of them would hold every file the process may open.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0


class PatientProtocol(HttpToolsProtocol):
    """Waits HEAD_SECONDS for each head, from the connection or the head's first byte."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> Any:
        self._wait_no_more()
        return super().on_headers_complete()

    def _wait(self) -> None:
        self._wait_no_more()
        self._waiting = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
