//===- ConvertOnnxToTorch.cpp - operators of ONNX as those of PyTorch -----===//
//
// One walk in the order of the program and no pattern driver: a conversion
// reads constants of its operands, which must have been converted before it.
// What a failed conversion made is erased, and the operator keeps the reason,
// so a report of the whole program comes later and from one place.
//
// Types are required to be known (rank and dtype). ONNX's own shape inference
// gives them; guessing them here would be a second one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/OnnxOp.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/torch/UnknownOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTONNXTOTORCH
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;

static constexpr StringLiteral kPrefix = "onnx.";

/// None, or a tensor of which enough is known.
static bool isUnderstood(Type type) {
  auto tensor = dyn_cast<torch::TorchTensorType>(type);
  if (!tensor)
    return isa<torch::NoneType>(type);
  return tensor.hasValueSemantics() && tensor.hasRank() && tensor.getDtype();
}

/// The operator set of an op or of the function around it; the newest if
/// neither says one.
static int64_t opsetOf(Operation *op) {
  constexpr StringLiteral kVersion = "torch.onnx_meta.opset_version";
  auto version = op->getAttrOfType<IntegerAttr>(kVersion);
  if (auto function = op->getParentOfType<func::FuncOp>(); !version && function)
    version = function->getAttrOfType<IntegerAttr>(kVersion);
  return version ? version.getValue().getSExtValue()
                 : std::numeric_limits<int64_t>::max();
}

ArrayRef<ArrayRef<Conversion>> ingot::onnx::allTables() {
  static const ArrayRef<Conversion> kTables[] = {
      activations(),     attention(),   bits(),
      casts(),           elementwise(), grids(),
      indexing(),        losses(),      normalizations(),
      products(),        quantizing(),  quantizedOperators(),
      recurrent(),       reductions(),  resizing(),
      shapes(),          slices(),      windows(),
      linearAttention(), random(),      sets(),
      signal(),          vision()};
  return kTables;
}

static const llvm::StringMap<const Conversion *> &conversions() {
  static const auto *table = [] {
    auto *rows = new llvm::StringMap<const Conversion *>();
    for (ArrayRef<Conversion> subject : allTables())
      for (const Conversion &row : subject)
        (*rows)[row.name] = &row;
    return rows;
  }();
  return *table;
}

static SmallVector<StringRef> names() {
  SmallVector<StringRef> known;
  for (const auto &row : conversions())
    known.push_back(row.getKey());
  llvm::sort(known);
  return known;
}

/// Replaces one operator; otherwise the reason why it stays.
static std::string convert(torch::OperatorOp op, IRRewriter &rewriter) {
  StringRef name = op.getName().drop_front(kPrefix.size());
  const Conversion *row = conversions().lookup(name);
  if (!row)
    return ("ONNX's operator " + name +
            " has no conversion; the closest that " + "has one is " +
            torch::closestName(name, names()))
        .str();
  if (!llvm::all_of(op->getOperandTypes(), isUnderstood) ||
      !llvm::all_of(op->getResultTypes(), isUnderstood))
    return "rank or dtype of a tensor is not known; infer shapes before the "
           "export";
  auto isTensor = llvm::IsaPred<torch::TorchTensorType>;
  if (op->getNumOperands() < row->required ||
      !llvm::all_of(op->getOperands().take_front(row->required).getTypes(),
                    isTensor) ||
      !llvm::any_of(op->getResultTypes(), isTensor) ||
      !(row->mayLackFirst || isTensor(op->getResultTypes().front())))
    return ("ONNX's operator " + name + " takes at least " +
            Twine(row->required) + " tensors and gives one")
        .str();
  rewriter.setInsertionPoint(op);
  torch::TorchBuilder builder(rewriter, op.getLoc());
  OnnxOp source(op, builder, opsetOf(op));
  torch::Results results = row->convert(source);
  std::string reason = source.reason();
  if (results.empty() && reason.empty())
    reason = "attributes and operands do not fit ONNX's operator";
  for (auto [result, value] : llvm::zip(op->getResults(), results)) {
    if (value)
      value = builder.conform(value, result.getType());
    bool agrees = value && value.getType() == result.getType();
    if (!agrees && !result.use_empty() && reason.empty())
      reason = "the result is of another type than the operator gives";
  }
  if (!reason.empty()) {
    builder.discard();
    return reason;
  }
  rewriter.replaceOp(op, results);
  return "";
}

/// What an importer says of ONNX of a function in which nothing of it is left:
/// other tools take the attributes for a program of ONNX.
static void dropVersions(func::FuncOp function) {
  bool isOnnx = function
                    .walk([](torch::OperatorOp op) {
                      return op.getName().starts_with(kPrefix)
                                 ? WalkResult::interrupt()
                                 : WalkResult::advance();
                    })
                    .wasInterrupted();
  if (isOnnx)
    return;
  SmallVector<StringAttr> versions;
  for (NamedAttribute attribute : function->getDiscardableAttrs())
    if (attribute.getName().strref().starts_with("torch.onnx_meta."))
      versions.push_back(attribute.getName());
  for (StringAttr name : versions)
    function->removeDiscardableAttr(name);
}

namespace {
struct ConvertOnnxToTorch final
    : ingot::impl::ConvertOnnxToTorchBase<ConvertOnnxToTorch> {
  using ConvertOnnxToTorchBase::ConvertOnnxToTorchBase;

  void runOnOperation() override {
    SmallVector<torch::OperatorOp> operators;
    getOperation()->walk([&](torch::OperatorOp op) {
      if (op.getName().starts_with(kPrefix))
        operators.push_back(op);
    });
    // In the order of the program, so that constants come before who reads
    // them.
    IRRewriter rewriter(&getContext());
    for (torch::OperatorOp op : operators)
      if (std::string reason = convert(op, rewriter); !reason.empty())
        op->setAttr("ingot.unconverted", rewriter.getStringAttr(reason));
    getOperation()->walk(dropVersions);
  }
};
} // namespace
