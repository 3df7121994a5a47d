"""The audit log: every change adds an entry with its author, and no entry can be changed."""

import pytest
from django.contrib.admin import site
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from scorekeeper.models import AuditEntry, Club, Player, Season, User
from scorekeeper.sessions import links as session_links
from tests.scorekeeper.callers import rolled_back
from tests.scorekeeper.routes import WRITES
from tests.scorekeeper.sample_hands import SHEET

pytestmark = pytest.mark.django_db

WORDS = ("Renamed", "Erin", "Ally", "Autumn", "A long one.", "Dan's phone", "Here")
"""Names and texts in the requests of ROUTES."""


@pytest.fixture
def new_entries(db):
    """Return a function that lists the entries added since its last call."""
    last = 0

    def _new_entries():
        nonlocal last
        entries = list(AuditEntry.objects.filter(pk__gt=last).order_by("pk"))
        last = entries[-1].pk if entries else last
        return entries

    return _new_entries


def test_every_write_adds_its_entries_without_names_or_texts(ids, people, signed):
    client, wrong = signed(people.alice), []
    for route in WRITES:
        with rolled_back():
            before = set(AuditEntry.objects.values_list("pk", flat=True))
            answer = route.send(client, ids)
            added = AuditEntry.objects.exclude(pk__in=before)
            if (
                answer.status_code >= 300
                or [entry.by for entry in added] != [people.alice] * route.entries
            ):
                wrong.append((route.name, answer.status_code, [str(entry) for entry in added]))
            details = str([entry.details for entry in added])
            wrong += [(route.name, word) for word in WORDS if word in details]
            if (
                any(entry.club_id not in {ids["clubs"], None} for entry in added)
                and route.name != "POST clubs/"
            ):
                wrong.append((route.name, "of another club"))
    assert not wrong


UNCHANGED = [
    ("clubs/{clubs}/", {"name": "Thursday night"}),
    ("players/{players}/", {"name": "Alice"}),
    ("seasons/{seasons}/", {"name": "Spring"}),
    ("sessions/{sessions}/", {"event": "Thursday night"}),
    ("clubs/{clubs}/members/{members}/", {"role": "member"}),
]


@pytest.mark.parametrize(("path", "body"), UNCHANGED)
def test_a_change_without_effect_adds_no_entry(path, body, ids, people, signed):
    before = AuditEntry.objects.count()
    url = f"/api/v1/{path.format(**ids)}"
    assert signed(people.alice).patch(url, body, headers={"If-Match": "*"}).status_code == 200
    assert AuditEntry.objects.count() == before


def test_an_entry_has_author_action_and_subject(club, people, signed, new_entries):
    new_entries()
    player = signed(people.carol).post(f"/api/v1/clubs/{club.pk}/players/", {"name": "Erin"})
    (entry,) = new_entries()
    assert (entry.by, entry.act, entry.kind) == (people.carol, "player added", "player")
    assert (entry.subject, entry.club) == (player.json()["id"], club)


def test_an_entry_names_the_link_that_was_used(session, people, client, new_entries):
    link, _ = session_links.create_link(session, by=people.carol)
    new_entries()
    client.post(
        f"/api/v1/sessions/{session.pk}/hands/",
        SHEET,
        content_type="application/json",
        headers={"Authorization": f"Link {session_links.token_of(link)}"},
    )
    (entry,) = new_entries()
    assert (entry.by, entry.link) == (people.carol, link)


def test_owners_and_referees_read_the_log_newest_first(club, session, people, signed):
    path = f"/api/v1/clubs/{club.pk}/audit/"
    for who in (people.alice, people.bob):
        entries = signed(who).get(path).json()["results"]
        assert entries[0]["act"] == "session opened"
        assert entries[-1]["act"] == "club founded"
        assert entries[0]["subject"] == str(session.pk)
    assert signed(people.carol).get(path).status_code == 403


def test_the_log_is_filtered_by_subject(club, session, people, signed):
    path = f"/api/v1/clubs/{club.pk}/audit/?subject={session.pk}"
    assert [row["act"] for row in signed(people.bob).get(path).json()["results"]] == [
        "session opened"
    ]


def test_the_log_of_another_club_is_not_found(club, people, signed):
    elsewhere = Club.objects.get(name="Elsewhere")
    assert signed(people.alice).get(f"/api/v1/clubs/{elsewhere.pk}/audit/").status_code == 404


@pytest.mark.parametrize(
    ("model", "values"),
    [
        (Club, {"name": "By hand", "visibility": "private"}),
        (Player, {"name": "By hand"}),
        (Season, {"name": "By hand", "visibility": "private"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_changes_in_the_admin_are_in_the_log(model, values, club, root, new_entries):
    name = f"admin:scorekeeper_{model._meta.model_name}"
    inlines = {
        f"{rows}-{key}_FORMS": 0 for rows in ("members", "players") for key in ("TOTAL", "INITIAL")
    }
    form = {**values, **({} if model is Club else {"club": club.pk}), **inlines}
    new_entries()
    assert root.post(reverse(f"{name}_add"), form).status_code == 302
    row = model.objects.get(name="By hand")
    form["name"] = "By another hand"
    assert root.post(reverse(f"{name}_change", args=[row.pk]), form).status_code == 302
    kind = model._meta.verbose_name
    assert [(entry.act, entry.by.username) for entry in new_entries()] == [
        (f"{kind} added in the admin", "root"),
        (f"{kind} changed in the admin", "root"),
    ]


def test_the_admin_cannot_change_or_delete_an_entry(club, root):
    entry = AuditEntry.objects.first()
    for page in ("change", "delete"):
        url = reverse(f"admin:scorekeeper_auditentry_{page}", args=[entry.pk])
        assert root.post(url, {"post": "yes", "act": "forged"}).status_code == 403
    assert AuditEntry.objects.get(pk=entry.pk).act == entry.act


def test_the_admin_has_no_bulk_deletion(rf):
    request = rf.get("/")
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    changeable = [page for page in site._registry.values() if page.has_change_permission(request)]
    ours = [page for page in changeable if page.model._meta.app_label == "scorekeeper"]
    assert ours
    assert not any(page.get_actions(request) for page in ours)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE scorekeeper_auditentry SET act = 'forged'", "DELETE FROM scorekeeper_auditentry"],
)
def test_the_database_refuses_to_change_or_delete_an_entry(statement, club):
    before = list(AuditEntry.objects.values_list())
    assert before
    with (
        connection.cursor() as cursor,
        pytest.raises(IntegrityError, match="never changed or deleted"),
        transaction.atomic(),
    ):
        cursor.execute(statement)
    assert list(AuditEntry.objects.values_list()) == before
