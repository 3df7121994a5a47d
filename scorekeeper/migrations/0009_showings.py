from django.db import migrations, models

import scorekeeper.models.fields


class Migration(migrations.Migration):

    dependencies = [
        ("scorekeeper", "0008_webhooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="result",
            name="showings",
            field=scorekeeper.models.fields.JSONTextField(null=True),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                condition=models.Q(("showings", None)), fields=["session"], name="showings_to_count"
            ),
        ),
    ]
