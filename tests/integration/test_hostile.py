"""Inputs known to crash, hang or bloat MLIR are sent to a running daemon: each
gets an answer within its deadline, the daemon stays up, and a neighbour's hit is
served throughout."""
import lzma
import threading
import unittest

from harness import DATA, SHARED, Daemon, TestCase, needs_shared
from test_service import SMALL

DEADLINE_SECONDS = 15

# Mutated bytecode that brings the reader down: the service says so (3), or finds
# what is wrong (1); it never makes an executable of it.
BROKEN = ("abort_", "sig11_")
# What would read files or foreign memory is refused as the program's fault.
THIEVES = ("dense_oob_read", "gpu_link", "inline_asm", "llvm_asm_include",
           "module_asm", "transform_preload")


@needs_shared("hostile")
class Hostile(TestCase):
    def inputs(self):
        """Yields (name, path) of each upstream-MLIR file, unpacked."""
        for path in sorted((SHARED / "hostile").iterdir()):
            name = path.name.removesuffix(".xz")
            if not name.endswith((".mlir", ".mlirbc")):
                continue
            if path.suffix == ".xz":
                unpacked = self.folder / name
                unpacked.write_bytes(lzma.decompress(path.read_bytes()))
                path = unpacked
            yield name, path

    def test_each_is_answered_and_hurts_nobody(self):
        arguments = ["--workers", "2", "--memory-limit", "2GiB"]
        with Daemon(arguments=arguments) as daemon:
            neighbour = self.write("neighbour.mlir", SMALL)
            daemon.compile(neighbour, self.folder / "n.so")
            over = threading.Event()
            trouble = []

            def keep_hitting():
                while not over.is_set():
                    answer = daemon.compile(neighbour, self.folder / "n2.so")
                    if answer["cache"] != "hit":
                        trouble.append(answer["cache"])

            thread = threading.Thread(target=keep_hitting)
            thread.start()
            try:
                for name, path in self.inputs():
                    with self.subTest(name):
                        done = daemon.ingot(
                            "compile", path, "-o", self.folder / "h.so",
                            "--timeout", str(DEADLINE_SECONDS),
                            timeout=2 * DEADLINE_SECONDS)
                        allowed = ((1,) if name.startswith(THIEVES) else
                                   (1, 3) if name.startswith(BROKEN) else
                                   (0, 1, 3))
                        self.assertIn(done.returncode, allowed, done.stderr)
                        self.assertNotIn("Stack dump", done.stderr)
                        if done.returncode:
                            self.assertIn("error", done.stderr)
            finally:
                over.set()
                thread.join()
            self.assertEqual(trouble, [])
            self.assertIsNone(daemon.process.poll(), "the daemon died")


if __name__ == "__main__":
    unittest.main()
