"""Care of a store while its daemon serves: `ingot store`."""
import hashlib
import json
import tarfile
import unittest

from harness import Daemon, TestCase

PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %c = stablehlo.constant dense<{value}> : tensor<4xf32>
  %y = stablehlo.add %x, %c : tensor<4xf32>
  return %y : tensor<4xf32>
}}
"""


class StoreCare(TestCase):
    def setUp(self):
        super().setUp()
        self.program = self.write("p.mlir", PROGRAM.format(value=1.5))

    def compile(self, daemon):
        """How the daemon came by the result."""
        return daemon.compile(self.program, self.folder / "p.so")["cache"]

    def store(self, daemon, *arguments):
        return json.loads(
            daemon.ingot("store", *arguments, "--json", check=0).stdout)

    def test_a_checkpoint_restored_elsewhere_serves_the_same_hits(self):
        copies = self.folder / "copies"
        copies.mkdir()
        with Daemon(arguments=["--checkpoints", copies]) as daemon:
            self.assertEqual(self.compile(daemon), "miss")
            made = self.store(daemon, "checkpoint", "monday")
            self.assertEqual(made["path"], str(copies / "monday"))
            again = daemon.ingot("store", "checkpoint", "monday")
            self.assertEqual(again.returncode, 3)
            self.assertIn("is there already", again.stderr)
            self.assertEqual(self.compile(daemon), "hit")
        with Daemon(store=copies / "monday") as restored:
            self.assertEqual(self.compile(restored), "hit")
            self.assertEqual(restored.stats()["actions_run"], 0)

    def test_an_archive_imported_elsewhere_serves_the_same_hits(self):
        archive = self.folder / "store.tar"
        with Daemon() as daemon:
            self.compile(daemon)
            out = self.store(daemon, "export", archive)
        with tarfile.open(archive) as tar:
            files = tar.getmembers()
            self.assertEqual(len(files), 1 + out["blobs"] + out["records"])
            for file in files:
                if file.name.startswith("blobs/"):
                    data = tar.extractfile(file).read()
                    self.assertEqual(
                        file.name, f"blobs/{hashlib.sha256(data).hexdigest()}-{len(data)}")
        with Daemon() as other:
            self.assertEqual(self.store(other, "import", archive)["records"],
                             out["records"])
            self.assertEqual(self.compile(other), "hit")
            self.assertEqual(other.stats()["actions_run"], 0)

    def test_a_changed_archive_is_refused_by_name(self):
        archive = self.folder / "store.tar"
        with Daemon() as daemon:
            self.compile(daemon)
            self.store(daemon, "export", archive)
        with tarfile.open(archive) as tar:
            first = next(file for file in tar.getmembers()
                         if file.name.startswith("blobs/") and file.size)
        data = bytearray(archive.read_bytes())
        data[first.offset_data] ^= 1
        archive.write_bytes(data)
        with Daemon() as other:
            done = other.ingot("store", "import", archive, check=1)
            self.assertIn(first.name, done.stderr)
            self.assertEqual(self.compile(other), "miss")

    def test_verify_stats_and_gc_go_on_beside_compiles(self):
        with Daemon() as daemon:
            self.compile(daemon)
            report = self.store(daemon, "verify")
            self.assertEqual(report["damaged"], 0)
            stats = self.store(daemon, "stats")
            self.assertEqual(report["bytes"], stats["bytes"])
            self.assertEqual(stats["kinds"]["request"]["entries"], 1)
            self.assertEqual(stats["kinds"]["object"]["bytes_by_age"]["hour"],
                             stats["kinds"]["object"]["bytes"])
            left = self.store(daemon, "gc", "--max-bytes", "0")
            self.assertEqual(left["bytes_left"], 0)
            self.assertEqual(self.compile(daemon), "miss")
            self.assertIn("give max_bytes",
                          daemon.ingot("store", "gc", check=1).stderr)

    def test_what_is_pinned_outlives_a_sweep_and_a_restart(self):
        with Daemon() as daemon:
            said = daemon.compile(self.program, self.folder / "p.so")
            key = said["request"]
            self.assertEqual(self.store(daemon, "pin", key)["kind"], "request")
            self.store(daemon, "gc", "--max-bytes", "0")
            self.assertEqual(self.compile(daemon), "hit")
            self.assertEqual(daemon.stop(), 0)
            daemon.start()
            self.assertEqual([pin["key"] for pin in self.store(daemon, "pins")], [key])
            daemon.ingot("store", "unpin", key, check=0)
            self.store(daemon, "gc", "--max-bytes", "0")
            self.assertEqual(self.compile(daemon), "miss")

    def test_only_operators_care_for_a_store(self):
        log = self.folder / "audit"
        with Daemon(arguments=["--listen", "127.0.0.1:0", "--audit-log", log]) as daemon:
            daemon.ingot("store", "stats", check=0)
        self.assertIn('"method":"DescribeStore"', log.read_text())


if __name__ == "__main__":
    unittest.main()
