"""A finished hand as a moving picture: asked for by whoever may see the hand, made by a worker, never of what the hand was before."""

import os
import stat
import time
from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from scorekeeper import tasks
from scorekeeper.accounts.rate_limits import AnonymousRateThrottle
from scorekeeper.exports import file_worker, files, moving_pictures
from scorekeeper.exports.files import Question
from scorekeeper.hands import amendments, recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import ExportFile, ExportFormat, ExportKind, WorkFailure
from scorekeeper.pages.drawing import as_png, movies
from scorekeeper.pages.replays import filming, moments
from scorekeeper.replays import frames as replay_frames
from tests.pages.sample_hands import OUT, publish
from tests.scorekeeper.turns import never

pytestmark = pytest.mark.usefixtures("export_folder")


@pytest.fixture
def over(session, people, monkeypatch):
    """A hand that Alice has won; its replay is built.  A picture shows two moments of it, which takes less time."""
    monkeypatch.setattr(filming, "MOST_MOMENTS", 2)
    hand = recording.record_hand(session, {"events": OUT}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=never)
    return hand


def page_of(hand, query=""):
    return f"/hands/{hand.pk}/moving-picture/{query}"


def gif_of(hand, query=""):
    return f"/hands/{hand.pk}/moving-picture.gif{query}"


def frames_of(content):
    picture = Image.open(BytesIO(content))
    return picture.n_frames


def make():
    return file_worker.make_waiting(stop=never, give_up=never)


def test_a_moving_picture_is_asked_for_made_and_downloaded(over, browse, monkeypatch):
    monkeypatch.setattr(filming, "MOST_MOMENTS", 200)
    dan = browse("dan")
    assert "data-ask" in dan.get(page_of(over)).content.decode()
    assert dan.get(gif_of(over)).status_code == 404
    answer = dan.post(page_of(over))
    assert (answer.status_code, answer["Location"]) == (303, page_of(over))
    assert "is being made" in dan.get(page_of(over)).content.decode()
    tasks.make_export_files()
    assert "is ready" in dan.get(page_of(over)).content.decode()
    sent = dan.get(gif_of(over))
    assert (sent["Content-Type"], sent["Cache-Control"]) == ("image/gif", "private, no-cache")
    assert frames_of(sent.content) == len(OUT) + 1
    assert len(sent.content) < filming.MOST_BYTES
    headers = {"If-None-Match": sent["ETag"]}
    assert dan.get(gif_of(over), headers=headers).status_code == 304


def test_all_who_see_the_same_have_one_file(over, browse):
    browse("dan").post(page_of(over))
    browse("carol").post(page_of(over))
    assert make() == 1
    assert browse("alice").get(gif_of(over)).status_code == 200
    browse("alice").post(page_of(over))
    assert make() == 0


def test_each_seat_and_each_language_has_a_picture_of_its_own(over, browse):
    dan = browse("dan")
    dan.post(page_of(over))
    dan.post(page_of(over, "?seat=2"))
    dan.post(page_of(over), headers={"Accept-Language": "de"})
    assert make() == 3
    sent = {
        dan.get(gif_of(over)).content,
        dan.get(gif_of(over, "?seat=2")).content,
        dan.get(gif_of(over), headers={"Accept-Language": "de"}).content,
    }
    assert len(sent) == 3


def test_a_picture_of_the_hand_as_it_was_is_never_sent(over, browse, people, players, monkeypatch):
    dan = browse("dan")
    dan.post(page_of(over))
    make()
    with monkeypatch.context() as patch:
        patch.setattr(moments, "EDITION", 0)
        assert dan.get(gif_of(over)).status_code == 404
    assert dan.get(gif_of(over)).status_code == 200
    players[0].name = "Alicia"
    players[0].save()
    assert dan.get(gif_of(over)).status_code == 404
    dan.post(page_of(over))
    _correct(over, people)
    assert make() == 0
    assert ExportFile.objects.filter(finished_at=None).count() == 0
    assert dan.get(gif_of(over)).status_code == 404
    dan.post(page_of(over))
    assert make() == 1
    assert dan.get(gif_of(over)).status_code == 200


def _correct(hand, people):
    amendments.amend(hand, Amendment(keys={"note": "She said it."}), by=people.carol)
    hand.refresh_from_db()
    replay_frames.rebuild_stale(stop=never)


def test_the_hand_decides_who_sees_its_moving_picture(over, browse):
    browse("dan").post(page_of(over))
    make()
    for stranger in (browse("eve"), Client()):
        for address in (page_of(over), gif_of(over)):
            assert stranger.get(address).status_code == 404
        assert stranger.post(page_of(over)).status_code == 404
    publish(over.session)
    assert Client().get(gif_of(over)).status_code == 200
    assert not files.seen_by(browse("dan").get("/").wsgi_request.user).exists()


@pytest.mark.parametrize("query", ["?format=exe", "?format=csv", "?seat=7"])
def test_there_is_no_other_moving_picture(over, browse, query):
    assert browse("dan").post(page_of(over, query)).status_code == 404


def test_a_hand_that_goes_on_has_none(hand, browse):
    assert browse("dan").get(page_of(hand)).status_code == 404


def test_few_wait_and_few_are_kept_of_a_club(over, browse, monkeypatch):
    monkeypatch.setattr(moving_pictures, "MOST_WAITING", 1)
    monkeypatch.setattr(moving_pictures, "MOST_KEPT", 1)
    dan = browse("dan")
    dan.post(page_of(over))
    refused = dan.post(page_of(over, "?seat=2"), follow=True)
    assert "Try again in a minute" in refused.content.decode()
    make()
    dan.post(page_of(over, "?seat=2"))
    make()
    assert dan.get(gif_of(over)).status_code == 404
    assert dan.get(gif_of(over, "?seat=2")).status_code == 200


def test_strangers_ask_for_few(over, monkeypatch):
    publish(over.session)
    monkeypatch.setattr(AnonymousRateThrottle, "THROTTLE_RATES", {"anon": "60/min"})
    stranger = Client()
    seats = ("", "?seat=1", "?seat=2", "?seat=3")
    statuses = [stranger.post(page_of(over, seat)).status_code for seat in seats]
    assert statuses == [303, 303, 303, 429]  # each counts as 20 requests more


def test_a_failure_is_noted_and_shown_and_tried_again(over, browse, monkeypatch):
    dan = browse("dan")
    with monkeypatch.context() as patch:
        patch.setattr(filming, "MOST_BYTES", 100)
        dan.post(page_of(over))
        assert make() == 0
    assert WorkFailure.objects.get().club_id == over.club_id
    assert "could not be made" in dan.get(page_of(over)).content.decode()
    dan.post(page_of(over))
    assert make() == 1


def test_a_large_picture_is_made_smaller(over, browse, monkeypatch):
    browse("dan").post(page_of(over))
    make()
    row = ExportFile.objects.get()
    large = Image.open(BytesIO(files.read(row)))
    files.delete(row)
    monkeypatch.setattr(filming, "MOST_BYTES", row.size - 1)
    browse("dan").post(page_of(over))
    assert make() == 1
    assert Image.open(BytesIO(files.read(ExportFile.objects.get()))).width < large.width


def test_of_a_long_hand_the_end_is_shown(over, browse, monkeypatch):
    monkeypatch.setattr(filming, "MOST_MOMENTS", 3)
    browse("dan").post(page_of(over))
    make()
    assert frames_of(browse("dan").get(gif_of(over)).content) == 3


def test_the_next_worker_makes_what_one_left(over, browse, export_folder):
    dan, turns = browse("dan"), iter([False, True])
    dan.post(page_of(over))
    file_worker.make_waiting(stop=never, give_up=lambda: next(turns, True))
    row = ExportFile.objects.get()
    assert (row.finished_at, row.name) == (None, "")
    # killed: nobody says any more that it is at work
    long_ago = timezone.now() - 2 * file_worker.LEASE
    ExportFile.objects.update(name=f"{32 * 'a'}.gif", started_at=long_ago, worked_on_at=long_ago)
    (export_folder / f"{32 * 'a'}.gif").write_bytes(b"half")
    assert make() == 1
    files.delete_old()
    assert [path.name for path in export_folder.iterdir()] == [ExportFile.objects.get().name]


def test_a_large_export_holds_up_no_moving_picture(over, browse, club, people):
    files.ask(club, Question(ExportKind.RECORDS, ExportFormat.NDJSON), by=people.dan)
    ExportFile.objects.update(name="export", worked_on_at=timezone.now())
    browse("dan").post(page_of(over))
    assert make() == 1
    assert browse("dan").get(gif_of(over)).status_code == 200


def test_an_expired_picture_is_made_anew(over, browse):
    dan = browse("dan")
    dan.post(page_of(over))
    make()
    ExportFile.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert dan.get(gif_of(over)).status_code == 404
    dan.post(page_of(over))
    assert make() == 1


PICTURES = [
    as_png(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="31" height="20"><rect width="31" height="20" fill="#fff"/><rect width="{x}" height="9"/></svg>'
    )
    for x in (5, 15, 25)
]


@pytest.fixture
def ffmpeg(tmp_path, monkeypatch):
    """Let a script of the test be the program."""

    def write(script):
        program = tmp_path / "ffmpeg"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    return write


def test_a_film_is_offered_only_where_ffmpeg_is(over, browse, ffmpeg, monkeypatch):
    dan = browse("dan")
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "/nowhere")
        assert dan.post(page_of(over, "?format=mp4")).status_code == 404
    # the last word of the command is the file that it writes
    ffmpeg('for film; do :; done; cat > "$film"')
    assert dan.post(page_of(over, "?format=mp4")).status_code == 303
    assert make() == 1
    film = dan.get(f"/hands/{over.pk}/moving-picture.mp4")
    assert film["Content-Type"] == "video/mp4"
    # each moment once, and the last one longer
    assert film.content.count(b"\x89PNG") == 2 + 1


def test_ffmpeg_says_why_it_failed(ffmpeg):
    ffmpeg("cat > /dev/null; echo no codec >&2; exit 1")
    with pytest.raises(movies.MovieError, match="no codec"):
        movies.as_mp4(PICTURES)


def test_ffmpeg_is_ended_when_it_takes_too_long(ffmpeg, monkeypatch):
    monkeypatch.setattr(movies, "FFMPEG_SECONDS", 0.2)
    ffmpeg("exec sleep 60")
    begun = time.monotonic()
    with pytest.raises(movies.MovieError, match="longer"):
        movies.as_mp4(PICTURES)
    assert time.monotonic() - begun < 10


def test_the_next_film_deletes_what_a_killed_worker_left_and_no_other_film(
    ffmpeg, tmp_path, monkeypatch
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left, others = tmp_path / "scorekeeper-film-left", tmp_path / "scorekeeper-film-others"
    for folder in (left, others):
        folder.mkdir()
        (folder / "film.mp4").write_bytes(b"half a film")
    long_ago = time.time() - movies.LEFT_BEHIND - 60
    os.utime(left, (long_ago, long_ago))
    ffmpeg('for film; do :; done; cat > "$film"')
    movies.as_mp4(PICTURES)
    assert [folder.name for folder in tmp_path.glob("scorekeeper-film-*")] == [others.name]


def test_a_gif_shows_its_last_picture_longer_and_begins_again():
    gif = Image.open(BytesIO(movies.as_gif(PICTURES)))
    shown = []
    for number in range(gif.n_frames):
        gif.seek(number)
        shown.append(gif.info["duration"])
    assert shown == [1500, 1500, 3000]
    assert gif.info["loop"] == 0
