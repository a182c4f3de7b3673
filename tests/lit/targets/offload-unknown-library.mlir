// RUN: not ingot-opt %s --ingot-offload='library=blas' 2>&1 | FileCheck %s
// RUN: not ingot-opt %s --ingot-offload='library=dnnl+blas' 2>&1 | FileCheck %s

// CHECK: ingot-offload: there is no table of a library 'blas'; there are cmsisnn, dnnl, xnnpack
module {}
