"""A session moved to another season: whoever moves it, by whatever face, the same is counted again and told."""

from datetime import date
from io import BytesIO

import pytest
from celery import Task
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import departures
from scorekeeper.exports import club_archive
from scorekeeper.imports import returned_club
from scorekeeper.journal import sealing
from scorekeeper.models import (
    AuditEntry,
    Club,
    Recount,
    Rerating,
    Result,
    Season,
    Session,
    Unsealed,
)
from scorekeeper.sessions import recording
from tests.pages.forms_and_mail import form_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def seasons(club):
    """The seasons that a session is moved from and to, by name; None is no season."""
    spring = Season.objects.create(club=club, name="Spring")
    summer = Season.objects.create(club=club, name="Summer", starts_on=date(2026, 3, 1))
    return {"Spring": spring, "Summer": summer, "none": None}


@pytest.fixture
def move(carol, root, people):
    """Return a function that moves a session to a season by a face."""
    alice = Client()
    alice.force_login(people.alice)

    def by_api(session, season):
        body, path = {"season": season.pk}, f"/api/v1/sessions/{session.pk}/"
        return carol.patch(path, body, format="json", headers={"If-Match": "*"})

    def by_correction(session, season):
        path = f"/sessions/{session.pk}/correct/"
        changes = {"season": season.pk, "reason": "Another.", "do": "save"}
        return alice.post(path, form_data(alice.get(path), **changes))

    def from_a_list(session, season):
        path, form = (
            f"/clubs/{session.club_id}/sessions/move/",
            {"sessions": session.pk, "into": season.pk},
        )
        shown = alice.post(path, {**form, "do": "look"})
        return alice.post(path, {**form, "do": "save", "version": shown.context["version"]})

    def by_taking_it_in(session, season):
        return alice.post(f"/seasons/{season.pk}/sessions/", {"sessions": session.pk})

    def by_annulling_it(session, season):
        path = f"/sessions/{session.pk}/annul/"
        return alice.post(path, form_data(alice.get(path), reason="Twice.", do="save"))

    def in_the_admin(session, season):
        no_rows = {
            f"{rows}-{key}_FORMS": 0
            for rows in ("seats", "revisions")
            for key in ("TOTAL", "INITIAL")
        }
        path = reverse("admin:scorekeeper_session_change", args=[session.pk])
        return root.post(path, {"season": season.pk, "visibility": session.visibility, **no_rows})

    def in_another_installation(session, season):
        with transaction.atomic():
            recording.file_session(session, season=season, by=people.carol)
            sealing.seal_waiting(stop=lambda: False)
            archive = b"".join(club_archive.build_archive(session.club, by=people.alice))
            transaction.set_rollback(True)
        departures.depart(session.club, address="https://elsewhere.example")
        returned_club.bring_back(BytesIO(archive))

    faces = (
        by_api,
        by_correction,
        from_a_list,
        by_taking_it_in,
        by_annulling_it,
        in_the_admin,
        in_another_installation,
    )
    by_name = {face.__name__: face for face in faces}
    return lambda face, *arguments: by_name[face](*arguments)


MOVES = {
    "by_api": ("Spring", "Summer"),
    "by_correction": ("Spring", "Summer"),
    "from_a_list": ("Spring", "Summer"),
    "by_taking_it_in": ("none", "Summer"),
    "by_annulling_it": ("Spring", "none"),
    "in_the_admin": ("Spring", "Summer"),
    "in_another_installation": ("Spring", "Summer"),
}
"""By face: from which season it moves a session, and to which."""


@pytest.mark.parametrize("face", MOVES)
def test_every_face_that_moves_a_session_does_the_same(
    face, move, seasons, hand, people, monkeypatch, django_capture_on_commit_callbacks
):
    before, after = (seasons[name] for name in MOVES[face])
    session = hand.session
    recording.file_session(session, season=before, by=people.carol)
    sealing.seal_waiting(stop=lambda: False)
    for model in (Recount, Rerating):
        model.objects.all().delete()
    Result.objects.update(showings=[])
    filed = AuditEntry.objects.filter(act="session filed", subject=str(session.pk))
    filed_before = filed.count()
    wake_ups = []
    monkeypatch.setattr(Task, "apply_async", lambda *_, **__: wake_ups.append(1))
    with django_capture_on_commit_callbacks(execute=True):
        answer = move(face, Session.objects.get(pk=session.pk), after)
    assert answer is None or answer.status_code in {200, 302}, answer.content
    assert Session.objects.get(pk=session.pk).season == after
    counted = set(Recount.objects.filter(session=session).values_list("season", flat=True))
    assert counted == {season.pk for season in (before, after) if season}
    assert Rerating.objects.filter(session=session).exists()
    assert Result.objects.get(pk=session.pk).showings is None
    assert Unsealed.objects.filter(kind="session", subject=str(session.pk)).exists()
    assert filed.count() == filed_before + 1
    told = {"season": str(after.pk) if after else None, "visibility": session.visibility}
    assert filed.latest("pk").details == told
    assert wake_ups or face == "in_another_installation", "the command wakes the workers"


def test_the_admin_offers_the_seasons_of_the_club(root, session, people, seasons):
    Season.objects.create(club=Club.objects.get(name="Elsewhere"), name="Theirs")
    page = root.get(reverse("admin:scorekeeper_session_change", args=[session.pk]))
    offered = page.context["adminform"].form.fields["season"].queryset
    assert {season.name for season in offered} == {"Spring", "Summer"}
