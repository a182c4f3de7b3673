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

// Scale and zero are those of the operator that made the tensor, through views.
// CHECK-LABEL: func.func @dequantize_through_a_view(
// CHECK: %[[Q:.*]] = torch.aten._make_per_tensor_quantized_tensor
// CHECK: %[[T:.*]] = torch.aten.transpose.int %[[Q]]
// CHECK: %[[I:.*]] = torch.aten.int_repr %[[T]] : {{.*}} -> !torch.vtensor<[?,2],si8>
// CHECK: torch.aten.sub.Tensor
// CHECK: %[[R:.*]] = torch.aten.mul.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?,2],f32>
// CHECK: return %[[R]]
func.func @dequantize_through_a_view(%arg0: !torch.vtensor<[2,?],si8>) -> !torch.vtensor<[?,2],f32> {
  %scale = torch.constant.float 0.5
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %0 = torch.aten._make_per_tensor_quantized_tensor %arg0, %scale, %int1 : !torch.vtensor<[2,?],si8>, !torch.float, !torch.int -> !torch.vtensor<[2,?],!torch.qint8>
  %1 = torch.aten.transpose.int %0, %int0, %int1 : !torch.vtensor<[2,?],!torch.qint8>, !torch.int, !torch.int -> !torch.vtensor<[?,2],!torch.qint8>
  %2 = torch.aten.dequantize.self %1 : !torch.vtensor<[?,2],!torch.qint8> -> !torch.vtensor<[?,2],f32>
  return %2 : !torch.vtensor<[?,2],f32>
}

// CHECK-LABEL: func.func @quantize_per_tensor(
// CHECK: torch.aten.round
// CHECK: torch.aten.clamp {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[I:.*]] = torch.aten.to.dtype {{.*}} -> !torch.vtensor<[?],ui8>
// CHECK: torch.aten._make_per_tensor_quantized_tensor %[[I]]
func.func @quantize_per_tensor(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],ui8> {
  %scale = torch.constant.float 0.5
  %int1 = torch.constant.int 1
  %int13 = torch.constant.int 13
  %0 = torch.aten.quantize_per_tensor %arg0, %scale, %int1, %int13 : !torch.vtensor<[?],f32>, !torch.float, !torch.int, !torch.int -> !torch.vtensor<[?],!torch.quint8>
  %1 = torch.aten.int_repr %0 : !torch.vtensor<[?],!torch.quint8> -> !torch.vtensor<[?],ui8>
  return %1 : !torch.vtensor<[?],ui8>
}

// A product that stays quantised is one of integers.
// CHECK-LABEL: func.func @quantised_product(
// CHECK: torch.aten.matmul {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: torch.aten._make_per_tensor_quantized_tensor {{.*}} -> !torch.vtensor<[2,4],!torch.qint32>
func.func @quantised_product(%arg0: !torch.vtensor<[2,3],si8>, %arg1: !torch.vtensor<[3,4],si8>) -> !torch.vtensor<[2,4],!torch.qint32> {
  %scale = torch.constant.float 0.5
  %int1 = torch.constant.int 1
  %0 = torch.aten._make_per_tensor_quantized_tensor %arg0, %scale, %int1 : !torch.vtensor<[2,3],si8>, !torch.float, !torch.int -> !torch.vtensor<[2,3],!torch.qint8>
  %1 = torch.aten._make_per_tensor_quantized_tensor %arg1, %scale, %int1 : !torch.vtensor<[3,4],si8>, !torch.float, !torch.int -> !torch.vtensor<[3,4],!torch.qint8>
  %2 = torch.aten.mm %0, %1 : !torch.vtensor<[2,3],!torch.qint8>, !torch.vtensor<[3,4],!torch.qint8> -> !torch.vtensor<[2,4],!torch.qint32>
  return %2 : !torch.vtensor<[2,4],!torch.qint32>
}

// Of what is given nobody knows the scale.
// CHECK-LABEL: func.func @from_elsewhere(
// CHECK: torch.aten.dequantize.self
func.func @from_elsewhere(%arg0: !torch.vtensor<[2],!torch.qint8>) -> !torch.vtensor<[2],f32> {
  %0 = torch.aten.dequantize.self %arg0 : !torch.vtensor<[2],!torch.qint8> -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
