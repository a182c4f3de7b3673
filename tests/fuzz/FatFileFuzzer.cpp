//===- FatFileFuzzer.cpp - fuzzing the reader of fat files ----------------===//
//
// Whatever is read whole writes a file that is read as the same.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/FatFile.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ingot::runtime;
  auto members =
      readFat(std::string_view(reinterpret_cast<const char *>(data), size));
  if (!members.ok())
    return 0;
  auto file = writeFat(*members);
  if (!file.ok())
    abort();
  auto again = readFat(*file);
  if (!again.ok() || again->size() != members->size())
    abort();
  for (size_t i = 0; i < members->size(); ++i)
    if ((*again)[i].target != (*members)[i].target ||
        (*again)[i].bytes != (*members)[i].bytes)
      abort();
  return 0;
}
