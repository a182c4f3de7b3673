// RUN: ingot-opt %s --ingot-pair-products=vector-bits=512 | FileCheck %s
// RUN: ingot-opt %s --ingot-pair-products=vector-bits=128 | FileCheck %s --check-prefix=NARROW

// NARROW-NOT: scf.for {{.*}} step %c2

// Bytes of two rows by turns, times a pair of the left-hand side; the last of
// 33 steps is one of its own.
// CHECK-LABEL: func.func @bytes
// CHECK:         %[[PAIRS:.*]] = scf.for %{{.*}} = %c0{{.*}} to %c32{{.*}} step %c2{{.*}} iter_args
// CHECK:           vector.shuffle %{{.*}} : vector<16xi8>, vector<16xi8>
// CHECK:           vector.load %{{.*}} : memref<4x33xi8>, vector<2xi8>
// CHECK-COUNT-4:   arith.muli %{{.*}} : vector<32xi32>
// CHECK:         scf.for %{{.*}} = %c32{{.*}} to %c33{{.*}} step %c1{{.*}} iter_args(%{{.*}} = %[[PAIRS]])
// CHECK:           arith.muli %{{.*}} : vector<4x16xi32>
func.func @bytes(%a: memref<4x33xi8>, %b: memref<33x16xi8>, %acc: vector<4x16xi32>)
    -> vector<4x16xi32> {
  %zero = arith.constant 0 : i8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c33 = arith.constant 33 : index
  %r = scf.for %k = %c0 to %c33 step %c1 iter_args(%s = %acc) -> (vector<4x16xi32>) {
    %x = vector.transfer_read %a[%c0, %k], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (i, 0)>}
        : memref<4x33xi8>, vector<4x16xi8>
    %y = vector.transfer_read %b[%k, %c0], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
        : memref<33x16xi8>, vector<4x16xi8>
    %xx = arith.extsi %x : vector<4x16xi8> to vector<4x16xi32>
    %yy = arith.extsi %y : vector<4x16xi8> to vector<4x16xi32>
    %p = arith.muli %xx, %yy : vector<4x16xi32>
    %t = arith.addi %s, %p : vector<4x16xi32>
    scf.yield %t : vector<4x16xi32>
  }
  return %r : vector<4x16xi32>
}

// Zero points are added to 16 bits.
// CHECK-LABEL: func.func @zero_points
// CHECK:         scf.for
// CHECK:           %[[C:.*]] = arith.constant dense<-3> : vector<32xi16>
// CHECK:           arith.addi %{{.*}}, %[[C]] : vector<32xi16>
// CHECK:           %[[R:.*]] = arith.constant dense<128> : vector<2xi16>
// CHECK:           arith.addi %{{.*}}, %[[R]] : vector<2xi16>
// CHECK-NOT:     scf.for
func.func @zero_points(%a: memref<4x32xi8>, %b: memref<32x16xi8>, %acc: vector<4x16xi32>)
    -> vector<4x16xi32> {
  %zero = arith.constant 0 : i8
  %za = arith.constant dense<-128> : vector<4x16xi32>
  %zb = arith.constant dense<3> : vector<4x16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %r = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %acc) -> (vector<4x16xi32>) {
    %x = vector.transfer_read %a[%c0, %k], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (i, 0)>}
        : memref<4x32xi8>, vector<4x16xi8>
    %y = vector.transfer_read %b[%k, %c0], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
        : memref<32x16xi8>, vector<4x16xi8>
    %xx = arith.extsi %x : vector<4x16xi8> to vector<4x16xi32>
    %yy = arith.extui %y : vector<4x16xi8> to vector<4x16xi32>
    %xz = arith.subi %xx, %za : vector<4x16xi32>
    %yz = arith.subi %yy, %zb : vector<4x16xi32>
    %p = arith.muli %xz, %yz : vector<4x16xi32>
    %t = arith.addi %s, %p : vector<4x16xi32>
    scf.yield %t : vector<4x16xi32>
  }
  return %r : vector<4x16xi32>
}

// Only bytes are taken.
// CHECK-LABEL: func.func @words
// CHECK-NOT:     vector.shuffle
func.func @words(%a: memref<4x32xi16>, %b: memref<32x16xi16>, %acc: vector<4x16xi32>)
    -> vector<4x16xi32> {
  %zero = arith.constant 0 : i16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %r = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %acc) -> (vector<4x16xi32>) {
    %x = vector.transfer_read %a[%c0, %k], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (i, 0)>}
        : memref<4x32xi16>, vector<4x16xi16>
    %y = vector.transfer_read %b[%k, %c0], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
        : memref<32x16xi16>, vector<4x16xi16>
    %xx = arith.extsi %x : vector<4x16xi16> to vector<4x16xi32>
    %yy = arith.extsi %y : vector<4x16xi16> to vector<4x16xi32>
    %p = arith.muli %xx, %yy : vector<4x16xi32>
    %t = arith.addi %s, %p : vector<4x16xi32>
    scf.yield %t : vector<4x16xi32>
  }
  return %r : vector<4x16xi32>
}

// The bytes of two steps do not lie side by side.
// CHECK-LABEL: func.func @strided
// CHECK-NOT:     vector.shuffle
// CHECK:         return
#twice = affine_map<(k) -> (k * 2)>
func.func @strided(%a: memref<4x64xi8>, %b: memref<32x16xi8>, %acc: vector<4x16xi32>)
    -> vector<4x16xi32> {
  %zero = arith.constant 0 : i8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %r = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %acc) -> (vector<4x16xi32>) {
    %at = affine.apply #twice(%k)
    %x = vector.transfer_read %a[%c0, %at], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (i, 0)>}
        : memref<4x64xi8>, vector<4x16xi8>
    %y = vector.transfer_read %b[%k, %c0], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
        : memref<32x16xi8>, vector<4x16xi8>
    %xx = arith.extsi %x : vector<4x16xi8> to vector<4x16xi32>
    %yy = arith.extsi %y : vector<4x16xi8> to vector<4x16xi32>
    %p = arith.muli %xx, %yy : vector<4x16xi32>
    %t = arith.addi %s, %p : vector<4x16xi32>
    scf.yield %t : vector<4x16xi32>
  }
  return %r : vector<4x16xi32>
}
