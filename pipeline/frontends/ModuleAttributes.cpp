//===- ModuleAttributes.cpp - what a model says beside its math -----------===//

#include "pipeline/frontends/ModuleAttributes.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

/// An unnamed value has no attribute.
static StringAttr nameAttr(func::FuncOp function, StringRef name) {
  return name.empty() ? StringAttr()
                      : StringAttr::get(function.getContext(), name);
}

void ingot::setArgumentName(func::FuncOp function, unsigned index,
                            StringRef name) {
  if (StringAttr value = nameAttr(function, name))
    function.setArgAttr(index, kNameAttribute, value);
}

void ingot::setResultName(func::FuncOp function, unsigned index,
                          StringRef name) {
  if (StringAttr value = nameAttr(function, name))
    function.setResultAttr(index, kNameAttribute, value);
}

void ingot::setProducer(ModuleOp module, StringRef text) {
  module->setAttr(kProducerAttribute,
                  StringAttr::get(module.getContext(), text));
}

void ingot::setOperatorCounts(ModuleOp module,
                              const std::map<std::string, int64_t> &counts) {
  Builder builder(module.getContext());
  SmallVector<NamedAttribute> rows;
  for (const auto &[name, count] : counts)
    rows.push_back(
        builder.getNamedAttr(name, builder.getI64IntegerAttr(count)));
  module->setAttr(kOperatorsAttribute, builder.getDictionaryAttr(rows));
}
