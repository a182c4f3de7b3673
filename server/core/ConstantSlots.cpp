//===- ConstantSlots.cpp - executables for any weights --------------------===//
//
// A slot is as long as the digits of a SHA-256 and looks like them: 48 digits
// that are the same for all, then the number of the first constant of that
// value. Nothing moves when it is filled.
//
//===----------------------------------------------------------------------===//

#include "server/core/ConstantSlots.h"

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

/// Random: no digest begins so.
constexpr absl::string_view kPrefix =
    "8f1d0c6a2be74935d1f03a5c7e92b8461c0fa3e7d95b2846";
constexpr size_t kSlotDigits = 64, kNumberDigits = 16;
static_assert(kPrefix.size() + kNumberDigits == kSlotDigits);

std::string slotOf(int number) {
  return absl::StrCat(kPrefix, absl::Hex(number, absl::PadSpec::kZeroPad16));
}

} // namespace

bool canHaveSlots(const v1::Target &target, const v1::CompileOptions &options) {
  return target.backend().empty() && target.plugins().empty() &&
         (options.emit() == v1::EXECUTABLE || options.emit() == v1::OBJECT);
}

v1::Manifest withSlots(const v1::Manifest &manifest) {
  v1::Manifest made = manifest;
  absl::flat_hash_map<std::string, int> numbers; // By digest.
  for (int i = 0; i < made.constants_size(); ++i) {
    v1::Constant &constant = *made.mutable_constants(i);
    if (!constant.has_digest())
      continue;
    const int number =
        numbers.try_emplace(constant.digest().hash(), i).first->second;
    constant.mutable_digest()->set_hash(slotOf(number));
  }
  return made;
}

absl::StatusOr<std::string> fillSlots(const v1::Manifest &manifest,
                                      std::string_view made) {
  std::string filled(made);
  absl::flat_hash_set<int> found;
  for (size_t at = filled.find(kPrefix.data(), 0, kPrefix.size());
       at != std::string::npos;
       at = filled.find(kPrefix.data(), at + 1, kPrefix.size())) {
    uint64_t number = 0;
    const std::string slot = filled.substr(at, kSlotDigits);
    if (!absl::SimpleHexAtoi(absl::string_view(slot).substr(kPrefix.size()),
                             &number) ||
        number >= static_cast<uint64_t>(manifest.constants_size()) ||
        slot != slotOf(static_cast<int>(number)))
      return absl::InternalError("an executable names a constant that is none");
    const int index = static_cast<int>(number);
    filled.replace(at, kSlotDigits, manifest.constants(index).digest().hash());
    found.insert(index);
  }
  absl::flat_hash_set<std::string> values;
  for (const v1::Constant &constant : manifest.constants())
    if (constant.has_digest())
      values.insert(constant.digest().hash());
  if (found.size() != values.size())
    return absl::InternalError(
        "an executable does not name all of its constants");
  return filled;
}

} // namespace ingot::server
