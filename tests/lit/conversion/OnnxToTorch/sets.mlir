// Each element once: values, where each first occurs, which of them each is,
// how often.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Sorted: what differs from its neighbour begins a group.
// CHECK-LABEL: func.func @unique(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort.stable %{{.*}}, %true{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.index_select %[[V0]]#0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V2:.*]] = torch.aten.ne.Tensor %[[V0]]#0, %[[V1]] : {{.*}} -> !torch.vtensor<[?],i1>
// CHECK: %[[V3:.*]] = torch.aten.logical_or %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[?],i1>
// CHECK: %{{.*}} = torch.aten.cumsum %{{.*}}, %int0{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V5:.*]] = torch.aten.scatter_add %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V0]]#1, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V6:.*]] = torch.aten.nonzero %[[V3]] : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V7:.*]] = torch.aten.select.int %[[V6]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V8:.*]] = torch.aten.index_select %[[V0]]#1, %int0{{(_[0-9]+)?}}, %[[V7]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V9:.*]] = torch.aten.scatter_add %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V5]], %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V10:.*]] = torch.aten.index_select %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V8]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V10]], %[[V8]], %[[V5]], %[[V9]]
func.func @unique(%arg0: !torch.vtensor<[?],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) {
  %0:4 = torch.operator "onnx.Unique"(%arg0) : (!torch.vtensor<[?],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>)
  return %0#0, %0#1, %0#2, %0#3 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @unique_all_dimensions(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V2:.*]]:2 = torch.aten.sort.stable %[[V1]], %true{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.index_select %[[V2]]#0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V4:.*]] = torch.aten.index_select %[[V2]]#1, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %[[V1]], %int0{{(_[0-9]+)?}}, %[[V4]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: return %[[V5]]
func.func @unique_all_dimensions(%arg0: !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[?],si64> {
  %0 = torch.operator "onnx.Unique"(%arg0) : (!torch.vtensor<[2,3],si64>) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// In the order in which they first occur: groups are sorted by place.
// CHECK-LABEL: func.func @unique_in_order(
// CHECK: %[[V0:.*]]:2 = torch.aten.sort.stable %{{.*}}, %true{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.index_select %[[V0]]#0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.scatter_add %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V0]]#1, %{{.*}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V3:.*]] = torch.aten.index_select %[[V0]]#1, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V4:.*]] = torch.aten.scatter_add %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V5:.*]]:2 = torch.aten.sort.stable %[[V3]], %true{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.scatter_add %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V5]]#1, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V7:.*]] = torch.aten.index_select %[[V6]], %int0{{(_[0-9]+)?}}, %[[V2]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V8:.*]] = torch.aten.index_select %[[V4]], %int0{{(_[0-9]+)?}}, %[[V5]]#1 : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V9:.*]] = torch.aten.index_select %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V5]]#0 : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V9]], %[[V5]]#0, %[[V7]], %[[V8]]
func.func @unique_in_order(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) {
  %0:4 = torch.operator "onnx.Unique"(%arg0) {torch.onnx.sorted = 0 : si64} : (!torch.vtensor<[4],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>)
  return %0#0, %0#1, %0#2, %0#3 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
}

// Rows are compared pairwise; the first element in which they differ decides.
// CHECK-LABEL: func.func @unique_rows(
// CHECK: %{{.*}} = torch.aten.ne.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,3,2],i1>
// CHECK: %[[V1:.*]] = torch.aten.argmax %{{.*}}, %int2{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3,1],si64>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %[[V1]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3,1],f32>
// CHECK: %{{.*}} = torch.aten.gather %{{.*}}, %int2{{(_[0-9]+)?}}, %[[V1]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3,1],f32>
// CHECK: %[[LESS:.*]] = torch.aten.lt.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,3],i1>
// CHECK: %[[NAN:.*]] = torch.aten.ne.Tensor %[[A:.*]], %[[A]] : {{.*}} -> !torch.vtensor<[3,3],i1>
// CHECK: torch.aten.logical_or %[[LESS]], %{{.*}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.amin %{{.*}}, %[[V4]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V6:.*]] = torch.aten.eq.Tensor %[[V5]], %{{.*}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V9:.*]] = torch.aten.index_select %[[V8]], %int0{{(_[0-9]+)?}}, %[[V5]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.aten.nonzero %[[V6]] : {{.*}} -> !torch.vtensor<[?,1],si64>
// CHECK: %[[V11:.*]] = torch.aten.index_select %[[V8]], %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V12:.*]] = torch.aten.scatter_add %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V11]], %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V13:.*]] = torch.aten.scatter_add %{{.*}}, %int0{{(_[0-9]+)?}}, %[[V9]], %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V14:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V12]] : {{.*}} -> !torch.vtensor<[?,2],f32>
// CHECK: return %[[V14]], %[[V12]], %[[V9]], %[[V13]]
func.func @unique_rows(%arg0: !torch.vtensor<[3,2],f32>) -> (!torch.vtensor<[?,2],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) {
  %0:4 = torch.operator "onnx.Unique"(%arg0) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[3,2],f32>) -> (!torch.vtensor<[?,2],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>)
  return %0#0, %0#1, %0#2, %0#3 : !torch.vtensor<[?,2],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @unique_columns(
// CHECK: %[[V0:.*]] = torch.aten.permute %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %{{.*}} = torch.aten.index_select %{{.*}}, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V2:.*]] = torch.aten.index_select %[[V0]], %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.permute %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,?],f32>
// CHECK: return %[[V3]]
func.func @unique_columns(%arg0: !torch.vtensor<[3,2],f32>) -> !torch.vtensor<[3,?],f32> {
  %0 = torch.operator "onnx.Unique"(%arg0) {torch.onnx.axis = -1 : si64} : (!torch.vtensor<[3,2],f32>) -> !torch.vtensor<[3,?],f32>
  return %0 : !torch.vtensor<[3,?],f32>
}
