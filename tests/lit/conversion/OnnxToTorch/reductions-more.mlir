// Reductions and running sums: what ends, axes and versions change.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Of equal ones the last: the first from behind, counted back.
// CHECK-LABEL: func.func @argmax_last(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.flip %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.argmax %[[V1]], %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.rsub.Scalar %[[V2]], %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: return %[[V3]]
func.func @argmax_last(%arg0: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,1],si64> {
  %0 = torch.operator "onnx.ArgMax"(%arg0) {torch.onnx.axis = 1 : si64, torch.onnx.select_last_index = 1 : si64} : (!torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,1],si64>
  return %0 : !torch.vtensor<[2,1],si64>
}

// CHECK-LABEL: func.func @argmin_no_keep(
// CHECK: %[[V0:.*]] = torch.aten.argmin %arg0, %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: return %[[V0]]
func.func @argmin_no_keep(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2],si64> {
  %0 = torch.operator "onnx.ArgMin"(%arg0) {torch.onnx.axis = -1 : si64, torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

// The first dimension, kept.
// CHECK-LABEL: func.func @argmax_default(
// CHECK: %[[V0:.*]] = torch.aten.argmax %arg0, %int0{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: return %[[V0]]
func.func @argmax_default(%arg0: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[1,4],si64> {
  %0 = torch.operator "onnx.ArgMax"(%arg0) : (!torch.vtensor<[2,4],f32>) -> !torch.vtensor<[1,4],si64>
  return %0 : !torch.vtensor<[1,4],si64>
}

// One dimension after the other.
// CHECK-LABEL: func.func @product_two(
// CHECK: %[[V0:.*]] = torch.aten.prod.dim_int %arg0, %int2{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.prod.dim_int %[[V0]], %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: return %[[V1]]
func.func @product_two(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,1,1],f32> {
  %0 = torch.operator "onnx.ReduceProd"(%arg0) {torch.onnx.axes = [1 : si64, 2 : si64]} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,1,1],f32>
  return %0 : !torch.vtensor<[2,1,1],f32>
}

// Axes are an operand since 18.
// CHECK-LABEL: func.func @product_input(
// CHECK: %[[V0:.*]] = torch.aten.prod.dim_int %arg0, %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si32>
// CHECK: return %[[V0]]
func.func @product_input(%arg0: !torch.vtensor<[2,3],si32>) -> !torch.vtensor<[2],si32> {
  %c0 = torch.vtensor.literal(dense<[1]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.ReduceProd"(%arg0, %c0) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],si32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],si32>
  return %0 : !torch.vtensor<[2],si32>
}

// Negative axes count from behind.
// CHECK-LABEL: func.func @sum_negative(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: return %[[V1]]
func.func @sum_negative(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[1,3,1],f32> {
  %c0 = torch.vtensor.literal(dense<[-1, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.ReduceSum"(%arg0, %c0) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,3,1],f32>
  return %0 : !torch.vtensor<[1,3,1],f32>
}

// No axes mean all of them.
// CHECK-LABEL: func.func @sum_empty(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: return %[[V1]]
func.func @sum_empty(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,1],f32> {
  %c0 = torch.vtensor.literal(dense<[]> : tensor<0xsi64>) : !torch.vtensor<[0],si64>
  %0 = torch.operator "onnx.ReduceSum"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[0],si64>) -> !torch.vtensor<[1,1],f32>
  return %0 : !torch.vtensor<[1,1],f32>
}

// Bools have the order of 0 and 1.
// CHECK-LABEL: func.func @max_bool(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.amax %[[V0]], %[[V1]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si32>
// CHECK: %[[V3:.*]] = torch.aten.gt.Scalar %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],i1>
// CHECK: return %[[V3]]
func.func @max_bool(%arg0: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[2,1],i1> {
  %0 = torch.operator "onnx.ReduceMax"(%arg0) {torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[2,3],i1>) -> !torch.vtensor<[2,1],i1>
  return %0 : !torch.vtensor<[2,1],i1>
}

// CHECK-LABEL: func.func @min_bool(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.amin %[[V0]], %[[V1]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si32>
// CHECK: %[[V3:.*]] = torch.aten.ne.Scalar %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],i1>
// CHECK: return %[[V3]]
func.func @min_bool(%arg0: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[2,1],i1> {
  %0 = torch.operator "onnx.ReduceMin"(%arg0) {torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[2,3],i1>) -> !torch.vtensor<[2,1],i1>
  return %0 : !torch.vtensor<[2,1],i1>
}

// Divided by a size of the run.
// CHECK-LABEL: func.func @mean_unknown(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.size.int %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: return %[[V3]]
func.func @mean_unknown(%arg0: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[1,3],f32> {
  %0 = torch.operator "onnx.ReduceMean"(%arg0) {torch.onnx.axes = [0 : si64]} : (!torch.vtensor<[?,3],f32>) -> !torch.vtensor<[1,3],f32>
  return %0 : !torch.vtensor<[1,3],f32>
}

// Less the largest, unless it is infinite.
// CHECK-LABEL: func.func @log_sum_exp(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %[[V1]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.eq.Scalar %[[V2]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],i1>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V5:.*]] = torch.aten.full %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %[[V3]], %[[V5]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %arg0, %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.exp %[[V7]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.sum.dim_IntList %[[V8]], %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.log %[[V9]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V11:.*]] = torch.aten.add.Tensor %[[V10]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V11]]
func.func @log_sum_exp(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32> {
  %0 = torch.operator "onnx.ReduceLogSumExp"(%arg0) {torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func.func @log_sum_exp_no_keep(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.exp %{{.*}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.log %[[V3]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V6:.*]] = torch.aten.add.Tensor %[[V4]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V6]]
func.func @log_sum_exp_no_keep(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.ReduceLogSumExp"(%arg0) {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @l1_all(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V2]]
func.func @l1_all(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.ReduceL1"(%arg0) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @l2_last(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sqrt %[[V2]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V3]]
func.func @l2_last(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32> {
  %0 = torch.operator "onnx.ReduceL2"(%arg0) {torch.onnx.axes = [-1 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func.func @log_sum_keep(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.log %[[V1]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: return %[[V2]]
func.func @log_sum_keep(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,3],f32> {
  %0 = torch.operator "onnx.ReduceLogSum"(%arg0) {torch.onnx.axes = [0 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,3],f32>
  return %0 : !torch.vtensor<[1,3],f32>
}

// CHECK-LABEL: func.func @sum_square_all(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: return %[[V2]]
func.func @sum_square_all(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,1],f32> {
  %0 = torch.operator "onnx.ReduceSumSquare"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,1],f32>
  return %0 : !torch.vtensor<[1,1],f32>
}

// CHECK-LABEL: func.func @softmax_axis(
// CHECK: %[[V0:.*]] = torch.aten.softmax.int %arg0, %int1{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V0]]
func.func @softmax_axis(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.Softmax"(%arg0) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// The last dimension since 13,
// CHECK-LABEL: func.func @softmax_default(
// CHECK: %[[V0:.*]] = torch.aten.softmax.int %arg0, %int2{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V0]]
func.func @softmax_default(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.Softmax"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// from dimension 1 on before.
// CHECK-LABEL: func.func @softmax_default_before_13(
// CHECK: %[[V0:.*]] = torch.aten.softmax.int %arg0, %int1{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]]
func.func @softmax_default_before_13(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> attributes {torch.onnx_meta.opset_version = 11 : si64} {
  %0 = torch.operator "onnx.Softmax"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @log_softmax_axis(
// CHECK: %[[V0:.*]] = torch.aten.log_softmax.int %arg0, %int0{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V0]]
func.func @log_softmax_axis(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.LogSoftmax"(%arg0) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// 1 at the first of the largest.
// CHECK-LABEL: func.func @hardmax(
// CHECK: %[[V0:.*]] = torch.aten.argmax %arg0, %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V1:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V4:.*]] = torch.aten.eq.Tensor %[[V0]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V7]]
func.func @hardmax(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Hardmax"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Over twelve elements.
// CHECK-LABEL: func.func @hardmax_before_13(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,12],f32>
// CHECK: %[[V2:.*]] = torch.aten.argmax %[[V1]], %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[12],si64>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,12],si64>
// CHECK: %[[V6:.*]] = torch.aten.eq.Tensor %[[V2]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,12],i1>
// CHECK: %[[V7:.*]] = torch.aten.to.dtype %[[V6]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,12],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.view %[[V7]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V9]]
func.func @hardmax_before_13(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> attributes {torch.onnx_meta.opset_version = 12 : si64} {
  %0 = torch.operator "onnx.Hardmax"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @cumsum(
// CHECK: %[[V0:.*]] = torch.aten.cumsum %arg0, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]]
func.func @cumsum(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<1> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.CumSum"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// One step further, zeros in front.
// CHECK-LABEL: func.func @cumsum_exclusive(
// CHECK: %[[V0:.*]] = torch.aten.cumsum %arg0, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V0]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %[[V2]], %[[V3]]
// CHECK: %[[V5:.*]] = torch.aten.cat %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V5]]
func.func @cumsum_exclusive(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<1> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.CumSum"(%arg0, %c0) {torch.onnx.exclusive = 1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// From the end.
// CHECK-LABEL: func.func @cumsum_reverse(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.flip %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.cumsum %[[V1]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.flip %[[V2]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V3]]
func.func @cumsum_reverse(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<-2> : tensor<si32>) : !torch.vtensor<[],si32>
  %0 = torch.operator "onnx.CumSum"(%arg0, %c0) {torch.onnx.reverse = 1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @cumsum_both(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.flip %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V2:.*]] = torch.aten.cumsum %[[V1]], %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.full %[[V3]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %[[V2]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %[[V4]], %[[V5]]
// CHECK: %[[V7:.*]] = torch.aten.cat %[[V6]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: %[[V8:.*]] = torch.aten.flip %[[V7]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: return %[[V8]]
func.func @cumsum_both(%arg0: !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[2,3],si64> {
  %c0 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.CumSum"(%arg0, %c0) {torch.onnx.reverse = 1 : si64, torch.onnx.exclusive = 1 : si64} : (!torch.vtensor<[2,3],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// Both, and the one chosen that the run names.
// CHECK-LABEL: func.func @cumsum_axis_at_run_time(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %arg1, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.cumsum %arg0, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.cumsum %arg0, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.eq.Scalar %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V6:.*]] = torch.aten.where.self %[[V5]], %[[V4]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V6]]
func.func @cumsum_axis_at_run_time(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.CumSum"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @cumprod(
// CHECK: %[[V0:.*]] = torch.aten.cumprod %arg0, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V0]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %[[V2]], %[[V3]]
// CHECK: %[[V5:.*]] = torch.aten.cat %[[V4]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V5]]
func.func @cumprod(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<0> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.CumProd"(%arg0, %c0) {torch.onnx.exclusive = 1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}
