"""PatchPoker: a multiplayer web poker server with a client for phones.

An import only ever points down: server > runtime > storage, cluster > wire > table > engine.
"""

__version__ = "0.1.0"
