// Floats rounded to fewer bits, as integers.
// RUN: ingot-opt %s --convert-stablehlo-to-linalg --mlir-print-local-scope | FileCheck %s

// f16 in f32: too large becomes infinite, below the normal numbers zero.
// CHECK-LABEL: func.func @half(
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK:         %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%[[V0]] : tensor<4xf32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[V2:.*]] = arith.bitcast %[[IN]] : f32 to i32
// CHECK:           %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:           %[[V3:.*]] = arith.andi %[[V2]], %[[CM2147483648_I32]] : i32
// CHECK:           %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK:           %[[V4:.*]] = arith.andi %[[V2]], %[[C2147483647_I32]] : i32
// CHECK:           %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK:           %[[V5:.*]] = arith.cmpi ugt, %[[V4]], %[[C2139095040_I32]] : i32
// CHECK:           %[[C13_I32:.*]] = arith.constant 13 : i32
// CHECK:           %[[V6:.*]] = arith.shrui %[[V4]], %[[C13_I32]] : i32
// CHECK:           %[[C4095_I32:.*]] = arith.constant 4095 : i32
// CHECK:           %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK:           %[[V7:.*]] = arith.andi %[[V6]], %[[C1_I32]] : i32
// CHECK:           %[[V8:.*]] = arith.addi %[[C4095_I32]], %[[V7]] : i32
// CHECK:           %[[V9:.*]] = arith.addi %[[V4]], %[[V8]] : i32
// CHECK:           %[[CM8192_I32:.*]] = arith.constant -8192 : i32
// CHECK:           %[[V10:.*]] = arith.andi %[[V9]], %[[CM8192_I32]] : i32
// CHECK:           %[[C1199570944_I32:.*]] = arith.constant 1199570944 : i32
// CHECK:           %[[V11:.*]] = arith.cmpi uge, %[[V10]], %[[C1199570944_I32]] : i32
// CHECK:           %[[C2139095040_I32_1:.*]] = arith.constant 2139095040 : i32
// CHECK:           %[[V12:.*]] = arith.select %[[V11]], %[[C2139095040_I32_1]], %[[V10]] : i32
// CHECK:           %[[C947912704_I32:.*]] = arith.constant 947912704 : i32
// CHECK:           %[[V13:.*]] = arith.cmpi ult, %[[V12]], %[[C947912704_I32]] : i32
// CHECK:           %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK:           %[[V14:.*]] = arith.select %[[V13]], %[[C0_I32]], %[[V12]] : i32
// CHECK:           %[[V15:.*]] = arith.ori %[[V3]], %[[V14]] : i32
// CHECK:           %[[V16:.*]] = arith.bitcast %[[V15]] : i32 to f32
// CHECK:           %[[V17:.*]] = arith.select %[[V5]], %[[IN]], %[[V16]] : f32
// CHECK:           linalg.yield %[[V17]] : f32
// CHECK:         } -> tensor<4xf32>
// CHECK:         return %[[V1]] : tensor<4xf32>
func.func @half(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// All exponents stay; only digits are rounded.
// CHECK-LABEL: func.func @bfloat(
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK:         %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%[[V0]] : tensor<4xf32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[V2:.*]] = arith.bitcast %[[IN]] : f32 to i32
// CHECK:           %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:           %[[V3:.*]] = arith.andi %[[V2]], %[[CM2147483648_I32]] : i32
// CHECK:           %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK:           %[[V4:.*]] = arith.andi %[[V2]], %[[C2147483647_I32]] : i32
// CHECK:           %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK:           %[[V5:.*]] = arith.cmpi ugt, %[[V4]], %[[C2139095040_I32]] : i32
// CHECK:           %[[C16_I32:.*]] = arith.constant 16 : i32
// CHECK:           %[[V6:.*]] = arith.shrui %[[V4]], %[[C16_I32]] : i32
// CHECK:           %[[C32767_I32:.*]] = arith.constant 32767 : i32
// CHECK:           %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK:           %[[V7:.*]] = arith.andi %[[V6]], %[[C1_I32]] : i32
// CHECK:           %[[V8:.*]] = arith.addi %[[C32767_I32]], %[[V7]] : i32
// CHECK:           %[[V9:.*]] = arith.addi %[[V4]], %[[V8]] : i32
// CHECK:           %[[CM65536_I32:.*]] = arith.constant -65536 : i32
// CHECK:           %[[V10:.*]] = arith.andi %[[V9]], %[[CM65536_I32]] : i32
// CHECK:           %[[V11:.*]] = arith.ori %[[V3]], %[[V10]] : i32
// CHECK:           %[[V12:.*]] = arith.bitcast %[[V11]] : i32 to f32
// CHECK:           %[[V13:.*]] = arith.select %[[V5]], %[[IN]], %[[V12]] : f32
// CHECK:           linalg.yield %[[V13]] : f32
// CHECK:         } -> tensor<4xf32>
// CHECK:         return %[[V1]] : tensor<4xf32>
func.func @bfloat(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// All digits stay; only exponents are limited.
// CHECK-LABEL: func.func @exponent(
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK:         %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%[[V0]] : tensor<4xf32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[V2:.*]] = arith.bitcast %[[IN]] : f32 to i32
// CHECK:           %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:           %[[V3:.*]] = arith.andi %[[V2]], %[[CM2147483648_I32]] : i32
// CHECK:           %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK:           %[[V4:.*]] = arith.andi %[[V2]], %[[C2147483647_I32]] : i32
// CHECK:           %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK:           %[[V5:.*]] = arith.cmpi ugt, %[[V4]], %[[C2139095040_I32]] : i32
// CHECK:           %[[C1199570944_I32:.*]] = arith.constant 1199570944 : i32
// CHECK:           %[[V6:.*]] = arith.cmpi uge, %[[V4]], %[[C1199570944_I32]] : i32
// CHECK:           %[[C2139095040_I32_1:.*]] = arith.constant 2139095040 : i32
// CHECK:           %[[V7:.*]] = arith.select %[[V6]], %[[C2139095040_I32_1]], %[[V4]] : i32
// CHECK:           %[[C947912704_I32:.*]] = arith.constant 947912704 : i32
// CHECK:           %[[V8:.*]] = arith.cmpi ult, %[[V7]], %[[C947912704_I32]] : i32
// CHECK:           %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK:           %[[V9:.*]] = arith.select %[[V8]], %[[C0_I32]], %[[V7]] : i32
// CHECK:           %[[V10:.*]] = arith.ori %[[V3]], %[[V9]] : i32
// CHECK:           %[[V11:.*]] = arith.bitcast %[[V10]] : i32 to f32
// CHECK:           %[[V12:.*]] = arith.select %[[V5]], %[[IN]], %[[V11]] : f32
// CHECK:           linalg.yield %[[V12]] : f32
// CHECK:         } -> tensor<4xf32>
// CHECK:         return %[[V1]] : tensor<4xf32>
func.func @exponent(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %a, format = e5m23 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Computed on the bits of the type itself.
// CHECK-LABEL: func.func @of_half(
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<4xf16>
// CHECK:         %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf16>) outs(%[[V0]] : tensor<4xf16>) {
// CHECK:         ^bb0(%[[IN:.*]]: f16, %[[OUT:.*]]: f16):
// CHECK:           %[[V2:.*]] = arith.bitcast %[[IN]] : f16 to i16
// CHECK:           %[[CM32768_I16:.*]] = arith.constant -32768 : i16
// CHECK:           %[[V3:.*]] = arith.andi %[[V2]], %[[CM32768_I16]] : i16
// CHECK:           %[[C32767_I16:.*]] = arith.constant 32767 : i16
// CHECK:           %[[V4:.*]] = arith.andi %[[V2]], %[[C32767_I16]] : i16
// CHECK:           %[[C31744_I16:.*]] = arith.constant 31744 : i16
// CHECK:           %[[V5:.*]] = arith.cmpi ugt, %[[V4]], %[[C31744_I16]] : i16
// CHECK:           %[[C7_I16:.*]] = arith.constant 7 : i16
// CHECK:           %[[V6:.*]] = arith.shrui %[[V4]], %[[C7_I16]] : i16
// CHECK:           %[[C63_I16:.*]] = arith.constant 63 : i16
// CHECK:           %[[C1_I16:.*]] = arith.constant 1 : i16
// CHECK:           %[[V7:.*]] = arith.andi %[[V6]], %[[C1_I16]] : i16
// CHECK:           %[[V8:.*]] = arith.addi %[[C63_I16]], %[[V7]] : i16
// CHECK:           %[[V9:.*]] = arith.addi %[[V4]], %[[V8]] : i16
// CHECK:           %[[CM128_I16:.*]] = arith.constant -128 : i16
// CHECK:           %[[V10:.*]] = arith.andi %[[V9]], %[[CM128_I16]] : i16
// CHECK:           %[[C23552_I16:.*]] = arith.constant 23552 : i16
// CHECK:           %[[V11:.*]] = arith.cmpi uge, %[[V10]], %[[C23552_I16]] : i16
// CHECK:           %[[C31744_I16_1:.*]] = arith.constant 31744 : i16
// CHECK:           %[[V12:.*]] = arith.select %[[V11]], %[[C31744_I16_1]], %[[V10]] : i16
// CHECK:           %[[C9216_I16:.*]] = arith.constant 9216 : i16
// CHECK:           %[[V13:.*]] = arith.cmpi ult, %[[V12]], %[[C9216_I16]] : i16
// CHECK:           %[[C0_I16:.*]] = arith.constant 0 : i16
// CHECK:           %[[V14:.*]] = arith.select %[[V13]], %[[C0_I16]], %[[V12]] : i16
// CHECK:           %[[V15:.*]] = arith.ori %[[V3]], %[[V14]] : i16
// CHECK:           %[[V16:.*]] = arith.bitcast %[[V15]] : i16 to f16
// CHECK:           %[[V17:.*]] = arith.select %[[V5]], %[[IN]], %[[V16]] : f16
// CHECK:           linalg.yield %[[V17]] : f16
// CHECK:         } -> tensor<4xf16>
// CHECK:         return %[[V1]] : tensor<4xf16>
func.func @of_half(%a: tensor<4xf16>) -> tensor<4xf16> {
  %0 = stablehlo.reduce_precision %a, format = e4m3 : tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: func.func @of_double(
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<4xf64>
// CHECK:         %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf64>) outs(%[[V0]] : tensor<4xf64>) {
// CHECK:         ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK:           %[[V2:.*]] = arith.bitcast %[[IN]] : f64 to i64
// CHECK:           %[[CM9223372036854775808_I64:.*]] = arith.constant -9223372036854775808 : i64
// CHECK:           %[[V3:.*]] = arith.andi %[[V2]], %[[CM9223372036854775808_I64]] : i64
// CHECK:           %[[C9223372036854775807_I64:.*]] = arith.constant 9223372036854775807 : i64
// CHECK:           %[[V4:.*]] = arith.andi %[[V2]], %[[C9223372036854775807_I64]] : i64
// CHECK:           %[[C9218868437227405312_I64:.*]] = arith.constant 9218868437227405312 : i64
// CHECK:           %[[V5:.*]] = arith.cmpi ugt, %[[V4]], %[[C9218868437227405312_I64]] : i64
// CHECK:           %[[C29_I64:.*]] = arith.constant 29 : i64
// CHECK:           %[[V6:.*]] = arith.shrui %[[V4]], %[[C29_I64]] : i64
// CHECK:           %[[C268435455_I64:.*]] = arith.constant 268435455 : i64
// CHECK:           %[[C1_I64:.*]] = arith.constant 1 : i64
// CHECK:           %[[V7:.*]] = arith.andi %[[V6]], %[[C1_I64]] : i64
// CHECK:           %[[V8:.*]] = arith.addi %[[C268435455_I64]], %[[V7]] : i64
// CHECK:           %[[V9:.*]] = arith.addi %[[V4]], %[[V8]] : i64
// CHECK:           %[[CM536870912_I64:.*]] = arith.constant -536870912 : i64
// CHECK:           %[[V10:.*]] = arith.andi %[[V9]], %[[CM536870912_I64]] : i64
// CHECK:           %[[C5183643171103440896_I64:.*]] = arith.constant 5183643171103440896 : i64
// CHECK:           %[[V11:.*]] = arith.cmpi uge, %[[V10]], %[[C5183643171103440896_I64]] : i64
// CHECK:           %[[C9218868437227405312_I64_1:.*]] = arith.constant 9218868437227405312 : i64
// CHECK:           %[[V12:.*]] = arith.select %[[V11]], %[[C9218868437227405312_I64_1]], %[[V10]] : i64
// CHECK:           %[[C4039728865751334912_I64:.*]] = arith.constant 4039728865751334912 : i64
// CHECK:           %[[V13:.*]] = arith.cmpi ult, %[[V12]], %[[C4039728865751334912_I64]] : i64
// CHECK:           %[[C0_I64:.*]] = arith.constant 0 : i64
// CHECK:           %[[V14:.*]] = arith.select %[[V13]], %[[C0_I64]], %[[V12]] : i64
// CHECK:           %[[V15:.*]] = arith.ori %[[V3]], %[[V14]] : i64
// CHECK:           %[[V16:.*]] = arith.bitcast %[[V15]] : i64 to f64
// CHECK:           %[[V17:.*]] = arith.select %[[V5]], %[[IN]], %[[V16]] : f64
// CHECK:           linalg.yield %[[V17]] : f64
// CHECK:         } -> tensor<4xf64>
// CHECK:         return %[[V1]] : tensor<4xf64>
func.func @of_double(%a: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.reduce_precision %a, format = e8m23 : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Without digits there is no NaN, and it becomes infinite.
// CHECK-LABEL: func.func @no_digits(
// CHECK:           %[[NAN:.*]] = arith.cmpi ugt
// CHECK:           %[[ROUNDED:.*]] = arith.bitcast %{{.*}} : i64 to f64
// CHECK:           %[[BITS:.*]] = arith.constant 9218868437227405312 : i64
// CHECK:           %[[INF:.*]] = arith.bitcast %[[BITS]] : i64 to f64
// CHECK:           arith.select %[[NAN]], %[[INF]], %[[ROUNDED]] : f64
func.func @no_digits(%a: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.reduce_precision %a, format = e5m0 : tensor<4xf64>
  return %0 : tensor<4xf64>
}
