"""The text of a file whose encoding nobody says: what its bytes can be, by the letters that names and headings would have.

A byte order mark, or bytes that are UTF-8, settle it.  Otherwise each encoding of the office programs of East Asia and Europe is
tried; one in which a word would mix scripts, have a sign in its middle or a capital after a small letter is out.  Headings that are
words decide between the rest; where they do not, somebody is asked which names are right.
"""

import codecs
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.spreadsheets import words


class Encoding(StrEnum):
    """The encodings that are read.  The values are answers of the API: add, never rename."""

    UTF_8 = "utf-8"
    UTF_16 = "utf-16"
    BIG5 = "big5-hkscs"
    GB18030 = "gb18030"
    SHIFT_JIS = "shift_jis"
    EUC_KR = "euc-kr"
    WINDOWS_1250 = "windows-1250"
    WINDOWS_1251 = "windows-1251"
    WINDOWS_1252 = "windows-1252"
    MAC_ROMAN = "macintosh"


@dataclass(frozen=True)
class Decoding:
    """The text of a file in an encoding."""

    encoding: Encoding
    text: str


_CODECS = {
    Encoding.BIG5: "big5hkscs",
    Encoding.SHIFT_JIS: "cp932",
    Encoding.EUC_KR: "cp949",
    Encoding.WINDOWS_1250: "cp1250",
    Encoding.WINDOWS_1251: "cp1251",
    Encoding.WINDOWS_1252: "cp1252",
    Encoding.MAC_ROMAN: "mac_roman",
}
_MARKS = {
    codecs.BOM_UTF8: (Encoding.UTF_8, "utf-8-sig"),
    codecs.BOM_UTF16_LE: (Encoding.UTF_16, "utf-16"),
    codecs.BOM_UTF16_BE: (Encoding.UTF_16, "utf-16"),
}
_WIDE = 6  # in UTF-16, one byte of so many is zero at least: digits, separators and ends of lines have one
_FEW = 4000  # words with letters outside ASCII that are looked at
_WORD = re.compile(r"[^\s,;|\d!-/:-@\[-`{-~]+")
_OF_NAMES = frozenset("'’·・.-–")


def decodings(content: bytes) -> list[Decoding]:
    """Return what the bytes of a file can be, the likeliest first; encodings that give the same text are one.

    Empty where no encoding gives a text.

    >>> [one.encoding.value for one in decodings("Zoë".encode())], decodings("日期,张伟".encode("gb18030"))[0].text
    (['utf-8'], '日期,张伟')
    >>> decodings("Łukasz,Żaneta".encode("cp1250"))[0].text
    'Łukasz,Żaneta'
    """
    for mark, (encoding, codec) in _MARKS.items():
        if content.startswith(mark):
            return [*_decoded(content, encoding, codec)]
    if _WIDE * content.count(0) >= len(content) > 0:
        little = content[1::2].count(0) >= content[::2].count(0)
        wide = _decoded(content, Encoding.UTF_16, "utf-16-le" if little else "utf-16-be")
        return [one for one in wide if _is_text(one.text)]
    if settled := [*_decoded(content, Encoding.UTF_8, "utf-8")]:
        return settled
    possible: dict[str, tuple[float, Decoding]] = {}
    for encoding in _CODECS.keys() | {Encoding.GB18030}:
        for one in _decoded(content, encoding, _CODECS.get(encoding, encoding.value)):
            likelihood = _likelihood(one)
            if likelihood is not None and one.text not in possible:
                possible[one.text] = (likelihood, one)
    ranked = sorted(possible.values(), key=lambda pair: (-pair[0], pair[1].encoding.value))
    if ranked and ranked[0][0] >= _CERTAIN:
        ranked = [pair for pair in ranked if pair[0] >= _CERTAIN]
    return [one for _likelihood, one in ranked]


def read_again(text: str, before: str, now: str) -> str:
    """Return the text of a file that was read in one encoding as it is in another.

    >>> read_again("Pe\u0144a", "windows-1250", "windows-1252")
    'Peña'
    """
    return text.encode(codec_of(before)).decode(codec_of(now))


def codec_of(encoding: str) -> str:
    """Return the name under which Python has an encoding."""
    return _CODECS.get(Encoding(encoding), encoding)


def names_shown(decoding: Decoding, *, most: int = 6) -> list[str]:
    """Return the first words with letters outside ASCII, by which people see which encoding is right."""
    return [*dict.fromkeys(_words(decoding.text))][:most]


def _decoded(content: bytes, encoding: Encoding, codec: str) -> Iterator[Decoding]:
    try:
        text = content.decode(codec)
    except UnicodeDecodeError:
        return
    if "\ufffd" not in text:
        yield Decoding(encoding, text)


def _is_text(text: str) -> bool:
    """Return whether a text has no character that nobody writes: controls, and places that no letter has."""
    return not any(
        unicodedata.category(sign) in {"Cc", "Cn", "Co", "Cs"}
        for sign in set(text) - {"\t", "\r", "\n"}
    )


def _words(text: str) -> Iterator[str]:
    """Return the first words with a character outside ASCII."""
    foreign = (match[0] for match in _WORD.finditer(text) if not match[0].isascii())
    return itertools.islice(foreign, _FEW)


_CERTAIN = 2.0
"""A likelihood that only headings known as words give."""


def _likelihood(one: Decoding) -> float | None:
    """Return how likely the text is, None where a word of it is no word in any language that is written so."""
    script = _SCRIPTS[one.encoding]
    scores = list[float]()
    for word in dict.fromkeys(_words(one.text)):
        score = script(word)
        if score is None:
            return None
        scores.append(score)
    known = sum(map(words.is_known, _words(one.text)))
    return (_CERTAIN if known else 0.0) + sum(scores) / max(1, len(scores))


def _latin(frequent: str) -> Callable[[str], float | None]:
    """Return what says how likely a word is in a language with Latin letters, of which these are frequent."""

    def likelihood(word: str) -> float | None:
        letters = [sign for sign in word if sign not in _OF_NAMES]
        if not all(
            sign.isalpha() and unicodedata.name(sign).startswith("LATIN") for sign in letters
        ):
            return None
        if any(
            after.isupper() and before.islower()
            for before, after in itertools.pairwise(letters)
            if not (before.isascii() and after.isascii())
        ):
            return None
        foreign = [sign for sign in letters if not sign.isascii()]
        if len(letters) > 2 and 2 * len(foreign) > len(letters):
            return None
        return sum(sign.lower() in frequent for sign in foreign) / max(1, len(foreign))

    return likelihood


def _cyrillic(word: str) -> float | None:
    letters = [sign for sign in word if sign not in _OF_NAMES]
    if not all(unicodedata.name(sign, "").startswith("CYRILLIC") for sign in letters):
        return None
    if any(b.isupper() and a.islower() for a, b in itertools.pairwise(letters)):
        return None
    return sum("а" <= sign.lower() <= "я" or sign.lower() == "ё" for sign in letters) / max(
        1, len(letters)
    )


_WIDE_SIGNS = frozenset("，、。：；（）·・「」『』－—／？！＃〇々ー")


def _east_asian(is_letter: Callable[[str], float | None]) -> Callable[[str], float | None]:
    """Return what says how likely a word is, by how likely each of its letters is in the language (None: impossible)."""

    def likelihood(word: str) -> float | None:
        foreign = [sign for sign in word if not sign.isascii() and sign not in _WIDE_SIGNS]
        mixed = sum(
            a.isascii() != b.isascii() and a.isalpha() and b.isalpha()
            for a, b in itertools.pairwise(word)
        )
        if mixed and 2 * mixed >= len(foreign):
            return (
                None  # an umlaut read as the first half of a character stands between Latin letters
            )
        scores = [is_letter(sign) for sign in foreign]
        likely = [score for score in scores if score is not None]
        if len(likely) < len(scores):
            return None
        surname = 0.2 if foreign and foreign[0] in words.SURNAMES else 0.0
        return surname + 0.8 * sum(likely) / max(1, len(likely))

    return likelihood


def _is_ideograph(sign: str) -> bool:
    return "\u3400" <= sign <= "\u9fff" or "\U00020000" <= sign <= "\U0003ffff"


def _first_byte(sign: str, codec: str) -> int:
    """Return the first byte of a character, 0 where the encoding lacks it."""
    try:
        return sign.encode(codec)[0]
    except UnicodeEncodeError:
        return 0


def _chinese(codec: str, frequent: range) -> Callable[[str], float | None]:
    def of_letter(sign: str) -> float | None:
        if not _is_ideograph(sign):
            return None
        return 1.0 if _first_byte(sign, codec) in frequent else 0.2

    return of_letter


def _japanese(sign: str) -> float | None:
    if "\u3041" <= sign <= "\u30ff":
        return 1.0
    if not _is_ideograph(sign):
        return None
    return 0.8 if 0x88 <= _first_byte(sign, "shift_jis") <= 0x97 else 0.1


def _korean(sign: str) -> float | None:
    if "\uac00" <= sign <= "\ud7a3":
        return 1.0 if _first_byte(sign, "euc_kr") else 0.1
    return 0.1 if _is_ideograph(sign) else None


_SCRIPTS: dict[Encoding, Callable[[str], float | None]] = {
    Encoding.GB18030: _east_asian(_chinese("gb2312", range(0xB0, 0xD8))),
    Encoding.BIG5: _east_asian(_chinese("big5", range(0xA4, 0xC7))),
    Encoding.SHIFT_JIS: _east_asian(_japanese),
    Encoding.EUC_KR: _east_asian(_korean),
    Encoding.WINDOWS_1250: _latin("ąćęłńóśźżáčďéěíňřšťúůýžôľäöüßőűăâîşţđ"),
    Encoding.WINDOWS_1251: _cyrillic,
    Encoding.WINDOWS_1252: _latin("äöüßàâçéèêëîïôùûÿáíóúñåæøãõìòšž"),
    Encoding.MAC_ROMAN: _latin("äöüßàâçéèêëîïôùûÿáíóúñåæøãõìò"),
}
