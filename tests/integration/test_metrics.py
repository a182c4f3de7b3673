"""What Prometheus gets: names as the table says them, histograms that count what
happened, text that promtool likes, and alerts and a dashboard that use no name
which is not there."""
import json
import re
import shutil
import subprocess
import unittest
import urllib.request

from harness import DATA, ROOT, Daemon, TestCase

README = ROOT / "server" / "admin" / "README.md"
ALERTS = ROOT / "deploy" / "prometheus"
DASHBOARD = ROOT / "deploy" / "grafana" / "ingot.json"
MODEL = DATA / "wake_alexa" / "model.tflite"

needs_promtool = unittest.skipUnless(
    shutil.which("promtool"), "needs promtool, of Debian's package prometheus")


def promtool(*arguments, text=None):
    return subprocess.run(["promtool", *arguments], input=text, cwd=ALERTS,
                          capture_output=True, text=True, timeout=60)


def table():
    """{name: (type, labels)} as the README has it."""
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \|", README.read_text(), re.M)
    return {name: (kind, frozenset(re.findall(r"`(\w+)`", labels)))
            for name, kind, labels in rows}


class Metrics(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.daemon = Daemon(arguments=["--http", "127.0.0.1:0"])
        cls.daemon.start()
        port = re.search(r"event=http port=(\d+)", cls.daemon.log.read_text()).group(1)
        cls.url = f"http://127.0.0.1:{port}/metrics"
        out = cls.daemon.folder / "out.so"
        for _ in range(2):
            cls.daemon.compile(MODEL, out)
        cls.daemon.ingot("check", MODEL)
        with urllib.request.urlopen(cls.url, timeout=30) as answer:
            cls.type = answer.headers["Content-Type"]
            cls.text = answer.read().decode()

    @classmethod
    def tearDownClass(cls):
        cls.daemon.__exit__()
        super().tearDownClass()

    def served(self):
        """{name: (type, labels)} as the daemon has it."""
        names = {}
        for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", self.text, re.M):
            suffix = "_count" if kind == "histogram" else ""
            line = re.search(rf"^{name}{suffix}(\{{.*?\}})? ", self.text, re.M)
            self.assertTrue(line, f"{name} has no value")
            names[name] = (kind, frozenset(re.findall(r'(\w+)="', line.group(1) or "")))
        return names

    def count(self, name, **labels):
        total = 0
        for found, value in re.findall(rf"^{name}_count\{{(.*?)\}} (\d+)$", self.text, re.M):
            has = dict(re.findall(r'(\w+)="(.*?)"', found))
            if labels.items() <= has.items():
                total += int(value)
        return total

    def test_names_are_those_of_the_table(self):
        self.assertEqual(self.served(), table())

    def test_stats_watch_knows_what_does_not_only_grow(self):
        text = self.daemon.ingot("stats", "--watch", "--interval", "0.1", "--count", "1").stdout
        gauges = {name.removeprefix("ingot_") for name, (kind, _) in self.served().items()
                  if kind == "gauge" and name.startswith("ingot_")}
        # What grows stands with its rate.
        self.assertEqual(set(re.findall(r"^  (\w+) +\d+$", text, re.M)),
                         gauges - {"build_info", "uptime_seconds"})

    def test_histograms_count_what_happened(self):
        requests = "ingot_request_duration_seconds"
        self.assertEqual(self.count(requests, method="compile", outcome="hit"), 1)
        self.assertEqual(self.count(requests, method="compile", outcome="miss"), 1)
        self.assertEqual(self.count(requests, method="check"), 1)
        self.assertGreaterEqual(
            self.count("ingot_rpc_duration_seconds", method="ingot.v1.Compiler/Compile"), 2)
        self.assertEqual(self.count("ingot_action_run_seconds", kind="plan", code="OK"), 1)
        self.assertGreater(self.count("ingot_action_queue_seconds", kind="kernel"), 1)
        self.assertEqual(self.count("ingot_phase_duration_seconds", phase="link"), 1)
        self.assertGreater(
            self.count("ingot_store_operation_duration_seconds", operation="put_records",
                       outcome="ok"), 2)

    def test_type_is_prometheus_text(self):
        self.assertRegex(self.type, "^text/plain; version=0.0.4")

    @needs_promtool
    def test_promtool_likes_the_metrics(self):
        done = promtool("check", "metrics", text=self.text)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))


class Rules(TestCase):
    @needs_promtool
    def test_alerts_fire_where_they_should(self):
        for command in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]):
            done = promtool(*command)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_each_alert_is_tried(self):
        alerts = re.findall(r"- alert: (\w+)", (ALERTS / "alerts.yml").read_text())
        fired = re.findall(r"alertname: (\w+)\n +exp_alerts:\n",
                           (ALERTS / "alerts_test.yml").read_text())
        self.assertEqual(sorted(alerts), sorted(set(fired)))

    def test_alerts_and_dashboard_use_names_of_the_table(self):
        texts = [(ALERTS / "alerts.yml").read_text(), DASHBOARD.read_text()]
        known = set(table())
        for text in texts:
            names = set(re.findall(r"\b(?:ingot|process)_\w+", text))
            bare = {re.sub(r"_(bucket|count|sum)$", "", name) if name not in known else name
                    for name in names}
            self.assertGreater(len(bare), 5)
            self.assertEqual(bare - known, set())

    def test_dashboard_is_one(self):
        dashboard = json.loads(DASHBOARD.read_text())
        panels = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
        self.assertGreater(len(panels), 15)
        for panel in panels:
            self.assertTrue(panel["title"] and panel["targets"], panel)
        ids = [panel["id"] for panel in dashboard["panels"]]
        self.assertEqual(len(ids), len(set(ids)))


if __name__ == "__main__":
    unittest.main()
