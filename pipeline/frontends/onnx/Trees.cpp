//===- Trees.cpp - ensembles of decision trees ----------------------------===//
//
// All trees go down together, a level at a time: [n, trees] indices of nodes
// are looked up in tables for the feature, the threshold and both children, and
// a leaf is its own child. So the work is as deep as the deepest tree, without
// a branch. At the end a table [nodes, targets] says what each leaf adds.
//
// Attributes are those of TreeEnsembleRegressor and TreeEnsembleClassifier
// (versions 1 to 5); TreeEnsemble of version 5, whose leaves stand apart, is
// brought into the same form.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/MachineLearning.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// Levels beyond this come from a broken file.
static constexpr int kMaxDepth = 512;
static constexpr int64_t kMaxTableElements = int64_t(1) << 26;

namespace {

/// How a node compares; leaves do not.
enum class Mode { Leq, Lt, Gte, Gt, Eq, Neq, Leaf };

/// All trees, their nodes numbered through.
struct Forest {
  std::vector<Mode> modes;
  std::vector<double> thresholds;
  Ints features, yes, no, roots;
  std::vector<bool> missingIsYes;
  /// What a leaf adds to a target.
  struct Weight {
    int64_t node;
    int64_t target;
    double value;
  };
  std::vector<Weight> weights;
  int64_t targets = 1;
  std::string fault;

  size_t size() const { return modes.size(); }
  int64_t addNode(Mode mode, int64_t feature, double threshold) {
    modes.push_back(mode);
    features.push_back(feature);
    thresholds.push_back(threshold);
    yes.push_back(modes.size() - 1);
    no.push_back(modes.size() - 1);
    missingIsYes.push_back(false);
    return modes.size() - 1;
  }
  /// The deepest leaf; nothing if a tree has a cycle.
  std::optional<int> depth() const;
};

} // namespace

std::optional<int> Forest::depth() const {
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> states(size(), State::New);
  std::vector<int> heights(size(), 0);
  Ints stack(roots);
  while (!stack.empty()) {
    int64_t node = stack.back();
    if (modes[node] == Mode::Leaf)
      states[node] = State::Done;
    if (states[node] == State::Done) {
      stack.pop_back();
      continue;
    }
    bool wasOpen = states[node] == State::Open;
    states[node] = State::Open;
    for (int64_t child : {yes[node], no[node]}) {
      // Branches may share a child, but none may lead to itself.
      if (!wasOpen && states[child] == State::Open)
        return std::nullopt;
      if (!wasOpen && states[child] == State::New)
        stack.push_back(child);
      heights[node] = std::max(heights[node], heights[child] + 1);
    }
    if (heights[node] > kMaxDepth)
      return std::nullopt;
    if (wasOpen)
      states[node] = State::Done;
  }
  // What no root leads to is a cycle.
  for (size_t node = 0; node < size(); ++node)
    if (states[node] == State::New && modes[node] != Mode::Leaf)
      return std::nullopt;
  int deepest = 0;
  for (int64_t root : roots)
    deepest = std::max(deepest, heights[root]);
  return deepest;
}

static std::optional<Mode> modeOf(StringRef name) {
  static const std::map<StringRef, Mode> kModes = {
      {"BRANCH_LEQ", Mode::Leq}, {"BRANCH_LT", Mode::Lt},
      {"BRANCH_GTE", Mode::Gte}, {"BRANCH_GT", Mode::Gt},
      {"BRANCH_EQ", Mode::Eq},   {"BRANCH_NEQ", Mode::Neq},
      {"LEAF", Mode::Leaf}};
  auto found = kModes.find(name);
  return found == kModes.end() ? std::nullopt
                               : std::optional<Mode>(found->second);
}

/// Elements of a resource, which may lie askew (frontends/Weights.cpp).
template <typename Element>
static void appendElements(ArrayRef<char> bytes, SmallVector<double> &values) {
  for (; bytes.size() >= sizeof(Element);
       bytes = bytes.drop_front(sizeof(Element))) {
    Element element;
    std::memcpy(&element, bytes.data(), sizeof(Element));
    values.push_back(static_cast<double>(element));
  }
}

/// A list of numbers, or a tensor under the same name and "_as_tensor".
static SmallVector<double> numbersOf(Expansion &e, StringRef name) {
  if (auto list = e.at().realList(name))
    return *list;
  Attribute tensor = e.at().attribute((name + "_as_tensor").str());
  if (!tensor)
    tensor = e.at().attribute(name);
  SmallVector<double> values;
  if (auto dense = dyn_cast_if_present<DenseElementsAttr>(tensor)) {
    if (isa<FloatType>(dense.getElementType()))
      for (const APFloat &value : dense.getValues<APFloat>())
        values.push_back(value.convertToDouble());
    else if (dense.getElementType().isInteger())
      for (const APInt &value : dense.getValues<APInt>())
        values.push_back(static_cast<double>(value.getSExtValue()));
    return values;
  }
  auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(tensor);
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob)
    return values;
  Type type = resource.getType().getElementType();
  if (type.isF32())
    appendElements<float>(blob->getData(), values);
  else if (type.isF64())
    appendElements<double>(blob->getData(), values);
  else if (type.isInteger(8))
    appendElements<uint8_t>(blob->getData(), values);
  return values;
}

static Ints integersOf(Expansion &e, StringRef name) {
  return e.at().integerList(name).value_or(Ints());
}

/// Numbers nodes of (tree, id) pairs; `kind` is "class" or "target".
static Forest readForest(Expansion &e, StringRef kind) {
  Forest forest;
  Ints trees = integersOf(e, "nodes_treeids"),
       ids = integersOf(e, "nodes_nodeids"),
       yes = integersOf(e, "nodes_truenodeids"),
       no = integersOf(e, "nodes_falsenodeids"),
       features = integersOf(e, "nodes_featureids"),
       missing = integersOf(e, "nodes_missing_value_tracks_true");
  SmallVector<double> values = numbersOf(e, "nodes_values");
  auto modes = dyn_cast_if_present<ArrayAttr>(e.at().attribute("nodes_modes"));
  size_t count = ids.size();
  if (!modes || modes.size() != count || trees.size() != count ||
      yes.size() != count || no.size() != count || values.size() != count ||
      features.size() != count) {
    forest.fault = "lists of nodes of different lengths";
    return forest;
  }
  std::map<std::pair<int64_t, int64_t>, int64_t> places;
  for (size_t i = 0; i < count; ++i) {
    auto name = dyn_cast<StringAttr>(modes[i]);
    std::optional<Mode> mode = name ? modeOf(name.getValue()) : std::nullopt;
    if (!mode || !places.emplace(std::pair(trees[i], ids[i]), i).second)
      forest.fault = "a node of an unknown mode, or two of one number";
    forest.addNode(mode.value_or(Mode::Leaf), features[i], values[i]);
    forest.missingIsYes[i] = i < missing.size() && missing[i];
  }
  std::vector<bool> isChild(count, false);
  for (size_t i = 0; i < count && forest.fault.empty(); ++i) {
    if (forest.modes[i] == Mode::Leaf)
      continue;
    auto left = places.find({trees[i], yes[i]});
    auto right = places.find({trees[i], no[i]});
    if (left == places.end() || right == places.end()) {
      forest.fault = "a node without a child";
      break;
    }
    forest.yes[i] = left->second;
    forest.no[i] = right->second;
    isChild[left->second] = isChild[right->second] = true;
  }
  for (size_t i = 0; i < count; ++i)
    if (!isChild[i])
      forest.roots.push_back(i);
  std::string prefix = kind.str();
  Ints leafTrees = integersOf(e, prefix + "_treeids"),
       leafNodes = integersOf(e, prefix + "_nodeids"),
       targets = integersOf(e, prefix + "_ids");
  SmallVector<double> weights = numbersOf(e, prefix + "_weights");
  if (leafNodes.size() != targets.size() ||
      leafTrees.size() != targets.size() || weights.size() != targets.size())
    forest.fault = "lists of leaves of different lengths";
  for (size_t i = 0; i < targets.size() && forest.fault.empty(); ++i) {
    auto leaf = places.find({leafTrees[i], leafNodes[i]});
    if (leaf == places.end() || targets[i] < 0)
      forest.fault = "a leaf that is no node";
    else
      forest.weights.push_back({leaf->second, targets[i], weights[i]});
  }
  return forest;
}

/// Node `i` asks whether a feature is one of a set, which a NaN ends: as many
/// nodes that compare with one each, of the same child. Takes them from `rest`.
static void addMembers(Forest &forest, int64_t i, ArrayRef<double> &rest) {
  ArrayRef<double> set =
      rest.take_until([](double member) { return member != member; });
  rest = rest.drop_front(std::min(set.size() + 1, rest.size()));
  int64_t otherwise = forest.no[i], at = i;
  for (auto [place, member] : llvm::enumerate(set)) {
    if (place != 0) {
      int64_t more = forest.addNode(Mode::Eq, forest.features[i], member);
      forest.yes[more] = forest.yes[i];
      forest.no[at] = more;
      at = more;
    }
    forest.thresholds[at] = member;
  }
  forest.no[at] = otherwise;
}

/// Version 5: branches and leaves have numbers of their own.
static Forest readEnsemble(Expansion &e) {
  Forest forest;
  SmallVector<double> splits = numbersOf(e, "nodes_splits"),
                      modes = numbersOf(e, "nodes_modes"),
                      members = numbersOf(e, "membership_values"),
                      weights = numbersOf(e, "leaf_weights");
  Ints features = integersOf(e, "nodes_featureids"),
       yes = integersOf(e, "nodes_truenodeids"),
       no = integersOf(e, "nodes_falsenodeids"),
       yesIsLeaf = integersOf(e, "nodes_trueleafs"),
       noIsLeaf = integersOf(e, "nodes_falseleafs"),
       missing = integersOf(e, "nodes_missing_value_tracks_true"),
       targets = integersOf(e, "leaf_targetids"),
       roots = integersOf(e, "tree_roots");
  size_t count = splits.size(), leaves = weights.size();
  if (features.size() != count || modes.size() != count ||
      yes.size() != count || no.size() != count || yesIsLeaf.size() != count ||
      noIsLeaf.size() != count || targets.size() != leaves) {
    forest.fault = "lists of nodes of different lengths";
    return forest;
  }
  constexpr int kMember = 6;
  for (size_t i = 0; i < count; ++i)
    forest.addNode(static_cast<Mode>(
                       modes[i] >= 0 && modes[i] < kMember ? int(modes[i]) : 4),
                   features[i], splits[i]);
  for (size_t i = 0; i < leaves; ++i) {
    int64_t node = forest.addNode(Mode::Leaf, 0, 0);
    if (targets[i] < 0)
      forest.fault = "a target that is negative";
    forest.weights.push_back({node, targets[i], weights[i]});
  }
  auto place = [&](int64_t index, bool isLeaf) -> int64_t {
    if (index < 0 || index >= static_cast<int64_t>(isLeaf ? leaves : count)) {
      forest.fault = "a child that is not there";
      return 0;
    }
    return isLeaf ? count + index : index;
  };
  ArrayRef<double> rest(members);
  for (size_t i = 0; i < count; ++i) {
    forest.missingIsYes[i] = i < missing.size() && missing[i];
    forest.yes[i] = place(yes[i], yesIsLeaf[i]);
    forest.no[i] = place(no[i], noIsLeaf[i]);
    if (modes[i] == kMember)
      addMembers(forest, i, rest);
  }
  for (int64_t root : roots) {
    int64_t node = place(root, false);
    // A tree that is a leaf alone.
    if (count && yesIsLeaf[node] && noIsLeaf[node] && yes[node] == no[node])
      node = forest.yes[node];
    forest.roots.push_back(node);
  }
  return forest;
}

/// Whether each row goes to the first child: [n, trees].
static Val compareAt(Expansion &e, const Forest &forest, Val x, Val nodes,
                     Val values) {
  static constexpr std::pair<Mode, const char *> kOps[] = {
      {Mode::Leq, "LessOrEqual"},    {Mode::Lt, "Less"},
      {Mode::Gte, "GreaterOrEqual"}, {Mode::Gt, "Greater"},
      {Mode::Eq, "Equal"},           {Mode::Neq, "Equal"}};
  int64_t count = forest.size();
  Val limits =
      e.op("Gather", {constantLike(e, forest.thresholds, {count}, x), nodes});
  Val result;
  for (auto [mode, name] : kOps) {
    if (!llvm::is_contained(forest.modes, mode))
      continue;
    Val goes = e.op(name, {values, limits});
    if (mode == Mode::Neq)
      goes = e.op("Not", {goes});
    if (!result) {
      result = goes;
      continue;
    }
    Ints isMode;
    for (Mode own : forest.modes)
      isMode.push_back(own == mode);
    Val here = e.op("Gather", {e.integers(isMode, {count}, Data::BOOL), nodes});
    result = e.op("Where", {here, goes, result});
  }
  if (!llvm::is_contained(forest.missingIsYes, true))
    return result;
  Ints goesYes(forest.missingIsYes.begin(), forest.missingIsYes.end());
  Val isYes = e.op("Gather", {e.integers(goesYes, {count}, Data::BOOL), nodes});
  return e.op("Or", {result, e.op("And", {e.op("IsNaN", {values}), isYes})});
}

/// The leaf of each row in each tree: [n, trees].
static Val descend(Expansion &e, const Forest &forest, Val x, int depth) {
  Val features = e.integers(forest.features), yes = e.integers(forest.yes),
      no = e.integers(forest.no), nodes = e.integers(forest.roots);
  for (int level = 0; level < depth; ++level) {
    Val places = e.op("Gather", {features, nodes});
    // At first all rows are at the roots.
    Val values = level == 0
                     ? e.op("Gather", {x, places}, {{"axis", 1}})
                     : e.op("GatherElements", {x, places}, {{"axis", 1}});
    Val goes = compareAt(e, forest, x, nodes, values);
    nodes = e.op("Where", {goes, e.op("Gather", {yes, nodes}),
                           e.op("Gather", {no, nodes})});
  }
  return nodes;
}

/// What all trees say of each target: [n, targets].
static Val aggregate(Expansion &e, const Forest &forest, Val x, Val leaves,
                     StringRef how) {
  int64_t count = forest.size();
  bool isExtreme = how == "MIN" || how == "MAX";
  double absent = how == "MIN"   ? std::numeric_limits<float>::max()
                  : how == "MAX" ? std::numeric_limits<float>::lowest()
                                 : 0;
  std::vector<double> table(count * forest.targets, absent);
  for (const Forest::Weight &weight : forest.weights) {
    double &entry = table[weight.node * forest.targets + weight.target];
    entry = isExtreme ? weight.value : entry + weight.value;
  }
  Val weights = constantLike(e, table, {count, forest.targets}, x);
  Val said = e.op("Gather", {weights, leaves}, {{"axis", 0}});
  // Without a branch anywhere there are no rows yet: [trees, targets].
  if (leaves->info.shape && leaves->info.shape->size() == 1)
    said = e.op("Expand", {e.unsqueeze(said, {0}),
                           e.concat({e.sizeOf(x, 0), e.integers({1, 1})}, 0)});
  StringRef fold = how == "MIN"   ? "ReduceMin"
                   : how == "MAX" ? "ReduceMax"
                                  : "ReduceSum";
  Val result = e.op(fold, {said, e.integers({1})}, {{"keepdims", 0}});
  if (how == "AVERAGE")
    result = e.divide(
        result,
        constantLike(e, {static_cast<double>(forest.roots.size())}, {}, x));
  return result;
}

/// Scores [n, targets]; null, after a report, if the trees are broken.
static Val scoresOf(Expansion &e, Forest &forest, StringRef how) {
  Val x = rowsOf(e);
  std::optional<int> depth;
  if (forest.fault.empty()) {
    depth = forest.depth();
    if (!depth)
      forest.fault = "a tree with a cycle, or deeper than 512";
  }
  const OptionalShape &shape = x->info.shape;
  for (int64_t feature : forest.features)
    if (!shape || shape->size() != 2 || feature < 0 ||
        (shape->back().isInteger() && feature >= shape->back().asInteger()))
      forest.fault = "a feature that is not there";
  for (const Forest::Weight &weight : forest.weights)
    if (weight.target >= forest.targets)
      forest.fault = "a target that is not there";
  if (static_cast<int64_t>(forest.size()) > kMaxTableElements / forest.targets)
    forest.fault = "too many nodes";
  if (!forest.fault.empty() || forest.roots.empty()) {
    (void)e.unsupported(forest.fault.empty() ? "no trees" : forest.fault);
    return nullptr;
  }
  Val leaves = descend(e, forest, x, *depth);
  return aggregate(e, forest, x, leaves, how);
}

static Val addBase(Expansion &e, Val scores) {
  SmallVector<double> base = numbersOf(e, "base_values");
  if (base.empty())
    return scores;
  return e.add(
      scores,
      constantLike(e, base, {static_cast<int64_t>(base.size())}, scores));
}

static LogicalResult expandRegressor(Expansion &e) {
  Forest forest = readForest(e, "target");
  forest.targets = std::max<int64_t>(e.at().integer("n_targets", 1), 1);
  Val scores = scoresOf(e, forest, e.at().text("aggregate_function", "SUM"));
  if (!scores)
    return success();
  e.set(0, e.cast(transformScores(e, addBase(e, scores),
                                  e.at().text("post_transform", "NONE")),
                  Data::FLOAT));
  return e.done();
}

static LogicalResult expandEnsemble(Expansion &e) {
  Forest forest = readEnsemble(e);
  forest.targets = std::max<int64_t>(e.at().integer("n_targets", 1), 1);
  static constexpr const char *kFolds[] = {"AVERAGE", "SUM", "MIN", "MAX"};
  static constexpr const char *kTransforms[] = {"NONE", "SOFTMAX", "LOGISTIC",
                                                "SOFTMAX_ZERO", "PROBIT"};
  int64_t fold = e.at().integer("aggregate_function", 1),
          transform = e.at().integer("post_transform", 0);
  if (fold < 0 || fold > 3 || transform < 0 || transform > 4)
    return e.unsupported("an aggregate or a transform that is not known");
  Val scores = scoresOf(e, forest, kFolds[fold]);
  if (!scores)
    return success();
  e.set(0, transformScores(e, scores, kTransforms[transform]));
  return e.done();
}

/// Two classes of which the trees only score one.
static LogicalResult expandBinary(Expansion &e, const Forest &forest,
                                  Val scores, int64_t target,
                                  ArrayRef<int64_t> labels) {
  Val score = e.slice(scores, 1, target, target + 1);
  bool isPositive = llvm::all_of(
      forest.weights, [](const auto &weight) { return weight.value >= 0; });
  Val limit = constantLike(e, {isPositive ? 0.5 : 0.0}, {}, scores);
  Val label = e.op("Where", {e.op("Greater", {score, limit}),
                             e.integer(labels[1]), e.integer(labels[0])});
  e.set(0, e.squeeze(label, {1}));
  e.set(1, e.cast(addSecondClass(e, score,
                                 isPositive ? SecondClass::Complement
                                            : SecondClass::Opposite,
                                 e.at().text("post_transform", "NONE")),
                  Data::FLOAT));
  return e.done();
}

static LogicalResult expandClassifier(Expansion &e) {
  std::optional<Ints> labels =
      labelsOf(e, "classlabels_int64s", "classlabels_strings");
  if (!labels)
    return success();
  Forest forest = readForest(e, "class");
  std::vector<int64_t> targets;
  for (const Forest::Weight &weight : forest.weights)
    targets.push_back(weight.target);
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  forest.targets = std::max<int64_t>(labels->size(),
                                     targets.empty() ? 1 : targets.back() + 1);
  Val scores = scoresOf(e, forest, "SUM");
  if (!scores)
    return success();
  SmallVector<double> base = numbersOf(e, "base_values");
  if (base.size() == 1 || static_cast<int64_t>(base.size()) == forest.targets)
    scores = addBase(e, scores);
  if (labels->size() == 2 && targets.size() == 1)
    return expandBinary(e, forest, scores, targets.front(), *labels);
  e.set(0, bestLabels(e, scores, *labels));
  e.set(1, e.cast(transformScores(e, scores,
                                  e.at().text("post_transform", "NONE")),
                  Data::FLOAT));
  return e.done();
}

ArrayRef<ExpansionRow> ingot::onnx::reader::treeExpansions() {
  static constexpr ExpansionRow kTable[] = {
      {"ai.onnx.ml", "TreeEnsemble", expandEnsemble},
      {"ai.onnx.ml", "TreeEnsembleClassifier", expandClassifier},
      {"ai.onnx.ml", "TreeEnsembleRegressor", expandRegressor},
  };
  return kTable;
}
