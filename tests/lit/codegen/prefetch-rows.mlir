// RUN: ingot-opt %s --ingot-prefetch-rows --canonicalize | FileCheck %s

// Each step reads two cache lines of the next row; those of the 32nd row from
// here are asked for.
// CHECK-LABEL: func.func @panel
// CHECK-SAME:    %[[B:[a-z0-9]+]]: memref<512x768xf32>, %[[K0:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK:         scf.for %[[K:[a-z0-9]+]] =
// CHECK:           %[[AHEAD:.*]] = arith.addi %[[K]], %c32{{.*}}
// CHECK:           %[[ROW:.*]] = affine.apply {{.*}}(%[[AHEAD]]
// CHECK:           memref.prefetch %[[B]][%[[ROW]], %[[N]]], read, locality<2>, data
// CHECK:           memref.prefetch %[[B]][%{{.*}}, %{{.*}}], read, locality<2>, data
// CHECK-NOT:       memref.prefetch
// CHECK:           vector.transfer_read
func.func @panel(%b: memref<512x768xf32>, %k0: index, %n: index) -> vector<32xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = arith.constant dense<0.0> : vector<32xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %r = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %sum) -> (vector<32xf32>) {
    %row = affine.apply affine_map<(i)[s] -> (i + s)>(%k)[%k0]
    %v = vector.transfer_read %b[%row, %n], %zero {in_bounds = [true]}
        : memref<512x768xf32>, vector<32xf32>
    %s = arith.addf %acc, %v : vector<32xf32>
    scf.yield %s : vector<32xf32>
  }
  return %r : vector<32xf32>
}

// All rows of a tile share the vector.
// CHECK-LABEL: func.func @tile
// CHECK-COUNT-2: memref.prefetch
// CHECK-NOT:     memref.prefetch
func.func @tile(%b: memref<512x768xf32>, %n: index) -> vector<8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = arith.constant dense<0.0> : vector<8x32xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %r = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %sum) -> (vector<8x32xf32>) {
    %v = vector.transfer_read %b[%k, %n], %zero
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
        : memref<512x768xf32>, vector<8x32xf32>
    %s = arith.addf %acc, %v : vector<8x32xf32>
    scf.yield %s : vector<8x32xf32>
  }
  return %r : vector<8x32xf32>
}

// Two tiles of rows read the same panel: the first one asks, at the start of a
// step.
// CHECK-LABEL: func.func @two_tiles
// CHECK:         scf.for %[[N:[a-z0-9]+]] =
// CHECK:           scf.for %[[M:[a-z0-9]+]] = %[[FIRST:.*]] to
// CHECK:             %[[IS_FIRST:.*]] = arith.cmpi eq, %[[M]], %[[FIRST]]
// CHECK:             scf.for %[[K:[a-z0-9]+]] =
// CHECK-NEXT:          scf.if %[[IS_FIRST]] {
// CHECK-NEXT:            %[[AHEAD:.*]] = arith.addi %[[K]], %c32
// CHECK-NEXT:            memref.prefetch %{{.*}}[%[[AHEAD]], %[[N]]]
// CHECK:               }
// CHECK-NOT:           memref.prefetch
// CHECK:               vector.transfer_read
func.func @two_tiles(%a: memref<16x128xf32>, %b: memref<128x768xf32>,
                     %c: memref<16x768xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %c768 = arith.constant 768 : index
  scf.for %n = %c0 to %c768 step %c32 {
    scf.for %m = %c0 to %c16 step %c8 {
      %old = vector.transfer_read %c[%m, %n], %zero {in_bounds = [true, true]}
          : memref<16x768xf32>, vector<8x32xf32>
      %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %old) -> (vector<8x32xf32>) {
        %row = vector.transfer_read %b[%k, %n], %zero
            {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
            : memref<128x768xf32>, vector<8x32xf32>
        %next = arith.addf %acc, %row : vector<8x32xf32>
        scf.yield %next : vector<8x32xf32>
      }
      vector.transfer_write %sum, %c[%m, %n] {in_bounds = [true, true]}
          : vector<8x32xf32>, memref<16x768xf32>
    }
  }
  return
}

// Both tiles walk all columns, which are 4 MiB: the second one finds nothing near.
// CHECK-LABEL: func.func @far_tiles
// CHECK-NOT:     scf.if
// CHECK:         memref.prefetch
func.func @far_tiles(%a: memref<16x1024xf32>, %b: memref<1024x1024xf32>,
                     %c: memref<16x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c1024 = arith.constant 1024 : index
  scf.for %m = %c0 to %c16 step %c8 {
    scf.for %n = %c0 to %c1024 step %c32 {
      %old = vector.transfer_read %c[%m, %n], %zero {in_bounds = [true, true]}
          : memref<16x1024xf32>, vector<8x32xf32>
      %sum = scf.for %k = %c0 to %c1024 step %c1 iter_args(%acc = %old) -> (vector<8x32xf32>) {
        %row = vector.transfer_read %b[%k, %n], %zero
            {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
            : memref<1024x1024xf32>, vector<8x32xf32>
        %next = arith.addf %acc, %row : vector<8x32xf32>
        scf.yield %next : vector<8x32xf32>
      }
      vector.transfer_write %sum, %c[%m, %n] {in_bounds = [true, true]}
          : vector<8x32xf32>, memref<16x1024xf32>
    }
  }
  return
}

// Along a row the machine's own prefetcher is as good; and a loop that carries
// no vectors is no product.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     memref.prefetch
func.func @others(%b: memref<512x768xf32>, %n: index) -> vector<32xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = arith.constant dense<0.0> : vector<32xf32>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %r = scf.for %k = %c0 to %c128 step %c32 iter_args(%acc = %sum) -> (vector<32xf32>) {
    %v = vector.transfer_read %b[%n, %k], %zero {in_bounds = [true]}
        : memref<512x768xf32>, vector<32xf32>
    %s = arith.addf %acc, %v : vector<32xf32>
    scf.yield %s : vector<32xf32>
  }
  scf.for %k = %c0 to %c128 step %c32 {
    %v = vector.transfer_read %b[%k, %n], %zero {in_bounds = [true]}
        : memref<512x768xf32>, vector<32xf32>
    vector.transfer_write %v, %b[%n, %k] {in_bounds = [true]}
        : vector<32xf32>, memref<512x768xf32>
  }
  return %r : vector<32xf32>
}

// The panel was copied: the rows of the next one are asked for, which begins 32
// columns on.
// CHECK-LABEL: func.func @packed
// CHECK-SAME:    %[[B:[a-z0-9]+]]: memref<512x512xf32>
// CHECK:         scf.for %[[N:.*]] = %c0{{.*}} to %c512{{.*}} step %c32
// CHECK:           scf.for %[[K:.*]] = {{.*}} iter_args
// CHECK:             %[[FIRST:.*]] = arith.addi %[[N]], %c32
// CHECK:             memref.prefetch %[[B]][%[[K]], %[[FIRST]]], read, locality<2>
// CHECK:             %[[SECOND:.*]] = arith.addi %[[N]], %c48
// CHECK:             memref.prefetch %[[B]][%[[K]], %[[SECOND]]], read, locality<2>
func.func @packed(%b: memref<512x512xf32>, %c: memref<8x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %z = arith.constant 0.0 : f32
  %panel = memref.alloc() : memref<128x32xf32>
  scf.for %n = %c0 to %c512 step %c32 {
    scf.for %i = %c0 to %c128 step %c1 {
      scf.for %j = %c0 to %c32 step %c1 {
        %column = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%n, %j]
        %x = memref.load %b[%i, %column] : memref<512x512xf32>
        memref.store %x, %panel[%i, %j] : memref<128x32xf32>
      }
    }
    %old = vector.transfer_read %c[%c0, %n], %z {in_bounds = [true, true]}
        : memref<8x512xf32>, vector<8x32xf32>
    %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %old) -> (vector<8x32xf32>) {
      %row = vector.transfer_read %panel[%k, %c0], %z
          {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>}
          : memref<128x32xf32>, vector<8x32xf32>
      %next = arith.addf %acc, %row : vector<8x32xf32>
      scf.yield %next : vector<8x32xf32>
    }
    vector.transfer_write %sum, %c[%c0, %n] {in_bounds = [true, true]}
        : vector<8x32xf32>, memref<8x512xf32>
  }
  return
}

// A panel that lies in one piece: four tiles read these rows, and each asks for a
// quarter of what lies behind them, 8 elements with each step.
// CHECK-LABEL: func.func @panel_in_one_piece
// CHECK-SAME:    %{{.*}}: memref<32x768xf32>, %[[B:[a-z0-9]+]]: memref<24x768x32xf32>
// CHECK:         scf.for %[[O:[a-z0-9]+]] =
// CHECK:           scf.for %[[M:[a-z0-9]+]] =
// CHECK:             %[[TILE:.*]] = arith.divui %[[M]], %c8
// CHECK:             %[[IS_SHARER:.*]] = arith.cmpi ult, %[[TILE]], %c4
// CHECK:             %[[SHARE:.*]] = arith.muli %[[TILE]], %c1024
// CHECK:             %[[START:.*]] = arith.addi %[[SHARE]], %c4096
// CHECK:             scf.for %[[K:[a-z0-9]+]] =
// CHECK:               scf.if %[[IS_SHARER]] {
// CHECK:               %[[STEP:.*]] = arith.muli %[[K]], %c8
// CHECK:               %[[PLACE:.*]] = arith.addi %[[START]], %[[STEP]]
// CHECK:               memref.prefetch %[[B]][%[[O]], %c0{{.*}}, %[[PLACE]]], read, locality<2>, data
// CHECK-NOT:           memref.prefetch
func.func @panel_in_one_piece(%a: memref<32x768xf32>, %b: memref<24x768x32xf32>,
                              %c: memref<32x24x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  scf.for %o = %c0 to %c24 step %c1 {
    scf.for %m = %c0 to %c32 step %c8 {
      %old = vector.transfer_read %c[%m, %o, %c0], %zero
          {in_bounds = [true, true], permutation_map = affine_map<(i, j, k) -> (i, k)>}
          : memref<32x24x32xf32>, vector<8x32xf32>
      %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %old) -> (vector<8x32xf32>) {
        %row = vector.transfer_read %b[%o, %k, %c0], %zero
            {in_bounds = [true, true], permutation_map = affine_map<(i, j, k) -> (0, k)>}
            : memref<24x768x32xf32>, vector<8x32xf32>
        %next = arith.addf %acc, %row : vector<8x32xf32>
        scf.yield %next : vector<8x32xf32>
      }
      vector.transfer_write %sum, %c[%m, %o, %c0]
          {in_bounds = [true, true], permutation_map = affine_map<(i, j, k) -> (i, k)>}
          : vector<8x32xf32>, memref<32x24x32xf32>
    }
  }
  return
}

// Of eight tiles no more share the requests than a row has elements.
// CHECK-LABEL: func.func @narrow_panel
// CHECK:         arith.cmpi ult, %{{.*}}, %c4
// CHECK:         memref.prefetch
func.func @narrow_panel(%a: memref<64x768xf64>, %b: memref<24x768x4xf64>,
                              %c: memref<64x24x4xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  scf.for %o = %c0 to %c24 step %c1 {
    scf.for %m = %c0 to %c64 step %c8 {
      %old = vector.transfer_read %c[%m, %o, %c0], %zero
          {in_bounds = [true, true], permutation_map = affine_map<(i, j, k) -> (i, k)>}
          : memref<64x24x4xf64>, vector<8x4xf64>
      %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %old) -> (vector<8x4xf64>) {
        %row = vector.transfer_read %b[%o, %k, %c0], %zero
            {in_bounds = [true, true], permutation_map = affine_map<(i, j, k) -> (0, k)>}
            : memref<24x768x4xf64>, vector<8x4xf64>
        %next = arith.addf %acc, %row : vector<8x4xf64>
        scf.yield %next : vector<8x4xf64>
      }
      vector.transfer_write %sum, %c[%m, %o, %c0]
          {in_bounds = [true, true], permutation_map = affine_map<(i, j, k) -> (i, k)>}
          : vector<8x4xf64>, memref<64x24x4xf64>
    }
  }
  return
}

// Of the tiles that read a copied panel the first one asks for the next panel;
// each panel has one.
// CHECK-LABEL: func.func @packed_tiles
// CHECK:         scf.for %[[N:[a-z0-9]+]] =
// CHECK:           scf.for %[[M:[a-z0-9]+]] = %[[FIRST:[a-z0-9]+]] to %c64
// CHECK:             %[[IS_FIRST:.*]] = arith.cmpi eq, %[[M]], %[[FIRST]]
// CHECK-NOT:         arith.cmpi
// CHECK:             scf.for
// CHECK:               scf.if %[[IS_FIRST]] {
// CHECK-COUNT-2:         memref.prefetch
// CHECK-NOT:             memref.prefetch
func.func @packed_tiles(%b: memref<512x512xf32>, %c: memref<64x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %z = arith.constant 0.0 : f32
  %panel = memref.alloc() : memref<128x32xf32>
  scf.for %n = %c0 to %c512 step %c32 {
    scf.for %i = %c0 to %c128 step %c1 {
      scf.for %j = %c0 to %c32 step %c1 {
        %column = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%n, %j]
        %x = memref.load %b[%i, %column] : memref<512x512xf32>
        memref.store %x, %panel[%i, %j] : memref<128x32xf32>
      }
    }
    scf.for %m = %c0 to %c64 step %c8 {
      %old = vector.transfer_read %c[%m, %n], %z {in_bounds = [true, true]}
          : memref<64x512xf32>, vector<8x32xf32>
      %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %old) -> (vector<8x32xf32>) {
        %row = vector.transfer_read %panel[%k, %c0], %z
            {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>}
            : memref<128x32xf32>, vector<8x32xf32>
        %next = arith.addf %acc, %row : vector<8x32xf32>
        scf.yield %next : vector<8x32xf32>
      }
      vector.transfer_write %sum, %c[%m, %n] {in_bounds = [true, true]}
          : vector<8x32xf32>, memref<64x512xf32>
    }
  }
  return
}

// A rest of one row and one column reads single elements of its panel.
// CHECK-LABEL: func.func @rest
// CHECK-NOT:     memref.prefetch
// CHECK:         return
func.func @rest(%b: memref<512x512xf32>, %c: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %z = arith.constant 0.0 : f32
  %panel = memref.alloc() : memref<128x17xf32>
  scf.for %n = %c0 to %c512 step %c16 {
    scf.for %i = %c0 to %c128 step %c1 {
      %x = memref.load %b[%i, %n] : memref<512x512xf32>
      memref.store %x, %panel[%i, %c16] : memref<128x17xf32>
    }
    %old = vector.transfer_read %c[%n], %z : memref<512xf32>, vector<f32>
    %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%acc = %old) -> (vector<f32>) {
      %element = vector.transfer_read %panel[%k, %c16], %z : memref<128x17xf32>, vector<f32>
      %next = arith.addf %acc, %element : vector<f32>
      scf.yield %next : vector<f32>
    }
    vector.transfer_write %sum, %c[%n] : vector<f32>, memref<512xf32>
  }
  return
}
