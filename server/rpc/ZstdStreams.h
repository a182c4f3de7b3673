//===- ZstdStreams.h - blobs compressed on their way ------------*- C++ -*-===//
//
// For REAPI's compressed-blobs/zstd: around a reader or a writer of a blob, the
// same with the bytes of zstd outside. The store keeps blobs as they are.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_ZSTDSTREAMS_H
#define INGOT_SERVER_RPC_ZSTDSTREAMS_H

#include "cache/store/Store.h"

namespace ingot::server {

/// Reads what `base` reads as one frame of zstd.
std::unique_ptr<cache::BlobReader>
compressing(std::unique_ptr<cache::BlobReader> base);

/// Appends frames of zstd; their content goes to `base`. size() counts the
/// bytes of zstd. INVALID_ARGUMENT for what is none or is cut off, and where
/// decompressing takes a window of more than 8 MiB.
std::unique_ptr<cache::BlobWriter>
decompressing(std::unique_ptr<cache::BlobWriter> base);

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_ZSTDSTREAMS_H
