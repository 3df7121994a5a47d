"""A line of numbers as a small picture beside a name, without axes: it shows the way, the number beside it says where it ended."""

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe

WIDTH, HEIGHT, EDGE = 96, 28, 3
MOST_POINTS = 32


def sparkline(
    values: Sequence[float | None], *, low: float, high: float, color: str
) -> SafeString | None:
    """Return the line between these bounds, which lines that are compared share; None without two numbers.

    A gap at the beginning stays one, so that lines of the same days lie above each other.
    """
    points = [(place, value) for place, value in enumerate(values) if value is not None]
    if len(points) < 2:
        return None
    step = -(-len(points) // MOST_POINTS)
    points = [*points[:-1:step], points[-1]]
    drawn = [(_across(place, len(values)), _down(value, low, high)) for place, value in points]
    line = " ".join(f"{x:g},{y:g}" for x, y in drawn)
    x, y = drawn[-1]
    zero = _down(0, low, high)
    ground = f'<path d="M0 {zero:g}H{WIDTH}"/>' if low < 0 < high else ""
    return mark_safe(  # noqa: S308 - drawn here
        f'<svg class="sparkline" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{ground}'
        f'<polyline points="{line}" stroke="{color}"/><circle cx="{x:g}" cy="{y:g}" r="2.5" fill="{color}"/></svg>'
    )


def _across(place: int, places: int) -> float:
    return round(EDGE + place / (places - 1) * (WIDTH - 2 * EDGE), 1)


def _down(value: float, low: float, high: float) -> float:
    span = (high - low) or 1
    return round(HEIGHT - EDGE - (value - low) / span * (HEIGHT - 2 * EDGE), 1)
