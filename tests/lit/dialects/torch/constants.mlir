// RUN: ingot-opt %s | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -emit-bytecode | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -mlir-print-op-generic | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: @constants
// FOLD-LABEL: @constants
func.func @constants() -> (!torch.int, !torch.int, !torch.float, !torch.float, !torch.bool, !torch.none, !torch.str, !torch.number, !torch.Device) {
  // Equal ones are one after folding.
  // FOLD-COUNT-1: torch.constant.int 7
  // CHECK: %int7 = torch.constant.int 7
  %0 = torch.constant.int 7
  %1 = torch.constant.int 7
  // CHECK: torch.constant.int -9223372036854775808
  %least = torch.constant.int -9223372036854775808
  // CHECK: %float1.000000e-05 = torch.constant.float 1.000000e-05
  %2 = torch.constant.float 1.0e-5
  // CHECK: torch.constant.float 0x7FF0000000000000
  %3 = torch.constant.float 0x7FF0000000000000
  // CHECK: %true = torch.constant.bool true
  %4 = torch.constant.bool true
  // CHECK: %none = torch.constant.none
  %5 = torch.constant.none
  // CHECK: %str = torch.constant.str "a \22b\22"
  %6 = torch.constant.str "a \22b\22"
  // CHECK: "torch.constant.number"() <{value = 3 : i64}> : () -> !torch.number
  %7 = "torch.constant.number"() <{value = 3 : i64}> : () -> !torch.number
  // CHECK: %cuda3A0 = torch.constant.device "cuda:0"
  %8 = torch.constant.device "cuda:0"
  // FOLD-NOT: -9223372036854775808
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : !torch.int, !torch.int, !torch.float, !torch.float, !torch.bool, !torch.none, !torch.str, !torch.number, !torch.Device
}

// CHECK-LABEL: @literals
func.func @literals() -> !torch.tensor {
  // CHECK: torch.vtensor.literal(dense<true> : tensor<i1>) : !torch.vtensor<[],i1>
  %0 = torch.vtensor.literal(dense<true> : tensor<i1>) : !torch.vtensor<[],i1>
  // CHECK: torch.vtensor.literal(dense<[1, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %1 = torch.vtensor.literal(dense<[1, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: torch.vtensor.literal(dense_resource<weight> : tensor<2xf32>) : !torch.vtensor<[2],f32>
  %2 = torch.vtensor.literal(dense_resource<weight> : tensor<2xf32>) : !torch.vtensor<[2],f32>
  // CHECK: torch.vtensor.literal(dense<1> : tensor<3xi8>) : !torch.vtensor<[3],!torch.qint8>
  %3 = torch.vtensor.literal(dense<1> : tensor<3xi8>) : !torch.vtensor<[3],!torch.qint8>
  // CHECK: torch.tensor.literal(dense<4.200000e+01> : tensor<f32>) : !torch.tensor
  %4 = torch.tensor.literal(dense<42.0> : tensor<f32>) : !torch.tensor
  return %4 : !torch.tensor
}

{-#
  dialect_resources: {
    builtin: {
      weight: "0x040000000000803F00000040"
    }
  }
#-}
