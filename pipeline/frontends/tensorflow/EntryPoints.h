//===- EntryPoints.h - what of a model can be called ------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_ENTRYPOINTS_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_ENTRYPOINTS_H

#include "pipeline/frontends/tensorflow/NodeGraph.h"

#include "mlir/IR/BuiltinTypes.h"

namespace ingot::tensorflow {

/// An argument or a result.
struct EntryValue {
  std::string name;
  Edge edge;
  mlir::RankedTensorType type; ///< Of an argument.
  bool isOptional = false;     ///< Left out if it is no tensor.
};

/// A function of the program.
struct EntryPoint {
  std::string name;
  std::vector<EntryValue> inputs, outputs;
};

/// A signature: inputs and outputs by the order of their names.
llvm::Expected<EntryPoint> entryOfSignature(llvm::StringRef key,
                                            const format::Signature &signature,
                                            const NodeGraph &graph,
                                            mlir::MLIRContext *context);
/// `main`: from the placeholders, in the order of the file, to what nobody
/// uses.
llvm::Expected<EntryPoint> entryOfGraph(const NodeGraph &graph,
                                        mlir::MLIRContext *context);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_ENTRYPOINTS_H
