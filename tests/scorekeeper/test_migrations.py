"""A migration is applied while the release before it still serves: it only adds what that release can leave out, and
takes away no more than indexes and checks.

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


def steps_of(migration):
    for step in migration.operations:
        if isinstance(step, operations.SeparateDatabaseAndState):
            yield from (*step.database_operations, *step.state_operations)
        else:
            yield step


def only_loosened(before, step):
    """Is the column what it was, but for an index or a check?"""

    def told(field):
        *_, kind, arguments, named = field.deconstruct()
        return kind, arguments, {key: said for key, said in named.items() if key not in {"db_index", "db_constraint"}}  # fmt: skip

    was = before.models["scorekeeper", step.model_name_lower].fields[step.name]
    return told(was) == told(step.field)


def left_out_safely(field):
    """Can a release that does not know this column insert a row?"""
    return field.null or field.has_db_default() or isinstance(field, models.ManyToManyField)


def test_a_migration_takes_nothing_away_that_the_release_before_needs(db):
    wrong = []
    loader = MigrationLoader(connection)
    for migration in later_migrations():
        before = loader.project_state((migration.app_label, migration.name), at_end=False)
        new = {step.name_lower for step in migration.operations if isinstance(step, operations.CreateModel)}  # fmt: skip
        for step in steps_of(migration):
            if isinstance(step, operations.AlterField) and only_loosened(before, step):
                continue
            if not isinstance(step, ADDS):
                wrong.append((migration.name, step.describe()))
            if isinstance(step, operations.AddField) and step.model_name_lower not in new and not left_out_safely(step.field):  # fmt: skip
                wrong.append((migration.name, step.describe()))
    assert not wrong


def test_the_migrations_are_one_after_another(db):
    loader = MigrationLoader(connection)
    assert len(loader.graph.leaf_nodes("scorekeeper")) == 1
