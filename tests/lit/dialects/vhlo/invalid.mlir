// Ops of VHLO are rows of a table: generic form, and the attributes of the row.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{ops of VHLO are written in generic form}}
vhlo.abs_v1 %a

// -----

func.func @no_attribute(%a: !vhlo.tensor_v1<4x!vhlo.f32_v1>) {
  // expected-error @+1 {{has no attribute}}
  "vhlo.sort_v1"(%a) ({}) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
  return
}
