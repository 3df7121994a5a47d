"""Pictures that players choose, made small."""

import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0057_invitations_for_several'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayerPicture',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='picture', serialize=False, to='scorekeeper.player')),
                ('content', models.BinaryField()),
                ('digest', models.CharField(max_length=64)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=django.db.models.lookups.LessThanOrEqual(django.db.models.functions.text.Length('content'), 20000), name='picture_is_small', violation_error_message='A picture that is stored has at most 20 kB.')],
            },
        ),
    ]
