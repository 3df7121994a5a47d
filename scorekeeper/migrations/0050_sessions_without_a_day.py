"""Count the seasons again, in the background, that are scored by the default plan: in these a session without a date has no day.

Plans that were decided before keep what they say: such a session counts on the day on which it was entered.
"""

from django.db import migrations


def queue_recounts(apps, schema_editor):
    recount, season = (apps.get_model("scorekeeper", name) for name in ("Recount", "Season"))
    undecided = season.objects.filter(standings_count__isnull=False, plans__isnull=True)
    queued = recount.objects.filter(session=None).values("season")
    seasons = undecided.exclude(pk__in=queued).values_list("pk", flat=True)
    recount.objects.bulk_create((recount(season_id=pk) for pk in seasons), batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0049_one_store_of_standings")]

    operations = [migrations.RunPython(queue_recounts, migrations.RunPython.noop)]
