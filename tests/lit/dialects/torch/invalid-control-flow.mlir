// Regions of branches and loops: how they end, what they take and carry.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @branch_end(%c: !torch.bool, %a: !torch.int) {
  // expected-error @+1 {{has regions that end with torch.prim.If.yield}}
  %0 = "torch.prim.If"(%c) ({
    torch.prim.If.yield %a : !torch.int
  }, {
    "ub.unreachable"() : () -> ()
  }) : (!torch.bool) -> !torch.int
  return
}

// -----

func.func @branch_arguments(%c: !torch.bool) {
  // expected-error @+1 {{has regions without arguments}}
  "torch.prim.If"(%c) ({
  ^bb0(%a: !torch.int):
    torch.prim.If.yield
  }, {
    torch.prim.If.yield
  }) : (!torch.bool) -> ()
  return
}

// -----

func.func @loop_end(%n: !torch.int, %c: !torch.bool) {
  // expected-error @+1 {{has a region that ends with torch.prim.Loop.condition}}
  "torch.prim.Loop"(%n, %c) ({
  ^bb0(%i: !torch.int):
    "ub.unreachable"() : () -> ()
  }) : (!torch.int, !torch.bool) -> ()
  return
}

// -----

func.func @loop_iteration(%n: !torch.int, %c: !torch.bool) {
  // expected-error @+1 {{has a region whose first argument is the number of the iteration, an int}}
  "torch.prim.Loop"(%n, %c) ({
    torch.prim.Loop.condition %c, iter()
  }) : (!torch.int, !torch.bool) -> ()
  return
}

// -----

func.func @loop_carries(%n: !torch.int, %c: !torch.bool, %a: !torch.int) {
  // expected-error @+1 {{has a region that carries ('!torch.float'), expected ('!torch.int')}}
  %0 = "torch.prim.Loop"(%n, %c, %a) ({
  ^bb0(%i: !torch.int, %x: !torch.float):
    torch.prim.Loop.condition %c, iter(%x : !torch.float)
  }) : (!torch.int, !torch.bool, !torch.int) -> !torch.int
  return
}
