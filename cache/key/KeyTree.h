//===- KeyTree.h - A key as a tree of named parts ---------------*- C++ -*-===//
//
// A digest says that two keys differ and not in what. So the parts of a key are
// kept beside it, as a tree in which each has its name: ingot.v1.KeyPart. This
// bounds such trees and compares them. It knows nothing of what the parts are,
// and a tree is no key: nothing is found by it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_KEY_KEYTREE_H
#define INGOT_CACHE_KEY_KEYTREE_H

#include "ingot/v1/explain.pb.h"

#include "absl/status/status.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// Limits of a tree; of one that is read as of one that is made.
inline constexpr size_t kMaxKeyPartBytes = 256; ///< Of a name, value or note.
inline constexpr size_t kMaxKeyParts = 4096;
inline constexpr size_t kMaxKeyDepth = 8; ///< Of parts within each other.
inline constexpr size_t kMaxKeyTreeBytes = 256 << 10;

/// Adds a part. A name or value that is too long is there by its digest.
v1::KeyPart &addPart(v1::KeyPart &to, std::string_view name,
                     std::string_view value = "");

/// Cuts the longest lists until the tree is within the limits; one part stands
/// for all that is left out of a list, so that those still compare.
void fitTree(v1::KeyPart &tree);

/// INVALID_ARGUMENT, naming it, where a limit is exceeded.
absl::Status checkTree(const v1::KeyPart &tree);

/// One line "a.b = value" for each part that has a value or no parts.
std::string textOf(const v1::KeyPart &tree);

/// What `before` and `after` have not in common, in the order of `after`, what
/// is gone in front of what is new. The names of the trees themselves are not
/// compared. Parts are compared by their names; of several of one name those
/// that are equal belong together, the rest in their order.
std::vector<v1::KeyDifference> differencesOf(const v1::KeyPart &before,
                                             const v1::KeyPart &after);

/// A hash for each part at the top of a tree: what two trees have in common can
/// be counted without reading them.
using KeySketch = std::vector<uint64_t>;
KeySketch sketchOf(const v1::KeyPart &tree);

/// The candidates by how much they have in common with `sketch`, most first,
/// equal ones in their order. Those without anything in common are left out.
std::vector<size_t> rankByNearness(const KeySketch &sketch,
                                   const std::vector<KeySketch> &candidates);

} // namespace ingot

#endif // INGOT_CACHE_KEY_KEYTREE_H
