"""Indexes of tables that may have millions of rows, created and dropped while the service writes to these tables."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations


class AddIndexWhileServing(AddIndexConcurrently):
    """Create an index without stopping writers: concurrently on PostgreSQL, as usual on SQLite.

    The migration needs ``atomic = False`` and contains nothing but such operations, ``Together`` if there are several.  An
    interrupted one may be run again: indexes that are there are passed over.  PostgreSQL keeps one that it could not finish
    and marks it as invalid; it is replaced.
    """

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != "postgresql":
            if not self._exists(schema_editor):
                migrations.AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
            return
        self._ensure_not_in_transaction(schema_editor)
        is_valid = self._is_valid(schema_editor)
        if is_valid is False:
            name = schema_editor.quote_name(self.index.name)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY {name}")
        if not is_valid:
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != "postgresql":
            migrations.AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)
            return
        super().database_backwards(app_label, schema_editor, from_state, to_state)

    def _exists(self, schema_editor):
        """Return whether the SQLite database has an index of this name."""
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = %s", [self.index.name])
            return cursor.fetchone() is not None

    def _is_valid(self, schema_editor):
        """Return whether the index is complete, or None if there is none of this name."""
        statement = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)"
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(statement, [schema_editor.quote_name(self.index.name)])
            row = cursor.fetchone()
        return row and row[0]


def drop_foreign_key_indexes(columns):
    """Return a function for RunPython that drops the indexes of these foreign keys, given as (model, field).

    The migration needs ``atomic = False``.  An index that is gone already is passed over.
    """

    def drop(apps, schema_editor):
        while_serving = "CONCURRENTLY " if schema_editor.connection.vendor == "postgresql" else ""
        for name, field in columns:
            model = apps.get_model("scorekeeper", name)
            column = [model._meta.get_field(field).column]
            for index in schema_editor._constraint_names(model, column, index=True, unique=False):
                schema_editor.execute(f"DROP INDEX {while_serving}{schema_editor.quote_name(index)}")

    return drop
