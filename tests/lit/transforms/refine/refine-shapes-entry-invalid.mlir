// Types are given for an entry point, so there must be one.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics '--ingot-refine-shapes=argument-types=tensor<2xf32>'

// expected-error @+1 {{types of arguments are given, but of 2 public functions none is named 'main'}}
module {
  func.func @a(%x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
  func.func @b(%x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
}

// -----

module {
  // expected-error @+1 {{'main' has 2 arguments, but types of 1 are given}}
  func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
}

// -----

module {
  // expected-error @+1 {{argument 0 of 'main' has type 'tensor<3xf32>', which cannot be 'tensor<2xf32>'}}
  func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
    return %x : tensor<3xf32>
  }
}
