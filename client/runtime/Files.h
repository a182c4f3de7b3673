//===- Files.h - files that are whole or not there --------------*- C++ -*-===//
//
// Not installed. Outputs replace what was there before in one step.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_FILES_H
#define INGOT_CLIENT_RUNTIME_FILES_H

#include "absl/status/status.h"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ingot::runtime {

/// Writes the pieces one after the other beside `path` and renames: a reader
/// sees all of it or what was there before, and an error leaves nothing behind.
/// PERMISSION_DENIED, naming the path, when it cannot be written. Thread-safe:
/// of several that write one path at once the last one stays.
absl::Status writeFile(const std::string &path,
                       const std::vector<std::string_view> &pieces,
                       mode_t mode = 0644);

/// Writes all bytes to a descriptor, or says why not.
absl::Status writeAll(int file, std::string_view bytes);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_FILES_H
