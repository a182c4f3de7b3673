//===- ElementOp.cpp - names of element ops -------------------------------===//

#include "pipeline/conversion/TorchLowering/ElementOp.h"

#include "llvm/Support/ErrorHandling.h"

using namespace ingot::torch;

llvm::StringRef ingot::torch::nameOf(ElementOp op) {
  switch (op) {
#define INGOT_ELEMENT_OP(op, name)                                             \
  case ElementOp::op:                                                          \
    return name;
#include "pipeline/conversion/TorchLowering/ElementOps.def"
  }
  llvm_unreachable("every element op is listed");
}
