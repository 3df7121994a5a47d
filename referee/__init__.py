"""The referee: judges plays and claims, and scores hands, of climbing and melding games.

>>> answer = ask({"variant": "big-two", "standing": "6C 6D", "play": "4H 4S"})
>>> str(answer.verdict.reason)
'The pair of fours (4H 4S) does not beat the pair of sixes (6C 6D) on the table.'
"""

from referee.adjudication import (
    Adjudication,
    HandAdjudication,
    adjudicate,
    adjudicate_hand,
    each_hand,
)
from referee.digests import FIRST, canonical, revision_digest, sha256, text_digest
from referee.dispatch import Rules
from referee.frame_compression import unfolded
from referee.frames import FRAME_VERSION
from referee.input_files import NOTATIONS, Entry, entries
from referee.match_totals import winners
from referee.notation import read_record, write_record
from referee.parsing import parse_hand, parse_record
from referee.questions import Answer, ask
from referee.readjudication import adjudicate_kept_hand
from referee.record import FORMAT, Carried, HandRecord, MalformedError, SessionRecord
from referee.revision_content import (
    HAND_CONTENT,
    HAND_KEYS,
    JUDGED,
    REMOVED,
    SESSION_KEYS,
    Json,
    Keys,
    Parts,
    date_of,
    join_hand,
    join_session,
    split_hand,
    split_session,
)
from referee.rulebook import rulebook
from referee.session_bundle import BUNDLE
from referee.variants import VARIANTS, rules_for, variants
from referee.verification import Problem, Verification, verify
from referee.witnesses import Witness, Witnessed, Witnesses, witnessed, witnesses

__all__ = [
    "BUNDLE",
    "FIRST",
    "FORMAT",
    "FRAME_VERSION",
    "HAND_CONTENT",
    "HAND_KEYS",
    "JUDGED",
    "NOTATIONS",
    "REMOVED",
    "SESSION_KEYS",
    "VARIANTS",
    "Adjudication",
    "Answer",
    "Carried",
    "Entry",
    "HandAdjudication",
    "HandRecord",
    "Json",
    "Keys",
    "MalformedError",
    "Parts",
    "Problem",
    "Rules",
    "SessionRecord",
    "Verification",
    "Witness",
    "Witnessed",
    "Witnesses",
    "adjudicate",
    "adjudicate_hand",
    "adjudicate_kept_hand",
    "ask",
    "canonical",
    "date_of",
    "each_hand",
    "entries",
    "join_hand",
    "join_session",
    "parse_hand",
    "parse_record",
    "read_record",
    "revision_digest",
    "rulebook",
    "rules_for",
    "sha256",
    "split_hand",
    "split_session",
    "text_digest",
    "unfolded",
    "variants",
    "verify",
    "winners",
    "witnessed",
    "witnesses",
    "write_record",
]
