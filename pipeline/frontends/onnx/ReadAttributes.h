//===- ReadAttributes.h - attributes of nodes as MLIR's ---------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_READATTRIBUTES_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_READATTRIBUTES_H

#include "pipeline/frontends/onnx/Node.h"
#include "pipeline/frontends/onnx/Tensors.h"

#include "mlir/IR/Builders.h"

namespace ingot::onnx::reader {

/// Adds an attribute of a file to `node`. `call` is the call of the function
/// whose body is read, null outside one.
llvm::Error readAttribute(const proto::AttributeProto &attribute,
                          const Node *call, TensorReader &tensors,
                          mlir::Builder &builder, Node &node);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_READATTRIBUTES_H
