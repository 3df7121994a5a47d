"""The texts of ``--help``: what each command is for, examples, exit codes."""

from referee.record import Family
from referee.schemas import SCHEMAS
from referee.variants import BUILT_IN

_MELDING_GAMES = " and ".join(rules.name for rules in BUILT_IN if rules.family is Family.MELDING)

COMMAND = f"""\
The referee of climbing and melding card games: is it legal, and what is it worth?

  {(chr(10) + "  ").join(rules.name for rules in BUILT_IN)}

`python -m referee variants` also lists the games of other installed packages.
"""

ALL = """\
exit codes:
  0  nothing illegal
  1  something illegal; for verify, something changed since it was sealed;
     for match, an engine had faults
  2  something malformed (no session record, no question, no such file);
     outranks 1

`python -m referee COMMAND --help` has examples.
"""

VERIFY = """\
Check exported sessions with their history: has anything changed since it was
sealed, and does the referee still judge the same?

This checks every revision's digest, its link to the revision before, every
number and position, and every text that was not erased.  Then it judges the
latest revisions again, and compares verdicts, points and totals.  It works
offline, without the service that made the file.
"""

VERIFY_MORE = """\
examples:
  python -m referee verify thursday.json
  python -m referee verify --format text bundles/*.json
  python -m referee verify --since HEAD journal.json manifest.json sessions/*.json

An answer is `verification/1`: ok, how many revisions and hands there are, and
problems, each with where (a path into the file), code and message.

exit codes: 0 nothing changed, 1 something changed,
2 something malformed (outranks 1)
"""

ADJUDICATE = """\
Judge session records: every play and claim, with its rule; scores, totals,
winners.  Records may have gaps: what they do not prove is `unproven`.

Answers are printed one per line, in the order of the records, each as soon as
it is known.  A malformed record is answered with its error, and the next ones
are judged all the same.
"""

ADJUDICATE_MORE = """\
examples:
  python -m referee adjudicate thursday.toml
  python -m referee adjudicate --format text thursday.toml | less
  python -m referee adjudicate - < season.ndjson > verdicts.ndjson
  python -m referee adjudicate --format text --witnesses thursday.toml
  python -m referee adjudicate --format parquet --jobs 4 --out judged season

An answer is `adjudication/1`, or {"error": {"code", "where", "message"}}:
`where` is a path into the record such as hands[0].events[6], `line` the line
of NDJSON, `file` the file.

With --witnesses an unproven event also has `witnesses`: `legal` and `illegal`,
each a hand with every card `dealt` (and its `events`, where something was not
seen) that fits the record, or null.  `cut_off` says that the search ended at
its bound; without it everything was tried, and null means that there is none.
All searches of a record together take a bounded number of steps; events for
which none were left have null twice and `cut_off`, and do not count in the
record's `witnesses.searched`.  The same record always gets the same answer.

With --format parquet, files may be .parquet, with records as JSON text in the
column `record`, and folders.  The folder of --out gets hands.parquet and
events.parquet; a malformed record is a row of hands.parquet with its error.
What was judged is printed as JSON: records, malformed, hands, events, illegal.
It needs pyarrow: pip install 'referee[parquet]'.

A record has at most 2 MB as JSON and 1 MB as TOML, 10,000 hands, 100 levels of
nesting, keys of 32 parts, and numbers of 309 digits.  A larger one is malformed.

exit codes: 0 nothing illegal, 1 something illegal, 2 something malformed (outranks 1)
"""

ASK = f"""\
Judge disputed plays and claims: may this be played on that, who gets the card?

A question is a JSON object, on one line or on several, with variant and, in the
climbing games, play and, where known,

  house_rules  what differs from the variant's defaults
  standing     what must be beaten; absent: the seat leads
  hand         the cards of the seat; the answer then lists every legal play
  next_holds   how many cards the next seat holds
  opening      is this the first play of the hand?

What depends on something left out here is unproven, and not in the list
(could_play): ask about it.

In {_MELDING_GAMES} it has claim, seat, offered and offered_by, and, where
known,

  house_rules  what differs from the variant's defaults
  players      how many there are; 4 by default
  drawn        was the card drawn, not discarded?
  other_claims what others claimed, such as ["2: chi Hg Rg Cg"]
  hand         the cards of the seat; the answer then lists every legal claim

and the answer says in goes_to whose claim stands.
"""

ASK_MORE = """\
examples:
  echo '{"variant": "big-two", "standing": "6C 6D", "play": "4H 4S"}' | python -m referee ask
  echo '{"variant": "gang-of-four", "standing": "7Y", "play": "8G", "hand": "9R 8G",
         "next_holds": 1}' | python -m referee ask
  echo '{"variant": "four-color-cards", "seat": 3, "offered": "Hg", "offered_by": 1,
         "claim": "pong Hg Hg Hg", "other_claims": ["2: chi Hg Rg Cg"]}' | python -m referee ask

exit codes: 0 nothing illegal, 1 something illegal, 2 something malformed (outranks 1)
"""

RULEBOOK_MORE = f"""\
variants:
  {(chr(10) + "  ").join(rules.variant for rules in BUILT_IN)}
  and those of other packages that `python -m referee variants` lists

examples:
  python -m referee rulebook big-two > big-two.md
  python -m referee rulebook pusoy-dos --rule straights=no-twos --rule target=50
  python -m referee rulebook big-two --rule 'multipliers=[[1,1],[10,2],[13,3]]'
  python -m referee rulebook gang-of-four-loser-scores --rule deck=literal-42
  python -m referee rulebook four-color-cards --rule lucky_card=false

`python -m referee variants` lists every house rule and its values.
exit codes: 0 printed, 2 no such variant, house rule or value
"""

SCHEMA = """\
Print a format as JSON Schema, for editors and for programs that write it.

The schema is JSON Schema 2020-12 and complete in itself.  A valid session
record can still be malformed: `adjudicate` finds counts and cards that cannot be.
"""

SCHEMA_MORE = f"""\
names:
  {(chr(10) + "  ").join(SCHEMAS)}

Without its version a name is that of the newest.

examples:
  python -m referee schema
  python -m referee schema session-record/1 > session-record.schema.json

exit codes: 0 printed, 2 no such format
"""

CONVERT_MORE = """\
examples:
  python -m referee convert thursday.toml --to json
  python -m referee convert season.ndjson --to ndjson
  curl … | python -m referee convert - --to toml
  python -m referee convert scores.txt --to ndjson
  python -m referee convert scores.csv --to ndjson --answer game=big-two
  python -m referee convert scores.xlsx --to ndjson --assume

A text score sheet gives a record for each line-up and each change of F.

A spreadsheet or workbook gives a record for each session.  What can mean two
things is asked, and nothing is converted: each open question is printed on
standard error, a line of JSON with its id, line, message, answers and the
assumed one.  `--answer total-row:4=hand` answers one, `--answer total-row=hand`
all of this kind, and --assume takes what is assumed for the rest.  A row that
cannot be read is refused with its line, and the others are converted.
Workbooks need python-calamine: pip install 'referee[sheets]'.

Nothing is lost: keys that this format does not know are kept.  What the other
notation cannot hold (a null in TOML) is refused with its path, on standard
error.
exit codes: 0 converted, 2 something malformed or a question open
"""

MATCH = """\
Let engines play against each other: which program scores more per hand?

An engine is a program in any language that reads what it knows of a hand from
standard input, and writes what it plays (docs/engines.md).  The referee deals,
asks, judges and scores.  Each deal is played once for each engine, and every
time the engines move on by one seat: so luck of the deal cancels out.
"""

MATCH_MORE = """\
examples:
  python -m referee match --variant big-two "python random_engine.py" "node lowest_engine.mjs"
  python -m referee match --variant four-color-cards --hands 1000 --format json ./mine ./yours

Engines share the seats evenly: two engines at four seats have two each, and
each seat has a program of its own.  An engine that crashes, is silent or
answers something illegal loses nothing: the first legal action is played for
it, and the fault is counted.

exit codes: 0 no fault, 1 an engine had faults,
2 an engine does not start, or no such game
"""

ANALYZE = """\
Find where hands were lost: certain wins that were taken or given away.

Before each decision late in a hand, the solver proves whether the seat to act
could force going out first, whatever the others do, with all cards open.  Where
it could before its action and could not any more after it, the win was given
away.  Nothing is guessed: what is not settled within the steps is not marked.
"""

ANALYZE_MORE = """\
examples:
  python -m referee analyze session.toml
  python -m referee analyze --format json --cards 20 sessions.ndjson
  python -m referee analyze --known session.toml

For hands of climbing games of which all cards are known at the end.  A hand
takes seconds, with --known about three times as many.

exit codes: 0 analyzed, 2 something malformed
"""
