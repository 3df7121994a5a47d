"""Asking the program under test all cases, in one stream for each command, and comparing its answers."""

import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance import witnesses
from conformance.cases import Case, bundle_of
from conformance.comparing import Difference, differences
from conformance.paths import Json, put
from conformance.program import NoAnswer, ProgramUnderTest


@dataclass(frozen=True)
class CaseResult:
    """What came of one case."""

    case: Case
    no_answer: str = ""
    """Why the program gave no answer, if it gave none."""
    differences: tuple[Difference, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether there was an answer, and it was right."""
        return not self.no_answer and not self.differences


def ask_all(program: ProgramUnderTest, cases: Sequence[Case]) -> list[CaseResult]:
    """Return the results in the order of the cases."""
    results: dict[str, CaseResult] = {}
    for command, ask in _WAYS.items():
        asked = [case for case in cases if case.command == command]
        if asked:
            results |= {result.case.id: result for result in ask(program, asked)}
    return [results[case.id] for case in cases]


def _compare(case: Case, answer: Json | NoAnswer) -> CaseResult:
    if isinstance(answer, NoAnswer):
        return CaseResult(case, no_answer=answer.reason)
    every = (*differences(case.expect, answer), *differences(_number_of_events(case), answer))
    return CaseResult(case, differences=every)


def _number_of_events(case: Case) -> dict[str, Json]:
    """Return what is expected of every record that is not malformed: each event is in the answer, the last one too."""
    is_record = case.command in {"adjudicate", "witnesses"} and isinstance(case.sent, dict)
    if not is_record or "error.code" in case.expect:
        return {}
    numbers = [len(hand.get("events", ())) for hand in case.sent["hands"]]
    return {
        f"hands[{place}].events[{number - 1}].event": number
        for place, number in enumerate(numbers)
        if number
    }


def _adjudicate(program: ProgramUnderTest, cases: Sequence[Case]) -> Iterable[CaseResult]:
    return map(_compare, cases, program.answers(["adjudicate", "-"], [case.line for case in cases]))


def _ask(program: ProgramUnderTest, cases: Sequence[Case]) -> Iterable[CaseResult]:
    return map(_compare, cases, program.answers(["ask", "-"], [case.line for case in cases]))


def _witnesses(program: ProgramUnderTest, cases: Sequence[Case]) -> Iterable[CaseResult]:
    """Compare the answers, then send back each record as its witnesses complete it: that must settle the verdict."""
    arguments = ["adjudicate", "--witnesses", "-"]
    answers = program.answers(arguments, [case.line for case in cases])
    completed = [
        witness
        for case, answer in zip(cases, answers, strict=True)
        if isinstance(answer, dict)
        for witness in witnesses.of(case, answer)
    ]
    lines = [json.dumps(witness.record) for witness in completed]
    unsettled: dict[str, list[Difference]] = {case.id: [] for case in cases}
    for witness, answer in zip(completed, program.answers(["adjudicate", "-"], lines), strict=True):
        unsettled[witness.case.id] += witnesses.differences(witness, answer)
    for case, answer in zip(cases, answers, strict=True):
        result = _compare(case, answer)
        yield CaseResult(case, result.no_answer, (*result.differences, *unsettled[case.id]))


def _verify(program: ProgramUnderTest, cases: Sequence[Case]) -> Iterable[CaseResult]:
    """Put the program's own adjudication into each bundle, alter the bundle, and let the program verify it."""
    bundles = [bundle_of(case) for case in cases]
    records = [json.dumps(bundle.pop("record")) for bundle in bundles]
    adjudications = program.answers(["adjudicate", "-"], records)
    altered = {
        case.id: _altered(case, bundle, adjudication)
        for case, bundle, adjudication in zip(cases, bundles, adjudications, strict=True)
    }
    sent = [case for case in cases if not isinstance(altered[case.id], NoAnswer)]
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{place}.json" for place in range(len(sent))]
        for case, file in zip(sent, files, strict=True):
            file.write_text(json.dumps(altered[case.id]), encoding="utf-8")
        answers = program.answers(["verify"], list(map(str, files)), files=True)
    altered |= {case.id: answer for case, answer in zip(sent, answers, strict=True)}
    return [_compare(case, altered[case.id]) for case in cases]


def _altered(case: Case, bundle: Json, adjudication: Json | NoAnswer) -> Json | NoAnswer:
    """Return the bundle with the program's adjudication, as the case alters it."""
    if isinstance(adjudication, NoAnswer):
        return adjudication
    bundle["adjudication"] = adjudication
    for path, value in case.change.items():
        try:
            put(bundle, path, value)
        except (LookupError, TypeError):
            return NoAnswer(f"to be altered, but not in the program's own answer: {path}")
    return bundle


_WAYS = {"adjudicate": _adjudicate, "ask": _ask, "witnesses": _witnesses, "verify": _verify}
