//===- MathLibrary.cpp - the embedded bitcode and its linking -------------===//
//
// The bitcode is read anew for each module, for a context lives as long as one
// module; but lazily, so that only the functions taken are ever built.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/MathLibrary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

namespace ingot::pipeline {

namespace {

alignas(4) constexpr unsigned char kBitcode[] = {
#include "pipeline/mathlib/Functions.bc.inc"
};

llvm::Expected<std::unique_ptr<llvm::Module>>
readLibrary(llvm::LLVMContext &context) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(kBitcode),
                        sizeof(kBitcode));
  return llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "mathlib"),
                                    context, /*ShouldLazyLoadMetadata=*/true);
}

/// Names of what the library defines, without the prefix.
const llvm::StringSet<> &definedNames() {
  static const llvm::StringSet<> names = [] {
    llvm::StringSet<> found;
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> library =
        llvm::cantFail(readLibrary(context));
    for (const llvm::Function &function : *library) {
      llvm::StringRef name = function.getName();
      if (!function.isDeclaration() && name.consume_front(kMathPrefix))
        found.insert(name);
    }
    return found;
  }();
  return names;
}

/// Forgets the machine that the bitcode was made on.
void makeNeutral(llvm::Module &library, const llvm::Module &module) {
  library.setTargetTriple(module.getTargetTriple());
  library.setDataLayout(module.getDataLayout());
  for (llvm::NamedMDNode &node :
       llvm::make_early_inc_range(library.named_metadata()))
    library.eraseNamedMetadata(&node);
  for (llvm::Function &function : library) {
    function.setUWTableKind(llvm::UWTableKind::None);
    llvm::AttributeMask mask;
    for (llvm::Attribute attribute : function.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute())
        mask.addAttribute(attribute.getKindAsString());
    function.removeFnAttrs(mask);
  }
}

} // namespace

llvm::Error linkMathLibrary(llvm::Module &module) {
  llvm::SmallVector<std::string> wanted;
  for (llvm::Function &function : module)
    if (function.isDeclaration() &&
        function.getName().starts_with(kMathPrefix) &&
        isInMathLibrary(function.getName().drop_front(kMathPrefix.size())))
      wanted.push_back(function.getName().str());
  if (wanted.empty())
    return llvm::Error::success();

  llvm::Expected<std::unique_ptr<llvm::Module>> library =
      readLibrary(module.getContext());
  if (!library)
    return library.takeError();
  makeNeutral(**library, module);
  for (const std::string &name : wanted)
    if (module.getFunction(name)->getFunctionType() !=
        (*library)->getFunction(name)->getFunctionType())
      return llvm::createStringError("'" + name +
                                     "' is declared with another type than "
                                     "the function of that name has");
  auto internalize = [](llvm::Module &linked, const llvm::StringSet<> &names) {
    for (const auto &name : names)
      if (llvm::Function *function = linked.getFunction(name.getKey());
          function && !function->isDeclaration())
        function->setLinkage(llvm::GlobalValue::InternalLinkage);
  };
  if (llvm::Linker::linkModules(module, std::move(*library),
                                llvm::Linker::Flags::LinkOnlyNeeded,
                                internalize))
    return llvm::createStringError("linking the mathematical library failed");
  return llvm::Error::success();
}

bool isInMathLibrary(llvm::StringRef name) {
  return definedNames().contains(name);
}

llvm::Error defineMathFunctions(llvm::ArrayRef<llvm::StringRef> names,
                                llvm::Module &module) {
  {
    llvm::Expected<std::unique_ptr<llvm::Module>> library =
        readLibrary(module.getContext());
    if (!library)
      return library.takeError();
    for (llvm::StringRef name : names)
      if (llvm::Function *function =
              (*library)->getFunction((kMathPrefix + name).str()))
        module.getOrInsertFunction(function->getName(),
                                   function->getFunctionType());
  }
  if (llvm::Error error = linkMathLibrary(module))
    return error;
  for (llvm::StringRef name : names) {
    llvm::Function *function = module.getFunction((kMathPrefix + name).str());
    function->setName(name);
    function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  }
  return llvm::Error::success();
}

} // namespace ingot::pipeline
