//===- ZstdStreams.h - blobs compressed on their way ------------*- C++ -*-===//
//
// For REAPI's compressed-blobs/zstd: around a reader or a writer of a blob, the
// same with the bytes of zstd outside. The store keeps blobs as they are.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_ZSTDSTREAMS_H
#define INGOT_CACHE_STORE_ZSTDSTREAMS_H

#include "cache/store/Store.h"

namespace ingot::cache {

/// Reads what `base` reads as one frame of zstd.
std::unique_ptr<BlobReader> compressing(std::unique_ptr<BlobReader> base);

/// Appends frames of zstd; their content goes to `base`. size() counts the
/// bytes of zstd. INVALID_ARGUMENT for what is none or is cut off, and where
/// decompressing takes a window of more than 8 MiB.
std::unique_ptr<BlobWriter> decompressing(std::unique_ptr<BlobWriter> base);

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_ZSTDSTREAMS_H
