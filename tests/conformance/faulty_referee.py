"""``python faulty_referee.py MODULE OLD NEW COMMAND …``: the referee with one text of one of its modules replaced.

The text must be there exactly once, so that a fault is planted where it was meant to be or not at all.
"""

import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType

sys.path.insert(0, str(Path(__file__).parents[2]))


class FaultyLoader(importlib.machinery.SourceFileLoader):
    """Compiles the module from its altered source."""

    def __init__(self, name: str, path: str, old: str, new: str) -> None:
        super().__init__(name, path)
        self.old, self.new = old, new

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        if source.count(self.old) != 1:
            sys.exit(f"{fullname} has {self.old!r} {source.count(self.old)} times")
        return compile(source.replace(self.old, self.new), self.path, "exec")


class FaultyFinder:
    """Finds the one module before Python does."""

    def __init__(self, module: str, old: str, new: str) -> None:
        self.module, self.old, self.new = module, old, new

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = FaultyLoader(name, spec.origin, self.old, self.new)
        return spec


if __name__ == "__main__":
    module, old, new, *command = sys.argv[1:]
    sys.meta_path.insert(0, FaultyFinder(module, old, new))
    from referee.cli import main

    raise SystemExit(main(command))
