"""Asks before a piece of work, measures it, and reports after it."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

from .client import Waymark, unavailable
from .transport import Json, WaymarkError

T = TypeVar("T")

_OF_MODELS = ("model_slug", "input_tokens", "output_tokens")


class Work:
    """What the work is told (`recommendation`) and what it may tell about itself (`tell`)."""

    def __init__(self, recommendation: Json) -> None:
        self.recommendation = recommendation
        self.told: Json = {}
        self.told_of_steps: Dict[int, Json] = {}

    def tell(self, step: Optional[int] = None, **told: Any) -> None:
        """outcome, latency_ms, cost_usd, quality_rating, or skill_slug when another tool was used than the recommended one.

        With `step` it is about that step of the orchestration. `model_slug`, `input_tokens` and `output_tokens` are about the model.
        """
        whose = self.told if step is None else self.told_of_steps.setdefault(step, {})
        whose.update(told)


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
    done = {"outcome": outcome, "latency_ms": (time.monotonic() - started) * 1000, **work.told}
    with suppress(Exception):  # whatever answered instead of Waymark, the work keeps its result
        decision = {"decision_id": (work.recommendation.get("routing_metadata") or {}).get("decision_id")}
        tools = _tool_reports(work, done)
        # One after the other, since the first is the one that is linked to the decision.
        for report in tools:
            with suppress(WaymarkError):
                waymark.report(**decision, **report)
        for report in _model_reports(work, done, bool(tools)):
            waymark.report_model(**decision, **report)


def _tool_reports(work: Work, done: Json) -> List[Json]:
    used = done.get("skill_slug") or work.recommendation.get("recommended_skill")
    if used:
        return [{**_without(done, _OF_MODELS), "skill_slug": used}]
    # Work that went wrong does not say in which step.
    usual = {"outcome": "success"} if done["outcome"] == "success" else {}
    reports = []
    for step in work.recommendation.get("orchestration") or []:
        told = {"skill_slug": step["recommended_skill"], **usual, **work.told_of_steps.get(step["step"], {})}
        if told["skill_slug"] and "outcome" in told:
            reports.append(_without(told, _OF_MODELS))
    return reports


def _model_reports(work: Work, done: Json, has_tool: bool) -> List[Json]:
    """Where no tool is needed the recommended model does the work, unless another is told."""
    used = done.get("model_slug")
    if not used and not has_tool and work.recommendation.get("approach") == "direct_llm":
        used = (work.recommendation.get("recommended_model") or {}).get("slug")
    if not used:
        return []
    outcome = "failure" if done["outcome"] == "error" else done["outcome"]
    return [{**_without(done, ("skill_slug", "outcome")), "model_slug": used, "outcome_status": outcome}]


def _without(facts: Json, names: Tuple[str, ...]) -> Json:
    return {name: value for name, value in facts.items() if name not in names}
