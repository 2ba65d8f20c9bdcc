"""LangGraph: a routing node asks Waymark, the agent works with what it named, a last node reports."""

import asyncio
import os
import sys
import time
from typing import Any, Dict, Optional, TypedDict

from waymark import Waymark

# The tool servers you have set up: Waymark's slug -> how LangChain reaches it.
SERVERS = {
    "exa-mcp-server": {"transport": "streamable_http", "url": "https://mcp.exa.ai/mcp"},
    "playwright-mcp": {"transport": "stdio", "command": "npx", "args": ["-y", "@playwright/mcp@latest"]},
    "stripe-mcp": {"transport": "streamable_http", "url": "https://mcp.stripe.com"},
}
# The provider whose package you have installed, such as langchain-openai.
PROVIDER = "openai"


class State(TypedDict, total=False):
    task: str
    model: str
    server: Optional[str]
    decision_id: Optional[str]
    started: float
    outcome: Optional[str]
    answer: str


waymark = Waymark(os.environ.get("WAYMARK_URL", "http://127.0.0.1:8787"), agent_name="langgraph-example")


def choose(state: Dict[str, Any]) -> Dict[str, Any]:
    """First node: adds the model, the server and the decision to the state."""
    answer = waymark.route(state["task"])
    wanted = [answer.get("recommended_skill"), *(answer.get("alternatives") or [])]
    model = waymark.route_model(state["task"], {"preferred_provider": PROVIDER}).get("model_details") or {}
    return {
        "model": "%s:%s" % (PROVIDER, model.get("provider_model_id", "gpt-5-mini")),
        "server": next((slug for slug in wanted if slug in SERVERS), None),
        "decision_id": answer["routing_metadata"]["decision_id"],
        "started": time.monotonic(),
    }


def report(state: Dict[str, Any]) -> Dict[str, Any]:
    """Last node: tells Waymark how the server did."""
    if state.get("server") and state["outcome"]:
        latency_ms = (time.monotonic() - state["started"]) * 1000
        waymark.report(state["server"], state["outcome"], latency_ms=latency_ms, decision_id=state["decision_id"])
    return {}


async def work(state: Dict[str, Any]) -> Dict[str, Any]:
    from langchain.agents import create_agent
    from langchain_mcp_adapters.client import MultiServerMCPClient

    servers = {state["server"]: SERVERS[state["server"]]} if state["server"] else {}
    outcome = "error"
    try:
        tools = await MultiServerMCPClient(servers).get_tools() if servers else []
        # The server answers, so what fails from here on may be the model, and says nothing about the tool.
        outcome = None
        answer = await create_agent(state["model"], tools).ainvoke({"messages": [("user", state["task"])]})
        return {"outcome": "success", "answer": answer["messages"][-1].content}
    except Exception as error:
        return {"outcome": outcome, "answer": str(error)}


def build_graph():
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(State)
    for name, node in (("choose", choose), ("work", work), ("report", report)):
        graph.add_node(name, node)
    graph.add_edge(START, "choose")
    graph.add_edge("choose", "work")
    graph.add_edge("work", "report")
    graph.add_edge("report", END)
    return graph.compile()


if __name__ == "__main__":
    print(asyncio.run(build_graph().ainvoke({"task": " ".join(sys.argv[1:])})))
