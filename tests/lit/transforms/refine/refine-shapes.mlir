// RUN: ingot-opt %s --split-input-file --ingot-refine-shapes | FileCheck %s

// Sizes of arguments are followed through arithmetic, dynamic ops and calls.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:      %[[A:.*]]: tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[N:.*]] = stablehlo.constant dense<2> : tensor<i32>
// CHECK-NEXT:    %[[R:.*]] = call @body_0(%[[N]], %[[A]]) : (tensor<i32>, tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[R]]
// CHECK-NOT:   func.func private @body(
// CHECK-LABEL: func.func private @body_0(
// CHECK-SAME:      %[[N:.*]]: tensor<i32>, %[[A:.*]]: tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[C:.*]] = stablehlo.constant dense<1.0
// CHECK-NEXT:    %[[B:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[S:.*]] = stablehlo.add %[[A]], %[[B]] : tensor<2x3xf32>
// CHECK-NEXT:    stablehlo.reshape %[[S]] : (tensor<2x3xf32>) -> tensor<6xf32>
func.func @main(%a: tensor<2x3xf32>) -> tensor<?xf32> {
  %d = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a) : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %n = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %0 = call @body(%n, %d) : (tensor<i32>, tensor<?x3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @body(%n: tensor<i32>, %a: tensor<?x3xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %c, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x3xf32>
  %s = stablehlo.add %a, %b : tensor<?x3xf32>
  %count = stablehlo.multiply %n1, %three : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %s, %count : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A function gets a copy for each combination of types and sizes, one for equal
// ones, and sizes that it returns are known to the caller.
// CHECK-LABEL: func.func @copies(
// CHECK:         call @same_0(%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    call @same_1(%{{.*}}) : (tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:    call @same_0(%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NOT:     call @twice
// CHECK-NOT:   @same_2
// CHECK-NOT:   @twice
func.func @copies(%a: tensor<2xf32>, %b: tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a) : (tensor<2xf32>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%b) : (tensor<3xf32>) -> tensor<?xf32>
  %2 = call @same(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = call @same(%1) : (tensor<?xf32>) -> tensor<?xf32>
  %4 = call @same(%2) : (tensor<?xf32>) -> tensor<?xf32>
  %n = stablehlo.constant dense<4> : tensor<1xi64>
  %m = call @twice(%n) : (tensor<1xi64>) -> tensor<1xi64>
  %5 = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  return %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func private @same(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @twice(%n: tensor<1xi64>) -> tensor<1xi64> {
  %0 = stablehlo.add %n, %n : tensor<1xi64>
  return %0 : tensor<1xi64>
}

// -----

// The static forms of all ops that take sizes.
// CHECK-LABEL: func.func @forms(
// CHECK:         stablehlo.pad %{{.*}}, low = [1], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK-NEXT:    stablehlo.slice %{{.*}} [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
// CHECK:         stablehlo.dynamic_slice %{{.*}}, %{{.*}}, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
// CHECK-NEXT:    "stablehlo.gather"(%{{.*}}) <{{.*}}slice_sizes = array<i64: 2>{{.*}} : (tensor<4xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
// CHECK-NEXT:    stablehlo.convolution(%{{.*}}) {{.*}} window = {stride = [2], pad = {{\[\[}}1, 1]]} {{.*}} -> tensor<1x3x1xf32>
// CHECK-NEXT:    return
func.func @forms(%a: tensor<4xf32>, %v: tensor<f32>, %i: tensor<3x1xi32>, %s: tensor<1xi32>, %x: tensor<1x6x1xf32>, %k: tensor<3x1x1xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %0 = stablehlo.constant dense<0> : tensor<1xi32>
  %1 = stablehlo.constant dense<1> : tensor<1xi32>
  %2 = stablehlo.constant dense<2> : tensor<1xi32>
  %4 = stablehlo.constant dense<4> : tensor<1xi32>
  %p = stablehlo.constant dense<1> : tensor<1x2xi32>
  %pad = stablehlo.dynamic_pad %a, %v, %1, %2, %0 : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %slice = stablehlo.real_dynamic_slice %a, %1, %4, %2 : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %end = stablehlo.add %s, %2 : tensor<1xi32>
  %block = stablehlo.real_dynamic_slice %a, %s, %end, %1 : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %gather = "stablehlo.dynamic_gather"(%a, %i, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4xf32>, tensor<3x1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  %conv = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 2>}> : (tensor<1x6x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi32>) -> tensor<?x?x?xf32>
  return %pad, %slice, %block, %gather, %conv : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>
}

// -----

// What a loop hands on with the sizes it was given gets them; `%y`, which does
// not keep its size, stays dynamic.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:      -> (tensor<2x3xf32>, tensor<?xf32>)
// CHECK:         stablehlo.while(%{{.*}}, %{{.*}}) : tensor<2x3xf32>, tensor<3xf32>
// CHECK:           stablehlo.negate %{{.*}} : tensor<2x3xf32>
// CHECK:           stablehlo.concatenate {{.*}} -> tensor<?xf32>
func.func @loop(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %p: tensor<i1>) -> (tensor<?x3xf32>, tensor<?xf32>) {
  %d = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a) : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %e = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%b) : (tensor<3xf32>) -> tensor<?xf32>
  %0:2 = stablehlo.while(%x = %d, %y = %e) : tensor<?x3xf32>, tensor<?xf32> cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.negate %x : tensor<?x3xf32>
    %2 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1, %2 : tensor<?x3xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?xf32>
}

// -----

// A size is known after a branch if both ways agree on it.
// CHECK-LABEL: func.func @branch(
// CHECK-SAME:      -> tensor<?x3xf32>
// CHECK:         "stablehlo.if"
// CHECK:           stablehlo.return %{{.*}} : tensor<2x3xf32>
// CHECK:           stablehlo.return %{{.*}} : tensor<4x3xf32>
// CHECK:         }) : (tensor<i1>) -> tensor<?x3xf32>
func.func @branch(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %p: tensor<i1>) -> tensor<?x?xf32> {
  %d = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a) : (tensor<2x3xf32>) -> tensor<?x?xf32>
  %e = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%b) : (tensor<4x3xf32>) -> tensor<?x?xf32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %d : tensor<?x?xf32>
  }, {
    stablehlo.return %e : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Sizes that are not known stay so, assertions on them too; what is known of a
// list of sizes is used. Ops of other dialects keep their types.
// CHECK-LABEL: func.func @open(
// CHECK-SAME:      %[[A:.*]]: tensor<?x3xf32>) -> (tensor<?x5xf32>, index)
// CHECK:         stablehlo.custom_call @shape_assertion
// CHECK:         %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim {{.*}} -> tensor<?x5xf32>
// CHECK:         %[[T:.*]] = stablehlo.transpose %[[B]], {{.*}} -> tensor<5x?xf32>
// CHECK:         %[[C:.*]] = tensor.cast %[[T]] : tensor<5x?xf32> to tensor<?x?xf32>
// CHECK:         tensor.dim %[[C]]
func.func @open(%a: tensor<?x3xf32>) -> (tensor<?x?xf32>, index) {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %ok = stablehlo.compare GE, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, error_message = "{0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %five, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %c, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %t = stablehlo.transpose %b, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %i = arith.constant 0 : index
  %d = tensor.dim %t, %i : tensor<?x?xf32>
  return %b, %d : tensor<?x?xf32>, index
}

// -----

// A function that calls itself is left as it is.
// CHECK-LABEL: func.func @start(
// CHECK:         call @again_0(%{{.*}}) : (tensor<2xf32>) -> tensor<?xf32>
// CHECK-LABEL: func.func private @again(
// CHECK-LABEL: func.func private @again_0(
// CHECK:         %[[C:.*]] = tensor.cast %{{.*}} : tensor<2xf32> to tensor<?xf32>
// CHECK-NEXT:    call @again(%[[C]]) : (tensor<?xf32>) -> tensor<?xf32>
func.func @start(%a: tensor<2xf32>) -> tensor<?xf32> {
  %d = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a) : (tensor<2xf32>) -> tensor<?xf32>
  %0 = call @again(%d) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @again(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @again(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
