// RUN: ingot-opt %s --ingot-explain-placement=which=all --ingot-explain-placement --verify-diagnostics | FileCheck %s
// RUN: ingot-opt %s --ingot-explain-placement=which=claimed | FileCheck %s --check-prefix=BEGUN

// What nobody claimed is for kernels, or for whoever loads the executable. The
// program stays as it was.

// CHECK-LABEL: func.func @kernels
// CHECK-NOT:     ingot.expl
// BEGUN-LABEL: func.func @kernels
// BEGUN-SAME:    ingot.explain_placement = ["claimed", ""]
func.func @kernels(%a: tensor<4x8xf32>) -> tensor<6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  // expected-remark @+1 {{'linalg.exp' op is computed by a kernel, about 0.0 us}}
  %x = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-remark @+1 {{'tensor.pad' op is computed by a kernel}}
  %p = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<6x8xf32>
  return %p : tensor<6x8xf32>
}

// CHECK-LABEL: func.func private @part
// BEGUN-LABEL: func.func private @part
// BEGUN-SAME:    ingot.explain_placement = ["claimed", "x86-64-v2"]
func.func private @part(%a: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "x86-64-v2"} {
  // expected-remark @+1 {{'ingot.custom' op is computed by mine.gelu: it is held whole, and whoever loads the executable supplies the function; its part is placed on 'x86-64-v2'}}
  %0 = ingot.custom "mine.gelu"(%a) {implementation_attrs = "{}", described_operands = [tensor<4xf32>], described_results = [tensor<4xf32>]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
