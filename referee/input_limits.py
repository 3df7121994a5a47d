"""How large a text may be that is read as JSON or TOML, checked before it is parsed.

Parsing can take far more memory than the text: ``tomllib`` takes a kilobyte for every part of a dotted key, more for long
keys, and a hundred bytes for every digit of a number.  A text within these limits takes less than 100 MB and one second.

Front door: check_json, check_toml, parse_float.
"""

import re
from dataclasses import dataclass
from math import isinf

from referee.record import MalformedError

MAX_DEPTH = 100
"""The number of levels that values are nested: open brackets, and dots of the keys that lead to them."""

MAX_KEY_PARTS = 32
"""The number of parts of a dotted key or table name of TOML."""

MAX_KEYS = 25_000
"""The number of keys and table names of a TOML document; each part of a dotted one counts."""

MAX_DIGITS = 309
"""The number of digits of a number: as many as the largest finite float has."""

MAX_HEX_DIGITS = 256
"""The number of digits of a hexadecimal number of TOML, which has at most ``MAX_DIGITS`` decimal digits then."""

MAX_HANDS = 10_000
"""The number of hands of a session record."""


@dataclass(frozen=True)
class InputLimits:
    """The size of one document."""

    bytes: int
    values: int  # and lists and tables; of TOML also lines, and escapes in strings


JSON_LIMITS = InputLimits(bytes=2_000_000, values=200_000)
"""Of a session record or question in JSON: about two thousand hands with every play."""

TOML_LIMITS = InputLimits(bytes=1_000_000, values=150_000)
"""Of a session record in TOML, which takes longer to parse: about a thousand hands with every play."""

BUNDLE_LIMITS = InputLimits(bytes=40_000_000, values=4_000_000)
"""Of a session with its history: every version of each hand, and every verdict."""

DIVIDE = "divide it into several records, the later ones with `carried`"
"""The advice of a message about a record that is too large."""

# possessive quantifiers: no backtracking on any input; an unterminated string extends to the end
_STRINGS_AND_COMMENTS = re.compile(
    r'''
      """ (?: [^"\\]++ | \\. | "(?!"") )*+ (?:"{3,5})?   # of TOML, over several lines
    | \'\'\' (?: [^']++ | '(?!\'\') )*+ (?:'{3,5})?
    | " [^"\\\n]*+ (?: \\. [^"\\\n]*+ )*+ "?
    | ' [^'\n]*+ '?
    | \# [^\n]*+
    ''',
    re.DOTALL | re.VERBOSE,
)
_LONG_NUMBER = re.compile(
    rf"(?<![0-9_])[0-9](?:_?[0-9]){{{MAX_DIGITS}}}|0x(?:_?[0-9A-Fa-f]){{{MAX_HEX_DIGITS + 1}}}"
)
_TABLE_NAME = re.compile(r"^[ \t]*\[", re.MULTILINE)
_SIGNS = re.compile(r"[\[\]{}.,=\n]")


def check_json(text: str, limits: InputLimits) -> None:
    """Raise MalformedError ``unreadable`` if JSON is larger than the limits, naming the line if it has several."""
    _check_bytes(text, limits)
    if _is_plainly_small(text, limits):
        return
    bare = _without_strings(text)
    _check_number(bare.count(",") + _brackets(bare), "values", most=limits.values)
    _check_digits(bare)
    _check_depth(bare)


def _is_plainly_small(text: str, limits: InputLimits) -> bool:
    """Return whether JSON is within the limits even if what stands in its strings counted too, as most records are."""
    between_commas, brackets = text.split(","), _brackets(text)
    return (
        brackets < MAX_DEPTH
        and len(between_commas) + brackets < limits.values
        and max(map(len, between_commas)) < MAX_DIGITS
    )


def check_toml(text: str) -> None:
    """Raise MalformedError ``unreadable`` if TOML is larger than ``TOML_LIMITS``, naming the line if it has several."""
    _check_bytes(text, TOML_LIMITS)
    bare = _without_strings(text)
    values = bare.count(",") + _brackets(bare) + text.count("\n") + text.count("\\")
    _check_number(values, "values, lines and escapes", most=TOML_LIMITS.values)
    keys = bare.count("=") + bare.count(".") + len(_TABLE_NAME.findall(bare))
    _check_number(keys, "keys", most=MAX_KEYS)
    _check_digits(bare)
    _check_depth(bare)


def parse_float(text: str) -> float:
    """Return a number written with a fraction or an exponent, or TOML's ``inf`` or ``nan``.

    Raises MalformedError ``unreadable`` for one that is too large, which Python would read as infinite.
    """
    number = float(text)
    if isinf(number) and "inf" not in text:
        raise MalformedError("unreadable", "", f"{text} is too large a number.")
    return number


def _without_strings(text: str) -> str:
    """Return the text without strings and comments; its lines have the same numbers."""
    has_long_strings = '"""' in text or "'''" in text
    return _STRINGS_AND_COMMENTS.sub(_line_breaks if has_long_strings else "", text)


def _line_breaks(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _brackets(bare: str) -> int:
    return bare.count("[") + bare.count("{")


def _check_bytes(text: str, limits: InputLimits) -> None:
    size = len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))
    if size > limits.bytes:
        raise _too_large("", f"This has {size:,} bytes; the limit is {limits.bytes:,}", DIVIDE)


def _check_number(number: int, what: str, *, most: int) -> None:
    if number > most:
        raise _too_large("", f"This has more than {most:,} {what}", DIVIDE)


def _check_digits(bare: str) -> None:
    if number := _LONG_NUMBER.search(bare):
        most = MAX_HEX_DIGITS if number[0].startswith("0x") else MAX_DIGITS
        message = f"This number has more than {most} digits"
        raise _too_large(_line(bare, number.start()), message, "write it as a text")


def _check_depth(bare: str) -> None:
    """Raise MalformedError where brackets and dotted keys are nested too deeply, or a key has too many parts."""
    depth = 0  # open brackets, and the dots of the keys that lead to them
    dots = [0]  # of the key whose value is being read, by open bracket
    parts = 1  # of the key being read, or of a number
    for sign in _SIGNS.finditer(bare):
        match sign[0]:
            case "[" | "{":
                dots.append(0)
                depth += 1
            case "]" | "}" if len(dots) > 1:
                depth -= 1 + dots.pop()
            case "=":
                dots[-1] += parts - 1
                depth += parts - 1
            case "," | "\n":
                depth -= dots[-1]
                dots[-1] = 0
        parts = parts + 1 if sign[0] == "." else 1
        if parts > MAX_KEY_PARTS:
            message = f"This key has more than {MAX_KEY_PARTS} parts"
            raise _too_large(_line(bare, sign.start()), message, "shorten it, or quote its dots")
        if depth > MAX_DEPTH:
            message = f"This is nested more than {MAX_DEPTH} levels deep"
            raise _too_large(_line(bare, sign.start()), message, "a record has four")


def _line(bare: str, place: int) -> str:
    return f"line {bare.count(chr(10), 0, place) + 1}" if "\n" in bare else ""


def _too_large(where: str, what: str, remedy: str) -> MalformedError:
    return MalformedError("unreadable", where, f"{what}: {remedy}.")
