//===- HexConstants.h - large constants of text -----------------*- C++ -*-===//
//
// Weights in text are megabytes of hexadecimal digits. MLIR's parser goes
// through them letter by letter three times, to find their end, to make bytes
// of them and to count lines. Here they leave the text before it is parsed and
// come back as what the parser would have made of them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_HEXCONSTANTS_H
#define INGOT_PIPELINE_IMPORT_HEXCONSTANTS_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// A text without its large constants.
struct HexConstants {
  std::string text;                  ///< Has references in their places.
  std::vector<std::string> payloads; ///< What they refer to, by number.
};

/// Takes the constants of 4 KiB and more out; nothing if there are none. They
/// are the only attribute of an op that has its line for itself, so lines stay
/// and so do columns: `%0 = stablehlo.constant dense<"0x..."> : tensor<...>`.
std::optional<HexConstants> takeHexConstants(std::string_view text);

/// Puts them into what `constants.text` was parsed to. Fails if one does not
/// fit its type, or is not one attribute of one op; the whole text is to be
/// parsed then.
mlir::LogicalResult putHexConstants(mlir::ModuleOp module,
                                    const HexConstants &constants);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_HEXCONSTANTS_H
