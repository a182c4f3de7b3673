//===- RunTimeChecks.cpp - constraints that only the run can check --------===//
//
// A comparison between known numbers is settled here; one that holds leaves no
// trace. One that is known to fail still becomes an assertion: the op may stand
// on a path that the program never takes. Messages name the op and its line,
// because they are all that a user of the executable sees.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/RunTimeChecks.h"
#include "pipeline/conversion/Places.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// The numbers of elements that assertions allow: more than any memory has, and
/// few enough that a size in bytes does not wrap around.
static constexpr int64_t kMaxElements = int64_t(1) << 40;

void RunTimeChecks::require(arith::CmpIPredicate predicate, OpFoldResult a,
                            OpFoldResult b, StringRef fault) {
  std::optional<int64_t> left = getConstantIntValue(a),
                         right = getConstantIntValue(b);
  if (a == b && predicate == arith::CmpIPredicate::eq)
    return;
  if (left && right &&
      arith::applyCmpPredicate(predicate,
                               APInt(64, static_cast<uint64_t>(*left)),
                               APInt(64, static_cast<uint64_t>(*right))))
    return;
  Location loc = op_->getLoc();
  IndexMath math(builder_, loc);
  Value holds = arith::CmpIOp::create(builder_, loc, predicate, math.value(a),
                                      math.value(b));
  std::string message;
  llvm::raw_string_ostream stream(message);
  stream << "'" << op_->getName() << "'" << ingot::placeInProgram(loc) << ": "
         << fault;
  cf::AssertOp::create(builder_, loc, holds, message);
}

void RunTimeChecks::requireAtLeast(int64_t least,
                                   MutableArrayRef<OpFoldResult> numbers,
                                   StringRef fault) {
  OpFoldResult bound = builder_.getIndexAttr(least);
  for (OpFoldResult &number : numbers) {
    require(arith::CmpIPredicate::sge, number, bound, fault);
    std::optional<int64_t> known = getConstantIntValue(number);
    if (known && *known < least)
      number = bound;
  }
}

void RunTimeChecks::requireSizes(ArrayRef<OpFoldResult> sizes) {
  if (llvm::all_of(sizes,
                   [](OpFoldResult s) { return getConstantIntValue(s); }))
    return; // The verifier has looked.
  IndexMath math(builder_, op_->getLoc());
  OpFoldResult room = math.constant(kMaxElements);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    // Unsigned: a negative size is a very large one.
    require(arith::CmpIPredicate::ule, size, room,
            "a size is negative or more than any memory has");
    if (i + 1 < sizes.size())
      room = math.floorDiv(room, math.max(size, math.constant(1)));
  }
}

void RunTimeChecks::requireType(RankedTensorType type,
                                ArrayRef<OpFoldResult> sizes) {
  for (auto [known, size] : llvm::zip(type.getShape(), sizes))
    if (ShapedType::isStatic(known))
      require(arith::CmpIPredicate::eq, size, builder_.getIndexAttr(known),
              "a size of the result is another than its type says");
}
