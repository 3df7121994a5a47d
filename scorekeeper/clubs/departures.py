"""Clubs that moved to another installation: their rows stay here, can be read, and cannot be changed until they come back.

The database itself refuses changes: a trigger on audit entries, since every change writes one in its transaction.
"""

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.models import Club, Departure, ExportFile

REFUSED = "club_has_moved"
"""In the database's message where it refuses a change of a club that moved."""


class NotMovedError(ValueError):
    """The club did not move away."""

    def __init__(self, club: Club) -> None:
        super().__init__(f"{club.name} did not move away from this installation.")


@transaction.atomic
def depart(club: Club, *, address: str) -> bool:
    """Refuse changes of the club from now on; return whether it was still here.

    A change that has begun is either committed before, so that an archive that is built afterwards contains it, or refused
    when it commits.  ``address`` is where the club is from now on; it replaces the address of an earlier call.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    _, is_new = Departure.objects.update_or_create(
        club=club,
        defaults={"address": address},
        create_defaults={"address": address, "at": timezone.now()},
    )
    ExportFile.objects.filter(club=club).delete()  # its files are swept
    if is_new:
        audit.note("club moved", club, by=None, club=club)
    return is_new


@transaction.atomic
def stay(club: Club) -> None:
    """Accept changes of the club again.  Raises NotMovedError if it did not move away."""
    Club.objects.select_for_update().get(pk=club.pk)
    deleted, _ = Departure.objects.filter(club=club).delete()
    if not deleted:
        raise NotMovedError(club)
    audit.note("club came back", club, by=None, club=club)


def new_address(error: Exception) -> str | None:
    """Return where the club is that could not be changed; None if this is another error.

    SQLite does not say which club it was, so that there it is the address of the club that moved last.
    """
    _, is_refused, address = str(error).partition(REFUSED)
    if not isinstance(error, IntegrityError) or not is_refused:
        return None
    listed = address.removeprefix(": ").splitlines()
    if listed and listed[0]:
        return listed[0]
    last = Departure.objects.order_by("-at").values_list("address", flat=True).first()
    return last or ""
