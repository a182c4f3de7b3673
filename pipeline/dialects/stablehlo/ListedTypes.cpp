//===- ListedTypes.cpp - the element types that each op takes -------------===//
//
// The columns "Type" of the tables of inputs and outputs in the specification.
// What depends on more than one operand or on an attribute is checked by the
// verifier of the op. Quantised types are checked here by themselves.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/ElementTypes.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// What may be in one tensor.
enum : unsigned {
  kInteger = kSigned | kUnsigned,
  kPerTensor = kPerTensorQuantized,
  kQuantized = kPerTensorQuantized | kPerAxisQuantized,
  kPlain = kBoolean | kInteger | kFloat | kComplex,
  kAny = kPlain | kPerTensor,
  kAnyQuantized = kPlain | kQuantized,
  kNumber = kInteger | kFloat | kComplex | kPerTensor,
  kReal = kFloat | kPerTensor,
  kAnalytic = kFloat | kComplex | kPerTensor,
  kSize = kInteger | kIndex,
};

/// What more is asked of a tensor.
enum : unsigned {
  kScalar = 1 << 16,
  kVector = 1 << 17,
  /// Every size is known, or bounded in one dimension at most.
  kBounded = 1 << 18,
  kStatic = 1 << 19,
};

/// Lists of one entry for each operand and result; the last one stands for all
/// that follow.
struct Listed {
  StringRef name;
  SmallVector<unsigned, 3> operands;
  SmallVector<unsigned, 3> results;
  /// (C1): operands and results have one element type.
  bool areSame = false;
};

Listed same(StringRef name, unsigned groups) {
  return {name, {groups}, {groups}, /*areSame=*/true};
}
Listed each(StringRef name, SmallVector<unsigned, 3> operands,
            SmallVector<unsigned, 3> results) {
  return {name, std::move(operands), std::move(results)};
}

SmallVector<Listed> listElementwise() {
  return {each("abs", {kSigned | kAnalytic}, {kSigned | kReal}),
          each("add", {kAnyQuantized}, {kAnyQuantized}),
          same("and", kBoolean | kInteger),
          same("atan2", kAnalytic),
          same("cbrt", kAnalytic),
          same("ceil", kReal),
          each("clamp", {kAny}, {kAny}),
          each("compare", {kAny}, {kBoolean}),
          each("complex", {kFloat}, {kComplex}),
          each("convert", {kPlain}, {kPlain}),
          same("cosine", kAnalytic),
          same("count_leading_zeros", kInteger),
          same("divide", kNumber),
          same("exponential", kAnalytic),
          same("exponential_minus_one", kAnalytic),
          same("floor", kReal),
          each("imag", {kFloat | kComplex}, {kFloat}),
          each("is_finite", {kReal}, {kBoolean}),
          same("log", kAnalytic),
          same("log_plus_one", kAnalytic),
          same("logistic", kAnalytic),
          same("maximum", kAny),
          same("minimum", kAny),
          same("multiply", kAny),
          same("negate", kNumber),
          same("not", kBoolean | kInteger),
          same("or", kBoolean | kInteger),
          same("popcnt", kInteger),
          same("power", kNumber),
          each("real", {kFloat | kComplex}, {kFloat}),
          same("reduce_precision", kReal),
          same("remainder", kNumber),
          same("round_nearest_afz", kReal),
          same("round_nearest_even", kReal),
          same("rsqrt", kAnalytic),
          each("select", {kBoolean, kAny}, {kAny}),
          same("shift_left", kInteger),
          same("shift_right_arithmetic", kInteger),
          same("shift_right_logical", kInteger),
          same("sign", kSigned | kAnalytic),
          same("sine", kAnalytic),
          same("sqrt", kAnalytic),
          same("subtract", kNumber),
          same("tan", kAnalytic),
          same("tanh", kAnalytic),
          each("uniform_dequantize", {kQuantized}, {kFloat}),
          each("uniform_quantize", {kFloat | kQuantized}, {kQuantized}),
          same("xor", kBoolean | kInteger)};
}

SmallVector<Listed> listShapes() {
  return {each("bitcast_convert", {kAnyQuantized}, {kAnyQuantized}),
          each("broadcast", {kAny}, {kAny}),
          each("broadcast_in_dim", {kAnyQuantized}, {kAnyQuantized | kBounded}),
          each("concatenate", {kAny}, {kAny}),
          each("constant", {}, {kAnyQuantized | kStatic}),
          each("iota", {}, {kNumber | kStatic}),
          each("pad", {kAny, kAny | kScalar}, {kAny}),
          each("reshape", {kAnyQuantized}, {kAnyQuantized | kBounded}),
          same("reverse", kAny),
          each("transpose", {kAnyQuantized}, {kAnyQuantized}),
          each("dynamic_broadcast_in_dim", {kAnyQuantized, kSize | kVector},
               {kAnyQuantized}),
          each("dynamic_iota", {kSize | kVector}, {kNumber}),
          each("dynamic_pad", {kAny, kAny | kScalar, kSize | kVector}, {kAny}),
          each("dynamic_reshape", {kAnyQuantized, kSize | kVector},
               {kAnyQuantized}),
          each("real_dynamic_slice", {kAny, kSize | kVector}, {kAny}),
          each("get_dimension_size", {kAnyQuantized}, {kSigned | kScalar}),
          each("set_dimension_size", {kAny, kSigned | kScalar}, {kAny})};
}

SmallVector<Listed> listIndexing() {
  return {
      each("slice", {kAny}, {kAny}),
      each("dynamic_slice", {kAny, kInteger | kScalar}, {kAny}),
      each("dynamic_update_slice", {kAny, kAny, kInteger | kScalar}, {kAny}),
      each("gather", {kAny, kInteger}, {kAny}),
      each("dynamic_gather", {kAny, kInteger, kInteger | kVector}, {kAny}),
      each("torch_index_select", {kAny, kInteger}, {kAny}),
      each("map", {kAny}, {kAny}),
      each("reduce", {kAny}, {kAny}),
      each("reduce_window", {kAny}, {kAny}),
      each("select_and_scatter", {kAny, kAny, kAny | kScalar}, {kAny}),
      each("sort", {kAny}, {kAny})};
}

SmallVector<Listed> listAlgebra() {
  return {
      each("batch_norm_grad",
           {kReal, kReal | kVector, kReal | kVector, kReal | kVector, kReal},
           {kReal, kReal | kVector}),
      each("batch_norm_inference", {kReal, kReal | kVector}, {kReal}),
      each("batch_norm_training", {kReal, kReal | kVector},
           {kReal, kReal | kVector}),
      same("cholesky", kAnalytic),
      each("convolution", {kAny, kAnyQuantized}, {kAnyQuantized}),
      each("dot", {kAnyQuantized}, {kAnyQuantized}),
      each("dot_general", {kAny, kAnyQuantized}, {kAnyQuantized}),
      each("dynamic_conv", {kAny, kAnyQuantized, kInteger}, {kAnyQuantized}),
      each("einsum", {kAny}, {kAny}),
      each("fft", {kFloat | kComplex}, {kFloat | kComplex}),
      each("rng",
           {kBoolean | kInteger | kFloat | kScalar,
            kBoolean | kInteger | kFloat | kScalar, kSize | kVector},
           {kBoolean | kInteger | kFloat}),
      each("rng_bit_generator", {kInteger | kFloat},
           {kInteger | kFloat, kInteger | kFloat | kStatic}),
      same("triangular_solve", kAnalytic),
      each("unary_einsum", {kAny}, {kAny})};
}

SmallVector<Listed> listControlFlow() {
  return {each("case", {kSigned | kScalar}, {kAnyQuantized}),
          each("if", {kBoolean | kScalar}, {kAnyQuantized}),
          each("optimization_barrier", {kAny}, {kAny}),
          each("all_gather", {kAny}, {kAny}),
          each("all_reduce", {kAny}, {kAny}),
          each("all_to_all", {kAny}, {kAny}),
          each("collective_broadcast", {kAny}, {kAny}),
          each("collective_permute", {kAny}, {kAny}),
          each("collective_reduce", {kAny}, {kAny}),
          each("recv", {}, {kAnyQuantized | kStatic}),
          each("reduce_scatter", {kAny}, {kAny})};
}

llvm::StringMap<Listed> makeTable() {
  llvm::StringMap<Listed> table;
  for (SmallVector<Listed> (*list)() :
       {listElementwise, listShapes, listIndexing, listAlgebra,
        listControlFlow})
    for (Listed &entry : list())
      table.try_emplace(entry.name, entry);
  return table;
}

bool isBounded(RankedTensorType type) {
  auto extensions = dyn_cast_or_null<TypeExtensionsAttr>(type.getEncoding());
  if (!extensions || type.getNumDynamicDims() != 1)
    return false;
  for (auto [size, bound] : llvm::zip(type.getShape(), extensions.getBounds()))
    if (ShapedType::isDynamic(size) && ShapedType::isDynamic(bound))
      return false;
  return true;
}

LogicalResult checkOne(Operation *op, StringRef kind, size_t position,
                       Type type, unsigned wanted) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) // A token or a tuple: the definition of the op has looked.
    return success();
  auto complain = [&] {
    return op->emitOpError()
           << kind << " " << position << " is " << type << ", expected ";
  };
  if (!(groupOf(tensor.getElementType()) & wanted))
    return complain() << "a tensor of " << describe(wanted);
  if ((wanted & kScalar) && tensor.getRank() != 0)
    return complain() << "a tensor of rank 0";
  if ((wanted & kVector) && tensor.getRank() != 1)
    return complain() << "a tensor of rank 1";
  bool isStatic = tensor.hasStaticShape();
  if ((wanted & kStatic) && !isStatic)
    return complain() << "a tensor whose sizes are all known";
  if ((wanted & kBounded) && !isStatic && !isBounded(tensor))
    return complain() << "a tensor whose sizes are known or have a bound";
  return success();
}

LogicalResult checkList(Operation *op, StringRef kind, TypeRange types,
                        ArrayRef<unsigned> wanted) {
  for (auto [i, type] : llvm::enumerate(types))
    if (!wanted.empty() &&
        failed(checkOne(op, kind, i, type,
                        wanted[std::min(i, wanted.size() - 1)])))
      return failure();
  return success();
}

/// (C1) of most elementwise ops.
LogicalResult checkSame(Operation *op) {
  Type first = getElementTypeOrSelf(*op->result_type_begin());
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
    if (!haveSameBaseline(getElementTypeOrSelf(type), first))
      return op->emitOpError()
             << "(C1) operand " << i << " has elements of type "
             << getElementTypeOrSelf(type) << ", the result of " << first
             << "; expected the same";
  return success();
}

/// The parameters of both kinds of types, one for all elements or one per
/// slice.
std::pair<SmallVector<double>, SmallVector<int64_t>>
parametersOf(quant::QuantizedType type) {
  if (auto axis = dyn_cast<quant::UniformQuantizedPerAxisType>(type))
    return {SmallVector<double>(axis.getScales()),
            SmallVector<int64_t>(axis.getZeroPoints())};
  auto tensor = cast<quant::UniformQuantizedType>(type);
  return {{tensor.getScale()}, {tensor.getZeroPoint()}};
}

std::string parameterFault(quant::QuantizedType type) {
  unsigned width = type.getStorageTypeIntegralWidth();
  if (!llvm::is_contained({2u, 4u, 8u, 16u, 32u, 64u}, width))
    return "(C1) expected a storage type of 2, 4, 8, 16, 32 or 64 bits";
  auto [scales, zeroPoints] = parametersOf(type);
  for (double scale : scales) {
    if (!std::isfinite(scale))
      return "(C6) expected finite scales";
    if (!(scale > 0))
      return "(C5) expected positive scales";
  }
  for (int64_t zeroPoint : zeroPoints)
    if (zeroPoint < type.getStorageTypeMin() ||
        zeroPoint > type.getStorageTypeMax())
      return "(C7) expected zero points from " +
             std::to_string(type.getStorageTypeMin()) + " to " +
             std::to_string(type.getStorageTypeMax()) + ", as is stored";
  return std::string();
}

/// What keeps the parameters of a quantised tensor from being used with it, by
/// the constraints of the specification's section "Types"; empty if nothing
/// does.
std::string quantizationFault(RankedTensorType type) {
  Type element = type.getElementType();
  if (!isQuantized(element))
    return std::string();
  std::string fault = parameterFault(cast<quant::QuantizedType>(element));
  if (!fault.empty() || !isPerAxisQuantized(element))
    return fault;
  auto axis = cast<quant::UniformQuantizedPerAxisType>(element);
  int64_t dimension = axis.getQuantizedDimension();
  if (dimension < 0)
    return "(C11) expected a dimension that is not negative";
  if (dimension >= type.getRank())
    return "(C12) expected a quantised dimension below its rank of " +
           std::to_string(type.getRank());
  auto count = static_cast<int64_t>(axis.getScales().size());
  if (ShapedType::isStatic(type.getDimSize(dimension)) &&
      type.getDimSize(dimension) != count)
    return "(C13) expected " + std::to_string(type.getDimSize(dimension)) +
           " scales, one for each slice along dimension " +
           std::to_string(dimension);
  return std::string();
}

/// Quantised types of operands and results: the parameters of such a type are
/// read at its elements' places, so they must be there.
LogicalResult checkQuantization(Operation *op, StringRef kind,
                                TypeRange types) {
  for (auto [i, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::string fault = tensor ? quantizationFault(tensor) : std::string();
    if (!fault.empty())
      return op->emitOpError()
             << kind << " " << i << " is " << type << ", " << fault;
  }
  return success();
}

} // namespace

LogicalResult ingot::stablehlo::verifyListedTypes(Operation *op) {
  if (failed(checkQuantization(op, "operand", op->getOperandTypes())) ||
      failed(checkQuantization(op, "result", op->getResultTypes())))
    return failure();
  static const llvm::StringMap<Listed> table = makeTable();
  auto entry = table.find(op->getName().stripDialect());
  if (entry == table.end())
    return success();
  const Listed &listed = entry->second;
  if (failed(
          checkList(op, "operand", op->getOperandTypes(), listed.operands)) ||
      failed(checkList(op, "result", op->getResultTypes(), listed.results)))
    return failure();
  return listed.areSame && op->getNumResults() != 0 ? checkSame(op) : success();
}
