// Bits of integers. Shifts by as many bits as the type has, or more, give 0.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @bitwise_and(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_and.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: return %[[V0]]
func.func @bitwise_and(%arg0: !torch.vtensor<[2,3],si32>, %arg1: !torch.vtensor<[3],si32>) -> !torch.vtensor<[2,3],si32> {
  %0 = torch.operator "onnx.BitwiseAnd"(%arg0, %arg1) : (!torch.vtensor<[2,3],si32>, !torch.vtensor<[3],si32>) -> !torch.vtensor<[2,3],si32>
  return %0 : !torch.vtensor<[2,3],si32>
}

// CHECK-LABEL: func.func @bitwise_or(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_or.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V0]]
func.func @bitwise_or(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.BitwiseOr"(%arg0, %arg1) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @bitwise_xor(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_xor.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: return %[[V0]]
func.func @bitwise_xor(%arg0: !torch.vtensor<[?],si64>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],si64> {
  %0 = torch.operator "onnx.BitwiseXor"(%arg0, %arg1) : (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @bitwise_not(
// CHECK: %[[V0:.*]] = torch.aten.bitwise_not %arg0 : {{.*}} -> !torch.vtensor<[4],si16>
// CHECK: return %[[V0]]
func.func @bitwise_not(%arg0: !torch.vtensor<[4],si16>) -> !torch.vtensor<[4],si16> {
  %0 = torch.operator "onnx.BitwiseNot"(%arg0) : (!torch.vtensor<[4],si16>) -> !torch.vtensor<[4],si16>
  return %0 : !torch.vtensor<[4],si16>
}

// CHECK-LABEL: func.func @shift_left(
// CHECK: %[[V0:.*]] = torch.aten.ge.Scalar %arg1, %int8{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],ui8>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %arg1 : {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: %[[V4:.*]] = torch.aten.bitwise_left_shift.Tensor %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V5]]
func.func @shift_left(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.BitShift"(%arg0, %arg1) {torch.onnx.direction = "LEFT"} : (!torch.vtensor<[4],ui8>, !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @shift_right(
// CHECK: %[[V0:.*]] = torch.aten.ge.Scalar %arg1, %int32{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],ui32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %arg1 : {{.*}} -> !torch.vtensor<[4],ui32>
// CHECK: %[[V4:.*]] = torch.aten.bitwise_right_shift.Tensor %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[4],ui32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[4],ui32>
// CHECK: return %[[V5]]
func.func @shift_right(%arg0: !torch.vtensor<[4],ui32>, %arg1: !torch.vtensor<[4],ui32>) -> !torch.vtensor<[4],ui32> {
  %0 = torch.operator "onnx.BitShift"(%arg0, %arg1) {torch.onnx.direction = "RIGHT"} : (!torch.vtensor<[4],ui32>, !torch.vtensor<[4],ui32>) -> !torch.vtensor<[4],ui32>
  return %0 : !torch.vtensor<[4],ui32>
}

// Bits of the sign come in from the left.
// CHECK-LABEL: func.func @shift_signed(
// CHECK: %[[V0:.*]] = torch.aten.ge.Scalar %arg1, %int32{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.lt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.logical_or %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V4:.*]] = torch.aten.full %[[V3]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V2]], %[[V4]], %arg1 : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V6:.*]] = torch.aten.bitwise_right_shift.Tensor %arg0, %[[V5]] : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V7:.*]] = torch.aten.lt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V8:.*]] = torch.aten.to.dtype %[[V7]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V9:.*]] = torch.aten.neg %[[V8]] : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %[[V2]], %[[V9]], %[[V6]] : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: return %[[V10]]
func.func @shift_signed(%arg0: !torch.vtensor<[4],si32>, %arg1: !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],si32> {
  %0 = torch.operator "onnx.BitShift"(%arg0, %arg1) {torch.onnx.direction = "RIGHT"} : (!torch.vtensor<[4],si32>, !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],si32>
  return %0 : !torch.vtensor<[4],si32>
}
