"""Limits of what is read: a text that costs more to parse than it should is refused before it is parsed."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee import input_limits, toml_writer
from referee.notation import load_json, load_toml
from tests.referee.chance import many_examples
from tests.referee.climbing_table import record

ROOT = Path(__file__).parents[2]
MANY_PARTS = ".".join("a" * 33)
BEGIN = 'format = "session-record/1"\n'
"""One line, so that what follows is on line 2."""


def refusal(load, text: str) -> tuple[str, str, str]:
    with pytest.raises(referee.MalformedError) as error:
        load(text)
    return error.value.code, error.value.where, error.value.message


def nested(depth: int, opens: str = "[", closes: str = "]") -> str:
    return opens * depth + closes * depth


@pytest.fixture
def no_parser(monkeypatch):
    """Fail the test if a text gets as far as a parser."""

    def parse(*_args, **_options):
        raise AssertionError("The text was parsed.")

    monkeypatch.setattr(tomllib, "loads", parse)
    monkeypatch.setattr(json, "loads", parse)


TOML_TOO_LARGE = {
    "a dotted key": (f"{BEGIN}{MANY_PARTS} = 1", "line 2", "32 parts"),
    "a dotted key with spaces": (f"{BEGIN}{' . '.join('a' * 33)} = 1", "line 2", "32 parts"),
    "a dotted key of quoted parts": (
        BEGIN + ".".join(['"x.y"'] * 33) + " = 1",
        "line 2",
        "32 parts",
    ),
    "a dotted key of ten thousand parts": (f"{'a.' * 9_999}a = 1", "", "32 parts"),
    "a dotted key in a table": (f"[table]\n{MANY_PARTS} = 1", "line 2", "32 parts"),
    "a dotted key in an inline table": (f"{BEGIN}a = {{ {MANY_PARTS} = 1 }}", "line 2", "32 parts"),
    "a table name": (f"{BEGIN}[{MANY_PARTS}]", "line 2", "32 parts"),
    "the name of an array of tables": (f"{BEGIN}[[{MANY_PARTS}]]", "line 2", "32 parts"),
    "a table name after a string of several lines": (
        f"a = \"\"\"\n\n\"\"\"\nb = '''\n'''\n[{MANY_PARTS}]",
        "line 6",
        "32 parts",
    ),
    "lists in lists": (f"{BEGIN}a = {nested(101)}", "line 2", "100 levels"),
    "lists in lists that never end": (f"{BEGIN}a = {'[' * 10_000}", "line 2", "100 levels"),
    "lists over several lines": ("a = [\n" + "[\n" * 100, "line 101", "100 levels"),
    "inline tables": (f"{BEGIN}a = {'{ a = ' * 101}", "line 2", "100 levels"),
    "inline tables with dotted keys": (f"{BEGIN}a = {'{ a.b.c.d = ' * 30}", "line 2", "100 levels"),
    "many tables with long names": (
        "\n".join(f"[a{number}.{'.'.join('b' * 31)}]" for number in range(800)),
        "",
        "25,000 keys",
    ),
    "many tables": ("[a]\n" * 25_001, "", "25,000 keys"),
    "many keys": ("a=1\n" * 25_001, "", "25,000 keys"),
    "many tables in an array": ("[[a]]\n" * 25_001, "", "25,000 keys"),
    "many values": (f"a = [{'1,' * 150_001}]", "", "150,000 values"),
    "many lists": (f"a = [{'[],' * 75_001}]", "", "150,000 values"),
    "many lines": ("#\n" * 150_001, "", "150,000 values"),
    "many escapes": ('a = "' + r"\n" * 150_001 + '"', "", "150,000 values"),
    "many bytes": (f'a = "{"é" * 500_000}"', "", "limit is 1,000,000"),
    "a decimal number": (f"{BEGIN}a = {'1' * 5_000}", "line 2", "309 digits"),
    "a number with underscores": (f"{BEGIN}a = -{'_'.join('1' * 310)}", "line 2", "309 digits"),
    "a fraction": (f"{BEGIN}a = 0.{'1' * 5_000}", "line 2", "309 digits"),
    "an exponent": (f"{BEGIN}a = 1e{'1' * 5_000}", "line 2", "309 digits"),
    "a hexadecimal number": (f"{BEGIN}a = 0x{'f' * 5_000}", "line 2", "256 digits"),
    "an octal number": (f"{BEGIN}a = 0o{'7' * 5_000}", "line 2", "309 digits"),
    "a binary number": (f"{BEGIN}a = 0b{'01' * 5_000}", "line 2", "309 digits"),
    "a fraction of a second": (f"{BEGIN}a = 10:00:00.{'1' * 5_000}", "line 2", "309 digits"),
}


@pytest.mark.usefixtures("no_parser")
@pytest.mark.parametrize(("text", "where", "message"), TOML_TOO_LARGE.values(), ids=TOML_TOO_LARGE)
def test_toml_beyond_a_limit_is_refused_before_it_is_parsed(text, where, message):
    code, place, reason = refusal(load_toml, text)
    assert (code, place) == ("unreadable", where)
    assert message in reason


JSON_TOO_LARGE = {
    "lists in lists": (nested(101), "", "100 levels"),
    "lists in lists that never end": ("[" * 100_000, "", "100 levels"),
    "objects in objects": ('{"a":' * 101, "", "100 levels"),
    "a line of several": ("{\n" + '"a": ' + nested(100) + "}", "line 2", "100 levels"),
    "many values": (f"[{'1,' * 200_001}1]", "", "200,000 values"),
    "many lists": (f"[{'[],' * 100_001}1]", "", "200,000 values"),
    "many bytes": (f'"{"é" * 1_000_000}"', "", "limit is 2,000,000"),
    "a whole number": ("1" * 5_000, "", "309 digits"),
    "a negative number": ("-" + "1" * 5_000, "", "309 digits"),
    "a fraction": ("0." + "1" * 5_000, "", "309 digits"),
    "an exponent": ("1e" + "1" * 5_000, "", "309 digits"),
}


@pytest.mark.usefixtures("no_parser")
@pytest.mark.parametrize(("text", "where", "message"), JSON_TOO_LARGE.values(), ids=JSON_TOO_LARGE)
def test_json_beyond_a_limit_is_refused_before_it_is_parsed(text, where, message):
    code, place, reason = refusal(load_json, text)
    assert (code, place) == ("unreadable", where)
    assert message in reason


@pytest.mark.parametrize("number", ["1e999999", "-1E309", "[1.5, 1e400]"])
def test_a_number_that_would_be_infinite_is_refused_in_both_notations(number):
    assert "is too large a number" in refusal(load_json, number)[2]
    assert "is too large a number" in refusal(load_toml, f"a = {number}")[2]


def test_toml_has_infinity_and_json_has_not():
    assert load_toml("a = [inf, -inf, +inf]") == {"a": [float("inf"), float("-inf"), float("inf")]}
    assert refusal(load_json, "Infinity")[0] == "unreadable"


WITHIN_LIMITS = {
    "a key of as many parts": f"{'.'.join('a' * 32)} = 1",
    "a key of as many parts and a fraction": f"{'.'.join('a' * 32)} = 1.5",
    "as many levels and a fraction": f"a = {nested(100).replace('[]', '[1.5]')}",
    "as many levels": f"a = {nested(100)}",
    "as many digits": f"a = [{'1' * 309}, 0x{'f' * 256}]",
    "a quoted key with dots": f'"{"." * 100}" = 1',
    "a literal key with dots": f"'{'.' * 100}' = 1",
    "dots in a string": f'a = "{"." * 100}"',
    "brackets in a string": f'a = "{"[" * 200}"',
    "brackets after an escaped quotation mark": rf'a = "\"{"[" * 200}\\"',
    "brackets in a literal string": rf"a = '\{'[' * 200}\'",
    "brackets in a string of several lines": f'a = """\n{"[" * 200}""\n"{"." * 100}\n"""""',
    "brackets in a literal string of several lines": f"a = '''\n{'[' * 200}''\n'{'.' * 100}\n'''''",
    "brackets in a comment": f"a = 1 # \"'{'[' * 200}\n# {'.' * 200}\nb = 2",
    "a number sign in a string": f"a = '#' # {'[' * 200}",
    "digits in a string": f'a = "{"1" * 5_000}"',
    "digits in a comment": f"# {'1' * 5_000}",
    "many fractions on a line": f"a = [{'0.5, ' * 100}]",
    "many tables": "[[a]]\nb = 1\n" * 500,
    "many inline tables": f"a = [{'{ b.c = [] }, ' * 200}]",
}


@pytest.mark.parametrize("text", WITHIN_LIMITS.values(), ids=WITHIN_LIMITS)
def test_toml_within_the_limits_is_read(text):
    assert load_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "value",
    ["[" * 200, '"' + "[" * 200, "\\" * 9 + '"' + "{" * 200, "1" * 5_000, "'" * 3 + "# " + "," * 9],
)
def test_strings_of_json_have_no_limit_of_their_own(value):
    text = json.dumps({value: [value] * 3, "other": [[0.5] * 100]})
    assert load_json(text) == json.loads(text)


PIECES = [
    *"""\"\"\" ''' " ' \\ # = . , [ ] [[ ]] { }""".split(),
    *"""a b 1 0x1f 1.5e3 inf 2026-03-01 true "x" 'y' é""".split(),
    *["\n", "\r\n", " ", "a = ", "[a]\n", "[[b]]\n"],
]


@many_examples
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_pieces_of_toml_are_read_or_refused_as_without_limits(text):
    try:
        expected = tomllib.loads(text)
    except ValueError:
        assert refusal(load_toml, text)[0] == "unreadable"
    else:
        assert load_toml(text) == expected


texts = st.text(st.sampled_from("a.[]{}#'\"\\,=\n é1"), max_size=12)
values = st.recursive(
    texts | st.integers() | st.booleans() | st.floats(allow_nan=False) | st.dates(),
    lambda items: st.lists(items, max_size=4) | st.dictionaries(texts, items, max_size=4),
    max_leaves=20,
)


@many_examples
@given(st.dictionaries(texts, values, max_size=5))
def test_a_random_document_is_read_as_without_limits(document):
    text = toml_writer.write(document)
    assert load_toml(text) == tomllib.loads(text) == document


def test_a_long_session_is_within_the_limits_in_every_notation():
    """A thousand hands with sixty plays each, which an import accepts by default."""
    hand = {"events": [f"{number % 4 + 1}: 3C" for number in range(60)]}
    long_record = referee.parse_record({**record(), "hands": [hand] * 1000})
    toml = referee.write_record(long_record, "toml")
    input_limits.check_toml(toml)
    input_limits.check_toml(toml.replace('", "', '",\n"'))
    input_limits.check_json(referee.write_record(long_record, "json"), input_limits.JSON_LIMITS)


def test_a_record_with_too_many_hands_is_refused():
    with pytest.raises(referee.MalformedError, match="10,001 hands; the limit is 10,000") as error:
        referee.parse_record({**record(), "hands": [{}] * 10_001})
    assert (error.value.code, error.value.where) == ("unreadable", "hands")


def test_a_score_sheet_with_too_many_hands_does_not_stop_the_sheets_after_it(monkeypatch):
    monkeypatch.setattr("referee.parsing.MAX_HANDS", 3)
    text = "a b c d\n" + "0 1 2 3\n" * 4 + "e f g h\n0 1 2 3\n"
    too_long, after = referee.entries(text, "txt")
    assert (too_long.line, after.line) == (2, 7)
    with pytest.raises(referee.MalformedError, match="4 hands; the limit is 3"):
        too_long.record()
    assert after.record().players == tuple("efgh")


def test_an_unreadable_line_of_a_score_sheet_is_classified_without_backtracking():
    """The digits of each word could once be divided in every way: seven of each of thirty words never ended."""
    (entry,) = referee.entries("1234567 " * 30 + "x", "txt")
    with pytest.raises(referee.MalformedError, match="cannot be read"):
        entry.record()


@pytest.mark.parametrize("notation", ["json", "ndjson"])
def test_an_unterminated_string_is_scanned_once(notation):
    """The scan once began again at each of the quotation marks."""
    text = '{"variant": "' + '\\"' * 400_000 + "\n{}"
    assert next(entry.line for entry in referee.entries(text, notation)) == 1
