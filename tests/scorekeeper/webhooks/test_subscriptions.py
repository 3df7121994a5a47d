"""Owners have other programs told what happens in their club; nobody else learns that there are any."""

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
    User,
    Webhook,
)
from scorekeeper.webhooks import address_guard, signatures, subscriptions
from tests.scorekeeper.sample_rows import create_webhook_with_delivery

pytestmark = pytest.mark.django_db

PATH = "/api/v1/webhooks/"
ADDRESS = "https://wall.example/told?wall=7"


@pytest.fixture(autouse=True)
def _for_this_computer(settings):
    """As the embedded service has it, whatever the tests run on."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = settings.WEBHOOKS_OVER_HTTP = True


@pytest.fixture
def alice(signed, people, club):
    """The club's owner at her computer."""
    return signed(people.alice)


@pytest.fixture
def body(club):
    return {"club": str(club.pk), "address": ADDRESS, "kinds": ["hand.recorded"]}


@pytest.fixture
def made(alice, body):
    answer = alice.post(PATH, body)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_webhook_is_made_and_its_secret_shown_this_once(alice, made):
    assert made["secret"].startswith("whsec_")
    shown = alice.get(f"{PATH}{made['id']}/").json()
    assert shown == {key: value for key, value in made.items() if key != "secret"}
    assert made["secret"] not in alice.get(PATH).content.decode()


def test_asked_for_again_under_its_id_it_is_the_same_webhook(alice, body):
    body = {**body, "id": str(uuid4())}
    first, again = (alice.post(PATH, body) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = alice.post(PATH, {**body, "label": "Another"})
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


@pytest.mark.parametrize("path", ["", "secret/"])
def test_a_repeated_request_shows_the_secret_again_and_none_is_kept(alice, body, made, path):
    url = f"{PATH}{made['id']}/{path}" if path else PATH
    first, again = (alice.post(url, body, headers={"Idempotency-Key": "k"}) for _ in range(2))
    alice.post(f"{PATH}{made['id']}/secret/")
    late = alice.post(url, body, headers={"Idempotency-Key": "k"})
    assert first.content == again.content == late.content
    assert "Idempotency-Replayed" in again.headers
    assert "whsec_" not in GivenAnswer.objects.get().body


def test_each_kind_once_in_the_order_of_the_list(alice, body):
    sent = {**body, "kinds": ["dispute.ruled", "hand.recorded", "dispute.ruled"]}
    assert alice.post(PATH, sent).json()["kinds"] == ["hand.recorded", "dispute.ruled"]


@pytest.mark.parametrize(
    ("wrong", "where"),
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
def test_what_cannot_be_told_is_refused(alice, body, wrong, where):
    answer = alice.post(PATH, {**body, **wrong})
    if where is None:  # what surrounds an address is left out
        assert answer.json()["address"] == "https://wall.example/"
        return
    assert (answer.status_code, answer.json()["where"]) == (422, where)


INSIDE = [
    "127.0.0.1", "10.0.0.7", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "[::1]", "[fe80::1]", "[fd00:ec2::254]", "[::ffff:127.0.0.1]", "[2002:7f00:1::]", "[64:ff9b::7f00:1]", "[::]",
]  # fmt: skip


@pytest.mark.parametrize("host", INSIDE)
def test_an_installation_for_others_sends_nothing_inside(alice, body, host, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    refused = alice.post(PATH, {**body, "address": f"https://{host}/"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-address")
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    assert alice.post(PATH, {**body, "address": f"https://{host}/"}).status_code == 201


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f000001", "2130706433"])
def test_whatever_a_name_means_is_looked_at_when_it_is_sent_there(host, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    with pytest.raises(address_guard.AddressError, match=r"private network|not known"):
        address_guard.resolve(address_guard.check(f"https://{host}/"))


def test_one_address_inside_is_enough_to_refuse_a_name(monkeypatch, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    found = [(2, 1, 6, "", (ip, 443)) for ip in ("203.0.114.9", "10.0.0.1")]
    monkeypatch.setattr(address_guard.socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(address_guard.AddressError, match="private network"):
        address_guard.resolve(address_guard.check("https://wall.example/"))
    monkeypatch.setattr(address_guard.socket, "getaddrinfo", lambda *_, **__: found[:1])
    assert address_guard.resolve(address_guard.check("https://wall.example/")) == ["203.0.114.9"]


def test_an_installation_for_others_sends_over_https_only(alice, body, settings):
    settings.WEBHOOKS_OVER_HTTP = False
    answer = alice.post(PATH, {**body, "address": "http://wall.example/"})
    assert answer.json()["detail"] == "Messages are sent over https only."


def test_a_club_has_twenty_webhooks_at_most(alice, body, club):
    for _ in range(subscriptions.MAX_PER_CLUB):
        assert alice.post(PATH, body).status_code == 201
    answer = alice.post(PATH, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-webhooks")


def test_it_is_changed_paused_and_goes_on(alice, made):
    url = f"{PATH}{made['id']}/"
    changed = alice.patch(url, {"label": "The wall", "kinds": ["dispute.raised"], "paused": True})
    said = changed.json()
    assert (said["label"], said["kinds"]) == ("The wall", ["dispute.raised"])
    assert (said["paused"], said["paused_because"]) == (True, "asked")
    assert alice.patch(url, {"paused": False}).json()["paused_because"] == ""
    lines = AuditEntry.objects.filter(act="webhook changed").order_by("pk")
    assert [line.details for line in lines] == [
        {"fields": ["kinds", "label", "paused"]},
        {"fields": ["paused"]},
    ]


def test_a_change_that_changes_nothing_leaves_no_line(alice, made):
    alice.patch(f"{PATH}{made['id']}/", {"address": ADDRESS, "paused": False})
    assert not AuditEntry.objects.filter(act="webhook changed").exists()


def test_no_line_of_the_log_holds_an_address(alice, made):
    alice.patch(f"{PATH}{made['id']}/", {"address": "https://elsewhere.example/"})
    assert "example" not in str(list(AuditEntry.objects.values_list("details", flat=True)))


def test_another_secret_leaves_the_one_before_good_for_a_day(alice, made):
    before = Webhook.objects.get()
    renewed = alice.post(f"{PATH}{made['id']}/secret/").json()
    after = Webhook.objects.get()
    assert renewed["secret"] == signatures.secret_of(after) != made["secret"]

    def signed(hook, at):
        return signatures.signature_headers(hook, "1", "{}", at=at)["webhook-signature"].split()

    soon, late = after.secret_since, after.secret_since + signatures.OVERLAP
    assert signed(before, soon)[0] in signed(after, soon)
    assert len(signed(after, soon)) == 2
    assert signed(before, late)[0] not in signed(after, late)


def test_while_the_key_of_the_installation_is_replaced_both_sign(made, settings):
    hook = Webhook.objects.get()
    at = hook.created_at
    (before,) = signatures.signature_headers(hook, "1", "{}", at=at)["webhook-signature"].split()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "n" * 60
    assert signatures.secret_of(hook) != made["secret"]
    assert (
        before in signatures.signature_headers(hook, "1", "{}", at=at)["webhook-signature"].split()
    )


def test_no_two_webhooks_have_the_same_secret(alice, body, made):
    assert alice.post(PATH, body).json()["secret"] != made["secret"]


def test_it_is_taken_back_with_all_that_it_was_told(alice, made):
    alice.post(f"{PATH}{made['id']}/ping/")
    assert alice.delete(f"{PATH}{made['id']}/").status_code == 204
    assert alice.delete(f"{PATH}{made['id']}/").status_code == 404
    assert not Delivery.objects.exists()
    assert AuditEntry.objects.filter(act="webhook revoked", subject=made["id"]).count() == 1


def test_what_it_was_told_is_listed_latest_first(alice, made):
    sent = [alice.post(f"{PATH}{made['id']}/ping/").json() for _ in range(3)]
    listed = alice.get(f"{PATH}{made['id']}/deliveries/?page_size=2").json()
    assert [row["id"] for row in listed["results"]] == [sent[2]["id"], sent[1]["id"]]
    rest = alice.get(listed["next"]).json()["results"]
    assert [row["id"] for row in rest] == [sent[0]["id"]]
    assert rest[0]["type"] == "ping"
    assert (rest[0]["state"], rest[0]["attempts"]) == ("waiting", 0)


def test_what_never_arrived_can_be_looked_for(alice, made):
    first, _ = (alice.post(f"{PATH}{made['id']}/ping/").json() for _ in range(2))
    gave_up = {"state": DeliveryState.GIVEN_UP, "next_try_at": None}
    Delivery.objects.filter(message=first["id"]).update(**gave_up)
    listed = alice.get(f"{PATH}{made['id']}/deliveries/?state=given up").json()["results"]
    assert [row["id"] for row in listed] == [first["id"]]


def test_a_message_is_sent_again_under_its_id(alice, club, people):
    told = create_webhook_with_delivery(club, by=people.alice)
    url = f"{PATH}{told['webhooks']}/deliveries/{told['deliveries']}/again/"
    again = alice.post(url)
    assert (again.status_code, again.json()["state"]) == (202, "waiting")
    assert again.json()["id"] == str(told["deliveries"])
    assert (alice.post(url).status_code, alice.post(url).json()["code"]) == (409, "still-waiting")


def test_a_webhook_of_one_club_has_no_message_of_another(alice, club, people, made):
    told = create_webhook_with_delivery(club, by=people.alice)
    url = f"{PATH}{made['id']}/deliveries/{told['deliveries']}/again/"
    assert alice.post(url).status_code == 404


def test_one_is_shown_the_webhooks_of_the_clubs_one_owns(made, people, signed):
    other = Club.objects.get(name="Elsewhere")
    elsewhere = {"clubs": other.pk, **create_webhook_with_delivery(other, by=people.eve)}
    for who, ids in ((people.alice, [made["id"]]), (people.eve, [str(elsewhere["webhooks"])]), (people.bob, [])):  # fmt: skip
        assert [row["id"] for row in signed(who).get(PATH).json()["results"]] == ids
    for club in (uuid4(), elsewhere["clubs"]):  # whether there is such a club is not told
        assert signed(people.alice).get(f"{PATH}?club={club}").json()["results"] == []
    assert signed(people.alice).get(f"{PATH}?club={made['club']}").json()["results"] != []


@pytest.mark.parametrize("times", [1, 6])
def test_lists_are_read_with_as_many_queries_however_long(
    alice, body, made, times, django_assert_num_queries
):
    for _ in range(times):
        alice.post(PATH, body)
        alice.post(f"{PATH}{made['id']}/ping/")
    with django_assert_num_queries(2):  # the token with its account, the page
        alice.get(PATH)
    with django_assert_num_queries(4):  # and the webhook, the role
        alice.get(f"{PATH}{made['id']}/deliveries/")


def test_the_admin_shows_webhooks_and_messages_and_changes_none(made, alice, client):
    alice.post(f"{PATH}{made['id']}/ping/")
    client.force_login(User.objects.create_superuser("root", password="root"))
    for row in (Webhook.objects.get(), Delivery.objects.get()):
        name = f"admin:scorekeeper_{row._meta.model_name}"
        assert client.get(reverse(f"{name}_changelist"), {"q": "wall"}).status_code == 200
        page = client.get(reverse(f"{name}_change", args=[row.pk]))
        assert page.status_code == 200
        assert made["secret"] not in page.content.decode()
        for act in ("change", "delete"):
            assert (
                client.post(reverse(f"{name}_{act}", args=[row.pk]), {"post": "yes"}).status_code
                == 403
            )


def test_the_tasks_of_the_clock_may_run_twice(made):
    assert [tasks.deliver_messages() for _ in range(2)] == [0, 0]
    assert [tasks.forget_old_messages() for _ in range(2)] == [0, 0]
