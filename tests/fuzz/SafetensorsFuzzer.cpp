//===- SafetensorsFuzzer.cpp - files of constants -------------------------===//
//
// A file of constants is mapped and its tensors are used in place, so every
// tensor that is found must lie within it.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorFile.h"
#include "tests/fuzz/MemoryFile.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto file =
      ingot::runtime::TensorFile::open(ingot::fuzz::memoryFile(data, size));
  if (!file.ok())
    return 0;
  // Seeds and their mutations name their tensors by one letter.
  for (char name = 'a'; name <= 'z'; ++name) {
    const auto *entry = (*file)->find(std::string(1, name));
    if (!entry)
      continue;
    static volatile char last;
    std::for_each(entry->bytes.begin(), entry->bytes.end(),
                  [](char byte) { last = byte; });
    (void)entry->holds(INGOT_F32, {1});
  }
  return 0;
}
