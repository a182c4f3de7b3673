//===- VerifyCollective.cpp - constraints of ops on several devices -------===//
//
// How many replicas and partitions there are is not known here, so of the
// constraints on sizes of replica groups only that holds which follows from the
// groups alone.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/Verify.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace ingot::stablehlo {

static RankedTensorType tensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Groups and pairs
//===----------------------------------------------------------------------===//

namespace {

/// The numbers of the constraints on groups in one op.
struct GroupConstraints {
  StringRef unique, range;
  /// Groups may be of several sizes, filled up with -1.
  bool mayBePadded = false;
};

} // namespace

/// The ids of all groups are those from 0 without a gap.
static bool checkIds(Check &check, const GroupConstraints &ids,
                     ArrayRef<int64_t> values) {
  llvm::SmallSet<int64_t, 16> seen;
  for (int64_t id : values) {
    if (id == -1 && ids.mayBePadded)
      continue;
    if (id < 0 || id >= static_cast<int64_t>(values.size())) {
      check.broken(ids.range)
          << "replica_groups has " << id << ", expected 0 to "
          << int64_t(values.size()) - 1;
      return false;
    }
    if (!seen.insert(id).second) {
      check.broken(ids.unique) << "replica_groups has " << id
                               << " twice, expected each once at most";
      return false;
    }
  }
  for (int64_t id = 0; id < static_cast<int64_t>(seen.size()); ++id)
    if (!seen.contains(id)) {
      check.broken(ids.range)
          << "replica_groups has no " << id << ", expected all from 0 to "
          << int64_t(seen.size()) - 1;
      return false;
    }
  return true;
}

/// The members of each group go to `groupSize`; not known for groups that are
/// given as axes of a mesh.
static bool checkGroups(Check &check, const GroupConstraints &ids,
                        Attribute groups, int64_t &groupSize) {
  groupSize = ShapedType::kDynamic;
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense)
    return true;
  ShapedType type = dense.getType();
  if (type.getRank() != 2) {
    check.broken(ids.unique)
        << "replica_groups has rank " << type.getRank() << ", expected 2";
    return false;
  }
  std::optional<Shape> values = valuesOf(dense);
  if (!values) {
    check.broken(ids.unique)
        << "replica_groups has less data than its type says";
    return false;
  }
  groupSize = type.getDimSize(1);
  return checkIds(check, ids, *values);
}

static bool checkGroups(Check &check, const GroupConstraints &ids,
                        Attribute groups) {
  int64_t groupSize;
  return checkGroups(check, ids, groups, groupSize);
}

static bool checkChannel(Check &check, StringRef constraint,
                         bool useGlobalDeviceIds,
                         std::optional<ChannelHandleAttr> channel) {
  if (!useGlobalDeviceIds || (channel && channel->getHandle() > 0))
    return true;
  InFlightDiagnostic report = check.broken(constraint);
  report << "use_global_device_ids is set with ";
  if (channel)
    report << "channel_id " << channel->getHandle();
  else
    report << "no channel_id";
  report << ", expected a positive one";
  return false;
}

/// (C1) to (C4) of what sends along pairs.
static bool checkPairs(Check &check, DenseIntElementsAttr pairs) {
  ShapedType type = pairs.getType();
  std::optional<Shape> values = valuesOf(pairs);
  if (type.getRank() != 2 || type.getDimSize(1) != 2 || !values) {
    check.broken("C1") << "source_target_pairs has shape "
                       << formatShape(type.getShape()) << ", expected [N, 2]";
    return false;
  }
  Shape sources, targets;
  for (size_t i = 0; i < values->size(); i += 2) {
    sources.push_back((*values)[i]);
    targets.push_back((*values)[i + 1]);
  }
  return check.notNegative("C4", "source_target_pairs", *values) &&
         check.unique("C2", "the sources of source_target_pairs", sources) &&
         check.unique("C3", "the targets of source_target_pairs", targets);
}

//===----------------------------------------------------------------------===//
// Gathered, folded and exchanged
//===----------------------------------------------------------------------===//

/// Types of `results` are those of `operands`, with sizes that `reshape`
/// changes; none where a size overflows.
static bool
checkResults(Check &check, StringRef constraint, TypeRange operands,
             TypeRange results,
             llvm::function_ref<std::optional<Shape>(Sizes)> reshape) {
  if (!check.count(constraint, "results", results.size(), operands.size()))
    return false;
  for (auto [i, from, to] : llvm::enumerate(operands, results)) {
    std::string name = "result " + std::to_string(i);
    if (!check.elements(constraint, name, to, "the operand", from) ||
        !check.shape(constraint, name, cast<RankedTensorType>(to).getShape(),
                     reshape(cast<RankedTensorType>(from).getShape())))
      return false;
  }
  return true;
}

LogicalResult AllGatherOp::verify() {
  int64_t dimension = getAllGatherDim(), groupSize;
  Check check(*this);
  for (Value operand : getOperands())
    if (!check.dimension("C1", "all_gather_dim", dimension, "operands",
                         tensorType(operand).getRank()))
      return failure();
  if (!checkGroups(check, {"C2", "C4"}, getReplicaGroups(), groupSize) ||
      !checkChannel(check, "C5", getUseGlobalDeviceIds(), getChannelHandle()))
    return failure();
  auto gathered = [&](Sizes sizes) -> std::optional<Shape> {
    Shape shape(sizes);
    // A group of no members stands for all devices.
    std::optional<int64_t> size =
        groupSize == 0 ? ShapedType::kDynamic
                       : multiplySizes(sizes[dimension], groupSize);
    if (!size)
      return std::nullopt;
    shape[dimension] = *size;
    return shape;
  };
  return success(
      checkResults(check, "C6", getOperandTypes(), getResultTypes(), gathered));
}

LogicalResult AllReduceOp::verify() {
  Check check(*this);
  if (!checkGroups(check, {"C1", "C3", /*mayBePadded=*/true},
                   getReplicaGroups()) ||
      !checkChannel(check, "C4", getUseGlobalDeviceIds(), getChannelHandle()) ||
      !check.count("C6", "results", getNumResults(), getOperands().size()))
    return failure();
  for (auto [i, operand, result] : llvm::enumerate(getOperands(), getResults()))
    if (!check.shape("C6", "result " + std::to_string(i),
                     tensorType(result).getShape(),
                     tensorType(operand).getShape()))
      return failure();
  return success();
}

/// One fold of pairs of scalars, used for each operand in turn.
static bool checkComputation(Check &check, StringRef constraint,
                             StringRef elements, Region &computation,
                             TypeRange operands, TypeRange results) {
  for (auto [i, operand] : llvm::enumerate(operands))
    if (!check.reducer(constraint, elements, "computation", computation,
                       operand, results.slice(i, 1)))
      return false;
  return true;
}

LogicalResult AllReduceOp::verifyRegions() {
  Check check(*this);
  return success(checkComputation(check, "C5", "C7", getComputation(),
                                  getOperandTypes(), getResultTypes()));
}

LogicalResult ReduceScatterOp::verify() {
  int64_t dimension = getScatterDimension(), groupSize;
  RankedTensorType operand = getOperand().getType();
  Check check(*this);
  if (!check.dimension("C2", "scatter_dimension", dimension, "an operand",
                       operand.getRank()) ||
      !checkGroups(check, {"C3", "C5"}, getReplicaGroups(), groupSize) ||
      !checkChannel(check, "C6", getUseGlobalDeviceIds(), getChannelHandle()))
    return failure();
  Shape expected(operand.getShape());
  int64_t size = expected[dimension];
  expected[dimension] = ShapedType::kDynamic;
  bool isKnown = ShapedType::isStatic(size) && groupSize > 0;
  if (isKnown && size % groupSize != 0)
    return check.broken("C1") << "dimension " << dimension << " has size "
                              << size << ", expected a multiple of "
                              << groupSize << ", the members of a group";
  if (isKnown)
    expected[dimension] = size / groupSize;
  return success(
      check.shape("C8", "the result", getType().getShape(), Sizes(expected)));
}

LogicalResult ReduceScatterOp::verifyRegions() {
  Check check(*this);
  return success(check.reducer("C7", "C9", "computation", getComputation(),
                               {getOperand().getType()}, {getType()}));
}

LogicalResult AllToAllOp::verify() {
  int64_t split = getSplitDimension(), concat = getConcatDimension(),
          count = getSplitCount(), groupSize;
  Check check(*this);
  if (!check.positive("C4", "split_count", {count}))
    return failure();
  for (Value operand : getOperands()) {
    RankedTensorType type = tensorType(operand);
    if (!check.dimension("C1", "split_dimension", split, "operands",
                         type.getRank()) ||
        !check.dimension("C3", "concat_dimension", concat, "operands",
                         type.getRank()))
      return failure();
    int64_t size = type.getDimSize(split);
    if (ShapedType::isStatic(size) && size % count != 0)
      return check.broken("C2")
             << "dimension " << split << " has size " << size
             << ", expected a multiple of split_count " << count;
  }
  if (!checkGroups(check, {"C5", "C7"}, getReplicaGroups(), groupSize))
    return failure();
  if (ShapedType::isStatic(groupSize) && groupSize != 0 &&
      !check.count("C8", "members in each group", groupSize, count))
    return failure();
  auto exchanged = [&](Sizes sizes) -> std::optional<Shape> {
    Shape shape(sizes);
    if (ShapedType::isStatic(shape[split]))
      shape[split] /= count;
    std::optional<int64_t> size = multiplySizes(shape[concat], count);
    if (!size)
      return std::nullopt;
    shape[concat] = *size;
    return shape;
  };
  return success(checkResults(check, "C9", getOperandTypes(), getResultTypes(),
                              exchanged));
}

//===----------------------------------------------------------------------===//
// Sent on
//===----------------------------------------------------------------------===//

/// The operands that travel: with a root known at run time all but the last.
static TypeRange travellers(OperandRange operands, bool hasDynamicRoot) {
  TypeRange types = operands.getTypes();
  return hasDynamicRoot && !types.empty() ? types.drop_back() : types;
}

/// The last operand names the root for each of the others.
static bool checkRoot(Check &check, StringRef constraint, OperandRange operands,
                      bool hasDynamicRoot) {
  if (operands.empty() || (hasDynamicRoot && operands.size() < 2)) {
    check.broken(constraint)
        << "has " << operands.size() << " operands, expected "
        << (hasDynamicRoot ? 2 : 1) << " at least";
    return false;
  }
  if (!hasDynamicRoot)
    return true;
  Type root = RankedTensorType::get(
      {static_cast<int64_t>(operands.size()) - 1},
      IntegerType::get(operands.front().getContext(), 32));
  return check.type(constraint, "the root", operands.back().getType(), root);
}

LogicalResult CollectiveBroadcastOp::verify() {
  bool dynamicRoot = getHasDynamicRoot();
  Check check(*this);
  if (!checkGroups(check, {"C1", "C2"}, getReplicaGroups()) ||
      !checkRoot(check, dynamicRoot ? "C4" : "C3", getOperands(), dynamicRoot))
    return failure();
  TypeRange sent = travellers(getOperands(), dynamicRoot);
  return success(check.count("C5", "results", getNumResults(), sent.size()) &&
                 check.types(dynamicRoot ? "C4" : "C3", "results",
                             getResultTypes(), sent));
}

LogicalResult CollectiveReduceOp::verify() {
  bool dynamicRoot = getHasDynamicRoot();
  Check check(*this);
  if (!checkGroups(check, {"C1", "C2"}, getReplicaGroups()) ||
      !checkRoot(check, "C3", getOperands(), dynamicRoot))
    return failure();
  TypeRange sent = travellers(getOperands(), dynamicRoot);
  if (!check.count("C3", "results", getNumResults(), sent.size()))
    return failure();
  for (auto [i, from, to] : llvm::enumerate(sent, getResultTypes()))
    if (!check.shape("C3", "result " + std::to_string(i),
                     cast<RankedTensorType>(to).getShape(),
                     cast<RankedTensorType>(from).getShape()))
      return failure();
  return success();
}

LogicalResult CollectiveReduceOp::verifyRegions() {
  Check check(*this);
  return success(checkComputation(
      check, "C4", "C4", getComputation(),
      travellers(getOperands(), getHasDynamicRoot()), getResultTypes()));
}

LogicalResult CollectivePermuteOp::verify() {
  Check check(*this);
  return success(
      checkPairs(check, getSourceTargetPairs()) &&
      check.type("C5", "the result", getType(), getOperand().getType()));
}

LogicalResult CrossReplicaSumOp::verify() {
  Check check(*this);
  return success(
      checkGroups(check, {"C1", "C2", /*mayBePadded=*/true},
                  getReplicaGroups()) &&
      check.type("C3", "the result", getType(), getOperand().getType()));
}

//===----------------------------------------------------------------------===//
// Futures
//===----------------------------------------------------------------------===//

LogicalResult AsyncStartOp::verifyRegions() {
  Check check(*this);
  if (!check.returns("C1", "body", getBody()))
    return failure();
  Block &block = getBody().front();
  if (block.getOperations().size() != 2)
    return check.broken("C1") << "body has " << block.getOperations().size() - 1
                              << " ops, expected one and a return";
  if (!isa<AllReduceOp, AllGatherOp, AllToAllOp, CollectivePermuteOp,
           ReduceScatterOp, CollectiveBroadcastOp, CollectiveReduceOp, SliceOp,
           DynamicSliceOp, DynamicUpdateSliceOp>(block.front()))
    return check.broken("C2") << "body has '" << block.front().getName()
                              << "', expected a collective or a slice";
  if (!check.types("C3", "body arguments", block.getArgumentTypes(),
                   getOperandTypes()))
    return failure();
  return success(check.types("C4", "future results",
                             cast<FutureType>(getResult().getType()).getTypes(),
                             block.back().getOperandTypes()));
}

LogicalResult AsyncDoneOp::verify() {
  Check check(*this);
  return success(
      check.types("C1", "results", getResultTypes(),
                  cast<FutureType>(getOperand().getType()).getTypes()));
}

//===----------------------------------------------------------------------===//
// The host and other programs
//===----------------------------------------------------------------------===//

/// Channel types are numbers: between devices, to the host, from the host.
enum : int64_t { kDeviceToDevice = 1, kDeviceToHost = 2, kHostToDevice = 3 };

static bool checkTransfer(Check &check, bool isHostTransfer,
                          ChannelHandleAttr channel, int64_t hostType) {
  int64_t expected = isHostTransfer ? hostType : kDeviceToDevice;
  if (channel.getType() == expected)
    return true;
  check.broken("C5") << "channel_type is " << channel.getType() << ", expected "
                     << expected << " where is_host_transfer is "
                     << (isHostTransfer ? "true" : "false");
  return false;
}

/// The last result is a token, those before it are tensors.
static bool checkReceived(Check &check, StringRef some, StringRef tensors,
                          StringRef token, TypeRange results) {
  if (results.empty()) {
    check.broken(some) << "has no results, expected a token at least";
    return false;
  }
  for (auto [i, type] : llvm::enumerate(results.drop_back()))
    if (!isa<RankedTensorType>(type)) {
      check.broken(tensors)
          << "result " << i << " has type " << type << ", expected a tensor";
      return false;
    }
  if (isa<TokenType>(results.back()))
    return true;
  check.broken(token) << "the last result has type " << results.back()
                      << ", expected a token";
  return false;
}

LogicalResult SendOp::verify() {
  Check check(*this);
  return success(
      (!getSourceTargetPairs() || checkPairs(check, *getSourceTargetPairs())) &&
      checkTransfer(check, getIsHostTransfer(), getChannelHandle(),
                    kDeviceToHost));
}

LogicalResult RecvOp::verify() {
  Check check(*this);
  return success(
      (!getSourceTargetPairs() || checkPairs(check, *getSourceTargetPairs())) &&
      checkTransfer(check, getIsHostTransfer(), getChannelHandle(),
                    kHostToDevice) &&
      checkReceived(check, "C6", "C6", "C6", getResultTypes()));
}

LogicalResult InfeedOp::verify() {
  Check check(*this);
  return success(checkReceived(check, "C1", "C2", "C3", getResultTypes()));
}

LogicalResult ReplicaIdOp::verify() {
  if (getType().getRank() == 0 && getType().getElementType().isInteger(32))
    return success();
  return emitOpError() << "gives " << getType() << ", expected tensor<ui32>";
}

LogicalResult PartitionIdOp::verify() {
  if (getType().getRank() == 0 && getType().getElementType().isInteger(32))
    return success();
  return emitOpError() << "gives " << getType() << ", expected tensor<ui32>";
}

} // namespace ingot::stablehlo
