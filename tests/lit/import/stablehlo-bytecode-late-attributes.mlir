// Ops that got an attribute after files of theirs were written: such files are
// read, and what does not use the attribute is written as there (see
// Inputs/README.md).

// RUN: ingot-opt %S/Inputs/late-attributes.mlirbc -o %t.theirs.mlir
// RUN: FileCheck %s --check-prefix=OLD < %t.theirs.mlir
// RUN: ingot-opt %S/Inputs/late-attributes.mlirbc --strip-debuginfo -emit-bytecode -o %t.mlirbc
// RUN: cmp %t.mlirbc %S/Inputs/late-attributes-read-by-theirs.mlirbc
// RUN: ingot-opt %s -emit-bytecode | ingot-opt | FileCheck %s --check-prefix=NEW

// OLD-LABEL: func.func @calls
// OLD:         stablehlo.custom_call @Sharding(%{{.*}}) {mhlo.sharding = "{replicated}"}
// OLD:         stablehlo.custom_call @other(%{{.*}}) {api_version = 2 : i32, backend_config = "options", has_side_effect = true}
// OLD:         stablehlo.custom_call @typed(%{{.*}}) {api_version = 4 : i32, backend_config = {count = 2 : i64}, called_computations = [@calls], operand_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<{{.*}}>], result_layouts = [dense<0> : tensor<1xindex>]}
// OLD-LABEL: func.func @broadcast
// OLD:         "stablehlo.collective_broadcast"(%{{.*}}) <{replica_groups = dense<0> : tensor<1x1xi64>}>
// OLD:         "stablehlo.collective_broadcast"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>}>
// OLD-LABEL: func.func @top
// OLD:         chlo.top_k(%{{.*}}, k = 3)

// NEW-LABEL: func.func @late
// NEW:         stablehlo.custom_call @tiled(%{{.*}}) {result_tilings = {{\[\[}}dense<2> : tensor<1xindex>]]}
// NEW:         "stablehlo.collective_broadcast"(%{{.*}}, %{{.*}}) <{has_dynamic_root, replica_groups = dense<0> : tensor<1x1xi64>}>
// NEW:         chlo.top_k(%{{.*}}, k = 3, is_stable = true)
func.func @late(%a: tensor<5xf32>, %root: tensor<1xi32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0 = stablehlo.custom_call @tiled(%a) {result_tilings = [[dense<2> : tensor<1xindex>]]} : (tensor<5xf32>) -> tensor<5xf32>
  %1 = "stablehlo.collective_broadcast"(%0, %root) <{has_dynamic_root, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<5xf32>, tensor<1xi32>) -> tensor<5xf32>
  %2:2 = chlo.top_k(%1, k = 3, is_stable = true) : tensor<5xf32> -> (tensor<3xf32>, tensor<3xi32>)
  return %2#0, %2#1 : tensor<3xf32>, tensor<3xi32>
}
