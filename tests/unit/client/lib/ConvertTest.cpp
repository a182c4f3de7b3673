//===- ConvertTest.cpp - targets, options and failures --------------------===//

#include "client/lib/Convert.h"
#include "cache/key/Digest.h"
#include "google/rpc/status.pb.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>

namespace ingot::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TargetTest, NamesAndTriplesAreToldApart) {
  for (const char *name : {"", "host", "aarch64", "x86-64-v3"}) {
    auto target = Target::parse(name);
    ASSERT_TRUE(target.ok()) << name;
    EXPECT_EQ(target->name, name);
    EXPECT_TRUE(target->triple.empty());
  }
  auto target = Target::parse(
      "x86_64-unknown-linux-gnu:cpu=znver4:features=+avx2,-sse4a");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->triple, "x86_64-unknown-linux-gnu");
  EXPECT_EQ(target->cpu, "znver4");
  EXPECT_THAT(target->features, ElementsAre("+avx2", "-sse4a"));
}

TEST(TargetTest, MistakesSayWhatIsMeant) {
  EXPECT_THAT(std::string(Target::parse("host:cpu=x").status().message()),
              HasSubstr("can follow a triple only"));
  EXPECT_THAT(std::string(Target::parse("a-b-c:speed=9").status().message()),
              HasSubstr("'speed=9'"));
}

TEST(TargetTest, EveryFormOfAText) {
  struct Case {
    const char *text;
    const char *name, *triple, *cpu;
    std::vector<std::string> features;
  };
  const Case kCases[] = {
      {"", "", "", "", {}},
      {"host", "host", "", "", {}},
      {"x86-64", "x86-64", "", "", {}},
      {"x86-64-v4", "x86-64-v4", "", "", {}},
      {"cortex-a76", "cortex-a76", "", "", {}},
      {"a-b-c", "", "a-b-c", "", {}},
      {"a-b-c:cpu=", "", "a-b-c", "", {}},
      {"a-b-c:cpu=x", "", "a-b-c", "x", {}},
      {"a-b-c:features=", "", "a-b-c", "", {}},
      {"a-b-c:features=+x,,-y", "", "a-b-c", "", {"+x", "-y"}},
      {"a-b-c:features=+x:cpu=y", "", "a-b-c", "y", {"+x"}},
  };
  for (const Case &given : kCases) {
    auto target = Target::parse(given.text);
    ASSERT_TRUE(target.ok()) << given.text;
    EXPECT_EQ(target->name, given.name) << given.text;
    EXPECT_EQ(target->triple, given.triple) << given.text;
    EXPECT_EQ(target->cpu, given.cpu) << given.text;
    EXPECT_EQ(target->features, given.features) << given.text;
  }
  for (const char *text : {"host:", "host:cpu=x", "a-b-c:", "a-b-c:cpu",
                           "a-b-c:CPU=x", "a-b-c:cpu=x:"})
    EXPECT_EQ(Target::parse(text).status().code(),
              absl::StatusCode::kInvalidArgument)
        << text;
}

TEST(TargetTest, DescriptionsAreSentAsTheyAre) {
  auto target = Target::fromDescription(
      "name: 'npu'\ntarget { base: 'host' legal_ops: 'torch.aten.gelu' "
      "phases { name: 'plan' pipeline: 'cse' } }");
  ASSERT_TRUE(target.ok()) << target.status();
  EXPECT_EQ(target->name, "npu");
  CompileOptions options;
  options.target = *target;
  v1::CompileRequest request;
  ASSERT_TRUE(fillRequest(options, request).ok());
  EXPECT_EQ(request.target().base(), "host");
  EXPECT_EQ(request.target().legal_ops_size(), 1);
  EXPECT_EQ(request.target().phases(0).pipeline(), "cse");
  EXPECT_EQ(request.legal_ops_size(), 0);
}

TEST(TargetTest, DescriptionsSayWhereTheyAreWrong) {
  EXPECT_THAT(std::string(Target::fromDescription("target {\n  cpus: 'x'\n}")
                              .status()
                              .message()),
              ::testing::AllOf(HasSubstr("target: line 2, column 7"),
                               HasSubstr("cpus")));
}

TEST(TargetTest, DescriptionsSayWhatTheTargetIs) {
  for (const auto &[text, error] :
       {std::pair("", "target: is missing"),
        {"# a remark", "target: is missing"},
        {"summary: 'nothing'", "target: is missing"},
        {"target { base: 'host' cpu: '\\377' }", "text that is not UTF-8"}})
    EXPECT_THAT(std::string(Target::fromDescription(text).status().message()),
                HasSubstr(error))
        << text;
}

TEST(TargetTest, ListedTargetsDescribeThemselves) {
  v1::ListTargetsResponse::Named proto;
  proto.set_name("narrow");
  proto.set_summary("Half a vector");
  proto.mutable_target()->set_triple("x86_64-unknown-linux-gnu");
  proto.mutable_target()->set_vector_bits(256);
  Target target = fromProto(proto);
  auto again = Target::fromDescription(target.description);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->name, "narrow");
  EXPECT_EQ(again->summary, "Half a vector");
  EXPECT_THAT(target.description, HasSubstr("vector_bits: 256"));
}

TEST(TargetTest, FieldsOfAListedTargetCanBeChanged) {
  v1::ListTargetsResponse::Named proto;
  proto.set_name("narrow");
  proto.mutable_target()->set_triple("x86_64-unknown-linux-gnu");
  proto.mutable_target()->set_cpu("x86-64-v3");
  proto.mutable_target()->add_features("+avx2");
  proto.mutable_target()->set_vector_bits(128);
  CompileOptions options;
  options.target = fromProto(proto);
  options.target.cpu = "x86-64-v4";
  options.target.features = {"-fma"};
  v1::CompileRequest request;
  ASSERT_TRUE(fillRequest(options, request).ok());
  EXPECT_EQ(request.target().cpu(), "x86-64-v4");
  EXPECT_THAT(request.target().features(), ElementsAre("-fma"));
  EXPECT_EQ(request.target().vector_bits(), 128u) << "what has no field";
}

TEST(FillRequestTest, EveryKindOfOutput) {
  struct Case {
    const char *text;
    v1::Emit emit;
    const char *phase, *release;
  };
  for (const Case &output :
       {Case{"executable", v1::EXECUTABLE, "", ""},
        Case{"object", v1::OBJECT, "", ""}, Case{"asm", v1::ASSEMBLY, "", ""},
        Case{"llvm-ir", v1::LLVM_IR, "", ""},
        Case{"mlir:plan", v1::MLIR, "plan", ""},
        // Forms for other tools, not phases.
        Case{"mlir:stablehlo", v1::STABLEHLO, "", ""},
        Case{"mlir:tosa", v1::TOSA, "", ""},
        // Which phases and releases there are is known to the service alone.
        Case{"mlir:weave", v1::MLIR, "weave", ""},
        Case{"mlir:", v1::MLIR, "", ""},
        Case{"stablehlo-portable:1.0.0", v1::STABLEHLO_PORTABLE, "", "1.0.0"},
        Case{"stablehlo-portable:x", v1::STABLEHLO_PORTABLE, "", "x"}}) {
    CompileOptions options;
    options.emit = output.text;
    v1::CompileRequest request;
    ASSERT_TRUE(fillRequest(options, request).ok()) << output.text;
    EXPECT_EQ(request.options().emit(), output.emit) << output.text;
    EXPECT_EQ(request.options().phase(), output.phase) << output.text;
    EXPECT_EQ(request.options().release(), output.release) << output.text;
  }
}

TEST(FillRequestTest, UnknownOutputsListTheKnown) {
  for (const char *emit : {"", "exe", "Executable", "mlir", "object "}) {
    CompileOptions options;
    v1::CompileRequest request;
    options.emit = emit;
    absl::Status status = fillRequest(options, request);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << emit;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr(std::string("emit: '") + emit +
                          "' is not executable, object, asm, llvm-ir, "
                          "mlir:stablehlo, mlir:tosa, mlir:PHASE, "
                          "stablehlo-portable:RELEASE, program or "
                          "program-and-weights"));
  }
}

TEST(FillRequestTest, CompileAndCheckFillATargetAlike) {
  Target named, described;
  named.name = "aarch64";
  named.legalOps = {"torch.aten.gelu"};
  named.customOpForm = "all-operands";
  described.triple = "a-b-c";
  described.cpu = "x";
  described.features = {"+y"};
  for (const Target &target : {named, described, Target()}) {
    CompileOptions compile;
    CheckOptions check;
    compile.target = check.target = target;
    compile.inputTypes = check.inputTypes = {"tensor<4xf32>"};
    check.allCustom = true;
    v1::CompileRequest first;
    v1::CheckRequest second;
    ASSERT_TRUE(fillRequest(compile, first).ok());
    ASSERT_TRUE(fillRequest(check, second).ok());
    EXPECT_EQ(first.where_case() == v1::CompileRequest::kTarget,
              !target.triple.empty());
    EXPECT_EQ(first.target_name(), second.target_name());
    EXPECT_EQ(first.target().SerializeAsString(),
              second.target().SerializeAsString());
    EXPECT_EQ(first.target_name(), target.name);
    EXPECT_EQ(first.target().triple(), target.triple);
    EXPECT_EQ(first.has_custom_op_form(), second.has_custom_op_form());
    EXPECT_EQ(first.legal_ops_size(), second.legal_ops_size());
    EXPECT_THAT(second.input_types(), ElementsAre("tensor<4xf32>"));
    EXPECT_TRUE(second.all_custom());
  }
}

TEST(FillRequestTest, LibrariesThatMayBeAbsentAreAPhaseOfTheTarget) {
  CompileOptions options;
  v1::CompileRequest request;
  options.target.name = "x86-64+dnnl";
  ASSERT_TRUE(fillRequest(options, request).ok());
  EXPECT_EQ(request.target_name(), "x86-64+dnnl");
  options.target.offload = "prefer";
  ASSERT_TRUE(fillRequest(options, request).ok());
  ASSERT_EQ(request.where_case(), v1::CompileRequest::kTarget);
  EXPECT_EQ(request.target().base(), "x86-64+dnnl");
  ASSERT_EQ(request.target().phases_size(), 1);
  EXPECT_EQ(request.target().phases(0).name(), "offload");
  EXPECT_EQ(request.target().phases(0).pipeline(), "ingot-prefer-offload");
}

TEST(FillRequestTest, ADescriptionKeepsItsOwnPhases) {
  CompileOptions options;
  options.target.description =
      "target { base: 'x86-64' phases { name: 'plan' pipeline: 'cse' } }";
  options.target.offload = "prefer";
  v1::CompileRequest request;
  ASSERT_TRUE(fillRequest(options, request).ok());
  EXPECT_EQ(request.target().base(), "x86-64");
  ASSERT_EQ(request.target().phases_size(), 2);
  EXPECT_EQ(request.target().phases(0).pipeline(), "cse");
  options.target.offload = "never";
  EXPECT_THAT(std::string(fillRequest(options, request).message()),
              HasSubstr("'never' is neither require nor prefer"));
}

TEST(FillRequestTest, TheFormOfCustomOpsIsTheTargetsUnlessGiven) {
  CompileOptions options;
  v1::CompileRequest request;
  ASSERT_TRUE(fillRequest(options, request).ok());
  EXPECT_FALSE(request.has_custom_op_form());
  options.target.customOpForm = "attributes";
  ASSERT_TRUE(fillRequest(options, request).ok());
  EXPECT_EQ(request.custom_op_form(), v1::ATTRIBUTES);
  options.target.customOpForm = "operands";
  EXPECT_THAT(std::string(fillRequest(options, request).message()),
              HasSubstr("'operands' is neither all-operands nor attributes"));
}

TEST(ResultTest, CustomOpsHaveTheirTypesInWords) {
  v1::Result result;
  v1::CustomOp &op = *result.mutable_manifest()->add_custom_ops();
  op.set_name("torch.lib.f");
  v1::TensorType &type = *op.add_operands();
  type.set_element(v1::BF16);
  type.add_shape(4);
  type.add_shape(-1);
  op.add_results()->set_element(v1::I64);
  CompileResult converted = fromProto(result);
  ASSERT_EQ(converted.customOps.size(), 1u);
  EXPECT_EQ(converted.customOps[0].name, "torch.lib.f");
  EXPECT_THAT(converted.customOps[0].operands, ElementsAre("4x?xbf16"));
  EXPECT_THAT(converted.customOps[0].results, ElementsAre("i64"));
}

TEST(FailureTest, DetailsThatAreNoneAreIgnored) {
  Failure failure =
      toFailure({grpc::StatusCode::NOT_FOUND, "gone", "not a message"});
  EXPECT_EQ(failure.status, absl::NotFoundError("gone"));
  EXPECT_TRUE(failure.diagnostics.empty());
  EXPECT_TRUE(toFailure(grpc::Status::OK).status.ok());
}

TEST(StatisticsTest, EveryFieldHasItsNameAndText) {
  v1::GetStatisticsResponse statistics;
  statistics.set_request_hits(3);
  EXPECT_THAT(fieldsAsText(statistics),
              ::testing::Contains(
                  std::pair<std::string, std::string>("request_hits", "3")));
}

TEST(StatisticsTest, NumbersOfEveryKindAndTextsAreInTheOrderOfTheFields) {
  v1::GetStatisticsResponse statistics;
  statistics.set_version("1.2");
  statistics.set_uptime_seconds(1.5);
  statistics.set_workers(4);
  statistics.set_store_bytes(uint64_t{1} << 40);
  std::vector<std::string> order;
  std::map<std::string, std::string> values;
  for (const auto &[name, value] : fieldsAsText(statistics)) {
    order.push_back(name);
    values[name] = value;
  }
  EXPECT_EQ(order.size(),
            static_cast<size_t>(
                v1::GetStatisticsResponse::descriptor()->field_count()));
  EXPECT_EQ(order.front(), "version");
  EXPECT_EQ(values["version"], "1.2");
  EXPECT_EQ(values["uptime_seconds"], "1.5");
  EXPECT_EQ(values["workers"], "4");
  EXPECT_EQ(values["store_bytes"], "1099511627776");
  EXPECT_EQ(values["requests"], "0");
}

TEST(DiagnosticTest, SeveritiesHaveNamesAndNotesTheirPlaces) {
  for (const auto &[severity, name] :
       {std::pair(v1::Diagnostic::ERROR, "error"),
        std::pair(v1::Diagnostic::WARNING, "warning"),
        std::pair(v1::Diagnostic::REMARK, "remark"),
        std::pair(v1::Diagnostic::NOTE, "note")}) {
    v1::Diagnostic diagnostic;
    diagnostic.set_severity(severity);
    EXPECT_EQ(fromProto(diagnostic).severity, name);
  }
  v1::Diagnostic diagnostic;
  diagnostic.set_message("bad op");
  diagnostic.mutable_location()->set_line(3);
  diagnostic.mutable_location()->set_column(5);
  v1::Diagnostic &note = *diagnostic.add_notes();
  note.set_severity(v1::Diagnostic::NOTE);
  note.set_message("from here");
  note.mutable_location()->set_file("net.py");
  Diagnostic converted = fromProto(diagnostic);
  EXPECT_EQ(converted.message, "bad op");
  EXPECT_EQ(converted.file, "");
  EXPECT_EQ(converted.line, 3u);
  EXPECT_EQ(converted.column, 5u);
  ASSERT_EQ(converted.notes.size(), 1u);
  EXPECT_EQ(converted.notes[0].file, "net.py");
  EXPECT_EQ(converted.notes[0].message, "from here");
}

TEST(ResultTest, EveryFieldIsTaken) {
  Digest digest = Digest::of("artifact");
  v1::Result result;
  result.set_cache(v1::JOINED);
  *result.mutable_artifact() = digest.toProto();
  *result.mutable_manifest_digest() = digest.toProto();
  result.mutable_kernels()->set_total(4);
  result.mutable_kernels()->set_unique(3);
  result.mutable_kernels()->set_built(2);
  result.mutable_kernels()->set_reused(1);
  result.mutable_milliseconds()->set_total(9.5);
  result.mutable_milliseconds()->set_queued(0.5);
  (*result.mutable_milliseconds()->mutable_phases())["plan"] = 2;
  result.mutable_target()->set_triple("a-b-c");
  result.mutable_target()->set_custom_op_form(v1::ATTRIBUTES);
  result.add_diagnostics()->set_message("slow");
  v1::Manifest &manifest = *result.mutable_manifest();
  manifest.add_entry_points()->set_name("main");
  v1::Constant &kept = *manifest.add_constants();
  kept.set_name("w");
  kept.mutable_type()->set_element(v1::F32);
  kept.mutable_type()->add_shape(2);
  *kept.mutable_digest() = digest.toProto();
  manifest.add_constants()->set_name("bound");

  CompileResult converted = fromProto(result);
  EXPECT_EQ(converted.cache, "joined");
  EXPECT_EQ(converted.artifactDigest, digest.toString());
  EXPECT_EQ(converted.manifestDigest, digest.toString());
  EXPECT_EQ(converted.kernelsTotal, 4u);
  EXPECT_EQ(converted.kernelsUnique, 3u);
  EXPECT_EQ(converted.kernelsBuilt, 2u);
  EXPECT_EQ(converted.kernelsReused, 1u);
  EXPECT_EQ(converted.totalMilliseconds, 9.5);
  EXPECT_EQ(converted.queuedMilliseconds, 0.5);
  EXPECT_EQ(converted.phaseMilliseconds["plan"], 2);
  EXPECT_EQ(converted.target.triple, "a-b-c");
  EXPECT_EQ(converted.target.customOpForm, "attributes");
  ASSERT_EQ(converted.diagnostics.size(), 1u);
  EXPECT_THAT(converted.entryPoints, ElementsAre("main"));
  ASSERT_EQ(converted.constants.size(), 2u);
  EXPECT_EQ(converted.constants[0].digest, digest.toString());
  EXPECT_EQ(converted.constants[0].elementType, 12) << "INGOT_F32";
  EXPECT_THAT(converted.constants[0].shape, ElementsAre(2));
  EXPECT_EQ(converted.constants[1].digest, "") << "bound by name";
  for (const auto &[outcome, name] :
       {std::pair(v1::HIT, "hit"), std::pair(v1::MISS, "miss")}) {
    result.set_cache(outcome);
    EXPECT_EQ(fromProto(result).cache, name);
  }
}

TEST(DiagnosticTest, CausesAndPlacementsAreFields) {
  v1::Diagnostic diagnostic;
  EXPECT_EQ(fromProto(diagnostic).cause.kind, "");
  EXPECT_FALSE(fromProto(diagnostic).placement);
  diagnostic.set_operation("stablehlo.sort");
  diagnostic.mutable_cause()->set_kind(v1::Cause::LAYOUT);
  diagnostic.mutable_cause()->set_nearest("channels last");
  v1::Placement &placement = *diagnostic.mutable_placement();
  placement.set_by("kernel");
  placement.set_target("t");
  placement.set_multiplications(7);
  placement.set_bytes(8);
  v1::Placement::Candidate &candidate = *placement.add_candidates();
  candidate.set_by("lib.f");
  candidate.set_able(true);
  candidate.set_microseconds(1.5);
  candidate.mutable_cause()->set_kind(v1::Cause::WORK);
  candidate.set_reason("is slow");
  Diagnostic converted = fromProto(diagnostic);
  EXPECT_EQ(converted.operation, "stablehlo.sort");
  EXPECT_EQ(converted.cause.kind, "layout");
  EXPECT_EQ(converted.cause.nearest, "channels last");
  ASSERT_TRUE(converted.placement);
  EXPECT_EQ(converted.placement->by, "kernel");
  EXPECT_EQ(converted.placement->target, "t");
  EXPECT_EQ(converted.placement->multiplications, 7u);
  EXPECT_EQ(converted.placement->bytes, 8u);
  ASSERT_EQ(converted.placement->candidates.size(), 1u);
  const Placement::Candidate &row = converted.placement->candidates[0];
  EXPECT_EQ(row.by, "lib.f");
  EXPECT_TRUE(row.able);
  EXPECT_EQ(row.microseconds, 1.5);
  EXPECT_EQ(row.cause.kind, "work");
  EXPECT_EQ(row.reason, "is slow");
}

TEST(FailureTest, DiagnosticsAreFoundAmongOtherDetails) {
  google::rpc::Status details;
  details.add_details()->set_type_url("type.googleapis.com/other.Message");
  v1::Diagnostics diagnostics;
  diagnostics.add_diagnostics()->set_message("one");
  diagnostics.set_truncated(true);
  details.add_details()->PackFrom(diagnostics);
  Failure failure = toFailure({grpc::StatusCode::FAILED_PRECONDITION, "no",
                               details.SerializeAsString()});
  EXPECT_EQ(failure.status, absl::FailedPreconditionError("no"));
  ASSERT_EQ(failure.diagnostics.size(), 1u);
  EXPECT_EQ(failure.diagnostics[0].message, "one");
  EXPECT_TRUE(failure.truncated);
}

} // namespace
} // namespace ingot::client
