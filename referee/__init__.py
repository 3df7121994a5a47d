"""The referee: judges plays and claims, and scores hands, of climbing and melding games.

>>> answer = ask({"variant": "big-two", "standing": "6C 6D", "play": "4H 4S"})
>>> str(answer.verdict.reason)
'The pair of fours (4H 4S) does not beat the pair of sixes (6C 6D) on the table.'
"""

from referee.adjudication import (
    HandAdjudication,
    SessionAdjudication,
    adjudicate,
    adjudicate_hand,
    adjudicate_hands,
)
from referee.digests import NO_PREVIOUS_DIGEST, canonical, revision_digest, sha256, text_digest
from referee.dispatch import Rules
from referee.frame_compression import decompress_frames
from referee.frames import FRAME_VERSION
from referee.input_files import NOTATIONS, Entry, entries
from referee.match_totals import winners
from referee.notation import read_record, write_record
from referee.parsing import parse_hand, parse_record
from referee.questions import Answer, ask
from referee.readjudication import readjudicate_hand
from referee.record import (
    RECORD_FORMAT,
    Carried,
    Family,
    HandRecord,
    MalformedError,
    SessionRecord,
    Sheet,
)
from referee.revision_content import (
    HAND_CONTENT,
    HAND_KEYS,
    JUDGED_KEYS,
    REMOVED,
    SESSION_KEYS,
    Json,
    JsonObject,
    Parts,
    date_of,
    join_hand,
    join_session,
    split_hand,
    split_session,
)
from referee.rulebook import rulebook
from referee.session_bundle import BUNDLE_FORMAT
from referee.variants import VARIANTS, rules_for, variants
from referee.verification import Verification, VerificationProblem, verify
from referee.witnesses import (
    Witness,
    WitnessedAdjudication,
    WitnessPair,
    add_witnesses,
    find_witnesses,
)

__all__ = [
    "BUNDLE_FORMAT",
    "FRAME_VERSION",
    "HAND_CONTENT",
    "HAND_KEYS",
    "JUDGED_KEYS",
    "NOTATIONS",
    "NO_PREVIOUS_DIGEST",
    "RECORD_FORMAT",
    "REMOVED",
    "SESSION_KEYS",
    "VARIANTS",
    "Answer",
    "Carried",
    "Entry",
    "Family",
    "HandAdjudication",
    "HandRecord",
    "Json",
    "JsonObject",
    "MalformedError",
    "Parts",
    "Rules",
    "SessionAdjudication",
    "SessionRecord",
    "Sheet",
    "Verification",
    "VerificationProblem",
    "Witness",
    "WitnessPair",
    "WitnessedAdjudication",
    "add_witnesses",
    "adjudicate",
    "adjudicate_hand",
    "adjudicate_hands",
    "ask",
    "canonical",
    "date_of",
    "decompress_frames",
    "entries",
    "find_witnesses",
    "join_hand",
    "join_session",
    "parse_hand",
    "parse_record",
    "read_record",
    "readjudicate_hand",
    "revision_digest",
    "rulebook",
    "rules_for",
    "sha256",
    "split_hand",
    "split_session",
    "text_digest",
    "variants",
    "verify",
    "winners",
    "write_record",
]
