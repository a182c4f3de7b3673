// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// One device: every group has one member, and a collective is the identity.

// CHECK-LABEL: func.func @all_gather(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @all_gather(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @all_reduce(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @all_reduce(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @reduce_scatter(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @reduce_scatter(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @all_to_all(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @all_to_all(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @collective_broadcast(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @collective_broadcast(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @collective_reduce(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @collective_reduce(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @cross_replica_sum(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @cross_replica_sum(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @all_gather_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @all_gather_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @all_reduce_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @all_reduce_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @reduce_scatter_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @reduce_scatter_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @all_to_all_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @all_to_all_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @collective_broadcast_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @collective_broadcast_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @collective_reduce_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @collective_reduce_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @cross_replica_sum_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @cross_replica_sum_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Sent to itself.
// CHECK-LABEL: func.func @permute(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @permute(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Nobody sends: zeros arrive.
// CHECK-LABEL: func.func @permute_of_nobody(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         linalg.fill ins(%[[ZERO]] : f32)
func.func @permute_of_nobody(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @ids(
// CHECK:         arith.constant dense<0> : tensor<i32>
// CHECK:         arith.constant dense<0> : tensor<i32>
func.func @ids() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}

// A call of the decomposition.
// CHECK-LABEL: func.func @composite(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = call @twice(%[[A]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[R]]
func.func @composite(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.twice" %a {decomposition = @twice} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @composite_dynamic(
// CHECK:         call @negated
func.func @composite_dynamic(%a: tensor<?xui8>) -> tensor<?xui8> {
  %0 = stablehlo.composite "my.negated" %a {decomposition = @negated} : (tensor<?xui8>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}
func.func private @negated(%a: tensor<?xui8>) -> tensor<?xui8> {
  %0 = stablehlo.not %a : tensor<?xui8>
  return %0 : tensor<?xui8>
}

// Nothing to overlap with: the body stands where it starts.
// CHECK-LABEL: func.func @async(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xi32>
// CHECK-NOT:     stablehlo
// CHECK:         return %[[A]]
func.func @async(%a: tensor<4xui32>) -> tensor<4xui32> {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xui32>):
    %s = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xui32>) -> tensor<4xui32>
    stablehlo.return %s : tensor<4xui32>
  }) : (tensor<4xui32>) -> !stablehlo.future<tensor<4xui32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xui32>>) -> tensor<4xui32>
  return %1 : tensor<4xui32>
}

// CHECK-LABEL: func.func @async_dynamic(
// CHECK-NOT:     stablehlo
// CHECK:         tensor.extract_slice
func.func @async_dynamic(%a: tensor<?xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = "stablehlo.async_start"(%a, %i) ({
  ^bb0(%x: tensor<?xf32>, %j: tensor<i32>):
    %s = stablehlo.dynamic_slice %x, %j, sizes = [2] : (tensor<?xf32>, tensor<i32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<?xf32>, tensor<i32>) -> !stablehlo.future<tensor<2xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
