"""Two deals for an unproven verdict: one in which the play was legal and one in which it was not (contract §3).

Both fit everything on record.  Where everything was tried and one of the two was not found, it cannot exist, and the
verdict was not unproven.
"""

from referee.witnesses.answers import WitnessedAdjudication, add_witnesses
from referee.witnesses.searching import Witness, WitnessPair, find_witnesses

__all__ = ["Witness", "WitnessPair", "WitnessedAdjudication", "add_witnesses", "find_witnesses"]
