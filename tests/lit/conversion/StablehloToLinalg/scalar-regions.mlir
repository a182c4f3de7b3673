// Regions on tensors without dimensions, as ops on their elements.
// RUN: ingot-opt %s --convert-stablehlo-to-linalg --mlir-print-local-scope | FileCheck %s

// Constants are splats; each op becomes one on scalars.
// CHECK-LABEL: func.func @constants(
// CHECK:         %[[E:.*]] = tensor.extract %arg1[] : tensor<f32>
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<f32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[E]] : f32) outs(%[[V0]] : tensor<f32>) -> tensor<f32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%arg0 : tensor<4xf32>) outs(%[[V1]] : tensor<f32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[CST:.*]] = arith.constant 2.000000e+00 : f32
// CHECK:           %[[V3:.*]] = arith.mulf %[[IN]], %[[CST]] : f32
// CHECK:           %[[V4:.*]] = arith.maximumf %[[OUT]], %[[V3]] : f32
// CHECK:           linalg.yield %[[V4]] : f32
// CHECK:         } -> tensor<f32>
// CHECK:         return %[[V2]] : tensor<f32>
func.func @constants(%a: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %1 = stablehlo.multiply %y, %c : tensor<f32>
    %2 = stablehlo.maximum %x, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// A tensor from outside is read where it is used.
// CHECK-LABEL: func.func @captured(
// CHECK:         %[[E:.*]] = tensor.extract %arg1[] : tensor<f32>
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<f32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[E]] : f32) outs(%[[V0]] : tensor<f32>) -> tensor<f32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%arg0 : tensor<4xf32>) outs(%[[V1]] : tensor<f32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[E_1:.*]] = tensor.extract %arg2[] : tensor<f32>
// CHECK:           %[[V3:.*]] = arith.mulf %[[IN]], %[[E_1]] : f32
// CHECK:           %[[V4:.*]] = arith.addf %[[OUT]], %[[V3]] : f32
// CHECK:           linalg.yield %[[V4]] : f32
// CHECK:         } -> tensor<f32>
// CHECK:         return %[[V2]] : tensor<f32>
func.func @captured(%a: tensor<4xf32>, %i: tensor<f32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %1 = stablehlo.multiply %y, %s : tensor<f32>
    %2 = stablehlo.add %x, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// Branches and loops stay such, on scalars.
// CHECK-LABEL: func.func @branch(
// CHECK:         %[[E:.*]] = tensor.extract %arg1[] : tensor<f32>
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<f32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[E]] : f32) outs(%[[V0]] : tensor<f32>) -> tensor<f32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%arg0 : tensor<4xf32>) outs(%[[V1]] : tensor<f32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[V3:.*]] = arith.cmpf olt, %[[OUT]], %[[IN]] : f32
// CHECK:           %[[V4:.*]] = scf.if %[[V3]] -> (f32) {
// CHECK:             scf.yield %[[OUT]] : f32
// CHECK:             %[[V5:.*]] = arith.negf %[[IN]] : f32
// CHECK:             scf.yield %[[V5]] : f32
// CHECK:           linalg.yield %[[V4]] : f32
// CHECK:         } -> tensor<f32>
// CHECK:         return %[[V2]] : tensor<f32>
func.func @branch(%a: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = "stablehlo.if"(%p) ({
      stablehlo.return %x : tensor<f32>
    }, {
      %n = stablehlo.negate %y : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @loop(
// CHECK:         %[[E:.*]] = tensor.extract %arg1[] : tensor<i32>
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<i32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[E]] : i32) outs(%[[V0]] : tensor<i32>) -> tensor<i32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%arg0 : tensor<4xi32>) outs(%[[V1]] : tensor<i32>) {
// CHECK:         ^bb0(%[[IN:.*]]: i32, %[[OUT:.*]]: i32):
// CHECK:           %[[V3:.*]]:2 = scf.while (%[[A:.*]] = %[[OUT]], %[[A_1:.*]] = %[[IN]]) : (i32, i32) -> (i32, i32) {
// CHECK:             %[[V4:.*]] = arith.cmpi slt, %[[A]], %[[A_1]] : i32
// CHECK:             scf.condition(%[[V4]]) %[[A]], %[[A_1]] : i32, i32
// CHECK:           ^bb0(%[[A_2:.*]]: i32, %[[A_3:.*]]: i32):
// CHECK:             %[[V5:.*]] = arith.addi %[[A_2]], %[[A_2]] : i32
// CHECK:             scf.yield %[[V5]], %[[A_3]] : i32, i32
// CHECK:           linalg.yield %[[V3]]#0 : i32
// CHECK:         } -> tensor<i32>
// CHECK:         return %[[V2]] : tensor<i32>
func.func @loop(%a: tensor<4xi32>, %i: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
   reducer(%x: tensor<i32>, %y: tensor<i32>) {
    %1:2 = stablehlo.while(%p = %x, %q = %y) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %d = stablehlo.add %p, %p : tensor<i32>
      stablehlo.return %d, %q : tensor<i32>, tensor<i32>
    }
    stablehlo.return %1#0 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// A function is copied into the body.
// CHECK-LABEL: func.func @call(
// CHECK:         %[[E:.*]] = tensor.extract %arg1[] : tensor<f32>
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<f32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[E]] : f32) outs(%[[V0]] : tensor<f32>) -> tensor<f32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%arg0 : tensor<4xf32>) outs(%[[V1]] : tensor<f32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[V3:.*]] = arith.mulf %[[OUT]], %[[OUT]] : f32
// CHECK:           %[[V4:.*]] = arith.mulf %[[IN]], %[[IN]] : f32
// CHECK:           %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// CHECK:           %[[V6:.*]] = math.sqrt %[[V5]] : f32
// CHECK:           linalg.yield %[[V6]] : f32
// CHECK:         } -> tensor<f32>
// CHECK:         return %[[V2]] : tensor<f32>
func.func @call(%a: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %1 = func.call @hypotenuse(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}
func.func private @hypotenuse(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  %1 = stablehlo.multiply %y, %y : tensor<f32>
  %2 = stablehlo.add %0, %1 : tensor<f32>
  %3 = stablehlo.sqrt %2 : tensor<f32>
  return %3 : tensor<f32>
}
