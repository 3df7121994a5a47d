"""Awards that clubs give in each of their seasons."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scorekeeper.models.fields
import scorekeeper.models.limits


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0065_puzzles'),
    ]

    operations = [
        migrations.CreateModel(
            name='Award',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200, validators=[scorekeeper.models.limits.check_name])),
                ('search', scorekeeper.models.fields.CanonicalJSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='scorekeeper.club')),
                ('removed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['created_at', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='award_has_a_name', violation_error_message='An award needs a name.'), models.CheckConstraint(condition=models.Q(models.Q(('removed_at', None), ('removed_by', None)), models.Q(('removed_at__isnull', False), ('removed_by__isnull', False)), _connector='OR'), name='award_taken_away_by_somebody', violation_error_message='An award is taken away by somebody.')],
            },
        ),
    ]
