// RUN: ingot-opt %s | ingot-opt | FileCheck %s --check-prefix=KEPT
// RUN: ingot-opt %s --ingot-drop-sharding | FileCheck %s

// KEPT: sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[0, 1]>
// CHECK-NOT: sdy
sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[0, 1]>

// KEPT: sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, ?}p1, {}], replicated={"y"}>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[A:.*]]: tensor<4x4xf32> {jax.arg_info = "a"}
// CHECK-SAME: (tensor<4x4xf32> {jax.result_info = "r"})
func.func @main(%a: tensor<4x4xf32> {jax.arg_info = "a", sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, ?}p1, {}], replicated={"y"}>})
    -> (tensor<4x4xf32> {jax.result_info = "r", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK: %[[B:.*]] = stablehlo.abs %[[A]] : tensor<4x4xf32>
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<4x4xf32>
  // KEPT: sdy.sharding_constraint %{{.*}} <@mesh, [{"x"}, {}]> : tensor<4x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<4x4xf32>
  // CHECK: return %[[B]]
  return %1 : tensor<4x4xf32>
}
