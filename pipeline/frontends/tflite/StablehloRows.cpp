//===- StablehloRows.cpp - STABLEHLO_* operators --------------------------===//
//
// TFLite carries ops of StableHLO; each becomes that op again. Result shapes
// that such an op is given by its type come from the tensor that the model
// names.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/Converter.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

template <ElementOp function> Results convertUnary(TfLiteOp &op) {
  return op.b.elementwise(function, op.input(0));
}

template <ElementOp function> Results convertBinary(TfLiteOp &op) {
  return op.b.elementwise(function, op.input(0), op.input(1));
}

/// The type that the model states; null if a size is not known there.
RankedTensorType statedType(TfLiteOp &op, unsigned index = 0) {
  const Tensor &tensor = op.outputTensor(index);
  Type element = op.outputElement(index);
  if (!element || llvm::is_contained(tensor.shape, ShapedType::kDynamic))
    return {};
  return RankedTensorType::get(tensor.shape, element);
}

constexpr char kNoShape[] = "the shape of its result is not stated";

Ints listOf(const flatbuffers::Vector<int64_t> *list) {
  return list ? Ints(list->begin(), list->end()) : Ints();
}

/// Dimensions of a list: in range, each once.
bool areDims(ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank || seen.test(dim))
      return false;
    seen.set(dim);
  }
  return true;
}

constexpr char kBadDims[] = "its dimensions are out of range";

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Results convertReshape(TfLiteOp &op) {
  RankedTensorType type = statedType(op);
  RankedTensorType given = op.b.typeOf(op.input(0));
  if (!type || (given.hasStaticShape() &&
                given.getNumElements() != type.getNumElements()))
    return op.fail(kNoShape);
  Sizes sizes(type.getShape().begin(), type.getShape().end());
  return op.b.reshape(op.input(0), sizes);
}

Results convertBroadcastInDim(TfLiteOp &op) {
  Ints dims = listOf(op.options2<schema::StablehloBroadcastInDimOptions>()
                         .broadcast_dimensions());
  RankedTensorType type = statedType(op);
  Value value = op.input(0);
  if (!type || !areDims(dims, type.getRank()) ||
      static_cast<int64_t>(dims.size()) != op.b.rankOf(value))
    return op.fail(type ? kBadDims : kNoShape);
  for (auto [i, dim] : llvm::enumerate(dims))
    if (int64_t size = op.b.typeOf(value).getDimSize(i);
        size != 1 && size != type.getDimSize(dim))
      return op.fail("its sizes do not fit its result");
  Sizes sizes(type.getShape().begin(), type.getShape().end());
  return op.b.broadcastInDim(value, sizes, dims);
}

Results convertIota(TfLiteOp &op) {
  int64_t dim = op.options2<schema::StablehloIotaOptions>().iota_dimension();
  RankedTensorType type = statedType(op);
  if (!type || dim < 0 || dim >= type.getRank())
    return op.fail(type ? kBadDims : kNoShape);
  Sizes sizes(type.getShape().begin(), type.getShape().end());
  return op.b.iota(sizes, dim, type.getElementType());
}

Results convertConcatenate(TfLiteOp &op) {
  std::optional<int64_t> dim =
      dimOf(op.options2<schema::StablehloConcatenateOptions>().dimension(),
            op.b.rankOf(op.input(0)));
  Values parts = op.inputs();
  for (Value part : parts)
    if (!part || op.b.rankOf(part) != op.b.rankOf(parts[0]))
      return op.fail("its operands differ in rank");
  if (!dim)
    return op.fail(kBadDims);
  return op.b.concatenate(parts, *dim);
}

Results convertTranspose(TfLiteOp &op) {
  Ints order =
      listOf(op.options2<schema::StablehloTransposeOptions>().permutation());
  int64_t rank = op.b.rankOf(op.input(0));
  if (static_cast<int64_t>(order.size()) != rank || !areDims(order, rank))
    return op.fail(kBadDims);
  return op.b.transpose(op.input(0), order);
}

Results convertSlice(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloSliceOptions>();
  Ints starts = listOf(options.start_indices()),
       limits = listOf(options.limit_indices()),
       strides = listOf(options.strides());
  Value value = op.input(0);
  size_t rank = op.b.rankOf(value);
  if (starts.size() != rank || limits.size() != rank || strides.size() != rank)
    return op.fail(kBadDims);
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = op.b.typeOf(value).getDimSize(i);
    if (starts[i] < 0 || limits[i] < starts[i] || strides[i] < 1 ||
        (size != ShapedType::kDynamic && limits[i] > size))
      return op.fail("its bounds are out of range");
    value = op.b.slice(value, i, starts[i], limits[i], strides[i]);
  }
  return value;
}

/// A start that is out of range is moved until the slice fits.
Results convertDynamicSlice(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Ints lengths =
      listOf(op.options2<schema::StablehloDynamicSliceOptions>().slice_sizes());
  Value value = op.input(0);
  int64_t rank = b.rankOf(value);
  std::optional<Sizes> list;
  if (op.inputCount() == 2 && rank != 1)
    list = op.sizes(1);
  if (static_cast<int64_t>(lengths.size()) != rank ||
      (!list && static_cast<int64_t>(op.inputCount()) != rank + 1))
    return op.fail("it has another number of starts than dimensions");
  for (int64_t dim : llvm::seq(rank)) {
    Size size = b.sizeOf(value, dim);
    std::optional<Sizes> start = list ? Sizes{(*list)[dim]} : op.sizes(dim + 1);
    if (!start || start->empty() || lengths[dim] < 0 ||
        (size.isKnown() && lengths[dim] > size.known()))
      return op.fail("its bounds are out of range");
    Size last = b.subtract(size, lengths[dim]);
    Size first = b.minimum(b.maximum(start->front(), 0), last);
    value = b.narrow(value, dim, first, lengths[dim]);
  }
  return value;
}

Results convertDynamicUpdateSlice(TfLiteOp &op) {
  int64_t rank = op.b.rankOf(op.input(0));
  Sizes starts;
  for (unsigned i = 2; i < op.inputCount(); ++i)
    if (std::optional<Sizes> start = op.sizes(i))
      starts.append(*start);
  if (static_cast<int64_t>(starts.size()) != rank ||
      op.b.rankOf(op.input(1)) != rank)
    return op.fail("it has another number of starts than dimensions");
  return op.b.updateSlice(op.input(0), op.input(1), starts);
}

Results convertPad(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloPadOptions>();
  Ints low = listOf(options.edge_padding_low()),
       high = listOf(options.edge_padding_high()),
       between = listOf(options.interior_padding());
  size_t rank = op.b.rankOf(op.input(0));
  if (low.size() != rank || high.size() != rank || between.size() != rank ||
      llvm::any_of(between, [](int64_t size) { return size < 0; }))
    return op.fail(kBadDims);
  return op.b.pad(op.input(0), op.b.reshape(op.input(1), {}),
                  Sizes(low.begin(), low.end()),
                  Sizes(high.begin(), high.end()), between);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Results convertClamp(TfLiteOp &op) {
  return op.b.minimum(op.b.maximum(op.input(1), op.input(0)), op.input(2));
}

Results convertSelect(TfLiteOp &op) {
  return op.b.select(op.input(0), op.input(1), op.input(2));
}

Results convertConvert(TfLiteOp &op) {
  return op.b.convert(op.input(0), op.outputElement());
}

Results convertCompare(TfLiteOp &op) {
  using Direction = schema::StablehloComparisonDirection;
  Comparison comparison;
  switch (
      op.options2<schema::StablehloCompareOptions>().comparison_direction()) {
  case Direction::STABLEHLO_COMPARISON_DIRECTION_EQ:
    comparison = Comparison::EQ;
    break;
  case Direction::STABLEHLO_COMPARISON_DIRECTION_NE:
    comparison = Comparison::NE;
    break;
  case Direction::STABLEHLO_COMPARISON_DIRECTION_GE:
    comparison = Comparison::GE;
    break;
  case Direction::STABLEHLO_COMPARISON_DIRECTION_GT:
    comparison = Comparison::GT;
    break;
  case Direction::STABLEHLO_COMPARISON_DIRECTION_LE:
    comparison = Comparison::LE;
    break;
  case Direction::STABLEHLO_COMPARISON_DIRECTION_LT:
    comparison = Comparison::LT;
    break;
  default:
    return op.fail("its comparison is not known");
  }
  return op.b.compare(comparison, op.input(0), op.input(1));
}

//===----------------------------------------------------------------------===//
// Products and indexing
//===----------------------------------------------------------------------===//

Results convertDotGeneral(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloDotGeneralOptions>();
  Ints xBatch = listOf(options.lhs_batching_dimensions()),
       yBatch = listOf(options.rhs_batching_dimensions()),
       xDims = listOf(options.lhs_contracting_dimensions()),
       yDims = listOf(options.rhs_contracting_dimensions());
  Ints x(xBatch), y(yBatch);
  x.append(xDims);
  y.append(yDims);
  if (xBatch.size() != yBatch.size() || xDims.size() != yDims.size() ||
      !areDims(x, op.b.rankOf(op.input(0))) ||
      !areDims(y, op.b.rankOf(op.input(1))))
    return op.fail(kBadDims);
  return op.b.dotGeneral(op.input(0), op.input(1), xBatch, yBatch, xDims,
                         yDims);
}

Results convertGather(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloGatherOptions>();
  RankedTensorType type = statedType(op);
  if (!type)
    return op.fail(kNoShape);
  auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
      op.b.getContext(), listOf(options.offset_dims()),
      listOf(options.collapsed_slice_dims()), {}, {},
      listOf(options.start_index_map()), options.index_vector_dim());
  return Value(stablehlo::GatherOp::create(
      op.b, type, op.input(0), op.input(1), numbers,
      op.b.getDenseI64ArrayAttr(listOf(options.slice_sizes())), BoolAttr()));
}

/// A region of scalars that a subgraph says.
LogicalResult fillRegion(TfLiteOp &op, Region &region, int32_t index,
                         ArrayRef<Type> types) {
  Block *block = new Block();
  region.push_back(block);
  std::vector<Held> inputs;
  for (Type type : types)
    inputs.push_back({block->addArgument(type, op.b.getLoc()), ""});
  OpBuilder builder(op.b.getContext());
  builder.setInsertionPointToEnd(block);
  std::string refusal;
  StablehloBuilder b(op.b.getLoc(), builder, /*strict=*/false, refusal);
  FailureOr<std::vector<Held>> outputs =
      op.converter().convertSubgraph(index, inputs, b);
  if (failed(outputs))
    return op.fail("its subgraph takes other operands, or nests too deep");
  Values values;
  for (const Held &held : *outputs) {
    if (!held.value)
      return op.fail("its subgraph gives no values");
    values.push_back(b.reshape(held.value, {}));
  }
  b.yield(values);
  return success();
}

SmallVector<Type> scalarTypes(ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values)
    types.push_back(RankedTensorType::get({}, TensorBuilder::elementOf(value)));
  return types;
}

Results convertScatter(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloScatterOptions>();
  Value value = op.input(0);
  auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
      op.b.getContext(), listOf(options.update_window_dims()),
      listOf(options.inserted_window_dims()), {}, {},
      listOf(options.scatter_dims_to_operand_dims()),
      options.index_vector_dim());
  auto made = stablehlo::ScatterOp::create(op.b, TypeRange(value.getType()),
                                           value, op.input(1), op.input(2),
                                           numbers, BoolAttr(), BoolAttr());
  SmallVector<Type> types = scalarTypes({value, value});
  if (failed(fillRegion(op, made.getUpdateComputation(),
                        options.update_computation_subgraph_index(), types)))
    return failure();
  return made->getResult(0);
}

Results convertReduce(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloReduceOptions>();
  Values all = op.inputs();
  Ints dims = listOf(options.dimensions());
  llvm::sort(dims);
  if (all.size() % 2 != 0 || llvm::is_contained(all, Value()) ||
      !areDims(dims, op.b.rankOf(all[0])))
    return op.fail(kBadDims);
  ValueRange values = ValueRange(all).take_front(all.size() / 2);
  Values initial;
  for (Value value : ValueRange(all).drop_front(all.size() / 2))
    initial.push_back(op.b.reshape(value, {}));
  SmallVector<Type> types;
  for (Value value : values) {
    SmallVector<int64_t> shape;
    for (int64_t dim : llvm::seq(op.b.rankOf(value)))
      if (!llvm::is_contained(dims, dim))
        shape.push_back(op.b.typeOf(value).getDimSize(dim));
    types.push_back(op.b.typeOf(value).clone(shape));
  }
  auto made = stablehlo::ReduceOp::create(op.b, types, values, initial,
                                          op.b.getDenseI64ArrayAttr(dims));
  SmallVector<Type> scalars = scalarTypes(all);
  if (failed(fillRegion(op, made.getBody(), options.body_subgraph_index(),
                        scalars)))
    return failure();
  return Values(made.getResults());
}

Results convertReduceWindow(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloReduceWindowOptions>();
  RankedTensorType type = statedType(op);
  if (!type || op.inputCount() != 2)
    return op.fail(kNoShape);
  size_t rank = type.getRank();
  auto orOnes = [&](const flatbuffers::Vector<int64_t> *list) {
    Ints result = listOf(list);
    return result.empty() ? Ints(rank, 1) : result;
  };
  Ints padding = listOf(options.padding());
  if (padding.empty())
    padding.assign(2 * rank, 0);
  Ints window = orOnes(options.window_dimensions());
  if (padding.size() != 2 * rank || window.size() != rank)
    return op.fail(kBadDims);
  auto paddingType =
      RankedTensorType::get({int64_t(rank), 2}, op.b.getI64Type());
  Value value = op.input(0), initial = op.b.reshape(op.input(1), {});
  auto made = stablehlo::ReduceWindowOp::create(
      op.b, TypeRange(Type(type)), value, initial,
      op.b.getDenseI64ArrayAttr(window),
      op.b.getDenseI64ArrayAttr(orOnes(options.window_strides())),
      op.b.getDenseI64ArrayAttr(orOnes(options.base_dilations())),
      op.b.getDenseI64ArrayAttr(orOnes(options.window_dilations())),
      DenseIntElementsAttr::get(paddingType, padding));
  SmallVector<Type> scalars = scalarTypes({value, value});
  if (failed(fillRegion(op, made.getBody(), options.body_subgraph_index(),
                        scalars)))
    return failure();
  return made->getResult(0);
}

Results convertSort(TfLiteOp &op) {
  const auto &options = op.options2<schema::StablehloSortOptions>();
  Values values = op.inputs();
  std::optional<int64_t> dim =
      dimOf(options.dimension(), op.b.rankOf(values[0]));
  if (!dim || llvm::is_contained(values, Value()))
    return op.fail(kBadDims);
  auto made = stablehlo::SortOp::create(op.b, ValueRange(values).getTypes(),
                                        values, op.b.getI64IntegerAttr(*dim),
                                        op.b.getBoolAttr(options.is_stable()));
  Values pairs;
  for (Value value : values)
    pairs.append({value, value});
  SmallVector<Type> scalars = scalarTypes(pairs);
  if (failed(fillRegion(op, made.getComparator(),
                        options.comparator_subgraph_index(), scalars)))
    return failure();
  return Values(made->getResults());
}

Results convertRngBitGenerator(TfLiteOp &op) {
  using Algorithm = schema::RngAlgorithm;
  auto algorithm = stablehlo::RngAlgorithm::DEFAULT;
  switch (op.options2<schema::StablehloRngBitGeneratorOptions>().algorithm()) {
  case Algorithm::DEFAULT:
    break;
  case Algorithm::PHILOX:
    algorithm = stablehlo::RngAlgorithm::PHILOX;
    break;
  case Algorithm::THREEFRY:
    algorithm = stablehlo::RngAlgorithm::THREE_FRY;
    break;
  default:
    return op.fail("its algorithm is not known");
  }
  if (op.outputCount() != 2)
    return op.fail("it has not two results");
  RankedTensorType type = statedType(op, 1);
  if (!type)
    return op.fail(kNoShape);
  Value state = op.input(0);
  OperationState made(op.b.getLoc(),
                      stablehlo::RngBitGeneratorOp::getOperationName());
  made.addOperands(state);
  made.addTypes({state.getType(), type});
  made.addAttribute("rng_algorithm", stablehlo::RngAlgorithmAttr::get(
                                         op.b.getContext(), algorithm));
  return Values(op.b.create(made)->getResults());
}

/// REDUCE_WINDOW of TFLite: operands say where windows lie.
Results convertOwnReduceWindow(TfLiteOp &op) {
  using Function = schema::ReduceWindowFunction;
  Value value = op.input(0);
  int64_t rank = op.b.rankOf(value);
  std::optional<Ints> window = op.ints(2), strides = op.ints(3),
                      dilations = op.ints(4);
  auto fits = [&](const std::optional<Ints> &list) {
    return list && static_cast<int64_t>(list->size()) == rank &&
           llvm::all_of(*list, [](int64_t size) {
             return size > 0 && size <= (1 << 20);
           });
  };
  if (!fits(window) || !fits(strides) || !fits(dilations))
    return op.fail("its windows are not known, or not positive");
  Reducer reducer;
  switch (op.options2<schema::ReduceWindowOptions>().reduce_function()) {
  case Function::ADD:
    reducer = Reducer::Add;
    break;
  case Function::MUL:
    reducer = Reducer::Multiply;
    break;
  case Function::MINIMUM:
    reducer = Reducer::Minimum;
    break;
  case Function::MAXIMUM:
    reducer = Reducer::Maximum;
    break;
  case Function::ALL:
    reducer = Reducer::And;
    break;
  case Function::ANY:
    reducer = Reducer::Or;
    break;
  default:
    return op.fail("its function is not known");
  }
  torch::Windows windows{*window, *strides, Ints(rank, 0), *dilations, false};
  Value initial = op.b.reshape(op.input(1), {});
  return op.b
      .reduceWindowsVariadic(
          value, initial, windows,
          [&](TensorBuilder &inner, ValueRange arguments) {
            return Values{inner.combine(reducer, arguments[0], arguments[1])};
          })
      .front();
}

} // namespace

static constexpr Row kRows[] = {
    {BuiltinOperator::REDUCE_WINDOW, convertOwnReduceWindow, 5},
    {BuiltinOperator::STABLEHLO_ABS, convertUnary<ElementOp::Abs>},
    {BuiltinOperator::STABLEHLO_ADD, convertBinary<ElementOp::Add>, 2},
    {BuiltinOperator::STABLEHLO_AND, convertBinary<ElementOp::And>, 2},
    {BuiltinOperator::STABLEHLO_BROADCAST_IN_DIM, convertBroadcastInDim, 1,
     true},
    {BuiltinOperator::STABLEHLO_CBRT, convertUnary<ElementOp::Cbrt>},
    {BuiltinOperator::STABLEHLO_CLAMP, convertClamp, 3},
    {BuiltinOperator::STABLEHLO_COMPARE, convertCompare, 2},
    {BuiltinOperator::STABLEHLO_CONCATENATE, convertConcatenate, 1, true},
    {BuiltinOperator::STABLEHLO_CONVERT, convertConvert},
    {BuiltinOperator::STABLEHLO_COSINE, convertUnary<ElementOp::Cosine>},
    {BuiltinOperator::STABLEHLO_DIVIDE, convertBinary<ElementOp::Divide>, 2},
    {BuiltinOperator::STABLEHLO_DOT_GENERAL, convertDotGeneral, 2},
    {BuiltinOperator::STABLEHLO_DYNAMIC_SLICE, convertDynamicSlice, 1, true},
    {BuiltinOperator::STABLEHLO_DYNAMIC_UPDATE_SLICE, convertDynamicUpdateSlice,
     2, true},
    {BuiltinOperator::STABLEHLO_EXPONENTIAL,
     convertUnary<ElementOp::Exponential>},
    {BuiltinOperator::STABLEHLO_FLOOR, convertUnary<ElementOp::Floor>},
    {BuiltinOperator::STABLEHLO_GATHER, convertGather, 2, true},
    {BuiltinOperator::STABLEHLO_IOTA, convertIota, 0},
    {BuiltinOperator::STABLEHLO_LOG, convertUnary<ElementOp::Log>},
    {BuiltinOperator::STABLEHLO_LOGISTIC, convertUnary<ElementOp::Logistic>},
    {BuiltinOperator::STABLEHLO_MAXIMUM, convertBinary<ElementOp::Maximum>, 2},
    {BuiltinOperator::STABLEHLO_MINIMUM, convertBinary<ElementOp::Minimum>, 2},
    {BuiltinOperator::STABLEHLO_MULTIPLY, convertBinary<ElementOp::Multiply>,
     2},
    {BuiltinOperator::STABLEHLO_NEGATE, convertUnary<ElementOp::Negate>},
    {BuiltinOperator::STABLEHLO_OR, convertBinary<ElementOp::Or>, 2},
    {BuiltinOperator::STABLEHLO_PAD, convertPad, 2, true},
    {BuiltinOperator::STABLEHLO_POWER, convertBinary<ElementOp::Power>, 2},
    {BuiltinOperator::STABLEHLO_REDUCE, convertReduce, 2},
    {BuiltinOperator::STABLEHLO_REDUCE_WINDOW, convertReduceWindow, 2},
    {BuiltinOperator::STABLEHLO_REMAINDER, convertBinary<ElementOp::Remainder>,
     2},
    {BuiltinOperator::STABLEHLO_RESHAPE, convertReshape, 1, true},
    {BuiltinOperator::STABLEHLO_RNG_BIT_GENERATOR, convertRngBitGenerator},
    {BuiltinOperator::STABLEHLO_RSQRT, convertUnary<ElementOp::Rsqrt>},
    {BuiltinOperator::STABLEHLO_SCATTER, convertScatter, 3, true},
    {BuiltinOperator::STABLEHLO_SELECT, convertSelect, 3, true},
    {BuiltinOperator::STABLEHLO_SHIFT_LEFT, convertBinary<ElementOp::ShiftLeft>,
     2},
    {BuiltinOperator::STABLEHLO_SLICE, convertSlice, 1, true},
    {BuiltinOperator::STABLEHLO_SORT, convertSort},
    {BuiltinOperator::STABLEHLO_SUBTRACT, convertBinary<ElementOp::Subtract>,
     2},
    {BuiltinOperator::STABLEHLO_TANH, convertUnary<ElementOp::Tanh>},
    {BuiltinOperator::STABLEHLO_TRANSPOSE, convertTranspose, 1, true},
};

ArrayRef<Row> ingot::tflite::stablehloRows() { return kRows; }
