//===- PrintableText.h - names of models in messages ------------*- C++ -*-===//
//
// Names come from files and end in protobuf strings, which must be UTF-8, and
// on people's terminals.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_PRINTABLETEXT_H
#define INGOT_PIPELINE_IMPORT_PRINTABLETEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ingot {

/// Names beyond this length are cut.
inline constexpr size_t kMaxNameBytes = 512;

/// The text as UTF-8: bytes that are none, and control characters, become '?'.
/// What does not fit into `maxBytes` is replaced by three dots.
std::string printableText(llvm::StringRef text,
                          size_t maxBytes = kMaxNameBytes);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_PRINTABLETEXT_H
