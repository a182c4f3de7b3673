// Programs with state and objects are read, and refused with what to do.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -emit-bytecode | ingot-opt | FileCheck %s
// RUN: not ingot-opt %s -ingot-check-torch-state 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not ingot-opt %s -ingot-phase-import 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: :[[#@LINE+3]]:1: error: 'torch.global_slot' op belongs to a TorchScript program that keeps state or objects, which cannot be compiled; export the model with torch.export and import that with torch-mlir's FX importer
// REFUSED-NOT: error:
// CHECK: torch.global_slot "private" @slot : !torch.int
torch.global_slot "private" @slot : !torch.int
// CHECK: torch.global_slot @other : !torch.tensor
torch.global_slot @other : !torch.tensor
// CHECK: torch.global_slot.module_initializer {
torch.global_slot.module_initializer {
  %0 = torch.constant.int 1
  %1 = torch.tensor.literal(dense<0.0> : tensor<f32>) : !torch.tensor
  // CHECK: torch.initialize.global_slots [
  // CHECK-NEXT: @slot(%{{.*}} : !torch.int)
  // CHECK-NEXT: @other(%{{.*}} : !torch.tensor)
  // CHECK-NEXT: ]
  torch.initialize.global_slots [
    @slot(%0 : !torch.int)
    @other(%1 : !torch.tensor)
  ]
}
// CHECK: torch.class_type @c {
// CHECK-NEXT: torch.attr private "i" : !torch.int
// CHECK-NEXT: torch.method "f", @f
torch.class_type @c {
  torch.attr private "i" : !torch.int
  torch.method "f", @f
}
// CHECK: torch.nn_module {
// CHECK-NEXT: torch.slot "i", %{{.*}} : !torch.int
// CHECK-NEXT: } : !torch.nn.Module<"c">
%one = torch.constant.int 1
%object = torch.nn_module {
  torch.slot "i", %one : !torch.int
} : !torch.nn.Module<"c">

// CHECK-LABEL: func.func private @f
func.func private @f(%a: !torch.nn.Module<"c">) {
  // CHECK: torch.global_slot.get @slot : !torch.int
  %0 = torch.global_slot.get @slot : !torch.int
  // CHECK: torch.global_slot.set @slot = %{{.*}} : !torch.int
  torch.global_slot.set @slot = %0 : !torch.int
  // CHECK: torch.prim.GetAttr %{{.*}}["i"] : !torch.nn.Module<"c"> -> !torch.int
  %1 = torch.prim.GetAttr %a["i"] : !torch.nn.Module<"c"> -> !torch.int
  // CHECK: torch.prim.SetAttr %{{.*}}["i"] = %{{.*}} : !torch.nn.Module<"c">, !torch.int
  torch.prim.SetAttr %a["i"] = %1 : !torch.nn.Module<"c">, !torch.int
  // CHECK: torch.prim.CallMethod %{{.*}}["g"] (%{{.*}}) : !torch.nn.Module<"c">, (!torch.int) -> !torch.int
  %2 = torch.prim.CallMethod %a["g"] (%1) : !torch.nn.Module<"c">, (!torch.int) -> !torch.int
  // CHECK: torch.prim.CreateObject !torch.nn.Module<"c">
  %3 = torch.prim.CreateObject !torch.nn.Module<"c">
  // CHECK: torch.prim.Store "x", %{{.*}} : !torch.int
  torch.prim.Store "x", %2 : !torch.int
  // CHECK: torch.prim.Load "x" : !torch.int
  %4 = torch.prim.Load "x" : !torch.int
  // CHECK: torch.prim.Enter %{{.*}} : !torch.int
  %5 = torch.prim.Enter %4 : !torch.int
  // CHECK: torch.prim.Exit %{{.*}} : !torch.none -> !torch.tensor
  %6 = torch.prim.Exit %5 : !torch.none -> !torch.tensor
  return
}
