"""Operators of TensorFlow against formulas in numpy, part three: windows and their
gradients, normalisation, pictures, boxes and cells of recurrent networks."""
import numpy as np

from tensorflow_programs import (F, I, BOXES, MOVED, NORMAL, SCORES, SLOPE, SPREADS, AXES,
                                 Fixed, Open, ends, normal, pool_gradient, program, sigmoid,
                                 soft_suppression)

# Windows of three dimensions: those of 2 that fit, one beside the other ----------------

VOLUME, HALVED = normal(1, 4, 4, 4, 2), normal(1, 2, 2, 2, 2)
TILED = VOLUME.reshape(1, 2, 2, 2, 2, 2, 2, 2)
WITHIN = (2, 4, 6)
CUBES = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "VALID",
         "data_format": "NDHWC", "T": F}


def spread(x):
    return x.repeat(2, 1).repeat(2, 2).repeat(2, 3)


program("AvgPool3D", "AvgPool3D", [VOLUME], TILED.mean(WITHIN), **CUBES)
program("MaxPool3D", "MaxPool3D", [VOLUME], TILED.max(WITHIN), **CUBES)
program("AvgPool3DGrad", "AvgPool3DGrad", [Fixed(VOLUME.shape), HALVED], spread(HALVED) / 8,
        **CUBES)
program("MaxPool3DGrad", "MaxPool3DGrad", [VOLUME, TILED.max(WITHIN), HALVED],
        np.where(VOLUME == spread(TILED.max(WITHIN)), spread(HALVED), 0), TInput=F, **CUBES)

# Pools whose windows are operands ---------------------------------------------------------

FALL, WINDOW, STEP = normal(1, 2, 2, 2), Fixed([1, 3, 3, 1]), Fixed([1, 2, 2, 1])
PICTURE = normal(1, 4, 4, 2)
program("MaxPoolGradV2", "MaxPoolGradV2", [SLOPE, np.zeros_like(FALL), FALL, WINDOW, STEP],
        pool_gradient(SLOPE, FALL, 3, 2, 0, False), T=F, padding="VALID", data_format="NHWC")
program("MaxPoolV2", "MaxPoolV2", [PICTURE, Fixed([1, 2, 2, 1]), STEP],
        PICTURE.reshape(1, 2, 2, 2, 2, 2).max((2, 4)), T=F, padding="VALID", data_format="NHWC")

# Convolutions backwards, by the sum that defines them -------------------------------------


def places(output, kernel, stride):
    """(place of the output, place in the kernel, place of the input)."""
    for at in np.ndindex(*output):
        for inside in np.ndindex(*kernel):
            yield at, inside, tuple(a * stride + i for a, i in zip(at, inside))


def filter_gradient(x, gradient, kernel, stride):
    result = np.zeros((*kernel, x.shape[-1], gradient.shape[-1]))
    for at, inside, of in places(gradient.shape[1:-1], kernel, stride):
        result[inside] += np.einsum("nc,nd->cd", x[(slice(None), *of)],
                                    gradient[(slice(None), *at)])
    return result.astype(F)


def input_gradient(shape, kernel, gradient, stride, depthwise=False):
    result = np.zeros(shape)
    rule = "ncm,cm->nc" if depthwise else "nd,cd->nc"
    for at, inside, of in places(gradient.shape[1:-1], kernel.shape[:-2], stride):
        part = gradient[(slice(None), *at)]
        part = part.reshape(-1, *kernel.shape[-2:]) if depthwise else part
        result[(slice(None), *of)] += np.einsum(rule, part, kernel[inside])
    return result.astype(F)


def strides(stride, rank):
    ones = [1] * (rank + 2)
    return {"T": F, "strides": [1, *[stride] * rank, 1], "padding": "VALID", "dilations": ones,
            "data_format": "NHWC" if rank == 2 else "NDHWC"}


PLANE, PLANE_GRADIENT = normal(2, 6, 5, 3), normal(2, 2, 2, 4)
program("Conv2DBackpropFilter", "Conv2DBackpropFilter",
        [PLANE, Fixed([3, 2, 3, 4]), PLANE_GRADIENT],
        filter_gradient(PLANE, PLANE_GRADIENT, (3, 2), 2), **strides(2, 2))
BLOCK, BLOCK_GRADIENT = normal(1, 4, 3, 4, 2), normal(1, 3, 2, 3, 3)
program("Conv3DBackpropFilterV2", "Conv3DBackpropFilterV2",
        [BLOCK, Fixed([2, 2, 2, 2, 3]), BLOCK_GRADIENT],
        filter_gradient(BLOCK, BLOCK_GRADIENT, (2, 2, 2), 1), **strides(1, 3))
FILTERS = normal(2, 2, 2, 2, 3)
BACK = input_gradient(BLOCK.shape, FILTERS, BLOCK_GRADIENT, 1)
program("Conv3DBackpropInputV2", "Conv3DBackpropInputV2",
        [Fixed(BLOCK.shape), FILTERS, BLOCK_GRADIENT], BACK, Tshape=I, **strides(1, 3))
# Of sizes that only the run knows: SAME pads the last place of each dimension.
WIDE, WIDE_KERNEL, WIDE_GRADIENT = (1, 6, 4, 2), normal(3, 3, 2, 4), normal(1, 3, 2, 4)
SAME = {**strides(2, 2), "padding": "SAME"}
program("Conv2DBackpropInputOfOpen", "Conv2DBackpropInput",
        [I(WIDE), WIDE_KERNEL, Open(WIDE_GRADIENT)],
        input_gradient((1, 7, 5, 2), WIDE_KERNEL, WIDE_GRADIENT, 2)[:, :6, :4], **SAME)
ends("Conv2DBackpropInputOfOtherSizes", "Conv2DBackpropInput",
     [I((1, 7, 4, 2)), WIDE_KERNEL, Open(WIDE_GRADIENT)],
     "an input of its sizes gives no gradient of this shape", **SAME)
# The first version has a tensor of those sizes.
program("Conv3DBackpropInput", "Conv3DBackpropInput", [BLOCK, FILTERS, BLOCK_GRADIENT], BACK,
        T=F, strides=[1, 1, 1, 1, 1], padding="VALID")
DEEP, DEEP_GRADIENT = normal(3, 2, 3, 2), normal(2, 2, 2, 6)
program("DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropInput",
        [Fixed([2, 5, 4, 3]), DEEP, DEEP_GRADIENT],
        input_gradient((2, 5, 4, 3), DEEP, DEEP_GRADIENT, 2, depthwise=True), **strides(2, 2))

# Normalisation ------------------------------------------------------------------------------

SCALE, SHIFT = F([2, -3]), F([0.5, 1])
COUNT = SLOPE.size // 2
for op in ("FusedBatchNorm", "FusedBatchNormV2"):
    kinds = {"T": F, "epsilon": 1e-3, "data_format": "NHWC"}
    kinds.update({} if op == "FusedBatchNorm" else {"U": F})
    program(f"{op}Trained", op, [SLOPE, SCALE, SHIFT, F([]), F([])],
            [NORMAL * SCALE + SHIFT, SLOPE.mean(AXES), SLOPE.var(AXES) * F(COUNT / (COUNT - 1))],
            is_training=True, **kinds)
    program(op, op, [SLOPE, SCALE, SHIFT, F([0.1, 0.2]), F([1, 2])],
            (SLOPE - F([0.1, 0.2])) / np.sqrt(F([1.001, 2.001])) * SCALE + SHIFT,
            is_training=False, **kinds)
for op in ("FusedBatchNormGrad", "FusedBatchNormGradV2"):
    centred = MOVED - MOVED.mean(AXES) - NORMAL * (MOVED * NORMAL).mean(AXES)
    kinds = {} if op == "FusedBatchNormGrad" else {"U": F}
    program(op, op, [MOVED, SLOPE, SCALE, SLOPE.mean(AXES), SLOPE.var(AXES)],
            [(centred * SCALE / np.sqrt(SPREADS)).astype(F), (MOVED * NORMAL).sum(AXES).astype(F),
             MOVED.sum(AXES)], T=F, epsilon=1e-3, is_training=True, data_format="NHWC", **kinds)

# Boxes --------------------------------------------------------------------------------------

CORNERS = F([[0, 0, 1, 1], [0.2, 0.7, 0.6, 0.1], [-0.5, 0.25, 1.2, 0.75]])
WHOSE, CROPPED = I([1, 0, 1]), normal(2, 5, 6, 2)


def cropped(pictures, boxes, whose, height, width, outside):
    result = np.full((len(boxes), height, width, pictures.shape[-1]), outside)
    for n, i, j in np.ndindex(result.shape[:3]):
        rows, columns = pictures.shape[1] - 1, pictures.shape[2] - 1
        y = rows * (boxes[n, 0] + i * (boxes[n, 2] - boxes[n, 0]) / (height - 1))
        x = columns * (boxes[n, 1] + j * (boxes[n, 3] - boxes[n, 1]) / (width - 1))
        if not (0 <= y <= rows and 0 <= x <= columns):
            continue
        result[n, i, j] = sum(
            pictures[whose[n], at, to] * (1 - abs(y - at)) * (1 - abs(x - to))
            for at in {int(np.floor(y)), int(np.ceil(y))}
            for to in {int(np.floor(x)), int(np.ceil(x))})
    return result.astype(F)


program("CropAndResize", "CropAndResize", [CROPPED, CORNERS, WHOSE, Fixed([3, 4])],
        cropped(CROPPED, CORNERS.astype(float), WHOSE, 3, 4, -2.0), T=F, method="bilinear",
        extrapolation_value=-2.0)


def suppressed(most, overlap, least=0.0):
    """A sigma so great that no score falls before a box is out."""
    return I([place for place, _ in soft_suppression(BOXES, SCORES, most, overlap, least, 1e30)])


program("NonMaxSuppression", "NonMaxSuppression", [BOXES, SCORES, Fixed(5)], suppressed(5, 0.4),
        iou_threshold=0.4)
program("NonMaxSuppressionV2", "NonMaxSuppressionV2", [BOXES, SCORES, Fixed(5), Fixed(0.3, F)],
        suppressed(5, 0.3), T=F, T_threshold=F)
LIMITS = [Fixed(0.5, F), Fixed(0.4, F)]
CHOSEN = suppressed(12, 0.5, 0.4)
program("NonMaxSuppressionV3", "NonMaxSuppressionV3", [BOXES, SCORES, Fixed(12), *LIMITS], CHOSEN,
        T=F, T_threshold=F)
program("NonMaxSuppressionV4", "NonMaxSuppressionV4", [BOXES, SCORES, Fixed(12), *LIMITS],
        [np.pad(CHOSEN, (0, 12 - len(CHOSEN))), I(len(CHOSEN))], T=F, T_threshold=F,
        pad_to_max_output_size=True)

# Cells --------------------------------------------------------------------------------------

DEPTH, CELLS = 3, 4
INPUT, STATE, MEMORY = normal(2, DEPTH), normal(2, CELLS), normal(2, CELLS)
BOTH = np.concatenate([INPUT, STATE], 1)
GATE_WEIGHTS, WEIGHTS = normal(DEPTH + CELLS, 2 * CELLS), normal(DEPTH + CELLS, CELLS)
GATE_BIAS, BIAS = normal(2 * CELLS), normal(CELLS)
RESET, UPDATE = np.split(sigmoid(BOTH @ GATE_WEIGHTS + GATE_BIAS), 2, 1)
CANDIDATE = np.tanh(np.concatenate([INPUT, RESET * STATE], 1) @ WEIGHTS + BIAS)
program("GRUBlockCell", "GRUBlockCell",
        [INPUT, STATE, GATE_WEIGHTS, WEIGHTS, GATE_BIAS, BIAS],
        [RESET, UPDATE, CANDIDATE, UPDATE * STATE + (1 - UPDATE) * CANDIDATE], T=F)
ALL_WEIGHTS, ALL_BIAS = normal(DEPTH + CELLS, 4 * CELLS), normal(4 * CELLS)
PEEPS = [normal(CELLS) for _ in range(3)]
for has_peepholes in (False, True):
    enter, candidate, forget, leave = np.split(BOTH @ ALL_WEIGHTS + ALL_BIAS, 4, 1)
    peep = [has_peepholes * weights for weights in PEEPS]
    enter = sigmoid(enter + MEMORY * peep[0])
    forget = sigmoid(forget + F(0.5) + MEMORY * peep[1])
    candidate = np.tanh(candidate)
    memory = np.clip(candidate * enter + MEMORY * forget, F(-0.9), F(0.9))
    leave = sigmoid(leave + memory * peep[2])
    program(f"LSTMBlockCell{has_peepholes}", "LSTMBlockCell",
            [INPUT, MEMORY, STATE, ALL_WEIGHTS, *PEEPS, ALL_BIAS],
            [value.astype(F) for value in (enter, memory, forget, leave, candidate,
                                           np.tanh(memory), leave * np.tanh(memory))],
            T=F, forget_bias=0.5, cell_clip=0.9, use_peephole=has_peepholes)
