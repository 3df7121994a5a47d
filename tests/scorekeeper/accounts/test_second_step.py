"""The second step of signing in: set up, asked for, recovered from, and asked of a club's referees and owners."""

import time
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from rest_framework.test import APIClient

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.accounts import second_step
from scorekeeper.exports import club_archive
from scorekeeper.models import AuditEntry, Club, Role, Token
from scorekeeper.pages.accounts import sign_in_code
from tests.scorekeeper.api_answers import API, check_problem


def code_of(device, *, later=0):
    """Return the code that the app shows, some half minutes later."""
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits)
    totp.time = time.time() + later * device.step
    return f"{totp.token():06d}"


@pytest.fixture
def dans_codes(people):
    """The recovery codes of Dan, who signs in with a second step."""
    return second_step.confirm(people.dan, code_of(second_step.start(people.dan)), password="dan")


@pytest.fixture
def device(people, dans_codes):
    """Dan's app, half a minute after it was set up."""
    row = TOTPDevice.objects.get(user=people.dan)
    row.last_t -= 1
    row.save()
    return row


@pytest.fixture
def browse_as():
    """Return a function that returns a browser in which this account is signed in."""

    def client(user):
        browser = Client()
        browser.force_login(user)
        return browser

    return client


def sign_in(client=None, password="dan"):
    client = client or Client()
    return client, client.post(
        "/sign-in/?next=/account/", {"username": "dan", "password": password}
    )


def is_signed_in(client):
    return client.get("/account/").status_code == 200


def acts():
    return [*AuditEntry.objects.order_by("pk").values_list("act", flat=True)]


def test_it_is_set_up_with_a_code_and_the_password(browse_as, people):
    client, other = browse_as(people.dan), browse_as(people.dan)
    assert client.post("/account/second-step/").url == "/account/second-step/app/"
    device = TOTPDevice.objects.get(user=people.dan)
    page = client.get("/account/second-step/app/")
    assert second_step.typed_secret(device) in page.content.decode()
    wrong = client.post("/account/second-step/app/", {"code": code_of(device), "password": "x"})
    assert (wrong.status_code, second_step.is_set_up(people.dan)) == (422, False)
    right = {"code": code_of(device), "password": "dan"}
    shown = client.post("/account/second-step/app/", right)
    codes = [*StaticToken.objects.filter(device__user=people.dan).values_list("token", flat=True)]
    assert len(codes) == 10
    assert all(code in shown.content.decode() for code in codes)
    assert (is_signed_in(client), is_signed_in(other)) == (True, False)
    assert "second step set up" in acts()
    assert not any(code in client.get("/account/second-step/").content.decode() for code in codes)


def test_a_secret_that_somebody_else_saw_is_replaced_at_the_next_start(browse_as, people):
    seen = second_step.start(people.dan)
    browse_as(people.dan).post("/account/second-step/")
    assert TOTPDevice.objects.get(user=people.dan).key != seen.key


def test_the_password_alone_signs_nobody_in(device):
    client, response = sign_in()
    assert response.url == "/sign-in/code/"
    assert not is_signed_in(client)
    assert client.get("/sign-in/code/").status_code == 200
    assert client.post("/sign-in/code/", {"code": "000000"}).status_code == 422
    assert not is_signed_in(client)


def test_the_code_signs_in_once_in_a_new_session(device):
    client, _ = sign_in()
    waiting = client.session.session_key
    code = code_of(device)
    assert client.post("/sign-in/code/", {"code": f"{code[:3]} {code[3:]}"}).url == "/account/"
    assert is_signed_in(client)
    assert client.session.session_key != waiting
    assert client.post("/sign-in/code/", {"code": code}).url == "/sign-in/"
    again, _ = sign_in()
    assert again.post("/sign-in/code/", {"code": code}).status_code == 422


def test_a_recovery_code_signs_in_once(people, device, dans_codes):
    client, _ = sign_in()
    assert client.post("/sign-in/code/", {"code": dans_codes[0].upper()}).status_code == 302
    assert is_signed_in(client)
    assert acts()[-1] == "recovery code used"
    again, _ = sign_in()
    assert again.post("/sign-in/code/", {"code": dans_codes[0]}).status_code == 422
    assert second_step.recovery_codes_left(people.dan) == 9


def test_codes_are_not_guessed_from_many_networks(device):
    client, _ = sign_in()
    statuses = [
        client.post("/sign-in/code/", {"code": "1"}, REMOTE_ADDR=f"192.0.2.{n}").status_code
        for n in range(21)
    ]
    assert statuses == [422] * 20 + [429]


def test_after_a_wrong_code_the_right_one_has_to_wait(device):
    client, _ = sign_in()
    code = code_of(device)
    client.post("/sign-in/code/", {"code": "000000" if code != "000000" else "000001"})
    assert client.post("/sign-in/code/", {"code": code}).status_code == 422
    assert client.post("/sign-in/code/", {"code": code}).status_code == 422


@pytest.mark.parametrize("change", ["patience", "password", "locked", "nothing"])
def test_waiting_for_the_code_ends(people, device, monkeypatch, change):
    client, _ = sign_in()
    if change == "patience":
        monkeypatch.setattr(sign_in_code, "PATIENCE", timedelta(0))
    if change == "password":
        people.dan.set_password("another")
        people.dan.save()
    if change == "locked":
        people.dan.is_active = False
        people.dan.save()
    response = client.post("/sign-in/code/", {"code": code_of(device)})
    assert response.url == ("/account/" if change == "nothing" else "/sign-in/")


def test_without_the_password_nobody_is_asked_for_a_code(device, db):
    assert Client().get("/sign-in/code/").url == "/sign-in/"
    assert Client().post("/sign-in/code/", {"code": code_of(device)}).url == "/sign-in/"


def test_it_is_switched_off_with_the_password(browse_as, people, device):
    client = browse_as(people.dan)
    refused = client.post("/account/second-step/", {"remove": "", "password": "wrong"})
    assert (refused.status_code, second_step.is_set_up(people.dan)) == (422, True)
    client.post("/account/second-step/", {"remove": "", "password": "dan"})
    assert not second_step.is_set_up(people.dan)
    assert not StaticToken.objects.exists()
    assert acts()[-1] == "second step removed"
    assert sign_in()[1].url == "/account/"


def test_new_recovery_codes_replace_the_old_ones(browse_as, people, device, dans_codes):
    page = browse_as(people.dan).post("/account/second-step/", {"codes": "", "password": "dan"})
    assert page.status_code == 200
    assert second_step.recovery_codes_left(people.dan) == 10
    assert not second_step.check_code(people.dan, dans_codes[0])


def test_the_operator_helps_who_lost_phone_and_codes(people, device, capsys):
    call_command("remove_second_step", "dan")
    assert sign_in()[1].url == "/account/"
    assert acts()[-1] == "second step removed"
    with pytest.raises(CommandError, match="has no second step"):
        call_command("remove_second_step", "dan")
    with pytest.raises(CommandError, match="There is no account"):
        call_command("remove_second_step", "nobody")


def test_a_new_password_leaves_the_second_step(people, device):
    people.dan.set_password("another one")
    people.dan.save()
    assert sign_in(password="another one")[1].url == "/sign-in/code/"


def test_the_admin_asks_for_it_too_and_shows_no_secrets(people, device):
    people.dan.is_staff = people.dan.is_superuser = True
    people.dan.save()
    client = Client()
    start = client.get("/admin/login/?next=/admin/")
    client.post(start.url, {"username": "dan", "password": "dan"})
    assert client.get("/admin/").status_code == 302
    assert client.post("/sign-in/code/", {"code": code_of(device)}).url == "/admin/"
    index = client.get("/admin/").content.decode()
    assert "/admin/scorekeeper/user/" in index
    assert "otp" not in index
    assert client.get("/admin/otp_totp/totpdevice/").status_code == 404


def test_a_program_sends_the_code_for_a_token(people, device):
    body = {"username": "dan", "password": "dan"}
    refused = APIClient().post(f"{API}/tokens/", body)
    check_problem(refused, 401, "authentication-failed")
    assert "second step" in refused.json()["detail"]
    assert APIClient().post(f"{API}/tokens/", {**body, "code": "123"}).status_code == 401
    made = APIClient().post(f"{API}/tokens/", {**body, "code": code_of(device)})
    assert made.status_code == 201
    assert Token.objects.filter(user=people.dan).count() == 1
    assert APIClient().post(f"{API}/tokens/", {**body, "code": code_of(device)}).status_code == 401


def test_a_program_of_an_account_without_it_needs_no_code(people):
    body = {"username": "carol", "password": "carol"}
    assert APIClient().post(f"{API}/tokens/", body).status_code == 201
    assert APIClient().post(f"{API}/tokens/", {**body, "code": "1"}).status_code == 201


# asked by a club


@pytest.mark.parametrize(
    ("asked", "owner", "referee"),
    [
        ("", Role.OWNER, Role.REFEREE),
        ("owners", Role.REFEREE, Role.REFEREE),
        ("referees", Role.SCORER, Role.SCORER),
    ],
)
def test_without_it_a_smaller_role_counts(people, club, asked, owner, referee):
    Club.objects.update(second_step_for=asked)
    assert access.role_in(club, people.alice) == owner
    assert access.role_in(club, people.bob) == referee
    assert access.role_in(club, people.carol) == Role.SCORER
    assert access.role_in(club, people.dan) == Role.MEMBER
    TOTPDevice.objects.create(user=people.alice, confirmed=True)
    TOTPDevice.objects.create(user=people.bob, confirmed=False)
    assert access.role_in(club, people.alice) == Role.OWNER
    assert access.role_in(club, people.bob) == referee


@pytest.mark.parametrize("asked", ["", "owners", "referees"])
def test_one_row_and_lists_of_rows_agree_who_may_do_what(people, club, asked):
    Club.objects.update(second_step_for=asked)
    TOTPDevice.objects.create(user=people.bob, confirmed=True)
    for person in vars(people).values():
        for action in Action:
            listed = access.clubs_where(person, action).filter(pk=club.pk).exists()
            assert listed == access.may(person, action, club), (person, action)


def test_an_owner_asks_for_it_and_is_led_to_set_it_up(browse_as, people, club):
    client, settings = browse_as(people.alice), f"/clubs/{club.pk}/settings/"
    client.post(settings, {"name": club.name, "second_step_for": "referees"})
    assert client.get(settings).url == "/account/second-step/"
    assert "Set up the second step" in client.get(f"/clubs/{club.pk}/").content.decode()
    assert browse_as(people.dan).get(settings).status_code == 403
    device = second_step.start(people.alice)
    second_step.confirm(people.alice, code_of(device), password="alice")
    assert browse_as(people.alice).get(settings).status_code == 200


@pytest.mark.parametrize(
    ("asked", "name"), [("owners", "alice"), ("referees", "alice"), ("referees", "bob")]
)
def test_the_page_of_the_club_says_why_there_is_less_to_do(browse_as, people, club, asked, name):
    hint = "Until you set it up, you may do less here."
    page = f"/clubs/{club.pk}/"
    assert hint not in browse_as(getattr(people, name)).get(page).content.decode()
    Club.objects.update(second_step_for=asked)
    assert hint in browse_as(getattr(people, name)).get(page).content.decode()
    assert hint not in browse_as(people.carol).get(page).content.decode()


def test_a_token_has_the_role_only_if_its_account_has_the_second_step(signed, people, club):
    url, alice = f"{API}/clubs/{club.pk}/", signed(people.alice)
    assert alice.patch(url, {"second_step_for": "owners"}).json()["second_step_for"] == "owners"
    refused = alice.patch(url, {"name": "Friday"})
    check_problem(refused, 403, "permission-denied")
    assert "second step" in refused.json()["detail"]
    TOTPDevice.objects.create(user=people.alice, confirmed=True)
    assert alice.patch(url, {"second_step_for": ""}).status_code == 200


# what leaves


def test_no_secret_is_in_an_archive_and_none_outlives_the_account(people, club, device, dans_codes):
    archive = b"".join(club_archive.build_archive(club, by=people.alice))
    for secret in (device.key, second_step.typed_secret(device), *dans_codes):
        assert secret.encode() not in archive
    assert (
        "second_step_for" not in club_archive.build_manifest(club, sessions=[], left_out=[])["club"]
    )
    club.members.filter(user=people.eve).delete()
    stranger = type(people.dan).objects.create(username="zoe")
    TOTPDevice.objects.create(user=stranger)
    stranger.delete()
    assert not TOTPDevice.objects.filter(user__isnull=True).exists()
    assert TOTPDevice.objects.count() == 1
