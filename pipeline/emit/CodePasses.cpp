//===- CodePasses.cpp - which passes of code generation run ---------------===//
//
// A pass is known by its argument in LLVM's registry. One that LLVM renames
// runs again, which costs time and nothing else; the unit test names it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/CodePasses.h"

#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"

namespace ingot::pipeline {

bool isCodePassLeftOut(llvm::StringRef argument) {
  // Strength reduction searches for the cheapest set of induction variables,
  // and the search grows with the number of addresses in a loop: a register
  // tile has dozens. It took a third of all code generation, up to 70 % of a
  // convolution's. Addresses are base plus offset already when loops arrive
  // here. The second prepares its input.
  // Instructions are scheduled before registers are allocated, and machines put
  // them in order by themselves: once more made no model faster.
  return argument == "loop-reduce" || argument == "canon-freeze" ||
         argument == "post-RA-sched";
}

void CodePassManager::add(llvm::Pass *pass) {
  const llvm::PassInfo *info =
      llvm::PassRegistry::getPassRegistry()->getPassInfo(pass->getPassID());
  if (info && isCodePassLeftOut(info->getPassArgument())) {
    delete pass; // Like the base class, it owns what it is given.
    return;
  }
  PassManager::add(pass);
}

} // namespace ingot::pipeline
