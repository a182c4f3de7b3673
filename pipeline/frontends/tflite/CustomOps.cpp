//===- CustomOps.cpp - custom operators -----------------------------------===//
//
// A few are known by name. All others become calls that whoever loads the
// executable implements; conversion/TorchCustomOps/README.md is the contract,
// with the domain `tflite` and these attributes: the operands as they stand,
// the options as `options` (a FlexBuffer that is a map) or `bytes`
// (hexadecimal), and `results`.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/CustomOptions.h"
#include "pipeline/frontends/tflite/Detection.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <flatbuffers/flexbuffers.h>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

//===----------------------------------------------------------------------===//
// CustomOptions.h
//===----------------------------------------------------------------------===//

llvm::ArrayRef<uint8_t> ingot::tflite::customBytes(const TfLiteOp &op) {
  const auto *options = op.node.source->custom_options();
  return options ? llvm::ArrayRef<uint8_t>(options->data(), options->size())
                 : llvm::ArrayRef<uint8_t>();
}

std::optional<CustomOptions> CustomOptions::read(const TfLiteOp &op) {
  llvm::ArrayRef<uint8_t> bytes = customBytes(op);
  if (bytes.size() < 3)
    return std::nullopt;
  std::vector<uint64_t> aligned(bytes.size() / sizeof(uint64_t) + 1);
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  CustomOptions result(std::move(aligned), bytes.size());
  if (!flexbuffers::VerifyBuffer(result.data(), result.size_) ||
      !flexbuffers::GetRoot(result.data(), result.size_).IsMap())
    return std::nullopt;
  return result;
}

int64_t CustomOptions::integer(const char *name, int64_t otherwise) const {
  auto value = flexbuffers::GetRoot(data(), size_).AsMap()[name];
  return value.IsNull()   ? otherwise
         : value.IsBool() ? value.AsBool()
                          : value.AsInt64();
}

double CustomOptions::number(const char *name, double otherwise) const {
  auto value = flexbuffers::GetRoot(data(), size_).AsMap()[name];
  return value.IsNull() ? otherwise : value.AsDouble();
}

std::string CustomOptions::json() const {
  std::string text;
  flexbuffers::GetRoot(data(), size_).ToString(true, true, text);
  return text;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {

std::string attributesOf(const TfLiteOp &op, unsigned operands) {
  std::string text = "{\"operands\":[";
  for (unsigned i = 0; i < operands; ++i)
    text += (i ? "," : "") + ("{\"operand\":" + std::to_string(i)) + "}";
  text += "]";
  if (std::optional<CustomOptions> options = CustomOptions::read(op))
    text += ",\"options\":" + options->json();
  else if (llvm::ArrayRef<uint8_t> bytes = customBytes(op); !bytes.empty())
    text += ",\"bytes\":\"" + llvm::toHex(bytes, /*LowerCase=*/true) + "\"";
  text += ",\"results\":[";
  for (unsigned i = 0; i < op.outputCount(); ++i)
    text += (i ? "," : "") + ("{\"result\":" + std::to_string(i)) + "}";
  return text + "]}";
}

/// A call that keeps the operator whole.
Results convertUnknown(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  Values operands;
  for (unsigned i = 0; i < op.inputCount(); ++i) {
    if (op.has(i))
      operands.push_back(op.input(i));
    else if (op.node.inputs[i] >= 0)
      return op.fail("operand " + Twine(i) +
                     " of this custom operator is no "
                     "tensor of numbers");
  }
  SmallVector<Type> types;
  for (unsigned i = 0; i < op.outputCount(); ++i) {
    Type element = op.outputElement(i);
    if (!element)
      return op.fail("a result of this custom operator is no tensor of "
                     "numbers");
    types.push_back(RankedTensorType::get(op.outputTensor(i).shape, element));
  }
  using stablehlo::CustomCallOp;
  OperationState state(b.getLoc(), CustomCallOp::getOperationName());
  state.addOperands(operands);
  state.addTypes(types);
  auto &properties = state.getOrAddProperties<CustomCallOp::Properties>();
  properties.call_target_name = b.getStringAttr(op.node.customCode);
  properties.api_version = stablehlo::CustomCallApiVersionAttr::get(
      b.getContext(), stablehlo::CustomCallApiVersion::API_VERSION_TYPED_FFI);
  auto text = [&](StringRef name, StringRef value) {
    return b.getNamedAttr(name, b.getStringAttr(value));
  };
  properties.backend_config = b.getDictionaryAttr(
      {text("domain_name", "tflite"),
       text("implementation_attrs", attributesOf(op, operands.size())),
       text("operator_name", op.node.customCode)});
  return Values(b.create(state)->getResults());
}

Results convertCustom(TfLiteOp &op) {
  StringRef name = op.node.customCode;
  if (name == "TFLite_Detection_PostProcess")
    return convertDetectionPostProcess(op);
  if (name.starts_with("Flex"))
    return op.fail("it is an operator of TensorFlow (" + name.drop_front(4) +
                   "); convert the model with builtin operators only, or give "
                   "the TensorFlow model");
  if (name.empty())
    return op.fail("it has no name");
  return convertUnknown(op);
}

} // namespace

static constexpr Row kRows[] = {
    {BuiltinOperator::CUSTOM, convertCustom, 0, true},
};

ArrayRef<Row> ingot::tflite::customOps() { return kRows; }
