//===- InferTypes.cpp - result types of PyTorch's operators ---------------===//
//
// One rule for each family of operators; the table at the end says which
// operator belongs to which.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/InferTypes.h"
#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/build/Promotion.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using IntSizes = SmallVector<int64_t>;
using Types = SmallVector<Type>;
static constexpr int64_t kUnknown = ShapedType::kDynamic;

namespace {

/// An operator that is about to be created.
struct Call {
  MLIRContext *context;
  const Schema &schema;
  ArrayRef<Value> operands;

  /// Null if the operator has no such argument.
  Value operand(StringRef name) const {
    std::optional<unsigned> index = schema.indexOf(name);
    return index ? operands[*index] : Value();
  }
  TorchTensorType tensor(StringRef name = "self") const {
    return cast<TorchTensorType>(operand(name).getType());
  }
  IntSizes sizes(StringRef name = "self") const {
    return IntSizes(*tensor(name).getSizes());
  }
  Type dtype(StringRef name = "self") const { return tensor(name).getDtype(); }
  int64_t dim(StringRef name, int64_t rank) const {
    return normalizeDim(*matchInt(operand(name)), rank).value_or(0);
  }
  /// What the argument `dtype` asks for, or else `otherwise`.
  Type dtypeOr(Type otherwise) const {
    std::optional<int64_t> asked = matchInt(operand("dtype"));
    return asked ? dtypeOf(context, *asked) : otherwise;
  }
  /// The elements of a list of ints, unknown ones among them.
  IntSizes ints(StringRef name) const {
    IntSizes ints;
    for (Value element :
         matchList(operand(name)).value_or(SmallVector<Value>()))
      ints.push_back(matchInt(element).value_or(kUnknown));
    return ints;
  }
  Type make(ArrayRef<int64_t> sizes, Type dtype) const {
    return ValueTensorType::get(context, sizes, dtype);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Equal from the right, or one of the two is 1.
static IntSizes broadcast(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  IntSizes sizes(a);
  for (auto [size, other] :
       llvm::zip(MutableArrayRef(sizes).take_back(b.size()), b)) {
    if (size == other || other == 1)
      continue;
    // An unknown size beside one that is known can only be that, or 1.
    if (size == 1 || size == kUnknown)
      size = other;
    else if (other != kUnknown)
      size = kUnknown;
  }
  return sizes;
}

static IntSizes broadcastOperands(const Call &call) {
  IntSizes sizes;
  for (Value operand : call.operands)
    if (auto tensor = dyn_cast<TorchTensorType>(operand.getType()))
      sizes = broadcast(sizes, *tensor.getSizes());
  return sizes;
}

/// Operands that take part in promotion: `alpha`, `rounding_mode` and their
/// like do not.
static Type promoteOperands(const Call &call) {
  SmallVector<Value> promoted;
  for (auto [argument, operand] :
       llvm::zip_equal(call.schema.arguments, call.operands))
    if (!argument.keywordOnly && argument.name != "condition" &&
        argument.name != "alpha" && argument.name != "mask")
      promoted.push_back(operand);
  return resultDtype(promoted);
}

static Types same(const Call &call) {
  return {call.make(call.sizes(), call.dtype())};
}

static Types likeReal(const Call &call) {
  return {call.make(call.sizes(), realDtype(call.dtype()))};
}

static Types likeFloat(const Call &call) {
  return {call.make(call.sizes(), floatDtype(call.dtype()))};
}

static Types promoted(const Call &call) {
  return {call.make(broadcastOperands(call), promoteOperands(call))};
}

static Types promotedFloat(const Call &call) {
  Type dtype = promoteOperands(call);
  // With a rounding mode, division of integers stays among them.
  if (isNone(call.operand("rounding_mode")) || !call.operand("rounding_mode"))
    dtype = floatDtype(dtype);
  return {call.make(broadcastOperands(call), dtype)};
}

static Types boolean(const Call &call) {
  return {
      call.make(broadcastOperands(call), Builder(call.context).getI1Type())};
}

static Types converted(const Call &call) {
  StringRef first = call.schema.arguments.front().name;
  return {call.make(call.sizes(first), call.dtypeOr(call.dtype(first)))};
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// `dim` is None, one dimension or a list; an empty list means all.
static IntSizes reducedSizes(const Call &call) {
  IntSizes sizes = call.sizes();
  Value dim = call.operand("dim");
  SmallVector<bool> reduced(sizes.size(), !dim || isNone(dim));
  IntSizes dims;
  if (std::optional<int64_t> one = matchInt(dim))
    dims = {*one};
  else if (dim && !isNone(dim))
    dims = call.ints("dim");
  if (dims.empty())
    reduced.assign(sizes.size(), true);
  for (int64_t one : dims)
    if (std::optional<int64_t> index = normalizeDim(one, sizes.size());
        index && !sizes.empty())
      reduced[*index] = true;
  bool keep = matchBool(call.operand("keepdim")).value_or(false);
  IntSizes kept;
  for (auto [size, isReduced] : llvm::zip_equal(sizes, reduced))
    if (keep || !isReduced)
      kept.push_back(isReduced ? 1 : size);
  return kept;
}

static Types reduced(const Call &call) {
  return {call.make(reducedSizes(call), call.dtype())};
}

static Types summed(const Call &call) {
  return {call.make(reducedSizes(call), call.dtypeOr(sumDtype(call.dtype())))};
}

static Types reducedBoolean(const Call &call) {
  return {call.make(reducedSizes(call), Builder(call.context).getI1Type())};
}

static Type indexDtype(const Call &call) {
  return IntegerType::get(call.context, 64, IntegerType::Signed);
}

static Types reducedIndex(const Call &call) {
  return {call.make(reducedSizes(call), indexDtype(call))};
}

static Types reducedWithIndex(const Call &call) {
  IntSizes sizes = reducedSizes(call);
  return {call.make(sizes, call.dtype()), call.make(sizes, indexDtype(call))};
}

static Types accumulated(const Call &call) {
  return {call.make(call.sizes(), call.dtypeOr(sumDtype(call.dtype())))};
}

static Types sorted(const Call &call) {
  return {call.make(call.sizes(), call.dtype()),
          call.make(call.sizes(), indexDtype(call))};
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The product; unknown if a factor is.
static int64_t count(ArrayRef<int64_t> sizes) {
  return llvm::is_contained(sizes, kUnknown) ? kUnknown
                                             : llvm::product_of(sizes);
}

static Types viewed(const Call &call) {
  IntSizes sizes = call.ints("size");
  auto inferred = llvm::find(sizes, -1);
  if (inferred != sizes.end()) {
    *inferred = 1;
    int64_t all = count(call.sizes()), rest = count(sizes);
    *inferred = all == kUnknown || rest == kUnknown || rest == 0 ? kUnknown
                                                                 : all / rest;
  }
  return {call.make(sizes, call.dtype())};
}

static Types expanded(const Call &call) {
  IntSizes given = call.sizes(), sizes = call.ints("size");
  for (auto [size, old] :
       llvm::zip(MutableArrayRef(sizes).take_back(given.size()), given))
    if (size == -1 || (size == kUnknown && old != 1))
      size = old;
  return {call.make(sizes, call.dtype())};
}

static Types permuted(const Call &call) {
  IntSizes given = call.sizes(), sizes;
  for (int64_t dim : call.ints("dims"))
    sizes.push_back(given[normalizeDim(dim, given.size()).value_or(0)]);
  return {call.make(sizes, call.dtype())};
}

static Types transposed(const Call &call) {
  IntSizes sizes = call.sizes();
  if (!sizes.empty())
    std::swap(sizes[call.dim("dim0", sizes.size())],
              sizes[call.dim("dim1", sizes.size())]);
  return {call.make(sizes, call.dtype())};
}

static Types unsqueezed(const Call &call) {
  IntSizes sizes = call.sizes();
  sizes.insert(sizes.begin() + call.dim("dim", sizes.size() + 1), 1);
  return {call.make(sizes, call.dtype())};
}

/// Decompositions squeeze what they know to be 1.
static Types squeezed(const Call &call) {
  IntSizes sizes = call.sizes();
  if (sizes.empty())
    return same(call);
  int64_t dim = call.dim("dim", sizes.size());
  if (sizes[dim] == 1 || sizes[dim] == kUnknown)
    sizes.erase(sizes.begin() + dim);
  return {call.make(sizes, call.dtype())};
}

static Types sliced(const Call &call) {
  IntSizes sizes = call.sizes();
  int64_t &size = sizes[call.dim("dim", sizes.size())];
  auto bound = [&](StringRef name, int64_t absent) -> std::optional<int64_t> {
    if (isNone(call.operand(name)))
      return absent;
    std::optional<int64_t> value = matchInt(call.operand(name));
    if (!value || size == kUnknown)
      return std::nullopt;
    return std::clamp<int64_t>(*value < 0 ? *value + size : *value, 0, size);
  };
  std::optional<int64_t> start = bound("start", 0), end = bound("end", size);
  std::optional<int64_t> step = matchInt(call.operand("step"));
  bool whole =
      matchInt(call.operand("start")) == 0 && step == 1 &&
      matchInt(call.operand("end")) == std::numeric_limits<int64_t>::max();
  if (start && end && step && size != kUnknown && *step > 0)
    size = llvm::divideCeil(std::max<int64_t>(*end - *start, 0), *step);
  else if (!whole)
    size = kUnknown;
  return {call.make(sizes, call.dtype())};
}

static Types selected(const Call &call) {
  IntSizes sizes = call.sizes();
  sizes.erase(sizes.begin() + call.dim("dim", sizes.size()));
  return {call.make(sizes, call.dtype())};
}

static Types concatenated(const Call &call) {
  SmallVector<Value> parts = matchList(call.operand("tensors")).value();
  IntSizes sizes;
  for (auto [index, part] : llvm::enumerate(parts)) {
    ArrayRef<int64_t> given = *cast<TorchTensorType>(part.getType()).getSizes();
    if (index == 0) {
      sizes = IntSizes(given);
      continue;
    }
    int64_t dim = call.dim("dim", sizes.size());
    for (auto [i, size] : llvm::enumerate(sizes)) {
      bool known = size != kUnknown && given[i] != kUnknown;
      if (static_cast<int64_t>(i) == dim)
        size = known ? size + given[i] : kUnknown;
      else if (size == kUnknown)
        size = given[i];
    }
  }
  return {call.make(sizes, resultDtype(parts))};
}

/// Widths come in pairs, those of the last dimension first.
static Types padded(const Call &call) {
  IntSizes sizes = call.sizes(), widths = call.ints("pad");
  for (size_t i = 0; i + 1 < widths.size(); i += 2) {
    int64_t &size = sizes[sizes.size() - 1 - i / 2];
    bool known =
        size != kUnknown && widths[i] != kUnknown && widths[i + 1] != kUnknown;
    size = known ? size + widths[i] + widths[i + 1] : kUnknown;
  }
  return {call.make(sizes, call.dtype())};
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

static Types gathered(const Call &call) {
  return {call.make(call.sizes("index"), call.dtype())};
}

static Types indexSelected(const Call &call) {
  IntSizes sizes = call.sizes(), index = call.sizes("index");
  if (!sizes.empty())
    sizes[call.dim("dim", sizes.size())] = index.empty() ? 1 : index.front();
  return {call.make(sizes, call.dtype())};
}

static Types embedded(const Call &call) {
  IntSizes sizes = call.sizes("indices"), weight = call.sizes("weight");
  sizes.append(weight.begin() + 1, weight.end());
  return {call.make(sizes, call.dtype("weight"))};
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static Types multiplied(const Call &call) {
  StringRef second = call.schema.arguments[1].name;
  IntSizes a = call.sizes(), b = call.sizes(second);
  IntSizes sizes =
      broadcast(ArrayRef(a).drop_back(std::min<size_t>(a.size(), 2)),
                ArrayRef(b).drop_back(std::min<size_t>(b.size(), 2)));
  if (a.size() > 1)
    sizes.push_back(a[a.size() - 2]);
  if (b.size() > 1)
    sizes.push_back(b.back());
  return {call.make(sizes, promoteDtypes(call.dtype(), call.dtype(second)))};
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static Types filled(const Call &call) {
  Value fill = call.operand("fill_value");
  Type otherwise = fill ? resultDtype(fill) : Float32Type::get(call.context);
  return {call.make(call.ints("size"), call.dtypeOr(otherwise))};
}

static Types counted(const Call &call) {
  std::optional<int64_t> start = matchInt(call.operand("start"));
  std::optional<int64_t> end = matchInt(call.operand("end"));
  std::optional<int64_t> step = matchInt(call.operand("step"));
  int64_t size = kUnknown;
  if (start && end && step && *step > 0)
    size = std::max<int64_t>(llvm::divideCeilSigned(*end - *start, *step), 0);
  Type dtype = resultDtype(
      {call.operand("start"), call.operand("end"), call.operand("step")});
  return {call.make({size}, call.dtypeOr(dtype))};
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

using Rule = Types (*)(const Call &);

using RuleMap = llvm::StringMap<Rule>;

static void add(RuleMap &map, Rule rule,
                std::initializer_list<StringRef> names) {
  for (StringRef name : names)
    map[("torch." + name).str()] = rule;
}

static void addElementwise(RuleMap &map) {
  add(map, same, {"aten.neg",         "aten.relu",          "aten.ceil",
                  "aten.floor",       "aten.round",         "aten.trunc",
                  "aten.sign",        "aten.sgn",           "aten.clone",
                  "aten.flip",        "aten.tril",          "aten.triu",
                  "aten.bitwise_not", "aten.detach",        "aten.scatter_add",
                  "aten.scatter.src", "aten.scatter.value", "aten.index_put",
                  "aten.fill.Scalar", "aten.slice_scatter", "aten.copy"});
  add(map, likeReal, {"aten.abs"});
  add(map, likeFloat,
      {"aten.exp", "aten.exp2", "aten.expm1", "aten.log", "aten.log2",
       "aten.log10", "aten.log1p", "aten.sqrt", "aten.rsqrt", "aten.tanh",
       "aten.erf", "aten.sin", "aten.cos", "aten.sigmoid", "aten.reciprocal"});
  add(map, promoted,
      {"aten.add.Tensor",
       "aten.add.Scalar",
       "aten.sub.Tensor",
       "aten.sub.Scalar",
       "aten.mul.Tensor",
       "aten.mul.Scalar",
       "aten.rsub.Scalar",
       "aten.maximum",
       "aten.minimum",
       "aten.remainder.Tensor",
       "aten.remainder.Scalar",
       "aten.pow.Tensor_Tensor",
       "aten.pow.Tensor_Scalar",
       "aten.pow.Scalar",
       "aten.where.self",
       "aten.clamp",
       "aten.bitwise_and.Tensor",
       "aten.bitwise_or.Tensor",
       "aten.bitwise_xor.Tensor",
       "aten.fmod.Tensor",
       "aten.fmod.Scalar"});
  add(map, promotedFloat,
      {"aten.div.Tensor", "aten.div.Scalar", "aten.div.Tensor_mode",
       "aten.div.Scalar_mode", "aten.atan2"});
  add(map, boolean,
      {"aten.eq.Tensor", "aten.eq.Scalar", "aten.ne.Tensor", "aten.ne.Scalar",
       "aten.lt.Tensor", "aten.lt.Scalar", "aten.le.Tensor", "aten.le.Scalar",
       "aten.gt.Tensor", "aten.gt.Scalar", "aten.ge.Tensor", "aten.ge.Scalar",
       "aten.logical_and", "aten.logical_or", "aten.logical_xor",
       "aten.logical_not", "aten.signbit"});
}

static void addOthers(RuleMap &map) {
  add(map, converted, {"aten.to.dtype", "prims.convert_element_type"});
  add(map, reduced, {"aten.amax", "aten.amin"});
  add(map, summed, {"aten.sum.dim_IntList", "aten.prod.dim_int", "aten.prod"});
  add(map, reducedBoolean,
      {"aten.any.dim", "aten.all.dim", "aten.any", "aten.all"});
  add(map, reducedIndex, {"aten.argmax", "aten.argmin"});
  add(map, reducedWithIndex, {"aten.max.dim", "aten.min.dim"});
  add(map, accumulated, {"aten.cumsum", "aten.cumprod"});
  add(map, sorted, {"aten.sort", "aten.sort.stable"});
  add(map, viewed, {"aten.view"});
  add(map, expanded, {"aten.expand", "aten.broadcast_to"});
  add(map, permuted, {"aten.permute"});
  add(map, transposed, {"aten.transpose.int"});
  add(map, unsqueezed, {"aten.unsqueeze"});
  add(map, squeezed, {"aten.squeeze.dim"});
  add(map, sliced, {"aten.slice.Tensor"});
  add(map, selected, {"aten.select.int"});
  add(map, concatenated, {"aten.cat"});
  add(map, padded, {"aten.constant_pad_nd"});
  add(map, gathered, {"aten.gather"});
  add(map, indexSelected, {"aten.index_select"});
  add(map, embedded, {"aten.embedding"});
  add(map, multiplied, {"aten.mm", "aten.bmm", "aten.matmul"});
  add(map, filled, {"aten.full", "aten.empty.memory_format"});
  add(map, counted, {"aten.arange.start_step"});
}

static Rule findRule(StringRef name) {
  static const RuleMap rules = [] {
    RuleMap map;
    addElementwise(map);
    addOthers(map);
    return map;
  }();
  return rules.lookup(name);
}

/// The type of a scalar result; null for a tensor or list.
static Type scalarType(MLIRContext *context, const SchemaType &type) {
  if (!type.suffixes.empty())
    return {};
  switch (type.base) {
  case SchemaType::Base::Int:
    return IntType::get(context);
  case SchemaType::Base::Float:
    return torch::FloatType::get(context);
  case SchemaType::Base::Bool:
    return BoolType::get(context);
  case SchemaType::Base::Scalar:
    return NumberType::get(context);
  default:
    return {};
  }
}

std::optional<SmallVector<Type>>
ingot::torch::inferResultTypes(MLIRContext *context, const Schema &schema,
                               ArrayRef<Value> operands) {
  if (Rule rule = findRule(schema.opName))
    return rule({context, schema, operands});
  SmallVector<Type> types;
  for (const SchemaResult &result : schema.results) {
    Type type = scalarType(context, result.type);
    if (!type)
      return std::nullopt;
    types.push_back(type);
  }
  return types;
}
