"""Puzzles: positions of public hands in which exactly one play wins, found by workers."""

import django.db.models.deletion
import scorekeeper.models.fields
import scorekeeper.models.sessions
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0064_solved_endings_by_index'),
    ]

    operations = [
        migrations.CreateModel(
            name='PuzzleSearch',
            fields=[
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='scorekeeper.session')),
                ('version', models.PositiveIntegerField()),
                ('input_digest', models.CharField(blank=True, max_length=80)),
                ('searched', scorekeeper.models.fields.JSONTextField(default=dict)),
                ('club', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club')),
            ],
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('input_digest', models.CharField(blank=True, max_length=80)),
                ('event', models.PositiveIntegerField()),
                ('key', models.TextField()),
                ('position', models.CharField(max_length=80)),
                ('variant', models.CharField(choices=scorekeeper.models.sessions.variant_choices, max_length=40)),
                ('seat', models.PositiveSmallIntegerField()),
                ('cards_left', models.PositiveSmallIntegerField()),
                ('choices', scorekeeper.models.fields.JSONTextField()),
                ('play', models.CharField(max_length=200)),
                ('line', scorekeeper.models.fields.JSONTextField()),
                ('plausible', models.PositiveSmallIntegerField()),
                ('theme', models.CharField(choices=[('pass', 'Passing'), ('bomb', 'Bomb'), ('last-card', 'Last Card'), ('single', 'Single'), ('pair', 'Pair'), ('triple', 'Triple'), ('straight', 'Straight'), ('combination', 'Combination')], max_length=20)),
                ('difficulty', models.PositiveSmallIntegerField(choices=[(1, 'Easy'), (2, 'Medium'), (3, 'Hard')])),
                ('tree', scorekeeper.models.fields.JSONTextField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club')),
                ('hand', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='puzzles', to='scorekeeper.hand')),
            ],
            options={
                'ordering': ['id'],
                'indexes': [models.Index(fields=['theme', 'difficulty', 'id'], name='puzzles_of_a_theme'), models.Index(fields=['difficulty', 'id'], name='puzzles_by_difficulty'), models.Index(fields=['position', 'id'], name='puzzles_of_a_position')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('hand', None), ('input_digest', '')), ('hand__isnull', False), _connector='OR'), name='puzzle_of_a_hand_has_its_digest', violation_error_message='A puzzle of a hand carries the digest that it was found in.')],
            },
        ),
    ]
