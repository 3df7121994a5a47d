"""A migration is applied while the previous release still serves, so it adds only what that release can leave out,
and removes nothing but indexes and checks.

A migration that removes what the previous release no longer uses is listed in ACCEPTED with the release that stopped.
"""

import threading

import pytest
from django.apps import apps
from django.db import OperationalError, connection, models, transaction
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader

from scorekeeper.migrations._concurrent_indexes import AddIndexWhileServing
from scorekeeper.migrations._together import Together
from scorekeeper.models import Player
from tests.scorekeeper.threads import run_in_threads

ADDS = (
    operations.CreateModel,
    operations.AddField,
    operations.AddIndex,
    operations.AddConstraint,
    operations.AlterModelOptions,
    operations.RunPython,
    operations.RunSQL,
)
FIRST_RELEASE = "0001_first_release"  # there was no release before it, and its tables are empty
ACCEPTED: set[str] = set()
SMALL = {"countedscope", "exportfile"}
"""Tables of which an index is built in a moment: a row for each label of a season, or for each file that is kept some days."""


def later_migrations():
    migrations = MigrationLoader(connection).disk_migrations
    return [
        migration
        for (app, name), migration in migrations.items()
        if app == "scorekeeper" and name not in {FIRST_RELEASE, *ACCEPTED}
    ]


def single(steps):
    """Yield the operations without those that only group others, and without those that leave the database as it is."""
    for step in steps:
        if isinstance(step, operations.SeparateDatabaseAndState):
            yield from single(step.database_operations)
        elif isinstance(step, Together):
            yield from single(step.operations)
        else:
            yield step


def is_only_loosened(before, step):
    """Return whether the column takes what it took before.

    Its index and its check may have changed, it may be empty now or have a default; validators, choices that are added and what
    is deleted with a row are Django's alone.
    """

    def definition(field):
        *_, kind, arguments, options = field.deconstruct()
        ignored = {"db_index", "db_constraint", "db_default", "null", "validators", "on_delete"}
        ignored.add("choices")
        return kind, arguments, {key: options[key] for key in options.keys() - ignored}

    def choices(field):
        return {value for value, _ in field.choices or ()}

    old_field = before.models["scorekeeper", step.model_name_lower].fields[step.name]
    is_filled = old_field.null and not step.field.null
    takes_less = choices(old_field) - choices(step.field)
    return not (is_filled or takes_less) and definition(old_field) == definition(step.field)


def removes_a_check(before, step):
    """Return whether a check of the database is removed, of which no release makes use."""
    if not isinstance(step, operations.RemoveConstraint):
        return False
    model = before.models["scorekeeper", step.model_name_lower]
    return isinstance(model.get_constraint_by_name(step.name), models.CheckConstraint)


def may_be_left_out(field):
    """Return whether a release that does not know this column can insert a row."""
    return field.null or field.has_db_default() or isinstance(field, models.ManyToManyField)


def test_a_migration_removes_nothing_that_the_previous_release_needs(db):
    wrong = []
    loader = MigrationLoader(connection)
    for migration in later_migrations():
        before = loader.project_state((migration.app_label, migration.name), at_end=False)
        steps = list(single(migration.operations))
        new = {step.name_lower for step in steps if isinstance(step, operations.CreateModel)}
        for step in steps:
            if isinstance(step, operations.AlterField) and is_only_loosened(before, step):
                continue
            if removes_a_check(before, step):
                continue
            if not isinstance(step, ADDS):
                wrong.append((migration.name, step.describe()))
            if (
                isinstance(step, operations.AddField)
                and step.model_name_lower not in new
                and not may_be_left_out(step.field)
            ):
                wrong.append((migration.name, step.describe()))
    assert not wrong


def test_the_migrations_form_one_sequence(db):
    loader = MigrationLoader(connection)
    assert len(loader.graph.leaf_nodes("scorekeeper")) == 1


def builds_an_index(step):
    """Return whether the operation creates an index on a table that is there, while its rows cannot be written."""
    if isinstance(step, operations.AddField):
        field = step.field
        return field.unique or field.db_index
    if isinstance(step, operations.AddConstraint):
        return isinstance(step.constraint, models.UniqueConstraint)
    return isinstance(step, operations.AddIndex) and not isinstance(step, AddIndexWhileServing)


def test_a_migration_creates_indexes_of_large_tables_while_the_service_writes_to_them(db):
    wrong = []
    for migration in later_migrations():
        steps = list(single(migration.operations))
        new = {step.name_lower for step in steps if isinstance(step, operations.CreateModel)}
        wrong += [
            (migration.name, step.describe())
            for step in steps
            if builds_an_index(step) and step.model_name_lower not in new | SMALL
        ]
        while_serving = {isinstance(step, AddIndexWhileServing) for step in steps}
        if True in while_serving and (migration.atomic or False in while_serving):
            wrong.append(
                (
                    migration.name,
                    "indexes that are created while serving need a migration of their own",
                )
            )
    assert not wrong


def indexes_of(model):
    """Yield the name, columns and uniqueness of the model's indexes that cover all rows in the usual order of letters."""
    parts = {
        each.name
        for each in (*model._meta.indexes, *model._meta.constraints)
        if getattr(each, "condition", None)
    }
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, model._meta.db_table)
    for name, constraint in constraints.items():
        if constraint["index"] or constraint["unique"] or constraint["primary_key"]:
            is_unique = constraint["unique"] or constraint["primary_key"]
            if name not in parts and not name.endswith("_like") and constraint["columns"]:
                yield name, tuple(constraint["columns"]), is_unique


@pytest.mark.slow
def test_no_index_repeats_the_beginning_of_another(db):
    repeated = [
        (name, other)
        for model in apps.get_app_config("scorekeeper").get_models(include_auto_created=False)
        for name, columns, is_unique in indexes_of(model)
        for other, longer, _ in indexes_of(model)
        if other != name and not is_unique and longer[: len(columns)] == columns
    ]
    assert not repeated


@pytest.fixture
def add_index():
    """An index that no release has, on the table of players; returns a function that creates it."""
    step = AddIndexWhileServing("player", models.Index(name="tried_out", fields=["name"]))
    before = MigrationLoader(connection).project_state()
    after = before.clone()
    step.state_forwards("scorekeeper", after)

    def add():
        with connection.schema_editor(atomic=False) as editor:
            step.database_forwards("scorekeeper", editor, before, after)

    yield add
    with connection.schema_editor(atomic=False) as editor:
        step.database_backwards("scorekeeper", editor, after, before)


def indexes():
    """Return the names of the indexes of players that can be used."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Player._meta.db_table)
        if connection.vendor == "postgresql":
            cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid")
            return found.keys() - {name for (name,) in cursor.fetchall()}
    return found.keys()


@pytest.mark.django_db(transaction=True)
def test_an_index_is_created_and_creating_it_once_more_changes_nothing(add_index):
    add_index()
    assert "tried_out" in indexes()
    add_index()
    assert "tried_out" in indexes()


@pytest.mark.needs("postgresql")
@pytest.mark.django_db(transaction=True)
def test_rows_are_written_while_an_index_is_created_and_an_unfinished_one_is_replaced(
    add_index, players
):
    begun, given_up = threading.Event(), threading.Event()

    def write_slowly():
        """Keep a transaction open, for which the new index has to wait, and write in others meanwhile."""
        other = connection.copy()
        with transaction.atomic(), other.cursor() as cursor:
            Player.objects.filter(pk=players[0].pk).update(name="Alicia")
            begun.set()
            while not given_up.wait(0.05):
                cursor.execute("SET lock_timeout = '5s'")
                cursor.execute(
                    "UPDATE scorekeeper_player SET name = 'Robert' WHERE id = %s", [players[1].pk]
                )
        other.close()

    def create_in_vain():
        assert begun.wait(10)
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = '500ms'")
        with pytest.raises(OperationalError):
            add_index()
        given_up.set()

    run_in_threads(lambda number: (write_slowly, create_in_vain)[number]())
    with connection.cursor() as cursor:
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = 'tried_out'::regclass")
        assert cursor.fetchall() == [(False,)]
    add_index()
    assert "tried_out" in indexes()
