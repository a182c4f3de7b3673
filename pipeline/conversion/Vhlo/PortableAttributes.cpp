//===- PortableAttributes.cpp - attributes of StableHLO and VHLO ----------===//
//
// Most attributes are the same in both dialects. Three kinds are not, and each
// has a section:
//
//   groups     dimension numbers and channel handles: one attribute of
//              StableHLO, several of VHLO
//   values     lists are tensors in VHLO, symbols strings, flags booleans
//   defaults   VHLO writes them out, StableHLO leaves them out
//
// A Group lists accessors and VHLO's names once, and both directions come from
// that list, so they cannot drift apart. A value is translated by the
// attribute's name alone, because a name means the same in every op; defaults
// and groups depend on the op.
//
// Artifacts come from anyone. The way back assumes no kind of any attribute: a
// field that is missing or does not fit is a diagnostic. The facts are those of
// docs/vhlo.md; tests/lit/import reads artifacts that five releases of
// StableHLO wrote.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Vhlo/PortableAttributes.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSwitch.h"

#include <tuple>

using namespace mlir;
using namespace ingot::stablehlo;
using ingot::vhlo::ApiVersionAttr;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

static DenseElementsAttr makeSizes(MLIRContext *context,
                                   ArrayRef<int64_t> sizes) {
  auto type = RankedTensorType::get({static_cast<int64_t>(sizes.size())},
                                    IntegerType::get(context, 64));
  return DenseElementsAttr::get(type, sizes);
}

/// Nothing if the attribute is no list of 64-bit numbers.
static std::optional<SmallVector<int64_t>> readSizes(Attribute attr) {
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attr);
  if (!elements || elements.getType().getRank() != 1 ||
      !elements.getElementType().isInteger(64))
    return std::nullopt;
  return llvm::to_vector(elements.getValues<int64_t>());
}

//===----------------------------------------------------------------------===//
// Dimension numbers and the like
//===----------------------------------------------------------------------===//

namespace {

/// A field while its attribute is put together.
template <typename T> struct Field {
  T value = {};
};
template <> struct Field<ArrayRef<int64_t>> {
  SmallVector<int64_t> value;
};

Attribute toAttr(MLIRContext *context, int64_t value) {
  return IntegerAttr::get(IntegerType::get(context, 64), value);
}
Attribute toAttr(MLIRContext *context, ArrayRef<int64_t> value) {
  return makeSizes(context, value);
}
Attribute toAttr(MLIRContext *, Type value) { return TypeAttr::get(value); }
Attribute toAttr(MLIRContext *context, bool value) {
  return BoolAttr::get(context, value);
}

bool fromAttr(Attribute attr, Field<int64_t> &field) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attr);
  if (!integer || !integer.getType().isInteger(64))
    return false;
  field.value = integer.getInt();
  return true;
}
/// Lists that a later release brought are missing in earlier ones.
bool fromAttr(Attribute attr, Field<ArrayRef<int64_t>> &field) {
  if (!attr)
    return true;
  std::optional<SmallVector<int64_t>> sizes = readSizes(attr);
  if (sizes)
    field.value = std::move(*sizes);
  return sizes.has_value();
}
bool fromAttr(Attribute attr, Field<Type> &field) {
  auto type = dyn_cast_or_null<TypeAttr>(attr);
  if (type)
    field.value = type.getValue();
  return static_cast<bool>(type);
}
bool fromAttr(Attribute attr, Field<bool> &field) {
  auto boolean = dyn_cast_or_null<BoolAttr>(attr);
  if (boolean)
    field.value = boolean.getValue();
  return static_cast<bool>(boolean);
}

/// An attribute that VHLO spreads over several.
template <typename AttrT, auto... Accessors> struct Group {
  using Names = std::array<StringLiteral, sizeof...(Accessors)>;

  static void spread(AttrT attr, const Names &names, NamedAttrList &to) {
    const StringLiteral *name = names.data();
    (to.set(*name++, toAttr(attr.getContext(), (attr.*Accessors)())), ...);
  }

  /// Null if some field is missing or of another kind.
  static Attribute join(MLIRContext *context, const Names &names,
                        NamedAttrList &from) {
    std::tuple<
        Field<std::decay_t<decltype((std::declval<AttrT>().*Accessors)())>>...>
        fields;
    const StringLiteral *name = names.data();
    auto take = [&](auto &...field) {
      return (fromAttr(from.erase(*name++), field) && ...);
    };
    if (!std::apply(take, fields))
      return {};
    return std::apply(
        [&](auto &...field) { return AttrT::get(context, field.value...); },
        fields);
  }
};

using Conv = Group<ConvDimensionNumbersAttr,
                   &ConvDimensionNumbersAttr::getInputBatchDimension,
                   &ConvDimensionNumbersAttr::getInputFeatureDimension,
                   &ConvDimensionNumbersAttr::getInputSpatialDimensions,
                   &ConvDimensionNumbersAttr::getKernelInputFeatureDimension,
                   &ConvDimensionNumbersAttr::getKernelOutputFeatureDimension,
                   &ConvDimensionNumbersAttr::getKernelSpatialDimensions,
                   &ConvDimensionNumbersAttr::getOutputBatchDimension,
                   &ConvDimensionNumbersAttr::getOutputFeatureDimension,
                   &ConvDimensionNumbersAttr::getOutputSpatialDimensions>;
constexpr Conv::Names kConv = {
    "input_batch_dimension",           "input_feature_dimension",
    "input_spatial_dimensions",        "kernel_input_feature_dimension",
    "kernel_output_feature_dimension", "kernel_spatial_dimensions",
    "output_batch_dimension",          "output_feature_dimension",
    "output_spatial_dimensions"};

using Dot = Group<DotDimensionNumbersAttr,
                  &DotDimensionNumbersAttr::getLhsBatchingDimensions,
                  &DotDimensionNumbersAttr::getRhsBatchingDimensions,
                  &DotDimensionNumbersAttr::getLhsContractingDimensions,
                  &DotDimensionNumbersAttr::getRhsContractingDimensions>;
constexpr Dot::Names kDot = {
    "lhs_batching_dimensions", "rhs_batching_dimensions",
    "lhs_contracting_dimensions", "rhs_contracting_dimensions"};

using Algorithm =
    Group<DotAlgorithmAttr, &DotAlgorithmAttr::getLhsPrecisionType,
          &DotAlgorithmAttr::getRhsPrecisionType,
          &DotAlgorithmAttr::getAccumulationType,
          &DotAlgorithmAttr::getLhsComponentCount,
          &DotAlgorithmAttr::getRhsComponentCount,
          &DotAlgorithmAttr::getNumPrimitiveOperations,
          &DotAlgorithmAttr::getAllowImpreciseAccumulation>;
constexpr Algorithm::Names kAlgorithm = {
    "lhs_precision_type",          "rhs_precision_type",
    "accumulation_type",           "lhs_component_count",
    "rhs_component_count",         "num_primitive_operations",
    "allow_imprecise_accumulation"};

using Gather = Group<GatherDimensionNumbersAttr,
                     &GatherDimensionNumbersAttr::getOffsetDims,
                     &GatherDimensionNumbersAttr::getCollapsedSliceDims,
                     &GatherDimensionNumbersAttr::getOperandBatchingDims,
                     &GatherDimensionNumbersAttr::getStartIndicesBatchingDims,
                     &GatherDimensionNumbersAttr::getStartIndexMap,
                     &GatherDimensionNumbersAttr::getIndexVectorDim>;
constexpr Gather::Names kGather = {
    "offset_dims",           "collapsed_slice_dims",
    "operand_batching_dims", "start_indices_batching_dims",
    "start_index_map",       "index_vector_dim"};

using Scatter =
    Group<ScatterDimensionNumbersAttr,
          &ScatterDimensionNumbersAttr::getUpdateWindowDims,
          &ScatterDimensionNumbersAttr::getInsertedWindowDims,
          &ScatterDimensionNumbersAttr::getInputBatchingDims,
          &ScatterDimensionNumbersAttr::getScatterIndicesBatchingDims,
          &ScatterDimensionNumbersAttr::getScatterDimsToOperandDims,
          &ScatterDimensionNumbersAttr::getIndexVectorDim>;
constexpr Scatter::Names kScatter = {
    "update_window_dims",           "inserted_window_dims",
    "input_batching_dims",          "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims", "index_vector_dim"};

/// Ops that meet on a channel by number; the kind of the channel is implied.
bool isCollective(StringRef base) {
  return llvm::StringSwitch<bool>(base)
      .Cases({"all_gather", "all_reduce", "all_to_all", "collective_broadcast",
              "collective_permute", "collective_reduce", "reduce_scatter"},
             true)
      .Default(false);
}

bool isTransfer(StringRef base) { return base == "send" || base == "recv"; }

} // namespace

static void spreadOne(StringRef base, NamedAttribute attribute,
                      NamedAttrList &to) {
  Attribute value = attribute.getValue();
  if (auto conv = dyn_cast<ConvDimensionNumbersAttr>(value))
    return Conv::spread(conv, kConv, to);
  if (auto dot = dyn_cast<DotDimensionNumbersAttr>(value))
    return Dot::spread(dot, kDot, to);
  if (auto algorithm = dyn_cast<DotAlgorithmAttr>(value))
    return Algorithm::spread(algorithm, kAlgorithm, to);
  if (auto gather = dyn_cast<GatherDimensionNumbersAttr>(value))
    return Gather::spread(gather, kGather, to);
  if (auto scatter = dyn_cast<ScatterDimensionNumbersAttr>(value))
    return Scatter::spread(scatter, kScatter, to);
  if (auto channel = dyn_cast<ChannelHandleAttr>(value)) {
    to.set("channel_id", toAttr(value.getContext(), channel.getHandle()));
    if (isTransfer(base))
      to.set("channel_type", toAttr(value.getContext(), channel.getType()));
    return;
  }
  if (isa<UnitAttr>(value))
    value = BoolAttr::get(value.getContext(), true);
  if (base == "custom_call" && attribute.getName() == "api_version")
    value = ApiVersionAttr::get(value.getContext(),
                                cast<IntegerAttr>(value).getInt());
  to.set(attribute.getName(), ingot::vhlo::toPortable(value));
}

NamedAttrList ingot::vhlo::spread(StringRef base,
                                  ArrayRef<NamedAttribute> attributes) {
  NamedAttrList list;
  for (NamedAttribute attribute : attributes)
    spreadOne(base, attribute, list);
  return list;
}

Attribute ingot::vhlo::toPortable(Attribute value) {
  MLIRContext *context = value.getContext();
  if (auto sizes = dyn_cast<DenseI64ArrayAttr>(value))
    return makeSizes(context, sizes);
  if (auto flags = dyn_cast<DenseBoolArrayAttr>(value)) {
    auto type =
        RankedTensorType::get({flags.size()}, IntegerType::get(context, 1));
    return DenseElementsAttr::get(type, flags.asArrayRef());
  }
  if (auto symbol = dyn_cast<FlatSymbolRefAttr>(value))
    return symbol.getAttr();
  if (auto array = dyn_cast<ArrayAttr>(value))
    return ArrayAttr::get(context, llvm::map_to_vector(array, toPortable));
  if (auto dictionary = dyn_cast<DictionaryAttr>(value)) {
    NamedAttrList entries;
    for (NamedAttribute entry : dictionary)
      entries.append(entry.getName(), toPortable(entry.getValue()));
    return entries.getDictionary(context);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Defaults
//===----------------------------------------------------------------------===//

namespace {

class Defaults {
public:
  Defaults(const NamedAttrList &attributes, MLIRContext *context)
      : attributes_(attributes), builder_(context) {}

  /// Lists that depend on the rank ask the attributes for it: the op itself
  /// does not exist yet.
  NamedAttrList collect(StringRef base) {
    addFlags(base);
    addLists(base);
    addWindow(base);
    if (base == "custom_call")
      addCustomCall();
    if (base == "dot" || base == "dot_general" || base == "convolution" ||
        base == "dynamic_conv")
      addPrecision(base);
    if (ingot::vhlo::versionsOf(base).back()->attributes == "result_accuracy")
      set("result_accuracy",
          ResultAccuracyAttr::get(context(), ResultAccuracyMode::DEFAULT));
    return std::move(list_);
  }

private:
  MLIRContext *context() { return builder_.getContext(); }
  void set(StringRef name, Attribute value) { list_.set(name, value); }
  void setFalse(StringRef name) { set(name, builder_.getBoolAttr(false)); }
  void setEmptyArray(StringRef name) { set(name, builder_.getArrayAttr({})); }
  void setEmptySizes(StringRef name) { set(name, makeSizes(context(), {})); }
  void setText(StringRef name) { set(name, builder_.getStringAttr("")); }

  void addFlags(StringRef base) {
    if (isCollective(base)) {
      set("channel_id", builder_.getI64IntegerAttr(0));
      setFalse("use_global_device_ids");
      setFalse("has_dynamic_root");
    } else if (isTransfer(base)) {
      setFalse("is_host_transfer");
      setEmptySizes("source_target_pairs");
    } else if (base == "cholesky") {
      setFalse("lower");
    } else if (base == "compare") {
      set("compare_type",
          ComparisonTypeAttr::get(context(), ComparisonType::NOTYPE));
    } else if (base == "composite") {
      // StableHLO has 32 bits, its tools write this in 64.
      set("version", builder_.getI64IntegerAttr(0));
      set("composite_attributes", builder_.getDictionaryAttr({}));
    } else if (base == "sort") {
      set("dimension", builder_.getI64IntegerAttr(-1));
      setFalse("is_stable");
    }
  }

  void addLists(StringRef base) {
    if (base == "func") {
      setText("sym_visibility");
      setEmptyArray("arg_attrs");
      setEmptyArray("res_attrs");
    } else if (base == "gather" || base == "dynamic_gather") {
      setFalse("indices_are_sorted");
      setEmptySizes("operand_batching_dims");
      setEmptySizes("start_indices_batching_dims");
    } else if (base == "scatter") {
      setFalse("indices_are_sorted");
      setFalse("unique_indices");
      setEmptySizes("input_batching_dims");
      setEmptySizes("scatter_indices_batching_dims");
    } else if (base == "dynamic_broadcast_in_dim") {
      setEmptySizes("known_expanding_dimensions");
      setEmptySizes("known_nonexpanding_dimensions");
    } else if (base == "infeed") {
      setText("infeed_config");
      setEmptyArray("layout");
    } else if (base == "outfeed") {
      setText("outfeed_config");
    }
  }

  void addWindow(StringRef base) {
    bool isConv = base == "convolution" || base == "dynamic_conv";
    if (!isConv && base != "reduce_window" && base != "select_and_scatter")
      return;
    std::optional<SmallVector<int64_t>> dimensions = readSizes(attributes_.get(
        isConv ? "input_spatial_dimensions" : "window_dimensions"));
    if (!dimensions)
      return;
    int64_t rank = dimensions->size();
    DenseElementsAttr ones =
        makeSizes(context(), SmallVector<int64_t>(rank, 1));
    set("window_strides", ones);
    set("padding", DenseElementsAttr::get(
                       RankedTensorType::get({rank, 2}, builder_.getI64Type()),
                       ArrayRef(SmallVector<int64_t>(rank * 2, 0))));
    if (isConv) {
      set("lhs_dilation", ones);
      set("rhs_dilation", ones);
      set("window_reversal",
          DenseElementsAttr::get(
              RankedTensorType::get({rank}, builder_.getI1Type()),
              ArrayRef(SmallVector<bool>(rank, false))));
    } else {
      set("base_dilations", ones);
      set("window_dilations", ones);
    }
  }

  void addPrecision(StringRef base) {
    Attribute precision = PrecisionAttr::get(context(), Precision::DEFAULT);
    set("precision_config", builder_.getArrayAttr({precision, precision}));
    if (base == "dot_general")
      for (StringRef name : kAlgorithm)
        set(name, TypeAttr::get(builder_.getNoneType()));
  }

  void addCustomCall() {
    auto original = ApiVersionAttr::get(
        context(), int32_t(CustomCallApiVersion::API_VERSION_ORIGINAL));
    auto typed = ApiVersionAttr::get(
        context(), int32_t(CustomCallApiVersion::API_VERSION_TYPED_FFI));
    setFalse("has_side_effect");
    set("api_version", original);
    if (attributes_.get("api_version") == typed)
      set("backend_config", builder_.getDictionaryAttr({}));
    else
      setText("backend_config");
    for (StringRef name :
         {"called_computations", "operand_layouts", "result_layouts",
          "output_operand_aliases", "result_tilings"})
      setEmptyArray(name);
  }

  const NamedAttrList &attributes_;
  Builder builder_;
  NamedAttrList list_;
};

} // namespace

NamedAttrList ingot::vhlo::defaultsOf(StringRef base,
                                      const NamedAttrList &attributes,
                                      MLIRContext *context) {
  return Defaults(attributes, context).collect(base);
}

static void dropDefaults(StringRef base, NamedAttrList &attributes,
                         MLIRContext *context) {
  NamedAttrList defaults = ingot::vhlo::defaultsOf(base, attributes, context);
  // Layouts stand for operands and results together or not at all.
  if (attributes.get("operand_layouts") != defaults.get("operand_layouts") ||
      attributes.get("result_layouts") != defaults.get("result_layouts")) {
    defaults.erase("operand_layouts");
    defaults.erase("result_layouts");
  }
  for (NamedAttribute entry : defaults)
    if (attributes.get(entry.getName()) == entry.getValue())
      attributes.erase(entry.getName());
  if (base == "composite") {
    auto version = dyn_cast_or_null<IntegerAttr>(attributes.get("version"));
    if (version && version.getValue().isZero())
      attributes.erase("version");
  }
  if (base == "custom_call") {
    auto config =
        dyn_cast_or_null<DictionaryAttr>(attributes.get("backend_config"));
    if (config && config.empty())
      attributes.erase("backend_config");
  }
}

//===----------------------------------------------------------------------===//
// The way back
//===----------------------------------------------------------------------===//

namespace {
enum class Kind { Same, Sizes, Flags, Symbol, Symbols, Unit, ApiVersion };
} // namespace

/// How StableHLO keeps an attribute of this name. A name means the same in
/// every op that has it.
static Kind kindOf(StringRef name) {
  return llvm::StringSwitch<Kind>(name)
      .Cases({"base_dilations",
              "broadcast_dimensions",
              "broadcast_sizes",
              "dimensions",
              "edge_padding_high",
              "edge_padding_low",
              "fft_length",
              "interior_padding",
              "known_expanding_dimensions",
              "known_nonexpanding_dimensions",
              "lhs_dilation",
              "limit_indices",
              "permutation",
              "rhs_dilation",
              "slice_sizes",
              "start_indices",
              "strides",
              "window_dilations",
              "window_dimensions",
              "window_strides"},
             Kind::Sizes)
      .Case("window_reversal", Kind::Flags)
      .Cases({"callee", "decomposition"}, Kind::Symbol)
      .Case("called_computations", Kind::Symbols)
      .Cases({"use_global_device_ids", "has_dynamic_root"}, Kind::Unit)
      .Case("api_version", Kind::ApiVersion)
      .Default(Kind::Same);
}

static Attribute toSymbol(Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  return name ? Attribute(FlatSymbolRefAttr::get(name)) : Attribute();
}

/// Null if the value is of no kind that fits.
static Attribute fromPortable(Kind kind, Attribute value) {
  MLIRContext *context = value.getContext();
  switch (kind) {
  case Kind::Same:
    return value;
  case Kind::Sizes: {
    std::optional<SmallVector<int64_t>> sizes = readSizes(value);
    return sizes ? Attribute(DenseI64ArrayAttr::get(context, *sizes))
                 : Attribute();
  }
  case Kind::Flags: {
    auto flags = dyn_cast<DenseIntElementsAttr>(value);
    if (!flags || !flags.getElementType().isInteger(1))
      return {};
    return DenseBoolArrayAttr::get(context,
                                   llvm::to_vector(flags.getValues<bool>()));
  }
  case Kind::Symbol:
    return toSymbol(value);
  case Kind::Symbols: {
    auto names = dyn_cast<ArrayAttr>(value);
    if (!names || !llvm::all_of(names, llvm::IsaPred<StringAttr>))
      return {};
    return ArrayAttr::get(context, llvm::map_to_vector(names, toSymbol));
  }
  case Kind::Unit:
    // `false` is a default and gone.
    return isa<BoolAttr>(value) ? UnitAttr::get(context) : Attribute();
  case Kind::ApiVersion: {
    auto version = dyn_cast<ApiVersionAttr>(value);
    return version ? IntegerAttr::get(IntegerType::get(context, 32),
                                      version.getValue())
                   : Attribute();
  }
  }
  llvm_unreachable("unknown kind");
}

/// Puts groups together. Null results mean fields that do not fit.
static LogicalResult joinGroups(StringRef base, NamedAttrList &attributes,
                                MLIRContext *context, EmitError emitError) {
  auto set = [&](StringRef name, Attribute value) -> LogicalResult {
    if (!value)
      return emitError() << "attributes that make up '" << name
                         << "' are missing or of another kind";
    attributes.set(name, value);
    return success();
  };
  if (base == "convolution" || base == "dynamic_conv")
    return set("dimension_numbers", Conv::join(context, kConv, attributes));
  if (base == "gather" || base == "dynamic_gather")
    return set("dimension_numbers", Gather::join(context, kGather, attributes));
  if (base == "scatter")
    return set("scatter_dimension_numbers",
               Scatter::join(context, kScatter, attributes));
  if (base == "dot_general") {
    if (attributes.get(kAlgorithm[0]) &&
        failed(
            set("algorithm", Algorithm::join(context, kAlgorithm, attributes))))
      return failure();
    return set("dot_dimension_numbers", Dot::join(context, kDot, attributes));
  }
  if (Attribute id = attributes.erase("channel_id")) {
    Field<int64_t> handle, type;
    bool fits =
        fromAttr(id, handle) &&
        (!isTransfer(base) || fromAttr(attributes.erase("channel_type"), type));
    return set("channel_handle",
               fits ? ChannelHandleAttr::get(context, handle.value, type.value)
                    : Attribute());
  }
  return success();
}

FailureOr<NamedAttrList> ingot::vhlo::join(StringRef base,
                                           NamedAttrList attributes,
                                           MLIRContext *context,
                                           EmitError emitError) {
  dropDefaults(base, attributes, context);
  // Its successor takes the operand for it, which this version has as well.
  if (base == "dynamic_conv")
    attributes.erase("padding");
  if (failed(joinGroups(base, attributes, context, emitError)))
    return failure();
  NamedAttrList result;
  for (NamedAttribute attribute : attributes) {
    Attribute value =
        fromPortable(kindOf(attribute.getName()), attribute.getValue());
    if (!value) {
      emitError() << "attribute '" << attribute.getName().getValue()
                  << "' is of another kind: " << attribute.getValue();
      return failure();
    }
    result.set(attribute.getName(), value);
  }
  return result;
}

Attribute ingot::vhlo::asList(StringRef name, Attribute value) {
  Kind kind = kindOf(name);
  if ((kind != Kind::Sizes && kind != Kind::Flags) ||
      !isa<DenseElementsAttr>(value))
    return value;
  Attribute list = fromPortable(kind, value);
  return list ? list : value;
}
