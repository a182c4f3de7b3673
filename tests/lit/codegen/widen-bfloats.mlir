// RUN: ingot-opt %s --ingot-widen-bfloats | FileCheck %s
// RUN: ingot-opt %s --ingot-lower-to-llvm | FileCheck %s --check-prefix=LLVM

// No arithmetic on bf16 reaches LLVM, which would call a support library or use
// an instruction that does not keep subnormals.
// LLVM-NOT: llvm.f{{add|sub|mul|div|rem|cmp|neg|ptrunc|pext}}{{.*}}bf16
// LLVM-NOT: llvm.{{s|u}}itofp{{.*}}bf16
// LLVM-NOT: llvm.intr{{.*}}bf16

// CHECK-LABEL: func.func @each_step_is_rounded
// CHECK-DAG:     %[[X:.*]] = arith.extf %arg0 {{.*}}: vector<8xbf16> to vector<8xf32>
// CHECK-DAG:     %[[Y:.*]] = arith.extf %arg1 {{.*}}: vector<8xbf16> to vector<8xf32>
// CHECK:         %[[SUM:.*]] = arith.addf %[[X]], %[[Y]] : vector<8xf32>
// CHECK:         %[[ROUNDED:.*]] = arith.truncf %[[SUM]] {{.*}}: vector<8xf32> to vector<8xbf16>
// CHECK:         arith.extf %[[ROUNDED]] {{.*}}: vector<8xbf16> to vector<8xf32>
// CHECK:         arith.divf %{{.*}} : vector<8xf32>
// CHECK-NOT:     arith.{{add|sub|mul|div|rem|maximum|neg}}f {{.*}}bf16
func.func @each_step_is_rounded(%x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16> {
  %0 = arith.addf %x, %y : vector<8xbf16>
  %1 = arith.divf %0, %y : vector<8xbf16>
  %2 = arith.maximumf %1, %x : vector<8xbf16>
  %3 = arith.remf %2, %y : vector<8xbf16>
  %4 = arith.negf %3 : vector<8xbf16>
  return %4 : vector<8xbf16>
}

// What only moves values stays.
// CHECK-LABEL: func.func @choose
// CHECK:         %[[C:.*]] = arith.cmpf olt, %{{.*}} : f32
// CHECK:         arith.select %[[C]], %arg0, %arg1 : bf16
func.func @choose(%x: bf16, %y: bf16) -> bf16 {
  %0 = arith.cmpf olt, %x, %y : bf16
  %1 = arith.select %0, %x, %y : bf16
  return %1 : bf16
}

// By way of f32 an integer would be rounded twice.
// CHECK-LABEL: func.func @integers
// CHECK:         arith.sitofp %{{.*}} : i64 to bf16
// CHECK:         arith.uitofp %{{.*}} : i32 to bf16
func.func @integers(%x: i64, %y: i32) -> (bf16, bf16) {
  %0 = arith.sitofp %x : i64 to bf16
  %1 = arith.uitofp %y : i32 to bf16
  return %0, %1 : bf16, bf16
}
