"""Graphs of TensorFlow of several nodes with what numpy says they compute: variables, lists
and arrays, functions, loops of old graphs, and random numbers."""
import numpy as np

from graph_def import Graph, Shape
from tensorflow_programs import F, I, L, PROGRAMS, X, Y, normal

U = np.uint64


def graph(name, *expected):
    """What the decorated function gives are results of a graph that it fills."""
    def add(build):
        made = Graph()
        results = build(made)
        for value, want in zip(results if isinstance(results, tuple) else [results], expected):
            made.result(value, np.asarray(want).dtype.type)
        assert name not in PROGRAMS, name
        PROGRAMS[name] = made, [np.asarray(want) for want in expected]
        return build
    return add


# Variables --------------------------------------------------------------------------

ROWS = np.array([2, 0], I)


def variable(g, first):
    """A handle, and the edge that says that the variable has its value."""
    handle = g.node("VarHandleOp", dtype=F, shape=Shape(first.shape), shared_name="v")
    return handle, "^" + g.node("AssignVariableOp", handle, g.argument(first), dtype=F)


def changed(op, expected, *operands, **attributes):
    """A variable that one operator changes."""
    @graph(op, expected)
    def build(g):
        handle, was = variable(g, X)
        values = [g.argument(operand) for operand in operands]
        done = g.node(op, handle, *values, was, **attributes)
        return g.node("ReadVariableOp", handle, f"^{done}", dtype=F)


def with_rows(change):
    """X of which two rows are what `change` says of them and of Y's."""
    result = X.copy()
    result[ROWS] = change(X[ROWS], Y[:2])
    return result


CHANGES = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Max": np.maximum,
           "Min": np.minimum, "Update": lambda old, new: new}
changed("AssignSubVariableOp", X - Y, Y, dtype=F)
for kind, change in CHANGES.items():
    changed(f"ResourceScatter{kind}", with_rows(change), ROWS, Y[:2], dtype=F, Tindices=I)
    if kind != "Mul":
        changed(f"ResourceScatterNd{kind}", with_rows(change), ROWS[:, None], Y[:2], T=F,
                Tindices=I)
SLICED = X.copy()
SLICED[1:3, ::2] = Y[:2, :2]


@graph("ResourceStridedSliceAssign", SLICED)
def _(g):
    handle, was = variable(g, X)
    bounds = [g.constant(np.array(one, I)) for one in ([1, 0], [3, 4], [1, 2])]
    done = g.node("ResourceStridedSliceAssign", handle, *bounds, g.argument(Y[:2, :2]), was, T=F,
                  Index=I, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                  shrink_axis_mask=0)
    return g.node("ReadVariableOp", handle, f"^{done}", dtype=F)


@graph("ReadsOfAVariable", X[ROWS], X[ROWS, [1, 3]], np.array(X.shape, I), np.array(True))
def _(g):
    handle, was = variable(g, X)
    rows, places = g.argument(ROWS), g.argument(np.array([[2, 1], [0, 3]], I))
    return (g.node("ResourceGather", handle, rows, was, dtype=F, Tindices=I),
            g.node("ResourceGatherNd", handle, places, was, dtype=F, Tindices=I),
            g.node("VariableShape", handle, was, out_type=I),
            g.node("VarIsInitializedOp", handle, was))


@graph("OldVariables", X + Y - 2 * X, np.array(True))
def _(g):
    reference = g.node("Variable", dtype=F, shape=Shape(X.shape))
    x, y = g.argument(X), g.argument(Y)
    was = g.node("Assign", reference, x, T=F)
    more = g.node("AssignAdd", reference, y, f"^{was}", T=F)
    for _ in range(2):
        more = g.node("AssignSub", reference, x, f"^{more}", T=F)
    return (g.node("RefIdentity", reference, f"^{more}", T=F),
            g.node("IsVariableInitialized", reference, f"^{more}", dtype=F))


@graph("NodesForTheirOrder", X)
def _(g):
    x = g.node("PlaceholderV2", dtype=F, shape=Shape(X.shape))
    g.arguments.append(X)
    printed = g.node("PrintV2", g.words("x"))
    order = g.node("ControlTrigger", f"^{printed}")
    return g.node("Identity", x, f"^{order}", T=F)


@graph("Empty", np.zeros((2, 3), F))
def _(g):
    sizes = g.constant(np.array([2, 3], I))
    return g.node("Empty", sizes, dtype=F, init=True)


# Lists ------------------------------------------------------------------------------

KIND = {"element_dtype": F}
CUBE = normal(3, 2, 4)


def number(g, value, kind=I):
    return g.constant(np.array(value, kind))


def stacked(g, values, sizes=(2, 4)):
    return g.node("TensorListStack", values, number(g, sizes), num_elements=-1, **KIND)


def of_tensor(g, array=CUBE):
    return g.node("TensorListFromTensor", g.argument(array), number(g, array.shape[1:]),
                  shape_type=I, **KIND)


@graph("ListsThatGrow", CUBE[:2], CUBE[2], np.array(2, I), np.array([2, 4], I))
def _(g):
    values = g.node("EmptyTensorList", number(g, [2, 4]), number(g, -1), shape_type=I, **KIND)
    for element in CUBE:
        values = g.node("TensorListPushBack", values, g.argument(element), **KIND)
    popped = g.node("TensorListPopBack", values, number(g, [2, 4]), **KIND)
    return (stacked(g, popped), f"{popped}:1", g.node("TensorListLength", popped),
            g.node("TensorListElementShape", popped, shape_type=I))


@graph("ListsThatAreResized", np.concatenate([CUBE, np.zeros_like(CUBE[:2])]), CUBE[:1])
def _(g):
    values = of_tensor(g)
    return tuple(stacked(g, g.node("TensorListResize", values, number(g, length)))
                 for length in (5, 1))


@graph("ListsThatAreGathered", CUBE[[2, 0, 2]])
def _(g):
    return g.node("TensorListGather", of_tensor(g), g.argument(np.array([2, 0, 2], I)),
                  number(g, [2, 4]), **KIND)


@graph("ListsThatAreConcatenated", CUBE.reshape(6, 4), np.array([2, 2, 2], L))
def _(g):
    joined = g.node("TensorListConcatV2", of_tensor(g), number(g, [-1, 4]), number(g, [], L),
                    shape_type=I, **KIND)
    return joined, f"{joined}:1"


@graph("ListsThatAreSplit", CUBE[:2])
def _(g):
    values = g.node("TensorListSplit", g.argument(CUBE[:2].reshape(4, 4)), number(g, [-1, 4]),
                    number(g, [2, 2], L), shape_type=I, **KIND)
    return stacked(g, values)


SCATTERED = np.zeros((4, 2, 4), F)
SCATTERED[[2, 0, 1]] = CUBE
OVER = CUBE.copy()
OVER[[2, 0]] = -CUBE[:2]


@graph("ListsThatAreScattered", SCATTERED[:3], SCATTERED, OVER)
def _(g):
    rows, at, shape = g.argument(CUBE), g.argument(np.array([2, 0, 1], I)), number(g, [2, 4])
    some, few = g.argument(-CUBE[:2]), g.argument(np.array([2, 0], I))
    return (stacked(g, g.node("TensorListScatter", rows, at, shape, shape_type=I, **KIND)),
            stacked(g, g.node("TensorListScatterV2", rows, at, shape, number(g, 4), shape_type=I,
                              **KIND)),
            stacked(g, g.node("TensorListScatterIntoExistingList", of_tensor(g), some, few,
                              **KIND)))


def array(g, length, *shape):
    made = g.node("TensorArrayV3", number(g, length), dtype=F, element_shape=Shape(shape))
    return made, f"{made}:1"


@graph("ArraysThatAreScattered", CUBE[1], np.array(3, I), CUBE[[1, 2, 0]].reshape(6, 4),
       np.array([2, 2, 2], L))
def _(g):
    handle, flow = array(g, 3, 2, 4)
    at = g.argument(np.array([2, 0, 1], I))
    flow = g.node("TensorArrayScatterV3", handle, at, g.argument(CUBE), flow, T=F)
    joined = g.node("TensorArrayConcatV3", handle, flow, dtype=F)
    return (g.node("TensorArrayReadV3", handle, g.argument(np.array(0, I)), flow, dtype=F),
            g.node("TensorArraySizeV3", handle, flow), joined, f"{joined}:1")


@graph("ArraysThatAreSplit", CUBE[1])
def _(g):
    handle, flow = array(g, 3, 2, 4)
    lengths = number(g, [2, 2, 2], L)
    flow = g.node("TensorArraySplitV3", handle, g.argument(CUBE.reshape(6, 4)), lengths, flow, T=F)
    return g.node("TensorArrayReadV3", handle, g.argument(np.array(1, I)), flow, dtype=F)


# Functions --------------------------------------------------------------------------


def squares(g):
    return g.function("squares", ["x"], ["square:y:0"], ("square", "Square", ["x"], {"T": F}))


def negates(g):
    return g.function("negates", ["x"], ["negative:y:0"], ("negative", "Neg", ["x"], {"T": F}))


for place, want in ((0, X * X), (1, -X), (7, -X), (-1, -X)):
    @graph(f"Case{place}", want)
    def _(g, place=place):
        return g.node("Case", g.argument(np.array(place, I)), g.argument(X), Tin=[F], Tout=[F],
                      branches=[squares(g), negates(g)])


@graph("For", X + 3 * Y, Y)
def _(g):
    adds = g.function("adds", ["i", "x", "y"], ["sum:z:0", "y"],
                      ("sum", "AddV2", ["x", "y"], {"T": F}))
    start, limit, step = (g.argument(np.array(one, I)) for one in (1, 7, 2))
    done = g.node("For", start, limit, step, g.argument(X), g.argument(Y), T=[F, F], body=adds)
    return done, f"{done}:1"


@graph("TPUPartitionedCall", X * X)
def _(g):
    return g.node("TPUPartitionedCall", g.argument(X), number(g, 0), Tin=[F], Tout=[F],
                  f=squares(g))


@graph("LoopsOfReferences", np.array(16, F))
def _(g):
    """Doubled until it is no longer less than 10."""
    frame = {"T": F, "frame_name": "loop", "is_constant": False}
    enter = g.node("RefEnter", g.argument(F(1)), **frame)
    limit = g.node("Enter", number(g, 10, F), **{**frame, "is_constant": True})
    merge = g.node("RefMerge", enter, "next", T=F, N=2)
    goes_on = g.node("LoopCond", g.node("Less", merge, limit, T=F))
    switch = g.node("RefSwitch", merge, goes_on, T=F)
    body = g.node("RefIdentity", f"{switch}:1", T=F)
    g.node("RefNextIteration", g.node("Add", body, body, T=F), name="next", T=F)
    return g.node("RefExit", switch, T=F)


# Random numbers ---------------------------------------------------------------------
# Those that are certain, and properties of a distribution that almost all sets have.


def drawn(name, op, operands, *properties, kind=F, **attributes):
    """Each property is a function that adds nodes which give true."""
    @graph(name, *[np.array(True)] * len(properties))
    def build(g):
        numbers = g.node(op, *[g.constant(operand) for operand in operands], T=I, dtype=kind,
                         **attributes)
        return tuple(one(g, numbers) for one in properties)


def mean(g, x):
    return g.node("Mean", x, number(g, [0]), T=F, Tidx=I, keep_dims=False)


def between(low, high, of=lambda g, x: x):
    def check(g, x):
        value = of(g, x)
        inside = g.node("LogicalAnd", g.node("GreaterEqual", value, number(g, low, F), T=F),
                        g.node("Less", value, number(g, high, F), T=F))
        flat = g.node("Reshape", inside, number(g, [-1]), T=np.bool_, Tshape=I)
        return g.node("All", flat, number(g, [0]), Tidx=I, keep_dims=False)
    return check


def mean_square(g, x):
    return mean(g, g.node("Square", x, T=F))


MANY = np.array([20000], I)
drawn("RandomUniform", "RandomUniform", [MANY], between(0, 1), between(0.48, 0.52, mean),
      between(0.31, 0.36, mean_square))
drawn("RandomStandardNormal", "RandomStandardNormal", [MANY], between(-0.05, 0.05, mean),
      between(0.95, 1.05, mean_square))
drawn("TruncatedNormal", "TruncatedNormal", [MANY], between(-2, 2.0000002),
      between(-0.05, 0.05, mean), between(0.74, 0.81, mean_square))


@graph("RandomUniformInt", np.array([-3, 2], I), np.full(9, 7, I))
def _(g):
    many = g.node("RandomUniformInt", number(g, MANY), number(g, -3), number(g, 3), T=I, Tout=I)
    axis = number(g, [0])
    ends = [g.node(op, many, axis, T=I, Tidx=I, keep_dims=False) for op in ("Min", "Max")]
    return (g.node("Pack", *ends, T=I, N=2, axis=0),
            g.node("RandomUniformInt", number(g, [9]), number(g, 7), number(g, 8), T=I, Tout=I))


def philox(counter, key):
    """Four words of 32 bits, by ten rounds."""
    low = 0xffffffff
    for _ in range(10):
        first, second = 0xd2511f53 * counter[0], 0xcd9e8d57 * counter[2]
        counter = [second >> 32 ^ counter[1] ^ key[0], second & low,
                   first >> 32 ^ counter[3] ^ key[1], first & low]
        key = [key[0] + 0x9e3779b9 & low, key[1] + 0xbb67ae85 & low]
    return counter


# Of the paper's authors.
assert philox([0] * 4, [0] * 2) == [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]


def key_and_counter(seeds):
    words = [word for seed in seeds for word in (seed & 0xffffffff, seed >> 32)]
    mixed = philox(words, [0x3ec8f720, 0x02461e29])
    return mixed[:2], [0, 0, *mixed[2:]]


def random_words(seeds, count):
    key, counter = key_and_counter(seeds)
    blocks = [philox([counter[0] + i, *counter[1:]], key) for i in range((count + 3) // 4)]
    return np.array(blocks, np.uint32).ravel()[:count]


def uniform(words):
    return (words & 0x7fffff | 0x3f800000).astype(np.uint32).view(F) - F(1)


def gaussian(words):
    first, second = uniform(words).astype(float).reshape(-1, 2).T
    radius, angle = np.sqrt(-2 * np.log(np.maximum(first, 1e-7))), 2 * np.pi * second
    return np.stack([np.sin(angle) * radius, np.cos(angle) * radius], 1).ravel().astype(F)


SEEDS = np.array([7, 2 ** 40 + 5], L)
PAIR, COUNTER = key_and_counter([int(seed) for seed in SEEDS])
WORDS = random_words([int(seed) for seed in SEEDS], 10)
INTEGERS = (WORDS % np.uint32(9)).astype(I) - 4


@graph("SeedsOfTheGenerator", np.array(1, I), np.array([PAIR[0] | PAIR[1] << 32], U),
       np.array([0, COUNTER[2] | COUNTER[3] << 32], U))
def _(g):
    seeds = g.node("StatelessRandomGetKeyCounter", g.argument(SEEDS), Tseed=L)
    return g.node("StatelessRandomGetAlg"), seeds, f"{seeds}:1"


@graph("StatelessNumbers", uniform(WORDS), gaussian(WORDS), INTEGERS)
def _(g):
    shape, seeds = number(g, [10]), g.argument(SEEDS)
    kinds = {"T": I, "Tseed": L, "dtype": F}
    return (g.node("StatelessRandomUniform", shape, seeds, **kinds),
            g.node("StatelessRandomNormal", shape, seeds, **kinds),
            g.node("StatelessRandomUniformInt", shape, seeds, number(g, -4), number(g, 5),
                   **{**kinds, "dtype": I}))


@graph("StatelessNumbersOfAKey", uniform(WORDS), gaussian(WORDS), INTEGERS)
def _(g):
    seeds = g.node("StatelessRandomGetKeyCounter", g.argument(SEEDS), Tseed=L)
    source = [number(g, [10]), seeds, f"{seeds}:1", g.node("StatelessRandomGetAlg")]
    kinds = {"Tshape": I, "dtype": F}
    return (g.node("StatelessRandomUniformV2", *source, **kinds),
            g.node("StatelessRandomNormalV2", *source, **kinds),
            g.node("StatelessRandomUniformIntV2", *source, number(g, -4), number(g, 5),
                   **{**kinds, "dtype": I}))
