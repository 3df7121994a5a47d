"""What is kept."""

from scorekeeper.models.users import User

__all__ = ["User"]
