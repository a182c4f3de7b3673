"""Small programs over the accepted dialects: compiled through a daemon, run, and
compared with numpy. Also what happens when an assertion of a program fails."""
import unittest

import numpy as np

from harness import Daemon, TestCase
from chlo_programs import PROGRAMS as CHLO_PROGRAMS
from convolution_programs import PROGRAMS as CONVOLUTION_PROGRAMS
from programs import PROGRAMS
from stablehlo_programs import PROGRAMS as STABLEHLO_PROGRAMS
from tosa_programs import PROGRAMS as TOSA_PROGRAMS
from run_time_checks import CASES as RUN_TIME_CHECKS

ASSERTING = """
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %m, %n : index
  cf.assert %same, "the two must be of one length"
  %0 = arith.addf %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""


class Programs(TestCase):
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

    def test_each_computes_what_numpy_does(self):
        for name, text, arguments, expected, tolerance in (
                PROGRAMS + CHLO_PROGRAMS + CONVOLUTION_PROGRAMS + STABLEHLO_PROGRAMS +
                TOSA_PROGRAMS):
            with self.subTest(name):
                executable = self.folder / f"{name}.so"
                self.daemon.compile(self.write(f"{name}.mlir", text), executable)
                command = ["run", executable, "--atol", tolerance, "--rtol", tolerance]
                for i, value in enumerate(arguments):
                    command += ["--input", self.save(f"{name}_in{i}.npy", value)]
                for i, value in enumerate(expected):
                    command += ["--expect", self.save(f"{name}_out{i}.npy", value)]
                self.daemon.ingot(*command, check=0)

    def test_a_failed_assertion_is_the_programs_fault(self):
        executable = self.folder / "a.so"
        self.daemon.compile(self.write("a.mlir", ASSERTING), executable)
        three = self.save("three.npy", np.float32([1, 2, 3]))
        two = self.save("two.npy", np.float32([1, 2]))
        self.daemon.ingot("run", executable, "--input", three, three, check=0)
        done = self.daemon.ingot("run", executable, "--input", three, two, check=1)
        self.assertIn("the two must be of one length", done.stderr)

    def test_sizes_that_do_not_fit_are_the_callers_fault(self):
        """Without a check these would read or write beyond their memory."""
        vector = "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %i: index) -> tensor<"
        cases = {
            "'linalg.generic' at line 2: the sizes": vector + """?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32> }""",
            "'tensor.cast' at line 2: the size": vector + """8000xf32> {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<8000xf32>
  return %0 : tensor<8000xf32> }""",
            "'tensor.extract' at line 2: an index": vector + """1xf32> {
  %0 = tensor.extract %a[%i] : tensor<?xf32>
  %1 = tensor.from_elements %0 : tensor<1xf32>
  return %1 : tensor<1xf32> }""",
            "'tensor.extract_slice' at line 2: a slice": vector + """4xf32> {
  %0 = tensor.extract_slice %a[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32> }""",
            "'tensor.empty' at line 3: a size": vector + """?xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%i) : tensor<?xf32>
  %0 = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32> }"""}
        many = self.save("many.npy", np.ones(100000, np.float32))
        few = self.save("few.npy", np.ones(4, np.float32))
        index = self.save("index.npy", np.int64(2**62 + 1))
        for message, text in cases.items():
            with self.subTest(message):
                executable = self.folder / "s.so"
                self.daemon.compile(self.write("s.mlir", text), executable)
                done = self.daemon.ingot("run", executable, "--input", many,
                                         "--input", few, "--input", index, check=1)
                self.assertIn(message, done.stderr)

    def test_stablehlo_stops_where_sizes_break_its_constraints(self):
        """The first inputs of each program fit; the others would have it read
        other memory, divide by zero or give a negative size to the caller."""
        for name, text, fitting, breaking, message in RUN_TIME_CHECKS:
            executable = self.folder / f"{name}.so"
            self.daemon.compile(self.write(f"{name}.mlir", text), executable)
            for values, code in ((fitting, 0), (breaking, 1)):
                with self.subTest(name, code=code):
                    command = ["run", executable]
                    for i, value in enumerate(values):
                        command += ["--input", self.save(f"{name}{i}.npy", value)]
                    done = self.daemon.ingot(*command, check=code)
                    self.assertIn(message if code else "", done.stderr)

    def test_what_cannot_be_called_is_not_made(self):
        source = self.write("p.mlir", "func.func private @f() { return }")
        done = self.daemon.ingot("compile", source, "-o", self.folder / "p.so", check=1)
        self.assertIn("no public function", done.stderr)

    def test_a_wrong_expectation_is_told(self):
        name, text, arguments, _, _ = PROGRAMS[0]
        executable = self.folder / "w.so"
        self.daemon.compile(self.write("w.mlir", text), executable)
        value = self.save("x.npy", arguments[0])
        wrong = self.save("y.npy", arguments[0] + 1)
        done = self.daemon.ingot("run", executable, "--input", value,
                                 "--expect", wrong, check=1)
        self.assertIn("beyond the tolerance", done.stderr)

    def test_infinities_and_large_integers_are_compared_exactly(self):
        for kind, type_, got, wrong in (
                ("f32", np.float32, [1.0], [np.inf]), ("i64", np.int64, [2**60], [2**60 + 1])):
            text = (f"func.func @f(%a: tensor<1x{kind}>) -> tensor<1x{kind}> "
                    f"{{ return %a : tensor<1x{kind}> }}")
            executable = self.folder / f"{kind}.so"
            self.daemon.compile(self.write(f"{kind}.mlir", text), executable)
            self.daemon.ingot("run", executable, "--input", self.save("a.npy", type_(got)),
                              "--expect", self.save("b.npy", type_(wrong)),
                              "--rtol", "1e-9" if kind == "f32" else "0", check=1)

    def test_constants_of_another_model_are_refused(self):
        text = ("func.func @f(%a: tensor<512xf32>) -> tensor<512xf32> {{\n"
                "  %w = arith.constant dense<{}> : tensor<512xf32>\n"
                "  %0 = arith.addf %a, %w : tensor<512xf32>\n"
                "  return %0 : tensor<512xf32>\n}}")
        for name, first in (("one", 1.0), ("two", 2.0)):
            values = [first] + [0.5 * i for i in range(511)]
            self.daemon.compile(self.write(f"{name}.mlir", text.format(values)),
                                self.folder / f"{name}.so")
        value = self.save("x.npy", np.zeros(512, np.float32))
        self.daemon.ingot("run", self.folder / "one.so", "--input", value, check=0)
        done = self.daemon.ingot("run", self.folder / "one.so", "--input", value,
                                 "--constants", self.folder / "two.safetensors", check=1)
        self.assertIn("another executable", done.stderr)

    def test_external_constants_are_bound_by_name(self):
        text = """
ml_program.global private @w(#ml_program.extern : tensor<2xf32>) : tensor<2xf32>
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %w = ml_program.global_load_const @w : tensor<2xf32>
  %0 = arith.mulf %a, %w : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
        executable = self.folder / "e.so"
        self.daemon.compile(self.write("e.mlir", text), executable)
        value = self.save("x.npy", np.float32([2, 3]))
        done = self.daemon.ingot("run", executable, "--input", value)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("w", done.stderr)
        header = b'{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'
        constants = self.write("w.safetensors", len(header).to_bytes(8, "little")
                               + header + np.float32([10, 100]).tobytes())
        self.daemon.ingot("run", executable, "--input", value, "--constants", constants,
                          "--expect", self.save("y.npy", np.float32([20, 300])), check=0)


if __name__ == "__main__":
    unittest.main()
