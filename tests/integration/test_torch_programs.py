"""Programs of PyTorch through a daemon: one executable, calls of several sizes, numpy's
numbers. And what is said of a program that cannot be compiled."""
import unittest

import numpy as np

from harness import Daemon, TestCase
import onnx_row_programs  # noqa: F401  Adds to the programs below.
from onnx_programs import PROGRAMS as ONNX_PROGRAMS
from torch_programs import PROGRAMS

LEFT_OVER = """
func.func @main(%a: !torch.vtensor<[4],f32>, %n: !torch.int) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  %list = torch.prim.ListConstruct %n : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.fft_ifftshift %a, %list : !torch.vtensor<[4],f32>, !torch.list<int> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}"""

EMBEDDING = """
func.func @main(%i: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,4],f32> {{
  %w = torch.vtensor.literal(dense<{table}> : tensor<{rows}x4xf32>) : !torch.vtensor<[{rows},4],f32>
  %no = torch.constant.int -1
  %false = torch.constant.bool false
  %0 = torch.aten.embedding %w, %i, %no, %false, %false : !torch.vtensor<[{rows},4],f32>, !torch.vtensor<[?],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}}"""


class TorchPrograms(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.daemon.start()

    @classmethod
    def tearDownClass(cls):
        cls.daemon.__exit__()

    def save(self, name, values):
        path = self.folder / name
        np.save(path, values)
        return path

    def test_each_computes_what_numpy_does_at_every_size(self):
        for name, text, calls, tolerance in PROGRAMS + ONNX_PROGRAMS:
            executable = self.folder / f"{name}.so"
            self.daemon.compile(self.write(f"{name}.mlir", text), executable)
            for number, (arguments, expected) in enumerate(calls):
                with self.subTest(name, call=number):
                    command = ["run", executable, "--atol", tolerance, "--rtol", tolerance]
                    for i, value in enumerate(arguments):
                        command += ["--input", self.save(f"in{i}.npy", value)]
                    for i, value in enumerate(expected):
                        command += ["--expect", self.save(f"out{i}.npy", value)]
                    self.daemon.ingot(*command, check=0)

    def test_every_program_has_its_own_constants(self):
        # One worker compiles them, one after the other.
        for rows in (700, 900, 1100):
            table = np.arange(rows * 4, dtype=np.float32).reshape(rows, 4)
            at = np.array([0, rows - 1, 7])
            executable = self.folder / f"{rows}.so"
            self.daemon.compile(self.write(f"{rows}.mlir", EMBEDDING.format(
                rows=rows, table=table.tolist())), executable)
            self.daemon.ingot("run", executable, "--input", self.save("at.npy", at),
                              "--expect", self.save("rows.npy", table[at]), check=0)

    def test_a_report_names_the_operator_and_not_its_operands(self):
        source = self.write("left.mlir", LEFT_OVER)
        said = self.daemon.ingot("compile", source, check=1).stderr
        self.assertIn("left.mlir:5:8: error: 'torch.aten.fft_ifftshift' op", said)
        self.assertIn("its schema is aten::fft_ifftshift(Tensor self", said)
        self.assertEqual(said.count("error:"), 1, said)


if __name__ == "__main__":
    unittest.main()
