//===- ConstantSlots.h - executables for any weights ------------*- C++ -*-===//
//
// An executable names its constants by their digests, in 64 digits each, and
// depends on them in nothing else. So it is emitted and linked with a slot in
// place of each digest, once for all weights, and the digests are put in when a
// request is answered. Other weights for the same program link nothing.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_CONSTANTSLOTS_H
#define INGOT_SERVER_CORE_CONSTANTSLOTS_H

#include "ingot/v1/artifact.pb.h"
#include "ingot/v1/compiler.pb.h"

#include "absl/status/statusor.h"

#include <string>
#include <string_view>

namespace ingot::server {

/// Whether what is made for this target can have slots: machine code in ELF
/// does. Text and what a backend makes hold digests in forms of their own.
bool canHaveSlots(const v1::Target &target, const v1::CompileOptions &options);

/// The manifest with a slot for each digest of a constant: equal ones for equal
/// digests. Manifests that differ in digests alone become one.
v1::Manifest withSlots(const v1::Manifest &manifest);

/// What was made with withSlots(manifest), with the digests of `manifest`.
/// INTERNAL when a slot is missing, or there is one too many.
absl::StatusOr<std::string> fillSlots(const v1::Manifest &manifest,
                                      std::string_view made);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_CONSTANTSLOTS_H
