//===- NamedTensorsTest.cpp - files by the names of a model ---------------===//

#include "client/cli/NamedTensors.h"
#include "tests/unit/client/cli/CommandTest.h"

#include "ingot/v1/artifact.pb.h"

namespace ingot::client {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::string> kNames = {"x", "", "a=b", "a", "serving/x:0"};

class NamedTensorsTest : public CommandTest {
protected:
  static std::string errorOf(const std::vector<std::string> &given) {
    auto placed = placeFiles("--input", given, kNames);
    EXPECT_EQ(placed.status().code(), absl::StatusCode::kInvalidArgument);
    return std::string(placed.status().message());
  }
};

TEST_F(NamedTensorsTest, FilesInOrderAreTakenAsTheyAre) {
  auto placed = placeFiles("--input", {"1.npy", "2.npy"}, kNames);
  ASSERT_TRUE(placed.ok()) << placed.status();
  EXPECT_FALSE(placed->byName);
  EXPECT_THAT(placed->paths, ElementsAre("1.npy", "2.npy"));
  EXPECT_TRUE(placeFiles("--input", {}, kNames)->paths.empty());
}

TEST_F(NamedTensorsTest, NamedFilesGoToTheirPlaces) {
  auto placed = placeFiles(
      "--input", {"serving/x:0=4.npy", "a=b=2.npy", "x=0.npy"}, kNames);
  ASSERT_TRUE(placed.ok()) << placed.status();
  EXPECT_TRUE(placed->byName);
  EXPECT_THAT(placed->paths, ElementsAre("0.npy", "", "2.npy", "", "4.npy"));
}

TEST_F(NamedTensorsTest, AFileOfThatNameIsAFile) {
  write("x=1.npy", "");
  auto placed = placeFiles("--input", {"x=1.npy"}, kNames);
  ASSERT_TRUE(placed.ok()) << placed.status();
  EXPECT_FALSE(placed->byName);
}

TEST_F(NamedTensorsTest, ErrorsListTheNames) {
  EXPECT_THAT(errorOf({"y=1.npy"}),
              AllOf(HasSubstr("--input: 'y=1.npy'"),
                    HasSubstr("there is x, a=b, a, serving/x:0")));
  EXPECT_THAT(errorOf({"x=1.npy", "x=2.npy"}), HasSubstr("'x' is given twice"));
  EXPECT_THAT(errorOf({"x=1.npy", "2.npy"}), HasSubstr("all by name or all"));
  auto placed = placeFiles("--input", {"y=1.npy"}, {"", ""});
  EXPECT_THAT(std::string(placed.status().message()),
              HasSubstr("the model has no names"));
}

TEST_F(NamedTensorsTest, NamesComeFromTheManifest) {
  v1::Manifest manifest;
  manifest.add_entry_points()->set_name("other");
  auto &described = *manifest.add_entry_points();
  described.set_name("main");
  described.add_arguments()->set_name("x");
  described.add_results()->set_name("y");
  const std::string bytes = manifest.SerializeAsString();
  ingot_executable table{};
  table.manifest = bytes.data();
  table.manifest_size = static_cast<int64_t>(bytes.size());
  ingot_entry entry{};
  entry.name = "main";
  entry.argument_count = 2;
  entry.result_count = 1;
  EntryNames names = namesOf(table, entry);
  EXPECT_THAT(names.arguments, ElementsAre("x", ""));
  EXPECT_THAT(names.results, ElementsAre("y"));
  table.manifest_size = 1;
  EXPECT_THAT(namesOf(table, entry).arguments, ElementsAre("", ""))
      << "a damaged manifest names nothing";
}

} // namespace
} // namespace ingot::client
