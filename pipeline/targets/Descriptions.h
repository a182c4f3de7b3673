//===- Descriptions.h - targets as text -------------------------*- C++ -*-===//
//
// A target that has a name is a file NAME.textproto: a TargetDescription of
// proto/ingot/v1/common.proto in protobuf's text format. Those of this folder
// come with the build, an operator's own stand in a folder of theirs. README.md
// says what each field means.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_DESCRIPTIONS_H
#define INGOT_PIPELINE_TARGETS_DESCRIPTIONS_H

#include "ingot/v1/common.pb.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace ingot::pipeline {

/// A description that comes with the build.
struct DescriptionFile {
  llvm::StringLiteral name; ///< With its suffix.
  llvm::StringLiteral text;
};

/// Those of this folder and of the backends' folders. Made by the build.
llvm::ArrayRef<DescriptionFile> shippedDescriptionFiles();

/// Reads one description; errors begin with `file` and the line. A description
/// has the name of its file, and may leave it out.
llvm::Expected<v1::TargetDescription>
parseTargetDescription(llvm::StringRef text, llvm::StringRef file);

/// Those that come with the build, in the order of their names.
std::vector<v1::TargetDescription> shippedTargetDescriptions();

/// All NAME.textproto of a folder, in the order of their names. Fails if the
/// folder, or one file of it, cannot be read.
llvm::Expected<std::vector<v1::TargetDescription>>
readTargetDescriptions(llvm::StringRef folder);

using ResolveDescribed = llvm::function_ref<llvm::Expected<v1::Target>(
    const v1::Target &whole, const v1::Target &own)>;

/// resolveTarget(whole): pipelines of phases are not looked at.
llvm::Expected<v1::Target> resolveDescribed(const v1::Target &whole,
                                            const v1::Target &own);

/// Gives each of them what its base says, resolves it and registers it for the
/// rest of the process; all of them or none. Bases may be of the same list, in
/// any order. Fails, naming the description and the field, on a name that is
/// taken or cannot be one, a base that is unknown or its own, and on what
/// `resolve` refuses. Not thread-safe: call it before the first job.
///
/// `resolve` is given a target with what its base says, and what its own
/// description adds to that.
llvm::Error registerTargets(std::vector<v1::TargetDescription> descriptions,
                            ResolveDescribed resolve = resolveDescribed);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_DESCRIPTIONS_H
