"""Asks before a piece of work, measures it, and reports after it."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, Callable, Dict, TypeVar

from .client import Waymark, unavailable
from .transport import Json, WaymarkError

T = TypeVar("T")


class Work:
    """What the work is told (`recommendation`) and what it may tell about itself (`tell`)."""

    def __init__(self, recommendation: Json) -> None:
        self.recommendation = recommendation
        self.told: Dict[str, Any] = {}

    def tell(self, **told: Any) -> None:
        """outcome, cost_usd, quality_rating, or skill_slug when another tool was used than the recommended one."""
        self.told.update(told)


def with_waymark(waymark: Waymark, task: str, work: Callable[[Work], T]) -> T:
    """Gives what the work gives, whether or not Waymark answers, also with `raises`; the work's own failures pass through unchanged."""
    current = Work(_recommendation(waymark, task))
    started = time.monotonic()
    try:
        value = work(current)
    except BaseException:
        _report(waymark, current, "error", started)
        raise
    _report(waymark, current, "success", started)
    return value


def _recommendation(waymark: Waymark, task: str) -> Json:
    try:
        return waymark.route(task)
    except WaymarkError as error:
        return unavailable(error)


def _report(waymark: Waymark, work: Work, outcome: str, started: float) -> None:
    skill = work.told.pop("skill_slug", None) or work.recommendation.get("recommended_skill")
    if not skill:
        return
    facts = {
        "outcome": outcome,
        "latency_ms": (time.monotonic() - started) * 1000,
        "decision_id": (work.recommendation.get("routing_metadata") or {}).get("decision_id"),
        **work.told,
    }
    with suppress(WaymarkError):
        waymark.report(skill, **facts)
