//===- FatFile.cpp - executables of several targets in one ----------------===//
//
// Only what writeFat() writes is read: an archive with a symbol table, long
// names or members of other names was not made by `ingot compile`, and none of
// it would be loaded anyway.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/FatFile.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

#if defined(__riscv)
#include <sys/auxv.h>
#endif

namespace ingot::runtime {
namespace {

constexpr absl::string_view kMagic = "!<arch>\n", kEndOfHeader = "`\n",
                            kEnding = ".so/";
constexpr size_t kHeaderBytes = 60, kNameBytes = 16, kSizeOffset = 48,
                 kSizeBytes = 10;
/// What ten digits can say.
constexpr uint64_t kMaxMemberBytes = 9'999'999'999;

/// A target and whether this machine is one for it.
struct Level {
  const char *target;
  bool (*runs)();
};

bool isNever() { return false; }
bool isAlways() { return true; }

#if defined(__x86_64__)
// What the operating system saves of the registers counts, too.
bool hasV2() { return __builtin_cpu_supports("x86-64-v2"); }
bool hasV3() { return __builtin_cpu_supports("x86-64-v3"); }
bool hasV4() { return __builtin_cpu_supports("x86-64-v4"); }
constexpr auto isX86 = isAlways;
#else
constexpr auto hasV2 = isNever, hasV3 = isNever, hasV4 = isNever,
               isX86 = isNever;
#endif

#if defined(__aarch64__)
constexpr auto isAArch64 = isAlways;
#else
constexpr auto isAArch64 = isNever;
#endif

#if defined(__riscv) && __riscv_xlen == 64
constexpr auto isRiscv64 = isAlways;
// Linux's AT_HWCAP has a bit for each extension of one letter.
bool hasVectors() { return getauxval(AT_HWCAP) >> ('V' - 'A') & 1; }
#else
constexpr auto isRiscv64 = isNever, hasVectors = isNever;
#endif

/// Of one kind of machine, each needs more than the one before.
constexpr Level kLevels[] = {{"x86-64", isX86},        {"x86-64-v2", hasV2},
                             {"x86-64-v3", hasV3},     {"x86-64-v4", hasV4},
                             {"aarch64", isAArch64},   {"riscv64", isRiscv64},
                             {"riscv64-v", hasVectors}};

std::string allTargets() { return absl::StrJoin(fatTargets(), ", "); }

std::string targetsOf(const std::vector<FatMember> &members) {
  return absl::StrJoin(members, ", ",
                       [](std::string *text, const FatMember &member) {
                         absl::StrAppend(text, member.target);
                       });
}

absl::Status checkMembers(const std::vector<FatMember> &members) {
  if (members.empty())
    return absl::InvalidArgumentError("a fat file has no member");
  const std::vector<std::string> known = fatTargets();
  for (auto member = members.begin(); member != members.end(); ++member) {
    if (!absl::c_linear_search(known, member->target))
      return absl::InvalidArgumentError(
          absl::StrCat("a fat file has no member for '", member->target,
                       "', since a loader cannot tell its machines; there can "
                       "be ",
                       allTargets()));
    for (auto other = members.begin(); other != member; ++other)
      if (other->target == member->target)
        return absl::InvalidArgumentError(absl::StrCat(
            "a fat file has two members for '", member->target, "'"));
    if (member->bytes.size() > kMaxMemberBytes)
      return absl::InvalidArgumentError(
          absl::StrCat("the executable for '", member->target,
                       "' is larger than a fat file can hold"));
  }
  return absl::OkStatus();
}

absl::Status damaged(const char *how) {
  return absl::InvalidArgumentError(
      absl::StrCat("is a damaged fat file: ", how, "; compile it again"));
}

/// Takes one member off the front of `rest`.
absl::StatusOr<FatMember> takeMember(absl::string_view &rest) {
  if (rest.size() < kHeaderBytes)
    return damaged("it ends within the header of a member");
  absl::string_view header = rest.substr(0, kHeaderBytes);
  rest.remove_prefix(kHeaderBytes);
  if (!absl::EndsWith(header, kEndOfHeader))
    return damaged("the header of a member has no end");
  absl::string_view name =
      absl::StripTrailingAsciiWhitespace(header.substr(0, kNameBytes));
  if (!absl::ConsumeSuffix(&name, kEnding))
    return damaged("a member is no executable");
  uint64_t size = 0;
  if (!absl::SimpleAtoi(header.substr(kSizeOffset, kSizeBytes), &size))
    return damaged("the size of a member is no number");
  if (size > rest.size())
    return damaged("it ends within a member");
  FatMember member{std::string(name), {rest.data(), size}};
  rest.remove_prefix(std::min<uint64_t>(size + size % 2, rest.size()));
  return member;
}

} // namespace

std::vector<std::string> fatTargets() {
  std::vector<std::string> targets;
  for (const Level &level : kLevels)
    targets.push_back(level.target);
  return targets;
}

bool isFat(std::string_view bytes) {
  return absl::StartsWith({bytes.data(), bytes.size()}, kMagic);
}

absl::StatusOr<std::string> writeFat(const std::vector<FatMember> &members) {
  if (absl::Status status = checkMembers(members); !status.ok())
    return status;
  std::string file(kMagic);
  for (const FatMember &member : members) {
    absl::StrAppendFormat(&file, "%-16s%-12d%-6d%-6d%-8s%-10d%s",
                          absl::StrCat(member.target, kEnding), 0, 0, 0,
                          "100755", member.bytes.size(), kEndOfHeader);
    file.append(member.bytes).append(member.bytes.size() % 2, '\n');
  }
  return file;
}

absl::StatusOr<std::vector<FatMember>> readFat(std::string_view bytes) {
  absl::string_view rest(bytes.data(), bytes.size());
  if (!absl::ConsumePrefix(&rest, kMagic))
    return damaged("it does not begin like one");
  std::vector<FatMember> members;
  while (!rest.empty()) {
    absl::StatusOr<FatMember> member = takeMember(rest);
    if (!member.ok())
      return member.status();
    members.push_back(*std::move(member));
    // As many as there are kinds, or one is there twice.
    if (absl::Status status = checkMembers(members); !status.ok())
      return status;
  }
  if (absl::Status status = checkMembers(members); !status.ok())
    return status;
  return members;
}

bool machineRuns(std::string_view target) {
  return absl::c_any_of(kLevels, [&](const Level &level) {
    return target == level.target && level.runs();
  });
}

absl::StatusOr<FatMember>
chooseMember(const std::vector<FatMember> &members,
             const std::function<bool(std::string_view)> &runs) {
  const FatMember *best = nullptr;
  for (const Level &level : kLevels)
    for (const FatMember &member : members)
      if (member.target == level.target && runs(level.target))
        best = &member;
  if (best)
    return *best;
  return absl::FailedPreconditionError(
      absl::StrCat("has executables for ", targetsOf(members),
                   ", none of which runs on this machine; compile it with "
                   "another --target"));
}

} // namespace ingot::runtime
