"""Programs of StableHLO with sizes that only the run knows, and for each of them
inputs that fit and inputs that break a constraint of the specification."""
import numpy as np

ADD = """({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %v : tensor<f32>
  })"""

CASES = []


def case(name, text, fitting, breaking, message):
    CASES.append((name, text, fitting, breaking, message))


def f32(*shape):
    return np.ones(shape, np.float32)


def i32(*values):
    return np.array(values, np.int32)


def gather(arguments, result, dimensions, sizes):
    operand, indices = arguments
    return f"""
func.func @main(%a: tensor<{operand}xf32>, %i: tensor<{indices}xi32>) -> tensor<{result}xf32> {{
  %0 = "stablehlo.gather"(%a, %i) <{{
      dimension_numbers = #stablehlo.gather<{dimensions}>,
      slice_sizes = array<i64: {sizes}>}}>
      : (tensor<{operand}xf32>, tensor<{indices}xi32>) -> tensor<{result}xf32>
  return %0 : tensor<{result}xf32>
}}"""


case("concatenate_of_other_rows", """
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}""", [f32(2, 3), f32(4, 3)], [f32(2, 3), f32(4, 2)],
     "the inputs differ in a size that is not joined")

case("gather_of_a_small_operand",
     gather(("?", "2x1"), "2x3000000", "offset_dims = [1], start_index_map = [0], "
            "index_vector_dim = 1", "3000000"),
     [f32(3000000), i32([0], [1])], [f32(3), i32([0], [1])],
     "a slice is larger than the operand")

case("gather_of_nothing",
     gather(("?x4", "2x1"), "2x4", "offset_dims = [1], collapsed_slice_dims = [0], "
            "start_index_map = [0], index_vector_dim = 1", "1, 4"),
     [f32(1, 4), i32([0], [1])], [f32(0, 4), i32([0], [1])],
     "a slice is larger than the operand")

case("gather_of_other_batches",
     gather(("?x4", "?x1"), "?", "collapsed_slice_dims = [1], operand_batching_dims = "
            "[0], start_indices_batching_dims = [0], start_index_map = [1], "
            "index_vector_dim = 1", "1, 1"),
     [f32(2, 4), i32([0], [1])], [f32(2, 4), np.zeros((3000000, 1), np.int32)],
     "different batches")

case("gather_at_short_indices",
     gather(("4x4", "?x?"), "?", "collapsed_slice_dims = [0, 1], start_index_map = "
            "[0, 1], index_vector_dim = 1", "1, 1"),
     [f32(4, 4), i32([0, 1])], [f32(4, 4), i32([0], [1])],
     "another number of parts")

case("gather_into_more",
     gather(("4", "?x1"), "3000000", "collapsed_slice_dims = [0], start_index_map = "
            "[0], index_vector_dim = 1", "1"),
     [f32(4), np.zeros((3000000, 1), np.int32)], [f32(4), i32([0])],
     "another than its type says")

case("dynamic_gather", """
func.func @main(%a: tensor<?xf32>, %i: tensor<2x1xi32>, %s: tensor<1xi32>) -> tensor<2x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
      dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0],
                                            index_vector_dim = 1>}>
      : (tensor<?xf32>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}""",
     [f32(5), i32([0], [1]), i32(5)], [f32(5), i32([0], [1]), i32(9000000)],
     "'stablehlo.dynamic_gather' at line 3: a slice is larger than the operand")

case("reduce_window", f"""
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {{
  %0:2 = "stablehlo.reduce_window"(%a, %b, %z, %z) <{{window_dimensions = array<i64: 3>}}> ({{
  ^bb0(%x: tensor<f32>, %m: tensor<f32>, %y: tensor<f32>, %n: tensor<f32>):
    %v = stablehlo.add %x, %y : tensor<f32>
    %w = stablehlo.add %m, %n : tensor<f32>
    stablehlo.return %v, %w : tensor<f32>, tensor<f32>
  }}) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}}""",
     [f32(5), f32(5), f32()], [f32(3000000), f32(3), f32()],
     "an operand is smaller than what is read of it")

case("cholesky", """
func.func @main(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}""",
     [np.eye(3, dtype=np.float32)], [f32(2000, 3)], "a matrix is not square")

case("select_and_scatter", f"""
func.func @main(%a: tensor<?xf32>, %s: tensor<?xf32>, %z: tensor<f32>) -> tensor<?xf32> {{
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{{
      window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>}}> ({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %v : tensor<i1>
  }}, {ADD[1:]} : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}}""",
     [f32(4), f32(5), f32()], [f32(4), f32(7), f32()], "another size than the windows")

case("real_dynamic_slice", """
func.func @main(%a: tensor<?xf32>, %b: tensor<1xi32>, %e: tensor<1xi32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %a, %b, %e, %s
      : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}""",
     [f32(5), i32(1), i32(5), i32(2)], [f32(5), i32(1), i32(5), i32(0)],
     "a stride is not positive")

case("dynamic_pad", """
func.func @main(%a: tensor<?xf32>, %p: tensor<f32>, %w: tensor<1xi32>, %i: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_pad %a, %p, %w, %w, %i
      : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}""",
     [f32(5), f32(), i32(0), i32(2)], [f32(5), f32(), i32(0), i32(-1)],
     "interior padding is negative")

RESHAPE = """
func.func @main(%a: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}"""
case("dynamic_reshape", RESHAPE, [f32(6), i32(2, 3)], [f32(6), i32(-2, -3)],
     "a size is negative")

case("dynamic_iota_that_wraps_around", """
func.func @main(%s: tensor<2xi64>) -> tensor<?x?xi8> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}""",
     [np.int64([2, 3])], [np.int64([2**32, 2**32])], "more than any memory has")

QUANTIZED = 'tensor<2x?x!quant.uniform<i8:f32:1, {0.5, 0.25}>>'
case("scales", f"""
func.func @main(%a: tensor<2x?xf32>) -> tensor<2x?xf32> {{
  %0 = stablehlo.uniform_quantize %a : (tensor<2x?xf32>) -> {QUANTIZED}
  %1 = stablehlo.uniform_dequantize %0 : ({QUANTIZED}) -> tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}}""",
     [f32(2, 2)], [f32(2, 3)], "another size than there are scales")

case("spectrum", """
func.func @main(%a: tensor<2x?xcomplex<f32>>) -> tensor<2x8192xf32> {
  %0 = stablehlo.fft %a, type = IRFFT, length = [8192] : (tensor<2x?xcomplex<f32>>) -> tensor<2x8192xf32>
  return %0 : tensor<2x8192xf32>
}""",
     [np.ones((2, 4097), np.complex64)], [np.ones((2, 3), np.complex64)],
     "another length than the spectrum")

case("bounded", """
func.func @main(%a: tensor<?x3xf32, #stablehlo.bounds<2, ?>>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>> {
  %0 = stablehlo.negate %a : tensor<?x3xf32, #stablehlo.bounds<2, ?>>
  return %0 : tensor<?x3xf32, #stablehlo.bounds<2, ?>>
}""",
     [f32(2, 3)], [f32(4, 3)], "more than 2 elements along dimension 0")
