//===- CheckSupported.cpp - all that cannot be lowered, at once -----------===//
//
// A user whose model has nine unsupported ops wants to hear of nine. Which ops
// are supported, SupportedOps.h says.
//
// A conversion that stops half-way leaves casts, constants and lists around the
// op that it did not take. They are no fault of the program, so only the op is
// named, with the reason that the conversion left in `ingot.unconverted`.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Unsupported.h"
#include "pipeline/dialects/ingot/Causes.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/dialects/torch/UnknownOps.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/SupportedOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot {
#define GEN_PASS_DEF_CHECKSUPPORTED
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::Cause;
using ingot::CauseKind;
using ingot::isSupportedOp;

/// What is wrong with an op; the text is empty if nothing is.
struct Fault {
  std::string text;
  Cause cause = {};
};

/// Scalars that code generation knows.
static bool isSupportedScalar(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32() || complex.getElementType().isF64();
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && integer.getWidth() <= 64;
  return isa<IndexType, Float16Type, BFloat16Type, Float32Type, Float64Type,
             Float8E5M2Type, Float8E4M3Type, Float8E4M3FNType,
             Float8E5M2FNUZType, Float8E4M3FNUZType, Float8E4M3B11FNUZType,
             Float8E3M4Type, Float8E8M0FNUType, Float4E2M1FNType>(type);
}

static bool isSupportedType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return !tensor.getEncoding() && isSupportedScalar(tensor.getElementType());
  return isSupportedScalar(type);
}

/// The supported scalar that is most like another one; null if none is.
static Type nearestScalar(Type type) {
  Builder builder(type.getContext());
  if (auto integer = dyn_cast<IntegerType>(type))
    return builder.getIntegerType(std::min(integer.getWidth(), 64u));
  if (auto complex = dyn_cast<ComplexType>(type))
    return ComplexType::get(builder.getF32Type());
  if (auto number = dyn_cast<FloatType>(type))
    return number.getWidth() < 32 ? builder.getF32Type() : builder.getF64Type();
  return {};
}

static std::string nearestType(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  Type scalar = shaped ? shaped.getElementType() : type;
  Type nearest = isSupportedScalar(scalar) ? scalar : nearestScalar(scalar);
  if (nearest && shaped && shaped.hasRank())
    nearest = RankedTensorType::get(shaped.getShape(), nearest);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (nearest)
    stream << nearest;
  return text;
}

/// A conversion leaves casts beside an op that it did not take. The op is what
/// the user wrote, and is named.
static bool isBesideUnsupported(UnrealizedConversionCastOp cast) {
  auto isUnsupported = [](Operation *op) {
    return op && !isa<UnrealizedConversionCastOp>(op) &&
           (!op->getDialect() || !isSupportedOp(op));
  };
  return llvm::any_of(cast->getUsers(), isUnsupported) ||
         llvm::any_of(cast.getInputs(), [&](Value value) {
           return isUnsupported(value.getDefiningOp());
         });
}

/// A constant or a list that is left because an op that takes it is. That op is
/// named.
static bool onlyFeedsTorch(Operation *op) {
  StringRef name = op->getName().getStringRef();
  bool isOperand = name.starts_with("torch.constant.") ||
                   name == "torch.prim.ListConstruct" ||
                   name == "torch.prim.TupleConstruct" ||
                   name == "torch.derefine";
  return isOperand && !op->use_empty() &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return isa_and_nonnull<ingot::torch::TorchDialect>(
               user->getDialect());
         });
}

/// What convert-torch-to-stablehlo left, with the reason that it found.
static Fault faultOfTorch(Operation *op) {
  std::string text = "cannot be lowered: ";
  auto byName = dyn_cast<ingot::torch::OperatorOp>(op);
  if (byName)
    text += "'" + byName.getName().str() + "': ";
  auto reason = op->getAttrOfType<StringAttr>("ingot.unconverted");
  const ingot::torch::Schema *schema = ingot::torch::getSchema(op);
  const ingot::torch::Schema *named =
      byName ? ingot::torch::findSchema(byName.getName()) : nullptr;
  // What an importer wrote by its name stays so if it does not fit.
  if (named && !schema && !reason)
    return {text + "its operands or results do not fit its schema, " +
                named->text.str(),
            {CauseKind::Type, named->text.str()}};
  text += reason ? reason.str() : "no conversion to StableHLO is known for it";
  if (schema)
    text += "; its schema is " + schema->text.str();
  // What a conversion said is text only.
  return {text, {reason ? CauseKind::Unknown : CauseKind::Operation}};
}

namespace {
struct CheckSupported final : ingot::impl::CheckSupportedBase<CheckSupported> {
  using CheckSupportedBase::CheckSupportedBase;

  void runOnOperation() override {
    bool failedAny = false, isListed = false;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      Fault fault = faultOf(op);
      if (fault.text.empty())
        return WalkResult::advance();
      auto byName = dyn_cast<ingot::torch::OperatorOp>(op);
      bool isUnknown = byName && !ingot::torch::findSchema(byName.getName());
      if (isUnknown && !op->hasAttr("ingot.unconverted"))
        (void)ingot::torch::reportUnknownOp(
            [&] {
              return op->emitOpError("cannot be lowered: '")
                     << byName.getName() << "' ";
            },
            op->getContext(), byName.getName());
      else
        report(op, fault, isListed);
      failedAny = true;
      // What stands inside an op that is not taken is not reported again.
      return WalkResult::skip();
    });
    if (failedAny)
      signalPassFailure();
  }

private:
  /// One list for all of the report, with the first op that it helps with.
  static void report(Operation *op, const Fault &fault, bool &isListed) {
    InFlightDiagnostic error = op->emitOpError(fault.text);
    attachCause(error, fault.cause);
    std::string list = isListed ? "" : ingot::stablehlo::listForReport(op);
    if (list.empty())
      return;
    error.attachNote() << list;
    isListed = true;
  }

  Fault faultOf(Operation *op) {
    if (op == getOperation())
      return {};
    if (isa<ModuleOp>(op))
      return {"is nested; only one module at a time can be compiled",
              {CauseKind::Operation}};
    auto cast = dyn_cast<UnrealizedConversionCastOp>(op);
    if (cast && isBesideUnsupported(cast))
      return {};
    if (isa_and_nonnull<ingot::torch::TorchDialect>(op->getDialect()))
      return onlyFeedsTorch(op) ? Fault{} : faultOfTorch(op);
    if (!op->getDialect() || !isSupportedOp(op))
      return faultOfUnsupported(op);
    if (auto function = dyn_cast<func::FuncOp>(op))
      if (function.isDeclaration() &&
          !SymbolTable::symbolKnownUseEmpty(function, getOperation()))
        return {"is called but has no body", {CauseKind::Body}};
    for (Type type : op->getOperandTypes())
      if (!isSupportedType(type))
        return typeFault("operand", type);
    for (Type type : op->getResultTypes())
      if (!isSupportedType(type))
        return typeFault("result", type);
    return {};
  }

  static Fault faultOfUnsupported(Operation *op) {
    ingot::stablehlo::NotLowered why = ingot::stablehlo::reasonNotLowered(op);
    if (why.reason.empty())
      return {
          "cannot be lowered: no conversion to linalg, tensor, arith, math, "
          "scf or cf is known for it",
          {CauseKind::Operation}};
    return {"cannot be lowered: " + why.reason, why.cause};
  }

  static Fault typeFault(StringRef what, Type type) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << "cannot be lowered: it has a" << (what == "operand" ? "n " : " ")
           << what << " of type '" << type << "'";
    return {text, {CauseKind::Type, nearestType(type)}};
  }
};
} // namespace
