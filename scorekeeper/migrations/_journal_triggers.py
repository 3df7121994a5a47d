"""Triggers that queue every new fact for its entry in a journal, and guards: audit and journal entries stay.

On SQLite a later migration that alters one of these tables makes the table anew, without its triggers: it must add
``restore_triggers`` at its end.  A test says so.
"""

FACTS = (  # table, its primary key, kind
    ("scorekeeper_club", "id", "club"),
    ("scorekeeper_membershipchange", "id", "membership change"),
    ("scorekeeper_invitation", "id", "invitation"),
    ("scorekeeper_invitationacceptance", "invitation_id", "invitation acceptance"),
    ("scorekeeper_invitationrevocation", "invitation_id", "invitation revocation"),
    ("scorekeeper_player", "id", "player"),
    ("scorekeeper_playermerge", "id", "player merge"),
    ("scorekeeper_mergereversal", "merge_id", "merge reversal"),
    ("scorekeeper_erasure", "player_id", "erasure"),
    ("scorekeeper_season", "id", "season"),
    ("scorekeeper_scoringplan", "id", "scoring plan"),
    ("scorekeeper_session", "id", "session"),
    ("scorekeeper_sessionrevision", "id", "session revision"),
    ("scorekeeper_hand", "id", "hand"),
    ("scorekeeper_handrevision", "id", "hand revision"),
    ("scorekeeper_loggedevent", "id", "logged event"),
    ("scorekeeper_transcript", "id", "transcript"),
    ("scorekeeper_confirmation", "id", "confirmation"),
    ("scorekeeper_comment", "id", "comment"),
    ("scorekeeper_commentremoval", "comment_id", "comment removal"),
    ("scorekeeper_dispute", "id", "dispute"),
    ("scorekeeper_disputestatement", "id", "dispute statement"),
    ("scorekeeper_ruling", "id", "ruling"),
    ("scorekeeper_withdrawal", "dispute_id", "withdrawal"),
    ("scorekeeper_link", "id", "link"),
    ("scorekeeper_linkrevocation", "link_id", "link revocation"),
    ("scorekeeper_auditentry", "id", "audit entry"),
)
LATER_FACTS = (  # of tables that a migration after the first one creates
    ("scorekeeper_handvariation", "id", "hand variation"),
    ("scorekeeper_variationremoval", "variation_id", "variation removal"),
)
SEALED_COLUMNS = "id, journal_id, number, kind, subject, content, salted, digest"
GUARDS = (  # trigger, when, condition, message
    ("audit_entries_stay", "BEFORE UPDATE ON scorekeeper_auditentry", "", "Audit entries are never changed or deleted."),
    ("audit_entries_are_not_deleted", "BEFORE DELETE ON scorekeeper_auditentry", "", "Audit entries are never changed or deleted."),
    ("journal_entries_stay", f"BEFORE UPDATE OF {SEALED_COLUMNS} ON scorekeeper_journalentry", "", "Journal entries are never changed or deleted."),
    ("journal_salts_are_only_removed", "BEFORE UPDATE OF salt ON scorekeeper_journalentry", "WHEN (NEW.salt <> '')", "Journal entries are never changed or deleted."),
    ("journal_entries_are_not_deleted", "BEFORE DELETE ON scorekeeper_journalentry", "", "Journal entries are never changed or deleted."),
)  # fmt: skip

AUDIT_GUARD = """
CREATE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Audit entries are never changed or deleted.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON scorekeeper_auditentry
    FOR EACH ROW EXECUTE FUNCTION audit_entries_stay();
"""
QUEUE_FUNCTION = """
CREATE OR REPLACE FUNCTION queue_fact_by_{column}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scorekeeper_unsealed (kind, subject) VALUES (TG_ARGV[0], NEW.{column}::text);
    RETURN NULL;
END
$$
"""
QUEUE_TRIGGER = "CREATE TRIGGER facts_are_queued AFTER INSERT ON {0} FOR EACH ROW EXECUTE FUNCTION queue_fact_by_{1}('{2}')"
GUARD_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
END
$$
"""


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        _add_on_postgresql(schema_editor.execute)
    else:
        restore_triggers(apps, schema_editor)


def _add_on_postgresql(execute):
    execute(AUDIT_GUARD)
    for column in sorted({column for _, column, _ in FACTS}):
        execute(QUEUE_FUNCTION.format(column=column))
    for fact in FACTS:
        execute(QUEUE_TRIGGER.format(*fact))
    execute(GUARD_FUNCTION)
    for name, when, condition, message in GUARDS:
        if "auditentry" not in when:  # AUDIT_GUARD has them
            execute(f"CREATE TRIGGER {name} {when} FOR EACH ROW {condition} EXECUTE FUNCTION refuse_change('{message}')")


def restore_triggers(apps, schema_editor):
    """Add the triggers that are missing on SQLite."""
    if schema_editor.connection.vendor != "sqlite":
        return
    tables = schema_editor.connection.introspection.table_names()
    for table, column, kind in (*FACTS, *(fact for fact in LATER_FACTS if fact[0] in tables)):
        schema_editor.execute(
            f"CREATE TRIGGER IF NOT EXISTS {table}_is_queued AFTER INSERT ON {table} FOR EACH ROW BEGIN "
            f"INSERT INTO scorekeeper_unsealed (kind, subject) VALUES ('{kind}', NEW.{column}); END"
        )
    for name, when, condition, message in GUARDS:
        schema_editor.execute(
            f"CREATE TRIGGER IF NOT EXISTS {name} {when} FOR EACH ROW {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )


def queue_later_facts(apps, schema_editor, tables):
    """Add the triggers of tables that this migration creates."""
    if schema_editor.connection.vendor != "postgresql":
        restore_triggers(apps, schema_editor)
        return
    for fact in LATER_FACTS:
        if fact[0] in tables:
            schema_editor.execute(QUEUE_FUNCTION.format(column=fact[1]))
            schema_editor.execute(QUEUE_TRIGGER.format(*fact))


def drop_later_facts(apps, schema_editor, tables):
    """Drop the triggers of these tables."""
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    known = {column for _, column, _ in FACTS}
    for table, column, _ in LATER_FACTS:
        if table in tables:
            name = f"facts_are_queued ON {table}" if is_postgresql else f"{table}_is_queued"
            schema_editor.execute(f"DROP TRIGGER {name}")
            if is_postgresql and column not in known:
                schema_editor.execute(f"DROP FUNCTION queue_fact_by_{column}()")


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for table, _, _ in FACTS:
            schema_editor.execute(f"DROP TRIGGER facts_are_queued ON {table}")
        for column in sorted({column for _, column, _ in FACTS}):
            schema_editor.execute(f"DROP FUNCTION queue_fact_by_{column}()")
        for name, when, _, _ in GUARDS:
            if "auditentry" not in when:
                schema_editor.execute(f"DROP TRIGGER {name} ON scorekeeper_journalentry")
        schema_editor.execute("DROP FUNCTION refuse_change()")
        schema_editor.execute("DROP TRIGGER audit_entries_stay ON scorekeeper_auditentry")
        schema_editor.execute("DROP FUNCTION audit_entries_stay()")
        return
    for table, _, _ in FACTS:
        schema_editor.execute(f"DROP TRIGGER {table}_is_queued")
    for name, *_ in GUARDS:
        schema_editor.execute(f"DROP TRIGGER {name}")
