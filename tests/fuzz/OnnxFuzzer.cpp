//===- OnnxFuzzer.cpp - models of ONNX ------------------------------------===//
//
// The whole reader, from bytes to a module. Whatever it makes has to verify.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/ReadOnnx.h"
#include "tests/fuzz/FuzzContext.h"
#include "tests/fuzz/WireMutator.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"

#include <cstdlib>

using namespace mlir;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return ingot::fuzz::mutateMessage(data, size, maxSize, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ingot::ModelSource source(
      std::string_view(reinterpret_cast<const char *>(data), size));
  OwningOpRef<ModuleOp> module =
      ingot::readOnnx(source, &ingot::fuzz::freshContext());
  if (module && failed(verify(*module)))
    std::abort();
  return 0;
}
