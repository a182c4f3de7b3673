//===- FatFile.h - executables of several targets in one --------*- C++ -*-===//
//
// A fat file holds what one program was compiled to for several CPUs, so that
// one file serves a fleet of unlike machines. Not installed: a loader takes the
// member for its machine by Executable::load().
//
// It is an archive of ar(1), in the variant of System V and GNU, so that `ar`
// and any linker's tools open it:
//
//   file   := "!<arch>\n" member*
//   member := name[16] date[12] owner[6] group[6] mode[8] size[10] "`\n"
//             bytes ["\n" if their number is odd]
//
// Fields are text, filled up by spaces. A name is TARGET.so and ends in '/';
// TARGET is one of fatTargets(). Dates, owners and groups are 0: the same
// members are the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_FATFILE_H
#define INGOT_CLIENT_RUNTIME_FATFILE_H

#include "absl/status/statusor.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::runtime {

/// An executable and the registered target that it is for. The bytes are those
/// of whoever made or read the file.
struct FatMember {
  std::string target;
  std::string_view bytes;
};

/// The targets that a member may be for: those whose machines a loader can
/// tell. Of those for one kind of machine each needs more than the one before.
std::vector<std::string> fatTargets();

/// True for the first bytes of a fat file.
bool isFat(std::string_view bytes);

/// The bytes of a fat file. INVALID_ARGUMENT when there is no member, two for
/// one target, or one for a target that is none of fatTargets().
absl::StatusOr<std::string> writeFat(const std::vector<FatMember> &members);

/// The members, in the order of the file. The bytes may be anything;
/// INVALID_ARGUMENT when there is not a member for each header, by its name and
/// size. Other fields are not looked at.
absl::StatusOr<std::vector<FatMember>> readFat(std::string_view bytes);

/// Whether this machine, with its operating system, runs code for a target.
bool machineRuns(std::string_view target);

/// The member that needs the most of what the machine has. FAILED_PRECONDITION
/// names the targets that there are when it runs none of them.
absl::StatusOr<FatMember> chooseMember(
    const std::vector<FatMember> &members,
    const std::function<bool(std::string_view target)> &runs = machineRuns);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_FATFILE_H
