// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// What is known is computed while compiling.
// CHECK-LABEL: func.func @known(
// CHECK:         %[[R:.*]] = stablehlo.constant dense<-4> : tensor<i64>
// CHECK:         return %[[R]]
func.func @known(%a: !torch.vtensor<[7,2],f32>) -> !torch.int {
  %zero = torch.constant.int 0
  %two = torch.constant.int -2
  %size = torch.aten.size.int %a, %zero : !torch.vtensor<[7,2],f32>, !torch.int -> !torch.int
  %0 = torch.aten.floordiv.int %size, %two : !torch.int, !torch.int -> !torch.int
  return %0 : !torch.int
}

// The rest has the sign of the divisor.
// CHECK-LABEL: func.func @remainder(
// CHECK-SAME:    %[[A:.*]]: tensor<i64>, %[[B:.*]]: tensor<i64>
// CHECK:         stablehlo.divide %[[A]], %[[B]]
// CHECK:         %[[Q:.*]] = stablehlo.select
// CHECK:         %[[P:.*]] = stablehlo.multiply %[[B]], %[[Q]]
// CHECK:         stablehlo.subtract %[[A]], %[[P]]
func.func @remainder(%a: !torch.int, %b: !torch.int) -> !torch.int {
  %0 = torch.aten.remainder.int %a, %b : !torch.int, !torch.int -> !torch.int
  return %0 : !torch.int
}

// CHECK-LABEL: func.func @dynamic_size(
// CHECK-SAME:    %[[A:.*]]: tensor<?x4xf32>
// CHECK:         %[[S:.*]] = stablehlo.get_dimension_size %[[A]], dim = 0
// CHECK:         %[[W:.*]] = stablehlo.convert %[[S]] : (tensor<i32>) -> tensor<i64>
// CHECK:         %[[FOUR:.*]] = stablehlo.constant dense<4> : tensor<i64>
// CHECK:         stablehlo.multiply %[[W]], %[[FOUR]]
func.func @dynamic_size(%a: !torch.vtensor<[?,4],f32>) -> !torch.int {
  %0 = torch.aten.numel %a : !torch.vtensor<[?,4],f32> -> !torch.int
  return %0 : !torch.int
}

// CHECK-LABEL: func.func @mixed(
// CHECK:         stablehlo.compare LT, {{.*}} : (tensor<f64>, tensor<f64>) -> tensor<i1>
func.func @mixed(%a: !torch.int, %b: !torch.float) -> !torch.bool {
  %0 = torch.aten.lt.int_float %a, %b : !torch.int, !torch.float -> !torch.bool
  return %0 : !torch.bool
}

// CHECK-LABEL: func.func @item(
// CHECK:         %[[R:.*]] = stablehlo.reshape %{{.*}} : (tensor<1x1xf32>) -> tensor<f32>
// CHECK:         stablehlo.convert %[[R]] : (tensor<f32>) -> tensor<f64>
func.func @item(%a: !torch.vtensor<[1,1],f32>) -> !torch.float {
  %0 = torch.aten.item %a : !torch.vtensor<[1,1],f32> -> !torch.float
  return %0 : !torch.float
}

// CHECK-LABEL: func.func @unknown_rank(
// CHECK:         torch.aten.size.int {{.*}}ingot.unconverted = "the type of 'self' is not known"
func.func @unknown_rank(%a: !torch.vtensor<*,f32>) -> !torch.int {
  %zero = torch.constant.int 0
  %0 = torch.aten.size.int %a, %zero : !torch.vtensor<*,f32>, !torch.int -> !torch.int
  return %0 : !torch.int
}
