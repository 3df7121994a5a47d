"""Note which release counted a season: under the default plan of this one, a session without a date has no day.

Workers find the seasons that an earlier release counted (`standings.recount.queue_outdated`), also those that its processes
count while they still serve.  Plans that were decided before keep what they say.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0049_one_store_of_standings")]

    operations = [migrations.AddField("seasoncount", "edition_at", models.DateTimeField(null=True))]
