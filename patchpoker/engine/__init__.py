"""The engine: one hand of a betting game, or one round of Patong. Pure.

Imports nothing but the standard library's data tools. Randomness and time come in as data.
"""
