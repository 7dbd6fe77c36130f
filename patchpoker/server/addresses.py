"""Under which address others reach this server."""

import socket

_HERE = frozenset(("localhost", "127.0.0.1", "::1"))
_ALL = frozenset(("0.0.0.0", "::"))  # noqa: S104


def is_here(host: str | None) -> bool:
    """Whether a host name means the machine that says it, and nobody else's."""
    return host in _HERE


def everywhere(host: str) -> bool:
    """Whether listening on `host` means listening on all of this machine's addresses."""
    return host in _ALL


def lan_address() -> str | None:
    """This machine's address in its network. No packet is sent: a UDP socket only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") or address in _ALL else address
