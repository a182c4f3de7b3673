//===- Description.cpp - what a program is, before it is compiled ---------===//
//
// A reader of a framework's format leaves the model's own operators and names
// as attributes; of MLIR the ops themselves are counted, but for those that a
// program consists of whatever it computes: functions, terminators, constants.
//
// Weights of a file are constants that a program may share, so equal ones count
// once. Nothing here reads their bytes, which are not checked yet.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Description.h"
#include "pipeline/dialects/torch/TorchTypes.h"
#include "pipeline/frontends/ModuleAttributes.h"
#include "pipeline/import/Formats.h"
#include "pipeline/import/Loaders.h"
#include "pipeline/import/PrintableText.h"
#include "pipeline/transforms/Payloads.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;

namespace ingot::pipeline {
namespace {

/// Rows of each list; a description has to fit into a message.
constexpr int kMaxRows = 4096;
constexpr size_t kMaxProducerBytes = 2048;

/// `1x3x?xf32` for tensors of numbers, the type as MLIR writes it for others.
std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // What the caller will hold of it.
  if (auto known = dyn_cast<torch::TorchTensorType>(type))
    if (RankedTensorType builtin = known.toBuiltin(/*keepUnsigned=*/true))
      type = builtin;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding()) {
    stream << type;
    return printableText(text);
  }
  for (int64_t size : tensor.getShape()) {
    if (ShapedType::isDynamic(size))
      stream << "?x";
    else
      stream << size << "x";
  }
  stream << tensor.getElementType();
  return printableText(text);
}

template <typename Rows>
void describeValues(TypeRange types, ArrayAttr attributes, Rows &rows) {
  for (auto [i, type] : llvm::enumerate(types)) {
    if (rows.size() == kMaxRows)
      return;
    v1::ProgramDescription::Value *value = rows.Add();
    value->set_type(typeText(type));
    auto named = attributes ? cast<DictionaryAttr>(attributes[i])
                                  .getAs<StringAttr>(kNameAttribute)
                            : StringAttr();
    if (named)
      value->set_name(printableText(named));
  }
}

void describeFunction(FunctionOpInterface function,
                      v1::ProgramDescription &description) {
  v1::ProgramDescription::Function *entry = description.add_entry_points();
  entry->set_name(printableText(function.getName()));
  describeValues(function.getArgumentTypes(), function.getArgAttrsAttr(),
                 *entry->mutable_inputs());
  describeValues(function.getResultTypes(), function.getResAttrsAttr(),
                 *entry->mutable_outputs());
}

/// The attribute that makes an op a constant or gives a global its value.
Attribute valueAttribute(Operation *op) {
  if (auto global = dyn_cast<ml_program::GlobalOp>(op))
    return global.getValue().value_or(Attribute());
  for (StringRef name : {"value", "values", "torch.onnx.value"})
    if (auto elements = op->getAttrOfType<ElementsAttr>(name))
      if (op->hasTrait<OpTrait::ConstantLike>() || op->getNumOperands() == 0)
        return elements;
  return {};
}

/// Whether an op computes something, for those of MLIR's own forms.
bool isOperator(Operation *op) {
  return !isa<ModuleOp, FunctionOpInterface, ml_program::GlobalOp>(op) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         !op->hasTrait<OpTrait::ConstantLike>() && !valueAttribute(op) &&
         !op->getName().getStringRef().starts_with("torch.constant.");
}

/// The name by which a program's author knows an op.
std::string operatorName(Operation *op) {
  if (op->getName().getStringRef() == "torch.operator")
    if (auto name = op->getAttrOfType<StringAttr>("name"))
      return name.str();
  return op->getName().getStringRef().str();
}

std::map<std::string, uint64_t> countOperators(ModuleOp module) {
  std::map<std::string, uint64_t> counts;
  if (auto given = module->getAttrOfType<DictionaryAttr>(kOperatorsAttribute)) {
    for (NamedAttribute row : given)
      if (auto count = dyn_cast<IntegerAttr>(row.getValue()))
        counts[row.getName().str()] =
            static_cast<uint64_t>(std::max<int64_t>(count.getInt(), 0));
    return counts;
  }
  module.walk([&](Operation *op) {
    if (isOperator(op))
      ++counts[operatorName(op)];
  });
  return counts;
}

void countParameters(ModuleOp module, v1::ProgramDescription &description) {
  // Looked up only, never iterated over.
  llvm::DenseSet<Attribute> seen;
  uint64_t elements = 0, bytes = 0;
  module.walk([&](Operation *op) {
    Attribute value = valueAttribute(op);
    if (!value ||
        (!isa<ml_program::ExternAttr>(value) && !seen.insert(value).second))
      return;
    auto external = dyn_cast<ml_program::ExternAttr>(value);
    auto type = dyn_cast<ShapedType>(
        external ? external.getType() : cast<TypedAttr>(value).getType());
    std::optional<int64_t> size = type ? denseByteSize(type) : std::nullopt;
    auto dense = dyn_cast<DenseElementsAttr>(value);
    if (!size || (dense && dense.isSplat()))
      return;
    elements = llvm::SaturatingAdd<uint64_t>(elements, type.getNumElements());
    bytes = llvm::SaturatingAdd<uint64_t>(bytes, *size);
  });
  description.set_parameters(elements);
  description.set_parameter_bytes(bytes);
}

} // namespace

v1::ProgramDescription describeProgram(ModuleOp module,
                                       std::string_view bytes) {
  v1::ProgramDescription description;
  if (const Format *format = findFormat(bytes))
    description.set_format(format->name);
  if (auto producer = module->getAttrOfType<StringAttr>(kProducerAttribute))
    description.set_producer(printableText(producer, kMaxProducerBytes));
  else if (std::optional<std::string_view> release = portableRelease(bytes))
    description.set_producer("StableHLO " + printableText(*release));
  module.walk([&](FunctionOpInterface function) {
    if (function.isPublic() && !function.isExternal() &&
        description.entry_points_size() < kMaxRows)
      describeFunction(function, description);
  });
  for (const auto &[name, count] : countOperators(module)) {
    if (description.operators_size() == kMaxRows)
      break;
    v1::ProgramDescription::Operator *row = description.add_operators();
    row->set_name(printableText(name));
    row->set_count(count);
  }
  countParameters(module, description);
  return description;
}

} // namespace ingot::pipeline
