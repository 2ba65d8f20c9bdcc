import unittest

import langgraph_agent
import openai_agents

TASK = "refund the last payment of customer 4711 in Stripe"
PLAN = TASK + ", then open an issue about it in GitHub"


class RoutingPart(unittest.TestCase):
    def test_openai_agents_gets_a_model_of_openai_and_the_servers_it_has(self):
        chosen = openai_agents.choose(TASK)
        self.assertEqual(chosen["servers"], ["stripe-mcp"])
        self.assertTrue(chosen["model"].startswith("gpt-"))
        self.assertTrue(chosen["decision_id"] and chosen["model_decision_id"])
        self.assertEqual(openai_agents.choose(PLAN)["servers"], ["stripe-mcp", "github-mcp-server"])
        self.assertEqual(openai_agents.choose("write a haiku about rain")["servers"], [])

    def test_langgraph_chooses_in_its_first_node_and_reports_in_its_last(self):
        state = {"task": PLAN}
        state.update(langgraph_agent.choose(state))
        self.assertEqual(state["servers"], ["stripe-mcp", "github-mcp-server"])
        outcomes = {"stripe-mcp": "success", "github-mcp-server": "error"}
        langgraph_agent.report({**state, "outcomes": outcomes, "latency_ms": 900})
        waymark = langgraph_agent.waymark
        records = waymark.call("export_agent", agent_identity_id=waymark.identity())["records"]
        reported = {row["subject"]: row["outcome"] for row in records["outcomes"]}
        self.assertEqual(reported, {**outcomes, state["model"]: "success"})


if __name__ == "__main__":
    unittest.main()
