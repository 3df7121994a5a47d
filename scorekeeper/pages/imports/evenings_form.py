"""The form that says what becomes of records of evenings that the club has, with what they say otherwise."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee import Json
from scorekeeper.imports.corrections.differences import SheetDifference
from scorekeeper.imports.corrections.hands import HandChange, HandDifference
from scorekeeper.imports.corrections.known_evenings import EveningAnswer, answers_for
from scorekeeper.imports.review.evaluating import EveningAnswers
from scorekeeper.imports.review.evaluation import Evaluation, ReviewedLine
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display.numbers import plain

MOST, MOST_HANDS = 100, 50  # evenings in the form, hands of each
CHOICES = {
    EveningAnswer.BRING_UP_TO_DATE: gettext_lazy("bring the session up to date"),
    EveningAnswer.SECOND_SESSION: gettext_lazy("import it as a second session of that day"),
    EveningAnswer.LEAVE_OUT: gettext_lazy("leave it out"),
}
KEYS = {
    "cards_left": gettext_lazy("cards left"),
    "places": gettext_lazy("places"),
    "points": gettext_lazy("points"),
    "adjustments": gettext_lazy("points beside the hand"),
    "out": gettext_lazy("order of going out"),
    "pays_all": gettext_lazy("pays for all"),
    "note": gettext_lazy("note"),
}
"""The keys of a hand in words; others are shown as they are written in records."""
BY_SEAT = ("cards_left", "places", "points", "adjustments")
NOTES = {
    HandChange.NEW: gettext_lazy("new"),
    HandChange.MISSING: gettext_lazy("not in the file, stays as it is"),
    HandChange.LEFT_ALONE: gettext_lazy("stays as it is"),
}
_KEY = re.compile(r"evening_(\d+)_(\d+)")


class HandWords(NamedTuple):
    """A hand that differs, in words, and what becomes of it."""

    words: str
    note: str


class EveningRow(NamedTuple):
    """A record of an evening that the club has: the choice, and what the record says otherwise."""

    field: BoundField
    session: UUID
    refusal: str
    hands: Sequence[HandWords]
    hands_left: int  # that are not listed
    totals: str


def answers(numbers: Mapping[UUID, int], data: Mapping[str, Any]) -> EveningAnswers:
    """Return the answers of a form that was sent, by dry run and record; ``numbers`` are those of the files.

    Files are numbered, because the dry run of a file becomes another one when the file is read under other house rules.
    """
    dry_runs = {number: dry_run for dry_run, number in numbers.items()}
    keys = ((key, match) for key in data if (match := _KEY.fullmatch(key)))
    return {
        (dry_runs[int(match[1])], int(match[2])): data[key]
        for key, match in keys
        if int(match[1]) in dry_runs
    }


class EveningsForm(forms.Form):
    """A choice for each record of an evening that the club has."""

    def __init__(
        self, evaluation: Evaluation, numbers: Mapping[UUID, int], names: Mapping[UUID, str]
    ) -> None:
        super().__init__()
        known = evaluation.known_evenings
        self.left_over = len(known[MOST:])
        self._names, self._differences = names, dict[str, SheetDifference]()
        for line, difference in known[:MOST]:
            key = f"evening_{numbers[line.line.within_id]}_{line.line.number}"
            self._differences[key] = difference
            self.fields[key] = forms.ChoiceField(
                label=_label(line),
                choices=[(answer, CHOICES[answer]) for answer in answers_for(difference)],
                initial=line.answer,
                widget=forms.RadioSelect,
            )

    def rows(self) -> Iterator[EveningRow]:
        """Yield each evening with its choice."""
        for key, difference in self._differences.items():
            names = [self._names.get(player, "?") for player in difference.seated]
            yield EveningRow(
                field=self[key],
                session=difference.session.pk,
                refusal=_(difference.refusal) if difference.refusal else "",
                hands=[_hand_words(hand, names) for hand in difference.hands[:MOST_HANDS]],
                hands_left=len(difference.hands[MOST_HANDS:]),
                totals=_by_seat(names, difference.totals) if difference.totals else "",
            )


def _label(line: ReviewedLine) -> str:
    game = dict(variant_choices())[line.line.details["variant"]]
    return f"{game}, {date_format(date.fromisoformat(line.played_on or ''))}"


def _hand_words(hand: HandDifference, names: Sequence[str]) -> HandWords:
    texts = []
    for key in dict.fromkeys([*hand.before, *hand.after]):
        before, after = hand.before.get(key), hand.after.get(key)
        if hand.change in {HandChange.NEW, HandChange.MISSING}:
            words = _text(key, before or after, names)
        else:
            words = _change(key, before, after, names)
        texts.append(f"{KEYS.get(key, key)}: {words}")
    number = _("Hand %(hand)d") % {"hand": hand.position}
    notes = [str(NOTES.get(hand.change, "")), _(hand.reason) if hand.reason else ""]
    return HandWords(
        words=f"{number}, {'; '.join(texts)}" if texts else number,
        note=". ".join(note for note in notes if note),
    )


def _change(key: str, before: Json, after: Json, names: Sequence[str]) -> str:
    """Return what both say, of lists by seat only for the players of whom it differs."""
    if key in BY_SEAT and isinstance(before, list) and isinstance(after, list):
        pairs = zip(names, before, after, strict=False)
        changed = [(name, was, now) for name, was, now in pairs if was != now]
        return ", ".join(f"{name} {_number(was)} → {_number(now)}" for name, was, now in changed)
    return f"{_text(key, before, names)} → {_text(key, after, names)}"


def _text(key: str, value: Json, names: Sequence[str]) -> str:
    if value is None:
        return "–"
    if key in BY_SEAT and isinstance(value, list):
        return _by_seat(names, value)
    if key in {"out", "pays_all"}:
        seats = value if isinstance(value, list) else [value]
        return ", ".join(names[seat - 1] for seat in seats if isinstance(seat, int))
    return str(value)


def _by_seat(names: Sequence[str], values: Sequence[Any]) -> str:
    return ", ".join(f"{name} {_number(value)}" for name, value in zip(names, values, strict=False))


def _number(value: Any) -> str:
    return plain(value) if isinstance(value, int | float) else "?"
