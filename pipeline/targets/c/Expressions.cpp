//===- Expressions.cpp - values of LLVM IR as expressions of C ------------===//
//
// Every expression of an integer type has the type of its word, or is a literal
// that becomes it. Whatever C leaves undefined and LLVM does not is written so
// that C defines it: arithmetic is unsigned, shifts are by less than the word
// has, signed words are taken apart by casts.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/c/Expressions.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

namespace ingot::pipeline::c {

/// Nested deeper nobody reads them, and compilers count parentheses.
static constexpr unsigned kMaxDepth = 4;

static unsigned bitsOf(llvm::Type *type) {
  return type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
}

static bool isSmallFloat(llvm::Type *type) {
  return type->isHalfTy() || type->isBFloatTy();
}

static std::string parenthesized(const std::string &text) {
  bool isPrimary = llvm::all_of(
      text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  return isPrimary ? text : "(" + text + ")";
}

/// Calls and subscripts bind tighter than anything around them.
static std::string call(llvm::StringRef function,
                        llvm::ArrayRef<std::string> arguments) {
  return (function + "(" + llvm::join(arguments, ", ") + ")").str();
}

Expressions::Expressions(const llvm::Function &function, CTypes &types,
                         CNames &names)
    : types_(types), names_(names), layout_(function.getDataLayout()) {
  if (function.isDeclaration())
    return;
  number(function);
  chooseFolded(function);
}

void Expressions::number(const llvm::Function &function) {
  for (const llvm::Argument &argument : function.args())
    variables_[&argument] = "a" + std::to_string(argument.getArgNo());
  unsigned count = 0;
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function);
  for (const llvm::BasicBlock *block : order)
    for (const llvm::Instruction &instruction : *block)
      if (!instruction.getType()->isVoidTy()) {
        llvm::StringRef prefix = llvm::isa<llvm::PHINode>(instruction) ? "p"
                                 : llvm::isa<llvm::AllocaInst>(instruction)
                                     ? "m"
                                     : "v";
        variables_[&instruction] = (prefix + llvm::Twine(count++)).str();
      }
}

/// True for what has no effect, is cheap and gives the same wherever it is.
static bool mayFold(const llvm::Instruction &instruction) {
  return (llvm::isa<llvm::BinaryOperator, llvm::ICmpInst,
                    llvm::GetElementPtrInst, llvm::CastInst>(instruction)) &&
         !instruction.getType()->isFPOrFPVectorTy() &&
         !llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction);
}

/// True for what reads its operands once.
static bool takesFolded(const llvm::Instruction &user) {
  return mayFold(user) ||
         llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::BranchInst>(user);
}

void Expressions::chooseFolded(const llvm::Function &function) {
  for (const llvm::BasicBlock &block : function) {
    llvm::DenseMap<const llvm::Instruction *, unsigned> depths;
    for (const llvm::Instruction &instruction : block) {
      unsigned depth = 0;
      for (const llvm::Value *operand : instruction.operands())
        if (auto *from = llvm::dyn_cast<llvm::Instruction>(operand);
            from && folded_.contains(from))
          depth = std::max(depth, depths.lookup(from));
      depths[&instruction] = depth + 1;
      if (!mayFold(instruction) || !instruction.hasOneUse() ||
          depth >= kMaxDepth)
        continue;
      auto *user = llvm::cast<llvm::Instruction>(instruction.user_back());
      if (user->getParent() == &block && takesFolded(*user))
        folded_.insert(&instruction);
    }
  }
}

std::string Expressions::nameOf(const llvm::Value *value) const {
  auto found = variables_.find(value);
  return found == variables_.end() ? "missing" : found->second;
}

void Expressions::unsupported(const llvm::Instruction &instruction) {
  if (unsupported_.empty())
    llvm::raw_string_ostream(unsupported_) << instruction;
}

std::string Expressions::of(const llvm::Value *value) {
  std::string text = bare(value);
  auto *constant = llvm::dyn_cast<llvm::ConstantFP>(value);
  return constant && !constant->isNegative() ? text : parenthesized(text);
}

std::string Expressions::bare(const llvm::Value *value) {
  if (auto *known = llvm::dyn_cast<llvm::Constant>(value))
    return constant(known);
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
    if (isFolded(*instruction))
      return compute(*instruction);
  return nameOf(value);
}

std::string Expressions::ofSigned(const llvm::Value *value) {
  unsigned bits = bitsOf(value->getType()), word = wordBits(bits);
  std::string type = "int" + std::to_string(word) + "_t";
  if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(value);
      number && bits <= 64 && number->getSExtValue() != INT64_MIN)
    return parenthesized(std::to_string(number->getSExtValue()) +
                         (bits > 32 ? "ll" : ""));
  if (bits == 1)
    return "(" + of(value) + " ? -1 : 0)";
  if (bits == word)
    return "((" + type + ")" + of(value) + ")";
  std::string shift = std::to_string(word - bits);
  return "((" + type + ")(u" + type + ")(" + of(value) + " << " + shift +
         ") >> " + shift + ")";
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

std::string floatLiteral(const llvm::APFloat &value, llvm::Type *type) {
  bool isSingle = type->isFloatTy();
  if (value.isNaN())
    return value.isNegative() ? "-NAN" : "NAN";
  if (value.isInfinity())
    return value.isNegative() ? "-INFINITY" : "INFINITY";
  if (value.isZero())
    return std::string(value.isNegative() ? "-" : "") +
           (isSingle ? "0.0f" : "0.0");
  llvm::SmallString<32> text;
  value.toString(text, /*FormatPrecision=*/isSingle ? 9 : 17,
                 /*FormatMaxPadding=*/3, /*TruncateZero=*/false);
  llvm::APFloat again(value.getSemantics(), text);
  if (again.bitwiseIsEqual(value) && llvm::StringRef(text).contains('.'))
    return (text + (isSingle ? "f" : "")).str();
  char digits[64];
  value.convertToHexString(digits, 0, /*UpperCase=*/false,
                           llvm::RoundingMode::NearestTiesToEven);
  return std::string(digits) + (isSingle ? "f" : "");
}

static std::string integerLiteral(const llvm::APInt &value) {
  unsigned bits = value.getBitWidth();
  if (bits > 64 && value.getActiveBits() > 64)
    return "((uint128_t)" + llvm::toString(value.lshr(64), 10, false) +
           "ull << 64 | " + llvm::toString(value.trunc(64), 10, false) + "ull)";
  return llvm::toString(value, 10, /*Signed=*/false) + (bits > 64   ? "ull"
                                                        : bits > 32 ? "ull"
                                                                    : "u");
}

std::string Expressions::global(const llvm::GlobalValue *value) {
  if (llvm::isa<llvm::Function>(value))
    return "(void *)(uintptr_t)" + names_.of(*value);
  return "(void *)(uintptr_t)&" + names_.of(*value);
}

std::string Expressions::constantExpression(const llvm::ConstantExpr *value) {
  if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(value))
    return address(*gep);
  if (value->isCast())
    return cast(value->getOpcode(), value->getOperand(0), value->getType());
  if (unsupported_.empty())
    llvm::raw_string_ostream(unsupported_) << *value;
  return "0";
}

std::string Expressions::constant(const llvm::Constant *value) {
  llvm::Type *type = value->getType();
  if (auto *known = llvm::dyn_cast<llvm::GlobalValue>(value))
    return global(known);
  if (auto *known = llvm::dyn_cast<llvm::ConstantExpr>(value))
    return constantExpression(known);
  if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(value))
    return integerLiteral(known->getValue());
  if (auto *known = llvm::dyn_cast<llvm::ConstantFP>(value)) {
    const llvm::APFloat &number = known->getValueAPF();
    if (isSmallFloat(type))
      return integerLiteral(number.bitcastToAPInt());
    // A NaN of C says neither its sign nor what is in it.
    if (number.isNaN())
      return call(type->isFloatTy() ? "ingot_float_of_bits"
                                    : "ingot_double_of_bits",
                  {integerLiteral(number.bitcastToAPInt())});
    return floatLiteral(number, type);
  }
  if (type->isPointerTy())
    return "NULL";
  if (type->isAggregateType())
    return "(" + types_.name(type) + ")" + initializer(value);
  return type->isFloatTy() ? "0.0f" : type->isDoubleTy() ? "0.0" : "0u";
}

std::string Expressions::initializer(const llvm::Constant *value) {
  llvm::Type *type = value->getType();
  if (!type->isAggregateType()) {
    if (auto *number = llvm::dyn_cast<llvm::ConstantFP>(value);
        number && !isSmallFloat(type))
      return floatLiteral(number->getValueAPF(), type);
    return constant(value);
  }
  if (value->isNullValue() || llvm::isa<llvm::UndefValue>(value))
    return "{0}";
  std::string text = type->isArrayTy() ? "{{" : "{";
  uint64_t count = type->isArrayTy() ? type->getArrayNumElements()
                                     : type->getStructNumElements();
  for (uint64_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : ", ") +
            initializer(value->getAggregateElement(static_cast<unsigned>(i)));
  return text + (type->isArrayTy() ? "}}" : "}");
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

std::string Expressions::masked(std::string text, llvm::Type *type) {
  unsigned bits = bitsOf(type), word = wordBits(bits);
  if (bits != word)
    return "(" + types_.name(type) + ")((" + text + ") & " +
           integerLiteral(llvm::APInt::getLowBitsSet(word, bits)) + ")";
  // Smaller words are ints while they are computed with.
  return bits < 32 ? "(" + types_.name(type) + ")(" + text + ")" : text;
}

std::string Expressions::integer(const llvm::BinaryOperator &op) {
  llvm::Type *type = op.getType();
  const llvm::Value *left = op.getOperand(0), *right = op.getOperand(1);
  unsigned bits = bitsOf(type), word = wordBits(bits);
  // So that nothing overflows on its way through int.
  std::string widened = word < 32 ? "(uint32_t)" + of(left) : of(left);
  auto plain = [&](const char *sign) {
    return of(left) + " " + sign + " " + of(right);
  };
  auto amount = [&] {
    if (llvm::isa<llvm::ConstantInt>(right))
      return of(right);
    return "(" + of(right) + " & " + std::to_string(word - 1) + "u)";
  };
  auto ofSignedWords = [&](const char *sign) {
    return "(" + types_.name(type) + ")(" + ofSigned(left) + " " + sign + " " +
           ofSigned(right) + ")";
  };
  switch (op.getOpcode()) {
  case llvm::Instruction::Add:
    return masked(plain("+"), type);
  case llvm::Instruction::Sub:
    return masked(plain("-"), type);
  case llvm::Instruction::Mul:
    return masked(widened + " * " + of(right), type);
  case llvm::Instruction::UDiv:
    return masked(plain("/"), type);
  case llvm::Instruction::URem:
    return masked(plain("%"), type);
  case llvm::Instruction::SDiv:
    return masked(ofSignedWords("/"), type);
  case llvm::Instruction::SRem:
    return masked(ofSignedWords("%"), type);
  case llvm::Instruction::Shl:
    return masked(widened + " << " + amount(), type);
  case llvm::Instruction::LShr:
    return masked(of(left) + " >> " + amount(), type);
  case llvm::Instruction::AShr:
    return masked("(" + types_.name(type) + ")(" + ofSigned(left) + " >> " +
                      amount() + ")",
                  type);
  case llvm::Instruction::And:
    return masked(plain("&"), type);
  case llvm::Instruction::Or:
    return masked(plain("|"), type);
  case llvm::Instruction::Xor:
    return masked(plain("^"), type);
  default:
    unsupported(op);
    return "0";
  }
}

std::string Expressions::real(const llvm::Value *value) {
  llvm::Type *type = value->getType();
  if (type->isHalfTy())
    return call("ingot_float_of_half", {bare(value)});
  if (type->isBFloatTy())
    return call("ingot_float_of_bfloat", {bare(value)});
  return of(value);
}

std::string Expressions::fromReal(std::string text, llvm::Type *type) {
  if (type->isHalfTy())
    return call("ingot_half_of_float", {text});
  if (type->isBFloatTy())
    return call("ingot_bfloat_of_float", {text});
  return text;
}

std::string Expressions::floating(const llvm::BinaryOperator &op) {
  std::string left = real(op.getOperand(0)), right = real(op.getOperand(1));
  auto plain = [&](const char *sign) {
    return fromReal(left + " " + sign + " " + right, op.getType());
  };
  switch (op.getOpcode()) {
  case llvm::Instruction::FAdd:
    return plain("+");
  case llvm::Instruction::FSub:
    return plain("-");
  case llvm::Instruction::FMul:
    return plain("*");
  case llvm::Instruction::FDiv:
    return plain("/");
  case llvm::Instruction::FRem:
    return fromReal(
        call(op.getType()->isDoubleTy() ? "fmod" : "fmodf", {left, right}),
        op.getType());
  default:
    unsupported(op);
    return "0";
  }
}

std::string Expressions::compareFloats(const llvm::FCmpInst &op) {
  std::string a = real(op.getOperand(0)), b = real(op.getOperand(1));
  switch (op.getPredicate()) {
  case llvm::CmpInst::FCMP_OEQ:
    return a + " == " + b;
  case llvm::CmpInst::FCMP_UNE:
    return a + " != " + b;
  case llvm::CmpInst::FCMP_OLT:
    return a + " < " + b;
  case llvm::CmpInst::FCMP_OLE:
    return a + " <= " + b;
  case llvm::CmpInst::FCMP_OGT:
    return a + " > " + b;
  case llvm::CmpInst::FCMP_OGE:
    return a + " >= " + b;
  case llvm::CmpInst::FCMP_ULT:
    return "!(" + a + " >= " + b + ")";
  case llvm::CmpInst::FCMP_ULE:
    return "!(" + a + " > " + b + ")";
  case llvm::CmpInst::FCMP_UGT:
    return "!(" + a + " <= " + b + ")";
  case llvm::CmpInst::FCMP_UGE:
    return "!(" + a + " < " + b + ")";
  case llvm::CmpInst::FCMP_ONE:
    return "(" + a + " < " + b + ") | (" + a + " > " + b + ")";
  case llvm::CmpInst::FCMP_UEQ:
    return "!((" + a + " < " + b + ") | (" + a + " > " + b + "))";
  case llvm::CmpInst::FCMP_UNO:
    return "isnan(" + a + ") || isnan(" + b + ")";
  case llvm::CmpInst::FCMP_ORD:
    return "!(isnan(" + a + ") || isnan(" + b + "))";
  default:
    return op.getPredicate() == llvm::CmpInst::FCMP_TRUE ? "1" : "0";
  }
}

std::string Expressions::compare(const llvm::CmpInst &op) {
  if (auto *floats = llvm::dyn_cast<llvm::FCmpInst>(&op))
    return compareFloats(*floats);
  const llvm::Value *left = op.getOperand(0), *right = op.getOperand(1);
  llvm::StringRef sign;
  auto &numbers = llvm::cast<llvm::ICmpInst>(op);
  switch (numbers.getUnsignedPredicate()) {
  case llvm::CmpInst::ICMP_EQ:
    sign = " == ";
    break;
  case llvm::CmpInst::ICMP_NE:
    sign = " != ";
    break;
  case llvm::CmpInst::ICMP_ULT:
    sign = " < ";
    break;
  case llvm::CmpInst::ICMP_ULE:
    sign = " <= ";
    break;
  case llvm::CmpInst::ICMP_UGT:
    sign = " > ";
    break;
  default:
    sign = " >= ";
    break;
  }
  if (left->getType()->isPointerTy())
    return "(uintptr_t)" + of(left) + sign.str() + "(uintptr_t)" + of(right);
  if (numbers.isSigned())
    return ofSigned(left) + sign.str() + ofSigned(right);
  return of(left) + sign.str() + of(right);
}

/// Sizes are asked for by addresses behind null.
static bool isSize(const llvm::GEPOperator &op) {
  return llvm::isa<llvm::ConstantPointerNull>(op.getPointerOperand());
}

std::string Expressions::cast(unsigned opcode, const llvm::Value *from,
                              llvm::Type *to) {
  llvm::Type *type = from->getType();
  std::string plain = "(" + types_.name(to) + ")" + of(from);
  switch (opcode) {
  case llvm::Instruction::Trunc:
    return masked(plain, to);
  case llvm::Instruction::ZExt:
    return plain;
  case llvm::Instruction::SExt:
    return masked("(" + types_.name(to) + ")" + ofSigned(from), to);
  case llvm::Instruction::SIToFP:
    return fromReal("(" + std::string(to->isDoubleTy() ? "double" : "float") +
                        ")" + ofSigned(from),
                    to);
  case llvm::Instruction::UIToFP:
    return fromReal("(" + std::string(to->isDoubleTy() ? "double" : "float") +
                        ")" + of(from),
                    to);
  case llvm::Instruction::FPToSI:
    return masked("(" + types_.name(to) + ")(int64_t)" + real(from), to);
  case llvm::Instruction::FPToUI:
    return masked("(" + types_.name(to) + ")" + real(from), to);
  case llvm::Instruction::FPTrunc:
    if (type->isDoubleTy() && isSmallFloat(to))
      return call(to->isHalfTy() ? "ingot_half_of_double"
                                 : "ingot_bfloat_of_double",
                  {bare(from)});
    return fromReal(isSmallFloat(to) ? bare(from) : plain, to);
  case llvm::Instruction::FPExt:
    return "(" + types_.name(to) + ")" + real(from);
  case llvm::Instruction::PtrToInt:
    // How large something is stays a number of 64 bits on every machine.
    if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(from);
        gep && isSize(*gep))
      return "(" + types_.name(to) + ")(" + offsetOf(*gep) + ")";
    return "(" + types_.name(to) + ")(uintptr_t)" + of(from);
  case llvm::Instruction::IntToPtr:
    return "(void *)(uintptr_t)" + of(from);
  default:
    break;
  }
  // Bits as another type; halves are their bits.
  if (type->isFloatTy() && to->isIntegerTy())
    return call("ingot_bits_of_float", {bare(from)});
  if (type->isDoubleTy() && to->isIntegerTy())
    return call("ingot_bits_of_double", {bare(from)});
  if (type->isIntegerTy() && to->isFloatTy())
    return call("ingot_float_of_bits", {bare(from)});
  if (type->isIntegerTy() && to->isDoubleTy())
    return call("ingot_double_of_bits", {bare(from)});
  return bare(from);
}

//===----------------------------------------------------------------------===//
// Addresses and structures
//===----------------------------------------------------------------------===//

std::string Expressions::offsetOf(const llvm::GEPOperator &op) {
  unsigned width = layout_.getIndexSizeInBits(0);
  llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> steps;
  llvm::APInt bytes(width, 0);
  op.collectOffset(layout_, width, steps, bytes);
  std::string offset;
  for (auto &[index, scale] : steps)
    offset +=
        (offset.empty() ? "" : " + ") + ofSigned(index) +
        (scale.isOne() ? "" : " * " + std::to_string(scale.getSExtValue()));
  if (!bytes.isZero() || offset.empty())
    offset +=
        (offset.empty() ? "" : " + ") + std::to_string(bytes.getSExtValue());
  return offset;
}

std::string Expressions::address(const llvm::GEPOperator &op) {
  llvm::Type *element = op.getSourceElementType();
  bool isScalar = element->isIntegerTy() || element->isFloatingPointTy();
  if (isSize(op))
    return "(void *)(uintptr_t)(" + offsetOf(op) + ")";
  std::string base = of(op.getPointerOperand());
  if (isScalar && op.getNumIndices() == 1)
    return "(" + types_.name(element) + " *)" + base + " + " +
           ofSigned(op.getOperand(1));
  return "(char *)" + base + " + (" + offsetOf(op) + ")";
}

std::string Expressions::memoryAt(const llvm::Value *pointer, llvm::Type *type,
                                  bool isRead) {
  // An element of an array.
  if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
      gep && isFolded(*gep) && gep->getSourceElementType() == type &&
      gep->getNumIndices() == 1 && !type->isAggregateType() &&
      !llvm::isa<llvm::ConstantPointerNull>(gep->getPointerOperand()))
    return "((" + std::string(isRead ? "const " : "") + types_.inMemory(type) +
           " *)" + of(gep->getPointerOperand()) + ")[" +
           ofSigned(gep->getOperand(1)) + "]";
  return "*(" + std::string(isRead ? "const " : "") + types_.inMemory(type) +
         " *)" + of(pointer);
}

std::string Expressions::member(llvm::Type *type,
                                llvm::ArrayRef<unsigned> indices) const {
  std::string text;
  for (unsigned index : indices) {
    if (type->isArrayTy()) {
      text += ".a[" + std::to_string(index) + "]";
      type = type->getArrayElementType();
    } else {
      text += ".f" + std::to_string(index);
      type = type->getStructElementType(index);
    }
  }
  return text;
}

std::string Expressions::compute(const llvm::Instruction &instruction) {
  if (auto *op = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return op->getType()->isIntegerTy() ? integer(*op) : floating(*op);
  if (auto *op = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return cast(op->getOpcode(), op->getOperand(0), op->getType());
  if (auto *op = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return compare(*op);
  if (auto *op = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return address(*op);
  if (auto *op = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    // A pointer may have been stored as one to something else.
    if (op->getType()->isPointerTy())
      return call("ingot_load_pointer", {bare(op->getPointerOperand())});
    return memoryAt(op->getPointerOperand(), op->getType(), /*isRead=*/true);
  }
  if (auto *op = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return of(op->getCondition()) + " ? " + of(op->getTrueValue()) + " : " +
           of(op->getFalseValue());
  if (auto *op = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return of(op->getAggregateOperand()) +
           member(op->getAggregateOperand()->getType(), op->getIndices());
  if (llvm::isa<llvm::FreezeInst>(instruction))
    return bare(instruction.getOperand(0));
  if (instruction.getOpcode() == llvm::Instruction::FNeg)
    return fromReal("-" + real(instruction.getOperand(0)),
                    instruction.getType());
  unsupported(instruction);
  return "0";
}

} // namespace ingot::pipeline::c
