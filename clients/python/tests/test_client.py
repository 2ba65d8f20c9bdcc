import json
import os
import threading
import time
import unittest
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

from waymark import Waymark, WaymarkError, with_waymark

URL = os.environ["WAYMARK_URL"]
AWAY = "http://127.0.0.1:9"


class AgainstTheService(unittest.TestCase):
    def client(self, name="python-loop", **more):
        return Waymark(URL, name, 60, **more)

    def outcomes(self, waymark, measure):
        records = waymark.call("export_agent", agent_identity_id=waymark.identity())["records"]
        return sorted((row["subject"], row["outcome"], row[measure]) for row in records["outcomes"])

    def test_the_loop(self):
        waymark = self.client()
        answer = waymark.route("refund the last payment of customer 4711 in Stripe")
        self.assertTrue(answer["available"])
        self.assertEqual(answer["recommended_skill"], "stripe-mcp")
        thanks = waymark.report("stripe-mcp", "success", latency_ms=840, decision_id=answer["routing_metadata"]["decision_id"])
        self.assertTrue(thanks["accepted"])
        self.assertEqual(waymark.balance()["total_routing_credits"], thanks["credits_earned"])
        self.assertEqual(waymark.identity(), waymark.register()["agent_identity_id"])

    def test_an_identity_the_service_no_longer_knows_is_registered_anew(self):
        waymark = self.client("python-forgotten")
        before = waymark.identity()
        waymark.call("delete_agent", agent_identity_id=before)
        self.assertTrue(waymark.report("stripe-mcp", "success")["available"])
        self.assertNotEqual(waymark.identity(), before)
        self.assertFalse(self.client(None, agent_identity_id="never-issued").balance()["available"])

    def test_models(self):
        waymark = self.client("python-models")
        answer = waymark.route_model("prove that the square root of 2 is irrational", {"max_cost_per_mtok": 2})
        decision = answer["routing_metadata"]["decision_id"]
        thanks = waymark.report_model(answer["model_details"]["slug"], "success", decision_id=decision)
        self.assertEqual(thanks["rewards"]["decision_bonus"], "1.5x")

    def test_any_operation_by_name(self):
        waymark = self.client(None)
        self.assertEqual(len(waymark.call("search_skills", q="postgres", limit=3)), 3)
        self.assertEqual(waymark.call("get_skill", slug="stripe-mcp")["slug"], "stripe-mcp")
        self.assertEqual(len(waymark.call("compare_skills", slugs=["exa-mcp-server", "brave-search-mcp"])["skills"]), 2)
        self.assertTrue(waymark.call("badge", slug="stripe-mcp").startswith("<svg"))
        with self.assertRaises(WaymarkError) as caught:
            waymark.call("get_skill", slug="no/such tool")
        self.assertEqual((caught.exception.code, caught.exception.status), ("not_found", 404))

    def test_options_that_are_not_set_and_any_time_budget(self):
        self.assertEqual(Waymark(None, timeout=None)._transport.base_url, "http://127.0.0.1:8787")
        for timeout in (60.5, 1e10, float("inf")):
            self.assertTrue(Waymark(URL, timeout=timeout).route_model("say hello")["available"])

    def test_the_address_of_the_mcp_endpoint_will_do(self):
        for end in ("/api/mcp", "/api/mcp/", "/"):
            self.assertEqual(Waymark(URL + end, timeout=60).call("live")["status"], "ok")

    def test_a_value_that_the_address_lacks_is_named(self):
        with self.assertRaises(WaymarkError) as caught:
            self.client(None).call("get_skill")
        self.assertIn("slug", str(caught.exception))

    def test_a_refusal_is_an_answer_unless_asked_to_raise(self):
        refused = self.client().report("stripe-mcp", "great")
        self.assertFalse(refused["available"])
        self.assertEqual(refused["error"]["code"], "invalid_input")
        self.assertEqual(refused["error"]["details"][0]["path"], "outcome")
        with self.assertRaises(WaymarkError):
            self.client(raises=True).report("stripe-mcp", "great")

    def test_a_name_that_is_refused_costs_only_the_identity_unless_asked_to_raise(self):
        self.assertTrue(self.client("x" * 200).route("write a poem")["available"])
        with self.assertRaises(WaymarkError):
            self.client("x" * 200, raises=True).route("write a poem")

    def test_work_is_reported_with_its_outcome(self):
        waymark = self.client("python-work")

        def good(current):
            current.tell(skill_slug="playwright-mcp", quality_rating=9)
            return 42

        def bad(current):
            current.tell(skill_slug="playwright-mcp")
            raise ValueError("the page is gone")

        self.assertEqual(with_waymark(waymark, "open the pricing page in a browser", good), 42)
        with self.assertRaisesRegex(ValueError, "gone"):
            with_waymark(waymark, "open the pricing page in a browser", bad)
        status = waymark.call("agent_status", agent_identity_id=waymark.identity())
        self.assertEqual(status["activity_30d"]["outcomes_reported"], 2)

    def test_the_steps_of_a_plan_are_reported_as_far_as_it_is_known_how_they_went(self):
        plan = "get the open issues from GitHub, then post a summary to the #eng channel in Slack"

        def done(current):
            current.tell(step=2, skill_slug="slack-bot-mcp", outcome="partial_success", latency_ms=300)

        def broken(current):
            current.tell(step=1, latency_ms=200)
            current.tell(step=1, outcome="success")
            raise ValueError("the channel is gone")

        waymark = self.client("python-plan-done")
        with_waymark(waymark, plan, done)
        self.assertEqual(
            self.outcomes(waymark, "latency_ms"),
            [("github-mcp-server", "success", None), ("slack-bot-mcp", "partial_success", 300)],
        )
        waymark = self.client("python-plan-broken")
        with self.assertRaisesRegex(ValueError, "gone"):
            with_waymark(waymark, plan, broken)
        self.assertEqual(self.outcomes(waymark, "latency_ms"), [("github-mcp-server", "success", 200)])

    def test_a_model_that_works_alone_is_reported_or_the_one_that_is_told(self):
        waymark = self.client("python-model-alone")

        def recommended(current):
            current.tell(output_tokens=20)
            return current.recommendation["recommended_model"]["slug"]

        def own(current):
            current.tell(model_slug="my-own-model")
            raise ValueError("the model is away")

        model = with_waymark(waymark, "write a haiku about rain", recommended)
        with self.assertRaisesRegex(ValueError, "away"):
            with_waymark(waymark, "write a haiku about snow", own)
        reported = [(model, "success", 20), ("my-own-model", "failure", None)]
        self.assertEqual(self.outcomes(waymark, "output_tokens"), sorted(reported))

    def test_a_report_that_fails_does_not_take_the_result_away(self):
        waymark = self.client("python-kept", raises=True)

        def work(current):
            current.tell(skill_slug="playwright-mcp", outcome="great")
            return 42

        self.assertEqual(with_waymark(waymark, "open the pricing page in a browser", work), 42)


class WithoutTheService(unittest.TestCase):
    def test_a_report_or_a_balance_that_failed_holds_the_reason_and_no_recommendation(self):
        waymark = Waymark(AWAY, "away", retries=0)
        for answer in (waymark.report("stripe-mcp", "success"), waymark.balance()):
            self.assertEqual((sorted(answer), answer["error"]["code"]), (["available", "error"], "unreachable"))

    def test_without_a_name_what_is_about_an_agent_says_what_to_set(self):
        for answer in (Waymark(AWAY).balance(), Waymark(AWAY).register()):
            self.assertIn("Set agent_name", answer["error"]["message"])

    def test_what_cannot_be_sent_is_said_before_it_is_sent(self):
        for where, latency_ms in ((AWAY, float("nan")), (AWAY, float("inf")), (AWAY, object()), ("not an address", 5)):
            with self.assertRaises(WaymarkError) as caught:
                Waymark(where, retries=0).call("report", skill_slug="stripe-mcp", outcome="success", latency_ms=latency_ms)
            self.assertEqual(caught.exception.code, "invalid_input")
        for where in ("127.0.0.1:8787", "localhost:8787", "http://"):
            self.assertIn("begin with http://", Waymark(where).route("anything")["error"]["message"])

    def test_a_service_that_is_away_is_named_without_its_password(self):
        message = "Waymark cannot be reached at http://127.0.0.1:9. Is it running there?"
        for where in (AWAY, "http://me:hush@127.0.0.1:9"):
            self.assertEqual(Waymark(where, retries=0).route("anything")["error"]["message"], message)

    def test_registering_again_takes_no_more_than_what_is_left_of_the_time(self):
        class Forgetful(BaseHTTPRequestHandler):
            def do_GET(self):
                time.sleep(1.5)
                body = json.dumps({"error": "Unknown.", "code": "not_found", "docs": "/docs#register_agent"}).encode()
                self.send_response(404)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                time.sleep(4.5)

            def log_message(self, *args):
                pass

        with serving(Forgetful) as address:
            started = time.monotonic()
            answer = Waymark(address, "slow", 3, agent_identity_id="a", retries=0).balance()
            took = time.monotonic() - started
        self.assertEqual(answer["error"]["code"], "timeout")
        self.assertLess(took, 4.3)

    def test_a_service_that_is_away_gives_a_fallback(self):
        answer = Waymark(AWAY, "away", retries=0).route("anything")
        self.assertEqual((answer["available"], answer["approach"], answer["recommended_skill"]), (False, "direct_llm", None))
        self.assertEqual(answer["error"]["code"], "unreachable")
        self.assertEqual(with_waymark(Waymark(AWAY, retries=0), "anything", lambda work: 7), 7)
        with self.assertRaises(WaymarkError):
            Waymark(AWAY, retries=0, raises=True).route("anything")

    def test_the_work_runs_while_waymark_is_away_also_with_raises(self):
        def work(current):
            current.tell(skill_slug="playwright-mcp")
            return current.recommendation["error"]["code"]

        self.assertEqual(with_waymark(Waymark(AWAY, "away", retries=0, raises=True), "anything", work), "unreachable")

    def test_the_time_a_call_may_take_holds_for_the_registration_on_its_way_too(self):
        def slow(request):
            time.sleep(0.7 if request.path.endswith("register") else 0.6)
            return 200, {"agent_identity_id": "a"}

        with answering(slow) as address:
            answer = Waymark(address, "slow", 1, retries=0).route("anything")
        self.assertEqual(answer["error"]["code"], "timeout")

    def test_an_agent_that_cannot_be_registered_now_is_not_asked_for_without_its_preferences(self):
        asked = []

        def away(request):
            asked.append(request.path)
            return (503, {"error": "The store is away.", "code": "unavailable"}) if request.path.endswith("register") else (200, {})

        with answering(away) as address:
            waymark = Waymark(address, "python-unknown", 30, retries=0)
            answers = [waymark.route("write a poem"), waymark.report_model("x", "success")]
        self.assertEqual([(answer["available"], answer["error"]["code"]) for answer in answers], [(False, "unavailable")] * 2)
        self.assertEqual(asked, ["/api/agents/register"] * 2)

    def test_a_transient_failure_is_sent_again_and_an_act_with_the_same_key(self):
        keys = []

        def flaky(request):
            keys.append(request.headers["idempotency-key"])
            return (503 if len(keys) % 3 else 200, {"accepted": True})

        with answering(flaky) as address:
            waymark = Waymark(address, timeout=20)
            answers = [waymark.report("a", "success"), waymark.route("anything")]
        self.assertEqual([answer["available"] for answer in answers], [True, True])
        self.assertEqual(len(keys), 6)
        self.assertEqual(len(set(keys[:3])), 1)
        self.assertEqual(keys[3:], [None] * 3)  # a question, which needs none

    def test_only_what_passes_is_sent_again(self):
        sent = {}
        for status in (400, 404, 408, 409, 429, 500, 501, 502, 503, 504, 505, 507, 520):
            with stand_in(status, b'{"error":"No.","code":"x"}') as (url, asked):
                self.assertEqual(Waymark(url, retries=1, timeout=20).route("anything")["error"]["status"], status)
                sent[status] = len(asked)
        self.assertEqual([status for status in sent if sent[status] == 2], [429, 502, 503, 504])

    def test_an_answer_that_is_none_counts_as_no_answer(self):
        for body, kind in ((b'{"approach":', "application/json"), (b"<h1>Sign in</h1>", "text/html"), (b"null", "application/json"), (b"\xff", "text/html")):
            with stand_in(200, body, kind) as (url, _):
                waymark = Waymark(url, "other", retries=0)
                self.assertEqual(waymark.route("anything")["error"]["code"], "unreachable")
                self.assertEqual(waymark.register()["error"]["code"], "unreachable")
                self.assertIsNone(waymark.identity())
        with stand_in(200, b'{"approach":') as (url, _), self.assertRaises(WaymarkError):
            Waymark(url, retries=0).call("live")

    def test_the_work_keeps_its_result_whoever_answers(self):
        with stand_in(200, b'{"recommended_skill":"a"}') as (url, asked):
            self.assertEqual(with_waymark(Waymark(url), "anything", lambda work: 7), 7)
        self.assertEqual(asked, ["/api/route", "/api/report"])
        for body in (b'{"orchestration":5}', b'{"approach":"direct_llm","recommended_model":"a"}', b'{"routing_metadata":7}'):
            with stand_in(200, body) as (url, _):
                self.assertEqual(with_waymark(Waymark(url), "anything", lambda work: 7), 7)

    def test_an_answer_that_trickles_in_takes_no_longer_than_the_budget(self):
        with stand_in(200, b" " * 60 + b"{}", pause=0.1) as (url, _):
            started = time.monotonic()
            self.assertEqual(Waymark(url, timeout=1).route("anything")["error"]["code"], "timeout")
            self.assertLess(time.monotonic() - started, 3)
        with stand_in(200, b'{"a":"%s"}' % (b"x" * 300000)) as (url, _):
            self.assertEqual(len(Waymark(url, timeout=20).call("live")["a"]), 300000)
        with stand_in(200, b"{}", length=50) as (url, _):
            self.assertEqual(Waymark(url, retries=0).route("anything")["error"]["code"], "unreachable")

    def test_the_identity_raises_only_when_asked_to(self):
        self.assertIsNone(Waymark(AWAY, "away", retries=0).identity())
        with self.assertRaises(WaymarkError):
            Waymark(AWAY, "away", retries=0, raises=True).identity()
        with self.assertRaises(WaymarkError) as caught:
            Waymark(URL, agent_identity_id="\u20ac").call("live")
        self.assertEqual(caught.exception.code, "invalid_input")


@contextmanager
def stand_in(status, body, kind="application/json", pause=0, length=None):
    """A server in place of Waymark that always answers the same; gives its address and the paths it was asked for."""
    asked = []

    class Same(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.rfile.read(int(self.headers["content-length"] or 0))
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(length or len(body)))
            self.end_headers()
            for piece in [body[at : at + 1] for at in range(len(body))] if pause else [body]:
                try:
                    self.wfile.write(piece)
                except OSError:
                    return
                time.sleep(pause)

        do_POST = do_GET

        def log_message(self, *args):
            pass

    with serving(Same) as address:
        yield address, asked


@contextmanager
def answering(answer):
    """A server in place of Waymark that answers a POST with the status and the values that `answer` gives for it."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["content-length"]))
            status, values = answer(self)
            body = json.dumps(values).encode()
            with suppress(OSError):  # the client may have given up
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *args):
            pass

    with serving(Answering) as address:
        yield address


@contextmanager
def serving(handler):
    server = HTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield "http://127.0.0.1:%d" % server.server_port
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    unittest.main()
