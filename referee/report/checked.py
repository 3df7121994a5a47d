"""What was found when a session with its history was checked, as a person reads it."""

from referee.report.layout import clean, counted, hanging
from referee.verification import Verification


def checked(found: Verification, *, file: str) -> str:
    """One line, and one more for each problem."""
    size = f"{counted(found.revisions, 'revision')}, {counted(found.hands, 'hand')}"
    if found.ok:
        text = f"{clean(file)}: as it was sealed, and judged the same again ({size})"
        return "\n".join(hanging("OK     ", text, indent=7))
    lines = [*hanging("WRONG  ", f"{clean(file)} ({size})", indent=7)]
    for problem in found.problems:
        text = f"{clean(problem.message)} ({problem.where}: {problem.code})"
        lines += hanging("       ", text, indent=7)
    return "\n".join(lines)
