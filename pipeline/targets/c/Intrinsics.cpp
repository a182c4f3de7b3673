//===- Intrinsics.cpp - what LLVM has no instruction for, in C ------------===//
//
// A function of C's library where one means the same, else one of Helpers.c.
// Hints to the optimiser mean nothing.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/c/Expressions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"

namespace ingot::pipeline::c {

namespace {

/// A function of floats that C has with the same meaning; `f` goes behind its
/// name for float.
struct LibraryFunction {
  llvm::Intrinsic::ID intrinsic;
  const char *name;
};

// Rounding is to nearest, as in every program of C that does not change it, so
// rint() is roundeven().
constexpr LibraryFunction kFunctions[] = {
    {llvm::Intrinsic::ceil, "ceil"},
    {llvm::Intrinsic::copysign, "copysign"},
    {llvm::Intrinsic::cos, "cos"},
    {llvm::Intrinsic::exp, "exp"},
    {llvm::Intrinsic::exp2, "exp2"},
    {llvm::Intrinsic::fabs, "fabs"},
    {llvm::Intrinsic::floor, "floor"},
    {llvm::Intrinsic::fma, "fma"},
    {llvm::Intrinsic::log, "log"},
    {llvm::Intrinsic::log10, "log10"},
    {llvm::Intrinsic::log2, "log2"},
    {llvm::Intrinsic::maximumnum, "fmax"},
    {llvm::Intrinsic::maxnum, "fmax"},
    {llvm::Intrinsic::maximum, "ingot_maximum"},
    {llvm::Intrinsic::minimumnum, "fmin"},
    {llvm::Intrinsic::minnum, "fmin"},
    {llvm::Intrinsic::minimum, "ingot_minimum"},
    {llvm::Intrinsic::nearbyint, "nearbyint"},
    {llvm::Intrinsic::pow, "pow"},
    {llvm::Intrinsic::rint, "rint"},
    {llvm::Intrinsic::round, "round"},
    {llvm::Intrinsic::roundeven, "rint"},
    {llvm::Intrinsic::sin, "sin"},
    {llvm::Intrinsic::sqrt, "sqrt"},
    {llvm::Intrinsic::tanh, "tanh"},
    {llvm::Intrinsic::trunc, "trunc"},
};

/// True for what only tells the optimiser something.
bool isHint(llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::stackrestore:
    return true;
  default:
    return false;
  }
}

/// The helper for words of so many bits, or null. It takes and gives words of
/// 64 bits, and is told how many bits count.
const char *helperOfBits(llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::ctlz:
    return "ingot_leading_zeros";
  case llvm::Intrinsic::cttz:
    return "ingot_trailing_zeros";
  case llvm::Intrinsic::ctpop:
    return "ingot_ones";
  default:
    return nullptr;
  }
}

std::string functionCall(llvm::StringRef name,
                         llvm::ArrayRef<std::string> arguments) {
  return (name + "(" + llvm::join(arguments, ", ") + ")").str();
}

} // namespace

std::string Expressions::intrinsic(const llvm::IntrinsicInst &call) {
  llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (isHint(id))
    return "";
  auto arg = [&](unsigned i) { return call.getArgOperand(i); };
  llvm::Type *type = call.getType();
  for (const LibraryFunction &row : kFunctions)
    if (row.intrinsic == id) {
      llvm::SmallVector<std::string> arguments;
      for (const llvm::Use &use : call.args())
        arguments.push_back(real(use));
      return fromReal(
          functionCall(std::string(row.name) + (type->isDoubleTy() ? "" : "f"),
                       arguments),
          type);
    }
  auto bits = [&] { return std::to_string(type->getIntegerBitWidth()) + "u"; };
  if (const char *helper = helperOfBits(id);
      helper && type->getIntegerBitWidth() <= 64)
    return "(" + types_.name(type) + ")" +
           functionCall(helper, {bare(arg(0)), bits()});
  auto choose = [&](const char *sign, bool isSigned) {
    auto text = [&](unsigned i) {
      return isSigned ? ofSigned(arg(i)) : of(arg(i));
    };
    return text(0) + sign + text(1) + " ? " + of(arg(0)) + " : " + of(arg(1));
  };
  switch (id) {
  case llvm::Intrinsic::smax:
    return choose(" > ", true);
  case llvm::Intrinsic::smin:
    return choose(" < ", true);
  case llvm::Intrinsic::umax:
    return choose(" > ", false);
  case llvm::Intrinsic::umin:
    return choose(" < ", false);
  case llvm::Intrinsic::abs:
    return masked(ofSigned(arg(0)) + " < 0 ? 0u - " + of(arg(0)) + " : " +
                      of(arg(0)),
                  type);
  case llvm::Intrinsic::fmuladd:
    return fromReal(real(arg(0)) + " * " + real(arg(1)) + " + " + real(arg(2)),
                    type);
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
    if (type->getIntegerBitWidth() <= 64)
      return "(" + types_.name(type) + ")" +
             functionCall(id == llvm::Intrinsic::fshl ? "ingot_funnel_left"
                                                      : "ingot_funnel_right",
                          {bare(arg(0)), bare(arg(1)), bare(arg(2)), bits()});
    break;
  case llvm::Intrinsic::is_fpclass:
    if (!arg(0)->getType()->isHalfTy())
      return functionCall(
          "ingot_is_class",
          {"(double)" + real(arg(0)),
           arg(0)->getType()->isDoubleTy() ? "DBL_MIN" : "FLT_MIN",
           bare(arg(1))});
    break;
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memmove:
    return functionCall(id == llvm::Intrinsic::memcpy ? "memcpy" : "memmove",
                        {bare(arg(0)), bare(arg(1)), "(size_t)" + of(arg(2))});
  case llvm::Intrinsic::memset:
    return functionCall("memset",
                        {bare(arg(0)), bare(arg(1)), "(size_t)" + of(arg(2))});
  default:
    break;
  }
  unsupported(call);
  return "0";
}

} // namespace ingot::pipeline::c
