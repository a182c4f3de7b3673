// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @full(
// CHECK:         stablehlo.constant dense<3.000000e+00> : tensor<2x3xf32>
func.func @full() -> !torch.vtensor<[2,3],f32> {
  %two = torch.constant.int 2
  %three = torch.constant.int 3
  %none = torch.constant.none
  %sizes = torch.prim.ListConstruct %two, %three : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.full %sizes, %three, %none, %none, %none, %none : !torch.list<int>, !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @zeros_like(
// CHECK:         stablehlo.dynamic_broadcast_in_dim %{{.*}}, %{{.*}}, dims = [] {{.*}} -> tensor<?x3xi1>
func.func @zeros_like(%a: !torch.vtensor<[?,3],i1>) -> !torch.vtensor<[?,3],i1> {
  %none = torch.constant.none
  %0 = torch.aten.zeros_like %a, %none, %none, %none, %none, %none : !torch.vtensor<[?,3],i1>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?,3],i1>
  return %0 : !torch.vtensor<[?,3],i1>
}

// CHECK-LABEL: func.func @arange(
// CHECK:         %[[I:.*]] = stablehlo.iota dim = 0 : tensor<4xi64>
// CHECK:         %[[M:.*]] = stablehlo.multiply %[[I]]
// CHECK:         stablehlo.add %[[M]]
func.func @arange() -> !torch.vtensor<[4],si64> {
  %start = torch.constant.int 10
  %end = torch.constant.int -1
  %step = torch.constant.int -3
  %none = torch.constant.none
  %0 = torch.aten.arange.start_step %start, %end, %step, %none, %none, %none, %none : !torch.int, !torch.int, !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @arange_dynamic(
// CHECK:         stablehlo.dynamic_iota
func.func @arange_dynamic(%end: !torch.int) -> !torch.vtensor<[?],si64> {
  %none = torch.constant.none
  %0 = torch.aten.arange %end, %none, %none, %none, %none : !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @tril(
// CHECK:         %[[MASK:.*]] = stablehlo.compare LE
// CHECK:         %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[MASK]], dims = [1, 2]
// CHECK:         stablehlo.select %[[SPREAD]]
func.func @tril(%a: !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[2,3,3],f32> {
  %zero = torch.constant.int 0
  %0 = torch.aten.tril %a, %zero : !torch.vtensor<[2,3,3],f32>, !torch.int -> !torch.vtensor<[2,3,3],f32>
  return %0 : !torch.vtensor<[2,3,3],f32>
}

// CHECK-LABEL: func.func @unknown_bounds(
// CHECK:         torch.aten.arange {{.*}}ingot.unconverted = "the bounds are floats that are not known"
func.func @unknown_bounds(%end: !torch.float) -> !torch.vtensor<[?],f32> {
  %none = torch.constant.none
  %0 = torch.aten.arange %end, %none, %none, %none, %none : !torch.float, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @tensor_of_list(
// CHECK:         stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
func.func @tensor_of_list(%n: !torch.int) -> !torch.vtensor<[2],si64> {
  %one = torch.constant.int 1
  %none = torch.constant.none
  %false = torch.constant.bool false
  %list = torch.prim.ListConstruct %n, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.tensor %list, %none, %none, %false : !torch.list<int>, !torch.none, !torch.none, !torch.bool -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}
