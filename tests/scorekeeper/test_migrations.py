"""A migration is applied while the release before it still serves: it only adds what that release can leave out.

One that removes what the release before has stopped using is named in BEFORE, with the release that stopped.
"""

from django.db import connection, models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader

ADDS = (
    operations.CreateModel, operations.AddField, operations.AddIndex, operations.AddConstraint,
    operations.AlterModelOptions, operations.RunPython, operations.RunSQL,
)  # fmt: skip
BEFORE = {
    "0001_clubs_sessions_hands",
    "0002_corrections_disputes_links",
}  # nobody ran a release yet


def later_migrations():
    found = MigrationLoader(connection).disk_migrations
    return [
        migration
        for (app, name), migration in found.items()
        if app == "scorekeeper" and name not in BEFORE
    ]


def left_out_safely(field):
    """Can a release that does not know this column insert a row?"""
    return field.null or field.has_db_default() or isinstance(field, models.ManyToManyField)


def test_a_migration_takes_nothing_away_that_the_release_before_needs(db):
    wrong = []
    for migration in later_migrations():
        new = {step.name_lower for step in migration.operations if isinstance(step, operations.CreateModel)}  # fmt: skip
        for step in migration.operations:
            if not isinstance(step, ADDS):
                wrong.append((migration.name, step.describe()))
            if isinstance(step, operations.AddField) and step.model_name_lower not in new and not left_out_safely(step.field):  # fmt: skip
                wrong.append((migration.name, step.describe()))
    assert not wrong


def test_the_migrations_are_one_after_another(db):
    loader = MigrationLoader(connection)
    assert len(loader.graph.leaf_nodes("scorekeeper")) == 1
