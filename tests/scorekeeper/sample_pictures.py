"""Pictures as people send them, and one as it is stored."""

import io
from hashlib import sha256
from typing import Any

from PIL import Image

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


STORED = picture("WEBP", size=(128, 128), color="teal")


def give_picture(player: Player, content: bytes = STORED) -> PlayerPicture:
    """Store a picture of a player, without the work of making it."""
    return PlayerPicture.objects.create(
        player=player, content=content, digest=sha256(content).hexdigest()
    )
