//===- Aliases.cpp - operators with a second name -------------------------===//
//
// What PyTorch computes by another operator of the same arguments. Copies of
// views are views: tensors here have values, not storage.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

struct Alias {
  StringLiteral opName, meant;
};

} // namespace

static constexpr Alias kAliases[] = {
    {"torch.aten._index_put_impl_", "torch.aten.index_put"},
    {"torch.aten._reshape_alias_copy", "torch.aten.view"},
    {"torch.aten._unsafe_index_put.hacked_twin",
     "torch.aten.index_put.hacked_twin"},
    {"torch.aten.absolute", "torch.aten.abs"},
    {"torch.aten.arccos", "torch.aten.acos"},
    {"torch.aten.arccosh", "torch.aten.acosh"},
    {"torch.aten.arcsin", "torch.aten.asin"},
    {"torch.aten.arcsinh", "torch.aten.asinh"},
    {"torch.aten.arctan", "torch.aten.atan"},
    {"torch.aten.arctan2", "torch.aten.atan2"},
    {"torch.aten.arctanh", "torch.aten.atanh"},
    {"torch.aten.det", "torch.aten.linalg_det"},
    {"torch.aten.divide.Scalar", "torch.aten.div.Scalar"},
    {"torch.aten.divide.Tensor", "torch.aten.div.Tensor"},
    {"torch.aten.divide.Tensor_mode", "torch.aten.div.Tensor_mode"},
    {"torch.aten.greater.Scalar", "torch.aten.gt.Scalar"},
    {"torch.aten.greater.Tensor", "torch.aten.gt.Tensor"},
    {"torch.aten.greater_equal.Scalar", "torch.aten.ge.Scalar"},
    {"torch.aten.greater_equal.Tensor", "torch.aten.ge.Tensor"},
    {"torch.aten.less.Scalar", "torch.aten.lt.Scalar"},
    {"torch.aten.less.Tensor", "torch.aten.lt.Tensor"},
    {"torch.aten.less_equal.Scalar", "torch.aten.le.Scalar"},
    {"torch.aten.less_equal.Tensor", "torch.aten.le.Tensor"},
    {"torch.aten.moveaxis.int", "torch.aten.movedim.int"},
    {"torch.aten.multiply.Scalar", "torch.aten.mul.Scalar"},
    {"torch.aten.multiply.Tensor", "torch.aten.mul.Tensor"},
    {"torch.aten.negative", "torch.aten.neg"},
    {"torch.aten.not_equal.Scalar", "torch.aten.ne.Scalar"},
    {"torch.aten.not_equal.Tensor", "torch.aten.ne.Tensor"},
    {"torch.aten.special_erf", "torch.aten.erf"},
    {"torch.aten.special_erfc", "torch.aten.erfc"},
    {"torch.aten.special_exp2", "torch.aten.exp2"},
    {"torch.aten.special_expit", "torch.aten.sigmoid"},
    {"torch.aten.special_expm1", "torch.aten.expm1"},
    {"torch.aten.special_log1p", "torch.aten.log1p"},
    {"torch.aten.special_psi", "torch.aten.digamma"},
    {"torch.aten.split_copy.Tensor", "torch.aten.split.Tensor"},
    {"torch.aten.split_with_sizes_copy", "torch.aten.split_with_sizes"},
    {"torch.aten.squeeze_copy", "torch.aten.squeeze"},
    {"torch.aten.squeeze_copy.dim", "torch.aten.squeeze.dim"},
    {"torch.aten.squeeze_copy.dims", "torch.aten.squeeze.dims"},
    {"torch.aten.subtract.Scalar", "torch.aten.sub.Scalar"},
    {"torch.aten.subtract.Tensor", "torch.aten.sub.Tensor"},
    {"torch.aten.t_copy", "torch.aten.t"},
    {"torch.aten.true_divide.Scalar", "torch.aten.div.Scalar"},
    {"torch.aten.true_divide.Tensor", "torch.aten.div.Tensor"},
    {"torch.aten.unbind_copy.int", "torch.aten.unbind.int"},
    {"torch.aten.view_copy.dtype", "torch.aten.view.dtype"},
    {"torch.prims.sqrt", "torch.aten.sqrt"},
};

/// The same operands under the names of the other operator; what only one of
/// the two has (`unsafe`, strides) says nothing about values.
static Results decomposeAlias(const Composite &op) {
  static const llvm::StringMap<StringRef> meant = [] {
    llvm::StringMap<StringRef> map;
    for (const Alias &alias : kAliases)
      map[alias.opName] = alias.meant;
    return map;
  }();
  const Schema *schema = findSchema(meant.lookup(op.name()));
  if (!schema)
    return {};
  SmallVector<NamedArgument> arguments;
  for (const SchemaArgument &argument : schema->arguments)
    if (Value operand = op.operand(argument.name))
      arguments.push_back({argument.name, operand});
    else if (!argument.defaultValue)
      return {};
  ResultRange made = op.builder().createAll(schema->opName, arguments,
                                            op.operation()->getResultTypes());
  Results results;
  llvm::append_range(results, made);
  return results;
}

ArrayRef<Decomposition> ingot::torch::aliases() {
  static const SmallVector<Decomposition> kRows =
      llvm::map_to_vector(kAliases, [](const Alias &alias) -> Decomposition {
        return {alias.opName, decomposeAlias};
      });
  return kRows;
}
