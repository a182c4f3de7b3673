//===- VectorForms.cpp - functions of vectors for the loop vectoriser -----===//
//
// A function that branches keeps a loop from becoming vectors, unless there are
// others that compute several elements at once: `ingot_sinf_v4` and so on, as
// LLVM's vector function ABI tells the vectoriser. They are in a module from
// its translation on, to get the target's attributes like all functions.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/MathLibrary.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace ingot::pipeline {

namespace {

/// Of f32 in registers of 128, 256 and 512 bits.
constexpr unsigned kLanes[] = {4, 8, 16};

llvm::FunctionType *vectorType(llvm::FunctionType *scalar, unsigned lanes) {
  auto vector = [&](llvm::Type *type) -> llvm::Type * {
    return llvm::FixedVectorType::get(type, lanes);
  };
  return llvm::FunctionType::get(vector(scalar->getReturnType()),
                                 llvm::map_to_vector(scalar->params(), vector),
                                 /*isVarArg=*/false);
}

/// `form` as LLVM's mangling tells of it: unmasked, all parameters vectors.
std::string mangled(const llvm::Function &function, llvm::StringRef form,
                    unsigned lanes) {
  return ("_ZGV_LLVM_N" + llvm::Twine(lanes) +
          std::string(function.arg_size(), 'v') + "_" + function.getName() +
          "(" + form + ")")
      .str();
}

} // namespace

std::string vectorForm(llvm::StringRef name, unsigned lanes) {
  return (name + "_v" + llvm::Twine(lanes)).str();
}

llvm::Error offerVectorForms(llvm::Module &module, unsigned maxLanes) {
  llvm::SmallVector<llvm::Function *> functions;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() &&
        function.getName().starts_with(kMathPrefix) &&
        !function.hasFnAttribute(llvm::VFABI::MappingsAttrName))
      functions.push_back(&function);
  llvm::SmallVector<std::string> forms;
  for (llvm::Function *function : functions) {
    llvm::SmallVector<std::string> names;
    for (unsigned lanes : kLanes) {
      std::string form = vectorForm(function->getName(), lanes);
      if (lanes > maxLanes ||
          !isInMathLibrary(llvm::StringRef(form).substr(kMathPrefix.size())))
        continue;
      module.getOrInsertFunction(
          form, vectorType(function->getFunctionType(), lanes));
      names.push_back(mangled(*function, form, lanes));
      forms.push_back(std::move(form));
    }
    if (!names.empty())
      function->addFnAttr(llvm::VFABI::MappingsAttrName,
                          llvm::join(names, ","));
  }
  if (llvm::Error error = linkMathLibrary(module))
    return error;
  // Nothing calls them yet.
  llvm::appendToCompilerUsed(
      module, llvm::map_to_vector(
                  forms, [&](const std::string &form) -> llvm::GlobalValue * {
                    return module.getFunction(form);
                  }));
  return llvm::Error::success();
}

} // namespace ingot::pipeline
