// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Branches, loops, tuples and calls.

// CHECK-LABEL: func.func @branches(
// CHECK:   %{{.*}} = "stablehlo.if"(%{{.*}}) ({
// CHECK:     stablehlo.return %{{.*}} : tensor<4xf32>
// CHECK:   }, {
// CHECK:     %{{.*}} = stablehlo.negate %{{.*}} : tensor<4xf32>
// CHECK:     stablehlo.return %{{.*}} : tensor<4xf32>
// CHECK:   }) : (tensor<i1>) -> tensor<4xf32>
// CHECK:   %{{.*}}:2 = "stablehlo.case"(%{{.*}}) ({
// CHECK:     stablehlo.return %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i1>
// CHECK:   }, {
// CHECK:     stablehlo.return %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i1>
// CHECK:   }) : (tensor<i32>) -> (tensor<4xf32>, tensor<i1>)
func.func @branches(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<4xf32>) {
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg2 : tensor<4xf32>
  }, {
    %2 = stablehlo.negate %arg2 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %1:2 = "stablehlo.case"(%arg1) ({
    stablehlo.return %arg2, %arg0 : tensor<4xf32>, tensor<i1>
  }, {
    stablehlo.return %0, %arg0 : tensor<4xf32>, tensor<i1>
  }) : (tensor<i32>) -> (tensor<4xf32>, tensor<i1>)
  return
}

// CHECK-LABEL: func.func @loops(
// CHECK:   %{{.*}}:2 = stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<4xf32>, tensor<i1>
// CHECK:   cond {
// CHECK:     stablehlo.return %{{.*}} : tensor<i1>
// CHECK:   } do {
// CHECK:     %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK:     stablehlo.return %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i1>
// CHECK:   stablehlo.while()
// CHECK:   cond {
// CHECK:     stablehlo.return %{{.*}} : tensor<i1>
// CHECK:   } do {
// CHECK:     stablehlo.return
func.func @loops(%arg0: tensor<i1>, %arg1: tensor<4xf32>) {
  %0:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0) : tensor<4xf32>, tensor<i1>
  cond {
    stablehlo.return %iterArg_0 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg, %iterArg : tensor<4xf32>
    stablehlo.return %1, %iterArg_0 : tensor<4xf32>, tensor<i1>
  }
  stablehlo.while()
  cond {
    stablehlo.return %arg0 : tensor<i1>
  } do {
    stablehlo.return 
  }
  return
}

// CHECK-LABEL: func.func @values(
// CHECK:   %{{.*}}:2 = stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<2xi1>
// CHECK:   %{{.*}} = stablehlo.create_token : !stablehlo.token
// CHECK:   %{{.*}} = stablehlo.after_all %{{.*}}, %{{.*}} : !stablehlo.token
// CHECK:   %{{.*}} = stablehlo.tuple %{{.*}}, %{{.*}} : tuple<tensor<4xf32>, tensor<2xi1>>
// CHECK:   %{{.*}} = stablehlo.get_tuple_element %{{.*}}[1] : (tuple<tensor<4xf32>, tensor<2xi1>>) -> tensor<2xi1>
func.func @values(%arg0: tensor<4xf32>, %arg1: tensor<2xi1>) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<4xf32>, tensor<2xi1>
  %1 = stablehlo.create_token : !stablehlo.token
  %2 = stablehlo.after_all %1, %1 : !stablehlo.token
  %3 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<4xf32>, tensor<2xi1>>
  %4 = stablehlo.get_tuple_element %3[1] : (tuple<tensor<4xf32>, tensor<2xi1>>) -> tensor<2xi1>
  return
}

// CHECK: func.func private @twice(tensor<4xf32>) -> tensor<4xf32>
func.func private @twice(tensor<4xf32>) -> tensor<4xf32>

// CHECK-LABEL: func.func @calls(
// CHECK:   %{{.*}} = stablehlo.composite "my.twice" %{{.*}} {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.custom_call @foo(%{{.*}}) {backend_config = "x", has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:   %{{.*}} = stablehlo.custom_call @"a name"(%{{.*}}) {api_version = 4 : i32, backend_config = {n = 1 : i64}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @calls(%arg0: tensor<4xf32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.composite "my.twice" %arg0 {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @foo(%arg0) {backend_config = "x", has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @"a name"(%arg1) {api_version = 4 : i32, backend_config = {n = 1 : i64}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
