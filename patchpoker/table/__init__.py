"""The table: seats, button, blinds owed, clocks; many hands; settlement. Pure; imports the engine.

`decide` (state, command -> events), `evolve` (state, event -> state), `view_for` (state, viewer ->
what that viewer may know), `settlement` (events -> transfers).
"""
