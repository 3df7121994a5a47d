"""Long commands say how far they are; an archive is imported for an account that is there, or that is created."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper

from scorekeeper.management import progress
from scorekeeper.management.progress import Progress
from scorekeeper.models import Club, Member, User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("done", "total", "seconds", "line"),
    [
        (2_400, 19_050, 120.0, "2,400 of 19,050 sessions, 20.0 a second, 14 min left …"),
        (1, 40_000, 2.0, "1 of 40,000 sessions, 0.5 a second, 22 h 13 min left …"),
        (5, 10, 10.0, "5 of 10 sessions, 0.5 a second, 10 s left …"),
        (0, 10, 10.0, "0 of 10 sessions, 0.0 a second …"),
        (10, 10, 0.0, "10 of 10 sessions, 0.0 a second …"),
    ],
)
def test_a_line_says_how_far_how_fast_and_how_long(done, total, seconds, line):
    assert Progress(OutputWrapper(StringIO())).line(done, total, seconds) == line


def test_a_line_has_the_hands_if_they_are_counted():
    line = Progress(OutputWrapper(StringIO())).line(20, 40, 10.0, hands=620)
    assert line == "20 of 40 sessions, 2.0 a second (62 hands), 10 s left …"


@pytest.fixture
def said(monkeypatch) -> StringIO:
    """What a command says that must wait for nothing."""
    monkeypatch.setattr(progress, "SAY_EVERY", 0.0)
    return StringIO()


def test_the_commands_that_read_everything_say_how_far_they_are(said, hand, club, tmp_path):
    archive = tmp_path / "club.zip"
    call_command("export_club", str(club.pk), str(archive), stdout=StringIO(), stderr=said)
    call_command("verify_records", stdout=StringIO(), stderr=said)
    call_command("import_club", str(archive), "--owner", "alice", stdout=StringIO(), stderr=said)
    steps = [line.split(":")[0] for line in said.getvalue().splitlines() if ":" in line]
    assert steps == ["verifying", "importing"]
    assert said.getvalue().count("1 of 1 sessions") >= 3
    assert "hands)" in said.getvalue()


def test_a_club_is_imported_for_an_account_that_is_created_only_when_asked_for(
    hand, club, tmp_path
):
    archive, said = tmp_path / "club.zip", StringIO()
    call_command("export_club", str(club.pk), str(archive), stdout=StringIO())
    with pytest.raises(CommandError, match="--create-owner"):
        call_command("import_club", str(archive), "--owner", "olga")
    (tmp_path / "broken.zip").write_bytes(b"no archive")
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command(
            "import_club", str(tmp_path / "broken.zip"), "--owner", "olga", "--create-owner"
        )
    assert not User.objects.filter(username="olga").exists()
    call_command("import_club", str(archive), "--owner", "olga", "--create-owner", stdout=said)
    assert "changepassword olga" in said.getvalue()
    assert not User.objects.get(username="olga").has_usable_password()
    assert not Member.objects.filter(user__username="olga", club=club).exists()  # it was there
    User.objects.filter(username="olga").update(is_active=False)
    with pytest.raises(CommandError, match="not active"):
        call_command("import_club", str(archive), "--owner", "olga", "--create-owner")
    assert Club.objects.filter(pk=club.pk).exists()
