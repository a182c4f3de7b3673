//===- RunCommandTest.cpp - ingot run on executables written by hand ------===//

#include "client/runtime/Npy.h"
#include "client/runtime/Safetensors.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using runtime::Tensor;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Arguments = std::vector<std::string>;

/// Has net.so, see executables/sample.c of the runtime's tests, with its
/// constants beside it: counting starts at 10, scaling is by 3.
class RunCommandTest : public CommandTest {
protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::create_symlink(SAMPLE, "net.so");
    fs::create_symlink(SAMPLE_WITH_CUSTOM_OP, "custom.so");
    writeConstants("net.safetensors", 10, 3);
    npy("a.npy", {3}, {1, 2, 3});
    npy("b.npy", {3}, {10, 20, 30});
    npy("sum.npy", {3}, {11, 22, 33});
  }

  static void writeConstants(const std::string &path, int32_t start,
                             float factor) {
    auto bytes = [](const auto &value) {
      return std::string_view(reinterpret_cast<const char *>(&value),
                              sizeof(value));
    };
    EXPECT_TRUE(runtime::writeSafetensors(
                    path, {{"start", INGOT_I32, {}, bytes(start), ""},
                           {"factor", INGOT_F32, {}, bytes(factor), ""}})
                    .ok());
  }

  static void npy(const std::string &path, std::vector<int64_t> shape,
                  std::vector<float> values) {
    Tensor tensor = *Tensor::zeros(INGOT_F32, std::move(shape));
    std::copy(values.begin(), values.end(),
              reinterpret_cast<float *>(tensor.data()));
    EXPECT_TRUE(runtime::writeNpy(path, tensor).ok());
  }

  static std::vector<float> floatsOf(const std::string &path) {
    auto tensor = runtime::readNpy(path);
    EXPECT_TRUE(tensor.ok()) << tensor.status();
    const auto *data = reinterpret_cast<const float *>(tensor->data());
    return {data, data + tensor->elementCount()};
  }

  Outcome add(Arguments more) {
    Arguments arguments = {"run",     "net.so", "--entry", "add",
                           "--input", "a.npy",  "--input", "b.npy"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

TEST_F(RunCommandTest, ResultsAreWrittenAndDescribed) {
  Outcome outcome = add({"--output-dir", "out/deep"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out,
              ::testing::MatchesRegex("result 0: 3xf32\nran 'add' 1 time: "
                                      "minimum [0-9.]+ ms, median [0-9.]+ "
                                      "ms\n"));
  EXPECT_THAT(floatsOf("out/deep/output_0.npy"), ElementsAre(11, 22, 33));
  EXPECT_THAT(daemon.connections, IsEmpty()) << "run needs no service";
}

TEST_F(RunCommandTest, QuietSaysNothing) {
  Outcome outcome = add({"-q"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST_F(RunCommandTest, ResultsWithinTheTolerancePass) {
  Outcome outcome = add({"--expect", "sum.npy"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("largest error 0 absolute, 0 relative: as "
                                     "expected"));
  npy("sum.npy", {3}, {11, 22, 33.5f});
  EXPECT_EQ(add({"--expect", "sum.npy", "--atol", "0.5"}).code, 0);
  EXPECT_EQ(add({"--expect", "sum.npy", "--rtol", "0.02"}).code, 0);
}

TEST_F(RunCommandTest, ResultsBeyondTheToleranceAreTheProgramsFault) {
  npy("sum.npy", {3}, {11, 22, 35});
  Outcome outcome = add({"--expect", "sum.npy", "--output-dir", "out"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "ingot: error: result 0 is beyond the tolerance in 1 "
                         "of 3 elements; largest error 2 absolute, 0.0571 "
                         "relative\n");
  EXPECT_THAT(outcome.out, HasSubstr("beyond the tolerance"));
  EXPECT_TRUE(fs::exists("out/output_0.npy")) << "to be looked at";
}

TEST_F(RunCommandTest, ExpectedValuesOfAnotherShapeAreNamed) {
  npy("sum.npy", {2}, {11, 22});
  Outcome outcome = add({"--expect", "sum.npy"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "ingot: error: result 0 is 3xf32 and 2xf32 was expected\n");
  outcome = add({"--expect", "sum.npy", "--expect", "sum.npy"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("has 1 results and 2 were expected"));
}

TEST_F(RunCommandTest, JsonHasTheDocumentedKeys) {
  Outcome outcome = add({"--json", "--repeat", "3", "--expect", "sum.npy"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  ordered_json json = ordered_json::parse(outcome.out);
  EXPECT_EQ(json["entry"], "add");
  EXPECT_EQ(json["ok"], true);
  EXPECT_LE(json["milliseconds"]["minimum"], json["milliseconds"]["median"]);
  EXPECT_TRUE(json["milliseconds"].contains("first"));
  EXPECT_GE(json["milliseconds"]["bind"], 0);
  EXPECT_EQ(json["results"].dump(),
            R"([{"type":"f32","shape":[3],"max_absolute_error":0.0,)"
            R"("max_relative_error":0.0,"beyond_tolerance":0}])");
  npy("sum.npy", {3}, {11, 22, 35});
  outcome = add({"--json", "--expect", "sum.npy"});
  EXPECT_EQ(outcome.code, 1);
  json = ordered_json::parse(outcome.out);
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["results"][0]["beyond_tolerance"], 1);
}

TEST_F(RunCommandTest, FilesThatCannotBeReadAreUsageAndTheirContentsAFault) {
  write("bad.npy", "hello");
  write("bad.so", "hello");
  write("bad.safetensors", "hello");
  write("file", "");
  struct Case {
    Arguments arguments;
    int code;
    const char *message;
  };
  const Case kCases[] = {
      {{"run", "gone.so"}, 2, "gone.so: cannot be read"},
      {{"run", "bad.so"}, 1, "bad.so: is not an Ingot executable"},
      {{"run", "net.so"}, 2, "has several entries; name one of add, count"},
      {{"run", "net.so", "--entry", "sub"}, 2, "has no entry 'sub'"},
      {{"run", "net.so", "--entry", "add", "--input", "gone.npy"},
       2,
       "gone.npy: cannot be read"},
      {{"run", "net.so", "--entry", "add", "--input", "bad.npy"},
       1,
       "bad.npy: it does not begin"},
      {{"run", "net.so", "--entry", "add", "--expect", "gone.npy"},
       2,
       "gone.npy: cannot be read"},
      {{"run", "net.so", "--entry", "add", "--input", "a.npy"},
       1,
       "takes 2 arguments and was given 1"},
      {{"run", "net.so", "--entry", "scale", "--input", "a.npy"},
       1,
       "argument 0 of 'scale' is 3xf32; it takes 2xf32"},
      {{"run", "net.so", "--entry", "count", "--constants", "gone"},
       2,
       "gone: cannot be read"},
      {{"run", "net.so", "--entry", "count", "--constants", "bad.safetensors"},
       1,
       "is not a safetensors file"},
      {{"run", "net.so", "--entry", "count", "--threads", "300"},
       2,
       "--threads: at most 256"},
      {{"run", "net.so", "--entry", "count", "--output-dir", "file/out"},
       2,
       "output_0.npy: cannot be written"},
      {{"run", "net.so", "--entry", "count", "--frames"},
       1,
       "there is no frame"},
  };
  for (const Case &wrong : kCases) {
    Outcome outcome = run(wrong.arguments);
    EXPECT_EQ(outcome.code, wrong.code) << wrong.message;
    EXPECT_THAT(outcome.err, AllOf(::testing::StartsWith("ingot: error: "),
                                   HasSubstr(wrong.message)));
  }
}

TEST_F(RunCommandTest, ConstantsAreFoundBesideTheExecutableOrByTheFlag) {
  npy("pair.npy", {2}, {1, 2});
  Arguments scale = {"run",     "net.so",   "--entry",      "scale",
                     "--input", "pair.npy", "--output-dir", "."};
  EXPECT_EQ(run(scale).code, 0);
  EXPECT_THAT(floatsOf("output_0.npy"), ElementsAre(3, 6));
  writeConstants("other.safetensors", 0, 5);
  Arguments other = scale;
  other.insert(other.end(), {"--constants", "other.safetensors"});
  EXPECT_EQ(run(other).code, 0);
  EXPECT_THAT(floatsOf("output_0.npy"), ElementsAre(5, 10));
  fs::remove("net.safetensors");
  Outcome outcome = run(scale);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("needs constants that were not given: start, factor"));
}

TEST_F(RunCommandTest, ExecutablesOfAnyNameHaveAPlaceForConstants) {
  fs::create_symlink(SAMPLE, "net");
  fs::rename("net.safetensors", "moved.safetensors");
  EXPECT_EQ(run({"run", "./net", "--entry", "count"}).code, 2);
  fs::rename("moved.safetensors", "net.safetensors");
  EXPECT_EQ(run({"run", "./net", "--entry", "count"}).code, 0);
}

TEST_F(RunCommandTest, RepeatedCallsStartFromTheSameState) {
  Outcome outcome = run({"run", "net.so", "--entry", "count", "--repeat", "3",
                         "--output-dir", "."});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("ran 'count' 3 times"));
  auto count = runtime::readNpy("output_0.npy");
  ASSERT_TRUE(count.ok());
  EXPECT_EQ(*reinterpret_cast<const int32_t *>(count->data()), 11);
}

TEST_F(RunCommandTest, FailedAssertionsAreTheProgramsFault) {
  npy("x.npy", {}, {-1});
  Outcome outcome =
      run({"run", "net.so", "--entry", "refuse", "--input", "x.npy"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "ingot: error: 'refuse' cannot go on: negative\n");
  EXPECT_EQ(outcome.out, "");
}

TEST_F(RunCommandTest, FramesAreCallsWhoseResultsAreStacked) {
  npy("frames.npy", {4}, {1, 2, 3, 4});
  Outcome outcome = run({"run", "net.so", "--entry", "refuse", "--input",
                         "frames.npy", "--frames", "--expect", "frames.npy"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("result 0: 4xf32"));
  // Arguments of as many axes as the entry's keep the leading one.
  npy("pairs.npy", {3, 2}, {1, 2, 3, 4, 5, 6});
  npy("tripled.npy", {3, 2}, {3, 6, 9, 12, 15, 18});
  EXPECT_EQ(run({"run", "net.so", "--entry", "scale", "--input", "pairs.npy",
                 "--frames", "--expect", "tripled.npy"})
                .code,
            0);
}

TEST_F(RunCommandTest, FramesMustAgree) {
  npy("three.npy", {3, 1}, {1, 2, 3});
  npy("two.npy", {2, 1}, {1, 2});
  Outcome outcome = run({"run", "net.so", "--entry", "add", "--frames",
                         "--input", "three.npy", "--input", "two.npy"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("agree on its size"));
  npy("scalar.npy", {}, {1});
  EXPECT_EQ(run({"run", "net.so", "--entry", "refuse", "--frames", "--input",
                 "scalar.npy"})
                .code,
            1);
  npy("none.npy", {0}, {});
  outcome = run({"run", "net.so", "--entry", "refuse", "--frames", "--input",
                 "none.npy"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("there is no frame"));
}

TEST_F(RunCommandTest, ThreadsChangeNoResult) {
  Tensor values = *Tensor::zeros(INGOT_I64, {1000});
  auto *data = reinterpret_cast<int64_t *>(values.data());
  for (int64_t i = 0; i < 1000; ++i)
    data[i] = i;
  ASSERT_TRUE(runtime::writeNpy("v.npy", values).ok());
  for (int64_t i = 0; i < 1000; ++i)
    data[i] = i * i;
  ASSERT_TRUE(runtime::writeNpy("squares.npy", values).ok());
  for (const char *threads : {"1", "3", "0", "-1"})
    EXPECT_EQ(run({"run", "net.so", "--entry", "squares", "--input", "v.npy",
                   "--threads", threads, "--expect", "squares.npy"})
                  .code,
              0)
        << threads;
}

TEST_F(RunCommandTest, CustomOpsAreGivenByLibraryAndSymbol) {
  npy("negated.npy", {3}, {-1, -2, -3});
  Arguments call = {"run",   "custom.so", "--input",
                    "a.npy", "--expect",  "negated.npy"};
  Outcome missing = run(call);
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("test.negate(?xf32) -> ?xf32"),
                                 HasSubstr("--custom-op NAME=LIBRARY:SYMBOL")));
  auto with = [&](const std::string &function) {
    Arguments arguments = call;
    arguments.insert(arguments.end(), {"--custom-op", function});
    return run(arguments);
  };
  const std::string library = SAMPLE_CUSTOM_OPS;
  Outcome outcome = with("test.negate=" + library + ":negate");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  outcome = with("test.negate=" + library + ":give_up");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("test.negate: gave up"));
  for (const auto &[function, message] :
       {std::pair<std::string, const char *>("test.negate",
                                             "is not NAME=LIBRARY:SYMBOL"),
        {"test.negate=ops.so", "is not NAME=LIBRARY:SYMBOL"},
        {"a:b=c", "is not NAME=LIBRARY:SYMBOL"},
        {"test.negate=gone.so:f", "gone.so: cannot be loaded"},
        {"test.negate=" + library + ":f", "has no function 'f'"}}) {
    outcome = with(function);
    EXPECT_EQ(outcome.code, 2) << function;
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
}

} // namespace
} // namespace ingot::client
