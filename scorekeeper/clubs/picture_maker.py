"""Program: reads a picture from its standard input and writes it as a small square WebP, or why not, in a word, to its standard error.

It is a process of its own, so that a file made to harm costs no web server its memory or its time (``picture_files``).
"""

import io
import resource
import struct
import sys
import warnings
from collections.abc import Iterator

from PIL import Image, ImageOps, UnidentifiedImageError

SIDE = 128  # pixels
LARGEST = 20_000  # bytes, MAX_PICTURE of the models, which this program does not import
MOST_PIXELS = 40_000_000
FORMATS = ("PNG", "JPEG", "WEBP")
PHOTOS = ("JPEG", "MPO")  # MPO: a photo with others behind it, as phones take them

MEMORY = 1_500_000_000  # bytes
SECONDS = 10  # of the processor
DAMAGED = (
    OSError,
    SyntaxError,  # of a PNG file
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    EOFError,
    struct.error,
)
TOO_MANY_PIXELS = (MemoryError, Image.DecompressionBombWarning, Image.DecompressionBombError)


def main() -> None:
    """Make one picture."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS  # Pillow asks the header, before it decodes anything
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    try:
        small = make_small(sys.stdin.buffer.read())
    except UnidentifiedImageError:
        sys.exit("unknown-format")
    except TOO_MANY_PIXELS:
        sys.exit("too-many-pixels")
    except DAMAGED:
        sys.exit("damaged")
    sys.stdout.buffer.write(small)


def make_small(content: bytes) -> bytes:
    """Return the middle of a picture, upright and on white, without anything else that the file says."""
    image = Image.open(io.BytesIO(content), formats=FORMATS)
    if image.format not in PHOTOS and getattr(image, "is_animated", False):
        sys.exit("animated")
    image.draft("RGB", (2 * SIDE, 2 * SIDE))  # a large JPEG is decoded at an eighth of its size
    square = ImageOps.exif_transpose(ImageOps.fit(_in_colors(image), (SIDE, SIDE)))
    bare = Image.new("RGB", square.size, "white")
    bare.paste(square, mask=square if square.mode == "RGBA" else None)
    return next(encoded for encoded in _encodings(bare) if len(encoded) <= LARGEST)


def _in_colors(image: Image.Image) -> Image.Image:
    """Return the picture with eight bits a color, transparent where it was."""
    if image.mode.startswith("I"):  # gray of sixteen bits
        return image.convert("I").point(lambda gray: gray / 256).convert("RGB")
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _encodings(image: Image.Image) -> Iterator[bytes]:
    for quality in (82, 60, 30, 0):
        file = io.BytesIO()
        image.save(file, "WEBP", quality=quality, method=6)
        yield file.getvalue()


if __name__ == "__main__":
    main()
