// Containers of jax.export (Inputs/README.md), found by content.

// RUN: ingot-translate --import %S/Inputs/one_platform.jax_export.bin | FileCheck %s --check-prefix=ONE
// ONE: func.func public @main(%[[X:.*]]: tensor<3xf32>) -> (tensor<3xf32>
// ONE: stablehlo.add %[[X]]

// A program for two platforms takes the number of the one it runs on; cpu is
// the second one.
// RUN: ingot-translate --import %S/Inputs/two_platforms.jax_export.bin | FileCheck %s --check-prefix=TWO
// TWO: func.func public @main(%{{.*}}: tensor<3xf32>) -> (tensor<3xf32>
// TWO: %[[CPU:.*]] = stablehlo.constant dense<1> : tensor<i32>
// TWO: "stablehlo.case"(%[[CPU]])

// RUN: not ingot-translate --import %S/Inputs/other_platforms.jax_export.bin 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: the program was exported for cuda, rocm, and not for cpu

// What is cut off is no container any more.
// RUN: head -c 700 %S/Inputs/one_platform.jax_export.bin > %t.cut
// RUN: not ingot-translate --import %t.cut 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: error: the input has no form that is known here; the forms that are read are {{.*}}MLIR bytecode (begins with 4D 4C EF 52), {{.*}}container of jax.export (an intact flatbuffer of its schema), MLIR text (holds no NUL byte)
