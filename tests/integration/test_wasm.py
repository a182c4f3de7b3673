"""Programs of WebAssembly, in Node.js: the numbers of the oracles, errors that say why."""
import json
import pathlib
import shutil
import subprocess
import unittest

import numpy as np

from harness import DATA, ROOT, SHARED, Daemon, TestCase, needs_shared

HERE = pathlib.Path(__file__).resolve().parent
RUNTIME = ROOT / "client" / "javascript" / "ingot.mjs"


@unittest.skipUnless(shutil.which("node"), "there is no Node.js")
class Wasm(TestCase):
    def make(self, daemon, source, *arguments):
        program = self.folder / "program.wasm"
        daemon.compile(source, program, "--target", "wasm32", *arguments)
        return program

    def run_program(self, program, inputs, types=(), entry="main", calls=1, check=0):
        """Results of all calls, or the message of an error."""
        constants = program.with_suffix(".safetensors")
        case = {"entry": entry, "calls": calls, "out": str(self.folder / "out"),
                "constants": str(constants) if constants.exists() else None, "inputs": []}
        for i, value in enumerate(inputs):
            path = self.folder / f"in.{i}"
            np.ascontiguousarray(value).tofile(path)
            case["inputs"].append({"file": str(path),
                                   "shape": value.shape[1:] if calls > 1 else value.shape})
        path = self.write("case.json", json.dumps(case))
        done = subprocess.run(["node", HERE / "wasm_program.mjs", RUNTIME, program, path],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, check, done.stderr)
        if check:
            return done.stderr
        return [np.fromfile(self.folder / f"out.{i}", types[i]).reshape(
                    ([calls] if calls > 1 else []) + result["shape"])
                for i, result in enumerate(json.loads(done.stdout)["results"])]

    def check_model(self, daemon, source, folder):
        inputs = [np.load(p) for p in sorted(folder.glob("input_*.npy"))]
        expected = [np.load(p) for p in sorted(folder.glob("expected_[0-9].npy"))]
        calls = len(inputs[0]) if "wake" in folder.name else 1
        program = self.make(daemon, source)
        results = self.run_program(program, inputs, [e.dtype for e in expected], calls=calls)
        for result, wanted in zip(results, expected, strict=True):
            if calls > 1:  # Integers.
                np.testing.assert_array_equal(result.reshape(wanted.shape), wanted)
            else:
                np.testing.assert_allclose(result, wanted, 1e-4, 1e-4)

    def test_models_are_right(self):
        with Daemon() as daemon:
            self.check_model(daemon, DATA / "wake_alexa" / "model.tflite", DATA / "wake_alexa")
            self.check_model(daemon, DATA / "ppocr_cls" / "model.onnx", DATA / "ppocr_cls")

    @needs_shared("models")
    def test_larger_models_are_right(self):
        with Daemon() as daemon:
            for name, file in (("silero_vad", "model.onnx"),
                               ("minilm_l6_w8", "model.onnx"),
                               ("jax_lstm", "model_inline.stablehlo.mlirbc"),
                               ("jax_mobilenet_v2_035", "model_inline.stablehlo.mlirbc")):
                folder = SHARED / "models" / name
                self.check_model(daemon, folder / file, folder)

    def test_hundreds_of_arguments(self):
        # As descriptors they are more than the 1,000 parameters that engines take.
        count = 300
        names = [f"%a{i}" for i in range(count)]
        lines = [f"%s{i} = stablehlo.add %s{i - 1}, {name} : tensor<1x1xf32>"
                 for i, name in enumerate(names) if i]
        source = self.write("m.mlir", "func.func @main(" +
                            ", ".join(f"{name}: tensor<1x1xf32>" for name in names) +
                            ") -> tensor<1x1xf32> {\n%s0 = stablehlo.abs %a0 : tensor<1x1xf32>\n" +
                            "\n".join(lines) +
                            f"\nreturn %s{count - 1} : tensor<1x1xf32>\n}}\n")
        with Daemon() as daemon:
            program = self.make(daemon, source)
        result, = self.run_program(program, [np.ones((1, 1), "f")] * count, ["f"])
        self.assertEqual(result.item(), count)

    def test_sizes_of_the_run_types_and_failures(self):
        source = self.write("m.mlir", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<2xf64>)
    -> (tensor<?xf32>, tensor<2xf16>, tensor<2xi64>) {
  %0 = stablehlo.exponential %x : tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  %2 = stablehlo.round_nearest_afz %z : tensor<2xf64>
  %3 = stablehlo.convert %2 : (tensor<2xf64>) -> tensor<2xi64>
  %4 = stablehlo.convert %z : (tensor<2xf64>) -> tensor<2xf16>
  %5 = stablehlo.sine %4 : tensor<2xf16>
  return %1, %5, %3 : tensor<?xf32>, tensor<2xf16>, tensor<2xi64>
}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source)
        three, z = np.arange(3, dtype="f"), np.array([-2.5, 7.25])
        sums, sines, rounded = self.run_program(program, [three, three, z], ["f", "f2", "i8"])
        np.testing.assert_allclose(sums, np.exp(three) + three, 1e-6)
        np.testing.assert_allclose(sines, np.sin(z.astype("f2").astype("d")), 2e-3)
        self.assertEqual(rounded.tolist(), [-3, 7])
        message = self.run_program(program, [three, np.zeros(4, "f"), z], check=1)
        self.assertIn("size", message)
        message = self.run_program(program, [three, three, np.zeros(3)], check=1)
        self.assertIn("argument 2 is Float64Array of [3] with 3 elements; it has to be "
                      "Float64Array for 2xf64", message)

    def test_constants_that_are_missing_are_named(self):
        weights = ", ".join(f"{i}.0" for i in range(600))
        source = self.write("m.mlir", f"""
func.func @main(%x: tensor<600xf32>) -> tensor<600xf32> {{
  %w = stablehlo.constant dense<[{weights}]> : tensor<600xf32>
  %0 = stablehlo.multiply %x, %w : tensor<600xf32>
  return %0 : tensor<600xf32>
}}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source)
        x = np.full(600, 2, "f")
        result, = self.run_program(program, [x], ["f"])
        np.testing.assert_array_equal(result, 2 * np.arange(600, dtype="f"))
        program.with_suffix(".safetensors").unlink()
        self.assertIn("(600xf32)", self.run_program(program, [x], check=1))

    def test_the_same_program_gives_the_same_bytes(self):
        made = []
        for _ in range(2):
            with Daemon() as daemon:
                made.append(self.make(daemon, DATA / "ppocr_cls" / "model.onnx").read_bytes())
        self.assertEqual(made[0], made[1])


if __name__ == "__main__":
    unittest.main()
