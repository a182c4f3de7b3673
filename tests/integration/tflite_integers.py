#!/usr/bin/env python3
"""One small operator of TFLite a row of quantised integers, with golden results.

Models are written as JSON and made binary by flatc with the schema of the reader. What
the reference kernels give is in tests/data/tflite_integers.json; it is made anew by

    tflite_integers.py --record

where ai_edge_litert is installed (2.3.0, reference kernels, one thread).
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "pipeline" / "frontends" / "tflite" / "TfLite.fbs"
GOLDEN = ROOT / "tests" / "data" / "tflite_integers.json"
DTYPES = {"INT8": np.int8, "UINT8": np.uint8, "INT16": np.int16, "INT32": np.int32,
          "INT64": np.int64, "FLOAT32": np.float32, "BOOL": np.bool_}


class Tensor:
    """A tensor of a case: computed, an input of random numbers, or a constant."""

    def __init__(self, type, shape, scale=None, zero=0, data=None, axis=0, low=None,
                 high=None, constant=False, variable=False):
        self.type, self.shape, self.axis = type, list(shape), axis
        self.scale = None if scale is None else np.atleast_1d(np.float32(scale))
        self.zero, self.data, self.variable = zero, data, variable
        self.low, self.high, self.constant = low, high, constant or data is not None

    def numbers(self, seed):
        """All of the type's range, the ends among them."""
        if self.data is not None:
            return np.array(self.data, DTYPES[self.type]).reshape(self.shape)
        random = np.random.RandomState(seed)
        if self.type == "FLOAT32":
            return random.uniform(-4, 4, self.shape).astype(np.float32)
        info = np.iinfo(DTYPES[self.type])
        low = info.min if self.low is None else self.low
        high = info.max if self.high is None else self.high
        values = random.randint(low, high + 1, self.shape)
        if values.size > 2:
            values.flat[0], values.flat[-1] = low, high
        return values.astype(DTYPES[self.type])

    def described(self, name, buffer):
        entry = {"name": name, "shape": self.shape, "type": self.type, "buffer": buffer,
                 "is_variable": self.variable}
        if self.scale is not None:
            zeros = np.broadcast_to(self.zero, self.scale.shape)
            entry["quantization"] = {"scale": [float(s) for s in self.scale],
                                     "zero_point": [int(z) for z in zeros],
                                     "quantized_dimension": self.axis}
        return entry


def i8(*shape, scale=0.05, zero=-3, **more):
    return Tensor("INT8", shape, scale, zero, **more)


def u8(*shape, scale=0.04, zero=121, **more):
    return Tensor("UINT8", shape, scale, zero, **more)


def i16(*shape, scale=0.0005, **more):
    return Tensor("INT16", shape, scale, 0, **more)


def ints(*numbers):
    return Tensor("INT32", [len(numbers)], data=numbers)


def bias(count, type="INT32", scale=0.001):
    scale = 1e-5 if type == "INT64" else scale
    return Tensor(type, [count], scale, 0, low=-3000, high=3000, constant=True)


def weights(*shape, scale=0.02, axis=0, type="INT8", zero=0, **more):
    return Tensor(type, shape, scale, zero, axis=axis, constant=True, **more)


def channels(count, start=0.01):
    return [start * (1 + i / 3) for i in range(count)]


CASES = {}


def case(name, op, inputs, output, kind=None, intermediates=(), **options):
    """`inputs` may hold None for operands that are left out."""
    assert name not in CASES, name
    CASES[name] = (op, inputs, output, kind, options, intermediates)


def unary():
    for tag, make in (("int8", i8), ("uint8", u8), ("int16", i16)):
        wide = tag == "int16"
        out = make(2, 33, scale=0.031, zero=5) if not wide else i16(2, 33, scale=0.0004)
        for op in ("RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1"):
            if wide and op.endswith("_1"):
                continue
            case(f"{op.lower()}_{tag}", op, [make(2, 33)], out)
        case(f"leaky_relu_{tag}", "LEAKY_RELU", [make(2, 33)], out, "LeakyReluOptions", alpha=0.1)
        case(f"leaky_relu_negative_{tag}", "LEAKY_RELU", [make(2, 33)], out, "LeakyReluOptions",
             alpha=-0.3)
        zero = {"int8": -128, "uint8": 0, "int16": 0}[tag]
        unit = make(2, 33, scale=1 / 32768 if wide else 1 / 256, **({} if wide else {"zero": zero}))
        case(f"logistic_{tag}", "LOGISTIC", [make(2, 33, scale=2e-4 if wide else 0.05)], unit)
        middle = {"int8": 0, "uint8": 128, "int16": 0}[tag]
        both = make(2, 33, scale=1 / 32768 if wide else 1 / 128,
                    **({} if wide else {"zero": middle}))
        case(f"tanh_{tag}", "TANH", [make(2, 33, scale=2e-4 if wide else 0.02)], both)
        for approximate in (False, True):
            case(f"gelu_{tag}_{int(approximate)}", "GELU", [make(2, 33)], out, "GeluOptions",
                 approximate=approximate)
        if tag != "uint8":
            case(f"exp_{tag}", "EXP", [make(2, 33, scale=1e-4 if wide else 0.03)],
                 make(2, 33, scale=1e-3 if wide else 0.2, **({} if wide else {"zero": -128})))
            case(f"log_{tag}", "LOG", [make(2, 33)], out)
            case(f"abs_{tag}", "ABS", [make(2, 33)], out)
            positive = make(2, 33, low=1 if wide else -120, **({} if wide else {"zero": -125}))
            case(f"rsqrt_{tag}", "RSQRT", [positive],
                 make(2, 33, scale=1e-3 if wide else 0.05, **({} if wide else {"zero": -100})))
            case(f"sqrt_{tag}", "SQRT", [positive], out)
    case("logistic_int16_power", "LOGISTIC", [i16(2, 33, scale=2.0 ** -12)],
         i16(2, 33, scale=1 / 32768))
    for power in (11, 12):
        case(f"tanh_int16_power{power}", "TANH", [i16(2, 33, scale=2.0 ** -power)],
             i16(2, 33, scale=1 / 32768))
    case("elu_int8", "ELU", [i8(2, 33)], i8(2, 33, scale=0.03))
    for tag, make in (("int8", i8), ("uint8", u8)):
        case(f"hard_swish_{tag}", "HARD_SWISH", [make(2, 33)], make(2, 33, scale=0.04))
        case(f"hard_swish_fine_{tag}", "HARD_SWISH", [make(2, 33, scale=0.004)],
             make(2, 33, scale=0.002))
        case(f"prelu_{tag}", "PRELU", [make(2, 3, 11), make(1, 11, scale=0.01, constant=True)],
             make(2, 3, 11, scale=0.06))


def binary():
    for tag, make in (("int8", i8), ("uint8", u8), ("int16", i16)):
        wide = tag == "int16"
        a, c = make(3, 17), make(3, 17, scale=0.0003 if wide else 0.03)
        out = make(3, 17, scale=0.0007 if wide else 0.07)
        row = make(17, scale=0.0003 if wide else 0.03)
        for op in ("ADD", "SUB"):
            kind = f"{op.capitalize()}Options"
            case(f"{op.lower()}_{tag}", op, [a, c], out, kind)
            case(f"{op.lower()}_broadcast_relu_{tag}", op, [a, row], out, kind,
                 fused_activation_function="RELU")
        case(f"mul_{tag}", "MUL", [a, c], make(3, 17, scale=0.0008 if wide else 0.09),
             "MulOptions")
        case(f"mul_broadcast_relu6_{tag}", "MUL", [row, a],
             make(3, 17, scale=0.0008 if wide else 0.09), "MulOptions",
             fused_activation_function="RELU6")
        for op in ("MAXIMUM", "MINIMUM"):
            case(f"{op.lower()}_{tag}", op, [a, make(3, 17)], make(3, 17), "MaximumMinimumOptions")
        flag = Tensor("BOOL", [3, 17])
        for op in ("EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL"):
            if not wide:
                case(f"{op.lower()}_{tag}", op, [a, make(17, low=0, high=9)], flag)
    for tag, make in (("int8", i8), ("uint8", u8)):
        case(f"div_{tag}", "DIV", [make(3, 17), make(3, 17, low=10, high=100)],
             make(3, 17, scale=0.1), "DivOptions")
    case("add_int16_powers", "ADD", [i16(3, 17, scale=2.0 ** -12), i16(3, 17, scale=2.0 ** -10)],
         i16(3, 17, scale=2.0 ** -10), "AddOptions")
    case("sub_int16_powers", "SUB", [i16(3, 17, scale=2.0 ** -10), i16(3, 17, scale=2.0 ** -12)],
         i16(3, 17, scale=2.0 ** -10), "SubOptions")
    case("squared_difference_int8", "SQUARED_DIFFERENCE", [i8(3, 17), i8(17, scale=0.03)],
         i8(3, 17, scale=0.4, zero=-128))


def products():
    for per_channel in (False, True):
        tag = "per_channel" if per_channel else "per_tensor"

        def scales(count):
            return channels(count) if per_channel else 0.02

        case(f"conv_2d_int8_{tag}", "CONV_2D",
             [i8(1, 7, 6, 4), weights(5, 3, 2, 4, scale=scales(5)), bias(5)],
             i8(1, 4, 3, 5, scale=0.3), "Conv2DOptions", padding="SAME", stride_w=2, stride_h=2)
        case(f"depthwise_conv_2d_int8_{tag}", "DEPTHWISE_CONV_2D",
             [i8(2, 6, 5, 3), weights(1, 3, 3, 6, scale=scales(6), axis=3), bias(6)],
             i8(2, 4, 3, 6, scale=0.2), "DepthwiseConv2DOptions", padding="VALID", stride_w=1,
             stride_h=1, depth_multiplier=2, fused_activation_function="RELU6")
        case(f"transpose_conv_int8_{tag}", "TRANSPOSE_CONV",
             [ints(1, 7, 8, 3), weights(3, 3, 3, 2, scale=scales(3)), i8(1, 4, 4, 2), bias(3)],
             i8(1, 7, 8, 3, scale=0.2), "TransposeConvOptions", padding="SAME", stride_w=2,
             stride_h=2)
        case(f"fully_connected_int8_{tag}", "FULLY_CONNECTED",
             [i8(3, 2, 16), weights(7, 16, scale=scales(7)), bias(7)], i8(6, 7, scale=0.3),
             "FullyConnectedOptions", fused_activation_function="RELU")
        case(f"fully_connected_int16_{tag}", "FULLY_CONNECTED",
             [i16(3, 16), weights(7, 16, scale=scales(7)), bias(7, "INT64")],
             i16(3, 7, scale=0.003), "FullyConnectedOptions", keep_num_dims=True)
        for name, type in (("int16", "INT64"), ("int16_bias32", "INT32")):
            case(f"conv_2d_{name}_{tag}", "CONV_2D",
                 [i16(1, 5, 5, 3), weights(4, 3, 3, 3, scale=scales(4)), bias(4, type)],
                 i16(1, 3, 3, 4, scale=0.003), "Conv2DOptions", padding="VALID", stride_w=1,
                 stride_h=1, quantized_bias_type=type)
        case(f"depthwise_conv_2d_int16_{tag}", "DEPTHWISE_CONV_2D",
             [i16(1, 5, 5, 3), weights(1, 3, 3, 3, scale=scales(3), axis=3), bias(3, "INT64")],
             i16(1, 5, 5, 3, scale=0.002), "DepthwiseConv2DOptions", padding="SAME", stride_w=1,
             stride_h=1, depth_multiplier=1)
    case("conv_2d_int8_dilated", "CONV_2D", [i8(1, 9, 9, 2), weights(3, 3, 3, 2), bias(3)],
         i8(1, 9, 9, 3, scale=0.2), "Conv2DOptions", padding="SAME", stride_w=1, stride_h=1,
         dilation_w_factor=2, dilation_h_factor=3)
    case("conv_2d_int8_groups", "CONV_2D", [i8(1, 5, 5, 4), weights(6, 3, 3, 2), bias(6)],
         i8(1, 3, 3, 6, scale=0.2), "Conv2DOptions", padding="VALID", stride_w=1, stride_h=1)
    case("conv_2d_int16_many", "CONV_2D", [i16(1, 6, 6, 40), weights(2, 4, 4, 40), bias(2, "INT64")],
         i16(1, 3, 3, 2, scale=0.01), "Conv2DOptions", padding="VALID", stride_w=1, stride_h=1)
    case("conv_2d_uint8", "CONV_2D",
         [u8(1, 7, 7, 2), weights(3, 3, 3, 2, type="UINT8", zero=117), bias(3)],
         u8(1, 4, 4, 3, scale=0.2), "Conv2DOptions", padding="SAME", stride_w=2, stride_h=2,
         fused_activation_function="RELU")
    case("depthwise_conv_2d_uint8", "DEPTHWISE_CONV_2D",
         [u8(1, 7, 7, 2), weights(1, 3, 3, 4, type="UINT8", zero=117), bias(4)],
         u8(1, 3, 3, 4, scale=0.2), "DepthwiseConv2DOptions", padding="VALID", stride_w=2,
         stride_h=2, depth_multiplier=2)
    case("transpose_conv_uint8", "TRANSPOSE_CONV",
         [ints(1, 9, 9, 2), weights(2, 3, 3, 3, type="UINT8", zero=117), u8(1, 4, 4, 3)],
         u8(1, 9, 9, 2, scale=0.2), "TransposeConvOptions", padding="VALID", stride_w=2,
         stride_h=2)
    case("transpose_conv_int16", "TRANSPOSE_CONV",
         [ints(1, 5, 5, 2), weights(2, 3, 3, 3), i16(1, 5, 5, 3), bias(2, "INT64")],
         i16(1, 5, 5, 2, scale=0.003), "TransposeConvOptions", padding="SAME", stride_w=1,
         stride_h=1)
    case("fully_connected_uint8", "FULLY_CONNECTED",
         [u8(3, 16), weights(7, 16, type="UINT8", zero=117), bias(7)], u8(3, 7, scale=0.3),
         "FullyConnectedOptions")
    case("fully_connected_int8_ties", "FULLY_CONNECTED", [i8(5, 8, scale=0.5), weights(7, 8, scale=0.5)],
         i8(5, 7, scale=128, zero=0), "FullyConnectedOptions")
    case("fully_connected_int8_computed", "FULLY_CONNECTED", [i8(3, 8), i8(5, 8, zero=7)],
         i8(3, 5, scale=0.3), "FullyConnectedOptions")
    for x in (False, True):
        for y in (False, True):
            case(f"batch_matmul_int8_{int(x)}{int(y)}", "BATCH_MATMUL",
                 [i8(2, *((5, 3) if x else (3, 5))), i8(*((4, 5) if y else (5, 4)), zero=11)],
                 i8(2, 3, 4, scale=0.2), "BatchMatMulOptions", adj_x=x, adj_y=y)
    case("batch_matmul_int16", "BATCH_MATMUL", [i16(2, 3, 5), i16(2, 5, 4)],
         i16(2, 3, 4, scale=0.003), "BatchMatMulOptions")


def rows():
    for tag, make in (("int8", i8), ("uint8", u8)):
        low = -128 if tag == "int8" else 0
        high = 127 if tag == "int8" else 255
        for scale in (0.01, 0.1, 1.5):
            case(f"softmax_{tag}_{scale}", "SOFTMAX", [make(3, 19, scale=scale)],
                 make(3, 19, scale=1 / 256, zero=low), "SoftmaxOptions", beta=1.0)
            case(f"log_softmax_{tag}_{scale}", "LOG_SOFTMAX", [make(3, 19, scale=scale)],
                 make(3, 19, scale=1 / 16, zero=high))
        case(f"softmax_{tag}_beta", "SOFTMAX", [make(2, 2, 9)],
             make(2, 2, 9, scale=1 / 256, zero=low), "SoftmaxOptions", beta=0.3)
        case(f"softmax_{tag}_to_int16", "SOFTMAX", [make(2, 19)],
             i16(2, 19, scale=1 / 65536), "SoftmaxOptions", beta=1.0)
        case(f"l2_normalization_{tag}", "L2_NORMALIZATION", [make(4, 9)],
             make(4, 9, scale=1 / 128, zero=0 if tag == "int8" else 128), "L2NormOptions")
        case(f"l2_normalization_{tag}_small", "L2_NORMALIZATION",
             [make(4, 3, zero=5, low=4, high=7)],
             make(4, 3, scale=1 / 128, zero=0 if tag == "int8" else 128), "L2NormOptions")
    for scale in (1e-4, 1e-3):
        case(f"softmax_int16_{scale}", "SOFTMAX", [i16(3, 19, scale=scale)],
             i16(3, 19, scale=1 / 32768), "SoftmaxOptions", beta=1.0)


def reductions():
    for tag, make in (("int8", i8), ("uint8", u8), ("int16", i16)):
        wide = tag == "int16"
        out = make(2, 4, scale=0.0004 if wide else 0.031)
        for count in (5, 7, 16):
            case(f"mean_{tag}_{count}", "MEAN", [make(2, count, 4), ints(1)], out,
                 "ReducerOptions")
        case(f"mean_{tag}_same", "MEAN", [make(2, 3, 3, 4), ints(1, 2)], make(2, 1, 1, 4),
             "ReducerOptions", keep_dims=True)
        for op in ("REDUCE_MAX", "REDUCE_MIN"):
            case(f"{op.lower()}_{tag}", op, [make(2, 5, 4), ints(-2)], make(2, 4),
                 "ReducerOptions")
        for padding in ("SAME", "VALID"):
            for op in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
                case(f"{op.lower()}_{tag}_{padding.lower()}", op, [make(1, 7, 6, 3)],
                     make(1, *((4, 3) if padding == "SAME" else (3, 2)), 3), "Pool2DOptions",
                     padding=padding, stride_w=2, stride_h=2, filter_width=3, filter_height=3,
                     fused_activation_function="RELU" if padding == "SAME" else "NONE")
    windows = [Tensor("INT64", [2], data=numbers) for numbers in ([2, 3], [1, 2], [1, 2])]
    for function, first in (("MAXIMUM", -128), ("MINIMUM", 127)):
        case(f"reduce_window_{function.lower()}_int8", "REDUCE_WINDOW",
             [i8(4, 9), i8(data=[first]), *windows], i8(3, 3), "ReduceWindowOptions",
             reduce_function=function)
    for scale in (0.05, 0.3):
        case(f"sum_int8_{scale}", "SUM", [i8(5, 6, low=-30, high=30), ints(1)], i8(5, scale=scale),
             "ReducerOptions")
    case("sum_uint8", "SUM", [u8(3, 6), ints(1)], u8(3, scale=0.3), "ReducerOptions")
    case("reduce_prod_int8", "REDUCE_PROD", [i8(3, 6), ints(1)], i8(3, scale=0.3),
         "ReducerOptions")
    case("reduce_prod_int16", "REDUCE_PROD", [i16(3, 6, scale=1e-4), ints(1)], i16(3, scale=0.01),
         "ReducerOptions")


def moved():
    for source, make in (("int8", i8), ("uint8", u8), ("int16", i16)):
        for target, other in (("int8", i8), ("uint8", u8), ("int16", i16)):
            if (source, target) == ("int16", "uint8"):
                continue
            scale = 0.0011 if target == "int16" else 0.023
            case(f"quantize_{source}_to_{target}", "QUANTIZE", [make(3, 21)],
                 other(3, 21, scale=scale))
        case(f"quantize_float32_to_{source}", "QUANTIZE", [Tensor("FLOAT32", [3, 21])],
             make(3, 21))
        case(f"dequantize_{source}", "DEQUANTIZE", [make(3, 21)], Tensor("FLOAT32", [3, 21]))
        for corners, half in ((False, False), (True, False), (False, True)):
            for size in ((7, 9), (2, 3)):
                case(f"resize_bilinear_{source}_{int(corners)}{int(half)}_{size[0]}",
                     "RESIZE_BILINEAR", [make(1, 4, 5, 2), ints(*size)], make(1, *size, 2),
                     "ResizeBilinearOptions", align_corners=corners, half_pixel_centers=half)
        case(f"pad_{source}", "PAD",
             [make(2, 3), Tensor("INT32", [2, 2], data=[1, 0, 2, 1])], make(3, 6))
        case(f"padv2_{source}", "PADV2",
             [make(2, 3), Tensor("INT32", [2, 2], data=[1, 0, 2, 1]), make(1, data=[9])],
             make(3, 6))
    ties = [0.5, 1.5, 2.5, -0.5, -1.5, 3.49999, 1e9, -1e9, 1e30, -1e30, np.inf, 126.5]
    case("quantize_float32_ties", "QUANTIZE", [Tensor("FLOAT32", [12], data=ties)],
         i8(12, scale=1, zero=0))
    case("concatenation_uint8", "CONCATENATION",
         [u8(2, 5), u8(2, 5, scale=0.09, zero=3), u8(2, 5, scale=0.01)], u8(2, 15),
         "ConcatenationOptions", axis=-1)
    case("concatenation_int8", "CONCATENATION", [i8(2, 5), i8(1, 5)], i8(3, 5),
         "ConcatenationOptions", axis=0)


def lstm(name, coupled=False, peephole=False, norm=False, projection=False, time_major=False,
         cell=2.0 ** -11, one_step=False, **options):
    depth, cells = 3, 5
    outputs = 4 if projection else cells
    gates = range(4)
    times = [2] if one_step else [6, 2] if time_major else [2, 6]
    x = i8(*times, depth, scale=0.02)
    left_out = [coupled and gate == 0 for gate in gates]

    def each(make):
        return [None if out else make() for out in left_out]

    norms = each(lambda: Tensor("INT16", [cells], 3e-5, 0, low=10000, high=30000, constant=True))
    peepholes = [Tensor("INT16", [cells], 2e-5, 0, constant=True)
                 if peephole and not (coupled and i == 0) else None for i in range(3)]
    operands = [x, *each(lambda: weights(cells, depth, scale=0.01)),
                *each(lambda: weights(cells, outputs, scale=0.008)), *peepholes,
                *each(lambda: bias(cells, scale=2e-4)),
                weights(outputs, cells, scale=0.01) if projection else None,
                bias(outputs, scale=1e-4) if projection else None,
                i8(2, outputs, scale=0.01, zero=7, variable=True),
                i16(2, cells, scale=cell, variable=True), *(norms if norm else [None] * 4)]
    between = [Tensor("INT16", [], 2.0 ** -12) if norm else Tensor("FLOAT32", [])
               for _ in gates] + [Tensor("INT8", [], 0.008, -2 if projection else 7)]
    op, kind = "UNIDIRECTIONAL_SEQUENCE_LSTM", "UnidirectionalSequenceLSTMOptions"
    if one_step:
        op, kind = "LSTM", "LSTMOptions"
    else:
        options["time_major"] = time_major
    case(name, op, operands, i8(*times, outputs, scale=0.01, zero=7), kind, between,
         fused_activation_function="TANH", **options)


def recurrent():
    lstm("lstm_int8")
    lstm("lstm_int8_time_major_clip", time_major=True, cell_clip=0.9)
    lstm("lstm_int8_coupled", coupled=True)
    lstm("lstm_int8_peephole", peephole=True)
    lstm("lstm_int8_coupled_peephole", coupled=True, peephole=True)
    lstm("lstm_int8_projection", projection=True, proj_clip=0.5)
    for time_major in (False, True):
        lstm(f"lstm_int8_peephole_projection_{int(time_major)}", peephole=True, projection=True,
             time_major=time_major)
    lstm("lstm_int8_norm", norm=True)
    lstm("lstm_int8_norm_peephole", norm=True, peephole=True)
    lstm("lstm_int8_norm_projection", norm=True, projection=True)
    lstm("lstm_int8_fine_cell", cell=2.0 ** -16)
    lstm("lstm_int8_one_step", one_step=True)
    lstm("lstm_int8_one_step_all", peephole=True, norm=True, projection=True, one_step=True,
         cell_clip=0.9, proj_clip=0.5)
    for rank in (1, 2):
        case(f"svdf_int8_{rank}", "SVDF",
             [i8(2, 5), weights(6, 5, scale=0.01),
              Tensor("INT16", [6, 4], 3e-5, 0, constant=True), bias(6 // rank, scale=1e-6),
              i16(2, 24, scale=1e-3, variable=True)],
             i8(2, 6 // rank, scale=0.02), "SVDFOptions", rank=rank,
             fused_activation_function="RELU")


def corners():
    case("conv_2d_int8_uneven", "CONV_2D", [i8(2, 8, 8, 2), weights(3, 3, 3, 2), bias(3)],
         i8(2, 3, 3, 3, scale=0.2), "Conv2DOptions", padding="VALID", stride_w=2, stride_h=2)
    case("conv_2d_int8_point", "CONV_2D", [i8(1, 6, 6, 5), weights(4, 1, 1, 5), bias(4)],
         i8(1, 3, 3, 4, scale=0.2), "Conv2DOptions", padding="SAME", stride_w=2, stride_h=2)
    case("depthwise_conv_2d_int8_uneven", "DEPTHWISE_CONV_2D",
         [i8(1, 8, 7, 3), weights(1, 2, 3, 3), bias(3)], i8(1, 3, 2, 3, scale=0.2),
         "DepthwiseConv2DOptions", padding="VALID", stride_w=3, stride_h=3, depth_multiplier=1)
    case("add_int8_five_dimensions", "ADD", [i8(2, 1, 3, 1, 2), i8(1, 2, 3, 2, 1, scale=0.07)],
         i8(2, 2, 3, 2, 2, scale=0.09), "AddOptions")
    case("mul_int8_scalar", "MUL", [i8(2, 7), i8(data=[100])], i8(2, 7, scale=0.3), "MulOptions")
    case("batch_matmul_int8_broadcast", "BATCH_MATMUL", [i8(2, 1, 3, 5), i8(4, 5, 2, zero=11)],
         i8(2, 4, 3, 2, scale=0.2), "BatchMatMulOptions")
    case("softmax_int8_long", "SOFTMAX", [i8(2, 300, scale=0.002)],
         i8(2, 300, scale=1 / 256, zero=-128), "SoftmaxOptions", beta=1.0)
    case("mean_int8_all", "MEAN", [i8(3, 5, 7), ints(0, 1, 2)], i8(), "ReducerOptions")
    case("mean_int8_much_finer", "MEAN", [i8(2, 37), ints(1)], i8(2, scale=0.002),
         "ReducerOptions")
    case("requantize_int8_much_finer", "QUANTIZE", [i8(2, 37)], i8(2, 37, scale=0.0001))
    for op in ("FLOOR_DIV", "FLOOR_MOD"):
        case(f"{op.lower()}_int8", op, [i8(3, 7), i8(3, 7, low=1, high=9)], i8(3, 7))
    case("neg_int8", "NEG", [i8(3, 7)], i8(3, 7))
    case("fully_connected_int8_input_zero", "FULLY_CONNECTED",
         [i8(2, 8, zero=0), weights(3, 8)], i8(2, 3, scale=0.3), "FullyConnectedOptions",
         fused_activation_function="RELU_N1_TO_1")


for group in (unary, binary, products, rows, reductions, moved, recurrent, corners):
    group()


def model(names):
    """JSON of a model whose operators are these cases, and its inputs."""
    buffers, tensors, operators, codes = [{}], [], [], []
    inputs, outputs, values = [], [], []

    def add(name, tensor, numbers):
        entry = tensor.described(name, 0)
        if tensor.constant:
            entry["buffer"] = len(buffers)
            buffers.append({"data": list(numbers.tobytes())})
        tensors.append(entry)
        return len(tensors) - 1

    for name in names:
        op, operands, result, kind, options, intermediates = CASES[name]
        places = []
        for i, operand in enumerate(operands):
            if operand is None:
                places.append(-1)
                continue
            numbers = operand.numbers(zlib.crc32(f"{name}/{i}".encode()))
            places.append(add(f"{name}/{i}", operand, numbers))
            if not operand.constant and not operand.variable:
                inputs.append(places[-1])
                values.append(numbers)
        outputs.append(add(name, result, None))
        entry = {"opcode_index": len(codes), "inputs": places, "outputs": outputs[-1:],
                 "intermediates": [add(f"{name}/between{i}", tensor, None)
                                   for i, tensor in enumerate(intermediates)]}
        if kind:
            union = "builtin_options" + ("_2" if kind == "ReduceWindowOptions" else "")
            entry.update({f"{union}_type": kind, union: options})
        operators.append(entry)
        codes.append({"builtin_code": op, "version": 1})
    graph = {"tensors": tensors, "inputs": inputs, "outputs": outputs, "operators": operators}
    return {"version": 3, "operator_codes": codes, "subgraphs": [graph],
            "buffers": buffers}, values


def save(text, folder):
    """A model's JSON as a file of TFLite."""
    folder = pathlib.Path(folder)
    (folder / "model.json").write_text(json.dumps(text))
    subprocess.run(["flatc", "-b", "-o", folder, SCHEMA, folder / "model.json"], check=True)
    return folder / "model.bin"


def write(names, folder):
    """The model of these cases as a file, and its inputs."""
    text, values = model(names)
    return save(text, folder), values


def reference(path, values, resolver):
    """What a resolver's kernels give."""
    from ai_edge_litert.interpreter import Interpreter
    interpreter = Interpreter(model_path=str(path), num_threads=1,
                              experimental_op_resolver_type=resolver)
    interpreter.allocate_tensors()
    for place, value in zip(interpreter.get_input_details(), values):
        interpreter.set_tensor(place["index"], value)
    interpreter.invoke()
    [place] = interpreter.get_output_details()
    return interpreter.get_tensor(place["index"])


def record():
    from ai_edge_litert.interpreter import OpResolverType
    golden = {}
    for name in CASES:
        with tempfile.TemporaryDirectory() as folder:
            path, values = write([name], folder)
            try:
                result = reference(path, values, OpResolverType.BUILTIN_REF)
            except ValueError:  # A few operators have no reference kernel.
                result = reference(path, values,
                                   OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)
            golden[name] = {"shape": list(result.shape), "values": result.flatten().tolist()}
    lines = [f" {json.dumps(name)}: {json.dumps(entry, separators=(',', ':'))}"
             for name, entry in golden.items()]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--record", action="store_true", required=True)
    parser.parse_args()
    record()
