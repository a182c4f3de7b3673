// What torch-mlir leaves of adaptive pooling where the sizes do not divide.
// RUN: ingot-opt %s -ingot-restore-adaptive-pools | FileCheck %s

// CHECK-LABEL: func.func @asserted(
// CHECK-NOT:     torch.runtime.assert
// CHECK:         %[[N:.*]] = torch.constant.int 7
// CHECK:         %[[SIZE:.*]] = torch.prim.ListConstruct %[[N]], %{{.*}} :
// CHECK:         torch.aten.adaptive_avg_pool2d %arg0, %[[SIZE]] : !torch.vtensor<[?,512,2,2],f32>, !torch.list<int> -> !torch.vtensor<[?,512,7,7],f32>
func.func @asserted(%a: !torch.vtensor<[?,512,2,2],f32>) -> !torch.vtensor<[?,512,7,7],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %none = torch.constant.none
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  torch.runtime.assert %false, "unimplemented: only support cases with fixed stride size."
  torch.runtime.assert %false, "unimplemented: only support cases with fixed kernel size."
  %kernel = torch.prim.ListConstruct %one, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %zero, %zero : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.avg_pool2d %a, %kernel, %zeros, %zeros, %false, %true, %none : !torch.vtensor<[?,512,2,2],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[?,512,7,7],f32>
  return %0 : !torch.vtensor<[?,512,7,7],f32>
}

// Only the type tells.
// CHECK-LABEL: func.func @contradicted(
// CHECK:         torch.aten.adaptive_max_pool1d {{.*}} -> !torch.vtensor<[1,512,7],f32>, !torch.vtensor<[1,512,7],si64>
func.func @contradicted(%a: !torch.vtensor<[1,512,10],f32>) -> !torch.vtensor<[1,512,7],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %false = torch.constant.bool false
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %ones, %ones, %zeros, %ones, %false : !torch.vtensor<[1,512,10],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,512,7],f32>
  return %0 : !torch.vtensor<[1,512,7],f32>
}

// Windows of one element are right for one size, for which both are the same.
// CHECK-LABEL: func.func @of_any_size(
// CHECK:         torch.aten.adaptive_avg_pool1d {{.*}} -> !torch.vtensor<[?,7],f32>
func.func @of_any_size(%a: !torch.vtensor<[?,?],f32>) -> !torch.vtensor<[?,7],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.avg_pool1d %a, %ones, %ones, %zeros, %false, %true : !torch.vtensor<[?,?],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool -> !torch.vtensor<[?,7],f32>
  return %0 : !torch.vtensor<[?,7],f32>
}

// Pools that are what they say, and assertions of others.
// CHECK-LABEL: func.func @plain(
// CHECK:         torch.runtime.assert
// CHECK:         torch.aten.max_pool1d
func.func @plain(%a: !torch.vtensor<[1,512,10],f32>) -> !torch.vtensor<[1,512,5],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %false = torch.constant.bool false
  torch.runtime.assert %false, "never"
  %twos = torch.prim.ListConstruct %two : (!torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %twos, %twos, %zeros, %ones, %false : !torch.vtensor<[1,512,10],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,512,5],f32>
  return %0 : !torch.vtensor<[1,512,5],f32>
}

// An empty step is the window's size.
// CHECK-LABEL: func.func @default_stride(
// CHECK:         torch.aten.max_pool1d
func.func @default_stride(%a: !torch.vtensor<[1,512,?],f32>) -> !torch.vtensor<[1,512,?],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %false = torch.constant.bool false
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %none = torch.prim.ListConstruct : () -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %ones, %none, %zeros, %ones, %false : !torch.vtensor<[1,512,?],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,512,?],f32>
  return %0 : !torch.vtensor<[1,512,?],f32>
}
