//===- ZstdStreams.cpp - blobs compressed on their way --------------------===//
//
// A few bytes of zstd may stand for gigabytes. What comes out is given to the
// store in pieces of 256 KiB, which refuses more than the digest says, so
// neither memory nor disk grows by it.
//
//===----------------------------------------------------------------------===//

#include "cache/store/ZstdStreams.h"

#include "absl/strings/str_cat.h"

#include <zstd.h>

namespace ingot::cache {
namespace {

/// Fast: the network is seldom slower, and machine code hardly shrinks.
constexpr int kLevel = 1;
constexpr int kMaxWindowLog = 23;
constexpr size_t kPieceBytes = 256 << 10;
/// What one turn makes, about: some milliseconds.
constexpr size_t kTurnBytes = 1 << 20;

class CompressingReader final : public BlobReader {
public:
  explicit CompressingReader(std::unique_ptr<BlobReader> base)
      : base_(std::move(base)), context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  }

  absl::StatusOr<SharedBytes> next() override {
    // zstd keeps what it has not made a block of: several pieces may go in
    // before one comes out.
    while (!isOver_) {
      absl::StatusOr<SharedBytes> piece = base_->next();
      if (!piece.ok())
        return piece;
      std::string out;
      if (absl::Status status = compress(*piece, out); !status.ok())
        return status;
      isOver_ = !*piece;
      if (!out.empty())
        return std::make_shared<const std::string>(std::move(out));
    }
    return SharedBytes();
  }

  void reportDamage() override { base_->reportDamage(); }

private:
  /// Null is the end.
  absl::Status compress(const SharedBytes &piece, std::string &out) {
    ZSTD_inBuffer in{piece ? piece->data() : nullptr, piece ? piece->size() : 0,
                     0};
    const ZSTD_EndDirective mode = piece ? ZSTD_e_continue : ZSTD_e_end;
    ZSTD_outBuffer space{nullptr, 0, 0};
    for (;;) {
      out.resize(space.pos + ZSTD_CStreamOutSize());
      space.dst = out.data();
      space.size = out.size();
      const size_t left =
          ZSTD_compressStream2(context_.get(), &space, &in, mode);
      if (ZSTD_isError(left))
        return absl::InternalError(
            absl::StrCat("zstd: ", ZSTD_getErrorName(left)));
      if (piece ? in.pos == in.size : left == 0)
        break;
    }
    out.resize(space.pos);
    return absl::OkStatus();
  }

  const std::unique_ptr<BlobReader> base_;
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_;
  bool isOver_ = false;
};

class DecompressingWriter final : public BlobWriter {
public:
  explicit DecompressingWriter(std::unique_ptr<BlobWriter> base)
      : base_(std::move(base)), context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  }

  absl::Status append(std::string_view bytes) override {
    do {
      absl::StatusOr<size_t> taken = appendSome(bytes);
      if (!taken.ok())
        return taken.status();
      bytes.remove_prefix(*taken);
    } while (!bytes.empty());
    return absl::OkStatus();
  }

  absl::StatusOr<size_t> appendSome(std::string_view bytes) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer out{piece_.data(), piece_.size(), 0};
    size_t made = 0;
    for (bool isDone = bytes.empty(); !isDone;) {
      out.pos = 0;
      const size_t left = ZSTD_decompressStream(context_.get(), &out, &in);
      if (ZSTD_isError(left))
        return absl::InvalidArgumentError(
            absl::StrCat("zstd: ", ZSTD_getErrorName(left)));
      isWhole_ = left == 0;
      if (absl::Status status = base_->append({piece_.data(), out.pos});
          !status.ok())
        return status;
      made += out.pos;
      // A full piece may have more behind it: a block, once all is taken.
      isDone = in.pos == in.size ? isWhole_ || out.pos < out.size
                                 : made >= kTurnBytes;
    }
    size_ += static_cast<int64_t>(in.pos);
    return in.pos;
  }

  int64_t size() const override { return size_; }

  absl::Status commit() override {
    if (!isWhole_)
      return absl::InvalidArgumentError("zstd: the data are cut off");
    return base_->commit();
  }

private:
  const std::unique_ptr<BlobWriter> base_;
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_;
  std::string piece_ = std::string(kPieceBytes, '\0');
  int64_t size_ = 0;    ///< Of what came.
  bool isWhole_ = true; ///< No frame has begun and not ended.
};

} // namespace

std::unique_ptr<BlobReader> compressing(std::unique_ptr<BlobReader> base) {
  return std::make_unique<CompressingReader>(std::move(base));
}

std::unique_ptr<BlobWriter> decompressing(std::unique_ptr<BlobWriter> base) {
  return std::make_unique<DecompressingWriter>(std::move(base));
}

} // namespace ingot::cache
