//===- ExpandExtrema.cpp - maxima and minima without instructions ---------===//
//
// LLVM 22's code generator for Thumb ends the process on an extremum of f64, or
// of one f16: it expands them after types are legal into a comparison of
// integers that are not. On vectors of f64 it does not end at all.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/ExpandExtrema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// What the code generator cannot do; the reductions become extrema of their
/// elements.
static bool isExtremum(const IntrinsicInst &call) {
  Type *type = call.getType();
  switch (call.getIntrinsicID()) {
  case Intrinsic::maximum:
  case Intrinsic::minimum:
    return type->getScalarType()->isDoubleTy() || type->isHalfTy();
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fminimum:
    return type->isDoubleTy() || type->isHalfTy();
  default:
    return false;
  }
}

/// The larger of `a` and `b`, or the smaller.
static Value *extremumOf(IRBuilder<> &builder, Value *a, Value *b,
                         bool isMaximum) {
  Type *type = a->getType();
  Type *bits =
      type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
  Value *isFirst =
      isMaximum ? builder.CreateFCmpOGT(a, b) : builder.CreateFCmpOLT(a, b);
  Value *other = builder.CreateSelect(isFirst, a, b);
  // Equal numbers have equal bits but for zeros, of which the sign decides.
  Value *first = builder.CreateBitCast(a, bits),
        *second = builder.CreateBitCast(b, bits);
  Value *zero = isMaximum ? builder.CreateAnd(first, second)
                          : builder.CreateOr(first, second);
  Value *number = builder.CreateSelect(
      builder.CreateFCmpOEQ(a, b), builder.CreateBitCast(zero, type), other);
  return builder.CreateSelect(builder.CreateFCmpUNO(a, b),
                              builder.CreateFAdd(a, b), number);
}

static Value *expand(IRBuilder<> &builder, IntrinsicInst &call) {
  bool isMaximum = call.getIntrinsicID() == Intrinsic::maximum ||
                   call.getIntrinsicID() == Intrinsic::vector_reduce_fmaximum;
  Value *first = call.getArgOperand(0);
  if (call.arg_size() == 2)
    return extremumOf(builder, first, call.getArgOperand(1), isMaximum);
  Value *result = builder.CreateExtractElement(first, uint64_t{0});
  unsigned count = cast<FixedVectorType>(first->getType())->getNumElements();
  for (uint64_t i = 1; i < count; ++i)
    result = extremumOf(builder, result, builder.CreateExtractElement(first, i),
                        isMaximum);
  return result;
}

void ingot::pipeline::expandExtrema(Function &function) {
  for (Instruction &op : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<IntrinsicInst>(&op);
    if (!call || !isExtremum(*call))
      continue;
    IRBuilder<> builder(call);
    call->replaceAllUsesWith(expand(builder, *call));
    call->eraseFromParent();
  }
}
