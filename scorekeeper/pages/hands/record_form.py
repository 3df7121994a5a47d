"""The form for a hand: plays line by line, or only the score sheet."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import referee
from referee import Json, JsonObject
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.display.notation import notation_of
from scorekeeper.pages.display.typed_plays import (
    TypedLine,
    error_at_line,
    nonblank_lines,
    reading_errors,
    typed_lines,
)
from scorekeeper.pages.hands import sheet_fields
from scorekeeper.pages.hands.sheet_fields import CARDS_LEFT, OUT

NO_CARDS = frozenset({"-", "none", "0"})


class HandForm(forms.Form):
    """One hand of a session.  Every field is optional; an empty one is unknown."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    events = forms.CharField(
        label=gettext_lazy("Plays, one per line"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(
            attrs={
                "rows": 12,
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
                "class": "plays",
            }
        ),
    )
    passes = forms.ChoiceField(
        label=gettext_lazy("Passes"),
        choices=[
            ("written", gettext_lazy("are written down")),
            ("implied", gettext_lazy("are left out: players who are skipped have passed")),
        ],
        initial="written",
        required=False,
        widget=forms.RadioSelect,
    )
    pays_all = forms.TypedChoiceField(
        label=gettext_lazy("Who pays for all"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy("Only if a player’s breach of duty made somebody else win."),
    )
    void = forms.CharField(
        label=gettext_lazy("Reason if the hand is void"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("For example a misdeal. A void hand does not count."),
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=2000, required=False)

    def __init__(
        self, rules: referee.Rules, names: Mapping[int, str], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial={"id": uuid.uuid4()})
        self.rules = rules
        self.names = names
        pays_all = self.fields["pays_all"]
        if isinstance(pays_all, forms.ChoiceField):
            pays_all.choices = [("", _("nobody")), *names.items()]
        self.notation = notation_of(rules)
        self.fields["events"].widget.attrs["placeholder"] = self.notation.hand
        if self.by_melds:
            del self.fields["passes"], self.fields["pays_all"]
        for seat, name in names.items():
            self._add_seat(seat, name)
        if not self.by_melds:
            fields = sheet_fields.order_fields if self.by_order else sheet_fields.count_fields
            self.fields.update(fields(rules, names))
        self._wrong_lines: dict[int, str] = {}

    @property
    def by_order(self) -> bool:
        """Whether the score sheet is the order of going out."""
        return self.rules.sheet is referee.SheetKind.ORDER_OUT

    @property
    def by_melds(self) -> bool:
        """Whether the score sheet is one of melds; the form has no fields for them."""
        return self.rules.sheet is referee.SheetKind.MELDS

    def dealt(self) -> list[forms.BoundField]:
        """Return the fields of the dealt cards, one per seat."""
        return [self[f"dealt_{seat}"] for seat in self.names]

    def left(self) -> list[forms.BoundField]:
        """Return the fields of the cards left, one per seat."""
        return [self[f"left_{seat}"] for seat in self.names]

    def sheet_fields(self) -> list[forms.BoundField]:
        """Return the fields of the score sheet: card counts, or the order of going out."""
        return sheet_fields.bound_fields(self, OUT if self.by_order else CARDS_LEFT)

    def has_plays(self) -> bool:
        """Return whether to show the plays at once: there are some, or there is nothing else to enter."""
        return self.by_melds or bool(self._text())

    def has_dealt(self) -> bool:
        return any(field.value() or field.errors for field in self.dealt())

    def has_left(self) -> bool:
        return any(field.value() or field.errors for field in self.left())

    def has_more(self) -> bool:
        beside = [self[name] for name in ("note", "void", "pays_all") if name in self.fields]
        return any(field.value() or field.errors for field in beside)

    def lines(self) -> list[TypedLine]:
        """Return the typed lines, numbered, each with its error."""
        return typed_lines(self._text(), self._wrong_lines)

    def has_wrong_lines(self) -> bool:
        return bool(self._wrong_lines)

    def clean_events(self) -> str:
        """Report every line that cannot be read, not only the first."""
        text: str = self.cleaned_data["events"]
        self._wrong_lines = reading_errors(text, self.rules, seats=len(self.names))
        if self._wrong_lines:
            raise forms.ValidationError(
                [error_at_line(*wrong) for wrong in self._wrong_lines.items()]
            )
        return text

    def clean(self) -> dict[str, Any]:
        """Let the referee read the whole hand."""
        sheet_fields.ask_for_missing_counts(self)
        if not self.errors:
            record = self.record()
            if not record.keys() - {"passes", "note"}:
                raise forms.ValidationError(
                    _("Nothing was entered. Fill in the first fields, or enter the plays.")
                )
            try:
                referee.parse_hand(record, self.rules, seats=len(self.names))
            except referee.MalformedError as error:
                self.add_referee_error(error)
        return self.cleaned_data

    def record(self) -> JsonObject:
        """Return the hand record, with the filled fields only."""
        data = self.cleaned_data
        events: list[Json] = [line.text for line in nonblank_lines(data.get("events", ""))]
        record: JsonObject = {
            "dealt": self._hands("dealt"),
            "events": events or None,
            "left": self._hands("left"),
            "passes": "implied" if events and data.get("passes") == "implied" else None,
            CARDS_LEFT: sheet_fields.read(self, CARDS_LEFT),
            OUT: sheet_fields.read(self, OUT),
            "pays_all": data.get("pays_all"),
            "void": data.get("void") or None,
            "note": data.get("note") or None,
        }
        return {key: value for key, value in record.items() if value is not None}

    def add_referee_error(self, error: referee.MalformedError) -> None:
        """Add an error of the referee to the field, and to the line, that it is about."""
        key, _bracket, place = error.where.partition("[")
        at = int(place.split("]")[0]) if place[:1].isdigit() else None
        message = error_text(error, self.names)
        if key == CARDS_LEFT and at is None and self._add_count_errors():
            return
        if key == "events" and at is not None:
            line = nonblank_lines(self._text())[at].number
            self._wrong_lines[line] = message
            message = error_at_line(line, message)
        self.add_error(self._field_at(key, at), message)

    def _add_count_errors(self) -> bool:
        """Add errors unless exactly one player has 0 cards left; return whether there are any."""
        counts = {field.name: self.cleaned_data.get(field.name) for field in self.sheet_fields()}
        out = [name for name, count in counts.items() if count == 0]
        if not out:
            self.add_error(None, _("Enter 0 for the player who went out."))
        for name in out if len(out) > 1 else ():
            self.add_error(name, _("Only one player can have 0."))
        return len(out) != 1

    def _text(self) -> str:
        return str(self["events"].value() or "")

    def _field_at(self, key: str, at: int | None) -> str | None:
        fields = {**sheet_fields.KINDS, "dealt": "dealt", "left": "left"}
        if key in fields:
            name = f"{fields[key]}_{at + 1}" if at is not None else None
            return name if name in self.fields else None
        return key if key in self.fields else None

    def _add_seat(self, seat: int, name: str) -> None:
        typed = {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        for kind in ("dealt", "left"):
            self.fields[f"{kind}_{seat}"] = forms.CharField(
                label=name, required=False, max_length=300, widget=forms.TextInput(attrs=typed)
            )

    def _hands(self, kind: str) -> Json:
        """Return the cards by seat; an empty field is an unknown hand."""
        texts = [str(self.cleaned_data.get(f"{kind}_{seat}", "")).strip() for seat in self.names]
        if not any(texts):
            return None
        return ["" if text.lower() in NO_CARDS else text or "?" for text in texts]
