"""One program for each machine: compiled here, run there (under qemu where
"there" is another architecture), the same numbers everywhere."""
import shutil
import subprocess
import unittest

from harness import ROOT, Daemon, TestCase

PROGRAM = """
func.func @layer(%x: tensor<4x24xf32>, %w: tensor<24x40xf32>) -> (tensor<4x40xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x40xf32>) -> tensor<4x40xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x24xf32>, tensor<24x40xf32>) outs(%f : tensor<4x40xf32>) -> tensor<4x40xf32>
  %t = math.tanh %m : tensor<4x40xf32>
  %r = tensor.empty() : tensor<4xf32>
  %rf = linalg.fill ins(%zero : f32) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce { arith.addf } ins(%m : tensor<4x40xf32>) outs(%rf : tensor<4xf32>) dimensions = [1]
  return %t, %s : tensor<4x40xf32>, tensor<4xf32>
}
"""
RUNNERS = {
    "x86-64": (["cc"], []),
    "host": (["cc"], []),
    "aarch64": (["aarch64-linux-gnu-gcc"],
                ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    "riscv64": (["riscv64-linux-gnu-gcc"],
                ["qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"]),
}


class Targets(TestCase):
    def sums(self, daemon, target):
        compiler, emulator = RUNNERS[target]
        for program in (compiler[0], *emulator[:1]):
            self.assertIsNotNone(shutil.which(program),
                                 f"{program} is missing: deploy/install-dependencies.sh")
        executable = self.folder / f"{target}.so"
        daemon.compile(self.write("m.mlir", PROGRAM), executable, "--target", target)
        runner = self.folder / f"runner-{target}"
        subprocess.run([*compiler, "-I", ROOT, "-o", runner,
                        ROOT / "tests" / "integration" / "runner.c", "-ldl"], check=True)
        done = subprocess.run([*emulator, runner, executable], capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [float(line) for line in done.stdout.split()]

    def test_each_target_computes_the_same(self):
        with Daemon() as daemon:
            reference = self.sums(daemon, "host")
            self.assertEqual(len(reference), 2)
            self.assertGreater(reference[1], 100)
            for target in RUNNERS:
                with self.subTest(target):
                    for got, wanted in zip(self.sums(daemon, target), reference):
                        self.assertAlmostEqual(got, wanted, delta=1e-3 * abs(wanted))

    def test_host_is_resolved_before_it_is_a_key(self):
        with Daemon() as daemon:
            listed = daemon.ingot("targets", check=0).stdout
            self.assertNotIn("native", listed)
            self.assertIn("host", listed)


if __name__ == "__main__":
    unittest.main()
