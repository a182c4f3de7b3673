//===- OnnxFuzzer.cpp - models of ONNX ------------------------------------===//
//
// The whole reader, from bytes to a module. Whatever it makes has to verify.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/frontends/onnx/ReadOnnx.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <cstdlib>

using namespace mlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  DialectRegistry registry;
  registry.insert<func::FuncDialect, ingot::torch::TorchDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([](Diagnostic &) {});
  ingot::ModelSource source(
      std::string_view(reinterpret_cast<const char *>(data), size));
  OwningOpRef<ModuleOp> module = ingot::readOnnx(source, &context);
  if (module && failed(verify(*module)))
    std::abort();
  return 0;
}
