// Ops of VHLO are rows of a table: generic form, and the attributes of the row, all of them.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @text(%a: !vhlo.type<tensor<4xf32>>) {
  // expected-error @+1 {{ops of VHLO are written in generic form}}
  %0 = vhlo.abs_v1 %a : !vhlo.type<tensor<4xf32>>
  return
}

// -----

func.func @missing(%a: !vhlo.type<tensor<2x3xf32>>) {
  // expected-error @+1 {{has no attribute 'permutation'}}
  %0 = "vhlo.transpose_v1"(%a) : (!vhlo.type<tensor<2x3xf32>>) -> !vhlo.type<tensor<3x2xf32>>
  return
}

// -----

func.func @unversioned(%a: !vhlo.type<tensor<2x3xf32>>) {
  // expected-error @+1 {{has an attribute 'permutation' without a version}}
  %0 = "vhlo.transpose_v1"(%a) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (!vhlo.type<tensor<2x3xf32>>) -> !vhlo.type<tensor<3x2xf32>>
  return
}
