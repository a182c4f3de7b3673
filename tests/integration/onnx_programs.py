"""Operators of ONNX as an importer writes them, one to a program, with what numpy says
they compute."""
import numpy as np

PROGRAMS = []
RANDOM = np.random.default_rng(7)
DTYPES = {np.dtype(np.float32): "f32", np.dtype(np.float64): "f64", np.dtype(bool): "i1",
          np.dtype(np.int64): "si64", np.dtype(np.int32): "si32", np.dtype(np.int8): "si8",
          np.dtype(np.uint8): "ui8"}


def normal(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def tensor(array):
    sizes = ",".join(map(str, array.shape))
    return f"!torch.vtensor<[{sizes}],{DTYPES[array.dtype]}>"


def attribute(value):
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, float):
        return f"{value!r} : f32"
    if isinstance(value, int):
        return f"{value} : si64"
    return "[" + ", ".join(map(attribute, value)) + "]"


def constant(array):
    """An operand that is known while compiling."""
    kind = f"tensor<{'x'.join(map(str, array.shape))}xsi64>"
    return (f'torch.operator "onnx.Constant"() {{torch.onnx.value = dense<{array.tolist()}> '
            f": {kind}}} : () -> {tensor(array)}")


def program(name, operator, operands, results, opset=17, stated=None,
            argument_types=None, **attributes):
    """Operands that are lists are constants, None is one that is left out. `stated` are
    the types of the results where they say less than these."""
    lines, names, kinds, arguments = ["%none = torch.constant.none"], [], [], []
    for i, operand in enumerate(operands):
        if operand is None:
            names.append("%none")
            kinds.append("!torch.none")
            continue
        if isinstance(operand, list):
            operand = np.array(operand, np.int64)
            lines.append(f"%c{i} = {constant(operand)}")
            names.append(f"%c{i}")
        else:
            names.append(f"%a{len(arguments)}")
            arguments.append(operand)
        kinds.append((argument_types or {}).get(i) or tensor(operand))
    outputs = ", ".join(stated or map(tensor, results))
    given = ", ".join(f"torch.onnx.{key} = {attribute(value)}"
                      for key, value in attributes.items())
    values = [f"%r#{i}" for i in range(len(results))] if len(results) > 1 else ["%r"]
    count = f":{len(results)}" if len(results) > 1 else ""
    lines.append(f'%r{count} = torch.operator "onnx.{operator}"({", ".join(names)}) '
                 f'{{{given}}} : ({", ".join(kinds)}) -> ({outputs})')
    taken = ", ".join(f"{name}: {kind}" for name, kind in zip(names, kinds)
                      if name.startswith("%a"))
    body = "\n  ".join(lines)
    text = (f"func.func @main({taken}) -> ({outputs}) attributes "
            f"{{torch.onnx_meta.opset_version = {opset} : si64}} {{\n  {body}\n"
            f"  return {', '.join(values)} : {outputs}\n}}\n")
    PROGRAMS.append((f"onnx_{name}", text, [(arguments, results)], 1e-5))


# Shapes and parts --------------------------------------------------------------

X = normal(2, 5, 3)
program("slice_backwards", "Slice", [X, [-1, 10], [0, -100], [1, 2], [-2, -1]],
        [X[:, -1:0:-2, ::-1].copy()])
program("pad_reflect", "Pad", [X, [0, 3, 1, 0, 2, 0]],
        [np.pad(X, ((0, 0), (3, 2), (1, 0)), mode="reflect")], mode="reflect")
program("pad_edge", "Pad", [X, [1, 0, 0, 0, 2, 1]],
        [np.pad(X, ((1, 0), (0, 2), (0, 1)), mode="edge")], mode="edge")
program("pad_edge_and_cut", "Pad", [X, [0, -1, 2, 0, 3, -1]],
        [np.pad(X[:, 1:, :-1], ((0, 0), (0, 3), (2, 0)), mode="edge")], mode="edge")
AT = np.array([[0, -1], [2, -5]])
program("gather", "Gather", [X, AT], [np.take(X, AT, axis=1)], axis=1)
program("split", "Split", [X], [X[:, :2].copy(), X[:, 2:].copy()], axis=1)
program("flatten", "Flatten", [X], [X.reshape(10, 3)], axis=-1)
program("transpose", "Transpose", [X], [X.transpose().copy()])

# Element by element ------------------------------------------------------------

I, J = np.array([7, -7, 9]), np.array([2, 2, -4])
program("divide_integers", "Div", [I, J], [np.array([3, -3, -2])])
program("remainder", "Mod", [I, J], [np.mod(I, J)])
program("selu", "Selu", [X], [np.float32(1.05070102) * np.where(
    X > 0, X, np.float32(1.67326319) * np.expm1(X))])
program("leaky_relu", "LeakyRelu", [X], [np.where(X > 0, X, np.float32(0.2) * X)], alpha=0.2)
program("elu", "Elu", [X], [np.where(X > 0, X, np.float32(0.5) * np.expm1(X))], alpha=0.5)
program("hard_swish", "HardSwish", [X], [X * np.clip(X / 6 + np.float32(0.5), 0, 1)])
CUBE = X + np.float32(0.044715) * X ** 3
program("gelu_by_tanh", "Gelu", [X], [X / 2 * (1 + np.tanh(np.sqrt(np.float32(2 / np.pi)) * CUBE))],
        opset=20, approximate="tanh")
program("clip_by_attributes", "Clip", [X], [np.clip(X, -0.5, 0.25)], opset=6, min=-0.5,
        max=0.25)

# Reductions --------------------------------------------------------------------

program("reduce_l2", "ReduceL2", [X], [np.sqrt((X * X).sum((0, 2), keepdims=True))],
        axes=[0, 2])
program("arg_max_last", "ArgMax", [np.array([[1, 3, 3]], np.float32)], [np.array([2])],
        axis=1, keepdims=0, select_last_index=1)
E = np.exp(X - X.max((1, 2), keepdims=True))
program("softmax_of_old", "Softmax", [X], [E / E.sum((1, 2), keepdims=True)], opset=11,
        axis=1)
ROWS = np.exp(X - X.max(-1, keepdims=True))
ROWS = ROWS / ROWS.sum(-1, keepdims=True)
program("softmax", "Softmax", [X], [ROWS])
program("log_softmax", "LogSoftmax", [X], [np.log(ROWS)])
CHANNELS = [normal(5), normal(5), normal(5), np.abs(normal(5))]
SCALE, SHIFT, MEAN, VARIANCE = (c[None, :, None] for c in CHANNELS)
program("batch_normalisation", "BatchNormalization", [X, *CHANNELS],
        [(X - MEAN) / np.sqrt(VARIANCE + np.float32(1e-3)) * SCALE + SHIFT], epsilon=1e-3)

# Windows -----------------------------------------------------------------------

IMAGE = normal(1, 1, 4, 4)
PADDED = np.pad(IMAGE, ((0, 0), (0, 0), (0, 1), (0, 1)), constant_values=-np.inf)
program("max_pool_uneven", "MaxPool", [IMAGE], [np.stack(
    [np.stack([PADDED[:, :, i:i + 2, j:j + 2].max((2, 3)) for j in range(4)], -1)
     for i in range(4)], -2)], kernel_shape=[2, 2], auto_pad="SAME_UPPER")
program("average_pool", "AveragePool", [IMAGE],
        [IMAGE.reshape(1, 1, 2, 2, 2, 2).mean((3, 5))], kernel_shape=[2, 2], strides=[2, 2])
KERNEL = normal(1, 1, 2, 2)
LOWER = np.pad(IMAGE, ((0, 0), (0, 0), (1, 0), (1, 0)))
program("convolution_same_lower", "Conv", [IMAGE, KERNEL], [np.stack(
    [np.stack([(LOWER[:, :, i:i + 2, j:j + 2] * KERNEL).sum((2, 3)) for j in range(4)], -1)
     for i in range(4)], -2)], auto_pad="SAME_LOWER")
SPREAD = np.zeros((1, 1, 8, 8), np.float32)
for row in range(4):
    for column in range(4):
        SPREAD[:, :, 2 * row:2 * row + 2, 2 * column:2 * column + 2] += (
            IMAGE[:, :, row, column][:, :, None, None] * KERNEL)
program("convolution_transposed", "ConvTranspose", [IMAGE, KERNEL], [SPREAD],
        strides=[2, 2])
POINTS = normal(1, 2, 1, 1)
APART = np.zeros((1, 2, 8, 8), np.float32)
APART[:, :, ::2, ::2] = IMAGE * POINTS
for how in ("SAME_UPPER", "SAME_LOWER"):
    program(f"convolution_transposed_apart_{how.lower()}", "ConvTranspose",
            [IMAGE, POINTS], [APART], strides=[2, 2], auto_pad=how)
    # The operand with zeros between its elements is as large as the result.
    program(f"convolution_transposed_alike_{how.lower()}", "ConvTranspose",
            [IMAGE, POINTS[:, :1]], [APART[:, :1]], strides=[2, 2], auto_pad=how)

# Recurrent ---------------------------------------------------------------------


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def lstm(x, w, r, b, h, c, order):
    outputs = {}
    for step in order:
        i, o, f, g = np.split(x[step] @ w.T + h @ r.T + b[:16] + b[16:], 4, axis=-1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        outputs[step] = h
    return np.stack([outputs[step] for step in sorted(outputs)]), h, c


STEPS, W, R, B = normal(3, 2, 3), normal(2, 16, 3), normal(2, 16, 4), normal(2, 32)
H, C = normal(2, 2, 4), normal(2, 2, 4)
BOTH = [lstm(STEPS, W[d], R[d], B[d], H[d], C[d], order)
        for d, order in enumerate(([0, 1, 2], [2, 1, 0]))]
program("lstm_of_both_directions", "LSTM", [STEPS, W, R, B, None, H, C],
        [np.stack([b[0] for b in BOTH], 1), *(np.stack([b[i] for b in BOTH])
                                              for i in (1, 2))],
        direction="bidirectional", hidden_size=4)
