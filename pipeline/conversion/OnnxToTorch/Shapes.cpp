//===- Shapes.cpp - constants, other shapes, new tensors ------------------===//
//
// ONNX passes shapes and axes as tensors, PyTorch's operators take ints. Sizes
// that the type of the result states are taken from there; those of a constant
// as they are; all others are read from the tensor when the program runs.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"
#include "pipeline/dialects/torch/TorchOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static Results convertConstant(const OnnxOp &op) {
  TorchBuilder &builder = op.builder();
  if (auto value = dyn_cast_if_present<ElementsAttr>(op.attribute("value")))
    return builder.literal(value);
  // A number, or a vector of numbers.
  for (StringRef name : {"value_int", "value_ints"}) {
    Attribute given = op.attribute(name);
    if (!given)
      continue;
    bool isList = isa<ArrayAttr>(given);
    Ints elements =
        isList ? op.integers(name).value_or(Ints()) : Ints{op.integer(name, 0)};
    Ints sizes;
    if (isList)
      sizes.push_back(elements.size());
    return builder.literal(elements, sizes, op.resultType().getDtype());
  }
  if (std::optional<SmallVector<double>> list = op.numbers("value_floats"))
    return floats(builder, *list, {static_cast<int64_t>(list->size())},
                  f32(builder));
  if (op.attribute("value_float"))
    return number(builder, op.number("value_float", 0),
                  op.resultType().getDtype());
  return op.fail("a constant that is neither a tensor nor a number");
}

/// The sizes that the result's type states, and what `sizes` has for others.
static SmallVector<Value> refine(const OnnxOp &op, ArrayRef<Value> sizes) {
  SmallVector<Value> refined(sizes);
  for (auto [size, stated] : llvm::zip(refined, op.resultSizes()))
    if (stated != ShapedType::kDynamic)
      size = op.builder().constant(stated);
  return refined;
}

/// What a shape of the run means: 0 copies the operand's size, -1 is what the
/// others leave.
static SmallVector<Value> resolveShape(const OnnxOp &op, Tensor shape) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  int64_t rank = sizesOf(shape).front();
  shape = convert(shape, si64(builder));
  if (!op.integer("allowzero", 0)) {
    SmallVector<Value> own = builder.sizes(x);
    own.resize(rank, builder.constant(int64_t(1)));
    shape = where(shape == Scalar(0), vectorOf(builder, own), shape);
  }
  Tensor isLeft = shape == Scalar(-1);
  Tensor known = product(where(isLeft, Scalar(1), shape), {0}, false);
  Tensor all = tensorOf(builder, builder.count(x));
  Tensor rest = floorDivide(all, clamp(known, 1, Scalar(std::nullopt)));
  shape = where(isLeft, rest, shape);
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(item(select(shape, 0, i)));
  return sizes;
}

/// The sizes that a shape was put together from. One that is -1 stays; nothing
/// unless all others are sizes or numbers.
static std::optional<SmallVector<Value>> readShape(const OnnxOp &op) {
  std::optional<SmallVector<Value>> sizes = op.sizesIn(1);
  if (!sizes)
    return std::nullopt;
  for (auto [dim, size] : llvm::enumerate(*sizes)) {
    std::optional<int64_t> known = matchInt(size);
    Operation *asked = size.getDefiningOp();
    if (!known && !(asked && TorchOp(asked).is("torch.aten.size.int")))
      return std::nullopt;
    if (known != 0 || op.integer("allowzero", 0))
      continue;
    if (dim >= static_cast<size_t>(op.input(0).rank()))
      return std::nullopt;
    size = op.input(0).size(dim);
  }
  return sizes;
}

/// 0 takes the size of the operand, unless `allowzero` says that it is one.
static Results convertReshape(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> shape = op.integers("shape", 1);
  if (std::optional<SmallVector<Value>> sizes = op.knownSizes())
    return view(x, *sizes);
  Ints stated = op.resultSizes();
  if (!shape && !op.integer("allowzero", 0) &&
      llvm::count(stated, ShapedType::kDynamic) == 1) {
    SmallVector<Value> sizes;
    for (int64_t size : stated)
      sizes.push_back(op.builder().constant(
          size == ShapedType::kDynamic ? int64_t(-1) : size));
    return view(x, sizes);
  }
  if (!shape) {
    if (std::optional<SmallVector<Value>> sizes = readShape(op);
        sizes && sizes->size() == stated.size())
      return view(x, refine(op, *sizes));
    Tensor given = op.input(1);
    if (!given || given.rank() != 1 ||
        sizesOf(given).front() != static_cast<int64_t>(stated.size()))
      return op.fail("a shape of which the length is known only to the run");
    return view(x, refine(op, resolveShape(op, given)));
  }
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(*shape)) {
    bool copies = size == 0 && !op.integer("allowzero", 0);
    if (copies && dim >= static_cast<size_t>(x.rank()))
      return {};
    sizes.push_back(copies ? x.size(dim) : op.builder().constant(size));
  }
  return view(x, sizes);
}

/// Two dimensions: what is before the axis, and the rest. Either may be a
/// product of unknown sizes, which is computed.
static Results convertFlatten(const OnnxOp &op) {
  Tensor x = op.input(0);
  int64_t axis = op.integer("axis", 1);
  axis += axis < 0 ? x.rank() : 0;
  if (axis < 0 || axis > x.rank())
    return {};
  SmallVector<int64_t> dims = allDims(x);
  return view(x, {elementCount(x, ArrayRef(dims).take_front(axis)),
                  elementCount(x, ArrayRef(dims).drop_front(axis))});
}

static Results convertTranspose(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> order = op.integers("perm");
  if (!order) {
    order = allDims(x);
    std::reverse(order->begin(), order->end());
  }
  if (order->size() != static_cast<size_t>(x.rank()))
    return {};
  return permute(x, *order);
}

/// From the last axis to the first, so that removing one does not move the
/// others.
static Results convertSqueeze(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> axes = op.integers("axes", 1);
  if (!axes) {
    std::optional<SmallVector<Value>> sizes = op.knownSizes();
    if (op.input(1) && !sizes)
      return op.fail("axes that are not known before the run");
    if (op.input(1))
      return view(x, *sizes);
    axes.emplace();
    for (auto [dim, size] : llvm::enumerate(*x.type().getSizes()))
      if (size == 1)
        axes->push_back(dim);
  }
  for (int64_t &axis : *axes)
    axis += axis < 0 ? x.rank() : 0;
  llvm::sort(*axes, std::greater<>());
  for (int64_t axis : *axes) {
    if (axis < 0 || axis >= x.rank())
      return {};
    x = squeeze(x, axis);
  }
  return x;
}

/// Axes count in the result, so its rank is needed before the first is added,
/// in ascending order.
static Results convertUnsqueeze(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> axes = op.integers("axes", 1);
  if (!axes) {
    if (std::optional<SmallVector<Value>> sizes = op.knownSizes())
      return view(x, *sizes);
    return op.fail("axes that are not known before the run");
  }
  int64_t rank = x.rank() + axes->size();
  for (int64_t &axis : *axes)
    axis += axis < 0 ? rank : 0;
  llvm::sort(*axes);
  for (int64_t axis : *axes) {
    if (axis < 0 || axis > x.rank())
      return {};
    x = unsqueeze(x, axis);
  }
  return x;
}

/// A size of the operand is kept where the shape has 1.
static Results convertExpand(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  if (std::optional<SmallVector<Value>> sizes = op.knownSizes())
    return expand(x, *sizes);
  std::optional<SmallVector<Value>> shape = op.ints(1);
  if (!shape)
    return op.fail("a shape of which the length is known only to the run");
  SmallVector<Value> own = builder.sizes(x);
  while (own.size() < shape->size())
    own.insert(own.begin(), builder.constant(int64_t(1)));
  while (shape->size() < own.size())
    shape->insert(shape->begin(), builder.constant(int64_t(1)));
  SmallVector<Value> sizes;
  for (auto [size, wanted] : llvm::zip_equal(own, *shape)) {
    std::optional<int64_t> known = matchInt(size), asked = matchInt(wanted);
    if (known == 1)
      sizes.push_back(wanted);
    else if (known || asked == 1)
      sizes.push_back(size);
    else
      sizes.push_back(
          builder.create("prim.max.int", {{"a", size}, {"b", wanted}}));
  }
  return expand(x, refine(op, sizes));
}

/// A constant where the sizes are known, which operators that take shapes can
/// read.
static Results convertShape(const OnnxOp &op) {
  Tensor x = op.input(0);
  Ints sizes = sizesOf(x);
  int64_t rank = x.rank(), start = op.integer("start", 0),
          end = op.integer("end", rank);
  start = std::clamp<int64_t>(start < 0 ? start + rank : start, 0, rank);
  end = std::clamp<int64_t>(end < 0 ? end + rank : end, start, rank);
  Ints wanted(ArrayRef(sizes).slice(start, end - start));
  if (!llvm::is_contained(wanted, ShapedType::kDynamic))
    return vectorOf(op.builder(), wanted);
  SmallVector<Value> values;
  for (int64_t dim = start; dim < end; ++dim)
    values.push_back(x.size(dim));
  return vectorOf(op.builder(), values);
}

static Results convertSize(const OnnxOp &op) {
  return tensorOf(op.builder(), op.builder().count(op.input(0)));
}

/// The sizes of a new tensor; nothing if even their number is not known.
static std::optional<SmallVector<Value>> sizesOfNew(const OnnxOp &op,
                                                    unsigned input) {
  if (std::optional<SmallVector<Value>> sizes = op.knownSizes())
    return sizes;
  std::optional<SmallVector<Value>> sizes = op.ints(input);
  if (!sizes || sizes->size() != op.resultSizes().size())
    return std::nullopt;
  return refine(op, *sizes);
}

/// The value is a tensor of one element; f32 zero if there is none.
static Results convertConstantOfShape(const OnnxOp &op) {
  TorchBuilder &builder = op.builder();
  std::optional<SmallVector<Value>> sizes = sizesOfNew(op, 0);
  if (!sizes)
    return op.fail("a shape of which the length is known only to the run");
  auto value = dyn_cast_if_present<ElementsAttr>(op.attribute("value"));
  if (!value)
    return full(builder, *sizes, 0.0, f32(builder));
  if (value.getNumElements() != 1)
    return {};
  Tensor one(builder, builder.literal(value));
  return expand(one.rank() == 0 ? one : view(one, {}), *sizes);
}

/// From start by delta, as many as there are below the limit. f16 and bf16 are
/// computed in f32.
static Results convertRange(const OnnxOp &op) {
  TorchBuilder &builder = op.builder();
  Tensor start = op.input(0), limit = op.input(1), delta = op.input(2);
  if (op.resultSizes().size() != 1)
    return op.fail("a result that is not a vector");
  for (Tensor *x : {&start, &limit, &delta})
    *x = widen(x->rank() == 0 ? *x : view(*x, {}));
  Value count;
  if (std::optional<SmallVector<Value>> sizes = op.knownSizes()) {
    count = sizes->front();
  } else if (Value size = op.sizeIn(1);
             size && op.constant(0) == Ints{0} && op.constant(2) == Ints{1}) {
    count = size;
  } else {
    Type wide = f64(builder);
    Tensor steps =
        (convert(limit, wide) - convert(start, wide)) / convert(delta, wide);
    count =
        item(convert(clamp(map("aten.ceil", steps), 0.0, Scalar(std::nullopt)),
                     si64(builder)));
  }
  Tensor index = convert(iota(builder, 0, Scalar(count)), start.dtype());
  return start + index * delta;
}

static Results convertTile(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  std::optional<SmallVector<Value>> repeats = op.ints(1);
  if (!repeats || repeats->size() != static_cast<size_t>(x.rank()))
    return op.fail("repeats of which the number is known only to the run");
  // What both types state need not be asked.
  Ints sizes = op.resultSizes(), own = sizesOf(x);
  if (sizes.size() != own.size())
    return op.fail("a result of another rank than the operand");
  for (size_t i = 0; i < own.size(); ++i)
    if (sizes[i] != ShapedType::kDynamic && own[i] > 0)
      (*repeats)[i] = builder.constant(sizes[i] / own[i]);
  return builder.create("aten.repeat", {{"self", x}, {"repeats", *repeats}},
                        op.resultType());
}

static Results convertEyeLike(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  if (x.rank() != 2)
    return {};
  Tensor rows = places(builder, x.size(0), 0, 2);
  Tensor columns = places(builder, x.size(1), 1, 2);
  return convert(columns - rows == Scalar(op.integer("k", 0)),
                 op.resultType().getDtype());
}

/// Blocks of channels become blocks of places: DCR takes the block's part of
/// the channels from the front, CRD from the back.
static Results convertDepthToSpace(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  int64_t block = op.integer("blocksize", 0);
  if (x.rank() != 4 || block < 1)
    return {};
  bool rowsFirst = op.text("mode", "DCR") == "DCR";
  Value b = builder.constant(block);
  Value depth = builder.floorDivide(x.size(1), builder.mul(b, b));
  Tensor parts = rowsFirst
                     ? view(x, {x.size(0), b, b, depth, x.size(2), x.size(3)})
                     : view(x, {x.size(0), depth, b, b, x.size(2), x.size(3)});
  parts = rowsFirst ? permute(parts, {0, 3, 4, 1, 5, 2})
                    : permute(parts, {0, 1, 4, 2, 5, 3});
  return view(parts, {x.size(0), depth, builder.mul(x.size(2), b),
                      builder.mul(x.size(3), b)});
}

static Results convertSpaceToDepth(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  int64_t block = op.integer("blocksize", 0);
  if (x.rank() != 4 || block < 1)
    return {};
  Value b = builder.constant(block);
  Value rows = builder.floorDivide(x.size(2), b);
  Value columns = builder.floorDivide(x.size(3), b);
  Tensor parts = view(x, {x.size(0), x.size(1), rows, b, columns, b});
  parts = op.text("mode", "DCR") == "DCR" ? permute(parts, {0, 3, 5, 1, 2, 4})
                                          : permute(parts, {0, 1, 3, 5, 2, 4});
  return view(parts, {x.size(0), builder.mul(x.size(1), builder.mul(b, b)),
                      rows, columns});
}

ArrayRef<Conversion> ingot::onnx::shapes() {
  static constexpr Conversion kTable[] = {
      {"Constant", convertConstant, 0},
      {"ConstantOfShape", convertConstantOfShape},
      {"DepthToSpace", convertDepthToSpace},
      {"Expand", convertExpand, 2},
      {"EyeLike", convertEyeLike},
      {"Flatten", convertFlatten},
      {"Range", convertRange, 3},
      {"Reshape", convertReshape},
      {"Shape", convertShape},
      {"Size", convertSize},
      {"SpaceToDepth", convertSpaceToDepth},
      {"Squeeze", convertSqueeze},
      {"Tile", convertTile, 2},
      {"Transpose", convertTranspose},
      {"Unsqueeze", convertUnsqueeze},
  };
  return kTable;
}
