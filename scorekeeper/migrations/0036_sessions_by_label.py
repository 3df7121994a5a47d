"""Index the sessions with an event, place, round or table in the order of the club's list."""

from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Coalesce

from scorekeeper.migrations._concurrent_indexes import AddIndexWhileServing
from scorekeeper.migrations._together import Together

NAMES = {
    "event": "sessions_of_an_event_by_day",
    "place": "sessions_at_a_place_by_day",
    "round": "sessions_of_a_round_by_day",
    "table": "sessions_at_a_table_by_day",
}


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scorekeeper", "0035_session_labels_of_before")]

    operations = [
        Together([
            AddIndexWhileServing(
                model_name="session",
                index=models.Index(
                    F("club"), F(kind), Coalesce("played_on", "listed_on").desc(), F("created_at").desc(), F("id"),
                    condition=models.Q((f"{kind}__gt", "")), name=name,
                ),
            )
            for kind, name in NAMES.items()
        ]),
    ]
