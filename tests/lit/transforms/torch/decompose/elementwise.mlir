// Functions of numbers; scalars take on the dtype of the tensor.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.lerp.Scalar,torch.aten.masked_fill.Scalar | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @lerp(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[ARG1]], %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V3:.*]] = torch.aten.rsub.Scalar %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[ARG1]], %[[V4]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V6:.*]] = torch.aten.abs %[[V1]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.lt.Scalar %[[V6]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V1]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[ARG0]], %[[V8]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %[[V7]], %[[V9]], %[[V5]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V10]]
// LEGAL-LABEL: func.func @lerp(
// LEGAL: torch.aten.lerp.Scalar
func.func @lerp(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %half = torch.constant.float 0.25
  %0 = torch.aten.lerp.Scalar %arg0, %arg1, %half : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.float -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @masked_fill(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f16>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[ARG1]], %[[V1]], %[[ARG0]] : {{.*}} -> !torch.vtensor<[2,?],f16>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @masked_fill(
// LEGAL: torch.aten.masked_fill.Scalar
func.func @masked_fill(%arg0: !torch.vtensor<[2,?],f16>, %arg1: !torch.vtensor<[?],i1>) -> !torch.vtensor<[2,?],f16> {
  %int-1 = torch.constant.int -1
  %0 = torch.aten.masked_fill.Scalar %arg0, %arg1, %int-1 : !torch.vtensor<[2,?],f16>, !torch.vtensor<[?],i1>, !torch.int -> !torch.vtensor<[2,?],f16>
  return %0 : !torch.vtensor<[2,?],f16>
}

// CHECK-LABEL: func.func @by_name(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.clamp %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V0]]
func.func @by_name(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %0 = torch.operator "torch.aten.clip"(%arg0, %int1, %none) : (!torch.vtensor<[3],f32>, !torch.int, !torch.none) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// Of a float, aten.floor is a core operator; an integer is its own.

// CHECK-LABEL: func.func @floor(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.floor %[[ARG0]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V0]], %[[ARG1]]
func.func @floor(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[3],si32>) -> (!torch.vtensor<[3],f32>, !torch.vtensor<[3],si32>) {
  %0 = torch.aten.floor %arg0 : !torch.vtensor<[3],f32> -> !torch.vtensor<[3],f32>
  %1 = torch.aten.floor %arg1 : !torch.vtensor<[3],si32> -> !torch.vtensor<[3],si32>
  return %0, %1 : !torch.vtensor<[3],f32>, !torch.vtensor<[3],si32>
}

// CHECK-LABEL: func.func @copysign(
// CHECK: torch.aten.signbit %arg1
// CHECK: torch.aten.neg
// CHECK: torch.aten.where.self
func.func @copysign(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.copysign.Tensor %arg0, %arg1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @shift(
// CHECK: torch.aten.bitwise_right_shift.Tensor %arg0, %{{.*}} -> !torch.vtensor<[?],si32>
func.func @shift(%arg0: !torch.vtensor<[?],si32>) -> !torch.vtensor<[?],si32> {
  %int2 = torch.constant.int 2
  %0 = torch.aten.__rshift__.Scalar %arg0, %int2 : !torch.vtensor<[?],si32>, !torch.int -> !torch.vtensor<[?],si32>
  return %0 : !torch.vtensor<[?],si32>
}

// CHECK-LABEL: func.func @polar(
// CHECK: torch.aten.cos %arg1
// CHECK: torch.aten.sin %arg1
// CHECK: torch.aten.complex
func.func @polar(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],complex<f32>> {
  %0 = torch.aten.polar %arg0, %arg1 : !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32> -> !torch.vtensor<[3],complex<f32>>
  return %0 : !torch.vtensor<[3],complex<f32>>
}

// CHECK-LABEL: func.func @and___scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int6{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_and.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @and___scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int6 = torch.constant.int 6
  %0 = torch.aten.__and__.Scalar %arg0, %int6 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @and___tensor(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_and.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @and___tensor(%arg0: !torch.vtensor<[4],si64>, %arg1: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.aten.__and__.Tensor %arg0, %arg1 : !torch.vtensor<[4],si64>, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @or___scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int6{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_or.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @or___scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int6 = torch.constant.int 6
  %0 = torch.aten.__or__.Scalar %arg0, %int6 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @or___tensor(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_or.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @or___tensor(%arg0: !torch.vtensor<[4],si64>, %arg1: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.aten.__or__.Tensor %arg0, %arg1 : !torch.vtensor<[4],si64>, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @xor___scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int6{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_xor.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @xor___scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int6 = torch.constant.int 6
  %0 = torch.aten.__xor__.Scalar %arg0, %int6 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @xor___tensor(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_xor.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @xor___tensor(%arg0: !torch.vtensor<[4],si64>, %arg1: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.aten.__xor__.Tensor %arg0, %arg1 : !torch.vtensor<[4],si64>, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @cast_byte(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V0]]
func.func @cast_byte(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],ui8> {
  %false = torch.constant.bool false
  %0 = torch.aten._cast_Byte %arg0, %false : !torch.vtensor<[4],f32>, !torch.bool -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @cast_char(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si8>
// CHECK: return %[[V0]]
func.func @cast_char(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si8> {
  %false = torch.constant.bool false
  %0 = torch.aten._cast_Char %arg0, %false : !torch.vtensor<[4],f32>, !torch.bool -> !torch.vtensor<[4],si8>
  return %0 : !torch.vtensor<[4],si8>
}

// CHECK-LABEL: func.func @cast_double(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V0]]
func.func @cast_double(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f64> {
  %false = torch.constant.bool false
  %0 = torch.aten._cast_Double %arg0, %false : !torch.vtensor<[4],f32>, !torch.bool -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}

// CHECK-LABEL: func.func @cast_float(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @cast_float(%arg0: !torch.vtensor<[4],f64>) -> !torch.vtensor<[4],f32> {
  %false = torch.constant.bool false
  %0 = torch.aten._cast_Float %arg0, %false : !torch.vtensor<[4],f64>, !torch.bool -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @cast_half(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int5{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f16>
// CHECK: return %[[V0]]
func.func @cast_half(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f16> {
  %false = torch.constant.bool false
  %0 = torch.aten._cast_Half %arg0, %false : !torch.vtensor<[4],f32>, !torch.bool -> !torch.vtensor<[4],f16>
  return %0 : !torch.vtensor<[4],f16>
}

// CHECK-LABEL: func.func @cast_int(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: return %[[V0]]
func.func @cast_int(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si32> {
  %false = torch.constant.bool false
  %0 = torch.aten._cast_Int %arg0, %false : !torch.vtensor<[4],f32>, !torch.bool -> !torch.vtensor<[4],si32>
  return %0 : !torch.vtensor<[4],si32>
}

// CHECK-LABEL: func.func @cast_long(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @cast_long(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si64> {
  %false = torch.constant.bool false
  %0 = torch.aten._cast_Long %arg0, %false : !torch.vtensor<[4],f32>, !torch.bool -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @cast_short(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int2{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si16>
// CHECK: return %[[V0]]
func.func @cast_short(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si16> {
  %false = torch.constant.bool false
  %0 = torch.aten._cast_Short %arg0, %false : !torch.vtensor<[4],f32>, !torch.bool -> !torch.vtensor<[4],si16>
  return %0 : !torch.vtensor<[4],si16>
}

// CHECK-LABEL: func.func @to_copy(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int5{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f16>
// CHECK: return %[[V0]]
func.func @to_copy(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f16> {
  %int5 = torch.constant.int 5
  %none = torch.constant.none
  %false = torch.constant.bool false
  %0 = torch.aten._to_copy %arg0, %int5, %none, %none, %none, %false, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.none, !torch.none, !torch.none, !torch.bool, !torch.none -> !torch.vtensor<[4],f16>
  return %0 : !torch.vtensor<[4],f16>
}

// CHECK-LABEL: func.func @addcdiv(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %arg1, %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[V0]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Tensor %arg0, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @addcdiv(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.addcdiv %arg0, %arg1, %arg2, %float2.0 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @addcmul(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg1, %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[V0]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Tensor %arg0, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @addcmul(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.addcmul %arg0, %arg1, %arg2, %float2.0 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @lshift___scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_left_shift.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @lshift___scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int3 = torch.constant.int 3
  %0 = torch.aten.__lshift__.Scalar %arg0, %int3 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @lshift___tensor(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_left_shift.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @lshift___tensor(%arg0: !torch.vtensor<[4],si64>, %arg1: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.aten.__lshift__.Tensor %arg0, %arg1 : !torch.vtensor<[4],si64>, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @rshift___tensor(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_right_shift.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @rshift___tensor(%arg0: !torch.vtensor<[4],si64>, %arg1: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.aten.__rshift__.Tensor %arg0, %arg1 : !torch.vtensor<[4],si64>, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @alias(
// CHECK: return %arg0
func.func @alias(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.alias %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @bitwise_left_shift_tensor_scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_left_shift.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @bitwise_left_shift_tensor_scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int3 = torch.constant.int 3
  %0 = torch.aten.bitwise_left_shift.Tensor_Scalar %arg0, %int3 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @bitwise_right_shift_tensor_scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_right_shift.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @bitwise_right_shift_tensor_scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int3 = torch.constant.int 3
  %0 = torch.aten.bitwise_right_shift.Tensor_Scalar %arg0, %int3 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @bitwise_and_scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int6{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_and.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @bitwise_and_scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int6 = torch.constant.int 6
  %0 = torch.aten.bitwise_and.Scalar %arg0, %int6 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @bitwise_or_scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int6{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_or.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @bitwise_or_scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int6 = torch.constant.int 6
  %0 = torch.aten.bitwise_or.Scalar %arg0, %int6 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @bitwise_xor_scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %int6{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.bitwise_xor.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V2]]
func.func @bitwise_xor_scalar(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %int6 = torch.constant.int 6
  %0 = torch.aten.bitwise_xor.Scalar %arg0, %int6 : !torch.vtensor<[4],si64>, !torch.int -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @ceil(
// CHECK: return %arg0
func.func @ceil(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.aten.ceil %arg0 : !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @clamp_tensor(
// CHECK: %[[V0:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.minimum %[[V0]], %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @clamp_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.clamp.Tensor %arg0, %arg1, %arg2 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @clamp_max(
// CHECK: %[[V0:.*]] = torch.aten.clamp %arg0, %none{{(_[0-9]+)?}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @clamp_max(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.clamp_max %arg0, %float2.0 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @clamp_max_tensor(
// CHECK: %[[V0:.*]] = torch.aten.minimum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @clamp_max_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.clamp_max.Tensor %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @clamp_min(
// CHECK: %[[V0:.*]] = torch.aten.clamp %arg0, %float-2.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @clamp_min(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float-2.0 = torch.constant.float -2.000000e+00
  %0 = torch.aten.clamp_min %arg0, %float-2.0 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @clamp_min_tensor(
// CHECK: %[[V0:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @clamp_min_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.clamp_min.Tensor %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @clip_tensor(
// CHECK: %[[V0:.*]] = torch.aten.minimum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @clip_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  %0 = torch.aten.clip.Tensor %arg0, %none, %arg1 : !torch.vtensor<[4],f32>, !torch.none, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @clone(
// CHECK: return %arg0
func.func @clone(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  %0 = torch.aten.clone %arg0, %none : !torch.vtensor<[4],f32>, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @contiguous(
// CHECK: return %arg0
func.func @contiguous(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %int0 = torch.constant.int 0
  %0 = torch.aten.contiguous %arg0, %int0 : !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @copy(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg1, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V2]]
func.func @copy(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f64>) -> !torch.vtensor<[2,3],f32> {
  %false = torch.constant.bool false
  %0 = torch.aten.copy %arg0, %arg1, %false : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f64>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @copysign_scalar(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.neg %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @copysign_scalar(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float-1.0 = torch.constant.float -1.000000e+00
  %0 = torch.aten.copysign.Scalar %arg0, %float-1.0 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @deg2rad(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float1.745329e-02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @deg2rad(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.deg2rad %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @detach(
// CHECK: return %arg0
func.func @detach(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.detach %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @exp2(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float6.931472e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.exp %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @exp2(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.exp2 %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @float_power_tensor_scalar(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V1:.*]] = torch.aten.pow.Tensor_Scalar %[[V0]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V1]]
func.func @float_power_tensor_scalar(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f64> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.float_power.Tensor_Scalar %arg0, %float2.0 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}

// CHECK-LABEL: func.func @float_power_tensor_tensor(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg1, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V2:.*]] = torch.aten.pow.Tensor_Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V2]]
func.func @float_power_tensor_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f64> {
  %0 = torch.aten.float_power.Tensor_Tensor %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}

// CHECK-LABEL: func.func @floor_divide(
// CHECK: %[[S:.*]] = torch.constant.str "floor"
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor_mode %arg0, %arg1, %[[S]] : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @floor_divide(%arg0: !torch.vtensor<[4],si64>, %arg1: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.aten.floor_divide %arg0, %arg1 : !torch.vtensor<[4],si64>, !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @floor_divide_scalar(
// CHECK: %[[S:.*]] = torch.constant.str "floor"
// CHECK: %[[V0:.*]] = torch.aten.div.Scalar_mode %arg0, %float2.000000e00{{(_[0-9]+)?}}, %[[S]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @floor_divide_scalar(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.floor_divide.Scalar %arg0, %float2.0 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @fmax(
// CHECK: %[[V0:.*]] = torch.aten.ne.Tensor %arg1, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.ne.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @fmax(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.fmax %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @fmin(
// CHECK: %[[V0:.*]] = torch.aten.ne.Tensor %arg1, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.ne.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.minimum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @fmin(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.fmin %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @frac(
// CHECK: %[[V0:.*]] = torch.aten.trunc %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sub.Tensor %arg0, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @frac(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.frac %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @heaviside(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %[[V1]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @heaviside(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.heaviside %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hypot(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.abs %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.maximum %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.minimum %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.eq.Scalar %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V4]], %[[V6]], %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.div.Tensor %[[V3]], %[[V7]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V8]], %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Scalar %[[V9]], %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.sqrt %[[V10]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V11]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V13:.*]] = torch.aten.eq.Scalar %[[V2]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V14:.*]] = torch.aten.where.self %[[V13]], %[[V2]], %[[V12]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V14]]
func.func @hypot(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.hypot %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @isclose(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[V0]], %float1.000000e-05{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V1]], %float1.000000e-08{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.abs %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.le.Tensor %[[V4]], %[[V2]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V6:.*]] = torch.aten.lt.Scalar %[[V4]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V7:.*]] = torch.aten.logical_and %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V8:.*]] = torch.aten.eq.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V9:.*]] = torch.aten.logical_or %[[V8]], %[[V7]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V9]]
func.func @isclose(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %float1.0000000000000001e-05 = torch.constant.float 1.000000e-05
  %float1e-08 = torch.constant.float 1.000000e-08
  %false = torch.constant.bool false
  %0 = torch.aten.isclose %arg0, %arg1, %float1.0000000000000001e-05, %float1e-08, %false : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.float, !torch.bool -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @isfinite(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.lt.Scalar %[[V0]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V1]]
func.func @isfinite(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.isfinite %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @isinf(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.eq.Scalar %[[V0]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V1]]
func.func @isinf(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.isinf %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @isnan(
// CHECK: %[[V0:.*]] = torch.aten.ne.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @isnan(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.isnan %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @isneginf(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %arg0, %float-inf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @isneginf(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.isneginf %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @isposinf(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %arg0, %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @isposinf(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.isposinf %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @ldexp_tensor(
// CHECK: %[[V0:.*]] = torch.aten.pow.Scalar %float2.000000e00{{(_[0-9]+)?}}, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @ldexp_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.ldexp.Tensor %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],si32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @lerp_tensor(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %arg1, %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.rsub.Scalar %arg2, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg1, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.abs %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.lt.Scalar %[[V4]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V0]], %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %arg0, %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.where.self %[[V5]], %[[V7]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V8]]
func.func @lerp_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.lerp.Tensor %arg0, %arg1, %arg2 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @lift_fresh_copy(
// CHECK: return %arg0
func.func @lift_fresh_copy(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.lift_fresh_copy %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @logaddexp(
// CHECK: %[[V0:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[V3]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.exp %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.log1p %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Tensor %[[V0]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.eq.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V10:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.eq.Scalar %[[V10]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V12:.*]] = torch.aten.logical_and %[[V9]], %[[V11]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V13:.*]] = torch.aten.where.self %[[V12]], %arg0, %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V13]]
func.func @logaddexp(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.logaddexp %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @logaddexp2(
// CHECK: %[[V0:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[V3]], %float6.931472e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.exp %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.log1p %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %float6.931472e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Tensor %[[V0]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.eq.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V10:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.eq.Scalar %[[V10]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V12:.*]] = torch.aten.logical_and %[[V9]], %[[V11]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V13:.*]] = torch.aten.where.self %[[V12]], %arg0, %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V13]]
func.func @logaddexp2(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.logaddexp2 %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @logit(
// CHECK: %[[V0:.*]] = torch.aten.clamp %arg0, %float1.000000e-03{{(_[0-9]+)?}}, %float9.990000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.rsub.Scalar %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.log %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @logit(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.001 = torch.constant.float 1.000000e-03
  %0 = torch.aten.logit %arg0, %float0.001 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @masked_fill_tensor(
// CHECK: %[[V0:.*]] = torch.aten.where.self %arg1, %arg2, %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @masked_fill_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],i1>, %arg2: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.masked_fill.Tensor %arg0, %arg1, %arg2 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>, !torch.vtensor<[],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @max_other(
// CHECK: %[[V0:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @max_other(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.max.other %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @min_other(
// CHECK: %[[V0:.*]] = torch.aten.minimum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @min_other(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.min.other %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @nan_to_num(
// CHECK: %[[V0:.*]] = torch.aten.ne.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float5.000000e-01{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.eq.Scalar %arg0, %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %float3.402823e38{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V4]], %[[V6]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.eq.Scalar %arg0, %float-inf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V10:.*]] = torch.aten.full %[[V9]], %float-3.402823e38{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V11:.*]] = torch.aten.where.self %[[V8]], %[[V10]], %[[V7]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V11]]
func.func @nan_to_num(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.5 = torch.constant.float 5.000000e-01
  %none = torch.constant.none
  %0 = torch.aten.nan_to_num %arg0, %float0.5, %none, %none : !torch.vtensor<[4],f32>, !torch.float, !torch.none, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @rad2deg(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float5.729578e01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @rad2deg(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.rad2deg %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @round_decimals(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float1.000000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.round %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %float1.000000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @round_decimals(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %int2 = torch.constant.int 2
  %0 = torch.aten.round.decimals %arg0, %int2 : !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @square(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @square(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.square %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @to_device(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V0]]
func.func @to_device(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f64> {
  %device = torch.constant.device "cpu"
  %int7 = torch.constant.int 7
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.to.device %arg0, %device, %int7, %false, %false, %none : !torch.vtensor<[4],f32>, !torch.Device, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}

// CHECK-LABEL: func.func @to_dtype_layout(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V0]]
func.func @to_dtype_layout(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f64> {
  %int7 = torch.constant.int 7
  %none = torch.constant.none
  %false = torch.constant.bool false
  %0 = torch.aten.to.dtype_layout %arg0, %int7, %none, %none, %none, %false, %false, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.none, !torch.none, !torch.none, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}

// CHECK-LABEL: func.func @to_other(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V0]]
func.func @to_other(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f64>) -> !torch.vtensor<[4],f64> {
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.to.other %arg0, %arg1, %false, %false, %none : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f64>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}

// CHECK-LABEL: func.func @to_prim_device(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V0]]
func.func @to_prim_device(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f64> {
  %device = torch.constant.device "cpu"
  %int7 = torch.constant.int 7
  %false = torch.constant.bool false
  %0 = torch.aten.to.prim_Device %arg0, %device, %int7, %false, %false : !torch.vtensor<[4],f32>, !torch.Device, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}

// CHECK-LABEL: func.func @trunc(
// CHECK: return %arg0
func.func @trunc(%arg0: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.aten.trunc %arg0 : !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @type_as(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V0]]
func.func @type_as(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f64>) -> !torch.vtensor<[4],f64> {
  %0 = torch.aten.type_as %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f64> -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}

// CHECK-LABEL: func.func @where_scalar(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %float2.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %arg0, %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @where_scalar(%arg0: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],f32> {
  %float1.0 = torch.constant.float 1.000000e+00
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.where.Scalar %arg0, %float1.0, %float2.0 : !torch.vtensor<[4],i1>, !torch.float, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @where_scalarother(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float2.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %arg0, %arg1, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @where_scalarother(%arg0: !torch.vtensor<[4],i1>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.where.ScalarOther %arg0, %arg1, %float2.0 : !torch.vtensor<[4],i1>, !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @where_scalarself(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %arg0, %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @where_scalarself(%arg0: !torch.vtensor<[4],i1>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float1.0 = torch.constant.float 1.000000e+00
  %0 = torch.aten.where.ScalarSelf %arg0, %float1.0, %arg1 : !torch.vtensor<[4],i1>, !torch.float, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @xlogy_scalar_other(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float2.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.log %[[V1]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.eq.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V5:.*]] = torch.aten.eq.Tensor %[[V1]], %[[V1]] : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V6:.*]] = torch.aten.logical_and %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V8:.*]] = torch.aten.full %[[V7]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.where.self %[[V6]], %[[V8]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V9]]
func.func @xlogy_scalar_other(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.xlogy.Scalar_Other %arg0, %float2.0 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @xlogy_scalar_self(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float2.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.log %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.eq.Scalar %[[V1]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V5:.*]] = torch.aten.eq.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V6:.*]] = torch.aten.logical_and %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V8:.*]] = torch.aten.full %[[V7]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.where.self %[[V6]], %[[V8]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V9]]
func.func @xlogy_scalar_self(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.xlogy.Scalar_Self %float2.0, %arg0 : !torch.float, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @xlogy_tensor(
// CHECK: %[[V0:.*]] = torch.aten.log %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.eq.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.aten.eq.Tensor %arg1, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.logical_and %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V4]], %[[V6]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V7]]
func.func @xlogy_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.xlogy.Tensor %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @prims_convert_element_type(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: return %[[V0]]
func.func @prims_convert_element_type(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f64> {
  %int7 = torch.constant.int 7
  %0 = torch.prims.convert_element_type %arg0, %int7 : !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[4],f64>
  return %0 : !torch.vtensor<[4],f64>
}
