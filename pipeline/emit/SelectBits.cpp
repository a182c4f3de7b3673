//===- SelectBits.cpp - bf16 is chosen by its bits ------------------------===//
//
// What rounds to bf16 chooses between the rounded bits and those of a NaN, and
// LLVM's combiner makes a choice between numbers of it. Machines without
// instructions for bf16 have no vectors of it: their code generators take such
// a choice apart and store each element by itself, some fifteen instructions
// for each, where integers take one for a whole vector.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/SelectBits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

void ingot::pipeline::selectBits(Function &function) {
  for (Instruction &op : make_early_inc_range(instructions(function))) {
    auto *select = dyn_cast<SelectInst>(&op);
    Type *type = op.getType();
    if (!select || !type->isVectorTy() || !type->getScalarType()->isBFloatTy())
      continue;
    IRBuilder<> builder(select);
    Type *bits = type->getWithNewType(builder.getInt16Ty());
    Value *chosen = builder.CreateSelect(
        select->getCondition(),
        builder.CreateBitCast(select->getTrueValue(), bits),
        builder.CreateBitCast(select->getFalseValue(), bits));
    select->replaceAllUsesWith(builder.CreateBitCast(chosen, type));
    select->eraseFromParent();
  }
}
