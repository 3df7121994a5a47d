"""Forms to find, raise and decide disputes, and to add a statement to one."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import queue
from scorekeeper.disputes.queue import DisputeState
from scorekeeper.models import Club, Decision, Dispute
from scorekeeper.models.limits import MAX_POINTS, MAX_TEXT, MAX_WORDS
from scorekeeper.pages.action_forms import LOOK, WHY, ActionForm
from scorekeeper.pages.disputes.detail import DECISIONS, STATES

NOT_KNOWN, PASSED, PLAYED = "", "pass", "play"
"""What was played instead of a play that is taken back."""
LOWEST_WINS = gettext_lazy(
    "The lowest total wins here: a positive number is a penalty, a negative one helps the seat."
)


class QueueForm(forms.Form):
    """Filters of a club's disputes: status, words, fault and rule."""

    status = forms.ChoiceField(label=gettext_lazy("Status"), required=False)
    q = forms.CharField(label=gettext_lazy("Words"), required=False, max_length=200)
    fault = forms.ChoiceField(label=gettext_lazy("Fault"), required=False)
    rule = forms.CharField(label=gettext_lazy("Rule"), required=False, max_length=40)

    def __init__(self, club: Club, data: Mapping[str, Any]) -> None:
        super().__init__({"status": str(DisputeState.OPEN), **_flat(data)})
        states = [(str(state), str(words)) for state, words in STATES.items()]
        self.fields["status"] = _choice(self.fields["status"], [*states, ("all", _("all"))])
        disputed = Dispute.objects.filter(club=club).exclude(fault="")
        faults = disputed.values_list("fault", flat=True).distinct().order_by("fault")
        words = [(fault, fault_words(fault)) for fault in faults]
        self.fields["fault"] = _choice(self.fields["fault"], [("", "—"), *words])

    def filter(self, disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
        """Return the disputes that match; a filter that cannot be read is ignored."""
        self.is_valid()
        filters = self.cleaned_data
        state = filters.get("status")
        if state in list(DisputeState):
            disputes = disputes.filter(queue.IN_STATE[DisputeState(state)])
        for key in ("fault", "rule"):
            if filters.get(key):
                disputes = disputes.filter(**{key: filters[key]})
        return queue.with_words(disputes, filters.get("q") or "")


class DisputeForm(ActionForm):
    """What somebody disputes, and why."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    event = forms.TypedChoiceField(
        label=gettext_lazy("Which play?"), required=False, coerce=int, empty_value=None
    )
    claim = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "In one sentence, for example “The straight was lower than the play to beat.”"
        ),
    )
    grounds = forms.CharField(
        label=gettext_lazy("Why do you think so?"),
        max_length=MAX_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    evidence = forms.CharField(
        label=gettext_lazy("What evidence is there?"),
        max_length=MAX_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("For example a witness, a photo, or what the other side says."),
    )

    def __init__(
        self,
        events: Sequence[tuple[int, str]],
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
    ) -> None:
        super().__init__(data, initial={"id": uuid.uuid4(), **initial})
        missing = ("", _("No single play: something is missing, or it is about the whole hand"))
        self.fields["event"] = _choice(self.fields["event"], [missing, *events])


class RulingForm(ActionForm):
    """A decision and its reason; a preview needs no reason."""

    decision = forms.ChoiceField(
        label=gettext_lazy("Decision"),
        choices=[(str(decision), words) for decision, words in DECISIONS.items()],
        widget=forms.RadioSelect,
    )
    seat = forms.TypedChoiceField(
        label=gettext_lazy("Whose points?"), required=False, coerce=int, empty_value=None
    )
    points = forms.FloatField(
        label=gettext_lazy("How many?"),
        required=False,
        min_value=-MAX_POINTS,
        max_value=MAX_POINTS,
        widget=forms.NumberInput(attrs={"step": "any"}),
        help_text=gettext_lazy("A negative number takes points away from the seat."),
    )
    replaced = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    instead = forms.CharField(
        label=gettext_lazy("Cards or action"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    reason = forms.CharField(
        label=WHY,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "It stays in the record, and is shown next to similar disputes later."
        ),
    )

    def __init__(
        self,
        names: Mapping[int, str],
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
        lowest_wins: bool = False,
        player: str = "",
        passes: bool = True,
    ) -> None:
        super().__init__(data, initial={"replaced": NOT_KNOWN, **initial})
        self.fields["replaced"].label = _("What did %(name)s play instead?") % {"name": player}
        self.fields["replaced"] = _choice(
            self.fields["replaced"],
            [
                (NOT_KNOWN, _("It is not known, or still to be played")),
                *([(PASSED, _("%(name)s passed") % {"name": player})] if passes else []),
                (PLAYED, _("These cards, or this action:")),
            ],
        )
        if lowest_wins:
            self.fields["points"].help_text = LOWEST_WINS
        seats = [(seat, name) for seat, name in names.items()]
        self.fields["seat"] = _choice(self.fields["seat"], [("", "—"), *seats])
        self.fields["reason"].required = self.data.get("do") != LOOK

    def ruling(self) -> NewRuling:
        """Return the ruling from a valid form."""
        data = self.cleaned_data
        return NewRuling(
            decision=Decision(data["decision"]),
            reason=data["reason"] or "?",
            seat=data["seat"],
            points=data["points"],
            instead=self._instead() if data["decision"] == Decision.TAKEN_BACK else "",
        )

    def clean(self) -> dict[str, Any]:
        """Require the cards where somebody says that there were some, and only there."""
        data = self.cleaned_data
        is_played, written = data.get("replaced") == PLAYED, data.get("instead")
        if data.get("decision") != Decision.TAKEN_BACK or is_played == bool(written):
            return data
        if is_played:
            self.add_error("instead", _("Tap the cards, or write them."))
        else:
            self.add_error("instead", _("Choose “These cards, or this action”, or leave it empty."))
        return data

    def _instead(self) -> str:
        """Return what was played instead as a record writes it; empty if it is not known."""
        written: str = self.cleaned_data["instead"]
        replaced = self.cleaned_data["replaced"]
        return {PASSED: PASSED, PLAYED: written}.get(replaced, "")


class AdjustmentForm(forms.Form):
    """An adjustment to preview."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Whose points?"), coerce=int)
    points = forms.FloatField(
        label=gettext_lazy("How many?"),
        min_value=-MAX_POINTS,
        max_value=MAX_POINTS,
        widget=forms.NumberInput(attrs={"step": "any"}),
    )

    def __init__(
        self,
        names: Mapping[int, str],
        data: Mapping[str, Any] | None = None,
        *,
        lowest_wins: bool = False,
    ) -> None:
        super().__init__(data, auto_id="try_%s")
        if lowest_wins:
            self.fields["points"].help_text = LOWEST_WINS
        self.fields["seat"] = _choice(self.fields["seat"], list(names.items()))

    def ruling(self) -> NewRuling:
        """Return the ruling from a valid form; a preview needs no reason."""
        data = self.cleaned_data
        return NewRuling(
            decision=Decision.ADJUSTMENT, reason="?", seat=data["seat"], points=data["points"]
        )


def fault_words(fault: str) -> str:
    """Return a fault in the reader's language."""
    return _(fault.replace("-", " ")) if fault else ""


def _choice(field: forms.Field, choices: Sequence[tuple[Any, Any]]) -> forms.Field:
    if isinstance(field, forms.ChoiceField):
        field.choices = choices
    return field


def _flat(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in ("status", "q", "fault", "rule") if key in data}


class StatementForm(forms.Form):
    """A statement in a dispute; sent twice it is stored once."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("Your statement"),
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "You cannot change it later. Members of the club can read it, and it is printed with the ruling."
        ),
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"id": uuid.uuid4()}, auto_id="statement_%s")
