"""Indexes of foreign keys that repeat the beginning of another index of their table.

Every new row wrote to both. On PostgreSQL each is dropped concurrently: the table is read and written meanwhile. The release
before this one needs none of them.  Interrupted, the migration is run again and goes on with the rest; backwards nothing happens.
"""

import django.db.models.deletion
from django.db import migrations, models

from scorekeeper.migrations._concurrent_indexes import drop_foreign_key_indexes
from scorekeeper.migrations._together import Together

GONE = (
    ("confirmation", "revision"),
    ("delivery", "webhook"),
    ("dispute", "club"),
    ("erasure", "club"),
    ("importline", "within"),
    ("loggedevent", "hand"),
    ("member", "club"),
    ("player", "club"),
    ("ratedsession", "club"),
    ("ratedsession", "season"),
    ("ratinglist", "season"),
    ("rebuildfailure", "within"),
    ("ruling", "club"),
    ("scoringplan", "season"),
    ("season", "club"),
    ("seat", "session"),
    ("session", "club"),
    ("session", "season"),
    ("sessionrevision", "session"),
    ("standing", "season"),
    ("tally", "session"),
)


class Migration(migrations.Migration):

    atomic = False
    dependencies = [("scorekeeper", "0026_lists_by_index")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop_foreign_key_indexes(GONE), migrations.RunPython.noop)],
            state_operations=[Together([
                migrations.AlterField(
                    model_name='confirmation',
                    name='revision',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='confirmations', to='scorekeeper.handrevision'),
                ),
                migrations.AlterField(
                    model_name='delivery',
                    name='webhook',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='scorekeeper.webhook'),
                ),
                migrations.AlterField(
                    model_name='dispute',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='erasure',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='importline',
                    name='within',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='report', to='scorekeeper.import'),
                ),
                migrations.AlterField(
                    model_name='loggedevent',
                    name='hand',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='logged_events', to='scorekeeper.hand'),
                ),
                migrations.AlterField(
                    model_name='member',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='player',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='players', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='ratedsession',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='ratedsession',
                    name='season',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.season'),
                ),
                migrations.AlterField(
                    model_name='ratinglist',
                    name='season',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.season'),
                ),
                migrations.AlterField(
                    model_name='rebuildfailure',
                    name='within',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='failures', to='scorekeeper.rebuild'),
                ),
                migrations.AlterField(
                    model_name='ruling',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='scoringplan',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='plans', to='scorekeeper.season'),
                ),
                migrations.AlterField(
                    model_name='season',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='seat',
                    name='session',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='scorekeeper.session'),
                ),
                migrations.AlterField(
                    model_name='session',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='sessions', to='scorekeeper.club'),
                ),
                migrations.AlterField(
                    model_name='session',
                    name='season',
                    field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sessions', to='scorekeeper.season'),
                ),
                migrations.AlterField(
                    model_name='sessionrevision',
                    name='session',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='scorekeeper.session'),
                ),
                migrations.AlterField(
                    model_name='standing',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='scorekeeper.season'),
                ),
                migrations.AlterField(
                    model_name='tally',
                    name='session',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='scorekeeper.session'),
                ),
            ])],
        ),
    ]
