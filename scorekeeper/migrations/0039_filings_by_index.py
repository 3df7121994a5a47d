from django.db import migrations, models

from scorekeeper.migrations._concurrent_indexes import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scorekeeper", "0038_public_parts")]

    operations = [
        AddIndexWhileServing(
            model_name="auditentry",
            index=models.Index(fields=["club", "-id"], condition=models.Q(act="session filed"), name="filings_of_a_club"),
        ),
    ]
