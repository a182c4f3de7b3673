"""A cluster compiles what waits for a worker: bots of ingot_fake_reapi_cache, which is
built with the tests, run the real ingot-worker. They make the same bytes as workers
here; that they lie or die costs no compile. Where BuildGrid is, its own scheduler hands
actions to bots that know only its public worker interface."""
import subprocess
import unittest

import buildgrid_cluster
from harness import BIN, DATA, Daemon, TestCase

BOTS = 4
# More kernels than workers.
PROGRAM = DATA / "ppocr_cls" / "model.onnx"
TARGET = ["--target", "x86-64-v3"]


class Cluster:
    """Bots and their store, as a program."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [BIN / "ingot_fake_reapi_cache", folder, "0", "main", str(BOTS)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def lie(self):
        self.process.stdin.write("lie\n")
        self.process.stdin.flush()

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


class Execution(TestCase):
    def setUp(self):
        super().setUp()
        self.cluster = Cluster(self.folder / "cluster")
        self.addCleanup(self.cluster.kill)

    def daemon(self, *more):
        return Daemon(arguments=[
            "--workers", "1", "--execution", f"grpc://127.0.0.1:{self.cluster.port}/main",
            "--execution-jobs", str(BOTS), *more])

    def compile(self, daemon):
        out = self.folder / "out.so"
        daemon.compile(PROGRAM, out, *TARGET, timeout=600)
        return out.read_bytes()

    def compile_alone(self):
        with Daemon(arguments=["--workers", "2"]) as alone:
            return self.compile(alone)

    def test_a_cluster_makes_the_same_bytes(self):
        expected = self.compile_alone()
        with self.daemon("--execution-verify", "0") as daemon:
            self.assertEqual(self.compile(daemon), expected)
            figures = daemon.stats()
            self.assertGreater(figures["remote_actions_completed"], 0)
            self.assertEqual(figures["remote_actions_failed"], 0)
            self.assertEqual(figures["remote_actions_running"], 0)

    def test_answers_are_verified(self):
        with self.daemon("--execution-verify", "1") as daemon:
            self.compile(daemon)
            figures = daemon.stats()
            self.assertGreater(figures["remote_actions_verified"], 0)
            self.assertEqual(figures["remote_actions_completed"], 0)
            self.assertEqual(figures["remote_actions_lies"], 0)

    def test_a_cluster_that_lies_is_found_out_and_left_alone(self):
        expected = self.compile_alone()
        self.cluster.lie()
        with self.daemon("--execution-verify", "1") as daemon:
            self.assertEqual(self.compile(daemon), expected)
            figures = daemon.stats()
            self.assertGreater(figures["remote_actions_lies"], 0)
            self.assertIn("event=remote-lie", daemon.log.read_text())
            daemon.compile(DATA / "wake_alexa" / "model.tflite",
                           self.folder / "other.so", *TARGET)
            self.assertEqual(daemon.stats()["remote_actions_started"],
                             figures["remote_actions_started"])

    def test_a_cluster_that_is_dead_costs_no_compile(self):
        with self.daemon() as daemon:
            self.cluster.kill()
            self.compile(daemon)
            figures = daemon.stats()
            self.assertEqual(figures["remote_actions_completed"], 0)
            self.assertLess(figures["remote_actions_started"], figures["actions_run"])

    @unittest.skipIf(buildgrid_cluster.missing(), buildgrid_cluster.missing())
    def test_buildgrids_scheduler_hands_actions_to_bots(self):
        expected = self.compile_alone()
        cluster = buildgrid_cluster.Cluster(self.folder / "buildgrid")
        self.addCleanup(cluster.kill)
        cluster.start()
        cluster.start_bots(2)
        with Daemon(arguments=["--workers", "1", "--execution", cluster.address,
                               "--execution-jobs", "4",
                               "--execution-verify", "0"]) as daemon:
            self.assertEqual(self.compile(daemon), expected)
            figures = daemon.stats()
            self.assertGreater(figures["remote_actions_completed"], 0)
            self.assertEqual(figures["remote_actions_failed"], 0)

    def test_a_plain_address_of_another_machine_is_refused(self):
        done = subprocess.run(
            [BIN / "ingotd", "--store", self.folder / "s", "--listen",
             f"unix:{self.folder}/socket", "--execution", "grpc://192.0.2.1:8980"],
            capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn("execution: ", done.stderr)
        self.assertIn("grpcs://", done.stderr)


if __name__ == "__main__":
    unittest.main()
