//===- SealedFileTest.cpp - bytes that two processes share ----------------===//

#include "server/worker/SealedFile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const SealedFile> sealed(const std::string &bytes) {
  auto writer = SealedFileWriter::create(static_cast<int64_t>(bytes.size()));
  EXPECT_TRUE(writer.ok()) << writer.status();
  EXPECT_TRUE(writer->write(0, bytes).ok());
  auto file = writer->seal();
  EXPECT_TRUE(file.ok()) << file.status();
  return *file;
}

TEST(SealedFileTest, NobodyCanChangeIt) {
  std::shared_ptr<const SealedFile> file = sealed("abc");
  EXPECT_EQ(pwrite(file->fd(), "x", 1, 0), -1);
  EXPECT_EQ(ftruncate(file->fd(), 1), -1);
  EXPECT_EQ(ftruncate(file->fd(), 10), -1);
  char read[3];
  ASSERT_TRUE(file->read(0, read, 3).ok());
  EXPECT_EQ(std::string(read, 3), "abc");
}

/// What a writer has open and nobody else sees: the memfd of this process with
/// the highest number.
int memfdOfWriter() {
  int last = -1;
  for (const auto &entry :
       std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string target =
        std::filesystem::read_symlink(entry.path(), gone).string();
    if (target.rfind("/memfd:ingot", 0) == 0)
      last = std::max(last, std::stoi(entry.path().filename().string()));
  }
  return last;
}

TEST(SealedFileTest, SealingWaitsForWhoHoldsAPage) {
  // The kernel may, for a moment; here it is a mapping, which is refused alike.
  auto writer = SealedFileWriter::create(4096);
  ASSERT_TRUE(writer.ok()) << writer.status();
  ASSERT_TRUE(writer->write(0, "abc").ok());
  void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED,
                    memfdOfWriter(), 0);
  ASSERT_NE(page, MAP_FAILED);
  int pauses = 0;
  auto file = writer->seal([&] {
    if (++pauses == 3)
      munmap(page, 4096);
  });
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(pauses, 3);
  EXPECT_EQ((*file)->map().substr(0, 3), "abc");
}

TEST(SealedFileTest, PartsAreReadOrMapped) {
  std::shared_ptr<const SealedFile> file = sealed("0123456789");
  char read[4];
  ASSERT_TRUE(file->read(3, read, 4).ok());
  EXPECT_EQ(std::string(read, 4), "3456");
  EXPECT_EQ(file->map(), "0123456789");
  EXPECT_EQ(file->map().data(), file->map().data()) << "mapped once";
  EXPECT_EQ(file->read(8, read, 4).code(), absl::StatusCode::kInternal);
}

TEST(SealedFileTest, AnEmptyOneMapsToNothing) {
  EXPECT_EQ(sealed("")->map(), "");
  FramePayload none(sealed(""), 0, 0);
  EXPECT_EQ(*none.view(), "");
  EXPECT_EQ(*none.copy(), "");
}

TEST(SealedFileTest, OnlyWholeSealsAreBelieved) {
  auto faultOf = [](int fd, int64_t size) {
    return std::string(
        SealedFile::adopt(FileDescriptor(fd), size).status().message());
  };
  EXPECT_THAT(faultOf(-1, 3), HasSubstr("did not come"));
  EXPECT_THAT(faultOf(dup(sealed("abc")->fd()), 4), HasSubstr("another size"));
  const int open = memfd_create("open", MFD_ALLOW_SEALING);
  ASSERT_EQ(write(open, "abc", 3), 3);
  EXPECT_THAT(faultOf(dup(open), 3), HasSubstr("not sealed"));
  ASSERT_EQ(fcntl(open, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW), 0);
  EXPECT_THAT(faultOf(dup(open), 3), HasSubstr("not sealed"));
  ASSERT_EQ(fcntl(open, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL), 0);
  auto adopted = SealedFile::adopt(FileDescriptor(open), 3);
  ASSERT_TRUE(adopted.ok()) << adopted.status();
  EXPECT_EQ((*adopted)->map(), "abc");
}

TEST(SealedFileTest, PayloadsStandAtMultiplesOf64) {
  int64_t total = -1;
  EXPECT_THAT(payloadOffsets({}, total), ElementsAre());
  EXPECT_EQ(total, 0);
  EXPECT_THAT(payloadOffsets({1, 0, 64, 65, 3}, total),
              ElementsAre(0, 64, 64, 128, 256));
  EXPECT_EQ(total, 259);
}

TEST(FramePayloadTest, MemoryAndFilesReadAlike) {
  for (const FramePayload &payload :
       {FramePayload("3456"), FramePayload(std::string("3456")),
        FramePayload(sealed("0123456789"), 3, 4)}) {
    EXPECT_EQ(payload.size(), 4);
    EXPECT_EQ(*payload.copy(), "3456");
    EXPECT_EQ(*payload.view(), "3456");
    char part[2];
    ASSERT_TRUE(payload.read(1, part, 2).ok());
    EXPECT_EQ(std::string(part, 2), "45");
    EXPECT_TRUE(payload == "3456");
    EXPECT_FALSE(payload == "3457");
    FramePayload copied = payload;
    EXPECT_TRUE(copied == "3456");
  }
}

} // namespace
} // namespace ingot::server
