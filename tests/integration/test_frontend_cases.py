"""Models of frameworks with golden results: frontend_cases.py tells right results from
wrong ones, and of the public sets as many are right as the bars say."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import harness
import layer_models

RUNNER = harness.ROOT / "tests" / "conformance" / "frontend_cases.py"
sys.path.append(str(RUNNER.parent))
from frontendcases import compare  # noqa: E402

ONNX_PYTHON = os.environ.get("INGOT_ONNX_PYTHON")


def run_all(root, out, *arguments, timeout=800):
    """{case: record} and the lines at the end."""
    done = subprocess.run([sys.executable, RUNNER, "--root", root, "--out", out, *arguments],
                          capture_output=True, text=True, timeout=timeout)
    if done.returncode:
        raise AssertionError(done.stderr)
    return {r["case"]: r for r in json.loads(out.read_text())}, done.stdout


class Runner(harness.TestCase):
    def make(self, name, expected, program=None, **meta):
        folder = self.folder / "cases" / name
        folder.mkdir(parents=True)
        (folder / "model.onnx").write_bytes(layer_models.onnx() if program is None else program)
        np.save(folder / "input_0.npy", layer_models.picture())
        np.save(folder / "expected_0.npy", expected)
        described = {"inputs": [{"name": "x", "dtype": "float32"}],
                     "outputs": [{"name": "y", "dtype": "float32"}],
                     "tolerance": [[{"atol": 1e-5, "rtol": 1e-4}]], "runs": 1, **meta}
        (folder / "meta.json").write_text(json.dumps(described))

    def test_records(self):
        right = layer_models.expected()
        self.make("right", right)
        self.make("wrong", right + np.float32(0.1))
        self.make("shape", right[:, :3])
        self.make("type", right.astype(np.float64))
        self.make("random", right + 1, deterministic=False)
        self.make("broken", right, b"\x08\x08:\x00")
        records, text = run_all(self.folder / "cases", self.folder / "out.json")
        self.assertEqual(sorted(name for name, r in records.items() if r["right"]),
                         ["random", "right"])
        self.assertIn("differs in 5 of 5 elements", records["wrong"]["reason"])
        self.assertIn("has shape [1, 5], not [1, 3]", records["shape"]["reason"])
        self.assertIn("has type float32, not float64", records["type"]["reason"])
        self.assertFalse(records["broken"]["imported"])
        self.assertIn("error:", records["broken"]["reason"])
        self.assertIn("ONNX: 6 cases: imported 5, compiled 5, executed 5, right 2", text)

    def test_only_some(self):
        self.make("first", layer_models.expected())
        self.make("second", layer_models.expected())
        records, _ = run_all(self.folder / "cases", self.folder / "out.json", "--only", "^sec")
        self.assertEqual(list(records), ["second"])


class Marks(harness.TestCase):
    EXACT = {"atol": 0, "rtol": 0}

    def test_integers_are_right_to_the_bit(self):
        want = np.arange(200, dtype=np.int8).reshape(2, 100)
        self.assertEqual(compare.judge(want, want, "int8", self.EXACT), ("right", ""))
        off = want.copy()
        off[0, 3] += 1
        mark, why = compare.judge(off, want, "int8", self.EXACT)
        self.assertEqual(mark, "close")
        self.assertIn("differs in 1 of 200 elements, first at [0, 3]: 4, not 3", why)
        off[0, :3] += 1  # 2 % of the elements.
        self.assertEqual(compare.judge(off, want, "int8", self.EXACT)[0], "wrong")
        off = want.copy()
        off[0, 3] += 2
        self.assertEqual(compare.judge(off, want, "int8", self.EXACT)[0], "wrong")

    def test_floats_have_a_tolerance(self):
        want = np.array([1, np.nan, np.inf], np.float32)
        near = np.array([1 + 1e-6, np.nan, np.inf], np.float32)
        tolerance = {"atol": 1e-5, "rtol": 0}
        self.assertEqual(compare.judge(near, want, "float32", tolerance)[0], "right")
        for wrong in ([1.1, np.nan, np.inf], [1, 0, np.inf], [1, np.nan, -np.inf]):
            got = np.array(wrong, np.float32)
            self.assertEqual(compare.judge(got, want, "float32", tolerance)[0], "wrong")

    def test_what_npy_has_no_type_for(self):
        bits = np.array([0x3F80, 0x4000], np.uint16)  # 1 and 2 as bf16
        got = bits.view("V2")
        self.assertEqual(compare.judge(got, bits, "bfloat16", self.EXACT)[0], "right")
        # An int4 of -1, as a byte of which the upper half says nothing.
        self.assertEqual(compare.judge(np.array([-1], np.int8), np.array([0x0F], np.uint8),
                                       "int4", self.EXACT)[0], "right")


@harness.needs_shared("frontends")
class PublicSets(harness.TestCase):
    def unpack(self, name):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        harness.unpack(harness.SHARED / "frontends" / name / "cases.tar.zst", folder)
        return folder

    def check_set(self, name, bar):
        self.check_folder(self.unpack(name), bar)

    def check_folder(self, folder, bar):
        records, text = run_all(folder, self.folder / "out.json")
        wrong = [f"{r['case']}: {r['reason'][:200]}" for r in records.values() if not r["right"]]
        self.assertGreaterEqual(sum(r["right"] for r in records.values()), bar,
                                "\n".join([text, *wrong]))

    def test_tflite(self):
        self.check_set("tflite", 730)

    def test_onnx(self):
        self.check_set("onnx", 108)

    @unittest.skipUnless(ONNX_PYTHON, "INGOT_ONNX_PYTHON names no Python that has onnx")
    def test_onnx_operators(self):
        """The backend tests of the onnx package, the part that is not held back."""
        subprocess.run([ONNX_PYTHON, harness.SHARED / "frontends" / "tools" / "onnx_cases.py",
                        self.folder / "nodes", "--kind", "node", "--part", "visible"],
                       check=True, capture_output=True)
        self.check_folder(self.folder / "nodes", 1000)

    def test_tensorflow(self):
        self.check_set("tf", 235)


if __name__ == "__main__":
    unittest.main()
