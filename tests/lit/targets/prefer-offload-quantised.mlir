// RUN: ingot-opt %s --ingot-prefer-offload --ingot-offload="library=xnnpack vector-bits=128" | FileCheck %s
// RUN: ingot-opt %s --ingot-prefer-offload --ingot-offload=library=cmsisnn | FileCheck %s --check-prefix=LINKED

// Ops of TOSA have a fallback as well, and constants serve both. Firmware is
// linked with its library or not at all.

// CHECK-LABEL: func.func @convolution
// CHECK-NOT:     ingot.prefer_offload
// CHECK:         ingot.custom "xnnpack.present"()
// CHECK:         scf.if {{.*}} -> (tensor<1x16x16x32xi8>) {
// CHECK-NEXT:      ingot.custom "xnnpack.convolution"
// CHECK-SAME:        \22optional\22:true
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tosa.conv2d
// CHECK-NEXT:      tosa.rescale
// CHECK-NEXT:      scf.yield

// LINKED-LABEL: func.func @convolution
// LINKED-NOT:     scf.if
// LINKED:         ingot.custom "cmsisnn.convolve_s8"
// LINKED-NOT:     tosa.conv2d
func.func @convolution(%x: tensor<1x16x16x16xi8>) -> tensor<1x16x16x32xi8> {
  %w = "tosa.const"() <{values = dense<3> : tensor<32x1x1x16xi8>}> : () -> tensor<32x1x1x16xi8>
  %b = "tosa.const"() <{values = dense<7> : tensor<32xi32>}> : () -> tensor<32xi32>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %xz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xi8>, tensor<32x1x1x16xi8>, tensor<32xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x32xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x16x16x32xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x16x16x32xi8>
  return %1 : tensor<1x16x16x32xi8>
}

// The definition of a composite stays for where the library is absent.

// CHECK-LABEL: func.func @fully_connected
// CHECK:         scf.if {{.*}} -> (tensor<16x32xi8>) {
// CHECK-NEXT:      ingot.custom "xnnpack.fully_connected"
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    } else {
// CHECK-NEXT:      stablehlo.composite "tflite.fully_connected"
// CHECK-NEXT:      scf.yield
// CHECK:         func.func private @define

// LINKED-LABEL: func.func @fully_connected
// LINKED:         ingot.custom "cmsisnn.fully_connected_s8"
// LINKED-NOT:     @define
func.func @fully_connected(%x: tensor<16x64xi8>) -> tensor<16x32xi8> {
  %w = stablehlo.constant dense<3> : tensor<32x64xi8>
  %0 = stablehlo.composite "tflite.fully_connected" %x, %w {composite_attributes = {factors = dense<0.0044039389> : tensor<1xf64>, input_zero_point = 0 : i64, weight_zero_point = 0 : i64, output_zero_point = 0 : i64, least = -128 : i64, most = 127 : i64}, decomposition = @define} : (tensor<16x64xi8>, tensor<32x64xi8>) -> tensor<16x32xi8>
  return %0 : tensor<16x32xi8>
}
func.func private @define(tensor<16x64xi8>, tensor<32x64xi8>) -> tensor<16x32xi8>
