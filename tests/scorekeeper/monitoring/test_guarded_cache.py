"""The cache on a Redis that is killed, accepts connections without an answer, or refuses to write."""

import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import RequestFactory
from rest_framework.test import APIClient
from rest_framework.throttling import AnonRateThrottle

from scorekeeper.accounts.rate_limits import AnonymousRateThrottle
from scorekeeper.monitoring import guarded_cache
from tests.scorekeeper.api_answers import API
from tests.scorekeeper.brokers import Redis

pytestmark = pytest.mark.django_db
RECORD = {
    "format": "session-record/1",
    "variant": "big-two",
    "players": ["Ann", "Bo", "Cy", "Di"],
    "hands": [{"cards_left": [0, 1, 2, 3]}],
}


def use(settings, url: str) -> None:
    backend = "scorekeeper.monitoring.guarded_cache.GuardedCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": url}}


@pytest.fixture
def redis(settings, tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    server.start()
    use(settings, server.url)
    yield server
    server.close()


@pytest.fixture
def silent(settings) -> Iterator[None]:
    """A cache whose server accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        use(settings, f"redis://127.0.0.1:{listener.getsockname()[1]}/")
        yield


@pytest.mark.needs("redis")
def test_of_many_simultaneous_requests_without_an_account_exactly_the_limit_passes(
    redis, monkeypatch
):
    monkeypatch.setattr(AnonymousRateThrottle, "rate", "20/day", raising=False)
    request = RequestFactory().post(f"{API}/adjudicate/")
    request.user = AnonymousUser()

    def ask(_: int) -> bool:
        return AnonymousRateThrottle().allow_request(request, None)

    with ThreadPoolExecutor(50) as pool:
        assert sum(pool.map(ask, range(200))) == 20


@pytest.mark.needs("redis")
def test_what_counts_requests_answers_as_before_when_redis_was_killed(
    redis, client, hand, people, carol
):
    assert cache.add("seen", value=True)
    redis.end(signal.SIGKILL)
    assert carol.get(f"{API}/variants/").status_code == 200
    assert carol.post(f"{API}/adjudicate/", RECORD).status_code == 200
    assert APIClient().post(f"{API}/adjudicate/", RECORD).status_code == 200
    signing_in = {"username": "carol", "password": "wrong"}
    assert APIClient().post(f"{API}/tokens/", signing_in).status_code == 401
    assert client.get("/sign-in/").status_code == 200
    assert client.post("/sign-in/", signing_in).status_code == 200


@pytest.mark.needs("redis")
def test_limits_go_on_in_the_process_and_in_redis_when_it_is_back(redis, monkeypatch):
    monkeypatch.setattr(AnonRateThrottle, "rate", "3/min", raising=False)
    monkeypatch.setattr(guarded_cache, "ASK_AGAIN", 0.01)
    redis.end(signal.SIGKILL)
    answers = [APIClient().post(f"{API}/adjudicate/", RECORD).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    redis.start()
    time.sleep(0.02)
    assert cache.set("back", 1) is None
    assert not cache.own.has_key("back")
    assert cache.get("back") == 1


@pytest.mark.needs("redis")
def test_a_redis_that_started_anew_is_used_at_once(redis):
    cache.set("before", 1)
    redis.end(signal.SIGTERM)
    redis.start()
    cache.set("after", 1)
    assert not cache.is_away()


@pytest.mark.needs("redis")
def test_a_redis_that_refuses_to_write_counts_as_away(redis):
    client = cache._cache.get_client(write=True)
    client.config_set("maxmemory", 1)
    cache.set("full", 1)
    assert cache.is_away()
    assert cache.get("full") == 1


def test_a_silent_server_is_asked_once_in_a_while_and_logged_once(silent, caplog):
    for number in range(100):
        cache.set(f"key-{number}", number)
    assert cache.get_many(["key-0", "key-99"]) == {"key-0": 0, "key-99": 99}
    assert cache.incr("key-7") == 8
    assert len([entry for entry in caplog.records if "Redis does not answer" in entry.message]) == 1


def test_a_value_that_cannot_be_stored_is_an_error(silent):
    with pytest.raises(TypeError, match="pickle"):
        cache.set("key", Lock())
    assert not cache.is_away()
