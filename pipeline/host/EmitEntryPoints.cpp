//===- EmitEntryPoints.cpp - the executable's table and its wrappers ------===//
//
// Writes what proto/abi/executable.h describes as data of the LLVM dialect, so
// that the linked object is complete: a loader needs nothing beside it. What
// the pass needs and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/host/EntryWrapper.h"
#include "pipeline/host/Passes.h"

#include "ingot/v1/artifact.pb.h"
#include "proto/abi/executable.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

namespace ingot {
#define GEN_PASS_DEF_EMITENTRYPOINTS
#include "pipeline/host/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {

/// A word of a structure in the table: a number or an address.
struct Word {
  int64_t number = 0;
  /// When set, the address of this global or function, `number` bytes on.
  std::string symbol;
  unsigned bits = 64;
};

/// Writes read-only data into the module.
class DataWriter {
public:
  explicit DataWriter(ModuleOp module)
      : builder_(OpBuilder::atBlockEnd(module.getBody())),
        loc_(module.getLoc()),
        pointer_(LLVM::LLVMPointerType::get(module.getContext())) {}

  /// A NUL-terminated string; returns its symbol.
  std::string string(StringRef text) {
    return bytes((text + Twine('\0')).str(), "ingot.string", 1).getName().str();
  }

  LLVM::GlobalOp bytes(StringRef data, StringRef stem, uint64_t alignment) {
    auto type = LLVM::LLVMArrayType::get(builder_.getI8Type(), data.size());
    return LLVM::GlobalOp::create(builder_, loc_, type, /*isConstant=*/true,
                                  LLVM::Linkage::Internal, fresh(stem),
                                  builder_.getStringAttr(data), alignment);
  }

  /// An array of words laid out as a C structure would be; returns its symbol.
  std::string words(ArrayRef<Word> words, StringRef stem) {
    SmallVector<Type> fields;
    for (const Word &word : words)
      fields.push_back(word.symbol.empty()
                           ? Type(builder_.getIntegerType(word.bits))
                           : Type(pointer_));
    if (fields.empty()) // An address to hand out for "no elements".
      fields.push_back(builder_.getI64Type());
    auto type = LLVM::LLVMStructType::getLiteral(builder_.getContext(), fields);
    auto global = LLVM::GlobalOp::create(
        builder_, loc_, type, /*isConstant=*/true, LLVM::Linkage::Internal,
        fresh(stem), Attribute(), /*alignment=*/8);
    OpBuilder::InsertionGuard guard(builder_);
    builder_.createBlock(&global.getInitializerRegion());
    Value value = LLVM::ZeroOp::create(builder_, loc_, type);
    for (auto [index, word] : llvm::enumerate(words))
      value = LLVM::InsertValueOp::create(builder_, loc_, value,
                                          materialize(word, fields[index]),
                                          static_cast<int64_t>(index));
    LLVM::ReturnOp::create(builder_, loc_, value);
    return global.getName().str();
  }

  OpBuilder &builder() { return builder_; }
  LLVM::LLVMPointerType pointer() const { return pointer_; }
  std::string fresh(StringRef stem) {
    return (stem + "." + Twine(count_++)).str();
  }

private:
  Value materialize(const Word &word, Type type) {
    if (!word.symbol.empty()) {
      Value base =
          LLVM::AddressOfOp::create(builder_, loc_, pointer_, word.symbol);
      return word.number == 0
                 ? base
                 : LLVM::GEPOp::create(builder_, loc_, pointer_,
                                       builder_.getI8Type(), base,
                                       ArrayRef<LLVM::GEPArg>{
                                           static_cast<int32_t>(word.number)});
    }
    return LLVM::ConstantOp::create(builder_, loc_, type,
                                    builder_.getIntegerAttr(type, word.number));
  }

  OpBuilder builder_;
  Location loc_;
  LLVM::LLVMPointerType pointer_;
  unsigned count_ = 0;
};

/// The three words of an ingot_type.
SmallVector<Word> typeWords(DataWriter &data,
                            const ingot::v1::TensorType &type) {
  SmallVector<Word> sizes;
  for (int64_t size : type.shape())
    sizes.push_back({size, "", 64});
  return {{type.element(), "", 32},
          {type.shape_size(), "", 32},
          {0, data.words(sizes, "ingot.sizes"), 64}};
}

std::string typeArray(
    DataWriter &data,
    const google::protobuf::RepeatedPtrField<ingot::v1::TensorType> &types) {
  SmallVector<Word> words;
  for (const ingot::v1::TensorType &type : types)
    words.append(typeWords(data, type));
  return data.words(words, "ingot.types");
}

struct EmitEntryPoints final
    : ingot::impl::EmitEntryPointsBase<EmitEntryPoints> {
  using EmitEntryPointsBase::EmitEntryPointsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto text = module->getAttrOfType<StringAttr>(ingot::kManifestAttr);
    ingot::v1::Manifest manifest;
    if (!text || !google::protobuf::TextFormat::ParseFromString(
                     text.getValue().str(), &manifest)) {
      module.emitError("attribute '")
          << ingot::kManifestAttr << "' is missing or not a manifest";
      return signalPassFailure();
    }
    module->removeAttr(ingot::kManifestAttr);
    // Wrappers are new functions, so the old ones are marked first.
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (!function.isExternal())
        function.setLinkage(LLVM::Linkage::Internal);

    takeArenaBytes(manifest);
    if (failed(findReferences()))
      return signalPassFailure();
    DataWriter data(module);
    Table table;
    if (failed(writeEntries(data, manifest.entry_points(), table.entries)))
      return signalPassFailure();
    table.constants = writeConstants(data, manifest);
    table.states = writeStates(data, manifest);
    table.customOps = writeCustomOps(data, manifest);
    if (!manifest.derivations().empty() &&
        failed(writeDerivations(data, manifest, table.derivations)))
      return signalPassFailure();
    writeTable(data, manifest, table);
  }

private:
  /// Moves what is known of each entry point's memory into the manifest.
  void takeArenaBytes(ingot::v1::Manifest &manifest) {
    for (ingot::v1::EntryPoint &entry : *manifest.mutable_entry_points())
      if (auto function = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(
              ingot::kProgramPrefix + entry.name()))
        if (auto bytes =
                function->getAttrOfType<IntegerAttr>(ingot::kArenaBytesAttr))
          entry.set_arena_bytes(static_cast<uint64_t>(bytes.getInt()));
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      function->removeAttr(ingot::kArenaBytesAttr);
  }

  /// Fills `referenced_`.
  LogicalResult findReferences() {
    referenced_.clear();
    auto uses = SymbolTable::getSymbolUses(&getOperation().getBodyRegion());
    if (!uses)
      return getOperation().emitError("has ops that may call anything");
    for (const SymbolTable::SymbolUse &use : *uses)
      referenced_.insert(use.getSymbolRef().getRootReference());
    return success();
  }

  /// The arrays that the table points to, by symbol; empty for none.
  struct Table {
    std::string entries, constants, states, customOps, derivations;
  };

  LogicalResult writeEntries(
      DataWriter &data,
      const google::protobuf::RepeatedPtrField<ingot::v1::EntryPoint> &entries,
      std::string &symbol) {
    SmallVector<Word> words;
    for (const ingot::v1::EntryPoint &entry : entries) {
      auto function = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(
          ingot::kProgramPrefix + entry.name());
      if (!function)
        return getOperation().emitError("entry point @")
               << entry.name() << " of the manifest is not in the module";
      std::string wrapper;
      if (failed(writeWrapper(data, function, entry, wrapper)))
        return failure();
      words.append({{0, data.string(entry.name()), 64},
                    {0, wrapper, 64},
                    {entry.arguments_size(), "", 64},
                    {0, typeArray(data, entry.arguments()), 64},
                    {entry.results_size(), "", 64},
                    {0, typeArray(data, entry.results()), 64}});
    }
    symbol = data.words(words, "ingot.entries");
    return success();
  }

  LogicalResult writeWrapper(DataWriter &data, LLVM::LLVMFuncOp function,
                             const ingot::v1::EntryPoint &entry,
                             std::string &symbol) {
    OpBuilder &builder = data.builder();
    OpBuilder::InsertionGuard guard(builder);
    symbol = data.fresh("ingot.entry");
    return ingot::buildEntryWrapper(
        builder, symbol, function, entry,
        /*isReferenced=*/referenced_.contains(function.getSymNameAttr()));
  }

  static std::string writeConstants(DataWriter &data,
                                    const ingot::v1::Manifest &manifest) {
    SmallVector<Word> words;
    for (const ingot::v1::Constant &constant : manifest.constants()) {
      words.push_back({0, data.string(constant.name()), 64});
      words.append(typeWords(data, constant.type()));
      words.push_back({ingot::abiByteSize(constant.type()), "", 64});
      words.push_back({0, data.string(constant.digest().hash()), 64});
    }
    return data.words(words, "ingot.constants");
  }

  static std::string writeStates(DataWriter &data,
                                 const ingot::v1::Manifest &manifest) {
    SmallVector<Word> words;
    for (const ingot::v1::State &state : manifest.states()) {
      words.push_back({0, data.string(state.name()), 64});
      words.append(typeWords(data, state.type()));
      words.push_back({ingot::abiByteSize(state.type()), "", 64});
      words.push_back({state.initial_constant(), "", 64});
    }
    return data.words(words, "ingot.states");
  }

  static std::string writeCustomOps(DataWriter &data,
                                    const ingot::v1::Manifest &manifest) {
    SmallVector<Word> words;
    for (const ingot::v1::CustomOp &op : manifest.custom_ops())
      words.append({{0, data.string(op.name()), 64},
                    {0, data.string(op.attributes()), 64},
                    {op.operands_size(), "", 64},
                    {0, typeArray(data, op.operands()), 64},
                    {op.results_size(), "", 64},
                    {0, typeArray(data, op.results()), 64}});
    return words.empty() ? "" : data.words(words, "ingot.custom_ops");
  }

  /// Initialisers are entries in an array of their own.
  LogicalResult writeDerivations(DataWriter &data,
                                 const ingot::v1::Manifest &manifest,
                                 std::string &symbol) {
    std::string initialisers;
    if (failed(writeEntries(data, manifest.initialisers(), initialisers)))
      return failure();
    SmallVector<Word> words;
    for (const ingot::v1::Derivation &derivation : manifest.derivations()) {
      if (derivation.initialiser() >=
          static_cast<uint32_t>(manifest.initialisers_size()))
        return getOperation().emitError(
            "a derivation of the manifest has no initialiser");
      SmallVector<Word> inputs;
      for (uint32_t input : derivation.inputs())
        inputs.push_back({input, "", 64});
      words.push_back(
          {static_cast<int64_t>(derivation.initialiser() * sizeof(ingot_entry)),
           initialisers, 64});
      words.push_back({0, data.words(inputs, "ingot.inputs"), 64});
    }
    symbol = data.words(words, "ingot.derivations");
    return success();
  }

  /// The manifest's bytes, the same on every run: maps would not be.
  static std::string serialize(const ingot::v1::Manifest &manifest) {
    std::string bytes;
    {
      google::protobuf::io::StringOutputStream stream(&bytes);
      google::protobuf::io::CodedOutputStream coded(&stream);
      coded.SetSerializationDeterministic(true);
      manifest.SerializeToCodedStream(&coded);
    }
    return bytes;
  }

  static int64_t machineState(const ingot::v1::Manifest &manifest) {
    return manifest.abi_version() >= INGOT_EXECUTABLE_ABI_VERSION_STATE
               ? INGOT_STATE_TILES
               : 0;
  }

  /// Each version's fields are there from that version on, and no others.
  void writeTable(DataWriter &data, const ingot::v1::Manifest &manifest,
                  const Table &table) {
    std::string bytes = serialize(manifest);
    LLVM::GlobalOp section = data.bytes(bytes, "ingot.manifest", 8);
    section.setSection(".ingot.manifest");
    SmallVector<Word> words = {{manifest.abi_version(), "", 32},
                               {machineState(manifest), "", 32},
                               {manifest.entry_points_size(), "", 64},
                               {0, table.entries, 64},
                               {manifest.constants_size(), "", 64},
                               {0, table.constants, 64},
                               {manifest.states_size(), "", 64},
                               {0, table.states, 64},
                               {0, section.getName().str(), 64},
                               {static_cast<int64_t>(bytes.size()), "", 64}};
    if (manifest.abi_version() >= INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS)
      words.append(
          {{manifest.custom_ops_size(), "", 64}, {0, table.customOps, 64}});
    if (manifest.abi_version() >= INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS)
      words.append(
          {{manifest.derivations_size(), "", 64}, {0, table.derivations, 64}});
    std::string symbol = data.words(words, "ingot.table");

    OpBuilder &builder = data.builder();
    Location loc = getOperation().getLoc();
    auto exported = LLVM::LLVMFuncOp::create(
        builder, loc, INGOT_EXECUTABLE_SYMBOL,
        LLVM::LLVMFunctionType::get(data.pointer(), {}));
    builder.setInsertionPointToStart(exported.addEntryBlock(builder));
    Value address =
        LLVM::AddressOfOp::create(builder, loc, data.pointer(), symbol);
    LLVM::ReturnOp::create(builder, loc, address);
  }

  /// Symbols that something in the module names.
  DenseSet<StringAttr> referenced_;
};
} // namespace
