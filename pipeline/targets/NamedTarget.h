//===- NamedTarget.h - targets that have a name -----------------*- C++ -*-===//
//
// Part of the public interface (pipeline/api/Compiler.h includes it): no MLIR
// or LLVM type appears here.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_NAMEDTARGET_H
#define INGOT_PIPELINE_TARGETS_NAMEDTARGET_H

#include "ingot/v1/common.pb.h"

#include <string>
#include <vector>

namespace ingot::pipeline {

/// A target that has a name. A value.
struct NamedTarget {
  std::string name;
  v1::Target target; ///< Resolved; never says "native".
  std::string summary;
};

/// The targets of all registered backends, "host" first, resolved to this
/// machine; then the described ones. Empty before they are registered, which
/// the first Compiler of a process does.
std::vector<NamedTarget> namedTargets();

/// The plugins that targets may name, in the order of their names.
std::vector<v1::TargetPlugin> namedPlugins();

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_NAMEDTARGET_H
