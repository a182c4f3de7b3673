//===- ContainerFuzzer.cpp - containers of jax.export ---------------------===//

#include "pipeline/import/JaxExport.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  if (auto container = ingot::readJaxExport(bytes)) {
    (void)ingot::faultOf(*container);
    // Every byte of the module can be read.
    static volatile char last;
    for (char c : container->module)
      last = c;
    (void)last;
  }
  return 0;
}
