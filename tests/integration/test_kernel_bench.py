"""The kernels of tests/bench/kernels.py are programs that compile and are what they say;
its figures and plots follow from times that are given."""
import math
import pathlib
import re
import sys
import unittest
import xml.etree.ElementTree as xml

import numpy as np

from harness import ROOT, Daemon, TestCase, ingot

sys.path.append(str(ROOT / "tests" / "bench"))
import kernel_cases  # noqa: E402
import kernel_peers  # noqa: E402
import kernels  # noqa: E402
import plots  # noqa: E402

MACHINE = {"gflops": {"f32": 100.0, "bf16": 400.0, "i8": 0},
           "gbytes": [{"bytes": 1 << 10, "read": 80.0, "copy": 40.0},
                      {"bytes": 1 << 20, "read": 20.0, "copy": 10.0}]}


def case(name):
    return next(c for c in kernel_cases.all_cases() if c.name == name)


def gelu(x):
    erf = np.vectorize(math.erf)
    return 0.5 * x * (1 + erf(x / math.sqrt(2)))


class Programs(TestCase):
    def run_case(self, daemon, name):
        """Operands and result of a kernel."""
        folder = self.folder / name
        folder.mkdir()
        kernel_peers.write_case(case(name), folder)
        daemon.compile(folder / "case.mlir", folder / "case.so")
        inputs = [word for path in sorted(folder.glob("input_*.npy"))
                  for word in ("--input", path)]
        ingot("run", folder / "case.so", *inputs, "--output-dir", folder, check=0)
        operands = [kernel_peers.values_of(o, i) for i, o in enumerate(case(name).operands)]
        return operands, np.load(folder / "output_0.npy")

    def test_every_kernel_is_read_and_lowers(self):
        with Daemon() as daemon:
            for kernel in kernel_cases.all_cases():
                with self.subTest(kernel.name):
                    kernel_peers.write_case(kernel, self.folder)
                    daemon.ingot("check", self.folder / "case.mlir", check=0)

    def test_results_are_what_the_names_say(self):
        wanted = {
            "matmul_128": lambda a, b: a @ b,
            "batch_12x128x128x64_nt": lambda a, b: a @ b.transpose(0, 2, 1),
            "softmax_ragged_300x77": lambda x: np.exp(x) / np.exp(x).sum(1, keepdims=True),
            "rms_norm_128x768": lambda x, g, b:
                x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-5) * g + b,
            "gelu_erf_128x3072": gelu,
            "transpose_heads_128x12x64": lambda x: x.transpose(0, 2, 1, 3),
            "gather_elements_65536_65536": lambda x, i: x[i],
            "argmax_512x1000": lambda x: x.argmax(1),
            "sum_middle_64x128x256": lambda x: x.sum(1),
            "pool_global_nchw": lambda x: x.mean((2, 3)),
        }
        with Daemon() as daemon:
            for name, function in wanted.items():
                with self.subTest(name):
                    operands, result = self.run_case(daemon, name)
                    np.testing.assert_allclose(result, function(*operands), rtol=2e-4, atol=2e-4)

    def test_names_are_distinct(self):
        names = [kernel.name for kernel in kernel_cases.all_cases()]
        self.assertEqual(len(names), len(set(names)))
        self.assertGreater(len(names), 100)


class Figures(unittest.TestCase):
    def test_operations_and_bytes_are_those_of_the_definition(self):
        self.assertEqual(case("matmul_128").flops, 2 * 128 ** 3)
        self.assertEqual(case("matmul_128").bytes, 3 * 4 * 128 ** 2)
        self.assertEqual(case("conv_3x3_g4_28x28x128_128_nchw").flops,
                         2 * 28 * 28 * 128 * 9 * 128 // 4)
        self.assertEqual(case("gather_30522x384_512").bytes, 4 * 512 * (2 * 384 + 1))

    def test_bandwidth_is_that_of_arrays_as_large(self):
        self.assertEqual(kernels.bandwidth(1, MACHINE), 80)
        self.assertAlmostEqual(kernels.bandwidth(1 << 15, MACHINE), 50)
        self.assertEqual(kernels.bandwidth(1 << 30, MACHINE), 20)

    def test_the_roof_is_arithmetic_or_memory(self):
        self.assertAlmostEqual(kernels.roof(case("matmul_1024"), MACHINE, 0), 2 ** 31 / 100e6)
        add = case("add_1024x1024")
        self.assertAlmostEqual(kernels.roof(add, MACHINE, 0), add.bytes / 20e6)
        self.assertAlmostEqual(kernels.roof(add, MACHINE, 25), add.bytes / 25e6)
        self.assertAlmostEqual(kernels.roof(case("matmul_bf16_512"), MACHINE, 0), 2 ** 28 / 400e6)
        self.assertIsNone(kernels.roof(add, None, 0))

    def test_the_ratio_is_to_the_best_peer_that_ran(self):
        times = {"Ingot": [0.2, 0.3], "XLA": [0.4], "IREE": "refused: x", "oneDNN": [0.1, 0.5]}
        row = kernels.row_of(case("matmul_128"), times, MACHINE)
        self.assertEqual((row["best"], row["ratio"]), ("oneDNN", 2.0))
        self.assertIn("| 200/250 | 400/400 | refused: x | - | 100/300 | 2.00 (oneDNN) |",
                      kernels.table_line(row))

    def test_what_we_refuse_has_no_ratio(self):
        row = kernels.row_of(case("matmul_128"), {"Ingot": "refused: y", "XLA": [0.4]}, None)
        self.assertIsNone(row["ratio"])
        self.assertIn("| refused: y |", kernels.table_line(row))

    def test_the_summary_counts_what_is_above_the_bar(self):
        rows = [kernels.row_of(case(name), {"Ingot": [own], "XLA": [1.0]}, None)
                for name, own in (("matmul_128", 4.0), ("matmul_256", 1.0))]
        self.assertIn("| contraction f32 | 2 | 2.00 | 1 | matmul_128 4.00 |",
                      kernels.summary(rows))


class Plots(TestCase):
    def draw(self, name, function, *arguments):
        path = pathlib.Path(self.folder) / name
        function(*arguments, path)
        text = path.read_text()
        xml.fromstring(text)
        return text

    def test_bars_name_rows_and_their_ratios(self):
        text = self.draw("bars.svg", plots.ratios,
                         [("fast", 0.5, "XLA"), ("slow <&>", 4.0, "IREE"), ("none", None, "why")],
                         "Title")
        for word in ("0.50  XLA", "4.00  IREE", "slow &lt;&amp;&gt;", "why", "mean 1.41 of 2"):
            self.assertIn(word, text)

    def test_a_roofline_has_a_dot_a_kernel_and_a_ring_a_peer(self):
        text = self.draw("roof.svg", plots.roofline,
                         [("a", "g", 1.0, 10.0, 20.0), ("b", "h", 100.0, 90.0, None)],
                         [("memory", 30.0)], [("peak", 100.0)], "Title")
        self.assertEqual(len(re.findall(r'r="3.5"', text)), 3)
        for word in ("memory", "peak", "a: 10.0 GFLOP/s, best peer 20.0"):
            self.assertIn(word, text)


if __name__ == "__main__":
    unittest.main()
