// Integers with a scale and a zero, of a tensor and of each channel.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.quantized_decomposed.quantize_per_tensor | FileCheck %s --check-prefix=LEGAL

// LEGAL: torch.operator "torch.quantized_decomposed.quantize_per_tensor"(
// CHECK-LABEL: func.func @quantize(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.reciprocal %[[V1]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[ARG0]], %[[V4]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V6:.*]] = torch.aten.round %[[V5]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V6]], %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V8:.*]] = torch.aten.clamp %[[V7]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %[[V8]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si8>
// CHECK: return %[[V9]]
func.func @quantize(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],si8> {
  %scale = torch.constant.float 0.5
  %int1 = torch.constant.int 1
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0 = torch.operator "torch.quantized_decomposed.quantize_per_tensor"(%arg0, %scale, %int1, %int-128, %int127, %int1) : (!torch.vtensor<[?],f32>, !torch.float, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.vtensor<[?],si8>
  return %0 : !torch.vtensor<[?],si8>
}

// CHECK-LABEL: func.func @per_channel(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V2]]
func.func @per_channel(%arg0: !torch.vtensor<[2,?],si8>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2,?],f32> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0 = torch.operator "torch.quantized_decomposed.dequantize_per_channel"(%arg0, %arg1, %none, %int0, %int-128, %int127, %int1, %none) : (!torch.vtensor<[2,?],si8>, !torch.vtensor<[2],f32>, !torch.none, !torch.int, !torch.int, !torch.int, !torch.int, !torch.none) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}
