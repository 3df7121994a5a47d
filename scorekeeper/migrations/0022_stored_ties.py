"""Store the results of tie-breaks with each season's count, and in each tally which season's standings count it.

Every season with standings is counted again: the digests of standings are sums now, which one session can change.
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
        ('scorekeeper', '0001_first_release'),
    ]

    operations = [
        migrations.AddField(
            model_name='tally',
            name='season',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.season'),
        ),
        migrations.CreateModel(
            name='SeasonCount',
            fields=[
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standings_count', serialize=False, to='scorekeeper.season')),
                ('counted_at', models.DateTimeField(null=True)),
                ('input_digest', models.CharField(blank=True, max_length=80)),
                ('ties', scorekeeper.models.fields.JSONTextField(default=dict)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club')),
                ('plan', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.scoringplan')),
            ],
        ),
        migrations.RunPython(queue_recounts, migrations.RunPython.noop),
    ]
