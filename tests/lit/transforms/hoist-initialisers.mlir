// RUN: ingot-opt %s --split-input-file --ingot-hoist-initialisers | FileCheck %s

// Two weights of one shape are transposed in each call. One function transposes
// both when they are bound; the program reads the results by number. The kernel
// that only it launches stays, the launches are gone.

// CHECK:       ml_program.global private @w0
// CHECK:       ml_program.global private @w1
// CHECK-NEXT:  ingot.derive 2 = @initialiser_0 [0]
// CHECK-NEXT:  ingot.derive 3 = @initialiser_0 [1]
// CHECK-LABEL: func.func @layers(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>
// CHECK-NEXT:    tensor.empty
// CHECK-NEXT:    %[[T0:.*]] = ingot.constant 2 : tensor<8x4xf32>
// CHECK-NEXT:    %[[Y:.*]] = ingot.dispatch @use ins(%[[X]], %[[T0]]
// CHECK-NEXT:    %[[T1:.*]] = ingot.constant 3 : tensor<8x4xf32>
// CHECK-NEXT:    %[[Z:.*]] = ingot.dispatch @use ins(%[[Y]], %[[T1]]
// CHECK-NEXT:    return %[[Z]]
// CHECK:       module @transpose
// CHECK-NOT:   module @transpose_too
// CHECK:       func.func private @initialiser_0(%[[W:.*]]: tensor<4x8xf32>) -> tensor<8x4xf32> attributes {ingot.initialiser} {
// CHECK:         %[[R:.*]] = ingot.dispatch @transpose ins(%[[W]]
// CHECK:         return %[[R]]
// CHECK-NOT:   @initialiser_1
ml_program.global private @w0(#ml_program.extern : tensor<4x8xf32>) : tensor<4x8xf32> {ingot.constant = 0 : i64}
ml_program.global private @w1(#ml_program.extern : tensor<4x8xf32>) : tensor<4x8xf32> {ingot.constant = 1 : i64}
func.func @layers(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = tensor.empty() : tensor<4x8xf32>
  %w0 = ingot.constant 0 : tensor<4x8xf32>
  %t0 = ingot.dispatch @transpose ins(%w0 : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = ingot.dispatch @use ins(%x, %t0 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%r : tensor<4x8xf32>) -> tensor<4x8xf32>
  %w1 = ingot.constant 1 : tensor<4x8xf32>
  %t1 = ingot.dispatch @transpose_too ins(%w1 : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = ingot.dispatch @use ins(%0, %t1 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%r : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
module @transpose attributes {ingot.root = "linalg.transpose"} {
  func.func @kernel(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
    return %0 : tensor<8x4xf32>
  }
}
module @transpose_too attributes {ingot.root = "linalg.transpose"} {
  func.func @kernel(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
    return %0 : tensor<8x4xf32>
  }
}
module @use attributes {ingot.root = "math.absf"} {
  func.func @kernel(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = linalg.abs ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}

// -----

// A chain is one initialiser, which gives the values that the program reads and
// no others. Views are taken where they are used. Another entry point that does
// the same shares the result.

// CHECK:       ingot.derive 1 = @initialiser_0 [0]
// CHECK-NOT:   ingot.derive
// CHECK-LABEL: func.func @chain
// CHECK-NEXT:    %[[A:.*]] = ingot.constant 1 : tensor<4xf32>
// CHECK-NEXT:    %[[C:.*]] = ingot.constant 2 : tensor<4xf32>
// CHECK-NEXT:    %[[V:.*]] = tensor.expand_shape %[[C]]
// CHECK-NEXT:    return %[[A]], %[[V]]
// CHECK-LABEL: func.func @again
// CHECK-NEXT:    %[[A:.*]] = ingot.constant 1 : tensor<4xf32>
// CHECK-NEXT:    ingot.constant 2
// CHECK:         return %[[A]],
// CHECK:       func.func private @initialiser_0(
// CHECK:         %[[A:.*]] = ingot.dispatch @abs
// CHECK:         %[[B:.*]] = ingot.dispatch @abs ins(%[[A]]
// CHECK:         %[[C:.*]] = ingot.dispatch @abs ins(%[[B]]
// CHECK:         return %[[A]], %[[C]]
ml_program.global private @w(#ml_program.extern : tensor<4xf32>) : tensor<4xf32> {ingot.constant = 0 : i64}
func.func @chain() -> (tensor<4xf32>, tensor<1x4xf32>) {
  %w = ingot.constant 0 : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %a = ingot.dispatch @abs ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = ingot.dispatch @abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = ingot.dispatch @abs ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v = tensor.expand_shape %c [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  return %a, %v : tensor<4xf32>, tensor<1x4xf32>
}
func.func @again() -> (tensor<4xf32>, tensor<4xf32>) {
  %w = ingot.constant 0 : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %a = ingot.dispatch @abs ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = ingot.dispatch @abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = ingot.dispatch @abs ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %a, %c : tensor<4xf32>, tensor<4xf32>
}
module @abs attributes {ingot.root = "math.absf"} {
  func.func @kernel(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.abs ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// What is much larger than what it is made of stays, and says so; but not if it
// is the result of a reduction, nor if it is small.

// CHECK:       ingot.derive 1 = @initialiser_0 [0]
// CHECK-LABEL: func.func @large
// CHECK-DAG:     %[[S:.*]] = ingot.constant 1 : tensor<8xf32>
// CHECK:         ingot.dispatch @row ins(%[[S]] {{.*}} {ingot.recomputed = "4096000 bytes of 32"}
// CHECK:         ingot.dispatch @splat outs({{.*}} {ingot.recomputed = "4096000 bytes of 0"}
ml_program.global private @w(#ml_program.extern : tensor<8xf32>) : tensor<8xf32> {ingot.constant = 0 : i64}
func.func @large(%x: tensor<128000x8xf32>) -> tensor<128000x8xf32> {
  %w = ingot.constant 0 : tensor<8xf32>
  %s = tensor.empty() : tensor<8xf32>
  %e = tensor.empty() : tensor<128000x8xf32>
  %0 = ingot.dispatch @abs ins(%w : tensor<8xf32>) outs(%s : tensor<8xf32>) -> tensor<8xf32>
  %1 = ingot.dispatch @row ins(%0 : tensor<8xf32>) outs(%e : tensor<128000x8xf32>) -> tensor<128000x8xf32>
  %2 = ingot.dispatch @splat outs(%e : tensor<128000x8xf32>) -> tensor<128000x8xf32>
  %3 = ingot.dispatch @use ins(%x, %1, %2 : tensor<128000x8xf32>, tensor<128000x8xf32>, tensor<128000x8xf32>) outs(%e : tensor<128000x8xf32>) -> tensor<128000x8xf32>
  return %3 : tensor<128000x8xf32>
}
module @abs attributes {ingot.root = "math.absf"} {
  func.func @kernel(%a: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.abs ins(%a : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
module @row attributes {ingot.root = "linalg.broadcast"} {
  func.func @kernel(%a: tensor<8xf32>, %o: tensor<128000x8xf32>) -> tensor<128000x8xf32> {
    %0 = linalg.broadcast ins(%a : tensor<8xf32>) outs(%o : tensor<128000x8xf32>) dimensions = [0]
    return %0 : tensor<128000x8xf32>
  }
}
module @splat attributes {ingot.root = "linalg.fill"} {
  func.func @kernel(%o: tensor<128000x8xf32>) -> tensor<128000x8xf32> {
    %c = arith.constant 1.0 : f32
    %0 = linalg.fill ins(%c : f32) outs(%o : tensor<128000x8xf32>) -> tensor<128000x8xf32>
    return %0 : tensor<128000x8xf32>
  }
}
module @use attributes {ingot.root = "linalg.add"} {
  func.func @kernel(%a: tensor<128000x8xf32>, %b: tensor<128000x8xf32>, %c: tensor<128000x8xf32>, %o: tensor<128000x8xf32>) -> tensor<128000x8xf32> {
    %0 = linalg.add ins(%a, %b : tensor<128000x8xf32>, tensor<128000x8xf32>) outs(%o : tensor<128000x8xf32>) -> tensor<128000x8xf32>
    return %0 : tensor<128000x8xf32>
  }
}

// -----

// What something is put into would be copied in each call, so filling it again
// is as good; a small splat that is read becomes a constant.

// CHECK:       ingot.derive 0 = @initialiser_0 []
// CHECK-LABEL: func.func @border
// CHECK:         %[[F:.*]] = ingot.dispatch @splat {{.*}} {ingot.recomputed = "64 bytes of 0, written into"}
// CHECK:         tensor.insert_slice %{{.*}} into %[[F]]
// CHECK:         %[[C:.*]] = ingot.constant 0 : tensor<4x4xf32>
// CHECK:         ingot.dispatch @use ins(%{{.*}}, %[[C]]
func.func @border(%x: tensor<2x2xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ingot.dispatch @splat outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tensor.insert_slice %x into %0[1, 1] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
  %2 = ingot.dispatch @other_splat outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = ingot.dispatch @use ins(%1, %2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
module @splat attributes {ingot.root = "linalg.fill"} {
  func.func @kernel(%o: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %c = arith.constant 0.0 : f32
    %0 = linalg.fill ins(%c : f32) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
module @other_splat attributes {ingot.root = "linalg.fill"} {
  func.func @kernel(%o: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %c = arith.constant 1.0 : f32
    %0 = linalg.fill ins(%c : f32) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
module @use attributes {ingot.root = "linalg.add"} {
  func.func @kernel(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = linalg.add ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

// A read at an index that a constant holds happens behind the assertion on it,
// and so does its initialiser's. In a loop, which might never run, it stays;
// what cannot fail leaves the loop.

// CHECK:       ingot.derive 2 = @initialiser_0 [0]
// CHECK:       ingot.derive 3 = @initialiser_1 [0, 1]
// CHECK-LABEL: func.func @guarded
// CHECK:         ingot.constant 2 : tensor<i1>
// CHECK:         cf.assert {{.*}}, "index out of range"
// CHECK:         ingot.constant 3 : tensor<4xf32>
// CHECK:         scf.for
// CHECK:           ingot.dispatch @gather
// CHECK:           ingot.constant 4
// CHECK:           ingot.dispatch @add
// CHECK:       func.func private @initialiser_0
// CHECK-NOT:     cf.assert
// CHECK:         ingot.dispatch @check
// CHECK:       func.func private @initialiser_1
// CHECK:         ingot.dispatch @check
// CHECK:         cf.assert {{.*}}, "index out of range"
// CHECK:         ingot.dispatch @gather
// CHECK:       func.func private @initialiser_2
// CHECK-NOT:     cf.assert
// CHECK:         ingot.dispatch @add
ml_program.global private @i(#ml_program.extern : tensor<4xi32>) : tensor<4xi32> {ingot.constant = 0 : i64}
ml_program.global private @w(#ml_program.extern : tensor<4xf32>) : tensor<4xf32> {ingot.constant = 1 : i64}
func.func @guarded(%n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = ingot.constant 0 : tensor<4xi32>
  %w = ingot.constant 1 : tensor<4xf32>
  %f = tensor.empty() : tensor<i1>
  %e = tensor.empty() : tensor<4xf32>
  %ok = ingot.dispatch @check ins(%i : tensor<4xi32>) outs(%f : tensor<i1>) -> tensor<i1>
  %bit = tensor.extract %ok[] : tensor<i1>
  cf.assert %bit, "index out of range"
  %0 = ingot.dispatch @gather ins(%i, %w : tensor<4xi32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %0) -> tensor<4xf32> {
    %g = ingot.dispatch @gather ins(%i, %w : tensor<4xi32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %d = ingot.dispatch @add ins(%w, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = ingot.dispatch @add ins(%a, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %t = ingot.dispatch @add ins(%s, %d : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
module @check attributes {ingot.root = "linalg.generic"} {
  func.func @kernel(%a: tensor<4xi32>, %o: tensor<i1>) -> tensor<i1> {
    %true = arith.constant true
    %four = arith.constant 4 : i32
    %f = linalg.fill ins(%true : i1) outs(%o : tensor<i1>) -> tensor<i1>
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<4xi32>) outs(%f : tensor<i1>) {
      ^bb0(%x: i32, %y: i1):
        %l = arith.cmpi ult, %x, %four : i32
        %z = arith.andi %l, %y : i1
        linalg.yield %z : i1
    } -> tensor<i1>
    return %0 : tensor<i1>
  }
}
module @gather attributes {ingot.root = "linalg.generic"} {
  func.func @kernel(%a: tensor<4xi32>, %w: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a : tensor<4xi32>) outs(%o : tensor<4xf32>) {
      ^bb0(%x: i32, %y: f32):
        %k = arith.index_cast %x : i32 to index
        %z = tensor.extract %w[%k] : tensor<4xf32>
        linalg.yield %z : f32
    } -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
module @add attributes {ingot.root = "linalg.add"} {
  func.func @kernel(%a: tensor<4xf32>, %b: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// State, custom ops and sizes that only the run knows stay what they are.

// CHECK-NOT:   ingot.derive
// CHECK-LABEL: func.func @stays
// CHECK:         ingot.custom
// CHECK:         ingot.dispatch @abs
// CHECK:         ingot.dispatch @abs
ml_program.global private @w(#ml_program.extern : tensor<4xf32>) : tensor<4xf32> {ingot.constant = 0 : i64}
func.func @stays(%n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = ingot.constant 0 : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %c = ingot.custom "mine"(%w) {described_operands = [tensor<4xf32>], described_results = [tensor<4xf32>], implementation_attrs = "{}"} : (tensor<4xf32>) -> tensor<4xf32>
  %0 = ingot.dispatch @abs ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = ingot.state_load 0 : tensor<4xf32>
  %1 = ingot.dispatch @abs ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
module @abs attributes {ingot.root = "math.absf"} {
  func.func @kernel(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.abs ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// A loop over constants goes as a whole, the constants that it reads inside
// become arguments.

// CHECK:       ingot.derive 2 = @initialiser_0 [0, 1]
// CHECK-LABEL: func.func @loop
// CHECK-NEXT:    %[[R:.*]] = ingot.constant 2 : tensor<4xf32>
// CHECK-NEXT:    return %[[R]]
// CHECK:       func.func private @initialiser_0(%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK-NOT:     ingot.constant
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[A]])
// CHECK:           ingot.dispatch @add ins(%{{.*}}, %[[B]]
ml_program.global private @v(#ml_program.extern : tensor<4xf32>) : tensor<4xf32> {ingot.constant = 0 : i64}
ml_program.global private @w(#ml_program.extern : tensor<4xf32>) : tensor<4xf32> {ingot.constant = 1 : i64}
func.func @loop() -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = ingot.constant 0 : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = scf.for %k = %c0 to %c8 step %c1 iter_args(%a = %v) -> tensor<4xf32> {
    %w = ingot.constant 1 : tensor<4xf32>
    %s = ingot.dispatch @add ins(%a, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
module @add attributes {ingot.root = "linalg.add"} {
  func.func @kernel(%a: tensor<4xf32>, %b: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// Equal kernels for two targets compute two initialisers: what the one makes of
// a weight may lie otherwise than what the other makes.

// CHECK:       ingot.derive 1 = @initialiser_0 [0]
// CHECK-NEXT:  ingot.derive 2 = @initialiser_1 [0]
// CHECK-LABEL: func.func @parts
// CHECK:       func.func private @initialiser_0
// CHECK:         ingot.dispatch @here
// CHECK:       func.func private @initialiser_1
// CHECK:         ingot.dispatch @there
ml_program.global private @w(#ml_program.extern : tensor<4x8xf32>) : tensor<4x8xf32> {ingot.constant = 0 : i64}
func.func @parts() -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %w = ingot.constant 0 : tensor<4x8xf32>
  %0 = ingot.dispatch @here ins(%w : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = ingot.dispatch @there ins(%w : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
module @here attributes {ingot.root = "linalg.transpose"} {
  func.func @kernel(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
    return %0 : tensor<8x4xf32>
  }
}
module @there attributes {ingot.root = "linalg.transpose", ingot.target = "dsp"} {
  func.func @kernel(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
    return %0 : tensor<8x4xf32>
  }
}
