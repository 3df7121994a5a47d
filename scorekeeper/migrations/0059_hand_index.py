"""The index by which hands are found.  Workers fill it for the hands that are there."""

import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.models.fields


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0058_player_pictures'),
    ]

    operations = [
        migrations.CreateModel(
            name='IndexedHand',
            fields=[
                ('hand', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='indexed', serialize=False, to='scorekeeper.hand')),
                ('input_digest', models.CharField(max_length=80)),
                ('longest_trick', models.PositiveSmallIntegerField()),
                ('trick_event', models.PositiveIntegerField()),
                ('most_points', models.FloatField(null=True)),
                ('club', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club')),
            ],
            options={
                'indexes': [
                    models.Index(models.F('club'), models.OrderBy(models.F('longest_trick'), descending=True), models.F('hand'), name='club_hands_by_trick'),
                    models.Index(models.OrderBy(models.F('longest_trick'), descending=True), models.F('hand'), name='hands_by_trick'),
                    models.Index(models.F('club'), models.OrderBy(models.F('most_points'), descending=True), models.F('hand'), name='club_hands_by_points'),
                    models.Index(models.OrderBy(models.F('most_points'), descending=True), models.F('hand'), name='hands_by_points'),
                ],
            },
        ),
        migrations.CreateModel(
            name='HandFact',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=20)),
                ('value', models.CharField(blank=True, max_length=40)),
                ('moments', scorekeeper.models.fields.JSONTextField()),
                ('club', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.club')),
                ('hand', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='facts', to='scorekeeper.hand')),
            ],
            options={
                'ordering': ['id'],
                'indexes': [
                    models.Index(fields=['club', 'kind', 'value'], name='facts_of_a_club'),
                    models.Index(fields=['hand'], name='facts_of_a_hand'),
                ],
            },
        ),
        migrations.AddField(
            model_name='replay',
            name='indexed_from',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
    ]
