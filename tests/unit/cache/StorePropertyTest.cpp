//===- StorePropertyTest.cpp - the store against its model ----------------===//
//
// Random operations go to the daemon's stores on a disk in memory and to
// MemoryStore, their model; every answer must be the same, and so must the
// bytes and entries that are kept. In between the store is closed, killed, or
// loses power:
//
//   reopen  the order of use survives too, so the model goes on as it is
//   kill    all that was done is there, the order of use is not
//   power   what is there is what was there after one of the operations since
//           the last durable one
//
// After the last two, both sides use everything in one order and go on.
//
// A sequence is a function of its seed. One that fails is made shorter as long
// as it still fails, and printed.
//
//===----------------------------------------------------------------------===//

#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/FaultyDisk.h"
#include "tests/unit/cache/StoreTesting.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace ingot::cache {
namespace {

/// Sizes of the blobs that there may be. The limit is less than their sum.
constexpr size_t kSizes[] = {0,    1,    7,    100,  333,  500,  800,
                             1000, 1500, 1500, 2000, 3000, 2500, (1 << 20) + 9};
constexpr size_t kBlobs = std::size(kSizes);
constexpr size_t kKeys = 5;

enum class What {
  PutBlobs,
  Upload,
  SpoiltUpload,
  GetBlob,
  ReadBlob,
  PeekBlob,
  FindMissing,
  PutRecord,
  PutTwoRecords,
  GetRecord,
  PeekRecord,
  Reopen,
  Kill,
  LosePower,
};
constexpr const char *kNames[] = {
    "put blobs",   "upload",       "spoilt upload", "get blob",    "read blob",
    "peek blob",   "find missing", "put record",    "put records", "get record",
    "peek record", "reopen",       "kill",          "lose power"};

/// One operation; what it does not need is zero.
struct Operation {
  What what = What::Reopen;
  std::vector<size_t> blobs;
  size_t key = 0;
  RecordKind kind = RecordKind::Action;
  Durability durability = Durability::OnReturn;
  int64_t payload = 0; ///< Bytes in a record besides; of a reader the offset.

  std::string toString() const {
    return absl::StrCat(kNames[static_cast<int>(what)], " blobs {",
                        absl::StrJoin(blobs, " "), "} ",
                        kind == RecordKind::Action ? "action " : "request ",
                        key, " payload ", payload,
                        durability == Durability::OnReturn ? " durable" : "");
  }
};

std::vector<Operation> operationsOf(uint64_t seed, size_t count) {
  std::mt19937_64 random(seed);
  auto below = [&](size_t limit) { return random() % limit; };
  std::vector<Operation> operations;
  for (size_t i = 0; i < count; ++i) {
    Operation operation;
    // Crashes are rare, or little would ever be in the store.
    operation.what = static_cast<What>(
        below(100) < 94 ? below(static_cast<int>(What::Reopen))
                        : static_cast<int>(What::Reopen) + below(3));
    for (size_t n = 1 + below(3); n > 0; --n)
      operation.blobs.push_back(below(kBlobs));
    operation.key = below(kKeys);
    operation.kind = below(2) ? RecordKind::Action : RecordKind::Request;
    operation.durability =
        below(3) ? Durability::WithNext : Durability::OnReturn;
    operation.payload = static_cast<int64_t>(below(2) ? below(900) : 0);
    operations.push_back(operation);
  }
  return operations;
}

/// The blobs that are kept, and the records, serialized.
struct Contents {
  std::set<Digest> blobs;
  std::map<std::pair<RecordKind, Digest>, std::string> records;

  friend bool operator==(const Contents &a, const Contents &b) {
    return a.blobs == b.blobs && a.records == b.records;
  }
};

/// Of the model, without using anything.
Contents contentsOf(const MemoryStore &model) {
  Contents contents;
  for (const Digest &digest : model.blobs())
    contents.blobs.insert(digest);
  for (const RecordEntry &entry : model.records())
    contents.records[{entry.kind, entry.key}] =
        entry.record.SerializeAsString();
  return contents;
}

/// The store and its model side by side. One run per object.
class Comparison {
public:
  explicit Comparison(int64_t limitBytes) : limitBytes_(limitBytes) {
    for (size_t i = 0; i < kBlobs; ++i) {
      bytes_.push_back(someBytes(kSizes[i], i));
      digests_.push_back(Digest::of(bytes_.back()));
    }
    open();
    resetModel({});
    history_ = {Contents()};
  }

  /// What is wrong, with the operation that showed it; empty when nothing is.
  std::string run(const std::vector<Operation> &operations) {
    for (size_t i = 0; i < operations.size(); ++i) {
      std::string wrong = step(operations[i]);
      if (wrong.empty())
        wrong = compareStatistics();
      if (!wrong.empty())
        return absl::StrCat("operation ", i, ": ", wrong);
    }
    return "";
  }

private:
  void open() {
    store_.reset();
    disk_.repair();
    store_ = openStores({folder_.path(), limitBytes_, &disk_}, 4000).value();
  }

  std::string step(const Operation &operation) {
    switch (operation.what) {
    case What::Reopen:
      open();
      history_ = {contentsOf(*model_)};
      return "";
    case What::Kill:
      return crash(/*powerIsLost=*/false);
    case What::LosePower:
      return crash(/*powerIsLost=*/true);
    default:
      break;
    }
    std::string real = answer(*store_, operation);
    // A peek may know nothing, and uses nothing then.
    if (real == "nothing" && (operation.what == What::PeekBlob ||
                              operation.what == What::PeekRecord))
      return "";
    std::string expected = answer(*model_, operation);
    if (real != expected)
      return absl::StrCat("the store says ", real, ", the model ", expected);
    note(operation, expected);
    return "";
  }

  /// Remembers what a loss of power may leave.
  void note(const Operation &operation, const std::string &result) {
    switch (operation.what) {
    case What::PutBlobs:
    case What::PutRecord:
    case What::PutTwoRecords:
    case What::Upload:
      if (result == "done" && (operation.what == What::Upload ||
                               operation.durability == Durability::OnReturn))
        history_.clear();
      history_.push_back(contentsOf(*model_));
      return;
    default:
      return;
    }
  }

  std::string answer(Store &store, const Operation &operation) {
    switch (operation.what) {
    case What::PutBlobs: {
      std::vector<std::string_view> blobs;
      for (size_t blob : operation.blobs)
        blobs.push_back(bytes_[blob]);
      return toText(store.putBlobs(blobs, operation.durability).status());
    }
    case What::Upload:
    case What::SpoiltUpload:
      return upload(store, operation);
    case What::GetBlob:
      return toText(store.getBlob(digest(operation)));
    case What::PeekBlob: {
      SharedBytes bytes = store.peekBlob(digest(operation));
      return bytes ? absl::StrCat("blob ", Digest::of(*bytes).hex())
                   : "nothing";
    }
    case What::ReadBlob:
      return readFrom(store, operation);
    case What::FindMissing: {
      std::vector<Digest> asked;
      for (size_t blob : operation.blobs)
        asked.push_back(digests_[blob]);
      std::string text = "missing";
      const std::vector<Digest> missing = store.findMissing(asked).value();
      for (const Digest &digest : missing)
        text += " " + digest.hex();
      return text;
    }
    case What::PutRecord:
      return toText(
          store.putRecords({entryOf(operation)}, operation.durability));
    case What::PutTwoRecords: {
      RecordEntry first = entryOf(operation), second = first;
      second.kind = RecordKind::Request;
      second.record.set_payload("second");
      return toText(store.putRecords({first, second}, operation.durability));
    }
    case What::GetRecord:
      return toText(
          store.getRecord(operation.kind, keyOf(operation.key)).value());
    case What::PeekRecord:
      return toText(store.peekRecord(operation.kind, keyOf(operation.key)));
    default:
      return "";
    }
  }

  std::string upload(Store &store, const Operation &operation) {
    std::string bytes = bytes_[operation.blobs[0]];
    if (operation.what == What::SpoiltUpload)
      bytes.empty() ? bytes.push_back('x') : bytes.pop_back();
    auto writer = store.createBlob(digest(operation)).value();
    if (absl::Status status = writer->append(bytes); !status.ok())
      return toText(status);
    // One that is not ended leaves nothing.
    if (operation.what == What::SpoiltUpload && operation.payload == 0)
      return "given up";
    return toText(writer->commit());
  }

  std::string readFrom(Store &store, const Operation &operation) {
    auto reader = store.openBlob(digest(operation), operation.payload);
    if (!reader.ok())
      return toText(reader.status());
    if (!*reader)
      return "nothing";
    return absl::StrCat("bytes ", Digest::of(readAll(**reader).value()).hex());
  }

  static std::string toText(const absl::Status &status) {
    return status.ok() ? "done" : absl::StatusCodeToString(status.code());
  }
  static std::string toText(const absl::StatusOr<SharedBytes> &bytes) {
    if (!bytes.ok())
      return toText(bytes.status());
    return *bytes ? absl::StrCat("blob ", Digest::of(**bytes).hex())
                  : "nothing";
  }
  static std::string toText(const std::optional<v1::ActionRecord> &record) {
    return record ? absl::StrCat("record ", record->SerializeAsString().size(),
                                 " ",
                                 Digest::of(record->SerializeAsString()).hex())
                  : "nothing";
  }

  const Digest &digest(const Operation &operation) const {
    return digests_[operation.blobs[0]];
  }
  static Digest keyOf(size_t number) {
    return Digest::of(absl::StrCat("key ", number));
  }
  RecordEntry entryOf(const Operation &operation) const {
    std::vector<Digest> named;
    for (size_t blob : operation.blobs)
      named.push_back(digests_[blob]);
    v1::ActionRecord record = recordOf(named);
    record.set_payload(
        someBytes(static_cast<size_t>(operation.payload), operation.key));
    return {operation.kind, keyOf(operation.key), record};
  }

  /// Asks for everything in one order: both sides have used it alike then.
  Contents useAll(Store &store) {
    Contents contents;
    for (const Digest &digest : digests_)
      if (store.getBlob(digest).value())
        contents.blobs.insert(digest);
    for (RecordKind kind : {RecordKind::Action, RecordKind::Request})
      for (size_t i = 0; i < kKeys; ++i)
        if (auto record = store.getRecord(kind, keyOf(i)).value())
          contents.records[{kind, keyOf(i)}] = record->SerializeAsString();
    return contents;
  }

  std::string crash(bool powerIsLost) {
    disk_.stop();
    store_.reset();
    if (powerIsLost)
      disk_.losePower();
    open();
    Contents now = useAll(*store_);
    if (powerIsLost) {
      if (std::find(history_.begin(), history_.end(), now) == history_.end())
        return "after the loss of power there is what never was there";
      resetModel(now);
    }
    history_ = {now};
    return useAll(*model_) == now ? "" : "after a kill there is something else";
  }

  void resetModel(const Contents &contents) {
    model_ = std::make_unique<MemoryStore>(limitBytes_);
    for (const std::string &bytes : bytes_)
      if (contents.blobs.count(Digest::of(bytes)))
        model_->putBlob(bytes).value();
    for (const auto &[name, bytes] : contents.records) {
      RecordEntry entry{name.first, name.second, {}};
      entry.record.ParseFromString(bytes);
      EXPECT_TRUE(model_->putRecords({entry}, Durability::OnReturn).ok());
    }
  }

  std::string compareStatistics() const {
    StoreStatistics real = store_->statistics(), model = model_->statistics();
    auto toText = [](const StoreStatistics &s) {
      return absl::StrCat(s.bytes, " bytes, ", s.blobs, " blobs, ", s.records,
                          " records, ", s.brokenRecords, " broken");
    };
    if (toText(real) == toText(model) && real.bytes <= limitBytes_)
      return "";
    return absl::StrCat("the store has ", toText(real), ", the model ",
                        toText(model));
  }

  const int64_t limitBytes_;
  std::vector<std::string> bytes_;
  std::vector<Digest> digests_;
  TemporaryFolder folder_;
  FaultyDisk disk_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<MemoryStore> model_;
  /// What was there after each operation since the last durable one.
  std::vector<Contents> history_;
};

/// Leaves out what is not needed to fail, in ever smaller parts.
std::vector<Operation> shrink(std::vector<Operation> failing,
                              int64_t limitBytes) {
  for (size_t part = failing.size() / 2; part > 0; part /= 2)
    for (size_t from = 0; from + part <= failing.size();) {
      std::vector<Operation> fewer = failing;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(from),
                  fewer.begin() + static_cast<ptrdiff_t>(from + part));
      if (Comparison(limitBytes).run(fewer).empty())
        from += part;
      else
        failing = std::move(fewer);
    }
  return failing;
}

class StoreProperty : public testing::TestWithParam<int64_t> {};

TEST_P(StoreProperty, AnswersLikeItsModel) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    std::vector<Operation> operations = operationsOf(seed, 150);
    std::string wrong = Comparison(GetParam()).run(operations);
    if (wrong.empty())
      continue;
    std::string shortest;
    operations = shrink(std::move(operations), GetParam());
    for (const Operation &operation : operations)
      absl::StrAppend(&shortest, "  ", operation.toString(), "\n");
    FAIL() << "seed " << seed << ", " << wrong << "\nshortest:\n"
           << shortest << Comparison(GetParam()).run(operations);
  }
}

// Little evicts all the time, much never does.
INSTANTIATE_TEST_SUITE_P(Limits, StoreProperty,
                         testing::Values(4000, 9000, int64_t{64} << 20),
                         [](const auto &info) {
                           return absl::StrCat("Of", info.param);
                         });

} // namespace
} // namespace ingot::cache
