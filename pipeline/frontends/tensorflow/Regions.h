//===- Regions.h - branches and loops with regions --------------*- C++ -*-===//
//
// What a region computes comes from callbacks: functions of the file, frames of
// old graphs, or what a row builds itself.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_REGIONS_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_REGIONS_H

#include "pipeline/frontends/tensorflow/Item.h"
#include "pipeline/frontends/tensorflow/VariableState.h"

namespace ingot::tensorflow {

/// Builds a condition or a body where the builder stands.
using RegionCallback = llvm::function_ref<Items(Items arguments)>;

/// What one of several branches gives, chosen by a boolean without dimensions
/// or, by `isIndexed`, by a number; `branch` builds one. The reason is empty
/// unless it failed.
Items buildBranches(torch::StablehloBuilder &b, VariableState &state,
                    mlir::Value condition, bool isIndexed, unsigned count,
                    llvm::function_ref<Items(unsigned)> branch,
                    std::string &reason);

/// What a loop gives. `condition` gives one boolean.
Items buildLoop(torch::StablehloBuilder &b, VariableState &state, Items initial,
                RegionCallback condition, RegionCallback body,
                std::string &reason);

/// Elements of a list that had none of known sizes: zeros.
mlir::Value allocateList(torch::StablehloBuilder &b, const Item &list,
                         mlir::RankedTensorType type);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_REGIONS_H
