//===- TensorFlowFuzzer.cpp - models of TensorFlow ------------------------===//
//
// The first byte says what the rest is: a GraphDef, a SavedModel (with a
// checkpoint that is empty), or the index of a checkpoint.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Bundle.h"
#include "pipeline/frontends/tensorflow/ReadTensorFlow.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include <cstdint>

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
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
  ingot::readTensorFlow(ingot::ModelSource(bytes), &context);
  return 0;
}
