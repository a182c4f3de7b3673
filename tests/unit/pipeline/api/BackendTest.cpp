//===- BackendTest.cpp - a backend is asked at every marked point ---------===//
//
// A backend that makes text instead of code, registered beside the CPU's.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/Backend.h"
#include "pipeline/api/OwnPasses.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>

namespace ingot::pipeline {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Writes a name into a list when it runs.
struct MarkPass final : mlir::PassWrapper<MarkPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MarkPass)
  MarkPass(std::string name, std::vector<std::string> *marks)
      : name(std::move(name)), marks(marks) {}

  llvm::StringRef getArgument() const override { return name; }
  void runOnOperation() override {
    marks->push_back(name);
    // What stands in the program where the backend is asked.
    getOperation()->walk([&](mlir::Operation *op) {
      marks->push_back(name + ": " + op->getName().getStringRef().str());
    });
  }

  std::string name;
  std::vector<std::string> *marks;
};

/// Leaves a module that is not valid, when it is asked to.
struct InvalidPass final
    : mlir::PassWrapper<InvalidPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InvalidPass)

  llvm::StringRef getArgument() const override { return "test-invalid"; }
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::LLVM::LLVMDialect>();
  }
  void runOnOperation() override {
    if (isAsked)
      getOperation()->setAttr(
          mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
          mlir::StringAttr::get(&getContext(), "no data layout"));
  }

  static inline bool isAsked = false;
};

/// Fails without a word, or crashes, when it is asked to.
struct FailPass final
    : mlir::PassWrapper<FailPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailPass)

  llvm::StringRef getArgument() const override { return "test-fail"; }
  void runOnOperation() override {
    if (crashes)
      raise(SIGSEGV);
    if (isAsked)
      signalPassFailure();
  }

  static inline bool isAsked = false, crashes = false;
};

class FakeBackend final : public Backend {
public:
  explicit FakeBackend(std::vector<std::string> *marks) : marks_(marks) {}

  llvm::StringRef name() const override { return "fake"; }
  llvm::StringRef triples() const override { return "amdgcn"; }
  bool takes(const llvm::Triple &triple) const override {
    return triple.getArch() == llvm::Triple::amdgcn;
  }
  llvm::Expected<v1::Target> resolve(const v1::Target &target) const override {
    if (target.cpu() == "bad")
      return targetError("cpu", "'bad' is unknown");
    v1::Target resolved = target;
    resolved.set_cpu("fake-cpu");
    return resolved;
  }
  std::vector<NamedTarget> namedTargets() const override {
    v1::Target target;
    target.set_triple("amdgcn-unknown-unknown");
    return {{"fake", llvm::cantFail(resolve(target)), "For tests"}};
  }

  std::vector<std::string> legalOps(const v1::Target &) const override {
    return {"torch.lib.f"};
  }
  void addLegalizePasses(mlir::OpPassManager &pm,
                         const v1::Target &) const override {
    pm.addPass(std::make_unique<MarkPass>("legalize", marks_));
  }
  void lowerFunctions(mlir::OpPassManager &pm,
                      const v1::Target &) const override {
    pm.addPass(std::make_unique<MarkPass>("plan", marks_));
    pm.addPass(std::make_unique<InvalidPass>());
    pm.addPass(std::make_unique<FailPass>());
  }
  void emitModule(mlir::OpPassManager &pm, CodeKind code,
                  const v1::Target &) const override {
    pm.addPass(std::make_unique<MarkPass>(
        code == CodeKind::Host ? "emit host" : "emit kernel", marks_));
    pm.addPass(std::make_unique<FailPass>());
  }
  void addKernelPasses(mlir::OpPassManager &pm,
                       const v1::Target &target) const override {
    pm.addPass(
        std::make_unique<MarkPass>("kernel for " + target.cpu(), marks_));
  }
  llvm::Expected<std::string> emit(mlir::ModuleOp, CodeKind code,
                                   const v1::Target &,
                                   EmitKind) const override {
    return code == CodeKind::Host ? "<host>" : "<kernel>";
  }
  llvm::Expected<std::string> link(llvm::ArrayRef<llvm::StringRef> objects,
                                   const v1::Target &,
                                   EmitKind kind) const override {
    if (!linkError.empty())
      return llvm::createStringError(linkError);
    std::string text = kind == EmitKind::Object ? "object" : "executable";
    for (llvm::StringRef object : objects)
      text += object;
    return text;
  }

  static inline std::string linkError;

private:
  std::vector<std::string> *marks_;
};

constexpr char kProgram[] = R"(
func.func @f(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
)";

class BackendTest : public testing::Test {
protected:
  BackendTest() {
    static const bool isRegistered =
        (registerBackend(std::make_unique<FakeBackend>(&marks)), true);
    (void)isRegistered;
    marks.clear();
    for (const NamedTarget &named : namedTargets())
      if (named.name == "fake")
        target = named.target;
  }

  static std::vector<std::string> marks;
  Compiler compiler;
  v1::Target target;
};

std::vector<std::string> BackendTest::marks;

TEST_F(BackendTest, ResolvesItsTargets) {
  v1::Target given;
  given.set_triple("amdgcn");
  llvm::Expected<v1::Target> resolved = resolveTarget(given);
  ASSERT_TRUE(bool(resolved)) << llvm::toString(resolved.takeError());
  EXPECT_EQ(resolved->cpu(), "fake-cpu");
  given.set_cpu("bad");
  EXPECT_THAT(llvm::toString(resolveTarget(given).takeError()),
              HasSubstr("target.cpu: 'bad' is unknown"));
}

TEST_F(BackendTest, TheErrorOfAnUnknownTripleListsAllBackends) {
  v1::Target given;
  given.set_triple("z80-unknown-none");
  EXPECT_THAT(llvm::toString(findBackend(given).takeError()),
              AllOf(HasSubstr("x86_64"), HasSubstr("amdgcn")));
}

TEST_F(BackendTest, NamesOfTargetsAreThoseOfAllBackends) {
  std::vector<std::string> names;
  for (const NamedTarget &named : namedTargets())
    names.push_back(named.name);
  EXPECT_THAT(names, AllOf(Contains("host"), Contains("fake")));
}

TEST_F(BackendTest, AddsPassesWhereItsOpsStillExist) {
  auto plan = compiler.plan({kProgram, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_THAT(marks, Contains("legalize: linalg.matmul"));
  // Before anything is fused and outlined.
  EXPECT_THAT(marks, Contains("plan: linalg.matmul"));
  EXPECT_THAT(marks, Not(Contains("plan: ingot.dispatch")));
  marks.clear();
  ASSERT_FALSE(plan->kernels.empty());
  auto kernel = compiler.kernel({plan->kernels[0].module, target, {}}, {});
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_THAT(marks, Contains("kernel for fake-cpu"));
  EXPECT_THAT(marks, Contains("emit kernel"));
  marks.clear();
  ASSERT_TRUE(compiler.host({plan->host, plan->manifest, target, {}}, {}).ok());
  EXPECT_THAT(marks,
              AllOf(Contains("emit host"), Contains("emit host: llvm.func")));
}

TEST_F(BackendTest, EmitsAndLinks) {
  auto plan = compiler.plan({kProgram, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  auto kernel = compiler.kernel({plan->kernels[0].module, target, {}}, {});
  auto host = compiler.host({plan->host, plan->manifest, target, {}}, {});
  ASSERT_TRUE(kernel.ok() && host.ok()) << kernel.status() << host.status();
  LinkJob job{*host,
              std::vector<std::string_view>(plan->kernels.size(), *kernel),
              plan->manifest,
              target,
              {}};
  auto executable = compiler.link(job, {});
  ASSERT_TRUE(executable.ok()) << executable.status();
  EXPECT_THAT(*executable, HasSubstr("executable<host><kernel>"));
  job.options.set_emit(v1::OBJECT);
  EXPECT_THAT(*compiler.link(job, {}), HasSubstr("object<host><kernel>"));
}

TEST_F(BackendTest, KeepsOpsWholeForAllItsTargets) {
  constexpr char kCustom[] = R"(
func.func @main(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "torch.lib.f"(%x)
      : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
)";
  auto plan = compiler.plan({kCustom, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->manifest.custom_ops_size(), 1);
  EXPECT_EQ(plan->manifest.custom_ops(0).name(), "torch.lib.f");
  v1::Target host = namedTargets().front().target;
  EXPECT_FALSE(compiler.plan({kCustom, host, {}}, {}).ok());
}

TEST_F(BackendTest, WhatAPassLeftInvalidIsAnErrorWherePassesAreVerified) {
  InvalidPass::isAsked = true;
  auto plain = compiler.plan({kProgram, target, {}}, {});
  Compiler verifying;
  verifying.verifyPasses();
  auto verified = verifying.plan({kProgram, target, {}}, {});
  InvalidPass::isAsked = false;
  EXPECT_TRUE(plain.ok()) << plain.status();
  EXPECT_THAT(std::string(verified.status().message()),
              HasSubstr("data layout"));
}

TEST_F(BackendTest, WithOpsOfItsOwnThatStayWholeImportsAreNotShared) {
  EXPECT_FALSE(backendsShareImports());
}

TEST_F(BackendTest, IsWarmedUp) {
  ASSERT_TRUE(compiler.warmUp().ok());
  EXPECT_THAT(marks, AllOf(Contains("legalize"), Contains("plan"),
                           Contains("kernel for fake-cpu")));
}

/// Leaves functions that do not return.
struct BreakPass : mlir::PassWrapper<BreakPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BreakPass)
  llvm::StringRef getArgument() const override { return "test-break"; }
  void runOnOperation() override {
    getOperation()->walk(
        [](mlir::func::ReturnOp op) { op->getBlock()->back().erase(); });
  }
};

TEST_F(BackendTest, PassesOfATargetThatBreakTheProgramAreTheCallers) {
  mlir::PassRegistration<BreakPass>();
  v1::Target host = namedTargets().front().target;
  host.add_phases()->set_name("offload");
  host.mutable_phases(0)->set_pipeline("test-break");
  absl::Status status = compiler.plan({kProgram, host, {}}, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr("target.phases[0]: the passes of 'offload' (test-break) "
                "left a program that is not valid"));
  host.mutable_phases(0)->set_pipeline("cse");
  EXPECT_TRUE(compiler.plan({kProgram, host, {}}, {}).ok());
}

/// Gives a target a pass of its own.
void addPhase(v1::Target &target, const char *point, const char *pipeline) {
  v1::TargetPhase &phase = *target.add_phases();
  phase.set_name(point);
  phase.set_pipeline(pipeline);
}

/// Leaves what the verifier has nothing against.
struct OddPass
    : mlir::PassWrapper<OddPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OddPass)
  llvm::StringRef getArgument() const override { return "test-odd"; }
  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    if (leavesModule)
      module.push_back(mlir::ModuleOp::create(module.getLoc(), "inner"));
    else
      (*module.getOps<mlir::func::FuncOp>().begin())
          ->setAttr("ingot.target",
                    mlir::StringAttr::get(&getContext(), "nobody"));
  }

  static inline bool leavesModule = false;
};

TEST_F(BackendTest, PassesOfATargetLeaveNoModulesAndNoOtherTargets) {
  mlir::PassRegistration<OddPass>();
  for (const char *point : {"offload", "plan"})
    for (bool leavesModule : {false, true}) {
      OddPass::leavesModule = leavesModule;
      v1::Target host = namedTargets().front().target;
      host.add_phases()->set_name(point);
      host.mutable_phases(0)->set_pipeline("test-odd");
      absl::Status status = compiler.plan({kProgram, host, {}}, {}).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
      EXPECT_THAT(
          std::string(status.message()),
          AllOf(StartsWith("target.phases[0]: the passes of '"),
                HasSubstr(leavesModule
                              ? "left 'builtin.module', which nothing behind"
                              : "left a function for another target, "
                                "\"nobody\"")));
    }
}

TEST_F(BackendTest, PassesOfATargetAreNotBlamedForWhatFailsWithoutThem) {
  constexpr char kUnknown[] = R"(
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @nobody(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})";
  PlanJob job{kUnknown, namedTargets().front().target, {}};
  const absl::Status alone = compiler.plan(job, {}).status();
  EXPECT_EQ(alone.code(), absl::StatusCode::kFailedPrecondition);
  for (const char *point : {"decompose", "legalize", "plan"}) {
    job.target.clear_phases();
    addPhase(job.target, point, "cse");
    EXPECT_EQ(compiler.plan(job, {}).status(), alone) << point;
  }
}

/// While one lives, passes of the fake backend fail.
struct Failing {
  Failing() { FailPass::isAsked = true; }
  ~Failing() { FailPass::isAsked = false; }
};

TEST_F(BackendTest, OurFailuresStayOursBesidePassesOfATarget) {
  auto plan = compiler.plan({kProgram, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  const Failing failing;
  v1::Target early = target, late = target;
  for (const char *point : {"legalize", "plan"})
    addPhase(early, point, "cse");
  for (const char *point : {"codegen", "emit"})
    addPhase(late, point, "cse");
  for (const absl::Status &status :
       {compiler.plan({kProgram, early, {}}, {}).status(),
        compiler.kernel({plan->kernels[0].module, late, {}}, {}).status(),
        compiler.host({plan->host, plan->manifest, late, {}}, {}).status()}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("target.phases")));
  }
}

TEST_F(BackendTest, PassesBeforeTheJobThatFailsMayBeWhy) {
  auto plan = compiler.plan({kProgram, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  const Failing failing;
  v1::Manifest manifest = plan->manifest;
  for (const char *point : {"decompose", "plan"})
    addPhase(*manifest.add_parts()->mutable_target(), point, "canonicalize");
  for (const char *point : {"plan", "codegen"})
    addPhase(target, point, "cse");
  const absl::Status kernel =
      compiler.kernel({plan->kernels[0].module, target, {}}, {}).status();
  const absl::Status host =
      compiler.host({plan->host, manifest, target, {}}, {}).status();
  // It is ours unless it is theirs, so it is kept to be looked at.
  EXPECT_EQ(kernel.code(), absl::StatusCode::kInternal) << kernel;
  EXPECT_EQ(host.code(), absl::StatusCode::kInternal) << host;
  EXPECT_THAT(std::string(kernel.message()),
              StartsWith("target.phases: behind the target's own passes, "
                         "'plan' (cse) (may be why): kernel "));
  EXPECT_THAT(std::string(host.message()),
              StartsWith("target.phases: behind the target's own passes, "
                         "'plan' (cse), 'plan' (canonicalize) (may be why): "
                         "host program: "));
}

TEST_F(BackendTest, AJobThatTookLongIsNotTriedOnceMore) {
  addPhase(target, "codegen", "cse");
  auto plan = compiler.plan({kProgram, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  const KernelJob job{plan->kernels[0].module, target, {}};
  for (bool isLong : {false, true}) {
    int tries = 0;
    Compiler::State state;
    absl::Status status = runJob(
        state, 0, job, {},
        [&](Session &session, const KernelJob &tried) {
          EXPECT_TRUE(session.start(tried.target, {}).ok());
          EXPECT_TRUE(session.read(tried.module).ok());
          EXPECT_TRUE(
              session
                  .run(*findPhase("kernels"), {session.backend(), tried.target})
                  .ok());
          ++tries;
          return absl::InternalError("why");
        },
        std::chrono::hours(isLong ? 0 : 24));
    EXPECT_EQ(tries, isLong ? 1 : 2);
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_EQ(status.message(),
              isLong ? "target.phases: behind the target's own passes, "
                       "'codegen' (cse) (may be why): why"
                     : "why");
  }
}

TEST_F(BackendTest, OfALinkOnlyWhatIsNotFoundMayBeOfPassesOfATarget) {
  addPhase(target, "emit", "cse");
  const LinkJob job{"<host>", {}, {}, target, {}};
  for (const char *error : {"undefined symbol: f", "no space is left"}) {
    FakeBackend::linkError = error;
    const absl::Status status = compiler.link(job, {}).status();
    FakeBackend::linkError.clear();
    const bool isTheirs = llvm::StringRef(error).starts_with("undefined");
    EXPECT_EQ(status.code(), isTheirs ? absl::StatusCode::kInvalidArgument
                                      : absl::StatusCode::kInternal);
    EXPECT_EQ(status.message(),
              isTheirs ? "target.phases: behind the target's own passes, "
                         "'emit' (cse), something is called that nobody has: "
                         "undefined symbol: f"
                       : error);
  }
}

TEST_F(BackendTest, PassesOfATargetAreBlamedForWhatDoesNotFailWithoutThem) {
  v1::Target host = namedTargets().front().target;
  auto plan = compiler.plan({kProgram, host, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  // It is valid, and nothing of ours lowers it.
  addPhase(host, "codegen", "convert-math-to-spirv");
  std::vector<std::string> errors;
  Observer observer;
  observer.onDiagnostic = [&](const v1::Diagnostic &diagnostic) {
    if (diagnostic.severity() == v1::Diagnostic::ERROR)
      errors.push_back(diagnostic.message());
  };
  absl::Status status =
      compiler.kernel({plan->kernels[0].module, host, {}}, observer).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  constexpr char kBegin[] =
      "target.phases: without the target's own passes, 'codegen' "
      "(convert-math-to-spirv), this does not fail";
  EXPECT_THAT(std::string(status.message()), StartsWith(kBegin));
  EXPECT_THAT(errors, Contains(std::string(kBegin)));
}

/// Ends the process.
struct CrashPass : mlir::PassWrapper<CrashPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CrashPass)
  llvm::StringRef getArgument() const override { return "test-crash"; }
  void runOnOperation() override { raise(SIGSEGV); }
};

TEST_F(BackendTest, CrashesOfPassesOfATargetAreTheCallers) {
  mlir::PassRegistration<CrashPass>();
  auto plan = compiler.plan({kProgram, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_FALSE(compiler.isDamaged());
  v1::Target early = target, late = target;
  addPhase(early, "legalize", "test-crash");
  addPhase(late, "codegen", "func.func(test-crash)");
  for (const auto &[status, passes] :
       {std::pair(compiler.plan({kProgram, early, {}}, {}).status(),
                  "'legalize' (test-crash)"),
        std::pair(
            compiler.kernel({plan->kernels[0].module, late, {}}, {}).status(),
            "'codegen' (func.func(test-crash))")}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_EQ(
        status.message(),
        std::string("target.phases: without the target's own passes, ") +
            passes +
            ", this does not crash (signal SIGSEGV): the compiler crashed");
  }
  EXPECT_TRUE(compiler.isDamaged());
}

TEST_F(BackendTest, CrashesBesidePassesOfATargetEndTheProcess) {
  addPhase(target, "codegen", "cse");
  auto plan = compiler.plan({kProgram, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  FailPass::crashes = true;
  EXPECT_EXIT((void)compiler.kernel({plan->kernels[0].module, target, {}}, {}),
              testing::KilledBySignal(SIGSEGV), "");
  FailPass::crashes = false;
}

TEST_F(BackendTest, PassesOfATargetAreNotBlamedForAnotherField) {
  constexpr char kTwoProducts[] = R"(
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0]
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
})";
  addPhase(target, "plan", "cse");
  auto plan = compiler.plan({kTwoProducts, target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  v1::MemorySpace &arena = *target.add_memory_spaces();
  arena.set_name("arena");
  arena.set_bytes(64);
  EXPECT_THAT(
      std::string(compiler.host({plan->host, plan->manifest, target, {}}, {})
                      .status()
                      .message()),
      StartsWith("host program: target.memory_spaces: "));
}

TEST_F(BackendTest, OfAnotherTargetIsNotAsked) {
  auto plan = compiler.plan({kProgram, namedTargets().front().target, {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_THAT(marks, IsEmpty());
}

} // namespace
} // namespace ingot::pipeline
