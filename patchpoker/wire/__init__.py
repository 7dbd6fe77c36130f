"""The JSON contract of `/ws`: what a client may send, what it gets, and how that is encoded.

May import table and engine.
"""
