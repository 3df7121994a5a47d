from django.db import migrations, models
from django.db.models.functions import Coalesce

from scorekeeper.migrations._concurrent_indexes import AddIndexWhileServing
from scorekeeper.migrations._together import Together


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scorekeeper", "0059_hand_index")]

    operations = [
        Together(
            [
                AddIndexWhileServing(
                    model_name="replay",
                    index=models.Index(
                        fields=["hand"],
                        name="hands_to_index",
                        condition=~models.Q(indexed_from=models.F("input_digest")),
                    ),
                ),
                AddIndexWhileServing(
                    model_name="session",
                    index=models.Index(
                        Coalesce("played_on", "listed_on").desc(),
                        models.F("created_at").desc(),
                        models.F("id"),
                        name="public_sessions_by_day",
                        condition=models.Q(visibility="public"),
                    ),
                ),
            ]
        ),
    ]
