"""Pictures one after another as GIF, which every messenger plays, or as MP4 where ffmpeg is installed."""

import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from PIL import Image

SECONDS = 1.5
"""How long one picture is shown."""
LINGER = 2
"""How many times as long the last one is shown."""
COLORS = 255  # of a GIF: the last of its 256 says that a point is as before
SAMPLES = 4  # pictures from which the colors are taken
FFMPEG_SECONDS = 45  # less than the lease of a worker, which says nothing meanwhile
FFMPEG_MEMORY = 1 << 30  # bytes of address space
FOLDER = "scorekeeper-film-"  # begins the names of the folders in which films are made
LEFT_BEHIND = 3600  # seconds after which nobody is making a film in such a folder any more
MOVIE_RATE = 10  # pictures per second: players do not take one each 1.5 seconds


class MovieError(Exception):
    """ffmpeg did not make the film."""


def as_gif(pictures: Sequence[bytes], *, at_work: Callable[[], object] = lambda: None) -> bytes:
    """Return PNG pictures of one size as a GIF that begins again at its end; ``at_work`` is called with each picture."""
    durations = [int(1000 * SECONDS)] * len(pictures)
    durations[-1] *= LINGER
    frames = _in_few_colors(pictures, at_work)
    written = BytesIO()
    next(frames).save(
        written, "GIF", save_all=True, append_images=frames, duration=durations, loop=0
    )
    return written.getvalue()


def _in_few_colors(
    pictures: Sequence[bytes], at_work: Callable[[], object]
) -> Iterator[Image.Image]:
    """Yield the pictures in the same few colors, so that what stays the same has the same color in all."""
    step = max(1, len(pictures) // SAMPLES)
    samples = [_opened(png) for png in pictures[::step]]
    sheet = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for number, sample in enumerate(samples):
        sheet.paste(sample, (0, number * sample.height))
    palette = sheet.quantize(COLORS, dither=Image.Dither.NONE)
    for png in pictures:
        at_work()
        yield _opened(png).quantize(palette=palette, dither=Image.Dither.NONE)


def _opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def as_mp4(pictures: Sequence[bytes]) -> bytes:
    """Return PNG pictures of one size as a film.  Raises MovieError, also where it takes too long or too much memory."""
    _delete_left_behind()
    with TemporaryDirectory(prefix=FOLDER) as folder:
        film = Path(folder) / "film.mp4"
        command = [
            *("ffmpeg", "-nostats", "-loglevel", "error", "-protocol_whitelist", "pipe,file"),
            *("-f", "image2pipe", "-framerate", str(1 / SECONDS), "-c:v", "png", "-i", "pipe:0"),
            # sizes are even in this format, and every player reads these colors
            *("-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"),
            *("-r", str(MOVIE_RATE), "-threads", "1", "-movflags", "+faststart", str(film)),
        ]
        lingering = (LINGER - 1) * [pictures[-1]]
        _run(command, b"".join([*pictures, *lingering]))
        return film.read_bytes()


def _delete_left_behind() -> None:
    """Delete the folders of workers that were killed while they made a film."""
    for folder in Path(gettempdir()).glob(f"{FOLDER}*"):
        try:
            is_old = folder.stat().st_mtime < time.time() - LEFT_BEHIND
        except OSError:  # another worker has just deleted it
            continue
        if is_old:
            shutil.rmtree(folder, ignore_errors=True)


def _run(command: Sequence[str], read: bytes) -> None:
    """Run a program that reads these bytes, in bounded time and memory.  Raises MovieError."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        if sys.platform == "linux":
            resource.prlimit(process.pid, resource.RLIMIT_AS, (FFMPEG_MEMORY, FFMPEG_MEMORY))
        try:
            _, errors = process.communicate(read, timeout=FFMPEG_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise MovieError(f"ffmpeg took longer than {FFMPEG_SECONDS} seconds") from error
        finally:
            process.kill()
    if process.returncode:
        raise MovieError(f"ffmpeg failed: {errors.decode(errors='replace')[-500:]}")
