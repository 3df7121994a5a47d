"""The players of the referee's tests."""

CAST = ["Alice", "Bob", "Carol", "Dan"]
