// The one form of operators that are made of schemas.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -emit-bytecode | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -mlir-print-op-generic | ingot-opt | FileCheck %s

// CHECK-LABEL: @form
func.func @form(%a: !torch.vtensor<[2,?],f32>, %b: !torch.vtensor<[?],f32>, %i: !torch.int, %no: !torch.bool, %none: !torch.none) {
  // CHECK: torch.aten.add.Tensor %{{.*}}, %{{.*}}, %{{.*}} : !torch.vtensor<[2,?],f32>, !torch.vtensor<[?],f32>, !torch.int -> !torch.vtensor<[2,?],f32>
  %0 = torch.aten.add.Tensor %a, %b, %i : !torch.vtensor<[2,?],f32>, !torch.vtensor<[?],f32>, !torch.int -> !torch.vtensor<[2,?],f32>
  // CHECK: torch.aten.relu %{{.*}} {note = "x"} : !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  %1 = torch.aten.relu %b {note = "x"} : !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  // CHECK: %{{.*}}:2 = torch.aten.sort %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>
  %2, %3 = torch.aten.sort %b, %i, %no : !torch.vtensor<[?],f32>, !torch.int, !torch.bool -> !torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>
  // Read, but written without parentheses.
  // CHECK: torch.aten.sort {{.*}} -> !torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>
  %4, %5 = torch.aten.sort %b, %i, %no : !torch.vtensor<[?],f32>, !torch.int, !torch.bool -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>)
  // CHECK: torch.prim.Uninitialized -> !torch.int
  %6 = torch.prim.Uninitialized -> !torch.int
  // CHECK: torch.aten.sym_constrain_range %{{.*}}, %{{.*}}, %{{.*}} : !torch.int, !torch.none, !torch.none{{$}}
  torch.aten.sym_constrain_range %i, %none, %none : !torch.int, !torch.none, !torch.none
  return
}

// CHECK-LABEL: @types_of_arguments
func.func @types_of_arguments(%a: !torch.vtensor<[2],f32>, %some: !torch.optional<int>, %ints: !torch.list<int>, %f: !torch.float, %none: !torch.none, %yes: !torch.bool, %lists: !torch.list<optional<vtensor>>, %l: !torch.list<vtensor>) {
  // A scalar is an int, a float or a bool.
  // CHECK: torch.aten.mul.Scalar
  %0 = torch.aten.mul.Scalar %a, %f : !torch.vtensor<[2],f32>, !torch.float -> !torch.vtensor<[2],f32>
  // CHECK: torch.aten.mul.Scalar
  %1 = torch.aten.mul.Scalar %a, %yes : !torch.vtensor<[2],f32>, !torch.bool -> !torch.vtensor<[2],f32>
  // An optional takes a value, None, or what may be either.
  // CHECK: torch.aten.sum.dim_IntList
  %2 = torch.aten.sum.dim_IntList %a, %ints, %yes, %some : !torch.vtensor<[2],f32>, !torch.list<int>, !torch.bool, !torch.optional<int> -> !torch.vtensor<[],f32>
  // CHECK: torch.aten.sum.dim_IntList
  %3 = torch.aten.sum.dim_IntList %a, %none, %yes, %none : !torch.vtensor<[2],f32>, !torch.none, !torch.bool, !torch.none -> !torch.vtensor<[],f32>
  // CHECK: torch.aten.index.Tensor
  %4 = torch.aten.index.Tensor %a, %lists : !torch.vtensor<[2],f32>, !torch.list<optional<vtensor>> -> !torch.vtensor
  // CHECK: torch.aten.index.Tensor
  %5 = torch.aten.index.Tensor %a, %l : !torch.vtensor<[2],f32>, !torch.list<vtensor> -> !torch.vtensor
  return
}
