"""Operators held whole, from the program to a C function of the user."""
import json
import subprocess
import unittest

import numpy as np

from harness import ROOT, SHARED, Daemon, TestCase, ingot, needs_shared

LAYER_NORM = """
func.func @main(%x: !torch.vtensor<[{n},3,4],f32>, %w: !torch.vtensor<[4],f32>, %b: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[{n},3,4],f32>, !torch.vtensor<[{n},3,4],f32>) {{
  %none = torch.constant.none
  %three = torch.constant.int 3
  %four = torch.constant.int 4
  %eps = torch.constant.float 1.000000e-05
  %true = torch.constant.bool true
  %last = torch.prim.ListConstruct %four : (!torch.int) -> !torch.list<int>
  %both = torch.prim.ListConstruct %three, %four : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.layer_norm %x, %last, %w, %b, %eps, %true : !torch.vtensor<[{n},3,4],f32>, !torch.list<int>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.bool -> !torch.vtensor<[{n},3,4],f32>
  %1 = torch.aten.mul.Tensor %0, %0 : !torch.vtensor<[{n},3,4],f32>, !torch.vtensor<[{n},3,4],f32> -> !torch.vtensor<[{n},3,4],f32>
  %2 = torch.aten.layer_norm %1, %both, %none, %none, %eps, %true : !torch.vtensor<[{n},3,4],f32>, !torch.list<int>, !torch.none, !torch.none, !torch.float, !torch.bool -> !torch.vtensor<[{n},3,4],f32>
  return %0, %2 : !torch.vtensor<[{n},3,4],f32>, !torch.vtensor<[{n},3,4],f32>
}}
"""

# The result has a size that only the function knows; what follows depends on it.
TAKE = """
func.func @main(%x: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "torch.mylib.take_positive"(%x) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  %1 = torch.aten.mul.Tensor %0, %0 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  return %1 : !torch.vtensor<[?],f32>
}
"""


def layer_norm(x, axes, weight=1, bias=0):
    mean = x.mean(axis=axes, keepdims=True)
    variance = x.var(axis=axes, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-5) * weight + bias


class CustomOps(TestCase):
    def setUp(self):
        super().setUp()
        self.library = self.folder / "custom_ops.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-I", ROOT,
                        ROOT / "tests" / "integration" / "custom_ops.c", "-o",
                        self.library, "-lm"], check=True)
        random = np.random.default_rng(1)
        self.inputs = [random.standard_normal(shape).astype(np.float32)
                       for shape in ((2, 3, 4), (4,), (4,))]

    def compile(self, daemon, program, *arguments):
        return daemon.compile(self.write("m.mlir", program), self.folder / "m.so",
                              *arguments)

    def run_it(self, inputs, functions=(), check=0):
        arguments = []
        for i, array in enumerate(inputs):
            path = self.folder / f"in_{i}.npy"
            np.save(path, array)
            arguments += ["--input", path]
        for name, symbol in functions:
            arguments += ["--custom-op", f"{name}={self.library}:{symbol}"]
        out = self.folder / "out"
        done = ingot("run", self.folder / "m.so", *arguments, "--output-dir", out,
                     check=check)
        return done.stderr if check else [np.load(out / f"output_{i}.npy")
                                          for i in range(len(list(out.iterdir())))]

    def expected(self, x, weight, bias):
        first = layer_norm(x.astype(np.float64), (-1,), weight, bias)
        return [first, layer_norm(first * first, (-2, -1))]

    def check_layer_norm(self, inputs, functions=()):
        results = self.run_it(inputs, functions)
        for result, wanted in zip(results, self.expected(*inputs), strict=True):
            np.testing.assert_allclose(result, wanted, rtol=1e-4, atol=1e-5)

    def test_layer_norm_held_legal_is_computed_by_the_function_given(self):
        functions = [("torch.aten.layer_norm", "layer_norm")]
        with Daemon() as daemon:
            for n in ("2", "?"):
                for form in ("all-operands", "attributes"):
                    with self.subTest(n=n, form=form):
                        made = self.compile(daemon, LAYER_NORM.format(n=n), "--legal-ops",
                                            "aten.layer_norm", "--custom-op-form", form)
                        self.assertEqual([op["name"] for op in made["custom_ops"]],
                                         ["torch.aten.layer_norm"] * 2)
                        self.check_layer_norm(self.inputs, functions)
            larger = [np.concatenate([self.inputs[0]] * 5), *self.inputs[1:]]
            self.check_layer_norm(larger, functions)

    def test_without_legality_it_is_taken_apart(self):
        with Daemon() as daemon:
            made = self.compile(daemon, LAYER_NORM.format(n="?"))
        self.assertNotIn("custom_ops", made)
        self.check_layer_norm(self.inputs)

    def test_the_manifest_says_what_is_called(self):
        with Daemon() as daemon:
            made = self.compile(daemon, LAYER_NORM.format(n="?"), "--legal-ops",
                                "torch.aten.layer_norm", "--custom-op-form", "attributes")
        first, second = made["custom_ops"]
        self.assertEqual(first["operands"], ["?x3x4xf32", "4xf32", "4xf32"])
        self.assertEqual(first["results"], ["?x3x4xf32"])
        attributes = json.loads(second["attributes"])
        self.assertEqual(attributes["normalized_shape"], [3, 4])
        self.assertIsNone(attributes["weight"])
        self.assertEqual(attributes["eps"], 1e-5)
        self.assertEqual(made["target"]["custom_op_form"], "attributes")

    def test_running_without_functions_lists_all_that_are_missing(self):
        with Daemon() as daemon:
            self.compile(daemon, LAYER_NORM.format(n="?"), "--legal-ops",
                         "aten.layer_norm")
        said = self.run_it(self.inputs, check=2)
        self.assertIn("needs custom ops that no function was given for: "
                      "torch.aten.layer_norm(?x3x4xf32, 1xi64, 4xf32, 4xf32, f32, bool)",
                      said)
        self.assertIn("torch.aten.layer_norm(?x3x4xf32, 2xi64, f32, bool) -> ?x3x4xf32",
                      said)
        said = self.run_it(self.inputs, [("torch.aten.layer_norm", "nothing")], check=2)
        self.assertIn("has no function 'nothing'", said)

    def test_a_size_that_only_the_function_knows(self):
        x = np.array([1, -2, 3, 0, 5], np.float32)
        functions = [("torch.mylib.take_positive", "take_positive")]
        with Daemon() as daemon:
            self.compile(daemon, TAKE, "--legal-ops", "torch.mylib.take_positive")
        np.testing.assert_array_equal(self.run_it([x], functions)[0], [1, 9, 25])
        np.testing.assert_array_equal(self.run_it([-x[:1]], functions)[0], [])

    def test_functions_that_fail_or_break_the_contract_end_the_call(self):
        with Daemon() as daemon:
            self.compile(daemon, LAYER_NORM.format(n="2"), "--legal-ops",
                         "aten.layer_norm")
        said = self.run_it(self.inputs, [("torch.aten.layer_norm", "refuse")], check=1)
        self.assertIn("'main' cannot go on: torch.aten.layer_norm: out of paper", said)
        said = self.run_it(self.inputs, [("torch.aten.layer_norm", "too_large")], check=1)
        self.assertIn("result 0 of its function has size 5 in dimension 2; it is 2x3x4xf32",
                      said)

    def test_the_form_belongs_to_the_key(self):
        program = LAYER_NORM.format(n="2")
        with Daemon() as daemon:
            legal = ["--legal-ops", "aten.layer_norm"]
            self.assertEqual(self.compile(daemon, program, *legal)["cache"], "miss")
            self.assertEqual(self.compile(daemon, program, *legal, "--custom-op-form",
                                          "attributes")["cache"], "miss")
            self.assertEqual(self.compile(daemon, program, *legal, "--custom-op-form",
                                          "all-operands")["cache"], "hit")

    def test_the_survey_lists_what_cannot_be_a_custom_op(self):
        program = self.write("s.mlir", """
func.func @main(%x: !torch.vtensor<[6],f32>, %size: !torch.list<int>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.relu %x : !torch.vtensor<[6],f32> -> !torch.vtensor<[6],f32>
  %1 = torch.aten.view %0, %size : !torch.vtensor<[6],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return %1 : !torch.vtensor<[2,3],f32>
}""")
        with Daemon() as daemon:
            said = daemon.ingot("check", "--all-custom", program, check=1).stderr
            self.assertIn("4:8: error: 'torch.aten.view' op cannot be a custom op: 'size'",
                          said)
            self.assertIn("1 of 2 operators can be custom ops", said)

    @needs_shared("torch")
    def test_numbers_of_pytorch(self):
        cases = [f"./cases/LayerNorm{name}Module_basic"
                 for name in ("", "LastDim", "NoBias", "NormalizeOverAllDims")]
        archive = SHARED / "torch" / "cases.tar.zst"
        subprocess.run(f"zstd -d --long=27 -c '{archive}' | tar -x -C '{self.folder}' "
                       + " ".join(cases), shell=True, check=True)
        with Daemon() as daemon:
            for case in cases:
                folder = self.folder / case
                inputs = [np.load(folder / "input_0.npy")]
                expected = np.load(folder / "expected_0.npy")
                for legal, functions in (
                        (["--legal-ops", "aten.layer_norm"],
                         [("torch.aten.layer_norm", "layer_norm")]), ([], [])):
                    with self.subTest(case=folder.name, legal=legal):
                        made = self.compile(daemon, (folder / "raw.mlir").read_text(),
                                            *legal)
                        self.assertEqual("custom_ops" in made, bool(legal))
                        result = self.run_it(inputs, functions)[0]
                        np.testing.assert_allclose(result, expected, rtol=1e-3, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
