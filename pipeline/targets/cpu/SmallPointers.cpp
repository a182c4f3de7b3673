//===- SmallPointers.cpp - host programs of 32-bit machines ---------------===//
//
// The tables are what ingot-emit-entry-points writes: an array of a literal
// structure whose initialiser inserts the fields one by one. The function with
// the parameters is an entry point's, which has one caller, the wrapper that
// reads them from the tensors of the call.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/cpu/SmallPointers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace ingot::pipeline {

static constexpr unsigned kMaxParameters = 1000;

/// The fields of a structure with 32 bits behind each pointer, and where its
/// own are now.
struct PaddedFields {
  explicit PaddedFields(LLVM::LLVMStructType structure) {
    for (Type field : structure.getBody()) {
      places.push_back(static_cast<int64_t>(fields.size()));
      fields.push_back(field);
      if (isa<LLVM::LLVMPointerType>(field))
        fields.push_back(IntegerType::get(structure.getContext(), 32));
    }
  }

  SmallVector<Type> fields;
  SmallVector<int64_t> places;
};

static void padPointers(LLVM::GlobalOp global) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(global.getGlobalType());
  auto structure =
      array ? dyn_cast<LLVM::LLVMStructType>(array.getElementType()) : nullptr;
  if (!structure || !global.getInitializerBlock())
    return;
  const PaddedFields padded(structure);
  auto one =
      LLVM::LLVMStructType::getLiteral(global.getContext(), padded.fields);
  auto all = LLVM::LLVMArrayType::get(one, array.getNumElements());
  global.setGlobalType(all);
  for (Operation &op : global.getInitializerBlock()->getOperations()) {
    if (!isa<LLVM::ZeroOp, LLVM::InsertValueOp>(op))
      continue;
    const bool isOne = op.getResult(0).getType() == structure;
    op.getResult(0).setType(isOne ? Type(one) : Type(all));
    if (auto insert = dyn_cast<LLVM::InsertValueOp>(op); insert && isOne)
      insert.setPosition({padded.places[insert.getPosition().front()]});
  }
}

void padPointers(ModuleOp program) {
  for (auto global : program.getOps<LLVM::GlobalOp>())
    padPointers(global);
}

void inlineLongFunctions(ModuleOp program) {
  for (auto function : program.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal() &&
        function.getLinkage() == LLVM::Linkage::Internal &&
        function.getNumArguments() > kMaxParameters)
      function.setAlwaysInline(true);
}

} // namespace ingot::pipeline
