//===- TensorFlowFuzzer.cpp - models of TensorFlow ------------------------===//
//
// The first byte says what the rest is: a GraphDef, a SavedModel (with a
// checkpoint that is empty), or the index of a checkpoint.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Bundle.h"
#include "pipeline/frontends/tensorflow/ReadTensorFlow.h"
#include "tests/fuzz/FuzzContext.h"
#include "tests/fuzz/WireMutator.h"

#include <cstdint>

// Behind the first byte. An index is no message, and bytes of it change.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (size == 0)
    return 0;
  return 1 + ingot::fuzz::mutateMessage(data + 1, size - 1, maxSize - 1, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  const std::string_view bytes(reinterpret_cast<const char *>(data) + 1,
                               size - 1);
  if (data[0] == 'i') {
    ingot::ModelSource source("");
    source.files["v.index"] = bytes;
    auto bundle = ingot::tensorflow::Bundle::read(source, "v");
    if (!bundle)
      llvm::consumeError(bundle.takeError());
    return 0;
  }
  ingot::readTensorFlow(ingot::ModelSource(bytes),
                        &ingot::fuzz::freshContext());
  return 0;
}
