"""What a table means, with the evidence: the reading that explains it best, and what is to be asked.

Every reading that a table may have is tried on its hands (``candidates``); words only name what numbers cannot tell (``words``).
Where two readings explain the table equally well and give other results, that is a question, with the likelier answer assumed.  What
the best reading cannot explain is refused row by row, or asked (``row_questions``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.reason_texts import gettext_noop
from referee.spreadsheets.candidates import (
    Candidate,
    Hints,
    candidates_of,
    reading_of,
    rivals,
)
from referee.spreadsheets.columns import SheetColumns
from referee.spreadsheets.layouts import layouts_of
from referee.spreadsheets.questions import Answers, SheetQuestion, chosen_answer
from referee.spreadsheets.row_questions import ask_of_rows
from referee.spreadsheets.sheet_errors import sheet_error
from referee.spreadsheets.table import Spreadsheet


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """What a table means, and what is to be asked of it."""

    columns: SheetColumns
    questions: tuple[SheetQuestion, ...]


def find_meaning(
    table: Spreadsheet, hints: Hints, answers: Answers, known: SheetColumns | None = None
) -> Meaning:
    """Return what a table means with these answers, and all questions that it raises, answered or not.

    Where it is ``known`` what the columns mean, only rows and days are asked about.
    Raises MalformedError ``unreadable`` where no column can be a player.
    """
    if known is not None:
        best = reading_of(table, known, answers)
        columns, questions = ask_of_rows(table, best, hints, answers, order=known.dates)
        return Meaning(columns=columns, questions=tuple(questions))
    check_players(table)
    readings = [*candidates_of(table, hints, answers)]
    questions = list[SheetQuestion]()
    for difference in _DIFFERENCES:
        best, others = rivals(readings)
        question = _question(difference, best, others)
        if question is None:
            continue
        questions.append(question)
        answer = chosen_answer(question, answers)
        readings = [one for one in readings if difference.answer(one) == answer] or [best]
    best, _others = rivals(readings)
    columns, of_rows = ask_of_rows(table, best, hints, answers, before=questions)
    return Meaning(columns=columns, questions=(*questions, *of_rows))


def check_players(table: Spreadsheet) -> None:
    """Raise MalformedError ``unreadable`` where no column and no row can be a player."""
    if next(layouts_of(table.sample), None) is None:
        raise sheet_error(
            gettext_noop(
                "No player is named: the first line, or the first cell of each row, says who plays."
            )
        )


class _Difference(NamedTuple):
    """One thing in which readings can differ: the code of its question, the reason, and what a reading answers."""

    code: str
    reason: str
    answer: Callable[[Candidate], str]


def _question(
    difference: _Difference, best: Candidate, others: Sequence[Candidate]
) -> SheetQuestion | None:
    """Return the question between the best reading and those that explain the table as well and differ in this."""
    mine = difference.answer(best)
    rival_answers = [
        answer
        for one in others
        if (answer := difference.answer(one)) != mine
        and (difference.code == "game" or one.result != best.result)
    ]
    answers = tuple(dict.fromkeys((mine, *rival_answers)))
    if len(answers) < 2:
        return None
    reason = (difference.reason, {"answers": ", ".join(answers)})
    return SheetQuestion(code=difference.code, reason=reason, assumed=mine, answers=answers)


_DIFFERENCES = (
    _Difference(
        "orientation",
        gettext_noop("Players may stand in columns or in rows: both can be."),
        lambda one: "players-in-rows" if one.columns.is_turned else "players-in-columns",
    ),
    _Difference(
        "game",
        gettext_noop("The numbers can be of several games: %(answers)s."),
        lambda one: one.columns.variant,
    ),
    _Difference(
        "values",
        gettext_noop("The numbers can have several meanings: %(answers)s."),
        lambda one: str(one.columns.values),
    ),
    _Difference(
        "running-start",
        gettext_noop("The totals may go on from one day to the next, or begin anew."),
        lambda one: "goes-on" if one.columns.goes_on else "anew",
    ),
    _Difference(
        "player-column",
        gettext_noop("A column may be a player, or stand beside the players."),
        lambda one: ", ".join(one.beside) or "players",
    ),
)
