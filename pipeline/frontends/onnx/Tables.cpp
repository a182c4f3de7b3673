//===- Tables.cpp - all rows of the reader --------------------------------===//
//
// Above the importer and the rows, below who reads a model: the only file that
// names every subject. A new subject is a line here.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Tables.h"
#include "pipeline/frontends/onnx/Expansion.h"
#include "pipeline/frontends/onnx/Inference.h"
#include "pipeline/frontends/onnx/MachineLearning.h"
#include "pipeline/frontends/onnx/Microsoft.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ingot::onnx::reader;
using llvm::ArrayRef;
using llvm::StringRef;

using ExpansionMap =
    std::map<std::pair<StringRef, StringRef>, const ExpansionRow *>;

static const ExpansionMap &expansions() {
  static const auto *rows = [] {
    auto *map = new ExpansionMap();
    for (ArrayRef<ExpansionRow> subject :
         {attentionExpansions(), controlFlowExpansions(), featureExpansions(),
          fusedExpansions(), linearModelExpansions(), otherExpansions(),
          quantizedExpansions(), sequenceExpansions(), treeExpansions()})
      for (const ExpansionRow &row : subject)
        (*map)[{row.domain, row.name}] = &row;
    return map;
  }();
  return *rows;
}

static const llvm::StringMap<const InferenceRow *> &inferences() {
  static const auto *rows = [] {
    auto *map = new llvm::StringMap<const InferenceRow *>();
    for (ArrayRef<InferenceRow> subject :
         {activationInference(), elementwiseInference(), indexingInference(),
          miscellaneousInference(), normalizationInference(),
          productInference(), quantizationInference(), reductionInference(),
          resizeInference(), shapeInference(), windowInference()})
      for (const InferenceRow &row : subject)
        (*map)[row.name] = &row;
    return map;
  }();
  return *rows;
}

namespace {
/// The table of this folder.
class AllOperators final : public OperatorTable {
public:
  bool isExpanded(StringRef domain, StringRef op) const override {
    return expansions().count({domain, op});
  }

  mlir::LogicalResult expand(Importer &importer, Node &node,
                             std::vector<Val> &results) const override {
    Expansion expansion(importer, node, results);
    // Operators of ai.onnx may have no operands: their rows look themselves.
    if (!node.domain.empty() && !expansion.input(0))
      return expansion.unsupported("its first operand is missing");
    return expansions().at({node.domain, node.op})->expand(expansion);
  }

  const InferenceRow *findInference(StringRef op) const override {
    return inferences().lookup(op);
  }

  bool isKnownDomain(StringRef domain) const override {
    return domain.empty() || llvm::any_of(expansions(), [&](const auto &entry) {
             return entry.first.first == domain;
           });
  }

  StringRef reasonWithoutRow(StringRef domain, StringRef op) const override {
    if (!domain.empty())
      return "";
    return llvm::StringSwitch<StringRef>(op)
        .Cases({"RegexFullMatch", "StringConcat", "StringNormalizer",
                "StringSplit"},
               "it works on text, which no tensor holds; compute it before the "
               "model, or behind it")
        .Case("ImageDecoder",
              "pictures are not decoded; decode them before the model and give "
              "it what they show, [height, width, channels] of uint8")
        .Default("");
  }

  llvm::SmallVector<StringRef> namesNear(StringRef domain) const override {
    llvm::SmallVector<StringRef> names(inferredOperators());
    for (const auto &[key, row] : expansions())
      if (key.first == domain)
        names.push_back(key.second);
    return names;
  }
};
} // namespace

const OperatorTable &ingot::onnx::reader::operatorTable() {
  static const AllOperators kTable;
  return kTable;
}

std::vector<const ExpansionRow *> ingot::onnx::reader::allExpansions() {
  std::vector<const ExpansionRow *> rows;
  for (const auto &[key, row] : expansions())
    rows.push_back(row);
  return rows;
}

ArrayRef<StringRef> ingot::onnx::reader::inferredOperators() {
  static const auto *names = [] {
    auto *list =
        new llvm::SmallVector<StringRef>(llvm::to_vector(inferences().keys()));
    llvm::sort(*list);
    return list;
  }();
  return *names;
}
