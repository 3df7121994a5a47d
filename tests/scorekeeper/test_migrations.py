"""A migration is applied while the previous release still serves, so it adds only what that release can leave out,
and removes nothing but indexes and checks.

A migration that removes what the previous release no longer uses is listed in ACCEPTED with the release that stopped.
"""

from django.db import connection, models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader

ADDS = (
    operations.CreateModel, operations.AddField, operations.AddIndex, operations.AddConstraint,
    operations.AlterModelOptions, operations.RunPython, operations.RunSQL,
)  # fmt: skip
ACCEPTED = {
    "0001_clubs_sessions_hands",
    "0002_corrections_disputes_links",
}  # there was no release yet


def later_migrations():
    migrations = MigrationLoader(connection).disk_migrations
    return [
        migration
        for (app, name), migration in migrations.items()
        if app == "scorekeeper" and name not in ACCEPTED
    ]


def operations_of(migration):
    for step in migration.operations:
        if isinstance(step, operations.SeparateDatabaseAndState):
            yield from (*step.database_operations, *step.state_operations)
        else:
            yield step


def is_only_loosened(before, step):
    """Return whether the column is unchanged except for its index and its check."""

    def definition(field):
        *_, kind, arguments, options = field.deconstruct()
        ignored = {"db_index", "db_constraint"}
        return kind, arguments, {key: options[key] for key in options.keys() - ignored}

    old_field = before.models["scorekeeper", step.model_name_lower].fields[step.name]
    return definition(old_field) == definition(step.field)


def may_be_left_out(field):
    """Return whether a release that does not know this column can insert a row."""
    return field.null or field.has_db_default() or isinstance(field, models.ManyToManyField)


def test_a_migration_removes_nothing_that_the_previous_release_needs(db):
    wrong = []
    loader = MigrationLoader(connection)
    for migration in later_migrations():
        before = loader.project_state((migration.app_label, migration.name), at_end=False)
        new = {step.name_lower for step in migration.operations if isinstance(step, operations.CreateModel)}  # fmt: skip
        for step in operations_of(migration):
            if isinstance(step, operations.AlterField) and is_only_loosened(before, step):
                continue
            if not isinstance(step, ADDS):
                wrong.append((migration.name, step.describe()))
            if isinstance(step, operations.AddField) and step.model_name_lower not in new and not may_be_left_out(step.field):  # fmt: skip
                wrong.append((migration.name, step.describe()))
    assert not wrong


def test_the_migrations_form_one_sequence(db):
    loader = MigrationLoader(connection)
    assert len(loader.graph.leaf_nodes("scorekeeper")) == 1
