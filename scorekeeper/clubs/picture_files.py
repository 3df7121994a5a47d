"""Pictures as files: what somebody sends becomes a small square WebP, made by a process that may use little memory and time."""

import struct
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from scorekeeper.models.limits import MAX_PICTURE

MOST_BYTES = 5_000_000  # of a file that is sent
SIDE = 128  # pixels of a picture that is stored
HEADER = struct.Struct("<4sI8sI3s3sHH")  # of such a picture

MAKER = Path(__file__).with_name("picture_maker.py")
SECONDS = 20  # until the maker is ended; it ends itself after ten of the processor
SECONDS_IN_LINE = 10
_ONE_AT_A_TIME = threading.Lock()
"""A picture of 40 million pixels takes up to a gigabyte while it is read."""

ACCEPTED = gettext_lazy(
    "Send a still PNG, JPEG or WebP picture of at most 5 MB and 40 million pixels."
)
PROBLEMS: Mapping[str, Promise | str] = {
    "empty": gettext_lazy("The file is empty."),
    "too-large": gettext_lazy("The file has more than 5 MB."),
    "unknown-format": gettext_lazy("The file is not a PNG, JPEG or WebP picture, whatever its name says."),
    "too-many-pixels": gettext_lazy("The picture has more than 40 million pixels."),
    "animated": gettext_lazy("The picture is animated."),
    "damaged": gettext_lazy("The picture is damaged, or the file is incomplete."),
}  # fmt: skip


class BadPictureError(ValidationError):
    """The file is no picture that is accepted."""

    def __init__(self, problem: str) -> None:
        super().__init__(format_lazy("{} {}", PROBLEMS[problem], ACCEPTED), code="bad-picture")


class BusyError(ValidationError):
    """Other pictures are being made, and take their time."""

    def __init__(self) -> None:
        text = gettext_lazy("Other pictures are being read right now. Try again in a moment.")
        super().__init__(text, code="busy")


def make_small(content: bytes) -> bytes:
    """Return a picture as it is stored.  Raises BadPictureError, BusyError."""
    if not content:
        raise BadPictureError("empty")
    if len(content) > MOST_BYTES:
        raise BadPictureError("too-large")
    if not _ONE_AT_A_TIME.acquire(timeout=SECONDS_IN_LINE):
        raise BusyError
    try:
        made = subprocess.run(
            [sys.executable, "-I", str(MAKER)],
            input=content,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise BadPictureError("damaged") from error
    finally:
        _ONE_AT_A_TIME.release()
    if made.returncode < 0:  # the system ended it, because of its memory or its time
        raise BadPictureError("damaged")
    problem = made.stderr.decode(errors="replace").strip()
    if problem in PROBLEMS:
        raise BadPictureError(problem)
    if made.returncode or not is_stored_form(made.stdout):
        raise RuntimeError(f"{MAKER.name} failed: {problem[-500:]}")
    return made.stdout


def is_stored_form(content: bytes) -> bool:
    """Return whether this is a still WebP of 128 by 128 pixels in its simplest form, which has no place for anything besides it."""
    if not HEADER.size <= len(content) <= MAX_PICTURE:
        return False
    riff, size, kind, chunk, _, start, width, height = HEADER.unpack_from(content)
    return (
        (riff, kind, start) == (b"RIFF", b"WEBPVP8 ", b"\x9d\x01\x2a")
        and (size + 8, chunk + chunk % 2 + 20) == (len(content), len(content))
        and (width, height) == (SIDE, SIDE)
    )
