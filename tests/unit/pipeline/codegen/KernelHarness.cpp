//===- KernelHarness.cpp - compile a kernel and run it here ---------------===//

#include "KernelHarness.h"

#include "client/runtime/MachineState.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/emit/Emit.h"
#include "pipeline/targets/cpu/CpuTargets.h"
#include "proto/abi/executable.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "gtest/gtest.h"

#include <atomic>
#include <csetjmp>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace ingot::pipeline {

namespace {

mlir::MLIRContext &sharedContext() {
  static mlir::MLIRContext *context = [] {
    mlir::DialectRegistry registry;
    registerCodegenDialects(registry);
    auto *made =
        new mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
    made->loadAllAvailableDialects();
    return made;
  }();
  return *context;
}

const v1::Target &hostTarget() { return hostCpu().target; }

const Machine &hostMachine() {
  static const Machine machine = llvm::cantFail(
      createMachine(hostTarget(), llvm::CodeGenOptLevel::Default));
  return machine;
}

/// Adds `ingot_executable_v1(ptr slots)`, the one name that the linker exports:
/// it loads each argument of @kernel from a slot and calls it.
void addEntry(mlir::ModuleOp module) {
  auto kernel = module.lookupSymbol<mlir::LLVM::LLVMFuncOp>("kernel");
  mlir::Location loc = kernel.getLoc();
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module.getBody());
  auto pointer = mlir::LLVM::LLVMPointerType::get(module.getContext());
  auto type = mlir::LLVM::LLVMFunctionType::get(
      mlir::LLVM::LLVMVoidType::get(module.getContext()), {pointer});
  auto entry =
      mlir::LLVM::LLVMFuncOp::create(builder, loc, "ingot_executable_v1", type);
  builder.setInsertionPointToStart(entry.addEntryBlock(builder));
  llvm::SmallVector<mlir::Value> values;
  for (auto [index, argument] :
       llvm::enumerate(kernel.getFunctionType().getParams())) {
    mlir::Value slot = mlir::LLVM::GEPOp::create(
        builder, loc, pointer, builder.getI64Type(), entry.getArgument(0),
        llvm::ArrayRef<mlir::LLVM::GEPArg>{static_cast<int32_t>(index)});
    values.push_back(mlir::LLVM::LoadOp::create(builder, loc, argument, slot));
  }
  mlir::LLVM::CallOp::create(builder, loc, kernel, values);
  mlir::LLVM::ReturnOp::create(builder, loc, mlir::ValueRange());
}

/// Everything that one call needs of its caller.
struct Session {
  std::atomic<int64_t> live{0};
  std::atomic<int64_t> allocations{0};
  int64_t loops = 0;
  std::jmp_buf exit;
  std::string failure;
};

void *allocate(void *user, int64_t size, int64_t alignment) {
  auto *session = static_cast<Session *>(user);
  ++session->live;
  ++session->allocations;
  EXPECT_EQ(alignment % INGOT_ALIGNMENT, 0);
  int64_t rounded = (size + alignment - 1) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, std::max(rounded, alignment));
  // Reading what was never written shows up as a wrong number.
  std::memset(memory, 0xcd, rounded);
  return memory;
}

void release(void *user, void *memory) {
  --static_cast<Session *>(user)->live;
  std::free(memory);
}

void parallelFor(void *user, ingot_task task, void *environment,
                 int64_t count) {
  ++static_cast<Session *>(user)->loops;
  int64_t middle = count / 2;
  std::thread other([&] { task(environment, 0, middle); });
  task(environment, middle, count);
  other.join();
}

[[noreturn]] void fail(void *user, const char *message) {
  auto *session = static_cast<Session *>(user);
  session->failure = message;
  std::longjmp(session->exit, 1);
}

/// True if the function came back by itself.
bool callGuarded(void (*function)(void **), void **slots, Session &session) {
  if (setjmp(session.exit) != 0)
    return false;
  function(slots);
  return true;
}

std::string compile(const std::string &text, std::optional<Width> width,
                    const ProductInstructions &products) {
  mlir::MLIRContext &context = sharedContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << "does not parse:\n" << text;
    return "";
  }
  mlir::PassManager passes(&context);
  KernelOptions options;
  options.vectorBits = width ? width->bits : vectorBits(hostTarget());
  // On all machines that can run it, and in all widths.
  options.foldsExtremaByIntegers = options.vectorBits != 0;
  options.laneBits = options.vectorBits > 128 ? 128 : 0;
  options.tilesBytes = products.bytes;
  options.tilesBFloats = products.bfloats;
  options.dots = products.dots;
  options.bfloatDots = products.bfloatDots;
  buildKernelPipeline(passes, options);
  if (mlir::failed(passes.run(*module))) {
    ADD_FAILURE() << "does not lower:\n" << text;
    return "";
  }
  addEntry(*module);
  llvm::Expected<std::string> object =
      emit(*module, hostMachine(), EmitKind::Object);
  if (!object) {
    ADD_FAILURE() << llvm::toString(object.takeError()) << "\n" << text;
    return "";
  }
  llvm::Expected<std::string> shared =
      linkExecutable({llvm::StringRef(*object)}, hostMachine());
  if (!shared) {
    ADD_FAILURE() << llvm::toString(shared.takeError()) << "\n" << text;
    return "";
  }
  return *shared;
}

} // namespace

bool hasTiles() {
  MatrixTiles tiles = matrixTiles(hostTarget());
  return tiles.bytes && tiles.bfloats &&
         runtime::allowMachineState(INGOT_STATE_TILES).ok();
}

bool hasDots(const DotInstruction &dots) {
  // The best has all narrower vectors, and 16 bits where it has bytes.
  const DotInstruction *best = dots.isFloat ? bfloatDotInstruction(hostTarget())
                                            : dotInstruction(hostTarget());
  auto machineOf = [](const DotInstruction &row) {
    return row.intrinsic.split('.').second.split('.').first;
  };
  return best && machineOf(dots) == machineOf(*best) &&
         dots.vectorBits <= best->vectorBits &&
         dots.elementBits >= best->elementBits;
}

CompiledKernel::CompiledKernel(const std::string &text,
                               std::optional<Width> width,
                               const ProductInstructions &products)
    : bytes_(compile(text, width, products)) {
  if (bytes_.empty())
    return;
  file_ = memfd_create("kernel", MFD_CLOEXEC);
  EXPECT_EQ(write(file_, bytes_.data(), bytes_.size()),
            static_cast<ssize_t>(bytes_.size()));
  // Stays open as long as the library: the loader takes a name that it has seen
  // for the same library, and a closed descriptor's number comes back.
  std::string path = "/proc/self/fd/" + std::to_string(file_);
  library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library_)
    ADD_FAILURE() << dlerror();
  if (library_)
    function_ = reinterpret_cast<void (*)(void **)>(
        dlsym(library_, INGOT_EXECUTABLE_SYMBOL));
  EXPECT_NE(function_, nullptr);
}

CompiledKernel::~CompiledKernel() {
  if (library_)
    dlclose(library_);
  if (file_ >= 0)
    close(file_);
}

CallReport CompiledKernel::run(Arguments arguments) const {
  if (!function_)
    return {};
  Session session;
  ingot_call call = {&session, allocate, release, parallelFor,
                     fail,     nullptr,  nullptr};
  std::vector<void *> slots = {&call};
  for (uint64_t slot : arguments.slots_)
    slots.push_back(reinterpret_cast<void *>(slot));
  CallReport report;
  report.leftByFail = !callGuarded(function_, slots.data(), session);
  report.failure = session.failure;
  report.liveAllocations = session.live;
  report.allocations = session.allocations;
  report.parallelLoops = session.loops;
  return report;
}

} // namespace ingot::pipeline
