"""Attacks on all pages at once: rows of another club, pages above one's role, names that are markup."""

import re
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse

from scorekeeper.clubs import memberships
from scorekeeper.models import (
    Award,
    Club,
    Comment,
    DisputeStatement,
    HandVariation,
    Invitation,
    Link,
    Player,
    Role,
    Season,
    Session,
    Token,
    UploadedFile,
    User,
    Webhook,
)
from tests import without_triggers
from tests.pages import prepared_club
from tests.pages.page_table import PAGES, Who, url_patterns_of_pages

pytestmark = pytest.mark.slow  # every page is opened several times

HOSTILE = "\"'><script>steal()</script><img src=x onerror=steal()>x{{7*7}}x\u202egnp"
REFUSED = {403, 404, 405}
LEAST = {
    Role.SCORER: {
        *"delete-player player-settings player-picture add-players amend-hand undo-hand second-log".split(),
        *"log-session record-hand import imports import-review import-columns".split(),
        *"import-report cancel-import move-sessions season-sessions correct-session".split(),
        *"session-links session-link revoke-link choose-variant new-session same-table file-session".split(),
    },
    Role.REFEREE: {
        *"audit merges reverse-merge member-history delete-season season-settings".split(),
        *"add-season rebuild-club rebuild-season rebuild-session rebuild cancel-rebuild".split(),
        *"stop-tried-rules annul-session season-plan take-award-away".split(),
    },
    Role.OWNER: {
        *"erasures erase-player remove-member invite invitation revoke-invitation club-settings".split(),
        *"season-visibility session-visibility club-visibility webhooks webhook".split(),
        *"ping-webhook pause-webhook renew-secret remove-webhook send-again".split(),
    },
}
"""The URL names that are refused to smaller roles, by the least role that may use them."""


@pytest.fixture(scope="module")
def prepared(django_db_setup, django_db_blocker):
    """The ids of a club with rows of every kind, all of it private, in a transaction around those of the tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        rows = prepared_club.create_rows()
        for model in (Club, Season, Session):
            model.objects.update(visibility="private")
        yield {**rows, "nothing": uuid4(), "uid": "x", "reset": "x"}
        transaction.set_rollback(True)


@pytest.fixture
def names(prepared, db):
    return prepared


def addresses_of_rows(names):
    """Return an address for every URL of the pages that names a row of a club."""
    others = {
        "user": User.objects.get(username="scorer").pk,
        "invitation": Invitation.objects.get().pk,
        "hook": names["webhook"],
        "row": names["import"],
        "event": 1,
        "form": "toml",
        "ending": "gif",
        "variant": "big-two",
    }
    listed = {}
    for page in PAGES:  # with rows of the right kind
        address = page.at(names).partition("#")[0].partition("?")[0]
        listed.setdefault(resolve(address).view_name, address)
    addresses = {}
    for pattern in url_patterns_of_pages():
        name, parameters = pattern.name, pattern.pattern.converters
        if not {*parameters} - {"variant", "token", "uidb64"}:
            continue
        if name not in listed:
            filled = {one: others.get(one) or names[one] for one in parameters}
            listed[name] = reverse(name, kwargs=filled)
        addresses[name] = listed[name]
    return addresses


def statuses(user, address):
    """Return the status of reading the address, and of sending it an empty form, whose effect is undone."""
    client = Client()
    client.force_login(user)
    with transaction.atomic():
        found = (client.get(address).status_code, client.post(address, {}).status_code)
        transaction.set_rollback(True)
    return found


def test_the_owner_of_another_club_finds_nothing(names):
    stranger = User.objects.get(username="newcomer")
    memberships.found_club("Somewhere else", by=stranger)
    addresses = addresses_of_rows(names)
    assert len(addresses) > 90
    found = {name: statuses(stranger, address) for name, address in addresses.items()}
    assert {name: seen for name, seen in found.items() if not {*seen} <= {404, 405}} == {}


@pytest.mark.parametrize("role", [Role.MEMBER, Role.SCORER, Role.REFEREE])
def test_pages_above_a_role_are_refused(names, role):
    user, addresses = User.objects.get(username=role), addresses_of_rows(names)
    above = {
        least: known
        for least, known in LEAST.items()
        if list(Role).index(least) < list(Role).index(role)
    }
    refused = {name for name, address in addresses.items() if {*statuses(user, address)} <= REFUSED}
    assert refused >= set().union(*above.values()), set().union(*above.values()) - refused
    unlisted = refused - set().union(*LEAST.values())
    assert unlisted <= NEVER_OFFERED, "list the page in LEAST"


NEVER_OFFERED = {"embed-hand", "embedded-moments", "delete-export-file"}
"""URL names that are for public rows only, or for whoever asked for a file."""


class Injected(HTMLParser):
    """Collects what a page must not have: scripts in the page, handlers, addresses that are scripts."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        attributes = {name: value or "" for name, value in attrs}
        is_data = attributes.get("type") in {"application/json", "importmap"}
        if tag == "script" and "src" not in attributes and not is_data:
            self.found.append("script in the page")
        if attributes.get("src") == "x":
            self.found.append("picture of an attacker")
        self.found += [name for name in attributes if name.startswith("on")]
        self.found += [
            name for name, value in attributes.items() if value.strip().startswith("javascript:")
        ]


def injected(response):
    """Return what got into a page, a picture or a part of a page from names."""
    if response.streaming or not re.search("html|svg", response.headers["Content-Type"]):
        return []
    text = response.content.decode()
    parser = Injected()
    parser.feed(text)
    return parser.found + ["x49x"] * ("x49x" in text)


def test_the_parser_notices_injected_markup(rf):
    parser = Injected()
    parser.feed(f'<p title="{HOSTILE}">')
    assert {"script in the page", "onerror", "picture of an attacker"} <= {*parser.found}


@pytest.fixture
def hostile_names(names):
    """The ids of the club in which every name and text is hostile, public so that links of it can be shared."""
    without_triggers.drop_until_rollback()  # which refuse such names since
    for model, *columns in (
        (Club, "name"),
        (Player, "name"),
        (Season, "name"),
        (Award, "name"),
        (Session, "event", "round", "table", "place"),
        (Token, "label"),
        (Link, "label"),
        (Webhook, "label"),
        (Comment, "text"),
        (DisputeStatement, "text"),
        (UploadedFile, "name"),
        (User, "first_name"),
    ):
        for number, row in enumerate(model.objects.all()):
            for column in columns:
                longest = model._meta.get_field(column).max_length
                setattr(row, column, f"{number}{HOSTILE}"[:longest])
            model.objects.filter(pk=row.pk).update(**{name: getattr(row, name) for name in columns})
    HandVariation.objects.update(text={"name": HOSTILE, "comment": HOSTILE})
    Club.objects.update(visibility="public")
    Season.objects.update(visibility="public")
    Session.objects.update(visibility="public")
    return names


def test_names_stay_text_on_every_page(hostile_names):
    found, shown = {}, 0
    for page in PAGES:
        client = Client(headers={"Accept-Language": "de"})  # whose sentences are translated ones
        if page.who is not Who.STRANGER:
            client.force_login(User.objects.get(username=page.who))
        response = client.get(page.at(hostile_names))
        if got := injected(response):
            found[page.title] = got
        shown += not response.streaming and b"&lt;script&gt;steal()" in response.content
    assert found == {}
    assert shown > 80  # the names were there


def test_names_stay_text_in_pictures_parts_of_pages_and_shared_links(hostile_names):
    client = Client()
    client.force_login(User.objects.get(username="demo"))
    for address in addresses_of_rows(hostile_names).values():
        assert injected(client.get(address)) == [], address
    page = Client().get(f"/hands/{hostile_names['public_hand']}/").content.decode()
    assert 'property="og:title"' in page
    assert re.findall(r'property="og:description" content="[^"]*&lt;script&gt;', page)


def test_names_stay_text_in_the_admin(hostile_names):
    root = User.objects.create_superuser("root", password="root")
    client = Client()
    client.force_login(root)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert injected(client.get(reverse(f"{name}_changelist"))) == [], model
        row = model._default_manager.first()
        if row is not None:
            assert injected(client.get(reverse(f"{name}_change", args=[row.pk]))) == [], model


def test_downloads_have_plain_names(hostile_names):
    client = Client()
    client.force_login(User.objects.get(username="demo"))
    for form in ("csv", "toml", "json"):
        response = client.get(f"/sessions/{hostile_names['session']}/record.{form}")
        if "Content-Disposition" in response.headers:
            assert not re.search(
                '[<>\u202e\r\n\']|"[^"]*"[^;"]*"', response["Content-Disposition"].split("''")[0]
            )
