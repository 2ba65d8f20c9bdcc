"""One HTTP call with a time budget and retries; standard library only."""

from __future__ import annotations

import json
import socket
import time
import uuid
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import Any, Dict, List, Mapping, Optional
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

Json = Dict[str, Any]

# A socket's timeout can be some centuries at most, and not infinite.
_LONGEST_WAIT = 1e6
_LARGEST_PIECE = 65536
# Passing states: the same request may well succeed a moment later. The TypeScript client has the same list.
_TRANSIENT = (429, 502, 503, 504)
# Questions that are POSTs because of their length: a second try changes nothing twice, and without a key the service answers them from
# memory while its store is away. The TypeScript client has the same list.
_QUESTIONS = ("/api/route", "/api/route/model", "/api/verify/model")


class WaymarkError(Exception):
    """What the service answered when it said no, or why no answer came."""

    def __init__(self, message: str, code: str, status: int = 0, details: Optional[List[Json]] = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.details = details or []
        self.docs: Optional[str] = None
        self.retry_after: Optional[float] = None


@dataclass
class Transport:
    base_url: str
    timeout: float = 3.0
    retries: int = 2
    telemetry: bool = True
    bearer: Optional[str] = None
    _opener: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        local = "//127.0.0.1" in self.base_url or "//localhost" in self.base_url
        self._opener = build_opener(ProxyHandler({})) if local else build_opener()

    def send(
        self, method: str, path: str, values: Optional[Mapping[str, Any]] = None, deadline: Optional[float] = None
    ) -> Any:
        """Sends values as the body, or for GET and DELETE as the query. An act carries one Idempotency-Key through all its tries."""
        if deadline is None:
            deadline = time.monotonic() + self.timeout
        request = self._request(method, path, {k: v for k, v in (values or {}).items() if v is not None})
        attempt = 0
        while True:
            try:
                return self._once(request, deadline)
            except WaymarkError as error:
                pause = error.retry_after or min(2.0, 0.1 * 2**attempt)
                is_transient = error.code == "unreachable" or error.status in _TRANSIENT
                if not is_transient or attempt >= self.retries or time.monotonic() + pause >= deadline:
                    raise
                time.sleep(pause)
                attempt += 1

    def _request(self, method: str, path: str, values: Json) -> Request:
        has_body = method not in ("GET", "DELETE")
        query = "" if has_body or not values else "?" + urlencode({k: _text(v) for k, v in values.items()})
        headers = {"accept": "application/json"}
        if has_body:
            headers["content-type"] = "application/json"
        if method == "POST" and path not in _QUESTIONS:
            headers["idempotency-key"] = str(uuid.uuid4())
        if not self.telemetry:
            headers["x-waymark-telemetry"] = "off"
        if self.bearer:
            headers["authorization"] = "Bearer " + self.bearer
        # The address of the MCP endpoint means the same service, as on the command line.
        base = self.base_url.rstrip("/")
        service = base[: -len("/api/mcp")] if base.endswith("/api/mcp") else base
        try:
            body = json.dumps(values, allow_nan=False).encode() if has_body else None
            request = Request(service + path + query, data=body, headers=headers, method=method)
            if request.type not in ("http", "https") or not request.host:
                raise ValueError("base_url must begin with http:// or https:// and a host")
            return request
        except (TypeError, ValueError) as error:
            raise WaymarkError("This cannot be sent: %s." % error, "invalid_input") from None

    def _once(self, request: Request, deadline: float) -> Any:
        try:
            with self._opener.open(request, timeout=_left(deadline)) as response:
                raw, kind = _read(response, deadline), response.headers.get("content-type", "")
        except HTTPError as error:
            raise _refused(error, deadline) from None
        except (URLError, HTTPException, OSError) as error:
            # Before Python 3.10 the timeout of a socket is an error of its own.
            if any(isinstance(one, (TimeoutError, socket.timeout)) for one in (error, getattr(error, "reason", None))):
                raise WaymarkError("Waymark did not answer within the time budget.", "timeout") from None
            raise _unreachable(request) from None
        except ValueError as error:  # such as an identity that no header can carry
            raise WaymarkError("This cannot be sent: %s." % error, "invalid_input") from None
        try:
            return json.loads(raw) if "json" in kind else raw.decode()
        except ValueError:  # a truncated answer does not count as one
            raise _unreachable(request) from None


def _unreachable(request: Request) -> WaymarkError:
    where = "%s://%s" % (request.type, request.host.rpartition("@")[2])
    return WaymarkError("Waymark cannot be reached at %s. Is it running there?" % where, "unreachable")


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return min(left, _LONGEST_WAIT)


def _read(response: HTTPResponse, deadline: float) -> bytes:
    """Piece by piece, since the timeout of a socket begins anew with each."""
    declared = response.headers.get("content-length", "")
    whole = int(declared) if declared.isdigit() else None
    raw = bytearray()
    while whole is None or len(raw) < whole:
        sock = getattr(getattr(response.fp, "raw", None), "_sock", None)
        if sock is not None:
            sock.settimeout(_left(deadline))
        piece = response.read1(_LARGEST_PIECE)
        if not piece:
            break
        raw += piece
    if whole is not None and len(raw) < whole:
        raise IncompleteRead(bytes(raw), whole - len(raw))
    return bytes(raw)


def fill_path(path: str, values: Json) -> str:
    """Takes the values a path names out of `values` and puts them into it."""
    parts = []
    for part in path.split("/"):
        if part.startswith("{") and values.get(part[1:-1]) is None:
            raise WaymarkError("Give %s: the address needs it." % part[1:-1], "invalid_input")
        parts.append(quote(str(values.pop(part[1:-1])), safe="") if part.startswith("{") else part)
    return "/".join(parts)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _refused(error: HTTPError, deadline: float) -> WaymarkError:
    try:
        body = json.loads(_read(error.fp, deadline))
    except (ValueError, OSError, HTTPException):
        body = {}
    body = body if isinstance(body, dict) else {}
    message = body.get("error") or "Waymark answered %d." % error.code
    refused = WaymarkError(message, body.get("code") or "unknown", error.code, body.get("details"))
    refused.docs = body.get("docs")
    wait = error.headers.get("retry-after", "")
    refused.retry_after = float(wait) if wait.isdigit() and wait != "0" else None
    return refused
