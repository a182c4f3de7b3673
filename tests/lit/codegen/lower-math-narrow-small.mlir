// f32 to small floats: rounded once, to nearest and even.
// RUN: ingot-opt %s --ingot-lower-math | FileCheck %s

// Only one NaN of each sign, no infinity: what is too large is NaN.
// CHECK-LABEL: func.func @f8e4m3fn(
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C126_I32:.*]] = arith.constant 126 : i32
// CHECK-DAG:     %[[C1015021568_I32:.*]] = arith.constant 1015021568 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 5.120000e+02 : f32
// CHECK-DAG:     %[[C960_I32:.*]] = arith.constant 960 : i32
// CHECK-DAG:     %[[C524287_I32:.*]] = arith.constant 524287 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C20_I32:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.andi %[[V0]], %[[CM2147483648_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C24_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.andi %[[V0]], %[[C2147483647_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.shrui %[[V3]], %[[C20_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.andi %[[V4]], %[[C1_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V3]], %[[C524287_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : i32
// CHECK:         %[[V8:.*]] = arith.shrui %[[V7]], %[[C20_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[C960_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.bitcast %[[V3]] : i32 to f32
// CHECK:         %[[V11:.*]] = arith.mulf %[[V10]], %[[CST_1]] : f32
// CHECK:         %[[V12:.*]] = arith.addf %[[V11]], %[[CST]] : f32
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : f32 to i32
// CHECK:         %[[V14:.*]] = arith.andi %[[V13]], %[[C255_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ult, %[[V3]], %[[C1015021568_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[V14]], %[[V9]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ugt, %[[V16]], %[[C126_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.cmpi ugt, %[[V3]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V19:.*]] = arith.select %[[V17]], %[[C127_I32]], %[[V16]] : i32
// CHECK:         %[[V20:.*]] = arith.select %[[V18]], %[[C127_I32]], %[[V19]] : i32
// CHECK:         %[[V21:.*]] = arith.ori %[[V20]], %[[V2]] : i32
// CHECK:         %[[V22:.*]] = arith.trunci %[[V21]] : i32 to i8
// CHECK:         %[[V23:.*]] = arith.bitcast %[[V22]] : i8 to f8E4M3FN
// CHECK:         return %[[V23]] : f8E4M3FN
func.func @f8e4m3fn(%x: f32) -> f8E4M3FN {
  %0 = arith.truncf %x : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}

// As IEEE has it: infinities and NaN.
// CHECK-LABEL: func.func @f8e5m2(
// CHECK-DAG:     %[[C126_I32:.*]] = arith.constant 126 : i32
// CHECK-DAG:     %[[C124_I32:.*]] = arith.constant 124 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C123_I32:.*]] = arith.constant 123 : i32
// CHECK-DAG:     %[[C947912704_I32:.*]] = arith.constant 947912704 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 6.553600e+04 : f32
// CHECK-DAG:     %[[C448_I32:.*]] = arith.constant 448 : i32
// CHECK-DAG:     %[[C1048575_I32:.*]] = arith.constant 1048575 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C21_I32:.*]] = arith.constant 21 : i32
// CHECK-DAG:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.andi %[[V0]], %[[CM2147483648_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C24_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.andi %[[V0]], %[[C2147483647_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.shrui %[[V3]], %[[C21_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.andi %[[V4]], %[[C1_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V3]], %[[C1048575_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : i32
// CHECK:         %[[V8:.*]] = arith.shrui %[[V7]], %[[C21_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[C448_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.bitcast %[[V3]] : i32 to f32
// CHECK:         %[[V11:.*]] = arith.mulf %[[V10]], %[[CST_1]] : f32
// CHECK:         %[[V12:.*]] = arith.addf %[[V11]], %[[CST]] : f32
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : f32 to i32
// CHECK:         %[[V14:.*]] = arith.andi %[[V13]], %[[C255_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ult, %[[V3]], %[[C947912704_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[V14]], %[[V9]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ugt, %[[V16]], %[[C123_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.cmpi ugt, %[[V3]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V19:.*]] = arith.select %[[V17]], %[[C124_I32]], %[[V16]] : i32
// CHECK:         %[[V20:.*]] = arith.select %[[V18]], %[[C126_I32]], %[[V19]] : i32
// CHECK:         %[[V21:.*]] = arith.ori %[[V20]], %[[V2]] : i32
// CHECK:         %[[V22:.*]] = arith.trunci %[[V21]] : i32 to i8
// CHECK:         %[[V23:.*]] = arith.bitcast %[[V22]] : i8 to f8E5M2
// CHECK:         return %[[V23]] : f8E5M2
func.func @f8e5m2(%x: f32) -> f8E5M2 {
  %0 = arith.truncf %x : f32 to f8E5M2
  return %0 : f8E5M2
}

// With infinities, as IEEE would have it.
// CHECK-LABEL: func.func @f8e4m3(
// CHECK-DAG:     %[[C124_I32:.*]] = arith.constant 124 : i32
// CHECK-DAG:     %[[C120_I32:.*]] = arith.constant 120 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C119_I32:.*]] = arith.constant 119 : i32
// CHECK-DAG:     %[[C1015021568_I32:.*]] = arith.constant 1015021568 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 5.120000e+02 : f32
// CHECK-DAG:     %[[C960_I32:.*]] = arith.constant 960 : i32
// CHECK-DAG:     %[[C524287_I32:.*]] = arith.constant 524287 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C20_I32:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.andi %[[V0]], %[[CM2147483648_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C24_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.andi %[[V0]], %[[C2147483647_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.shrui %[[V3]], %[[C20_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.andi %[[V4]], %[[C1_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V3]], %[[C524287_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : i32
// CHECK:         %[[V8:.*]] = arith.shrui %[[V7]], %[[C20_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[C960_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.bitcast %[[V3]] : i32 to f32
// CHECK:         %[[V11:.*]] = arith.mulf %[[V10]], %[[CST_1]] : f32
// CHECK:         %[[V12:.*]] = arith.addf %[[V11]], %[[CST]] : f32
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : f32 to i32
// CHECK:         %[[V14:.*]] = arith.andi %[[V13]], %[[C255_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ult, %[[V3]], %[[C1015021568_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[V14]], %[[V9]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ugt, %[[V16]], %[[C119_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.cmpi ugt, %[[V3]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V19:.*]] = arith.select %[[V17]], %[[C120_I32]], %[[V16]] : i32
// CHECK:         %[[V20:.*]] = arith.select %[[V18]], %[[C124_I32]], %[[V19]] : i32
// CHECK:         %[[V21:.*]] = arith.ori %[[V20]], %[[V2]] : i32
// CHECK:         %[[V22:.*]] = arith.trunci %[[V21]] : i32 to i8
// CHECK:         %[[V23:.*]] = arith.bitcast %[[V22]] : i8 to f8E4M3
// CHECK:         return %[[V23]] : f8E4M3
func.func @f8e4m3(%x: f32) -> f8E4M3 {
  %0 = arith.truncf %x : f32 to f8E4M3
  return %0 : f8E4M3
}

// CHECK-LABEL: func.func @f8e3m4(
// CHECK-DAG:     %[[C120_I32:.*]] = arith.constant 120 : i32
// CHECK-DAG:     %[[C112_I32:.*]] = arith.constant 112 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C111_I32:.*]] = arith.constant 111 : i32
// CHECK-DAG:     %[[C1048576000_I32:.*]] = arith.constant 1048576000 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 6.400000e+01 : f32
// CHECK-DAG:     %[[C1984_I32:.*]] = arith.constant 1984 : i32
// CHECK-DAG:     %[[C262143_I32:.*]] = arith.constant 262143 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C19_I32:.*]] = arith.constant 19 : i32
// CHECK-DAG:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.andi %[[V0]], %[[CM2147483648_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C24_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.andi %[[V0]], %[[C2147483647_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.shrui %[[V3]], %[[C19_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.andi %[[V4]], %[[C1_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V3]], %[[C262143_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : i32
// CHECK:         %[[V8:.*]] = arith.shrui %[[V7]], %[[C19_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[C1984_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.bitcast %[[V3]] : i32 to f32
// CHECK:         %[[V11:.*]] = arith.mulf %[[V10]], %[[CST_1]] : f32
// CHECK:         %[[V12:.*]] = arith.addf %[[V11]], %[[CST]] : f32
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : f32 to i32
// CHECK:         %[[V14:.*]] = arith.andi %[[V13]], %[[C255_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ult, %[[V3]], %[[C1048576000_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[V14]], %[[V9]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ugt, %[[V16]], %[[C111_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.cmpi ugt, %[[V3]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V19:.*]] = arith.select %[[V17]], %[[C112_I32]], %[[V16]] : i32
// CHECK:         %[[V20:.*]] = arith.select %[[V18]], %[[C120_I32]], %[[V19]] : i32
// CHECK:         %[[V21:.*]] = arith.ori %[[V20]], %[[V2]] : i32
// CHECK:         %[[V22:.*]] = arith.trunci %[[V21]] : i32 to i8
// CHECK:         %[[V23:.*]] = arith.bitcast %[[V22]] : i8 to f8E3M4
// CHECK:         return %[[V23]] : f8E3M4
func.func @f8e3m4(%x: f32) -> f8E3M4 {
  %0 = arith.truncf %x : f32 to f8E3M4
  return %0 : f8E3M4
}

// The bits of -0 are the only NaN.
// CHECK-LABEL: func.func @f8e5m2fnuz(
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C939524096_I32:.*]] = arith.constant 939524096 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 1.310720e+05 : f32
// CHECK-DAG:     %[[C444_I32:.*]] = arith.constant 444 : i32
// CHECK-DAG:     %[[C1048575_I32:.*]] = arith.constant 1048575 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C21_I32:.*]] = arith.constant 21 : i32
// CHECK-DAG:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.andi %[[V0]], %[[CM2147483648_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C24_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.andi %[[V0]], %[[C2147483647_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.shrui %[[V3]], %[[C21_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.andi %[[V4]], %[[C1_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V3]], %[[C1048575_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : i32
// CHECK:         %[[V8:.*]] = arith.shrui %[[V7]], %[[C21_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[C444_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.bitcast %[[V3]] : i32 to f32
// CHECK:         %[[V11:.*]] = arith.mulf %[[V10]], %[[CST_1]] : f32
// CHECK:         %[[V12:.*]] = arith.addf %[[V11]], %[[CST]] : f32
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : f32 to i32
// CHECK:         %[[V14:.*]] = arith.andi %[[V13]], %[[C255_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ult, %[[V3]], %[[C939524096_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[V14]], %[[V9]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ugt, %[[V16]], %[[C127_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.cmpi ugt, %[[V3]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V19:.*]] = arith.cmpi eq, %[[V16]], %[[C0_I32]] : i32
// CHECK:         %[[V20:.*]] = arith.ori %[[V16]], %[[V2]] : i32
// CHECK:         %[[V21:.*]] = arith.select %[[V19]], %[[V16]], %[[V20]] : i32
// CHECK:         %[[V22:.*]] = arith.ori %[[V18]], %[[V17]] : i1
// CHECK:         %[[V23:.*]] = arith.select %[[V22]], %[[C128_I32]], %[[V21]] : i32
// CHECK:         %[[V24:.*]] = arith.trunci %[[V23]] : i32 to i8
// CHECK:         %[[V25:.*]] = arith.bitcast %[[V24]] : i8 to f8E5M2FNUZ
// CHECK:         return %[[V25]] : f8E5M2FNUZ
func.func @f8e5m2fnuz(%x: f32) -> f8E5M2FNUZ {
  %0 = arith.truncf %x : f32 to f8E5M2FNUZ
  return %0 : f8E5M2FNUZ
}

// CHECK-LABEL: func.func @f8e4m3fnuz(
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C1006632960_I32:.*]] = arith.constant 1006632960 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 1.024000e+03 : f32
// CHECK-DAG:     %[[C952_I32:.*]] = arith.constant 952 : i32
// CHECK-DAG:     %[[C524287_I32:.*]] = arith.constant 524287 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C20_I32:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.andi %[[V0]], %[[CM2147483648_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C24_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.andi %[[V0]], %[[C2147483647_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.shrui %[[V3]], %[[C20_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.andi %[[V4]], %[[C1_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V3]], %[[C524287_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : i32
// CHECK:         %[[V8:.*]] = arith.shrui %[[V7]], %[[C20_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[C952_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.bitcast %[[V3]] : i32 to f32
// CHECK:         %[[V11:.*]] = arith.mulf %[[V10]], %[[CST_1]] : f32
// CHECK:         %[[V12:.*]] = arith.addf %[[V11]], %[[CST]] : f32
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : f32 to i32
// CHECK:         %[[V14:.*]] = arith.andi %[[V13]], %[[C255_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ult, %[[V3]], %[[C1006632960_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[V14]], %[[V9]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ugt, %[[V16]], %[[C127_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.cmpi ugt, %[[V3]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V19:.*]] = arith.cmpi eq, %[[V16]], %[[C0_I32]] : i32
// CHECK:         %[[V20:.*]] = arith.ori %[[V16]], %[[V2]] : i32
// CHECK:         %[[V21:.*]] = arith.select %[[V19]], %[[V16]], %[[V20]] : i32
// CHECK:         %[[V22:.*]] = arith.ori %[[V18]], %[[V17]] : i1
// CHECK:         %[[V23:.*]] = arith.select %[[V22]], %[[C128_I32]], %[[V21]] : i32
// CHECK:         %[[V24:.*]] = arith.trunci %[[V23]] : i32 to i8
// CHECK:         %[[V25:.*]] = arith.bitcast %[[V24]] : i8 to f8E4M3FNUZ
// CHECK:         return %[[V25]] : f8E4M3FNUZ
func.func @f8e4m3fnuz(%x: f32) -> f8E4M3FNUZ {
  %0 = arith.truncf %x : f32 to f8E4M3FNUZ
  return %0 : f8E4M3FNUZ
}

// A bias of 11.
// CHECK-LABEL: func.func @f8e4m3b11fnuz(
// CHECK-DAG:     %[[C128_I32:.*]] = arith.constant 128 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C127_I32:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[C981467136_I32:.*]] = arith.constant 981467136 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 8.192000e+03 : f32
// CHECK-DAG:     %[[C928_I32:.*]] = arith.constant 928 : i32
// CHECK-DAG:     %[[C524287_I32:.*]] = arith.constant 524287 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C20_I32:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[C24_I32:.*]] = arith.constant 24 : i32
// CHECK-DAG:     %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.andi %[[V0]], %[[CM2147483648_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C24_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.andi %[[V0]], %[[C2147483647_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.shrui %[[V3]], %[[C20_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.andi %[[V4]], %[[C1_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V3]], %[[C524287_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : i32
// CHECK:         %[[V8:.*]] = arith.shrui %[[V7]], %[[C20_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[C928_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.bitcast %[[V3]] : i32 to f32
// CHECK:         %[[V11:.*]] = arith.mulf %[[V10]], %[[CST_1]] : f32
// CHECK:         %[[V12:.*]] = arith.addf %[[V11]], %[[CST]] : f32
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : f32 to i32
// CHECK:         %[[V14:.*]] = arith.andi %[[V13]], %[[C255_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ult, %[[V3]], %[[C981467136_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[V14]], %[[V9]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ugt, %[[V16]], %[[C127_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.cmpi ugt, %[[V3]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V19:.*]] = arith.cmpi eq, %[[V16]], %[[C0_I32]] : i32
// CHECK:         %[[V20:.*]] = arith.ori %[[V16]], %[[V2]] : i32
// CHECK:         %[[V21:.*]] = arith.select %[[V19]], %[[V16]], %[[V20]] : i32
// CHECK:         %[[V22:.*]] = arith.ori %[[V18]], %[[V17]] : i1
// CHECK:         %[[V23:.*]] = arith.select %[[V22]], %[[C128_I32]], %[[V21]] : i32
// CHECK:         %[[V24:.*]] = arith.trunci %[[V23]] : i32 to i8
// CHECK:         %[[V25:.*]] = arith.bitcast %[[V24]] : i8 to f8E4M3B11FNUZ
// CHECK:         return %[[V25]] : f8E4M3B11FNUZ
func.func @f8e4m3b11fnuz(%x: f32) -> f8E4M3B11FNUZ {
  %0 = arith.truncf %x : f32 to f8E4M3B11FNUZ
  return %0 : f8E4M3B11FNUZ
}

// Neither NaN nor infinity: what is too large becomes the largest number.
// CHECK-LABEL: func.func @f4e2m1fn(
// CHECK-DAG:     %[[C8_I32:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-DAG:     %[[C1065353216_I32:.*]] = arith.constant 1065353216 : i32
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[CST:.*]] = arith.constant 0x4B000000 : f32
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG:     %[[C252_I32:.*]] = arith.constant 252 : i32
// CHECK-DAG:     %[[C2097151_I32:.*]] = arith.constant 2097151 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C22_I32:.*]] = arith.constant 22 : i32
// CHECK-DAG:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[C28_I32:.*]] = arith.constant 28 : i32
// CHECK-DAG:     %[[CM2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.andi %[[V0]], %[[CM2147483648_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C28_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.andi %[[V0]], %[[C2147483647_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.shrui %[[V3]], %[[C22_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.andi %[[V4]], %[[C1_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.addi %[[V3]], %[[C2097151_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : i32
// CHECK:         %[[V8:.*]] = arith.shrui %[[V7]], %[[C22_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[C252_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.bitcast %[[V3]] : i32 to f32
// CHECK:         %[[V11:.*]] = arith.mulf %[[V10]], %[[CST_1]] : f32
// CHECK:         %[[V12:.*]] = arith.addf %[[V11]], %[[CST]] : f32
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : f32 to i32
// CHECK:         %[[V14:.*]] = arith.andi %[[V13]], %[[C255_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ult, %[[V3]], %[[C1065353216_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[V14]], %[[V9]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ugt, %[[V16]], %[[C7_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.cmpi ugt, %[[V3]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V19:.*]] = arith.select %[[V17]], %[[C7_I32]], %[[V16]] : i32
// CHECK:         %[[V20:.*]] = arith.ori %[[V19]], %[[V2]] : i32
// CHECK:         %[[V21:.*]] = arith.select %[[V18]], %[[C8_I32]], %[[V20]] : i32
// CHECK:         %[[V22:.*]] = arith.trunci %[[V21]] : i32 to i4
// CHECK:         %[[V23:.*]] = arith.bitcast %[[V22]] : i4 to f4E2M1FN
// CHECK:         return %[[V23]] : f4E2M1FN
func.func @f4e2m1fn(%x: f32) -> f4E2M1FN {
  %0 = arith.truncf %x : f32 to f4E2M1FN
  return %0 : f4E2M1FN
}

// Only an exponent: powers of two from 2^-127 on.
// CHECK-LABEL: func.func @f8e8m0fnu(
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C8388608_I32:.*]] = arith.constant 8388608 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C23_I32:.*]] = arith.constant 23 : i32
// CHECK-DAG:     %[[C4194304_I32:.*]] = arith.constant 4194304 : i32
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : f32 to i32
// CHECK:         %[[V1:.*]] = arith.addi %[[V0]], %[[C4194304_I32]] : i32
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[C23_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.cmpi ugt, %[[V0]], %[[C4194304_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.select %[[V3]], %[[C1_I32]], %[[C0_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.cmpi ult, %[[V0]], %[[C8388608_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.select %[[V5]], %[[V4]], %[[V2]] : i32
// CHECK:         %[[V7:.*]] = arith.cmpi eq, %[[V0]], %[[C0_I32]] : i32
// CHECK:         %[[V8:.*]] = arith.cmpi ugt, %[[V0]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.ori %[[V7]], %[[V8]] : i1
// CHECK:         %[[V10:.*]] = arith.select %[[V9]], %[[C255_I32]], %[[V6]] : i32
// CHECK:         %[[V11:.*]] = arith.trunci %[[V10]] : i32 to i8
// CHECK:         %[[V12:.*]] = arith.bitcast %[[V11]] : i8 to f8E8M0FNU
// CHECK:         return %[[V12]] : f8E8M0FNU
func.func @f8e8m0fnu(%x: f32) -> f8E8M0FNU {
  %0 = arith.truncf %x : f32 to f8E8M0FNU
  return %0 : f8E8M0FNU
}

// Halves are widened first.
// CHECK-LABEL: func.func @of_half(
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C8388608_I32:.*]] = arith.constant 8388608 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C23_I32:.*]] = arith.constant 23 : i32
// CHECK-DAG:     %[[C4194304_I32:.*]] = arith.constant 4194304 : i32
// CHECK:         %[[V0:.*]] = arith.extf %arg0 : f16 to f32
// CHECK:         %[[V1:.*]] = arith.bitcast %[[V0]] : f32 to i32
// CHECK:         %[[V2:.*]] = arith.addi %[[V1]], %[[C4194304_I32]] : i32
// CHECK:         %[[V3:.*]] = arith.shrui %[[V2]], %[[C23_I32]] : i32
// CHECK:         %[[V4:.*]] = arith.cmpi ugt, %[[V1]], %[[C4194304_I32]] : i32
// CHECK:         %[[V5:.*]] = arith.select %[[V4]], %[[C1_I32]], %[[C0_I32]] : i32
// CHECK:         %[[V6:.*]] = arith.cmpi ult, %[[V1]], %[[C8388608_I32]] : i32
// CHECK:         %[[V7:.*]] = arith.select %[[V6]], %[[V5]], %[[V3]] : i32
// CHECK:         %[[V8:.*]] = arith.cmpi eq, %[[V1]], %[[C0_I32]] : i32
// CHECK:         %[[V9:.*]] = arith.cmpi ugt, %[[V1]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V10:.*]] = arith.ori %[[V8]], %[[V9]] : i1
// CHECK:         %[[V11:.*]] = arith.select %[[V10]], %[[C255_I32]], %[[V7]] : i32
// CHECK:         %[[V12:.*]] = arith.trunci %[[V11]] : i32 to i8
// CHECK:         %[[V13:.*]] = arith.bitcast %[[V12]] : i8 to f8E8M0FNU
// CHECK:         return %[[V13]] : f8E8M0FNU
func.func @of_half(%x: f16) -> f8E8M0FNU {
  %0 = arith.truncf %x : f16 to f8E8M0FNU
  return %0 : f8E8M0FNU
}

// Doubles are rounded to odd on the way, so that ties stay such.
// CHECK-LABEL: func.func @of_double(
// CHECK-DAG:     %[[C255_I32:.*]] = arith.constant 255 : i32
// CHECK-DAG:     %[[C2139095040_I32:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG:     %[[C8388608_I32:.*]] = arith.constant 8388608 : i32
// CHECK-DAG:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[C23_I32:.*]] = arith.constant 23 : i32
// CHECK-DAG:     %[[C4194304_I32:.*]] = arith.constant 4194304 : i32
// CHECK:         %[[V0:.*]] = arith.truncf %arg0 : f64 to f32
// CHECK:         %[[V1:.*]] = arith.extf %[[V0]] : f32 to f64
// CHECK:         %[[V2:.*]] = arith.cmpf one, %[[V1]], %arg0 : f64
// CHECK:         %[[V3:.*]] = arith.extui %[[V2]] : i1 to i32
// CHECK:         %[[V4:.*]] = math.absf %[[V1]] : f64
// CHECK:         %[[V5:.*]] = math.absf %arg0 : f64
// CHECK:         %[[V6:.*]] = arith.cmpf ogt, %[[V4]], %[[V5]] : f64
// CHECK:         %[[V7:.*]] = arith.extui %[[V6]] : i1 to i32
// CHECK:         %[[V8:.*]] = arith.bitcast %[[V0]] : f32 to i32
// CHECK:         %[[V9:.*]] = arith.subi %[[V8]], %[[V7]] : i32
// CHECK:         %[[V10:.*]] = arith.ori %[[V9]], %[[V3]] : i32
// CHECK:         %[[V11:.*]] = arith.bitcast %[[V10]] : i32 to f32
// CHECK:         %[[V12:.*]] = arith.bitcast %[[V11]] : f32 to i32
// CHECK:         %[[V13:.*]] = arith.addi %[[V12]], %[[C4194304_I32]] : i32
// CHECK:         %[[V14:.*]] = arith.shrui %[[V13]], %[[C23_I32]] : i32
// CHECK:         %[[V15:.*]] = arith.cmpi ugt, %[[V12]], %[[C4194304_I32]] : i32
// CHECK:         %[[V16:.*]] = arith.select %[[V15]], %[[C1_I32]], %[[C0_I32]] : i32
// CHECK:         %[[V17:.*]] = arith.cmpi ult, %[[V12]], %[[C8388608_I32]] : i32
// CHECK:         %[[V18:.*]] = arith.select %[[V17]], %[[V16]], %[[V14]] : i32
// CHECK:         %[[V19:.*]] = arith.cmpi eq, %[[V12]], %[[C0_I32]] : i32
// CHECK:         %[[V20:.*]] = arith.cmpi ugt, %[[V12]], %[[C2139095040_I32]] : i32
// CHECK:         %[[V21:.*]] = arith.ori %[[V19]], %[[V20]] : i1
// CHECK:         %[[V22:.*]] = arith.select %[[V21]], %[[C255_I32]], %[[V18]] : i32
// CHECK:         %[[V23:.*]] = arith.trunci %[[V22]] : i32 to i8
// CHECK:         %[[V24:.*]] = arith.bitcast %[[V23]] : i8 to f8E8M0FNU
// CHECK:         return %[[V24]] : f8E8M0FNU
func.func @of_double(%x: f64) -> f8E8M0FNU {
  %0 = arith.truncf %x : f64 to f8E8M0FNU
  return %0 : f8E8M0FNU
}

// Vectors stay vectors.
// CHECK-LABEL: func.func @of_vector(
// CHECK-DAG:     %[[CST:.*]] = arith.constant dense<255> : vector<4xi32>
// CHECK-DAG:     %[[CST_1:.*]] = arith.constant dense<2139095040> : vector<4xi32>
// CHECK-DAG:     %[[CST_2:.*]] = arith.constant dense<8388608> : vector<4xi32>
// CHECK-DAG:     %[[CST_3:.*]] = arith.constant dense<0> : vector<4xi32>
// CHECK-DAG:     %[[CST_4:.*]] = arith.constant dense<1> : vector<4xi32>
// CHECK-DAG:     %[[CST_5:.*]] = arith.constant dense<23> : vector<4xi32>
// CHECK-DAG:     %[[CST_6:.*]] = arith.constant dense<4194304> : vector<4xi32>
// CHECK:         %[[V0:.*]] = arith.bitcast %arg0 : vector<4xf32> to vector<4xi32>
// CHECK:         %[[V1:.*]] = arith.addi %[[V0]], %[[CST_6]] : vector<4xi32>
// CHECK:         %[[V2:.*]] = arith.shrui %[[V1]], %[[CST_5]] : vector<4xi32>
// CHECK:         %[[V3:.*]] = arith.cmpi ugt, %[[V0]], %[[CST_6]] : vector<4xi32>
// CHECK:         %[[V4:.*]] = arith.select %[[V3]], %[[CST_4]], %[[CST_3]] : vector<4xi1>, vector<4xi32>
// CHECK:         %[[V5:.*]] = arith.cmpi ult, %[[V0]], %[[CST_2]] : vector<4xi32>
// CHECK:         %[[V6:.*]] = arith.select %[[V5]], %[[V4]], %[[V2]] : vector<4xi1>, vector<4xi32>
// CHECK:         %[[V7:.*]] = arith.cmpi eq, %[[V0]], %[[CST_3]] : vector<4xi32>
// CHECK:         %[[V8:.*]] = arith.cmpi ugt, %[[V0]], %[[CST_1]] : vector<4xi32>
// CHECK:         %[[V9:.*]] = arith.ori %[[V7]], %[[V8]] : vector<4xi1>
// CHECK:         %[[V10:.*]] = arith.select %[[V9]], %[[CST]], %[[V6]] : vector<4xi1>, vector<4xi32>
// CHECK:         %[[V11:.*]] = arith.trunci %[[V10]] : vector<4xi32> to vector<4xi8>
// CHECK:         %[[V12:.*]] = arith.bitcast %[[V11]] : vector<4xi8> to vector<4xf8E8M0FNU>
// CHECK:         return %[[V12]] : vector<4xf8E8M0FNU>
func.func @of_vector(%x: vector<4xf32>) -> vector<4xf8E8M0FNU> {
  %0 = arith.truncf %x : vector<4xf32> to vector<4xf8E8M0FNU>
  return %0 : vector<4xf8E8M0FNU>
}
