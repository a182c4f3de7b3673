//===- Json.h - JSON whose members keep their order -------------*- C++ -*-===//
//
// Texts of values, put together. llvm::json sorts the members of an object and
// writes the float 1.0 like the int 1; whoever implements an op wants arguments
// in their order and with their type.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_JSON_H
#define INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_JSON_H

#include "mlir/IR/BuiltinAttributes.h"

#include <optional>
#include <string>
#include <utility>

namespace ingot::torch::json {

using Member = std::pair<std::string, std::string>;

/// In quotes; what is no UTF-8 is replaced, so ask before.
std::string quoted(llvm::StringRef text);
/// An int, a float or a boolean. A float has the fewest digits that read
/// back as the same number, and always a point or an exponent. JSON has no
/// infinities and no NaN: these are {"float": "inf"}.
std::string number(mlir::TypedAttr value);
std::string array(llvm::ArrayRef<std::string> elements);
std::string object(llvm::ArrayRef<Member> members);

/// How an attribute that is a tensor is written; nothing if it cannot be.
using WriteTensor =
    llvm::function_ref<std::optional<std::string>(mlir::ElementsAttr)>;
/// Numbers, texts in UTF-8, units (true), and lists, dense arrays and
/// dictionaries of them; nothing for any other attribute.
std::optional<std::string> attribute(mlir::Attribute attribute,
                                     WriteTensor writeTensor);

} // namespace ingot::torch::json

#endif // INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_JSON_H
