"""The games by their keys: the built-in ones, and those that packages of their own bring.

Such a package names its table as an entry point of the group ``referee.variants``; docs/games_from_outside.md shows how.
"""

from collections.abc import Iterable, Iterator, MutableMapping
from importlib import import_module

from referee.rules import Rules


class Registry(MutableMapping[str, Rules]):
    """Every game by its key.

    The games of other packages are loaded when a key is asked for that is not built in, or when all games are listed: to
    look for packages takes longer than to judge a play.
    """

    def __init__(self, built_in: Iterable[Rules]) -> None:
        # without the games of other packages
        self.built_in = {rules.variant: rules for rules in built_in}
        self._tables = dict(self.built_in)
        self._is_complete = False

    def __getitem__(self, name: str) -> Rules:
        return self._tables[name] if name in self._tables else self._every()[name]

    def __setitem__(self, name: str, rules: Rules) -> None:
        self._every()[name] = rules

    def __delitem__(self, name: str) -> None:
        del self._every()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._every())

    def __len__(self) -> int:
        return len(self._every())

    def _every(self) -> dict[str, Rules]:
        if not self._is_complete:
            # imported late, with the search for packages that it needs
            outside = import_module("referee.variants.outside")
            self._tables = {**self._tables, **outside.installed_tables(self._tables)}
            self._is_complete = True
        return self._tables
