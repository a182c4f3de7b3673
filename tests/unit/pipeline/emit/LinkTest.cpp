//===- LinkTest.cpp - executables made in this process --------------------===//

#include "pipeline/emit/Emit.h"
#include "pipeline/emit/RuntimeLibraries.h"
#include "tests/unit/pipeline/emit/NamedMachines.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/Object/ELFObjectFile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstdio>
#include <dlfcn.h>
#include <set>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace ingot::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LinkTest : public testing::Test {
protected:
  LinkTest() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::LLVM::LLVMDialect>();
    mlir::registerBuiltinDialectTranslation(registry);
    mlir::registerLLVMDialectTranslation(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    use("host");
  }

  void use(const std::string &target) {
    machine = llvm::cantFail(
        createMachine(targetOf(target), llvm::CodeGenOptLevel::Default));
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    return module;
  }

  std::string object(const std::string &text) {
    return llvm::cantFail(emit(*parse(text), machine, EmitKind::Object));
  }

  std::string link(std::vector<std::string> objects) {
    std::vector<llvm::StringRef> views(objects.begin(), objects.end());
    llvm::Expected<std::string> linked = linkExecutable(views, machine);
    if (linked)
      return *linked;
    error = llvm::toString(linked.takeError());
    return "";
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  Machine machine;
  std::string error;
};

/// Calls `helper`, which another object defines.
constexpr char kEntry[] = R"(
  llvm.func @helper(i64) -> i64
  llvm.func @ingot_executable_v1(%x: i64) -> i64 {
    %r = llvm.call @helper(%x) : (i64) -> i64
    llvm.return %r : i64
  })";
constexpr char kHelper[] = R"(
  llvm.func @helper(%x: i64) -> i64 {
    %c = llvm.mlir.constant(3 : i64) : i64
    %r = llvm.mul %x, %c : i64
    llvm.return %r : i64
  })";
constexpr char kMath[] = R"(
  llvm.func @expm1f(f32) -> f32
  llvm.func @ingot_executable_v1(%x: f32) -> f32 {
    %r = llvm.call @expm1f(%x) : (f32) -> f32
    llvm.return %r : f32
  })";

/// Names of the dynamic symbols that are defined, and of the needed libraries.
struct Dynamic {
  std::set<std::string> defined, undefined;
  std::vector<std::string> needed;
};

Dynamic inspect(const std::string &bytes) {
  auto file = llvm::cantFail(llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(bytes, "test")));
  auto *elf = llvm::cast<llvm::object::ELF64LEObjectFile>(file.get());
  Dynamic result;
  for (const llvm::object::ELFSymbolRef &symbol :
       elf->getDynamicSymbolIterators()) {
    std::string name = llvm::cantFail(symbol.getName()).str();
    if (name.empty())
      continue;
    bool undefined = llvm::cantFail(symbol.getFlags()) &
                     llvm::object::SymbolRef::SF_Undefined;
    (undefined ? result.undefined : result.defined).insert(name);
  }
  const auto &raw = elf->getELFFile();
  llvm::StringRef strings;
  std::vector<uint64_t> offsets;
  for (const auto &entry : llvm::cantFail(raw.dynamicEntries())) {
    if (entry.d_tag == llvm::ELF::DT_NEEDED)
      offsets.push_back(entry.d_un.d_val);
    if (entry.d_tag == llvm::ELF::DT_STRTAB)
      strings = reinterpret_cast<const char *>(
          llvm::cantFail(raw.toMappedAddr(entry.d_un.d_ptr)));
  }
  for (uint64_t offset : offsets)
    result.needed.push_back(strings.data() + offset);
  return result;
}

TEST_F(LinkTest, OnlyTheEntryIsExported) {
  std::string linked = link({object(kEntry), object(kHelper)});
  ASSERT_NE(linked, "") << error;
  Dynamic dynamic = inspect(linked);
  EXPECT_THAT(dynamic.defined, ElementsAre("ingot_executable_v1"));
  EXPECT_TRUE(dynamic.needed.empty()) << dynamic.needed.front();
}

/// Loads `linked` and calls its one function.
template <typename T> T call(const std::string &linked, T argument) {
  int file = memfd_create("linked", MFD_CLOEXEC);
  EXPECT_EQ(write(file, linked.data(), linked.size()),
            static_cast<ssize_t>(linked.size()));
  void *library = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(),
                         RTLD_NOW | RTLD_LOCAL);
  close(file);
  if (!library) {
    ADD_FAILURE() << dlerror();
    return T();
  }
  auto function =
      reinterpret_cast<T (*)(T)>(dlsym(library, "ingot_executable_v1"));
  T result = function(argument);
  dlclose(library);
  return result;
}

TEST_F(LinkTest, TheResultLoadsAndRuns) {
  std::string linked = link({object(kEntry), object(kHelper)});
  ASSERT_NE(linked, "") << error;
  EXPECT_EQ(call<int64_t>(linked, 14), 42);
}

TEST_F(LinkTest, LibrariesAreNamedWhenUsed) {
  std::string linked = link({object(R"(
    llvm.func @memcmp(!llvm.ptr, !llvm.ptr, i64) -> i32
    llvm.func @ingot_executable_v1(%a: !llvm.ptr, %b: !llvm.ptr,
                                   %n: i64) -> i32 {
      %r = llvm.call @memcmp(%a, %b, %n) : (!llvm.ptr, !llvm.ptr, i64) -> i32
      llvm.return %r : i32
    })")});
  ASSERT_NE(linked, "") << error;
  Dynamic dynamic = inspect(linked);
  EXPECT_THAT(dynamic.needed, ElementsAre("libc.so.6"));
  EXPECT_THAT(dynamic.undefined, ElementsAre("memcmp"));
}

TEST_F(LinkTest, StubsThatWereKeptGiveTheSameBytes) {
  constexpr char kCompare[] = R"(
    llvm.func @memcmp(!llvm.ptr, !llvm.ptr, i64) -> i32
    llvm.func @ingot_executable_v1(%a: !llvm.ptr, %b: !llvm.ptr,
                                   %n: i64) -> i32 {
      %r = llvm.call @memcmp(%a, %b, %n) : (!llvm.ptr, !llvm.ptr, i64) -> i32
      llvm.return %r : i32
    })";
  // Stubs are kept by a thread: a new one has none.
  auto linkOfNone = [&](const char *target) {
    use(target);
    std::string linked;
    std::thread([&] { linked = link({object(kCompare)}); }).join();
    EXPECT_NE(linked, "") << error;
    return linked;
  };
  const std::string arm = linkOfNone("aarch64");
  const std::string intel = linkOfNone("x86-64-v3");
  for (int i = 0; i < 2; ++i) {
    use("aarch64");
    EXPECT_TRUE(link({object(kCompare)}) == arm) << error;
    use("x86-64-v3");
    EXPECT_TRUE(link({object(kCompare)}) == intel) << error;
  }
}

TEST_F(LinkTest, MathematicsIsPutIn) {
  std::string linked = link({object(kMath)});
  ASSERT_NE(linked, "") << error;
  Dynamic dynamic = inspect(linked);
  EXPECT_TRUE(dynamic.needed.empty()) << dynamic.needed.front();
  EXPECT_TRUE(dynamic.undefined.empty()) << *dynamic.undefined.begin();
  EXPECT_NEAR(call<float>(linked, 0.5f), std::expm1(0.5), 1e-7);
}

TEST_F(LinkTest, InstructionsThatTheTargetLacksArePutIn) {
  use("x86-64");
  std::string linked = link({object(R"(
    llvm.func @ingot_executable_v1(%x: f64) -> f64 {
      %0 = llvm.intr.floor(%x) : (f64) -> f64
      %1 = llvm.intr.fma(%0, %x, %x) : (f64, f64, f64) -> f64
      llvm.return %1 : f64
    })")});
  ASSERT_NE(linked, "") << error;
  EXPECT_TRUE(inspect(linked).needed.empty());
  EXPECT_EQ(call<double>(linked, -2.5), std::fma(-3, -2.5, -2.5));
}

TEST_F(LinkTest, ALibraryFunctionOfAnotherTypeIsAnError) {
  llvm::Expected<std::string> result = emit(*parse(R"(
    llvm.func @ingot_expf(f64) -> f64
    llvm.func @ingot_executable_v1(%x: f64) -> f64 {
      %r = llvm.call @ingot_expf(%x) : (f64) -> f64
      llvm.return %r : f64
    })"),
                                            machine, EmitKind::Object);
  ASSERT_FALSE(bool(result));
  EXPECT_THAT(llvm::toString(result.takeError()),
              HasSubstr("'ingot_expf' is declared with another type"));
}

TEST_F(LinkTest, UnknownSymbolsAreErrorsThatNameThem) {
  EXPECT_EQ(link({object(kEntry)}), "");
  EXPECT_THAT(error, HasSubstr("helper"));
}

TEST_F(LinkTest, FailureDoesNotSpoilLaterLinks) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(link({object(kEntry)}), "");
    EXPECT_NE(link({object(kEntry), object(kHelper)}), "") << error;
  }
}

TEST_F(LinkTest, SameObjectsGiveSameBytes) {
  std::string first = link({object(kMath)}), second = link({object(kMath)});
  EXPECT_EQ(first, second);
  EXPECT_EQ(object(kEntry), object(kEntry));
}

TEST_F(LinkTest, StandardOutputIsLeftAlone) {
  testing::internal::CaptureStdout();
  std::printf("before ");
  link({object(kEntry), object(kHelper)});
  std::printf("after");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "before after");
}

TEST_F(LinkTest, HundredsOfObjects) {
  std::vector<std::string> objects = {object(kEntry), object(kHelper)};
  for (int i = 0; i < 600; ++i) {
    std::string number = std::to_string(i);
    objects.push_back(
        object("llvm.func @other" + number + "() { llvm.return }"));
  }
  EXPECT_NE(link(objects), "") << error;
}

TEST_F(LinkTest, DuplicateDefinitionsAreErrors) {
  EXPECT_EQ(link({object(kEntry), object(kHelper), object(kHelper)}), "");
  EXPECT_THAT(error, HasSubstr("duplicate symbol: helper"));
}

TEST_F(LinkTest, RelocatableOutputLinksAgain) {
  std::string entry = object(kEntry), helper = object(kHelper);
  std::vector<llvm::StringRef> views = {entry, helper};
  llvm::Expected<std::string> merged = linkRelocatable(views, machine);
  ASSERT_TRUE(bool(merged)) << llvm::toString(merged.takeError());
  EXPECT_NE(link({*merged}), "") << error;
}

class CrossLinkTest : public LinkTest,
                      public testing::WithParamInterface<const char *> {};

TEST_P(CrossLinkTest, MakesSharedObjectsOfThatMachine) {
  use(GetParam());
  std::string linked = link({object(kMath)});
  ASSERT_NE(linked, "") << error;
  auto file = llvm::cantFail(llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(linked, "test")));
  EXPECT_EQ(file->getArch(), machine.generator->getTargetTriple().getArch());
  EXPECT_TRUE(inspect(linked).needed.empty());
}

INSTANTIATE_TEST_SUITE_P(Targets, CrossLinkTest,
                         testing::Values("aarch64", "riscv64", "riscv64-v",
                                         "x86-64-v3"));

TEST_F(LinkTest, InlineAssemblyIsRefused) {
  auto module = parse(R"(
    llvm.func @ingot_executable_v1() {
      llvm.inline_asm has_side_effects ".incbin \22/etc/passwd\22", "" : () -> ()
      llvm.return
    })");
  std::string message;
  mlir::ScopedDiagnosticHandler handler(
      &context,
      [&](mlir::Diagnostic &diagnostic) { message = diagnostic.str(); });
  llvm::Expected<std::string> result = emit(*module, machine, EmitKind::Object);
  EXPECT_FALSE(bool(result));
  llvm::consumeError(result.takeError());
  EXPECT_THAT(message, HasSubstr("inline assembly is not accepted"));
}

TEST_F(LinkTest, ModuleLevelAssemblyIsRefused) {
  auto module = parse(R"(
    module attributes {llvm.module_asm = [".incbin \22/etc/passwd\22"]} {
      llvm.func @ingot_executable_v1() { llvm.return }
    })");
  std::string message;
  mlir::ScopedDiagnosticHandler handler(
      &context,
      [&](mlir::Diagnostic &diagnostic) { message = diagnostic.str(); });
  EXPECT_TRUE(mlir::failed(rejectAssembly(*module)));
  EXPECT_THAT(message, HasSubstr("module-level assembly is not accepted"));
}

TEST_F(LinkTest, TextKindsAreReadable) {
  auto assembly = emit(*parse(kHelper), machine, EmitKind::Assembly);
  ASSERT_TRUE(bool(assembly));
  EXPECT_THAT(*assembly, HasSubstr(".hidden\thelper"));
  auto ir = emit(*parse(kHelper), machine, EmitKind::LLVMIR);
  ASSERT_TRUE(bool(ir));
  EXPECT_THAT(*ir, HasSubstr("define hidden"));
  EXPECT_THAT(*ir, HasSubstr("target triple = \"x86_64-"));
}

TEST(RuntimeLibrariesTest, KnowsWhoDefinesWhat) {
  EXPECT_EQ(runtimeLibraryOf("expf"), "");
  EXPECT_EQ(runtimeLibraryOf("memcpy"), "libc.so.6");
  EXPECT_EQ(runtimeLibraryOf("__truncsfhf2"), "libgcc_s.so.1");
  EXPECT_EQ(runtimeLibraryOf("system"), "");
  EXPECT_EQ(runtimeLibraryOf("f"), "");
}

} // namespace
} // namespace ingot::pipeline
