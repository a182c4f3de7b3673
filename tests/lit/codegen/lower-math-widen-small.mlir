// Small floats to f32: the bits moved, subnormal numbers counted.
// RUN: ingot-opt %s --ingot-lower-math | FileCheck %s

// Only one NaN of each sign, no infinity: what is too large is NaN.
// CHECK-LABEL: func.func @f8e4m3fn(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C126_I32:.*]] = arith.constant 126 : i32
// CHECK-DAG:     %[[C8_I32:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0.001953125 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[C1258291200_I32:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG:     %[[C1006632960_I32:.*]] = arith.constant 1006632960 : i32
// CHECK-DAG:     %[[C20_I32:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E4M3FN to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.andi %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shli %[[V2]], %[[C24_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.andi %[[V1]], %[[C127_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.shli %[[V4]], %[[C20_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V5]], %[[C1006632960_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.ori %[[V4]], %[[C1258291200_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK:         %[[V9:.*]] = arith.subf %[[V8]], %[[CST_1]] : f32
// CHECK:         %[[V10:.*]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : f32 to i32
// CHECK:         %[[V12:.*]] = arith.cmpi ult, %[[V4]], %[[C8_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.select %[[V12]], %[[V11]], %[[V6]] : i32
// CHECK:         %[[V14:.*]] = arith.cmpi ugt, %[[V4]], %[[C126_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.select %[[V14]], %[[C2143289344_I32]], %[[V13]] : i32
// CHECK:         %[[V16:.*]] = arith.ori %[[V15]], %[[V3]] : i32
// CHECK:         %[[V17:.*]] = arith.bitcast %[[V16]] : i32 to f32
// CHECK:         return %[[V17]] : f32
func.func @f8e4m3fn(%x: f8E4M3FN) -> f32 {
  %0 = arith.extf %x : f8E4M3FN to f32
  return %0 : f32
}

// As IEEE has it: infinities and NaN.
// CHECK-LABEL: func.func @f8e5m2(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C124_I32:.*]] = arith.constant 124 : i32
// CHECK-DAG:     %[[C4_I32:.*]] = arith.constant 4 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 1.52587891E-5 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[C1258291200_I32:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG:     %[[C939524096_I32:.*]] = arith.constant 939524096 : i32
// CHECK-DAG:     %[[C21_I32:.*]] = arith.constant 21 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E5M2 to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.andi %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shli %[[V2]], %[[C24_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.andi %[[V1]], %[[C127_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.shli %[[V4]], %[[C21_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V5]], %[[C939524096_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.ori %[[V4]], %[[C1258291200_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK:         %[[V9:.*]] = arith.subf %[[V8]], %[[CST_1]] : f32
// CHECK:         %[[V10:.*]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : f32 to i32
// CHECK:         %[[V12:.*]] = arith.cmpi ult, %[[V4]], %[[C4_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.select %[[V12]], %[[V11]], %[[V6]] : i32
// CHECK:         %[[V14:.*]] = arith.cmpi eq, %[[V4]], %[[C124_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.select %[[V14]], %[[C2139095040_I32]], %[[V13]] : i32
// CHECK:         %[[V16:.*]] = arith.cmpi ugt, %[[V4]], %[[C124_I32]] : i32
// CHECK:         %[[V17:.*]] = arith.select %[[V16]], %[[C2143289344_I32]], %[[V15]] : i32
// CHECK:         %[[V18:.*]] = arith.ori %[[V17]], %[[V3]] : i32
// CHECK:         %[[V19:.*]] = arith.bitcast %[[V18]] : i32 to f32
// CHECK:         return %[[V19]] : f32
func.func @f8e5m2(%x: f8E5M2) -> f32 {
  %0 = arith.extf %x : f8E5M2 to f32
  return %0 : f32
}

// With infinities, as IEEE would have it.
// CHECK-LABEL: func.func @f8e4m3(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C120_I32:.*]] = arith.constant 120 : i32
// CHECK-DAG:     %[[C8_I32:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0.001953125 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[C1258291200_I32:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG:     %[[C1006632960_I32:.*]] = arith.constant 1006632960 : i32
// CHECK-DAG:     %[[C20_I32:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E4M3 to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.andi %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shli %[[V2]], %[[C24_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.andi %[[V1]], %[[C127_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.shli %[[V4]], %[[C20_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V5]], %[[C1006632960_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.ori %[[V4]], %[[C1258291200_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK:         %[[V9:.*]] = arith.subf %[[V8]], %[[CST_1]] : f32
// CHECK:         %[[V10:.*]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : f32 to i32
// CHECK:         %[[V12:.*]] = arith.cmpi ult, %[[V4]], %[[C8_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.select %[[V12]], %[[V11]], %[[V6]] : i32
// CHECK:         %[[V14:.*]] = arith.cmpi eq, %[[V4]], %[[C120_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.select %[[V14]], %[[C2139095040_I32]], %[[V13]] : i32
// CHECK:         %[[V16:.*]] = arith.cmpi ugt, %[[V4]], %[[C120_I32]] : i32
// CHECK:         %[[V17:.*]] = arith.select %[[V16]], %[[C2143289344_I32]], %[[V15]] : i32
// CHECK:         %[[V18:.*]] = arith.ori %[[V17]], %[[V3]] : i32
// CHECK:         %[[V19:.*]] = arith.bitcast %[[V18]] : i32 to f32
// CHECK:         return %[[V19]] : f32
func.func @f8e4m3(%x: f8E4M3) -> f32 {
  %0 = arith.extf %x : f8E4M3 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @f8e3m4(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C112_I32:.*]] = arith.constant 112 : i32
// CHECK-DAG:     %[[C16_I32:.*]] = arith.constant 16 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 1.562500e-02 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[C1258291200_I32:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG:     %[[C1040187392_I32:.*]] = arith.constant 1040187392 : i32
// CHECK-DAG:     %[[C19_I32:.*]] = arith.constant 19 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E3M4 to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.andi %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shli %[[V2]], %[[C24_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.andi %[[V1]], %[[C127_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.shli %[[V4]], %[[C19_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V5]], %[[C1040187392_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.ori %[[V4]], %[[C1258291200_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK:         %[[V9:.*]] = arith.subf %[[V8]], %[[CST_1]] : f32
// CHECK:         %[[V10:.*]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : f32 to i32
// CHECK:         %[[V12:.*]] = arith.cmpi ult, %[[V4]], %[[C16_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.select %[[V12]], %[[V11]], %[[V6]] : i32
// CHECK:         %[[V14:.*]] = arith.cmpi eq, %[[V4]], %[[C112_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.select %[[V14]], %[[C2139095040_I32]], %[[V13]] : i32
// CHECK:         %[[V16:.*]] = arith.cmpi ugt, %[[V4]], %[[C112_I32]] : i32
// CHECK:         %[[V17:.*]] = arith.select %[[V16]], %[[C2143289344_I32]], %[[V15]] : i32
// CHECK:         %[[V18:.*]] = arith.ori %[[V17]], %[[V3]] : i32
// CHECK:         %[[V19:.*]] = arith.bitcast %[[V18]] : i32 to f32
// CHECK:         return %[[V19]] : f32
func.func @f8e3m4(%x: f8E3M4) -> f32 {
  %0 = arith.extf %x : f8E3M4 to f32
  return %0 : f32
}

// The bits of -0 are the only NaN.
// CHECK-LABEL: func.func @f8e5m2fnuz(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C4_I32:.*]] = arith.constant 4 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 7.62939453E-6 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[C1258291200_I32:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG:     %[[C931135488_I32:.*]] = arith.constant 931135488 : i32
// CHECK-DAG:     %[[C21_I32:.*]] = arith.constant 21 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E5M2FNUZ to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.andi %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shli %[[V2]], %[[C24_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.andi %[[V1]], %[[C127_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.shli %[[V4]], %[[C21_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V5]], %[[C931135488_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.ori %[[V4]], %[[C1258291200_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK:         %[[V9:.*]] = arith.subf %[[V8]], %[[CST_1]] : f32
// CHECK:         %[[V10:.*]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : f32 to i32
// CHECK:         %[[V12:.*]] = arith.cmpi ult, %[[V4]], %[[C4_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.select %[[V12]], %[[V11]], %[[V6]] : i32
// CHECK:         %[[V14:.*]] = arith.cmpi eq, %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.select %[[V14]], %[[C2143289344_I32]], %[[V13]] : i32
// CHECK:         %[[V16:.*]] = arith.ori %[[V15]], %[[V3]] : i32
// CHECK:         %[[V17:.*]] = arith.bitcast %[[V16]] : i32 to f32
// CHECK:         return %[[V17]] : f32
func.func @f8e5m2fnuz(%x: f8E5M2FNUZ) -> f32 {
  %0 = arith.extf %x : f8E5M2FNUZ to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @f8e4m3fnuz(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C8_I32:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 9.765625E-4 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[C1258291200_I32:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG:     %[[C998244352_I32:.*]] = arith.constant 998244352 : i32
// CHECK-DAG:     %[[C20_I32:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E4M3FNUZ to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.andi %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shli %[[V2]], %[[C24_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.andi %[[V1]], %[[C127_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.shli %[[V4]], %[[C20_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V5]], %[[C998244352_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.ori %[[V4]], %[[C1258291200_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK:         %[[V9:.*]] = arith.subf %[[V8]], %[[CST_1]] : f32
// CHECK:         %[[V10:.*]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : f32 to i32
// CHECK:         %[[V12:.*]] = arith.cmpi ult, %[[V4]], %[[C8_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.select %[[V12]], %[[V11]], %[[V6]] : i32
// CHECK:         %[[V14:.*]] = arith.cmpi eq, %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.select %[[V14]], %[[C2143289344_I32]], %[[V13]] : i32
// CHECK:         %[[V16:.*]] = arith.ori %[[V15]], %[[V3]] : i32
// CHECK:         %[[V17:.*]] = arith.bitcast %[[V16]] : i32 to f32
// CHECK:         return %[[V17]] : f32
func.func @f8e4m3fnuz(%x: f8E4M3FNUZ) -> f32 {
  %0 = arith.extf %x : f8E4M3FNUZ to f32
  return %0 : f32
}

// A bias of 11.
// CHECK-LABEL: func.func @f8e4m3b11fnuz(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C8_I32:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 1.22070313E-4 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[C1258291200_I32:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG:     %[[C973078528_I32:.*]] = arith.constant 973078528 : i32
// CHECK-DAG:     %[[C20_I32:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E4M3B11FNUZ to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.andi %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shli %[[V2]], %[[C24_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.andi %[[V1]], %[[C127_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.shli %[[V4]], %[[C20_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V5]], %[[C973078528_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.ori %[[V4]], %[[C1258291200_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK:         %[[V9:.*]] = arith.subf %[[V8]], %[[CST_1]] : f32
// CHECK:         %[[V10:.*]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : f32 to i32
// CHECK:         %[[V12:.*]] = arith.cmpi ult, %[[V4]], %[[C8_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.select %[[V12]], %[[V11]], %[[V6]] : i32
// CHECK:         %[[V14:.*]] = arith.cmpi eq, %[[V1]], %[[C128_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.select %[[V14]], %[[C2143289344_I32]], %[[V13]] : i32
// CHECK:         %[[V16:.*]] = arith.ori %[[V15]], %[[V3]] : i32
// CHECK:         %[[V17:.*]] = arith.bitcast %[[V16]] : i32 to f32
// CHECK:         return %[[V17]] : f32
func.func @f8e4m3b11fnuz(%x: f8E4M3B11FNUZ) -> f32 {
  %0 = arith.extf %x : f8E4M3B11FNUZ to f32
  return %0 : f32
}

// Neither NaN nor infinity: what is too large becomes the largest number.
// CHECK-LABEL: func.func @f4e2m1fn(
// CHECK-DAG:     %[[C2_I32:.*]] = arith.constant 2 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[C1258291200_I32:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG:     %[[C1056964608_I32:.*]] = arith.constant 1056964608 : i32
// CHECK-DAG:     %[[C22_I32:.*]] = arith.constant 22 : i32
// CHECK-DAG:     %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-DAG:     %[[C28_I32:.*]] = arith.constant 28 : i32
// CHECK-DAG:     %[[C8_I32:.*]] = arith.constant 8 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f4E2M1FN to i4
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i4 to i32
// CHECK:         %[[V2:.*]] = arith.andi %[[V1]], %[[C8_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shli %[[V2]], %[[C28_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.andi %[[V1]], %[[C7_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.shli %[[V4]], %[[C22_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V5]], %[[C1056964608_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.ori %[[V4]], %[[C1258291200_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK:         %[[V9:.*]] = arith.subf %[[V8]], %[[CST_1]] : f32
// CHECK:         %[[V10:.*]] = arith.mulf %[[V9]], %[[CST]] : f32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : f32 to i32
// CHECK:         %[[V12:.*]] = arith.cmpi ult, %[[V4]], %[[C2_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.select %[[V12]], %[[V11]], %[[V6]] : i32
// CHECK:         %[[V14:.*]] = arith.ori %[[V13]], %[[V3]] : i32
// CHECK:         %[[V15:.*]] = arith.bitcast %[[V14]] : i32 to f32
// CHECK:         return %[[V15]] : f32
func.func @f4e2m1fn(%x: f4E2M1FN) -> f32 {
  %0 = arith.extf %x : f4E2M1FN to f32
  return %0 : f32
}

// Only an exponent: powers of two from 2^-127 on.
// CHECK-LABEL: func.func @f8e8m0fnu(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[C4194304_I32:.*]] = arith.constant 4194304 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C23_I32:.*]] = arith.constant 23 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E8M0FNU to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.shli %[[V1]], %[[C23_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.cmpi eq, %[[V1]], %[[C0_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.select %[[V3]], %[[C4194304_I32]], %[[V2]] : i32
// CHECK:         %[[V5:.*]] = arith.cmpi eq, %[[V1]], %[[C255_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.select %[[V5]], %[[C2143289344_I32]], %[[V4]] : i32
// CHECK:         %[[V7:.*]] = arith.bitcast %[[V6]] : i32 to f32
// CHECK:         return %[[V7]] : f32
func.func @f8e8m0fnu(%x: f8E8M0FNU) -> f32 {
  %0 = arith.extf %x : f8E8M0FNU to f32
  return %0 : f32
}

// Other types go by way of f32.
// CHECK-LABEL: func.func @to_f16(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[C4194304_I32:.*]] = arith.constant 4194304 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C23_I32:.*]] = arith.constant 23 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E8M0FNU to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.shli %[[V1]], %[[C23_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.cmpi eq, %[[V1]], %[[C0_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.select %[[V3]], %[[C4194304_I32]], %[[V2]] : i32
// CHECK:         %[[V5:.*]] = arith.cmpi eq, %[[V1]], %[[C255_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.select %[[V5]], %[[C2143289344_I32]], %[[V4]] : i32
// CHECK:         %[[V7:.*]] = arith.bitcast %[[V6]] : i32 to f32
// CHECK:         %[[V8:.*]] = arith.truncf %[[V7]] : f32 to f16
// CHECK:         return %[[V8]] : f16
func.func @to_f16(%x: f8E8M0FNU) -> f16 {
  %0 = arith.extf %x : f8E8M0FNU to f16
  return %0 : f16
}

// CHECK-LABEL: func.func @to_bf16(
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C16_I32:.*]] = arith.constant 16 : i32
// CHECK-DAG:     %[[C32704_I16:.*]] = arith.constant 32704 : i16
// CHECK-DAG:     %[[C32767_I32:.*]] = arith.constant 32767 : i32
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[C4194304_I32:.*]] = arith.constant 4194304 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C23_I32:.*]] = arith.constant 23 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E8M0FNU to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.shli %[[V1]], %[[C23_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.cmpi eq, %[[V1]], %[[C0_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.select %[[V3]], %[[C4194304_I32]], %[[V2]] : i32
// CHECK:         %[[V5:.*]] = arith.cmpi eq, %[[V1]], %[[C255_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.select %[[V5]], %[[C2143289344_I32]], %[[V4]] : i32
// CHECK:         %[[V7:.*]] = arith.bitcast %[[V6]] : i32 to f32
// CHECK:         %[[V8:.*]] = arith.cmpf une, %[[V7]], %[[V7]] : f32
// CHECK:         %[[V9:.*]] = arith.bitcast %[[V7]] : f32 to i32
// CHECK:         %[[V10:.*]] = arith.shrui %[[V9]], %[[C16_I32]] : i32
// CHECK:         %[[V11:.*]] = arith.andi %[[V10]], %[[C1_I32]] : i32
// CHECK:         %[[V12:.*]] = arith.addi %[[V11]], %[[C32767_I32]] : i32
// CHECK:         %[[V13:.*]] = arith.addi %[[V9]], %[[V12]] : i32
// CHECK:         %[[V14:.*]] = arith.shrui %[[V13]], %[[C16_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.trunci %[[V14]] : i32 to i16
// CHECK:         %[[V16:.*]] = arith.select %[[V8]], %[[C32704_I16]], %[[V15]] : i16
// CHECK:         %[[V17:.*]] = arith.bitcast %[[V16]] : i16 to bf16
// CHECK:         return %[[V17]] : bf16
func.func @to_bf16(%x: f8E8M0FNU) -> bf16 {
  %0 = arith.extf %x : f8E8M0FNU to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @to_f64(
// CHECK-DAG:     %[[C2143289344_I32:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[C4194304_I32:.*]] = arith.constant 4194304 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C23_I32:.*]] = arith.constant 23 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f8E8M0FNU to i8
// CHECK:         %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK:         %[[V2:.*]] = arith.shli %[[V1]], %[[C23_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.cmpi eq, %[[V1]], %[[C0_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.select %[[V3]], %[[C4194304_I32]], %[[V2]] : i32
// CHECK:         %[[V5:.*]] = arith.cmpi eq, %[[V1]], %[[C255_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.select %[[V5]], %[[C2143289344_I32]], %[[V4]] : i32
// CHECK:         %[[V7:.*]] = arith.bitcast %[[V6]] : i32 to f32
// CHECK:         %[[V8:.*]] = arith.extf %[[V7]] : f32 to f64
// CHECK:         return %[[V8]] : f64
func.func @to_f64(%x: f8E8M0FNU) -> f64 {
  %0 = arith.extf %x : f8E8M0FNU to f64
  return %0 : f64
}
