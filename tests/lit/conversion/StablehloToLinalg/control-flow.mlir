// RUN: ingot-opt %s --convert-stablehlo-to-linalg --reconcile-unrealized-casts | FileCheck %s

// Branches, loops, and values that stand for any number of others.

// CHECK-LABEL: func.func @if(
// CHECK-SAME:    %[[P:[a-z0-9]+]]: tensor<i1>, %[[X:[a-z0-9]+]]: tensor<4xi32>
// CHECK:         %[[C:.*]] = tensor.extract %[[P]][]
// CHECK:         scf.if %[[C]] -> (tensor<4xi32>)
// CHECK:           scf.yield %[[X]]
// CHECK:         } else {
// CHECK:           math.ctpop
func.func @if(%p: tensor<i1>, %x: tensor<4xui32>) -> tensor<4xui32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xui32>
  }, {
    %1 = stablehlo.popcnt %x : tensor<4xui32>
    stablehlo.return %1 : tensor<4xui32>
  }) : (tensor<i1>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// CHECK-LABEL: func.func @if_dynamic(
// CHECK:         scf.if {{.*}} -> (tensor<?xf32>)
func.func @if_dynamic(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// An index that names no branch means the last one.
// CHECK-LABEL: func.func @case(
// CHECK:         %[[I:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK:         scf.index_switch %[[I]] -> tensor<4xf32>
// CHECK-NEXT:    case 0 {
// CHECK:           math.exp
// CHECK:         case 1 {
// CHECK:           math.sin
// CHECK:         default {
// CHECK:           math.cos
func.func @case(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.exponential %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %1 = stablehlo.sine %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %1 = stablehlo.cosine %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @case_dynamic(
// CHECK:         scf.index_switch %{{.*}} -> tensor<?xf32>
func.func @case_dynamic(%i: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = stablehlo.sine %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @while(
// CHECK:         scf.while (%[[I:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
// CHECK:           arith.cmpi slt
// CHECK:           %[[GO:.*]] = tensor.extract
// CHECK:           scf.condition(%[[GO]]) %[[I]], %[[X]]
// CHECK:         } do {
// CHECK:           arith.addi
// CHECK:           arith.addf
// CHECK:           scf.yield
func.func @while(%i: tensor<i32>, %n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%j = %i, %y = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %j, %one : tensor<i32>
    %2 = stablehlo.add %y, %y : tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @while_static(
// CHECK:         scf.while
func.func @while_static(%p: tensor<i1>) -> tensor<i1> {
  %0 = stablehlo.while(%q = %p) : tensor<i1>
  cond {
    stablehlo.return %q : tensor<i1>
  } do {
    %1 = stablehlo.not %q : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }
  return %0 : tensor<i1>
}

// Tuples fall into their parts, nested ones and those of signatures too.
// CHECK-LABEL: func.func @tuples(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>, %[[B:[a-z0-9]+]]: tensor<?xi1>) -> (tensor<?xi1>, tensor<4xf32>)
// CHECK-NEXT:    return %[[B]], %[[A]]
func.func @tuples(%a: tensor<4xf32>, %b: tensor<?xi1>) -> tuple<tensor<?xi1>, tensor<4xf32>> {
  %0 = stablehlo.tuple %a, %b : tuple<tensor<4xf32>, tensor<?xi1>>
  %1 = stablehlo.tuple %0, %a : tuple<tuple<tensor<4xf32>, tensor<?xi1>>, tensor<4xf32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tuple<tensor<4xf32>, tensor<?xi1>>, tensor<4xf32>>) -> tuple<tensor<4xf32>, tensor<?xi1>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<4xf32>, tensor<?xi1>>) -> tensor<?xi1>
  %4 = stablehlo.tuple %3, %a : tuple<tensor<?xi1>, tensor<4xf32>>
  return %4 : tuple<tensor<?xi1>, tensor<4xf32>>
}

// CHECK-LABEL: func.func @static_tuple(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @static_tuple(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tuple %a, %a : tuple<tensor<4xf32>, tensor<4xf32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Tokens go, in signatures too.
// CHECK-LABEL: func.func @tokens(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[A]] : tensor<4xf32>
func.func @tokens(%a: tensor<4xf32>, %t: !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token) {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %t : !stablehlo.token
  return %a, %1 : tensor<4xf32>, !stablehlo.token
}

// CHECK-LABEL: func.func @barrier(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>, %[[B:[a-z0-9]+]]: tensor<2xi1>
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @barrier(%a: tensor<4xf32>, %b: tensor<2xi1>) -> (tensor<4xf32>, tensor<2xi1>) {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<4xf32>, tensor<2xi1>
  return %0#0, %0#1 : tensor<4xf32>, tensor<2xi1>
}

// CHECK-LABEL: func.func @barrier_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @barrier_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.optimization_barrier %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Tuples become their parts and tokens nothing, in loops and branches as well.
// CHECK-LABEL: func.func @loop_of_tokens(
// CHECK:         scf.while {{.*}} : (tensor<i32>, tensor<3xi32>) -> (tensor<i32>, tensor<3xi32>)
// CHECK-NOT:     stablehlo
func.func @loop_of_tokens(%a: tensor<3xui32>) -> tensor<3xui32> {
  %t = stablehlo.create_token : !stablehlo.token
  %i = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %0:3 = stablehlo.while(%n = %i, %x = %a, %y = %t) : tensor<i32>, tensor<3xui32>, !stablehlo.token cond {
    %p = stablehlo.compare LT, %n, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %u = stablehlo.after_all %y, %y : !stablehlo.token
    stablehlo.return %limit, %x, %u : tensor<i32>, tensor<3xui32>, !stablehlo.token
  }
  return %0#1 : tensor<3xui32>
}

// CHECK-LABEL: func.func @loop_of_tuples(
// CHECK:         scf.while {{.*}} : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
// CHECK-NOT:     stablehlo
func.func @loop_of_tuples(%a: tensor<3xf32>, %k: tensor<i32>) -> tensor<3xf32> {
  %t = stablehlo.tuple %k, %a : tuple<tensor<i32>, tensor<3xf32>>
  %0 = stablehlo.while(%s = %t) : tuple<tensor<i32>, tensor<3xf32>> cond {
    %n = stablehlo.get_tuple_element %s[0] : (tuple<tensor<i32>, tensor<3xf32>>) -> tensor<i32>
    %p = stablehlo.compare LT, %n, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %x = stablehlo.get_tuple_element %s[1] : (tuple<tensor<i32>, tensor<3xf32>>) -> tensor<3xf32>
    %u = stablehlo.tuple %k, %x : tuple<tensor<i32>, tensor<3xf32>>
    stablehlo.return %u : tuple<tensor<i32>, tensor<3xf32>>
  }
  %r = stablehlo.get_tuple_element %0[1] : (tuple<tensor<i32>, tensor<3xf32>>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @branches_of_tokens(
// CHECK:         scf.if %{{.*}} -> (tensor<3xf32>)
// CHECK:         scf.index_switch %{{.*}} -> tensor<3xf32>
// CHECK-NOT:     stablehlo
func.func @branches_of_tokens(%p: tensor<i1>, %i: tensor<i32>, %a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %0:2 = "stablehlo.if"(%p) ({
    stablehlo.return %a, %t : tensor<3xf32>, !stablehlo.token
  }, {
    stablehlo.return %b, %t : tensor<3xf32>, !stablehlo.token
  }) : (tensor<i1>) -> (tensor<3xf32>, !stablehlo.token)
  %1:2 = "stablehlo.case"(%i) ({
    stablehlo.return %a, %0#1 : tensor<3xf32>, !stablehlo.token
  }, {
    stablehlo.return %b, %t : tensor<3xf32>, !stablehlo.token
  }) : (tensor<i32>) -> (tensor<3xf32>, !stablehlo.token)
  return %0#0, %1#0 : tensor<3xf32>, tensor<3xf32>
}

// Branches know more than the result, each something else; unsigned as well.
// CHECK-LABEL: func.func @known_sizes(
// CHECK:         scf.if {{.*}} -> (tensor<?xi8>)
// CHECK:           tensor.cast %{{.*}} : tensor<2xi8> to tensor<?xi8>
// CHECK:         } else {
// CHECK:           tensor.cast %{{.*}} : tensor<3xi8> to tensor<?xi8>
func.func @known_sizes(%p: tensor<i1>, %a: tensor<2xui8>, %b: tensor<3xui8>) -> tensor<?xui8> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<2xui8>
  }, {
    stablehlo.return %b : tensor<3xui8>
  }) : (tensor<i1>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func.func @grows(
// CHECK:         scf.while
// CHECK:           tensor.cast %{{.*}} : tensor<3xf32> to tensor<?xf32>
func.func @grows(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<3xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<?xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<?xf32>):
    stablehlo.return %b : tensor<3xf32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
