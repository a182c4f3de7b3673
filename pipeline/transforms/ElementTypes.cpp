//===- ElementTypes.cpp - the element types that a target lists -----------===//

#include "pipeline/transforms/ElementTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

bool ingot::takesElements(llvm::ArrayRef<std::string> listed, Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return true;
  Type element = tensor.getElementType();
  return element.isIndex() || element.isInteger(1) ||
         llvm::is_contained(listed, debugString(element));
}
