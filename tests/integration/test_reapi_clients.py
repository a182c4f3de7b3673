"""Clients of the Remote Execution API that others wrote, against a daemon: BuildGrid's
`bgd`, and `remotetool` of Bazel's SDK where INGOT_REMOTETOOL names it."""
import filecmp
import os
import pathlib
import random
import re
import subprocess
import unittest

from buildgrid_cluster import PYTHON, free_port
from harness import Daemon, TestCase

REMOTETOOL = os.environ.get("INGOT_REMOTETOOL")
LARGE = 5 << 20  # More than one message.


class Clients(TestCase):
    def setUp(self):
        super().setUp()
        self.port = free_port()
        daemon = Daemon(arguments=["--listen", f"127.0.0.1:{self.port}", "--workers", "1"])
        daemon.__enter__()
        self.addCleanup(daemon.__exit__)
        self.tree = self.folder / "tree"
        (self.tree / "below" / "deep").mkdir(parents=True)
        generator = random.Random(1)
        for name, size in (("small", 10), ("empty", 0), ("below/large", LARGE),
                           ("below/deep/again", 10)):
            (self.tree / name).write_bytes(generator.randbytes(size))
        (self.tree / "below" / "run").write_text("#!/bin/sh\n")
        (self.tree / "below" / "run").chmod(0o755)
        self.back = self.folder / "back"

    def run_client(self, *command):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                              timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def expect_same_trees(self, a, b):
        found = filecmp.dircmp(a, b)
        pairs = [found]
        while pairs:
            pair = pairs.pop()
            self.assertEqual((pair.left_only, pair.right_only, pair.funny_files),
                             ([], [], []))
            for name in pair.common_files:
                self.assertEqual((pathlib.Path(pair.left) / name).read_bytes(),
                                 (pathlib.Path(pair.right) / name).read_bytes(), name)
            pairs += pair.subdirs.values()
        self.assertTrue(os.access(b / "below" / "run", os.X_OK))


@unittest.skipUnless(PYTHON, "needs BuildGrid (PyPI: buildgrid); "
                     "INGOT_BUILDGRID_PYTHON names the Python that has it")
class Bgd(Clients):
    def bgd(self, group, *arguments):
        return self.run_client(pathlib.Path(PYTHON).parent / "bgd", group, "--remote",
                               f"http://127.0.0.1:{self.port}", *arguments)

    def test_capabilities(self):
        said = self.bgd("capabilities")
        self.assertIn("SHA256", said)

    def test_files_there_and_back(self):
        source = self.tree / "below" / "large"
        digest = re.search(r"[0-9a-f]{64}/\d+", self.bgd("cas", "upload-file", source))[0]
        self.assertTrue(digest.endswith(f"/{LARGE}"))
        self.bgd("cas", "download-file", digest, self.back)
        self.assertEqual(source.read_bytes(), self.back.read_bytes())

    def test_folders_there_and_back(self):
        said = self.bgd("cas", "upload-dir", self.tree)
        digest = re.findall(r"[0-9a-f]{64}/\d+", said)[-1]  # The tree comes last.
        self.bgd("cas", "download-dir", digest, self.back)
        self.expect_same_trees(self.tree, self.back)


@unittest.skipUnless(REMOTETOOL, "needs remotetool (github.com/bazelbuild/"
                     "remote-apis-sdks); INGOT_REMOTETOOL names it")
class Remotetool(Clients):
    def tool(self, operation, **flags):
        return self.run_client(
            REMOTETOOL, f"--operation={operation}", f"--service=127.0.0.1:{self.port}",
            "--service_no_security", "--alsologtostderr",
            *(f"--{name}={value}" for name, value in flags.items()))

    def test_blobs_there_and_back(self):
        source = self.tree / "below" / "large"
        said = self.tool("upload_blob", path=source)
        digest = re.search(rf"[0-9a-f]{{64}}/{LARGE}", said)[0]
        self.tool("download_blob", digest=digest, path=self.back)
        self.assertEqual(source.read_bytes(), self.back.read_bytes())

    def test_folders_there_and_back(self):
        said = self.tool("upload_dir", path=self.tree)
        digest = re.search(r"[0-9a-f]{64}/\d+", said)[0]
        self.tool("download_dir", digest=digest, path=self.back)
        self.expect_same_trees(self.tree, self.back)


if __name__ == "__main__":
    unittest.main()
