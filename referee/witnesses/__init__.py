"""Two complete deals for an unproven verdict: one in which the play was legal, and one in which it was not (contract §3).

Both fit everything on record.  Where everything was tried and one of the two was not found, it does not exist: the
verdict could have been proved.

Front door:

- ``searching.find_witnesses``: find both deals for one event.
- ``answers.add_witnesses``: find the deals for the unproven verdicts of a session.
"""

from referee.witnesses.answers import WitnessedAdjudication, add_witnesses
from referee.witnesses.searching import Witness, WitnessPair, find_witnesses

__all__ = ["Witness", "WitnessPair", "WitnessedAdjudication", "add_witnesses", "find_witnesses"]
