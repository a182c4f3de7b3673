// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// CHECK-LABEL: func.func @binary(
func.func @binary(%a: !torch.vtensor<[2,3],f32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: %[[SUM:.*]] = torch.aten.add.Tensor %arg0, %arg1
  %0 = torch.operator "onnx.Add"(%a, %b) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  // CHECK: torch.aten.pow.Tensor_Tensor %[[SUM]], %arg1
  %1 = torch.operator "onnx.Pow"(%0, %b) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  return %1 : !torch.vtensor<[2,3],f32>
}

// Integers are divided towards zero.
// CHECK-LABEL: func.func @integers(
func.func @integers(%a: !torch.vtensor<[?],si64>, %b: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],si64> {
  // CHECK: torch.constant.str "trunc"
  // CHECK: torch.aten.div.Tensor_mode
  %0 = torch.operator "onnx.Div"(%a, %b) : (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// Bounds are operands, any of which may be left out.
// CHECK-LABEL: func.func @clip(
func.func @clip(%x: !torch.vtensor<[4],f32>, %high: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  // CHECK: %[[R:.*]] = torch.aten.minimum %arg0, %arg1
  // CHECK-NEXT: return %[[R]]
  %0 = torch.operator "onnx.Clip"(%x, %none, %high) : (!torch.vtensor<[4],f32>, !torch.none, !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hard_sigmoid(
func.func @hard_sigmoid(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: %[[SLOPE:.*]] = torch.constant.float 2.500000e-01
  // CHECK: torch.aten.mul.Scalar %arg0, %[[SLOPE]]
  // CHECK: %[[OFFSET:.*]] = torch.constant.float 5.000000e-01
  // CHECK: torch.aten.add.Scalar %{{.*}}, %[[OFFSET]]
  // CHECK: torch.aten.clamp
  %0 = torch.operator "onnx.HardSigmoid"(%x) {torch.onnx.alpha = 0.25 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @abs(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @abs(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Abs"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @and(
// CHECK: %[[V0:.*]] = torch.aten.logical_and %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @and(%arg0: !torch.vtensor<[4],i1>, %arg1: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.And"(%arg0, %arg1) : (!torch.vtensor<[4],i1>, !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @cast(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @cast(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si64> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 7 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @ceil(
// CHECK: %[[V0:.*]] = torch.aten.ceil %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @ceil(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Ceil"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @cos(
// CHECK: %[[V0:.*]] = torch.aten.cos %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @cos(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Cos"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @dropout(
// CHECK: %[[V0:.*]] = torch.aten.full %{{.*}}, %true{{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %arg0, %[[V0]]
func.func @dropout(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>) {
  %0:2 = torch.operator "onnx.Dropout"(%arg0) : (!torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>)
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @elu(
// CHECK: %[[V0:.*]] = torch.aten.elu %arg0, %float2.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @elu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Elu"(%arg0) {torch.onnx.alpha = 2.000000e+00 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @equal(
// CHECK: %[[V0:.*]] = torch.aten.eq.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @equal(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.Equal"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @erf(
// CHECK: %[[V0:.*]] = torch.aten.erf %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @erf(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Erf"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @exp(
// CHECK: %[[V0:.*]] = torch.aten.exp %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @exp(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Exp"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @floor(
// CHECK: %[[V0:.*]] = torch.aten.floor %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @floor(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Floor"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @gelu(
// CHECK: %[[S:.*]] = torch.constant.str "tanh"
// CHECK: %[[V0:.*]] = torch.aten.gelu %arg0, %[[S]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @gelu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Gelu"(%arg0) {torch.onnx.approximate = "tanh"} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @greater(
// CHECK: %[[V0:.*]] = torch.aten.gt.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @greater(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.Greater"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @greater_or_equal(
// CHECK: %[[V0:.*]] = torch.aten.ge.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @greater_or_equal(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.GreaterOrEqual"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @hard_swish(
// CHECK: %[[V0:.*]] = torch.aten.hardswish %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @hard_swish(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.HardSwish"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @identity(
// CHECK: return %arg0
func.func @identity(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Identity"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @leaky_relu(
// CHECK: %[[V0:.*]] = torch.aten.leaky_relu %arg0, %float1.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @leaky_relu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.LeakyRelu"(%arg0) {torch.onnx.alpha = 1.000000e-01 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @less(
// CHECK: %[[V0:.*]] = torch.aten.lt.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @less(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.Less"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @less_or_equal(
// CHECK: %[[V0:.*]] = torch.aten.le.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @less_or_equal(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.LessOrEqual"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @log(
// CHECK: %[[V0:.*]] = torch.aten.log %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @log(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Log"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @max(
// CHECK: %[[V0:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.maximum %[[V0]], %arg2 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @max(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[1],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Max"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[1],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @mean(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.div.Scalar %[[V0]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @mean(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Mean"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @min(
// CHECK: %[[V0:.*]] = torch.aten.minimum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @min(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Min"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @mod(
// CHECK: %[[V0:.*]] = torch.aten.remainder.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @mod(%arg0: !torch.vtensor<[4],si64>, %arg1: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.operator "onnx.Mod"(%arg0, %arg1) : (!torch.vtensor<[4],si64>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @mul(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]]
func.func @mul(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Mul"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @neg(
// CHECK: %[[V0:.*]] = torch.aten.neg %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @neg(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Neg"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @not(
// CHECK: %[[V0:.*]] = torch.aten.logical_not %arg0 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @not(%arg0: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.Not"(%arg0) : (!torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @or(
// CHECK: %[[V0:.*]] = torch.aten.logical_or %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @or(%arg0: !torch.vtensor<[4],i1>, %arg1: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.Or"(%arg0, %arg1) : (!torch.vtensor<[4],i1>, !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @prelu(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg0, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V2]]
func.func @prelu(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.PRelu"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @reciprocal(
// CHECK: %[[V0:.*]] = torch.aten.reciprocal %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @reciprocal(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Reciprocal"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @round(
// CHECK: %[[V0:.*]] = torch.aten.round %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @round(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Round"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @selu(
// CHECK: %[[V0:.*]] = torch.aten.elu %arg0, %float1.673263e00{{(_[0-9]+)?}}, %float1.050701e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @selu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Selu"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @sigmoid(
// CHECK: %[[V0:.*]] = torch.aten.sigmoid %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @sigmoid(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Sigmoid"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @sign(
// CHECK: %[[V0:.*]] = torch.aten.sign %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @sign(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Sign"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @sin(
// CHECK: %[[V0:.*]] = torch.aten.sin %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @sin(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Sin"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @softplus(
// CHECK: %[[V0:.*]] = torch.aten.relu %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.neg %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.exp %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.log1p %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V0]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V5]]
func.func @softplus(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Softplus"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @softsign(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @softsign(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Softsign"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @sqrt(
// CHECK: %[[V0:.*]] = torch.aten.sqrt %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @sqrt(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Sqrt"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @sub(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @sub(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Sub"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @sum(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Tensor %[[V0]], %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @sum(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Sum"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @tanh(
// CHECK: %[[V0:.*]] = torch.aten.tanh %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @tanh(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Tanh"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @where(
// CHECK: %[[V0:.*]] = torch.aten.where.self %arg0, %arg1, %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @where(%arg0: !torch.vtensor<[4],i1>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Where"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],i1>, !torch.vtensor<[4],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @xor(
// CHECK: %[[V0:.*]] = torch.aten.logical_xor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @xor(%arg0: !torch.vtensor<[4],i1>, %arg1: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.Xor"(%arg0, %arg1) : (!torch.vtensor<[4],i1>, !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// Training draws random numbers, where the run says that it trains.
// CHECK-LABEL: func.func @dropout_of_training(
// CHECK: torch.aten.rand_like
// CHECK: %[[DROPPED:.*]] = torch.aten.where.self
// CHECK: torch.aten.where.self %arg2, %[[DROPPED]], %arg0
func.func @dropout_of_training(%x: !torch.vtensor<[4],f32>, %r: !torch.vtensor<[],f32>, %t: !torch.vtensor<[],i1>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Dropout"(%x, %r, %t) : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],i1>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
