"""Webhooks on pages: the secret is shown once, and what went wrong is said in plain words."""

import uuid

import pytest

from scorekeeper.models import Delivery, Webhook, WebhookEvent
from scorekeeper.pages.webhooks import text as webhook_text
from scorekeeper.webhooks import signatures, subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook

ADDRESS = "https://wall.example/told"


@pytest.fixture
def hook(club, people):
    new = NewWebhook(address=ADDRESS, kinds=[WebhookEvent.HAND_RECORDED], label="The wall")
    return subscriptions.create(club, new, by=people.alice)[0]


@pytest.fixture
def owner(browse):
    return browse("alice")


def added(client, club, **said):
    given = {"id": uuid.uuid4(), "address": ADDRESS, "kinds": ["hand.recorded"], "label": "", **said}  # fmt: skip
    return client.post(f"/clubs/{club.pk}/webhooks/", given)


def text(answer):
    return answer.content.decode()


def test_a_webhook_is_added_and_its_secret_shown_this_once(owner, club):
    page = added(owner, club)
    secret = signatures.secret_of(Webhook.objects.get())
    assert secret in text(page)
    assert "no-store" in page["Cache-Control"]
    for address in (f"/clubs/{club.pk}/webhooks/", f"/webhooks/{Webhook.objects.get().pk}/"):
        assert secret not in text(owner.get(address))


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"address": "wall"}, "This is no address: write https://…"),
        ({"address": "ftp://wall.example/"}, "Messages are sent over https"),
        ({"address": "https://me:word@wall.example/"}, "A name and password do not belong"),
        ({"kinds": []}, "This field is required."),
        ({"kinds": ["everything"]}, "Select a valid choice"),
    ],
)
def test_what_will_not_do_is_said_at_its_field(owner, club, said, wrong):
    page = added(owner, club, **said)
    assert page.status_code == 422
    assert wrong in text(page)
    assert page.context["form"].errors.keys() == said.keys()


def test_a_club_has_up_to_twenty(owner, club, people):
    for _ in range(subscriptions.MAX_PER_CLUB):
        added(owner, club)
    assert "A club has up to 20 webhooks" in text(added(owner, club))


def test_the_secret_is_renewed_and_shown(owner, hook):
    assert 'name="number" value="1"' in text(owner.get(f"/webhooks/{hook.pk}/"))
    for _sent_twice in range(2):
        page = owner.post(f"/webhooks/{hook.pk}/secret/", {"number": "1"})
        hook.refresh_from_db()
        assert hook.secret_number == 2
        assert signatures.secret_of(hook) in text(page)


def test_a_secret_that_was_renewed_meanwhile_is_left_as_it_is(owner, hook, people):
    for _ in range(2):
        subscriptions.renew_secret(hook, by=people.alice)
    page = owner.post(f"/webhooks/{hook.pk}/secret/", {"number": "1"}, follow=True)
    hook.refresh_from_db()
    assert "The secret was renewed meanwhile." in text(page)
    assert hook.secret_number == 3
    assert signatures.secret_of(hook) not in text(page)


def test_a_webhook_is_changed(owner, hook):
    said = {"address": ADDRESS, "kinds": ["dispute.raised", "hand.changed"], "label": "The hall"}
    assert owner.post(f"/webhooks/{hook.pk}/", said).status_code == 302
    hook.refresh_from_db()
    assert (hook.label, hook.kinds) == ("The hall", ["hand.changed", "dispute.raised"])
    assert owner.post(f"/webhooks/{hook.pk}/", {**said, "address": "x"}).status_code == 422


def test_it_is_switched_off_and_on(owner, hook):
    page = owner.post(f"/webhooks/{hook.pk}/pause/", {"paused": "yes"}, follow=True)
    assert "It is switched off: nothing is told." in text(page)
    page = owner.post(f"/webhooks/{hook.pk}/pause/", {"paused": "no"}, follow=True)
    hook.refresh_from_db()
    assert hook.paused_at is None


def test_a_try_is_sent_and_its_answer_said(owner, hook):
    page = owner.post(f"/webhooks/{hook.pk}/ping/", follow=True)
    assert page.context["deliveries"][0]["kind"] == "A try"
    assert 'hx-trigger="every 2s"' in text(page)


@pytest.mark.parametrize(
    ("status", "problem", "said"),
    [
        (204, "", "It answered 204: received."),
        (404, "It answered 404; 2xx was expected.", "it knows no such page: is the address right?"),
        (302, "It answered 302; redirects are not followed.", "it sends elsewhere"),
        (503, "It answered 503; 2xx was expected.", "something is wrong inside the receiver"),
        (418, "It answered 418; 2xx was expected.", "a number from 200 to 299 was expected"),
        (None, "It did not answer in time.", "It did not answer in time."),
        (None, "The connection failed (ConnectionError).", "does it run, and is the address right?"),
    ],
)  # fmt: skip
def test_the_last_answer_is_said_in_plain_words(owner, hook, people, status, problem, said):
    row = subscriptions.ping(hook, by=people.alice)
    Delivery.objects.update(
        state="given up", next_try_at=None, tried_at=row.at, status_code=status, problem=problem
    )
    page = text(owner.get(f"/webhooks/{hook.pk}/"))
    assert said in page
    assert "hx-trigger" not in page


def test_a_message_is_sent_again_once_it_does_not_wait(owner, hook, people):
    row = subscriptions.ping(hook, by=people.alice)
    again = f"/webhooks/{hook.pk}/messages/{row.message}/again/"
    assert "still waits for its next try" in text(owner.post(again, follow=True))
    Delivery.objects.update(state="given up", next_try_at=None)
    owner.post(again)
    assert Delivery.objects.get().state == "waiting"


def test_messages_are_found_by_their_state(owner, hook, people):
    subscriptions.ping(hook, by=people.alice)
    assert len(owner.get(f"/webhooks/{hook.pk}/?state=waiting").context["deliveries"]) == 1
    assert "Nothing was found." in text(owner.get(f"/webhooks/{hook.pk}/?state=given+up"))
    assert len(owner.get(f"/webhooks/{hook.pk}/?state=nonsense").context["deliveries"]) == 1


def test_a_webhook_is_removed_with_its_messages(owner, hook, people, club):
    subscriptions.ping(hook, by=people.alice)
    page = owner.post(f"/webhooks/{hook.pk}/remove/", follow=True)
    assert "None yet." in text(page)
    assert not Webhook.objects.exists()


def test_every_event_has_a_label_in_the_form():
    assert list(webhook_text.KINDS) == list(WebhookEvent)
