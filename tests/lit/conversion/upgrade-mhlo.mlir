// RUN: ingot-opt %s --ingot-upgrade-mhlo -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @ops
func.func @ops(%a: tensor<2x3xf32> {mhlo.sharding = "{replicated}"}, %b: tensor<3x2xf32>) -> tensor<2xi1> {
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST]
  %0 = "mhlo.dot_general"(%a, %b) {dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGHEST>]} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  // Lists were tensors; attributes that the op does not define stay.
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] {mhlo.sharding = "x"}
  %1 = "mhlo.transpose"(%0) {permutation = dense<[1, 0]> : tensor<2xi64>, mhlo.sharding = "x"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = "mhlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0]
  %3 = "mhlo.reduce"(%1, %2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%5) : (tensor<f32>) -> ()
  }) {dimensions = dense<0> : tensor<1xi64>} : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK: stablehlo.compare LT
  %4 = "mhlo.compare"(%3, %3) <{comparison_direction = #mhlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: chlo.erf %{{.*}} : tensor<2xf32> -> tensor<2xf32>
  %e = "mhlo.erf"(%3) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.create_token : !stablehlo.token
  %t = "mhlo.create_token"() : () -> !mhlo.token
  return %4 : tensor<2xi1>
}

// -----

func.func @unknown(%a: tensor<2xf32>) {
  // expected-error@+1 {{'mhlo.fusion' op has no counterpart in StableHLO}}
  %0 = "mhlo.fusion"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'mhlo.bitcast' op has no counterpart in StableHLO}}
  %1 = "mhlo.bitcast"(%a) : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @wrong_attribute(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'mhlo.transpose' op}}
  %0 = "mhlo.transpose"(%a) {permutation = "x"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
