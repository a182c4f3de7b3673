"""One small convolution net in the forms of five producers, for test_same_layers.

x -> convolution 3x3, bias, ReLU -> mean over the picture -> dense, bias -> softmax.

ONNX and torch hold pictures as NCHW, TFLite and TensorFlow as NHWC; StableHLO says
either. Binary files are made from text by protoc and flatc with the readers' own
definitions of the formats."""
import json
import pathlib
import subprocess

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRONTENDS = ROOT / "pipeline" / "frontends"
SIZE, CHANNELS, FILTERS, CLASSES = 8, 4, 16, 5


def weights():
    """filter [out, in, 3, 3], its bias, dense [classes, filters], its bias."""
    generator = np.random.default_rng(12)
    shapes = [(FILTERS, CHANNELS, 3, 3), (FILTERS,), (CLASSES, FILTERS), (CLASSES,)]
    return [generator.standard_normal(shape).astype(np.float32) / 4 for shape in shapes]


def picture():
    """An input, NCHW."""
    return np.random.default_rng(13).standard_normal(
        (1, CHANNELS, SIZE, SIZE)).astype(np.float32)


def expected():
    """What the net gives for picture(), by numpy."""
    kernel, bias, dense, dense_bias = [w.astype(np.float64) for w in weights()]
    padded = np.pad(picture().astype(np.float64), ((0, 0), (0, 0), (1, 1), (1, 1)))
    out = np.zeros((1, FILTERS, SIZE, SIZE))
    for y in range(3):
        for x in range(3):
            out += np.einsum("nchw,fc->nfhw", padded[:, :, y:y + SIZE, x:x + SIZE],
                             kernel[:, :, y, x])
    features = np.maximum(out + bias[:, None, None], 0).mean(axis=(2, 3))
    logits = features @ dense.T + dense_bias
    powers = np.exp(logits - logits.max())
    return (powers / powers.sum()).astype(np.float32)


def numbers(array):
    return ", ".join(repr(float(x)) for x in array.ravel())


def dense_attribute(array):
    """An array as MLIR writes it."""
    return f'dense<"0x{array.tobytes().hex().upper()}">'


#===--- StableHLO -----------------------------------------------------------===#

LAYOUTS = {
    "NCHW": {"input": f"1x{CHANNELS}x{SIZE}x{SIZE}", "kernel": f"{FILTERS}x{CHANNELS}x3x3",
             "output": f"1x{FILTERS}x{SIZE}x{SIZE}",
             "numbers": "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]",
             "bias": f"{FILTERS}x1x1", "bias_dims": "[1, 2, 3]",
             "picture": "[2, 3]", "order": (0, 1, 2, 3)},
    "NHWC": {"input": f"1x{SIZE}x{SIZE}x{CHANNELS}", "kernel": f"3x3x{CHANNELS}x{FILTERS}",
             "output": f"1x{SIZE}x{SIZE}x{FILTERS}",
             "numbers": "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
             "bias": f"{FILTERS}", "bias_dims": "[3]",
             "picture": "[1, 2]", "order": (2, 3, 1, 0)},
}


def stablehlo(layout):
    how = LAYOUTS[layout]
    kernel, bias, dense, dense_bias = weights()
    kernel = np.ascontiguousarray(kernel.transpose(how["order"]))
    result = f"tensor<1x{CLASSES}xf32>"
    return f"""
func.func @main(%x: tensor<{how['input']}xf32>) -> {result} {{
  %k = stablehlo.constant {dense_attribute(kernel)} : tensor<{how['kernel']}xf32>
  %kb = stablehlo.constant {dense_attribute(bias)} : tensor<{FILTERS}xf32>
  %d = stablehlo.constant {dense_attribute(dense)} : tensor<{CLASSES}x{FILTERS}xf32>
  %db = stablehlo.constant {dense_attribute(dense_bias)} : tensor<{CLASSES}xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<{how['output']}xf32>
  %count = stablehlo.constant dense<{float(SIZE * SIZE)}> : tensor<1x{FILTERS}xf32>
  %c = stablehlo.convolution(%x, %k) dim_numbers = {how['numbers']},
      window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
      : (tensor<{how['input']}xf32>, tensor<{how['kernel']}xf32>) -> tensor<{how['output']}xf32>
  %kbr = stablehlo.reshape %kb : (tensor<{FILTERS}xf32>) -> tensor<{how['bias']}xf32>
  %kbb = stablehlo.broadcast_in_dim %kbr, dims = {how['bias_dims']}
      : (tensor<{how['bias']}xf32>) -> tensor<{how['output']}xf32>
  %s = stablehlo.add %c, %kbb : tensor<{how['output']}xf32>
  %r = stablehlo.maximum %s, %zeros : tensor<{how['output']}xf32>
  %sum = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = {how['picture']}
      : (tensor<{how['output']}xf32>, tensor<f32>) -> tensor<1x{FILTERS}xf32>
  %mean = stablehlo.divide %sum, %count : tensor<1x{FILTERS}xf32>
  %dt = stablehlo.transpose %d, dims = [1, 0]
      : (tensor<{CLASSES}x{FILTERS}xf32>) -> tensor<{FILTERS}x{CLASSES}xf32>
  %p = stablehlo.dot_general %mean, %dt, contracting_dims = [1] x [0]
      : (tensor<1x{FILTERS}xf32>, tensor<{FILTERS}x{CLASSES}xf32>) -> {result}
  %dbb = stablehlo.broadcast_in_dim %db, dims = [1] : (tensor<{CLASSES}xf32>) -> {result}
  %l = stablehlo.add %p, %dbb : {result}
  %m = stablehlo.reduce(%l init: %low) applies stablehlo.maximum across dimensions = [1]
      : ({result}, tensor<f32>) -> tensor<1xf32>
  %mr = stablehlo.reshape %m : (tensor<1xf32>) -> tensor<1x1xf32>
  %mb = stablehlo.broadcast_in_dim %mr, dims = [0, 1] : (tensor<1x1xf32>) -> {result}
  %e = stablehlo.exponential %shifted : {result}
  %t = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
      : ({result}, tensor<f32>) -> tensor<1xf32>
  %tr = stablehlo.reshape %t : (tensor<1xf32>) -> tensor<1x1xf32>
  %tb = stablehlo.broadcast_in_dim %tr, dims = [0, 1] : (tensor<1x1xf32>) -> {result}
  %y = stablehlo.divide %e, %tb : {result}
  return %y : {result}
}}
""".replace("  %e = ", f"  %shifted = stablehlo.subtract %l, %mb : {result}\n  %e = ")


#===--- torch ---------------------------------------------------------------===#

def torch():
    kernel, bias, dense, dense_bias = weights()

    def tensor(*shape):
        return f"!torch.vtensor<[{','.join(map(str, shape))}],f32>"

    def literal(name, array):
        shape = "x".join(map(str, array.shape))
        return (f"  %{name} = torch.vtensor.literal({dense_attribute(array)} : "
                f"tensor<{shape}xf32>) : {tensor(*array.shape)}\n")

    picture_type = tensor(1, FILTERS, SIZE, SIZE)
    return f"""
func.func @main(%x: {tensor(1, CHANNELS, SIZE, SIZE)}) -> {tensor(1, CLASSES)} {{
{literal("k", kernel)}{literal("kb", bias)}{literal("d", dense)}{literal("db", dense_bias)}
  %false = torch.constant.bool false
  %none = torch.constant.none
  %i0 = torch.constant.int 0
  %i1 = torch.constant.int 1
  %i2 = torch.constant.int 2
  %i3 = torch.constant.int 3
  %ones = torch.prim.ListConstruct %i1, %i1 : (!torch.int, !torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %i0, %i0 : (!torch.int, !torch.int) -> !torch.list<int>
  %dims = torch.prim.ListConstruct %i2, %i3 : (!torch.int, !torch.int) -> !torch.list<int>
  %c = torch.aten.convolution %x, %k, %kb, %ones, %ones, %ones, %false, %zeros, %i1
      : {tensor(1, CHANNELS, SIZE, SIZE)}, {tensor(*kernel.shape)}, {tensor(FILTERS)}, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> {picture_type}
  %r = torch.aten.relu %c : {picture_type} -> {picture_type}
  %m = torch.aten.mean.dim %r, %dims, %false, %none
      : {picture_type}, !torch.list<int>, !torch.bool, !torch.none -> {tensor(1, FILTERS)}
  %l = torch.aten.linear %m, %d, %db
      : {tensor(1, FILTERS)}, {tensor(*dense.shape)}, {tensor(CLASSES)} -> {tensor(1, CLASSES)}
  %y = torch.aten.softmax.int %l, %i1, %none
      : {tensor(1, CLASSES)}, !torch.int, !torch.none -> {tensor(1, CLASSES)}
  return %y : {tensor(1, CLASSES)}
}}
"""


#===--- Protocol Buffers ----------------------------------------------------===#

def encode(definition, message, text):
    """The bytes of a message given in text format."""
    return subprocess.run(["protoc", f"--proto_path={definition.parent}",
                           f"--encode={message}", definition.name],
                          input=text.encode(), check=True, capture_output=True).stdout


def onnx():
    kernel, bias, dense, dense_bias = weights()

    def node(op, inputs, output, attributes=""):
        names = "".join(f'input: "{name}" ' for name in inputs)
        return (f'node {{ op_type: "{op}" name: "{op.lower()}" {names} output: "{output}" '
                f"{attributes} }}\n")

    def ints(name, *values):
        listed = "".join(f"ints: {value} " for value in values)
        return f'attribute {{ name: "{name}" type: INTS {listed}}} '

    def integer(name, value):
        return f'attribute {{ name: "{name}" type: INT i: {value} }} '

    def value(kind, name, *shape):
        dims = "".join(f"dim {{ dim_value: {size} }} " for size in shape)
        return (f'{kind} {{ name: "{name}" type {{ tensor_type {{ elem_type: 1 '
                f"shape {{ {dims} }} }} }} }}\n")

    def initializer(name, array):
        dims = "".join(f"dims: {size} " for size in array.shape)
        return (f'initializer {{ name: "{name}" {dims} data_type: 1 '
                f"float_data: [{numbers(array)}] }}\n")

    graph = (node("Conv", ["x", "k", "kb"], "c", ints("pads", 1, 1, 1, 1)
                  + ints("kernel_shape", 3, 3))
             + node("Relu", ["c"], "r")
             + node("ReduceMean", ["r"], "m", ints("axes", 2, 3) + integer("keepdims", 0))
             + node("Gemm", ["m", "d", "db"], "l", integer("transB", 1))
             + node("Softmax", ["l"], "y", integer("axis", 1))
             + initializer("k", kernel) + initializer("kb", bias)
             + initializer("d", dense) + initializer("db", dense_bias)
             + value("input", "x", 1, CHANNELS, SIZE, SIZE)
             + value("output", "y", 1, CLASSES))
    return encode(FRONTENDS / "onnx" / "onnx.proto", "ingot.onnx.proto.ModelProto",
                  f'ir_version: 8 graph {{ name: "net" {graph} }} '
                  f"opset_import {{ version: 13 }}")


def tensorflow():
    kernel, bias, dense, dense_bias = weights()

    def attribute(key, value):
        return f'attr {{ key: "{key}" value {{ {value} }} }} '

    def node(name, op, inputs=(), attributes=""):
        names = "".join(f'input: "{given}" ' for given in inputs)
        return f'node {{ name: "{name}" op: "{op}" {names} {attributes} }}\n'

    def constant(name, array):
        kind, field = (3, "int_val") if array.dtype == np.int32 else (1, "float_val")
        dims = "".join(f"dim {{ size: {size} }} " for size in array.shape)
        values = ", ".join(repr(x.item()) for x in array.ravel())
        return node(name, "Const", (), attribute("dtype", f"type: {kind}") + attribute(
            "value", f"tensor {{ dtype: {kind} tensor_shape {{ {dims} }} {field}: [{values}] }}"))

    real = attribute("T", "type: 1")
    dims = "".join(f"dim {{ size: {size} }} " for size in (1, SIZE, SIZE, CHANNELS))
    graph = (node("x", "Placeholder", (), attribute("dtype", "type: 1")
                  + attribute("shape", f"shape {{ {dims} }}"))
             + constant("k", np.ascontiguousarray(kernel.transpose(2, 3, 1, 0)))
             + constant("kb", bias) + constant("d", np.ascontiguousarray(dense.T))
             + constant("db", dense_bias) + constant("axes", np.array([1, 2], np.int32))
             + node("c", "Conv2D", ["x", "k"], real + attribute("padding", 's: "SAME"')
                    + attribute("strides", "list { i: [1, 1, 1, 1] }")
                    + attribute("data_format", 's: "NHWC"'))
             + node("cb", "BiasAdd", ["c", "kb"], real + attribute("data_format", 's: "NHWC"'))
             + node("r", "Relu", ["cb"], real)
             + node("m", "Mean", ["r", "axes"], real + attribute("Tidx", "type: 3")
                    + attribute("keep_dims", "b: false"))
             + node("p", "MatMul", ["m", "d"], real + attribute("transpose_a", "b: false")
                    + attribute("transpose_b", "b: false"))
             + node("l", "BiasAdd", ["p", "db"], real + attribute("data_format", 's: "NHWC"'))
             + node("y", "Softmax", ["l"], real))
    return encode(FRONTENDS / "tensorflow" / "Graph.proto", "ingot.tensorflow.format.Graph",
                  graph + "versions { producer: 1000 }")


#===--- TFLite --------------------------------------------------------------===#

def tflite(folder):
    """Written by flatc into a file of `folder`, which is given back as bytes."""
    kernel, bias, dense, dense_bias = weights()
    buffers, tensors = [{}], []

    def tensor(name, shape, array=None, kind="FLOAT32"):
        if array is not None:
            buffers.append({"data": list(array.tobytes())})
        tensors.append({"name": name, "shape": list(shape), "type": kind,
                        "buffer": len(buffers) - 1 if array is not None else 0})
        return len(tensors) - 1

    def operator(code, inputs, output, kind, **options):
        return {"opcode_index": code, "inputs": inputs, "outputs": [output],
                "builtin_options_type": kind, "builtin_options": options}

    kernel = np.ascontiguousarray(kernel.transpose(0, 2, 3, 1))
    x = tensor("x", (1, SIZE, SIZE, CHANNELS))
    k, kb = tensor("k", kernel.shape, kernel), tensor("kb", bias.shape, bias)
    axes = tensor("axes", (2,), np.array([1, 2], np.int32), "INT32")
    d, db = tensor("d", dense.shape, dense), tensor("db", dense_bias.shape, dense_bias)
    r = tensor("r", (1, SIZE, SIZE, FILTERS))
    m, logits = tensor("m", (1, FILTERS)), tensor("l", (1, CLASSES))
    y = tensor("y", (1, CLASSES))
    operators = [
        operator(0, [x, k, kb], r, "Conv2DOptions", padding="SAME", stride_w=1, stride_h=1,
                 fused_activation_function="RELU"),
        operator(1, [r, axes], m, "ReducerOptions", keep_dims=False),
        operator(2, [m, d, db], logits, "FullyConnectedOptions"),
        operator(3, [logits], y, "SoftmaxOptions", beta=1.0)]
    names = ["CONV_2D", "MEAN", "FULLY_CONNECTED", "SOFTMAX"]
    codes = {"CONV_2D": 3, "MEAN": 40, "FULLY_CONNECTED": 9, "SOFTMAX": 25}
    model = {"version": 3, "buffers": buffers,
             "operator_codes": [{"deprecated_builtin_code": codes[name], "builtin_code": name}
                                for name in names],
             "subgraphs": [{"tensors": tensors, "inputs": [x], "outputs": [y],
                            "operators": operators}]}
    text = pathlib.Path(folder) / "model.json"
    text.write_text(json.dumps(model))
    subprocess.run(["flatc", "--binary", "-o", folder, FRONTENDS / "tflite" / "TfLite.fbs", text],
                   check=True, capture_output=True)
    made = next(path for path in pathlib.Path(folder).glob("model.*") if path != text)
    return made.read_bytes()
