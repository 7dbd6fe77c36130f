"""The socket: how frames come in and go out, and nothing about poker. The only package that knows
how WebSocket frames are made; uvicorn's own layer can be replaced here."""
