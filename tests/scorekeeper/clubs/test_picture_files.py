"""Files that are sent as pictures: PNG, JPEG and WebP become one small form without anything personal besides the picture; all else is refused."""

import struct
import zlib

import pytest
from PIL import Image

from scorekeeper.clubs import picture_files
from scorekeeper.clubs.picture_files import BadPictureError, BusyError
from tests.scorekeeper.sample_pictures import STORED, decoded, encoded, picture

ORIENTATION, GPS = 0x0112, 0x8825


def near(color, other):
    return all(abs(one - another) < 12 for one, another in zip(color, other, strict=True))


def noise(side):
    """Return a picture that cannot be made smaller without loss."""
    return Image.effect_noise((side, side), 100).convert("RGB")


def png_header(width, height):
    """Return a PNG file that says it has this size, and has no pixels."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [head, b"IDAT" + zlib.compress(b"\0" * 100), b"IEND"]
    chunks = (
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part))
        for part in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


MOVING = [Image.new("RGB", (20, 20), color) for color in ("red", "blue")]
REFUSED = {
    "no bytes": (b"", "The file is empty."),
    "too many bytes": (b"\0" * 5_000_001, "more than 5 MB"),
    "a header that promises too many pixels": (png_header(30_000, 30_000), "40 million"),
    "40 million pixels and some": (png_header(8_000, 5_001), "40 million"),
    "many pixels in few bytes": (picture("PNG", mode="1", size=(9_000, 9_000), color=1), "40 million"),
    "half a PNG": (encoded(noise(200), "PNG")[:40_000], "incomplete"),
    "half a JPEG": (encoded(noise(200), "JPEG")[:9_000], "incomplete"),
    "half a WebP": (encoded(noise(200), "WEBP")[:4_000], "PNG, JPEG or WebP"),
    "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"/>', "whatever its name says"),
    "HTML": (b"<!doctype html><script>steal()</script>", "whatever its name says"),
    "GIF": (picture("GIF"), "whatever its name says"),
    "moving GIF": (encoded(MOVING[0], "GIF", save_all=True, append_images=MOVING[1:]), "whatever"),
    "moving PNG": (encoded(MOVING[0], "PNG", save_all=True, append_images=MOVING[1:]), "animated"),
    "moving WebP": (encoded(MOVING[0], "WEBP", save_all=True, append_images=MOVING[1:]), "animated"),
    "BMP": (picture("BMP"), "whatever its name says"),
    "TIFF": (picture("TIFF"), "whatever its name says"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_still_picture_of_an_accepted_kind_and_size_is_refused_with_the_reason(case):
    content, reason = REFUSED[case]
    with pytest.raises(BadPictureError) as refused:
        picture_files.make_small(content)
    assert reason in refused.value.messages[0]
    assert "Send a still PNG, JPEG or WebP picture of at most 5 MB" in refused.value.messages[0]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_each_accepted_kind_becomes_a_square_webp_of_128_pixels(kind):
    small = picture_files.make_small(picture(kind, size=(300, 200)))
    assert picture_files.is_stored_form(small)
    image = decoded(small)
    assert (image.format, image.size) == ("WEBP", (128, 128))
    assert near(image.getpixel((64, 64)), (255, 0, 0))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_every_way_to_write_colors_is_read(mode):
    assert picture_files.is_stored_form(
        picture_files.make_small(picture("PNG", mode=mode, color=None))
    )


def test_the_middle_is_kept_and_what_is_transparent_becomes_white():
    image = Image.new("RGBA", (300, 100), "blue")
    image.paste((255, 0, 0, 0), (100, 0, 200, 50))
    small = decoded(picture_files.make_small(encoded(image, "PNG")))
    assert near(small.getpixel((64, 20)), (255, 255, 255))
    assert near(small.getpixel((64, 110)), (0, 0, 255))


def test_a_picture_without_pattern_fits_too():
    assert len(picture_files.make_small(encoded(noise(1_000), "PNG"))) <= 20_000


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_turned_upright_and_loses_the_place_where_it_was_taken(kind):
    image = Image.new("RGB", (200, 200), "white")
    image.paste("red", (0, 0, 200, 80))  # above, as the camera was held
    exif = Image.Exif()
    exif[ORIENTATION] = 6  # to be turned to the right
    exif.get_ifd(GPS)[2] = (52.0, 31.0, 12.0)
    exif[0x010E] = "At home"
    sent = encoded(image, kind, exif=exif, quality=95)
    assert decoded(sent).getexif().get_ifd(GPS)
    small = picture_files.make_small(sent)
    assert not dict(decoded(small).getexif())
    assert b"At home" not in small
    assert near(decoded(small).getpixel((115, 64)), (255, 0, 0))
    assert near(decoded(small).getpixel((10, 64)), (255, 255, 255))


def test_a_photo_with_others_behind_it_is_a_photo():
    sent = encoded(MOVING[0], "MPO", save_all=True, append_images=MOVING[1:])
    assert near(decoded(picture_files.make_small(sent)).getpixel((5, 5)), (255, 0, 0))


def test_only_the_stored_form_is_taken_for_it():
    assert picture_files.is_stored_form(STORED)
    others = {
        "another size": picture("WEBP", size=(128, 127)),
        "with something behind it": STORED + b"<script>",
        "cut": STORED[:-2],
        "a few bytes": STORED[:20],
        "in the longer form, which may move": encoded(
            Image.new("RGBA", (128, 128), (1, 2, 3, 4)), "WEBP"
        ),
        "too large": picture("WEBP", size=(128, 128), lossless=True),
        "another kind": picture("PNG", size=(128, 128)),
    }
    assert [name for name, content in others.items() if picture_files.is_stored_form(content)] == []


def test_whoever_waits_too_long_for_other_pictures_is_told_to_try_again(monkeypatch):
    monkeypatch.setattr(picture_files, "SECONDS_IN_LINE", 0)
    with picture_files._ONE_AT_A_TIME, pytest.raises(BusyError):
        picture_files.make_small(picture())


def test_a_program_that_fails_is_not_blamed_on_the_picture(monkeypatch, tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_this_name")
    monkeypatch.setattr(picture_files, "MAKER", broken)
    with pytest.raises(RuntimeError, match="nothing_of_this_name"):
        picture_files.make_small(picture())


def test_a_process_that_the_system_ends_is_a_picture_that_cannot_be_read(monkeypatch, tmp_path):
    killed = tmp_path / "killed.py"
    killed.write_text("import os\nos.kill(os.getpid(), 9)")
    monkeypatch.setattr(picture_files, "MAKER", killed)
    with pytest.raises(BadPictureError, match="damaged"):
        picture_files.make_small(picture())
