//===- Unsupported.cpp - why an op of StableHLO stayed --------------------===//
//
// Patterns fail without words, and most ops fail for few reasons. So the reason
// is found when it is asked for, from the op: first what only this kind of op
// has, then the op of a region that has no meaning on single elements, then the
// operand or result of a type that few conversions take.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Unsupported.h"
#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot::stablehlo;
using ingot::Cause;
using ingot::CauseKind;

template <typename... Parts> static std::string textOf(const Parts &...parts) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  (stream << ... << parts);
  return text;
}

/// A tensor of other elements, or the elements if it is none.
static std::string withElements(RankedTensorType tensor, Type element) {
  return textOf(RankedTensorType::get(tensor.getShape(), element));
}

/// What a type has that conversions may not take; the reason is empty if
/// nothing.
static NotLowered propertyOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return isa<TensorType>(type)
               ? NotLowered{"has no known rank", {CauseKind::Shape}}
               : NotLowered{"is no tensor", {CauseKind::Type}};
  Type element = tensor.getElementType();
  if (tensor.getEncoding())
    return {"has bounds of sizes",
            {CauseKind::Shape, withElements(tensor, element)}};
  if (auto quantised = dyn_cast<quant::QuantizedType>(element))
    return {
        "is quantised",
        {CauseKind::Type, withElements(tensor, quantised.getStorageType())}};
  if (!element.isIntOrFloat() && !isa<ComplexType>(element))
    return {"has elements that are no numbers", {CauseKind::Type}};
  if (!tensor.hasStaticShape())
    return {"has a size that only the run knows", {CauseKind::Shape}};
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? NotLowered{"has complex elements",
                              {CauseKind::Type,
                               withElements(tensor, complex.getElementType())}}
                 : NotLowered{};
}

/// The first operand or result with such a property.
static NotLowered reasonOfTypes(Operation *op) {
  for (auto [what, types] :
       {std::pair<StringRef, TypeRange>("operand", op->getOperandTypes()),
        {"result", op->getResultTypes()}})
    for (auto [i, type] : llvm::enumerate(types))
      if (NotLowered property = propertyOf(type); !property.reason.empty())
        return {textOf("no conversion is known where ", what, " ", i, ", '",
                       type, "', ", property.reason),
                property.cause};
  std::string types;
  llvm::raw_string_ostream stream(types);
  llvm::interleaveComma(op->getOperandTypes(), stream,
                        [&](Type type) { stream << "'" << type << "'"; });
  if (types.empty())
    return {"no conversion to linalg is known for it", {CauseKind::Operation}};
  return {"no conversion to linalg is known for its operands, " + types +
              ", with these attributes",
          {CauseKind::Attribute}};
}

/// The op of a region that cannot be computed on single elements.
static std::string reasonOfRegions(Operation *op) {
  for (Region &region : op->getRegions())
    if (Operation *fault = region.empty() ? nullptr : findUnmapped(region))
      return textOf("its region has '", fault->getName(), "' on '",
                    fault->getNumOperands() ? fault->getOperand(0).getType()
                                            : fault->getResult(0).getType(),
                    "', which has no form on single elements");
  return "";
}

static std::string reasonOfState(RngBitGeneratorOp op) {
  return textOf("its state, '", op.getInitialState().getType(),
                "', is not two or three words of 64 bits, nor four or six of "
                "32");
}

static bool reverses(Operation *op) {
  auto reversal = op->getAttrOfType<DenseBoolArrayAttr>("window_reversal");
  return reversal && llvm::is_contained(reversal.asArrayRef(), true);
}

/// A window that is turned around is a slice from its end.
static std::string reasonOfConvolution(Operation *op) {
  auto kernel = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  if (kernel && !kernel.hasStaticShape() && reverses(op))
    return textOf("it reverses a window of '", kernel,
                  "', whose sizes only the run knows");
  return "";
}

NotLowered ingot::stablehlo::reasonNotLowered(Operation *op) {
  auto because = [](CauseKind kind, StringRef reason) {
    return NotLowered{reason.str(), {kind}};
  };
  NotLowered special =
      llvm::TypeSwitch<Operation *, NotLowered>(op)
          .Case([](CustomCallOp call) {
            return NotLowered{reasonNotLowered(call),
                              {CauseKind::Attribute, nearestCall(call)}};
          })
          .Case<SendOp, RecvOp, InfeedOp, OutfeedOp>([&](Operation *) {
            return because(
                CauseKind::Operation,
                "it exchanges values with the host or another device while "
                "the program runs, and an executable is given its arguments "
                "at the start and gives its results at the end; make the "
                "values arguments and results");
          })
          .Case<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
                CollectivePermuteOp, CollectiveReduceOp, CrossReplicaSumOp,
                ReduceScatterOp>([&](Operation *) {
            return because(
                CauseKind::Operation,
                "it needs several devices, and an executable runs on one; "
                "export the program for one partition and one replica");
          })
          .Case<EinsumOp, UnaryEinsumOp>([&](Operation *) {
            return because(CauseKind::Attribute,
                           "its equation does not fit the types, or repeats a "
                           "size of 1");
          })
          .Case([&](CompositeOp) {
            return because(CauseKind::Body, "its decomposition calls itself");
          })
          .Case([](RngBitGeneratorOp rng) {
            return NotLowered{reasonOfState(rng),
                              {CauseKind::Type, "tensor<2xui64>"}};
          })
          .Case<ConvolutionOp, DynamicConvOp>([](Operation *conv) {
            return NotLowered{reasonOfConvolution(conv), {CauseKind::Shape}};
          })
          .Default([](Operation *) { return NotLowered(); });
  if (!special.reason.empty())
    return special;
  if (!isa_and_nonnull<StablehloDialect>(op->getDialect()))
    return {};
  std::string region = reasonOfRegions(op);
  return region.empty() ? reasonOfTypes(op)
                        : NotLowered{region, {CauseKind::Body}};
}

std::string ingot::stablehlo::listForReport(Operation *op) {
  auto call = dyn_cast<CustomCallOp>(op);
  return call ? knownCallsBeside(call) : "";
}
