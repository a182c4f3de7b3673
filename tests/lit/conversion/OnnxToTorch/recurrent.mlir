// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// One product for all steps, and one for each of two, in each direction.
// CHECK-LABEL: func.func @lstm(
// CHECK-COUNT-6: torch.aten.matmul
// CHECK-NOT:     torch.aten.matmul
func.func @lstm(%x: !torch.vtensor<[2,1,3],f32>, %w: !torch.vtensor<[2,16,3],f32>, %r: !torch.vtensor<[2,16,4],f32>) -> !torch.vtensor<[2,2,1,4],f32> {
  %0:3 = torch.operator "onnx.LSTM"(%x, %w, %r) {torch.onnx.direction = "bidirectional", torch.onnx.hidden_size = 4 : si64} : (!torch.vtensor<[2,1,3],f32>, !torch.vtensor<[2,16,3],f32>, !torch.vtensor<[2,16,4],f32>) -> (!torch.vtensor<[2,2,1,4],f32>, !torch.vtensor<[2,1,4],f32>, !torch.vtensor<[2,1,4],f32>)
  return %0#0 : !torch.vtensor<[2,2,1,4],f32>
}

// Both directions by themselves, joined for each step.
// CHECK-LABEL: func.func @bidirectional(
// CHECK: torch.aten.matmul {{.*}} -> !torch.vtensor<[1,1,12],f32>
// CHECK: torch.aten.matmul {{.*}} -> !torch.vtensor<[1,12],f32>
// CHECK: torch.aten.matmul {{.*}} -> !torch.vtensor<[1,1,12],f32>
// CHECK: torch.aten.matmul {{.*}} -> !torch.vtensor<[1,12],f32>
// CHECK: torch.aten.cat {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[H:.*]] = torch.aten.cat {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[C:.*]] = torch.aten.cat {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: return %{{.*}}, %[[H]], %[[C]]
func.func @bidirectional(%x: !torch.vtensor<[1,1,2],f32>, %w: !torch.vtensor<[2,12,2],f32>, %r: !torch.vtensor<[2,12,3],f32>) -> (!torch.vtensor<[1,2,1,3],f32>, !torch.vtensor<[2,1,3],f32>, !torch.vtensor<[2,1,3],f32>) {
  %0:3 = torch.operator "onnx.LSTM"(%x, %w, %r) {torch.onnx.hidden_size = 3 : si64, torch.onnx.direction = "bidirectional"} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[2,12,2],f32>, !torch.vtensor<[2,12,3],f32>) -> (!torch.vtensor<[1,2,1,3],f32>, !torch.vtensor<[2,1,3],f32>, !torch.vtensor<[2,1,3],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[1,2,1,3],f32>, !torch.vtensor<[2,1,3],f32>, !torch.vtensor<[2,1,3],f32>
}

// The state stays where a sequence has ended, and the first result may be left
// out.
// CHECK-LABEL: func.func @gru_with_lengths(
// CHECK: %[[INSIDE:.*]] = torch.aten.gt.Scalar
// CHECK: torch.aten.where.self %[[INSIDE]]
func.func @gru_with_lengths(%x: !torch.vtensor<[2,1,3],f32>, %w: !torch.vtensor<[1,12,3],f32>, %r: !torch.vtensor<[1,12,4],f32>, %n: !torch.vtensor<[1],si32>) -> !torch.vtensor<[1,1,4],f32> {
  %none = torch.constant.none
  %0:2 = torch.operator "onnx.GRU"(%x, %w, %r, %none, %n) {torch.onnx.hidden_size = 4 : si64} : (!torch.vtensor<[2,1,3],f32>, !torch.vtensor<[1,12,3],f32>, !torch.vtensor<[1,12,4],f32>, !torch.none, !torch.vtensor<[1],si32>) -> (!torch.none, !torch.vtensor<[1,1,4],f32>)
  return %0#1 : !torch.vtensor<[1,1,4],f32>
}

// Functions by name, each with its numbers.
// CHECK-LABEL: func.func @rnn_of_relu(
// CHECK: torch.aten.clamp
// CHECK: torch.aten.relu
func.func @rnn_of_relu(%x: !torch.vtensor<[1,1,3],f32>, %w: !torch.vtensor<[1,4,3],f32>, %r: !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[1,1,1,4],f32> {
  %0 = torch.operator "onnx.RNN"(%x, %w, %r) {torch.onnx.activations = ["Relu"], torch.onnx.clip = 2.0 : f32} : (!torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,4,3],f32>, !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[1,1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,1,4],f32>
}

// As many steps as only the run knows are a loop, which writes each state to its
// place.
// CHECK-LABEL: func.func @rnn_of_unknown_length(
// CHECK: torch.prim.Loop %{{.*}}, %true{{.*}}, init(
// CHECK: torch.aten.slice_scatter
// CHECK: torch.prim.Loop.condition
func.func @rnn_of_unknown_length(%x: !torch.vtensor<[?,1,3],f32>, %w: !torch.vtensor<[1,4,3],f32>, %r: !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[?,1,1,4],f32> {
  %0 = torch.operator "onnx.RNN"(%x, %w, %r) : (!torch.vtensor<[?,1,3],f32>, !torch.vtensor<[1,4,3],f32>, !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[?,1,1,4],f32>
  return %0 : !torch.vtensor<[?,1,1,4],f32>
}
