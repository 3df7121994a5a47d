"""CSV files that workers make have headings in the language of whoever asked: the language of a file is no longer a moving picture's alone."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0066_awards'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='exportfile',
            name='moving_picture_is_of_a_hand_and_for_everybody',
        ),
        migrations.AddConstraint(
            model_name='exportfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('asked_by', None), ('hand__isnull', False), ('kind', 'moving'), models.Q(('shows', ''), _negated=True)), models.Q(models.Q(('kind', 'moving'), _negated=True), ('asked_by__isnull', False), ('hand', None), ('seat', None), ('shows', ''), models.Q(('language', ''), ('format', 'csv'), _connector='OR')), _connector='OR'), name='moving_picture_is_of_a_hand_and_for_everybody', violation_error_message='A moving picture is of a hand; everything else is for who asked for it.'),
        ),
    ]
