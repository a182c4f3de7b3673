"""Operators of ONNX against formulas in numpy, part two: those that came with the reader of
ONNX's files, and operands of shapes, bounds and axes that only the run knows."""
import numpy as np

from onnx_programs import RANDOM, X, normal, program, sigmoid

UNKNOWN = {rank: f"!torch.vtensor<[{','.join('?' * rank)}],f32>" for rank in range(1, 5)}
ints = lambda *values: np.array(values, np.int64)  # noqa: E731

# Operands that only the run knows --------------------------------------------------

program("reshape_at_run_time", "Reshape", [X, ints(5, -1)], [X.reshape(5, 6)],
        stated=[UNKNOWN[2]])
program("reshape_copies_at_run_time", "Reshape", [X, ints(0, -1)], [X.reshape(2, 15)],
        stated=[UNKNOWN[2]])
program("expand_at_run_time", "Expand", [X[:, :1].copy(), ints(2, 4, 1)],
        [np.broadcast_to(X[:, :1], (2, 4, 3)).copy()], stated=[UNKNOWN[3]])
program("slice_at_run_time", "Slice", [X, ints(-1, 0), ints(-100, 2), ints(1, -1), ints(-2, 1)],
        [X[:, ::-2, :2].copy()], stated=[UNKNOWN[3]])
program("pad_at_run_time", "Pad", [X, ints(1, 2), np.float32(7.0).reshape(()), ints(-1)],
        [np.pad(X, ((0, 0), (0, 0), (1, 2)), constant_values=7)], stated=[UNKNOWN[3]])
program("pad_reflect_at_run_time", "Pad", [X, ints(0, 2, 0, 0, 4, 1)],
        [np.pad(X, ((0, 0), (2, 4), (0, 1)), mode="reflect")], mode="reflect",
        stated=[UNKNOWN[3]])
program("pad_wrap", "Pad", [X, [0, 2, 0, 0, 4, 0]],
        [np.pad(X, ((0, 0), (2, 4), (0, 0)), mode="wrap")], mode="wrap")
program("tile_at_run_time", "Tile", [X, ints(1, 2, 3)], [np.tile(X, (1, 2, 3))],
        stated=[UNKNOWN[3]])
program("split_at_run_time", "Split", [X, ints(4, 1)], [X[:, :4].copy(), X[:, 4:].copy()],
        axis=1, stated=[UNKNOWN[3]] * 2)
program("range_at_run_time", "Range", [np.array(10), np.array(3), np.array(-2)],
        [ints(10, 8, 6, 4)], stated=["!torch.vtensor<[?],si64>"])
program("constant_of_shape_at_run_time", "ConstantOfShape", [ints(2, 3)],
        [np.zeros((2, 3), np.float32)], stated=[UNKNOWN[2]])
program("one_hot_at_run_time", "OneHot", [ints(1, -1), np.array(3), ints(0, 5)],
        [np.array([[0, 5, 0], [0, 0, 5]])], stated=["!torch.vtensor<[2,?],si64>"])
program("top_k_at_run_time", "TopK", [np.array([[3, 1, 3, 2]], np.float32), ints(3)],
        [np.array([[3, 3, 2]], np.float32), np.array([[0, 2, 3]])],
        stated=[UNKNOWN[2], "!torch.vtensor<[?,?],si64>"])
SIGNAL = normal(1, 6, 2)
SPECTRUM = np.fft.fft(SIGNAL[..., 0] + 1j * SIGNAL[..., 1])
program("spectrum_of_parts_at_run_time", "DFT", [SIGNAL],
        [np.stack([SPECTRUM.real, SPECTRUM.imag], -1).astype(np.float32)],
        argument_types={0: UNKNOWN[3]}, stated=[UNKNOWN[3]])
HALF = np.fft.rfft(SIGNAL[..., 0])
program("spectrum_of_a_real_signal_at_run_time", "STFT",
        [SIGNAL[..., :1].copy(), [1], None, [6]],
        [np.stack([HALF.real, HALF.imag], -1)[:, None].astype(np.float32)],
        argument_types={0: UNKNOWN[3]}, stated=[UNKNOWN[4]])
program("scatter_at_vectors_of_the_run", "ScatterND",
        [X, ints([1, -1], [0, 2]), np.float32([[7, 8, 9], [4, 5, 6]])],
        [(lambda y: (y.__setitem__((1, -1), [7, 8, 9]), y.__setitem__((0, 2), [4, 5, 6]), y))(
            X.copy())[2]],
        argument_types={1: "!torch.vtensor<[?,?],si64>"})
SLICES = np.float32(RANDOM.integers(0, 2, (2, 3, 7)))
program("slices_once", "Unique", [SLICES],
        [*np.unique(SLICES, True, True, True, axis=2)], axis=2,
        stated=["!torch.vtensor<[2,3,?],f32>", *["!torch.vtensor<[?],si64>"] * 3])
program("reduce_sum_at_run_time", "ReduceSum", [X, ints(-1)], [X.sum(-1)], keepdims=0,
        stated=[UNKNOWN[2]])
program("reduce_l2_at_run_time", "ReduceL2", [X, ints(0, 2)],
        [np.sqrt((X * X).sum((0, 2), keepdims=True))], opset=18, stated=[UNKNOWN[3]])
program("reduce_all_at_run_time", "ReduceMax", [X, ints()], [X.max(keepdims=True)], opset=18)
program("cumulative_sum_at_run_time", "CumSum", [X, np.array(1)],
        [np.cumsum(X[:, ::-1], 1)[:, ::-1].copy()], reverse=1)

# Reductions -------------------------------------------------------------------------

program("cumulative_product_exclusive", "CumProd", [X, [1]],
        [np.cumprod(np.concatenate([np.ones_like(X[:, :1]), X[:, :-1]], 1), 1)], exclusive=1)
program("reduce_product", "ReduceProd", [X], [X.prod(1)], axes=[1], keepdims=0)
program("reduce_log_sum_exp", "ReduceLogSumExp", [X + 100],
        [np.log(np.exp(X).sum((1, 2), keepdims=True)) + 100], axes=[1, 2])
program("reduce_l1", "ReduceL1", [X], [np.abs(X).sum(2, keepdims=True)], axes=[2])
program("hard_max", "Hardmax", [np.array([[1, 3, 3]], np.float32)],
        [np.array([[0, 1, 0]], np.float32)])

# Element by element -----------------------------------------------------------------

A, B = np.array([-8, 8, 1, -1], np.int32), np.array([1, 1, 40, -1], np.int32)
program("shift_right", "BitShift", [A, B], [np.array([-4, 4, 0, -1], np.int32)], opset=28,
        direction="RIGHT")
program("shift_left", "BitShift", [A, B], [np.array([-16, 16, 0, 0], np.int32)], opset=28,
        direction="LEFT")
program("bits_of_both", "BitwiseAnd", [A, B], [A & B])
program("bits_inverted", "BitwiseNot", [A], [~A])
program("cast_like", "CastLike", [X, A], [X.astype(np.int32)])
program("is_infinite", "IsInf", [np.array([np.inf, -np.inf, 1], np.float32)],
        [np.array([False, True, False])], detect_positive=0)
program("swish", "Swish", [X], [X * sigmoid(np.float32(0.5) * X)], alpha=0.5)
program("shrink", "Shrink", [X], [np.where(X < -1, X + 0.5, np.where(X > 1, X - 0.5, 0))
                                  .astype(np.float32)], bias=0.5, lambd=1.0)
program("thresholded_relu", "ThresholdedRelu", [X], [np.where(X > 0.5, X, 0)
                                                     .astype(np.float32)], alpha=0.5)
program("celu", "Celu", [X], [np.maximum(X, 0) + np.minimum(0, 2 * np.expm1(X / 2))],
        alpha=2.0)
program("power_of_integers", "Pow", [A, np.array([3, 3, 3, 3], np.int32)], [A ** 3])

# Indices ----------------------------------------------------------------------------

AT = np.array([[0, 1], [1, -1]])
program("gather_nd", "GatherND", [X, AT], [np.stack([X[0, 1], X[1, -1]])])
program("gather_elements", "GatherElements", [X, AT[:, :, None]],
        [np.take_along_axis(X[:, :, :1], AT[:, :, None], 1)], axis=1)
PLACED = X.copy()
PLACED[0, 1], PLACED[1, -1] = X[1, 0], X[1, 1]
program("scatter_nd", "ScatterND", [X, AT, X[1, :2].copy()], [PLACED])
ADDED = np.zeros(4, np.float32)
np.add.at(ADDED, [1, 1, 3], np.float32([1, 2, 4]))
program("scatter_elements_added", "ScatterElements",
        [np.zeros(4, np.float32), ints(1, 1, -1), np.float32([1, 2, 4])], [ADDED], opset=18,
        reduction="add")
program("upper_triangle", "Trilu", [X, [1]], [np.triu(X, 1)])
program("places_of_nonzero", "NonZero", [np.array([[1, 0], [0, 2]], np.float32)],
        [np.array([[0, 1], [0, 1]])], stated=["!torch.vtensor<[2,?],si64>"])
program("compress", "Compress", [X, np.array([True, False, True, False, True])],
        [X[:, ::2].copy()], axis=1, stated=[UNKNOWN[3]])
program("reverse_sequence", "ReverseSequence", [X, ints(2, 4)],
        [np.stack([np.concatenate([X[0, 1::-1], X[0, 2:]]),
                   np.concatenate([X[1, 3::-1], X[1, 4:]])])], time_axis=1, batch_axis=0)
program("eye_like", "EyeLike", [X[0].copy()], [np.eye(5, 3, 1, np.float32)], k=1)
PLENTY = np.array([2, 1, 1, 3, 4, 3], np.float32)
VALUES, *WHERE = np.unique(PLENTY, True, True, True)
program("unique", "Unique", [PLENTY], [VALUES, *WHERE],
        stated=[UNKNOWN[1]] + ["!torch.vtensor<[?],si64>"] * 3)
ROWS = np.array([[1, 0], [1, 0], [0, 9], [1, 0]], np.float32)
program("unique_rows", "Unique", [ROWS], [np.array([[0, 9], [1, 0]], np.float32), ints(2, 0)],
        axis=0, stated=[UNKNOWN[2], "!torch.vtensor<[?],si64>"])
WORDS = np.array([1, 2, 1, 2, 3])
program("phrases_counted", "TfIdfVectorizer", [WORDS], [np.float32([2, 1, 2, 0])], mode="TF",
        min_gram_length=1, max_gram_length=2, max_skip_count=0, ngram_counts=[0, 2],
        ngram_indexes=[0, 1, 2, 3], pool_int64s=[1, 3, 1, 2, 3, 1])

# Quantised --------------------------------------------------------------------------

Q, S, Z = np.array([[1, 200], [30, 4]], np.uint8), np.float32([0.5, 2]), np.uint8([3, 100])
program("dequantise_by_axis", "DequantizeLinear", [Q, S, Z],
        [(Q.astype(np.float32) - Z[:, None]) * S[:, None]], axis=0)
HALVES = np.float32([0.5, 1.5, -2.5, 300])
program("quantise_half_to_even", "QuantizeLinear",
        [HALVES, np.float32(1).reshape(()), np.int8(1).reshape(())],
        [np.int8([1, 3, -1, 127])])
BLOCKS = np.float32([[2, 4, 9], [1, 1, 1]])
program("quantise_by_blocks", "QuantizeLinear", [BLOCKS, np.float32([[2, 3], [1, 0.5]])],
        [np.uint8([[1, 2, 3], [1, 1, 2]])], opset=21, axis=1, block_size=2)
program("matrix_product_of_integers", "MatMulInteger", [Q, Q, np.uint8(3).reshape(())],
        [(Q.astype(np.int32) - 3) @ Q.astype(np.int32)])
ONE = np.float32(1).reshape(())
program("product_quantised", "QLinearMatMul",
        [Q, ONE, np.uint8(0).reshape(()), Q, ONE, np.uint8(0).reshape(()),
         np.float32(100).reshape(()), np.uint8(5).reshape(())],
        [np.clip(np.rint((Q.astype(np.int64) @ Q) / 100) + 5, 0, 255).astype(np.uint8)])
LINE = np.uint8([[[1, 2, 3, 4]]])
program("convolution_of_integers", "ConvInteger", [LINE, np.uint8([[[1, 2]]])],
        [np.int32([[[5, 8, 11]]])])
program("quantise_dynamically", "DynamicQuantizeLinear", [np.float32([-1, 0, 4.1])],
        [np.uint8([0, 50, 255]), np.float32(5.1 / 255).reshape(()), np.uint8(50).reshape(())])

# Images -----------------------------------------------------------------------------

IMAGE = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4)
program("resize_nearest_at_run_time", "Resize", [IMAGE, None, np.float32([1, 1, 2, 0.5])],
        [IMAGE[:, :, [0, 0, 1, 1, 2, 2, 3, 3]][:, :, :, ::2].copy()], opset=13,
        coordinate_transformation_mode="asymmetric", nearest_mode="floor",
        stated=[UNKNOWN[4]])
program("resize_linear_to_corners", "Resize", [IMAGE, None, None, [1, 1, 7, 4]],
        [np.stack([IMAGE[:, :, i // 2] if i % 2 == 0 else
                   (IMAGE[:, :, i // 2] + IMAGE[:, :, i // 2 + 1]) / 2 for i in range(7)], 2)],
        opset=13, mode="linear", coordinate_transformation_mode="align_corners")
program("resize_antialiased", "Resize", [IMAGE[0, 0].copy(), None, None, [2, 2]],
        [(lambda w: w @ IMAGE[0, 0] @ w.T)(np.float32([[4, 3, 1, 0], [0, 1, 3, 4]]) / 8)],
        opset=18, mode="linear", antialias=1)
program("resize_to_one_element", "Resize", [IMAGE, None, np.float32([1, 1, 0.3, 1])],
        [IMAGE[:, :, :1].copy()], opset=13, mode="linear",
        coordinate_transformation_mode="pytorch_half_pixel")
COLUMNS = np.float32([1, 5 / 3, 7 / 3, 3])
program("resize_of_a_region", "Resize",
        [IMAGE, np.float32([0, 0, 0, 1 / 3, 1, 1, 1, 1]), np.float32([1, 1, 1, 1])],
        [IMAGE[..., :1] + COLUMNS], opset=13, mode="linear",
        coordinate_transformation_mode="tf_crop_and_resize", argument_types={0: UNKNOWN[4]},
        stated=[UNKNOWN[4]])
program("upsample", "Upsample", [IMAGE, np.float32([1, 1, 1, 2])],
        [IMAGE.repeat(2, 3)], opset=9)
GRID = np.float32([[[[-1, -1], [1, 1], [0, 0], [3, 0]]]])
program("grid_sample_reflected", "GridSample", [IMAGE, GRID], [np.float32([[[[0, 15, 7.5, 6]]]])],
        opset=20, align_corners=1, padding_mode="reflection")
# Between the last element and one beyond it: taps are moved to the border, not the place.
FAR = np.float32(1.3)  # Of the tap before the last element.
program("grid_sample_cubic_at_the_border", "GridSample",
        [IMAGE, np.float32([[[[1.2, -1], [3, -1]]]])],
        [np.float32([[[[3 + 0.75 * (((FAR - 5) * FAR + 8) * FAR - 4), 3]]]])],
        opset=20, mode="cubic", align_corners=1, padding_mode="border")
program("max_pool_with_places", "MaxPool", [IMAGE],
        [IMAGE[:, :, 1::2, 1::2].copy(), np.array([[[[5, 7], [13, 15]]]])],
        kernel_shape=[2, 2], strides=[2, 2])
program("max_unpool", "MaxUnpool", [IMAGE[:, :, 1::2, 1::2].copy(),
                                    np.array([[[[5, 7], [13, 15]]]])],
        [np.where(np.isin(IMAGE, [5, 7, 13, 15]), IMAGE, 0)], kernel_shape=[2, 2],
        strides=[2, 2])
program("lp_pool", "LpPool", [IMAGE], [(IMAGE.reshape(1, 1, 2, 2, 2, 2) ** 3).sum((3, 5)) ** (
    1 / 3)], kernel_shape=[2, 2], strides=[2, 2], p=3)
program("average_pool_of_uneven_pads", "AveragePool", [np.float32([[[1, 2, 3]]])],
        [np.float32([[[1.5, 2.5, 3]]])], kernel_shape=[2], pads=[0, 1])
program("depth_to_space", "DepthToSpace", [np.arange(4, dtype=np.float32).reshape(1, 4, 1, 1)],
        [np.float32([[[[0, 1], [2, 3]]]])], blocksize=2)
program("centre_crop_pad", "CenterCropPad", [X[0].copy(), [3, 6]],
        [np.pad(X[0, 1:4], ((0, 0), (1, 2)))], opset=18)
program("columns_to_image", "Col2Im", [np.ones((1, 2, 2), np.float32), ints(1, 3), ints(1, 2)],
        [np.float32([[[[1, 2, 1]]]])], opset=18)
BOXES = np.float32([[[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 5, 1, 6]]])
program("boxes_kept", "NonMaxSuppression",
        [BOXES, np.float32([[[0.9, 0.8, 0.7]]]), np.array(3), np.float32(0.5).reshape(()),
         np.float32(0).reshape(())], [np.array([[0, 0, 0], [0, 0, 2]])],
        stated=["!torch.vtensor<[?,3],si64>"])
program("region_aligned", "RoiAlign", [IMAGE, np.float32([[0, 0, 2, 2]]), ints(0)],
        [np.float32([[[[5]]]])], opset=16, sampling_ratio=2, mode="avg",
        coordinate_transformation_mode="output_half_pixel")
program("region_pooled", "MaxRoiPool", [IMAGE, np.float32([[0, 0, 0, 1, 1]])],
        [np.float32([[[[5]]]])], pooled_shape=[1, 1])

# Signals ----------------------------------------------------------------------------

WAVE = normal(1, 6, 1)
SPECTRUM = np.fft.fft(WAVE[..., 0])
program("fourier", "DFT", [WAVE], [np.stack([SPECTRUM.real, SPECTRUM.imag], -1)
                                   .astype(np.float32)], axis=1)
program("fourier_of_half_and_back", "DFT",
        [np.stack([SPECTRUM.real, SPECTRUM.imag], -1)[:, :4].astype(np.float32), None, [1]],
        [WAVE], opset=20, inverse=1, onesided=1)
FRAMES = np.fft.rfft(np.stack([WAVE[:, i:i + 4, 0] for i in (0, 2)], 1))
program("fourier_of_frames", "STFT", [WAVE, [2], None, [4]],
        [np.stack([FRAMES.real, FRAMES.imag], -1).astype(np.float32)])
program("hann_window", "HannWindow", [[4]], [np.float32([0, 0.5, 1, 0.5])])

# Layers -----------------------------------------------------------------------------

SCALE = normal(3)
ROOT = np.sqrt((X * X).mean(-1, keepdims=True) + np.float32(1e-5))
program("rms_normalisation", "RMSNormalization", [X, SCALE], [X / ROOT * SCALE], opset=23)
CENTRED = X - X.mean(-1, keepdims=True)
DEVIATION = np.sqrt((CENTRED ** 2).mean(-1, keepdims=True) + np.float32(1e-5))
program("layer_normalisation_with_statistics", "LayerNormalization", [X, SCALE],
        [CENTRED / DEVIATION * SCALE, X.mean(-1, keepdims=True), 1 / DEVIATION])
program("lp_normalisation_of_zeros", "LpNormalization", [np.float32([[3, 4], [0, 0]])],
        [np.float32([[0.6, 0.8], [0, 0]])])
LABELS = np.array([[0, 1, 2], [-1, 4, 3]])
LOGS = X - np.log(np.exp(X).sum(1, keepdims=True))
PICKED = [LOGS[b, LABELS[b, i], i] for b in range(2) for i in range(3) if LABELS[b, i] >= 0]
program("cross_entropy", "SoftmaxCrossEntropyLoss", [X, LABELS],
        [np.float32(-np.mean(PICKED)).reshape(())], ignore_index=-1)
HEADS = [normal(1, 2, 3, 4) for _ in range(3)]
SCORES = HEADS[0] @ HEADS[1].transpose(0, 1, 3, 2) / 2
SCORES = np.where(np.tri(3, dtype=bool), SCORES, -np.inf)
SHARES = np.exp(SCORES - SCORES.max(-1, keepdims=True))
SHARES = (SHARES / SHARES.sum(-1, keepdims=True)).astype(np.float32)
program("attention", "Attention", HEADS, [SHARES @ HEADS[2]], opset=23, is_causal=1)
ANGLES = normal(1, 3, 2)
TURNED = np.concatenate([
    HEADS[0][..., :2] * np.cos(ANGLES)[:, None] - HEADS[0][..., 2:] * np.sin(ANGLES)[:, None],
    HEADS[0][..., :2] * np.sin(ANGLES)[:, None] + HEADS[0][..., 2:] * np.cos(ANGLES)[:, None]], -1)
program("rotary_embedding", "RotaryEmbedding", [HEADS[0], np.cos(ANGLES), np.sin(ANGLES)],
        [TURNED], opset=23)
STEPS, W, R = normal(3, 2, 3), normal(1, 4, 3), normal(1, 4, 4)
STATE = np.zeros((2, 4), np.float32)
OUTPUTS = []
for step in STEPS:
    STATE = np.tanh(step @ W[0].T + STATE @ R[0].T)
    OUTPUTS.append(STATE)
NETWORK = [np.stack(OUTPUTS)[:, None], STATE[None]]
program("recurrent", "RNN", [STEPS, W, R], NETWORK, hidden_size=4)
program("greatest_of_no_bools", "ReduceMax", [np.zeros((2, 0), bool), [1]],
        [np.array([False, False])], opset=20, keepdims=0)
program("einsum_of_a_diagonal", "Einsum", [X[0, :3]], [np.array(np.trace(X[0, :3]))],
        equation="ii")
program("einsum", "Einsum", [X, X], [np.einsum("bij,bkj->bik", X, X)],
        equation="bij, bkj -> bik")

# A loop where only the run knows how many steps there are.
program("recurrent_of_unknown_length", "RNN", [STEPS, W, R], NETWORK, hidden_size=4,
        stated=["!torch.vtensor<[?,1,2,4],f32>", "!torch.vtensor<[1,2,4],f32>"],
        argument_types={0: "!torch.vtensor<[?,2,3],f32>"})

# Patches side by side --------------------------------------------------------------

KERNEL, BIAS = normal(2, 4, 2, 3), normal(4)
for rows, columns in ((4, 5), (1, 1), (0, 3), (3, 19)):
    IMAGE = normal(2, 2, rows, columns)
    PATCHES = np.einsum("nchw,cfij->nfhiwj", IMAGE, KERNEL).reshape(2, 4, 2 * rows, 3 * columns)
    program(f"convolution_transposed_{rows}x{columns}_of_any_size", "ConvTranspose",
            [IMAGE, KERNEL, BIAS], [PATCHES + BIAS[:, None, None]], strides=[2, 3],
            argument_types={0: UNKNOWN[4]}, stated=[UNKNOWN[4]])
