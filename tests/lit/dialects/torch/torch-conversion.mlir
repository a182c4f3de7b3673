// RUN: ingot-opt %s | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -emit-bytecode | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: @boundary
func.func @boundary(%a: tensor<2x?xi64>, %b: i1, %c: i64, %d: f64) -> i64 {
  // CHECK: torch_c.from_builtin_tensor %{{.*}} : tensor<2x?xi64> -> !torch.vtensor<[2,?],si64>
  %0 = torch_c.from_builtin_tensor %a : tensor<2x?xi64> -> !torch.vtensor<[2,?],si64>
  // CHECK: torch_c.to_builtin_tensor %{{.*}} : !torch.vtensor<[2,?],si64> -> tensor<2x?xi64>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[2,?],si64> -> tensor<2x?xi64>
  // CHECK: torch_c.from_i1
  %2 = torch_c.from_i1 %b
  // CHECK: torch_c.to_i1
  %3 = torch_c.to_i1 %2
  // CHECK: torch_c.from_i64
  %4 = torch_c.from_i64 %c
  // CHECK: torch_c.to_i64
  %5 = torch_c.to_i64 %4
  // CHECK: torch_c.from_f64
  %6 = torch_c.from_f64 %d
  // CHECK: torch_c.to_f64
  %7 = torch_c.to_f64 %6
  // CHECK: torch_c.get_next_seed : () -> i64
  %8 = torch_c.get_next_seed : () -> i64
  // CHECK: torch_c.i64_to_generator
  %9 = torch_c.i64_to_generator %8
  // CHECK: torch_c.generator_to_i64
  %10 = torch_c.generator_to_i64 %9
  return %10 : i64
}

// FOLD-LABEL: @there_and_back
// FOLD-SAME: (%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: i64)
// FOLD: %[[C:.*]] = arith.constant 5 : i64
// FOLD: return %[[A]], %[[B]], %[[C]]
func.func @there_and_back(%a: tensor<2xf32>, %b: i64) -> (tensor<2xf32>, i64, i64) {
  %0 = torch_c.from_builtin_tensor %a : tensor<2xf32> -> !torch.vtensor<[2],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[2],f32> -> tensor<2xf32>
  %2 = torch_c.from_i64 %b
  %3 = torch_c.to_i64 %2
  %4 = torch.constant.int 5
  %5 = torch_c.to_i64 %4
  return %1, %3, %5 : tensor<2xf32>, i64, i64
}
