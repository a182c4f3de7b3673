// RUN: ingot-opt %s --convert-torch-to-tosa --convert-torch-to-tosa-custom=ops-to-convert=aten.layer_norm,aten.relu --canonicalize | FileCheck %s

// A legal op that has a conversion uses it, one without is a custom op; nothing
// of torch is left between them.
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xf32>) -> tensor<2x3xf32> {
// CHECK-NOT:   torch
// CHECK-DAG:   %[[SHAPE:.*]] = "tosa.const"() <{values = dense<3> : tensor<1xi64>}>
// CHECK:       %[[N:.*]] = tosa.custom %[[X]], %[[SHAPE]], %{{.*}}, %{{.*}} {domain_name = "torch"
// CHECK-SAME:  -> tensor<2x3xf32>
// CHECK-NOT:   tosa.custom
// CHECK-NOT:   torch
// CHECK:       %[[R:.*]] = tosa.{{(clamp|maximum)}} %[[N]]
// CHECK:       return %[[R]]
func.func @mixed(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %none = torch.constant.none
  %three = torch.constant.int 3
  %eps = torch.constant.float 1.000000e-05
  %true = torch.constant.bool true
  %shape = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.layer_norm %x, %shape, %none, %none, %eps, %true : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.none, !torch.none, !torch.float, !torch.bool -> !torch.vtensor<[2,3],f32>
  %1 = torch.aten.relu %0 : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %1 : !torch.vtensor<[2,3],f32>
}
