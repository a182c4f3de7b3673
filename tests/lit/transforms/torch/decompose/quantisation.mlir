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

// CHECK-LABEL: func.func @fake_quantize_per_tensor_affine_cachemask_tensor_qparams(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.reciprocal %arg1 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.round %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V3]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.clamp %[[V4]], %int-128{{(_[0-9]+)?}}, %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.ge.Scalar %[[V4]], %int-128{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V9:.*]] = torch.aten.le.Scalar %[[V4]], %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V10:.*]] = torch.aten.logical_and %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V11:.*]] = torch.aten.eq.Scalar %arg3, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1],i1>
// CHECK: %[[V12:.*]] = torch.aten.where.self %[[V11]], %arg0, %[[V7]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V13:.*]] = torch.aten.logical_or %[[V11]], %[[V10]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V12]], %[[V13]]
func.func @fake_quantize_per_tensor_affine_cachemask_tensor_qparams(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],si32>, %arg3: !torch.vtensor<[1],si64>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>) {
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0:2 = torch.aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams %arg0, %arg1, %arg2, %arg3, %int-128, %int127 : !torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],si32>, !torch.vtensor<[1],si64>, !torch.int, !torch.int -> !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @fake_quantize_per_channel_affine(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.aten.reciprocal %arg1 : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.round %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V3]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.clamp %[[V4]], %int-128{{(_[0-9]+)?}}, %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V7]]
func.func @fake_quantize_per_channel_affine(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],si32>) -> !torch.vtensor<[2,3],f32> {
  %int1 = torch.constant.int 1
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0 = torch.aten.fake_quantize_per_channel_affine %arg0, %arg1, %arg2, %int1, %int-128, %int127 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],si32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @fake_quantize_per_channel_affine_cachemask(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.aten.reciprocal %arg1 : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.round %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V3]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.clamp %[[V4]], %int-128{{(_[0-9]+)?}}, %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.ge.Scalar %[[V4]], %int-128{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V9:.*]] = torch.aten.le.Scalar %[[V4]], %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V10:.*]] = torch.aten.logical_and %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: return %[[V7]], %[[V10]]
func.func @fake_quantize_per_channel_affine_cachemask(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],si32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],i1>) {
  %int1 = torch.constant.int 1
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0:2 = torch.aten.fake_quantize_per_channel_affine_cachemask %arg0, %arg1, %arg2, %int1, %int-128, %int127 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],si32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],i1>
  return %0#0, %0#1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],i1>
}

// CHECK-LABEL: func.func @fake_quantize_per_tensor_affine(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.reciprocal %[[V1]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.round %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V6]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.clamp %[[V7]], %int-128{{(_[0-9]+)?}}, %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.sub.Tensor %[[V8]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V10]]
func.func @fake_quantize_per_tensor_affine(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.5 = torch.constant.float 5.000000e-01
  %int3 = torch.constant.int 3
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0 = torch.aten.fake_quantize_per_tensor_affine %arg0, %float0.5, %int3, %int-128, %int127 : !torch.vtensor<[4],f32>, !torch.float, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @fake_quantize_per_tensor_affine_tensor_qparams(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.reciprocal %arg1 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.round %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V3]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.clamp %[[V4]], %int-128{{(_[0-9]+)?}}, %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V7]]
func.func @fake_quantize_per_tensor_affine_tensor_qparams(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],si32>) -> !torch.vtensor<[4],f32> {
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0 = torch.aten.fake_quantize_per_tensor_affine.tensor_qparams %arg0, %arg1, %arg2, %int-128, %int127 : !torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],si32>, !torch.int, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @fake_quantize_per_tensor_affine_cachemask(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.reciprocal %[[V1]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.round %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V6]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.clamp %[[V7]], %int-128{{(_[0-9]+)?}}, %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.sub.Tensor %[[V8]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.ge.Scalar %[[V7]], %int-128{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V12:.*]] = torch.aten.le.Scalar %[[V7]], %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V13:.*]] = torch.aten.logical_and %[[V11]], %[[V12]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V10]], %[[V13]]
func.func @fake_quantize_per_tensor_affine_cachemask(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>) {
  %float0.5 = torch.constant.float 5.000000e-01
  %int3 = torch.constant.int 3
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0:2 = torch.aten.fake_quantize_per_tensor_affine_cachemask %arg0, %float0.5, %int3, %int-128, %int127 : !torch.vtensor<[4],f32>, !torch.float, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @quantize_per_channel(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.aten.reciprocal %arg1 : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.round %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %float-1.099512e12{{(_[0-9]+)?}}, %float1.099512e12{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V0]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V5]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V8:.*]] = torch.aten.clamp %[[V7]], %int-128{{(_[0-9]+)?}}, %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %[[V8]], %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si8>
// CHECK: %[[V10:.*]] = torch.aten._make_per_channel_quantized_tensor %[[V9]], %arg1, %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],!torch.qint8>
// CHECK: return %[[V10]]
func.func @quantize_per_channel(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[2,3],!torch.qint8> {
  %int1 = torch.constant.int 1
  %int12 = torch.constant.int 12
  %0 = torch.aten.quantize_per_channel %arg0, %arg1, %arg2, %int1, %int12 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],si64>, !torch.int, !torch.int -> !torch.vtensor<[2,3],!torch.qint8>
  return %0 : !torch.vtensor<[2,3],!torch.qint8>
}

// CHECK-LABEL: func.func @quantize_per_tensor_tensor_qparams(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.reciprocal %arg1 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.round %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %float-1.099512e12{{(_[0-9]+)?}}, %float1.099512e12{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V0]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V5]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V8:.*]] = torch.aten.clamp %[[V7]], %int0{{(_[0-9]+)?}}, %int255{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %[[V8]], %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: %[[V10:.*]] = torch.aten.Float.Tensor %arg1 : {{.*}} -> !torch.float
// CHECK: %[[V11:.*]] = torch.aten.Int.Tensor %arg2 : {{.*}} -> !torch.int
// CHECK: %[[V12:.*]] = torch.aten._make_per_tensor_quantized_tensor %[[V9]], %[[V10]], %[[V11]] : {{.*}} -> !torch.vtensor<[4],!torch.quint8>
// CHECK: return %[[V12]]
func.func @quantize_per_tensor_tensor_qparams(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],si64>) -> !torch.vtensor<[4],!torch.quint8> {
  %int13 = torch.constant.int 13
  %0 = torch.aten.quantize_per_tensor.tensor_qparams %arg0, %arg1, %arg2, %int13 : !torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.int -> !torch.vtensor<[4],!torch.quint8>
  return %0 : !torch.vtensor<[4],!torch.quint8>
}

// CHECK-LABEL: func.func @quantized_decomposed_dequantize_per_tensor(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V4]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V6]]
func.func @quantized_decomposed_dequantize_per_tensor(%arg0: !torch.vtensor<[4],si8>) -> !torch.vtensor<[4],f32> {
  %float0.5 = torch.constant.float 5.000000e-01
  %int3 = torch.constant.int 3
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %int1 = torch.constant.int 1
  %none = torch.constant.none
  %0 = torch.quantized_decomposed.dequantize_per_tensor %arg0, %float0.5, %int3, %int-128, %int127, %int1, %none : !torch.vtensor<[4],si8>, !torch.float, !torch.int, !torch.int, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @quantized_decomposed_quantize_per_channel(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.aten.reciprocal %arg1 : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.round %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V3]], %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.clamp %[[V4]], %int-128{{(_[0-9]+)?}}, %int127{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V5]], %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si8>
// CHECK: return %[[V6]]
func.func @quantized_decomposed_quantize_per_channel(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[2,3],si8> {
  %int1 = torch.constant.int 1
  %int-128 = torch.constant.int -128
  %int127 = torch.constant.int 127
  %0 = torch.quantized_decomposed.quantize_per_channel %arg0, %arg1, %arg2, %int1, %int-128, %int127, %int1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],si64>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,3],si8>
  return %0 : !torch.vtensor<[2,3],si8>
}
