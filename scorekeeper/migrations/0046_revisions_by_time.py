from django.db import migrations, models

from scorekeeper.migrations._concurrent_indexes import AddIndexWhileServing
from scorekeeper.migrations._together import Together


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scorekeeper", "0045_bounds")]

    operations = [
        Together(
            [
                AddIndexWhileServing(
                    model_name="handrevision",
                    index=models.Index(fields=["club", "at"], name="hand_revisions_by_time"),
                ),
                AddIndexWhileServing(
                    model_name="sessionrevision",
                    index=models.Index(fields=["club", "at"], name="session_revisions_by_time"),
                ),
            ]
        ),
    ]
