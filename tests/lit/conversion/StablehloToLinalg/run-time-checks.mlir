// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Sizes of the run that would have an op read or write other memory, or divide
// by zero, are asserted; none that are known is.

// CHECK-LABEL: func.func @gather_larger_than_operand(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x4xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]]
// CHECK:         %[[FITS:.*]] = arith.cmpi ule, %c1{{.*}}, %[[N]]
// CHECK:         cf.assert %[[FITS]], "'stablehlo.gather' at line [[# @LINE + 4]]: a slice is larger than the operand"
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @gather_larger_than_operand(%a: tensor<?x4xf32>, %i: tensor<2x1xi32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Where there is no index, nothing is read, and the operand may have nothing.
// CHECK-LABEL: func.func @gather_of_nothing(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x4xf32>, %[[I:.*]]: tensor<?x1xi32>
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[A]]
// CHECK-DAG:     %[[COUNT:.*]] = tensor.dim %[[I]]
// CHECK:         %[[NONE:.*]] = arith.cmpi eq, %[[COUNT]], %c0
// CHECK:         %[[MOST:.*]] = arith.select %[[NONE]], %c1{{.*}}, %[[N]]
// CHECK:         %[[FITS:.*]] = arith.cmpi ule, %c1{{.*}}, %[[MOST]]
// CHECK:         cf.assert %[[FITS]]
func.func @gather_of_nothing(%a: tensor<?x4xf32>, %i: tensor<?x1xi32>) -> tensor<?x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @gather_of_other_batches(
// CHECK:         arith.cmpi eq
// CHECK:         cf.assert %{{.*}}, "{{.*}}: the operand and the indices have different batches"
func.func @gather_of_other_batches(%a: tensor<?x4xf32>, %i: tensor<?x1xi32>) -> tensor<?xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @gather_at_short_indices(
// CHECK:         cf.assert %{{.*}}, "{{.*}}: an index has another number of parts than start_index_map"
func.func @gather_at_short_indices(%a: tensor<4x4xf32>, %i: tensor<?x?xi32>) -> tensor<?xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<?x?xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @gather_at_other_indices(
// CHECK:         cf.assert %{{.*}}, "{{.*}}: a size of the result is another than its type says"
func.func @gather_at_other_indices(%a: tensor<4xf32>, %i: tensor<?x1xi32>) -> tensor<8xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<?x1xi32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A dimension that is folded away has one element; the others may have all.
// CHECK-LABEL: func.func @dynamic_gather(
// CHECK:         cf.assert %{{.*}}, "'stablehlo.dynamic_gather'{{.*}}: a slice that is folded away has another size than 1"
// CHECK:         cf.assert %{{.*}}, "'stablehlo.dynamic_gather'{{.*}}: a slice is larger than the operand"
func.func @dynamic_gather(%a: tensor<3x4xf32>, %i: tensor<2x1xi32>, %s: tensor<2xi32>) -> tensor<2x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @static_gather(
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @static_gather(%a: tensor<3x4xf32>, %i: tensor<2x1xi32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @cholesky(
// CHECK:         arith.cmpi eq
// CHECK:         cf.assert %{{.*}}, "'stablehlo.cholesky'{{.*}}: a matrix is not square"
func.func @cholesky(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @static_cholesky(
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @static_cholesky(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @select_and_scatter(
// CHECK:         cf.assert %{{.*}}, "'stablehlo.select_and_scatter'{{.*}}: the source has another size than the windows"
func.func @select_and_scatter(%a: tensor<?xf32>, %s: tensor<?xf32>, %z: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %v : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %v : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @reverse(
// CHECK:         cf.assert %{{.*}}, "'stablehlo.reverse'{{.*}}: a size of the result is another than its type says"
func.func @reverse(%a: tensor<?x?xf32>) -> tensor<8x?xf32> {
  %0 = "stablehlo.reverse"(%a) <{dimensions = array<i64: 0>}> : (tensor<?x?xf32>) -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// The two sizes of -1 have a product of 1.
// CHECK-LABEL: func.func @dynamic_reshape(
// CHECK:         arith.cmpi ule
// CHECK:         cf.assert %{{.*}}, "'stablehlo.dynamic_reshape'{{.*}}: a size is negative or more than any memory has"
// CHECK:         cf.assert %{{.*}}, "'stablehlo.dynamic_reshape'{{.*}}: a size is negative or more than any memory has"
// CHECK:         cf.assert %{{.*}}, "'stablehlo.dynamic_reshape'{{.*}}: a reshape changes the number of elements"
func.func @dynamic_reshape(%a: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @real_dynamic_slice(
// CHECK:         %[[POSITIVE:.*]] = arith.cmpi sge, %{{.*}}, %c1
// CHECK:         cf.assert %[[POSITIVE]], "'stablehlo.real_dynamic_slice'{{.*}}: a stride is not positive"
// CHECK:         arith.ceildivsi
func.func @real_dynamic_slice(%a: tensor<?xf32>, %start: tensor<1xi32>, %limit: tensor<1xi32>, %stride: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %stride : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A step that arithmetic makes 0 is known here, and no verifier has seen it.
// CHECK-LABEL: func.func @real_dynamic_slice_by_nothing(
// CHECK:         %[[POSITIVE:.*]] = arith.cmpi sge, %c0{{.*}}, %c1
// CHECK:         cf.assert %[[POSITIVE]], "{{.*}}: a stride is not positive"
func.func @real_dynamic_slice_by_nothing(%a: tensor<?xf32>, %start: tensor<1xi32>, %limit: tensor<1xi32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %stride = stablehlo.subtract %one, %one : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %stride : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @dynamic_pad(
// CHECK:         cf.assert %{{.*}}, "'stablehlo.dynamic_pad'{{.*}}: interior padding is negative"
func.func @dynamic_pad(%a: tensor<?xf32>, %p: tensor<f32>, %w: tensor<1xi32>, %in: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_pad %a, %p, %w, %w, %in : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @spectrum(
// CHECK:         cf.assert %{{.*}}, "'stablehlo.fft'{{.*}}: the operand has another length than the spectrum"
// CHECK:         tensor.cast %{{.*}} : tensor<2x?xcomplex<f32>> to tensor<2x3xcomplex<f32>>
func.func @spectrum(%a: tensor<2x?xcomplex<f32>>) -> tensor<2x4xf32> {
  %0 = stablehlo.fft %a, type = IRFFT, length = [4] : (tensor<2x?xcomplex<f32>>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @scales(
// CHECK:         cf.assert %{{.*}}, "'stablehlo.uniform_quantize'{{.*}}: a dimension has another size than there are scales"
// CHECK:         cf.assert %{{.*}}, "'stablehlo.uniform_dequantize'{{.*}}: a dimension has another size than there are scales"
func.func @scales(%a: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x?xf32>) -> tensor<2x?x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x?x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}
