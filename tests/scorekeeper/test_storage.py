"""``make storage`` prints what a hand takes, and compares it with docs/operations.md, as is done every week."""

from benchmarks.storage import TableSize, compare, format_table

SCORES = TableSize("score", 400.0, {"score_pkey": 90.4, "score_player": 9.0})
PLAYERS = TableSize("player", 3.0, {})


def test_a_table_lists_its_larger_indexes_and_small_tables_share_a_line():
    *_, scores, others, _, _ = format_table([SCORES, PLAYERS])
    assert scores == "| `score` | 400 | 99 | 499 | `score_pkey` 90 |"
    assert others == "| all others | 3 | 0 | 3 | |"


def test_a_table_that_has_grown_by_a_quarter_differs_from_the_documentation():
    text = "\n".join(format_table([SCORES, PLAYERS]))
    assert not [*compare([SCORES, PLAYERS], text)]
    assert not [*compare([SCORES._replace(rows=450.0)], text)]
    assert [*compare([SCORES._replace(rows=600.0)], text)]


def test_a_large_table_that_is_not_documented_is_reported():
    assert [*compare([SCORES], "")]
    assert not [*compare([PLAYERS], "")]
