//===- CollectiveOps.cpp - replicas, partitions and the host --------------===//

#include "pipeline/dialects/LateAttributes.h"
#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/CollectiveOps.cpp.inc"

using namespace mlir;

namespace ingot::stablehlo {

void StablehloDialect::addCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/CollectiveOps.cpp.inc"
      >();
}

LogicalResult
CollectiveBroadcastOp::readProperties(DialectBytecodeReader &reader,
                                      OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  return failure(
      failed(reader.readOptionalAttribute(properties.channel_handle)) ||
      failed(reader.readAttribute(properties.replica_groups)) ||
      failed(readLateAttribute(reader, properties.has_dynamic_root)));
}

void CollectiveBroadcastOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &properties = getProperties();
  writer.writeOptionalAttribute(properties.channel_handle);
  writer.writeAttribute(properties.replica_groups);
  writeLateAttribute(writer, properties.has_dynamic_root);
}

} // namespace ingot::stablehlo
