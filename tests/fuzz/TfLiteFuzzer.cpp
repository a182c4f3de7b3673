//===- TfLiteFuzzer.cpp - models of TensorFlow Lite -----------------------===//
//
// The whole reader: the checks of the flatbuffer, then every row that the
// operators of what passed them reach.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/ReadTfLite.h"
#include "tests/fuzz/FuzzContext.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  (void)ingot::readTfLite(ingot::ModelSource(bytes),
                          &ingot::fuzz::freshContext());
  return 0;
}
