"""How programs with large weights travel to a daemon by TCP: what it has is not sent
again, and the command that sends them does not hold them in memory."""
import json
import os
import re
import struct
import subprocess
import sys
import unittest

from harness import INGOT, Daemon, TestCase

PROGRAM = """ml_program.global private @{name}(#ml_program.extern<tensor<{count}xf32>>) : tensor<{count}xf32>
"""
COUNT = 2 << 20  # Floats of a tensor: 8 MiB.
TENSORS = 16
SIZE = TENSORS * COUNT * 4


def safetensors(tensors):
    header, at = {}, 0
    for name, data in tensors.items():
        header[name] = {"dtype": "F32", "shape": [COUNT],
                        "data_offsets": [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + b"".join(tensors.values())


# What getrusage() says of a child counts its parent's memory too, from before the exec. So
# the parent is a small one.
WATCHED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


class Upload(TestCase):
    def setUp(self):
        super().setUp()
        names = [f"w{i}" for i in range(TENSORS)]
        loads = "".join(
            f"  %{n} = ml_program.global_load_const @{n} : tensor<{COUNT}xf32>\n"
            f"  %e{i} = tensor.extract %{n}[%i] : tensor<{COUNT}xf32>\n"
            f"  %s{i + 1} = arith.addf %s{i}, %e{i} : f32\n" for i, n in enumerate(names))
        self.program = self.write("p.mlir", "".join(
            PROGRAM.format(name=n, count=COUNT) for n in names)
            + "func.func @main(%i: index) -> f32 {\n  %s0 = arith.constant 0.0 : f32\n"
            + loads + f"  return %s{TENSORS} : f32\n}}\n")
        self.tensors = {n: os.urandom(4 * COUNT) for n in names}
        self.weights = self.folder / "w.safetensors"
        self.daemon = Daemon(arguments=["--listen", "127.0.0.1:0", "--workers", "1",
                                        "--store-limit", str(8 * SIZE)])
        self.daemon.__enter__()
        self.addCleanup(self.daemon.__exit__)
        self.port = re.search(r"event=ready listen=127\.0\.0\.1:(\d+)",
                              self.daemon.log.read_text()).group(1)

    def check(self):
        """What went to the daemon in bytes, and the peak of the command's memory."""
        self.weights.write_bytes(safetensors(self.tensors))
        before = self.daemon.stats()["bytes_uploaded"]
        child = subprocess.run(
            [sys.executable, "-S", "-c", WATCHED, INGOT, "check", self.program,
             "--file", f"w.safetensors={self.weights}",
             "--server", f"127.0.0.1:{self.port}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(child.returncode, 0, child.stderr)
        peak = int(child.stdout.split()[-1]) << 10
        return self.daemon.stats()["bytes_uploaded"] - before, peak

    def test_what_changed_is_sent(self):
        sent, peak = self.check()
        self.assertGreaterEqual(sent, SIZE)
        # The command itself, and at most 64 MiB of the file.
        self.assertLess(peak, (40 << 20) + (64 << 20))
        self.tensors["w3"] = os.urandom(4 * COUNT)
        sent, peak = self.check()
        self.assertLess(sent, 4 * COUNT + (12 << 20))
        self.assertLess(peak, (40 << 20) + (64 << 20))
        # A second client has nothing to send.
        self.assertLess(self.check()[0], 1 << 20)


if __name__ == "__main__":
    unittest.main()
