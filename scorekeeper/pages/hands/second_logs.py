"""Two people logged the same hand: their logs side by side, and one record made of both, by choice."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import second_logs
from scorekeeper.hands.second_logs import Take
from scorekeeper.models import Hand, Transcript
from scorekeeper.pages.action_forms import VERSION, ReasonedForm
from scorekeeper.pages.display import changes_table
from scorekeeper.pages.hands.hand_actions import HandAct
from scorekeeper.pages.hands.history import in_short
from scorekeeper.pages.permissions import hand_seen
from scorekeeper.sessions import document as session_document

TAKES = (
    (Take.HAND, pgettext_lazy("log", "the first")),
    (Take.TRANSCRIPT, pgettext_lazy("log", "the second")),
)
BOTH = (Take.BOTH, pgettext_lazy("log", "both, one after the other"))


class MergeForm(ReasonedForm):
    """Whose word counts wherever two logs differ."""

    def __init__(
        self,
        found: second_logs.LogDifference,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.found = found
        for place, row in enumerate(found.rows):
            if not row.same:
                both = (BOTH,) if row.hand and row.transcript else ()
                self._ask(f"row_{place}", _("Line %(number)d") % {"number": place + 1}, (*TAKES, *both))  # fmt: skip
        for key in found.keys:
            self._ask(f"key_{key}", key.replace("_", " "), TAKES)

    def rows(self) -> dict[int, Take]:
        """By line, from 0."""
        return {int(name): take for name, take in self._taken("row_")}

    def keys(self) -> dict[str, Take]:
        """By key beside the events."""
        return dict(self._taken("key_"))

    def _taken(self, prefix: str) -> list[tuple[str, Take]]:
        given = self.cleaned_data
        return [(name[len(prefix) :], Take(given[name])) for name in given if name.startswith(prefix)]  # fmt: skip

    def _ask(self, name: str, label: str, takes: Any) -> None:
        choices = [(str(take), words) for take, words in takes]
        self.fields[name] = forms.ChoiceField(label=label, choices=choices, initial=str(Take.HAND))


class SecondLog(HandAct):
    """Somebody else's log beside the record."""

    action = Action.TRANSCRIBE
    template = "hands/second_log.html"
    transcript: Transcript

    def found(self) -> Hand:
        own = access.clubs_where(self.request.user, Action.SEE)
        pk: UUID = self.kwargs["transcript"]
        logs = Transcript.objects.filter(club__in=own).select_related("by")
        self.transcript = get_object_or_404(logs, pk=pk)
        self.transcript.hand = hand_seen(self.request, self.transcript.hand_id)
        return self.transcript.hand

    def why_not(self) -> str:
        over = self.row.adjudication.status != hand_confirmations.UNFINISHED
        return "" if over else _("The hand is unfinished: the logs are laid beside each other when it is over.")  # fmt: skip

    def made(self, data: Any = None) -> MergeForm:
        found = second_logs.difference(self.transcript)
        return MergeForm(found, data, initial={VERSION: self.version()})

    def context(self) -> dict[str, Any]:
        return {**super().context(), "transcript": self.transcript}

    def beside(self, form: MergeForm) -> dict[str, Any]:
        return {"lines": self._lines(form)}

    def _lines(self, form: MergeForm) -> list[dict[str, Any]]:
        """The two logs, line by line."""
        names = session_document.names_of(self.row.session)
        events: list[dict[str, Any]] = [
            {
                "what": place + 1,
                "first": changes_table.deed(row.hand[1], names) if row.hand else "",
                "second": changes_table.deed(row.transcript[1], names) if row.transcript else "",
                "field": None if row.same else form[f"row_{place}"],
            }
            for place, row in enumerate(form.found.rows)
        ]
        keys = [
            {"what": form[f"key_{key}"].label, "first": in_short(ours), "second": in_short(theirs), "field": form[f"key_{key}"]}
            for key, (ours, theirs) in form.found.keys.items()
        ]  # fmt: skip
        return events + keys

    def save(self, given: dict[str, Any]) -> str:
        form = self.made(self.request.POST)
        form.is_valid()
        hand, _effects = second_logs.merge(
            self.transcript, rows=form.rows(), keys=form.keys(), by=self.person, reason=given["reason"]
        )  # fmt: skip
        return _("One record is made of both: revision %(revision)d.") % {"revision": hand.head.number}  # fmt: skip
