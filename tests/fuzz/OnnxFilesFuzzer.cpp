//===- OnnxFilesFuzzer.cpp - the walk to an ONNX model's files ------------===//
//
// The client looks into models before it sends them. Whatever they hold, the
// walk ends, and every name it finds is a part of the model.
//
//===----------------------------------------------------------------------===//

#include "client/cli/OnnxExternalData.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char *>(data), size);
  for (const std::string &location : ingot::client::onnxExternalData(bytes))
    if (bytes.find(location) == std::string_view::npos)
      std::abort();
  return 0;
}
