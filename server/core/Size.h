//===- Size.h - sizes as people write them ----------------------*- C++ -*-===//

#ifndef INGOT_SERVER_CORE_SIZE_H
#define INGOT_SERVER_CORE_SIZE_H

#include "absl/status/statusor.h"

#include <cstdint>
#include <string>

namespace ingot::server {

/// "512MiB", "10GiB", "1000": INVALID_ARGUMENT otherwise.
absl::StatusOr<int64_t> parseSize(const std::string &text);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_SIZE_H
