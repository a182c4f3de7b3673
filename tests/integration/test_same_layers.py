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
        # TensorFlow keeps the filter as StableHLO's text does (HWIO) and the dense weights
        # the other way round, so that one product has no transposed operand.
        self.assertEqual(self.built("net.pb", layer_models.tensorflow(), "NHWC")[0], 1)
        # TFLite keeps the filter as OHWI and reads the dense weights by rows: two products
        # of another access pattern; mean, softmax and what is elementwise are the same.
        self.assertEqual(self.built("net.tflite", layer_models.tflite(self.folder), "NHWC")[0], 2)

    def test_what_follows_the_picture_is_shared_by_all(self):
        self.built("net.mlir", layer_models.stablehlo("NCHW"), "NCHW")
        # Dense layer and softmax do not know of layouts; convolution and mean do.
        built, unique = self.built("net.tflite", layer_models.tflite(self.folder), "NHWC")
        self.assertLess(built, unique)


if __name__ == "__main__":
    unittest.main()
