"""What is printed: each failed case with what it is about, a table of games and levels, and the same as JSON."""

import json
from collections.abc import Iterator, Sequence

from conformance.asking import CaseResult
from conformance.cases import GAMES, LEVELS, Case
from conformance.paths import NOTHING, Json

REPORT_FORMAT = "conformance-report/1"
LONGEST = 400


def as_json(results: Sequence[CaseResult]) -> str:
    """Return the report for programs."""
    cases = [
        {
            "id": result.case.id,
            "passed": result.passed,
            **({"no_answer": result.no_answer} if result.no_answer else {}),
            "differences": [
                {"path": path, "expected": expected, "given": None if given is NOTHING else given}
                for path, expected, given in result.differences
            ],
        }
        for result in results
    ]
    passed = sum(result.passed for result in results)
    counts = {"passed": passed, "failed": len(results) - passed}
    return json.dumps({"format": REPORT_FORMAT, **counts, "cases": cases}, ensure_ascii=False)


def as_text(results: Sequence[CaseResult]) -> Iterator[str]:
    """Yield the lines of the report for people."""
    for result in results:
        if not result.passed:
            yield from _failure(result)
    yield from _table(results)
    failed = sum(not result.passed for result in results)
    yield ""
    yield (
        f"{failed} of {len(results)} cases failed."
        if failed
        else f"All {len(results)} cases passed."
    )


def _failure(result: CaseResult) -> Iterator[str]:
    case = result.case
    yield f"FAILED {case.id} ({', '.join(case.rulings)})"
    yield f"  rule      {case.title}"
    yield f"  sent      {_sent(case)}"
    if result.no_answer:
        yield f"  expected  {_short(case.expect)}"
        yield f"  given     {result.no_answer}"
    for path, expected, given in result.differences:
        yield f"  at        {path}"
        yield f"  expected  {_short(expected)}"
        yield f"  given     {given!r}" if given is NOTHING else f"  given     {_short(given)}"
    yield f"  read      {_where_to_read(case)}"
    yield ""


def _sent(case: Case) -> str:
    if case.command == "verify":
        return f"verify {case.game}/{case.sent}, altered: {_short(case.change)}"
    return f"{case.command} {_short(case.sent)}"


def _where_to_read(case: Case) -> str:
    """Return the pages of the book that say what the case tests."""
    pages = [f"rulebook {case.game}"] if any(name[0] in "BPGLF" for name in case.rulings) else []
    if any(name.startswith("contract") for name in case.rulings):
        pages.append("docs/bundles.md" if case.command == "verify" else "docs/records.md")
    if any(name.startswith("rulings") for name in case.rulings):
        pages.append("variants")
    return ", ".join([*pages, "docs/conformance.md"])


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _table(results: Sequence[CaseResult]) -> Iterator[str]:
    """Yield how many cases of each game and level passed."""
    width = max(map(len, GAMES))
    names = "".join(f"  {level} {name:<7}" for level, name in LEVELS.items())
    yield f"{' ' * width}{names}".rstrip()
    for game in GAMES:
        if any(result.case.game == game for result in results):
            counts = [_count(results, game, level) for level in LEVELS]
            yield f"{game:<{width}}{''.join(f'  {count:<9}' for count in counts)}".rstrip()


def _count(results: Sequence[CaseResult], game: str, level: int) -> str:
    passed = [r.passed for r in results if (r.case.game, r.case.level) == (game, level)]
    return f"{sum(passed)}/{len(passed)}" if passed else "-"
