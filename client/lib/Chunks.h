//===- Chunks.h - large files as pieces that stay the same ------*- C++ -*-===//
//
// A file is cut where its own bytes say so, and so a change moves the cuts near
// it alone: of a file with some new tensors most pieces are those of the file
// before, wherever they stand now and whatever the format.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_CHUNKS_H
#define INGOT_CLIENT_LIB_CHUNKS_H

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ingot::client {

/// A piece has between the two but for the last, and a mebibyte and a half on
/// the average. Several fit a message.
inline constexpr size_t kMinPieceBytes = 512 << 10;
inline constexpr size_t kMaxPieceBytes = 3 << 20;

/// The bytes, cut; no more than the first `most` pieces of them. Goes over two
/// thirds of what it cuts.
std::vector<std::string_view> cutPieces(std::string_view bytes,
                                        size_t most = SIZE_MAX);

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_CHUNKS_H
