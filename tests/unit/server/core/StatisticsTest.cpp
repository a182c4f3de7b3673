//===- StatisticsTest.cpp - each counter arrives under its name -----------===//

#include "server/core/Statistics.h"

#include "tests/fakes/FakeWorkerPool.h"
#include "tests/fakes/MemoryStore.h"

#include "gtest/gtest.h"

namespace ingot::server {
namespace {

class StatisticsTest : public testing::Test {
protected:
  v1::GetStatisticsResponse collected() const {
    return collect(statistics, store, pool);
  }

  cache::MemoryStore store{1000};
  FakeWorkerPool pool;
  Statistics statistics;
};

TEST_F(StatisticsTest, RequestsActionsAndBytes) {
  statistics.requests = 1;
  statistics.hits = 2;
  statistics.misses = 3;
  statistics.joins = 4;
  statistics.errors = 5;
  statistics.rejections = 6;
  statistics.actionsRun = 7;
  statistics.actionHits = 8;
  statistics.kernelsBuilt = 9;
  statistics.kernelsReused = 10;
  statistics.importsBuilt = 13;
  statistics.importsShared = 14;
  statistics.bytesUploaded = 11;
  statistics.bytesDownloaded = 12;
  v1::GetStatisticsResponse all = collected();
  EXPECT_EQ(all.requests(), 1u);
  EXPECT_EQ(all.request_hits(), 2u);
  EXPECT_EQ(all.request_misses(), 3u);
  EXPECT_EQ(all.request_joins(), 4u);
  EXPECT_EQ(all.request_errors(), 5u);
  EXPECT_EQ(all.request_rejections(), 6u);
  EXPECT_EQ(all.actions_run(), 7u);
  EXPECT_EQ(all.action_hits(), 8u);
  EXPECT_EQ(all.kernels_built(), 9u);
  EXPECT_EQ(all.kernels_reused(), 10u);
  EXPECT_EQ(all.imports_built(), 13u);
  EXPECT_EQ(all.imports_shared(), 14u);
  EXPECT_EQ(all.bytes_uploaded(), 11u);
  EXPECT_EQ(all.bytes_downloaded(), 12u);
}

TEST_F(StatisticsTest, Workers) {
  WorkerPoolStatistics workers;
  workers.crashes = 1;
  workers.timeouts = 2;
  workers.memoryLimits = 3;
  workers.kills = 4;
  workers.workers = 5;
  workers.busy = 6;
  workers.queued = 7;
  workers.retirements = 8;
  pool.setStatistics(workers);
  v1::GetStatisticsResponse all = collected();
  EXPECT_EQ(all.worker_crashes(), 1u);
  EXPECT_EQ(all.worker_timeouts(), 2u);
  EXPECT_EQ(all.worker_memory_limits(), 3u);
  EXPECT_EQ(all.worker_kills(), 4u);
  EXPECT_EQ(all.workers(), 5u);
  EXPECT_EQ(all.workers_busy(), 6u);
  EXPECT_EQ(all.queue_length(), 7u);
  EXPECT_EQ(all.worker_retirements(), 8u);
  EXPECT_EQ(all.compiler_identity(), "fake");
  EXPECT_NE(all.version(), "");
}

TEST_F(StatisticsTest, Store) {
  Digest damaged = *store.putBlob(std::string(400, 'a'));
  ASSERT_TRUE(store.putBlob(std::string(500, 'b')).ok());
  v1::GetStatisticsResponse all = collected();
  EXPECT_EQ(all.store_bytes(), 900u);
  EXPECT_EQ(all.store_limit_bytes(), 1000u);
  EXPECT_EQ(all.store_blobs(), 2u);

  ASSERT_TRUE(store.corruptBlob(damaged));
  EXPECT_EQ(*store.getBlob(damaged), nullptr);
  ASSERT_TRUE(store.putBlob(std::string(600, 'c')).ok());
  all = collected();
  EXPECT_EQ(all.store_broken_records(), 1u);
  EXPECT_EQ(all.store_evictions(), 1u);
  EXPECT_EQ(all.store_blobs(), 1u);
}

/// A store whose second level has such figures.
class WithSecondLevel : public cache::MemoryStore {
public:
  cache::StoreStatistics statistics() const override {
    cache::StoreStatistics all = MemoryStore::statistics();
    all.secondLevel = {1,  2,  3,  4,  5,  6, 7,  8, 9,
                       10, 11, 12, 13, 14, 2, 15, 16};
    return all;
  }
};

TEST_F(StatisticsTest, SecondLevel) {
  const v1::GetStatisticsResponse all =
      collect(statistics, WithSecondLevel(), pool);
  EXPECT_EQ(all.second_level_hits(), 1u);
  EXPECT_EQ(all.second_level_misses_absent(), 2u);
  EXPECT_EQ(all.second_level_misses_incomplete(), 3u);
  EXPECT_EQ(all.second_level_misses_corrupt(), 4u);
  EXPECT_EQ(all.second_level_misses_failed(), 5u);
  EXPECT_EQ(all.second_level_misses_skipped(), 6u);
  EXPECT_EQ(all.second_level_misses_not_kept(), 7u);
  EXPECT_EQ(all.second_level_bytes_read(), 8u);
  EXPECT_EQ(all.second_level_bytes_written(), 9u);
  EXPECT_EQ(all.second_level_records_written(), 10u);
  EXPECT_EQ(all.second_level_records_dropped(), 11u);
  EXPECT_EQ(all.second_level_queue_records(), 12u);
  EXPECT_EQ(all.second_level_queue_bytes(), 13u);
  EXPECT_EQ(all.second_level_breaker_opens(), 14u);
  EXPECT_EQ(all.second_level_breaker_state(), 2u);
  EXPECT_EQ(all.second_level_lease_waits(), 15u);
  EXPECT_EQ(all.second_level_lease_hits(), 16u);
}

} // namespace
} // namespace ingot::server
