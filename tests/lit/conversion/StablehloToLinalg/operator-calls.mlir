// RUN: ingot-opt %s --convert-stablehlo-to-linalg --split-input-file | FileCheck %s

// Unsigned integers lose their sign here, and the manifest is told that they
// had one.
// CHECK-LABEL: func.func @call(
// CHECK-SAME:    %[[X:.*]]: tensor<?x4xi8>)
// CHECK:         %[[R:.*]]:2 = ingot.custom "torch.mylib.foo"(%[[X]])
// CHECK-SAME:    described_operands = [tensor<?x4xui8>]
// CHECK-SAME:    described_results = [tensor<?xf32>, tensor<ui64>]
// CHECK-SAME:    implementation_attrs = "{}"
// CHECK-SAME:    side_effects
// CHECK-SAME:    (tensor<?x4xi8>) -> (tensor<?xf32>, tensor<i64>)
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @call(%x: tensor<?x4xui8>) -> (tensor<?xf32>, tensor<ui64>) {
  %0:2 = stablehlo.custom_call @torch.mylib.foo(%x) {api_version = 4 : i32, has_side_effect = true, backend_config = {domain_name = "torch", implementation_attrs = "{}", operator_name = "torch.mylib.foo"}} : (tensor<?x4xui8>) -> (tensor<?xf32>, tensor<ui64>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<ui64>
}

// -----

// Nobody outside can hold such elements.
// CHECK-LABEL: func.func @no_abi_type(
// CHECK:         stablehlo.custom_call @torch.mylib.foo
func.func @no_abi_type(%x: tensor<4xi4>) -> tensor<4xi4> {
  %0 = stablehlo.custom_call @torch.mylib.foo(%x) {backend_config = {domain_name = "torch", implementation_attrs = "{}", operator_name = "torch.mylib.foo"}} : (tensor<4xi4>) -> tensor<4xi4>
  return %0 : tensor<4xi4>
}

// -----

// A custom operator that the reader of TFLite carries through.
// CHECK-LABEL: func.func @custom_of_tflite(
// CHECK:         ingot.custom "MyOp"
func.func @custom_of_tflite(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @MyOp(%x) {api_version = 4 : i32, backend_config = {domain_name = "tflite", implementation_attrs = "{}", operator_name = "MyOp"}} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
