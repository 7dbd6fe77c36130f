"""Every rule and every case is named by a test: in its name or docstring, or as data it replays.

Rules are the ids A1-A30 (betting games), B1-B4 (Hold'em, Omaha) and C1-C9 (Patch-Patch), cases
those of tests/data/cases.json. That the named test would fail is not to be seen from here; that
nobody forgot one is.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULES = [f"{part}{n}" for part, last in (("A", 30), ("B", 4), ("C", 9)) for n in range(1, last + 1)]
CASES = [case["id"] for case in json.loads((TESTS / "data" / "cases.json").read_text())]

ENGINE = "SIDE UNC RAKE GRAND SHORT REOPEN ALLIN MINR PLO HU BBO FIRST RUN PP"
REPLAYED = {
    "engine/betting/test_cases.py::test_case": ENGINE.split(),
    "engine/test_evaluator.py::test_A26_cases_order_hands_as_expected": ["EVAL"],
    "engine/patong/test_cases.py::test_case": ["PAT"],
}
"""Tests that take their cases, by prefix, from the file itself."""

NOT_HERE = {
    "RNG-03": "no commitment to a deck is published, so none can give it away",
}
"""Cases that nothing here could fail by."""


def words(text: str) -> str:
    return f" {' '.join(re.findall('[A-Z0-9]+', text.upper()))} "


@cache
def named() -> dict[str, str]:
    """Every test by its place, with the words of its name and docstring."""
    found = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                place = f"{path.relative_to(TESTS).as_posix()}::{node.name}"
                if node.name.startswith("test_") and path != Path(__file__):
                    found[place] = words(f"{node.name} {ast.get_docstring(node) or ''}")
    return found


def who_names(name: str) -> list[str]:
    looked_for = words(name)
    prefix = name.partition("-")[0]
    replaying = [place for place, prefixes in REPLAYED.items() if prefix in prefixes]
    return replaying + [place for place, said in named().items() if looked_for in said]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_named_by_a_test(rule: str) -> None:
    assert who_names(rule)


@pytest.mark.parametrize("case", [case for case in CASES if case not in NOT_HERE])
def test_every_case_is_named_by_a_test(case: str) -> None:
    assert who_names(case)


def test_the_exceptions_are_cases_that_no_test_names() -> None:
    assert {case for case in NOT_HERE if case not in CASES or who_names(case)} == set()


def test_what_replays_cases_is_there() -> None:
    assert set(REPLAYED) <= set(named())


def test_an_unnamed_rule_would_be_seen() -> None:
    assert not who_names("A31")
    assert not who_names("TBL-02")
