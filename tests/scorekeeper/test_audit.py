"""Every change leaves a line that says who did it; nothing and nobody rewrites the log."""

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
"""What the writes say."""


@pytest.fixture
def lines(db):
    """The lines that were added to the log since it was asked for the last time."""
    last = 0

    def _lines():
        nonlocal last
        found = list(AuditEntry.objects.filter(pk__gt=last).order_by("pk"))
        last = found[-1].pk if found else last
        return found

    return _lines


def test_every_write_leaves_one_line_without_a_name_or_a_word(ids, people, signed):
    client, wrong = signed(people.alice), []
    for route in WRITES:
        with rolled_back():
            before = set(AuditEntry.objects.values_list("pk", flat=True))
            answer = route.send(client, ids)
            left = AuditEntry.objects.exclude(pk__in=before)
            if answer.status_code >= 300 or [entry.by for entry in left] != [people.alice] * route.entries:  # fmt: skip
                wrong.append((route.name, answer.status_code, [str(entry) for entry in left]))
            told = str([entry.details for entry in left])
            wrong += [(route.name, word) for word in WORDS if word in told]
            if any(entry.club_id not in {ids["clubs"], None} for entry in left) and route.name != "POST clubs/":  # fmt: skip
                wrong.append((route.name, "of another club"))
    assert not wrong


NOTHING_NEW = [
    ("clubs/{clubs}/", {"name": "Thursday night"}),
    ("players/{players}/", {"name": "Alice"}),
    ("seasons/{seasons}/", {"name": "Spring"}),
    ("sessions/{sessions}/", {"event": "Thursday night"}),
    ("clubs/{clubs}/members/{members}/", {"role": "member"}),
]


@pytest.mark.parametrize(("path", "body"), NOTHING_NEW)
def test_a_change_that_changes_nothing_leaves_none(path, body, ids, people, signed):
    before = AuditEntry.objects.count()
    url = f"/api/v1/{path.format(**ids)}"
    assert signed(people.alice).patch(url, body, headers={"If-Match": "*"}).status_code == 200
    assert AuditEntry.objects.count() == before


def test_a_line_says_who_did_what_to_what(club, people, signed, lines):
    lines()
    player = signed(people.carol).post(f"/api/v1/clubs/{club.pk}/players/", {"name": "Erin"})
    (line,) = lines()
    assert (line.by, line.act, line.kind) == (people.carol, "player added", "player")
    assert (line.subject, line.club) == (player.json()["id"], club)


def test_what_came_through_a_link_says_through_which(session, people, client, lines):
    link, _ = session_links.create_link(session, by=people.carol)
    lines()
    client.post(
        f"/api/v1/sessions/{session.pk}/hands/", SHEET, content_type="application/json",
        headers={"Authorization": f"Link {session_links.token_of(link)}"},
    )  # fmt: skip
    (line,) = lines()
    assert (line.by, line.link) == (people.carol, link)


def test_owners_and_referees_read_the_log_newest_first(club, session, people, signed):
    path = f"/api/v1/clubs/{club.pk}/audit/"
    for who in (people.alice, people.bob):
        shown = signed(who).get(path).json()["results"]
        assert shown[0]["act"] == "session opened"
        assert shown[-1]["act"] == "club founded"
        assert shown[0]["subject"] == str(session.pk)
    assert signed(people.carol).get(path).status_code == 403


def test_the_log_is_searched_by_what_was_done_and_to_what(club, session, people, signed):
    path = f"/api/v1/clubs/{club.pk}/audit/?subject={session.pk}"
    assert [row["act"] for row in signed(people.bob).get(path).json()["results"]] == [
        "session opened"
    ]


def test_the_log_of_one_club_tells_nothing_of_another(club, people, signed):
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
def test_what_is_done_in_the_admin_is_in_the_log(model, values, club, client, lines):
    root = User.objects.create_superuser("root", password="root")
    client.force_login(root)
    name = f"admin:scorekeeper_{model._meta.model_name}"
    inlines = {f"{rows}-{key}_FORMS": 0 for rows in ("members", "players") for key in ("TOTAL", "INITIAL")}  # fmt: skip
    posted = {**values, **({} if model is Club else {"club": club.pk}), **inlines}
    lines()
    assert client.post(reverse(f"{name}_add"), posted).status_code == 302
    row = model.objects.get(name="By hand")
    posted["name"] = "By another hand"
    assert client.post(reverse(f"{name}_change", args=[row.pk]), posted).status_code == 302
    kind = model._meta.verbose_name
    assert [(line.act, line.by) for line in lines()] == [
        (f"{kind} added in the admin", root),
        (f"{kind} changed in the admin", root),
    ]


def test_the_admin_changes_and_deletes_no_line(club, client):
    client.force_login(User.objects.create_superuser("root", password="root"))
    line = AuditEntry.objects.first()
    for page in ("change", "delete"):
        url = reverse(f"admin:scorekeeper_auditentry_{page}", args=[line.pk])
        assert client.post(url, {"post": "yes", "act": "forged"}).status_code == 403
    assert AuditEntry.objects.get(pk=line.pk).act == line.act


def test_nothing_in_the_admin_is_deleted_many_at_a_time(rf):
    request = rf.get("/")
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    changeable = [page for page in site._registry.values() if page.has_change_permission(request)]
    ours = [page for page in changeable if page.model._meta.app_label == "scorekeeper"]
    assert ours
    assert not any(page.get_actions(request) for page in ours)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "statement",
    ["UPDATE scorekeeper_auditentry SET act = 'forged'", "DELETE FROM scorekeeper_auditentry"],
)
def test_the_database_itself_refuses_to_rewrite_the_log(statement, club):
    before = list(AuditEntry.objects.values_list())
    assert before
    with (
        connection.cursor() as cursor,
        pytest.raises(IntegrityError, match="never changed or deleted"),
        transaction.atomic(),
    ):
        cursor.execute(statement)
    assert list(AuditEntry.objects.values_list()) == before
