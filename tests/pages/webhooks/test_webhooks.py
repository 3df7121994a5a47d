"""The pages of webhooks: create, change, test and remove them, and read what happened to their messages."""

import uuid

import pytest

from scorekeeper.models import Delivery, Webhook, WebhookEvent
from scorekeeper.pages.webhooks import text as webhook_text
from scorekeeper.webhooks import signatures, subscriptions
from scorekeeper.webhooks.subscriptions import NewWebhook
from tests.pages.forms_and_mail import html_of

ADDRESS = "https://wall.example/told"


@pytest.fixture
def hook(club, people):
    webhook = NewWebhook(address=ADDRESS, kinds=[WebhookEvent.HAND_RECORDED], label="The wall")
    return subscriptions.create(club, webhook, by=people.alice)[0]


@pytest.fixture
def owner(browse):
    return browse("alice")


def add_webhook(client, club, **changes):
    data = {
        "id": uuid.uuid4(),
        "address": ADDRESS,
        "kinds": ["hand.recorded"],
        "label": "",
        **changes,
    }
    return client.post(f"/clubs/{club.pk}/webhooks/", data)


def test_the_secret_of_a_new_webhook_is_shown_once(owner, club):
    page = add_webhook(owner, club)
    secret = signatures.secret_of(Webhook.objects.get())
    assert secret in html_of(page)
    assert "no-store" in page["Cache-Control"]
    for address in (f"/clubs/{club.pk}/webhooks/", f"/webhooks/{Webhook.objects.get().pk}/"):
        assert secret not in html_of(owner.get(address))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"address": "wall"}, "This is not an address: write https://…"),
        ({"address": "ftp://wall.example/"}, "Messages are sent over https"),
        ({"address": "https://me:word@wall.example/"}, "Leave the user name and password out"),
        ({"kinds": []}, "This field is required."),
        ({"kinds": ["everything"]}, "Select a valid choice"),
    ],
)
def test_an_invalid_webhook_is_refused_at_its_field(owner, club, changes, message):
    page = add_webhook(owner, club, **changes)
    assert page.status_code == 422
    assert message in html_of(page)
    assert page.context["form"].errors.keys() == changes.keys()


def test_a_club_has_up_to_twenty_webhooks(owner, club, people):
    for _ in range(subscriptions.MAX_PER_CLUB):
        add_webhook(owner, club)
    assert "A club has up to 20 webhooks" in html_of(add_webhook(owner, club))


def test_a_renewed_secret_is_shown_also_if_the_form_is_sent_twice(owner, hook):
    assert 'name="number" value="1"' in html_of(owner.get(f"/webhooks/{hook.pk}/"))
    for _sent_twice in range(2):
        page = owner.post(f"/webhooks/{hook.pk}/secret/", {"number": "1"})
        hook.refresh_from_db()
        assert hook.secret_number == 2
        assert signatures.secret_of(hook) in html_of(page)


def test_a_secret_renewed_meanwhile_is_not_renewed_again(owner, hook, people):
    for _ in range(2):
        subscriptions.renew_secret(hook, by=people.alice)
    page = owner.post(f"/webhooks/{hook.pk}/secret/", {"number": "1"}, follow=True)
    hook.refresh_from_db()
    assert "The secret was renewed in the meantime." in html_of(page)
    assert hook.secret_number == 3
    assert signatures.secret_of(hook) not in html_of(page)


def test_a_webhook_is_changed(owner, hook):
    data = {"address": ADDRESS, "kinds": ["dispute.raised", "hand.changed"], "label": "The hall"}
    assert owner.post(f"/webhooks/{hook.pk}/", data).status_code == 302
    hook.refresh_from_db()
    assert (hook.label, hook.kinds) == ("The hall", ["hand.changed", "dispute.raised"])
    assert owner.post(f"/webhooks/{hook.pk}/", {**data, "address": "x"}).status_code == 422


def test_a_webhook_is_paused_and_resumed(owner, hook):
    page = owner.post(f"/webhooks/{hook.pk}/pause/", {"paused": "yes"}, follow=True)
    assert "It is switched off: no messages are sent." in html_of(page)
    page = owner.post(f"/webhooks/{hook.pk}/pause/", {"paused": "no"}, follow=True)
    hook.refresh_from_db()
    assert hook.paused_at is None


def test_a_test_message_appears_in_the_list_and_is_followed(owner, hook):
    page = owner.post(f"/webhooks/{hook.pk}/ping/", follow=True)
    assert page.context["deliveries"][0]["kind"] == "A test message"
    assert 'hx-trigger="every 2s"' in html_of(page)


@pytest.mark.parametrize(
    ("status", "problem", "sentence"),
    [
        (204, "", "It answered 204: received."),
        (404, "It answered 404; 2xx was expected.", "there is no such page: check the address"),
        (302, "It answered 302; redirects are not followed.", "it redirects"),
        (503, "It answered 503; 2xx was expected.", "the receiver has an internal error"),
        (418, "It answered 418; 2xx was expected.", "a status from 200 to 299 was expected"),
        (None, "It did not answer in time.", "It did not answer in time."),
        (None, "The connection failed (ConnectionError).", "check that the receiver is running"),
    ],
)
def test_the_last_response_is_explained_in_plain_words(
    owner, hook, people, status, problem, sentence
):
    row = subscriptions.ping(hook, by=people.alice)
    Delivery.objects.update(
        state="given up", next_try_at=None, tried_at=row.at, status_code=status, problem=problem
    )
    page = html_of(owner.get(f"/webhooks/{hook.pk}/"))
    assert sentence in page
    assert "hx-trigger" not in page


def test_a_message_is_sent_again_unless_it_still_waits(owner, hook, people):
    row = subscriptions.ping(hook, by=people.alice)
    send_again = f"/webhooks/{hook.pk}/messages/{row.message}/again/"
    assert "is still waiting for its next attempt" in html_of(owner.post(send_again, follow=True))
    Delivery.objects.update(state="given up", next_try_at=None)
    owner.post(send_again)
    assert Delivery.objects.get().state == "waiting"


def test_messages_are_filtered_by_state(owner, hook, people):
    subscriptions.ping(hook, by=people.alice)
    assert len(owner.get(f"/webhooks/{hook.pk}/?state=waiting").context["deliveries"]) == 1
    assert "Nothing was found." in html_of(owner.get(f"/webhooks/{hook.pk}/?state=given+up"))
    assert len(owner.get(f"/webhooks/{hook.pk}/?state=nonsense").context["deliveries"]) == 1


def test_a_webhook_is_removed_with_its_messages(owner, hook, people, club):
    subscriptions.ping(hook, by=people.alice)
    page = owner.post(f"/webhooks/{hook.pk}/remove/", follow=True)
    assert "None yet." in html_of(page)
    assert not Webhook.objects.exists()


def test_every_event_has_a_label_in_the_form():
    assert list(webhook_text.KIND_LABELS) == list(WebhookEvent)
