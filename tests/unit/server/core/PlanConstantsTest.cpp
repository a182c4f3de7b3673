//===- PlanConstantsTest.cpp - where the constants of a plan go -----------===//

#include "server/core/PlanConstants.h"
#include "cache/store/OverflowStore.h"
#include "cache/store/SliceStore.h"
#include "tests/fakes/MemoryStore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string pattern(size_t size, char first) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<char>(first + static_cast<char>(i * 31 % 251));
  return bytes;
}

class PlanConstantsTest : public testing::Test {
protected:
  PlanConstantsTest()
      : store_(std::make_unique<cache::MemoryStore>()),
        weights_(pattern(3 << 20, 'w')) {}

  /// A program whose one file is `weights_`, in the store.
  void load(const std::string &module = "module") {
    v1::Module message;
    message.set_inline_(module);
    v1::NamedFile &file = *message.add_files();
    file.set_name("weights");
    *file.mutable_digest() =
        store_.putBlob(weights_, cache::Durability::OnReturn)->toProto();
    name_ = *programName(message);
    program_ = inlineBytes(message, name_);
    ASSERT_TRUE(loadMissing(store_, name_, program_).ok());
  }

  void addPlaced(const std::string &name, uint32_t payload, uint64_t offset,
                 uint64_t size) {
    auto *constant = plan_.add_constants();
    constant->set_name(name);
    constant->mutable_place()->set_payload(payload);
    constant->mutable_place()->set_offset(offset);
    constant->mutable_place()->set_size(size);
    plan_.mutable_manifest()->add_constants()->set_name(name);
  }

  absl::StatusOr<std::vector<Digest>>
  storeAll(const std::vector<FramePayload> &sent = {}) {
    return storeConstants(store_, name_, program_, sent, plan_);
  }

  std::string fault(const std::vector<FramePayload> &sent = {}) {
    absl::Status status = storeAll(sent).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
    return std::string(status.message());
  }

  cache::SliceStore store_;
  const std::string weights_;
  ProgramName name_;
  ProgramBytes program_;
  v1::WorkResponse::Plan plan_;
};

TEST_F(PlanConstantsTest, WhatStandsInABlobIsNamedAndNotStored) {
  load();
  addPlaced("a", 1, 0, 1 << 20);
  addPlaced("b", 1, 1 << 20, 2 << 20);
  addPlaced("a again", 1, 0, 1 << 20);
  const int64_t before = store_.statistics().bytes;
  auto digests = storeAll();
  ASSERT_TRUE(digests.ok()) << digests.status();
  const Digest a = Digest::of(weights_.substr(0, 1 << 20));
  const Digest b = Digest::of(weights_.substr(1 << 20));
  EXPECT_THAT(*digests, ElementsAre(a, b, a));
  EXPECT_LT(store_.statistics().bytes - before, 2000);
  EXPECT_EQ(**store_.getBlob(b), weights_.substr(1 << 20));
  const auto &constants = plan_.manifest().constants();
  EXPECT_EQ(constants[0].digest().hash(), a.hex());
  EXPECT_EQ(constants[1].digest().hash(), b.hex());
  EXPECT_EQ(constants[2].digest().size_bytes(), 1 << 20);
}

TEST_F(PlanConstantsTest, DigestsThatTheStoreRemembersAreNotComputedAgain) {
  load();
  // A digest that nobody could have computed: it is the remembered one.
  Digest known = Digest::of("another");
  known.size = 100;
  ASSERT_TRUE(store_
                  .putSlices(name_.files[0].second, {{known, 7}},
                             cache::Durability::OnReturn)
                  .ok());
  addPlaced("a", 1, 7, 100);
  addPlaced("b", 1, 8, 100);
  auto digests = storeAll();
  ASSERT_TRUE(digests.ok()) << digests.status();
  EXPECT_THAT(*digests,
              ElementsAre(known, Digest::of(weights_.substr(8, 100))));
}

TEST_F(PlanConstantsTest, AProgramThatIsAPartItselfIsCutLikeAnother) {
  // The store has the file only as a tensor of a larger one.
  const std::string larger = "header" + weights_ + "another tensor";
  const Digest whole = *store_.putBlob(larger, cache::Durability::OnReturn);
  ASSERT_TRUE(store_
                  .putSlices(whole, {{Digest::of(weights_), 6}},
                             cache::Durability::OnReturn)
                  .ok());
  v1::Module message;
  message.set_inline_("module");
  v1::NamedFile &file = *message.add_files();
  file.set_name("weights");
  *file.mutable_digest() = Digest::of(weights_).toProto();
  name_ = *programName(message);
  program_ = inlineBytes(message, name_);
  ASSERT_TRUE(loadMissing(store_, name_, program_).ok());
  addPlaced("a", 1, 100, 1 << 20);
  auto digests = storeAll();
  ASSERT_TRUE(digests.ok()) << digests.status();
  const std::string a = weights_.substr(100, 1 << 20);
  EXPECT_THAT(*digests, ElementsAre(Digest::of(a)));
  EXPECT_EQ(**store_.getBlob(Digest::of(a)), a);
}

TEST_F(PlanConstantsTest, WhatCameInTheMessageIsStored) {
  load("the module's bytes");
  addPlaced("a", 0, 4, 6);
  auto digests = storeAll();
  ASSERT_TRUE(digests.ok()) << digests.status();
  EXPECT_THAT(*digests, ElementsAre(Digest::of("module")));
  EXPECT_EQ(**store_.getBlob(Digest::of("module")), "module");
}

TEST_F(PlanConstantsTest, SmallProgramsHavePlacesToo) {
  name_ = ProgramName(Digest::of("0123456789"));
  program_ = ProgramBytes(std::make_shared<const std::string>("0123456789"));
  addPlaced("a", 0, 3, 4);
  auto digests = storeAll();
  ASSERT_TRUE(digests.ok()) << digests.status();
  EXPECT_THAT(*digests, ElementsAre(Digest::of("3456")));
}

TEST_F(PlanConstantsTest, WhatAnImportHadIsNamedWithoutBytes) {
  load();
  plan_.add_constants()->set_name("w");
  plan_.mutable_constants(0)->set_imported(true);
  plan_.mutable_manifest()->add_constants()->set_name("w");
  plan_.add_constants()->set_name("sent");
  const Digest known = Digest::of("of the import");
  auto digests = storeConstants(store_, name_, program_, {FramePayload("s")},
                                plan_, {{"w", known}});
  ASSERT_TRUE(digests.ok()) << digests.status();
  EXPECT_THAT(*digests, ElementsAre(known, Digest::of("s")));
  EXPECT_EQ(plan_.manifest().constants(0).digest().hash(), known.hex());
}

TEST_F(PlanConstantsTest, ConstantsThatNoImportHadAreRefused) {
  load();
  plan_.add_constants()->set_name("w");
  plan_.mutable_constants(0)->set_imported(true);
  plan_.mutable_manifest()->add_constants()->set_name("w");
  EXPECT_THAT(fault(), HasSubstr("a constant that the import does not have"));
}

TEST_F(PlanConstantsTest, WhatWasSentIsStoredInItsOrder) {
  load();
  plan_.add_constants()->set_name("first");
  addPlaced("a", 1, 0, 10);
  plan_.add_constants()->set_name("second");
  const std::string large = pattern(5 << 20, 'l');
  auto digests = storeAll({"small", large});
  ASSERT_TRUE(digests.ok()) << digests.status();
  EXPECT_THAT(*digests, ElementsAre(Digest::of("small"),
                                    Digest::of(weights_.substr(0, 10)),
                                    Digest::of(large)));
  EXPECT_EQ(**store_.getBlob(Digest::of(large)), large);
}

TEST_F(PlanConstantsTest, AnotherNumberOfPayloadsIsRefused) {
  load();
  plan_.add_constants()->set_name("first");
  EXPECT_THAT(fault(), HasSubstr("another number of payloads"));
  EXPECT_THAT(fault({"a", "b"}), HasSubstr("another number of payloads"));
}

TEST_F(PlanConstantsTest, PlacesOutsideOfTheProgramAreRefused) {
  load();
  const uint64_t size = weights_.size();
  struct {
    uint32_t payload;
    uint64_t offset, size;
  } cases[] = {{2, 0, 1},          {UINT32_MAX, 0, 1}, {1, size, 1},
               {1, 0, size + 1},   {1, 1, size},       {1, UINT64_MAX, 2},
               {1, 2, UINT64_MAX}, {0, 0, 1000}};
  for (auto [payload, offset, bytes] : cases) {
    plan_.Clear();
    addPlaced("a", payload, offset, bytes);
    EXPECT_THAT(fault(), HasSubstr("outside of the program"))
        << payload << " " << offset << " " << bytes;
  }
}

TEST_F(PlanConstantsTest, ConstantsThatTheManifestLacksAreRefused) {
  load();
  addPlaced("a", 1, 0, 10);
  plan_.mutable_manifest()->mutable_constants(0)->set_name("b");
  EXPECT_THAT(fault(), HasSubstr("does not have"));
  plan_.Clear();
  addPlaced("a", 1, 0, 10);
  // It says already what it is.
  *plan_.mutable_manifest()->mutable_constants(0)->mutable_digest() =
      Digest::of("else").toProto();
  EXPECT_THAT(fault(), HasSubstr("does not have"));
}

/// Counts writes of blobs.
class CountingStore final : public cache::StoreDecorator {
public:
  CountingStore() : StoreDecorator(std::make_unique<cache::MemoryStore>()) {}
  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           cache::Durability durability) override {
    ++writes;
    return StoreDecorator::putBlobs(blobs, durability);
  }
  int writes = 0;
};

TEST(Payloads, SmallOnesGoToTheStoreTogetherAndKeepTheirOrder) {
  CountingStore store;
  const std::string large = pattern(3 << 20, 'l');
  const std::vector<FramePayload> payloads = {
      FramePayload("a"), FramePayload(large), FramePayload("b"),
      FramePayload("a")};
  auto digests = storePayloads(store, payloads);
  ASSERT_TRUE(digests.ok()) << digests.status();
  EXPECT_THAT(*digests, ElementsAre(Digest::of("a"), Digest::of(large),
                                    Digest::of("b"), Digest::of("a")));
  EXPECT_EQ(**store.getBlob(Digest::of("b")), "b");
  EXPECT_EQ(store.writes, 1) << "the large one goes in pieces";
  EXPECT_TRUE(storePayloads(store, {})->empty());
  EXPECT_EQ(store.writes, 1);
}

TEST(Payloads, NoMoreThanSomeMebibytesAreHeldForAWrite) {
  CountingStore store;
  std::vector<FramePayload> payloads;
  for (char letter = 'a'; letter < 'm'; ++letter)
    payloads.emplace_back(pattern(1 << 20, letter));
  ASSERT_TRUE(storePayloads(store, payloads).ok());
  EXPECT_EQ(store.writes, 3);
}

/// A disk that takes nothing.
class FullStore final : public cache::StoreDecorator {
public:
  FullStore() : StoreDecorator(std::make_unique<cache::MemoryStore>()) {}
  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &, cache::Durability) override {
    return absl::ResourceExhaustedError("full");
  }
  absl::StatusOr<std::unique_ptr<cache::BlobWriter>>
  createBlob(const Digest &) override {
    return absl::ResourceExhaustedError("full");
  }
};

TEST(PayloadsOnAFullDisk, GoWhereThereIsRoom) {
  const std::string large = pattern(3 << 20, 'f');
  cache::OverflowStore store(std::make_unique<FullStore>(), 4 << 20);
  auto digest = storePayload(store, FramePayload(large));
  ASSERT_TRUE(digest.ok()) << digest.status();
  EXPECT_EQ(**store.getBlob(*digest), large);
  EXPECT_EQ(
      storePayload(store, FramePayload(pattern(5 << 20, 'm'))).status().code(),
      absl::StatusCode::kResourceExhausted);
}

TEST(PayloadDigests, AreThoseOfTheBytes) {
  std::vector<FramePayload> payloads;
  std::vector<Digest> expected;
  for (size_t size : {size_t{0}, size_t{1}, size_t{1} << 20,
                      (size_t{20} << 20) + 3, size_t{17} << 20}) {
    const std::string bytes = pattern(size, 'p');
    expected.push_back(Digest::of(bytes));
    payloads.emplace_back(bytes);
    EXPECT_EQ(*digestOf(payloads.back()), expected.back()) << size;
  }
  EXPECT_EQ(*digestsOf(payloads), expected);
  EXPECT_TRUE(digestsOf({})->empty());
}

TEST(PayloadDigests, APayloadIsStoredOnce) {
  cache::MemoryStore store;
  for (size_t size : {size_t{5}, size_t{3} << 20}) {
    const std::string bytes = pattern(size, 's');
    for (int i = 0; i < 2; ++i) {
      auto digest = storePayload(store, FramePayload(bytes));
      ASSERT_TRUE(digest.ok()) << digest.status();
      EXPECT_EQ(*digest, Digest::of(bytes));
      EXPECT_EQ(**store.getBlob(*digest), bytes);
    }
  }
  EXPECT_EQ(store.statistics().blobs, 2);
}

} // namespace
} // namespace ingot::server
