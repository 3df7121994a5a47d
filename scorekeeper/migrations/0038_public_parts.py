"""Store the standings of public sessions alone beside those of all sessions, for people outside the club.

Every season with standings is counted again, in the background, since none has these columns yet.
"""

import scorekeeper.models.fields
from django.db import migrations, models


def queue_recounts(apps, schema_editor):
    recount, season = (apps.get_model("scorekeeper", name) for name in ("Recount", "Season"))
    counted = season.objects.filter(standings__isnull=False).distinct()
    recount.objects.bulk_create(recount(season_id=pk) for pk in counted.values_list("pk", flat=True))


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0037_season_reports'),
    ]

    operations = [
        migrations.AddField(
            model_name='seasoncount',
            name='public_counted_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='countedscope',
            name='public_ties',
            field=scorekeeper.models.fields.JSONTextField(null=True),
        ),
        migrations.AddField(
            model_name='scopestanding',
            name='public',
            field=scorekeeper.models.fields.JSONTextField(null=True),
        ),
        migrations.RunPython(queue_recounts, migrations.RunPython.noop),
    ]
