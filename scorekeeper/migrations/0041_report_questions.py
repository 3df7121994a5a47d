"""What was asked is stored with each report on a season, so that the report can be counted again and compared."""

from django.db import migrations

import scorekeeper.models.fields


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0040_merge_progress")]

    operations = [
        migrations.AddField(
            model_name="seasonreport",
            name="question",
            field=scorekeeper.models.fields.JSONTextField(null=True),
        ),
    ]
