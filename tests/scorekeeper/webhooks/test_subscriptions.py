"""Subscriptions of webhooks: owners create, change, pause and revoke them; nobody else sees them."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper import tasks
from scorekeeper.models import (
    AuditEntry,
    Club,
    Delivery,
    DeliveryState,
    GivenAnswer,
    Webhook,
)
from scorekeeper.webhooks import address_guard, signatures, subscriptions
from tests.scorekeeper.sample_rows import create_webhook_with_delivery

pytestmark = pytest.mark.django_db

PATH = "/api/v1/webhooks/"
ADDRESS = "https://wall.example/messages?wall=7"


@pytest.fixture(autouse=True)
def _allow_private_addresses(settings):
    """Use the embedded service's settings, whichever database the tests run on."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = settings.WEBHOOKS_OVER_HTTP = True


@pytest.fixture
def alice(signed, people, club):
    """The club's owner as an API client."""
    return signed(people.alice)


@pytest.fixture
def body(club):
    return {"club": str(club.pk), "address": ADDRESS, "kinds": ["hand.recorded"]}


@pytest.fixture
def created(alice, body):
    answer = alice.post(PATH, body)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_the_secret_of_a_webhook_is_shown_on_creation_only(alice, created):
    assert created["secret"].startswith("whsec_")
    body = alice.get(f"{PATH}{created['id']}/").json()
    assert body == {key: value for key, value in created.items() if key != "secret"}
    assert created["secret"] not in alice.get(PATH).content.decode()


def test_creating_a_webhook_again_with_its_id_returns_the_same_webhook(alice, body):
    body = {**body, "id": str(uuid4())}
    first, again = (alice.post(PATH, body) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = alice.post(PATH, {**body, "label": "Another"})
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


@pytest.mark.parametrize("path", ["", "secret/"])
def test_a_repeated_request_returns_the_secret_though_it_is_not_stored(alice, body, created, path):
    url, sent = (f"{PATH}{created['id']}/{path}", {}) if path else (PATH, body)
    first, again = (alice.post(url, sent, headers={"Idempotency-Key": "k"}) for _ in range(2))
    alice.post(f"{PATH}{created['id']}/secret/")
    late = alice.post(url, sent, headers={"Idempotency-Key": "k"})
    assert first.content == again.content == late.content
    assert "Idempotency-Replayed" in again.headers
    assert "whsec_" not in GivenAnswer.objects.get().body


def test_kinds_are_stored_once_and_in_a_fixed_order(alice, body):
    doubled = {**body, "kinds": ["dispute.ruled", "hand.recorded", "dispute.ruled"]}
    assert alice.post(PATH, doubled).json()["kinds"] == ["hand.recorded", "dispute.ruled"]


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"kinds": []}, "kinds"),
        ({"kinds": ["hand.dealt"]}, "kinds[0]"),
        ({"address": "wall.example"}, "address"),
        ({"address": "ftp://wall.example/"}, "address"),
        ({"address": "https://"}, "address"),
        ({"address": "https://wall.example:0/"}, "address"),
        ({"address": "https://wall.example:x/"}, "address"),
        ({"address": "https://anna:secret@wall.example/"}, "address"),
        ({"address": "https://wall.example/\n"}, None),
        ({"address": "https://[::1"}, "address"),
    ],
)
def test_invalid_kinds_and_addresses_are_refused(alice, body, changes, where):
    answer = alice.post(PATH, {**body, **changes})
    if where is None:  # whitespace around an address is stripped
        assert answer.json()["address"] == "https://wall.example/"
        return
    assert (answer.status_code, answer.json()["where"]) == (422, where)


PRIVATE_HOSTS = [
    *"127.0.0.1 10.0.0.7 192.168.1.1 172.16.0.1 169.254.169.254 100.64.0.1 0.0.0.0".split(),
    *"224.0.0.1 [::1] [fe80::1] [fd00:ec2::254] [::ffff:127.0.0.1] [2002:7f00:1::]".split(),
    *"[64:ff9b::7f00:1] [::]".split(),
]


@pytest.mark.parametrize("host", PRIVATE_HOSTS)
def test_private_addresses_are_refused_unless_allowed(alice, body, host, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    refused = alice.post(PATH, {**body, "address": f"https://{host}/"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-address")
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    assert alice.post(PATH, {**body, "address": f"https://{host}/"}).status_code == 201


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f000001", "2130706433"])
def test_host_names_are_checked_by_their_resolved_addresses(host, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    with pytest.raises(address_guard.AddressError, match=r"private network|not known"):
        address_guard.resolve(address_guard.check(f"https://{host}/"))


def test_a_host_name_with_one_private_address_is_refused(monkeypatch, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    addresses = [(2, 1, 6, "", (ip, 443)) for ip in ("203.0.114.9", "10.0.0.1")]
    monkeypatch.setattr(address_guard.socket, "getaddrinfo", lambda *_, **__: addresses)
    with pytest.raises(address_guard.AddressError, match="private network"):
        address_guard.resolve(address_guard.check("https://wall.example/"))
    monkeypatch.setattr(address_guard.socket, "getaddrinfo", lambda *_, **__: addresses[:1])
    assert address_guard.resolve(address_guard.check("https://wall.example/")) == ["203.0.114.9"]


def test_http_addresses_are_refused_unless_allowed(alice, body, settings):
    settings.WEBHOOKS_OVER_HTTP = False
    answer = alice.post(PATH, {**body, "address": "http://wall.example/"})
    assert answer.json()["detail"] == "Messages are sent over https only."


def test_a_club_has_twenty_webhooks_at_most(alice, body, club):
    for _ in range(subscriptions.MAX_PER_CLUB):
        assert alice.post(PATH, body).status_code == 201
    answer = alice.post(PATH, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-webhooks")


def test_a_webhook_is_changed_paused_and_resumed(alice, created):
    url = f"{PATH}{created['id']}/"
    changed = alice.patch(url, {"label": "The wall", "kinds": ["dispute.raised"], "paused": True})
    changed_hook = changed.json()
    assert (changed_hook["label"], changed_hook["kinds"]) == ("The wall", ["dispute.raised"])
    assert (changed_hook["paused"], changed_hook["paused_because"]) == (True, "asked")
    assert alice.patch(url, {"paused": False}).json()["paused_because"] == ""
    entries = AuditEntry.objects.filter(act="webhook changed").order_by("pk")
    assert [entry.details for entry in entries] == [
        {"fields": ["kinds", "label", "paused"]},
        {"fields": ["paused"]},
    ]


def test_a_change_without_effect_is_not_in_the_audit_log(alice, created):
    alice.patch(f"{PATH}{created['id']}/", {"address": ADDRESS, "paused": False})
    assert not AuditEntry.objects.filter(act="webhook changed").exists()


def test_the_audit_log_contains_no_webhook_address(alice, created):
    alice.patch(f"{PATH}{created['id']}/", {"address": "https://elsewhere.example/"})
    assert "example" not in str(list(AuditEntry.objects.values_list("details", flat=True)))


def test_the_previous_secret_stays_valid_for_a_day(alice, created):
    before = Webhook.objects.get()
    renewed = alice.post(f"{PATH}{created['id']}/secret/").json()
    after = Webhook.objects.get()
    assert renewed["secret"] == signatures.secret_of(after) != created["secret"]

    def signatures_at(webhook, at):
        return signatures.signature_headers(webhook, "1", "{}", at=at)["webhook-signature"].split()

    soon, late = after.secret_since, after.secret_since + signatures.OVERLAP
    assert signatures_at(before, soon)[0] in signatures_at(after, soon)
    assert len(signatures_at(after, soon)) == 2
    assert signatures_at(before, late)[0] not in signatures_at(after, late)


def test_messages_are_signed_with_old_and_new_secret_key_during_rotation(created, settings):
    hook = Webhook.objects.get()
    at = hook.created_at
    (before,) = signatures.signature_headers(hook, "1", "{}", at=at)["webhook-signature"].split()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "n" * 60
    assert signatures.secret_of(hook) != created["secret"]
    assert (
        before in signatures.signature_headers(hook, "1", "{}", at=at)["webhook-signature"].split()
    )


def test_no_two_webhooks_have_the_same_secret(alice, body, created):
    assert alice.post(PATH, body).json()["secret"] != created["secret"]


def test_revoking_a_webhook_deletes_its_deliveries(alice, created):
    alice.post(f"{PATH}{created['id']}/ping/")
    assert alice.delete(f"{PATH}{created['id']}/").status_code == 204
    assert alice.delete(f"{PATH}{created['id']}/").status_code == 404
    assert not Delivery.objects.exists()
    assert AuditEntry.objects.filter(act="webhook revoked", subject=created["id"]).count() == 1


def test_deliveries_are_listed_latest_first(alice, created):
    pings = [alice.post(f"{PATH}{created['id']}/ping/").json() for _ in range(3)]
    listed = alice.get(f"{PATH}{created['id']}/deliveries/?page_size=2").json()
    assert [row["id"] for row in listed["results"]] == [pings[2]["id"], pings[1]["id"]]
    rest = alice.get(listed["next"]).json()["results"]
    assert [row["id"] for row in rest] == [pings[0]["id"]]
    assert rest[0]["type"] == "ping"
    assert (rest[0]["state"], rest[0]["attempts"]) == ("waiting", 0)


def test_deliveries_are_filtered_by_state(alice, created):
    first, _ = (alice.post(f"{PATH}{created['id']}/ping/").json() for _ in range(2))
    gave_up = {"state": DeliveryState.GIVEN_UP, "next_try_at": None}
    Delivery.objects.filter(message=first["id"]).update(**gave_up)
    listed = alice.get(f"{PATH}{created['id']}/deliveries/?state=given up").json()["results"]
    assert [row["id"] for row in listed] == [first["id"]]


def test_a_delivered_message_can_be_sent_again_with_its_id(alice, club, people):
    ids = create_webhook_with_delivery(club, by=people.alice)
    url = f"{PATH}{ids['webhooks']}/deliveries/{ids['deliveries']}/again/"
    again = alice.post(url)
    assert (again.status_code, again.json()["state"]) == (202, "waiting")
    assert again.json()["id"] == str(ids["deliveries"])
    assert (alice.post(url).status_code, alice.post(url).json()["code"]) == (409, "still-waiting")


def test_a_delivery_is_not_found_under_another_webhook(alice, club, people, created):
    ids = create_webhook_with_delivery(club, by=people.alice)
    url = f"{PATH}{created['id']}/deliveries/{ids['deliveries']}/again/"
    assert alice.post(url).status_code == 404


def test_owners_see_the_webhooks_of_their_own_clubs_only(created, people, signed):
    other = Club.objects.get(name="Elsewhere")
    elsewhere = {"clubs": other.pk, **create_webhook_with_delivery(other, by=people.eve)}
    for who, ids in (
        (people.alice, [created["id"]]),
        (people.eve, [str(elsewhere["webhooks"])]),
        (people.bob, []),
    ):
        assert [row["id"] for row in signed(who).get(PATH).json()["results"]] == ids
    for club in (uuid4(), elsewhere["clubs"]):  # does not reveal whether the club exists
        assert signed(people.alice).get(f"{PATH}?club={club}").json()["results"] == []
    assert signed(people.alice).get(f"{PATH}?club={created['club']}").json()["results"] != []


@pytest.mark.parametrize("times", [1, 6])
def test_a_long_list_takes_as_many_queries_as_a_short_one(
    alice, body, created, times, django_assert_num_queries
):
    for _ in range(times):
        alice.post(PATH, body)
        alice.post(f"{PATH}{created['id']}/ping/")
    with django_assert_num_queries(2):  # the token with its account and its roles, the page
        alice.get(PATH)
    with django_assert_num_queries(3):  # and the webhook
        alice.get(f"{PATH}{created['id']}/deliveries/")


def test_the_admin_shows_webhooks_and_deliveries_read_only(created, alice, root):
    alice.post(f"{PATH}{created['id']}/ping/")
    for row in (Webhook.objects.get(), Delivery.objects.get()):
        name = f"admin:scorekeeper_{row._meta.model_name}"
        assert root.get(reverse(f"{name}_changelist"), {"q": "wall"}).status_code == 200
        page = root.get(reverse(f"{name}_change", args=[row.pk]))
        assert page.status_code == 200
        assert created["secret"] not in page.content.decode()
        for view in ("change", "delete"):
            assert (
                root.post(reverse(f"{name}_{view}", args=[row.pk]), {"post": "yes"}).status_code
                == 403
            )


def test_periodic_tasks_may_run_twice(created):
    assert [tasks.deliver_messages() for _ in range(2)] == [0, 0]
    assert [tasks.forget_old_messages() for _ in range(2)] == [0, 0]
