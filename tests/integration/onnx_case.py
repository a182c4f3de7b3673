"""A test case for models of ONNX, from the file to numbers."""
import numpy as np

import onnx_format as onnx
from harness import Daemon, TestCase


class OnnxCase(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = cls.enterClassContext(Daemon())

    def results(self, bytes_, arrays, count):
        """What the model computes of arrays."""
        self.write("model.onnx", bytes_)
        program = self.folder / "model.so"
        self.daemon.ingot("compile", self.folder / "model.onnx", "-o", program, check=0)
        flags = []
        for i, array in enumerate(arrays):
            np.save(self.folder / f"in{i}.npy", array)
            flags += ["--input", self.folder / f"in{i}.npy"]
        self.daemon.ingot("run", program, "--output-dir", self.folder, *flags, check=0)
        return [np.load(self.folder / f"output_{i}.npy") for i in range(count)]

    def check(self, bytes_, arrays, expected, tolerance=1e-5):
        got = self.results(bytes_, arrays, len(expected))
        for have, want in zip(got, expected):
            want = np.asarray(want)
            self.assertEqual(have.shape, want.shape)
            np.testing.assert_allclose(have.astype(np.float64), want.astype(np.float64),
                                       rtol=tolerance, atol=tolerance)

    def check_node(self, op, operands, expected, domain="", opset=17, shapes=None,
                   constants=(), **attributes):
        """One operator. `constants` are positions of operands that the file holds."""
        names = ["" if array is None else f"x{i}" for i, array in enumerate(operands)]
        shapes = shapes or {}
        inputs = [onnx.value(name, array.dtype, shapes.get(i, array.shape))
                  for i, (name, array) in enumerate(zip(names, operands))
                  if array is not None and i not in constants]
        results = [f"y{i}" if array is not None else "" for i, array in enumerate(expected)]
        body = onnx.graph([onnx.node(op, names, results, domain, **attributes)], inputs,
                          [onnx.value(name) for name in results if name],
                          [onnx.tensor(names[i], operands[i]) for i in constants])
        arrays = [array for i, array in enumerate(operands)
                  if array is not None and i not in constants]
        self.check(onnx.model(body, opset, [domain] if domain else []), arrays,
                   [array for array in expected if array is not None])
