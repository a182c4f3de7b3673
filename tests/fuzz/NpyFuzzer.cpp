//===- NpyFuzzer.cpp - NumPy's array files --------------------------------===//
//
// Arguments and expected results of `ingot run` come from anywhere. What is
// read must have the bytes that its type says, all of them readable.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Npy.h"
#include "tests/fuzz/MemoryFile.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto tensor = ingot::runtime::readNpy(ingot::fuzz::memoryFile(data, size));
  if (!tensor.ok())
    return 0;
  // A header may not claim more than the file holds.
  if (tensor->byteSize() < 0 || static_cast<size_t>(tensor->byteSize()) > size)
    std::abort();
  static volatile char last;
  std::for_each(tensor->data(), tensor->data() + tensor->byteSize(),
                [](char byte) { last = byte; });
  return 0;
}
