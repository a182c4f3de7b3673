//===- ExternalWeights.cpp - globals whose values are in files ------------===//
//
// Passes before the phase `constants` look into constants but not into globals:
// they fold shapes and transpose weights. So that a program compiles to the
// same kernels whether its weights are inside or beside it, loads of bound
// globals become the constants that they would be inside.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/ExternalWeights.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/WeightNames.h"
#include "pipeline/frontends/Weights.h"
#include "pipeline/import/Formats.h"
#include "pipeline/import/PrintableText.h"
#include "pipeline/import/WeightFiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using ingot::StoredWeight;
using ingot::WeightKind;

/// True if the file says of its elements what `type` is, or does not know.
static bool isSmallFloat(const StoredWeight &weight, Type type) {
  if (weight.kind == WeightKind::Opaque) // Numpy has no names for them.
    return true;
  if (weight.kind == WeightKind::Float) // But ml_dtypes has one for this.
    return isa<Float8E5M2Type>(type);
  if (weight.kind == WeightKind::SmallFloat)
    return isa<Float8E5M2Type>(type)      ? weight.dtype == "F8_E5M2"
           : isa<Float8E4M3FNType>(type)  ? weight.dtype == "F8_E4M3"
           : isa<Float8E8M0FNUType>(type) ? weight.dtype == "F8_E8M0"
                                          : false;
  // As those are written for which safetensors have no name either.
  return weight.dtype == "U8" &&
         !isa<Float8E5M2Type, Float8E4M3FNType, Float8E8M0FNUType>(type);
}

/// True if elements of `weight` can be taken for those of `type`. One of less
/// than eight bits has a byte of its own, whose value is looked at elsewhere.
static bool holdsElements(const StoredWeight &weight, Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    unsigned bytes = complex.getElementType().getIntOrFloatBitWidth() / 4;
    return weight.kind == WeightKind::Complex && weight.elementBytes == bytes;
  }
  if (!type.isIntOrFloat())
    return false;
  unsigned bytes = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  if (weight.elementBytes != bytes)
    return false;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    // MLIR's signless integers are either; one bit is a boolean.
    if (integer.getWidth() == 1)
      return weight.kind == WeightKind::Bool;
    if (integer.getWidth() < 8 && weight.kind == WeightKind::Opaque)
      return true; // As ml_dtypes writes them for numpy.
    if (integer.getWidth() > 8 && integer.getWidth() != 8 * bytes)
      return false;
    return weight.kind == WeightKind::Unsigned
               ? !integer.isSigned()
               : weight.kind == WeightKind::Signed && !integer.isUnsigned();
  }
  if (type.isBF16()) // Numpy has no name for it.
    return weight.kind == WeightKind::BFloat ||
           weight.kind == WeightKind::Opaque;
  return bytes == 1 ? isSmallFloat(weight, type)
                    : weight.kind == WeightKind::Float;
}

/// The width of elements of less than eight bits, which have a byte each, other
/// than booleans; 0 for all others.
static unsigned smallBits(Type type) {
  const bool isSmall = type.isIntOrFloat() && !type.isInteger(1) &&
                       type.getIntOrFloatBitWidth() < 8;
  return isSmall ? type.getIntOrFloatBitWidth() : 0;
}

/// True unless the elements have less than eight bits and a byte is none of
/// their values.
static bool holdsValues(const StoredWeight &weight, Type type) {
  const unsigned bits = smallBits(type);
  if (!bits)
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  const bool mayBeNegative =
      integer && !integer.isUnsigned() && weight.kind != WeightKind::Unsigned;
  const bool maySetAllBits = !integer || !integer.isSigned();
  return llvm::all_of(weight.bytes, [&](char byte) {
    return (maySetAllBits && llvm::isUIntN(bits, uint8_t(byte))) ||
           (mayBeNegative && llvm::isIntN(bits, int8_t(byte)));
  });
}

/// Complex128, which safetensors lack, is F64 with a last dimension of two.
static StoredWeight asComplex(StoredWeight weight) {
  if (weight.dtype == "F64" && !weight.shape.empty() &&
      weight.shape.back() == 2) {
    weight.kind = WeightKind::Complex;
    weight.elementBytes = 16;
    weight.shape.pop_back();
  }
  return weight;
}

/// True if `weight` is a tensor of `type`.
static bool holdsTensor(const StoredWeight &weight, RankedTensorType type) {
  if (!type || !type.hasStaticShape())
    return false;
  if (weight.kind == WeightKind::Untyped)
    return ingot::weightBytes(type) == weight.bytes.size();
  return ArrayRef<int64_t>(weight.shape) == type.getShape() &&
         holdsElements(weight, type.getElementType());
}

static ElementsAttr valueOf(ml_program::GlobalOp global, StoredWeight weight) {
  auto type = dyn_cast<RankedTensorType>(global.getType());
  if (type && isa<ComplexType>(type.getElementType()))
    weight = asComplex(std::move(weight));
  const bool isHeld = holdsTensor(weight, type);
  if (!isHeld || !holdsValues(weight, type.getElementType())) {
    std::string shape;
    for (int64_t size : weight.shape)
      shape += std::to_string(size) + "x";
    global.emitError("is of type ")
        << global.getType() << ", and the tensor '" << global.getSymName()
        << "' of the weights is " << shape << ingot::printableText(weight.dtype)
        << (isHeld ? ", and one of its values is none of that type" : "");
    return {};
  }
  // MLIR keeps the other bits of the byte clear: -1 of four bits is 15.
  std::string lowBits;
  if (const unsigned bits = smallBits(type.getElementType())) {
    for (char byte : weight.bytes)
      lowBits += static_cast<char>(byte & ((1 << bits) - 1));
    return ingot::makeOwnedWeight(type, {lowBits.data(), lowBits.size()},
                                  global.getSymName());
  }
  auto make = weight.isTemporary ? ingot::makeOwnedWeight : ingot::makeWeight;
  return make(type, {weight.bytes.data(), weight.bytes.size()},
              global.getSymName());
}

/// A constant in the dialect of whoever reads it.
static Value makeConstant(Operation *load, ElementsAttr value, StringRef name) {
  OpBuilder builder(load);
  Location loc = ingot::weightLocation(load->getLoc(), name);
  bool isTosa = false, isStablehlo = false;
  for (Operation *user : load->getUsers()) {
    isTosa |= isa<tosa::TosaDialect>(user->getDialect());
    isStablehlo |= user->getName().getDialectNamespace() == "stablehlo";
  }
  Type element = value.getElementType();
  // What arith knows has no sign.
  isStablehlo |= element.isSignedInteger() || element.isUnsignedInteger();
  if (isTosa)
    return tosa::ConstOp::create(builder, loc, value.getType(), value);
  if (isStablehlo)
    return ingot::stablehlo::ConstantOp::create(builder, loc, value.getType(),
                                                value);
  return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value));
}

namespace {
/// What a global was bound to.
struct Bound {
  ElementsAttr value;
  StringRef name; ///< Empty if the program has none: it was a constant.
};
} // namespace

/// Loads of bound globals, by the name of the global.
static void replaceLoads(ModuleOp module,
                         const llvm::StringMap<Bound> &values) {
  SmallVector<Operation *> loads;
  module.walk([&](Operation *op) {
    if (isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(op))
      loads.push_back(op);
  });
  for (Operation *load : loads) {
    auto symbol = load->getAttrOfType<SymbolRefAttr>("global");
    auto found = values.find(symbol.getRootReference().getValue());
    if (found == values.end() ||
        found->second.value.getType() != load->getResult(0).getType())
      continue;
    load->getResult(0).replaceAllUsesWith(
        makeConstant(load, found->second.value, found->second.name));
    load->erase();
  }
}

static FailureOr<ingot::WeightFiles>
readFiles(ModuleOp module, const ingot::ModelSource &source) {
  ingot::WeightFiles files;
  for (const auto &[name, bytes] : source.files)
    if (llvm::Error error = files.add(name, bytes))
      return emitError(module.getLoc()) << llvm::toString(std::move(error)),
             failure();
  return std::move(files);
}

/// A name that is written another way, or a file for another program, would
/// else be found out when the executable is loaded.
static void warnOfUnused(ModuleOp module, const ingot::ModelSource &source,
                         const llvm::StringSet<> &used) {
  for (const auto &[name, bytes] : source.files)
    if (!used.contains(name))
      emitWarning(module.getLoc())
          << "the file '" << ingot::printableText(name)
          << "' binds nothing: no external global has the name of a tensor "
             "of it";
}

LogicalResult ingot::bindExternalWeights(ModuleOp module,
                                         const ModelSource &source) {
  SmallVector<ml_program::GlobalOp> globals;
  for (auto global : module.getOps<ml_program::GlobalOp>())
    if (global.getValue() && isa<ml_program::ExternAttr>(*global.getValue()))
      globals.push_back(global);
  if (source.files.empty())
    return success();
  if (globals.empty()) {
    const Format *format = findFormat(source.bytes);
    if (format && !format->readsFiles)
      warnOfUnused(module, source, {});
    return success();
  }
  FailureOr<WeightFiles> files = readFiles(module, source);
  if (failed(files))
    return failure();
  MLIRContext *context = module.getContext();
  context->loadDialect<arith::ArithDialect, tosa::TosaDialect,
                       stablehlo::StablehloDialect>();
  llvm::StringMap<Bound> constants;
  llvm::StringSet<> used;
  bool isOk = true;
  for (ml_program::GlobalOp global : globals) {
    const StoredWeight *weight = files->find(global.getSymName());
    if (!weight)
      continue;
    used.insert(weight->file);
    ElementsAttr value = valueOf(global, *weight);
    isOk &= value != nullptr;
    if (!value)
      continue;
    global.setValueAttr(value);
    if (!global.getIsMutable())
      constants[global.getSymName()] = {
          value, global->hasAttr(kWasConstantAttr) ? "" : global.getSymName()};
  }
  if (!isOk)
    return failure();
  warnOfUnused(module, source, used);
  replaceLoads(module, constants);
  // Globals of the program itself keep their names in the manifest.
  for (ml_program::GlobalOp global : globals)
    if (global->hasAttr(kWasConstantAttr) &&
        constants.contains(global.getSymName()) &&
        SymbolTable::symbolKnownUseEmpty(global, module))
      global.erase();
  return success();
}
