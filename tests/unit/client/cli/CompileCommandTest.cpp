//===- CompileCommandTest.cpp - ingot compile: files, text, exit codes ----===//

#include "cache/key/Digest.h"
#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorFile.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <sys/stat.h>
#include <tuple>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class CompileCommandTest : public CommandTest {
protected:
  CompileCommandTest() {
    daemon.result.artifact = "code";
    daemon.result.cache = "miss";
    daemon.result.kernelsTotal = 4;
    daemon.result.kernelsUnique = 3;
    daemon.result.kernelsBuilt = 2;
    daemon.result.kernelsReused = 1;
  }

  /// Makes the executable need one constant of four bytes.
  void addConstant(const std::string &bytes, const std::string &hash) {
    daemon.result.constants = {{"w", INGOT_F32, {1}, hash + "/4"},
                               {"bound", INGOT_F32, {1}, ""}};
    daemon.blobs[hash + "/4"] = bytes;
  }

  static unsigned modeOf(const std::string &path) {
    struct stat information{};
    EXPECT_EQ(stat(path.c_str(), &information), 0) << path;
    return information.st_mode & 0777;
  }

  static std::vector<std::string> keysOf(const ordered_json &json) {
    std::vector<std::string> keys;
    for (const auto &entry : json.items())
      keys.push_back(entry.key());
    return keys;
  }
};

TEST_F(CompileCommandTest, ExecutableIsWrittenAndSummarised) {
  daemon.result.artifact = "\x7f"
                           "ELF and code";
  Outcome outcome = run({"compile", "m.mlir"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err,
              ::testing::MatchesRegex(
                  "m.mlir: m.so in [0-9]+ ms \\(miss\\): 3 kernels, 2 built, "
                  "1 reused\n"));
  EXPECT_EQ(read("m.so"), daemon.result.artifact);
  EXPECT_EQ(modeOf("m.so"), 0755u);
}

TEST_F(CompileCommandTest, QuietSaysNothing) {
  daemon.result.diagnostics = {{"warning", "slow", "", 1, 1, {}}};
  daemon.duringCompile = [](const CompileOptions &, const Progress &progress) {
    progress.onPhase("plan", 0, 1);
  };
  Outcome outcome = run({"compile", "m.mlir", "-q"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(read("m.so"), "code");
}

TEST_F(CompileCommandTest, BatchSaysThatNobodyWaits) {
  std::vector<bool> seen;
  daemon.duringCompile = [&](const CompileOptions &options, const Progress &) {
    seen.push_back(options.batch);
  };
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_EQ(run({"compile", "m.mlir", "--batch"}).code, 0);
  EXPECT_THAT(seen, testing::ElementsAre(false, true));
}

TEST_F(CompileCommandTest, AFileThatIsWrittenToMeanwhileIsNamed) {
  write("large.mlir", std::string(2 << 20, ' '));
  daemon.status = absl::InvalidArgumentError("not what the digest says");
  daemon.duringCompile = [](const CompileOptions &, const Progress &) {
    std::ofstream("large.mlir", std::ios::app) << "more";
  };
  Outcome outcome = run({"compile", "large.mlir"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("large.mlir: was written to while it was "
                                     "read; try again"));
}

TEST_F(CompileCommandTest, ProfileIsAskedForAndShown) {
  bool asked = false;
  daemon.duringCompile = [&](const CompileOptions &, const Progress &progress) {
    asked = static_cast<bool>(progress.onAction);
    if (asked)
      progress.onAction(
          {"kernel", "k0", "linalg.matmul", true, 1, 9, 2, 5, {}});
  };
  Outcome outcome = run({"compile", "m.mlir", "-q"});
  EXPECT_FALSE(asked) << "measuring costs time";
  outcome = run({"compile", "m.mlir", "--profile"});
  EXPECT_TRUE(asked);
  EXPECT_THAT(outcome.err, HasSubstr("linalg.matmul k0"));
  outcome = run({"compile", "m.mlir", "--profile", "--json"});
  EXPECT_EQ(ordered_json::parse(outcome.out)["profile"][0]["ran"], 5);
}

TEST_F(CompileCommandTest, ATargetsTextIsNoProgram) {
  daemon.result.artifact = "int main(void);\n";
  EXPECT_EQ(run({"compile", "m.mlir", "-o", "m.c"}).code, 0);
  EXPECT_EQ(modeOf("m.c"), 0644u);
}

TEST_F(CompileCommandTest, AnExecutableIsCalledWhatItIs) {
  addConstant("abcd", "cc");
  const std::string elf = "\x7f"
                          "ELF............";
  for (const auto &[artifact, triple, file, mode] :
       {std::tuple(elf + '\x03', "x86_64-unknown-linux-gnu", "m.so", 0755u),
        std::tuple(elf + '\x01', "thumbv7em-unknown-none-eabihf", "m.o", 0644u),
        std::tuple(std::string("\0asm", 4), "wasm32-unknown-unknown", "m.wasm",
                   0644u),
        std::tuple(std::string("int x;"), "c-unknown-unknown", "m.c", 0644u)}) {
    daemon.result.artifact = artifact;
    daemon.result.target.triple = triple;
    Outcome outcome = run({"compile", "m.mlir", "--json", "--depfile", "m.d"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read(file), artifact);
    EXPECT_EQ(modeOf(file), mode);
    ordered_json json = ordered_json::parse(outcome.out);
    EXPECT_EQ(json["output"], file);
    EXPECT_EQ(json["constants"], "m.safetensors");
    EXPECT_THAT(read("m.d"), ::testing::StartsWith(std::string(file) + ":"));
    EXPECT_THAT(run({"compile", "m.mlir"}).err, HasSubstr(std::string(file)));
    EXPECT_EQ(run({"compile", "m.mlir", "-o", "named.so"}).code, 0);
    EXPECT_EQ(read("named.so"), artifact) << "what was named stays";
  }
}

TEST_F(CompileCommandTest, TheKindOfOutputDecidesTheNameAndTheMode) {
  daemon.result.artifact = "\x7f"
                           "ELF and code";
  fs::create_directory("models");
  write("models/net.v1.mlir", "module {}");
  for (const auto &[emit, file] :
       {std::pair("executable", "net.v1.so"), std::pair("object", "net.v1.o"),
        std::pair("stablehlo-portable:1.0.0", "net.v1.vhlo.mlirbc")}) {
    Outcome outcome = run({"compile", "models/net.v1.mlir", "--emit", emit});
    EXPECT_EQ(outcome.code, 0) << emit;
    EXPECT_EQ(outcome.out, "") << emit;
    EXPECT_EQ(read(file), daemon.result.artifact)
        << emit << " goes to the current folder";
    EXPECT_EQ(modeOf(file), emit == std::string("executable") ? 0755u : 0644u);
  }
}

TEST_F(CompileCommandTest, TextGoesToStandardOutputOrTheNamedFile) {
  daemon.result.artifact = "module {\n}\n";
  for (const char *emit : {"asm", "llvm-ir", "mlir:plan"}) {
    Outcome outcome = run({"compile", "m.mlir", "--emit", emit});
    EXPECT_EQ(outcome.code, 0) << emit;
    EXPECT_EQ(outcome.out, "module {\n}\n") << emit;
    EXPECT_EQ(outcome.err, "") << emit;
    EXPECT_EQ(daemon.compile.emit, emit);
  }
  Outcome named = run({"compile", "m.mlir", "--emit", "asm", "-o", "m.s"});
  EXPECT_EQ(named.code, 0);
  EXPECT_EQ(named.out, "");
  EXPECT_EQ(read("m.s"), "module {\n}\n");
}

TEST_F(CompileCommandTest, TextThatCannotBePrintedIsAnError) {
  std::ostream closed(nullptr);
  Outcome outcome = run({"compile", "m.mlir", "--emit", "asm"}, closed);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "ingot: error: standard output cannot be written\n");
}

TEST_F(CompileCommandTest, JsonHasTheDocumentedKeys) {
  daemon.result.artifactDigest = "aa/4";
  daemon.result.manifestDigest = "bb/7";
  daemon.result.totalMilliseconds = 12.5;
  daemon.result.queuedMilliseconds = 0.5;
  daemon.result.phaseMilliseconds = {{"plan", 2}, {"weave", 3}};
  daemon.result.entryPoints = {"main"};
  daemon.result.target.triple = "x86_64-unknown-linux-gnu";
  daemon.result.target.cpu = "znver4";
  daemon.result.target.features = {"+avx2"};
  Outcome outcome = run({"compile", "m.mlir", "--json", "-o", "out.so"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  ordered_json json = ordered_json::parse(outcome.out);
  EXPECT_THAT(keysOf(json), ElementsAre("cache", "request", "executable",
                                        "manifest", "kernels", "milliseconds",
                                        "entry_points", "target", "output"));
  EXPECT_EQ(json["cache"], "miss");
  EXPECT_EQ(json["executable"], "aa/4");
  EXPECT_EQ(json["manifest"], "bb/7");
  EXPECT_EQ(json["kernels"].dump(),
            R"({"total":4,"unique":3,"built":2,"reused":1})");
  EXPECT_EQ(json["entry_points"].dump(), R"(["main"])");
  EXPECT_EQ(json["output"], "out.so");
  EXPECT_THAT(
      keysOf(json["target"]),
      ElementsAre("triple", "cpu", "features", "legal_ops", "custom_op_form"));
  EXPECT_EQ(json["target"]["features"].dump(), R"(["+avx2"])");
  // Phases are those of the service, also ones that this program never heard
  // of.
  EXPECT_EQ(json["milliseconds"].dump(),
            R"({"total":12.5,"queued":0.5,"plan":2.0,"weave":3.0})");
}

TEST_F(CompileCommandTest, JsonListsCustomOpsAndConstantsWhereThereAreAny) {
  addConstant("abcd", "cc");
  daemon.result.customOps = {
      {"torch.lib.f", R"({"eps":0.1})", {"4xf32", "i64"}, {"4xf32"}}};
  Outcome outcome = run({"compile", "m.mlir", "--json"});
  ordered_json json = ordered_json::parse(outcome.out);
  EXPECT_EQ(json["constants"], "m.safetensors");
  ASSERT_EQ(json["custom_ops"].size(), 1u);
  EXPECT_EQ(json["custom_ops"][0]["name"], "torch.lib.f");
  EXPECT_EQ(json["custom_ops"][0]["attributes"], R"({"eps":0.1})");
  EXPECT_EQ(json["custom_ops"][0]["operands"].dump(), R"(["4xf32","i64"])");
  EXPECT_EQ(json["custom_ops"][0]["results"].dump(), R"(["4xf32"])");
}

TEST_F(CompileCommandTest, JsonOfAPathThatIsNotUtf8IsStillJson) {
  Outcome outcome = run({"compile", "m.mlir", "--json", "-o", "caf\xe9.so"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(std::string(ordered_json::parse(outcome.out)["output"]),
              ::testing::StartsWith("caf"));
}

TEST_F(CompileCommandTest, JsonAndTextCannotShareStandardOutput) {
  Outcome outcome = run({"compile", "m.mlir", "--emit", "asm", "--json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("name a file by -o"));
  EXPECT_THAT(daemon.connections, IsEmpty());
  outcome = run({"compile", "m.mlir", "--emit", "asm", "--json", "-o", "m.s"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(ordered_json::parse(outcome.out)["output"], "m.s");
}

TEST_F(CompileCommandTest, StatusesBecomeTheDocumentedExitCodes) {
  struct Case {
    absl::Status status;
    bool hasDiagnostics;
    int code;
    const char *err;
  };
  const char kDiagnostic[] = "m.mlir: error: bad op\n";
  const char kBoth[] = "m.mlir: error: bad op\ningot: error: m.mlir: said\n";
  const char kStatus[] = "ingot: error: m.mlir: said\n";
  const Case kCases[] = {
      // The program: what is wrong with it was said by the diagnostics.
      {absl::InvalidArgumentError("said"), true, 1, kDiagnostic},
      {absl::FailedPreconditionError("said"), true, 1, kDiagnostic},
      {absl::InvalidArgumentError("said"), false, 1, kStatus},
      {absl::FailedPreconditionError("said"), false, 1, kStatus},
      // A message about the program may begin like one about a flag.
      {absl::InvalidArgumentError("target: x"), true, 1, kDiagnostic},
      // The command.
      {absl::InvalidArgumentError("target: there is no 'z80'"), false, 2,
       "ingot: error: target: there is no 'z80'\n"},
      {absl::InvalidArgumentError("options.phase: there is no 'polish'"), false,
       2, "ingot: error: options.phase: there is no 'polish'\n"},
      {absl::InvalidArgumentError("options.release: 9.9.9"), false, 2,
       "ingot: error: options.release: 9.9.9\n"},
      {absl::InvalidArgumentError("emit: 'exe'"), false, 2,
       "ingot: error: emit: 'exe'\n"},
      // The service.
      {absl::UnavailableError("said"), false, 3, kStatus},
      {absl::UnavailableError("said"), true, 3, kBoth},
      {absl::ResourceExhaustedError("said"), false, 3, kStatus},
      {absl::DeadlineExceededError("said"), false, 3, kStatus},
      {absl::CancelledError("said"), false, 3, kStatus},
      {absl::InternalError("said"), true, 3, kBoth},
      {absl::NotFoundError("said"), false, 3, kStatus},
      {absl::DataLossError("said"), false, 3, kStatus},
      {absl::UnknownError("said"), false, 3, kStatus},
      {absl::PermissionDeniedError("said"), false, 3, kStatus},
      {absl::UnimplementedError("said"), false, 3, kStatus},
  };
  for (const Case &failed : kCases) {
    daemon.status = failed.status;
    daemon.failure.diagnostics.clear();
    if (failed.hasDiagnostics)
      daemon.failure.diagnostics = {{"error", "bad op", "", 0, 0, {}}};
    Outcome outcome = run({"compile", "m.mlir"});
    EXPECT_EQ(outcome.code, failed.code) << failed.status;
    EXPECT_EQ(outcome.err, failed.err) << failed.status;
    EXPECT_EQ(outcome.out, "") << failed.status;
    EXPECT_FALSE(fs::exists("m.so")) << failed.status;
  }
}

TEST_F(CompileCommandTest, CutListsOfDiagnosticsSayWhereTheRestIs) {
  daemon.status = absl::InvalidArgumentError("many");
  daemon.failure.diagnostics = {{"error", "bad op", "", 2, 3, {}}};
  daemon.failure.truncated = true;
  EXPECT_EQ(run({"compile", "m.mlir"}).err,
            "m.mlir:2:3: error: bad op\n    return\n    ^\n"
            "m.mlir: note: there is more; `ingot check` lists it all\n");
}

TEST_F(CompileCommandTest, WarningsOfAResultArePrinted) {
  daemon.result.diagnostics = {{"warning", "slow", "", 0, 0, {}}};
  EXPECT_THAT(run({"compile", "m.mlir"}).err,
              ::testing::StartsWith("m.mlir: warning: slow\n"));
}

TEST_F(CompileCommandTest, FilesThatCannotBeReadAreUsage) {
  fs::create_directory("folder");
  std::ofstream("large").put('x');
  fs::resize_file("large", (uint64_t{16} << 30) + 1); // Without its bytes.
  for (const auto &[file, why] :
       {std::pair(std::string("gone.mlir"), "No such file"),
        std::pair(std::string("folder"), "is a folder"),
        std::pair(std::string("/dev/zero"), "is a device"),
        std::pair(std::string("large"), "is larger than 16 GiB"),
        std::pair(std::string("m.mlir/x"), "Not a directory"),
        std::pair(std::string(300, 'a'), "File name too long")}) {
    Outcome outcome = run({"compile", file});
    EXPECT_EQ(outcome.code, 2) << file;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(file), HasSubstr(why)));
  }
  EXPECT_THAT(daemon.connections, IsEmpty());
}

TEST_F(CompileCommandTest, PlacesThatCannotBeWrittenAreFoundBeforeTheCompile) {
  fs::create_directory("folder");
  for (const auto &[output, why] :
       {std::pair(std::string("nowhere/x.so"), "No such file"),
        std::pair(std::string("folder"), "it is a folder"),
        std::pair(std::string("m.mlir/x.so"), "m.mlir: "),
        std::pair(std::string(300, 'a') + "/x", "File name too long")}) {
    Outcome outcome = run({"compile", "m.mlir", "-o", output});
    EXPECT_EQ(outcome.code, 2) << output;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(output), HasSubstr(why)));
  }
  EXPECT_THAT(daemon.connections, IsEmpty());
  // A name that is too long only shows when it is written.
  EXPECT_EQ(run({"compile", "m.mlir", "-o", std::string(300, 'a')}).code, 2);
}

TEST_F(CompileCommandTest, TargetsThatDoNotParseAreUsage) {
  Outcome outcome = run({"compile", "m.mlir", "--target", "host:cpu=znver4"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("can follow a triple only"));
  EXPECT_THAT(daemon.connections, IsEmpty());
}

TEST_F(CompileCommandTest, ConstantsStandBesideTheExecutable) {
  addConstant("abcd", "cc");
  EXPECT_EQ(run({"compile", "m.mlir", "-o", "net.so"}).code, 0);
  EXPECT_THAT(daemon.fetched, ElementsAre("cc/4")) << "not those bound by name";
  auto file = runtime::TensorFile::open("net.safetensors");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("w")->bytes, "abcd");
  EXPECT_EQ((*file)->find("w")->digest, "cc");
  EXPECT_EQ((*file)->find("bound"), nullptr);
}

TEST_F(CompileCommandTest, ConstantsOfOtherSizesThanTheirTypesAreRefused) {
  addConstant("abcd", "cc");
  const std::vector<int64_t> shapes[] = {
      {2}, {-1}, {int64_t{1} << 62, 4}, {-2, -2, -1}};
  for (const std::vector<int64_t> &shape : shapes) {
    daemon.result.constants[0].shape = shape;
    const Outcome outcome = run({"compile", "m.mlir"});
    EXPECT_EQ(outcome.code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("constant 'w' is "));
  }
  daemon.result.constants[0].elementType = 99;
  EXPECT_THAT(run({"compile", "m.mlir"}).err,
              HasSubstr("constant 'w' is a ?x?x?x?, which cannot be written"));
  EXPECT_TRUE(daemon.fetched.empty());
  EXPECT_FALSE(fs::exists("m.safetensors"));
}

TEST_F(CompileCommandTest, ConstantsThatAreThereAreNotFetchedAgain) {
  addConstant("abcd", "cc");
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_EQ(daemon.fetched.size(), 1u);
  addConstant("efgh", "dd"); // New weights.
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_EQ(daemon.fetched.size(), 2u);
  daemon.result.constants[0].shape = {1, 1}; // The same bytes, another type.
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_EQ(daemon.fetched.size(), 3u);
  write("m.safetensors", "damaged");
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_EQ(daemon.fetched.size(), 4u);
}

TEST_F(CompileCommandTest, ConstantsOfTheFileBeforeAreNotFetched) {
  auto constant = [&](const std::string &name, const std::string &bytes) {
    const std::string digest = Digest::of(bytes).toString();
    daemon.blobs[digest] = bytes;
    return Constant{name, INGOT_F32, {1}, digest};
  };
  daemon.result.constants = {constant("a", "abcd"), constant("b", "efgh")};
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  // One layer is another, and names are counted anew.
  daemon.fetched.clear();
  daemon.result.constants = {constant("a", "ijkl"), constant("b", "abcd"),
                             constant("c", "efgh")};
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_THAT(daemon.fetched, ElementsAre(Digest::of("ijkl").toString()));
  auto file = runtime::TensorFile::open("m.safetensors");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("a")->bytes, "ijkl");
  EXPECT_EQ((*file)->find("b")->bytes, "abcd");
  EXPECT_EQ((*file)->find("c")->bytes, "efgh");
}

TEST_F(CompileCommandTest, ConstantsOfAFileThatWasWrittenToAreFetched) {
  addConstant("abcd", Digest::of("abcd").hex());
  // It says so, but has other bytes.
  ASSERT_TRUE(runtime::writeSafetensors(
                  "m.safetensors",
                  {{"x", INGOT_F32, {1}, "efgh", Digest::of("abcd").hex()}})
                  .ok());
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_EQ(daemon.fetched.size(), 1u);
  auto file = runtime::TensorFile::open("m.safetensors");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("w")->bytes, "abcd");
}

TEST_F(CompileCommandTest, OfADamagedFileTheConstantsThatAreRightAreKept) {
  const std::string digest = Digest::of("abcd").hex();
  const std::string other = Digest::of("efgh").hex();
  ASSERT_TRUE(runtime::writeSafetensors("m.safetensors",
                                        {{"x", INGOT_F32, {1}, "abcd", digest},
                                         {"y", INGOT_F32, {1}, "EFGH", other}})
                  .ok());
  // One of them has two names.
  for (auto [name, bytes] :
       {std::pair("a", "abcd"), {"b", "efgh"}, {"c", "abcd"}, {"d", "efgh"}}) {
    const std::string whole = Digest::of(bytes).toString();
    daemon.blobs[whole] = bytes;
    daemon.result.constants.push_back({name, INGOT_F32, {1}, whole});
  }
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_THAT(daemon.fetched, ElementsAre(Digest::of("efgh").toString()));
  auto file = runtime::TensorFile::open("m.safetensors");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("a")->bytes, "abcd");
  EXPECT_EQ((*file)->find("b")->bytes, "efgh");
  EXPECT_EQ((*file)->find("c")->bytes, "abcd");
  EXPECT_EQ((*file)->find("d")->bytes, "efgh");
}

TEST_F(CompileCommandTest, OnlyExecutablesNeedConstants) {
  addConstant("abcd", "cc");
  EXPECT_EQ(run({"compile", "m.mlir", "--emit", "object"}).code, 0);
  EXPECT_THAT(daemon.fetched, IsEmpty());
  EXPECT_FALSE(fs::exists("m.safetensors"));
}

TEST_F(CompileCommandTest, NoExecutableIsLeftWithoutItsConstants) {
  addConstant("abcd", "cc");
  daemon.blobs.clear(); // Evicted since.
  Outcome outcome = run({"compile", "m.mlir"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("no such blob"));
  EXPECT_FALSE(fs::exists("m.so"));
  addConstant("abcd", "cc");
  fs::create_directory("m.safetensors");
  outcome = run({"compile", "m.mlir"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("m.safetensors: cannot be written"));
  EXPECT_FALSE(fs::exists("m.so"));
}

TEST_F(CompileCommandTest, PhasesAreShownAsTheyBegin) {
  daemon.duringCompile = [](const CompileOptions &, const Progress &progress) {
    progress.onPhase("plan", 0, 1);
    progress.onPhase("kernels", 0, 2);
    progress.onPhase("kernels", 2, 2);
  };
  EXPECT_THAT(run({"compile", "m.mlir"}).err,
              ::testing::StartsWith(
                  "phase plan\nphase kernels 0/2\nphase kernels 2/2\nm.mlir:"));
  EXPECT_EQ(run({"compile", "m.mlir", "--json"}).err, "");
  isTerminal = true;
  EXPECT_THAT(run({"compile", "m.mlir"}).err,
              AllOf(HasSubstr("\r\x1b[Kplan"), Not(HasSubstr("phase plan"))));
}

TEST_F(CompileCommandTest, CtrlCAndItsLikeReachTheCall) {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    bool before = true, after = false;
    daemon.duringCompile = [&](const CompileOptions &options,
                               const Progress &) {
      before = *options.cancelled;
      std::raise(signal);
      after = *options.cancelled;
    };
    daemon.status = absl::CancelledError("cancelled");
    EXPECT_EQ(run({"compile", "m.mlir"}).code, 3);
    EXPECT_FALSE(before) << signal;
    EXPECT_TRUE(after) << signal;
  }
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_DFL);
}

TEST_F(CompileCommandTest, ASignalThatIsSwitchedOffStaysSo) {
  std::signal(SIGHUP, SIG_IGN); // As nohup does.
  bool isCancelled = true;
  daemon.duringCompile = [&](const CompileOptions &options, const Progress &) {
    std::raise(SIGHUP);
    isCancelled = *options.cancelled;
  };
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_FALSE(isCancelled);
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_DFL);
}

} // namespace
} // namespace ingot::client
