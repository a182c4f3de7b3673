// Attributes that are newer than the tools Inputs/ was made with.

// RUN: ingot-opt %s -emit-bytecode -o %t.mlirbc
// RUN: ingot-opt %t.mlirbc | FileCheck %s

// CHECK-DAG: x.groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)4>]>
// CHECK-DAG: x.mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>
// CHECK-DAG: x.plain = #stablehlo.mesh<axes=[<name = "x", size = 2>]>
module attributes {
  x.groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)4>]>,
  x.mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>,
  x.plain = #stablehlo.mesh<axes=[<name = "x", size = 2>]>
} {}
