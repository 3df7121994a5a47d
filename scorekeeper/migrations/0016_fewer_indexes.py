"""Indexes and checks that cost every new hand something and answer nothing.

Most of them repeat the beginning of an index that stays.  The club of a derived row is copied from its hand or session;
that it exists is checked there.  A release that does not know of this needs none of them.

Only indexes and checks are dropped: a table is not written anew for it, on SQLite neither, where the check of the club
stays.  Backwards nothing happens.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GONE = (
    ("adjudication", ("club", "rules_digest")),
    ("auditentry", ("club",)),
    ("hand", ("club", "recorded_by", "recorded_through", "session")),
    ("handrevision", ("by", "club", "hand")),
    ("rerating", ("session",)),
    ("result", ("club",)),
    ("score", ("club", "hand")),
    ("sessionrevision", ("by", "club")),
    ("verdict", ("club", "hand")),
)
UNCHECKED = frozenset({"adjudication", "result", "score", "verdict"})  # whose club is a copy


def drop(apps, schema_editor):
    for name, fields in GONE:
        model = apps.get_model("scorekeeper", name)
        table = schema_editor.quote_name(model._meta.db_table)
        for field in fields:
            column = [model._meta.get_field(field).column]
            for index in schema_editor._constraint_names(model, column, index=True, unique=False):
                schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(index)}")
            if field != "club" or name not in UNCHECKED or schema_editor.connection.vendor != "postgresql":
                continue
            for check in schema_editor._constraint_names(model, column, foreign_key=True):
                schema_editor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {schema_editor.quote_name(check)}")


class Migration(migrations.Migration):

    atomic = False  # each is dropped by itself, under a lock of a moment; begun once more, it goes on with the rest
    dependencies = [("scorekeeper", "0015_dispute_statements")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, migrations.RunPython.noop)],
            state_operations=[
                migrations.AlterField(
                    model_name='adjudication',
                    name='club',
                    field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='adjudication',
                    name='rules_digest',
                    field=models.CharField(max_length=80),
                ),
                migrations.AlterField(
                    model_name='auditentry',
                    name='club',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='hand',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hands', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='hand',
                    name='recorded_by',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='hand',
                    name='recorded_through',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.link'),
                ),
                migrations.AlterField(
                    model_name='hand',
                    name='session',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hands', to='scorekeeper.session'),
                ),
                migrations.AlterField(
                    model_name='handrevision',
                    name='by',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='handrevision',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='handrevision',
                    name='hand',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='scorekeeper.hand'),
                ),
                migrations.AlterField(
                    model_name='rerating',
                    name='session',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reratings', to='scorekeeper.session'),
                ),
                migrations.AlterField(
                    model_name='result',
                    name='club',
                    field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='score',
                    name='club',
                    field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='score',
                    name='hand',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='scorekeeper.hand'),
                ),
                migrations.AlterField(
                    model_name='sessionrevision',
                    name='by',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='sessionrevision',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='verdict',
                    name='club',
                    field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='verdict',
                    name='hand',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='verdicts', to='scorekeeper.hand'),
                ),
            ],
        ),
    ]
