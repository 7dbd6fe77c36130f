"""Throttles and addresses."""

import pytest

from patchpoker.server.errors import TooManyRequests
from patchpoker.server.limits import Throttle, address_of


class Time:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_evenly_refilled():
    time = Time()
    throttle = Throttle(3, 60, time)
    for _ in range(3):
        throttle.take("a")
    with pytest.raises(TooManyRequests) as refusal:
        throttle.take("a")
    assert refusal.value.data == {"retry_after_s": 20}
    time.now += 19.9
    with pytest.raises(TooManyRequests):
        throttle.take("a")
    time.now += 0.1
    throttle.take("a")
    with pytest.raises(TooManyRequests):
        throttle.take("a")


def test_a_refusal_costs_nothing():
    time = Time()
    throttle = Throttle(1, 60, time)
    throttle.take("a")
    for _ in range(100):
        with pytest.raises(TooManyRequests):
            throttle.take("a")
    time.now += 60
    throttle.take("a")


def test_keys_are_apart_and_can_start_afresh():
    throttle = Throttle(1, 60, Time())
    throttle.take("a")
    throttle.take("b")
    throttle.forget("a")
    throttle.take("a")
    with pytest.raises(TooManyRequests):
        throttle.take("b")


def test_the_keys_are_bounded_and_the_one_that_was_idle_goes_first():
    throttle = Throttle(1, 60, Time(), max_keys=2)
    for key in ("a", "b", "c"):
        throttle.take(key)
    throttle.take("a")  # forgotten when c came
    with pytest.raises(TooManyRequests):
        throttle.take("c")
    assert len(throttle._used_until) == 2


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("garbage", "unknown"),
    ],
)
def test_whom_an_address_limit_counts(host, counted):
    assert address_of({"client": (host, 1)}) == counted


def test_no_address_is_one_of_its_own():
    assert address_of({"client": None}) == "unknown"
