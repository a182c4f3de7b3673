"""Daemons that share what they made: one compiles, the next one does not; and what
happens when the cache between them is dead, damaged, full of holes or another's.

Runs against ingot_fake_reapi_cache, which is built with the tests, and against
BuildGrid's server where INGOT_BUILDGRID_PYTHON names a Python that has it."""
import concurrent.futures
import pathlib
import re
import subprocess
import time
import unittest

import buildgrid_cluster
from harness import BIN, Daemon, TestCase

PROGRAM = """func.func @{name}(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> tensor<8x4xf32> {{
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %c = stablehlo.constant dense<{value:.1f}> : tensor<8x4xf32>
  %z = stablehlo.add %y, %c : tensor<8x4xf32>
  return %z : tensor<8x4xf32>
}}
"""


class Cache:
    """A cache that speaks REAPI, as a program. Use as a context manager."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.port = 0
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def start(self):
        """Starts it, the second time at the same port."""
        self.process = subprocess.Popen(
            [BIN / "ingot_fake_reapi_cache", self.folder, str(self.port), "ml"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def flags(self, *more):
        return ["--second-level", f"grpc://127.0.0.1:{self.port}/ml",
                # A loaded machine answers late; no test is about that.
                "--second-level-timeout", "30", *more]

    def files(self, kind):
        return [f for f in (self.folder / kind).rglob("*") if f.is_file()]


class BuildGrid(Cache):
    """BuildGrid's own server."""

    def start(self):
        self.port = buildgrid_cluster.free_port()
        self.process = buildgrid_cluster.start_server(self.folder, self.port, "ml")


class SecondLevelCase(TestCase):
    kind = Cache

    def setUp(self):
        super().setUp()
        self.cache = self.kind(self.folder / "cache")
        self.cache.start()
        self.addCleanup(self.cache.kill)
        self.program = self.write("p.mlir", PROGRAM.format(name="main", value=1.5))

    def daemon(self, *more):
        return Daemon(arguments=[*self.cache.flags(), "--workers", "1", *more])

    def compile(self, daemon, program=None):
        """What --json says, and the bytes."""
        out = self.folder / "out.so"
        said = daemon.compile(program or self.program, out)
        return said, out.read_bytes()

    def fill(self, *more):
        """Compiles on one daemon, which writes on its way out; the bytes, and what
        it counted before."""
        with self.daemon(*more) as first:
            said, made = self.compile(first)
            self.assertEqual(said["cache"], "miss")
            figures = first.stats()
            self.assertEqual(first.stop(), 0)
        return made, figures


class Shared(SecondLevelCase):
    """What every cache of REAPI can do."""

    def test_the_second_daemon_compiles_nothing(self):
        made, figures = self.fill()
        self.assertGreater(figures["actions_run"], 2)
        self.assertEqual(figures["second_level_misses_corrupt"], 0)
        self.assertEqual(figures["second_level_misses_failed"], 0)
        self.assertEqual(figures["second_level_records_dropped"], 0)
        with self.daemon() as second:
            said, got = self.compile(second)
            self.assertEqual(said["cache"], "hit")
            self.assertEqual(got, made)
            figures = second.stats()
            self.assertEqual(figures["actions_run"], 0)
            self.assertEqual(figures["request_misses"], 0)
            self.assertEqual(figures["second_level_hits"], 1)
            self.assertGreaterEqual(figures["second_level_bytes_read"], len(made))
            # It is here now.
            self.cache.kill()
            self.assertEqual(self.compile(second)[0]["cache"], "hit")
            self.assertEqual(second.stats()["second_level_hits"], 1)

    def test_a_program_with_the_same_kernels_builds_none(self):
        self.fill()
        other = self.write("q.mlir", PROGRAM.format(name="other", value=1.5))
        with self.daemon() as second:
            self.assertEqual(self.compile(second, other)[0]["cache"], "miss")
            figures = second.stats()
            self.assertEqual(figures["kernels_built"], 0)
            self.assertGreater(figures["kernels_reused"], 0)
            self.assertGreater(figures["second_level_hits"], 0)

    def test_a_secret_tells_the_daemons_results_from_others(self):
        ours = self.write("ours", "0123456789abcdef\n")
        theirs = self.write("theirs", "fedcba9876543210\n")
        self.fill("--second-level-secret", ours)
        with self.daemon("--second-level-secret", theirs) as other:
            self.assertEqual(self.compile(other)[0]["cache"], "miss")
            self.assertGreater(other.stats()["second_level_misses_corrupt"], 0)
            self.assertEqual(other.stats()["second_level_hits"], 0)


@unittest.skipUnless(buildgrid_cluster.PYTHON, "needs BuildGrid (PyPI: buildgrid); "
                     "INGOT_BUILDGRID_PYTHON names the Python that has it")
class SharedByBuildGrid(Shared):
    kind = BuildGrid


class Leases(SecondLevelCase):
    """Work that two daemons are asked for at once, with the worker whose compiler is
    made up and sleeps."""

    def daemon(self, *more):
        return super().daemon("--worker-program", BIN / "ingot_fake_worker",
                              "--second-level-leases", *more)

    def await_kernel(self, daemon):
        """Until it runs what comes after the plan."""
        end = time.monotonic() + 60
        while daemon.stats()["workers_busy"] == 0 or daemon.stats()["actions_run"] < 2:
            self.assertLess(time.monotonic(), end)

    def test_one_of_them_does_it(self):
        self.program = self.write("p.mlir", "kernel k sleep 3000\n")
        outs = [self.folder / "a.so", self.folder / "b.so"]
        with self.daemon() as first, self.daemon() as second:
            with concurrent.futures.ThreadPoolExecutor() as threads:
                made = threads.submit(first.compile, self.program, outs[0])
                self.await_kernel(first)
                second.compile(self.program, outs[1])
                made.result()
            figures = [first.stats(), second.stats()]
        self.assertEqual(*(out.read_bytes() for out in outs))
        self.assertEqual([f["kernels_built"] for f in figures], [1, 0], figures)
        # What is finished when it is asked for is a hit that nobody waited for.
        self.assertGreaterEqual(figures[1]["second_level_lease_hits"],
                                figures[1]["second_level_lease_waits"])

    def test_a_daemon_that_dies_holds_nobody_up(self):
        self.program = self.write("p.mlir", "kernel k sleep 4000\n")
        with self.daemon() as first, self.daemon() as second:
            with concurrent.futures.ThreadPoolExecutor() as threads:
                lost = threads.submit(first.ingot, "compile", self.program, "-o",
                                      self.folder / "a.so")
                self.await_kernel(first)
                first.process.kill()
                second.compile(self.program, self.folder / "b.so")
                self.assertNotEqual(lost.result().returncode, 0)
            self.assertEqual(second.stats()["second_level_lease_hits"], 0)

    def test_what_is_leased_from_a_dead_cache_is_done_here(self):
        self.cache.kill()
        with self.daemon() as daemon:
            self.program = self.write("p.mlir", "kernel k\n")
            self.assertEqual(self.compile(daemon)[0]["cache"], "miss")


@unittest.skipUnless(buildgrid_cluster.PYTHON, "needs BuildGrid (PyPI: buildgrid); "
                     "INGOT_BUILDGRID_PYTHON names the Python that has it")
class LeasesByBuildGrid(Leases):
    kind = BuildGrid


class Faults(SecondLevelCase):
    def test_a_cache_that_dies_costs_no_compile(self):
        with self.daemon() as daemon:
            self.assertEqual(self.compile(daemon)[0]["cache"], "miss")
            self.cache.kill()
            self.assertEqual(self.compile(daemon)[0]["cache"], "hit")
            for value in (2, 3):
                program = self.write("q.mlir", PROGRAM.format(name="main", value=value))
                self.assertEqual(self.compile(daemon, program)[0]["cache"], "miss")
            figures = daemon.stats()
            self.assertGreater(figures["second_level_misses_failed"], 0)
            self.assertGreater(figures["second_level_misses_skipped"], 0)
            self.assertEqual(figures["second_level_breaker_opens"], 1)
            self.assertEqual(figures["second_level_breaker_state"], 2)
            self.assertIn("event=second-level-down", daemon.log.read_text())

            self.cache.start()
            end = time.monotonic() + 120
            value = 4
            while (daemon.stats()["second_level_breaker_state"] != 0
                   and time.monotonic() < end):
                program = self.write("q.mlir", PROGRAM.format(name="main", value=value))
                self.compile(daemon, program)
                value += 1
            self.assertEqual(daemon.stats()["second_level_breaker_state"], 0)
            self.assertIn("event=second-level-up", daemon.log.read_text())

    def test_bytes_that_changed_are_a_miss(self):
        made, _ = self.fill()
        for file in self.cache.files("cas"):
            data = bytearray(file.read_bytes())
            data[len(data) // 2] ^= 1
            file.write_bytes(data)
        with self.daemon() as second:
            said, got = self.compile(second)
            self.assertEqual(said["cache"], "miss")
            self.assertEqual(got, made)
            figures = second.stats()
            self.assertGreater(figures["second_level_misses_corrupt"], 0)
            self.assertEqual(figures["second_level_hits"], 0)

    def test_a_result_that_changed_is_a_miss(self):
        made, _ = self.fill()
        for file in self.cache.files("ac"):
            file.write_bytes(file.read_bytes()[:-1])
        with self.daemon() as second:
            said, got = self.compile(second)
            self.assertEqual((said["cache"], got), ("miss", made))
            self.assertEqual(second.stats()["second_level_hits"], 0)

    def test_a_result_without_its_blobs_is_a_miss(self):
        made, _ = self.fill()
        for file in self.cache.files("cas"):
            file.unlink()
        with self.daemon() as second:
            said, got = self.compile(second)
            self.assertEqual((said["cache"], got), ("miss", made))
            self.assertGreater(second.stats()["second_level_misses_incomplete"], 0)
        # It was written anew.
        with self.daemon() as third:
            self.assertEqual(self.compile(third)[0]["cache"], "hit")

    def test_read_only_writes_nothing(self):
        self.fill("--second-level-read-only")
        self.assertEqual(self.cache.files("ac") + self.cache.files("cas"), [])

    def test_programs_and_reproducers_stay_here(self):
        """Only what a result names is shared."""
        source = self.program.read_bytes()
        self.fill()
        self.assertGreater(len(self.cache.files("cas")), 2)
        self.assertNotIn(source, [f.read_bytes() for f in self.cache.files("cas")])


class AnotherDaemon(TestCase):
    def test_a_daemon_is_a_second_level_to_be_read(self):
        program = self.write("p.mlir", PROGRAM.format(name="main", value=1.5))
        out = self.folder / "p.so"
        with Daemon(arguments=["--listen", "127.0.0.1:0", "--workers", "1"]) as first:
            first.compile(program, out)
            port = re.search(r"event=ready listen=127\.0\.0\.1:(\d+)",
                             first.log.read_text()).group(1)
            with Daemon(arguments=["--second-level", f"grpc://127.0.0.1:{port}",
                                   "--second-level-timeout", "30",
                                   "--workers", "1"]) as second:
                self.assertEqual(second.compile(program, out)["cache"], "hit")
                self.assertEqual(second.stats()["actions_run"], 0)
                other = self.write("q.mlir", PROGRAM.format(name="main", value=2))
                self.assertEqual(second.compile(other, out)["cache"], "miss")
                self.assertEqual(second.stats()["second_level_records_written"], 0)
                self.assertIn("event=second-level-read-only", second.log.read_text())
            self.assertEqual(first.stats()["requests"], 1)


if __name__ == "__main__":
    unittest.main()
