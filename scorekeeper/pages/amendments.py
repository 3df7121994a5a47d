"""A hand is corrected, or goes back to what it was; what would change is looked at first."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import referee
from scorekeeper import adjudicating, amending, decisions, disclosure, exports, rewriting
from scorekeeper.access import Action
from scorekeeper.amending import Amendment, AmendmentError
from scorekeeper.models import Cause
from scorekeeper.pages import differences, history
from scorekeeper.pages.acting import ReasonedForm
from scorekeeper.pages.hand_acts import HandAct
from scorekeeper.pages.notation import notation_of
from scorekeeper.records import Json, Keys

EVENTS, NOTE, LEFT = "events", "note", "cards_left"
TYPED = {"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
_CHANGE = re.compile(r"changes\[(\d+)\]")
_KEY = re.compile(r"^(?:keys\.)?(\w+)")


class CauseForm(ReasonedForm):
    """Of which class a change is."""

    field_order = ["cause", "reason"]
    cause = forms.ChoiceField(
        label=gettext_lazy("What was it?"),
        choices=[(str(cause), words) for cause, words in history.CAUSES.items()],
        initial=Cause.TRANSCRIPTION_FIX,
    )


class AmendForm(CauseForm):
    """A hand's record, to be written otherwise."""

    field_order = [EVENTS, LEFT, NOTE, "keys", "cause", "reason"]
    events = forms.CharField(
        label=gettext_lazy("Plays, one a line"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={**TYPED, "rows": 14, "class": "plays"}),
    )
    cards_left = forms.CharField(
        label=gettext_lazy("Cards left, clockwise from seat 1"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "5 0 8 12"}),
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=2000, required=False)
    keys = forms.JSONField(
        label=gettext_lazy("Everything else that is written down"),
        required=False,
        widget=forms.Textarea(attrs={**TYPED, "rows": 6, "class": "plays"}),
        help_text=gettext_lazy("As in a session record: keys with their values, in JSON."),
    )

    def clean_cards_left(self) -> list[Json] | None:
        """A number a seat; a question mark is one that nobody knows."""
        words = self.cleaned_data[LEFT].replace(",", " ").split()
        if not all(word == "?" or word.isdecimal() for word in words):
            raise forms.ValidationError(_("Write a number for each seat: 5 0 8 12."))
        return [None if word == "?" else int(word) for word in words] or None

    def clean_keys(self) -> Keys:
        """Keys with values, and none that has a field of its own."""
        keys = self.cleaned_data["keys"] or {}
        if not isinstance(keys, dict):
            raise forms.ValidationError(_('Write keys with their values: {"out": [2]}.'))
        if own := {EVENTS, LEFT, NOTE} & keys.keys():
            raise forms.ValidationError(
                _("This has a field of its own: %(key)s") % {"key": min(own)}
            )
        return keys


class Amending(HandAct):
    """An act that makes an amendment."""

    action = Action.AMEND

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        """What is to be otherwise."""
        raise NotImplementedError

    def preview(self, given: dict[str, Any]) -> differences.Told:
        changes = amending.preview(self.row, self.amendment(given))
        seen = disclosure.effects_for(self.row.session, changes, self.person)
        return differences.told(self.row.session, seen)

    def save(self, given: dict[str, Any]) -> str:
        hand, _effects = amending.amend(self.row, self.amendment(given), by=self.person)
        said = {"number": hand.position, "revision": hand.head.number}
        return _("Hand %(number)d is corrected: revision %(revision)d stands, and what follows was judged again.") % said  # fmt: skip


class Amend(Amending):
    """The record of a hand, to be written otherwise."""

    template = "hands/amend.html"
    form_class = AmendForm

    def initial(self) -> dict[str, Any]:
        sheet = self._sheet()
        left: Any = sheet.pop(LEFT, None) or []
        return {
            EVENTS: rewriting.as_text(self._events()),
            LEFT: " ".join("?" if number is None else f"{number}" for number in left),
            NOTE: sheet.pop(NOTE, ""),
            "keys": sheet or None,
        }

    def context(self) -> dict[str, Any]:
        seen = disclosure.shown(self.row, self.person)
        theirs = decisions.written_by_rulings(seen.sheet)
        decided: Keys = {key: value for key, value in seen.sheet.items() if key in theirs}
        return {
            **super().context(),
            "names": exports.names_of(self.row.session),
            "decided": json.dumps(decided, indent=2, ensure_ascii=False) if decided else "",
            "stands": rewriting.as_text(self._events()),
            "notation": notation_of(adjudicating.rules_of(self.row.session)),
        }

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        own = {LEFT: given[LEFT], NOTE: given[NOTE] or None}
        keys = {**given["keys"], **{key: value for key, value in own.items() if value is not None}}
        return Amendment(
            changes=rewriting.changes(self._events(), given[EVENTS]),
            keys=changed(self._sheet(), keys),
            cause=Cause(given["cause"]),
            reason=given["reason"],
        )

    def place_of(self, where: str) -> tuple[str | None, str]:
        """Changes are named as the events they change."""
        if number := _CHANGE.match(where):
            changes = rewriting.changes(self._events(), self.request.POST[EVENTS])
            where = f"events[{changes[int(number[1])].event - 1}]"
        key = _KEY.match(where)
        if key is None:
            return None, where
        return (key[1] if key[1] in (EVENTS, LEFT, NOTE) else "keys"), where.removeprefix("keys.")

    def _events(self) -> list[str]:
        events: Any = adjudicating.hand_sheet(self.row.head).get(EVENTS) or []
        return list(events)

    def _sheet(self) -> Keys:
        """What somebody may see and may write, beside the events."""
        sheet = disclosure.sheet_for(self.row, self.person)
        theirs = decisions.written_by_rulings(sheet) | {EVENTS}
        return {key: value for key, value in sheet.items() if key not in theirs}


class Undo(Amending):
    """The record goes back to what an earlier revision said."""

    template = "hands/undo.html"
    form_class = CauseForm

    @cached_property
    def number(self) -> int:
        """Of the revision that is gone back to."""
        return int(self.kwargs["number"])

    def found(self) -> Any:
        hand = super().found()
        if not hand.revisions.filter(number=self.number).exists():
            raise Http404
        return hand

    def why_not(self) -> str:
        try:
            self.preview({})
        except (AmendmentError, referee.MalformedError) as error:
            return str(error)
        return ""

    def context(self) -> dict[str, Any]:
        revision = self.row.revisions.select_related("by").get(number=self.number)
        told = "" if self.why_not() else self.preview({})
        return {**super().context(), "revision": revision, "would": told}

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        cause = Cause(given.get("cause", Cause.TRANSCRIPTION_FIX))
        return Amendment(undo=self.number, cause=cause, reason=given.get("reason", ""))


def changed(before: Keys, after: Mapping[str, Json]) -> dict[str, Json]:
    """The keys that somebody wrote otherwise; null for those left out.

    >>> changed({"note": "long", "dealer": 1}, {"note": "short"})
    {'note': 'short', 'dealer': None}
    """
    written = {
        key: value
        for key, value in after.items()
        if key not in before or referee.canonical(before[key]) != referee.canonical(value)
    }
    return {**written, **{key: None for key in before if key not in after}}
