//===- FingerPrint.cpp - whether IR is what it was ------------------------===//

#include "pipeline/codegen/FingerPrint.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace {
/// What is hashed, in the order of a walk.
class Words {
public:
  void add(uint64_t word) { words_.push_back(word); }
  void add(const void *address) { add(reinterpret_cast<uintptr_t>(address)); }

  void add(Operation *op) {
    add(static_cast<const void *>(op));
    add(op->getName().getAsOpaquePointer());
    add(static_cast<const void *>(op->getBlock()));
    add(op->getDiscardableAttrDictionary().getAsOpaquePointer());
    add(op->hashProperties());
    for (Value operand : op->getOperands())
      add(operand.getAsOpaquePointer());
    for (Type type : op->getResultTypes())
      add(type.getAsOpaquePointer());
    for (Block *successor : op->getSuccessors())
      add(static_cast<const void *>(successor));
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        add(static_cast<const void *>(&block));
        for (Type type : block.getArgumentTypes())
          add(type.getAsOpaquePointer());
      }
  }

  uint64_t hash() const {
    return llvm::xxh3_64bits({reinterpret_cast<const uint8_t *>(words_.data()),
                              words_.size() * sizeof(words_.front())});
  }

private:
  SmallVector<uint64_t, 0> words_;
};
} // namespace

uint64_t ingot::fingerPrint(Operation *root) {
  Words words;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) { words.add(op); });
  return words.hash();
}
