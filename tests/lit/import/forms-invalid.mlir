// Forms that are recognised and not read say what to do instead; what is damaged says
// so; whatever has no known form is told which there are.

// RUN: printf '\034\0\0\0TFL3\0\0\0\0' > %t.tflite
// RUN: not ingot-translate --import %t.tflite 2>&1 | FileCheck %s --check-prefix=TFLITE
// TFLITE: error: the TFLite model is damaged: offsets in it lead nowhere

// RUN: printf 'BC\300\3360000' > %t.bc
// RUN: not ingot-translate --import %t.bc 2>&1 | FileCheck %s --check-prefix=BITCODE
// BITCODE: error: the input is of the form 'LLVM bitcode', which is not read

// RUN: printf 'PK\003\004\0\0' > %t.zip
// RUN: not ingot-translate --import %t.zip 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: the input has no form that is known here; the forms that are read are
