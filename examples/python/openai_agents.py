"""OpenAI Agents SDK: Waymark chooses the model and the MCP server for each task."""

import asyncio
import os
import sys
import time

from waymark import Waymark

# The tool servers you have set up: Waymark's slug -> where it listens.
SERVERS = {
    "exa-mcp-server": "https://mcp.exa.ai/mcp",
    "github-mcp-server": "https://api.githubcopilot.com/mcp/",
    "stripe-mcp": "https://mcp.stripe.com",
}

waymark = Waymark(os.environ.get("WAYMARK_URL", "http://127.0.0.1:8787"), agent_name="openai-agents-example")


def choose(task):
    """What to run the task with: a model, perhaps a tool server, and the decision to report on."""
    answer = waymark.route(task)
    wanted = [answer.get("recommended_skill"), *(answer.get("alternatives") or [])]
    model = waymark.route_model(task, {"preferred_provider": "openai"}).get("model_details") or {}
    return {
        "model": model.get("provider_model_id", "gpt-5-mini"),
        "server": next((slug for slug in wanted if slug in SERVERS), None),
        "decision_id": answer["routing_metadata"]["decision_id"],
    }


async def run(task):
    from agents import Agent, Runner
    from agents.mcp import MCPServerStreamableHttp

    chosen = choose(task)
    if not chosen["server"]:
        return (await Runner.run(Agent(name="worker", model=chosen["model"]), task)).final_output
    started = time.monotonic()
    outcome = "error"
    try:
        async with MCPServerStreamableHttp(params={"url": SERVERS[chosen["server"]]}) as server:
            # The server answers, so what fails from here on may be the model, and says nothing about the tool.
            outcome = None
            result = await Runner.run(Agent(name="worker", model=chosen["model"], mcp_servers=[server]), task)
            outcome = "success"
        return result.final_output
    finally:
        if outcome:
            latency_ms = (time.monotonic() - started) * 1000
            waymark.report(chosen["server"], outcome, latency_ms=latency_ms, decision_id=chosen["decision_id"])


if __name__ == "__main__":
    print(asyncio.run(run(" ".join(sys.argv[1:]))))
