"""Deletion of players and seasons that were added by mistake: no session and nothing else refers to them."""

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_noop

from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.journal import sealing
from scorekeeper.models import Club, Import, ImportState, Player, Season, User
from scorekeeper.sessions import corrections


class StillNeededError(ActionError):
    """Records refer to the player or season."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("It cannot be deleted, because records refer to it. Nothing was changed.")
        )


def _is_needed(player: Player) -> bool:
    """Return whether the player sits or once sat in a session, or was chosen for a name in an import that goes on."""
    going_on = Import.objects.filter(
        club=player.club_id, state__in=[ImportState.WAITING, ImportState.RUNNING]
    )
    chosen = {pk for names in going_on.values_list("names", flat=True) for pk in names.values()}
    return str(player.pk) in chosen or bool(corrections.sessions_ever_of({player.pk}))


@transaction.atomic
def delete(row: Player | Season, *, by: User) -> None:
    """Delete a player or season to which nothing refers.  Raises StillNeededError."""
    # imports choose their players under this lock
    Club.objects.select_for_update(no_key=True).get(pk=row.club_id)
    locked = type(row)._default_manager.select_for_update(of=("self",)).get(pk=row.pk)
    if isinstance(locked, Player) and _is_needed(locked):
        raise StillNeededError
    act = "player deleted" if isinstance(locked, Player) else "season deleted"
    audit.note(act, locked, by=by)
    sealing.note_changes(type(locked), [locked.pk])
    try:
        locked.delete()
    except ProtectedError as error:
        raise StillNeededError from error
