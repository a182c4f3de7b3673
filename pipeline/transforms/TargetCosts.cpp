//===- TargetCosts.cpp - what work costs on a target ----------------------===//

#include "pipeline/transforms/TargetCosts.h"
#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/transforms/ElementTypes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir;
using namespace ingot;

/// What ends at the edge of a function instead of being fused across it: a
/// kernel more is launched, and a tensor more is written. Enough to keep ops
/// that cost nothing to speak of where they are.
static constexpr int64_t kEdgeNanoseconds = 1000;
static constexpr llvm::StringLiteral kAllOps = "*";

static int64_t picoseconds(double microseconds) {
  return static_cast<int64_t>(std::clamp(
      microseconds * 1e6, 0.0, static_cast<double>(TargetCosts::kMost)));
}

/// The passes of a target that have an estimate, as text.
static SmallVector<std::string> passesWithEstimate(const v1::Target &target) {
  SmallVector<std::string> found;
  for (const v1::TargetPhase &phase : target.phases()) {
    OpPassManager passes(ModuleOp::getOperationName());
    // At the others parts have no passes, or it is too late to hand ops over.
    if (!llvm::is_contained({"legalize", "offload", "plan"}, phase.name()) ||
        failed(parsePassPipeline(phase.pipeline(), passes, llvm::nulls())))
      continue;
    for (Pass &pass : passes)
      if (findPassEstimate(pass.getArgument())) {
        llvm::raw_string_ostream stream(found.emplace_back());
        pass.printAsTextualPipeline(stream);
      }
  }
  return found;
}

std::string TargetCosts::textOf(StringRef name, const v1::Target &target,
                                unsigned vectorBits) {
  std::string text = (name + ":bits=" + Twine(vectorBits)).str();
  if (!target.element_types().empty())
    text += ":types=" + llvm::join(target.element_types(), "+");
  if (target.has_memory())
    text += (":memory=" + Twine(target.memory().bytes_per_us()) + "/" +
             Twine(target.memory().nanoseconds()))
                .str();
  for (const v1::TargetSpeed &speed : target.speeds())
    text += (":" +
             (speed.op().empty() ? StringRef(kAllOps) : StringRef(speed.op())) +
             "=" + Twine(speed.multiplications_per_us()) + "/" +
             Twine(speed.bytes_per_us()))
                .str();
  for (StringRef pass : passesWithEstimate(target))
    text += (":pass=" + pass).str();
  return text;
}

std::optional<TargetCosts> TargetCosts::parse(StringRef text) {
  TargetCosts costs;
  SmallVector<StringRef> fields;
  text.split(fields, ':');
  costs.name = fields.front().str();
  for (StringRef field : llvm::drop_begin(fields)) {
    auto [key, value] = field.split('=');
    if (key == "pass") {
      if (failed(parsePassPipeline(value, costs.passes, llvm::nulls())))
        return std::nullopt;
      continue;
    }
    if (key == "bits") {
      if (value.getAsInteger(10, costs.vectorBits))
        return std::nullopt;
      continue;
    }
    if (key == "types") {
      for (StringRef type : llvm::split(value, '+'))
        costs.elementTypes.push_back(type.str());
      continue;
    }
    auto [first, second] = value.split('/');
    int64_t numbers[2];
    if (first.getAsInteger(10, numbers[0]) ||
        second.getAsInteger(10, numbers[1]) || numbers[0] <= 0 ||
        numbers[1] < 0)
      return std::nullopt;
    if (key == "memory") {
      costs.memoryRate = static_cast<double>(numbers[0]);
      costs.memoryNanoseconds = numbers[1];
    } else {
      costs.rates[key] = {static_cast<double>(numbers[0]),
                          static_cast<double>(numbers[1])};
    }
  }
  return costs;
}

Type TargetCosts::findForeignType(Operation *op) const {
  auto isForeign = [&](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    // What cannot be passed to a function cannot be brought to a memory.
    return tensor &&
           ((memoryRate != 0 && !abiElementType(tensor.getElementType())) ||
            (!elementTypes.empty() && !takesElements(elementTypes, type)));
  };
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (isForeign(type))
        return cast<TensorType>(type).getElementType();
  return {};
}

int64_t TargetCosts::costOf(Operation *op) const {
  // Others are views, or become part of what reads them.
  if (!isa<linalg::LinalgOp, tensor::PadOp, tensor::ConcatOp>(op))
    return 0;
  PlacementRates rates = kernelRates(vectorBits);
  auto own = this->rates.find(op->getName().getStringRef());
  if (own == this->rates.end()) {
    for (const Pass &pass : passes.getPasses())
      if (PassEstimate estimate = findPassEstimate(pass.getArgument()))
        if (std::optional<double> microseconds = estimate(pass, op))
          return picoseconds(*microseconds);
    own = this->rates.find(kAllOps);
  }
  if (own != this->rates.end()) {
    rates.multiplications = own->second.multiplications;
    if (own->second.bytes != 0)
      rates.bytes = own->second.bytes;
  }
  return picoseconds(microsecondsOf(workOf(op), rates));
}

int64_t TargetCosts::crossingCost(RankedTensorType type) const {
  if (memoryRate == 0)
    return kEdgeNanoseconds * 1000;
  const int64_t bytes = bytesOf(type);
  return std::min(kMost,
                  memoryNanoseconds * 1000 +
                      picoseconds(static_cast<double>(bytes) / memoryRate));
}
