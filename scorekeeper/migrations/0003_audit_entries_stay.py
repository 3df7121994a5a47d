"""On PostgreSQL the database itself refuses to change or delete what the audit log holds."""

from django.db import migrations

LOCK = """
CREATE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Audit entries are never changed or deleted.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON scorekeeper_auditentry
    FOR EACH ROW EXECUTE FUNCTION audit_entries_stay();
"""
UNLOCK = """
DROP TRIGGER audit_entries_stay ON scorekeeper_auditentry;
DROP FUNCTION audit_entries_stay();
"""


def lock(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(LOCK)


def unlock(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(UNLOCK)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0002_corrections_disputes_links")]
    operations = [migrations.RunPython(lock, unlock)]
