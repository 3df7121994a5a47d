"""An index for a table that may have millions of rows, created while the service writes to the table."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations


class AddIndexWhileServing(AddIndexConcurrently):
    """Create an index without stopping writers: concurrently on PostgreSQL, as usual on SQLite.

    The migration needs ``atomic = False`` and contains nothing else.  An interrupted one may be run again: PostgreSQL keeps an
    index that it could not finish and marks it as invalid, which is replaced here.
    """

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != "postgresql":
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

    def _is_valid(self, schema_editor):
        """Return whether the index is complete, or None if there is none of this name."""
        statement = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)"
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(statement, [schema_editor.quote_name(self.index.name)])
            row = cursor.fetchone()
        return row and row[0]
