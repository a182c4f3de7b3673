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
