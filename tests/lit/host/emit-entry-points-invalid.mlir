// RUN: ingot-opt %s --ingot-emit-entry-points -split-input-file -verify-diagnostics

// expected-error @+1 {{'ingot.manifest' is missing or not a manifest}}
module {
}

// -----

// expected-error @+1 {{entry point @gone of the manifest is not in the module}}
module attributes {ingot.manifest = "entry_points { name: \"gone\" }"} {
}

// -----

module attributes {ingot.manifest = "entry_points { name: \"f\" arguments { element: F32 } }"} {
  // expected-error @+1 {{parameters of @f do not fit the manifest}}
  llvm.func @program.f(%call: !llvm.ptr) {
    llvm.return
  }
}

// -----

// expected-error @+1 {{a derivation of the manifest has no initialiser}}
module attributes {ingot.manifest = "abi_version: 3 derivations { initialiser: 1 }"} {
}

// -----

// expected-error @+1 {{entry point @gone of the manifest is not in the module}}
module attributes {ingot.manifest = "abi_version: 3 initialisers { name: \"gone\" } derivations { initialiser: 0 }"} {
}

// -----

module attributes {ingot.manifest = "entry_points { name: \"f\" }"} {
  // expected-error @+1 {{an entry point without a body}}
  llvm.func @program.f(!llvm.ptr)
}
