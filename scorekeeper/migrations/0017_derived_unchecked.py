"""What is derived is not checked once more: its hand, its session and its player are there, and nothing of them is deleted.

Only checks are dropped, on PostgreSQL; a table is not written anew for it.  A release that does not know of this needs none
of them.  Backwards nothing happens.
"""

import django.db.models.deletion
from django.db import migrations, models

GONE = (
    ("adjudication", ("hand",)),
    ("rerating", ("club", "session")),
    ("result", ("session",)),
    ("score", ("hand", "player")),
    ("verdict", ("hand",)),
)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    for name, fields in GONE:
        model = apps.get_model("scorekeeper", name)
        table = schema_editor.quote_name(model._meta.db_table)
        for field in fields:
            column = [model._meta.get_field(field).column]
            for check in schema_editor._constraint_names(model, column, foreign_key=True):
                schema_editor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {schema_editor.quote_name(check)}")


class Migration(migrations.Migration):

    atomic = False  # each is dropped by itself, under a lock of a moment; begun once more, it goes on with the rest
    dependencies = [("scorekeeper", "0016_fewer_indexes")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, migrations.RunPython.noop)],
            state_operations=[
                migrations.AlterField(
                    model_name='adjudication',
                    name='hand',
                    field=models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='scorekeeper.hand'),
                ),
                migrations.AlterField(
                    model_name='rerating',
                    name='club',
                    field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='rerating',
                    name='session',
                    field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reratings', to='scorekeeper.session'),
                ),
                migrations.AlterField(
                    model_name='result',
                    name='session',
                    field=models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='scorekeeper.session'),
                ),
                migrations.AlterField(
                    model_name='score',
                    name='hand',
                    field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='scorekeeper.hand'),
                ),
                migrations.AlterField(
                    model_name='score',
                    name='player',
                    field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='scorekeeper.player'),
                ),
                migrations.AlterField(
                    model_name='verdict',
                    name='hand',
                    field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='verdicts', to='scorekeeper.hand'),
                ),
            ],
        ),
    ]
