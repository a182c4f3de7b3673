//===- UploadName.h - what an upload's name may ask for ---------*- C++ -*-===//
//
// A resource name of ByteStream may go on behind the blob's digest. The client
// and the service have this word of it from here.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_KEY_UPLOADNAME_H
#define INGOT_CACHE_KEY_UPLOADNAME_H

#include <string_view>

namespace ingot {

/// The last part of the name of an upload that the sender does not count on
/// before something else was stored, as the result of a compile: it need not
/// survive the machine until then, and nobody waits for the disk twice.
inline constexpr std::string_view kDurableWithNext = "durable-with-next";

} // namespace ingot

#endif // INGOT_CACHE_KEY_UPLOADNAME_H
