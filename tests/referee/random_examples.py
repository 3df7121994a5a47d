"""How Hypothesis chooses examples: the same ones in every run, and a slow machine fails no test."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "project",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def load() -> None:
    """Use these settings wherever a test says nothing else."""
    settings.load_profile("project")
