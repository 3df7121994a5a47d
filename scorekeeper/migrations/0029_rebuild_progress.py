from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0028_departures'),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name='rebuild',
                name=name,
                field=models.PositiveIntegerField(default=0, db_default=0),
            )
            for name in ('hands', 'current', 'left', 'failed')
        ),
        migrations.AddField(
            model_name='rebuild',
            name='counted_at',
            field=models.DateTimeField(null=True),
        ),
    ]
