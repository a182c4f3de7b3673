// RUN: ingot-opt %s --ingot-prefer-offload --ingot-offload='library=dnnl all' --canonicalize | FileCheck %s

// The library is asked for at run time. Without it the ops as they were compute
// the same; what they write into is beside them, where kernels form.

// CHECK-LABEL: func.func @product(
// CHECK-NOT:     ingot.prefer_offload
// CHECK:         %[[ANSWER:.*]] = ingot.custom "dnnl.present"() {{.*}} implementation_attrs = "{\22optional\22:true}"{{.*}} : () -> tensor<i1>
// CHECK:         %[[THERE:.*]] = tensor.extract %[[ANSWER]][] : tensor<i1>
// CHECK:         %[[R:.*]] = scf.if %[[THERE]] -> (tensor<8x8xf32>) {
// CHECK-NEXT:      ingot.custom "dnnl.matmul"
// CHECK-SAME:        \22optional\22:true
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    } else {
// CHECK:           linalg.fill
// CHECK:           linalg.matmul
// CHECK:           arith.addf
// CHECK:           scf.yield
// CHECK:         return %[[R]]
func.func @product(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p, %c : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// Nothing to hand over: nothing is asked, and the mark is gone.

// CHECK-LABEL: func.func @nothing(
// CHECK-NOT:     ingot.
// CHECK:         return
func.func @nothing(%a: tensor<8x8xi32>) -> tensor<8x8xi32> {
  return %a : tensor<8x8xi32>
}
