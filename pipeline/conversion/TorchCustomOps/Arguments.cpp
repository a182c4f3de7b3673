//===- Arguments.cpp - operands and attributes of a custom op -------------===//
//
// The one place that knows the encoding. Every argument has a member in the
// JSON, in the order of the schema, and so have the results:
//
//   argument := {"operand":N} | {"operand":N,"dtype":"quint8"}
//             | null | number | true | false | string | {"device":string}
//             | [argument, ...]
//   result   := {"result":N} | {"result":N,"dtype":"quint8"} | null
//             | [result, ...]
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchCustomOps/Constants.h"
#include "pipeline/conversion/TorchCustomOps/CustomOp.h"
#include "pipeline/conversion/TorchCustomOps/Json.h"
#include "pipeline/conversion/TorchCustomOps/OperatorNames.h"
#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The dtype, where the builtin element type does not say it.
static std::string hiddenDtype(TorchTensorType type, Type element) {
  Type dtype = type.getDtype();
  bool isQuantised = !isa<IntegerType>(dtype) && isa<IntegerType>(element);
  bool losesSign =
      isUnsignedDtype(dtype) && !dtype.isInteger(1) && dtype != element;
  if (!isQuantised && !losesSign)
    return "";
  std::string name = print(dtype);
  StringRef rest = name;
  rest.consume_front("!torch.");
  return rest.str();
}

namespace {

/// The text of a value in JSON; nothing if there is none.
using Text = std::optional<std::string>;

class Encoder {
public:
  Encoder(TorchOp op, CustomForm form, const CustomOpDialect &dialect,
          OpBuilder &builder, std::string &why)
      : op_(op), form_(form), dialect_(dialect), builder_(builder), why_(why) {}

  std::optional<CustomOp> run();

private:
  Text fail(const Twine &why) {
    why_ = why.str();
    return std::nullopt;
  }

  /// `what` names the value in reports: "'self'".
  Text encode(Value value, const Twine &what);
  Text encodeTensor(Value value, const Twine &what);
  Text encodeNumber(Value value, const Twine &what);
  Text encodeList(Value value, const Twine &what);
  Text encodeAttribute(Attribute attribute, const Twine &what);
  Text encodeResult(OpResult result);

  std::string addConstants(ArrayRef<TypedAttr> numbers,
                           ArrayRef<int64_t> shape);
  std::string addOperand(Value value, StringRef dtype = "");
  Text addResult(Type type);
  /// The tensor that stands for one of torch; null if there is none.
  RankedTensorType tensorFor(TorchTensorType type, Type known,
                             const Twine &what);

  Location loc() const { return op_.loc(); }

  TorchOp op_;
  CustomForm form_;
  const CustomOpDialect &dialect_;
  OpBuilder &builder_;
  std::string &why_;
  CustomOp custom_;
};

} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static std::string place(StringRef key, size_t index, StringRef dtype) {
  SmallVector<json::Member> members{{key.str(), std::to_string(index)}};
  if (!dtype.empty())
    members.push_back({"dtype", json::quoted(dtype)});
  return json::object(members);
}

std::string Encoder::addOperand(Value value, StringRef dtype) {
  custom_.operands.push_back(value);
  return place("operand", custom_.operands.size() - 1, dtype);
}

RankedTensorType Encoder::tensorFor(TorchTensorType type, Type known,
                                    const Twine &what) {
  auto refuse = [&](const Twine &why) {
    fail(what + " " + why);
    return RankedTensorType();
  };
  if (!type.hasValueSemantics())
    return refuse("may be changed in place (!torch.tensor), and custom ops "
                  "take and give values");
  if (type.getEncoding())
    return refuse("is a sparse tensor");
  auto builtin = dyn_cast_or_null<RankedTensorType>(known);
  if (!builtin)
    builtin = type.toBuiltin(dialect_.keepsUnsigned());
  if (!builtin)
    return refuse("is a tensor whose rank or dtype is not known");
  const char *reason = dialect_.refuse(builtin);
  return reason ? refuse(reason) : builtin;
}

Text Encoder::encodeTensor(Value value, const Twine &what) {
  auto type = cast<TorchTensorType>(value.getType());
  Value source = convertedSource(value);
  RankedTensorType builtin =
      tensorFor(type, source ? source.getType() : Type(), what);
  if (!builtin)
    return std::nullopt;
  return addOperand(dialect_.toTensor(builder_, loc(), value, builtin),
                    hiddenDtype(type, builtin.getElementType()));
}

std::string Encoder::addConstants(ArrayRef<TypedAttr> numbers,
                                  ArrayRef<int64_t> shape) {
  Type element = numbers.front().getType();
  SmallVector<Attribute> values(numbers.begin(), numbers.end());
  // Targets that have f64 are few.
  if (element.isF64()) {
    element = builder_.getF32Type();
    for (Attribute &value : values)
      value = builder_.getF32FloatAttr(
          static_cast<float>(cast<FloatAttr>(value).getValueAsDouble()));
  }
  auto type = RankedTensorType::get(shape, element);
  return addOperand(
      dialect_.constant(builder_, loc(), DenseElementsAttr::get(type, values)));
}

Text Encoder::encodeNumber(Value value, const Twine &what) {
  if (TypedAttr constant = matchConstantNumber(value))
    return form_ == CustomForm::AllOperands ? addConstants(constant, {})
                                            : json::number(constant);
  Type element = numberType(value.getType());
  if (!element)
    return fail(what + " is an int or a float, and only the run knows which");
  Value tensor = dialect_.toTensor(builder_, loc(), value,
                                   RankedTensorType::get({}, element));
  // As constants are.
  if (element.isF64())
    tensor = dialect_.convert(builder_, loc(), tensor, builder_.getF32Type());
  return addOperand(tensor);
}

/// A list of constants is one operand; of anything else each element stands for
/// itself, in order.
Text Encoder::encodeList(Value value, const Twine &what) {
  std::optional<SmallVector<Value>> elements = matchList(value);
  if (!elements)
    return fail(what + " is a list or tuple whose elements are not known where "
                       "the operator stands");
  SmallVector<TypedAttr> numbers;
  for (Value element : *elements)
    numbers.push_back(matchConstantNumber(element));
  bool isConstant = llvm::all_of(numbers, [&](TypedAttr number) {
    return number && numbers.front() &&
           number.getType() == numbers.front().getType();
  });
  // TOSA has no tensors without elements; [] says the same.
  if (form_ == CustomForm::AllOperands && isConstant && !numbers.empty())
    return addConstants(numbers, static_cast<int64_t>(numbers.size()));
  SmallVector<std::string> texts;
  for (Value element : *elements) {
    Text text = encode(element, "an element of " + what);
    if (!text)
      return std::nullopt;
    texts.push_back(*std::move(text));
  }
  return json::array(texts);
}

Text Encoder::encode(Value value, const Twine &what) {
  value = stripDerefine(value);
  Type type = value.getType();
  if (isa<torch::NoneType>(type))
    return "null";
  if (isa<TorchTensorType>(type))
    return encodeTensor(value, what);
  if (isa<IntType, torch::FloatType, BoolType, NumberType>(type))
    return encodeNumber(value, what);
  if (isa<ListType, torch::TupleType>(type))
    return encodeList(value, what);
  if (isa<StringType>(type)) {
    std::optional<StringRef> text = matchString(value);
    if (!text)
      return fail(what + " is a string that only the run knows");
    if (!llvm::json::isUTF8(*text))
      return fail(what + " is a string that is not UTF-8, as JSON must be");
    return json::quoted(*text);
  }
  if (isa<DeviceType>(type)) {
    std::optional<StringRef> device = matchDevice(value);
    return device ? Text(json::object({{"device", json::quoted(*device)}}))
                  : fail(what + " is a device that only the run knows");
  }
  if (isa<GeneratorType>(type)) // Its seed.
    return addOperand(
        dialect_.toTensor(builder_, loc(), value,
                          RankedTensorType::get({}, builder_.getI64Type())));
  if (isa<OptionalType>(type))
    return fail(what + " may be None, and only the run knows");
  return fail(what + " is of type " + print(type) + ", which has no encoding");
}

//===----------------------------------------------------------------------===//
// Attributes of torch.operator
//===----------------------------------------------------------------------===//

/// The same bytes, of the elements that a builtin tensor has for them; null for
/// other kinds of attributes.
static ElementsAttr withStoredElements(ElementsAttr elements,
                                       bool keepsUnsigned) {
  auto type = dyn_cast<RankedTensorType>(elements.getShapedType());
  Type element =
      type ? storageType(type.getElementType(), keepsUnsigned) : Type();
  if (!element)
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    return dense.bitcast(element);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
    return DenseResourceElementsAttr::get(type.clone(element),
                                          resource.getRawHandle());
  return {};
}

Text Encoder::encodeAttribute(Attribute attribute, const Twine &what) {
  why_.clear();
  Text text = json::attribute(attribute, [&](ElementsAttr elements) -> Text {
    elements = withStoredElements(elements, dialect_.keepsUnsigned());
    if (!elements)
      return fail(what + " is a tensor that is neither dense nor a resource");
    auto type = cast<RankedTensorType>(elements.getShapedType());
    if (const char *reason = dialect_.refuse(type))
      return fail(what + " " + reason);
    return addOperand(dialect_.constant(builder_, loc(), elements));
  });
  if (!text && why_.empty())
    return fail(what + " is an attribute that has no encoding");
  return text;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Text Encoder::addResult(Type type) {
  RankedTensorType builtin;
  std::string dtype;
  if (auto tensor = dyn_cast<TorchTensorType>(type)) {
    builtin = tensorFor(tensor, {}, "a result");
    if (!builtin)
      return std::nullopt;
    dtype = hiddenDtype(tensor, builtin.getElementType());
  } else if (Type element = numberType(type)) {
    builtin = RankedTensorType::get({}, element);
  } else {
    return fail("a result is of type " + print(type) +
                ", which is no tensor, int, float or bool");
  }
  custom_.results.push_back(builtin);
  return place("result", custom_.results.size() - 1, dtype);
}

Text Encoder::encodeResult(OpResult result) {
  if (isa<torch::NoneType>(result.getType())) // Nobody wants it.
    return "null";
  if (!isa<ListType>(result.getType()))
    return addResult(result.getType());
  // How many there are is known from whoever takes the list apart.
  auto unpack = result.hasOneUse()
                    ? dyn_cast<PrimListUnpackOp>(*result.user_begin())
                    : PrimListUnpackOp();
  if (!unpack)
    return fail("a result is a list, and how long it is the program does not "
                "say: nothing unpacks it");
  SmallVector<std::string> texts;
  for (Type type : unpack->getResultTypes()) {
    Text text = addResult(type);
    if (!text)
      return std::nullopt;
    texts.push_back(*std::move(text));
  }
  return json::array(texts);
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

/// Its own, not what conversions noted on it.
static SmallVector<NamedAttribute> attributesOf(TorchOp op) {
  SmallVector<NamedAttribute> attributes;
  if (isa<OperatorOp>(op.operation()) && !op.schema())
    for (NamedAttribute attribute : op.operation()->getDiscardableAttrs())
      if (attribute.getName() != "ingot.unconverted")
        attributes.push_back(attribute);
  return attributes;
}

std::optional<CustomOp> Encoder::run() {
  Operation *op = op_.operation();
  const Schema *schema = op_.schema();
  auto byName = dyn_cast<OperatorOp>(op);
  if (schema && schema->writes()) {
    fail("it changes an argument in place, and custom ops take and give "
         "values");
    return std::nullopt;
  }
  if (byName && !byName.getRegions().empty()) {
    fail("it has regions");
    return std::nullopt;
  }
  custom_.name = operatorName(op).str();
  // Nothing is known of operators that are not in the table but their types.
  custom_.hasSideEffect = !isMemoryEffectFree(op);

  SmallVector<json::Member> members;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    bool isNamed = schema && i < schema->arguments.size();
    std::string name =
        isNamed ? schema->arguments[i].name.str() : std::to_string(i);
    Text text = encode(operand, "'" + name + "'");
    if (!text)
      return std::nullopt;
    members.push_back({name, *std::move(text)});
  }
  for (NamedAttribute attribute : attributesOf(op_)) {
    std::string name = attribute.getName().str();
    if (name == "results" ||
        llvm::is_contained(llvm::make_first_range(members), name)) {
      fail("its attribute '" + name +
           "' has the name of another member of the JSON");
      return std::nullopt;
    }
    Text text = encodeAttribute(attribute.getValue(), "'" + name + "'");
    if (!text)
      return std::nullopt;
    members.push_back({name, *std::move(text)});
  }
  SmallVector<std::string> results;
  for (OpResult result : op->getResults()) {
    Text text = encodeResult(result);
    if (!text)
      return std::nullopt;
    results.push_back(*std::move(text));
  }
  members.push_back({"results", json::array(results)});
  custom_.attributes = json::object(members);
  return std::move(custom_);
}

std::optional<CustomOp>
ingot::torch::describeOperator(TorchOp op, CustomForm form,
                               const CustomOpDialect &dialect,
                               OpBuilder &builder, std::string &why) {
  return Encoder(op, form, dialect, builder, why).run();
}
