// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @literals(
// CHECK:         stablehlo.constant dense<[1, -2]> : tensor<2xi64>
// CHECK:         stablehlo.constant dense<[1, 254]> : tensor<2xui8>
// CHECK:         stablehlo.constant dense_resource<big> : tensor<2xf32>
func.func @literals() -> (!torch.vtensor<[2],si64>, !torch.vtensor<[2],ui8>, !torch.vtensor<[2],f32>) {
  %0 = torch.vtensor.literal(dense<[1, -2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %1 = torch.vtensor.literal(dense<[1, 254]> : tensor<2xui8>) : !torch.vtensor<[2],ui8>
  %2 = torch.vtensor.literal(dense_resource<big> : tensor<2xf32>) : !torch.vtensor<[2],f32>
  return %0, %1, %2 : !torch.vtensor<[2],si64>, !torch.vtensor<[2],ui8>, !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @cast(
// CHECK:         stablehlo.dynamic_reshape {{.*}} : (tensor<?xf32>, tensor<1xi64>) -> tensor<4xf32>
func.func @cast(%a: !torch.vtensor<[?],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.tensor_static_info_cast %a : !torch.vtensor<[?],f32> to !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// Later reads see what was written; what the caller gave is not changed.
// CHECK-LABEL: func.func @overwrite(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[N:.*]] = stablehlo.negate %[[A]]
// CHECK-NEXT:    return %[[N]]
func.func @overwrite(%a: !torch.tensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.copy.to_vtensor %a : !torch.vtensor<[4],f32>
  %1 = torch.aten.neg %0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  torch.overwrite.tensor.contents %1 overwrites %a : !torch.vtensor<[4],f32>, !torch.tensor<[4],f32>
  %2 = torch.copy.to_vtensor %a : !torch.vtensor<[4],f32>
  return %2 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @assertion(
// CHECK-SAME:    %[[C:.*]]: tensor<i1>) {
// CHECK-NEXT:    stablehlo.custom_call @shape_assertion(%[[C]]) {error_message = "too long", has_side_effect = true}
// CHECK-NEXT:    return
func.func @assertion(%c: !torch.bool) {
  %true = torch.constant.bool true
  torch.runtime.assert %c, "too long"
  torch.runtime.assert %true, "never"
  return
}

// CHECK-LABEL: func.func @symbols(
// CHECK-NEXT:    return
func.func @symbols(%a: !torch.vtensor<[?],f32>) {
  %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 9} : !torch.int
  torch.bind_symbolic_shape %a, [%0], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>
  return
}

{-#
  dialect_resources: {
    builtin: { big: "0x040000000000803F00000040" }
  }
#-}
