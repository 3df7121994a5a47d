"""Two logs of the same hand side by side, merged into one record line by line."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.hands import second_logs
from scorekeeper.hands.actions import LogChoices, MergeSecondLog
from scorekeeper.hands.second_logs import Take
from scorekeeper.models import Hand, Transcript
from scorekeeper.pages.action_forms import VERSION, ReasonForm
from scorekeeper.pages.display import changes_table
from scorekeeper.pages.hands.hand_actions import HandActionView
from scorekeeper.pages.hands.history import in_short
from scorekeeper.pages.permissions import get_hand
from scorekeeper.sessions.document import names_of

TAKES = (
    (Take.HAND, pgettext_lazy("log", "the first")),
    (Take.TRANSCRIPT, pgettext_lazy("log", "the second")),
)
BOTH = (Take.BOTH, pgettext_lazy("log", "both, one after the other"))


class MergeForm(ReasonForm):
    """Whose word counts wherever two logs differ."""

    def __init__(
        self,
        difference: second_logs.LogDifference,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.difference = difference
        for place, row in enumerate(difference.rows):
            if not row.same:
                both = (BOTH,) if row.hand and row.transcript else ()
                self._add_choice(
                    f"row_{place}", _("Line %(number)d") % {"number": place + 1}, (*TAKES, *both)
                )
        for key in difference.keys:
            self._add_choice(f"key_{key}", key.replace("_", " "), TAKES)

    def choices(self) -> LogChoices:
        """Return what was chosen for each line and key."""
        rows = {int(name): take for name, take in self._takes("row_")}
        reason = self.cleaned_data["reason"]
        return LogChoices(rows=rows, keys=dict(self._takes("key_")), reason=reason)

    def _takes(self, prefix: str) -> list[tuple[str, Take]]:
        data = self.cleaned_data
        return [(name[len(prefix) :], Take(data[name])) for name in data if name.startswith(prefix)]

    def _add_choice(self, name: str, label: str, takes: Any) -> None:
        choices = [(str(take), words) for take, words in takes]
        self.fields[name] = forms.ChoiceField(label=label, choices=choices, initial=str(Take.HAND))


class SecondLog(HandActionView):
    """The page that compares a second log with the record of its hand."""

    action_class = MergeSecondLog
    template_name = "hands/second_log.html"
    transcript: Transcript

    def find_row(self) -> Hand:
        clubs = access.clubs_where(self.request.user, Action.SEE)
        pk: UUID = self.kwargs["transcript"]
        logs = Transcript.objects.filter(club__in=clubs).select_related("by")
        self.transcript = get_object_or_404(logs, pk=pk)
        self.transcript.hand = get_hand(self.request, self.transcript.hand_id)
        return self.transcript.hand

    def build_action(self, row: Hand) -> MergeSecondLog:
        return MergeSecondLog(row, self.person, transcript=self.transcript)

    def build_form(self, data: Any = None) -> MergeForm:
        difference = second_logs.difference(self.transcript)
        return MergeForm(difference, data, initial={VERSION: self.action.version()})

    def context(self) -> dict[str, Any]:
        return {**super().context(), "transcript": self.transcript}

    def form_context(self, form: MergeForm) -> dict[str, Any]:
        lines = self._lines(form)
        return {"lines": lines, "differing": _with_neighbors(lines)}

    def _lines(self, form: MergeForm) -> list[dict[str, Any]]:
        """Return the two logs line by line, with the field where they differ."""
        names = names_of(self.row.session)
        events: list[dict[str, Any]] = [
            {
                "what": place + 1,
                "first": changes_table.event_words(row.hand[1], names) if row.hand else "",
                "second": changes_table.event_words(row.transcript[1], names)
                if row.transcript
                else "",
                "field": None if row.same else form[f"row_{place}"],
            }
            for place, row in enumerate(form.difference.rows)
        ]
        keys = [
            {
                "what": form[f"key_{key}"].label,
                "first": in_short(ours),
                "second": in_short(theirs),
                "field": form[f"key_{key}"],
            }
            for key, (ours, theirs) in form.difference.keys.items()
        ]
        return events + keys

    def read(self, form: MergeForm) -> LogChoices:
        return form.choices()

    def done(self, hand: Hand) -> str:
        return _("The two logs have been combined in revision %(revision)d.") % {
            "revision": hand.head.number
        }


def _with_neighbors(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines that differ, each with the line before and the line after."""
    return [
        line
        for number, line in enumerate(lines)
        if any(near["field"] for near in lines[max(0, number - 1) : number + 2])
    ]
