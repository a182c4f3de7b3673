"""Programs of PyTorch with what numpy says they compute. Each is compiled once; every
call has its own sizes."""
import numpy as np

PROGRAMS = []


def program(name, text, *calls, tolerance=1e-5):
    """A call is its arguments and its results."""
    PROGRAMS.append((name, text, calls, tolerance))


RANDOM = np.random.default_rng(5)


def normal(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


# Any batch, any length ---------------------------------------------------------

WIDTH, HEADS = 8, 2


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def attend(x, weight, bias, mask):
    """One layer of an encoder: attention of all heads, added, normalised."""
    batch, length, _ = x.shape
    qkv = (x @ weight.T + bias).reshape(batch, length, 3, HEADS, WIDTH // HEADS)
    q, k, v = qkv.transpose(2, 0, 3, 1, 4)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(np.float32(WIDTH // HEADS))
    scores = np.where(mask[:, None, None, :], scores, -np.inf)
    y = (softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(batch, length, WIDTH) + x
    y = y - y.mean(-1, keepdims=True)
    return y / np.sqrt((y * y).mean(-1, keepdims=True) + np.float32(1e-5))


WEIGHT, BIAS = normal(3 * WIDTH, WIDTH) / 3, normal(3 * WIDTH)


def attention_call(batch, length):
    x, mask = normal(batch, length, WIDTH), RANDOM.random((batch, length)) < 0.8
    mask[:, 0] = True
    return [x, WEIGHT, BIAS, mask], [attend(x, WEIGHT, BIAS, mask)]


program("attention", """
func.func @main(%x: !torch.vtensor<[?,?,8],f32>, %w: !torch.vtensor<[24,8],f32>, %b: !torch.vtensor<[24],f32>, %mask: !torch.vtensor<[?,?],i1>) -> !torch.vtensor<[?,?,8],f32> attributes {torch.assume_strict_symbolic_shapes} {
  %0 = torch.constant.int 0
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %3 = torch.constant.int 3
  %4 = torch.constant.int 4
  %8 = torch.constant.int 8
  %none = torch.constant.none
  %false = torch.constant.bool false
  %noise = torch.constant.float 0.0
  %eps = torch.constant.float 1.0e-5
  %batch = torch.aten.size.int %x, %0 : !torch.vtensor<[?,?,8],f32>, !torch.int -> !torch.int
  %length = torch.aten.size.int %x, %1 : !torch.vtensor<[?,?,8],f32>, !torch.int -> !torch.int
  %qkv = torch.aten.linear %x, %w, %b : !torch.vtensor<[?,?,8],f32>, !torch.vtensor<[24,8],f32>, !torch.vtensor<[24],f32> -> !torch.vtensor<[?,?,24],f32>
  %apart = torch.prim.ListConstruct %batch, %length, %3, %2, %4 : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %heads = torch.aten.view %qkv, %apart : !torch.vtensor<[?,?,24],f32>, !torch.list<int> -> !torch.vtensor<[?,?,3,2,4],f32>
  %order = torch.prim.ListConstruct %2, %0, %3, %1, %4 : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %moved = torch.aten.permute %heads, %order : !torch.vtensor<[?,?,3,2,4],f32>, !torch.list<int> -> !torch.vtensor<[3,?,2,?,4],f32>
  %list = torch.aten.unbind.int %moved, %0 : !torch.vtensor<[3,?,2,?,4],f32>, !torch.int -> !torch.list<vtensor>
  %q, %k, %v = torch.prim.ListUnpack %list : !torch.list<vtensor> -> !torch.vtensor<[?,2,?,4],f32>, !torch.vtensor<[?,2,?,4],f32>, !torch.vtensor<[?,2,?,4],f32>
  %m1 = torch.aten.unsqueeze %mask, %1 : !torch.vtensor<[?,?],i1>, !torch.int -> !torch.vtensor<[?,1,?],i1>
  %m2 = torch.aten.unsqueeze %m1, %1 : !torch.vtensor<[?,1,?],i1>, !torch.int -> !torch.vtensor<[?,1,1,?],i1>
  %a = torch.aten.scaled_dot_product_attention %q, %k, %v, %m2, %noise, %false, %none, %false : !torch.vtensor<[?,2,?,4],f32>, !torch.vtensor<[?,2,?,4],f32>, !torch.vtensor<[?,2,?,4],f32>, !torch.vtensor<[?,1,1,?],i1>, !torch.float, !torch.bool, !torch.none, !torch.bool -> !torch.vtensor<[?,2,?,4],f32>
  %t = torch.aten.transpose.int %a, %1, %2 : !torch.vtensor<[?,2,?,4],f32>, !torch.int, !torch.int -> !torch.vtensor<[?,?,2,4],f32>
  %together = torch.prim.ListConstruct %batch, %length, %8 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %f = torch.aten.reshape %t, %together : !torch.vtensor<[?,?,2,4],f32>, !torch.list<int> -> !torch.vtensor<[?,?,8],f32>
  %s = torch.aten.add.Tensor %f, %x, %1 : !torch.vtensor<[?,?,8],f32>, !torch.vtensor<[?,?,8],f32>, !torch.int -> !torch.vtensor<[?,?,8],f32>
  %shape = torch.prim.ListConstruct %8 : (!torch.int) -> !torch.list<int>
  %y = torch.aten.layer_norm %s, %shape, %none, %none, %eps, %false : !torch.vtensor<[?,?,8],f32>, !torch.list<int>, !torch.none, !torch.none, !torch.float, !torch.bool -> !torch.vtensor<[?,?,8],f32>
  return %y : !torch.vtensor<[?,?,8],f32>
}""", attention_call(1, 7), attention_call(3, 4), attention_call(2, 33), tolerance=1e-4)


# What the data decides ---------------------------------------------------------

def masked_call(rows):
    x, mask = normal(rows, 3), RANDOM.random(rows) < 0.5
    return [x, mask], [x[mask], np.argwhere(x > 0)]


program("masks", """
func.func @main(%x: !torch.vtensor<[?,3],f32>, %mask: !torch.vtensor<[?],i1>) -> (!torch.vtensor<[?,3],f32>, !torch.vtensor<[?,2],si64>) {
  %0 = torch.constant.int 0
  %list = torch.prim.ListConstruct %mask : (!torch.vtensor<[?],i1>) -> !torch.list<vtensor>
  %taken = torch.aten.index.Tensor_hacked_twin %x, %list : !torch.vtensor<[?,3],f32>, !torch.list<vtensor> -> !torch.vtensor<[?,3],f32>
  %positive = torch.aten.gt.Scalar %x, %0 : !torch.vtensor<[?,3],f32>, !torch.int -> !torch.vtensor<[?,3],i1>
  %places = torch.aten.nonzero %positive : !torch.vtensor<[?,3],i1> -> !torch.vtensor<[?,2],si64>
  return %taken, %places : !torch.vtensor<[?,3],f32>, !torch.vtensor<[?,2],si64>
}""", masked_call(1), masked_call(5), masked_call(40))


def put_call(size):
    x, mask = normal(size, 3), RANDOM.random(size) < 0.5
    values, added = normal(int(mask.sum()), 3), x.copy()
    added[mask] += values
    return [x, mask, values], [added]


program("put_at_mask", """
func.func @main(%x: !torch.vtensor<[?,3],f32>, %mask: !torch.vtensor<[?],i1>, %v: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %true = torch.constant.bool true
  %list = torch.prim.ListConstruct %mask : (!torch.vtensor<[?],i1>) -> !torch.list<vtensor>
  %y = torch.aten.index_put.hacked_twin %x, %list, %v, %true : !torch.vtensor<[?,3],f32>, !torch.list<vtensor>, !torch.vtensor<[?,3],f32>, !torch.bool -> !torch.vtensor<[?,3],f32>
  return %y : !torch.vtensor<[?,3],f32>
}""", put_call(2), put_call(9))


def scan_call(rows):
    x = RANDOM.integers(-5, 5, (rows, 2)).astype(np.float32)
    greatest = np.maximum.accumulate(x)
    last = np.maximum.accumulate(np.where(x == greatest, np.arange(rows)[:, None], 0))
    return [x], [x.cumsum(0), greatest, last]


program("scans", """
func.func @main(%x: !torch.vtensor<[?,2],f32>) -> (!torch.vtensor<[?,2],f32>, !torch.vtensor<[?,2],f32>, !torch.vtensor<[?,2],si64>) {
  %0 = torch.constant.int 0
  %none = torch.constant.none
  %sums = torch.aten.cumsum %x, %0, %none : !torch.vtensor<[?,2],f32>, !torch.int, !torch.none -> !torch.vtensor<[?,2],f32>
  %greatest, %places = torch.aten.cummax %x, %0 : !torch.vtensor<[?,2],f32>, !torch.int -> !torch.vtensor<[?,2],f32>, !torch.vtensor<[?,2],si64>
  return %sums, %greatest, %places : !torch.vtensor<[?,2],f32>, !torch.vtensor<[?,2],f32>, !torch.vtensor<[?,2],si64>
}""", scan_call(1), scan_call(6), scan_call(1000))


# Matrices ----------------------------------------------------------------------

def determinant_call(batch, size):
    x = RANDOM.standard_normal((batch, size, size))
    # The first pivot is zero, so rows must change places.
    x[:, 0, 0] = 0
    return [x], [np.linalg.det(x), *np.linalg.slogdet(x)]


program("determinants", """
func.func @main(%x: !torch.vtensor<[?,?,?],f64>) -> (!torch.vtensor<[?],f64>, !torch.vtensor<[?],f64>, !torch.vtensor<[?],f64>) {
  %d = torch.aten.linalg_det %x : !torch.vtensor<[?,?,?],f64> -> !torch.vtensor<[?],f64>
  %s, %l = torch.aten.linalg_slogdet %x : !torch.vtensor<[?,?,?],f64> -> !torch.vtensor<[?],f64>, !torch.vtensor<[?],f64>
  return %d, %s, %l : !torch.vtensor<[?],f64>, !torch.vtensor<[?],f64>, !torch.vtensor<[?],f64>
}""", determinant_call(1, 2), determinant_call(3, 5), tolerance=1e-9)

SINGULAR = np.float64([[[1, 2], [2, 4]]])
program("no_pivot", PROGRAMS[-1][1],
        ([SINGULAR], [np.zeros(1), np.zeros(1), np.full(1, -np.inf)]))


# Integers with a scale ---------------------------------------------------------

def quantised_call(rows):
    a = RANDOM.integers(-128, 128, (rows, 4)).astype(np.int8)
    b = RANDOM.integers(-128, 128, (4, 5)).astype(np.int8)
    product = ((a.astype(np.float32) - 3) * np.float32(0.5)) @ ((b.astype(np.float32) + 7) * np.float32(0.25))
    stored = np.clip(np.rint(product * np.float32(1 / 2.0)) + 1, -128, 127).astype(np.int8)
    return [a, b], [product, stored]


program("quantised", """
func.func @main(%a: !torch.vtensor<[?,4],si8>, %b: !torch.vtensor<[4,5],si8>) -> (!torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],si8>) {
  %half = torch.constant.float 0.5
  %quarter = torch.constant.float 0.25
  %two = torch.constant.float 2.0
  %three = torch.constant.int 3
  %seven = torch.constant.int -7
  %one = torch.constant.int 1
  %qint8 = torch.constant.int 12
  %qa = torch.aten._make_per_tensor_quantized_tensor %a, %half, %three : !torch.vtensor<[?,4],si8>, !torch.float, !torch.int -> !torch.vtensor<[?,4],!torch.qint8>
  %qb = torch.aten._make_per_tensor_quantized_tensor %b, %quarter, %seven : !torch.vtensor<[4,5],si8>, !torch.float, !torch.int -> !torch.vtensor<[4,5],!torch.qint8>
  %fa = torch.aten.dequantize.self %qa : !torch.vtensor<[?,4],!torch.qint8> -> !torch.vtensor<[?,4],f32>
  %fb = torch.aten.dequantize.self %qb : !torch.vtensor<[4,5],!torch.qint8> -> !torch.vtensor<[4,5],f32>
  %y = torch.aten.mm %fa, %fb : !torch.vtensor<[?,4],f32>, !torch.vtensor<[4,5],f32> -> !torch.vtensor<[?,5],f32>
  %q = torch.aten.quantize_per_tensor %y, %two, %one, %qint8 : !torch.vtensor<[?,5],f32>, !torch.float, !torch.int, !torch.int -> !torch.vtensor<[?,5],!torch.qint8>
  %i = torch.aten.int_repr %q : !torch.vtensor<[?,5],!torch.qint8> -> !torch.vtensor<[?,5],si8>
  return %y, %i : !torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],si8>
}""", quantised_call(1), quantised_call(6))


# Starts from the end, and too few elements ---------------------------------------

def narrow_call(columns, start):
    x = normal(3, columns)
    part = x[:, start % columns:start % columns + 2]
    return [x, np.array(start), np.array(start)], [part, part]


program("narrow", """
func.func @main(%a: !torch.vtensor<[?,?],f32>, %i: !torch.int, %t: !torch.vtensor<[],si64>) -> (!torch.vtensor<[?,?],f32>, !torch.vtensor<[?,?],f32>) {
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %x = torch.aten.narrow %a, %1, %i, %2 : !torch.vtensor<[?,?],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[?,?],f32>
  %y = torch.aten.narrow.Tensor %a, %1, %t, %2 : !torch.vtensor<[?,?],f32>, !torch.int, !torch.vtensor<[],si64>, !torch.int -> !torch.vtensor<[?,?],f32>
  return %x, %y : !torch.vtensor<[?,?],f32>, !torch.vtensor<[?,?],f32>
}""", narrow_call(4, -2), narrow_call(5, -4), narrow_call(6, 0), narrow_call(6, 3))


def variance_call(rows):
    x = normal(rows, 3)
    with np.errstate(all="ignore"):
        squares = ((x - x.mean(0)) ** 2).sum(0)
        return [x], [squares / np.float32(max(rows - 3, 0))]


program("variance_of_few", """
func.func @main(%a: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[3],f32> {
  %0 = torch.constant.int 0
  %3 = torch.constant.int 3
  %false = torch.constant.bool false
  %dims = torch.prim.ListConstruct %0 : (!torch.int) -> !torch.list<int>
  %v = torch.aten.var.correction %a, %dims, %3, %false : !torch.vtensor<[?,3],f32>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[3],f32>
  return %v : !torch.vtensor<[3],f32>
}""", variance_call(2), variance_call(7))


# Arguments that are written ----------------------------------------------------

def written_call(rows):
    a, b = normal(rows), normal(rows)
    return [a, b], [a - b, a + b]


program("written_arguments", """
func.func @main(%a: !torch.tensor<[?],f32>, %b: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %1 = torch.constant.int 1
  %old = torch.copy.to_vtensor %a : !torch.vtensor<[?],f32>
  %new = torch.aten.add.Tensor %old, %b, %1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.int -> !torch.vtensor<[?],f32>
  torch.overwrite.tensor.contents %new overwrites %a : !torch.vtensor<[?],f32>, !torch.tensor<[?],f32>
  %y = torch.aten.sub.Tensor %old, %b, %1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.int -> !torch.vtensor<[?],f32>
  return %y : !torch.vtensor<[?],f32>
}""", written_call(2), written_call(5))
