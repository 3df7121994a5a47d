"""Draw the moving picture of a hand, a moment at a time: what workers load to make such a file (MOVING_PICTURE_MAKER)."""

from collections.abc import Callable, Iterator, Sequence

from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from scorekeeper.exports.file_worker import OutdatedPictureError
from scorekeeper.models import ExportFile, Hand, MovingFormat
from scorekeeper.pages import drawing
from scorekeeper.pages.drawing import Scene, movies
from scorekeeper.pages.replays import moving_pictures, sharing
from scorekeeper.pages.replays import svg as replay_svg
from scorekeeper.pages.replays.context import watch_hand
from scorekeeper.replays.perspective import Perspective
from scorekeeper.sessions.document import names_of

MOST_MOMENTS = 200
"""Of a longer hand the end is shown."""
MOST_BYTES = 3_000_000
ZOOMS = (0.8, 0.6, 0.45)
"""Pixels per unit: one after another is tried until the file is small enough."""
WRITERS = {MovingFormat.GIF: movies.as_gif, MovingFormat.MP4: movies.as_mp4}


class TooLargeError(Exception):
    """Even the smallest pictures make too large a file."""


def chunks(row: ExportFile, progress: Callable[[int, int], object]) -> Iterator[bytes]:
    """Yield the content of the file, and nothing after each moment, so that the worker can say that it is at work.

    Raises OutdatedPictureError if the hand looks otherwise than when the file was asked for.
    """
    scenes = _scenes(row)
    write = WRITERS[MovingFormat(row.format)]
    for zoom in ZOOMS:
        pictures: list[bytes] = []
        for svg in drawing.stills(scenes):
            pictures.append(drawing.as_png(svg, zoom=zoom))
            progress(len(pictures), len(scenes))
            yield b""
        content = write(pictures)
        if len(content) <= MOST_BYTES:
            yield content
            return
    raise TooLargeError


def _scenes(row: ExportFile) -> Sequence[Scene]:
    rows = Hand.objects.select_related("club", "head", "adjudication", "session__head")
    hand = rows.select_related("session__club").get(pk=row.hand_id)
    names, view = names_of(hand.session), Perspective(seat=row.seat)
    digest = moving_pictures.digest_of(hand, names, seat=row.seat, language=row.language)
    with translation.override(row.language):
        # a finished hand hides nothing from anybody
        watched = watch_hand(hand, AnonymousUser(), view, names)
        timeline = watched.timeline()
        if timeline is None or digest != row.shows:
            raise OutdatedPictureError
        title = sharing.title_of(watched)
        moments = timeline.moments()[-MOST_MOMENTS:]
        return [replay_svg.scene(one, title=title, last=timeline.last) for one in moments]
