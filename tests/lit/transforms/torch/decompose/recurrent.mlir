// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s

// The columns of the gates of one product: what enters, what is forgotten, what
// is new, what leaves.
// CHECK-LABEL: @lstm_cell
func.func @lstm_cell(%x: !torch.vtensor<[?,3],f32>, %h: !torch.vtensor<[?,5],f32>, %c: !torch.vtensor<[?,5],f32>, %wi: !torch.vtensor<[20,3],f32>, %wh: !torch.vtensor<[20,5],f32>, %b: !torch.vtensor<[20],f32>) -> (!torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],f32>) {
  // CHECK: torch.aten.matmul
  // CHECK: torch.aten.matmul
  // CHECK-COUNT-2: torch.aten.sigmoid
  // CHECK: torch.aten.tanh
  // CHECK: torch.aten.sigmoid
  // CHECK: torch.aten.tanh
  // CHECK-NOT: lstm_cell
  %s = torch.prim.ListConstruct %h, %c : (!torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],f32>) -> !torch.list<vtensor>
  %0:2 = torch.aten.lstm_cell %x, %s, %wi, %wh, %b, %b : !torch.vtensor<[?,3],f32>, !torch.list<vtensor>, !torch.vtensor<[20,3],f32>, !torch.vtensor<[20,5],f32>, !torch.vtensor<[20],f32>, !torch.vtensor<[20],f32> -> !torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],f32>
  return %0#0, %0#1 : !torch.vtensor<[?,5],f32>, !torch.vtensor<[?,5],f32>
}

// CHECK-LABEL: @gru_cell
func.func @gru_cell(%x: !torch.vtensor<[2,3],f32>, %h: !torch.vtensor<[2,5],f32>, %wi: !torch.vtensor<[15,3],f32>, %wh: !torch.vtensor<[15,5],f32>) -> !torch.vtensor<[2,5],f32> {
  // CHECK-COUNT-2: torch.aten.sigmoid
  // CHECK: torch.aten.tanh
  // CHECK-NOT: gru_cell
  %none = torch.constant.none
  %0 = torch.aten.gru_cell %x, %h, %wi, %wh, %none, %none : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,5],f32>, !torch.vtensor<[15,3],f32>, !torch.vtensor<[15,5],f32>, !torch.none, !torch.none -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

// CHECK-LABEL: @relu_cell
func.func @relu_cell(%x: !torch.vtensor<[2,3],f32>, %h: !torch.vtensor<[2,5],f32>, %wi: !torch.vtensor<[5,3],f32>, %wh: !torch.vtensor<[5,5],f32>) -> !torch.vtensor<[2,5],f32> {
  // CHECK: torch.aten.relu
  // CHECK-NOT: rnn_relu_cell
  %none = torch.constant.none
  %0 = torch.aten.rnn_relu_cell %x, %h, %wi, %wh, %none, %none : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,5],f32>, !torch.vtensor<[5,3],f32>, !torch.vtensor<[5,5],f32>, !torch.none, !torch.none -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}
