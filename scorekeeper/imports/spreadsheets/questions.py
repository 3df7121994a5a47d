"""What a file may mean in two ways: the question, what is assumed unless somebody answers, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import JsonObject
from scorekeeper.imports.spreadsheets.sheet_errors import Part, join_parts

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


def chosen(question: SheetQuestion, answers: Answers) -> str:
    """Return the answer to a question, or what is assumed."""
    return question.answered(answers) or question.assumed


def open_questions(questions: Sequence[SheetQuestion], answers: Answers) -> list[SheetQuestion]:
    """Return the questions that nobody answered."""
    return [one for one in questions if one.answered(answers) is None]


def check(questions: Sequence[SheetQuestion], answers: Mapping[str, Any]) -> str | None:
    """Return the first id of an answer that is no answer to its question; None if all are."""
    for question in questions:
        answer = question.answered(answers)
        if (
            answer is not None
            and question.answers
            and answer not in question.answers
            and not _is_free(question)
        ):
            return question.id
    return None


def _is_free(question: SheetQuestion) -> bool:
    return question.code in {"date-missing", "name"}
