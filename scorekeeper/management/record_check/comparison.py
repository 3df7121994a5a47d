"""Compare stored rows with what follows from the records."""

from collections.abc import Iterator, Mapping, Sequence

from django.db import models

import referee

BUILT_LATER = frozenset({"replay", "showings"})


def compare_rows(
    rows: Sequence[models.Model], expected: Sequence[models.Model], where: str
) -> Iterator[referee.VerificationProblem]:
    """Compare derived rows with the expected ones, in their order."""
    if len(rows) != len(expected):
        message = f"{len(rows)} rows can be read, and {len(expected)} follow from the record."
        yield referee.VerificationProblem(where, "other-derived", message)
        return
    for place, (row, wanted) in enumerate(zip(rows, expected, strict=True)):
        yield from compare_row(row, wanted, f"{where}[{place}]")


def compare_row(
    row: models.Model | None, expected: models.Model, where: str
) -> Iterator[referee.VerificationProblem]:
    """Compare a derived row with the expected one, except its automatic id and columns built later."""
    if row is None:
        message = "This row is missing, or cannot be read."
        yield referee.VerificationProblem(where, "other-derived", message)
        return
    fields = [f for f in expected._meta.concrete_fields if not isinstance(f, models.AutoField)]
    values = {f.attname: getattr(expected, f.attname) for f in fields if f.name not in BUILT_LATER}
    for problem in compare_columns(row, where, values):
        yield problem._replace(code="other-derived")


def compare_columns(
    row: models.Model, where: str, expected: Mapping[str, object]
) -> Iterator[referee.VerificationProblem]:
    """Yield columns that have not the expected value."""
    for name, value in expected.items():
        stored = getattr(row, name)
        if stored != value:
            message = f"{name} is {stored!r}, and {value!r} follows from what was sealed."
            yield referee.VerificationProblem(
                f"{where}.{name.removesuffix('_id')}", "other-mirror", message
            )
