//===- IrpaFile.h - IREE's parameter archive --------------------*- C++ -*-===//
//
// Version 0 of the format, little-endian, offsets from the header's start:
//
//   header   magic "IRPA", major:u16 0, minor:u16, size:u64, next header:u64,
//            flags:u64, entries:u64, three ranges: entries, metadata, storage
//   range    offset:u64, length:u64
//   entry    size:u64, kind:u32, flags:u64, two ranges in the metadata: name
//            and free text, alignment:u64, then by kind
//   skip 0   nothing: the entry was erased
//   splat 1  length:u64, pattern[16], pattern length:u8
//   data 2   range in the storage
//
// Entries begin at multiples of 16. There are no types and no shapes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_IRPAFILE_H
#define INGOT_PIPELINE_IMPORT_IRPAFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string_view>
#include <vector>

namespace ingot {

/// A parameter of an archive; views of its bytes.
struct IrpaEntry {
  llvm::StringRef name;
  std::string_view bytes; ///< Repeated until they are `size`.
  uint64_t size = 0;
};

/// The parameters of an archive, which may be hostile. An error completes "the
/// file ...".
llvm::Expected<std::vector<IrpaEntry>> readIrpa(std::string_view archive);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_IRPAFILE_H
