"""Print the check of an exported session for people."""

from referee.report.layout import clean, counted, hanging
from referee.verification import Verification


def verification_report(verification: Verification, *, file: str) -> str:
    """Return one line, and one more for each problem."""
    size = f"{counted(verification.revisions, 'revision')}, {counted(verification.hands, 'hand')}"
    if verification.ok:
        text = f"{clean(file)}: unchanged since it was sealed, and judged the same again ({size})"
        return "\n".join(hanging("OK     ", text, indent=7))
    lines = [*hanging("WRONG  ", f"{clean(file)} ({size})", indent=7)]
    for problem in verification.problems:
        text = f"{clean(problem.message)} ({problem.where}: {problem.code})"
        lines += hanging("       ", text, indent=7)
    return "\n".join(lines)
