//===- MeasuredStore.cpp - How long a store takes -------------------------===//

#include "cache/store/MeasuredStore.h"

namespace ingot::cache {
namespace {

const char *outcomeOf(const absl::Status &status) {
  return status.ok() ? "ok" : "error";
}
template <typename T> const char *outcomeOf(const absl::StatusOr<T> &value) {
  return outcomeOf(value.status());
}
/// Of what is looked for, absence is an outcome of its own.
template <typename T> const char *outcomeOfLookup(const T &value) {
  return !value.ok() ? "error" : *value ? "found" : "absent";
}
const char *outcomeOf(const absl::StatusOr<SharedBytes> &value) {
  return outcomeOfLookup(value);
}
const char *
outcomeOf(const absl::StatusOr<std::unique_ptr<BlobReader>> &value) {
  return outcomeOfLookup(value);
}
const char *
outcomeOf(const absl::StatusOr<std::optional<v1::ActionRecord>> &value) {
  return outcomeOfLookup(value);
}

/// Measures its commit.
class MeasuredWriter final : public BlobWriter {
public:
  MeasuredWriter(std::unique_ptr<BlobWriter> base,
                 const MeasuredStore::Clock &clock,
                 const MeasuredStore::OnOperation &onOperation)
      : base_(std::move(base)), clock_(clock), onOperation_(onOperation) {}

  absl::Status append(std::string_view bytes) override {
    return base_->append(bytes);
  }
  int64_t size() const override { return base_->size(); }
  absl::Status commit() override {
    const absl::Time began = clock_();
    absl::Status status = base_->commit();
    onOperation_("commit_blob", outcomeOf(status), clock_() - began);
    return status;
  }

private:
  const std::unique_ptr<BlobWriter> base_;
  const MeasuredStore::Clock &clock_; ///< The store's, which outlives this.
  const MeasuredStore::OnOperation &onOperation_;
};

} // namespace

MeasuredStore::MeasuredStore(std::unique_ptr<Store> base, Clock clock,
                             OnOperation onOperation)
    : StoreDecorator(std::move(base)), clock_(std::move(clock)),
      onOperation_(std::move(onOperation)) {}

template <typename Call>
auto MeasuredStore::measure(const char *operation, Call call) {
  const absl::Time began = clock_();
  auto result = call();
  onOperation_(operation, outcomeOf(result), clock_() - began);
  return result;
}

absl::StatusOr<std::vector<Digest>>
MeasuredStore::putBlobs(const std::vector<std::string_view> &blobs,
                        Durability durability) {
  return measure("put_blobs",
                 [&] { return base().putBlobs(blobs, durability); });
}

absl::StatusOr<SharedBytes> MeasuredStore::getBlob(const Digest &digest) {
  return measure("get_blob", [&] { return base().getBlob(digest); });
}

absl::StatusOr<std::unique_ptr<BlobReader>>
MeasuredStore::openBlob(const Digest &digest, int64_t offset) {
  return measure("open_blob", [&] { return base().openBlob(digest, offset); });
}

absl::StatusOr<std::unique_ptr<BlobReader>>
MeasuredStore::openRange(const Digest &digest, int64_t offset) {
  return measure("open_range",
                 [&] { return base().openRange(digest, offset); });
}

absl::StatusOr<std::unique_ptr<BlobWriter>>
MeasuredStore::createBlob(const Digest &digest) {
  auto writer =
      measure("create_blob", [&] { return base().createBlob(digest); });
  if (!writer.ok())
    return writer;
  return std::make_unique<MeasuredWriter>(*std::move(writer), clock_,
                                          onOperation_);
}

absl::StatusOr<std::vector<Digest>>
MeasuredStore::findMissing(const std::vector<Digest> &digests) {
  return measure("find_missing", [&] { return base().findMissing(digests); });
}

absl::StatusOr<std::optional<v1::ActionRecord>>
MeasuredStore::getRecord(RecordKind kind, const Digest &key) {
  return measure("get_record", [&] { return base().getRecord(kind, key); });
}

absl::Status MeasuredStore::putRecords(const std::vector<RecordEntry> &entries,
                                       Durability durability) {
  return measure("put_records",
                 [&] { return base().putRecords(entries, durability); });
}

} // namespace ingot::cache
