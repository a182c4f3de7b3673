// RUN: ingot-opt %s --ingot-refine-shapes | FileCheck %s

// Numbers are computed as at run time: they wrap around, divide towards zero,
// and unsigned ones are compared so.
// CHECK-LABEL: func.func @arithmetic(
// CHECK-DAG:     %[[WRAP:.*]] = stablehlo.constant dense<-126> : tensor<i8>
// CHECK-DAG:     %[[DIV:.*]] = stablehlo.constant dense<-3> : tensor<i8>
// CHECK-DAG:     %[[REM:.*]] = stablehlo.constant dense<-1> : tensor<i8>
// CHECK-DAG:     %[[ZERO:.*]] = stablehlo.divide
// CHECK-DAG:     %[[LESS:.*]] = stablehlo.constant dense<false> : tensor<i1>
// CHECK-DAG:     %[[LIST:.*]] = stablehlo.constant dense<[7, 2, 2]> : tensor<3xi32>
// CHECK-DAG:     %[[PART:.*]] = stablehlo.constant dense<[7, 2]> : tensor<2xi32>
// CHECK-DAG:     %[[PRODUCT:.*]] = stablehlo.constant dense<28> : tensor<i32>
// CHECK-DAG:     %[[SHIFT:.*]] = stablehlo.constant dense<63> : tensor<i8>
// CHECK-DAG:     %[[CHOSEN:.*]] = stablehlo.constant dense<3> : tensor<i8>
// CHECK:         return %[[WRAP]], %[[DIV]], %[[REM]], %[[ZERO]], %[[LESS]], %[[LIST]], %[[PART]], %[[PRODUCT]], %[[SHIFT]], %[[CHOSEN]]
func.func @arithmetic(%a: tensor<7xf32>) -> (tensor<i8>, tensor<i8>, tensor<i8>, tensor<i8>, tensor<i1>, tensor<3xi32>, tensor<2xi32>, tensor<i32>, tensor<i8>, tensor<i8>) {
  %127 = stablehlo.constant dense<127> : tensor<i8>
  %3 = stablehlo.constant dense<3> : tensor<i8>
  %m7 = stablehlo.constant dense<-7> : tensor<i8>
  %2 = stablehlo.constant dense<2> : tensor<i8>
  %0 = stablehlo.constant dense<0> : tensor<i8>
  %u255 = stablehlo.constant dense<255> : tensor<ui8>
  %u1 = stablehlo.constant dense<1> : tensor<ui8>
  %wrap = stablehlo.add %127, %3 : tensor<i8>
  %div = stablehlo.divide %m7, %2 : tensor<i8>
  %rem = stablehlo.remainder %m7, %2 : tensor<i8>
  %zero = stablehlo.divide %m7, %0 : tensor<i8>
  %less = stablehlo.compare LT, %u255, %u1, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<7xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %w = stablehlo.convert %2 : (tensor<i8>) -> tensor<i32>
  %w2 = stablehlo.broadcast_in_dim %w, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %list = stablehlo.concatenate %n1, %w2, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %part = stablehlo.slice %list [0:2] : (tensor<3xi32>) -> tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %product = stablehlo.reduce(%list init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
  %one8 = stablehlo.constant dense<1> : tensor<i8>
  %shift = stablehlo.shift_right_logical %127, %one8 : tensor<i8>
  %chosen = stablehlo.select %less, %127, %3 : tensor<i1>, tensor<i8>
  return %wrap, %div, %rem, %zero, %less, %list, %part, %product, %shift, %chosen : tensor<i8>, tensor<i8>, tensor<i8>, tensor<i8>, tensor<i1>, tensor<3xi32>, tensor<2xi32>, tensor<i32>, tensor<i8>, tensor<i8>
}
