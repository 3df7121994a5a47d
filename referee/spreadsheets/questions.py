"""What a file may mean in two ways: the question, what is assumed unless somebody answers, and why."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import referee
from referee import JsonObject
from referee.spreadsheets.sheet_errors import Part, join_parts

DATE_MISSING, DATE_YEAR = "date-missing", "date-year"
_YEAR = re.compile(r"(?:19|2[01])\d\d")
CODES = frozenset(
    "encoding sheet game values orientation player-column running-start total-row winner points hand-number"
    " date-order date-calendar date-year date-missing date-unlikely midnight time-zone".split()
)
"""The codes of all questions about a file; the values are public API."""
Answers = Mapping[str, str]
"""Answers by the ``id`` of a question, or by its code for all questions of this kind."""


@dataclass(frozen=True, kw_only=True)
class SheetQuestion:
    """A question with its proposal.  ``subject`` tells questions of one code and line apart, such as the heading of a column."""

    code: str
    reason: Part
    assumed: str
    answers: tuple[str, ...]
    line: int | None = None
    subject: str = ""

    @property
    def id(self) -> str:
        """What names the question in answers.

        >>> reason = ("The last row is the sum of the rows above.", {})
        >>> SheetQuestion(code="total-row", line=4, reason=reason, assumed="leave-out", answers=("leave-out", "hand")).id
        'total-row:4'
        """
        parts = [
            self.code,
            *([str(self.line)] if self.line else []),
            *([self.subject] if self.subject else []),
        ]
        return ":".join(parts)

    def answered(self, answers: Answers) -> str | None:
        """Return the answer to this question, None where it is open."""
        return answers.get(self.id, answers.get(self.code))

    def has(self, answer: str) -> bool:
        """Return whether this is one of its answers; where a day is missing, any day is, and where a year is, any year."""
        is_day = self.code == DATE_MISSING and referee.date_of(answer) is not None
        is_year = self.code == DATE_YEAR and bool(_YEAR.fullmatch(answer))
        return is_day or is_year or answer in self.answers

    def as_json(self) -> JsonObject:
        """Return the question as the API gives it."""
        return {
            "id": self.id,
            "code": self.code,
            "line": self.line,
            "message": join_parts((self.reason,)),
            "assumed": self.assumed,
            "answers": [*self.answers],
        }


def chosen_answer(question: SheetQuestion, answers: Answers) -> str:
    """Return the answer to a question; what is assumed where there is none, or none that it has (see ``wrong_answer``)."""
    answer = question.answered(answers)
    return answer if answer is not None and question.has(answer) else question.assumed


def open_questions(questions: Sequence[SheetQuestion], answers: Answers) -> list[SheetQuestion]:
    """Return the questions that nobody answered."""
    return [one for one in questions if one.answered(answers) is None]


def unknown_answer(answers: Answers, codes: Collection[str] = CODES) -> str | None:
    """Return the first id of an answer whose question no file raises; None if there is none."""
    return next((key for key in answers if key.partition(":")[0] not in codes), None)


def wrong_answer(questions: Sequence[SheetQuestion], answers: Answers) -> SheetQuestion | None:
    """Return the first question with an answer that it does not have; None if there is none."""
    answered = ((one, one.answered(answers)) for one in questions)
    return next((one for one, text in answered if text is not None and not one.has(text)), None)
