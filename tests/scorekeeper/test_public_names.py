"""Public names may be added but never renamed: URLs, tasks, commands, tables, error codes, the OpenAPI document."""

from tests.scorekeeper.public_names import FILE, public_names

COMMAND = "python -m tests.scorekeeper.public_names"


def test_no_public_name_is_renamed_or_removed(document):
    listed = set(FILE.read_text(encoding="utf-8").splitlines())
    missing = sorted(listed - {*public_names(document)})
    assert not missing, "Others rely on these names; keep them:\n" + "\n".join(missing)


def test_every_public_name_is_listed(document):
    listed = set(FILE.read_text(encoding="utf-8").splitlines())
    new = sorted({*public_names(document)} - listed)
    assert not new, f"Add these names to {FILE.name} with `{COMMAND}`:\n" + "\n".join(new)
