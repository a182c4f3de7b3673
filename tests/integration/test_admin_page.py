"""The admin page in a real browser: what it shows without a script, that it is
live with one, by keyboard, in light and dark, and who may log in and cancel.

INGOT_SCREENSHOTS names a folder for pictures of it."""
import hashlib
import json
import os
import pathlib
import re
import threading
import unittest
import urllib.error
import urllib.request

from browser import Browser, needs_chromium
from harness import DATA, Daemon, TestCase, ingot

MODEL = DATA / "wake_alexa" / "model.tflite"
SLOW_MODEL = DATA / "ppocr_cls" / "model.onnx"


def picture(browser, name):
    if folder := os.environ.get("INGOT_SCREENSHOTS"):
        browser.screenshot(pathlib.Path(folder) / f"{name}.png")


class WithPage(TestCase):
    def arguments(self):
        return []

    def setUp(self):
        super().setUp()
        self.daemon = Daemon(arguments=["--http", "127.0.0.1:0", *self.arguments()])
        self.daemon.start()
        self.addCleanup(self.daemon.__exit__)
        port = re.search(r"event=http port=(\d+)", self.daemon.log.read_text()).group(1)
        self.url = f"http://127.0.0.1:{port}"

    def compile(self, model=MODEL):
        return self.daemon.compile(model, self.daemon.folder / "out.so")


@needs_chromium
class Page(WithPage):
    def test_everything_is_there_without_a_script(self):
        self.compile()
        with Browser(script=False) as browser:
            browser.open(self.url)
            text = browser.value("document.body.innerText")
            for part in ("Jobs", "Compiles", "Crashes", "Targets", "serving_default",
                         "Reload", "x86-64-v3"):
                self.assertIn(part, text)
            picture(browser, "no-script")
            # A link is a search, as its form is.
            browser.open(self.url + "/search?q=serving_default")
            self.assertIn("Kernels", browser.value("document.body.innerText"))
            picture(browser, "search")

    def test_it_is_live_with_one(self):
        for dark in (False, True):
            with self.subTest(dark=dark), Browser(dark=dark) as browser:
                browser.open(self.url)
                browser.wait("document.getElementById('live').innerText.includes('Live')")
                before = browser.value("document.getElementById('figures').innerText")
                self.compile()
                browser.wait("document.getElementById('figures').innerText !== "
                             + json.dumps(before))
                browser.wait("document.getElementById('compiles').innerText"
                             ".includes('serving_default')")
                browser.wait("document.getElementById('store').innerText.includes('artifact')")
                ground = browser.value("getComputedStyle(document.body).backgroundColor")
                bright = sum(map(int, re.findall(r"\d+", ground)[:3])) > 3 * 128
                self.assertEqual(bright, not dark, ground)
                picture(browser, "dark" if dark else "light")
                browser.value("document.querySelector('#live button').click()")
                browser.wait("document.getElementById('live').innerText.includes('Paused')")

    def test_keyboard_and_screen_reader_find_everything(self):
        self.compile()
        with Browser() as browser:
            browser.open(self.url)
            browser.key("Tab", "Tab", 9)
            self.assertEqual(browser.value("document.activeElement.className"), "skip",
                             "the first stop leads past the navigation")
            seen = set()
            for _ in range(40):
                browser.key("Tab", "Tab", 9)
                seen.add(browser.value(
                    "document.activeElement.getAttribute('aria-label') || "
                    "document.activeElement.innerText"))
            for name in ("Jobs", "Digest, name or kernel", "Pause", "Last compiles"):
                self.assertIn(name, seen)
            # What has no name is silence to a screen reader.
            nameless = browser.value(
                "[...document.querySelectorAll('svg, meter, progress, input, button')].filter("
                "e => !(e.getAttribute('aria-label') || e.innerText || "
                "(e.labels && e.labels.length))).map(e => e.outerHTML.slice(0, 80))")
            self.assertEqual(nameless, [])
            levels = browser.value(
                "[...document.querySelectorAll('h1, h2, h3')].map(e => +e.tagName[1])")
            self.assertEqual(levels[0], 1)
            self.assertTrue(all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels)
            # Nothing is wider than a narrow window, but for tables, which scroll.
            browser.call("Emulation.setDeviceMetricsOverride", width=380, height=800,
                         deviceScaleFactor=1, mobile=True)
            self.assertLessEqual(
                browser.value("document.documentElement.scrollWidth"), 380)
            picture(browser, "narrow")
            self.assertLess(browser.value(
                "Math.max(...[...document.querySelectorAll('tr')].map(e => e.offsetHeight))"),
                100, "sentences have room in what scrolls")
            browser.value("scrollTo(0, document.body.scrollHeight)")
            self.assertLessEqual(browser.value(
                "document.querySelector('header').getBoundingClientRect().bottom"), 0,
                "the little room is the page's")


@needs_chromium
class Login(WithPage):
    def arguments(self):
        callers = self.folder / "callers"
        callers.write_text("".join(
            f"{name} {role} sha256:{hashlib.sha256(name.encode()).hexdigest()}\n"
            for name, role in (("rita", "reader"), ("ann", "operator"))))
        callers.chmod(0o600)
        return ["--credentials", callers]

    def log_in(self, browser, token):
        browser.open(self.url)
        browser.value(f"document.getElementById('token').value = '{token}';"
                      "document.querySelector('form.login').submit()")

    def test_an_operator_sees_who_waits_and_cancels(self):
        with Browser() as browser:
            self.log_in(browser, "guess")
            browser.wait("document.body.innerText.includes('not known here')")
            picture(browser, "login")
            self.log_in(browser, "ann")
            browser.wait("document.body.innerText.includes('Log out')")
            self.assertEqual(browser.value("document.cookie"), "", "scripts see no token")
            outcome = []
            thread = threading.Thread(target=lambda: outcome.append(
                self.daemon.ingot("compile", SLOW_MODEL, "-o", self.folder / "slow.so")))
            thread.start()
            button = "document.querySelector('#jobs form button')"
            browser.wait(f"{button} !== null")
            picture(browser, "jobs")
            self.assertIn("unix", browser.value("document.getElementById('jobs').innerText"))
            browser.value(f"{button}.click()")
            thread.join()
            self.assertEqual(outcome[0].returncode, 3)
            self.assertIn("cancelled by an operator", outcome[0].stderr)

    def test_a_reader_has_no_buttons(self):
        with Browser() as browser:
            self.log_in(browser, "rita")
            browser.wait("document.body.innerText.includes('Log out')")
            self.assertNotIn("Cancel", browser.value("document.body.innerText"))
        request = urllib.request.Request(self.url + "/api/v1/statistics",
                                         headers={"Authorization": "Bearer rita"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            self.assertEqual(answer.status, 200)


class Tenants(WithPage):
    """Two teams on one daemon, known by their tokens, and who runs it."""

    def arguments(self):
        self.audit = self.folder / "audit"
        callers = self.folder / "callers"
        callers.write_text("".join(
            f"{name} {role} sha256:{hashlib.sha256(name.encode()).hexdigest()} {tenant}\n"
            for name, role, tenant in (("ci", "compiler", "ml"), ("ann", "reader", "ml"),
                                       ("bob", "reader", "web"), ("ops", "operator", "all"))))
        callers.chmod(0o600)
        return ["--credentials", callers, "--listen", "127.0.0.1:0",
                "--audit-log", self.audit]

    def ask(self, token, path, data=None):
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", data=data,
                                         headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def test_a_team_sees_its_own_and_an_operator_all(self):
        address = re.search(r"event=ready listen=(127\.0\.0\.1:\d+)",
                            self.daemon.log.read_text()).group(1)
        ingot("compile", MODEL, "-o", self.folder / "out.so", "--server", address,
              check=0, env={**os.environ, "INGOT_TOKEN": "ci"})
        for token, seen in (("ann", 1), ("bob", 0), ("ops", 1)):
            with self.subTest(token=token):
                self.assertEqual(len(self.ask(token, "compiles")["recent"]), seen)
                self.assertEqual(
                    len(self.ask(token, "search?q=serving_default")["recent"]), seen)
        self.assertEqual(self.ask("ops", "compiles")["recent"][0]["tenants"], ["ml"])
        self.assertEqual(self.ask("ann", "compiles")["recent"][0]["tenants"], [])

    def test_cancels_are_audited_whatever_came_of_them(self):
        digest = "0" * 64
        for token, code in (("bob", 403), ("ops", 404)):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.ask(token, f"jobs/{digest}-1/cancel", data=b"")
            self.assertEqual(refused.exception.code, code)
        self.daemon.stop()
        lines = [json.loads(line) for line in self.audit.read_text().splitlines()]
        self.assertEqual(
            [(line["caller"], line["tenant"], line["method"], line["key"], line["outcome"])
             for line in lines],
            [("bob", "web", "CancelRequest", f"{digest}/1", "PERMISSION_DENIED"),
             ("ops", "all", "CancelRequest", f"{digest}/1", "NOT_FOUND")])


if __name__ == "__main__":
    unittest.main()
