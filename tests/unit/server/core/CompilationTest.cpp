//===- CompilationTest.cpp - plan, objects, link, and hostile answers -----===//

#include "server/core/Compilation.h"

#include "tests/fakes/FakeWorkerPool.h"
#include "tests/fakes/MemoryStore.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/util/message_differencer.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CompilationTest : public testing::Test {
protected:
  explicit CompilationTest(
      int64_t storeBytes = std::numeric_limits<int64_t>::max())
      : store(storeBytes) {
    target.set_triple("x86_64-unknown-linux-gnu");
    target.set_cpu("znver4");
  }

  std::shared_ptr<Compilation> make(const std::string &module) {
    Keys keys(target, options, "fake");
    Digest digest = Digest::of(module);
    ActionKey key = keys.request(digest);
    return std::make_shared<Compilation>(
        actions, store, history, statistics, [this] { return now; },
        CompilationListener{
            [this](const v1::CompileEvent &event) { events.push_back(event); },
            [this](CompileOutcome outcome) {
              outcomes.push_back(std::move(outcome));
            }},
        CompilationRequest{keys, digest, key, profile, Tenant(),
                           /*isBatch=*/false, severalTargets},
        std::make_shared<const std::string>(module));
  }

  /// Makes and starts one.
  std::shared_ptr<Compilation> start(const std::string &module) {
    auto compilation = make(module);
    compilation->start();
    return compilation;
  }

  void answerAll() {
    while (!pool.pending().empty())
      pool.answer();
  }

  /// What the oldest work would be answered with.
  WorkResult answer() const {
    return FakeWorkerPool::answerTo(pool.pending()[0].work, {"k0", "k1"});
  }

  std::string message() const {
    return std::string(outcomes.at(0).status.message());
  }

  std::vector<std::string> phases() const {
    std::vector<std::string> phases;
    for (const v1::CompileEvent &event : events)
      if (event.has_phase())
        phases.push_back(absl::StrCat(event.phase().name(), " ",
                                      event.phase().done(), "/",
                                      event.phase().total()));
    return phases;
  }

  std::optional<v1::ActionRecord> indexed(const std::string &module) {
    return *store.getRecord(
        cache::RecordKind::Request,
        Keys(target, options, "fake").request(Digest::of(module)).digest);
  }

  cache::MemoryStore store;
  FakeWorkerPool pool;
  Statistics statistics;
  absl::Time now = absl::UnixEpoch();
  ActionTable actions{store, pool, statistics, [this] { return now; }};
  cache::KeyHistory history{store};
  v1::Target target;
  v1::CompileOptions options;
  bool profile = false, severalTargets = false;
  std::vector<v1::CompileEvent> events;
  std::vector<CompileOutcome> outcomes;
};

TEST_F(CompilationTest, PlanThenObjectsThenLink) {
  start("m");
  ASSERT_THAT(pool.pending(), SizeIs(1));
  FakeWorkerPool::Pending plan = pool.pending()[0];
  EXPECT_TRUE(plan.work.request.has_plan());
  EXPECT_EQ(plan.work.request.target().cpu(), "znver4");
  EXPECT_EQ(*plan.work.payloads[0], "m");
  EXPECT_FALSE(plan.work.isFollowUp) << "a full queue may refuse it";
  pool.answer();

  auto objects = pool.pending();
  ASSERT_THAT(objects, SizeIs(3));
  EXPECT_EQ(*objects[0].work.payloads[0], "host") << "the longest";
  EXPECT_EQ(objects[0].work.request.host().manifest().kernels_size(), 2);
  EXPECT_TRUE(objects[1].work.request.has_kernel());
  EXPECT_EQ(*objects[2].work.payloads[0], "k1");
  EXPECT_GT(objects[0].priority, plan.priority);
  EXPECT_TRUE(objects[0].work.isFollowUp);
  for (int i = 0; i < 3; ++i)
    pool.answer();

  ASSERT_THAT(pool.pending(), SizeIs(1));
  FakeWorkerPool::Pending link = pool.pending()[0];
  EXPECT_EQ(link.work.request.link().manifest().kernels_size(), 2);
  ASSERT_THAT(link.work.payloads, SizeIs(3));
  EXPECT_EQ(*link.work.payloads[0], "object host") << "the host's comes first";
  EXPECT_EQ(*link.work.payloads[1], "object k0");
  EXPECT_EQ(*link.work.payloads[2], "object k1");
  EXPECT_GT(link.priority, objects[0].priority);
  EXPECT_THAT(outcomes, IsEmpty());
  pool.answer();
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_TRUE(outcomes[0].status.ok()) << outcomes[0].status;
}

TEST_F(CompilationTest, ASingleKernelGoesBeforeTheHostProgram) {
  start("m");
  pool.answer({"k0"});
  auto objects = pool.pending();
  ASSERT_THAT(objects, SizeIs(2));
  EXPECT_EQ(*objects[0].work.payloads[0], "k0");
  EXPECT_EQ(*objects[1].work.payloads[0], "host");
}

TEST_F(CompilationTest, SeveralTargetsHaveOneImport) {
  severalTargets = true;
  start("m");
  target.set_triple("aarch64-unknown-linux-gnu");
  start("m");
  ASSERT_THAT(pool.pending(), SizeIs(1)) << "the second joined";
  FakeWorkerPool::Pending import = pool.pending()[0];
  EXPECT_TRUE(import.work.request.has_import());
  EXPECT_EQ(*import.work.payloads[0], "m");
  pool.sendDiagnostic("slow op");
  pool.answer();

  auto plans = pool.pending();
  ASSERT_THAT(plans, SizeIs(2));
  for (const FakeWorkerPool::Pending &plan : plans) {
    EXPECT_EQ(*plan.work.payloads[0], "imported m");
    EXPECT_EQ(plan.work.request.plan().imported().entry_points(0).name(),
              "main");
    EXPECT_TRUE(plan.work.isFollowUp);
  }
  EXPECT_NE(plans[0].work.request.target().triple(),
            plans[1].work.request.target().triple());
  answerAll();
  ASSERT_THAT(outcomes, SizeIs(2));
  for (const CompileOutcome &outcome : outcomes) {
    ASSERT_TRUE(outcome.status.ok()) << outcome.status;
    EXPECT_EQ(outcome.result.manifest().constants(0).digest().hash(),
              Digest::of("w").hex());
    EXPECT_EQ(outcome.result.diagnostics(0).message(), "slow op");
  }
  EXPECT_EQ(statistics.importsBuilt, 1u);
  EXPECT_EQ(statistics.importsShared, 1u);
  // What keys are explained by is the import's, and there all the same.
  auto record = *store.getRecord(
      cache::RecordKind::Action,
      Keys(target, options, "fake").plan(Digest::of("m")).digest);
  v1::WorkResponse::Plan plan;
  ASSERT_TRUE(record && plan.ParseFromString(record->payload()));
  ASSERT_EQ(plan.functions_size(), 1);
  EXPECT_EQ(plan.functions(0).name(), "main");
}

TEST_F(CompilationTest, AnImportIsFoundByTargetsThatComeLater) {
  severalTargets = profile = true;
  start("m");
  answerAll();
  target.set_cpu("znver5");
  start("m");
  ASSERT_THAT(pool.pending(), SizeIs(1));
  EXPECT_TRUE(pool.pending()[0].work.request.has_plan());
  EXPECT_EQ(*pool.pending()[0].work.payloads[0], "imported m");
  answerAll();
  EXPECT_EQ(outcomes.at(1).status, absl::OkStatus());
  EXPECT_EQ(statistics.importsShared, 1u);
  std::vector<bool> built;
  for (const v1::CompileEvent &event : events)
    if (event.action().kind() == "import")
      built.push_back(event.action().built());
  EXPECT_THAT(built, ElementsAre(true, false));
}

TEST_F(CompilationTest, WarningsOfAnImportComeWithAllThatBeginsWithIt) {
  severalTargets = true;
  auto warnings = [&](size_t outcome) {
    std::vector<std::string> messages;
    for (const v1::Diagnostic &each : outcomes.at(outcome).result.diagnostics())
      messages.push_back(each.message());
    return messages;
  };
  start("m");
  pool.sendDiagnostic("import");
  pool.answer();
  pool.sendDiagnostic("plan");
  answerAll();
  EXPECT_THAT(warnings(0), ElementsAre("import", "plan"));
  const std::string cpu = target.cpu();
  target.set_cpu("znver5");
  start("m"); // Finds the import.
  answerAll();
  EXPECT_THAT(warnings(1), ElementsAre("import"));
  target.set_cpu(cpu);
  start("m"); // Finds the plan.
  answerAll();
  EXPECT_THAT(warnings(2), ElementsAre("import", "plan"));
}

TEST_F(CompilationTest, OneTargetAloneHasNoImport) {
  start("m");
  EXPECT_TRUE(pool.pending()[0].work.request.has_plan());
  EXPECT_FALSE(pool.pending()[0].work.request.plan().has_imported());
  answerAll();
  // A plan that is there needs none either.
  severalTargets = true;
  start("m");
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_THAT(outcomes, SizeIs(2));
  EXPECT_EQ(statistics.importsBuilt + statistics.importsShared, 0u);
}

TEST_F(CompilationTest, AnImportThatFailsIsThePlansFailure) {
  severalTargets = true;
  start("m");
  pool.sendDiagnostic("bad op");
  pool.finish(absl::InvalidArgumentError("does not parse"));
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(outcomes[0].status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(outcomes[0].diagnostics.diagnostics(0).message(), "bad op");
  EXPECT_THAT(pool.pending(), IsEmpty());
}

TEST_F(CompilationTest, AnImportThatFailsForAnotherIsNotThisOnes) {
  severalTargets = true;
  target.set_triple("nonsense");
  start("m");
  target.set_triple("aarch64-unknown-linux-gnu");
  start("m");
  ASSERT_THAT(pool.pending(), SizeIs(1)) << "the second joined";
  pool.finish(absl::InvalidArgumentError("target.triple: no such machine"));
  ASSERT_THAT(outcomes, SizeIs(1)) << "whose target it was";
  ASSERT_THAT(pool.pending(), SizeIs(1));
  const v1::WorkRequest plan = pool.pending()[0].work.request;
  EXPECT_TRUE(plan.has_plan());
  EXPECT_FALSE(plan.plan().has_imported());
  EXPECT_EQ(*pool.pending()[0].work.payloads[0], "m");
  answerAll();
  ASSERT_THAT(outcomes, SizeIs(2));
  EXPECT_TRUE(outcomes[1].status.ok()) << outcomes[1].status;
}

TEST_F(CompilationTest, APlanOfAnImportNamesNoPlaceInTheProgram) {
  severalTargets = true;
  start("m");
  pool.answer();
  ASSERT_TRUE(pool.pending()[0].work.request.has_plan());
  WorkResult plan = FakeWorkerPool::answerTo(pool.pending()[0].work, {});
  auto &constant = *plan.response.mutable_plan()->add_constants();
  constant.set_name("c");
  constant.mutable_place()->set_size(1);
  pool.finish(plan);
  EXPECT_THAT(message(), HasSubstr("a place in a program that it was not"));
}

TEST_F(CompilationTest, ImportsOfHostileWorkersAreRefused) {
  severalTargets = true;
  start("m");
  WorkResult noModule = FakeWorkerPool::answerTo(pool.pending()[0].work, {});
  noModule.payloads.clear();
  pool.finish(noModule);
  EXPECT_THAT(message(), HasSubstr("the worker's answer is malformed"));
  outcomes.clear();
  start("m2");
  WorkResult outside = FakeWorkerPool::answerTo(pool.pending()[0].work, {});
  outside.payloads.pop_back();
  auto &place =
      *outside.response.mutable_import()->mutable_constants(0)->mutable_place();
  place.set_size(100);
  pool.finish(outside);
  EXPECT_THAT(message(), HasSubstr("a constant outside of the program"));
}

TEST_F(CompilationTest, EachActionIsToldOfIfAskedFor) {
  profile = true;
  start("m");
  EXPECT_TRUE(pool.pending()[0].work.request.profile());
  v1::WorkResponse measured;
  measured.mutable_profile()->add_parts()->set_name("Canonicalizer");
  pool.pending()[0].work.onEvent(measured);
  now += absl::Milliseconds(7);
  answerAll();
  start("m2"); // Another program of the same kernels.
  answerAll();

  std::vector<std::string> actions;
  for (const v1::CompileEvent &event : events)
    if (event.has_action())
      actions.push_back(absl::StrCat(event.action().kind(),
                                     event.action().symbol(),
                                     event.action().built() ? "" : " found"));
  ASSERT_THAT(actions, SizeIs(10));
  EXPECT_EQ(actions[0], "plan");
  EXPECT_EQ(actions[4], "link");
  EXPECT_THAT(std::vector(actions.begin() + 5, actions.end()),
              testing::Contains(HasSubstr(" found")).Times(4));
  auto plan = std::find_if(events.begin(), events.end(), [](const auto &event) {
                return event.has_action();
              })->action();
  ASSERT_EQ(plan.parts_size(), 1);
  EXPECT_EQ(plan.parts(0).name(), "Canonicalizer");
  EXPECT_EQ(plan.began(), 0);
  EXPECT_EQ(plan.ended(), 7);
}

TEST_F(CompilationTest, NobodyIsToldOfActionsUnasked) {
  start("m");
  EXPECT_FALSE(pool.pending()[0].work.request.profile());
  answerAll();
  for (const v1::CompileEvent &event : events)
    EXPECT_FALSE(event.has_action());
}

TEST_F(CompilationTest, ObjectsStandInThePlansOrderWhateverEndsFirst) {
  start("m");
  pool.answer();
  auto objects = pool.pending();
  for (int i : {2, 1, 0})
    objects[i].done(FakeWorkerPool::answerTo(objects[i].work, {}));
  auto link = pool.pending().back();
  EXPECT_EQ(*link.work.payloads[0], "object host");
  EXPECT_EQ(*link.work.payloads[1], "object k0");
  EXPECT_EQ(*link.work.payloads[2], "object k1");
}

TEST_F(CompilationTest, EventsArePhasesAndDiagnosticsAsTheyCome) {
  start("m");
  pool.sendPhase("import");
  pool.sendDiagnostic("slow op");
  v1::WorkResponse unasked;
  unasked.mutable_description()->set_format("of a hostile worker");
  pool.send(unasked);
  pool.sendPhase("legalize");
  answerAll();
  EXPECT_THAT(phases(), ElementsAre("import 0/1", "legalize 0/1", "kernels 0/2",
                                    "kernels 1/2", "kernels 2/2", "link 0/1",
                                    "link 1/1"));
  EXPECT_EQ(events[1].diagnostic().message(), "slow op");
  EXPECT_EQ(outcomes[0].result.diagnostics(0).message(), "slow op")
      << "warnings are kept with the result";
}

TEST_F(CompilationTest, ResultSaysWhatWasDoneAndHowLongItTook) {
  start("m");
  pool.sendPhase("import");
  now += absl::Milliseconds(5);
  WorkResult plan = answer();
  plan.queued = absl::Milliseconds(2);
  plan.response.mutable_plan()->mutable_kernels(0)->set_uses(3);
  pool.finish(plan);
  now += absl::Milliseconds(7);
  answerAll();
  const v1::Result &result = outcomes.at(0).result;
  EXPECT_EQ(result.milliseconds().queued(), 2);
  EXPECT_EQ(result.milliseconds().phases().at("import"), 5);
  EXPECT_EQ(result.milliseconds().phases().at("kernels"), 7);
  EXPECT_EQ(result.milliseconds().total(), 12);
  EXPECT_EQ(result.kernels().total(), 4u) << "three uses and one";
  EXPECT_EQ(result.kernels().unique(), 2u);
  EXPECT_EQ(result.kernels().built(), 2u);
  EXPECT_EQ(result.target().cpu(), "znver4");
  EXPECT_EQ(result.manifest().kernels_size(), 2);
  EXPECT_EQ(Digest::fromProto(result.manifest_digest()).value(),
            Digest::of(result.manifest().SerializeAsString()));
}

TEST_F(CompilationTest, KernelsThatAreThereAreReused) {
  start("m");
  answerAll();
  start("n");
  pool.answer({"k1", "k2"});
  EXPECT_THAT(pool.pending(), SizeIs(2))
      << "k2, and the host, which belongs to another manifest";
  answerAll();
  EXPECT_EQ(outcomes.at(1).result.kernels().reused(), 1u);
  EXPECT_EQ(outcomes.at(1).result.kernels().built(), 1u);
  EXPECT_EQ(statistics.kernelsBuilt, 3u);
  EXPECT_EQ(statistics.kernelsReused, 1u);
}

TEST_F(CompilationTest, EqualKernelsOfOnePlanAreBuiltOnce) {
  start("m");
  pool.answer({"same", "same", "same"});
  EXPECT_THAT(pool.pending(), SizeIs(2)) << "the kernel and the host";
  answerAll();
  EXPECT_EQ(outcomes.at(0).result.kernels().built(), 1u);
  EXPECT_EQ(outcomes.at(0).result.kernels().reused(), 2u);
}

TEST_F(CompilationTest, APlanWithoutKernelsIsLinkedToo) {
  start("m");
  pool.answer({});
  answerAll();
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_TRUE(outcomes[0].status.ok());
}

TEST_F(CompilationTest, WhatIsAllInTheStoreEndsInsideStart) {
  start("m");
  answerAll();
  start("m");
  ASSERT_THAT(outcomes, SizeIs(2));
  EXPECT_EQ(outcomes[1].result.kernels().reused(), 2u);
  EXPECT_EQ(outcomes[1].result.artifact().hash(),
            outcomes[0].result.artifact().hash());
}

TEST_F(CompilationTest, TextEndsWithThePlan) {
  options.set_emit(v1::MLIR);
  start("m");
  WorkResult result;
  result.response.mutable_plan()->set_is_text(true);
  result.payloads = {"module {}"};
  pool.finish(result);
  ASSERT_THAT(outcomes, SizeIs(1));
  const v1::Result &text = outcomes[0].result;
  EXPECT_EQ(Digest::fromProto(text.artifact()).value(),
            Digest::of("module {}"));
  EXPECT_FALSE(text.has_manifest());
  EXPECT_THAT(pool.pending(), IsEmpty());
}

TEST_F(CompilationTest, OtherWeightsRunNothingButThePlan) {
  for (const std::string &weights : {std::string("old"), std::string("new")}) {
    start("module with " + weights);
    WorkResult plan = answer();
    v1::WorkResponse::Plan &body = *plan.response.mutable_plan();
    body.add_constants()->set_name("w");
    v1::Constant &constant = *body.mutable_manifest()->add_constants();
    *constant.mutable_digest() = Digest::of(weights).toProto();
    plan.payloads.push_back(weights);
    const uint64_t before = statistics.actionsRun;
    pool.finish(plan);
    answerAll();
    ASSERT_TRUE(outcomes.back().status.ok()) << outcomes.back().status;
    EXPECT_EQ(statistics.actionsRun - before, weights == "old" ? 4u : 0u);
    const v1::Result &result = outcomes.back().result;
    EXPECT_EQ(result.artifact().hash(),
              Digest::of("executable " + Digest::of(weights).hex()).hex());
    EXPECT_EQ(result.manifest().constants(0).digest().hash(),
              Digest::of(weights).hex());
  }
}

TEST_F(CompilationTest, TheIndexNamesAllThatAResultNeeds) {
  start("m");
  WorkResult plan = answer();
  v1::WorkResponse::Plan &body = *plan.response.mutable_plan();
  body.add_constants()->set_name("weight");
  v1::Constant &inBlob = *body.mutable_manifest()->add_constants();
  *inBlob.mutable_digest() = Digest::of("weights").toProto();
  body.mutable_manifest()->add_constants()->set_name("bound by name");
  plan.payloads.push_back("weights");
  pool.finish(plan);
  answerAll();
  ASSERT_TRUE(outcomes.at(0).status.ok()) << outcomes[0].status;
  std::optional<v1::ActionRecord> record = indexed("m");
  ASSERT_TRUE(record.has_value());
  std::vector<std::string> hashes;
  for (const auto &output : record->outputs())
    hashes.push_back(output.digest().hash());
  const v1::Result &result = outcomes[0].result;
  const std::string weights = Digest::of("weights").hex();
  EXPECT_THAT(hashes, ElementsAre(Digest::of("executable " + weights).hex(),
                                  result.manifest_digest().hash(), weights));
  v1::Result stored;
  ASSERT_TRUE(stored.ParseFromString(record->payload()));
  EXPECT_TRUE(
      google::protobuf::util::MessageDifferencer::Equals(stored, result))
      << stored.DebugString();
  EXPECT_THAT(record->key_trace(), IsEmpty()) << "hits would read it";
}

TEST_F(CompilationTest, WhatTheKeyIsMadeOfIsKeptBesideTheResult) {
  start("m");
  WorkResult plan = answer();
  auto &body = *plan.response.mutable_plan();
  body.mutable_kernels(0)->set_root("matmul");
  auto &function = *body.add_functions();
  function.set_name("main");
  *function.mutable_digest() = Digest::of("main").toProto();
  auto &launch = *body.add_launches();
  launch.set_kernel(0);
  launch.set_function("main");
  pool.finish(plan);
  answerAll();
  ASSERT_TRUE(outcomes.at(0).status.ok()) << outcomes[0].status;
  const Digest key = Digest::fromProto(outcomes[0].result.request()).value();
  EXPECT_EQ(key, Keys(target, options, "fake").request(Digest::of("m")).digest);
  auto entry = history.find(key);
  ASSERT_TRUE(entry.ok() && *entry);
  const std::string text = textOf((*entry)->tree);
  EXPECT_THAT(text, HasSubstr("compiler = fake\n"));
  EXPECT_THAT(text, HasSubstr("target.cpu = znver4\n"));
  EXPECT_THAT(text,
              HasSubstr("functions.main = " + Digest::of("main").toString()));
  EXPECT_THAT(
      text, HasSubstr("kernels.main.matmul = " + Digest::of("k0").toString()));
  EXPECT_EQ((*entry)->families.size(), 3u) << "the plan has no entry points";
  start("m");
  answerAll();
  EXPECT_THAT(outcomes, SizeIs(2)) << "the same without it";
}

TEST_F(CompilationTest, AHistoryThatCannotBeReadCostsNoResult) {
  cache::MemoryStore other;
  cache::KeyHistory broken(other);
  other.failWith(absl::UnavailableError("the disk"));
  Keys keys(target, options, "fake");
  ActionKey key = keys.request(Digest::of("m"));
  auto compilation = std::make_shared<Compilation>(
      actions, store, broken, statistics, [this] { return now; },
      CompilationListener{[](const v1::CompileEvent &) {},
                          [this](CompileOutcome outcome) {
                            outcomes.push_back(std::move(outcome));
                          }},
      CompilationRequest{keys, Digest::of("m"), key},
      std::make_shared<const std::string>("m"));
  compilation->start();
  answerAll();
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_TRUE(outcomes[0].status.ok()) << outcomes[0].status;
}

//===----------------------------------------------------------------------===//
// Malformed answers
//===----------------------------------------------------------------------===//

/// One way in which a worker's answer is malformed.
struct Malformed {
  const char *name;
  int answersBefore; ///< 0: of the plan, 1: of a kernel, 3: host, 4: link.
  std::function<void(WorkResult &)> change;
  const char *text;
};

std::ostream &operator<<(std::ostream &out, const Malformed &malformed) {
  return out << malformed.name;
}

class MalformedAnswerTest : public CompilationTest,
                            public testing::WithParamInterface<Malformed> {};

TEST_P(MalformedAnswerTest, IsInternalWithItsTextAndNothingIsIndexed) {
  start("m");
  for (int i = 0; i < GetParam().answersBefore; ++i)
    pool.answer();
  WorkResult result = answer();
  GetParam().change(result);
  pool.finish(result);
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(outcomes[0].status.code(), absl::StatusCode::kInternal);
  EXPECT_EQ(message(), absl::StrCat("the worker's answer is malformed: ",
                                    GetParam().text));
  EXPECT_FALSE(indexed("m").has_value());

  // Nothing was stored under the action's key: asked again, it runs again.
  size_t before = pool.pending().size();
  start("m");
  EXPECT_GT(pool.pending().size(), before);
}

v1::WorkResponse::Plan &planOf(WorkResult &result) {
  return *result.response.mutable_plan();
}

const char *const kCount = "another number of payloads";
const char *const kKernel = "a kernel of another content";
const char *const kConstant = "a constant that did not come";

INSTANTIATE_TEST_SUITE_P(
    , MalformedAnswerTest,
    testing::Values(
        Malformed{"PlanIsNoPlan", 0,
                  [](WorkResult &r) { r.response.mutable_kernel(); },
                  "no plan"},
        Malformed{"PlanIsEmpty", 0,
                  [](WorkResult &r) { r.response.clear_body(); }, "no plan"},
        Malformed{"PlanWithoutPayloads", 0,
                  [](WorkResult &r) { r.payloads.clear(); }, kCount},
        Malformed{"PlanLacksAPayload", 0,
                  [](WorkResult &r) { r.payloads.pop_back(); }, kCount},
        Malformed{"PlanHasAPayloadTooMany", 0,
                  [](WorkResult &r) { r.payloads.push_back("x"); }, kCount},
        Malformed{
            "PlanNamesMoreKernelsThanItsManifest", 0,
            [](WorkResult &r) {
              planOf(r).mutable_manifest()->mutable_kernels()->RemoveLast();
            },
            kCount},
        Malformed{"PlanNamesMoreConstantsThanCame", 0,
                  [](WorkResult &r) { planOf(r).add_constants(); }, kCount},
        Malformed{"KernelOfAnotherContent", 0,
                  [](WorkResult &r) { r.payloads[1] = "else"; }, kKernel},
        Malformed{
            "KernelsChanged", 0,
            [](WorkResult &r) { std::swap(r.payloads[1], r.payloads[2]); },
            kKernel},
        Malformed{
            "KernelWithoutADigest", 0,
            [](WorkResult &r) {
              planOf(r).mutable_manifest()->mutable_kernels(0)->clear_module();
            },
            kKernel},
        Malformed{
            "ConstantThatDidNotCome", 0,
            [](WorkResult &r) {
              *planOf(r).mutable_manifest()->add_constants()->mutable_digest() =
                  Digest::of("never").toProto();
            },
            kConstant},
        Malformed{
            "ConstantThatCameAsAKernel", 0,
            [](WorkResult &r) {
              *planOf(r).mutable_manifest()->add_constants()->mutable_digest() =
                  Digest::of("k0").toProto();
            },
            kConstant},
        Malformed{"ConstantWithABrokenDigest", 0,
                  [](WorkResult &r) {
                    planOf(r)
                        .mutable_manifest()
                        ->add_constants()
                        ->mutable_digest()
                        ->set_hash("no hash");
                  },
                  kConstant},
        Malformed{"KernelWithoutAnObject", 1,
                  [](WorkResult &r) { r.payloads.clear(); }, kCount},
        Malformed{"KernelWithTwoObjects", 1,
                  [](WorkResult &r) { r.payloads.push_back("x"); }, kCount},
        Malformed{"HostWithoutAnObject", 3,
                  [](WorkResult &r) { r.payloads.clear(); }, kCount},
        Malformed{"LinkWithoutAnExecutable", 4,
                  [](WorkResult &r) { r.payloads.clear(); }, kCount},
        Malformed{"LinkWithTwoExecutables", 4,
                  [](WorkResult &r) { r.payloads.push_back("x"); }, kCount}),
    [](const auto &info) { return std::string(info.param.name); });

//===----------------------------------------------------------------------===//
// Failures and stops
//===----------------------------------------------------------------------===//

TEST_F(CompilationTest, AProgramAtFaultEndsWithItsDiagnostics) {
  start("m");
  pool.sendDiagnostic("op does not lower");
  pool.finish(absl::FailedPreconditionError("1 op does not lower"));
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(outcomes[0].status,
            absl::FailedPreconditionError("1 op does not lower"));
  EXPECT_EQ(outcomes[0].diagnostics.diagnostics(0).message(),
            "op does not lower");
}

TEST_F(CompilationTest, AFailedKernelEndsTheOthers) {
  start("m");
  pool.answer();
  auto objects = pool.pending();
  pool.finish(absl::FailedPreconditionError("too large"));
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(message(), "too large");
  EXPECT_THAT(pool.cancelled(),
              ElementsAre(objects[1].ticket, objects[2].ticket));
  pool.finish(absl::CancelledError("cancelled"));
  pool.finish(absl::CancelledError("cancelled"));
  EXPECT_THAT(outcomes, SizeIs(1)) << "it ends once";
}

TEST_F(CompilationTest, FailuresOfHostAndLinkAreTheCompilations) {
  for (int answersBefore : {3, 4}) {
    SCOPED_TRACE(answersBefore);
    outcomes.clear();
    start(absl::StrCat("m", answersBefore));
    for (int i = 0; i < answersBefore; ++i)
      pool.answer(
          {absl::StrCat("k", answersBefore), absl::StrCat("l", answersBefore)});
    pool.finish(absl::ResourceExhaustedError("too much memory"));
    ASSERT_THAT(outcomes, SizeIs(1));
    EXPECT_EQ(message(), "too much memory");
    while (!pool.pending().empty())
      pool.finish(absl::CancelledError("cancelled"));
  }
}

TEST_F(CompilationTest, AStopEndsTheWorkWithoutAWord) {
  for (int answersBefore : {0, 1, 3}) {
    SCOPED_TRACE(answersBefore);
    auto compilation = start(absl::StrCat("m", answersBefore));
    for (int i = 0; i < answersBefore; ++i)
      pool.answer({absl::StrCat("k", answersBefore)});
    size_t cancelled = pool.cancelled().size();
    size_t running = pool.pending().size();
    compilation->stop();
    compilation->stop();
    EXPECT_EQ(pool.cancelled().size(), cancelled + running);
    while (!pool.pending().empty())
      pool.finish(absl::CancelledError("cancelled"));
    EXPECT_THAT(outcomes, IsEmpty());
  }
}

TEST_F(CompilationTest, AStopBeforeTheStartRunsNothing) {
  auto compilation = make("m");
  compilation->stop();
  compilation->start();
  EXPECT_THAT(pool.pending(), IsEmpty());
  EXPECT_THAT(outcomes, IsEmpty());
}

TEST_F(CompilationTest, AStopWhileObjectsAreBegunBeginsNoMore) {
  std::shared_ptr<Compilation> compilation;
  bool stopped = false;
  compilation = std::make_shared<Compilation>(
      actions, store, history, statistics, [this] { return now; },
      CompilationListener{
          [&](const v1::CompileEvent &event) {
            if (event.phase().name() == "kernels" && !stopped) {
              stopped = true;
              compilation->stop();
            }
          },
          [](const CompileOutcome &) { FAIL() << "it was stopped"; }},
      CompilationRequest{Keys(target, options, "fake"), Digest::of("m"), {}},
      std::make_shared<const std::string>("m"));
  compilation->start();
  pool.answer();
  EXPECT_TRUE(stopped);
  EXPECT_THAT(pool.pending(), IsEmpty());
}

TEST_F(CompilationTest, AStoredPlanThatDoesNotParseIsInternal) {
  v1::ActionRecord record;
  record.set_format(kRecordFormat);
  record.set_payload("\xff no plan");
  ActionKey key = Keys(target, options, "fake").plan(Digest::of("m"));
  ASSERT_TRUE(store
                  .putRecords({{cache::RecordKind::Action, key.digest, record}},
                              cache::Durability::OnReturn)
                  .ok());
  start("m");
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(outcomes[0].status,
            absl::InternalError("a stored plan does not parse"));
}

TEST_F(CompilationTest, AStoreThatFailsFailsTheCompilationAtEveryStep) {
  for (int answersBefore : {0, 1, 3, 4}) {
    SCOPED_TRACE(answersBefore);
    outcomes.clear();
    start(absl::StrCat("m", answersBefore));
    std::vector<std::string> kernels = {absl::StrCat("k", answersBefore),
                                        absl::StrCat("l", answersBefore)};
    for (int i = 0; i < answersBefore; ++i)
      pool.answer(kernels);
    store.failWith(absl::UnavailableError("disk"));
    pool.answer(kernels);
    store.failWith(absl::OkStatus());
    ASSERT_THAT(outcomes, SizeIs(1));
    EXPECT_EQ(outcomes[0].status, absl::UnavailableError("disk"));
    while (!pool.pending().empty())
      pool.finish(absl::CancelledError("cancelled"));
  }
}

/// The store holds little more than one compilation.
class SmallStoreTest : public CompilationTest {
protected:
  SmallStoreTest() : CompilationTest(1000) {}
};

TEST_F(SmallStoreTest, InputsThatLeftTheStoreAreNoFaultOfTheCallers) {
  start("m");
  for (int i = 0; i < 3; ++i)
    pool.answer();
  ASSERT_TRUE(store.putBlob(std::string(1000, 'x')).ok());
  pool.answer();
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(outcomes[0].status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(message(), HasSubstr("left the store while it was needed; the "
                                   "store's size limit is too small"));
  EXPECT_TRUE(isLostBlob(outcomes[0].status));
}

} // namespace
} // namespace ingot::server
