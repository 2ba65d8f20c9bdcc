"""The routing loop: register, route, report, balance, and the same for models."""

from __future__ import annotations

import threading
import time
from typing import Any, Dict, Mapping, Optional

from .operations import ROUTES
from .transport import Json, Transport, WaymarkError, fill_path


class Waymark:
    """Asks Waymark before a task and reports after it.

    Unless `raises` is true, nothing here raises into the agent's work: a failed call gives a dict with
    `available: False` and the reason under `error`, for a question also with no recommendation. `call` always raises.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        agent_name: Optional[str] = None,
        timeout: Optional[float] = None,
        *,
        agent_identity_id: Optional[str] = None,
        retries: int = 2,
        telemetry: bool = True,
        raises: bool = False,
    ) -> None:
        self.agent_name = agent_name
        self.raises = raises
        # Both are often read from an environment that does not have them.
        where = base_url or "http://127.0.0.1:8787"
        self._transport = Transport(where, 3.0 if timeout is None else timeout, retries, telemetry, agent_identity_id)
        self._registering = threading.Lock()
        self._refusal: Optional[WaymarkError] = None

    @property
    def agent_identity_id(self) -> Optional[str]:
        return self._transport.bearer

    def call(self, name: str, **values: Any) -> Any:
        """Any operation of the service by its name (see docs/api.md); raises WaymarkError."""
        return self._call(name, values)

    def register(self, **facts: Any) -> Json:
        """Registers the agent's name; the same name always has the same identity."""
        return self._safely("register_agent", {"agent_name": self.agent_name, **facts}, identify=False)

    def route(self, task: str, constraints: Optional[Mapping[str, Any]] = None, **more: Any) -> Json:
        """Which tool server and model to use for a task."""
        return self._safely("route", {"task": task, "constraints": constraints, **more})

    def route_model(self, task: str, constraints: Optional[Mapping[str, Any]] = None, **more: Any) -> Json:
        """Which model to use for a task."""
        return self._safely("route_model", {"task": task, "constraints": constraints, **more})

    def report(self, skill_slug: str, outcome: str, **measured: Any) -> Json:
        """How a tool server did: success, partial_success, failure or error."""
        return self._safely("report", {"skill_slug": skill_slug, "outcome": outcome, **measured})

    def report_model(self, model_slug: str, outcome_status: str, **measured: Any) -> Json:
        """How a model did: success, partial_success, failure or aborted."""
        return self._safely("report_model", {"model_slug": model_slug, "outcome_status": outcome_status, **measured})

    def balance(self) -> Json:
        """Credits and reputation of the agent."""
        return self._safely("balance", {})

    def identity(self) -> Optional[str]:
        """The agent's identity, registered at the first call when only a name was given; None when that failed."""
        return self._identity_or_none(None)

    def _identity(self, deadline: Optional[float]) -> Optional[str]:
        with self._registering:
            if self.agent_identity_id is None and self.agent_name:
                registered = _answer(self._call("register_agent", {"agent_name": self.agent_name}, deadline))
                self._transport.bearer = registered.get("agent_identity_id")
        return self.agent_identity_id

    def _call(self, name: str, values: Mapping[str, Any], deadline: Optional[float] = None) -> Any:
        if name not in ROUTES:
            raise WaymarkError("There is no operation %r. See docs/api.md." % name, "unknown_operation")
        method, _, path = ROUTES[name].partition(" ")
        rest = dict(values)
        return self._transport.send(method, fill_path(path, rest), rest, deadline)

    def _safely(self, name: str, values: Dict[str, Any], identify: bool = True) -> Json:
        deadline = time.monotonic() + self._transport.timeout
        try:
            if name == "register_agent" and not values["agent_name"]:
                raise _nameless()
            answer = _answer(self._identified(name, values, deadline) if identify else self._call(name, values, deadline))
            if name == "register_agent":
                self._transport.bearer = answer.get("agent_identity_id")
            return {**answer, "available": True}
        except Exception as thrown:  # whatever it is, the agent's work goes on
            error = thrown if isinstance(thrown, WaymarkError) else WaymarkError(str(thrown), "unknown")
            if self.raises:
                raise error from None
            return unavailable(error) if name in ("route", "route_model") else failed(error)

    def _identified(self, name: str, values: Mapping[str, Any], deadline: float) -> Any:
        identity = self._identity_or_none(deadline) if "agent_identity_id" in values else self._asker(deadline)
        if name == "balance" and identity is None:
            raise self._refusal or _nameless()
        try:
            return self._call(name, {"agent_identity_id": identity, **values}, deadline)
        except WaymarkError as error:
            if not self.agent_name or "agent_identity_id" in values or not _is_unknown_agent(error):
                raise
        with self._registering:
            if self.agent_identity_id == identity:  # else another thread has registered anew in the meantime
                self._transport.bearer = None
        return self._call(name, {"agent_identity_id": self._asker(deadline), **values}, deadline)

    def _asker(self, deadline: float) -> Optional[str]:
        """An agent that cannot be identified now is not asked for as nobody: the answer would ignore its preferences."""
        identity = self._identity_or_none(deadline)
        if identity is None and self.agent_name and self._refusal and not _is_refused_name(self._refusal):
            raise self._refusal
        return identity

    def _identity_or_none(self, deadline: Optional[float]) -> Optional[str]:
        try:
            return self._identity(deadline)
        except WaymarkError as error:
            if self.raises:
                raise
            self._refusal = error
            return None


def _is_unknown_agent(error: WaymarkError) -> bool:
    """The service does not know the identity any more, as after its store was reset: its answer sends the agent to register."""
    return error.status == 404 and (error.docs or "").endswith("#register_agent")


def _is_refused_name(error: WaymarkError) -> bool:
    """No agent can have this name, so there are no preferences of one either."""
    return error.code == "invalid_input"


def _answer(value: Any) -> Json:
    """What an operation answers is an object; anything else comes from another server, such as a page to sign in."""
    if not isinstance(value, dict):
        raise WaymarkError("The server that answered is not Waymark. Check base_url.", "unreachable")
    return value


def _nameless() -> WaymarkError:
    return WaymarkError("Set agent_name (or agent_identity_id): this is about one agent.", "invalid_input")


def failed(error: WaymarkError) -> Json:
    reason = {"message": str(error), "code": error.code, "status": error.status, "details": error.details}
    return {"available": False, "error": reason}


def unavailable(error: WaymarkError) -> Json:
    return {
        "approach": "direct_llm",
        "recommended_skill": None,
        "recommended_model": None,
        "routing_metadata": {"decision_id": None},
        **failed(error),
    }
