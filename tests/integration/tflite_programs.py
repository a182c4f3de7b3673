"""Operators of TFLite, one to a model, with what numpy says they compute: those of floats,
plain integers and booleans that no public case has."""
import numpy as np

from tflite_graph import Model

F, I, L, B = np.float32, np.int32, np.int64, np.bool_
RANDOM = np.random.default_rng(9)
PROGRAMS = {}


def normal(*shape):
    return RANDOM.standard_normal(shape).astype(F)


class Fixed:
    """An operand that the model holds."""

    def __init__(self, values, kind=I):
        self.array = np.asarray(values, kind)


class State:
    """An operand that is a variable; it is zeros at first."""

    def __init__(self, *shape):
        self.array = np.zeros(shape, F)


class Body:
    """A subgraph of one operator, of arrays that stand for its operands and results."""

    def __init__(self, op, operands, results, *options):
        self.op, self.operands, self.results = op, operands, results
        self.options = options or None


def operand_of(graph, operand):
    if operand is None:
        return -1
    if isinstance(operand, Fixed):
        return graph.constant(operand.array)
    if isinstance(operand, State):
        return graph.tensor(operand.array, is_variable=True)
    return graph.argument(operand)


def program(case, op, operands, expected, kind=None, bodies=(), **options):
    """One operator; None in `expected` is a result that nobody wants. Bodies are subgraphs
    from 1 on."""
    model = Model()
    main = model.subgraph()
    places = [operand_of(main, operand) for operand in operands]
    expected = expected if isinstance(expected, list) else [expected]
    likes = [np.zeros((0,), F) if want is None else want for want in expected]
    outputs = main.node(op, places, likes, kind and (kind, options))
    main.results(*[out for out, want in zip(outputs, expected) if want is not None])
    for body in bodies:
        graph = model.subgraph()
        inputs = [graph.argument(like) for like in body.operands]
        graph.results(*graph.node(body.op, inputs, body.results, body.options))
    assert case not in PROGRAMS, case
    PROGRAMS[case] = model, [np.asarray(want) for want in expected if want is not None]


X, Y = normal(3, 4), normal(3, 4)
P = np.abs(X) + F(0.5)
CUBE = normal(2, 3, 4)
M, N = RANDOM.integers(-9, 9, (2, 3, 4)).astype(I)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


# Shapes that are numbers of the run, one of which may be -1.
for case, shape in (("reshape_of_the_run", [6, 4]), ("reshape_to_the_rest", [4, -1])):
    program(case, "RESHAPE", [CUBE, I(shape)], CUBE.reshape(shape), "ReshapeOptions")
for case, lengths in (("split_of_the_run", [3, 1]), ("split_to_the_rest", [3, -1])):
    program(case, "SPLIT_V", [CUBE, I(lengths), Fixed(2)], [CUBE[..., :3], CUBE[..., 3:]],
            "SplitVOptions", num_splits=2)
program("slice_of_the_run", "SLICE", [CUBE, I([0, 1, 2]), I([2, -1, 1])], CUBE[:2, 1:, 2:3],
        "SliceOptions")

# Elements, places, rows -------------------------------------------------------------

program("leaky_relu", "LEAKY_RELU", [X], np.where(X > 0, X, X * F(0.3)), "LeakyReluOptions",
        alpha=0.3)
program("relu_0_to_1", "RELU_0_TO_1", [X], np.clip(X, 0, 1))
program("relu_n1_to_1", "RELU_N1_TO_1", [X], np.clip(X, -1, 1))
program("broadcast_args", "BROADCAST_ARGS", [I([2, 1, 4]), I([3, 1])], I([2, 3, 4]))
program("rank", "RANK", [CUBE], I(3))
program("embedding_lookup", "EMBEDDING_LOOKUP", [I([2, 0, 2]), X], X[[2, 0, 2]])
program("hashtable_lookup", "HASHTABLE_LOOKUP", [I([7, 3, 9, 1]), I([1, 3, 7]), X],
        [np.stack([X[2], X[1], np.zeros(4, F), X[0]]), np.uint8([1, 1, 0, 1])])
SQUARES, ROW = normal(2, 3, 4), normal(2, 3)
SET = SQUARES.copy()
SET[:, range(3), range(3)] = ROW
program("matrix_set_diag", "MATRIX_SET_DIAG", [SQUARES, ROW], SET)
program("unique", "UNIQUE", [I([7, 3, 7, 9, 3, 3])], [I([7, 3, 9]), I([0, 1, 0, 2, 1, 1])],
        "UniqueOptions", idx_out_type="INT32")
program("unsorted_segment_max", "UNSORTED_SEGMENT_MAX", [X, Fixed([2, 0, 2]), Fixed(4)],
        np.stack([X[1], np.full(4, np.finfo(F).min), np.maximum(X[0], X[2]),
                  np.full(4, np.finfo(F).min)]))
program("call", "CALL", [X, Y], X - Y, "CallOptions", [Body("SUB", [X, Y], [X])], subgraph=1)

CORNERS = RANDOM.random((12, 2)).astype(F)
BOXES = np.concatenate([CORNERS, CORNERS + F(0.3) + RANDOM.random((12, 2)).astype(F)], 1)
SCORES = RANDOM.random(12).astype(F)


def suppressed(most, overlap, least):
    """The best box again and again, without those that share too much with one of these."""
    chosen = []
    for one in np.argsort(-SCORES):
        low = np.maximum(BOXES[one, :2], BOXES[chosen, :2])
        high = np.minimum(BOXES[one, 2:], BOXES[chosen, 2:])
        both = np.maximum(high - low, 0).prod(-1)
        areas = (BOXES[:, 2:] - BOXES[:, :2]).prod(-1)
        if SCORES[one] > least and len(chosen) < most and not (
                both / (areas[one] + areas[chosen] - both) > overlap).any():
            chosen.append(one)
    return chosen


for most in (3, 9):
    CHOSEN = suppressed(most, 0.4, 0.3)
    program(f"non_max_suppression_v4_{most}", "NON_MAX_SUPPRESSION_V4",
            [BOXES, SCORES, Fixed(most), Fixed(0.4, F), Fixed(0.3, F)],
            [I(np.pad(CHOSEN, (0, most - len(CHOSEN)))), I(len(CHOSEN))])

# Recurrent cells ----------------------------------------------------------------------


def weights(depth, cells):
    """Matrices of inputs and of outputs, peepholes and biases, of the input, forget, update
    and output gate; the update has no peephole."""
    return ([normal(cells, depth) for _ in range(4)], [normal(cells, cells) for _ in range(4)],
            [normal(cells) for _ in range(3)], [normal(cells) for _ in range(4)])


def operands_of(given):
    """As the operators have them, without projection."""
    return [Fixed(array, F) for part in given for array in part] + [None, None]


def lstm(steps, given):
    """All outputs of [time, batch, depth], from zeros on."""
    inputs, outputs, peeps, biases = given
    out = memory = np.zeros((steps.shape[1], len(biases[0])))
    results = []
    for x in steps:
        sums = [x @ w.T + out @ r.T + b for w, r, b in zip(inputs, outputs, biases)]
        enter = sigmoid(sums[0] + memory * peeps[0])
        forget = sigmoid(sums[1] + memory * peeps[1])
        memory = np.clip(forget * memory + enter * np.tanh(sums[2]), -0.8, 0.8)
        out = sigmoid(sums[3] + memory * peeps[2]) * np.tanh(memory)
        results.append(out)
    return np.array(results).astype(F)


THERE, BACK, SEQUENCE = weights(3, 5), weights(3, 5), normal(4, 2, 3)
CELL = {"fused_activation_function": "TANH", "cell_clip": 0.8}
program("lstm", "LSTM",
        [SEQUENCE[0], *operands_of(THERE), State(2, 5), State(2, 5), *[None] * 4],
        lstm(SEQUENCE[:1], THERE)[0], "LSTMOptions", **CELL)
GATES, GATE_BIAS, MEMORY, OUT = normal(20, 8), normal(20), normal(2, 5), normal(2, 5)
ENTER, UPDATE, FORGET, LEAVE = np.split(
    np.concatenate([SEQUENCE[0], OUT], 1) @ GATES.T + GATE_BIAS, 4, 1)
NEXT = sigmoid(ENTER) * np.tanh(UPDATE) + sigmoid(FORGET) * MEMORY
program("lstm_basic", "LSTM",
        [SEQUENCE[0], OUT, Fixed(GATES, F), Fixed(GATE_BIAS, F), MEMORY],
        [sigmoid(LEAVE) * np.tanh(NEXT), NEXT, None, None], "LSTMOptions", kernel_type="BASIC",
        fused_activation_function="TANH")
BOTH = [lstm(SEQUENCE, THERE), lstm(SEQUENCE[::-1], BACK)[::-1]]
TWO = [*operands_of(THERE), *operands_of(BACK), *[State(2, 5) for _ in range(4)], *[None] * 9]
program("bidirectional_sequence_lstm", "BIDIRECTIONAL_SEQUENCE_LSTM",
        [SEQUENCE.transpose(1, 0, 2).copy(), *TWO], [x.transpose(1, 0, 2) for x in BOTH],
        "BidirectionalSequenceLSTMOptions", time_major=False, **CELL)
program("bidirectional_sequence_lstm_merged", "BIDIRECTIONAL_SEQUENCE_LSTM", [SEQUENCE, *TWO],
        np.concatenate(BOTH, 2), "BidirectionalSequenceLSTMOptions", time_major=True,
        merge_outputs=True, **CELL)


def rnn(steps, inputs, outputs, bias):
    out, results = np.zeros((steps.shape[1], len(bias))), []
    for x in steps:
        out = np.maximum(x @ inputs.T + out @ outputs.T + bias, 0)
        results.append(out)
    return np.array(results).astype(F)


CELLS = [(normal(5, 3), F(0.5) * normal(5, 5), normal(5)) for _ in range(2)]
ONES = [rnn(SEQUENCE, *CELLS[0]), rnn(SEQUENCE[::-1], *CELLS[1])[::-1]]
OPERANDS = [one for cell in CELLS for one in (*[Fixed(array, F) for array in cell], State(2, 5))]
program("bidirectional_sequence_rnn", "BIDIRECTIONAL_SEQUENCE_RNN",
        [SEQUENCE, *OPERANDS, None, None, None], ONES, "BidirectionalSequenceRNNOptions",
        time_major=True, fused_activation_function="RELU")
program("bidirectional_sequence_rnn_merged", "BIDIRECTIONAL_SEQUENCE_RNN",
        [SEQUENCE.transpose(1, 0, 2).copy(), *OPERANDS, None, None, None],
        np.concatenate(ONES, 2).transpose(1, 0, 2), "BidirectionalSequenceRNNOptions",
        merge_outputs=True, fused_activation_function="RELU")
FEATURES, OVER_TIME = normal(6, 3), normal(6, 4)
LAST = (SEQUENCE[0] @ FEATURES.T) * OVER_TIME[:, -1]
program("svdf", "SVDF",
        [SEQUENCE[0], Fixed(FEATURES, F), Fixed(OVER_TIME, F), Fixed([1, 2, 3], F), State(2, 24)],
        np.maximum(LAST.reshape(2, 3, 2).sum(-1) + F([1, 2, 3]), 0), "SVDFOptions", rank=2,
        fused_activation_function="RELU")

# Random numbers: that they lie where they must, and what almost all sets have -----------


def drawn(name, op, operands, **wanted):
    """The least and greatest number, the mean of all and of their squares, in eighths."""
    model = Model()
    main = model.subgraph()
    [x] = main.node(op, [operand_of(main, operand) for operand in operands],
                    [np.zeros(20000, F)], ("RandomOptions", {"seed": 1, "seed2": 2}))
    axis, keep = main.constant(I([0])), ("ReducerOptions", {"keep_dims": False})
    [square] = main.node("SQUARE", [x], [np.zeros(20000, F)])
    reductions = {"least": (x, "REDUCE_MIN"), "most": (x, "REDUCE_MAX"), "mean": (x, "MEAN"),
                  "square": (square, "MEAN")}
    for property in wanted:
        of, reduce = reductions[property]
        [value] = main.node(reduce, [of, axis], [F(0)], keep)
        [eighths] = main.node("MUL", [value, main.constant(F(8))], [F(0)], ("MulOptions", {}))
        main.results(*main.node("ROUND", [eighths], [F(0)]))
    PROGRAMS[name] = model, [F(eighths) for eighths in wanted.values()]


drawn("random_uniform", "RANDOM_UNIFORM", [Fixed([20000])], least=0, most=8, mean=4, square=3)
drawn("random_standard_normal", "RANDOM_STANDARD_NORMAL", [Fixed([20000])], mean=0, square=8)
program("multinomial", "MULTINOMIAL", [F([[-99, 0, -99], [0, -99, -99]]), Fixed(4)],
        I([[1] * 4, [0] * 4]), "RandomOptions", seed=1, seed2=2)
