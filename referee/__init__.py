"""The referee: judge plays and claims, and score hands, of climbing and melding card games.

Pure Python on the standard library.  An answer depends on the arguments alone: no clock, no chance, no database.
Other packages import from this module only.

>>> import referee
>>> record = referee.read_record('''
... format  = "session-record/1"
... variant = "big-two"
... players = ["Ann", "Bo", "Cy", "Di"]
... [[hands]]
... events = ["1: 3C", "2: 3D", "3: pass", "4: 2S 2H"]
... ''', "toml")
>>> [event["verdict"] for event in referee.adjudicate(record).as_json()["hands"][0]["events"]]
['legal', 'legal', 'legal', 'illegal']

>>> answer = referee.ask({"variant": "big-two", "standing": "6C 6D", "play": "4H 4S"})
>>> str(answer.verdict.reason)
'The pair of fours (4H 4S) does not beat the pair of sixes (6C 6D) on the table.'

Records
    ``read_record`` and ``write_record`` convert session records from and to TOML and JSON; ``entries`` finds every record
    in a text; ``parse_record`` and ``parse_hand`` read parsed JSON, and ``annotations`` a hand's comments and variations.  All raise ``MalformedError`` with a path.
Judging
    ``adjudicate`` judges a session record and scores it; ``adjudicate_hand`` judges one hand, given what earlier hands
    ``Carried`` into it, and ``readjudicate_hand`` one that is already stored; ``ask`` judges one disputed play or claim; ``combination`` says what cards are
    and whether they beat others;
    ``find_witnesses`` completes a hand so that an unproven event is legal, and so that it is illegal; ``winners`` returns
    the seats that have won; ``judging_steps`` estimates how much work a record is.
    ``deal`` deals the cards of a hand from a seed.  ``Table`` is one hand that grows event by event: who is to act, what stands, what is legal; ``tables`` yields one for
    each hand of a record, and ``Table.positions`` every moment of it; ``position_key`` is a text that is equal for equal
    positions, ``lead_keys`` has those of a judged hand, and ``table_from_key`` reads one back.  A verdict is ``Legal``, ``Illegal`` or ``Unproven``.
Programs that play
    ``action_table`` numbers everything that can be done in a game; ``observe`` returns what one seat knows of a table, and
    ``observation_vector`` the same as numbers; ``HandState`` asks one player after another for an action.
What could have been
    ``solve`` proves whether a seat can force going out first, with all cards open.  ``analyze_hand`` finds where a certain win
    was taken or given away, and in how many of the deals that fit what the player saw it could be seen.
    ``puzzles`` yields the positions of a hand in which exactly one play forces it.
Rules
    ``variants`` lists every game with its house rules; ``rules_for`` returns the rules table of a game under chosen house
    rules, and ``editions`` these in each edition; ``rulebook`` prints it as Markdown; ``value_meaning`` says what one value
    of a house rule means; ``cited_rules`` names the ruling behind each verdict on a hand, legal ones too, and
    ``rule_for_question`` the one that allows a disputed play.
Formats
    ``schema`` returns the JSON Schema of one of the formats in ``SCHEMAS``.
Tables
    ``referee.parquet`` judges Arrow tables of many records; it is imported by itself, since it needs pyarrow.
History
    ``split_session``, ``split_hand``, ``join_session`` and ``join_hand`` separate sealed content from erasable text;
    ``revision_digest`` and ``text_digest`` seal a revision, ``entry_digest`` and ``salted_digest`` an entry of a club's
    journal; ``verify`` checks an exported session with its history, ``with_former_wording`` words an answer as earlier
    releases did; ``facts_in`` and
    ``facts_in_manifest`` list what in an exported session or club has such an entry.
Replays
    ``decompress_frames`` restores the replay frames that ``HandAdjudication.compressed_frames`` stores.
Constants
    ``RECORD_FORMAT``, ``ADJUDICATION_FORMAT``, ``BUNDLE_FORMAT``, ``ARCHIVE_FORMAT`` and ``JOURNAL_FORMAT`` stand at ``format``
    in a session record, an adjudication, an exported session, the manifest of an exported club and the journal of a club.
    ``NOTATIONS`` are those that ``entries`` reads, and ``VARIANTS`` the rules tables of all games by their keys.
    ``SESSION_KEYS`` and ``HAND_KEYS`` are the keys of a record in their order, ``JUDGED_KEYS`` and ``HAND_CONTENT`` those of
    them on which verdicts and points depend.  ``REMOVED`` stands for a required reason that was erased.
    ``NO_PREVIOUS_DIGEST`` comes before the first revision or entry.  ``FRAME_VERSION`` grows when replays come out differently.
Types
    ``Rules`` is the rules table of a game of either ``Family``; ``Verdict`` is ``Legal``, ``Illegal`` or ``Unproven``; ``Outcome`` is
    ``Won``, ``NotForced`` or ``NotSettled``; ``Json`` is
    any JSON value and ``JsonObject`` a JSON object.

>>> referee.RECORD_FORMAT, referee.ADJUDICATION_FORMAT, referee.BUNDLE_FORMAT, referee.ARCHIVE_FORMAT, referee.JOURNAL_FORMAT
('session-record/1', 'adjudication/1', 'session-bundle/1', 'club-archive/1', 'club-journal/1')
>>> referee.RECORD_FORMAT in referee.SCHEMAS, "toml" in referee.NOTATIONS, referee.VARIANTS["pusoy-dos"].name
(True, True, 'Pusoy Dos')
>>> [key for key in referee.HAND_KEYS if key not in referee.HAND_CONTENT]
['void', 'annulled', 'adjustments', 'rulings', 'note', 'comments', 'variations']
>>> [key for key in referee.SESSION_KEYS if key in referee.JUDGED_KEYS]
['variant', 'house_rules', 'players', 'carried', 'first_hand', 'previous_winner', 'previous_loser']
>>> referee.REMOVED, referee.NO_PREVIOUS_DIGEST, referee.FRAME_VERSION
('removed', '', 5)
"""

from importlib import import_module

# these two functions are called as their packages are, so they are bound before anybody imports a part of them
from referee.rulebook import rulebook
from referee.variants import VARIANTS, editions, rules_for, variants

__version__ = "1.0.0"

_HOMES = {
    "referee.adjudication": "HandAdjudication SessionAdjudication adjudicate adjudicate_hand adjudicate_hands",
    "referee.hand_annotations": "Annotations EventComment Variation annotations",
    "referee.bundled_facts": "ARCHIVE_FORMAT BundledFact facts_in facts_in_manifest",
    "referee.card_combinations": "CardCombination combination",
    "referee.carried_state": "Carried",
    "referee.chain_verification": "VerificationProblem",
    "referee.digests": "NO_PREVIOUS_DIGEST canonical entry_digest revision_digest salted_digest sha256 text_digest",
    "referee.deals": "deal",
    "referee.rules": "Rules",
    "referee.environments.actions": "ActionTable action_table",
    "referee.environments.observations": "observe",
    "referee.environments.states": "HandState",
    "referee.environments.vectors": "observation_vector",
    "referee.frame_compression": "decompress_frames",
    "referee.frames": "FRAME_VERSION",
    "referee.journal_file": "JOURNAL_FORMAT",
    "referee.later_proofs": "with_former_wording",
    "referee.match_totals": "winners",
    "referee.notation": "read_record write_record",
    "referee.parsing": "parse_hand parse_record",
    "referee.position_keys.climbing_keys": "is_lead_key lead_keys",
    "referee.position_keys.keys": "position_key table_from_key",
    "referee.questions": "Answer ask",
    "referee.readjudication": "readjudicate_hand",
    "referee.record": "ADJUDICATION_FORMAT BUNDLE_FORMAT RECORD_FORMAT Family HandRecord MalformedError SessionRecord SheetKind",
    "referee.record_entries": "NOTATIONS Entry entries",
    "referee.revision_content": "HAND_CONTENT HAND_KEYS JUDGED_KEYS REMOVED SESSION_KEYS Json JsonObject Parts date_of join_hand join_session split_hand split_session",
    "referee.rulebook.citations": "cited_rules rule_for_question",
    "referee.rulebook.house_rules": "value_meaning",
    "referee.schemas": "SCHEMAS schema",
    "referee.solving.endings": "NotForced NotSettled Outcome Won solve",
    "referee.solving.decisions": "HandAnalysis HandDecision",
    "referee.solving.hand_analysis": "analyze_hand",
    "referee.solving.known_deals": "KnownShare",
    "referee.solving.puzzles": "SolvedPuzzle puzzles",
    "referee.table": "Table TablePosition tables",
    "referee.verdicts": "Fault Illegal Legal Unproven Verdict",
    "referee.verification": "Verification verify",
    "referee.witnesses": "Witness WitnessedAdjudication WitnessPair add_witnesses find_witnesses",
    "referee.work_estimate": "judging_steps",
}
"""The public names of each module.  A module is loaded when one of its names is first used: a single question needs few of them.

``__init__.pyi`` says the same to type checkers.
"""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = ["VARIANTS", "editions", "rulebook", "rules_for", "variants", *_HOME_OF]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
