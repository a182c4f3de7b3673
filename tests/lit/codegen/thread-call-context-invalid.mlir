// RUN: ingot-opt %s --ingot-thread-call-context --split-input-file --verify-diagnostics

func.func private @callee()
func.func @caller() {
  // expected-error @+1 {{functions as values are not supported}}
  %f = func.constant @callee : () -> ()
  // expected-error @+1 {{functions as values are not supported}}
  func.call_indirect %f() : () -> ()
  return
}
