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
