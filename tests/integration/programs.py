"""Small programs over the accepted dialects with what numpy says they compute.
Each is (name, MLIR, arguments, expected results, relative tolerance)."""
import numpy as np

PROGRAMS = []


def program(name, arguments, expected, text, tolerance=1e-5):
    PROGRAMS.append((name, text, arguments, expected, tolerance))


A = np.linspace(-2, 2, 12, dtype=np.float32).reshape(3, 4)
B = np.linspace(1, 3, 12, dtype=np.float32).reshape(3, 4)
Z = (A + 1j * B).astype(np.complex64)
N = np.arange(-6, 6, dtype=np.int32).reshape(3, 4)

program("returns_its_argument", [A], [A], """
func.func @f(%a: tensor<3x4xf32>) -> tensor<3x4xf32> { return %a : tensor<3x4xf32> }""")

program("returns_one_value_twice", [A], [A + A, A + A], """
func.func @f(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %0 = arith.addf %a, %a : tensor<3x4xf32>
  return %0, %0 : tensor<3x4xf32>, tensor<3x4xf32>
}""")

program("returns_a_constant", [], [np.float32([1, 2, 3])], """
func.func @f() -> tensor<3xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}""")

program("scalars", [np.float32(3), np.int64(4)], [np.float32(12)], """
func.func @f(%a: f32, %n: index) -> f32 {
  %0 = arith.index_cast %n : index to i32
  %1 = arith.sitofp %0 : i32 to f32
  %2 = arith.mulf %a, %1 : f32
  return %2 : f32
}""")

program("no_results", [A], [], """
func.func @f(%a: tensor<3x4xf32>) { return }""")

program("booleans", [A, B], [A > B, np.where(A > 0, A, B)], """
func.func @f(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<3x4xi1>, tensor<3x4xf32>) {
  %z = arith.constant dense<0.0> : tensor<3x4xf32>
  %0 = arith.cmpf ogt, %a, %b : tensor<3x4xf32>
  %1 = arith.cmpf ogt, %a, %z : tensor<3x4xf32>
  %2 = arith.select %1, %a, %b : tensor<3x4xi1>, tensor<3x4xf32>
  return %0, %2 : tensor<3x4xi1>, tensor<3x4xf32>
}""")

program("half", [A.astype(np.float16)], [(A.astype(np.float16) * A.astype(np.float16))], """
func.func @f(%a: tensor<3x4xf16>) -> tensor<3x4xf16> {
  %0 = arith.mulf %a, %a : tensor<3x4xf16>
  return %0 : tensor<3x4xf16>
}""", 1e-3)

program("complex", [Z], [Z * Z, np.abs(Z), np.exp(Z)], """
func.func @f(%z: tensor<3x4xcomplex<f32>>) -> (tensor<3x4xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4xcomplex<f32>>) {
  %e = tensor.empty() : tensor<3x4xcomplex<f32>>
  %r = tensor.empty() : tensor<3x4xf32>
  %0:3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<3x4xcomplex<f32>>) outs(%e, %r, %e : tensor<3x4xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4xcomplex<f32>>) {
    ^bb0(%x: complex<f32>, %o: complex<f32>, %p: f32, %q: complex<f32>):
      %m = complex.mul %x, %x : complex<f32>
      %n = complex.abs %x : complex<f32>
      %s = complex.exp %x : complex<f32>
      linalg.yield %m, %n, %s : complex<f32>, f32, complex<f32>
  } -> (tensor<3x4xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4xcomplex<f32>>)
  return %0#0, %0#1, %0#2 : tensor<3x4xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4xcomplex<f32>>
}""")

for function, numpy in (("exp", np.exp), ("tanh", np.tanh), ("sin", np.sin), ("absf", np.abs),
                        ("floor", np.floor), ("ceil", np.ceil), ("roundeven", np.rint),
                        ("atan", np.arctan), ("cbrt", np.cbrt), ("exp2", np.exp2)):
    program(f"math_{function}", [A], [numpy(A)], f"""
func.func @f(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {{
  %0 = math.{function} %a : tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}}""")
for function, numpy in (("log", np.log), ("sqrt", np.sqrt), ("rsqrt", lambda x: 1 / np.sqrt(x)),
                        ("log1p", np.log1p)):
    program(f"math_{function}", [B], [numpy(B)], f"""
func.func @f(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {{
  %0 = math.{function} %a : tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}}""")

program("integers", [N], [N // 3, np.maximum(N, 2), N << 1], """
func.func @f(%n: tensor<3x4xi32>) -> (tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>) {
  %c3 = arith.constant dense<3> : tensor<3x4xi32>
  %c2 = arith.constant dense<2> : tensor<3x4xi32>
  %c1 = arith.constant dense<1> : tensor<3x4xi32>
  %0 = arith.floordivsi %n, %c3 : tensor<3x4xi32>
  %1 = arith.maxsi %n, %c2 : tensor<3x4xi32>
  %2 = arith.shli %n, %c1 : tensor<3x4xi32>
  return %0, %1, %2 : tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>
}""")

program("loop", [A, np.int64(5)], [A * 32], """
func.func @f(%a: tensor<3x4xf32>, %n: index) -> tensor<3x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<3x4xf32> {
    %1 = arith.addf %x, %x : tensor<3x4xf32>
    scf.yield %1 : tensor<3x4xf32>
  }
  return %0 : tensor<3x4xf32>
}""")

program("while", [np.float32([1, 2])], [np.float32([128, 256])], """
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 100.0 : f32
  %0 = scf.while (%x = %a) : (tensor<2xf32>) -> tensor<2xf32> {
    %v = tensor.extract %x[%c0] : tensor<2xf32>
    %c = arith.cmpf olt, %v, %limit : f32
    scf.condition(%c) %x : tensor<2xf32>
  } do {
  ^bb0(%x: tensor<2xf32>):
    %y = arith.addf %x, %x : tensor<2xf32>
    scf.yield %y : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}""")

BRANCH = """
func.func @f(%a: tensor<3x4xf32>, %c: i1) -> tensor<3x4xf32> {
  %0 = scf.if %c -> tensor<3x4xf32> {
    %1 = arith.mulf %a, %a : tensor<3x4xf32>
    scf.yield %1 : tensor<3x4xf32>
  } else {
    scf.yield %a : tensor<3x4xf32>
  }
  return %0 : tensor<3x4xf32>
}"""
program("if_true", [A, np.bool_(True)], [A * A], BRANCH)
program("if_false", [A, np.bool_(False)], [A], BRANCH)

BLOCKS = """
func.func @f(%a: tensor<3x4xf32>, %c: i1) -> tensor<3x4xf32> {
  cf.cond_br %c, ^square(%a : tensor<3x4xf32>), ^end(%a : tensor<3x4xf32>)
^square(%x: tensor<3x4xf32>):
  %1 = arith.mulf %x, %x : tensor<3x4xf32>
  cf.br ^end(%1 : tensor<3x4xf32>)
^end(%y: tensor<3x4xf32>):
  return %y : tensor<3x4xf32>
}"""
program("blocks_true", [A, np.bool_(True)], [A * A], BLOCKS)
program("blocks_false", [A, np.bool_(False)], [A], BLOCKS)

program("slices", [A, np.int64(1)], [np.concatenate([A[1:3, 1:3], A[0:2, 2:4]])], """
func.func @f(%a: tensor<3x4xf32>, %i: index) -> tensor<4x2xf32> {
  %0 = tensor.extract_slice %a[%i, 1] [2, 2] [1, 1] : tensor<3x4xf32> to tensor<2x2xf32>
  %1 = tensor.extract_slice %a[0, 2] [2, 2] [1, 1] : tensor<3x4xf32> to tensor<2x2xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}""")

program("pad_and_reshape", [A], [np.pad(A, ((1, 0), (0, 2)), constant_values=7).reshape(2, 12)], """
func.func @f(%a: tensor<3x4xf32>) -> tensor<2x12xf32> {
  %v = arith.constant 7.0 : f32
  %0 = tensor.pad %a low[1, 0] high[0, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %v : f32
  } : tensor<3x4xf32> to tensor<4x6xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 12] : tensor<24xf32> into tensor<2x12xf32>
  return %2 : tensor<2x12xf32>
}""")

program("pad_by_index", [np.float32([5, 6])], [np.float32([5, 6, 2, 3])], """
func.func @f(%a: tensor<2xf32>) -> tensor<4xf32> {
  %0 = tensor.pad %a low[0] high[2] {
    ^bb0(%i: index):
      %1 = arith.index_cast %i : index to i32
      %2 = arith.sitofp %1 : i32 to f32
      tensor.yield %2 : f32
  } : tensor<2xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}""")

program("generate", [np.int64(4)], [np.int64([0, 1, 4, 9])], """
func.func @f(%n: index) -> tensor<?xindex> {
  %0 = tensor.generate %n {
    ^bb0(%i: index):
      %1 = arith.muli %i, %i : index
      tensor.yield %1 : index
  } : tensor<?xindex>
  return %0 : tensor<?xindex>
}""")

program("gather_rows", [A, np.int64([2, 0])], [A[[2, 0]]], """
func.func @f(%a: tensor<3x4xf32>, %r: tensor<2xi64>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%r : tensor<2xi64>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%x: i64, %o: f32):
      %i = arith.index_cast %x : i64 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %a[%i, %j] : tensor<3x4xf32>
      linalg.yield %v : f32
  } -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}""")

program("argmax", [A[:, ::-1].copy()], [A[:, ::-1].max(1), np.int32([0, 0, 0])], """
func.func @f(%a: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3xf32>
  %ei = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %fi = linalg.fill ins(%zero : i32) outs(%ei : tensor<3xi32>) -> tensor<3xi32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x4xf32>) outs(%f, %fi : tensor<3xf32>, tensor<3xi32>) {
    ^bb0(%x: f32, %m: f32, %mi: i32):
      %j = linalg.index 1 : index
      %ji = arith.index_cast %j : index to i32
      %c = arith.cmpf ogt, %x, %m : f32
      %n = arith.select %c, %x, %m : f32
      %ni = arith.select %c, %ji, %mi : i32
      linalg.yield %n, %ni : f32, i32
  } -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}""")

program("accumulate", [A, B], [A @ A.T + (B @ B.T)[:3, :3]], """
func.func @f(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> tensor<3x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x3xf32>) -> tensor<3x3xf32>
  %et = tensor.empty() : tensor<4x3xf32>
  %at = linalg.transpose ins(%a : tensor<3x4xf32>) outs(%et : tensor<4x3xf32>) permutation = [1, 0]
  %bt = linalg.transpose ins(%b : tensor<3x4xf32>) outs(%et : tensor<4x3xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%a, %at : tensor<3x4xf32>, tensor<4x3xf32>) outs(%f : tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = linalg.matmul ins(%b, %bt : tensor<3x4xf32>, tensor<4x3xf32>) outs(%0 : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}""")

program("softmax", [A], [np.exp(A) / np.exp(A).sum(1, keepdims=True)], """
func.func @f(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %e = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}""")

program("recursion", [np.int32(5)], [np.int32(120)], """
func.func private @factorial(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c = arith.cmpi sle, %n, %c1 : i32
  %0 = scf.if %c -> i32 {
    scf.yield %c1 : i32
  } else {
    %m = arith.subi %n, %c1 : i32
    %r = func.call @factorial(%m) : (i32) -> i32
    %p = arith.muli %n, %r : i32
    scf.yield %p : i32
  }
  return %0 : i32
}
func.func @f(%n: i32) -> i32 {
  %0 = call @factorial(%n) : (i32) -> i32
  return %0 : i32
}""")

program("ml_program_functions", [np.int32([1, 2])], [np.int32([11, 22])], """
ml_program.global private @w(dense<[10, 20]> : tensor<2xi32>) : tensor<2xi32>
ml_program.subgraph @f(%a: tensor<2xi32>) -> tensor<2xi32> {
  %1 = arith.addi %a, %0 : tensor<2xi32>
  %t = ml_program.token
  %0, %done = ml_program.global_load_graph @w ordering (%t -> !ml_program.token) : tensor<2xi32>
  ml_program.output %1 : tensor<2xi32>
}""")

program("resource", [np.int16([1, 1])], [np.int16([2, 3])], """
func.func @f(%a: tensor<2xi16>) -> tensor<2xi16> {
  %w = arith.constant dense_resource<two> : tensor<2xi16>
  %0 = arith.addi %a, %w : tensor<2xi16>
  return %0 : tensor<2xi16>
}
{-# dialect_resources: { builtin: { two: "0x0200000001000200" } } #-}""")

program("tosa_dynamic", [A[:2]], [np.maximum(A[:2], 0)], """
func.func @f(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.clamp %a {min_val = 0.0 : f32, max_val = 1000.0 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}""")

program("index_tensor", [np.int64([3, 1])], [np.int64([9, 1])], """
func.func @f(%a: tensor<2xindex>) -> tensor<2xindex> {
  %0 = arith.muli %a, %a : tensor<2xindex>
  return %0 : tensor<2xindex>
}""")

# --- What a review found wrong once. ---

program("arguments_are_not_written_to", [np.float32([1, 2, 3, 4]), np.bool_(True)],
        [np.float32([9, 2, 3, 4]), np.float32([1, 2, 3, 4])], """
func.func @f(%a: tensor<4xf32>, %p: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %s = arith.constant 9.0 : f32
  cf.cond_br %p, ^r(%a: tensor<4xf32>), ^e
^e:
  %z = arith.addf %a, %a : tensor<4xf32>
  cf.br ^r(%z: tensor<4xf32>)
^r(%q: tensor<4xf32>):
  %u = tensor.insert %s into %q[%c0] : tensor<4xf32>
  return %u, %a : tensor<4xf32>, tensor<4xf32>
}""")

V = np.arange(87382, dtype=np.float32)
for name, index, size in (("floordiv", "d0 floordiv 3", 87382), ("mod", "d0 mod 5", 5),
                          ("reversed", "262143 - d0", 262144), ("shifted", "d0 + 2", 262146)):
    place = eval("lambda d0: " + index.replace("floordiv", "//").replace("mod", "%"))
    values = np.arange(size, dtype=np.float32)
    program(f"index_{name}", [values], [values[place(np.arange(262144))]], f"""
func.func @f(%v: tensor<{size}xf32>) -> tensor<262144xf32> {{
  %e = tensor.empty() : tensor<262144xf32>
  %0 = linalg.generic {{indexing_maps = [affine_map<(d0) -> ({index})>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
      ins(%v : tensor<{size}xf32>) outs(%e : tensor<262144xf32>) {{
    ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 }} -> tensor<262144xf32>
  return %0 : tensor<262144xf32>
}}""")

L, R = np.random.default_rng(0).random((14, 16), np.float32), np.random.default_rng(1).random((16, 32), np.float32)
program("contraction_of_repeated_rows", [L[:3], R], [L[np.arange(40) % 3] @ R], """
func.func @f(%l: tensor<3x16xf32>, %r: tensor<16x32xf32>) -> tensor<40x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x32xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<40x32xf32>) -> tensor<40x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0 mod 3, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%l, %r : tensor<3x16xf32>, tensor<16x32xf32>) outs(%i : tensor<40x32xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %m = arith.mulf %a, %b : f32
      %s = arith.addf %c, %m : f32
      linalg.yield %s : f32 } -> tensor<40x32xf32>
  return %0 : tensor<40x32xf32>
}""")

D = np.float32([1, 2, 3, 4])
M = np.arange(16, dtype=np.float32).reshape(4, 4) + 100
for name, place, expected in (
        ("diagonal", "d0, d0", np.where(np.eye(4, dtype=bool), np.diag(D), M)),
        ("column", "d0, 0", np.concatenate([D[:, None], M[:, 1:]], 1))):
    program(f"writes_only_the_{name}", [D, M], [expected.astype(np.float32)], f"""
func.func @f(%v: tensor<4xf32>, %m: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %0 = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ({place})>], iterator_types = ["parallel"]}}
      ins(%v : tensor<4xf32>) outs(%m : tensor<4x4xf32>) {{
    ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 }} -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}}""")

program("reduction_over_nothing", [np.zeros((0, 4), np.float32), D], [D], """
func.func @f(%v: tensor<?x4xf32>, %m: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%v : tensor<?x4xf32>) outs(%m : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}""")

I = np.arange(128, dtype=np.int32).reshape(4, 32)
program("integers_of_three_bytes", [I], [I.sum(0, dtype=np.int32)], """
func.func @f(%a: tensor<4x32xi32>) -> tensor<32xi32> {
  %z = arith.constant 0 : i24
  %a1 = arith.trunci %a : tensor<4x32xi32> to tensor<4x32xi24>
  %e = tensor.empty() : tensor<32xi24>
  %i = linalg.fill ins(%z: i24) outs(%e: tensor<32xi24>) -> tensor<32xi24>
  %0 = linalg.reduce { arith.addi } ins(%a1: tensor<4x32xi24>) outs(%i: tensor<32xi24>) dimensions=[0]
  %1 = arith.extsi %0 : tensor<32xi24> to tensor<32xi32>
  return %1 : tensor<32xi32>
}""")

program("pad_as_a_destination", [A, np.ones((5, 4), np.float32)],
        [np.pad(A, ((1, 1), (0, 0)), constant_values=0.5) + 1], """
func.func @f(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %z = arith.constant 0.5 : f32
  %p = tensor.pad %a low[1, 0] high[1, 0] { ^bb0(%i: index, %j: index): tensor.yield %z : f32 } : tensor<?x4xf32> to tensor<?x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<?x4xf32>) outs(%p : tensor<?x4xf32>) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32 } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}""")

program("pad_that_takes_away", [np.arange(8, dtype=np.float32)], [np.arange(2, 7, dtype=np.float32)], """
func.func @f(%a: tensor<8xf32>) -> tensor<5xf32> {
  %z = arith.constant 0.5 : f32
  %p = tensor.pad %a low[-2] high[-1] { ^bb0(%i: index): tensor.yield %z : f32 } : tensor<8xf32> to tensor<5xf32>
  return %p : tensor<5xf32>
}""")

program("function_called_like_a_group", [A], [A + A], """
func.func @ingot_group_0(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = arith.addf %a, %a : tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}""")

program("complex_scalar_global", [], [np.complex64(1 + 2j)], """
ml_program.global private @s(#complex.number<:f32 1.0, 2.0> : complex<f32>) : complex<f32>
func.func @f() -> complex<f32> {
  %a = ml_program.global_load @s : complex<f32>
  return %a : complex<f32>
}""")

for value in (True, False):
    program(f"tosa_cond_if_{value}", [D, np.bool_(value)], [D * 2 if value else D], """
func.func @f(%a: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = tosa.cond_if %p (%x = %a) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: tensor<4xf32>):
    %y = tosa.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %y : tensor<4xf32>
  } else {
  ^bb0(%x: tensor<4xf32>):
    tosa.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}""")

program("loop_of_blocks", [D], [D * 8], """
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  cf.br ^head(%c0, %a : index, tensor<4xf32>)
^head(%i: index, %t: tensor<4xf32>):
  %more = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %more, ^body, ^exit
^body:
  %u = arith.addf %t, %t : tensor<4xf32>
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n, %u : index, tensor<4xf32>)
^exit:
  return %t : tensor<4xf32>
}""")

program("switch_of_blocks", [D, np.int32(7)], [D * D], """
func.func @f(%a: tensor<4xf32>, %s: i32) -> tensor<4xf32> {
  cf.switch %s : i32, [ default: ^d, 7: ^seven ]
^d:
  %0 = arith.addf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
^seven:
  %1 = arith.mulf %a, %a : tensor<4xf32>
  return %1 : tensor<4xf32>
}""")

P = np.arange(64, dtype=np.float32).reshape(8, 8)
program("pack_and_unpack", [P], [P.reshape(2, 4, 2, 4).transpose(0, 2, 1, 3), P], """
func.func @f(%a: tensor<8x8xf32>) -> (tensor<2x2x4x4xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<2x2x4x4xf32>
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %e : tensor<8x8xf32> -> tensor<2x2x4x4xf32>
  %g = tensor.empty() : tensor<8x8xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %g : tensor<2x2x4x4xf32> -> tensor<8x8xf32>
  return %0, %1 : tensor<2x2x4x4xf32>, tensor<8x8xf32>
}""")

program("small_resource_of_bits", [np.ones(12, bool)],
        [np.bool_([1, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0])], """
func.func @f(%x: tensor<12xi1>) -> tensor<12xi1> {
  %b = arith.constant dense_resource<y> : tensor<12xi1>
  %c = arith.andi %b, %x : tensor<12xi1>
  return %c : tensor<12xi1>
}
{-# dialect_resources: { builtin: { y: "0x010000000B05" } } #-}""")

T = np.arange(512, dtype=np.float32) / 3
program("table_in_a_body", [np.int64([5, 500, 17])], [T[[5, 500, 17]]], f"""
func.func @f(%x: tensor<3xindex>) -> tensor<3xf32> {{
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.map ins(%x : tensor<3xindex>) outs(%e : tensor<3xf32>) (%i: index, %o: f32) {{
    %t = arith.constant dense<[{", ".join(f"{v:.9e}" for v in T)}]> : tensor<512xf32>
    %v = tensor.extract %t[%i] : tensor<512xf32>
    linalg.yield %v : f32 }}
  return %0 : tensor<3xf32>
}}""")

Q, E = np.int32([-3, -1, 1, 2, 3, 7, 2, -2]), np.int32([3, -3, -7, 10, -1, 0, 30, 31])
program("integer_power", [Q, E], [np.int32([-27, -1, 1, 1024, 0, 1, 1 << 30, -(1 << 31)])], """
func.func @f(%a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<8xi32> {
  %0 = math.ipowi %a, %b : tensor<8xi32>
  return %0 : tensor<8xi32>
}""")

# Ties of bf16 in f64, and what is next to them: 1 + 2^-8 is halfway to 1 + 2^-7.
F = np.array([1 + 2**-8, 1 + 2**-8 + 2**-40, 1 + 2**-8 - 2**-40, -1e300, np.inf, 3.0, 1 + 3 * 2**-8, 1e-45])
program("double_to_bfloat", [F], [np.float32([1, 1 + 2**-7, 1, -np.inf, np.inf, 3, 1 + 2**-6, 0])], """
func.func @f(%a: tensor<8xf64>) -> tensor<8xf32> {
  %0 = arith.truncf %a : tensor<8xf64> to tensor<8xbf16>
  %1 = arith.extf %0 : tensor<8xbf16> to tensor<8xf32>
  return %1 : tensor<8xf32>
}""")

S = np.float32([1e-45, 1e-40, 1e-38, 1, 0, np.inf])
program("logarithm_of_subnormals", [S], [np.log(S.astype(np.float64)).astype(np.float32)], """
func.func @f(%a: tensor<6xf32>) -> tensor<6xf32> {
  %0 = math.log %a : tensor<6xf32>
  return %0 : tensor<6xf32>
}""")
# Names that lowering itself uses: libm's and libc's, the executable's symbol, a
# kernel's before it is named. The host program calls a sine and copies.
SINES = np.float32(np.sin([1, 2, 3]).sum())
for public, private in (("sinf", "malloc"), ("memcpy", "sinf"), ("main", "memcpy"),
                        ("ingot_executable_v1", "ingot_group_0")):
    program(f"named_{public}_{private}", [A, np.int32(3)], [A, np.exp(A), SINES], f"""
func.func @{public}(%a: tensor<3x4xf32>, %n: i32) -> (tensor<3x4xf32>, tensor<3x4xf32>, f32) {{
  %0 = math.exp %a : tensor<3x4xf32>
  %1 = call @{private}(%n) : (i32) -> f32
  return %a, %0, %1 : tensor<3x4xf32>, tensor<3x4xf32>, f32
}}
func.func private @{private}(%n: i32) -> f32 {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %c = arith.cmpi sle, %n, %c0 : i32
  %0 = scf.if %c -> f32 {{
    scf.yield %zero : f32
  }} else {{
    %m = arith.subi %n, %c1 : i32
    %r = func.call @{private}(%m) : (i32) -> f32
    %x = arith.sitofp %n : i32 to f32
    %s = math.sin %x : f32
    %t = arith.addf %r, %s : f32
    scf.yield %t : f32
  }}
  return %0 : f32
}}""")

# 1.5 + 1 and 448 + 448 in f8E4M3FN: the second is beyond its range.
program("floats_of_eight_bits", [np.uint8([0x3C, 0x7E]).view("V1"), np.uint8([0x38, 0x7E]).view("V1")],
        [np.uint8([0x42, 0x7F]).view("V1")], """
func.func @f(%a: tensor<2xf8E4M3FN>, %b: tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN> {
  %0 = arith.addf %a, %b : tensor<2xf8E4M3FN>
  return %0 : tensor<2xf8E4M3FN>
}""")

# 1 + 2^-8 is a tie and rounds to 1 in bf16; in f32 it would stay, and 2^-8 be left.
for size in (16, 64):
    X = np.full(size, 0x3F80, np.uint16).view("V2")
    Y = np.full(size, 0x3B80, np.uint16).view("V2")
    program(f"bfloat_rounds_every_step_{size}", [X, Y], [np.zeros(size, np.float32)], f"""
func.func @f(%x: tensor<{size}xbf16>, %y: tensor<{size}xbf16>) -> tensor<{size}xf32> {{
  %0 = arith.addf %x, %y : tensor<{size}xbf16>
  %1 = arith.subf %0, %x : tensor<{size}xbf16>
  %2 = arith.extf %1 : tensor<{size}xbf16> to tensor<{size}xf32>
  return %2 : tensor<{size}xf32>
}}""", 0)

# e5m10 is f16, but for its subnormal numbers, which become zero; ties go to even.
R = np.float32([0, -0.0, 1, 1 + 2**-11, 1 + 3 * 2**-11, 65504, 65519.99, 65520, -1e9, 2**-14,
                2**-14 * (1 - 2**-12), -(2**-15), 3.1415927, np.inf, -np.inf, np.nan])
HALVES = R.astype(np.float16).astype(np.float32)
program("reduced_precision_of_both_parts", [R],
        [np.where(np.abs(HALVES) < 2**-14, np.copysign(np.float32(0), R), HALVES)], """
func.func @f(%a: tensor<16xf32>) -> tensor<16xf32> {
  %0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<16xf32>
  return %0 : tensor<16xf32>
}""", 0)
# bf16's digits with f32's exponent; and of a f64, whose own are 11 and 52.
program("reduced_precision_of_digits", [R[:13], R[:13].astype(np.float64)],
        [(((R[:13].view(np.uint32) + 0x7FFF + (R[:13].view(np.uint32) >> 16 & 1)) >> 16) << 16)
         .view(np.float32), R[:13].astype(np.float64)], """
func.func @f(%a: tensor<13xf32>, %b: tensor<13xf64>) -> (tensor<13xf32>, tensor<13xf64>) {
  %0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<13xf32>
  %1 = stablehlo.reduce_precision %b, format = e11m23 : tensor<13xf64>
  return %0, %1 : tensor<13xf32>, tensor<13xf64>
}""", 0)

# Complex functions that are put together from others.
WIDE_Z = Z.astype(np.complex128)
program("complex_logistic_and_cube_root", [Z],
        [(1 / (1 + np.exp(-WIDE_Z))).astype(np.complex64), (WIDE_Z ** (1 / 3)).astype(np.complex64)],
        """
func.func @f(%a: tensor<3x4xcomplex<f32>>) -> (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) {
  %0 = stablehlo.logistic %a : tensor<3x4xcomplex<f32>>
  %1 = stablehlo.cbrt %a : tensor<3x4xcomplex<f32>>
  return %0, %1 : tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>
}""", 1e-6)

# Small floats out of integers are rounded once: 1 + 2^-8 + 2^-40, scaled to integers,
# lies above a tie of bf16, which f32 cannot tell. e4m3 counts in twos from 16 on.
LONG = np.int64([(1 << 40) + (1 << 32) + 1, (1 << 40) + (1 << 32), -(1 << 40) - (1 << 32) - 1,
                 (1 << 62) + (1 << 54) + 1, -(1 << 63), 3])
BFLOATS = np.float32([(1 << 40) + (1 << 33), 1 << 40, -(1 << 40) - (1 << 33),
                      (1 << 62) + (1 << 55), -(2.0**63), 3])
BYTES = np.int8([0, 1, -1, 17, 19, 100, 127, -128])
EIGHTS = np.float32([0, 1, -1, 16, 20, 96, 128, -128])
program("integers_to_small_floats", [LONG, LONG.view(np.uint64), BYTES],
        [BFLOATS, np.where(BFLOATS < 0, np.float32([0, 0, 2.0**64, 0, 2.0**63, 0]), BFLOATS),
         EIGHTS, np.float32([0, 1, -1, 6, 6, 6, 6, -6])], """
func.func @f(%a: tensor<6xi64>, %b: tensor<6xui64>, %c: tensor<8xi8>) -> (tensor<6xf32>, tensor<6xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.convert %a : (tensor<6xi64>) -> tensor<6xbf16>
  %1 = stablehlo.convert %b : (tensor<6xui64>) -> tensor<6xbf16>
  %2 = stablehlo.convert %c : (tensor<8xi8>) -> tensor<8xf8E4M3FN>
  %3 = stablehlo.convert %c : (tensor<8xi8>) -> tensor<8xf4E2M1FN>
  %4 = stablehlo.convert %0 : (tensor<6xbf16>) -> tensor<6xf32>
  %5 = stablehlo.convert %1 : (tensor<6xbf16>) -> tensor<6xf32>
  %6 = stablehlo.convert %2 : (tensor<8xf8E4M3FN>) -> tensor<8xf32>
  %7 = stablehlo.convert %3 : (tensor<8xf4E2M1FN>) -> tensor<8xf32>
  return %4, %5, %6, %7 : tensor<6xf32>, tensor<6xf32>, tensor<8xf32>, tensor<8xf32>
}""", 0)

# Four bits: ties go to even, zero has a sign, and what is too large is the largest.
T = np.float32([0.25, 0.26, 0.75, 1.25, 1.75, 2.5, 3.5, 5, 5.01, 7, np.inf, -0.1, -0.3, -5, 1e-40, -np.inf])
FOURS = np.float32([0, 0.5, 1, 1, 2, 2, 4, 4, 6, 6, 6, -0.0, -0.5, -4, 0, -6])
program("floats_of_four_bits", [T], [FOURS, 1 / FOURS], """
func.func @f(%a: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = stablehlo.convert %a : (tensor<16xf32>) -> tensor<16xf4E2M1FN>
  %1 = stablehlo.convert %0 : (tensor<16xf4E2M1FN>) -> tensor<16xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<16xf32>
  %3 = stablehlo.divide %2, %1 : tensor<16xf32>
  return %1, %3 : tensor<16xf32>, tensor<16xf32>
}""", 0)

# Powers of two from 2^-127 to 2^127, as bytes. Ties go up; there is no sign, no zero.
P = np.float32([1, 1.25, 1.5, 3, 5, 12, 2**-126, 2**-127, 1.5 * 2**-127, 1e-45,
                1.4 * 2.0**127, 1.6 * 2.0**127, 0, -1, np.inf, np.nan])
EXPONENTS = np.uint8([127, 127, 128, 129, 129, 131, 1, 0, 1, 0, 254, 255, 255, 255, 255, 255])
program("floats_that_are_exponents", [P, EXPONENTS],
        [EXPONENTS, np.where(EXPONENTS == 255, np.nan, 2.0**(EXPONENTS - 127.0)).astype(np.float32)], """
func.func @f(%a: tensor<16xf32>, %b: tensor<16xui8>) -> (tensor<16xui8>, tensor<16xf32>) {
  %0 = stablehlo.convert %a : (tensor<16xf32>) -> tensor<16xf8E8M0FNU>
  %1 = stablehlo.bitcast_convert %0 : (tensor<16xf8E8M0FNU>) -> tensor<16xui8>
  %2 = stablehlo.bitcast_convert %b : (tensor<16xui8>) -> tensor<16xf8E8M0FNU>
  %3 = stablehlo.convert %2 : (tensor<16xf8E8M0FNU>) -> tensor<16xf32>
  return %1, %3 : tensor<16xui8>, tensor<16xf32>
}""", 0)

# Subnormal numbers of bf16 are numbers.
program("bfloat_keeps_subnormals", [np.uint16([0, 1, 0x7F, 0x8001]).view("V2")],
        [np.uint16([0, 2, 0xFE, 0x8002]).view("V2")], """
func.func @f(%a: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = stablehlo.add %a, %a : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}""", 0)

# Sums that one accumulator of the elements' type would not survive: it stops at 256
# in bf16 and at 2048 in f16, and loses 3 % of three million tenths in f32.
ONES = np.full(5000, 0x3F80, np.uint16).view("V2")
program("sums_of_small_floats", [ONES, np.ones((4000, 3), np.float16)],
        [np.array(0x459C, np.uint16).view("V2"), np.full(3, 4000, np.float16)], """
func.func @f(%a: tensor<5000xbf16>, %b: tensor<4000x3xf16>) -> (tensor<bf16>, tensor<3xf16>) {
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %y = stablehlo.constant dense<0.0> : tensor<f16>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<5000xbf16>, tensor<bf16>) -> tensor<bf16>
  %1 = stablehlo.reduce(%b init: %y) applies stablehlo.add across dimensions = [0] : (tensor<4000x3xf16>, tensor<f16>) -> tensor<3xf16>
  return %0, %1 : tensor<bf16>, tensor<3xf16>
}""", 0)
for size in ("3000000", "?"):
    program(f"long_sum_{size.replace('?', 'unknown')}", [np.full(3000000, 0.1, np.float32)],
            [np.float32(300000)], f"""
func.func @f(%a: tensor<{size}xf32>) -> tensor<f32> {{
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<{size}xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}""", 1e-6)
TALL = np.random.default_rng(7).random((70001, 5), np.float32)
for rows in ("70001", "?"):
    program(f"long_columns_{rows.replace('?', 'unknown')}", [TALL],
            [np.float32(TALL.sum(0, np.float64)), np.float32(1 + TALL.sum(dtype=np.float64))], f"""
func.func @f(%a: tensor<{rows}x5xf32>) -> (tensor<5xf32>, tensor<f32>) {{
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<{rows}x5xf32>, tensor<f32>) -> tensor<5xf32>
  %1 = stablehlo.reduce(%a init: %y) applies stablehlo.add across dimensions = [0, 1] : (tensor<{rows}x5xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<5xf32>, tensor<f32>
}}""", 1e-6)

# Where exp(-x) overflows, exp(x) is still a number.
L = np.float32([-103.5, -100, -89, -88, -1, 0, 1, 100, -np.inf, np.inf])
program("logistic_of_large_numbers", [L, L.astype(np.float64) * 7],
        [np.float32(1 / (1 + np.exp(-L.astype(np.float64)))),
         np.exp(np.minimum(L.astype(np.float64) * 7, 0)) / (1 + np.exp(-np.abs(L.astype(np.float64) * 7)))], """
func.func @f(%a: tensor<10xf32>, %b: tensor<10xf64>) -> (tensor<10xf32>, tensor<10xf64>) {
  %0 = stablehlo.logistic %a : tensor<10xf32>
  %1 = stablehlo.logistic %b : tensor<10xf64>
  return %0, %1 : tensor<10xf32>, tensor<10xf64>
}""", 1e-6)

# Complex numbers: ordered by the real part first; the same bits in other types.
V, W = np.complex64([1 + 2j, 1 + 2j, 2, 1, -0.0 + 1j]), np.complex64([1 + 3j, 1 + 2j, 1 + 9j, np.nan, 0 + 1j])
program("order_of_complex_numbers", [V, W],
        [np.array([1, 0, 0, 0, 0], bool), np.array([1, 1, 0, 0, 1], bool),
         np.array([0, 0, 1, 0, 0], bool), np.array([0, 1, 1, 0, 1], bool)], """
func.func @f(%a: tensor<5xcomplex<f32>>, %b: tensor<5xcomplex<f32>>) -> (tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
  %1 = stablehlo.compare LE, %a, %b : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
  %2 = stablehlo.compare GT, %a, %b : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
  %3 = stablehlo.compare GE, %a, %b : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
  return %0, %1, %2, %3 : tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>
}""")
WIDE = np.complex128([1.5 - 2.25j, np.pi + 1e300j])
program("bits_of_complex_numbers", [WIDE], [WIDE, WIDE, WIDE.view(np.complex64).reshape(2, 2)], """
func.func @f(%a: tensor<2xcomplex<f64>>) -> (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f32>>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %1 = stablehlo.bitcast_convert %a : (tensor<2xcomplex<f64>>) -> tensor<2x2xcomplex<f32>>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2x2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  return %0, %2, %1 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f32>>
}""", 0)
