"""Pages, REST, sockets, sign-in, limits: the way in. May import runtime and everything below it."""
