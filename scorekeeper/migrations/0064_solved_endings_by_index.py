from django.db import migrations, models

from scorekeeper.migrations._concurrent_indexes import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("scorekeeper", "0063_solved_endings")]

    operations = [
        AddIndexWhileServing(
            model_name="adjudication",
            index=models.Index(
                condition=models.Q(("status", "finished"), models.Q(("solved_for", models.F("input_digest")), _negated=True)),
                fields=["club", "hand"],
                name="endings_to_solve",
            ),
        ),
    ]
