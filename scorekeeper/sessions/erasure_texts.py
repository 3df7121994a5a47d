"""The free text of many sessions, erased by statements about all of them at once; whether a text mentions a name."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

import referee
from scorekeeper.adjudication import derived_rows, judging
from scorekeeper.journal import sealing
from scorekeeper.models import (
    Adjudication,
    Comment,
    Dispute,
    DisputeStatement,
    ErasureStep,
    Hand,
    HandRevision,
    HandVariation,
    Link,
    Replay,
    Ruling,
    Session,
    SessionRevision,
    Transcript,
)

SESSION_LABELS = ("event", "round", "table", "place")
"""Text keys of a session that stay unless they mention the player, so that it can still be found."""


def erase_texts(
    sessions: Collection[UUID], names: Collection[str]
) -> Mapping[UUID, referee.JsonObject]:
    """Erase all free text of these sessions; return the labels that each gets back with its next revision.

    Locks the sessions, so that nobody who read a text before writes it again.
    """
    rows = Session.objects.filter(pk__in=sessions).order_by("pk")
    list(rows.select_for_update(of=("self",)))  # no join with the head, as in recording.lock
    labels = {row.pk: _labels_to_keep(row.head.text, names) for row in rows.select_related("head")}
    for pk, waiting in _reduce_waiting_labels(sessions, names).items():
        labels[pk] = {**waiting, **labels[pk]}
    with_reasons = _hands_with_reasons_in_answers(sessions)
    erased = {"text": {}, "text_salt": "", "reason": ""}
    SessionRevision.objects.filter(session__in=sessions).update(**erased)
    HandRevision.objects.filter(session__in=sessions).update(**erased)
    Session.objects.filter(pk__in=sessions).update(**dict.fromkeys(SESSION_LABELS, ""))
    _judge_again(with_reasons)
    replace_words(Transcript.objects.filter(hand__session__in=sessions), text={})
    disputes = Dispute.objects.filter(hand__session__in=sessions)
    replace_words(
        DisputeStatement.objects.filter(dispute__hand__session__in=sessions), text=referee.REMOVED
    )
    replace_words(
        Ruling.objects.filter(dispute__hand__session__in=sessions), reason=referee.REMOVED
    )
    replace_words(disputes, claim=referee.REMOVED, grounds="", evidence="")
    replace_words(Comment.objects.filter(hand__session__in=sessions), text=referee.REMOVED)
    replace_words(HandVariation.objects.filter(hand__session__in=sessions), text={})
    replace_words(Link.objects.filter(session__in=sessions), label="")
    return labels


def _labels_to_keep(text: referee.JsonObject, names: Collection[str]) -> referee.JsonObject:
    """Return the labels among these texts that do not mention any of the names."""
    labels = {key: text.get(key) for key in SESSION_LABELS}
    return {
        key: value
        for key, value in labels.items()
        if isinstance(value, str) and not mentions(value, names)
    }


def _reduce_waiting_labels(
    sessions: Collection[UUID], names: Collection[str]
) -> Mapping[UUID, referee.JsonObject]:
    """Take labels that mention any of the names from steps of other erasures; return what stays, by session."""
    steps = list(ErasureStep.objects.filter(session__in=sessions))
    for step in steps:
        step.labels = _labels_to_keep(step.labels, names)
    ErasureStep.objects.bulk_update(steps, ["labels"])
    return {step.session_id: step.labels for step in steps}


def _hands_with_reasons_in_answers(sessions: Iterable[UUID]) -> list[UUID]:
    """Return the hands whose answer repeats texts of the record, such as why the hand is void."""
    hands = Hand.objects.filter(session__in=sessions, adjudication__isnull=False)
    texts = hands.exclude(head__text={}).order_by("pk")
    rows = texts.values_list("pk", "head__text", "adjudication__answer")
    return [
        hand
        for hand, text, answer in rows.iterator(chunk_size=500)
        if not text.keys().isdisjoint(answer)
    ]


def _judge_again(hands: Collection[UUID]) -> None:
    """Replace the answers of these hands, whose texts are erased, and delete their replays."""
    rows = Hand.objects.filter(pk__in=hands).select_related("head", "adjudication", "session__head")
    answers: list[Adjudication] = []
    for hand in rows:
        judged = judging.judge_stored(hand)
        answers.append(derived_rows.adjudication_of(hand, judged, judged.as_json()))
    derived_rows.replace(answers, batch_size=100)
    Replay.objects.filter(hand__in=hands).delete()


def mentions(text: str, names: Iterable[str]) -> bool:
    """Return whether a word of the text starts with one of the names, ignoring case, also in JSON's escaped form."""
    forms = {form for name in names for form in (name, json.dumps(name)[1:-1])}
    return any(re.search(rf"(?<!\w){re.escape(form)}", text, re.IGNORECASE) for form in forms)


def replace_words(rows: QuerySet[Any], **words: object) -> None:
    """Replace words of these facts, and have what is left sealed."""
    ids = list(rows.values_list("pk", flat=True))
    rows.model._default_manager.filter(pk__in=ids).update(**words)
    sealing.note_changes(rows.model, ids)
