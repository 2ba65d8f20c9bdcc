"""OpenAI Agents SDK: Waymark chooses the model and the MCP servers for each task."""

import asyncio
import os
import sys
import time
from contextlib import AsyncExitStack

from waymark import Waymark

# The tool servers you have set up: Waymark's slug -> where it listens.
SERVERS = {
    "exa-mcp-server": "https://mcp.exa.ai/mcp",
    "github-mcp-server": "https://api.githubcopilot.com/mcp/",
    "stripe-mcp": "https://mcp.stripe.com",
}

waymark = Waymark(os.environ.get("WAYMARK_URL", "http://127.0.0.1:8787"), agent_name="openai-agents-example")


def choose(task):
    """What to run the task with: a model, the tool servers for its steps, and the decisions to report on."""
    answer = waymark.route(task)
    model = waymark.route_model(task, {"preferred_provider": "openai"})
    # A plan (multi_tool) has its steps under orchestration; any other answer names at most one server itself.
    found = [server_for(step) for step in answer.get("orchestration") or [answer]]
    return {
        "model": (model.get("model_details") or {}).get("provider_model_id", "gpt-5-mini"),
        "servers": [slug for slug in dict.fromkeys(found) if slug],
        "decision_id": answer["routing_metadata"]["decision_id"],
        "model_decision_id": model["routing_metadata"]["decision_id"],
    }


def server_for(step):
    """The first of what was named that is set up here."""
    wanted = [step.get("recommended_skill"), *(step.get("alternatives") or [])]
    return next((slug for slug in wanted if slug in SERVERS), None)


async def run(task):
    from agents import Agent, Runner

    chosen = choose(task)
    started = time.monotonic()
    async with AsyncExitStack() as stack:
        servers = [await connect(slug, stack, chosen["decision_id"]) for slug in chosen["servers"]]
        # What fails from here on may be the model, a tool or the network, so it is reported of neither.
        result = await Runner.run(Agent(name="worker", model=chosen["model"], mcp_servers=servers), task)
    for slug in chosen["servers"]:
        waymark.report(slug, "success", decision_id=chosen["decision_id"])
    latency_ms = (time.monotonic() - started) * 1000
    waymark.report_model(chosen["model"], "success", latency_ms=latency_ms, decision_id=chosen["model_decision_id"])
    return result.final_output


async def connect(slug, stack, decision_id):
    from agents.mcp import MCPServerStreamableHttp

    try:
        return await stack.enter_async_context(MCPServerStreamableHttp(params={"url": SERVERS[slug]}))
    except Exception:
        waymark.report(slug, "error", decision_id=decision_id)
        raise


if __name__ == "__main__":
    print(asyncio.run(run(" ".join(sys.argv[1:]))))
