"""Pictures as people send them, and one as it is stored."""

import io
from hashlib import sha256
from typing import Any

from PIL import Image, ImageDraw

from scorekeeper.models import Player, PlayerPicture


def picture(
    kind: str = "PNG",
    *,
    size: tuple[int, int] = (200, 160),
    color: Any = "red",
    mode: str = "RGB",
    **options: Any,
) -> bytes:
    """Return a picture of one color."""
    return encoded(Image.new(mode, size, color), kind, **options)


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    """Return the file of a picture."""
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def decoded(content: bytes) -> Image.Image:
    """Return the picture in a file."""
    return Image.open(io.BytesIO(content))


def _face() -> Image.Image:
    image = Image.new("RGB", (128, 128), "teal")
    pen = ImageDraw.Draw(image)
    pen.ellipse((24, 20, 104, 112), fill="bisque")
    pen.pieslice((20, 8, 108, 100), 180, 360, fill="saddlebrown")
    for x in (48, 80):
        pen.ellipse((x - 5, 58, x + 5, 68), fill="black")
    pen.arc((44, 62, 84, 98), 20, 160, fill="firebrick", width=5)
    return image


STORED = encoded(_face(), "WEBP")


def give_picture(player: Player, content: bytes = STORED) -> PlayerPicture:
    """Store a picture of a player, without the work of making it."""
    return PlayerPicture.objects.create(
        player=player, content=content, digest=sha256(content).hexdigest()
    )
