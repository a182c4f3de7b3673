//===- ReadTfLite.cpp - TensorFlow Lite models to modules -----------------===//
//
// Reads and checks the graph, converts its entry points, and notes what a
// report says of the model.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/ReadTfLite.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/frontends/ModuleAttributes.h"
#include "pipeline/frontends/tflite/Converter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Verifier.h"

#include <cstring>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

/// Constants in the file stand at multiples of this.
static constexpr size_t kAlignment = 16;

static void noteModel(ModuleOp module, const Model &model) {
  std::map<std::string, int64_t> counts;
  for (const Subgraph &graph : model.subgraphs)
    for (const Node &node : graph.nodes)
      ++counts[nameOf(node)];
  setOperatorCounts(module, counts);
  setProducer(module, "TFLite, schema 3" + (model.description.empty()
                                                ? std::string()
                                                : ", " + model.description));
}

static OwningOpRef<ModuleOp> readAligned(std::string_view bytes,
                                         const ModelSource &source, bool isCopy,
                                         MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  llvm::Expected<Model> model = readGraph(bytes);
  if (!model) {
    emitError(loc) << llvm::toString(model.takeError());
    return nullptr;
  }
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  if (failed(Converter(*model, operatorTable(), source, *module, isCopy)
                 .convert()))
    return nullptr;
  noteModel(*module, *model);
  if (failed(verify(*module)))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> ingot::readTfLite(const ModelSource &source,
                                        MLIRContext *context) {
  context->loadDialect<func::FuncDialect, ml_program::MLProgramDialect,
                       tosa::TosaDialect, stablehlo::StablehloDialect,
                       chlo::ChloDialect>();
  std::string_view bytes = source.bytes;
  if (reinterpret_cast<uintptr_t>(bytes.data()) % kAlignment == 0)
    return readAligned(bytes, source, /*isCopy=*/false, context);
  struct alignas(kAlignment) Unit {
    char bytes[kAlignment];
  };
  std::vector<Unit> copy(llvm::divideCeil(bytes.size(), kAlignment));
  std::memcpy(copy.data(), bytes.data(), bytes.size());
  return readAligned(
      {reinterpret_cast<const char *>(copy.data()), bytes.size()}, source,
      /*isCopy=*/true, context);
}
