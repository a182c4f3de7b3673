//===- ByteFunction.cpp - a value as a table of the bytes it is made of ---===//
//
// Op by op on whole tables, of which those of one byte have 256 entries: of the
// thirty ops of a sum ten depend on both.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ByteFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using ingot::ByteFunction;

/// More than a sum with its three roundings has, constants and all.
static constexpr size_t kMaxValues = 128;

namespace {
/// Numbers of up to 64 bits, extended by their sign. `bits` are the operands'.
struct Operands {
  int64_t a = 0, b = 0, c = 0;
  unsigned bits = 0;

  uint64_t unsignedA() const { return uint64_t(a) & mask(); }
  uint64_t unsignedB() const { return uint64_t(b) & mask(); }
  uint64_t mask() const { return llvm::maskTrailingOnes<uint64_t>(bits); }
};
using Function = int64_t (*)(const Operands &);
} // namespace

static Function comparison(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return [](const Operands &o) -> int64_t { return o.a == o.b; };
  case arith::CmpIPredicate::ne:
    return [](const Operands &o) -> int64_t { return o.a != o.b; };
  case arith::CmpIPredicate::slt:
    return [](const Operands &o) -> int64_t { return o.a < o.b; };
  case arith::CmpIPredicate::sle:
    return [](const Operands &o) -> int64_t { return o.a <= o.b; };
  case arith::CmpIPredicate::sgt:
    return [](const Operands &o) -> int64_t { return o.a > o.b; };
  case arith::CmpIPredicate::sge:
    return [](const Operands &o) -> int64_t { return o.a >= o.b; };
  default:
    return nullptr; // Quantised networks have no others.
  }
}

/// What `op` computes, before it is cut to the bits of the result; null if it
/// is no arithmetic that is known here.
static Function functionOf(Operation *op) {
  using Ops = const Operands &;
  using U = uint64_t;
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case<arith::ExtSIOp, arith::TruncIOp>(
          [](auto) { return [](Ops o) { return o.a; }; })
      .Case([](arith::ExtUIOp) {
        return [](Ops o) { return int64_t(o.unsignedA()); };
      })
      .Case([](arith::AddIOp) {
        return [](Ops o) { return int64_t(U(o.a) + U(o.b)); };
      })
      .Case([](arith::SubIOp) {
        return [](Ops o) { return int64_t(U(o.a) - U(o.b)); };
      })
      .Case([](arith::MulIOp) {
        return [](Ops o) { return int64_t(U(o.a) * U(o.b)); };
      })
      .Case([](arith::ShLIOp) {
        return [](Ops o) { return int64_t(U(o.a) << o.b); };
      })
      .Case([](arith::ShRSIOp) { return [](Ops o) { return o.a >> o.b; }; })
      .Case([](arith::ShRUIOp) {
        return [](Ops o) { return int64_t(o.unsignedA() >> o.b); };
      })
      .Case([](arith::AndIOp) { return [](Ops o) { return o.a & o.b; }; })
      .Case([](arith::OrIOp) { return [](Ops o) { return o.a | o.b; }; })
      .Case([](arith::XOrIOp) { return [](Ops o) { return o.a ^ o.b; }; })
      .Case([](arith::MaxSIOp) {
        return [](Ops o) { return std::max(o.a, o.b); };
      })
      .Case([](arith::MinSIOp) {
        return [](Ops o) { return std::min(o.a, o.b); };
      })
      .Case(
          [](arith::SelectOp) { return [](Ops o) { return o.a ? o.b : o.c; }; })
      .Case([](arith::CmpIOp op) { return comparison(op.getPredicate()); })
      .Default(Function(nullptr));
}

std::optional<int64_t> ByteFunction::constantOf(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) || number.getBitWidth() > 64)
    return std::nullopt;
  return number.getSExtValue();
}

/// Shifts by a distance that only the run knows may be too long.
static bool shiftsFar(Operation *op) {
  if (!isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return false;
  std::optional<int64_t> distance = ByteFunction::constantOf(op->getOperand(1));
  return !distance || *distance < 0 ||
         *distance >= op->getResult(0).getType().getIntOrFloatBitWidth();
}

static bool isByteExtension(Operation *op) {
  return isa<arith::ExtSIOp, arith::ExtUIOp>(op) &&
         op->getOperand(0).getType().isInteger(8);
}

/// Adds the byte that `op` extends, unless another op extends it in the same
/// way: then both are the same number, maybe of different widths.
bool ByteFunction::addInput(Operation *op) {
  auto known = llvm::find_if(inputs_, [&](Value input) {
    Operation *other = input.getDefiningOp();
    return other->getName() == op->getName() &&
           other->getOperand(0) == op->getOperand(0);
  });
  unsigned index = known - inputs_.begin();
  if (index == 2)
    return false;
  if (known == inputs_.end())
    inputs_.push_back(op->getResult(0));
  uses_[op->getResult(0)] = 1u << index;
  extensions_.push_back(op);
  return true;
}

/// Adds what `value` depends on, and then itself; false if it is none of what
/// of() takes.
bool ByteFunction::add(Value value) {
  if (uses_.contains(value))
    return true;
  auto type = dyn_cast<IntegerType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!type || type.getWidth() > 64 || !op || ++visits_ > kMaxValues)
    return false;
  if (std::optional<int64_t> number = constantOf(value)) {
    uses_[value] = 0;
    tables_[value] = {0, {*number}};
    return true;
  }
  if (op->getBlock() != result_.getParentBlock())
    return false;
  if (isByteExtension(op))
    return addInput(op);
  if (!functionOf(op) || shiftsFar(op))
    return false;
  unsigned uses = 0;
  for (Value operand : op->getOperands()) {
    if (!add(operand))
      return false;
    uses |= uses_.lookup(operand);
  }
  uses_[value] = uses;
  ops_.push_back(op);
  return true;
}

std::optional<ByteFunction> ByteFunction::of(Value result) {
  ByteFunction function;
  function.result_ = result;
  if (!function.add(result) || function.inputs_.empty())
    return std::nullopt;
  return function;
}

int64_t ByteFunction::Table::at(int64_t first, int64_t second) const {
  int64_t row = inputs & 1 ? first : 0, column = inputs & 2 ? second : 0;
  return values[row * (inputs & 2 ? kBytes : 1) + column];
}

ByteFunction::Table ByteFunction::tableOfInput(Operation *extension) const {
  Table table{inputsOf(extension->getResult(0)), {}};
  bool isSigned = isa<arith::ExtSIOp>(extension);
  for (int64_t bits = 0; bits < kBytes; ++bits)
    table.values.push_back(isSigned ? static_cast<int8_t>(bits) : bits);
  return table;
}

ByteFunction::Table ByteFunction::tableOf(Operation *op) const {
  const Table *operands[3] = {};
  Table table;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    operands[i] = &tables_.find(operand)->second;
    table.inputs |= operands[i]->inputs;
  }
  Function function = functionOf(op);
  unsigned bits = op->getOperand(0).getType().getIntOrFloatBitWidth();
  unsigned width = op->getResult(0).getType().getIntOrFloatBitWidth();
  int64_t first = table.inputs & 1 ? kBytes : 1;
  int64_t second = table.inputs & 2 ? kBytes : 1;
  table.values.reserve(first * second);
  static constexpr int64_t kZero = 0;
  for (int64_t i = 0; i < first; ++i) {
    const int64_t *rows[3] = {&kZero, &kZero, &kZero};
    int64_t steps[3] = {};
    for (auto [k, operand] : llvm::enumerate(operands))
      if (operand) {
        steps[k] = operand->inputs & 2 ? 1 : 0;
        rows[k] =
            &operand->values[operand->inputs & 1 ? i * (steps[k] ? kBytes : 1)
                                                 : 0];
      }
    for (int64_t j = 0; j < second; ++j) {
      int64_t value = function({rows[0][j * steps[0]], rows[1][j * steps[1]],
                                rows[2][j * steps[2]], bits});
      table.values.push_back(llvm::SignExtend64(uint64_t(value), width));
    }
  }
  return table;
}

void ByteFunction::evaluate() {
  for (Operation *op : extensions_)
    tables_[op->getResult(0)] = tableOfInput(op);
  for (Operation *op : ops_) {
    Table table = tableOf(op);
    tables_[op->getResult(0)] = std::move(table);
  }
}

std::vector<int64_t> ByteFunction::valuesOf(Value value) const {
  const Table &table = tables_.find(value)->second;
  std::vector<int64_t> values;
  int64_t second = inputs_.size() == 2 ? kBytes : 1;
  values.reserve(kBytes * second);
  for (int64_t i = 0; i < kBytes; ++i)
    for (int64_t j = 0; j < second; ++j)
      values.push_back(table.at(i, j));
  return values;
}
