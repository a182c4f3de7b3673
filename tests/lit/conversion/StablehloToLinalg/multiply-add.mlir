// Sums of products of every kind of element.
// RUN: ingot-opt %s --convert-stablehlo-to-linalg --mlir-print-local-scope | FileCheck %s

// Signed bytes are extended with their sign, unsigned ones with zeros.
// CHECK-LABEL: func.func @bytes(
// CHECK:         %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<2x4xi32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[C0_I32]] : i32) outs(%[[V0]] : tensor<2x4xi32>) -> tensor<2x4xi32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xi8>, tensor<4x3xi8>) outs(%[[V1]] : tensor<2x4xi32>) {
// CHECK:         ^bb0(%[[IN:.*]]: i8, %[[IN_1:.*]]: i8, %[[OUT:.*]]: i32):
// CHECK:           %[[V3:.*]] = arith.extsi %[[IN]] : i8 to i32
// CHECK:           %[[V4:.*]] = arith.extsi %[[IN_1]] : i8 to i32
// CHECK:           %[[V5:.*]] = arith.muli %[[V3]], %[[V4]] : i32
// CHECK:           %[[V6:.*]] = arith.addi %[[OUT]], %[[V5]] : i32
// CHECK:           linalg.yield %[[V6]] : i32
// CHECK:         } -> tensor<2x4xi32>
// CHECK:         return %[[V2]] : tensor<2x4xi32>
func.func @bytes(%a: tensor<2x3xi8>, %b: tensor<4x3xi8>) -> tensor<2x4xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xi8>, tensor<4x3xi8>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// CHECK-LABEL: func.func @unsigned(
// CHECK:         %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<2x4xi32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[C0_I32]] : i32) outs(%[[V0]] : tensor<2x4xi32>) -> tensor<2x4xi32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xi8>, tensor<4x3xi8>) outs(%[[V1]] : tensor<2x4xi32>) {
// CHECK:         ^bb0(%[[IN:.*]]: i8, %[[IN_1:.*]]: i8, %[[OUT:.*]]: i32):
// CHECK:           %[[V3:.*]] = arith.extui %[[IN]] : i8 to i32
// CHECK:           %[[V4:.*]] = arith.extui %[[IN_1]] : i8 to i32
// CHECK:           %[[V5:.*]] = arith.muli %[[V3]], %[[V4]] : i32
// CHECK:           %[[V6:.*]] = arith.addi %[[OUT]], %[[V5]] : i32
// CHECK:           linalg.yield %[[V6]] : i32
// CHECK:         } -> tensor<2x4xi32>
// CHECK:         return %[[V2]] : tensor<2x4xi32>
func.func @unsigned(%a: tensor<2x3xui8>, %b: tensor<4x3xui8>) -> tensor<2x4xui32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xui8>, tensor<4x3xui8>) -> tensor<2x4xui32>
  return %0 : tensor<2x4xui32>
}

// CHECK-LABEL: func.func @mixed_signs(
// CHECK:         %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<2x4xi32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[C0_I32]] : i32) outs(%[[V0]] : tensor<2x4xi32>) -> tensor<2x4xi32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xi8>, tensor<4x3xi8>) outs(%[[V1]] : tensor<2x4xi32>) {
// CHECK:         ^bb0(%[[IN:.*]]: i8, %[[IN_1:.*]]: i8, %[[OUT:.*]]: i32):
// CHECK:           %[[V3:.*]] = arith.extui %[[IN]] : i8 to i32
// CHECK:           %[[V4:.*]] = arith.extsi %[[IN_1]] : i8 to i32
// CHECK:           %[[V5:.*]] = arith.muli %[[V3]], %[[V4]] : i32
// CHECK:           %[[V6:.*]] = arith.addi %[[OUT]], %[[V5]] : i32
// CHECK:           linalg.yield %[[V6]] : i32
// CHECK:         } -> tensor<2x4xi32>
// CHECK:         return %[[V2]] : tensor<2x4xi32>
func.func @mixed_signs(%a: tensor<2x3xui8>, %b: tensor<4x3xi8>) -> tensor<2x4xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xui8>, tensor<4x3xi8>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// Sums of 16 bits are made in f32 and rounded once.
// CHECK-LABEL: func.func @halves(
// CHECK:         %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[V0]] : tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xf16>, tensor<4x3xf16>) outs(%[[V1]] : tensor<2x4xf32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f16, %[[IN_1:.*]]: f16, %[[OUT:.*]]: f32):
// CHECK:           %[[V3:.*]] = arith.extf %[[IN]] : f16 to f32
// CHECK:           %[[V4:.*]] = arith.extf %[[IN_1]] : f16 to f32
// CHECK:           %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// CHECK:           %[[V6:.*]] = arith.addf %[[OUT]], %[[V5]] : f32
// CHECK:           linalg.yield %[[V6]] : f32
// CHECK:         } -> tensor<2x4xf32>
// CHECK:         %[[V7:.*]] = tensor.empty() : tensor<2x4xf16>
// CHECK:         %[[V8:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[V2]] : tensor<2x4xf32>) outs(%[[V7]] : tensor<2x4xf16>) {
// CHECK:         ^bb0(%[[IN_2:.*]]: f32, %[[OUT_1:.*]]: f16):
// CHECK:           %[[V9:.*]] = arith.truncf %[[IN_2]] : f32 to f16
// CHECK:           linalg.yield %[[V9]] : f16
// CHECK:         } -> tensor<2x4xf16>
// CHECK:         return %[[V8]] : tensor<2x4xf16>
func.func @halves(%a: tensor<2x3xf16>, %b: tensor<4x3xf16>) -> tensor<2x4xf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xf16>, tensor<4x3xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// CHECK-LABEL: func.func @to_single(
// CHECK:         %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[V0]] : tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xbf16>, tensor<4x3xbf16>) outs(%[[V1]] : tensor<2x4xf32>) {
// CHECK:         ^bb0(%[[IN:.*]]: bf16, %[[IN_1:.*]]: bf16, %[[OUT:.*]]: f32):
// CHECK:           %[[V3:.*]] = arith.extf %[[IN]] : bf16 to f32
// CHECK:           %[[V4:.*]] = arith.extf %[[IN_1]] : bf16 to f32
// CHECK:           %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// CHECK:           %[[V6:.*]] = arith.addf %[[OUT]], %[[V5]] : f32
// CHECK:           linalg.yield %[[V6]] : f32
// CHECK:         } -> tensor<2x4xf32>
// CHECK:         return %[[V2]] : tensor<2x4xf32>
func.func @to_single(%a: tensor<2x3xbf16>, %b: tensor<4x3xbf16>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xbf16>, tensor<4x3xbf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// A product is "and", a sum "or".
// CHECK-LABEL: func.func @booleans(
// CHECK:         %[[FALSE:.*]] = arith.constant false
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<2x4xi1>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[FALSE]] : i1) outs(%[[V0]] : tensor<2x4xi1>) -> tensor<2x4xi1>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xi1>, tensor<4x3xi1>) outs(%[[V1]] : tensor<2x4xi1>) {
// CHECK:         ^bb0(%[[IN:.*]]: i1, %[[IN_1:.*]]: i1, %[[OUT:.*]]: i1):
// CHECK:           %[[V3:.*]] = arith.andi %[[IN]], %[[IN_1]] : i1
// CHECK:           %[[V4:.*]] = arith.ori %[[OUT]], %[[V3]] : i1
// CHECK:           linalg.yield %[[V4]] : i1
// CHECK:         } -> tensor<2x4xi1>
// CHECK:         return %[[V2]] : tensor<2x4xi1>
func.func @booleans(%a: tensor<2x3xi1>, %b: tensor<4x3xi1>) -> tensor<2x4xi1> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xi1>, tensor<4x3xi1>) -> tensor<2x4xi1>
  return %0 : tensor<2x4xi1>
}

// CHECK-LABEL: func.func @complex(
// CHECK:         %[[CST:.*]] = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<2x4xcomplex<f32>>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[CST]] : complex<f32>) outs(%[[V0]] : tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xcomplex<f32>>, tensor<4x3xcomplex<f32>>) outs(%[[V1]] : tensor<2x4xcomplex<f32>>) {
// CHECK:         ^bb0(%[[IN:.*]]: complex<f32>, %[[IN_1:.*]]: complex<f32>, %[[OUT:.*]]: complex<f32>):
// CHECK:           %[[V3:.*]] = complex.mul %[[IN]], %[[IN_1]] : complex<f32>
// CHECK:           %[[V4:.*]] = complex.add %[[OUT]], %[[V3]] : complex<f32>
// CHECK:           linalg.yield %[[V4]] : complex<f32>
// CHECK:         } -> tensor<2x4xcomplex<f32>>
// CHECK:         return %[[V2]] : tensor<2x4xcomplex<f32>>
func.func @complex(%a: tensor<2x3xcomplex<f32>>, %b: tensor<4x3xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xcomplex<f32>>, tensor<4x3xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return %0 : tensor<2x4xcomplex<f32>>
}
