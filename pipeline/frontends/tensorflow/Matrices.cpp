//===- Matrices.cpp - products and calls of matrices ----------------------===//

#include "pipeline/frontends/tensorflow/Matrices.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

/// `s`, `d`, `c` or `z`; 0 for what LAPACK does not have.
static char letterOf(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  Type part = complex ? complex.getElementType() : element;
  if (part.isF32())
    return complex ? 'c' : 's';
  return part.isF64() ? (complex ? 'z' : 'd') : 0;
}

bool ingot::tensorflow::isMatrix(Operator &c, size_t i) {
  return c.rank(i) >= 2 && letterOf(c.elementOf(i)) != 0;
}

Type ingot::tensorflow::realPart(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

SmallVector<Value>
ingot::tensorflow::callLapack(StablehloBuilder &b, StringRef function,
                              ValueRange operands, ArrayRef<Type> results,
                              ArrayRef<NamedAttribute> config) {
  OperationState state(b.getLoc(), stablehlo::CustomCallOp::getOperationName());
  state.addOperands(operands);
  state.addTypes(results);
  std::string name = "lapack_";
  name += letterOf(b.elementOf(operands.front()));
  name += function;
  name += "_ffi";
  state.addAttribute("call_target_name", b.getStringAttr(name));
  state.addAttribute("mhlo.backend_config", b.getDictionaryAttr(config));
  return SmallVector<Value>(b.create(state)->getResults());
}

NamedAttribute ingot::tensorflow::letter(StablehloBuilder &b, StringRef name,
                                         char value) {
  return b.getNamedAttr(
      name, IntegerAttr::get(b.getIntegerType(8, /*isSigned=*/false), value));
}

RankedTensorType ingot::tensorflow::batchType(StablehloBuilder &b, Value matrix,
                                              ArrayRef<int64_t> sizes,
                                              Type element) {
  SmallVector<int64_t> shape(b.typeOf(matrix).getShape().drop_back(2));
  llvm::append_range(shape, sizes);
  return RankedTensorType::get(shape, element);
}

Value ingot::tensorflow::conjugate(StablehloBuilder &b, Value value) {
  RankedTensorType type = b.typeOf(value);
  if (!isa<ComplexType>(type.getElementType()))
    return value;
  RankedTensorType part = type.clone(realPart(type.getElementType()));
  return b.makeElementwise(
      ElementOp::Complex, type,
      {b.makeElementwise(ElementOp::Real, part, value),
       b.negate(b.makeElementwise(ElementOp::Imag, part, value))});
}

Value ingot::tensorflow::transposeMatrix(StablehloBuilder &b, Value value) {
  auto order = llvm::to_vector(llvm::seq(b.rankOf(value)));
  std::swap(order[order.size() - 2], order.back());
  return b.transpose(value, order);
}

Value ingot::tensorflow::multiply(StablehloBuilder &b, Value lhs, Value rhs) {
  int64_t rank = b.rankOf(lhs);
  auto batch = llvm::to_vector(llvm::seq(rank - 2));
  return b.dotGeneral(lhs, rhs, batch, batch, rank - 1, rank - 2);
}
