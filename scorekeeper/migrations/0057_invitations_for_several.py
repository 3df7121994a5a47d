"""Let several people join by one invitation: for how many it is, and how many have."""

from django.db import migrations, models

from scorekeeper.migrations._journal_triggers import restore_triggers


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0056_moving_pictures'),
    ]

    operations = [
        migrations.AddField(
            model_name='invitation',
            name='used',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='invitation',
            name='uses',
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('used__lte', models.F('uses')), ('uses__gte', 1)), name='invitation_is_used_no_more_than_it_allows', violation_error_message='No more people can join by an invitation than it is for.'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('uses', 1), models.Q(('role', 'owner'), _negated=True), _connector='OR'), name='invitation_for_several_makes_no_owners', violation_error_message='An invitation for several people cannot make them owners.'),
        ),
        migrations.RunPython(restore_triggers, migrations.RunPython.noop),
    ]
