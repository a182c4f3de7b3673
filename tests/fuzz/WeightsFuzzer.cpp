//===- WeightsFuzzer.cpp - files beside a program, in the worker ----------===//
//
// The first byte says which format the rest has. What is read must have the
// bytes that its shape says, all of them readable.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/WeightFiles.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  const std::string_view bytes(reinterpret_cast<const char *>(data) + 1,
                               size - 1);
  ingot::WeightFiles files;
  llvm::Error error = files.add(data[0] == 'n'   ? "x.npz"
                                : data[0] == 'y' ? "a.npy"
                                : data[0] == 'i' ? "x.irpa"
                                                 : "x.safetensors",
                                bytes);
  if (error) {
    llvm::consumeError(std::move(error));
    return 0;
  }
  for (const char *name : {"a", "b", "c", "w", "e"})
    if (const ingot::StoredWeight *weight = files.find(name)) {
      static volatile char last;
      std::for_each(weight->bytes.begin(), weight->bytes.end(),
                    [](char byte) { last = byte; });
      (void)last;
    }
  return 0;
}
