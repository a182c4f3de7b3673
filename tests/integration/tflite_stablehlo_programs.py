"""Operators of StableHLO that TFLite's models hold, against formulas in numpy."""
import numpy as np

from tflite_graph import Model
from tflite_programs import (B, CUBE, F, I, M, N, P, PROGRAMS, X, Y, Body, Fixed, normal, program,
                             sigmoid)

# Elements -------------------------------------------------------------------------

for op, result in {"ABS": np.abs(X), "COSINE": np.cos(X), "EXPONENTIAL": np.exp(X),
                   "FLOOR": np.floor(X), "LOGISTIC": sigmoid(X), "NEGATE": -X, "TANH": np.tanh(X),
                   "CBRT": np.cbrt(X)}.items():
    program(op.lower(), f"STABLEHLO_{op}", [X], result)
program("log", "STABLEHLO_LOG", [P], np.log(P))
program("rsqrt", "STABLEHLO_RSQRT", [P], 1 / np.sqrt(P))
program("power", "STABLEHLO_POWER", [P, X], P ** X)
program("divide", "STABLEHLO_DIVIDE", [X, P], X / P)
program("subtract", "STABLEHLO_SUBTRACT", [X, Y], X - Y)
program("remainder", "STABLEHLO_REMAINDER", [M, np.abs(N) + 1], np.fmod(M, np.abs(N) + 1))
program("or", "STABLEHLO_OR", [M, N], M | N)
program("or_of_truths", "STABLEHLO_OR", [X > 0, Y > 0], (X > 0) | (Y > 0))
program("clamp", "STABLEHLO_CLAMP", [F(-0.5), X, F(0.25)], np.clip(X, F(-0.5), F(0.25)))
program("convert", "STABLEHLO_CONVERT", [X * 5], (X * 5).astype(I))
program("select_of_elements", "STABLEHLO_SELECT", [X > 0, X, Y], np.where(X > 0, X, Y))
program("select_of_one", "STABLEHLO_SELECT", [B(False), X, Y], Y)
for name, function in {"EQ": np.equal, "NE": np.not_equal, "GE": np.greater_equal,
                       "GT": np.greater, "LE": np.less_equal, "LT": np.less}.items():
    program(f"compare_{name.lower()}", "STABLEHLO_COMPARE", [M, N], function(M, N),
            "StablehloCompareOptions",
            comparison_direction=f"STABLEHLO_COMPARISON_DIRECTION_{name}")

# Places ---------------------------------------------------------------------------

program("broadcast_in_dim", "STABLEHLO_BROADCAST_IN_DIM", [X[:, :1].copy()],
        np.broadcast_to(X[None, :, :1], (2, 3, 4)).copy(), "StablehloBroadcastInDimOptions",
        broadcast_dimensions=[1, 2])
program("reshape", "STABLEHLO_RESHAPE", [CUBE], CUBE.reshape(4, 6))
program("iota", "STABLEHLO_IOTA", [], np.repeat(np.arange(3, dtype=I)[:, None], 4, 1),
        "StablehloIotaOptions", iota_dimension=0)
program("concatenate", "STABLEHLO_CONCATENATE", [X, Y[:, :1].copy()],
        np.concatenate([X, Y[:, :1]], 1), "StablehloConcatenateOptions", dimension=1)
program("transpose", "STABLEHLO_TRANSPOSE", [CUBE], CUBE.transpose(2, 0, 1),
        "StablehloTransposeOptions", permutation=[2, 0, 1])
program("slice", "STABLEHLO_SLICE", [CUBE], CUBE[:, 1:3, 0:4:3].copy(), "StablehloSliceOptions",
        start_indices=[0, 1, 0], limit_indices=[2, 3, 4], strides=[1, 1, 3])
for name, starts, rows in (("inside", (1, 2), slice(1, 3)), ("cut", (9, -5), slice(1, 3))):
    column = min(max(starts[1], 0), 2)
    program(f"dynamic_slice_{name}", "STABLEHLO_DYNAMIC_SLICE", [X, *map(I, starts)],
            X[rows, column:column + 2].copy(), "StablehloDynamicSliceOptions", slice_sizes=[2, 2])
    updated = X.copy()
    updated[rows, column:column + 2] = Y[:2, :2]
    program(f"dynamic_update_slice_{name}", "STABLEHLO_DYNAMIC_UPDATE_SLICE",
            [X, Y[:2, :2].copy(), *map(I, starts)], updated)
PADDED = np.full((5, 3), 7, F)
PADDED[0::2] = X[:, 1:]
program("pad", "STABLEHLO_PAD", [X[:, :].copy(), F(7)], PADDED, "StablehloPadOptions",
        edge_padding_low=[0, -1], edge_padding_high=[0, 0], interior_padding=[1, 0])
program("gather", "STABLEHLO_GATHER", [CUBE, I([[1, 0], [0, 2]])],
        np.stack([CUBE[1, :, 0:2], CUBE[0, :, 2:4]]), "StablehloGatherOptions", offset_dims=[1, 2],
        collapsed_slice_dims=[0], start_index_map=[0, 2], index_vector_dim=1,
        slice_sizes=[1, 3, 2])

# Products and regions ---------------------------------------------------------------

LEFT, RIGHT = normal(2, 3, 4), normal(2, 5, 4)
program("dot_general", "STABLEHLO_DOT_GENERAL", [LEFT, RIGHT],
        np.einsum("bik,bjk->bij", LEFT, RIGHT), "StablehloDotGeneralOptions",
        lhs_batching_dimensions=[0], rhs_batching_dimensions=[0], lhs_contracting_dimensions=[2],
        rhs_contracting_dimensions=[2])
ONE = F(0)
SUM = Body("STABLEHLO_ADD", [ONE, ONE], [ONE])
program("reduce", "STABLEHLO_REDUCE", [CUBE, Fixed(0.5, F)], CUBE.sum((0, 2)) + F(0.5),
        "StablehloReduceOptions", [SUM], dimensions=[0, 2], body_subgraph_index=1)
WINDOWS = np.pad(X, ((0, 0), (1, 1)))
program("reduce_window", "STABLEHLO_REDUCE_WINDOW", [X, Fixed(0, F)],
        WINDOWS[:, 0:4:3] + WINDOWS[:, 2:6:3], "StablehloReduceWindowOptions", [SUM],
        window_dimensions=[1, 2], window_strides=[1, 3], base_dilations=[1, 1],
        window_dilations=[1, 2], padding=[0, 0, 1, 1], body_subgraph_index=1)
ADDED = X.copy()
np.add.at(ADDED, [2, 0, 2], Y)
program("scatter", "STABLEHLO_SCATTER", [X, I([[2], [0], [2]]), Y], ADDED,
        "StablehloScatterOptions", [SUM], update_window_dims=[1], inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0], index_vector_dim=1, update_computation_subgraph_index=1)
LESS = Body("STABLEHLO_COMPARE", [ONE, ONE], [B(0)], "StablehloCompareOptions",
            {"comparison_direction": "STABLEHLO_COMPARISON_DIRECTION_GT"})
program("sort", "STABLEHLO_SORT", [X], -np.sort(-X), "StablehloSortOptions", [LESS], dimension=1,
        is_stable=True, comparator_subgraph_index=1)
program("composite", "STABLEHLO_COMPOSITE", [X, Y], X - Y, "StableHLOCompositeOptions",
        [Body("STABLEHLO_SUBTRACT", [X, Y], [X])], name="my.difference",
        decomposition_subgraph_index=1)
for place, want in ((0, -X), (1, np.abs(X)), (5, np.abs(X))):
    program(f"case_{place}", "STABLEHLO_CASE", [I(place), X], want, "StablehloCaseOptions",
            [Body("STABLEHLO_NEGATE", [X], [X]), Body("STABLEHLO_ABS", [X], [X])],
            branch_subgraph_indices=[1, 2])

# Threefry of 32 bits: 20 rounds, a key word in after every four ----------------------


def threefry(counter, key):
    low = 0xffffffff
    keys = [*key, 0x1bd11bda ^ key[0] ^ key[1]]
    x, y = counter[0] + keys[0] & low, counter[1] + keys[1] & low
    for i in range(5):
        for turn in ((13, 15, 26, 6), (17, 29, 16, 24))[i % 2]:
            x = x + y & low
            y = (y << turn | y >> 32 - turn) & low ^ x
        x = x + keys[(i + 1) % 3] & low
        y = y + keys[(i + 2) % 3] + i + 1 & low
    return x, y


# Of the paper's authors.
assert threefry([0, 0], [0, 0]) == (0x6b200159, 0x99ba4efe)


KEY, COUNTER = 0x0123456789abcdef, 2 ** 32 - 2
WORDS = [word for i in range(3)
         for word in threefry([COUNTER + i & 0xffffffff, COUNTER + i >> 32],
                              [KEY & 0xffffffff, KEY >> 32])]
program("rng_bit_generator", "STABLEHLO_RNG_BIT_GENERATOR", [np.uint64([KEY, COUNTER])],
        [np.uint64([KEY, COUNTER + 3]), np.uint32(WORDS)], "StablehloRngBitGeneratorOptions",
        algorithm="THREEFRY")


def doubled_below_a_hundred(start):
    model = Model()
    main, condition, body = (model.subgraph() for _ in range(3))
    x = main.argument(start)
    main.results(*main.node("STABLEHLO_WHILE", [x], [start], (
        "StablehloWhileOptions", {"cond_subgraph_index": 1, "body_subgraph_index": 2})))
    x = condition.argument(start)
    condition.results(*condition.node("LESS", [x, condition.constant(F(100))], [B(0)]))
    x = body.argument(start)
    body.results(*body.node("STABLEHLO_ADD", [x, x], [start]))
    return model


for start, end in ((3, 192), (200, 200)):
    PROGRAMS[f"while_{start}"] = doubled_below_a_hundred(F(start)), [F(end)]
