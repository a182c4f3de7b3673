//===- BytecodeFuzzer.cpp - our encodings of attributes and types ---------===//
//
// Feeds bytes to the bytecode interfaces of StableHLO, VHLO and Shardy through
// a reader of our own, not through MLIR's: that one ends the process on some
// inputs, which is why programs are read in workers. What was read is printed,
// asked for its release and written again.
//
// The first byte chooses: bits 0-1 the dialect, bit 2 attribute or type. With
// bit 3 set, bits 0-1 choose an op that encodes its properties by itself.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/vhlo/VhloDialect.h"
#include "tests/fuzz/FuzzContext.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace {

class FuzzReader : public DialectBytecodeReader {
public:
  FuzzReader(MLIRContext &context, ArrayRef<char> bytes)
      : context_(context), bytes_(bytes) {}

  Attribute attribute(unsigned selector) {
    if (const auto *interface = interfaceOf(selector))
      return nested([&] { return interface->readAttribute(*this); });
    Builder builder(&context_);
    uint8_t kind = byte();
    if (kind % 4 == 0)
      return builder.getI64IntegerAttr(kind);
    if (kind % 4 == 1)
      return builder.getStringAttr("name");
    if (kind % 4 == 2)
      return builder.getI64TensorAttr({1, 2});
    return builder.getArrayAttr({builder.getUnitAttr()});
  }
  Type type(unsigned selector) {
    if (const auto *interface = interfaceOf(selector))
      return nested([&] { return interface->readType(*this); });
    Builder builder(&context_);
    return byte() % 2 ? Type(builder.getF32Type()) : builder.getNoneType();
  }
  uint8_t byte() {
    uint8_t value = bytes_.empty() ? 0 : bytes_.front();
    bytes_ = bytes_.drop_front(bytes_.empty() ? 0 : 1);
    return value;
  }

  InFlightDiagnostic emitError(const Twine &message) const override {
    return mlir::emitError(UnknownLoc::get(&context_), message);
  }
  FailureOr<const DialectVersion *>
  getDialectVersion(StringRef) const override {
    return failure();
  }
  MLIRContext *getContext() const override { return &context_; }
  uint64_t getBytecodeVersion() const override { return 6; }
  // Nothing is read where nothing is left, as by MLIR's reader: lists end.
  LogicalResult readAttribute(Attribute &result) override {
    if (bytes_.empty())
      return failure();
    result = attribute(byte());
    return success(static_cast<bool>(result));
  }
  LogicalResult readOptionalAttribute(Attribute &result) override {
    if (bytes_.empty())
      return failure();
    return byte() % 2 ? readAttribute(result) : success();
  }
  LogicalResult readType(Type &result) override {
    if (bytes_.empty())
      return failure();
    result = type(byte());
    return success(static_cast<bool>(result));
  }
  LogicalResult readVarInt(uint64_t &result) override {
    // Small numbers mostly, all of them at times.
    uint8_t first = byte();
    if (bytes_.empty())
      return failure();
    result = first;
    if (first == 0xff)
      for (result = 0; !bytes_.empty() && result < (uint64_t(1) << 56);)
        result = result << 8 | byte();
    return success();
  }
  LogicalResult readSignedVarInt(int64_t &result) override {
    uint64_t value = 0;
    if (failed(readVarInt(value)))
      return failure();
    result = static_cast<int64_t>(value >> 1) * (value & 1 ? -1 : 1);
    if (value == 0xfe)
      result = ShapedType::kDynamic;
    return success();
  }
  FailureOr<APInt> readAPIntWithKnownWidth(unsigned width) override {
    return APInt(width, byte(), false, true);
  }
  FailureOr<APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics &semantics) override {
    if (bytes_.empty())
      return failure();
    unsigned width = APFloat::getSizeInBits(semantics);
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i)
      bits = bits << 8 | byte();
    return APFloat(semantics, APInt(width, bits, false, true));
  }
  LogicalResult readString(StringRef &result) override {
    ArrayRef<char> blob;
    if (failed(readBlob(blob)))
      return failure();
    result = StringRef(blob.data(), blob.size());
    return success();
  }
  LogicalResult readBlob(ArrayRef<char> &result) override {
    uint64_t size = 0;
    if (failed(readVarInt(size)) || size > bytes_.size())
      return failure();
    result = bytes_.take_front(size);
    bytes_ = bytes_.drop_front(size);
    return success();
  }
  LogicalResult readBool(bool &result) override {
    result = byte() % 2;
    return success();
  }

private:
  FailureOr<AsmDialectResourceHandle> readResourceHandle() override {
    return failure();
  }

  const BytecodeDialectInterface *interfaceOf(unsigned selector) {
    constexpr const char *kNames[] = {"vhlo", "stablehlo", "sdy", ""};
    Dialect *dialect = context_.getLoadedDialect(kNames[selector % 4]);
    return dialect ? dialect->getRegisteredInterface<BytecodeDialectInterface>()
                   : nullptr;
  }
  /// MLIR's reader bounds the depth too.
  template <typename Read> auto nested(Read read) -> decltype(read()) {
    constexpr unsigned kDeepest = 24;
    if (depth_ == kDeepest)
      return {};
    ++depth_;
    auto result = read();
    --depth_;
    return result;
  }

  MLIRContext &context_;
  ArrayRef<char> bytes_;
  unsigned depth_ = 0;
};

/// Follows everything that is written, and drops it.
class FuzzWriter : public DialectBytecodeWriter {
public:
  void writeAttribute(Attribute attr) override {
    if (const auto *interface =
            attr.getDialect()
                .getRegisteredInterface<BytecodeDialectInterface>())
      if (attr.getDialect().getNamespace() != "builtin")
        (void)interface->writeAttribute(attr, *this);
  }
  void writeOptionalAttribute(Attribute attr) override {
    if (attr)
      writeAttribute(attr);
  }
  void writeType(Type type) override {
    if (const auto *interface =
            type.getDialect()
                .getRegisteredInterface<BytecodeDialectInterface>())
      if (type.getDialect().getNamespace() != "builtin")
        (void)interface->writeType(type, *this);
  }
  void writeResourceHandle(const AsmDialectResourceHandle &) override {}
  void writeVarInt(uint64_t) override {}
  void writeSignedVarInt(int64_t) override {}
  void writeAPIntWithKnownWidth(const APInt &) override {}
  void writeAPFloatWithKnownSemantics(const APFloat &) override {}
  void writeOwnedString(StringRef) override {}
  void writeOwnedBlob(ArrayRef<char>) override {}
  void writeOwnedBool(bool) override {}
  int64_t getBytecodeVersion() const override { return 6; }
  FailureOr<const DialectVersion *>
  getDialectVersion(StringRef) const override {
    return failure();
  }
};

} // namespace

/// Reads the properties of an op, and writes those of the op made with them.
static void readProperties(MLIRContext &context, FuzzReader &reader,
                           unsigned selector) {
  constexpr const char *kNames[] = {"stablehlo.custom_call",
                                    "stablehlo.collective_broadcast",
                                    "chlo.top_k", "stablehlo.dot_general"};
  OperationState state(UnknownLoc::get(&context), kNames[selector % 4]);
  auto *interface = state.name.getInterface<BytecodeOpInterface>();
  if (!interface || failed(interface->readProperties(reader, state)))
    return;
  Operation *op = Operation::create(state);
  FuzzWriter writer;
  interface->writeProperties(interface, op, writer);
  op->destroy();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext &context = ingot::fuzz::freshContext();
  FuzzReader reader(context, {reinterpret_cast<const char *>(data), size});
  FuzzWriter writer;
  std::string text;
  llvm::raw_string_ostream stream(text);
  uint8_t choice = reader.byte();
  if (choice & 8) {
    readProperties(context, reader, choice);
  } else if (choice & 4) {
    if (Type type = reader.type(choice)) {
      stream << type;
      writer.writeType(type);
      if (auto wrapper = dyn_cast<ingot::vhlo::VersionedType>(type))
        (void)ingot::vhlo::firstRelease(wrapper.getValue());
    }
  } else if (Attribute attr = reader.attribute(choice)) {
    stream << attr;
    writer.writeAttribute(attr);
    if (auto wrapper = dyn_cast<ingot::vhlo::VersionedAttr>(attr))
      (void)ingot::vhlo::firstRelease(wrapper.getValue());
  }
  return 0;
}
