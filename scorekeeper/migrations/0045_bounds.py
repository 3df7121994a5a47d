"""The database refuses days and names that cannot be counted or shown, in what is written from now on.

These are triggers and not check constraints: rows from before stay, and a check constraint, valid or not, would refuse every later
change of such a row, even of another column.  A row is looked at when it is inserted and when the column changes.  The triggers
know what never changes: a day of play after tomorrow, and a name that is taken, are refused by ``scorekeeper.models.days`` and
``scorekeeper.clubs.roster``.

On SQLite a later migration that makes one of these tables anew must add ``restore_triggers`` at its end.
"""

from django.db import migrations, models

import scorekeeper.models.days
import scorekeeper.models.limits

FIRST_DAY, LAST_DAY = "1900-01-01", "2199-12-31"
UNFIT = (  # characters from and to: control, format and direction characters that nobody sees
    (0x01, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x61C, 0x61C), (0x180E, 0x180E), (0x200B, 0x200F), (0x2028, 0x202E),
    (0x2060, 0x206F), (0xFEFF, 0xFEFF),
)  # fmt: skip
DAYS = (("session", "played_on"), ("season", "starts_on"), ("season", "ends_on"))
NAMES = (("club", "name"), ("player", "name"), ("season", "name"))
MESSAGE = "{table}.{column} is outside of what is accepted"
FUNCTION = """
CREATE FUNCTION refuse_value() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'check_violation';
END
$$
"""


def _is_outside(column):
    return f"NEW.{column} NOT BETWEEN '{FIRST_DAY}' AND '{LAST_DAY}'"


def _is_unfit_on_postgresql(column):
    ranges = "".join(f"\\u{first:04x}-\\u{last:04x}" for first, last in UNFIT)
    return f"NEW.{column} ~ '[{ranges}]'"


def _is_unfit_on_sqlite(column):
    ranges = " || ".join(f"char({first}) || '-' || char({last})" for first, last in UNFIT)
    return f"NEW.{column} GLOB ('*[' || {ranges} || ']*')"


def _conditions(is_unfit):
    """Yield each table with a column and the condition that its new value is refused."""
    for table, column in DAYS:
        yield table, column, _is_outside(column)
    for table, column in NAMES:
        yield table, column, is_unfit(column)


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        restore_triggers(apps, schema_editor)
        return
    schema_editor.execute(FUNCTION)
    for table, column, condition in _conditions(_is_unfit_on_postgresql):
        refuse = f"FOR EACH ROW WHEN ({{}}) EXECUTE FUNCTION refuse_value('{MESSAGE.format(table=table, column=column)}')"
        changed = f"NEW.{column} IS DISTINCT FROM OLD.{column} AND {condition}"
        schema_editor.execute(f"CREATE TRIGGER new_{column}_is_bounded BEFORE INSERT ON scorekeeper_{table} {refuse.format(condition)}")
        schema_editor.execute(f"CREATE TRIGGER {column}_is_bounded BEFORE UPDATE OF {column} ON scorekeeper_{table} {refuse.format(changed)}")


def restore_triggers(apps, schema_editor):
    """Add the triggers that are missing on SQLite."""
    if schema_editor.connection.vendor != "sqlite":
        return
    for table, column, condition in _conditions(_is_unfit_on_sqlite):
        refuse = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE.format(table=table, column=column)}'); END"
        changed = f"NEW.{column} IS NOT OLD.{column} AND {condition}"
        schema_editor.execute(
            f"CREATE TRIGGER IF NOT EXISTS new_{table}_{column}_is_bounded BEFORE INSERT ON scorekeeper_{table} "
            f"FOR EACH ROW WHEN {condition} {refuse}"
        )
        schema_editor.execute(
            f"CREATE TRIGGER IF NOT EXISTS {table}_{column}_is_bounded BEFORE UPDATE OF {column} ON scorekeeper_{table} "
            f"FOR EACH ROW WHEN {changed} {refuse}"
        )


def drop_triggers(apps, schema_editor):
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    for table, column, _ in _conditions(_is_unfit_on_sqlite):
        if is_postgresql:
            schema_editor.execute(f"DROP TRIGGER new_{column}_is_bounded ON scorekeeper_{table}")
            schema_editor.execute(f"DROP TRIGGER {column}_is_bounded ON scorekeeper_{table}")
        else:
            schema_editor.execute(f"DROP TRIGGER new_{table}_{column}_is_bounded")
            schema_editor.execute(f"DROP TRIGGER {table}_{column}_is_bounded")
    if is_postgresql:
        schema_editor.execute("DROP FUNCTION refuse_value()")


def _validated(model, field, kind, validator, **options):
    """Return the operation that tells Django of a validator; the table stays as it is."""
    return migrations.AlterField(model, field, kind(validators=[validator], **options))


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0044_second_step")]

    operations = [
        *(_validated(model, "name", models.CharField, scorekeeper.models.limits.check_name, max_length=200) for model, _ in NAMES),
        *(
            _validated(model, field, models.DateField, validator, null=True, blank=True)
            for model, field, validator in (
                ("session", "played_on", scorekeeper.models.days.check_day_of_play),
                ("season", "starts_on", scorekeeper.models.days.check_day),
                ("season", "ends_on", scorekeeper.models.days.check_day),
            )
        ),
        migrations.RunPython(add_triggers, drop_triggers),
    ]
