//===- FileName.h - what a file beside a program may be called --*- C++ -*-===//
//
// A program comes with files under the names by which it knows them, and the
// names are part of its key. The client and the service refuse names by this
// one rule.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_KEY_FILENAME_H
#define INGOT_CACHE_KEY_FILENAME_H

#include <cstddef>
#include <string>

namespace ingot {

inline constexpr size_t kMaxFileNameBytes = 1024;

/// Why a file cannot be called so, in words that follow the name; empty if it
/// can: a relative path downwards, in UTF-8, its parts separated by '/'.
std::string faultOfFileName(const std::string &name);

} // namespace ingot

#endif // INGOT_CACHE_KEY_FILENAME_H
