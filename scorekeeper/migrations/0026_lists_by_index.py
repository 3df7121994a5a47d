"""Index sessions in the order of their lists, by club, season, game and visibility; unfinished hands; the audit log by its subject."""

import datetime

from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Coalesce

from scorekeeper.migrations._concurrent_indexes import AddIndexWhileServing
from scorekeeper.migrations._together import Together


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('scorekeeper', '0025_session_listed_on'),
    ]

    operations = [Together([
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                F('club'), Coalesce('played_on', 'listed_on').desc(), F('created_at').desc(), F('id'), name='sessions_by_day',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                F('season'), Coalesce('played_on', 'listed_on').desc(), F('created_at').desc(), F('id'), name='sessions_of_a_season_by_day',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                F('club'), Coalesce('played_on', 'listed_on').desc(), F('created_at').desc(), F('id'),
                condition=models.Q(listed_on__gt=datetime.date.min), name='sessions_logged_by_day',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                fields=['id'], condition=models.Q(listed_on=None), name='sessions_not_listed',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                F('club'), Coalesce('played_on', 'listed_on').desc(), F('created_at').desc(), F('id'),
                condition=models.Q(visibility='public'), name='sessions_public_by_day',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                fields=['club', 'variant', '-created_at'], name='sessions_of_a_game',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                fields=['-created_at', 'id'], name='sessions_by_creation',
            ),
        ),
        AddIndexWhileServing(
            model_name='adjudication',
            index=models.Index(
                fields=['club', 'hand'], condition=models.Q(status='unfinished'), name='hands_unfinished',
            ),
        ),
        AddIndexWhileServing(
            model_name='auditentry',
            index=models.Index(
                fields=['subject', '-id'], name='audit_of_a_subject',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                fields=['season', '-created_at'], name='sessions_of_a_season',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                fields=['club', 'round', '-created_at'], condition=models.Q(round__gt=''), name='sessions_of_a_round',
            ),
        ),
        AddIndexWhileServing(
            model_name='session',
            index=models.Index(
                fields=['club', 'table', '-created_at'], condition=models.Q(table__gt=''), name='sessions_at_a_table',
            ),
        ),
        AddIndexWhileServing(
            model_name="session",
            index=models.Index(fields=["club", "visibility", "variant"], name="club_sessions_seen"),
        ),
        AddIndexWhileServing(
            model_name="session",
            index=models.Index(
                fields=["season", "visibility", "variant"], name="season_sessions_seen"
            ),
        ),
        AddIndexWhileServing(
            model_name="sessionrevision",
            index=models.Index(
                condition=models.Q(("number__gt", 1)), fields=["club"], name="session_corrections"
            ),
        ),
    ])]
