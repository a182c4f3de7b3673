"""The same layers in the files of several producers share machine code.

Every net is compiled into one store; what is built anew says what the forms have in
common. Which kernels differ, and why, stands at each assertion."""
import unittest

import layer_models
import numpy as np

from harness import Daemon, TestCase


class SameLayers(TestCase):
    def setUp(self):
        super().setUp()
        self.daemon = self.enterContext(Daemon())

    def built(self, name, program, layout):
        """Compiles a form, checks its numbers, and says how many kernels were new."""
        executable = self.folder / (name + ".so")
        answer = self.daemon.compile(self.write(name, program), executable)
        picture = layer_models.picture()
        if layout == "NHWC":
            picture = np.ascontiguousarray(picture.transpose(0, 2, 3, 1))
        np.save(self.folder / "x.npy", picture)
        np.save(self.folder / "y.npy", layer_models.expected())
        self.daemon.ingot("run", executable, "--input", self.folder / "x.npy", "--expect",
                          self.folder / "y.npy", "--atol", "1e-6", "--rtol", "1e-5", check=0)
        kernels = answer["kernels"]
        return kernels["built"], kernels["unique"]

    def test_pictures_channels_first(self):
        built, unique = self.built("net.mlir", layer_models.stablehlo("NCHW"), "NCHW")
        self.assertEqual(built, unique)
        self.assertEqual(self.built("torch.mlir", layer_models.torch(), "NCHW")[0], 0)
        self.assertEqual(self.built("net.onnx", layer_models.onnx(), "NCHW")[0], 0)

    def test_pictures_channels_last(self):
        built, unique = self.built("net.mlir", layer_models.stablehlo("NHWC"), "NHWC")
        self.assertEqual(built, unique)
        # TensorFlow keeps the filter as StableHLO's text does (HWIO).
        self.assertEqual(self.built("net.pb", layer_models.tensorflow(), "NHWC")[0], 0)
        # TFLite keeps the filter as OHWI and reads the dense weights by rows: two products
        # of another access pattern; mean, softmax and what is elementwise are the same.
        self.assertEqual(self.built("net.tflite", layer_models.tflite(self.folder), "NHWC")[0], 2)

    def test_what_follows_the_picture_is_shared_by_all(self):
        self.built("net.mlir", layer_models.stablehlo("NCHW"), "NCHW")
        # Dense layer and softmax do not know of layouts; convolution and mean do.
        built, unique = self.built("net.tflite", layer_models.tflite(self.folder), "NHWC")
        self.assertLess(built, unique)


class NewWeights(TestCase):
    """Small arrays that stand in the text of a program are no part of its kernels."""

    TYPES = {"f16": "f2", "f32": "f4", "f64": "f8", "complex<f32>": "c8", "i8": "i1",
             "ui8": "u1", "i32": "i4", "i64": "i8"}

    def program(self, kind, weights):
        numbers = "0x" + weights.tobytes().hex()
        return f"""
            func.func @main(%x: tensor<4x256x{kind}>) -> tensor<4x256x{kind}> {{
              %w = stablehlo.constant dense<"{numbers}"> : tensor<256x{kind}>
              %b = stablehlo.broadcast_in_dim %w, dims = [1]
                  : (tensor<256x{kind}>) -> tensor<4x256x{kind}>
              %0 = stablehlo.add %x, %b : tensor<4x256x{kind}>
              return %0 : tensor<4x256x{kind}>
            }}"""

    def test_they_build_no_kernel_and_count(self):
        random = np.random.default_rng(0)
        with Daemon() as daemon:
            for kind, name in self.TYPES.items():
                x = random.integers(0, 100, (4, 256)).astype(name)
                np.save(self.folder / "x.npy", x)
                for is_new in (False, True):
                    weights = random.integers(0, 100, 256).astype(name)
                    with self.subTest(kind, is_new=is_new):
                        answer = daemon.compile(
                            self.write("net.mlir", self.program(kind, weights)),
                            self.folder / "net.so", "--constant-threshold", "1000000")
                        if is_new:
                            self.assertEqual(answer["kernels"]["built"], 0)
                        np.save(self.folder / "y.npy", x + weights)
                        daemon.ingot("run", self.folder / "net.so", "--input",
                                     self.folder / "x.npy", "--expect",
                                     self.folder / "y.npy", "--atol", "0", check=0)


class ChangedPrograms(TestCase):
    """What a second version of a network builds: no more than what is new in it."""

    ROWS, WIDTH = 8, 64

    def program(self, wide, seed):
        """A dense layer there and back for each of the widths."""
        x, random = f"tensor<{self.ROWS}x{self.WIDTH}xf32>", np.random.default_rng(seed)
        body = []
        for i, size in enumerate(wide):
            y = f"tensor<{self.ROWS}x{size}xf32>"
            for name, rows, columns in (("w", self.WIDTH, size), ("v", size, self.WIDTH)):
                kind = f"tensor<{rows}x{columns}xf32>"
                weights = random.standard_normal((rows, columns)).astype("f")
                body.append(f'%{name}{i} = stablehlo.constant dense<"0x'
                            f'{weights.tobytes().hex()}"> : {kind}')
            body += [
                f"%d{i} = stablehlo.dot_general %x{i}, %w{i}, contracting_dims = [1] x [0] : "
                f"({x}, tensor<{self.WIDTH}x{size}xf32>) -> {y}",
                f"%x{i + 1} = stablehlo.dot_general %d{i}, %v{i}, contracting_dims = [1] x [0] "
                f": ({y}, tensor<{size}x{self.WIDTH}xf32>) -> {x}"]
        return (f"func.func @main(%x0: {x}) -> {x} {{\n  " + "\n  ".join(body)
                + f"\n  return %x{len(wide)} : {x}\n}}\n")

    def built(self, daemon, program):
        """Kinds of the actions that were built."""
        answer = daemon.compile(self.write("net.mlir", program), self.folder / "net.so",
                                "--profile")
        return sorted(action["kind"] for action in answer["profile"] if action["built"])

    def test_new_weights_build_a_plan_and_a_new_layer_its_kernels(self):
        with Daemon() as daemon:
            wide = [96, 112, 128]
            first = self.built(daemon, self.program(wide, 1))
            self.assertEqual(first, ["host"] + ["kernel"] * 6 + ["link", "plan"])
            for seed in range(2, 6):
                self.assertEqual(self.built(daemon, self.program(wide, seed)), ["plan"])
            self.assertEqual(self.built(daemon, self.program([96, 160, 128], 1)),
                             ["host", "kernel", "kernel", "link", "plan"])


if __name__ == "__main__":
    unittest.main()
