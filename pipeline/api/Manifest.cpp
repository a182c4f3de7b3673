//===- Manifest.cpp - what a planned program says of itself ---------------===//
//
// A manifest lists things by number, and the code refers to them by the same
// numbers, so each function here assigns numbers and describes in one walk. The
// order never depends on names or on hash tables: the same program gives the
// same manifest. Constants with equal bytes are one blob under several entries.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Manifest.h"
#include "cache/key/Digest.h"
#include "pipeline/api/NamedConstants.h"
#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/frontends/ModuleAttributes.h"
#include "pipeline/host/Passes.h"
#include "pipeline/import/PrintableText.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/Payloads.h"
#include "proto/abi/executable.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <google/protobuf/text_format.h>

#include <functional>
#include <map>
#include <set>

using namespace mlir;

namespace ingot::pipeline {

static_assert(std::string_view(kValueNameAttr) == kNameAttribute,
              "frontends and conversions mean the same attribute");

void describeEntryPoints(ModuleOp module, v1::Manifest &manifest) {
  manifest.set_abi_version(INGOT_EXECUTABLE_ABI_VERSION);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isDeclaration())
      continue;
    v1::EntryPoint *entry = manifest.add_entry_points();
    entry->set_name(function.getSymName().str());
    auto describe = [](Type type, StringAttr meaning, StringAttr name) {
      v1::TensorType described = abiTensorType(cast<RankedTensorType>(type));
      if (meaning)
        described.set_stands_for(meaning.str());
      if (name)
        described.set_name(printableText(name));
      return described;
    };
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      *entry->add_arguments() = describe(
          type, function.getArgAttrOfType<StringAttr>(i, kStandsForAttr),
          function.getArgAttrOfType<StringAttr>(i, kValueNameAttr));
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      *entry->add_results() = describe(
          type, function.getResultAttrOfType<StringAttr>(i, kStandsForAttr),
          function.getResultAttrOfType<StringAttr>(i, kValueNameAttr));
  }
}

void dropModelNames(ModuleOp module) {
  module->removeAttr(kProducerAttribute);
  module->removeAttr(kOperatorsAttribute);
  StringAttr name = StringAttr::get(module.getContext(), kValueNameAttr);
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, name);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      function.removeResultAttr(i, name);
  }
}

/// The payload's bytes, if they stand in one of the inputs.
static std::optional<std::string_view>
borrowed(ElementsAttr payload, ArrayRef<std::string_view> inputs) {
  std::optional<StringRef> bytes = storedBytes(payload);
  if (!bytes)
    return std::nullopt;
  // Of different objects: std::less orders them, operator< need not.
  std::less_equal<const char *> isBefore;
  for (std::string_view input : inputs)
    if (isBefore(input.data(), bytes->data()) &&
        isBefore(bytes->data() + bytes->size(), input.data() + input.size()))
      return std::string_view(*bytes);
  return std::nullopt;
}

/// On globals whose value an import took away.
static constexpr llvm::StringLiteral kImportedAttr = "ingot.imported";

void extractImported(ModuleOp module, ArrayRef<std::string_view> inputs,
                     std::vector<PlannedConstant> &constants) {
  DenseSet<StringAttr> loaded;
  module.walk([&](Operation *op) {
    if (isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(op))
      loaded.insert(
          op->getAttrOfType<SymbolRefAttr>("global").getRootReference());
  });
  for (auto global :
       llvm::make_early_inc_range(module.getOps<ml_program::GlobalOp>())) {
    global->removeAttr(kImportedAttr); // A program may have said it.
    if (global.getIsMutable() || !global.getValue())
      continue;
    // No plan keeps what nobody loads.
    if (!loaded.contains(global.getSymNameAttr())) {
      global.erase();
      continue;
    }
    auto payload = dyn_cast<ElementsAttr>(*global.getValue());
    if (!payload || isSplatPayload(payload))
      continue;
    PlannedConstant &constant = constants.emplace_back();
    constant.name = global.getSymName().str();
    if (auto view = borrowed(payload, inputs))
      constant.borrowed = *view;
    else
      constant.bytes = payloadBytes(payload);
    global.setValueAttr(ml_program::ExternAttr::get(module.getContext(),
                                                    payload.getShapedType()));
    global->setAttr(kImportedAttr, UnitAttr::get(module.getContext()));
  }
}

void extractConstants(ModuleOp module, ArrayRef<std::string_view> inputs,
                      bool isImported, Plan &plan) {
  SymbolTable symbols(module);
  std::set<std::string> known; // Digests that plan.constants holds.
  SmallVector<ml_program::GlobalOp> globals(
      module.getOps<ml_program::GlobalOp>());
  llvm::StringMap<uint32_t> indices;
  // Marked constants are numbered in an order of their own.
  llvm::sort(globals, [](ml_program::GlobalOp a, ml_program::GlobalOp b) {
    auto number = [](ml_program::GlobalOp op) {
      auto index = op->getAttrOfType<IntegerAttr>(kConstantAttr);
      return index ? index.getInt() : INT64_MAX;
    };
    return number(a) < number(b);
  });
  for (ml_program::GlobalOp global : globals) {
    if (!global->hasAttr(kConstantAttr))
      continue;
    indices[global.getSymName()] = plan.manifest.constants_size();
    v1::Constant *constant = plan.manifest.add_constants();
    constant->set_name(global.getSymName().str());
    for (std::string &name : sourceNames(global))
      constant->add_source_names(std::move(name));
    *constant->mutable_type() =
        abiTensorType(cast<RankedTensorType>(global.getType()));
    if (isImported && global->hasAttr(kImportedAttr)) {
      plan.constants.push_back({constant->name(), "", {}, true});
      continue;
    }
    auto payload = dyn_cast<ElementsAttr>(*global.getValue());
    if (!payload) // Bound by name.
      continue;
    if (auto view = borrowed(payload, inputs)) {
      plan.constants.push_back({constant->name(), "", *view});
      continue;
    }
    std::string bytes = payloadBytes(payload);
    Digest digest = Digest::of(bytes);
    *constant->mutable_digest() = digest.toProto();
    if (known.insert(digest.toString()).second)
      plan.constants.push_back({constant->name(), std::move(bytes), {}});
  }

  auto states = llvm::make_filter_range(
      globals, [](ml_program::GlobalOp op) { return op->hasAttr(kStateAttr); });
  SmallVector<ml_program::GlobalOp> ordered(states);
  llvm::sort(ordered, [](ml_program::GlobalOp a, ml_program::GlobalOp b) {
    return a->getAttrOfType<IntegerAttr>(kStateAttr).getInt() <
           b->getAttrOfType<IntegerAttr>(kStateAttr).getInt();
  });
  for (ml_program::GlobalOp global : ordered) {
    v1::State *state = plan.manifest.add_states();
    state->set_name(global.getSymName().str());
    *state->mutable_type() =
        abiTensorType(cast<RankedTensorType>(global.getType()));
    auto initial = global->getAttrOfType<FlatSymbolRefAttr>(kInitialAttr);
    state->set_initial_constant(indices[initial.getValue()]);
  }
  for (ml_program::GlobalOp global : globals)
    global.erase();
}

/// The library that has a custom op's function: that of the target that its
/// part is placed on, else of the request's, else of a part whose memory it is
/// for. Null if none of them knows one: it is the caller's to bind.
static const v1::TargetLibrary *findLibrary(dialect::CustomOp op,
                                            const v1::Manifest &manifest) {
  StringRef family = op.getOperatorName().split('.').first;
  auto findIn = [&](const v1::Target &target) {
    auto found = llvm::find_if(target.libraries(), [&](const auto &library) {
      return library.name() == family;
    });
    return found == target.libraries().end() ? nullptr : &*found;
  };
  auto function = op->getParentOfType<func::FuncOp>();
  auto part = function ? function->getAttrOfType<StringAttr>(kTargetAttr)
                       : StringAttr();
  for (const v1::Part &placed : manifest.parts())
    if (part && part.getValue() == placed.name())
      if (const v1::TargetLibrary *library = findIn(placed.target()))
        return library;
  if (const v1::TargetLibrary *library = findIn(manifest.target()))
    return library;
  for (const v1::Part &placed : manifest.parts())
    if (placed.target().memory().name() == family)
      if (const v1::TargetLibrary *library = findIn(placed.target()))
        return library;
  return nullptr;
}

/// The attributes of a custom op, with a last member `library` if it comes from
/// one.
static std::string attributesOf(dialect::CustomOp op,
                                const v1::Manifest &manifest) {
  StringRef attributes = op.getImplementationAttrs();
  const v1::TargetLibrary *library = findLibrary(op, manifest);
  if (!library || !attributes.ends_with("}"))
    return attributes.str();
  auto text = [](const std::string &value) {
    return llvm::formatv("{0}", llvm::json::Value(value)).str();
  };
  return llvm::formatv(
      "{0}{1}\"library\":{{\"name\":{2},\"file\":{3},\"version\":{4}}}",
      attributes.drop_back(), attributes == "{}" ? "" : ",",
      text(library->name()), text(library->file()), text(library->version()));
}

void describeCustomOps(ModuleOp module, v1::Manifest &manifest) {
  std::map<std::string, int> known; // The entry of a description.
  Builder builder(module.getContext());
  module.walk([&](dialect::CustomOp op) {
    if (op->hasAttr(dialect::kLibraryFunctionAttr))
      return;
    v1::CustomOp described;
    described.set_name(op.getOperatorName().str());
    described.set_attributes(attributesOf(op, manifest));
    for (Type type : op.getDescribedOperands().getAsValueRange<TypeAttr>())
      *described.add_operands() = abiTensorType(cast<RankedTensorType>(type));
    for (Type type : op.getDescribedResults().getAsValueRange<TypeAttr>())
      *described.add_results() = abiTensorType(cast<RankedTensorType>(type));
    auto [entry, isNew] = known.try_emplace(described.SerializeAsString(),
                                            manifest.custom_ops_size());
    if (isNew)
      *manifest.add_custom_ops() = std::move(described);
    v1::CustomOp *listed = manifest.mutable_custom_ops(entry->second);
    listed->set_uses(listed->uses() + 1);
    op.setIndexAttr(builder.getI64IntegerAttr(entry->second));
  });
  if (!known.empty())
    manifest.set_abi_version(INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS);
}

/// The targets that an initialiser's kernels are for, as text: that of the
/// program and, if it has parts, a line for each launch. Kernels for two
/// targets may have one name.
static std::string targetsOf(func::FuncOp function, SymbolTable &symbols,
                             const v1::Manifest &manifest) {
  std::string all, text;
  google::protobuf::TextFormat::PrintToString(manifest.target(), &all);
  if (manifest.parts().empty())
    return all;
  function.walk([&](dialect::DispatchOp launch) {
    all += '\n';
    auto kernel = symbols.lookup<ModuleOp>(launch.getKernel());
    auto name =
        kernel ? kernel->getAttrOfType<StringAttr>(kTargetAttr) : StringAttr();
    for (const v1::Part &part : manifest.parts())
      if (name && part.name() == name.getValue()) {
        google::protobuf::TextFormat::PrintToString(part.target(), &text);
        all += text;
      }
  });
  return all;
}

/// The name of an initialiser: a digest of all that decides its results.
static std::string initialiserName(func::FuncOp function, SymbolTable &symbols,
                                   const v1::Manifest &manifest) {
  // 128 bits, as of kernels.
  constexpr size_t kDigits = 32;
  return "ingot_initialiser_" +
         Digest::of(initialiserText(function) + '\n' +
                    targetsOf(function, symbols, manifest) + '\n' +
                    manifest.producer())
             .hex()
             .substr(0, kDigits);
}

static void describeInitialiser(func::FuncOp function, std::string name,
                                v1::EntryPoint &described) {
  described.set_name(std::move(name));
  for (Type type : function.getArgumentTypes())
    *described.add_arguments() = abiTensorType(cast<RankedTensorType>(type));
  for (Type type : function.getResultTypes())
    *described.add_results() = abiTensorType(cast<RankedTensorType>(type));
}

void extractInitialisers(ModuleOp module, v1::Manifest &manifest) {
  SymbolTable symbols(module);
  std::map<std::string, int> known; // The place of an initialiser, by name.
  for (auto derive :
       llvm::make_early_inc_range(module.getOps<dialect::DeriveOp>())) {
    auto function = symbols.lookup<func::FuncOp>(derive.getInitialiser());
    auto [entry, isNew] = known.try_emplace(derive.getInitialiser().str(),
                                            manifest.initialisers_size());
    if (isNew)
      describeInitialiser(function,
                          initialiserName(function, symbols, manifest),
                          *manifest.add_initialisers());
    v1::Derivation *derivation = manifest.add_derivations();
    derivation->set_initialiser(static_cast<uint32_t>(entry->second));
    for (int64_t input : derive.getInputs())
      derivation->add_inputs(static_cast<uint32_t>(input));
    derive.erase();
  }
  // Functions are called what the manifest calls them.
  for (auto &[old, place] : known)
    symbols.lookup<func::FuncOp>(old).setSymName(
        manifest.initialisers(place).name());
  if (!known.empty())
    manifest.set_abi_version(INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS);
}

void describeParts(ModuleOp module, ArrayRef<NamedTarget> parts,
                   v1::Manifest &manifest) {
  for (const NamedTarget &part : parts) {
    v1::Part described;
    for (auto function : module.getOps<func::FuncOp>()) {
      auto target = function->getAttrOfType<StringAttr>(kTargetAttr);
      if (target && target.getValue() == part.name)
        described.add_functions(function.getSymName().str());
    }
    if (described.functions().empty())
      continue; // Another placement took it all.
    described.set_name(part.name);
    *described.mutable_target() = part.target;
    *manifest.add_parts() = std::move(described);
  }
}

void extractKernels(ModuleOp module, Plan &plan) {
  for (auto kernel : llvm::make_early_inc_range(module.getOps<ModuleOp>())) {
    PlannedKernel planned;
    planned.symbol = kernel.getSymName()->str();
    planned.module = takeKernelBytes(kernel);
    planned.root = kernel->getAttrOfType<StringAttr>(kRootAttr).str();
    planned.uses = static_cast<uint32_t>(
        kernel->getAttrOfType<IntegerAttr>(kUsesAttr).getInt());
    if (auto target = kernel->getAttrOfType<StringAttr>(kTargetAttr))
      planned.target = target.str();

    v1::Kernel *entry = plan.manifest.add_kernels();
    entry->set_symbol(planned.symbol);
    *entry->mutable_module() = Digest::of(planned.module).toProto();
    entry->set_uses(planned.uses);
    entry->set_root(planned.root);
    entry->set_target(planned.target);
    plan.kernels.push_back(std::move(planned));
    kernel.erase();
  }
}

void attachManifest(ModuleOp module, const v1::Manifest &manifest) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(manifest, &text);
  module->setAttr(kManifestAttr,
                  Builder(module.getContext()).getStringAttr(text));
}

} // namespace ingot::pipeline
