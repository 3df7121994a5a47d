"""Passwords are guessed neither from a network with many addresses nor for one account from many networks."""

from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing

import pytest
from django.test import Client
from rest_framework.test import APIClient

from scorekeeper.accounts.rate_limits import AccountThrottle, address_group
from tests.scorekeeper.api_answers import API
from tests.scorekeeper.brokers import Redis


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::7", "2001:db8:0:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_ipv6_counts_by_its_network_and_ipv4_by_its_address(address, group):
    assert address_group(address) == group


def sign_in(name, address, client=None, password="wrong"):
    data = {"username": name, "password": password}
    return (client or Client()).post("/sign-in/", data, REMOTE_ADDR=address).status_code


def create_token(name, address, client=None, password="wrong"):
    data = {"username": name, "password": password}
    return APIClient().post(f"{API}/tokens/", data, REMOTE_ADDR=address).status_code


def request_reset(name, address, client=None):
    return Client().post("/password/", {"email": f"{name}@x.org"}, REMOTE_ADDR=address).status_code


@pytest.mark.parametrize("attempt", [sign_in, create_token, request_reset])
def test_sixty_addresses_of_one_network_are_one_asker(people, attempt):
    statuses = [attempt(f"name{n}", f"2001:db8::{n:x}") for n in range(60)]
    assert statuses.count(429) == 50


@pytest.mark.parametrize("attempt", [sign_in, create_token])
@pytest.mark.parametrize("name", ["dan", "nobody"])
def test_one_account_is_not_guessed_from_many_networks(people, attempt, name):
    statuses = [attempt(name, f"192.0.2.{n}") for n in range(25)]
    assert statuses.index(429) == 20
    assert set(statuses[20:]) == {429}
    assert attempt("carol", "192.0.2.99") != 429


def test_api_and_pages_count_an_account_together_however_it_is_written(people):
    for n in range(10):
        sign_in("Dan", f"192.0.2.{n}")
        create_token("dan ", f"192.0.2.{n}")
    assert sign_in("dan", "192.0.2.99", password="dan") == 429


def test_a_right_password_resets_the_count_of_the_account_only(people):
    for n in range(19):
        sign_in("dan", f"192.0.2.{n}")
    assert sign_in("dan", "192.0.2.50", password="dan") == 302
    assert [sign_in("dan", f"192.0.2.{n}") for n in range(100, 120)] == [200] * 20
    for _ in range(9):
        sign_in("carol", "192.0.2.50", password="carol")
    assert sign_in("carol", "192.0.2.50", password="carol") == 429


def test_strangers_do_not_lock_the_owner_of_an_account_out_of_a_known_browser(people):
    known = Client()
    sign_in("dan", "192.0.2.1", known, password="dan")
    known.post("/sign-out/")
    for n in range(25):
        sign_in("dan", f"192.0.2.{n + 100}")
    assert sign_in("dan", "192.0.2.2", password="dan") == 429
    assert sign_in("dan", "192.0.2.1", known, password="dan") == 302


@pytest.mark.slow
@pytest.mark.needs("redis")
def test_attempts_at_the_same_moment_are_all_counted(rf, tmp_path, settings):
    request, backend = rf.post("/sign-in/"), "django.core.cache.backends.redis.RedisCache"
    with closing(Redis(tmp_path)) as server, ThreadPoolExecutor(16) as threads:
        server.start()
        settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": server.url}}
        attempts = [
            threads.submit(AccountThrottle("dan").allow_request, request, None) for _ in range(200)
        ]
        wait(attempts)
    assert sum(attempt.result() for attempt in attempts) == 20


def test_a_known_browser_guesses_no_more_than_others(people):
    known = Client()
    sign_in("dan", "192.0.2.1", known, password="dan")
    known.post("/sign-out/")
    assert [sign_in("dan", f"192.0.2.{n}", known) for n in range(100, 121)][-1] == 429
    statuses = [sign_in("carol", f"192.0.2.{n}", known) for n in range(130, 151)]
    assert statuses[-1] == 429  # it is known for one account only


def test_the_cookie_of_a_known_browser_cannot_be_written_by_hand(people):
    forged = Client()
    for n in range(20):
        forged.cookies["known_browser"] = f"{n}:{n}:{n}"
        sign_in("dan", f"192.0.2.{n}", forged)
    assert sign_in("dan", "192.0.2.30", forged) == 429


def test_the_admin_has_no_second_door(people):
    page = Client().get("/admin/")
    assert page.status_code == 302
    response = Client().get(page.url)
    assert (response.status_code, response.url) == (302, "/sign-in/?next=/admin/")
    guess = Client().post("/admin/login/", {"username": "root", "password": "guess"})
    assert guess.url.startswith("/sign-in/")


def test_an_account_that_is_not_staff_is_refused_by_the_admin(people):
    client = Client()
    client.force_login(people.dan)
    assert client.get("/admin/login/?next=/admin/").status_code == 403
    people.dan.is_staff = True
    people.dan.save()
    assert client.get("/admin/login/?next=/admin/").url == "/admin/"
