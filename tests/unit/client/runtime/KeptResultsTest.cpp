//===- KeptResultsTest.cpp - initialisers that need not run ---------------===//

#include "tests/unit/client/runtime/DerivedConstantsTest.h"

#include "gmock/gmock.h"

#include <cmath>
#include <filesystem>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Field;

/// With a folder for results.
class KeptResultsTest : public DerivedConstantsTest {
protected:
  void SetUp() override {
    DerivedConstantsTest::SetUp();
    static int tests = 0;
    where = path("kept" + std::to_string(tests++));
  }

  /// Binds as a process would that was just started, and checks the results.
  InitialiserCounts bind(float value, const std::string &digest = "",
                         int threads = 1) {
    auto instance =
        create(weights(value, digest), threads, *ResultFolder::open(where));
    EXPECT_TRUE(instance.ok()) << instance.status();
    if (!instance.ok())
      return {};
    const float root = std::sqrt(value);
    EXPECT_THAT(resultOf<float>(**instance, "main", 0), Each(root));
    EXPECT_THAT(resultOf<float>(**instance, "main", 1),
                testing::ElementsAre(root, value));
    EXPECT_THAT(resultOf<float>(**instance, "main", 2), Each(2 * root));
    return (*instance)->initialisers();
  }

  /// Of the three results one is too small for a file.
  static auto ranAndFound(int64_t ran, int64_t found, int64_t notKept = 0) {
    return AllOf(Field("ran", &InitialiserCounts::ran, ran),
                 Field("found", &InitialiserCounts::found, found),
                 Field("notKept", &InitialiserCounts::notKept, notKept));
  }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(where))
      if (entry.path().extension() == ".ingot-results")
        names.push_back(entry.path());
    return names;
  }

  /// Inodes of the files of the folder that this process has mapped, shared.
  std::set<std::string> mapped() const {
    std::istringstream maps(read("/proc/self/maps"));
    std::set<std::string> inodes;
    std::string line, range, mode, offset, device, inode;
    while (std::getline(maps, line)) {
      std::istringstream(line) >> range >> mode >> offset >> device >> inode;
      if (mode == "r--s" && line.find(where + "/") != std::string::npos)
        inodes.insert(inode);
    }
    return inodes;
  }

  std::string where;
};

TEST_F(KeptResultsTest, AreFoundTheSecondTime) {
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
  EXPECT_EQ(files().size(), 2u);
  for (int threads : {2, 7})
    EXPECT_THAT(bind(4, "", threads), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreNotThoseOfOtherWeights) {
  EXPECT_THAT(bind(4, "same"), ranAndFound(3, 0));
  EXPECT_THAT(bind(9, "same"), ranAndFound(3, 0)) << "digests are claims";
  EXPECT_THAT(bind(9, "other"), ranAndFound(1, 2));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreNotThoseOfOtherCode) {
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  std::string code = read(SAMPLE_WITH_DERIVATIONS);
  code.replace(code.find("negative weight"), 8, "NEGATIVE");
  auto other = Executable::load(write("other.so", code));
  ASSERT_TRUE(other.ok()) << other.status();
  executable = *other;
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreNotKeptForAFileThatIsGone) {
  const std::string at = write("gone.so", read(SAMPLE_WITH_DERIVATIONS));
  auto loaded = Executable::load(at);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  executable = *loaded;
  std::filesystem::remove(at);
  EXPECT_THAT(bind(4), ranAndFound(3, 0, 2));
}

TEST_F(KeptResultsTest, AreOfTheCodeThatReplacedALoadedFile) {
  std::string code = read(SAMPLE_WITH_DERIVATIONS);
  const std::string at = write("twice.so", code);
  auto first = Executable::load(at);
  ASSERT_TRUE(first.ok()) << first.status();
  executable = *first;
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  code.replace(code.find("negative weight"), 8, "NEGATIVE");
  std::filesystem::rename(write("new.so", code), at);
  auto second = Executable::load(at);
  ASSERT_TRUE(second.ok()) << second.status();
  executable = *second;
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  executable = *first;
  EXPECT_THAT(bind(4), ranAndFound(3, 0, 2)) << "its file is gone";
}

TEST_F(KeptResultsTest, AreMadeAgainWhereAFileIsDamaged) {
  bind(4);
  for (const std::string &file : files())
    std::filesystem::resize_file(file, 1000);
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
  for (const std::string &file : files()) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(5000);
    stream << "damage";
  }
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreFoundOneByOne) {
  bind(4);
  std::filesystem::remove(files()[0]);
  EXPECT_THAT(bind(4), ranAndFound(2, 1));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreSharedByProcesses) {
  auto instance = create(weights(4), 1, *ResultFolder::open(where));
  ASSERT_TRUE(instance.ok());
  const std::set<std::string> first = mapped();
  EXPECT_EQ(first.size(), 2u);
  const pid_t pid = fork();
  if (pid == 0) {
    // The child binds anew, without what it has of its parent.
    instance->reset();
    bool ok = mapped().empty();
    instance = create(weights(4), 1, *ResultFolder::open(where));
    ok = ok && instance.ok() && (*instance)->initialisers().found == 2 &&
         mapped() == first;
    _exit(ok ? 0 : 1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(KeptResultsTest, ArePrivateWhereNothingCanBeKept) {
  where += "/there/is/none";
  EXPECT_THAT(bind(4), ranAndFound(3, 0, 2));
}

TEST_F(KeptResultsTest, ArePrivateWhereThereIsNoRoom) {
  for (int i = 0; i < 2; ++i) {
    auto instance = create(weights(4), 1, *ResultFolder::open(where, 1000));
    ASSERT_TRUE(instance.ok()) << instance.status();
    EXPECT_THAT((*instance)->initialisers(), ranAndFound(3, 0, 2));
    EXPECT_THAT(resultOf<float>(**instance, "main", 2), Each(4));
  }
}

TEST_F(KeptResultsTest, AreNotMadeOfWhatFailed) {
  auto failed = create(weights(-1), 1, *ResultFolder::open(where));
  EXPECT_EQ(failed.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(files().empty());
}

TEST_F(KeptResultsTest, CountAsFoundWhereAnotherInstanceHasThem) {
  auto file = weights(4);
  auto first = *create(file);
  EXPECT_THAT(first->initialisers(), ranAndFound(3, 0));
  EXPECT_THAT((*create(file))->initialisers(), ranAndFound(0, 3));
}

} // namespace
} // namespace ingot::runtime
