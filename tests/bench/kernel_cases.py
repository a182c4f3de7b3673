"""The kernels of kernels.py: each one small program, told once.

A case is written as StableHLO (ours, XLA's, IREE's), as ONNX nodes (onnxruntime's) and
as the arguments of onednn_bench. Its floating-point operations and the bytes that it
has to move at least, every operand and result once, are those of the definition; what
a compiler does beyond that is its own affair.

Families are functions that yield cases; `all_cases` lists them. ONNX has channels
first only, so a convolution with channels last is compared with onnxruntime's of the
same sizes in its own layout; oneDNN takes both.
"""
import dataclasses
import math

WIDTHS = {"f32": 4, "bf16": 2, "i8": 1, "ui8": 1, "i32": 4, "i64": 8}


@dataclasses.dataclass
class Operand:
    """An argument, or a constant: weights, which a compiler may lay out anew."""
    name: str
    shape: tuple
    dtype: str = "f32"
    constant: bool = False
    below: int = 0        # of indices: their range
    onnx_shape: tuple = None  # where ONNX wants another layout

    @property
    def type(self):
        return tensor(self.shape, self.dtype)

    @property
    def bytes(self):
        return math.prod(self.shape) * WIDTHS[self.dtype]


@dataclasses.dataclass
class Case:
    name: str
    group: str
    operands: list
    result: tuple               # (shape, dtype)
    body: list                  # lines of StableHLO that define %r
    onnx: list = None           # (op, inputs, outputs, attributes), of which "r" is the last
    onednn: list = None         # arguments of onednn_bench
    flops: int = 0
    touched: int = None         # bytes, if not all of every operand
    initializers: dict = dataclasses.field(default_factory=dict)
    same_layout: bool = True    # ONNX's result has the elements in the same order

    @property
    def bytes(self):
        if self.touched is not None:
            return self.touched
        shape, dtype = self.result
        return sum(o.bytes for o in self.operands) + math.prod(shape) * WIDTHS[dtype]


def tensor(shape, dtype="f32"):
    return "tensor<" + "x".join([*map(str, shape), dtype]) + ">"


def listed(numbers):
    return ", ".join(map(str, numbers))


def scalar(name, value, dtype="f32"):
    if isinstance(value, float):
        value = f"{value:.9e}"
    return f"%{name} = stablehlo.constant dense<{value}> : {tensor((), dtype)}"


def spread(name, source, shape, dims=(), dtype="f32"):
    """`source` broadcast to `shape`, its dimensions being `dims` of the result."""
    small = tensor([shape[d] for d in dims], dtype)
    return (f"%{name} = stablehlo.broadcast_in_dim %{source}, dims = [{listed(dims)}] : "
            f"({small}) -> {tensor(shape, dtype)}")


def element(op, name, operands, shape, dtype="f32"):
    names = ", ".join("%" + o for o in operands)
    return f"%{name} = stablehlo.{op} {names} : {tensor(shape, dtype)}"


def reduce(name, source, init, op, shape, dims):
    rest = [s for d, s in enumerate(shape) if d not in dims]
    return (f"%{name} = stablehlo.reduce(%{source} init: %{init}) applies stablehlo.{op} "
            f"across dimensions = [{listed(dims)}] : ({tensor(shape)}, tensor<f32>) -> "
            f"{tensor(rest)}")


# ------------------------------------------------------------------- contractions

def matmul(name, m, n, k, dtype="f32", batch=(), transposed="", constant=False):
    """`transposed` holds a, b or both: how the operand lies in memory."""
    a = (*batch, k, m) if "a" in transposed else (*batch, m, k)
    b = (*batch, n, k) if "b" in transposed else (*batch, k, n)
    out = "i32" if dtype == "i8" else dtype
    result = (*batch, m, n)
    rank = len(batch)
    both = listed(range(rank))
    batching = f"batching_dims = [{both}] x [{both}], " if batch else ""
    contracted = (rank + ("a" not in transposed), rank + ("b" in transposed))
    body = [f"%r = stablehlo.dot_general %a, %b, {batching}contracting_dims = "
            f"[{contracted[0]}] x [{contracted[1]}] : ({tensor(a, dtype)}, "
            f"{tensor(b, dtype)}) -> {tensor(result, out)}"]
    nodes, ends = [], []
    swap = [*range(rank), rank + 1, rank]
    for letter in "ab":
        ends.append(letter)
        if letter in transposed:
            ends[-1] = letter + "t"
            nodes.append(("Transpose", [letter], [letter + "t"], {"perm": swap}))
    nodes.append(("MatMulInteger" if dtype == "i8" else "MatMul", ends, ["r"], {}))
    return Case(name, "contraction " + dtype,
                [Operand("a", a, dtype), Operand("b", b, dtype, constant)],
                (result, out), body, nodes if dtype != "bf16" else None,
                ["matmul", dtype, str(math.prod(batch)), m, n, k, transposed or "-",
                 "any" if constant else "plain"],
                2 * math.prod(batch) * m * n * k)


def contractions():
    yield matmul("matmul_128", 128, 128, 128)
    yield matmul("matmul_256", 256, 256, 256)
    yield matmul("matmul_512", 512, 512, 512)
    yield matmul("matmul_1024", 1024, 1024, 1024)
    yield matmul("matmul_ragged_127x255x513", 127, 255, 513)
    yield matmul("matmul_ragged_500", 500, 500, 500)
    yield matmul("matmul_tall_8192x64x64", 8192, 64, 64)
    yield matmul("matmul_wide_64x8192x64", 64, 8192, 64)
    yield matmul("matmul_long_k_64x64x8192", 64, 64, 8192)
    yield matmul("matmul_skinny_n8_2048x8x512", 2048, 8, 512)
    yield matmul("matmul_m1_1x4096x1024", 1, 4096, 1024)
    yield matmul("matmul_m1_nt_1x4096x1024", 1, 4096, 1024, transposed="b")
    yield matmul("matmul_m4_4x1024x1024", 4, 1024, 1024)
    yield matmul("matmul_m16_16x1024x1024", 16, 1024, 1024)
    yield matmul("matmul_nt_512", 512, 512, 512, transposed="b")
    yield matmul("matmul_tn_512", 512, 512, 512, transposed="a")
    yield matmul("batch_12x128x128x64_nt", 128, 128, 64, batch=(12,), transposed="b")
    yield matmul("batch_12x128x64x128", 128, 64, 128, batch=(12,))
    yield matmul("batch_ragged_12x77x64x77", 77, 64, 77, batch=(12,))
    yield matmul("batch_small_512x8x8x8", 8, 8, 8, batch=(512,))
    yield matmul("dense_128x768x768", 128, 768, 768, constant=True)
    yield matmul("dense_128x3072x768", 128, 3072, 768, constant=True)
    yield matmul("dense_128x768x3072", 128, 768, 3072, constant=True)
    yield matmul("dense_1x3072x768", 1, 3072, 768, constant=True)
    yield matmul("dense_ragged_50x1000x513", 50, 1000, 513, constant=True)
    for dtype in ("bf16", "i8"):
        yield matmul(f"matmul_{dtype}_512", 512, 512, 512, dtype)
        yield matmul(f"matmul_{dtype}_ragged_127x255x513", 127, 255, 513, dtype)
        yield matmul(f"matmul_{dtype}_m1_1x4096x1024", 1, 4096, 1024, dtype)
        yield matmul(f"matmul_{dtype}_m16_16x1024x1024", 16, 1024, 1024, dtype)
        yield matmul(f"batch_{dtype}_12x128x128x64_nt", 128, 128, 64, dtype, (12,), "b")
        yield matmul(f"dense_{dtype}_128x768x768", 128, 768, 768, dtype, constant=True)


# -------------------------------------------------------------------- convolutions

def conv(name, size, window, channels, filters, layout="nhwc", stride=1, dilation=1,
         groups=1, pad=None, dtype="f32"):
    """One image; `size` and `window` have one or two dimensions."""
    space = len(size)
    if pad is None:  # As large as the input, divided by the stride.
        pad = [(w - 1) * dilation // 2 for w in window]
    out = [(s + 2 * p - (w - 1) * dilation - 1) // stride + 1
           for s, w, p in zip(size, window, pad)]
    letters = listed(range(space))
    first = layout.startswith("nc")
    x = (1, channels, *size) if first else (1, *size, channels)
    y = (1, filters, *out) if first else (1, *out, filters)
    if first:
        w = (filters, channels // groups, *window)
        numbers = f"[b, f, {letters}]x[o, i, {letters}]->[b, f, {letters}]"
    else:
        w = (*window, channels // groups, filters)
        numbers = f"[b, {letters}, f]x[{letters}, i, o]->[b, {letters}, f]"
    total = "i32" if dtype == "i8" else dtype
    body = [f"%r = stablehlo.convolution(%x, %w) dim_numbers = {numbers}, window = {{"
            f"stride = [{listed([stride] * space)}], pad = [{listed([p, p] for p in pad)}], "
            f"rhs_dilate = [{listed([dilation] * space)}]}} {{batch_group_count = 1 : i64, "
            f"feature_group_count = {groups} : i64}} : ({tensor(x, dtype)}, "
            f"{tensor(w, dtype)}) -> {tensor(y, total)}"]
    attributes = {"kernel_shape": list(window), "strides": [stride] * space,
                  "dilations": [dilation] * space, "pads": [*pad, *pad], "group": groups}
    nodes = [("ConvInteger" if dtype == "i8" else "Conv", ["x", "w"], ["r"], attributes)]
    shape = [1, channels, filters, groups, *([1] * (2 - space)), *size,
             *([1] * (2 - space)), *window, stride, dilation, *([0] * (2 - space)), *pad]
    return Case(f"{name}_{layout}", "convolution" + ("" if dtype == "f32" else " " + dtype),
                [Operand("x", x, dtype, onnx_shape=(1, channels, *size)),
                 Operand("w", w, dtype, True,
                         onnx_shape=(filters, channels // groups, *window))],
                (y, total), body, nodes, ["conv", dtype, layout, *shape],
                2 * math.prod(out) * filters * math.prod(window) * channels // groups,
                same_layout=first)


def convolutions():
    for layout in ("nhwc", "nchw"):
        yield conv("conv_1x1_56x56x64_256", (56, 56), (1, 1), 64, 256, layout)
        yield conv("conv_1x1_7x7x512_512", (7, 7), (1, 1), 512, 512, layout)
        yield conv("conv_1x1_s2_56x56x256_512", (56, 56), (1, 1), 256, 512, layout, stride=2)
        yield conv("conv_3x3_56x56x64_64", (56, 56), (3, 3), 64, 64, layout)
        yield conv("conv_3x3_28x28x128_128", (28, 28), (3, 3), 128, 128, layout)
        yield conv("conv_3x3_14x14x256_256", (14, 14), (3, 3), 256, 256, layout)
        yield conv("conv_3x3_ragged_29x31x61_67", (29, 31), (3, 3), 61, 67, layout)
        yield conv("conv_5x5_28x28x32_64", (28, 28), (5, 5), 32, 64, layout)
        yield conv("conv_3x3_s2_56x56x64_128", (56, 56), (3, 3), 64, 128, layout, stride=2)
        yield conv("conv_7x7_s2_224x224x3_64", (224, 224), (7, 7), 3, 64, layout, stride=2)
        yield conv("conv_3x3_d2_28x28x64_64", (28, 28), (3, 3), 64, 64, layout, dilation=2)
        yield conv("conv_3x3_g4_28x28x128_128", (28, 28), (3, 3), 128, 128, layout, groups=4)
        yield conv("depthwise_3x3_56x56x128", (56, 56), (3, 3), 128, 128, layout, groups=128)
        yield conv("depthwise_5x5_s2_28x28x240", (28, 28), (5, 5), 240, 240, layout,
                   stride=2, groups=240)
        yield conv("conv_one_filter_3x3_96x96x32", (96, 96), (3, 3), 32, 1, layout)
        yield conv("conv_narrow_3x3_4x80x96_96", (4, 80), (3, 3), 96, 96, layout)
        yield conv("conv_narrow_5x1_64x1x64_64", (64, 1), (5, 1), 64, 64, layout)
    for layout in ("nwc", "ncw"):
        yield conv("conv1d_3_1000x64_128", (1000,), (3,), 64, 128, layout)
        yield conv("conv1d_8_s4_8000x1_64", (8000,), (8,), 1, 64, layout, stride=4)
    yield conv("conv_i8_3x3_28x28x128_128", (28, 28), (3, 3), 128, 128, "nhwc", dtype="i8")
    yield conv("conv_i8_1x1_28x28x128_256", (28, 28), (1, 1), 128, 256, "nhwc", dtype="i8")


# -------------------------------------------------------------------------- pooling

def pool(name, size, window, stride, channels, layout, average=False):
    pad = 0 if average else window // 2
    out = [(s + 2 * pad - window) // stride + 1 for s in size]
    first = layout == "nchw"

    def placed(space, of_channel=1):
        return (1, of_channel, *space) if first else (1, *space, of_channel)
    x, y = placed(size, channels), placed(out, channels)
    pads = placed([[pad, pad]] * 2, [0, 0])
    pads = listed([[0, 0] if p == 1 else p for p in pads])
    op, init = ("add", "0.0") if average else ("maximum", "0xFF800000")
    body = [scalar("init", init),
            f'%p = "stablehlo.reduce_window"(%x, %init) <{{window_dimensions = array<i64: '
            f"{listed(placed([window] * 2))}>, window_strides = array<i64: "
            f"{listed(placed([stride] * 2))}>, padding = dense<[{pads}]> : tensor<4x2xi64>}}> "
            "({", "^bb0(%s: tensor<f32>, %t: tensor<f32>):",
            f"%u = stablehlo.{op} %s, %t : tensor<f32>", "stablehlo.return %u : tensor<f32>",
            f"}}) : ({tensor(x)}, tensor<f32>) -> {tensor(y)}"]
    if average:
        body += [scalar("n", float(window * window)), spread("nn", "n", y),
                 element("divide", "r", ["p", "nn"], y)]
    else:
        body[1] = body[1].replace("%p =", "%r =", 1)
    node = ("AveragePool" if average else "MaxPool", ["x"], ["r"],
            {"kernel_shape": [window] * 2, "strides": [stride] * 2, "pads": [pad] * 4})
    return Case(f"{name}_{layout}", "pooling",
                [Operand("x", x, onnx_shape=(1, channels, *size))], (y, "f32"), body, [node],
                ["pool", "avg" if average else "max", layout, channels, *size, window, stride,
                 pad], math.prod(y) * window * window, same_layout=first)


def global_pool(layout, size=28, channels=512):
    first = layout == "nchw"
    x = (1, channels, size, size) if first else (1, size, size, channels)
    y = (1, channels)
    body = [scalar("z", "0.0"), reduce("s", "x", "z", "add", x, (2, 3) if first else (1, 2)),
            scalar("n", float(size * size)), spread("nn", "n", y),
            element("divide", "r", ["s", "nn"], y)]
    nodes = [("GlobalAveragePool", ["x"], ["p"], {}), ("Flatten", ["p"], ["r"], {"axis": 1})]
    return Case(f"pool_global_{layout}", "pooling",
                [Operand("x", x, onnx_shape=(1, channels, size, size))], (y, "f32"), body, nodes,
                ["pool", "avg", layout, channels, size, size, size, size, 0],
                math.prod(x))


def poolings():
    for layout in ("nhwc", "nchw"):
        yield pool("pool_max_3x3_s2_112x112x64", (112, 112), 3, 2, 64, layout)
        yield pool("pool_avg_2x2_s2_56x56x128", (56, 56), 2, 2, 128, layout, average=True)
        yield pool("pool_max_5x5_s1_20x20x256", (20, 20), 5, 1, 256, layout)
        yield global_pool(layout)


# ------------------------------------------------------------------- rows and norms

def softmax(name, shape, axis):
    keep = [d for d in range(len(shape)) if d != axis]
    body = [scalar("lowest", "0xFF800000"), reduce("m", "x", "lowest", "maximum", shape, [axis]),
            spread("mm", "m", shape, keep), element("subtract", "d", ["x", "mm"], shape),
            element("exponential", "e", ["d"], shape), scalar("z", "0.0"),
            reduce("s", "e", "z", "add", shape, [axis]), spread("ss", "s", shape, keep),
            element("divide", "r", ["e", "ss"], shape)]
    return Case(name, "softmax", [Operand("x", shape)], (shape, "f32"), body,
                [("Softmax", ["x"], ["r"], {"axis": axis})],
                ["softmax", axis, *shape], 5 * math.prod(shape))


def layer_norm(name, rows, size, root=False):
    """With `root` the one without a mean."""
    shape, row = (rows, size), (rows,)
    body = [scalar("z", "0.0"), scalar("n", float(size)), spread("nn", "n", row),
            scalar("eps", 1e-5), spread("ee", "eps", row)]
    centred = "x"
    if not root:
        body += [reduce("s", "x", "z", "add", shape, [1]),
                 element("divide", "m", ["s", "nn"], row), spread("mm", "m", shape, [0]),
                 element("subtract", "c", ["x", "mm"], shape)]
        centred = "c"
    body += [element("multiply", "q", [centred, centred], shape),
             reduce("v", "q", "z", "add", shape, [1]), element("divide", "w", ["v", "nn"], row),
             element("add", "we", ["w", "ee"], row), element("rsqrt", "i", ["we"], row),
             spread("ii", "i", shape, [0]), element("multiply", "y", [centred, "ii"], shape),
             spread("gg", "g", shape, [1]), element("multiply", "yg", ["y", "gg"], shape),
             spread("bb", "b", shape, [1]), element("add", "r", ["yg", "bb"], shape)]
    nodes = [("LayerNormalization", ["x", "g", "b"], ["r"], {"axis": 1, "epsilon": 1e-5})]
    initializers = {}
    if root:
        initializers = {"two": ("f32", [2.0]), "eps": ("f32", [1e-5]), "axis": ("i64", [1])}
        nodes = [("Pow", ["x", "two"], ["q"], {}),
                 ("ReduceMean", ["q", "axis"], ["v"], {"keepdims": 1}),
                 ("Add", ["v", "eps"], ["we"], {}), ("Sqrt", ["we"], ["i"], {}),
                 ("Div", ["x", "i"], ["y"], {}), ("Mul", ["y", "g"], ["yg"], {}),
                 ("Add", ["yg", "b"], ["r"], {})]
    return Case(name, "norm", [Operand("x", shape), Operand("g", (size,), constant=True),
                               Operand("b", (size,), constant=True)],
                (shape, "f32"), body, nodes, None if root else ["layer_norm", rows, size],
                8 * rows * size, initializers=initializers)


def group_norm(name, groups, inner):
    """The normalisation alone, of groups that lie apart."""
    shape, row = (groups, inner), (groups,)
    body = layer_norm("", groups, inner).body
    cut = next(i for i, line in enumerate(body) if line.startswith("%gg"))
    body = body[:cut]
    body[-1] = body[-1].replace("%y =", "%r =")
    case = Case(name, "norm", [Operand("x", shape)], (shape, "f32"), body, None, None,
                6 * groups * inner)
    case.initializers = {"scale": ("f32", [1.0] * groups), "bias": ("f32", [0.0] * groups),
                         "to": ("i64", [1, groups, inner]), "back": ("i64", [groups, inner])}
    case.onnx = [("Reshape", ["x", "to"], ["y"], {}),
                 ("InstanceNormalization", ["y", "scale", "bias"], ["n"], {"epsilon": 1e-5}),
                 ("Reshape", ["n", "back"], ["r"], {})]
    return case


def batch_norm(layout, size=56, channels=128):
    first = layout == "nchw"
    shape = (1, channels, size, size) if first else (1, size, size, channels)
    dim = [1 if first else 3]
    body = [spread("gg", "g", shape, dim), element("multiply", "y", ["x", "gg"], shape),
            spread("bb", "b", shape, dim), element("add", "z", ["y", "bb"], shape),
            scalar("zero", "0.0"), spread("zz", "zero", shape),
            element("maximum", "r", ["z", "zz"], shape)]
    to = [1, channels, 1, 1] if first else [channels]
    nodes = [("Reshape", ["g", "to"], ["gr"], {}), ("Reshape", ["b", "to"], ["br"], {}),
             ("Mul", ["x", "gr"], ["y"], {}), ("Add", ["y", "br"], ["z"], {}),
             ("Relu", ["z"], ["r"], {})]
    return Case(f"scale_shift_relu_{layout}", "norm",
                [Operand("x", shape), Operand("g", (channels,), constant=True),
                 Operand("b", (channels,), constant=True)], (shape, "f32"), body, nodes, None,
                3 * math.prod(shape), initializers={"to": ("i64", to)})


def rows_and_norms():
    yield softmax("softmax_512x512", (512, 512), 1)
    yield softmax("softmax_1536x128", (1536, 128), 1)
    yield softmax("softmax_1x32000", (1, 32000), 1)
    yield softmax("softmax_ragged_300x77", (300, 77), 1)
    yield softmax("softmax_axis1_21x128x128", (1, 21, 128, 128), 1)
    yield softmax("softmax_axis0_512x512", (512, 512), 0)
    yield layer_norm("layer_norm_128x768", 128, 768)
    yield layer_norm("layer_norm_ragged_197x385", 197, 385)
    yield layer_norm("layer_norm_1x4096", 1, 4096)
    yield layer_norm("rms_norm_128x768", 128, 768, root=True)
    yield group_norm("group_norm_32x4096", 32, 4096)
    for layout in ("nhwc", "nchw"):
        yield batch_norm(layout)


# ---------------------------------------------------------------------- elementwise

def pointwise(name, shape, op, onnx, flops=1, onednn=None):
    line = f"%r = {op} %x : {tensor(shape)}"
    if op.startswith("chlo"):
        line += f" -> {tensor(shape)}"
    nodes = onnx if isinstance(onnx, list) else [(onnx, ["x"], ["r"], {})]
    return Case(name, "elementwise", [Operand("x", shape)], (shape, "f32"), [line], nodes,
                onednn and ["eltwise", onednn, *shape], flops * math.prod(shape))


def gelu(name, shape, exact):
    n = math.prod(shape)
    body = [scalar("half", 0.5), spread("h", "half", shape), scalar("one", 1.0),
            spread("o", "one", shape)]
    if exact:
        body += [scalar("root", math.sqrt(0.5)), spread("q", "root", shape),
                 element("multiply", "s", ["x", "q"], shape),
                 f"%e = chlo.erf %s : {tensor(shape)} -> {tensor(shape)}"]
    else:
        body += [scalar("root", math.sqrt(2 / math.pi)), spread("q", "root", shape),
                 scalar("cubic", 0.044715), spread("c", "cubic", shape),
                 element("multiply", "x2", ["x", "x"], shape),
                 element("multiply", "x3", ["x2", "x"], shape),
                 element("multiply", "cx", ["c", "x3"], shape),
                 element("add", "in", ["x", "cx"], shape),
                 element("multiply", "s", ["q", "in"], shape),
                 element("tanh", "e", ["s"], shape)]
    body += [element("add", "e1", ["e", "o"], shape), element("multiply", "hx", ["h", "x"], shape),
             element("multiply", "r", ["hx", "e1"], shape)]
    node = ("Gelu", ["x"], ["r"], {"approximate": "none" if exact else "tanh"})
    return Case(name, "gelu", [Operand("x", shape)], (shape, "f32"), body, [node],
                ["eltwise", "gelu_erf" if exact else "gelu_tanh", *shape], (8 if exact else 9) * n)


def bias_gelu(m=128, n=1024, k=256):
    """A dense layer with its bias and activation: one kernel or three."""
    shape = (m, n)
    case = matmul("dense_bias_relu_128x1024x256", m, n, k, constant=True)
    case.operands.append(Operand("c", (n,), constant=True))
    case.body = [case.body[0].replace("%r =", "%d ="), spread("cc", "c", shape, [1]),
                 element("add", "s", ["d", "cc"], shape), scalar("zero", "0.0"),
                 spread("z", "zero", shape), element("maximum", "r", ["s", "z"], shape)]
    case.onnx = [("Gemm", ["a", "b", "c"], ["s"], {}), ("Relu", ["s"], ["r"], {})]
    case.onednn = None
    case.flops += 2 * m * n
    return case


def chain(name, shape, length):
    """Alternately times and plus: what fusing saves is `length` trips to memory."""
    body, nodes, last = [], [], "x"
    for i in range(length):
        to = "r" if i == length - 1 else f"t{i}"
        by = "y" if i % 2 else "x"
        body.append(element("add" if i % 2 else "multiply", to, [last, by], shape))
        nodes.append(("Add" if i % 2 else "Mul", [last, by], [to], {}))
        last = to
    return Case(name, "elementwise", [Operand("x", shape), Operand("y", shape)], (shape, "f32"),
                body, nodes, None, length * math.prod(shape))


def binary(name, shape, op, onnx):
    return Case(name, "elementwise", [Operand("x", shape), Operand("y", shape)], (shape, "f32"),
                [element(op, "r", ["x", "y"], shape)], [(onnx, ["x", "y"], ["r"], {})],
                ["binary", op, *shape], math.prod(shape))


def bias_add(shape=(1024, 1024)):
    return Case("add_row_1024x1024", "elementwise", [Operand("x", shape), Operand("b", shape[1:])],
                (shape, "f32"), [spread("bb", "b", shape, [1]),
                                 element("add", "r", ["x", "bb"], shape)],
                [("Add", ["x", "b"], ["r"], {})], None, math.prod(shape))


def dequantize(shape=(1024, 1024)):
    body = [f"%f = stablehlo.convert %x : ({tensor(shape, 'i8')}) -> {tensor(shape)}",
            scalar("zp", 3.0), spread("zz", "zp", shape),
            element("subtract", "d", ["f", "zz"], shape), scalar("sc", 0.05),
            spread("ss", "sc", shape), element("multiply", "r", ["d", "ss"], shape)]
    return Case("dequantize_1024x1024", "elementwise", [Operand("x", shape, "i8")],
                (shape, "f32"), body, [("DequantizeLinear", ["x", "scale", "zero"], ["r"], {})],
                None, 2 * math.prod(shape),
                initializers={"scale": ("f32", 0.05), "zero": ("i8", 3)})


def elementwise():
    large, small = (1024, 1024), (128, 3072)
    yield binary("add_1024x1024", large, "add", "Add")
    yield binary("add_128x128", (128, 128), "add", "Add")
    yield binary("divide_1024x1024", large, "divide", "Div")
    yield bias_add()
    yield chain("chain_10_1024x1024", large, 10)
    yield chain("chain_10_128x128", (128, 128), 10)
    yield pointwise("exp_128x3072", small, "stablehlo.exponential", "Exp", onednn="exp")
    yield pointwise("log_128x3072", small, "stablehlo.log", "Log")
    yield pointwise("tanh_128x3072", small, "stablehlo.tanh", "Tanh", onednn="tanh")
    yield pointwise("erf_128x3072", small, "chlo.erf", "Erf")
    yield pointwise("sin_128x3072", small, "stablehlo.sine", "Sin")
    yield pointwise("sqrt_128x3072", small, "stablehlo.sqrt", "Sqrt", onednn="sqrt")
    yield pointwise("sigmoid_128x3072", small, "stablehlo.logistic", "Sigmoid",
                    onednn="logistic")
    yield gelu("gelu_erf_128x3072", small, exact=True)
    yield gelu("gelu_tanh_128x3072", small, exact=False)
    yield bias_gelu()
    yield dequantize()


# ------------------------------------------------------------------------- movement

def transpose(name, shape, order):
    result = tuple(shape[d] for d in order)
    return Case(name, "transpose", [Operand("x", shape)], (result, "f32"),
                [f"%r = stablehlo.transpose %x, dims = [{listed(order)}] : ({tensor(shape)}) -> "
                 f"{tensor(result)}"],
                [("Transpose", ["x"], ["r"], {"perm": list(order)})],
                ["transpose", listed(order).replace(" ", ""), *shape])


def gather(name, rows, size, count):
    result = (count, size)
    body = ['%r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<'
            "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
            f"index_vector_dim = 1>, slice_sizes = array<i64: 1, {size}>}}> : "
            f"({tensor((rows, size))}, {tensor((count,), 'i32')}) -> {tensor(result)}"]
    return Case(name, "gather and scatter",
                [Operand("x", (rows, size)), Operand("i", (count,), "i32", below=rows)],
                (result, "f32"), body, [("Gather", ["x", "i"], ["r"], {"axis": 0})],
                touched=2 * 4 * count * size + 4 * count)


def scatter(name, rows, size, count):
    x, updates = (rows, size), (count, size)
    body = ['%r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = '
            "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
            "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({",
            "^bb0(%s: tensor<f32>, %t: tensor<f32>):",
            "%v = stablehlo.add %s, %t : tensor<f32>", "stablehlo.return %v : tensor<f32>",
            f"}}) : ({tensor(x)}, {tensor((count,), 'i32')}, {tensor(updates)}) -> {tensor(x)}"]
    nodes = [("Cast", ["i"], ["j"], {"to": 7}), ("Unsqueeze", ["j", "one"], ["k"], {}),
             ("ScatterND", ["x", "k", "u"], ["r"], {"reduction": "add"})]
    return Case(name, "gather and scatter",
                [Operand("x", x), Operand("i", (count,), "i32", below=rows),
                 Operand("u", updates)], (x, "f32"), body, nodes, None, count * size,
                initializers={"one": ("i64", [1])})


def concat():
    half, whole = (1024, 384), (1024, 768)
    return Case("concat_columns_1024x384", "transpose", [Operand("x", half), Operand("y", half)],
                (whole, "f32"),
                [f"%r = stablehlo.concatenate %x, %y, dim = 1 : ({tensor(half)}, {tensor(half)})"
                 f" -> {tensor(whole)}"], [("Concat", ["x", "y"], ["r"], {"axis": 1})])


def movements():
    yield transpose("transpose_1024x1024", (1024, 1024), (1, 0))
    yield transpose("transpose_ragged_1000x513", (1000, 513), (1, 0))
    yield transpose("transpose_heads_128x12x64", (1, 128, 12, 64), (0, 2, 1, 3))
    yield transpose("transpose_keys_12x128x64", (12, 128, 64), (0, 2, 1))
    yield transpose("transpose_to_nhwc_64x56x56", (1, 64, 56, 56), (0, 2, 3, 1))
    yield transpose("transpose_to_nchw_56x56x64", (1, 56, 56, 64), (0, 3, 1, 2))
    yield concat()
    yield gather("gather_30522x384_512", 30522, 384, 512)
    yield gather("gather_elements_65536_65536", 65536, 1, 65536)
    yield scatter("scatter_add_4096x128_1024", 4096, 128, 1024)


# ----------------------------------------------------------------------- reductions

def reduction(name, shape, dims, op="add"):
    init = {"add": "0.0", "maximum": "0xFF800000"}[op]
    result = tuple(s for d, s in enumerate(shape) if d not in dims)
    onnx = {"add": "ReduceSum", "maximum": "ReduceMax"}[op]
    return Case(name, "reduction", [Operand("x", shape)], (result, "f32"),
                [scalar("z", init), reduce("r", "x", "z", op, shape, dims)],
                [(onnx, ["x", "axes"], ["r"], {"keepdims": 0})],
                ["reduce", {"add": "sum", "maximum": "max"}[op],
                 listed(dims).replace(" ", ""), *shape],
                math.prod(shape), initializers={"axes": ("i64", list(dims))})


def argmax(rows=512, size=1000):
    shape, row = (rows, size), (rows,)
    body = [f"%i = stablehlo.iota dim = 1 : {tensor(shape, 'i32')}",
            scalar("lowest", "0xFF800000"), scalar("z", 0, "i32"),
            "%both:2 = stablehlo.reduce(%x init: %lowest), (%i init: %z) across dimensions = [1] "
            f": ({tensor(shape)}, {tensor(shape, 'i32')}, tensor<f32>, tensor<i32>) -> "
            f"({tensor(row)}, {tensor(row, 'i32')})",
            "reducer(%s: tensor<f32>, %t: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {",
            "%ge = stablehlo.compare GE, %s, %t, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>",
            "%eq = stablehlo.compare EQ, %s, %t, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>",
            "%m = stablehlo.select %ge, %s, %t : tensor<i1>, tensor<f32>",
            "%least = stablehlo.minimum %j, %k : tensor<i32>",
            "%a = stablehlo.select %ge, %j, %k : tensor<i1>, tensor<i32>",
            "%b = stablehlo.select %eq, %least, %a : tensor<i1>, tensor<i32>",
            "stablehlo.return %m, %b : tensor<f32>, tensor<i32>", "}",
            f"%r = stablehlo.add %both#1, %both#1 : {tensor(row, 'i32')}"]
    body[-1] = f"%r = stablehlo.convert %both#1 : {tensor(row, 'i32')}"
    nodes = [("ArgMax", ["x"], ["j"], {"axis": 1, "keepdims": 0}),
             ("Cast", ["j"], ["r"], {"to": 6})]
    return Case("argmax_512x1000", "reduction", [Operand("x", shape)], (row, "i32"), body, nodes,
                None, rows * size)


def reductions():
    for op, name in (("add", "sum"), ("maximum", "max")):
        yield reduction(f"{name}_rows_1024x1024", (1024, 1024), (1,), op)
        yield reduction(f"{name}_columns_1024x1024", (1024, 1024), (0,), op)
    yield reduction("sum_all_1024x1024", (1024, 1024), (0, 1))
    yield reduction("sum_middle_64x128x256", (64, 128, 256), (1,))
    yield reduction("sum_outer_inner_64x128x256", (64, 128, 256), (0, 2))
    yield reduction("sum_ragged_rows_777x333", (777, 333), (1,))
    yield argmax()


def all_cases():
    for family in (contractions, convolutions, poolings, rows_and_norms, elementwise, movements,
                   reductions):
        yield from family()
