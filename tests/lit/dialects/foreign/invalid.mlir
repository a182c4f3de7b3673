// Shardy's annotations are kept as text between brackets; what cannot stand there is named.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected an annotation between '<' and '>'}}
sdy.mesh @mesh = <["x"=2, #axis]>
