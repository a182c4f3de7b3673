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

    def make_with_weights(self):
        """Multiplies by 0, 1, ..., 599, which are in the file of constants."""
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
        return program

    def test_constants_that_are_missing_are_named(self):
        program = self.make_with_weights()
        x = np.full(600, 2, "f")
        result, = self.run_program(program, [x], ["f"])
        np.testing.assert_array_equal(result, 2 * np.arange(600, dtype="f"))
        program.with_suffix(".safetensors").unlink()
        self.assertIn("(600xf32)", self.run_program(program, [x], check=1))

    def run_script(self, program, script):
        """Runs lines of JavaScript that see `Executable`, `bytes` of the program and
        `assert`."""
        path = self.write("script.mjs", f"""
import assert from 'node:assert/strict';
import fs from 'node:fs';
import {{ Executable }} from {json.dumps(RUNTIME.as_uri())};
const bytes = fs.readFileSync({json.dumps(str(program))});
{script}
""")
        done = subprocess.run(["node", path], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_types_and_sizes_of_arguments(self):
        source = self.write("m.mlir", """
func.func @main(%x: tensor<?x?xf32>, %b: tensor<3xi1>, %c: tensor<2xcomplex<f64>>,
                %h: tensor<2xbf16>, %n: tensor<i64>)
    -> (tensor<f32>, tensor<3xi1>, tensor<2xcomplex<f64>>, tensor<2xbf16>, tensor<i64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.not %b : tensor<3xi1>
  %2 = stablehlo.add %c, %c : tensor<2xcomplex<f64>>
  %3 = stablehlo.negate %h : tensor<2xbf16>
  %4 = stablehlo.add %n, %n : tensor<i64>
  return %0, %1, %2, %3, %4
      : tensor<f32>, tensor<3xi1>, tensor<2xcomplex<f64>>, tensor<2xbf16>, tensor<i64>
}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source)
        self.run_script(program, """
const executable = await Executable.load(bytes);
const rest = [Uint8Array.of(1, 0, 1), Float64Array.of(1, 2, 3, 4),
              Uint16Array.of(0x3f80, 0), BigInt64Array.of(21n)];
const call = (x) => executable.call('main', [x, ...rest]);
const ones = (shape) => ({ shape, data: new Float32Array(6).fill(1) });
const results = call(ones([2, 3]));
assert.deepEqual(results.map(({ shape }) => shape), [[], [3], [2], [2], []]);
assert.equal(results[0].data[0], 6);
assert.deepEqual([...results[1].data], [0, 1, 0]);
assert.deepEqual([...results[2].data], [2, 4, 6, 8]);
assert.deepEqual([...results[3].data], [0xbf80, 0x8000]);
assert.equal(results[4].data[0], 42n);
assert.equal(call({ shape: [0, 3], data: new Float32Array(0) })[0].data[0], 0);
// Sizes whose product is right are not enough.
for (const shape of [[-2, -3], [0.5, 12], ['2', '3'], [6], [1, 2, 3], [2, 2]])
  assert.throws(() => call(ones(shape)), /argument 0 is/);
assert.throws(() => call(new Float32Array(1)), /argument 0 is/);
assert.throws(() => executable.call('other', []), /has no entry 'other'; there is main/);
assert.throws(() => executable.call('main', []), /takes 5 arguments, not 0/);
""")

    def test_comparisons_of_halves(self):
        source = self.write("m.mlir", """
func.func @main(%x: tensor<20x20xf16>) -> tensor<20x20xf16> {
  %c = stablehlo.constant dense<3.140630e+00> : tensor<20x20xf16>
  %m = stablehlo.constant dense<-1.0> : tensor<20x20xf16>
  %0 = stablehlo.compare GT, %x, %m, FLOAT
      : (tensor<20x20xf16>, tensor<20x20xf16>) -> tensor<20x20xi1>
  %1 = stablehlo.select %0, %x, %c : tensor<20x20xi1>, tensor<20x20xf16>
  return %1 : tensor<20x20xf16>
}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source)
        x = np.random.default_rng(1).standard_normal((20, 20)).astype("f2") * 2
        result, = self.run_program(program, [x], ["f2"])
        np.testing.assert_array_equal(result, np.where(x > -1, x, np.float16(3.140630)))

    def test_what_other_machines_have_instructions_for(self):
        source = self.write("m.mlir", """
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf64>, %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf64>, tensor<8xf64>, tensor<8xf32>) {
  %0 = arith.maxnumf %x, %z : tensor<8xf32>
  %1 = arith.minnumf %y, %y : tensor<8xf64>
  %2 = stablehlo.sine %y : tensor<8xf64>
  %3 = stablehlo.tanh %x : tensor<8xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf64>, tensor<8xf64>, tensor<8xf32>
}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source)
        nan = np.nan
        x = np.array([1, nan, -0.0, 3, -4, nan, 7, 8], "f")
        z = np.array([2, 5, 0.0, -3, nan, nan, 7, -8], "f")
        y = np.array([1e300, 1e22, -3, 0.5, 1e5, -1e17, 2, 3])
        extrema, same, sines, tanh = self.run_program(program, [x, y, z], ["f", "d", "d", "f"])
        np.testing.assert_array_equal(extrema, np.fmax(x, z))
        np.testing.assert_array_equal(same, y)
        np.testing.assert_allclose(sines, np.sin(y), 1e-13)
        np.testing.assert_allclose(tanh, np.tanh(x), 1e-6)

    def test_products_of_bytes_are_exact(self):
        random = np.random.default_rng(1)
        with Daemon() as daemon:
            for m, n, k in ((1, 40, 70), (5, 33, 66), (13, 40, 70), (64, 100, 131)):
                with self.subTest(f"{m}x{k}x{n}"):
                    a, b = (random.integers(-128, 128, shape, "i1") for shape in ((m, k), (k, n)))
                    source = self.write("m.mlir", f"""
func.func @main(%a: tensor<{m}x{k}xi8>) -> tensor<{m}x{n}xi32> {{
  %b = stablehlo.constant dense<{b.tolist()}> : tensor<{k}x{n}xi8>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<{m}x{k}xi8>, tensor<{k}x{n}xi8>) -> tensor<{m}x{n}xi32>
  return %0 : tensor<{m}x{n}xi32>
}}
""")
                    plan = daemon.ingot("compile", source, "--target", "wasm32", "--emit",
                                        "mlir:plan", check=0).stdout
                    self.assertIn("x16x2xi8" if m < 8 else "x16x2xi16", plan)
                    result, = self.run_program(self.make(daemon, source), [a], ["i4"])
                    np.testing.assert_array_equal(result, a.astype("i4") @ b.astype("i4"))

    def test_a_call_that_fails_leaves_no_memory_behind(self):
        source = self.write("m.mlir", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.exponential %x : tensor<?xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<?xf32>
  %2 = stablehlo.add %1, %y : tensor<?xf32>
  return %2 : tensor<?xf32>
}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source)
        self.run_script(program, """
const executable = await Executable.load(bytes);
const ones = (size) => ({ shape: [size], data: new Float32Array(size).fill(1) });
const fail = () => assert.throws(
  () => executable.call('main', [ones(30000), ones(30001)]), /size/);
fail();
const before = executable.memory.buffer.byteLength;
for (let i = 0; i < 300; ++i) fail();
assert.equal(executable.memory.buffer.byteLength, before);
const [result] = executable.call('main', [ones(30000), ones(30000)]);
assert.ok(Math.abs(result.data[0] - Math.E - 1) < 1e-5);
""")

    def test_constants_come_as_files_or_maps(self):
        program = self.make_with_weights()
        self.run_script(program, f"""
const file = fs.readFileSync({json.dumps(str(program.with_suffix('.safetensors')))});
const {{ readSafetensors }} = await import({json.dumps(RUNTIME.as_uri())});
const name = [...readSafetensors(file).keys()][0];
const values = Float32Array.from({{ length: 600 }}, (_, i) => i);
const tensor = (bytes) => new Map([[name, {{ element: 12, shape: [600], bytes }}]]);
for (const constants of [file, tensor(values), tensor(values.buffer),
                         tensor(new Uint8Array(values.buffer))]) {{
  const executable = await Executable.load(bytes, {{ constants }});
  const [result] = executable.call('main', [new Float32Array(600).fill(2)]);
  assert.equal(result.data[599], 1198);
}}
for (const constants of [new Map(), tensor(undefined), tensor(values.slice(1))])
  await assert.rejects(Executable.load(bytes, {{ constants }}), /600xf32/);
assert.throws(() => readSafetensors(file.subarray(0, file.length - 1)), /beyond the file/);
assert.throws(() => readSafetensors(new ArrayBuffer(4)), /too short/);
""")

    def test_the_same_program_gives_the_same_bytes(self):
        made = []
        for _ in range(2):
            with Daemon() as daemon:
                made.append(self.make(daemon, DATA / "ppocr_cls" / "model.onnx").read_bytes())
        self.assertEqual(made[0], made[1])


if __name__ == "__main__":
    unittest.main()
