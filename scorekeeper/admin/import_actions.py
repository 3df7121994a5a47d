"""Files of session records are taken in, or cancelled half-way."""

import uuid
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import QuerySet
from django.urls import reverse

import referee
from scorekeeper import tasks
from scorekeeper.access import Action
from scorekeeper.admin.action_forms import ActForm, KeysField
from scorekeeper.admin.actions import ActPage
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.imports.uploads import FileTooLargeError
from scorekeeper.models import Club, Import


class ImportForm(ActForm):
    """A file, and what to do with it."""

    source = forms.FileField(label="File", help_text="Session records, or a text score sheet.")
    notation = forms.ChoiceField(choices=[(name, name) for name in referee.NOTATIONS])
    names = KeysField(
        required=False,
        widget=AdminTextareaWidget(attrs={"rows": 3}),
        help_text='JSON: from names in the file to players’ ids, {"Jon": "…"}; null makes a new player. '
        "Others are known by their names.",
    )
    dry_run = forms.BooleanField(required=False, initial=True, label="Only say what would be kept")

    def clean_source(self) -> str:
        """The file's text."""
        file = self.cleaned_data["source"]
        if file.size > settings.IMPORT_LARGEST:
            raise forms.ValidationError(str(FileTooLargeError(file.size, settings.IMPORT_LARGEST, "bytes")))  # fmt: skip
        try:
            text: str = file.read().decode()
        except UnicodeDecodeError as error:
            raise forms.ValidationError("The file is not UTF-8.") from error
        if "\0" in text:
            raise forms.ValidationError("The file holds the character NUL.")
        return text

    def clean_names(self) -> dict[str, uuid.UUID | None]:
        """Whom the names mean."""
        given = self.cleaned_data["names"] or {}
        try:
            return {name: uuid.UUID(player) if player else None for name, player in given.items()}
        except (ValueError, TypeError, AttributeError) as error:
            raise forms.ValidationError("Each name has a player's id, or null.") from error


class ImportPage(ActPage):
    """Records come into a club's books in bulk."""

    slug = "import"
    label = "Import records"
    action = Action.IMPORT
    template = "admin/scorekeeper/import.html"
    form_class = ImportForm

    row: Club
    taken: Import

    def found(self) -> QuerySet[Club]:
        return Club.objects.all()

    def club(self) -> Club:
        return self.row

    def held(self) -> Club:
        return self.row

    def version(self) -> str:
        return ""

    def save(self, given: dict[str, Any]) -> str:
        asked = {key: given[key] for key in ("source", "notation", "names", "dry_run")}
        self.taken, _ = import_uploads.take_in(
            self.row, import_uploads.File(**asked), by=self.person
        )
        return "The file was taken in: below stands what became of each record."

    def afterwards(self) -> str:
        """A small file is worked through at once, a larger one waits for the queue."""
        tasks.begin_import(self.taken)
        return reverse("admin:scorekeeper_import_change", args=[self.taken.pk])


class CancelPage(ActPage):
    """What is not worked through yet is left."""

    slug = "cancel"
    label = "Cancel this import"
    action = Action.IMPORT
    template = "admin/scorekeeper/cancel.html"

    row: Import

    def found(self) -> QuerySet[Import]:
        return Import.objects.select_related("club", "by").defer("source", "names")

    def held(self) -> Import:
        return self.row

    def version(self) -> str:
        return ""

    def why_not(self) -> str:
        is_open = self.row.state in import_worker.OPEN
        return "" if is_open else str(import_uploads.ImportOverError())

    def save(self, given: dict[str, Any]) -> str:
        import_uploads.cancel(self.row, by=self.person)
        return "The import was cancelled; what it brought so far stays."
