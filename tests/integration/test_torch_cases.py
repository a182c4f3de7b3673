"""torch_cases.py tells right results from wrong ones, and says why."""
import json
import subprocess
import sys

import numpy as np

import harness

RUNNER = harness.ROOT / "tests" / "conformance" / "torch_cases.py"
sys.path.append(str(RUNNER.parent))
from torchcases import cases, compare  # noqa: E402

# The daemon takes any dialect; the runner does not ask which one.
DOUBLE = """func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


class TorchCases(harness.TestCase):
    def make(self, name, expected, program=DOUBLE, **meta):
        folder = self.folder / "cases" / name
        folder.mkdir(parents=True)
        (folder / "module.mlir").write_text(program)
        np.save(folder / "input_0.npy", np.array([1, 2], np.float32))
        np.save(folder / "expected_0.npy", np.array(expected, np.float32))
        meta = {"calls": [{"inputs": [{"file": "input_0.npy", "encoding": "native"}],
                           "expected": [{"file": "expected_0.npy", "encoding": "native"}]}],
                "tolerance": {"rtol": 1e-3, "atol": 1e-7},
                "torch_mlir_conversion": {"linalg": "pass", "tosa": "fail: x"}, **meta}
        (folder / "meta.json").write_text(json.dumps(meta))

    def run_all(self, *arguments):
        out = self.folder / "out.json"
        done = subprocess.run([sys.executable, RUNNER, "--root", self.folder / "cases",
                               "--out", out, *arguments],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {r["case"]: r for r in json.loads(out.read_text())}, done.stdout

    def test_records(self):
        self.make("right", [2, 4.001])
        self.make("wrong", [2, 5])
        self.make("shape", [2, 4, 6])
        self.make("random", [7, 7], uses_rng=True)
        self.make("suspect", [7, 8], suspect="torch-mlir is wrong")
        self.make("refused", [2, 4], "func.func @main(%a: tensor<?xf32>) { oops }")
        records, text = self.run_all()
        right = [name for name, record in records.items() if record["right"]]
        self.assertEqual(sorted(right), ["random", "right", "suspect"])
        self.assertTrue(records["wrong"]["executed"])
        self.assertIn("differs in 1 of 2 elements, first at [1]: 4.0, not 5.0",
                      records["wrong"]["reason"])
        self.assertIn("has shape [2], not [3]", records["shape"]["reason"])
        self.assertFalse(records["refused"]["executed"])
        self.assertIn("error:", records["refused"]["reason"])
        self.assertEqual(records["random"]["compares"], "shapes")
        self.assertEqual(records["right"]["torch_mlir"], {"linalg": True, "tosa": False})
        self.assertIn("module.mlir: right 3 of 6 (50.0 %)", text)

    def test_only_some(self):
        self.make("first", [2, 4])
        self.make("second", [2, 4])
        records, _ = self.run_all("--only", "^sec")
        self.assertEqual(list(records), ["second"])


class Arrays(harness.TestCase):
    def test_seeded_arguments_follow_the_recipe(self):
        how = {"gen": "splitmix64_uniform_f32", "shape": [2, 2], "seed": 0, "lo": -1, "hi": 1}
        made = cases.make(self.folder, how)
        self.assertEqual(made.dtype, np.float32)
        # The first numbers of splitmix64 from state 0 are known.
        first = np.float32(0xE220A8397B1DCDAF >> 40) * np.float32(2.0 ** -24)
        self.assertEqual(made[0, 0], np.float32(-1) + first * np.float32(2))
        how = {"gen": "splitmix64_mod_i64", "shape": [1], "seed": 0, "mod": 1000}
        self.assertEqual(cases.make(self.folder, how)[0], 0xE220A8397B1DCDAF % 1000)

    def test_types_count(self):
        ints = np.array([1, 2], np.int64)
        self.assertEqual(compare.difference(ints, ints, {}), "")
        self.assertIn("has type int32", compare.difference(ints.astype(np.int32), ints, {}))
        self.assertIn("differs", compare.difference(ints + 1, ints, {"rtol": 10}))

    def test_bf16_is_compared_as_numbers(self):
        one = np.array([0x3F80], np.uint16).view("V2")
        near = np.array([0x3F81], np.uint16).view("V2")
        self.assertEqual(compare.difference(near, one, {"rtol": 0.01}), "")
        self.assertIn("differs", compare.difference(near, one, {"rtol": 0.001}))

    def test_nan_is_one_value(self):
        nan = np.array([np.nan], np.float32)
        self.assertEqual(compare.difference(nan, nan, {}), "")


if __name__ == "__main__":
    import unittest
    unittest.main()
