"""LangGraph: a routing node asks Waymark, the agent works with what it named, a last node reports."""

import asyncio
import os
import sys
import time
from typing import Any, Dict, List, Optional, TypedDict

from waymark import Waymark

# The tool servers you have set up: Waymark's slug -> how LangChain reaches it.
SERVERS = {
    "exa-mcp-server": {"transport": "streamable_http", "url": "https://mcp.exa.ai/mcp"},
    "github-mcp-server": {"transport": "streamable_http", "url": "https://api.githubcopilot.com/mcp/"},
    "playwright-mcp": {"transport": "stdio", "command": "npx", "args": ["-y", "@playwright/mcp@latest"]},
    "stripe-mcp": {"transport": "streamable_http", "url": "https://mcp.stripe.com"},
}
# The provider whose package you have installed, such as langchain-openai.
PROVIDER = "openai"


class State(TypedDict, total=False):
    task: str
    model: str
    servers: List[str]
    decision_id: Optional[str]
    model_decision_id: Optional[str]
    outcomes: Dict[str, str]
    latency_ms: float
    answer: str


waymark = Waymark(os.environ.get("WAYMARK_URL", "http://127.0.0.1:8787"), agent_name="langgraph-example")


def choose(state: Dict[str, Any]) -> Dict[str, Any]:
    """First node: adds the model, the servers for the steps and the decisions to the state."""
    answer = waymark.route(state["task"])
    model = waymark.route_model(state["task"], {"preferred_provider": PROVIDER})
    # A plan (multi_tool) has its steps under orchestration; any other answer names at most one server itself.
    found = [server_for(step) for step in answer.get("orchestration") or [answer]]
    return {
        "model": (model.get("model_details") or {}).get("provider_model_id", "gpt-5-mini"),
        "servers": [slug for slug in dict.fromkeys(found) if slug],
        "decision_id": answer["routing_metadata"]["decision_id"],
        "model_decision_id": model["routing_metadata"]["decision_id"],
    }


def server_for(step: Dict[str, Any]) -> Optional[str]:
    """The first of what was named that is set up here."""
    wanted = [step.get("recommended_skill"), *(step.get("alternatives") or [])]
    return next((slug for slug in wanted if slug in SERVERS), None)


async def work(state: Dict[str, Any]) -> Dict[str, Any]:
    from langchain.agents import create_agent
    from langchain_mcp_adapters.client import MultiServerMCPClient

    client = MultiServerMCPClient({slug: SERVERS[slug] for slug in state["servers"]})
    tools: List[Any] = []
    broken: Dict[str, str] = {}
    for slug in state["servers"]:
        try:
            tools += await client.get_tools(server_name=slug)
        except Exception:
            broken[slug] = "error"
    started = time.monotonic()
    try:
        agent = create_agent("%s:%s" % (PROVIDER, state["model"]), tools)
        answer = await agent.ainvoke({"messages": [("user", state["task"])]})
    except Exception as error:
        # It may be the model, a tool or the network, so it is reported of neither.
        return {"outcomes": broken, "answer": str(error)}
    return {
        "outcomes": {**dict.fromkeys(state["servers"], "success"), **broken},
        "latency_ms": (time.monotonic() - started) * 1000,
        "answer": answer["messages"][-1].content,
    }


def report(state: Dict[str, Any]) -> Dict[str, Any]:
    """Last node: tells Waymark how the servers and the model did."""
    for slug, outcome in state["outcomes"].items():
        waymark.report(slug, outcome, decision_id=state["decision_id"])
    if "latency_ms" in state:
        measured = {"latency_ms": state["latency_ms"], "decision_id": state["model_decision_id"]}
        waymark.report_model(state["model"], "success", **measured)
    return {}


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
