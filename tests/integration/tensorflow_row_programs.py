"""Operators of TensorFlow against formulas in numpy, part two: elements, reductions,
indices, sets and matrices that no case of `tensorflow_programs.py` has."""
import colorsys
import math
import statistics

import numpy as np

from tensorflow_programs import (B, C, CUBE, F, I, M, P, PROGRAMS, RANDOM, SMALL, X, Y, Fixed, Open,
                                 each, integers, normal, of_floats, program, sigmoid)

# Elements ---------------------------------------------------------------------------

for same in ("DeepCopy", "PreventGradient", "Print", "Snapshot", "CheckNumerics",
             "CheckNumericsV2"):
    program(same, same, [X], X, T=F, message="x")
program("AccumulateNV2", "AccumulateNV2", [X, Y, P], X + Y + P, T=F, N=3)
program("ApproximateEqual", "ApproximateEqual", [X, X + F([0, 0.01, -0.01, 0.1])],
        np.repeat([[True, True, True, False]], 3, 0), T=F, tolerance=0.05)
program("BiasAddV1", "BiasAddV1", [X, Y[0]], X + Y[0], T=F)
each({"NextAfter": np.nextafter}, [X, Y])
program("PopulationCount", "PopulationCount", [M],
        np.vectorize(lambda x: bin(int(x) & 0xffffffff).count("1"))(M).astype(np.uint8), T=I)


def bessel(x):
    """The modified function of order 1, by its series."""
    return sum((x / 2) ** (2 * k + 1) / (math.factorial(k) * math.factorial(k + 1))
               for k in range(40))


each({"BesselI1": of_floats(bessel),
      "BesselI1e": of_floats(lambda x: bessel(x) * np.exp(-np.abs(x)))}, [4 * SMALL])
SHARES = F([0.001, 0.1, 0.25, 0.5, 0.9, 0.999])
program("Ndtri", "Ndtri", [SHARES], F([statistics.NormalDist().inv_cdf(x) for x in SHARES]), T=F)


def zeta(s, q, terms=30):
    """Hurwitz's: some terms of the sum, the rest by Euler and Maclaurin."""
    s, q = float(s), float(q)
    end = q + terms
    rest = end ** (1 - s) / (s - 1) + end ** -s / 2 + s * end ** (-s - 1) / 12
    rest -= s * (s + 1) * (s + 2) * end ** (-s - 3) / 720
    return sum((q + k) ** -s for k in range(terms)) + rest


ORDERS = F([[2, 3, 4, 7], [1.5, 2.5, 5, 9], [1.1, 2, 6, 3]])
program("Zeta", "Zeta", [ORDERS, P], np.vectorize(zeta)(ORDERS, P).astype(F), T=F)
WHOLE = F([1, 2, 3, 4])
program("Polygamma", "Polygamma", [WHOLE, P[0]],
        F([(-1) ** (int(n) + 1) * math.factorial(int(n)) * zeta(n + 1, x)
           for n, x in zip(WHOLE, P[0])]), T=F)

# Gradients of elements: what came in, and what the function had or gave -----------------

for op, slope in {
        "ReluGrad": Y > 0, "Relu6Grad": (4 * Y > 0) & (4 * Y < 6),
        "LeakyReluGrad": np.where(Y > 0, 1, 0.25), "EluGrad": np.where(Y < 0, Y + 1, 1),
        "SeluGrad": np.where(Y < 0, Y + 1.7580993408473766, 1.0507009873554805),
        "SoftplusGrad": sigmoid(Y), "SoftsignGrad": 1 / (1 + np.abs(Y)) ** 2}.items():
    more = {"alpha": 0.25} if op == "LeakyReluGrad" else {}
    program(op, op, [X, F(4) * Y if op == "Relu6Grad" else Y], (X * slope).astype(F), T=F, **more)
for op, slope in {"InvGrad": -P * P, "ReciprocalGrad": -P * P, "SqrtGrad": 0.5 / P,
                  "RsqrtGrad": -0.5 * P ** 3, "SigmoidGrad": P * (1 - P)}.items():
    program(op, op, [P, Y], (Y * slope).astype(F), T=F)

# Reductions, segments, counts ---------------------------------------------------------

program("BiasAddGradFront", "BiasAddGrad", [CUBE], CUBE.sum((0, 2)), T=F, data_format="NCHW")
program("BiasAddGrad", "BiasAddGrad", [CUBE], CUBE.sum((0, 1)), T=F, data_format="NHWC")
program("SegmentProd", "SegmentProd", [X, Fixed([0, 0, 2])],
        np.stack([X[0] * X[1], np.ones(4, F), X[2]]), T=F, Tindices=I)
for op, empty, function in (("UnsortedSegmentMin", np.finfo(F).max, np.minimum),
                            ("UnsortedSegmentProd", 1, np.multiply)):
    program(op, op, [X, Fixed([2, 0, 2]), Fixed(4)],
            np.stack([X[1], np.full(4, empty, F), function(X[0], X[2]), np.full(4, empty, F)]),
            T=F, Tindices=I, Tnumsegments=I)
for op, divisor in (("Sum", 1), ("Mean", 2), ("SqrtN", math.sqrt(2))):
    pair, nothing = (X[0] + X[2]) / F(divisor), np.zeros(4, F)
    kinds = {"T": F, "Tidx": I, "Tsegmentids": I}
    if op != "SqrtN":
        program(f"SparseSegment{op}", f"SparseSegment{op}",
                [X, Fixed([0, 2, 1]), Fixed([0, 0, 2])], np.stack([pair, nothing, X[1]]), **kinds)
    program(f"SparseSegment{op}WithNumSegments", f"SparseSegment{op}WithNumSegments",
            [X, Fixed([0, 2, 1]), Fixed([0, 0, 2]), Fixed(5)],
            np.stack([pair, nothing, X[1], nothing, nothing]), Tnumsegments=I, **kinds)
NUMBERS, WEIGHTS = I([1, 3, 1, 0, 7]), F([0.5, 2, 1, 4, 9])
program("Bincount", "Bincount", [NUMBERS, Fixed(5), WEIGHTS], F([4, 1.5, 0, 2, 0]), T=F)
program("BincountOfNothing", "Bincount", [NUMBERS, Fixed(5), Fixed([], F)], F([1, 2, 0, 1, 0]),
        T=F)
program("BincountOfAMatrix", "Bincount", [I([[1, 3, 1], [0, 7, 3]]), Fixed(4), Fixed([], F)],
        F([1, 2, 0, 2]), T=F)
program("BincountOfAScalar", "Bincount", [I(2), Fixed(4), F(0.5)], F([0, 0, 0.5, 0]), T=F)
for some in ([], WEIGHTS):
    name = f"BincountOf{len(some)}InTheRun"
    program(name, "Bincount", [Open(NUMBERS), Fixed(5), Open(F(some))],
            F([4, 1.5, 0, 2, 0]) if len(some) else F([1, 2, 0, 1, 0]), T=F)
    program(f"Dense{name}", "DenseBincount",
            [Open(np.stack([NUMBERS] * 2)), Fixed(5), Open(np.stack([F(some)] * 2))],
            np.stack([PROGRAMS[name][1][0]] * 2), T=F, binary_output=False)
program("Bucketize", "Bucketize", [F([-1, 0, 3, 5, 99])], I([0, 1, 1, 2, 3]), T=F,
        boundaries=[0.0, 5.0, 10.0])
program("NthElement", "NthElement", [X, Fixed(1)], np.sort(X)[:, 1], T=F, reverse=False)
program("NthElementReverse", "NthElement", [X, Fixed(0)], X.max(1), T=F, reverse=True)
program("TopK", "TopK", [X], [np.sort(X)[:, :1:-1], np.argsort(-X)[:, :2].astype(I)], T=F, k=2,
        sorted=True)
TARGETS = I([0, 3, 2])
IN_TOP = np.array([X[i, t] >= np.sort(X[i])[-2] for i, t in enumerate(TARGETS)])
program("InTopK", "InTopK", [X, TARGETS], IN_TOP, T=I, k=2)
program("InTopKV2", "InTopKV2", [X, TARGETS, Fixed(2)], IN_TOP, T=I)
SORTED = np.sort(X)
program("UpperBound", "UpperBound", [SORTED, np.concatenate([SORTED[:, 1:2], Y], 1)],
        np.stack([np.searchsorted(row, [row[1], *values], "right")
                  for row, values in zip(SORTED, Y)]).astype(I), T=F, out_type=I)

# Sets ---------------------------------------------------------------------------------

SET = I([7, 3, 7, 9, 3, 3])
program("UniqueWithCounts", "UniqueWithCounts", [SET],
        [I([7, 3, 9]), I([0, 1, 0, 2, 1, 1]), I([2, 3, 1])], T=I, out_idx=I)
program("UniqueWithCountsV2", "UniqueWithCountsV2", [SET, Fixed([0])],
        [I([7, 3, 9]), I([0, 1, 0, 2, 1, 1]), I([2, 3, 1])], T=I, Taxis=I, out_idx=I)
ROWS = I([[1, 2], [3, 4], [1, 2]])
program("UniqueV2", "UniqueV2", [SET, Fixed([])], [I([7, 3, 9]), I([0, 1, 0, 2, 1, 1])], T=I,
        Taxis=I, out_idx=I)
program("UniqueRows", "UniqueV2", [ROWS, Fixed([0])], [I([[1, 2], [3, 4]]), I([0, 1, 0])], T=I,
        Taxis=I, out_idx=I)
COLUMNS = np.stack([ROWS.T, ROWS.T + 1])
program("UniqueColumns", "UniqueWithCountsV2", [COLUMNS, Fixed([-1])],
        [COLUMNS[..., :2], I([0, 1, 0]), I([2, 1])], T=I, Taxis=I, out_idx=I)
program("UniqueOfNaN", "Unique", [F([np.nan, 1, np.nan, 1])],
        [F([np.nan, 1, np.nan]), I([0, 1, 2, 1])], T=F, out_idx=I)
program("UniqueOfNothing", "Unique", [F([])], [F([]), I([])], T=F, out_idx=I)
program("ListDiff", "ListDiff", [SET, I([3, 5])], [I([7, 7, 9]), I([0, 2, 3])], T=I, out_idx=I)

# Shapes and places -----------------------------------------------------------------------

program("BroadcastGradientArgs", "BroadcastGradientArgs", [Fixed([2, 1, 4]), Fixed([3, 1])],
        [I([1]), I([0, 2])], T=I)
program("ShapeN", "ShapeN", [X, CUBE], [I(X.shape), I(CUBE.shape)], T=F, N=2, out_type=I)
program("Reverse", "Reverse", [CUBE, Fixed([True, False, True], B)], CUBE[::-1, :, ::-1].copy(),
        T=F)
program("Gather", "Gather", [X, I([[2, 0], [1, 1]])], X[[[2, 0], [1, 1]]], Tparams=F, Tindices=I)
program("UnravelIndex", "UnravelIndex", [I([0, 5, 22, 23]), Fixed([2, 3, 4])],
        np.stack(np.unravel_index([0, 5, 22, 23], (2, 3, 4))).astype(I), Tidx=I)
program("DynamicPartition", "DynamicPartition", [X, I([1, 0, 1])],
        [X[1:2], X[[0, 2]], X[:0]], T=F, num_partitions=3)
for op in ("DynamicStitch", "ParallelDynamicStitch"):
    program(op, op, [Fixed([3, 0]), Fixed([[1], [2]]), X[:2], Y[:2, None]],
            np.stack([X[1], Y[0], Y[1], X[0]]), T=F, N=2)
program("StitchedTwice", "DynamicStitch", [Fixed([0, 1]), Fixed([1]), X[:2], Y[:1]],
        np.stack([X[0], Y[0]]), T=F, N=2)
PICTURE = normal(1, 4, 4, 3)
BLOCKS = PICTURE.reshape(1, 2, 2, 2, 2, 3).transpose(2, 4, 0, 1, 3, 5).reshape(4, 2, 2, 3)
NOTHING = Fixed([[0, 0], [0, 0]])
program("SpaceToBatch", "SpaceToBatch", [PICTURE, NOTHING], BLOCKS, T=F, Tpaddings=I, block_size=2)
program("BatchToSpace", "BatchToSpace", [BLOCKS, Fixed([[1, 0], [0, 1]])], PICTURE[:, 1:, :3], T=F,
        Tidx=I, block_size=2)
program("SparseToDense", "SparseToDense", [I([[0, 1], [2, 3]]), Fixed([3, 4]), F([5, 6]), F(-1)],
        F([[-1, 5, -1, -1], [-1] * 4, [-1, -1, -1, 6]]), T=F, Tindices=I, validate_indices=True)
for op, combine in (("Add", np.add), ("Sub", np.subtract), ("Max", np.maximum),
                    ("Min", np.minimum)):
    updated = X.copy()
    getattr(combine, "at")(updated, [2, 0, 2], Y)
    program(f"TensorScatter{op}", f"TensorScatter{op}", [X, Fixed([[2], [0], [2]]), Y], updated,
            T=F, Tindices=I)
BOUNDS = [Fixed([0, 3]), Fixed([3, 0]), Fixed([2, -2])]
MASKS = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0,
         "shrink_axis_mask": 0, "T": F, "Index": I}
SPREAD, WRITTEN = np.zeros_like(X), X.copy()
SPREAD[0:3:2, 3:0:-2] = WRITTEN[0:3:2, 3:0:-2] = Y[:2, :2]
program("StridedSliceGrad", "StridedSliceGrad", [Fixed([3, 4]), *BOUNDS, Y[:2, :2]], SPREAD,
        **MASKS)
program("TensorStridedSliceUpdate", "TensorStridedSliceUpdate", [X, *BOUNDS, Y[:2, :2]], WRITTEN,
        **MASKS)

# Matrices ---------------------------------------------------------------------------------

program("BatchMatMul", "BatchMatMul", [CUBE, CUBE], CUBE.transpose(0, 2, 1) @ CUBE, T=F,
        adj_x=True, adj_y=False)
COUNTS, FACTORS = integers(2, 3, kind=np.int8), integers(3, 4, kind=np.int8)
program("BatchMatMulV3", "BatchMatMulV3", [COUNTS, FACTORS], COUNTS.astype(I) @ FACTORS, Ta=np.int8,
        Tb=np.int8, Tout=I, adj_x=False, adj_y=False)
program("Diag", "Diag", [X[:2, :2]], np.einsum("ij,ik,jl->ijkl", X[:2, :2], np.eye(2), np.eye(2))
        .astype(F), T=F)
SQUARE = normal(2, 3, 3)
program("DiagPart", "DiagPart", [SQUARE[0]], np.diag(SQUARE[0]), T=F)
program("MatrixBandPart", "MatrixBandPart", [SQUARE, Fixed(1), Fixed(0)],
        np.tril(np.triu(SQUARE, -1)), T=F, Tindex=I)
program("MatrixBandPartOpen", "MatrixBandPart", [SQUARE, Fixed(-1), Fixed(1)], np.tril(SQUARE, 1),
        T=F, Tindex=I)
DIAGONALS = np.full((2, 2, 3), 9, F)
for i in range(2):
    DIAGONALS[i, 0, :2], DIAGONALS[i, 1] = np.diag(SQUARE[i], 1), np.diag(SQUARE[i])
program("MatrixDiagPartV2", "MatrixDiagPartV2", [SQUARE, Fixed([0, 1]), F(9)], DIAGONALS, T=F)
program("MatrixDiagV2", "MatrixDiagV2", [F([1, 2, 3]), Fixed(-1), Fixed(4), Fixed(5), F(7)],
        F([[7, 7, 7, 7, 7], [1, 7, 7, 7, 7], [7, 2, 7, 7, 7], [7, 7, 3, 7, 7]]), T=F)
ALL_OF_IT = np.pad(np.diag(F([1, 2, 3])), ((1, 0), (0, 2)))
for rows, columns, result in ((4, 5, ALL_OF_IT), (-1, -1, ALL_OF_IT[:, :4]),
                              (-1, 5, ALL_OF_IT), (4, -1, ALL_OF_IT[:, :3])):
    program(f"MatrixDiagV3Of{rows}And{columns}OfTheRun", "MatrixDiagV3",
            [F([1, 2, 3]), Fixed(-1), I(rows), I(columns), F(0)], result, T=F)
SET_TO = SQUARE.copy()
SET_TO[:, range(3), range(3)] = X[:2, :3]
program("MatrixSetDiag", "MatrixSetDiag", [SQUARE, X[:2, :3]], SET_TO, T=F)
ABOVE = SQUARE.copy()
ABOVE[:, range(2), range(1, 3)] = X[:2, :2]
program("MatrixSetDiagV2", "MatrixSetDiagV2", [SQUARE, X[:2, :2], Fixed(1)], ABOVE, T=F)
RIGHT = normal(2, 3, 2)
for lower in (True, False):
    for adjoint in (True, False):
        half = np.tril(SQUARE) if lower else np.triu(SQUARE)
        half = half + 3 * np.eye(3, dtype=F)
        solved = np.linalg.solve(half.transpose(0, 2, 1) if adjoint else half, RIGHT)
        program(f"MatrixTriangularSolve{lower}{adjoint}", "MatrixTriangularSolve",
                [SQUARE + 3 * np.eye(3, dtype=F), RIGHT], solved, T=F, lower=lower,
                adjoint=adjoint)

program("ConjugateTranspose", "ConjugateTranspose",
        [(CUBE + 1j * CUBE[::-1]).astype(C), Fixed([1, 2, 0])],
        np.conj(CUBE + 1j * CUBE[::-1]).astype(C).transpose(1, 2, 0), T=C, Tperm=I)

# Spectra ----------------------------------------------------------------------------------

WAVE = (normal(2, 4, 8) + 1j * normal(2, 4, 8)).astype(C)
for op, function in {"BatchFFT": np.fft.fft, "BatchIFFT": np.fft.ifft, "BatchFFT2D": np.fft.fft2,
                     "BatchIFFT2D": np.fft.ifft2, "FFT3D": np.fft.fftn,
                     "IFFT3D": np.fft.ifftn}.items():
    program(op, op, [WAVE], function(WAVE).astype(C), Tcomplex=C)
REAL, KINDS = WAVE.real.copy(), {"Treal": F, "Tcomplex": C}
program("RFFT2D", "RFFT2D", [REAL, Fixed([4, 6])], np.fft.rfft2(REAL, (4, 6)).astype(C), **KINDS)
program("RFFT3D", "RFFT3D", [REAL, Fixed([2, 4, 8])], np.fft.rfftn(REAL).astype(C), **KINDS)
SPECTRUM = np.fft.rfftn(REAL).astype(C)
program("IRFFT2D", "IRFFT2D", [np.fft.rfft2(REAL).astype(C), Fixed([4, 8])], REAL, **KINDS)
program("IRFFT3D", "IRFFT3D", [SPECTRUM, Fixed([2, 4, 8])], REAL, **KINDS)

# Colours ----------------------------------------------------------------------------------

COLOURS = RANDOM.random((2, 4, 5, 3)).astype(F)


def each_colour(function, colours):
    flat = colours.reshape(-1, 3).astype(float)
    return F([function(*colour) for colour in flat]).reshape(colours.shape)


HSV = each_colour(colorsys.rgb_to_hsv, COLOURS)
program("RGBToHSV", "RGBToHSV", [COLOURS], HSV, T=F)
program("HSVToRGB", "HSVToRGB", [HSV], COLOURS, T=F)
program("AdjustHue", "AdjustHue", [COLOURS, F(0.3)],
        each_colour(lambda h, s, v: colorsys.hsv_to_rgb((h + 0.3) % 1, s, v), HSV), T=F)
program("AdjustSaturation", "AdjustSaturation", [COLOURS, F(1.7)],
        each_colour(lambda h, s, v: colorsys.hsv_to_rgb(h, min(1.7 * s, 1), v), HSV), T=F)
AVERAGE = COLOURS.mean((1, 2), keepdims=True)
program("AdjustContrastv2", "AdjustContrastv2", [COLOURS, F(1.5)],
        (COLOURS - AVERAGE) * F(1.5) + AVERAGE, T=F)

# Numbers rounded to the steps of integers ------------------------------------------------


def fake_quantized(x, low, high):
    scale = (high - low) / 255
    first = -np.clip(np.rint(-low / scale), 0, 255) * scale
    inside = np.clip(x, first, first + 255 * scale)
    return np.floor((inside - first) / scale + 0.5) * scale + first


program("FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVars", [X, F(-1.1), F(1.3)],
        fake_quantized(X, -1.1, 1.3).astype(F), num_bits=8, narrow_range=False)
LOWS, HIGHS = F([-1.1, -0.5, 0, -3]), F([1, 2, 1.5, 0])
program("FakeQuantWithMinMaxVarsPerChannel", "FakeQuantWithMinMaxVarsPerChannel",
        [X, LOWS, HIGHS], fake_quantized(X, LOWS.astype(float), HIGHS.astype(float)).astype(F),
        num_bits=8, narrow_range=False)
# The upper bound is the nearer one: 127 steps.
STEPPED = (np.clip(np.rint(X * (127 / 1.5)), -128, 127) * (1.5 / 127)).astype(F)
for op, more in (("V2", []), ("V3", [Fixed(8)]), ("V4", [])):
    bits = {} if more else {"num_bits": 8}
    program(f"QuantizeAndDequantize{op}", f"QuantizeAndDequantize{op}", [X, F(-0.7), F(1.5), *more],
            STEPPED, T=F, signed_input=True, range_given=True, **bits)
