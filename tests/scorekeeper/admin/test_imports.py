"""The admin shows imports with the outcome of each record."""

import html

import pytest
from django.urls import reverse

from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker

pytestmark = pytest.mark.django_db

SCORES = "2026-03-01\nAlice Bob Carol Erin\n0 11 12 13\n1 1 1 0\n"


def process_import(club, source, *, by):
    file = import_uploads.RecordFile(notation="txt", source=source, names={}, dry_run=False)
    row, _is_new = import_uploads.create_import(club, file, by=by)
    import_worker.process(row, stop=lambda: False)
    return row


def test_an_import_counts_its_outcomes(club, people, root):
    row = process_import(club, SCORES, by=people.carol)
    page = root.get(reverse("admin:scorekeeper_import_change", args=[row.pk]))
    assert "1 new" in page.content.decode()


def test_an_unreadable_record_is_listed_with_its_error(club, people, root):
    process_import(club, SCORES.replace("13", "x"), by=people.carol)
    report = root.get(reverse("admin:scorekeeper_importline_changelist"))
    assert "expected a date (2026-03-01)" in html.unescape(report.content.decode())
