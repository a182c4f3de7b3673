"""StableHLO programs that frontends export and the suites do not hold, with what
numpy says they compute; the same form as programs.py."""
import numpy as np

PROGRAMS = []


def program(name, arguments, expected, text, tolerance=1e-5):
    PROGRAMS.append((f"stablehlo_{name}", text, arguments, expected, tolerance))


# Custom calls ------------------------------------------------------------------

M = np.float32([[4, 2, 1], [2, 5, 3], [1, 3, 6]])
RIGHT = np.float32([[1, 2], [3, 4], [5, 6]])
ROWS = np.float32([[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]])


def lu(matrix):
    """Factors in one matrix, the exchanged rows from 1 on, and the first step
    without a pivot."""
    a, pivots, info = matrix.copy(), [], 0
    for k in range(min(a.shape)):
        p = k + int(np.argmax(abs(a[k:, k].real) + abs(a[k:, k].imag)))
        pivots.append(p + 1)
        a[[k, p]] = a[[p, k]]
        if a[k, k] == 0:
            info = info or k + 1
            continue
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return a, np.int32(pivots), np.int32(info)


program("annotations", [M], [M], """
func.func @f(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %3 = stablehlo.custom_call @annotate_device_placement(%2) {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}""")

program("cholesky_call", [M], [np.linalg.cholesky(M), np.int32(0)], """
func.func @f(%a: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<i32>) {
  %l:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<i32>)
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %m, %m, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
  %j = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  %p = stablehlo.compare GE, %i, %j : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
  %z = stablehlo.subtract %a, %a : tensor<?x?xf32>
  %0 = stablehlo.select %p, %l#0, %z : tensor<?x?xi1>, tensor<?x?xf32>
  return %0, %l#1 : tensor<?x?xf32>, tensor<i32>
}""")

# LAPACK does not write to the other triangle, and says which minor is not
# positive.
program("cholesky_call_upper",
        [np.stack([M, M * np.float32([[1, 1, 1], [1, -1, 1], [1, 1, 1]])])],
        [np.tril(M, -1) + np.linalg.cholesky(M).T, np.int32([0, 2])], """
func.func @f(%a: tensor<2x3x3xf32>) -> (tensor<3x3xf32>, tensor<2xi32>) {
  %l:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>)
  %0 = stablehlo.slice %l#0 [0:1, 0:3, 0:3] : (tensor<2x3x3xf32>) -> tensor<1x3x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x3x3xf32>) -> tensor<3x3xf32>
  return %1, %l#1 : tensor<3x3xf32>, tensor<2xi32>
}""")

program("triangular_solve_call", [M, RIGHT],
        [np.linalg.solve(np.tril(M), RIGHT), np.linalg.solve(np.triu(M, 1).T + np.eye(3, dtype=np.float32), RIGHT)], """
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}""")

TALL = np.float64([[1, 2], [-7, 3], [4, 5], [2, 2]])
SINGULAR = np.complex64([[1j, 2], [2j, 4]])
program("lu_call", [TALL, SINGULAR], [*lu(TALL), *lu(SINGULAR)], """
func.func @f(%a: tensor<?x2xf64>, %b: tensor<2x2xcomplex<f32>>) -> (tensor<?x2xf64>, tensor<?xi32>, tensor<i32>, tensor<2x2xcomplex<f32>>, tensor<2xi32>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?xi32>, tensor<i32>)
  %1:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%b) {mhlo.backend_config = {}} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2xi32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : tensor<?x2xf64>, tensor<?xi32>, tensor<i32>, tensor<2x2xcomplex<f32>>, tensor<2xi32>, tensor<i32>
}""")

program("top_k_calls", [ROWS, np.int32(2)],
        [np.float32([[5, 4, 3], [9, 6, 5]]), np.int32([[4, 2, 0], [0, 2, 3]]),
         np.float32([[1, 1], [2, 3]]), np.int32([[1, 3], [1, 4]]),
         np.float32([[5, 4], [9, 6]]), np.int32([[4, 2], [0, 2]])], """
func.func @f(%a: tensor<2x5xf32>, %k: tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x?xf32>, tensor<2x?xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64, largest = true}} : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %1:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 2 : i64, largest = false}} : (tensor<2x5xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %2:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k) : (tensor<2x5xf32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x?xf32>, tensor<2x?xi32>
}""")

program("approximate_top_k_calls", [ROWS, np.int64([2, 2])],
        [np.float32([[1, 1], [2, 3]]), np.int32([[1, 3], [1, 4]])] * 2, """
func.func @f(%a: tensor<?x5xf32>, %s: tensor<2xi64>) -> (tensor<?x2xf32>, tensor<?x2xi32>, tensor<?x?xf32>, tensor<?x?xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.constant dense<-1> : tensor<i32>
  %n = stablehlo.constant dense<[2, 5]> : tensor<2xi32>
  %i = stablehlo.dynamic_iota %n, dim = 1 : (tensor<2xi32>) -> tensor<?x5xi32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%a, %i, %z, %m) {called_computations = [@order], mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<?x5xf32>, tensor<?x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x2xf32>, tensor<?x2xi32>)
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%a, %i, %z, %m, %m, %s, %s) {called_computations = [@order], mhlo.backend_config = {reduction_dim = 1 : i64}} : (tensor<?x5xf32>, tensor<?x5xi32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<?x2xf32>, tensor<?x2xi32>, tensor<?x?xf32>, tensor<?x?xi32>
}
func.func private @order(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}""")

# The sizes of the second dimension decide how Threefry lays its words out.
for algorithm in ("DEFAULT", "THREE_FRY"):
    for sizes in ((5, 4), (3, 7), (6, 3)):
        type_ = "x".join(map(str, sizes)) + "xui32"
        program(f"dynamic_bits_{algorithm}_{sizes[0]}", [np.int32(sizes)],
                [np.ones(sizes, bool), np.ones(2, bool)], f"""
func.func @f(%n: tensor<2xi32>) -> (tensor<{sizes[0]}x{sizes[1]}xi1>, tensor<2xi1>) {{
  %s = stablehlo.constant dense<[12, 345]> : tensor<2xui64>
  %0:2 = "stablehlo.rng_bit_generator"(%s) <{{rng_algorithm = #stablehlo<rng_algorithm {algorithm}>}}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<{type_}>)
  %b = stablehlo.optimization_barrier %n : tensor<2xi32>
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %b) {{rng_algorithm = #stablehlo<rng_algorithm {algorithm}>}} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
  %2 = stablehlo.reshape %1#1 : (tensor<?x?xui32>) -> tensor<{type_}>
  %3 = stablehlo.compare EQ, %0#1, %2 : (tensor<{type_}>, tensor<{type_}>) -> tensor<{sizes[0]}x{sizes[1]}xi1>
  %4 = stablehlo.compare EQ, %0#0, %1#0 : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xi1>
  return %3, %4 : tensor<{sizes[0]}x{sizes[1]}xi1>, tensor<2xi1>
}}""")

# Nothing at all -----------------------------------------------------------------

NOTHING = np.zeros((3, 0), np.float32)
program("empty_axis", [NOTHING],
        [np.zeros((2, 0), np.float32), np.zeros((3, 3), np.float32), np.zeros((6, 0), np.float32),
         np.full((3, 2), 7, np.float32), NOTHING], """
func.func @f(%a: tensor<?x0xf32>) -> (tensor<?x0xf32>, tensor<?x?xf32>, tensor<?x0xf32>, tensor<?x2xf32>, tensor<?x0xf32>) {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x0xf32>) -> tensor<i32>
  %l = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %begin = stablehlo.concatenate %i, %z, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %end = stablehlo.concatenate %l, %z, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %step = stablehlo.concatenate %i, %i, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %a, %begin, %end, %step : (tensor<?x0xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x0xf32>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<?x0xf32>, tensor<?x0xf32>) -> tensor<?x?xf32>
  %m = stablehlo.add %l, %l : tensor<1xi32>
  %s = stablehlo.concatenate %m, %z, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %c = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?x0xf32>, tensor<?x0xf32>) -> tensor<?x0xf32>
  %2 = stablehlo.dynamic_reshape %c, %s : (tensor<?x0xf32>, tensor<2xi32>) -> tensor<?x0xf32>
  %v = stablehlo.constant dense<7.0> : tensor<f32>
  %3 = stablehlo.pad %a, %v, low = [0, 2], high = [0, 0], interior = [0, 0] : (tensor<?x0xf32>, tensor<f32>) -> tensor<?x2xf32>
  %4 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) : (tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0, %1, %2, %3, %4 : tensor<?x0xf32>, tensor<?x?xf32>, tensor<?x0xf32>, tensor<?x2xf32>, tensor<?x0xf32>
}""")

# A size that is 0 in this run only: jax.numpy.cumsum, whose window and padding are
# n and n - 1, and rows that are sorted.
program("no_rows", [np.zeros((0, 3), np.float32)],
        [np.zeros((0, 3), np.float32)] * 2 + [np.zeros((3, 3), np.float32), np.zeros((2, 3), np.float32)], """
func.func @f(%a: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<3x3xf32>, tensor<?x3xf32>) {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %l = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %w = stablehlo.concatenate %l, %i, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %q = stablehlo.subtract %l, %i : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<3xi32>
  %p = stablehlo.concatenate %q, %none, dim = 0 : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %padding = stablehlo.reshape %p : (tensor<4xi32>) -> tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %zero, %w, %ones, %ones, %ones, %padding) {called_computations = [@sum]} : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x3xf32>
  %1 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<3x3xf32>
  %3 = stablehlo.pad %a, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<3x3xf32>, tensor<?x3xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}""")

# What jax.numpy.cumsum and lax.cummax(reverse=True) are exported as: along rows, and
# along columns that lie side by side.
ROWS = np.random.default_rng(3).integers(-9, 9, (3, 300)).astype(np.float32)
program("running_reductions", [ROWS, ROWS.reshape(90, 10).repeat(2, 1)],
        [np.cumsum(ROWS, 1), np.maximum.accumulate(ROWS.reshape(90, 10).repeat(2, 1)[::-1])[::-1]], """
func.func @f(%a: tensor<3x300xf32>, %b: tensor<90x20xf32>) -> (tensor<3x300xf32>, tensor<90x20xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %2 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<3x300xf32>, tensor<f32>) -> tensor<3x300xf32>
  %1 = "stablehlo.reduce_window"(%b, %least) <{window_dimensions = array<i64: 90, 1>, padding = dense<[[0, 89], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %2 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<90x20xf32>, tensor<f32>) -> tensor<90x20xf32>
  return %0, %1 : tensor<3x300xf32>, tensor<90x20xf32>
}""")

# Of tens alone a part is infinite.
program("running_product", [np.float32([0] + [10] * 999)], [np.zeros(1000, np.float32)], """
func.func @f(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %one) <{window_dimensions = array<i64: 1000>, padding = dense<[[999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}""")

# A top_k: ties in order, NaN first, rows that are worst for it, and one along columns.
FEW = np.concatenate([np.arange(400), np.random.default_rng(4).integers(0, 9, 399), [np.nan]]).astype(np.float32).reshape(2, 400)
FEW_PLACES = np.argsort(-np.where(np.isnan(FEW), np.inf, FEW), 1, kind="stable")[:, :5].astype(np.int32)
program("first_of_many", [FEW, FEW.T[:, :1]],
        [np.take_along_axis(FEW, FEW_PLACES, 1), FEW_PLACES, np.float32([[399], [398], [397]])], """
func.func @f(%a: tensor<2x400xf32>, %b: tensor<?x1xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>, tensor<3x1xf32>) {
  %p = stablehlo.iota dim = 1 : tensor<2x400xi32>
  %0:2 = "stablehlo.sort"(%a, %p) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %s: tensor<i32>, %t: tensor<i32>):
    %5 = stablehlo.compare GT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) : (tensor<2x400xf32>, tensor<2x400xi32>) -> (tensor<2x400xf32>, tensor<2x400xi32>)
  %1 = stablehlo.slice %0#0 [0:2, 0:5] : (tensor<2x400xf32>) -> tensor<2x5xf32>
  %2 = stablehlo.slice %0#1 [0:2, 0:5] : (tensor<2x400xi32>) -> tensor<2x5xi32>
  %3 = "stablehlo.sort"(%b) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %4 = stablehlo.slice %3 [0:3, 0:1] : (tensor<?x1xf32>) -> tensor<3x1xf32>
  return %1, %2, %4 : tensor<2x5xf32>, tensor<2x5xi32>, tensor<3x1xf32>
}""")

program("equal_types_of_other_sizes", [np.arange(12, dtype=np.float32).reshape(2, 6), np.int32([4, 3])],
        [np.arange(12, dtype=np.float32).reshape(4, 3)], """
func.func @f(%a: tensor<?x?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}""")

# What crosses the border --------------------------------------------------------

program("quantized_entry", [np.int8([-128, 0, 3, 127])],
        [np.uint8([0, 0, 0, 248]), np.float32([-65.5, -1.5, 0, 62])], """
func.func @f(%a: tensor<?x!quant.uniform<i8:f32, 0.5:3>>, %t: !stablehlo.token) -> tuple<tensor<?x!quant.uniform<u8:f32, 0.25>>, tuple<tensor<?xf32>, !stablehlo.token>> {
  %0 = stablehlo.uniform_dequantize %a : (tensor<?x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<?xf32>
  %1 = stablehlo.uniform_quantize %0 : (tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 0.25>>
  %2 = stablehlo.tuple %0, %t : tuple<tensor<?xf32>, !stablehlo.token>
  %3 = stablehlo.tuple %1, %2 : tuple<tensor<?x!quant.uniform<u8:f32, 0.25>>, tuple<tensor<?xf32>, !stablehlo.token>>
  return %3 : tuple<tensor<?x!quant.uniform<u8:f32, 0.25>>, tuple<tensor<?xf32>, !stablehlo.token>>
}""")

# Ops that the specification does not have, or has for known sizes only -----------

S = np.linspace(-1, 1, 24, dtype=np.float32).reshape(2, 3, 4)
T = np.linspace(2, -1, 40, dtype=np.float32).reshape(2, 4, 5)
Q = np.linspace(-2, 3, 9, dtype=np.float32).reshape(3, 3)
for number, (equation, left, right) in enumerate((
        ("bij,bjk->kbi", S, T), ("...ij,...jk->...ki", S, T), ("ii,ij->j", Q, Q),
        ("ij,i->i", Q, Q[0]), ("bij,bkl->b", S, T), ("ij,ij->", Q, Q))):
    result = np.einsum(equation, left, right)
    kinds = ["x".join([*map(str, v.shape), "f32"]) for v in (left, right, result)]
    program(f"einsum_{number}", [left, right], [result], f"""
func.func @f(%a: tensor<{kinds[0]}>, %b: tensor<{kinds[1]}>) -> tensor<{kinds[2]}> {{
  %0 = stablehlo.einsum %a, %b, config = "{equation}" : (tensor<{kinds[0]}>, tensor<{kinds[1]}>) -> tensor<{kinds[2]}>
  return %0 : tensor<{kinds[2]}>
}}""")
program("unary_einsum", [Q, S],
        [Q.T, np.diagonal(Q), np.trace(Q).astype(np.float32), np.einsum("a...->...", S)], """
func.func @f(%a: tensor<3x?xf32>, %b: tensor<?x3x4xf32>) -> (tensor<?x3xf32>, tensor<3xf32>, tensor<f32>, tensor<3x4xf32>) {
  %s = stablehlo.reshape %a : (tensor<3x?xf32>) -> tensor<3x3xf32>
  %0 = stablehlo.unary_einsum %a, config = "ij->ji" : (tensor<3x?xf32>) -> tensor<?x3xf32>
  %1 = stablehlo.unary_einsum %s, config = "ii->i" : (tensor<3x3xf32>) -> tensor<3xf32>
  %2 = stablehlo.unary_einsum %s, config = "ii->" : (tensor<3x3xf32>) -> tensor<f32>
  %3 = stablehlo.unary_einsum %b, config = "a...->..." : (tensor<?x3x4xf32>) -> tensor<3x4xf32>
  return %0, %1, %2, %3 : tensor<?x3xf32>, tensor<3xf32>, tensor<f32>, tensor<3x4xf32>
}""")

# batch_norm_training and _grad, written down anew: the same numbers for sizes that
# are known and not.
SCALE, OFFSET, EPSILON = np.float32([1, 2, 3]), np.float32([0, -1, 1]), 1e-3
MEAN = S.mean((0, 2))
VARIANCE = S.var((0, 2))


def column(values):
    return values[None, :, None]


DEVIATION = np.sqrt(VARIANCE + np.float32(EPSILON))
NORMAL = (S - column(MEAN)) / column(DEVIATION)
GRADIENT = np.cos(5 * S)
INTO = (column(SCALE / DEVIATION) / 8) * (
    8 * GRADIENT - column(GRADIENT.sum((0, 2)))
    - column((GRADIENT * (S - column(MEAN))).sum((0, 2))) * (S - column(MEAN))
    / column(DEVIATION ** 2))
for sizes in ("2x3x4", "?x3x?"):
    x = f"tensor<{sizes}xf32>"
    program("batch_norm_" + ("static" if sizes[0] == "2" else "dynamic"),
            [S, GRADIENT, SCALE, OFFSET],
            [NORMAL * column(SCALE) + column(OFFSET), MEAN, VARIANCE,
             INTO, (GRADIENT * NORMAL).sum((0, 2)), GRADIENT.sum((0, 2))], f"""
func.func @f(%x: {x}, %g: {x}, %s: tensor<3xf32>, %o: tensor<3xf32>) -> ({x}, tensor<3xf32>, tensor<3xf32>, {x}, tensor<3xf32>, tensor<3xf32>) {{
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}}> : ({x}, tensor<3xf32>, tensor<3xf32>) -> ({x}, tensor<3xf32>, tensor<3xf32>)
  %1:3 = "stablehlo.batch_norm_grad"(%x, %s, %0#1, %0#2, %g) <{{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}}> : ({x}, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, {x}) -> ({x}, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : {x}, tensor<3xf32>, tensor<3xf32>, {x}, tensor<3xf32>, tensor<3xf32>
}}""", 1e-4)

WAVE = (np.arange(8).reshape(2, 4) + 1j).astype(np.complex64)
program("fft_of_unknown_length", [WAVE],
        [np.fft.fft(WAVE).astype(np.complex64), np.fft.irfft(WAVE, 6).astype(np.float32)], """
func.func @f(%a: tensor<?x?xcomplex<f32>>) -> (tensor<?x?xcomplex<f32>>, tensor<?x6xf32>) {
  %0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  %1 = stablehlo.fft %a, type = IRFFT, length = [6] : (tensor<?x?xcomplex<f32>>) -> tensor<?x6xf32>
  return %0, %1 : tensor<?x?xcomplex<f32>>, tensor<?x6xf32>
}""", 1e-4)

program("async", [np.float32([1, 2, 3, 4])], [np.float32([1, 2])], """
func.func @f(%a: tensor<?xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.async_start"(%a, %c) ({
  ^bb0(%x: tensor<?xf32>, %i: tensor<i32>):
    %s = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<?xf32>, tensor<i32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<?xf32>, tensor<i32>) -> !stablehlo.future<tensor<2xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}""")

program("small_integers", [np.int8([-8, -1, 3, 7])], [np.int8([-7, -1, 6, -2]), np.uint8([1, 15, 6, 14])], """
func.func @f(%a: tensor<4xi4>) -> (tensor<4xi4>, tensor<4xui4>) {
  %c = stablehlo.constant dense<[1, 0, 3, 7]> : tensor<4xi4>
  %0 = stablehlo.add %a, %c : tensor<4xi4>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4xi4>) -> tensor<4xui4>
  %2 = stablehlo.constant dense<[8, 0, 0, 0]> : tensor<4xui4>
  %3 = stablehlo.subtract %1, %2 : tensor<4xui4>
  return %0, %3 : tensor<4xi4>, tensor<4xui4>
}""")

program("calls_of_chlo", [np.float32([-2, 0.5, 3])],
        [np.float32([-0.99532227, 0.52049988, 0.99997791]), np.arcsinh(np.float32([-2, 0.5, 3]))], """
func.func @f(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%a) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @mhlo.asinh(%a) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}""")


# Corners ---------------------------------------------------------------------

NAN, INF = np.nan, np.inf
MANY = np.float32([3, -1, 0, -0.0, 7, -INF, 2.5, -1])
program("sort_by_bits", [MANY], [np.sort(MANY)], """
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %least = stablehlo.constant dense<-2147483648> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
    %q = stablehlo.bitcast_convert %y : (tensor<f32>) -> tensor<i32>
    %np = stablehlo.compare LT, %p, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %nq = stablehlo.compare LT, %q, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %fp = stablehlo.subtract %least, %p : tensor<i32>
    %fq = stablehlo.subtract %least, %q : tensor<i32>
    %kp = stablehlo.select %np, %fp, %p : tensor<i1>, tensor<i32>
    %kq = stablehlo.select %nq, %fq, %q : tensor<i1>, tensor<i32>
    %c = stablehlo.compare LT, %kp, %kq : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}""")

Z = np.complex64([1.5 + 2.5j, 1.5 + 7.5j, 0 + 1.5j, 2, complex(NAN, 1)])
W = np.complex64([7.5 + 1.5j, 1.5 + 2.5j, 0 + 2.5j, 2, 3])
program("complex_extrema", [Z, W],
        [np.complex64([7.5 + 1.5j, 1.5 + 7.5j, 2.5j, 2, complex(NAN, 1)]),
         np.complex64([1.5 + 2.5j, 1.5 + 2.5j, 1.5j, 2, complex(NAN, 1)])], """
func.func @f(%z: tensor<5xcomplex<f32>>, %w: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) {
  %0 = stablehlo.maximum %z, %w : tensor<5xcomplex<f32>>
  %1 = stablehlo.minimum %z, %w : tensor<5xcomplex<f32>>
  return %0, %1 : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>
}""")

program("precision_without_digits", [np.float64([NAN, -NAN, INF, 3.5, 1e6, 1e-9])],
        [np.float64([INF, INF, INF, 4, INF, 0])], """
func.func @f(%a: tensor<6xf64>) -> tensor<6xf64> {
  %0 = stablehlo.reduce_precision %a, format = e5m0 : tensor<6xf64>
  return %0 : tensor<6xf64>
}""")

# The same words as of a state of 64 bits.
program("random_bits_of_halves", [np.int32([1, 2, 3, 4])],
        [np.int32([1, 1, 1, 1, 1, 1]), np.int32([1, 2, 6, 4])], """
func.func @f(%s: tensor<4xi32>) -> (tensor<6xi32>, tensor<4xi32>) {
  %w = stablehlo.reshape %s : (tensor<4xi32>) -> tensor<2x2xi32>
  %wide = stablehlo.bitcast_convert %w : (tensor<2x2xi32>) -> tensor<2xi64>
  %t0, %a = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<4xi32>) -> (tensor<4xi32>, tensor<6xi32>)
  %t1, %b = stablehlo.rng_bit_generator %wide, algorithm = THREE_FRY : (tensor<2xi64>) -> (tensor<2xi64>, tensor<6xi32>)
  %same = stablehlo.compare EQ, %a, %b : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  %0 = stablehlo.convert %same : (tensor<6xi1>) -> tensor<6xi32>
  return %0, %t0 : tensor<6xi32>, tensor<4xi32>
}""")

program("assertion_of_many", [np.bool_([True, True]), M], [M], """
func.func @f(%p: tensor<2xi1>, %a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  stablehlo.custom_call @shape_assertion(%p) {error_message = "no", has_side_effect = true} : (tensor<2xi1>) -> ()
  return %a : tensor<3x3xf32>
}""")


# Linear algebra: what JAX calls on CPUs ----------------------------------------

NAMES = {np.float32: ("s", "f32", "f32"), np.float64: ("d", "f64", "f64"),
         np.complex64: ("c", "complex<f32>", "f32"),
         np.complex128: ("z", "complex<f64>", "f64")}


def random_matrices(dtype, *shape):
    random = np.random.RandomState(sum(shape))
    values = random.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * random.standard_normal(shape)
    return values.astype(dtype)


def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def factor_program(name, dtype, arguments, expected, text, **words):
    letter, element, part = NAMES[dtype]
    hermitian = "sy" if np.dtype(dtype).kind == "f" else "he"
    orthogonal = "or" if np.dtype(dtype).kind == "f" else "un"
    for word, value in dict(L=letter, T=element, R=part, HE=hermitian, OR=orthogonal,
                            **words).items():
        text = text.replace(f"${word}$", str(value))
    program(f"{name}_{letter}", arguments, expected, text,
            2e-4 if part == "f32" else 1e-11)


for dtype in NAMES:
    # V diag(w) V^H is the matrix again, and the values are numpy's.
    h = random_matrices(dtype, 2, 5, 5)
    h = h + adjoint(h)
    h[1] = 1  # Of rank one.
    factor_program("eigh", dtype, [np.tril(h)], [h, np.linalg.eigvalsh(h), np.zeros(2, np.int32)], """
func.func @f(%a: tensor<?x5x5x$T$>) -> (tensor<?x5x5x$T$>, tensor<?x5x$R$>, tensor<?xi32>) {
  %v, %w, %i = stablehlo.custom_call @lapack_$L$$HE$evd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<?x5x5x$T$>) -> (tensor<?x5x5x$T$>, tensor<?x5x$R$>, tensor<?xi32>)
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x5x5x$T$>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %five = stablehlo.constant dense<5> : tensor<2xi32>
  %s = stablehlo.concatenate %n1, %five, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %wt = stablehlo.convert %w : (tensor<?x5x$R$>) -> tensor<?x5x$T$>
  %wb = stablehlo.dynamic_broadcast_in_dim %wt, %s, dims = [0, 2] : (tensor<?x5x$T$>, tensor<3xi32>) -> tensor<?x5x5x$T$>
  %vw = stablehlo.multiply %v, %wb : tensor<?x5x5x$T$>
  %re = stablehlo.real %v : (tensor<?x5x5x$T$>) -> tensor<?x5x5x$R$>
  %im = stablehlo.imag %v : (tensor<?x5x5x$T$>) -> tensor<?x5x5x$R$>
  %im0 = stablehlo.negate %im : tensor<?x5x5x$R$>
  %p = stablehlo.complex %re, %im0 : tensor<?x5x5xcomplex<$R$>>
  %vc = stablehlo.convert %p : (tensor<?x5x5xcomplex<$R$>>) -> tensor<?x5x5x$T$>
  %0 = stablehlo.dot_general %vw, %vc, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x5x5x$T$>, tensor<?x5x5x$T$>) -> tensor<?x5x5x$T$>
  return %0, %w, %i : tensor<?x5x5x$T$>, tensor<?x5x$R$>, tensor<?xi32>
}""")

    # A reflection keeps the sum of the diagonal and that of all squares.
    for letter, triangle in (("L", np.tril), ("U", np.triu)):
        factor_program(f"tridiagonal_form_{letter}", dtype, [triangle(h)],
                       [np.trace(h, axis1=1, axis2=2).real, (np.abs(h) ** 2).sum((1, 2))], """
func.func @f(%a: tensor<2x5x5x$T$>) -> (tensor<2x$R$>, tensor<2x$R$>) {
  %x:5 = stablehlo.custom_call @lapack_$L$$HE$trd_ffi(%a) {mhlo.backend_config = {uplo = $UPLO$ : ui8}} : (tensor<2x5x5x$T$>) -> (tensor<2x5x5x$T$>, tensor<2x5x$R$>, tensor<2x4x$R$>, tensor<2x4x$T$>, tensor<2xi32>)
  %z = stablehlo.constant dense<0.0> : tensor<$R$>
  %0 = stablehlo.reduce(%x#1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x5x$R$>, tensor<$R$>) -> tensor<2x$R$>
  %dd = stablehlo.multiply %x#1, %x#1 : tensor<2x5x$R$>
  %ee = stablehlo.multiply %x#2, %x#2 : tensor<2x4x$R$>
  %d = stablehlo.reduce(%dd init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x5x$R$>, tensor<$R$>) -> tensor<2x$R$>
  %e = stablehlo.reduce(%ee init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x4x$R$>, tensor<$R$>) -> tensor<2x$R$>
  %e2 = stablehlo.add %e, %e : tensor<2x$R$>
  %1 = stablehlo.add %d, %e2 : tensor<2x$R$>
  return %0, %1 : tensor<2x$R$>, tensor<2x$R$>
}""", UPLO=ord(letter))

    for rows, columns, mode in ((5, 3, "A"), (3, 5, "A"), (5, 3, "S"), (3, 5, "S")):
        a = random_matrices(dtype, 2, rows, columns)
        a[1] = 0
        u, v = (rows, columns) if mode == "A" else (3, 3)
        factor_program(f"svd_{rows}x{columns}_{mode}", dtype, [a],
                       [a, np.linalg.svd(a, compute_uv=False),
                        np.broadcast_to(np.eye(u, dtype=dtype), (2, u, u)).copy(),
                        np.broadcast_to(np.eye(v, dtype=dtype), (2, v, v)).copy()], """
func.func @f(%a: tensor<2x$M$x$N$x$T$>) -> (tensor<2x$M$x$N$x$T$>, tensor<2x3x$R$>, tensor<2x$U$x$U$x$T$>, tensor<2x$V$x$V$x$T$>) {
  %x:5 = stablehlo.custom_call @lapack_$L$gesdd_ffi(%a) {mhlo.backend_config = {mode = $MODE$ : ui8}} : (tensor<2x$M$x$N$x$T$>) -> (tensor<2x$M$x$N$x$T$>, tensor<2x3x$R$>, tensor<2x$M$x$U$x$T$>, tensor<2x$V$x$N$x$T$>, tensor<2xi32>)
  %u = stablehlo.slice %x#2 [0:2, 0:$M$, 0:3] : (tensor<2x$M$x$U$x$T$>) -> tensor<2x$M$x3x$T$>
  %v = stablehlo.slice %x#3 [0:2, 0:3, 0:$N$] : (tensor<2x$V$x$N$x$T$>) -> tensor<2x3x$N$x$T$>
  %st = stablehlo.convert %x#1 : (tensor<2x3x$R$>) -> tensor<2x3x$T$>
  %sb = stablehlo.broadcast_in_dim %st, dims = [0, 2] : (tensor<2x3x$T$>) -> tensor<2x$M$x3x$T$>
  %us = stablehlo.multiply %u, %sb : tensor<2x$M$x3x$T$>
  %0 = stablehlo.dot_general %us, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x$M$x3x$T$>, tensor<2x3x$N$x$T$>) -> tensor<2x$M$x$N$x$T$>
  %ur = stablehlo.real %x#2 : (tensor<2x$M$x$U$x$T$>) -> tensor<2x$M$x$U$x$R$>
  %ui = stablehlo.imag %x#2 : (tensor<2x$M$x$U$x$T$>) -> tensor<2x$M$x$U$x$R$>
  %un = stablehlo.negate %ui : tensor<2x$M$x$U$x$R$>
  %uz = stablehlo.complex %ur, %un : tensor<2x$M$x$U$xcomplex<$R$>>
  %uc = stablehlo.convert %uz : (tensor<2x$M$x$U$xcomplex<$R$>>) -> tensor<2x$M$x$U$x$T$>
  %1 = stablehlo.dot_general %uc, %x#2, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x$M$x$U$x$T$>, tensor<2x$M$x$U$x$T$>) -> tensor<2x$U$x$U$x$T$>
  %vr = stablehlo.real %x#3 : (tensor<2x$V$x$N$x$T$>) -> tensor<2x$V$x$N$x$R$>
  %vi = stablehlo.imag %x#3 : (tensor<2x$V$x$N$x$T$>) -> tensor<2x$V$x$N$x$R$>
  %vn = stablehlo.negate %vi : tensor<2x$V$x$N$x$R$>
  %vz = stablehlo.complex %vr, %vn : tensor<2x$V$x$N$xcomplex<$R$>>
  %vc = stablehlo.convert %vz : (tensor<2x$V$x$N$xcomplex<$R$>>) -> tensor<2x$V$x$N$x$T$>
  %2 = stablehlo.dot_general %x#3, %vc, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x$V$x$N$x$T$>, tensor<2x$V$x$N$x$T$>) -> tensor<2x$V$x$V$x$T$>
  return %0, %x#1, %1, %2 : tensor<2x$M$x$N$x$T$>, tensor<2x3x$R$>, tensor<2x$U$x$U$x$T$>, tensor<2x$V$x$V$x$T$>
}""", M=rows, N=columns, U=u, V=v, MODE=ord(mode))

    # Q times the upper triangle is the matrix; numpy's LAPACK has the same R.
    a = random_matrices(dtype, 2, 5, 3)
    factor_program("qr", dtype, [a], [a, np.stack([np.linalg.qr(x)[1] for x in a])], """
func.func @f(%a: tensor<2x5x3x$T$>) -> (tensor<2x5x3x$T$>, tensor<2x3x3x$T$>) {
  %x, %tau = stablehlo.custom_call @lapack_$L$geqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<2x5x3x$T$>) -> (tensor<2x5x3x$T$>, tensor<2x3x$T$>)
  %q = stablehlo.custom_call @lapack_$L$$OR$gqr_ffi(%x, %tau) {mhlo.backend_config = {}} : (tensor<2x5x3x$T$>, tensor<2x3x$T$>) -> tensor<2x5x3x$T$>
  %t = stablehlo.slice %x [0:2, 0:3, 0:3] : (tensor<2x5x3x$T$>) -> tensor<2x3x3x$T$>
  %i = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
  %p = stablehlo.compare LE, %i, %j : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
  %z = stablehlo.subtract %t, %t : tensor<2x3x3x$T$>
  %r = stablehlo.select %p, %t, %z : tensor<2x3x3xi1>, tensor<2x3x3x$T$>
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x3x$T$>, tensor<2x3x3x$T$>) -> tensor<2x5x3x$T$>
  return %0, %r : tensor<2x5x3x$T$>, tensor<2x3x3x$T$>
}""")

    # Q of its reflectors by its other name, times a matrix: A's columns again.
    factor_program("reflectors", dtype, [a], [a], """
func.func @f(%a: tensor<2x5x3x$T$>) -> tensor<2x5x3x$T$> {
  %x, %tau = stablehlo.custom_call @Qr(%a) : (tensor<2x5x3x$T$>) -> (tensor<2x5x3x$T$>, tensor<2x3x$T$>)
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%x, %tau) : (tensor<2x5x3x$T$>, tensor<2x3x$T$>) -> tensor<2x5x3x$T$>
  %down = stablehlo.custom_call @lapack_$L$$OR$mqr_ffi(%x, %tau, %a) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<2x5x3x$T$>, tensor<2x3x$T$>, tensor<2x5x3x$T$>) -> tensor<2x5x3x$T$>
  %r = stablehlo.slice %down [0:2, 0:3, 0:3] : (tensor<2x5x3x$T$>) -> tensor<2x3x3x$T$>
  %0 = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x3x$T$>, tensor<2x3x3x$T$>) -> tensor<2x5x3x$T$>
  return %0 : tensor<2x5x3x$T$>
}""")

for dtype, values in ((np.float32, "%x#0, %x#1"), (np.float64, "%x#0, %x#1"),
                      (np.complex64, "%x#0"), (np.complex128, "%x#0")):
    a = random_matrices(dtype, 2, 4, 4)
    isReal = np.dtype(dtype).kind == "f"
    # A V - V diag(w), which is zero.
    factor_program("eig", dtype, [a], [np.zeros((2, 4, 4), np.result_type(dtype, np.complex64)),
                                       np.zeros(2, np.int32)], """
func.func @f(%a: tensor<2x4x4x$T$>) -> (tensor<2x4x4xcomplex<$R$>>, tensor<2xi32>) {
  """ + ("""%x:5 = stablehlo.custom_call @lapack_$L$geev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<2x4x4x$T$>) -> (tensor<2x4x$T$>, tensor<2x4x$T$>, tensor<2x4x4xcomplex<$R$>>, tensor<2x4x4xcomplex<$R$>>, tensor<2xi32>)
  %w = stablehlo.complex %x#0, %x#1 : tensor<2x4xcomplex<$R$>>
  %v = stablehlo.optimization_barrier %x#3 : tensor<2x4x4xcomplex<$R$>>
  %i = stablehlo.optimization_barrier %x#4 : tensor<2xi32>""" if isReal else
           """%x:4 = stablehlo.custom_call @lapack_$L$geev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<2x4x4x$T$>) -> (tensor<2x4x$T$>, tensor<2x4x4xcomplex<$R$>>, tensor<2x4x4xcomplex<$R$>>, tensor<2xi32>)
  %w = stablehlo.optimization_barrier %x#0 : tensor<2x4xcomplex<$R$>>
  %v = stablehlo.optimization_barrier %x#2 : tensor<2x4x4xcomplex<$R$>>
  %i = stablehlo.optimization_barrier %x#3 : tensor<2xi32>""") + """
  %c = stablehlo.convert %a : (tensor<2x4x4x$T$>) -> tensor<2x4x4xcomplex<$R$>>
  %wb = stablehlo.broadcast_in_dim %w, dims = [0, 2] : (tensor<2x4xcomplex<$R$>>) -> tensor<2x4x4xcomplex<$R$>>
  %vw = stablehlo.multiply %v, %wb : tensor<2x4x4xcomplex<$R$>>
  %av = stablehlo.dot_general %c, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xcomplex<$R$>>, tensor<2x4x4xcomplex<$R$>>) -> tensor<2x4x4xcomplex<$R$>>
  %0 = stablehlo.subtract %av, %vw : tensor<2x4x4xcomplex<$R$>>
  return %0, %i : tensor<2x4x4xcomplex<$R$>>, tensor<2xi32>
}""")

    # Z T Z^H is the matrix again; below its blocks T is zero, and its values are the
    # matrix's, whose sum is the trace.
    parts = "%wr, %wi" if isReal else "%w"
    factor_program("schur", dtype, [a], [a, np.zeros((2, 2, 2), dtype),
                                         np.trace(a, axis1=1, axis2=2), np.zeros((2, 2), np.int32)], """
func.func @f(%a: tensor<2x4x4x$T$>) -> (tensor<2x4x4x$T$>, tensor<2x2x2x$T$>, tensor<2x$T$>, tensor<2x2xi32>) {
  %t, %z, $W$, %n, %i = stablehlo.custom_call @lapack_$L$gees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x4x4x$T$>) -> (tensor<2x4x4x$T$>, tensor<2x4x4x$T$>, $WS$, tensor<2xi32>, tensor<2xi32>)
  %zt = stablehlo.dot_general %z, %t, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4x$T$>, tensor<2x4x4x$T$>) -> tensor<2x4x4x$T$>
  %re = stablehlo.real %z : (tensor<2x4x4x$T$>) -> tensor<2x4x4x$R$>
  %im = stablehlo.imag %z : (tensor<2x4x4x$T$>) -> tensor<2x4x4x$R$>
  %im0 = stablehlo.negate %im : tensor<2x4x4x$R$>
  %zc = stablehlo.complex %re, %im0 : tensor<2x4x4xcomplex<$R$>>
  %zh = stablehlo.convert %zc : (tensor<2x4x4xcomplex<$R$>>) -> tensor<2x4x4x$T$>
  %0 = stablehlo.dot_general %zt, %zh, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4x$T$>, tensor<2x4x4x$T$>) -> tensor<2x4x4x$T$>
  %1 = stablehlo.slice %t [0:2, 2:4, 0:2] : (tensor<2x4x4x$T$>) -> tensor<2x2x2x$T$>
  %corner = stablehlo.iota dim = 1 : tensor<2x2x2xi32>
  %side = stablehlo.iota dim = 2 : tensor<2x2x2xi32>
  %near = stablehlo.compare LT, %corner, %side : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x2x2xi1>
  %zeros = stablehlo.subtract %1, %1 : tensor<2x2x2x$T$>
  %far = stablehlo.select %near, %zeros, %1 : tensor<2x2x2xi1>, tensor<2x2x2x$T$>
  %init = stablehlo.constant dense<$ZERO$> : tensor<$T$>
  %sum = stablehlo.reduce($W0$ init: %init) applies stablehlo.add across dimensions = [1] : (tensor<2x4x$T$>, tensor<$T$>) -> tensor<2x$T$>
  %n1 = stablehlo.reshape %n : (tensor<2xi32>) -> tensor<2x1xi32>
  %i1 = stablehlo.reshape %i : (tensor<2xi32>) -> tensor<2x1xi32>
  %codes = stablehlo.concatenate %n1, %i1, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  return %0, %far, %sum, %codes : tensor<2x4x4x$T$>, tensor<2x2x2x$T$>, tensor<2x$T$>, tensor<2x2xi32>
}""", W=parts, W0=parts.partition(",")[0], ZERO="0.0" if isReal else "(0.0, 0.0)",
                   WS=", ".join(["tensor<2x4x$T$>"] * (2 if isReal else 1)).replace("$T$", NAMES[dtype][1]))

    # Rows change places where the diagonal is small, and stay where it is large; the
    # ends of two diagonals are not read.
    low, up = (random_matrices(dtype, 3, 5) for _ in range(2))
    middle, b = random_matrices(dtype, 3, 5) * 0.1, random_matrices(dtype, 3, 5, 2)
    middle[1] += 9
    middle[2], low[2], up[2] = 0, 0, 0
    low[:, 0], up[:, -1] = np.nan, np.nan
    whole = np.stack([np.diag(m) + np.diag(x[1:], -1) + np.diag(y[:-1], 1)
                      for m, x, y in zip(middle[:2], low, up)])
    solved = np.concatenate([np.linalg.solve(whole, b[:2]), b[2:]])
    factor_program("tridiagonal", dtype, [low, middle, up, b],
                   [solved.astype(dtype), np.int32([0, 0, 1])], """
func.func @f(%l: tensor<?x5x$T$>, %d: tensor<?x5x$T$>, %u: tensor<?x5x$T$>, %b: tensor<?x5x2x$T$>) -> (tensor<?x5x2x$T$>, tensor<?xi32>) {
  %x:5 = stablehlo.custom_call @lapack_$L$gtsv_ffi(%l, %d, %u, %b) {mhlo.backend_config = {}} : (tensor<?x5x$T$>, tensor<?x5x$T$>, tensor<?x5x$T$>, tensor<?x5x2x$T$>) -> (tensor<?x5x$T$>, tensor<?x5x$T$>, tensor<?x5x$T$>, tensor<?x5x2x$T$>, tensor<?xi32>)
  return %x#3, %x#4 : tensor<?x5x2x$T$>, tensor<?xi32>
}""")

# The two values of a pair differ in the sign of one part only.
a = random_matrices(np.float64, 6, 6)
program("eig_pairs", [a], [np.zeros(1), np.float64([np.trace(a)])], """
func.func @f(%a: tensor<6x6xf64>) -> (tensor<1xf64>, tensor<1xf64>) {
  %x:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<6x6xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6x6xcomplex<f64>>, tensor<6x6xcomplex<f64>>, tensor<i32>)
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.reduce(%x#1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
  %1 = stablehlo.reduce(%x#0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
  %2 = stablehlo.reshape %0 : (tensor<f64>) -> tensor<1xf64>
  %3 = stablehlo.reshape %1 : (tensor<f64>) -> tensor<1xf64>
  return %2, %3 : tensor<1xf64>, tensor<1xf64>
}""", 1e-12)

# What is no number has no values, and its neighbour in the batch does.
nan_first = np.float64([[[1, np.nan], [2, 3]], [[2, 0], [0, 3]]])
nan_info = np.int32([1, 0])
program("eig_of_no_numbers", [nan_first], [np.float64([[np.nan, np.nan], [2, 3]]), nan_info,
                                           np.float64([[np.nan, np.nan], [2, 3]]), nan_info], """
func.func @f(%a: tensor<2x2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<2x2xf64>, tensor<2xi32>) {
  %x:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2x2xcomplex<f64>>, tensor<2x2x2xcomplex<f64>>, tensor<2xi32>)
  %t, %z, %wr, %wi, %n, %i = stablehlo.custom_call @lapack_dgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2x2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xi32>, tensor<2xi32>)
  return %x#0, %x#4, %wr, %i : tensor<2x2xf64>, tensor<2xi32>, tensor<2x2xf64>, tensor<2xi32>
}""")

# Of f8E8M0FNU, which has no zero: what is below the least number reads as it.
program("scales", [], [np.uint8([0, 127, 124, 124, 129, 0, 128, 255, 0])], """
func.func @f() -> tensor<9xui8> {
  %0 = stablehlo.constant dense<[0.0, 1.0, 0.125, 0.1, 3.1415, 0x00, 0x80, 0xFF, 1.0e-45]> : tensor<9xf8E8M0FNU>
  %1 = stablehlo.bitcast_convert %0 : (tensor<9xf8E8M0FNU>) -> tensor<9xui8>
  return %1 : tensor<9xui8>
}""")
