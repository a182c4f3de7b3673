"""One convolution net in four formats: what computes the same is one kernel in
the cache, whoever wrote the model."""
import unittest

import numpy as np

from harness import Daemon, TestCase, ingot
from model_bytes import Onnx, TensorFlow as Tf

# Weights leave the code, so that kernels do not depend on them.
THRESHOLD = ["--constant-threshold", "16"]


def dense(array):
    return (f'dense<"0x{array.tobytes().hex()}"> : '
            f'tensor<{"x".join(map(str, array.shape))}xf32>')


class Net:
    """relu(conv3x3(x) + b), and the result times a matrix, beside each other."""

    def __init__(self):
        random = np.random.default_rng(0)
        self.x = random.normal(size=(1, 10, 10, 8)).astype("f")  # NHWC
        self.filter = random.normal(size=(3, 3, 8, 16)).astype("f")  # HWIO
        self.bias = random.normal(size=16).astype("f")
        self.matrix = random.normal(size=(1024, 12)).astype("f")
        y = np.zeros((1, 8, 8, 16), "f")
        for h in range(3):
            for w in range(3):
                y += self.x[:, h:h + 8, w:w + 8] @ self.filter[h, w]
        self.y = np.maximum(y + self.bias, 0)
        self.flat = self.y.reshape(1, 1024)
        self.z = self.flat @ self.matrix

    def tensorflow(self):
        floats = Tf.type(Tf.FLOAT)
        return Tf.graph([
            Tf.placeholder("x", (1, 10, 10, 8)),
            Tf.placeholder("flat", (1, 1024)),
            Tf.const("filter", self.filter), Tf.const("bias", self.bias),
            Tf.const("matrix", self.matrix),
            Tf.node("Conv2D", "conv", ("x", "filter"), T=floats,
                    strides=Tf.ints((1, 1, 1, 1)), padding=Tf.text("VALID"),
                    data_format=Tf.text("NHWC")),
            Tf.node("BiasAdd", "biased", ("conv", "bias"), T=floats),
            Tf.node("Relu", "y", ("biased",), T=floats),
            Tf.node("MatMul", "z", ("flat", "matrix"), T=floats)]), False

    def stablehlo(self):
        return f"""
        func.func @main(%x: tensor<1x10x10x8xf32>, %flat: tensor<1x1024xf32>)
            -> (tensor<1x8x8x16xf32>, tensor<1x12xf32>) {{
          %f = stablehlo.constant {dense(self.filter)}
          %b = stablehlo.constant {dense(self.bias)}
          %m = stablehlo.constant {dense(self.matrix)}
          %0 = stablehlo.convolution(%x, %f)
              dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{}}
              {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
              : (tensor<1x10x10x8xf32>, tensor<3x3x8x16xf32>) -> tensor<1x8x8x16xf32>
          %1 = stablehlo.broadcast_in_dim %b, dims = [3]
              : (tensor<16xf32>) -> tensor<1x8x8x16xf32>
          %2 = stablehlo.add %0, %1 : tensor<1x8x8x16xf32>
          %zero = stablehlo.constant dense<0.0> : tensor<1x8x8x16xf32>
          %y = stablehlo.maximum %2, %zero : tensor<1x8x8x16xf32>
          %z = stablehlo.dot_general %flat, %m, contracting_dims = [1] x [0]
              : (tensor<1x1024xf32>, tensor<1024x12xf32>) -> tensor<1x12xf32>
          return %y, %z : tensor<1x8x8x16xf32>, tensor<1x12xf32>
        }}""".encode(), False

    def oihw(self):
        return np.ascontiguousarray(self.filter.transpose(3, 2, 0, 1))

    def onnx(self):
        return Onnx.model(
            [Onnx.node("Conv", ("x", "filter", "bias"), "biased",
                       [Onnx.ints("kernel_shape", (3, 3))]),
             Onnx.node("Relu", ("biased",), "y"),
             Onnx.node("MatMul", ("flat", "matrix"), "z")],
            [Onnx.tensor("filter", self.oihw()), Onnx.tensor("bias", self.bias),
             Onnx.tensor("matrix", self.matrix)],
            [Onnx.value("x", 1, 8, 10, 10), Onnx.value("flat", 1, 1024)],
            [Onnx.value("y", 1, 16, 8, 8), Onnx.value("z", 1, 12)]), True

    def torch(self):
        def literal(name, array):
            sizes = ",".join(map(str, array.shape))
            return (f"%{name} = torch.vtensor.literal({dense(array)}) : "
                    f"!torch.vtensor<[{sizes}],f32>")
        return f"""
        func.func @main(%x: !torch.vtensor<[1,8,10,10],f32>,
                        %flat: !torch.vtensor<[1,1024],f32>)
            -> (!torch.vtensor<[1,16,8,8],f32>, !torch.vtensor<[1,12],f32>) {{
          {literal("f", self.oihw())}
          {literal("b", self.bias)}
          {literal("m", self.matrix)}
          %zero = torch.constant.int 0
          %one = torch.constant.int 1
          %false = torch.constant.bool false
          %ones = torch.prim.ListConstruct %one, %one
              : (!torch.int, !torch.int) -> !torch.list<int>
          %zeros = torch.prim.ListConstruct %zero, %zero
              : (!torch.int, !torch.int) -> !torch.list<int>
          %none = torch.prim.ListConstruct : () -> !torch.list<int>
          %0 = torch.aten.convolution %x, %f, %b, %ones, %zeros, %ones, %false,
              %none, %one : !torch.vtensor<[1,8,10,10],f32>,
              !torch.vtensor<[16,8,3,3],f32>, !torch.vtensor<[16],f32>,
              !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool,
              !torch.list<int>, !torch.int -> !torch.vtensor<[1,16,8,8],f32>
          %y = torch.aten.relu %0
              : !torch.vtensor<[1,16,8,8],f32> -> !torch.vtensor<[1,16,8,8],f32>
          %z = torch.aten.matmul %flat, %m : !torch.vtensor<[1,1024],f32>,
              !torch.vtensor<[1024,12],f32> -> !torch.vtensor<[1,12],f32>
          return %y, %z
              : !torch.vtensor<[1,16,8,8],f32>, !torch.vtensor<[1,12],f32>
        }}""".encode(), True


class SharedKernels(TestCase):
    def setUp(self):
        super().setUp()
        self.net = Net()

    def save(self, name, array):
        path = self.folder / name
        np.save(path, np.ascontiguousarray(array))
        return path

    def compile_and_run(self, daemon, form):
        """The digests of the kernels, by their root."""
        program, is_nchw = getattr(self.net, form)()
        source = self.write(form, program)
        out = self.folder / f"{form}.so"
        answer = daemon.compile(source, out, *THRESHOLD)
        order = (0, 3, 1, 2) if is_nchw else (0, 1, 2, 3)
        y = self.save("y.npy", self.net.y.transpose(order))
        z = self.save("z.npy", self.net.z)
        inputs = {"x": self.save("x.npy", self.net.x.transpose(order)),
                  "flat": self.save("flat.npy", self.net.flat)}
        ingot("run", out, "--input", inputs["x"], "--input", inputs["flat"],
              "--expect", y, "--expect", z, "--atol", "1e-3", check=0)
        return answer["kernels"]

    def test_formats_share_what_computes_the_same(self):
        with Daemon() as daemon:
            first = self.compile_and_run(daemon, "stablehlo")
            self.assertEqual(first["reused"], 0)
            # Both keep channels last: nothing is new.
            self.assertEqual(self.compile_and_run(daemon, "tensorflow")["built"], 0)
            # Channels come first in PyTorch and ONNX: another loop nest for the
            # convolution and what is fused to it. The product is the same.
            torch = self.compile_and_run(daemon, "torch")
            self.assertGreater(torch["built"], 0)
            self.assertGreater(torch["reused"], 0)
            self.assertEqual(self.compile_and_run(daemon, "onnx")["built"], 0)


if __name__ == "__main__":
    unittest.main()
