// Shardy's annotations are kept as text, which has to end.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected an annotation between '<' and '>'}}
sdy.mesh @mesh = <["x"=2, "y"=4]

// -----

// expected-error @+1 {{expected an annotation between '<' and '>'}}
sdy.mesh @mesh = <["x"=2, !]>
