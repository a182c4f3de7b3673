//===- SmallPointers.cpp - host programs of 32-bit machines ---------------===//
//
// The tables are what ingot-emit-entry-points writes: a literal structure whose
// initialiser inserts the fields one by one. The function with the parameters
// is an entry point's, which has one caller, the wrapper that reads them from
// the tensors of the call.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/cpu/SmallPointers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace ingot::pipeline {

static constexpr unsigned kMaxParameters = 1000;

/// Gives an initialiser the fields' new type and places.
static void moveFields(LLVM::GlobalOp global, LLVM::LLVMStructType padded,
                       ArrayRef<int64_t> places) {
  for (Operation &op : global.getInitializerBlock()->getOperations()) {
    if (auto zero = dyn_cast<LLVM::ZeroOp>(op)) {
      zero.getResult().setType(padded);
    } else if (auto insert = dyn_cast<LLVM::InsertValueOp>(op)) {
      insert.getResult().setType(padded);
      insert.setPosition({places[insert.getPosition().front()]});
    }
  }
}

static void padPointers(LLVM::GlobalOp global) {
  auto type = dyn_cast<LLVM::LLVMStructType>(global.getGlobalType());
  if (!type || !global.getInitializerBlock())
    return;
  MLIRContext *context = global.getContext();
  SmallVector<Type> fields;
  SmallVector<int64_t> places;
  for (Type field : type.getBody()) {
    places.push_back(static_cast<int64_t>(fields.size()));
    fields.push_back(field);
    if (isa<LLVM::LLVMPointerType>(field))
      fields.push_back(IntegerType::get(context, 32));
  }
  auto padded = LLVM::LLVMStructType::getLiteral(context, fields);
  global.setGlobalType(padded);
  moveFields(global, padded, places);
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
