"""Trust lanes and store bytes of tenants, through the real programs.

Callers of one daemon, known by their tokens: `main` writes what all trust, `pr` and
`fork` are pull requests, `ops` runs the daemon.
"""
import hashlib
import json
import os
import re
import unittest

from harness import Daemon, TestCase, ingot

PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %c = stablehlo.constant dense<{value}> : tensor<4xf32>
  %y = stablehlo.add %x, %c : tensor<4xf32>
  return %y : tensor<4xf32>
}}
"""
CALLERS = (("main", "compiler,uploader", "ml"), ("pr", "compiler,uploader", "ml/pr"),
           ("fork", "compiler,uploader", "ml/fork"), ("ops", "operator", "ops"))


class Lanes(TestCase):
    def setUp(self):
        super().setUp()
        callers = self.write("callers", "".join(
            f"{name} {roles} sha256:{hashlib.sha256(name.encode()).hexdigest()} {tenant}\n"
            for name, roles, tenant in CALLERS) + "tenant:ml store-bytes=64MiB\n")
        callers.chmod(0o600)
        self.audit = self.folder / "audit"
        self.daemon = Daemon(arguments=[
            "--credentials", callers, "--listen", "127.0.0.1:0", "--audit-log", self.audit])
        self.daemon.__enter__()
        self.addCleanup(self.daemon.__exit__)
        self.address = re.search(r"event=ready listen=(127\.0\.0\.1:\d+)",
                                 self.daemon.log.read_text()).group(1)

    def call(self, caller, *arguments, check=0):
        return ingot(*arguments, "--server", self.address, check=check,
                     env={**os.environ, "INGOT_TOKEN": caller})

    def compile(self, caller, value=1.5, *arguments):
        """How the caller came by the result."""
        program = self.write("p.mlir", PROGRAM.format(value=value))
        said = json.loads(self.call(caller, "compile", program, "-o",
                                    self.folder / "p.so", "--json", *arguments).stdout)
        return said["cache"]

    def stats(self):
        return self.daemon.stats()

    def lines(self):
        """The audit log, once the daemon has ended."""
        self.daemon.stop()
        return [json.loads(line) for line in self.audit.read_text().splitlines()]

    def test_a_pull_request_reads_what_is_trusted_and_writes_its_own(self):
        self.assertEqual(self.compile("main"), "miss")
        self.assertEqual(self.compile("pr"), "hit")
        self.assertEqual(self.compile("pr", 2.5), "miss")
        self.assertEqual(self.compile("pr", 2.5), "hit")
        figures = self.stats()
        self.assertEqual(figures["lane_requests"], 3)
        self.assertEqual(figures["lane_own_reads"], 1)
        self.assertGreaterEqual(figures["lane_trusted_reads"], 1)
        # Nobody else is given any of it: all actions run again, for each.
        before = self.stats()["actions_run"]
        self.assertEqual(self.compile("fork", 2.5), "miss")
        of_fork = self.stats()["actions_run"] - before
        self.assertEqual(self.compile("main", 2.5), "miss")
        self.assertEqual(self.stats()["actions_run"], before + 2 * of_fork)

    def test_an_operator_promotes_what_a_lane_has(self):
        self.compile("pr")
        line = next(line for line in self.audit_lines() if line["outcome"] == "MISS")
        self.assertEqual(line["lane"], "pr")
        key = line["key"]
        promote = ("store", "promote", key, "--json")
        refused = self.call("main", *promote, "--lane", "pr", check=3)
        self.assertIn("operator", refused.stderr)
        absent = self.call("ops", *promote, "--lane", "fork", check=None)
        self.assertNotEqual(absent.returncode, 0)
        self.assertIn("the lane has no result", absent.stderr)
        said = json.loads(self.call("ops", *promote, "--lane", "pr").stdout)
        self.assertEqual(said["kind"], "request")
        self.assertFalse(said["was_trusted"])
        self.assertEqual(self.compile("main"), "hit")
        self.assertEqual(self.compile("fork"), "hit")
        self.assertEqual(self.stats()["lane_promotions"], 1)
        promotions = [line for line in self.lines() if line["method"] == "PromoteResult"]
        self.assertEqual([(line["caller"], line.get("lane"), line["outcome"])
                          for line in promotions],
                         [("main", None, "PERMISSION_DENIED"), ("ops", "fork", "NOT_FOUND"),
                          ("ops", "pr", "OK")])

    def audit_lines(self):
        """What is in the log so far; a line is written soon after its call."""
        for _ in range(1000):
            lines = [json.loads(line) for line in self.audit.read_text().splitlines()]
            if lines:
                return lines
            self.stats()
        return lines

    def test_a_lane_survives_a_restart_and_stays_apart(self):
        self.compile("pr")
        self.daemon.stop()
        self.daemon.start()
        self.address = re.findall(r"event=ready listen=(127\.0\.0\.1:\d+)",
                                  self.daemon.log.read_text())[-1]
        self.assertEqual(self.compile("pr"), "hit")
        self.assertEqual(self.compile("main"), "miss")

    def test_who_wrote_first_pays(self):
        self.compile("main")
        self.compile("pr", 2.5)
        tenants = json.loads(self.call("ops", "store", "stats", "--json").stdout)["tenants"]
        self.assertEqual(set(tenants), {"ml", "ml/pr"})
        for tenant in tenants.values():
            self.assertGreater(tenant["bytes"], 0)
            self.assertEqual(tenant["limit_bytes"], 64 << 20)


if __name__ == "__main__":
    unittest.main()
