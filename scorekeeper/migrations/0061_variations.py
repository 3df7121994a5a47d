"""Variations: lines that members tried otherwise and kept, each a fact with an entry in the journal."""

import uuid
from functools import partial

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scorekeeper.models.fields
from scorekeeper.migrations._journal_triggers import drop_later_facts, queue_later_facts

TABLES = ("scorekeeper_handvariation", "scorekeeper_variationremoval")


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', "0060_hand_index_while_serving"),
    ]

    operations = [
        migrations.CreateModel(
            name='HandVariation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('first', models.PositiveIntegerField()),
                ('events', scorekeeper.models.fields.CanonicalJSONField()),
                ('text', scorekeeper.models.fields.CanonicalJSONField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.club')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='variations', to='scorekeeper.hand')),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.handrevision')),
            ],
            options={
                'ordering': ['at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='VariationRemoval',
            fields=[
                ('variation', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='removal', serialize=False, to='scorekeeper.handvariation')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.RunPython(partial(queue_later_facts, tables=TABLES), partial(drop_later_facts, tables=TABLES)),
    ]
