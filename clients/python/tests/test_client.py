"""Runs against a server: VESTRA_BASE_URL, VESTRA_API_KEY (scope all) and VESTRA_ASK_KEY (scope ask)."""

import base64
import hashlib
import hmac
import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

import vestra as package
from vestra import (
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ConnectionFailedError,
    NotApprovedError,
    NotFoundError,
    PermissionDeniedError,
    Vestra,
    WebhookVerificationError,
    verify_webhook,
)

PAYMENT = {
    "user_id": "traveller-42",
    "summary": "pay, amount $500.00",
    "tool": {"name": "pay", "source": "builtin"},
    "moves_money": True,
    "arguments": {"to": "Lakeside Hotel", "amount": 500},
}
QUESTION = {"summary": "which flight", "questions": [{"question": "Which?"}], "user_id": "traveller-42"}

person = Vestra()
agent = Vestra(api_key=os.environ["VESTRA_ASK_KEY"])


class Address(unittest.TestCase):
    def test_may_be_that_of_the_inbox_or_of_its_api(self):
        for end in ("", "/", "/v1", "/v1/"):
            Vestra(base_url=os.environ["VESTRA_BASE_URL"] + end).answer.list()


class Answering(unittest.TestCase):
    def test_lists_reads_answers_and_cancels(self):
        payment, question = agent.ask.approval(**PAYMENT), agent.ask.question(**QUESTION)
        waiting = person.answer.list()
        self.assertEqual([item["id"] for item in waiting.data[:2]], [question.id, payment.id])
        self.assertEqual(person.answer.get(payment.id)["summary"], "pay, amount $500.00")
        self.assertEqual(
            person.answer(payment.id, approve=True, present_user=True),
            {"id": payment.id, "object": "interaction", "type": "approval", "status": "resolved"},
        )
        cancelled = person.answer.cancel(question.id, reason="Not today.")
        self.assertEqual(cancelled["outcome"], {"decision": "cancelled", "reason": "Not today."})

    def test_iterates_over_all_pages(self):
        opened = [agent.ask.question(**{**QUESTION, "user_id": "py-pages"}).id for _ in range(3)]
        seen = [item["id"] for item in person.answer.list(user_id="py-pages", limit=1)]
        self.assertEqual(seen, opened[::-1])

    def test_every_shape(self):
        def ended(handle, **answer):
            person.answer(handle.id, **answer)
            return handle.result()

        tool = {"name": "confirm", "source": "function"}
        handoff = {"summary": "captcha", "instructions": "Solve it"}
        self.assertEqual(ended(agent.ask.question(**QUESTION), answers=["The 09:15 flight"])["answers"], ["The 09:15 flight"])
        self.assertEqual(ended(agent.ask.question(**QUESTION), approve=False)["decision"], "denied")
        for word in ("done", "could_not", "not_now"):
            self.assertEqual(ended(agent.ask.handoff(**handoff), **{word: True})["handoff"], word)
        for output in (None, False, 0, "", [], {"pnr": "100042"}):
            self.assertEqual(ended(agent.ask.tool_call(summary="run", tool=tool), output=output)["output"], output)
        self.assertEqual(ended(agent.ask.tool_call(summary="run", tool=tool), error="no booking")["error"], "no booking")
        no = ended(agent.ask.approval(**PAYMENT), approve=False, message="too dear")
        self.assertEqual((no["decision"], no["message"]), ("denied", "too dear"))

    def test_errors(self):
        handle = agent.ask.approval(**PAYMENT)
        with self.assertRaises(BadRequestError) as refused:
            person.answer(handle.id, approve=True)
        self.assertEqual((refused.exception.code, refused.exception.param), ("present_user_required", "present_user"))
        self.assertRegex(refused.exception.request_id, "^req_")
        person.answer(handle.id, approve=False)
        with self.assertRaises(ConflictError) as late:
            person.answer(handle.id, approve=False)
        self.assertEqual(late.exception.details["decision"], "denied")
        with self.assertRaises(NotFoundError):
            person.answer.get("int_none")
        with self.assertRaises(AuthenticationError):
            Vestra(api_key="vk_test_wrong").answer.list()
        with self.assertRaises(PermissionDeniedError):
            agent.answer.list()
        with self.assertRaises(ConnectionFailedError):
            Vestra(base_url="http://127.0.0.1:1").answer.list()


class Asking(unittest.TestCase):
    def test_waits_and_finds_the_same_item_after_a_restart(self):
        first = agent.ask.approval(external_id="py-1", **PAYMENT)
        self.assertEqual(first.wait(timeout=0.05)["status"], "pending")
        again = Vestra(api_key=os.environ["VESTRA_ASK_KEY"]).ask.approval(external_id="py-1", **PAYMENT)
        self.assertEqual(again.id, first.id)
        answering = threading.Timer(0.05, person.answer, (first.id,), {"approve": True, "present_user": True})
        answering.start()
        result = again.wait()
        answering.join()
        self.assertEqual((result["decision"], result["present_user"]), ("approved", True))
        self.assertTrue(first.verify({"amount": 500, "to": "Lakeside Hotel"})["match"])
        self.assertFalse(first.verify({"amount": 501, "to": "Lakeside Hotel"})["match"])

    def test_generic_ask_plan_connect(self):
        self.assertEqual(agent.ask("custom", type="approval", renderer="post", summary="publish").interaction["kind"], "custom")
        self.assertEqual(agent.ask.plan(summary="move", steps=["a"]).interaction["kind"], "exit_plan")
        connect = agent.ask.connect(summary="calendar", app="outlook", user_id="py-connect")
        person.connections.create(user_id="py-connect", app="outlook", status="active")
        self.assertEqual(connect.wait()["decision"], "approved")
        self.assertEqual([each["app"] for each in person.connections.list(user_id="py-connect")], ["outlook"])

    def test_nothing_but_a_yes_is_a_yes(self):
        no = agent.ask.approval(external_id="py-no", **PAYMENT)
        person.answer(no.id, approve=False, message="too dear")
        with self.assertRaises(NotApprovedError) as denied:
            agent.ask_approval(external_id="py-no", **PAYMENT)
        self.assertEqual((denied.exception.decision, denied.exception.note), ("denied", "too dear"))
        with self.assertRaises(NotApprovedError) as pending:
            agent.ask_approval(timeout=0.02, **PAYMENT)
        self.assertIsNone(pending.exception.decision)
        with self.assertRaises(NotApprovedError):
            Vestra(base_url="http://127.0.0.1:1").ask_approval(**PAYMENT)
        yes = agent.ask.approval(external_id="py-yes", **PAYMENT)
        person.answer(yes.id, approve=True, present_user=True)
        self.assertEqual(agent.ask_approval(external_id="py-yes", **PAYMENT)["decision"], "approved")

    def test_an_unknown_decision_is_no(self):
        yes = agent.ask.approval(external_id="py-odd", **PAYMENT)
        person.answer(yes.id, approve=True, present_user=True)
        for change in ({"decision": "allowed"}, {"decision": True}, {"id": "int_other"}, {"digest": "other"}, {"status": "ok"}):
            odd = Vestra(api_key=os.environ["VESTRA_ASK_KEY"])
            call = odd._transport.call

            def changed(method, path, call=call, change=change, **options):
                body = call(method, path, **options)
                return {**body, **change} if path.endswith("/result") else body

            odd._transport.call = changed
            with self.assertRaises(NotApprovedError):
                odd.ask_approval(external_id="py-odd", **PAYMENT)


class Transport(unittest.TestCase):
    def test_one_key_over_all_tries(self):
        keys, faults = [], [503, 429, None]

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                keys.append(self.headers["Idempotency-Key"])
                fault = faults.pop(0)
                body = json.dumps({"error": {"code": "unavailable", "message": "later"}} if fault else {"ok": True}).encode()
                self.send_response(fault or 200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_args):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            client = Vestra(base_url=f"http://127.0.0.1:{server.server_port}", api_key="vk_test_x")
            self.assertEqual(client.answer("int_1", approve=True), {"ok": True})
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
        self.assertEqual((len(keys), len(set(keys))), (3, 1))


class Events(unittest.TestCase):
    def test_the_story_of_one_item(self):
        handle = agent.ask.question(**QUESTION)
        seen = []
        for event in agent.events(interaction=handle.id):
            seen.append(event["type"])
            if len(seen) == 1:
                person.answer(handle.id, answers=["x"])
            if len(seen) == 2:
                break
        self.assertEqual(seen, ["interaction.created", "interaction.resolved"])


class Webhooks(unittest.TestCase):
    def test_verifies(self):
        key, body, now = b"a secret of twenty-four.", '{"type":"interaction.resolved"}', 1_800_000_000
        secret = "whsec_" + base64.b64encode(key).decode()
        digest = hmac.new(key, f"evt_1.{now}.{body}".encode(), hashlib.sha256).digest()
        headers = {
            "Webhook-Id": "evt_1",
            "webhook-timestamp": str(now),
            "webhook-signature": "v1," + base64.b64encode(digest).decode(),
        }
        self.assertEqual(verify_webhook(body, headers, secret=secret, now=now)["id"], "evt_1")
        for text, given, moment in (
            (body + " ", headers, now),
            (body, headers, now + 301),
            (body, {**headers, "webhook-signature": "v1,AAAA"}, now),
            (body, {}, now),
        ):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(text, given, secret=secret, now=moment)


class Package(unittest.TestCase):
    def test_names_what_it_exports(self):
        for name in package.__all__:
            self.assertTrue(hasattr(package, name))


if __name__ == "__main__":
    unittest.main()
