// RUN: not ingot-translate --export-portable --portable-release=99.0.0 %s 2>&1 | FileCheck %s
// RUN: not ingot-translate --export-portable --portable-release=0.1.0 %s 2>&1 | FileCheck %s
// RUN: not ingot-translate --export-portable --portable-release=1.x %s 2>&1 | FileCheck %s

// CHECK: error: '{{.*}}' is no release of StableHLO that can be written; those are v0.9.0 to v{{[0-9.]+}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
