//===- TimeSliceTest.cpp - how soon another thread may interrupt ----------===//

#include "server/worker/TimeSlice.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {
namespace {

TEST(TimeSliceTest, AThreadAndThoseItStartsHaveTheSliceAndTheirNiceness) {
  std::thread([] {
    if (timeSlice() == absl::ZeroDuration())
      GTEST_SKIP() << "this kernel has no slices";
    ASSERT_EQ(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5), 0);
    setTimeSlice(absl::Milliseconds(7));
    EXPECT_EQ(timeSlice(), absl::Milliseconds(7));
    std::thread([] {
      EXPECT_EQ(timeSlice(), absl::Milliseconds(7));
      EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())), 5);
    }).join();
  }).join();
}

} // namespace
} // namespace ingot::server
