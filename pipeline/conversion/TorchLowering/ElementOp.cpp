//===- ElementOp.cpp - names of element ops -------------------------------===//

#include "pipeline/conversion/TorchLowering/ElementOp.h"

#include "llvm/Support/ErrorHandling.h"

using namespace ingot::torch;

llvm::StringRef ingot::torch::nameOf(ElementOp op) {
  switch (op) {
  case ElementOp::Abs:
    return "abs";
  case ElementOp::Acos:
    return "acos";
  case ElementOp::Acosh:
    return "acosh";
  case ElementOp::Asin:
    return "asin";
  case ElementOp::Asinh:
    return "asinh";
  case ElementOp::Atan:
    return "atan";
  case ElementOp::Atanh:
    return "atanh";
  case ElementOp::Cbrt:
    return "cbrt";
  case ElementOp::Ceil:
    return "ceil";
  case ElementOp::Convert:
    return "convert";
  case ElementOp::Cosh:
    return "cosh";
  case ElementOp::Cosine:
    return "cosine";
  case ElementOp::Digamma:
    return "digamma";
  case ElementOp::Erf:
    return "erf";
  case ElementOp::ErfInv:
    return "erf_inv";
  case ElementOp::Erfc:
    return "erfc";
  case ElementOp::Exponential:
    return "exponential";
  case ElementOp::ExponentialMinusOne:
    return "exponential_minus_one";
  case ElementOp::Floor:
    return "floor";
  case ElementOp::Imag:
    return "imag";
  case ElementOp::IsFinite:
    return "is_finite";
  case ElementOp::Lgamma:
    return "lgamma";
  case ElementOp::Log:
    return "log";
  case ElementOp::LogPlusOne:
    return "log_plus_one";
  case ElementOp::Logistic:
    return "logistic";
  case ElementOp::Negate:
    return "negate";
  case ElementOp::Not:
    return "not";
  case ElementOp::Real:
    return "real";
  case ElementOp::RoundNearestEven:
    return "round_nearest_even";
  case ElementOp::Rsqrt:
    return "rsqrt";
  case ElementOp::Sign:
    return "sign";
  case ElementOp::Sine:
    return "sine";
  case ElementOp::Sinh:
    return "sinh";
  case ElementOp::Sqrt:
    return "sqrt";
  case ElementOp::Tan:
    return "tan";
  case ElementOp::Tanh:
    return "tanh";
  case ElementOp::Add:
    return "add";
  case ElementOp::And:
    return "and";
  case ElementOp::Atan2:
    return "atan2";
  case ElementOp::Complex:
    return "complex";
  case ElementOp::Divide:
    return "divide";
  case ElementOp::Maximum:
    return "maximum";
  case ElementOp::Minimum:
    return "minimum";
  case ElementOp::Multiply:
    return "multiply";
  case ElementOp::Or:
    return "or";
  case ElementOp::Power:
    return "power";
  case ElementOp::Remainder:
    return "remainder";
  case ElementOp::ShiftLeft:
    return "shift_left";
  case ElementOp::ShiftRightArithmetic:
    return "shift_right_arithmetic";
  case ElementOp::ShiftRightLogical:
    return "shift_right_logical";
  case ElementOp::Subtract:
    return "subtract";
  case ElementOp::Xor:
    return "xor";
  }
  llvm_unreachable("every element op is listed");
}
