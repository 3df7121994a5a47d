"""Draw the moving picture of a hand, a moment at a time: what workers load to make such a file (MOVING_PICTURE_MAKER)."""

from collections.abc import Iterator, Sequence
from typing import cast
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from scorekeeper.exports.file_worker import FileProgress, OutdatedPictureError
from scorekeeper.models import ExportFile, Hand, MovingFormat
from scorekeeper.pages import drawing
from scorekeeper.pages.drawing import Scene, movies
from scorekeeper.pages.replays import moving_pictures, sharing
from scorekeeper.pages.replays.context import watch_hand
from scorekeeper.pages.replays.svg import replay_scene
from scorekeeper.replays.perspective import Perspective
from scorekeeper.sessions.document import names_of

MOST_MOMENTS = 200
"""Of a longer hand the end is shown."""
MOST_BYTES = 3_000_000
ZOOMS = (0.8, 0.6, 0.45)
"""Pixels per unit: one after another is tried until the file is small enough."""


class OversizePictureError(Exception):
    """Even the smallest pictures make too large a file."""


def chunks(row: ExportFile, progress: FileProgress) -> Iterator[bytes]:
    """Yield the content of the file, and nothing after each moment, so that the worker can say that it is at work.

    Raises OutdatedPictureError if the hand looks otherwise than when the file was asked for.
    """
    scenes = _scenes(row)
    for zoom in ZOOMS:
        pictures: list[bytes] = []
        for svg in drawing.stills(scenes):
            pictures.append(drawing.as_png(svg, zoom=zoom))
            progress(len(pictures), len(scenes))
            yield b""
        if row.format == MovingFormat.MP4:
            content = movies.as_mp4(pictures)
        else:
            content = movies.as_gif(pictures, at_work=progress.tell)
        if len(content) <= MOST_BYTES:
            yield content
            return
    raise OversizePictureError


def _scenes(row: ExportFile) -> Sequence[Scene]:
    rows = Hand.objects.select_related("club", "head", "adjudication", "session__head")
    hand = rows.select_related("session__club").get(pk=cast("UUID", row.hand_id))
    names, view = names_of(hand.session), Perspective(seat=row.seat)
    digest = moving_pictures.digest_of(hand, names, seat=row.seat, language=row.language)
    with translation.override(row.language):
        # a finished hand hides nothing from anybody
        watched = watch_hand(hand, AnonymousUser(), view, names)
        timeline = watched.timeline()
        if timeline is None or digest != row.shows:
            raise OutdatedPictureError
        title = sharing.title_of(watched)
        first = max(timeline.first, timeline.last - MOST_MOMENTS + 1)
        moments = map(timeline.moment, range(first, timeline.last + 1))
        return [replay_scene(one, title=title, last=timeline.last) for one in moments]
