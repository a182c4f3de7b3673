// RUN: ingot-opt %s --ingot-refine-shapes='argument-types=tensor<2x4xf32>,tensor<i32>' | FileCheck %s
// RUN: ingot-opt %s --ingot-refine-shapes='argument-types=tuple<tensor<2x4xf32>>,none,tensor<i32>' | FileCheck %s
// RUN: ingot-opt %s --ingot-refine-shapes='argument-types=tensor<2x?xf32>,tensor<i32>' | FileCheck %s
// RUN: not ingot-opt %s --ingot-refine-shapes='argument-types=tensor<2x4xf32>' 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not ingot-opt %s --ingot-refine-shapes='argument-types=tensor<2x5xf32>,tensor<i32>' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not ingot-opt %s --ingot-refine-shapes='argument-types=tensor<2x4xf64>,tensor<i32>' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not ingot-opt %s --ingot-refine-shapes='argument-types=2x4,tensor<i32>' 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not ingot-opt %s --ingot-refine-shapes='argument-types=tensor<0x4xf32>,tensor<i32>' 2>&1 | FileCheck %s --check-prefix=ASSERT

// COUNT: error: 'main' has 2 arguments, but types of 1 are given
// SIZE: error: argument 0 of 'main' has type 'tensor<?x4xf32>', which cannot be 'tensor<2x5xf32>'
// ELEMENT: error: argument 0 of 'main' has type 'tensor<?x4xf32>', which cannot be 'tensor<2x4xf64>'
// TEXT: error: '2x4', given for argument 0, is no type
// ASSERT: error: there are 0 rows, {1} of them

// CHECK: func.func @main(%{{.*}}: tensor<2x4xf32>, %{{.*}}: tensor<i32>) -> tensor<4x2xf32>
// CHECK-NEXT: stablehlo.transpose
// CHECK-NEXT: return
func.func @main(%a: tensor<?x4xf32>, %b: tensor<i32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ok = stablehlo.compare GE, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, error_message = "there are {0} rows, {1} of them", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
