//===- WorkerCgroupTest.cpp - a limit for all workers together ------------===//
//
// A folder stands in for the kernel's.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/WorkerCgroup.h"
#include "tests/unit/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace ingot::server {
namespace {

using testing::HasSubstr;

class WorkerCgroupTest : public testing::Test {
protected:
  WorkerCgroupTest() {
    std::filesystem::create_directories(group_);
    write("tree/system.slice/ingotd/cgroup.controllers", "cpu memory pids\n");
    write("tree/system.slice/ingotd/cgroup.procs", "42\n");
    write("membership", "0::/system.slice/ingotd\n");
  }

  void write(const std::string &name, const std::string &text) const {
    std::ofstream(folder_.path() + "/" + name) << text;
  }
  /// What a file of the daemon's group has; "none" if it is not there.
  std::string read(const std::string &name) const {
    std::ifstream file(group_ + "/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return file ? text.str() : "none";
  }
  CgroupFiles files() const {
    return {folder_.path() + "/tree", folder_.path() + "/membership"};
  }
  absl::StatusOr<std::unique_ptr<WorkerCgroup>> create() const {
    return WorkerCgroup::create({int64_t{3} << 30, 100}, 42, files());
  }

  TemporaryFolder folder_;
  const std::string group_ = folder_.path() + "/tree/system.slice/ingotd";
};

TEST_F(WorkerCgroupTest, DaemonAndWorkersHaveGroupsOfTheirOwn) {
  auto group = create();
  ASSERT_TRUE(group.ok()) << group.status();
  EXPECT_EQ(read("front/cgroup.procs"), "42");
  EXPECT_EQ(read("cgroup.subtree_control"), "+memory +pids");
  EXPECT_EQ(read("workers/memory.max"), "3221225472");
  EXPECT_EQ(read("workers/pids.max"), "100");
  ASSERT_TRUE((*group)->add(77).ok());
  EXPECT_EQ(read("workers/cgroup.procs"), "77");
}

TEST_F(WorkerCgroupTest, AGroupOfOthersIsNotTouched) {
  write("tree/system.slice/ingotd/cgroup.procs", "7\n42\n");
  absl::Status status = create().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("alone"));
  EXPECT_FALSE(std::filesystem::exists(group_ + "/front"));
}

TEST_F(WorkerCgroupTest, WithoutControllersThereIsNone) {
  write("tree/system.slice/ingotd/cgroup.controllers", "cpu pids\n");
  EXPECT_THAT(std::string(create().status().message()),
              HasSubstr("no controller `memory`"));
  write("membership", "4:memory:/x\n1:cpu:/\n");
  EXPECT_THAT(std::string(create().status().message()),
              HasSubstr("in no group of version 2"));
}

TEST_F(WorkerCgroupTest, WhatFailsHalfWayLeavesTheDaemonWhereItWas) {
  // The kernel refuses, as where the group was not delegated.
  std::filesystem::create_directories(group_ + "/cgroup.subtree_control");
  absl::Status status = create().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("subtree_control"));
  EXPECT_EQ(read("cgroup.procs").substr(0, 2), "42");
}

TEST_F(WorkerCgroupTest, MemoryIsTheLeastOfMachineAndGroups) {
  constexpr int64_t kPhysical = int64_t{24} << 30;
  EXPECT_GT(physicalMemory(), 1 << 20);
  EXPECT_EQ(memoryOfMachine(files(), kPhysical), kPhysical);
  write("tree/system.slice/ingotd/memory.max", "max\n");
  write("tree/system.slice/memory.max", "2147483648\n");
  EXPECT_EQ(memoryOfMachine(files(), kPhysical), int64_t{2} << 30);
  EXPECT_EQ(memoryOfMachine({"/none", "/none"}, kPhysical), kPhysical);
  write("membership", "0::/\n");
  write("tree/memory.max", "1073741824\n");
  EXPECT_EQ(memoryOfMachine(files(), kPhysical), int64_t{1} << 30)
      << "in a container";
}

} // namespace
} // namespace ingot::server
