"""Operators of TensorFlow, one to a graph, with what numpy says they compute."""
import math

import numpy as np

from graph_def import Graph

F, I, L, B, C = np.float32, np.int32, np.int64, np.bool_, np.complex64
RANDOM = np.random.default_rng(5)
PROGRAMS = {}
FAULTS = {}


def normal(*shape):
    return RANDOM.standard_normal(shape).astype(F)


def positive(*shape):
    return (np.abs(RANDOM.standard_normal(shape)) + 0.5).astype(F)


def integers(*shape, low=-9, high=10, kind=I):
    return RANDOM.integers(low, high, shape).astype(kind)


class Fixed:
    """An operand that the graph holds."""

    def __init__(self, values, kind=I):
        self.array = np.asarray(values, kind)


class Open:
    """An argument of which the graph knows no size."""

    def __init__(self, array):
        self.array = np.asarray(array)


def operand_of(graph, operand):
    if isinstance(operand, Fixed):
        return graph.constant(operand.array)
    if isinstance(operand, Open):
        return graph.argument(operand.array, (-1,) * operand.array.ndim)
    return graph.argument(operand)


def graph_of(op, operands, kinds, attributes):
    graph = Graph()
    inputs = [operand_of(graph, operand) for operand in operands]
    node = graph.node(op, *inputs, name="node", **attributes)
    for i, kind in enumerate(kinds):
        graph.result(f"{node}:{i}" if i else node, kind)
    return graph


def program(name, op, operands, expected, **attributes):
    """One node. Operands are arguments, or constants of the graph if Fixed; `expected` is
    the result or a list of results."""
    expected = expected if isinstance(expected, list) else [expected]
    expected = [np.asarray(value) for value in expected]
    assert name not in PROGRAMS, name
    PROGRAMS[name] = graph_of(op, operands, [value.dtype.type for value in expected],
                              attributes), expected


def ends(name, op, operands, message, results=1, **attributes):
    """One node of floats, whose run ends with the message."""
    assert name not in FAULTS, name
    FAULTS[name] = graph_of(op, operands, [F] * results, attributes), message


def each(operators, operands, kind=F, **attributes):
    """Elementwise operators of the same operands."""
    for op, function in operators.items():
        with np.errstate(all="ignore"):
            result = np.asarray(function(*operands))
        program(op, op, list(operands), result, T=kind, **attributes)


#===--- Elements ------------------------------------------------------------===#

def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def of_floats(function):
    """Computed as doubles, rounded once."""
    return lambda *x: np.asarray(function(*[v.astype(np.float64) for v in x])).astype(F)


X, Y, P = normal(3, 4), normal(3, 4), positive(3, 4)
SMALL = (RANDOM.random((3, 4)).astype(F) - F(0.5)) * F(1.8)
each({name: of_floats(function) for name, function in {
    "Abs": np.abs, "Atan": np.arctan, "Asinh": np.arcsinh, "Ceil": np.ceil, "Cos": np.cos,
    "Cosh": np.cosh, "Exp": np.exp, "Expm1": np.expm1, "Floor": np.floor, "Neg": np.negative,
    "Rint": np.rint, "Round": np.round, "Sigmoid": sigmoid, "Sign": np.sign, "Sin": np.sin,
    "Sinh": np.sinh, "Square": np.square, "Tan": np.tan, "Tanh": np.tanh,
    "Relu": lambda x: np.maximum(x, 0), "Relu6": lambda x: np.clip(x, 0, 6),
    "Elu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "Selu": lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x)),
    "Softplus": lambda x: np.log1p(np.exp(x)), "Softsign": lambda x: x / (1 + np.abs(x)),
    "Erf": np.vectorize(math.erf), "Erfc": np.vectorize(math.erfc),
}.items()}, [X])
each({name: of_floats(function) for name, function in {
    "Log": np.log, "Log1p": np.log1p,
    "Lgamma": np.vectorize(math.lgamma), "Rsqrt": lambda x: 1 / np.sqrt(x), "Sqrt": np.sqrt,
    "Inv": lambda x: 1 / x, "Reciprocal": lambda x: 1 / x,
}.items()}, [P])
each({name: of_floats(function) for name, function in {
    "Acos": np.arccos, "Asin": np.arcsin, "Atanh": np.arctanh}.items()}, [SMALL])
program("Acosh", "Acosh", [P + 1], of_floats(np.arccosh)(P + 1), T=F)
program("LeakyRelu", "LeakyRelu", [X], np.where(X > 0, X, X * F(0.3)), T=F, alpha=0.3)
each({name: of_floats(function) for name, function in {
    "Add": np.add, "AddV2": np.add, "Sub": np.subtract, "Mul": np.multiply,
    "Div": np.divide, "RealDiv": np.divide, "Maximum": np.maximum, "Minimum": np.minimum,
    "SquaredDifference": lambda x, y: (x - y) ** 2, "Atan2": np.arctan2,
    "FloorDiv": lambda x, y: np.floor(x / y), "FloorMod": np.mod, "Mod": np.fmod,
    "DivNoNan": np.divide, "MulNoNan": np.multiply,
}.items()}, [X, Y])
each({"Pow": of_floats(np.power)}, [P, Y])
each({"Xdivy": of_floats(np.divide), "Xlogy": of_floats(lambda x, y: x * np.log(y)),
      "Xlog1py": of_floats(lambda x, y: x * np.log1p(y))}, [X, P])
each({"Less": np.less, "LessEqual": np.less_equal, "Greater": np.greater,
      "GreaterEqual": np.greater_equal, "Equal": np.equal, "NotEqual": np.not_equal},
     [np.round(X), np.round(Y)])
WIDE = F([[0, -0.5, 3, -7.9], [8.1, 20, -60, 1e30]])
each({"BesselI0e": lambda x: np.array([np.i0(v) * np.exp(-v) if v < 700 else
                                       1 / np.sqrt(2 * np.pi * v) for v in np.abs(x).ravel()])
      .reshape(x.shape).astype(F)}, [WIDE])
each({"BesselI0": of_floats(np.i0)}, [X])


def upper_gamma(a, x):
    """Of whole numbers: a sum that ends."""
    return np.float64([np.exp(-float(v)) * sum(float(v) ** k / math.factorial(k)
                                               for k in range(int(n)))
                       for n, v in zip(a.ravel(), x.ravel())]).reshape(a.shape).astype(F)


WHOLE = F([[1, 2, 3, 7], [1, 20, 5, 90]])
ENDS = F([[0.1, 2, 9, 7], [0, 15, 60, 100]])
program("Igamma", "Igamma", [WHOLE, ENDS], 1 - upper_gamma(WHOLE, ENDS), T=F)
program("Igammac", "Igammac", [WHOLE, ENDS], upper_gamma(WHOLE, ENDS), T=F)
program("IgammaOutside", "Igamma", [F([0, -1, 2]), F([1, 1, -1])], np.full(3, np.nan, F), T=F)


def beta(a, b, x):
    """Of whole numbers: as many of a + b - 1 throws as a, or more."""
    return sum(math.comb(a + b - 1, j) * x ** j * (1 - x) ** (a + b - 1 - j)
               for j in range(a, a + b))


FIRST, SECOND, PART = [1, 2, 7, 40, 3], [1, 5, 2, 30, 9], [0.25, 0.9, 0.6, 0.55, 0]
program("Betainc", "Betainc", [F(FIRST), F(SECOND), F(PART)],
        F([*map(beta, FIRST, SECOND, map(float, F(PART)))]), T=F)
TRUE, OTHER = X > 0, Y > 0
program("LogicalAnd", "LogicalAnd", [TRUE, OTHER], TRUE & OTHER)
program("LogicalOr", "LogicalOr", [TRUE, OTHER], TRUE | OTHER)
program("LogicalNot", "LogicalNot", [TRUE], ~TRUE)
M, N = integers(3, 4), integers(3, 4, low=1)
each({"BitwiseAnd": np.bitwise_and, "BitwiseOr": np.bitwise_or, "BitwiseXor": np.bitwise_xor,
      "TruncateDiv": lambda x, y: np.trunc(x / y).astype(I),
      "TruncateMod": lambda x, y: np.fmod(x, y)}, [M, N], I)
each({"LeftShift": np.left_shift, "RightShift": np.right_shift}, [M, N % 5], I)
program("Invert", "Invert", [M], ~M, T=I)
program("FloorDivInt", "FloorDiv", [M, N], M // N, T=I)
program("FloorModInt", "FloorMod", [M, N], M % N, T=I)
program("DivNoNanByZero", "DivNoNan", [X, np.zeros_like(X)], np.zeros_like(X), T=F)
program("MulNoNanByZero", "MulNoNan", [np.full_like(X, np.inf), np.zeros_like(X)],
        np.zeros_like(X), T=F)
SPECIAL = F([0, 1, np.inf, -np.inf, np.nan])
each({"IsNan": np.isnan, "IsInf": np.isinf, "IsFinite": np.isfinite}, [SPECIAL])
program("AddN", "AddN", [X, Y, P], X + Y + P, T=F, N=3)
program("ClipByValue", "ClipByValue", [X, F(-0.5), F(0.5)], np.clip(X, F(-0.5), F(0.5)), T=F)
program("SelectV2", "SelectV2", [TRUE, X, F(7)], np.where(TRUE, X, F(7)), T=F)
program("Select", "Select", [TRUE[:, 0], X, Y], np.where(TRUE[:, :1], X, Y), T=F)
program("ComplexAbs", "ComplexAbs", [X + 1j * Y], np.abs((X + 1j * Y).astype(C)), T=C, Tout=F)
for op, function in {"Real": np.real, "Imag": np.imag, "Angle": np.angle}.items():
    program(op, op, [(X + 1j * Y).astype(C)], function(X + 1j * Y).astype(F), T=C, Tout=F)
program("Conj", "Conj", [(X + 1j * Y).astype(C)], np.conj(X + 1j * Y).astype(C), T=C)
program("Complex", "Complex", [X, Y], (X + 1j * Y).astype(C), T=F, Tout=C)
for kind, name in ((I, "Int"), (np.float64, "Double"), (np.int8, "Byte"), (B, "Bool")):
    program(f"CastTo{name}", "Cast", [X * 5], (X * 5).astype(kind), SrcT=F, DstT=kind)
program("Bitcast", "Bitcast", [X], X.view(I), T=F, type=I)
program("BiasAdd", "BiasAdd", [X, Y[0]], X + Y[0], T=F, data_format="NHWC")

#===--- Reductions and scans ------------------------------------------------===#

CUBE = normal(2, 3, 4)
for op, function in {"Sum": np.sum, "Mean": np.mean, "Max": np.max, "Min": np.min,
                     "Prod": np.prod}.items():
    for keep in (False, True):
        program(f"{op}Keep{keep}", op, [CUBE, Fixed([0, -1])],
                function(CUBE, axis=(0, 2), keepdims=keep).astype(F), T=F, Tidx=I, keep_dims=keep)
program("EuclideanNorm", "EuclideanNorm", [CUBE, Fixed([1])],
        np.sqrt((CUBE ** 2).sum(axis=1)), T=F, Tidx=I, keep_dims=False)
program("All", "All", [TRUE, Fixed(1)], TRUE.all(axis=1), Tidx=I, keep_dims=False)
program("Any", "Any", [TRUE, Fixed(0)], TRUE.any(axis=0), Tidx=I, keep_dims=False)
program("ArgMax", "ArgMax", [CUBE, Fixed(2)], CUBE.argmax(2), T=F, Tidx=I, output_type=L)
program("ArgMin", "ArgMin", [CUBE, Fixed(-2)], CUBE.argmin(1).astype(I), T=F, Tidx=I,
        output_type=I)
program("Cumsum", "Cumsum", [CUBE, Fixed(1)], CUBE.cumsum(1), T=F, Tidx=I, exclusive=False,
        reverse=False)
program("CumsumExclusive", "Cumsum", [CUBE, Fixed(1)],
        np.concatenate([np.zeros_like(CUBE[:, :1]), CUBE.cumsum(1)[:, :-1]], 1), T=F, Tidx=I,
        exclusive=True, reverse=False)
SUMS = np.logaddexp.accumulate(CUBE, 1)
program("CumulativeLogsumexpExclusive", "CumulativeLogsumexp", [CUBE, Fixed(1)],
        np.concatenate([np.full_like(SUMS[:, :1], np.finfo(F).min), SUMS[:, :-1]], 1), T=F, Tidx=I,
        exclusive=True)
program("CumsumReverse", "Cumsum", [CUBE, Fixed(2)], CUBE[..., ::-1].cumsum(2)[..., ::-1], T=F,
        Tidx=I, exclusive=False, reverse=True)
program("Cumprod", "Cumprod", [CUBE, Fixed(0)], CUBE.cumprod(0), T=F, Tidx=I, exclusive=False,
        reverse=False)
program("L2Loss", "L2Loss", [CUBE], F((CUBE.astype(np.float64) ** 2).sum() / 2), T=F)
SEGMENTS = Fixed([0, 0, 2])
for op, function, empty in (("SegmentSum", np.sum, 0), ("SegmentMean", np.mean, 0),
                            ("SegmentMax", np.max, 0), ("SegmentMin", np.min, 0)):
    program(op, op, [X, SEGMENTS], np.stack(
        [function(X[:2], axis=0), np.full(4, empty, F), X[2]]).astype(F), T=F, Tindices=I)
program("SparseSegmentSqrtN", "SparseSegmentSqrtN", [X, Fixed([0, 2, 1]), SEGMENTS],
        np.stack([(X[0] + X[2]) / np.sqrt(F(2)), np.zeros(4, F), X[1]]), T=F, Tidx=I,
        Tsegmentids=I)
program("UnsortedSegmentSum", "UnsortedSegmentSum", [X, Fixed([2, 0, 2]), Fixed(3)],
        np.stack([X[1], np.zeros(4, F), X[0] + X[2]]), T=F, Tindices=I, Tnumsegments=I)


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


program("Softmax", "Softmax", [X], softmax(X), T=F)
program("LogSoftmax", "LogSoftmax", [X], np.log(softmax(X)), T=F)

#===--- Shapes and places ---------------------------------------------------===#

program("Reshape", "Reshape", [CUBE, Fixed([4, -1])], CUBE.reshape(4, 6), T=F, Tshape=I)
# Sizes that are numbers of the run, one of which may be -1.
for name, array, shape, result in (
        ("", CUBE, [6, 4], (6, 4)), ("Rest", CUBE, [4, -1], (4, 6)),
        ("RestOfAll", CUBE, [-1], (24,)), ("RestOfNothing", CUBE[:0], [3, -1], (3, 0))):
    program(f"ReshapeOfTheRun{name}", "Reshape", [array, I(shape)], array.reshape(result), T=F,
            Tshape=I)
    program(f"ReshapeOfTheRun{name}OfOpen", "Reshape", [Open(array), I(shape)],
            array.reshape(result), T=F, Tshape=I)
NO_SIZE = "a size is negative or more than any memory has"
for name, array, shape, message in (
        ("MinusTwo", CUBE, [4, -2], NO_SIZE), ("MinusTwoOfNothing", CUBE[:0], [3, -2], NO_SIZE),
        ("TwoRests", CUBE[:1, :1, :1], [-1, -1], "two sizes of a reshape are -1")):
    ends(f"ReshapeTo{name}", "Reshape", [Open(array), I(shape)], message, T=F, Tshape=I)
program("Transpose", "Transpose", [CUBE, Fixed([2, 0, 1])], CUBE.transpose(2, 0, 1), T=F, Tperm=I)
program("ExpandDims", "ExpandDims", [CUBE, Fixed(-1)], CUBE[..., None], T=F, Tdim=I)
program("Squeeze", "Squeeze", [CUBE[:1, :, :1]], CUBE[0, :, 0], T=F, squeeze_dims=[0, 2])
program("ConcatV2", "ConcatV2", [X, Y, Fixed(1)], np.concatenate([X, Y], 1), T=F, Tidx=I, N=2)
program("Concat", "Concat", [Fixed(0), X, Y], np.concatenate([X, Y]), T=F, N=2)
program("Pack", "Pack", [X, Y], np.stack([X, Y], 1), T=F, N=2, axis=1)
program("Unpack", "Unpack", [CUBE], [CUBE[:, i] for i in range(3)], T=F, num=3, axis=1)
program("Split", "Split", [Fixed(2), CUBE], [CUBE[..., :2], CUBE[..., 2:]], T=F, num_split=2)
program("SplitV", "SplitV", [CUBE, Fixed([3, 1]), Fixed(2)], [CUBE[..., :3], CUBE[..., 3:]], T=F,
        Tlen=I, num_split=2)
for name, lengths in (("", [3, 1]), ("Rest", [3, -1]), ("RestInFront", [-1, 0])):
    first = lengths[0] % 5
    for form, operand in (("", CUBE), ("OfOpen", Open(CUBE))):
        program(f"SplitVOfTheRun{name}{form}", "SplitV", [operand, I(lengths), Fixed(2)],
                [CUBE[..., :first], CUBE[..., first:]], T=F, Tlen=I, num_split=2)
NO_SUM = "its sizes do not add up"
for name, lengths, message in (("Short", [1, 2], NO_SUM), ("Long", [-1, 5], NO_SUM),
                               ("TwoRests", [-1, -1], NO_SUM), ("MinusTwo", [6, -2], NO_SUM)):
    ends(f"SplitVOfTheRun{name}", "SplitV", [Open(CUBE), I(lengths), Fixed(2)], message, 2, T=F,
         Tlen=I, num_split=2)
program("Slice", "Slice", [CUBE, Fixed([0, 1, 2]), Fixed([2, -1, 1])], CUBE[:2, 1:, 2:3], T=F,
        Index=I)
for name, operand in (("", CUBE), ("OfOpen", Open(CUBE))):
    program(f"SliceOfTheRun{name}", "Slice", [operand, I([0, 1, 2]), I([2, -1, 1])],
            CUBE[:2, 1:, 2:3], T=F, Index=I)
for name, lengths in (("MinusTwo", [2, -2, 1]), ("Long", [2, 3, 1])):
    ends(f"SliceOfTheRun{name}", "Slice", [Open(CUBE), I([0, 1, 2]), I(lengths)],
         "its bounds are out of range", T=F, Index=I)
program("StridedSlice", "StridedSlice",
        [CUBE, Fixed([0, 2, 1]), Fixed([2, 0, 2]), Fixed([1, -1, 1])], CUBE[:, 2:0:-1, 1], T=F,
        Index=I, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0, shrink_axis_mask=4)
program("StridedSliceEllipsis", "StridedSlice",
        [CUBE, Fixed([0, 0, 1]), Fixed([0, 0, 3]), Fixed([1, 1, 2])], CUBE[None, ..., 1:3:2], T=F,
        Index=I, begin_mask=0, end_mask=0, ellipsis_mask=2, new_axis_mask=1, shrink_axis_mask=0)
program("Tile", "Tile", [X, Fixed([2, 3])], np.tile(X, (2, 3)), T=F, Tmultiples=I)
program("BroadcastTo", "BroadcastTo", [X[:1], Fixed([3, 4])], np.repeat(X[:1], 3, 0), T=F, Tidx=I)
program("ReverseV2", "ReverseV2", [CUBE, Fixed([1])], CUBE[:, ::-1], T=F, Tidx=I)
program("Roll", "Roll", [CUBE, Fixed([1, -2]), Fixed([0, 2])], np.roll(CUBE, (1, -2), (0, 2)),
        T=F, Tshift=I, Taxis=I)
program("Pad", "Pad", [X, Fixed([[1, 0], [2, 1]])], np.pad(X, ((1, 0), (2, 1))), T=F, Tpaddings=I)
program("PadV2", "PadV2", [X, Fixed([[1, 0], [0, 1]]), F(5)],
        np.pad(X, ((1, 0), (0, 1)), constant_values=5), T=F, Tpaddings=I)
for mode in ("REFLECT", "SYMMETRIC"):
    program(f"MirrorPad{mode}", "MirrorPad", [X, Fixed([[1, 1], [2, 0]])],
            np.pad(X, ((1, 1), (2, 0)), mode.lower()), T=F, Tpaddings=I, mode=mode)
program("GatherV2", "GatherV2", [CUBE, Fixed([[2, 0], [1, 1]]), Fixed(1)],
        CUBE[:, [[2, 0], [1, 1]]], Tparams=F, Tindices=I, Taxis=I, batch_dims=0)
BATCHED = integers(2, 5, low=0, high=3)
program("GatherV2Batches", "GatherV2", [CUBE, BATCHED, Fixed(1)],
        np.stack([CUBE[i, BATCHED[i]] for i in range(2)]), Tparams=F, Tindices=I, Taxis=I,
        batch_dims=1)
program("GatherNd", "GatherNd", [CUBE, Fixed([[0, 2], [1, 0]])], CUBE[[0, 1], [2, 0]], Tparams=F,
        Tindices=I)
PLACES = np.zeros((4, 3), F)
PLACES[[2, 0]] = [[1, 2, 3], [4, 5, 6]]
program("ScatterNd", "ScatterNd", [Fixed([[2], [0]]), F([[1, 2, 3], [4, 5, 6]]), Fixed([4, 3])],
        PLACES, T=F, Tindices=I)
UPDATED = X.copy()
UPDATED[1] = Y[0]
program("TensorScatterAtVectorsOfTheRun", "TensorScatterUpdate",
        [X, Open(np.array([[1]], I)), Y[:1]], UPDATED, T=F, Tindices=I)
program("TensorScatterUpdate", "TensorScatterUpdate", [X, Fixed([[1]]), Y[:1]], UPDATED, T=F,
        Tindices=I)
program("OneHot", "OneHot", [I([1, 3, 0]), Fixed(4), F(2), F(-1)],
        np.where(np.eye(4)[[1, 3, 0]] > 0, 2, -1).astype(F), T=F, TI=I, axis=-1)
program("Shape", "Shape", [CUBE], I([2, 3, 4]), T=F, out_type=I)
program("Size", "Size", [CUBE], L(24), T=F, out_type=L)
program("Rank", "Rank", [CUBE], I(3), T=F)
program("Fill", "Fill", [Fixed([2, 3]), F(7)], np.full((2, 3), 7, F), T=F, index_type=I)
program("LinSpace", "LinSpace", [Fixed(1, F), Fixed(2, F), Fixed(5)],
        np.linspace(1, 2, 5).astype(F), T=F, Tidx=I)
program("ZerosLike", "ZerosLike", [X], np.zeros_like(X), T=F)
program("OnesLike", "OnesLike", [X], np.ones_like(X), T=F)
program("MatrixDiag", "MatrixDiag", [X], np.stack([np.diag(row) for row in X]), T=F)
program("MatrixDiagPart", "MatrixDiagPart", [CUBE[:, :, :3]],
        np.diagonal(CUBE[:, :, :3], axis1=1, axis2=2), T=F)
program("InvertPermutation", "InvertPermutation", [I([2, 0, 1])], I([1, 2, 0]), T=I)
program("TopKV2", "TopKV2", [X, Fixed(2)],
        [np.sort(X)[:, :1:-1], np.argsort(-X)[:, :2].astype(I)], T=F, sorted=True)
PICTURE = normal(1, 4, 4, 8)
program("DepthToSpace", "DepthToSpace", [PICTURE],
        PICTURE.reshape(1, 4, 4, 2, 2, 2).transpose(0, 1, 3, 2, 4, 5).reshape(1, 8, 8, 2), T=F,
        block_size=2, data_format="NHWC")
program("SpaceToDepth", "SpaceToDepth", [PICTURE],
        PICTURE.reshape(1, 2, 2, 2, 2, 8).transpose(0, 1, 3, 2, 4, 5).reshape(1, 2, 2, 32), T=F,
        block_size=2, data_format="NHWC")
program("SpaceToBatchND", "SpaceToBatchND", [PICTURE, Fixed([2, 2]), Fixed([[0, 0], [0, 0]])],
        PICTURE.reshape(1, 2, 2, 2, 2, 8).transpose(2, 4, 0, 1, 3, 5).reshape(4, 2, 2, 8), T=F,
        Tblock_shape=I, Tpaddings=I)

#===--- Products, windows, pictures -----------------------------------------===#

W = normal(4, 5)
program("MatMul", "MatMul", [X, W], X @ W, T=F, transpose_a=False, transpose_b=False)
program("MatMulBoth", "MatMul", [X.T.copy(), W.T.copy()], X @ W, T=F, transpose_a=True,
        transpose_b=True)
STACK = normal(2, 4, 5)
program("BatchMatMulV2", "BatchMatMulV2", [CUBE, STACK], CUBE @ STACK, T=F, adj_x=False,
        adj_y=False)
program("Einsum", "Einsum", [CUBE, STACK], np.einsum("bij,bjk->bki", CUBE, STACK), T=F, N=2,
        equation="bij,bjk->bki")
program("Cross", "Cross", [X[:, :3].copy(), Y[:, :3].copy()], np.cross(X[:, :3], Y[:, :3]), T=F)


def convolved(picture, kernel, stride=1):
    """VALID windows of NHWC and HWIO."""
    h, w = kernel.shape[:2]
    rows = (picture.shape[1] - h) // stride + 1
    columns = (picture.shape[2] - w) // stride + 1
    out = np.zeros((len(picture), rows, columns, kernel.shape[3]))
    for y in range(h):
        for x in range(w):
            part = picture[:, y:y + stride * rows:stride, x:x + stride * columns:stride]
            out += np.einsum("nhwc,cf->nhwf", part.astype(np.float64), kernel[y, x])
    return out.astype(F)


KERNEL = normal(3, 3, 8, 4)
program("Conv2D", "Conv2D", [PICTURE, KERNEL], convolved(PICTURE, KERNEL), T=F,
        strides=[1, 1, 1, 1], padding="VALID", data_format="NHWC", dilations=[1, 1, 1, 1])
program("Conv2DSame", "Conv2D", [PICTURE, KERNEL],
        convolved(np.pad(PICTURE, ((0, 0), (0, 1), (0, 1), (0, 0))), KERNEL, 2), T=F,
        strides=[1, 2, 2, 1], padding="SAME", data_format="NHWC", dilations=[1, 1, 1, 1])
DEPTHWISE = normal(3, 3, 8, 1)
program("DepthwiseConv2dNative", "DepthwiseConv2dNative", [PICTURE, DEPTHWISE],
        np.concatenate([convolved(PICTURE[..., i:i + 1], DEPTHWISE[:, :, i:i + 1])
                        for i in range(8)], -1), T=F, strides=[1, 1, 1, 1], padding="VALID",
        data_format="NHWC", dilations=[1, 1, 1, 1])
TILES = PICTURE.reshape(1, 2, 2, 2, 2, 8)
for op, function in (("MaxPool", np.max), ("AvgPool", np.mean)):
    program(op, op, [PICTURE], function(TILES, axis=(2, 4)), T=F, ksize=[1, 2, 2, 1],
            strides=[1, 2, 2, 1], padding="VALID", data_format="NHWC")
PLACES = np.arange(PICTURE[0].size).reshape(TILES.shape[1:])
AT = TILES.transpose(0, 1, 3, 5, 2, 4).reshape(1, 2, 2, 8, 4).argmax(-1)
program("MaxPoolWithArgmax", "MaxPoolWithArgmax", [PICTURE],
        [TILES.max(axis=(2, 4)),
         np.take_along_axis(PLACES.transpose(0, 2, 4, 1, 3).reshape(1, 2, 2, 8, 4),
                            AT[..., None], -1)[..., 0]],
        T=F, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME", Targmax=L,
        include_batch_in_index=False)


def pool_gradient(x, gradient, kernel, step, low, mean):
    """Of windows over two dimensions, each of which adds its gradient to where its
    greatest element is, or an equal part to each that lies inside."""
    result = np.zeros_like(x)
    for n, i, j, c in np.ndindex(gradient.shape):
        places = [(i * step - low + y, j * step - low + z)
                  for y in range(kernel) for z in range(kernel)]
        inside = [at for at in places if 0 <= at[0] < x.shape[1] and 0 <= at[1] < x.shape[2]]
        chosen = inside if mean else [max(inside, key=lambda at: x[(n, *at, c)])]
        for at in chosen:
            result[(n, *at, c)] += gradient[n, i, j, c] / len(chosen)
    return result


SLOPE, FALL = normal(1, 5, 5, 2), normal(1, 3, 3, 2)
POOLS = {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "padding": "SAME", "data_format": "NHWC"}
program("MaxPoolGrad", "MaxPoolGrad", [SLOPE, np.zeros_like(FALL), FALL],
        pool_gradient(SLOPE, FALL, 3, 2, 1, False), T=F, **POOLS)
program("AvgPoolGrad", "AvgPoolGrad", [Fixed(SLOPE.shape), FALL],
        pool_gradient(SLOPE, FALL, 3, 2, 1, True), T=F, **POOLS)
MOVED, AXES = normal(1, 5, 5, 2), (0, 1, 2)
SPREADS = SLOPE.var(AXES) + 1e-3
NORMAL = (SLOPE - SLOPE.mean(AXES)) / np.sqrt(SPREADS)
for training in (False, True):
    CENTRED = MOVED - training * (MOVED.mean(AXES) + NORMAL * (MOVED * NORMAL).mean(AXES))
    program(f"BatchNormGrad{training}", "FusedBatchNormGradV3",
            [MOVED, SLOPE, F([2, -3]), SLOPE.mean(AXES), SLOPE.var(AXES), F([])],
            [(CENTRED * F([2, -3]) / np.sqrt(SPREADS)).astype(F),
             (MOVED * NORMAL).sum(AXES).astype(F), MOVED.sum(AXES)],
            T=F, U=F, epsilon=1e-3, is_training=training, data_format="NHWC")
DEPTHS = normal(1, 2, 2, 4)
program("DepthwiseFilterGrad", "DepthwiseConv2dNativeBackpropFilter",
        [SLOPE, Fixed([3, 2, 2, 2]), DEPTHS],
        np.einsum("yxnijc,nyxcm->ijcm", np.array(
            [[SLOPE[:, y:y + 3, x:x + 2] for x in (0, 2)] for y in (0, 2)]),
            DEPTHS.reshape(1, 2, 2, 2, 2)).astype(F),
        T=F, strides=[1, 2, 2, 1], padding="VALID", data_format="NHWC", dilations=[1, 1, 1, 1])
HILL = normal(2, 2, 8)
program("Dilation2D", "Dilation2D", [PICTURE, HILL],
        np.max([PICTURE[:, y:y + 3, x:x + 3] + HILL[y, x] for y in (0, 1) for x in (0, 1)], 0),
        T=F, strides=[1, 1, 1, 1], rates=[1, 1, 1, 1], padding="VALID")
program("ResizeNearestNeighbor", "ResizeNearestNeighbor", [PICTURE, Fixed([8, 8])],
        PICTURE.repeat(2, 1).repeat(2, 2), T=F, align_corners=False, half_pixel_centers=False)
MEAN, VARIANCE = normal(8), positive(8)
SCALE, OFFSET = normal(8), normal(8)
program("FusedBatchNormV3", "FusedBatchNormV3", [PICTURE, SCALE, OFFSET, MEAN, VARIANCE],
        (PICTURE - MEAN) / np.sqrt(VARIANCE + F(1e-3)) * SCALE + OFFSET, T=F, U=F, epsilon=1e-3,
        is_training=False, data_format="NHWC")



def soft_suppression(boxes, scores, most, overlap, least, sigma):
    """The best box again and again; the others' scores fall with what they share with it."""
    scores, chosen = scores.astype(float), []
    while len(chosen) < most and scores.max() > least:
        best = int(scores.argmax())
        chosen.append((best, scores[best]))
        low = np.maximum(boxes[best, :2], boxes[:, :2])
        high = np.minimum(boxes[best, 2:], boxes[:, 2:])
        both = np.maximum(high - low, 0).prod(-1)
        area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
        shared = both / (area + area[best] - both)
        weights = np.where(shared <= overlap, np.exp(-0.5 / sigma * shared ** 2), 0)
        with np.errstate(invalid="ignore"):
            scores = np.where(np.isinf(scores), scores, scores * weights)
        scores[best] = -np.inf
    return chosen


CORNERS = RANDOM.random((12, 2)).astype(F)
BOXES = np.concatenate([CORNERS, CORNERS + F(0.3) + RANDOM.random((12, 2)).astype(F)], 1)
SCORES = RANDOM.random(12).astype(F)
for name, most, overlap, least in (("", 5, 0.9, 0.0), ("Least", 12, 0.4, 0.3),
                                   ("All", 20, 0.3, -np.inf)):
    CHOSEN = soft_suppression(BOXES, SCORES, most, overlap, least, 0.5)
    program(f"SoftSuppression{name}", "NonMaxSuppressionV5",
            [BOXES, SCORES, Fixed(most), Fixed(overlap, F), Fixed(least, F), Fixed(0.5, F)],
            [I([place for place, _ in CHOSEN]), F([score for _, score in CHOSEN]),
             I(len(CHOSEN))], T=F, T_threshold=F, pad_to_max_output_size=False)

#===--- Linear algebra, spectra ---------------------------------------------===#

SQUARE = normal(2, 3, 3)
ROOT = (SQUARE + 4 * np.eye(3)).astype(F)
program("MatrixSquareRoot", "MatrixSquareRoot", [(ROOT.astype(float) @ ROOT).astype(F)], ROOT, T=F)
THREE, RIGHT = normal(2, 3, 5) + F([[0], [4], [0]]), normal(2, 5, 2)
BAND = np.zeros((2, 5, 5))
for row in range(5):
    BAND[:, row, row] = THREE[:, 1, row]
    if row < 4:
        BAND[:, row, row + 1] = THREE[:, 0, row]
        BAND[:, row + 1, row] = THREE[:, 2, row + 1]
program("TridiagonalSolve", "TridiagonalSolve", [THREE, RIGHT], np.linalg.solve(BAND, RIGHT).astype(F),
        T=F, partial_pivoting=True)
# What stands outside of the matrix is not looked at.
THREE[:, 0, -1], THREE[:, 2, 0] = np.nan, np.inf
program("TridiagonalMatMul", "TridiagonalMatMul",
        [THREE[:, :1], THREE[:, 1:2], THREE[:, 2:], RIGHT], (BAND @ RIGHT).astype(F), T=F)
program("Lu", "Lu", [np.array([[1, 2, 4], [2, 1, 1], [4, 2, 8]], F)],
        [np.array([[4, 2, 8], [0.25, 1.5, 2], [0.5, 0, -3]], F), np.array([2, 0, 1], I)],
        T=F, output_idx_type=I)
DEFINITE = SQUARE @ SQUARE.transpose(0, 2, 1) + 3 * np.eye(3, dtype=F)
program("Cholesky", "Cholesky", [DEFINITE], np.linalg.cholesky(DEFINITE), T=F)
program("MatrixInverse", "MatrixInverse", [DEFINITE], np.linalg.inv(DEFINITE), T=F, adjoint=False)
program("MatrixDeterminant", "MatrixDeterminant", [DEFINITE], np.linalg.det(DEFINITE), T=F)
RIGHT = normal(2, 3, 2)
program("MatrixSolve", "MatrixSolve", [DEFINITE, RIGHT], np.linalg.solve(DEFINITE, RIGHT), T=F,
        adjoint=False)
WAVE = (normal(2, 8) + 1j * normal(2, 8)).astype(C)
program("FFT", "FFT", [WAVE], np.fft.fft(WAVE).astype(C), Tcomplex=C)
program("IFFT", "IFFT", [WAVE], np.fft.ifft(WAVE).astype(C), Tcomplex=C)
program("FFTOfTheRun", "FFT", [Open(WAVE[:, :7].copy())], np.fft.fft(WAVE[:, :7]).astype(C),
        Tcomplex=C)
program("IFFT2DOfTheRun", "IFFT2D", [Open(WAVE)], np.fft.ifft2(WAVE).astype(C), Tcomplex=C)
program("RFFTOfTheRun", "RFFT", [Open(WAVE.real.copy()), np.array([11], I)],
        np.fft.rfft(WAVE.real, 11).astype(C), Treal=F, Tcomplex=C)
for length in (7, 14):
    program(f"IRFFTOf{length}InTheRun", "IRFFT", [Open(WAVE), np.array([length], I)],
            np.fft.irfft(WAVE, length).astype(F), Treal=F, Tcomplex=C)
program("RFFT", "RFFT", [WAVE.real.copy(), Fixed([8])], np.fft.rfft(WAVE.real).astype(C), Treal=F,
        Tcomplex=C)
