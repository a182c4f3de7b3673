//===- TensorFileFuzzer.cpp - files of constants --------------------------===//
//
// A file of constants is mapped and its tensors are used in place, so every
// tensor that is found must lie within it, and what is computed from it too.
// The formats are told apart by their first bytes: each has a corpus.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorFile.h"
#include "tests/fuzz/MemoryFile.h"

#include <algorithm>

/// Reads each byte.
static void readAll(std::string_view bytes) {
  static volatile char last;
  std::for_each(bytes.begin(), bytes.end(), [](char byte) { last = byte; });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto file =
      ingot::runtime::TensorFile::open(ingot::fuzz::memoryFile(data, size));
  if (!file.ok())
    return 0;
  for (const auto &[name, tensor] : (*file)->tensors()) {
    readAll(tensor.bytes);
    if (tensor.holds(INGOT_F32, tensor.shape))
      readAll(tensor.bytesAs(INGOT_F32));
    (void)tensor.typeName();
    if ((*file)->find(name) != &tensor)
      std::abort();
  }
  return 0;
}
