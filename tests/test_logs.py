"""Logs are lines of key=value, with ids and never a card."""

import logging
import sys

from patchpoker.logs import KeyValueFormatter, request_id
from patchpoker.storage.errors import Fenced


def line(message: str, *args: object, exc: BaseException | None = None, **extra: object) -> str:
    record = logging.LogRecord("patchpoker.x", logging.ERROR, __file__, 1, message, args, None)
    record.created, record.msecs = 1_774_744_200.5, 500.0
    record.exc_info = (type(exc), exc, exc.__traceback__) if exc else None
    record.__dict__.update(extra)
    return KeyValueFormatter().format(record)


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except type(error):
        return sys.exc_info()[1]


def test_a_line_has_its_time_level_and_ids():
    assert line("hand %s voided", 3, table="t_x", hand=3) == (
        "time=2026-03-29T00:30:00.500Z level=error logger=patchpoker.x "
        'msg="hand 3 voided" table=t_x hand=3'
    )


def test_one_event_is_one_line_whatever_it_holds():
    said = line('a\n"b" \u2028 level=info')
    assert "\n" not in said
    assert "\u2028" not in said
    assert said.endswith('msg="a\\n\\"b\\" \\u2028 level=info"')


def test_a_request_is_named():
    mark = request_id.set("abc123")
    assert line("x").endswith("request=abc123")
    request_id.reset(mark)


def test_the_message_of_an_error_is_shown_only_when_we_wrote_it():
    foreign = line("x", exc=raised(ValueError("deck Ah Kd")))
    assert "error=builtins.ValueError" in foreign
    assert "Ah" not in foreign
    assert "test_logs.py" in foreign
    ours = line("x", exc=raised(Fenced("t_1")))
    assert "Fenced: table t_1 belongs to another owner" in ours
