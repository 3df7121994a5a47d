
import django.db.models.deletion
import scorekeeper.models.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0029_rebuild_progress'),
    ]

    operations = [
        migrations.CreateModel(
            name='ErasureProgress',
            fields=[
                ('erasure', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='progress', serialize=False, to='scorekeeper.erasure')),
                ('sessions', models.PositiveIntegerField()),
                ('left', models.PositiveIntegerField()),
                ('finished_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'progress of erasures',
            },
        ),
        migrations.CreateModel(
            name='ErasureStep',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('labels', scorekeeper.models.fields.JSONTextField(default=dict)),
                ('erasure', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='scorekeeper.erasure')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scorekeeper.session')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('erasure', 'session'), name='session_is_rewritten_once_for_an_erasure', violation_error_message='An erasure rewrites a session once.')],
            },
        ),
    ]
