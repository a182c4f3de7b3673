//===- PackBooleans.h - constants as newer MLIR prints them -----*- C++ -*-===//
//
// MLIR up to 22 keeps eight booleans in a byte, newer releases one, and
// large constants are printed as they are kept: `dense<"0x0100..."> :
// tensor<99xi1>`. JAX prints with a newer MLIR than ours, whose parser would
// reject the size.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_PACKBOOLEANS_H
#define INGOT_PIPELINE_IMPORT_PACKBOOLEANS_H

#include <optional>
#include <string>
#include <string_view>

namespace ingot {

/// The text with such constants in our form; nothing if it has none. Line
/// numbers stay. Text that only looks like a constant, in a string say, is a
/// price that is accepted: it would have to be a whole one, sizes included.
std::optional<std::string> packBooleans(std::string_view text);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_PACKBOOLEANS_H
