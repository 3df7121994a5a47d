"""What a member may do to a row: permission, version check, preview, saving and refusals, without HTML.

Each domain lists its actions in its own module ``actions``. The pages show their forms; the admin links to those pages.
"""

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, User

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Row = TypeVar("Row")
Data = TypeVar("Data")
Result = TypeVar("Result")


class ActionError(ValueError):
    """A service refuses an action; the message is a sentence for its author.

    ``where`` is the path of the wrong part in the input, empty where the whole is wrong.
    """

    where = ""


class StaleError(Exception):
    """Somebody else changed the row after the author of an action read it. Nothing was saved."""


REFUSALS = (ActionError, referee.MalformedError, IdTakenError)
"""Everything that services raise for input that cannot be saved."""


class RowAction(Generic[Row, Data, Result]):
    """An action on one row, for somebody who is signed in.

    ``Data`` is the action's input, ``Result`` what its service returns.
    """

    permission: ClassVar[Action]
    label: "ClassVar[str | StrPromise]"  # of a link or button that leads to the action

    def __init__(self, row: Row, person: User) -> None:
        self.row = row
        self.person = person

    @property
    def club(self) -> Club:
        """The club to which the row belongs."""
        row: Any = self.row
        club: Club = row.club
        return club

    def version(self) -> str:
        """Return a digest of everything that its author has to have read; empty where nothing can change."""
        return ""

    def why_not(self) -> str:
        """Return why nobody can do this to the row now, as a translation key; empty if it is possible."""
        return ""

    def why_not_save(self) -> str:
        """Return why somebody who may preview may not save, as a translation key; empty if they may."""
        return ""

    def is_offered(self) -> bool:
        """Return whether to show this person a link to the action."""
        return access.may(self.person, self.permission, self.club) and not self.why_not()

    def preview(self, data: Data, *, version: str) -> dict[str, Any]:
        """Return what the action would change, in most cases as ``effects.difference`` does. Nothing is saved.

        Raises StaleError, or one of REFUSALS.
        """
        with transaction.atomic():
            self._lock(version)
            return self.changes(data)

    def save(self, data: Data, *, version: str) -> Result:
        """Carry out the action, in one transaction.

        Raises StaleError, PermissionDenied, or one of REFUSALS.
        """
        with transaction.atomic():
            self._lock(version)
            if reason := self.why_not_save():
                raise PermissionDenied(gettext(reason))
            return self.apply(data)

    def lock_row(self) -> Row:
        """Return the row as it is now, locked against other writers until the transaction ends."""
        return self.row

    def changes(self, data: Data) -> dict[str, Any]:
        """Compute what would change, for ``preview``."""
        raise NotImplementedError

    def apply(self, data: Data) -> Result:
        """Call the service, for ``save``."""
        raise NotImplementedError

    def _lock(self, version: str) -> None:
        self.row = self.lock_row()
        if version != self.version():
            raise StaleError
