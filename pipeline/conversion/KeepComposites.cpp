//===- KeepComposites.cpp - composites that a target wants whole ----------===//
//
// A stablehlo.composite is an op with a definition: a target that has code for
// it takes it whole, all others inline the definition. A claimed one leaves
// here in the same form as a claimed operator of PyTorch
// (../TorchCustomOps/README.md, "Custom ops"), so a target implements one
// contract. If an attribute has no form in JSON, the definition is used, with a
// warning and no error: the program still means the same.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchCustomOps/Json.h"
#include "pipeline/conversion/TorchCustomOps/StablehloCustomCalls.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/StringSet.h"

namespace ingot {
#define GEN_PASS_DEF_KEEPCOMPOSITES
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
namespace json = ingot::torch::json;

/// A number, or a vector of them as a list.
static std::optional<std::string> encodeTensor(ElementsAttr tensor) {
  auto dense = dyn_cast<DenseElementsAttr>(tensor);
  if (!dense || !dense.getElementType().isIntOrFloat() ||
      dense.getType().getRank() > 1)
    return std::nullopt;
  SmallVector<std::string> elements;
  for (Attribute element : dense.getValues<Attribute>())
    elements.push_back(json::number(cast<TypedAttr>(element)));
  return dense.getType().getRank() == 0 ? elements.front()
                                        : json::array(elements);
}

static std::optional<std::string> encode(Attribute attribute) {
  return json::attribute(attribute, encodeTensor);
}

/// The attributes of the custom op; nothing, with a warning, if the contract
/// has no form for one of the composite's.
static std::optional<std::string> describe(stablehlo::CompositeOp composite) {
  auto place = [](StringRef kind, size_t number) {
    return json::object({{kind.str(), std::to_string(number)}});
  };
  SmallVector<json::Member> members;
  for (size_t i = 0; i < composite.getInputs().size(); ++i)
    members.push_back({std::to_string(i), place("operand", i)});
  for (NamedAttribute attribute : composite.getCompositeAttributes()) {
    StringRef name = attribute.getName();
    auto warn = [&](StringRef why) {
      composite.emitWarning("'")
          << composite.getName() << "' is taken apart although the target "
          << "holds it legal: its attribute '" << name << "' " << why;
      return std::nullopt;
    };
    bool isTaken = name == "version" || name == "results" ||
                   llvm::is_contained(llvm::make_first_range(members), name);
    if (isTaken)
      return warn("has the name of another member of the JSON");
    std::optional<std::string> value = encode(attribute.getValue());
    if (!value)
      return warn("has no form in JSON");
    members.push_back({attribute.getName().str(), *std::move(value)});
  }
  members.push_back({"version", std::to_string(composite.getVersion())});
  SmallVector<std::string> results;
  for (size_t i = 0; i < composite->getNumResults(); ++i)
    results.push_back(place("result", i));
  members.push_back({"results", json::array(results)});
  return json::object(members);
}

namespace {
struct KeepComposites final : ingot::impl::KeepCompositesBase<KeepComposites> {
  using KeepCompositesBase::KeepCompositesBase;

  void runOnOperation() override {
    // Names reach a target's list with the prefix of PyTorch's operators.
    llvm::StringSet<> wanted;
    for (StringRef name : legalOps) {
      name.consume_front("torch.");
      wanted.insert(name);
    }
    SmallVector<stablehlo::CompositeOp> kept;
    getOperation()->walk([&](stablehlo::CompositeOp composite) {
      if (wanted.contains(composite.getName()))
        kept.push_back(composite);
    });
    for (stablehlo::CompositeOp composite : kept) {
      std::optional<std::string> attributes = describe(composite);
      if (!attributes)
        continue;
      OpBuilder builder(composite);
      torch::CustomOp custom{composite.getName().str(),
                             llvm::to_vector(composite.getInputs()),
                             llvm::to_vector(composite.getResultTypes()),
                             *std::move(attributes), /*hasSideEffect=*/false};
      composite->replaceAllUsesWith(torch::StablehloCustomCalls().create(
          builder, composite.getLoc(), custom));
      composite.erase();
    }
  }
};
} // namespace
