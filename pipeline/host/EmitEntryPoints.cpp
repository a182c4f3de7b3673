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

using Record = SmallVector<Word>;

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

  /// An array of equal structures, laid out as in C; returns its symbol. LLVM
  /// copies all of an array for each element that is put in, so each structure
  /// is put together before: word by word, the 200 arguments of an entry point
  /// were a fifth of what their host program took.
  std::string records(ArrayRef<Record> records, StringRef stem) {
    if (records.empty())
      return numbers({}, stem);
    auto structure = LLVM::LLVMStructType::getLiteral(
        builder_.getContext(),
        llvm::map_to_vector(records.front(),
                            [&](const Word &word) { return typeOf(word); }));
    auto type = LLVM::LLVMArrayType::get(structure, records.size());
    auto global = LLVM::GlobalOp::create(
        builder_, loc_, type, /*isConstant=*/true, LLVM::Linkage::Internal,
        fresh(stem), Attribute(), /*alignment=*/8);
    OpBuilder::InsertionGuard guard(builder_);
    builder_.createBlock(&global.getInitializerRegion());
    auto insert = [&](Value into, Value value, size_t index) -> Value {
      return LLVM::InsertValueOp::create(builder_, loc_, into, value,
                                         static_cast<int64_t>(index));
    };
    Value all = LLVM::ZeroOp::create(builder_, loc_, type);
    for (auto [i, record] : llvm::enumerate(records)) {
      Value one = LLVM::ZeroOp::create(builder_, loc_, structure);
      for (auto [j, word] : llvm::enumerate(record))
        one = insert(one, materialize(word), j);
      all = insert(all, one, i);
    }
    LLVM::ReturnOp::create(builder_, loc_, all);
    return global.getName().str();
  }

  /// An array of numbers of 64 bits; returns its symbol, one for equal arrays
  /// of one stem, which is a literal.
  std::string numbers(ArrayRef<int64_t> numbers, StringRef stem) {
    constexpr int64_t kNone = 0;
    if (numbers.empty()) // An address to hand out for "no elements".
      numbers = kNone;
    auto value = builder_.getI64TensorAttr(numbers);
    std::string &symbol = numbers_[{value, stem}];
    if (symbol.empty())
      symbol =
          LLVM::GlobalOp::create(
              builder_, loc_,
              LLVM::LLVMArrayType::get(builder_.getI64Type(), numbers.size()),
              /*isConstant=*/true, LLVM::Linkage::Internal, fresh(stem), value,
              /*alignment=*/8)
              .getName()
              .str();
    return symbol;
  }

  OpBuilder &builder() { return builder_; }
  LLVM::LLVMPointerType pointer() const { return pointer_; }
  std::string fresh(StringRef stem) {
    return (stem + "." + Twine(count_++)).str();
  }

private:
  Type typeOf(const Word &word) {
    return word.symbol.empty() ? Type(builder_.getIntegerType(word.bits))
                               : Type(pointer_);
  }

  Value materialize(const Word &word) {
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
    return LLVM::ConstantOp::create(
        builder_, loc_, typeOf(word),
        builder_.getIntegerAttr(typeOf(word), word.number));
  }

  OpBuilder builder_;
  Location loc_;
  LLVM::LLVMPointerType pointer_;
  unsigned count_ = 0;
  /// The symbols of numbers(), by value and stem.
  DenseMap<std::pair<Attribute, StringRef>, std::string> numbers_;
};

/// The three words of an ingot_type.
Record typeWords(DataWriter &data, const ingot::v1::TensorType &type) {
  const SmallVector<int64_t> sizes(type.shape().begin(), type.shape().end());
  return {{type.element(), "", 32},
          {type.shape_size(), "", 32},
          {0, data.numbers(sizes, "ingot.sizes"), 64}};
}

std::string typeArray(
    DataWriter &data,
    const google::protobuf::RepeatedPtrField<ingot::v1::TensorType> &types) {
  SmallVector<Record> records;
  for (const ingot::v1::TensorType &type : types)
    records.push_back(typeWords(data, type));
  return data.records(records, "ingot.types");
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
    SmallVector<Record> records;
    for (const ingot::v1::EntryPoint &entry : entries) {
      auto function = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(
          ingot::kProgramPrefix + entry.name());
      if (!function)
        return getOperation().emitError("entry point @")
               << entry.name() << " of the manifest is not in the module";
      std::string wrapper;
      if (failed(writeWrapper(data, function, entry, wrapper)))
        return failure();
      records.push_back({{0, data.string(entry.name()), 64},
                         {0, wrapper, 64},
                         {entry.arguments_size(), "", 64},
                         {0, typeArray(data, entry.arguments()), 64},
                         {entry.results_size(), "", 64},
                         {0, typeArray(data, entry.results()), 64}});
    }
    symbol = data.records(records, "ingot.entries");
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
    SmallVector<Record> records;
    for (const ingot::v1::Constant &constant : manifest.constants()) {
      Record &record = records.emplace_back();
      record.push_back({0, data.string(constant.name()), 64});
      record.append(typeWords(data, constant.type()));
      record.push_back({ingot::abiByteSize(constant.type()), "", 64});
      record.push_back({0, data.string(constant.digest().hash()), 64});
    }
    return data.records(records, "ingot.constants");
  }

  static std::string writeStates(DataWriter &data,
                                 const ingot::v1::Manifest &manifest) {
    SmallVector<Record> records;
    for (const ingot::v1::State &state : manifest.states()) {
      Record &record = records.emplace_back();
      record.push_back({0, data.string(state.name()), 64});
      record.append(typeWords(data, state.type()));
      record.push_back({ingot::abiByteSize(state.type()), "", 64});
      record.push_back({state.initial_constant(), "", 64});
    }
    return data.records(records, "ingot.states");
  }

  static std::string writeCustomOps(DataWriter &data,
                                    const ingot::v1::Manifest &manifest) {
    SmallVector<Record> records;
    for (const ingot::v1::CustomOp &op : manifest.custom_ops())
      records.push_back({{0, data.string(op.name()), 64},
                         {0, data.string(op.attributes()), 64},
                         {op.operands_size(), "", 64},
                         {0, typeArray(data, op.operands()), 64},
                         {op.results_size(), "", 64},
                         {0, typeArray(data, op.results()), 64}});
    return records.empty() ? "" : data.records(records, "ingot.custom_ops");
  }

  /// Initialisers are entries in an array of their own.
  LogicalResult writeDerivations(DataWriter &data,
                                 const ingot::v1::Manifest &manifest,
                                 std::string &symbol) {
    std::string initialisers;
    if (failed(writeEntries(data, manifest.initialisers(), initialisers)))
      return failure();
    SmallVector<Record> records;
    for (const ingot::v1::Derivation &derivation : manifest.derivations()) {
      if (derivation.initialiser() >=
          static_cast<uint32_t>(manifest.initialisers_size()))
        return getOperation().emitError(
            "a derivation of the manifest has no initialiser");
      const SmallVector<int64_t> inputs(derivation.inputs().begin(),
                                        derivation.inputs().end());
      records.push_back({{static_cast<int64_t>(derivation.initialiser() *
                                               sizeof(ingot_entry)),
                          initialisers, 64},
                         {0, data.numbers(inputs, "ingot.inputs"), 64}});
    }
    symbol = data.records(records, "ingot.derivations");
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
    Record words = {{manifest.abi_version(), "", 32},
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
    std::string symbol = data.records({words}, "ingot.table");

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
