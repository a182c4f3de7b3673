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


if __name__ == "__main__":
    unittest.main()
