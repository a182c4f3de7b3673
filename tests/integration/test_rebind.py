"""Other weights for an executable without a compile: `ingot rebind`."""
import json
import struct
import unittest

import numpy

import onnx_format as onnx
from harness import Daemon, TestCase, ingot
from test_initialisers import layer


def read_safetensors(path):
    """Name -> array of f32."""
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + length])
    arrays = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = (8 + length + offset for offset in entry["data_offsets"])
            arrays[name] = numpy.frombuffer(data[begin:end], "f").reshape(entry["shape"])
    return arrays


def write_safetensors(path, arrays):
    header, body = {}, b""
    for name, array in arrays.items():
        header[name] = {"dtype": "F32", "shape": array.shape,
                        "data_offsets": [len(body), len(body) + array.nbytes]}
        body += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)


class Rebind(TestCase):
    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(7)
        self.x = random.standard_normal((2, 48)).astype("f")
        self.old, self.new = random.standard_normal((2, 48, 32)).astype("f")
        self.executable = self.folder / "layer.so"
        self.weights = self.folder / "new.safetensors"
        numpy.save(self.folder / "x.npy", self.x)

    def compile(self, daemon, weights, name):
        daemon.compile(self.write("layer.mlir", layer(weights)), self.folder / name)

    def name(self):
        """What the executable calls its one constant."""
        return list(read_safetensors(self.executable.with_suffix(".safetensors")))[0]

    def expect(self, executable, weights):
        expected = self.folder / "expected.npy"
        numpy.save(expected, self.x @ numpy.exp(weights))
        ingot("run", executable, "--input", self.folder / "x.npy",
              "--expect", expected, "--rtol", "1e-4", "--atol", "1e-4", check=0)

    def test_new_weights_compile_nothing(self):
        with Daemon() as daemon:
            self.compile(daemon, self.old, "layer.so")
            write_safetensors(self.weights, {self.name(): self.new})
            before = daemon.stats()
            out = self.folder / "other.so"
            done = ingot("rebind", self.executable, "--constants", self.weights,
                         "-o", out, "--json", check=0)
            self.assertEqual(json.loads(done.stdout), {
                "output": str(out), "constants": str(out.with_suffix(".safetensors")),
                "tensors": 1, "changed": 1, "kernels_built": 0})
            after = daemon.stats()
            for counter in ("requests", "actions_run", "kernels_built"):
                self.assertEqual(before[counter], after[counter], counter)
            self.expect(out, self.new)
            self.expect(self.executable, self.old)
            # A compile with these weights would have made the same.
            self.compile(daemon, self.new, "compiled.so")
            self.assertEqual((self.folder / "compiled.so").read_bytes(),
                             out.read_bytes())
            self.assertEqual((self.folder / "compiled.safetensors").read_bytes(),
                             out.with_suffix(".safetensors").read_bytes())

    def test_the_executable_itself_is_rebound_unless_another_is_named(self):
        with Daemon() as daemon:
            self.compile(daemon, self.old, "layer.so")
        write_safetensors(self.weights, {self.name(): self.new})
        ingot("rebind", self.executable, "--constants", self.weights, check=0)
        self.expect(self.executable, self.new)
        # From its own file: nothing changes.
        own = self.executable.with_suffix(".safetensors")
        before = self.executable.read_bytes(), own.read_bytes()
        done = ingot("rebind", self.executable, "--constants", own, check=0)
        self.assertIn("0 of 1 constants changed", done.stderr)
        self.assertEqual(before, (self.executable.read_bytes(), own.read_bytes()))

    def test_what_does_not_fit_is_named_and_nothing_written(self):
        with Daemon() as daemon:
            self.compile(daemon, self.old, "layer.so")
        name, out = self.name(), self.folder / "other.so"
        for arrays, faults in (
                ({name: self.new.T.copy()}, [f"'{name}' is F32 [32, 48]"]),
                ({"bias": self.new}, [f"'{name}' is missing",
                                      "'bias' is no constant of the executable"])):
            write_safetensors(self.weights, arrays)
            done = ingot("rebind", self.executable, "--constants", self.weights,
                         "-o", out, check=1)
            for fault in faults:
                self.assertIn(fault, done.stderr)
            self.assertFalse(out.exists() or out.with_suffix(".safetensors").exists())


def narrow_layer(form, numbers, kind="i4"):
    """x times weights of a few bits, which stand in the program in one of three ways."""
    rows, columns = numbers.shape
    wide = f"tensor<{rows}x{columns}x{kind}>"
    dense = f"dense<{numbers.tolist()}> : {wide}"
    head, weights, tail = "", f"arith.constant {dense}", ""
    if form == "global":
        head = f"ml_program.global private @weights({dense}) : {wide}"
        weights = f"ml_program.global_load_const @weights : {wide}"
    if form == "resource":
        weights = f"arith.constant dense_resource<weights> : {wide}"
        tail = ('{-# dialect_resources: { builtin: { weights: "0x01000000'
                f'{numbers.astype("i1").tobytes().hex()}" }} }} #-}}')
    if kind == "ui4":
        weights = f"stablehlo.constant {dense}"
    real = f"tensor<{rows}x{columns}xf32>"
    read = (f"stablehlo.convert %w : ({wide}) -> {real}" if kind == "ui4"
            else f"arith.sitofp %w : {wide} to {real}")
    return f"""{head}
func.func @main(%x: tensor<2x{rows}xf32>) -> tensor<2x{columns}xf32> {{
  %w = {weights}
  %f = {read}
  %0 = stablehlo.dot_general %x, %f, contracting_dims = [1] x [0]
      : (tensor<2x{rows}xf32>, {real}) -> tensor<2x{columns}xf32>
  return %0 : tensor<2x{columns}xf32>
}}
{tail}"""


class WeightsOfFourBits(TestCase):
    def test_they_are_no_code_in_whatever_form(self):
        random = numpy.random.default_rng(11)
        x = random.standard_normal((2, 48)).astype("f")
        numpy.save(self.folder / "x.npy", x)
        expected = self.folder / "expected.npy"
        for kind, forms, least in (("i4", ("inline", "global", "resource"), -8),
                                   ("ui4", ("inline",), 0)):
            old, new = random.integers(least, least + 16, (2, 48, 32))
            with Daemon() as daemon:
                for form in forms:
                    for weights in (old, new):
                        executable = self.folder / "layer.so"
                        made = daemon.compile(self.write("layer.mlir", narrow_layer(
                            form, weights, kind)), executable)
                        self.assertIn("constants", made, f"{kind} {form}")
                        isFirst = weights is old and form == forms[0]
                        self.assertEqual(made["kernels"]["built"] > 0, isFirst,
                                         f"{kind} {form}")
                        numpy.save(expected, x @ weights.astype("f"))
                        ingot("run", executable, "--input", self.folder / "x.npy", "--expect",
                              expected, "--rtol", "1e-4", "--atol", "1e-4", check=0)

    def test_floats_keep_their_name(self):
        codes = numpy.random.default_rng(3).integers(0, 16, (48, 32), "u1")
        wide = "tensor<48x32xf4E2M1FN>"
        program = self.write("floats.mlir", f"""
ml_program.global private @weights(dense<"0x{codes.tobytes().hex()}"> : {wide}) : {wide}
func.func @main(%x: tensor<2x48xf32>) -> tensor<2x32xf32> {{
  %w = ml_program.global_load_const @weights : {wide}
  %f = stablehlo.convert %w : ({wide}) -> tensor<48x32xf32>
  %0 = stablehlo.dot_general %x, %f, contracting_dims = [1] x [0]
      : (tensor<2x48xf32>, tensor<48x32xf32>) -> tensor<2x32xf32>
  return %0 : tensor<2x32xf32>
}}""")
        executable = self.folder / "floats.so"
        with Daemon() as daemon:
            daemon.compile(program, executable)
        said = json.loads(ingot("inspect", executable, "--json", check=0).stdout)
        self.assertEqual(said.get("folded_constants", []), [])


class RebindByTheModelsNames(TestCase):
    """A model of ONNX: `weight` is bound, `bias` is small and code, `shape` is read."""

    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(7)
        self.x = random.standard_normal((2, 48)).astype("f")
        self.old, self.new = random.standard_normal((2, 48, 32)).astype("f")
        self.bias = random.standard_normal(32).astype("f")
        shape = numpy.array([8, 8], "q")
        body = onnx.graph(
            [onnx.node("MatMul", ["x", "weight"], ["m"]),
             onnx.node("Add", ["m", "bias"], ["a"]),
             onnx.node("Reshape", ["a", "shape"], ["y"])],
            [onnx.value("x", "f", (2, 48))], [onnx.value("y", "f", (8, 8))],
            [onnx.tensor("weight", self.old), onnx.tensor("bias", self.bias),
             onnx.tensor("shape", shape)])
        self.executable = self.folder / "model.so"
        with Daemon() as daemon:
            daemon.compile(self.write("model.onnx", onnx.model(body)), self.executable)
        self.weights = self.folder / "new.safetensors"
        numpy.save(self.folder / "x.npy", self.x)

    def rebind(self, arrays, check):
        write_safetensors(self.weights, arrays)
        return ingot("rebind", self.executable, "--constants", self.weights, check=check)

    def expect(self, weight):
        expected = self.folder / "expected.npy"
        numpy.save(expected, (self.x @ weight + self.bias).reshape(8, 8))
        ingot("run", self.executable, "--input", self.folder / "x.npy",
              "--expect", expected, "--rtol", "1e-4", "--atol", "1e-4", check=0)

    def test_weights_have_the_names_of_the_model(self):
        self.expect(self.old)
        self.rebind({"weight": self.new}, check=0)
        self.expect(self.new)
        # What is code may be in the file if it is the same.
        self.rebind({"weight": self.old, "bias": self.bias}, check=0)
        self.expect(self.old)

    def test_values_that_were_read_are_refused_by_name(self):
        before = self.executable.read_bytes()
        done = self.rebind({"weight": self.new, "bias": self.bias + 1}, check=1)
        self.assertIn("'bias' has another value", done.stderr)
        self.assertIn("the phase 'constants': it is smaller than", done.stderr)
        done = self.rebind({"weight": self.new, "bias": self.bias[1:]}, check=1)
        self.assertIn("'bias' is F32 [31]: the program has 32xf32", done.stderr)
        done = self.rebind({"weight": self.new.T.copy(), "other": self.bias}, check=1)
        self.assertIn("'weight' is F32 [32, 48]", done.stderr)
        self.assertIn("'other' is no constant of the executable", done.stderr)
        self.assertEqual(before, self.executable.read_bytes())
        said = json.loads(ingot("inspect", self.executable, "--json", check=0).stdout)
        self.assertIn(("bias", "32xf32", "constants"),
                      [(one["name"], one["type"], one["phase"])
                       for one in said["folded_constants"]])


class SignsOfWeights(TestCase):
    def test_a_weight_has_the_sign_that_the_model_says(self):
        x = numpy.random.default_rng(5).standard_normal((2, 48)).astype("f")
        numpy.save(self.folder / "x.npy", x)
        given = numpy.arange(48 * 32).reshape(48, 32) % 100
        executable, weights = self.folder / "model.so", self.folder / "new.npz"
        for own, other in (("i1", "u1"), ("u1", "i1")):
            body = onnx.graph(
                [onnx.node("Cast", ["weight"], ["w"], to=1),
                 onnx.node("MatMul", ["x", "w"], ["y"])],
                [onnx.value("x", "f", (2, 48))], [onnx.value("y", "f", (2, 32))],
                [onnx.tensor("weight", (given + 1).astype(own))])
            with Daemon() as daemon:
                daemon.compile(self.write("model.onnx", onnx.model(body)), executable)
            numpy.savez(weights, weight=given.astype(other))
            done = ingot("rebind", executable, "--constants", weights, check=1)
            kind = {"i1": "si8", "u1": "ui8"}[own]
            self.assertRegex(done.stderr, f"'weight' is .* needs 48x32x{kind}")
            numpy.savez(weights, weight=given.astype(own))
            ingot("rebind", executable, "--constants", weights, check=0)
            numpy.save(self.folder / "y.npy", x @ given.astype("f"))
            ingot("run", executable, "--input", self.folder / "x.npy", "--expect",
                  self.folder / "y.npy", "--rtol", "1e-4", "--atol", "1e-3", check=0)


if __name__ == "__main__":
    unittest.main()
