"""The shell around the pure tables: an actor per table, one alarm each, bounded outboxes.

Everything random and every clock lives here. May import storage, cluster, wire, table, engine.
"""
