// Quantised types, per tensor and per axis, out and in again.

// RUN: ingot-translate --export-portable --portable-release=0.18 %s -o %t.vhlo
// RUN: ingot-translate --import %t.vhlo | FileCheck %s

// CHECK: func.func private @per_tensor(%{{.*}}: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-3>>, %{{.*}}: tensor<2x!quant.uniform<u8<1:200>:f32, 1.000000e-01:4>>)
func.func private @per_tensor(%arg0: tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-3>>, %arg1: tensor<2x!quant.uniform<u8<1:200>:f32, 1.000000e-01:4>>) -> tensor<2xf32> {
  // CHECK: stablehlo.uniform_dequantize %{{.*}} : (tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-3>>) -> tensor<2xf32>
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-3>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK: func.func private @per_axis(tensor<4x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01,2.500000e-01:3,1.250000e-01,1.000000e+00}>>)
func.func private @per_axis(tensor<4x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01,2.500000e-01:3,1.250000e-01,1.000000e+00}>>)
