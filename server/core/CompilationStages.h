//===- CompilationStages.h - what the stages have in common -----*- C++ -*-===//
//
// For the sources of Compilation alone.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_COMPILATIONSTAGES_H
#define INGOT_SERVER_CORE_COMPILATIONSTAGES_H

#include "cache/key/Digest.h"
#include "ingot/v1/store.pb.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include <string>

namespace ingot::server {

/// What is nearly done gets done first: new requests wait for those that were
/// let in before, or nobody would ever end under load.
constexpr int kPlanPriority = 0, kObjectPriority = 1, kLinkPriority = 2;

/// INTERNAL, of an answer that does not fit what came with it.
inline absl::Status malformedAnswer(const char *how) {
  return absl::InternalError(
      absl::StrCat("the worker's answer is malformed: ", how));
}

/// Adds an output to the record of an action.
inline void addOutput(v1::ActionRecord &record, const std::string &role,
                      const Digest &digest) {
  v1::ActionRecord::Output *output = record.add_outputs();
  output->set_role(role);
  *output->mutable_digest() = digest.toProto();
}

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_COMPILATIONSTAGES_H
