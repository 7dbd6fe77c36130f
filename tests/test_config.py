"""Settings, and what is said about wrong ones."""

from pathlib import Path

import pytest

from patchpoker import config
from patchpoker.config import BadSetting


@pytest.fixture(autouse=True)
def _bare(monkeypatch):
    import os

    for name in os.environ:
        if name.startswith("PATCHPOKER_"):
            monkeypatch.delenv(name)


def test_defaults_are_for_the_first_run():
    settings = config.load()
    assert settings.database_url.get_secret_value() == ""
    assert (settings.data_dir, settings.host, settings.port) == (Path("data"), "0.0.0.0", 8000)
    assert settings.trusted_proxies == ()


def test_the_environment_and_what_is_given(monkeypatch):
    monkeypatch.setenv("PATCHPOKER_PORT", "9000")
    monkeypatch.setenv("PATCHPOKER_TRUSTED_PROXIES", "10.0.0.1, 192.168.0.0/16")
    monkeypatch.setenv("PATCHPOKER_PUBLIC_URL", "https://Poker.Example.org/")
    monkeypatch.setenv("PATCHPOKER_LOG_LEVEL", "WARNING")
    settings = config.load()
    assert settings.port == 9000
    assert settings.trusted_proxies == ("10.0.0.1", "192.168.0.0/16")
    assert settings.public_url == "https://poker.example.org"
    assert settings.log_level == "warning"
    assert config.load(port="9001", host=None).port == 9001


def test_empty_is_not_set(monkeypatch):
    monkeypatch.setenv("PATCHPOKER_PORT", "")
    assert config.load().port == 8000


@pytest.mark.parametrize(
    ("name", "value", "must"),
    [
        ("PORT", "abc", "must be a whole number from 1 to 65535, not 'abc'"),
        ("PORT", "0", "must be a whole number from 1 to 65535, not '0'"),
        ("PORT", "65536", "must be a whole number from 1 to 65535, not '65536'"),
        ("PORT", "80.5", "must be a whole number from 1 to 65535, not '80.5'"),
        ("PUBLIC_URL", "poker", "must be an origin like https://poker.example.org, not 'poker'"),
        ("PUBLIC_URL", "https://a/b", "must be an origin like https://poker.example.org"),
        ("PUBLIC_URL", "https://a:99999", "must be an origin like https://poker.example.org"),
        ("TRUSTED_PROXIES", "10.0.0.1,x", "must be IP addresses or networks, separated by commas"),
        ("DATA_DIR", "~nobody-here/data", "must be a folder, not '~nobody-here/data'"),
        ("LOG_LEVEL", "loud", "must be debug, info, warning or error, not 'loud'"),
        ("GUESTS_PER_HOUR", "0", "must be a whole number from 1 to 1000000, not '0'"),
        ("ACCESS_LOG", "maybe", "must be true or false, not 'maybe'"),
    ],
)
def test_a_wrong_setting_is_named_with_what_it_must_be(monkeypatch, name, value, must):
    monkeypatch.setenv(f"PATCHPOKER_{name}", value)
    with pytest.raises(BadSetting) as error:
        config.load()
    assert str(error.value).startswith(f"PATCHPOKER_{name} {must}")
    assert "\n" not in str(error.value)


def test_a_wrong_option_is_named_as_the_option():
    with pytest.raises(BadSetting, match=r"^--port must be a whole number"):
        config.load(port="x")


def test_secrets_do_not_show():
    settings = config.load(database_url="postgresql://u:hunter2@h/d", seal_key="hunter3")
    assert "hunter" not in repr(settings)


def test_every_setting_says_what_it_must_be():
    for name, field in config.Settings.model_fields.items():
        assert any(isinstance(meta, config.Must) for meta in field.metadata), name
