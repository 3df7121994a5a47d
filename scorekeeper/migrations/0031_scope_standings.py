"""Store the standings of every part of a season by day: of each event, round, table and game, and of the whole season.

Every season with standings is counted again, in the background, since none has these rows yet.
"""

import django.db.models.deletion
import scorekeeper.models.fields
from django.db import migrations, models


def queue_recounts(apps, schema_editor):
    recount, season = (apps.get_model("scorekeeper", name) for name in ("Recount", "Season"))
    counted = season.objects.filter(standings__isnull=False).distinct()
    recount.objects.bulk_create(recount(season_id=pk) for pk in counted.values_list("pk", flat=True))


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0030_erasure_progress'),
    ]

    operations = [
        migrations.CreateModel(
            name='CountedScope',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(blank=True, max_length=200)),
                ('round', models.CharField(blank=True, max_length=200)),
                ('table', models.CharField(blank=True, max_length=200)),
                ('variant', models.CharField(blank=True, max_length=40)),
                ('ties', scorekeeper.models.fields.JSONTextField(default=dict)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club')),
                ('count', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scopes', to='scorekeeper.seasoncount')),
            ],
        ),
        migrations.CreateModel(
            name='ScopeStanding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('line', scorekeeper.models.fields.JSONTextField()),
                ('summary', scorekeeper.models.fields.JSONTextField()),
                ('input_digest', models.CharField(max_length=80)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.player')),
                ('scope', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='scorekeeper.countedscope')),
            ],
        ),
        migrations.AddConstraint(
            model_name='countedscope',
            constraint=models.UniqueConstraint(fields=('count', 'event', 'round', 'table', 'variant'), name='scope_counted_once', violation_error_message='A part of a season is counted once.'),
        ),
        migrations.AddConstraint(
            model_name='scopestanding',
            constraint=models.UniqueConstraint(fields=('scope', 'player', 'day'), name='player_stands_once_a_day_in_a_scope', violation_error_message='A player has one standing a day in a part of a season.'),
        ),
        migrations.RunPython(queue_recounts, migrations.RunPython.noop),
    ]
