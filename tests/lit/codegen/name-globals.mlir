// RUN: ingot-opt %s --ingot-name-globals | FileCheck %s

// Whatever bufferization called them and wherever it put them, constants have
// the order of their first uses.

// CHECK:      module
// CHECK-NEXT: memref.global "private" constant @constant.0 : memref<2xf32> = dense<3.0{{.*}}>
// CHECK-NEXT: memref.global "private" constant @constant.1 : memref<2xf32> = dense<1.0{{.*}}>
// CHECK-NEXT: memref.global @seen : memref<2xf32>
memref.global @seen : memref<2xf32>
memref.global "private" constant @__constant_2xf32_0 : memref<2xf32> = dense<1.0>

// CHECK: func.func @first
func.func @first() -> memref<2xf32> {
  // CHECK: memref.get_global @constant.0
  %0 = memref.get_global @__constant_2xf32 : memref<2xf32>
  // CHECK: memref.get_global @seen
  %1 = memref.get_global @seen : memref<2xf32>
  return %0 : memref<2xf32>
}

memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<3.0>

// CHECK: func.func @second
func.func @second() -> (memref<2xf32>, memref<2xf32>) {
  // CHECK: memref.get_global @constant.1
  %0 = memref.get_global @__constant_2xf32_0 : memref<2xf32>
  // CHECK: memref.get_global @constant.0
  %1 = memref.get_global @__constant_2xf32 : memref<2xf32>
  return %0, %1 : memref<2xf32>, memref<2xf32>
}
