import unittest

import langgraph_agent
import openai_agents

TASK = "refund the last payment of customer 4711 in Stripe"


class RoutingPart(unittest.TestCase):
    def test_openai_agents_gets_a_model_of_openai_and_a_server_it_has(self):
        chosen = openai_agents.choose(TASK)
        self.assertEqual(chosen["server"], "stripe-mcp")
        self.assertTrue(chosen["model"].startswith("gpt-"))
        self.assertTrue(chosen["decision_id"])
        self.assertIsNone(openai_agents.choose("write a haiku about rain")["server"])

    def test_langgraph_chooses_in_its_first_node_and_reports_in_its_last(self):
        state = {"task": TASK}
        state.update(langgraph_agent.choose(state))
        self.assertEqual(state["server"], "stripe-mcp")
        self.assertRegex(state["model"], r"^[a-z_]+:\S+$")
        before = langgraph_agent.waymark.balance()["total_routing_credits"]
        langgraph_agent.report({**state, "outcome": "success"})
        self.assertGreater(langgraph_agent.waymark.balance()["total_routing_credits"], before)


if __name__ == "__main__":
    unittest.main()
