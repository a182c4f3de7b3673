//===- NameKernels.cpp - a kernel's name is what it computes --------------===//
//
// The name is the key of sharing: equal names mean equal code, in one program
// and between programs. So it covers the bytecode of the kernel and nothing
// that says where it came from: locations, the module's name and its attributes
// are dropped first. MLIR's version is not in the bytes either, because the
// action key has it. The target is not either: a part of a program shares its
// kernels with programs that are all for that target. Only where one program
// has equal kernels for two targets, the second one's bytes say for which it
// is.
//
// Kernels are ordered by their first launch. The order must come from the
// program alone, or equal programs would give different executables.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace ingot {
#define GEN_PASS_DEF_NAMEKERNELS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::KernelNames;

std::string ingot::kernelSymbol(StringRef bytes) {
  // 128 bits are plenty against accidents, and symbols are read by people.
  constexpr size_t kBytes = 16;
  auto hash = llvm::SHA256::hash(
      ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  return "ingot_kernel_" +
         llvm::toHex(ArrayRef(hash).take_front(kBytes), /*LowerCase=*/true);
}

void ingot::stripLocations(Operation *root) {
  auto unknown = UnknownLoc::get(root->getContext());
  root->walk([&](Operation *op) {
    op->setLoc(unknown);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(unknown);
  });
}

std::string ingot::kernelBytes(ModuleOp kernel) {
  OwningOpRef<ModuleOp> bare = kernel.clone();
  bare->removeSymNameAttr();
  (*bare)->setDiscardableAttrs(DictionaryAttr::get(kernel.getContext()));
  if (Attribute target = kernel->getAttr(kNamedForAttr))
    (*bare)->setAttr(kNamedForAttr, target);
  stripLocations(*bare);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  // The producer string would put the version of MLIR into the content; it is
  // part of the action key already.
  BytecodeWriterConfig config("ingot");
  if (failed(writeBytecodeToFile(*bare, stream, config)))
    llvm_unreachable("writing bytecode to memory cannot fail");
  return bytes;
}

/// The same for equal kernels. It depends on addresses, so it finds names and
/// never becomes part of one.
static size_t hashOf(ModuleOp kernel) {
  llvm::hash_code hash = 0;
  kernel.getBodyRegion().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

ModuleOp ingot::DistinctKernels::firstOf(ModuleOp kernel) {
  SmallVector<ModuleOp, 1> &candidates = known_[hashOf(kernel)];
  for (ModuleOp known : candidates)
    if (OperationEquivalence::isRegionEquivalentTo(
            &known.getBodyRegion(), &kernel.getBodyRegion(),
            OperationEquivalence::IgnoreLocations))
      return known;
  candidates.push_back(kernel);
  return kernel;
}

StringRef ingot::KernelNames::of(ModuleOp kernel) {
  auto target = kernel->getAttrOfType<StringAttr>(kTargetAttr);
  std::string &name = names_[distinct_[target].firstOf(kernel)];
  if (!name.empty())
    return name;
  std::string bytes = kernelBytes(kernel);
  name = kernelSymbol(bytes);
  if (bytes_.contains(name)) {
    kernel->setAttr(kNamedForAttr,
                    target ? target : StringAttr::get(kernel.getContext()));
    bytes = kernelBytes(kernel);
    name = kernelSymbol(bytes);
  }
  bytes_[name] = std::move(bytes);
  return name;
}

std::string ingot::takeKernelBytes(ModuleOp kernel) {
  auto &named = kernel.getContext()
                    ->getLoadedDialect<ingot::dialect::IngotDialect>()
                    ->namedKernels;
  auto found = named.find(kernel.getSymName().value_or(""));
  if (found == named.end())
    return kernelBytes(kernel);
  std::string bytes = std::move(found->second);
  named.erase(found);
  return bytes;
}

namespace {
struct NameKernels final : ingot::impl::NameKernelsBase<NameKernels> {
  using NameKernelsBase::NameKernelsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    // In the order of their first launch, which only the program decides.
    llvm::MapVector<StringAttr, unsigned> launches;
    llvm::MapVector<StringAttr, StringAttr> names;
    KernelNames contents;
    module.walk([&](ingot::dialect::DispatchOp op) {
      StringAttr old = op.getKernelAttr().getAttr();
      auto [name, isNew] = names.try_emplace(old, old);
      if (isNew)
        name->second = StringAttr::get(
            &getContext(), contents.of(symbols.lookup<ModuleOp>(old)));
      op.setKernelAttr(FlatSymbolRefAttr::get(name->second));
      ++launches[name->second];
    });
    for (auto &[old, name] : names) {
      auto kernel = symbols.lookup<ModuleOp>(old);
      symbols.remove(kernel);
      if (symbols.lookup(name)) {
        kernel.erase();
        continue;
      }
      kernel.setSymNameAttr(name);
      kernel->setAttr(ingot::kUsesAttr,
                      Builder(&getContext()).getI64IntegerAttr(launches[name]));
      kernel->moveBefore(module.getBody(), module.getBody()->end());
      symbols.insert(kernel);
    }
    // In place of those of a plan that was printed, or failed.
    getContext()
        .getLoadedDialect<ingot::dialect::IngotDialect>()
        ->namedKernels = contents.takeBytes();
  }
};
} // namespace
