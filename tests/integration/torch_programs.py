"""Programs of PyTorch with what numpy says they compute. Each is compiled once; every
call has its own sizes."""
import math

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


# Searching ----------------------------------------------------------------------

def diff_call(columns):
    x, before = normal(2, columns), normal(2, 1)
    return [x, before], [np.diff(x), np.diff(x, 2, prepend=before)]


program("diff", """
func.func @main(%a: !torch.vtensor<[2,?],f32>, %b: !torch.vtensor<[2,1],f32>) -> (!torch.vtensor<[2,?],f32>, !torch.vtensor<[2,?],f32>) {
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %last = torch.constant.int -1
  %none = torch.constant.none
  %x = torch.aten.diff %a, %1, %last, %none, %none : !torch.vtensor<[2,?],f32>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[2,?],f32>
  %y = torch.aten.diff %a, %2, %last, %b, %none : !torch.vtensor<[2,?],f32>, !torch.int, !torch.int, !torch.vtensor<[2,1],f32>, !torch.none -> !torch.vtensor<[2,?],f32>
  return %x, %y : !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,?],f32>
}""", diff_call(5), diff_call(9))


def searchsorted_call(columns):
    rows = np.sort(RANDOM.integers(0, 6, (2, columns)).astype(np.float32))
    x = RANDOM.integers(-1, 7, (2, 4)).astype(np.float32)
    both = [np.stack([np.searchsorted(r, v, side) for r, v in zip(rows, x)])
            for side in ("left", "right")]
    return [rows, x], both


program("searchsorted", """
func.func @main(%a: !torch.vtensor<[2,?],f32>, %x: !torch.vtensor<[2,4],f32>) -> (!torch.vtensor<[2,4],si64>, !torch.vtensor<[2,4],si64>) {
  %false = torch.constant.bool false
  %none = torch.constant.none
  %right = torch.constant.str "right"
  %0 = torch.aten.searchsorted.Tensor %a, %x, %false, %false, %none, %none : !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,4],f32>, !torch.bool, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[2,4],si64>
  %1 = torch.aten.searchsorted.Tensor %a, %x, %false, %false, %right, %none : !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,4],f32>, !torch.bool, !torch.bool, !torch.str, !torch.none -> !torch.vtensor<[2,4],si64>
  return %0, %1 : !torch.vtensor<[2,4],si64>, !torch.vtensor<[2,4],si64>
}""", searchsorted_call(5), searchsorted_call(8))


def unique_call(columns):
    x = RANDOM.integers(0, 4, (2, columns))
    values, inverse, counts = np.unique(x, return_inverse=True, return_counts=True)
    flat = x.ravel()
    first = np.concatenate([[True], flat[1:] != flat[:-1]]) if flat.size else np.zeros(0, bool)
    places = np.flatnonzero(first)
    return [x], [values, inverse.reshape(x.shape), counts, flat[first],
                 np.diff(np.append(places, flat.size))]


program("unique", """
func.func @main(%a: !torch.vtensor<[2,?],si64>) -> (!torch.vtensor<[?],si64>, !torch.vtensor<[2,?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %none = torch.constant.none
  %v, %i, %c = torch.aten._unique2 %a, %true, %true, %true : !torch.vtensor<[2,?],si64>, !torch.bool, !torch.bool, !torch.bool -> !torch.vtensor<[?],si64>, !torch.vtensor<[2,?],si64>, !torch.vtensor<[?],si64>
  %r, %none_of, %n = torch.aten.unique_consecutive %a, %false, %true, %none : !torch.vtensor<[2,?],si64>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[?],si64>, !torch.vtensor<[0],si64>, !torch.vtensor<[?],si64>
  return %v, %i, %c, %r, %n : !torch.vtensor<[?],si64>, !torch.vtensor<[2,?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
}""", unique_call(5), unique_call(1))


def unique_slices_call(rows, columns):
    x = RANDOM.integers(0, 2, (rows, 2, columns))
    values, inverse, counts = np.unique(x, axis=2, return_inverse=True, return_counts=True)
    begins = np.array([i == 0 or not (x[..., i] == x[..., i - 1]).all()
                       for i in range(columns)], bool)
    places = np.flatnonzero(begins)
    return [x], [values, inverse.reshape(-1), counts, x[..., begins].copy(),
                 np.cumsum(begins) - 1, np.diff(np.append(places, columns))]


program("unique_slices", """
func.func @main(%a: !torch.vtensor<[?,2,?],si64>) -> (!torch.vtensor<[?,2,?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?,2,?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) attributes {torch.assume_strict_symbolic_shapes} {
  %true = torch.constant.bool true
  %2 = torch.constant.int 2
  %v, %i, %c = torch.aten.unique_dim %a, %2, %true, %true, %true : !torch.vtensor<[?,2,?],si64>, !torch.int, !torch.bool, !torch.bool, !torch.bool -> !torch.vtensor<[?,2,?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
  %r, %n, %l = torch.aten.unique_dim_consecutive %a, %2, %true, %true : !torch.vtensor<[?,2,?],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[?,2,?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
  return %v, %i, %c, %r, %n, %l : !torch.vtensor<[?,2,?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?,2,?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
}""", unique_slices_call(1, 9), unique_slices_call(3, 5), unique_slices_call(2, 1))


# NaN is after all numbers and equals nothing, itself included.
NAN_ROWS = np.float32([[np.nan, 1], [2, 3], [np.nan, 1], [2, 3], [2, np.nan]])
program("unique_rows_of_nan", """
func.func @main(%a: !torch.vtensor<[?,2],f32>) -> (!torch.vtensor<[?,2],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) {
  %true = torch.constant.bool true
  %0 = torch.constant.int 0
  %v, %i, %c = torch.aten.unique_dim %a, %0, %true, %true, %true : !torch.vtensor<[?,2],f32>, !torch.int, !torch.bool, !torch.bool, !torch.bool -> !torch.vtensor<[?,2],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
  return %v, %i, %c : !torch.vtensor<[?,2],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
}""", ([NAN_ROWS], [NAN_ROWS[[1, 4, 0, 2]], np.int64([2, 0, 3, 0, 1]), np.int64([2, 1, 1, 1])]))


# Products and windows ------------------------------------------------------------

def cdist_call(rows):
    a, b = normal(2, rows, 3), normal(2, 4, 3)
    difference = np.abs(a[:, :, None] - b[:, None])
    return [a, b], [np.sqrt((difference ** 2).sum(-1)), difference.max(-1), difference.sum(-1)]


program("cdist", """
func.func @main(%a: !torch.vtensor<[2,?,3],f32>, %b: !torch.vtensor<[2,4,3],f32>) -> (!torch.vtensor<[2,?,4],f32>, !torch.vtensor<[2,?,4],f32>, !torch.vtensor<[2,?,4],f32>) {
  %none = torch.constant.none
  %1 = torch.constant.float 1.0
  %2 = torch.constant.float 2.0
  %inf = torch.constant.float 0x7FF0000000000000
  %x = torch.aten.cdist %a, %b, %2, %none : !torch.vtensor<[2,?,3],f32>, !torch.vtensor<[2,4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[2,?,4],f32>
  %y = torch.aten._cdist_forward %a, %b, %inf, %none : !torch.vtensor<[2,?,3],f32>, !torch.vtensor<[2,4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[2,?,4],f32>
  %z = torch.aten.cdist %a, %b, %1, %none : !torch.vtensor<[2,?,3],f32>, !torch.vtensor<[2,4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[2,?,4],f32>
  return %x, %y, %z : !torch.vtensor<[2,?,4],f32>, !torch.vtensor<[2,?,4],f32>, !torch.vtensor<[2,?,4],f32>
}""", cdist_call(2), cdist_call(5))


def tensordot_call(n):
    a, b = normal(n, 3, 4), normal(4, 5, n)
    return [a, b], [np.tensordot(a, b, ([0, 2], [2, 0]))]


program("tensordot", """
func.func @main(%a: !torch.vtensor<[?,3,4],f32>, %b: !torch.vtensor<[4,5,?],f32>) -> !torch.vtensor<[3,5],f32> {
  %0 = torch.constant.int 0
  %2 = torch.constant.int 2
  %last = torch.constant.int -1
  %l = torch.prim.ListConstruct %0, %2 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.prim.ListConstruct %last, %0 : (!torch.int, !torch.int) -> !torch.list<int>
  %x = torch.aten.tensordot %a, %b, %l, %r : !torch.vtensor<[?,3,4],f32>, !torch.vtensor<[4,5,?],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[3,5],f32>
  return %x : !torch.vtensor<[3,5],f32>
}""", tensordot_call(2), tensordot_call(6))


def col2im_call(batch):
    # 5 x 6 with a kernel of 2 x 3, dilated by 2 x 1, padded by 1 x 0, steps of 2 x 1.
    x = normal(batch, 2 * 6, 3 * 4)
    image = np.zeros((batch, 2, 7, 6), np.float32)
    windows = x.reshape(batch, 2, 2, 3, 3, 4)
    for i in range(2):
        for j in range(3):
            image[:, :, 2 * i:2 * i + 5:2, j:j + 4] += windows[:, :, i, j]
    return [x], [image[:, :, 1:6]]


program("col2im", """
func.func @main(%x: !torch.vtensor<[?,12,12],f32>) -> !torch.vtensor<[?,2,5,6],f32> {
  %0 = torch.constant.int 0
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %3 = torch.constant.int 3
  %5 = torch.constant.int 5
  %6 = torch.constant.int 6
  %size = torch.prim.ListConstruct %5, %6 : (!torch.int, !torch.int) -> !torch.list<int>
  %kernel = torch.prim.ListConstruct %2, %3 : (!torch.int, !torch.int) -> !torch.list<int>
  %dilation = torch.prim.ListConstruct %2, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %padding = torch.prim.ListConstruct %1, %0 : (!torch.int, !torch.int) -> !torch.list<int>
  %stride = torch.prim.ListConstruct %2, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %y = torch.aten.col2im %x, %size, %kernel, %dilation, %padding, %stride : !torch.vtensor<[?,12,12],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[?,2,5,6],f32>
  return %y : !torch.vtensor<[?,2,5,6],f32>
}""", col2im_call(1), col2im_call(3))


# Spectra -------------------------------------------------------------------------

def single(*values):
    return [v.astype(np.complex64 if v.dtype.kind == "c" else np.float32) for v in values]


def spectra_call(n):
    x = (normal(2, n) + 1j * normal(2, n)).astype(np.complex64)
    r = normal(2, n)
    return [x, r], single(np.fft.fft(x), np.fft.ifft(x, 5), np.fft.rfft(r), np.fft.irfft(x, 7),
                          np.fft.fft2(x, norm="ortho"), np.fft.fft(r))


program("spectra", """
func.func @main(%x: !torch.vtensor<[2,?],complex<f32>>, %r: !torch.vtensor<[2,?],f32>) -> (!torch.vtensor<[2,?],complex<f32>>, !torch.vtensor<[2,5],complex<f32>>, !torch.vtensor<[2,?],complex<f32>>, !torch.vtensor<[2,7],f32>, !torch.vtensor<[2,?],complex<f32>>, !torch.vtensor<[2,?],complex<f32>>) {
  %last = torch.constant.int -1
  %first = torch.constant.int -2
  %5 = torch.constant.int 5
  %7 = torch.constant.int 7
  %none = torch.constant.none
  %ortho = torch.constant.str "ortho"
  %dims = torch.prim.ListConstruct %first, %last : (!torch.int, !torch.int) -> !torch.list<int>
  %a = torch.aten.fft_fft %x, %none, %last, %none : !torch.vtensor<[2,?],complex<f32>>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[2,?],complex<f32>>
  %b = torch.aten.fft_ifft %x, %5, %last, %none : !torch.vtensor<[2,?],complex<f32>>, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[2,5],complex<f32>>
  %c = torch.aten.fft_rfft %r, %none, %last, %none : !torch.vtensor<[2,?],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[2,?],complex<f32>>
  %d = torch.aten.fft_irfft %x, %7, %last, %none : !torch.vtensor<[2,?],complex<f32>>, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[2,7],f32>
  %e = torch.aten.fft_fft2 %x, %none, %dims, %ortho : !torch.vtensor<[2,?],complex<f32>>, !torch.none, !torch.list<int>, !torch.str -> !torch.vtensor<[2,?],complex<f32>>
  %f = torch.aten.fft_fft %r, %none, %last, %none : !torch.vtensor<[2,?],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[2,?],complex<f32>>
  return %a, %b, %c, %d, %e, %f : !torch.vtensor<[2,?],complex<f32>>, !torch.vtensor<[2,5],complex<f32>>, !torch.vtensor<[2,?],complex<f32>>, !torch.vtensor<[2,7],f32>, !torch.vtensor<[2,?],complex<f32>>, !torch.vtensor<[2,?],complex<f32>>
}""", spectra_call(8), spectra_call(5), tolerance=2e-5)


def core_spectra_call(n):
    x = (normal(3, n) + 1j * normal(3, n)).astype(np.complex64)
    return [x], single(np.fft.ifft2(x), np.fft.irfft(x, 2 * n - 1))


program("core_spectra", """
func.func @main(%x: !torch.vtensor<[3,?],complex<f32>>) -> (!torch.vtensor<[3,?],complex<f32>>, !torch.vtensor<[3,?],f32>) {
  %0 = torch.constant.int 0
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %false = torch.constant.bool false
  %both = torch.prim.ListConstruct %0, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %last = torch.prim.ListConstruct %1 : (!torch.int) -> !torch.list<int>
  %n = torch.aten.size.int %x, %1 : !torch.vtensor<[3,?],complex<f32>>, !torch.int -> !torch.int
  %twice = torch.aten.mul.int %n, %2 : !torch.int, !torch.int -> !torch.int
  %odd = torch.aten.sub.int %twice, %1 : !torch.int, !torch.int -> !torch.int
  %a = torch.aten._fft_c2c %x, %both, %2, %false : !torch.vtensor<[3,?],complex<f32>>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[3,?],complex<f32>>
  %b = torch.aten._fft_c2r %x, %last, %2, %odd : !torch.vtensor<[3,?],complex<f32>>, !torch.list<int>, !torch.int, !torch.int -> !torch.vtensor<[3,?],f32>
  return %a, %b : !torch.vtensor<[3,?],complex<f32>>, !torch.vtensor<[3,?],f32>
}""", core_spectra_call(4), core_spectra_call(7), tolerance=2e-5)


# Numbers that only the run knows ---------------------------------------------------

def steps_call(rows, step):
    x = normal(rows, 3)
    count = len(range(1, rows, step))
    put, y = normal(count, 3), x.copy()
    y[1::step] = put
    return [x, np.array(step), put], [x[1::step], y]


program("steps_of_slices", """
func.func @main(%x: !torch.vtensor<[?,3],f32>, %step: !torch.int, %put: !torch.vtensor<[?,3],f32>) -> (!torch.vtensor<[?,3],f32>, !torch.vtensor<[?,3],f32>) {
  %0 = torch.constant.int 0
  %1 = torch.constant.int 1
  %none = torch.constant.none
  %end = torch.constant.int 9223372036854775807
  %y = torch.aten.slice.Tensor %x, %0, %1, %end, %step : !torch.vtensor<[?,3],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[?,3],f32>
  %z = torch.aten.slice_scatter %x, %put, %0, %1, %none, %step : !torch.vtensor<[?,3],f32>, !torch.vtensor<[?,3],f32>, !torch.int, !torch.int, !torch.none, !torch.int -> !torch.vtensor<[?,3],f32>
  return %y, %z : !torch.vtensor<[?,3],f32>, !torch.vtensor<[?,3],f32>
}""", steps_call(9, 3), steps_call(6, 1), steps_call(5, 2))


def view_call(rows, *sizes):
    x = normal(rows, 6)
    return [x, *map(np.array, sizes)], [x.reshape(sizes)]


program("negative_views", """
func.func @main(%x: !torch.vtensor<[?,6],f32>, %m: !torch.int, %n: !torch.int) -> !torch.vtensor<[?,?],f32> {
  %sizes = torch.prim.ListConstruct %m, %n : (!torch.int, !torch.int) -> !torch.list<int>
  %y = torch.aten.view %x, %sizes : !torch.vtensor<[?,6],f32>, !torch.list<int> -> !torch.vtensor<[?,?],f32>
  return %y : !torch.vtensor<[?,?],f32>
}""", view_call(2, 4, -1), view_call(3, -1, 2), view_call(2, 3, 4))


# Single samples ----------------------------------------------------------------------

def sample_call(at):
    gradient, x = np.float32([2]), normal(5)
    expected = np.zeros(5, np.float32)
    expected[at] = -2
    return [gradient, x, np.array([at]), np.float32(1)], [expected]


program("nll_loss_backward_of_a_sample", """
func.func @main(%g: !torch.vtensor<[?],f32>, %x: !torch.vtensor<[?],f32>, %t: !torch.vtensor<[?],si64>, %w: !torch.vtensor<[],f32>) -> !torch.vtensor<[?],f32> {
  %none = torch.constant.none
  %no = torch.constant.int 0
  %ignored = torch.constant.int -100
  %0 = torch.aten.nll_loss_backward %g, %x, %t, %none, %no, %ignored, %w : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>, !torch.none, !torch.int, !torch.int, !torch.vtensor<[],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}""", sample_call(3), sample_call(0))

program("threshold_backward_of_two_dtypes", """
func.func @main(%g: !torch.vtensor<[4],f32>, %x: !torch.vtensor<[4],f64>) -> !torch.vtensor<[4],f64> {
  %t = torch.constant.int 0
  %0 = torch.aten.threshold_backward %g, %x, %t : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f64>, !torch.int -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}""", ([np.float32([1, 2, 3, 4]), np.float64([-1, 0, 1, 2])], [np.float64([0, 0, 3, 4])]))

# The exporter says of the sizes of bags another length than the kernel gives.
program("embedding_bag_with_a_last_offset", """
func.func @main(%w: !torch.vtensor<[6,3],f32>, %i: !torch.vtensor<[5],si64>, %o: !torch.vtensor<[3],si64>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %0 = torch.constant.int 0
  %none = torch.constant.none
  %no = torch.constant.int -1
  %a, %b, %c, %d = torch.aten._embedding_bag_forward_only %w, %i, %o, %false, %0, %false, %none, %true, %no : !torch.vtensor<[6,3],f32>, !torch.vtensor<[5],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.int -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>
  return %a, %c, %d : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>
}""", ([np.arange(18, dtype=np.float32).reshape(6, 3), np.array([0, 2, 4, 1, 5]), np.array([0, 2, 5])],
       [np.float32([[6, 8, 10], [30, 33, 36]]), np.zeros(2, np.int64), np.zeros(2, np.int64)]))


# Boxes ------------------------------------------------------------------------------

def suppression_call(count):
    corners = RANDOM.random((count, 2)).astype(np.float32)
    boxes = np.concatenate([corners, corners + RANDOM.uniform(0.2, 0.8, (count, 2)).astype(
        np.float32)], 1)
    scores = RANDOM.random(count).astype(np.float32)
    kept = []
    for i in np.argsort(-scores):
        low, high = np.maximum(boxes[i, :2], boxes[kept, :2]), np.minimum(boxes[i, 2:],
                                                                          boxes[kept, 2:])
        shared = np.clip(high - low, 0, None).prod(-1)
        area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
        if np.all(shared <= np.float32(0.4) * (area[i] + area[kept] - shared)):
            kept.append(i)
    return [boxes, scores], [np.array(kept, np.int64)]


program("suppressed_boxes", """
func.func @main(%b: !torch.vtensor<[?,4],f32>, %s: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],si64> {
  %t = torch.constant.float 4.000000e-01
  %0 = torch.operator "torch.torchvision.nms"(%b, %s, %t) : (!torch.vtensor<[?,4],f32>, !torch.vtensor<[?],f32>, !torch.float) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}""", suppression_call(0), suppression_call(1), suppression_call(30))


# One step of recurrent networks -------------------------------------------------------


def logistic(x):
    return 1 / (1 + np.exp(-x))


CELL_WEIGHTS = [normal(20, 3), normal(20, 5), normal(20), normal(20)]
GRU_WEIGHTS = [normal(15, 3), normal(15, 5), normal(15), normal(15)]


def lstm_cell_call(batch):
    x, h, c = normal(batch, 3), normal(batch, 5), normal(batch, 5)
    w, r, b, d = CELL_WEIGHTS
    enter, forget, update, leave = np.split(x @ w.T + b + h @ r.T + d, 4, 1)
    memory = logistic(forget) * c + logistic(enter) * np.tanh(update)
    return [x, h, c, *CELL_WEIGHTS], [logistic(leave) * np.tanh(memory), memory]


program("lstm_cell", """
func.func @main(%x: !torch.vtensor<[?,3],f32>, %h: !torch.vtensor<[?,5],f32>, %c: !torch.vtensor<[?,5],f32>, %w: !torch.vtensor<[20,3],f32>, %r: !torch.vtensor<[20,5],f32>, %b: !torch.vtensor<[20],f32>, %d: !torch.vtensor<[20],f32>) -> (!torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],f32>) {
  %s = torch.prim.ListConstruct %h, %c : (!torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],f32>) -> !torch.list<vtensor>
  %0:2 = torch.operator "torch.aten.lstm_cell"(%x, %s, %w, %r, %b, %d) : (!torch.vtensor<[?,3],f32>, !torch.list<vtensor>, !torch.vtensor<[20,3],f32>, !torch.vtensor<[20,5],f32>, !torch.vtensor<[20],f32>, !torch.vtensor<[20],f32>) -> (!torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],f32>)
  return %0#0, %0#1 : !torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],f32>
}""", lstm_cell_call(1), lstm_cell_call(4))


def gru_cell_call(batch):
    x, h = normal(batch, 3), normal(batch, 5)
    w, r, b, d = GRU_WEIGHTS
    (a, e, n), (f, g, m) = np.split(x @ w.T + b, 3, 1), np.split(h @ r.T + d, 3, 1)
    keep, new = logistic(e + g), np.tanh(n + logistic(a + f) * m)
    return [x, h, *GRU_WEIGHTS], [(1 - keep) * new + keep * h]


program("gru_cell", """
func.func @main(%x: !torch.vtensor<[?,3],f32>, %h: !torch.vtensor<[?,5],f32>, %w: !torch.vtensor<[15,3],f32>, %r: !torch.vtensor<[15,5],f32>, %b: !torch.vtensor<[15],f32>, %d: !torch.vtensor<[15],f32>) -> !torch.vtensor<[?,5],f32> {
  %0 = torch.operator "torch.aten.gru_cell"(%x, %h, %w, %r, %b, %d) : (!torch.vtensor<[?,3],f32>, !torch.vtensor<[?,5],f32>, !torch.vtensor<[15,3],f32>, !torch.vtensor<[15,5],f32>, !torch.vtensor<[15],f32>, !torch.vtensor<[15],f32>) -> !torch.vtensor<[?,5],f32>
  return %0 : !torch.vtensor<[?,5],f32>
}""", gru_cell_call(1), gru_cell_call(3))


# A mean over what is not ignored, with the ranks that torch-mlir leaves out ------------

def counted_call(size):
    x, mask = normal(size), RANDOM.random(size) < 0.7
    mask[0] = True
    return [x, mask], [np.float32(np.where(mask, x, 0).sum() / mask.sum())]


program("ranks_left_out", """
func.func @main(%x: !torch.vtensor<[?],f32>, %mask: !torch.vtensor<[?],i1>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %zero = torch.constant.int 0
  %0 = torch.prim.NumToTensor.Scalar %zero : !torch.int -> !torch.vtensor<*,si64>
  %1 = torch.aten.where.self %mask, %x, %0 : !torch.vtensor<[?],i1>, !torch.vtensor<[?],f32>, !torch.vtensor<*,si64> -> !torch.vtensor<[?],f32>
  %2 = torch.aten.sum %mask, %none : !torch.vtensor<[?],i1>, !torch.none -> !torch.vtensor<*,si64>
  %3 = torch.aten.sum %1, %none : !torch.vtensor<[?],f32>, !torch.none -> !torch.vtensor<[],f32>
  %4 = torch.aten.div.Tensor %3, %2 : !torch.vtensor<[],f32>, !torch.vtensor<*,si64> -> !torch.vtensor<[],f32>
  %5 = torch.operator "torch.aten.detach_"(%4) : (!torch.vtensor<[],f32>) -> !torch.vtensor<[],f32>
  return %5 : !torch.vtensor<[],f32>
}""", counted_call(2), counted_call(9))


# Functions of statistics --------------------------------------------------------------

def statistics_call(size):
    x = np.abs(normal(size)) * np.float32(0.3)
    x[0] = 0
    share = [0.5 * math.erfc(-value / math.sqrt(2)) for value in x]
    with np.errstate(all="ignore"):
        entropy = np.where(x == 0, 0, -x * np.log(x))
    return [x], [np.sinc(x), entropy.astype(np.float32), np.float32(share),
                 x * np.log1p(x)]


program("functions_of_statistics", """
func.func @main(%x: !torch.vtensor<[?],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) {
  %0 = torch.operator "torch.aten.sinc"(%x) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  %1 = torch.operator "torch.aten.special_entr"(%x) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  %2 = torch.operator "torch.aten.special_ndtr"(%x) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  %3 = torch.operator "torch.aten.special_xlog1py"(%x, %x) : (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  return %0, %1, %2, %3 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>
}""", statistics_call(1), statistics_call(8))


# A spatial transformer: an affine grid, and what a picture has there -------------------


def affine_grid(theta, height, width, corners):
    def steps(count):
        numbers = 2 * np.arange(count) - (count - 1)
        return numbers / ((count - 1) if corners else count)
    y, x = np.meshgrid(steps(height), steps(width), indexing="ij")
    places = np.stack([x, y, np.ones_like(x)], -1)
    return np.einsum("nij,hwj->nhwi", theta, places).astype(np.float32)


for corners in (True, False):
    THETA = normal(2, 2, 3)
    program(f"affine_grid_{corners}", f"""
func.func @main(%theta: !torch.vtensor<[?,2,3],f32>) -> !torch.vtensor<[?,4,5,2],f32> {{
  %n = torch.constant.int 2
  %h = torch.constant.int 4
  %w = torch.constant.int 5
  %corners = torch.constant.bool {str(corners).lower()}
  %size = torch.prim.ListConstruct %n, %n, %h, %w : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.operator "torch.aten.affine_grid_generator"(%theta, %size, %corners) : (!torch.vtensor<[?,2,3],f32>, !torch.list<int>, !torch.bool) -> !torch.vtensor<[?,4,5,2],f32>
  return %0 : !torch.vtensor<[?,4,5,2],f32>
}}""", ([THETA], [affine_grid(THETA, 4, 5, corners)]))


def keys(x, a=-0.75):
    x = np.abs(x)
    return np.where(x <= 1, ((a + 2) * x - (a + 3)) * x * x + 1,
                    np.where(x < 2, (((x - 5) * x + 8) * x - 4) * a, 0))


def cubic_samples(picture, grid, moved):
    """Without corners; `moved` gives for places along an axis of a size those that are read,
    or -1 for none."""
    samples, _, height, width = picture.shape
    result = np.zeros((*picture.shape[:2], *grid.shape[1:3]))
    for n, i, j in np.ndindex(*grid.shape[:3]):
        x, y = [((value + 1) * size - 1) / 2 for value, size in
                zip(grid[n, i, j].astype(float), (width, height))]
        for row in range(int(np.floor(y)) - 1, int(np.floor(y)) + 3):
            for column in range(int(np.floor(x)) - 1, int(np.floor(x)) + 3):
                at = moved(row, height), moved(column, width)
                if min(at) >= 0:
                    result[n, :, i, j] += (picture[n, :, at[0], at[1]] * keys(y - row) *
                                           keys(x - column))
    return result.astype(np.float32)


def mirrored(place, size):
    place = (place + 0.5) % (2 * size)
    return int(min(place, 2 * size - place) - 0.5)


for number, moved in enumerate((lambda i, size: i if 0 <= i < size else -1,
                                lambda i, size: min(max(i, 0), size - 1), mirrored)):
    PICTURE, GRID = normal(2, 3, 5, 6), normal(2, 3, 4, 2)
    program(f"grid_bicubic_{number}", f"""
func.func @main(%x: !torch.vtensor<[2,3,?,?],f32>, %g: !torch.vtensor<[2,?,?,2],f32>) -> !torch.vtensor<[2,3,?,?],f32> {{
  %cubic = torch.constant.int 2
  %outside = torch.constant.int {number}
  %false = torch.constant.bool false
  %0 = torch.aten.grid_sampler %x, %g, %cubic, %outside, %false : !torch.vtensor<[2,3,?,?],f32>, !torch.vtensor<[2,?,?,2],f32>, !torch.int, !torch.int, !torch.bool -> !torch.vtensor<[2,3,?,?],f32>
  return %0 : !torch.vtensor<[2,3,?,?],f32>
}}""", ([PICTURE, GRID], [cubic_samples(PICTURE, GRID, moved)]), tolerance=1e-4)


def shifted_call(size):
    x = normal(3, size)
    return [x], [np.fft.fftshift(x), np.fft.ifftshift(x, 1)]


program("frequency_shifts", """
func.func @main(%x: !torch.vtensor<[3,?],f32>) -> (!torch.vtensor<[3,?],f32>, !torch.vtensor<[3,?],f32>) {
  %none = torch.constant.none
  %one = torch.constant.int 1
  %dims = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.operator "torch.aten.fft_fftshift"(%x, %none) : (!torch.vtensor<[3,?],f32>, !torch.none) -> !torch.vtensor<[3,?],f32>
  %1 = torch.operator "torch.aten.fft_ifftshift"(%x, %dims) : (!torch.vtensor<[3,?],f32>, !torch.list<int>) -> !torch.vtensor<[3,?],f32>
  return %0, %1 : !torch.vtensor<[3,?],f32>, !torch.vtensor<[3,?],f32>
}""", shifted_call(5), shifted_call(8))
