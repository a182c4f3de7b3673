//===- JaxExport.cpp - the container that jax.export writes ---------------===//
//
// The container has no magic number, so reading it is also how it is
// recognised: the flatbuffer must verify and have the fields that every version
// of JAX wrote. The verifier checks that every offset stays within the bytes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/JaxExport.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/import/JaxExport_generated.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace mlir;

/// The newest that were seen. A container says how its program is to be called,
/// so a newer one might mean something else.
static constexpr unsigned kNewestSerialization = 11;
static constexpr unsigned kOldestConvention = 9;
static constexpr unsigned kNewestConvention = 10;

/// JAX knows five.
static constexpr unsigned kMaxPlatforms = 64;

/// What flatbuffers asks for: numbers stand at multiples of their size.
static constexpr size_t kAlignment = 8;

static std::optional<ingot::JaxExport> read(std::string_view bytes) {
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  flatbuffers::Verifier verifier(data, bytes.size());
  if (!ingot::jax::VerifyExportedBuffer(verifier))
    return std::nullopt;
  const ingot::jax::Exported *root = ingot::jax::GetExported(data);
  // Many buffers verify, for most fields may be missing. No JAX ever left out
  // these.
  if (!root->mlir_module_serialized() || !root->platforms() ||
      !root->function_name() || root->calling_convention_version() == 0)
    return std::nullopt;
  ingot::JaxExport result;
  result.serializationVersion = root->serialization_version();
  result.callingConvention = root->calling_convention_version();
  result.function = root->function_name()->str();
  // Many could be one long string.
  if (root->platforms()->size() > kMaxPlatforms)
    return std::nullopt;
  for (const flatbuffers::String *platform : *root->platforms())
    result.platforms.push_back(platform->str());
  const auto *module = root->mlir_module_serialized();
  result.module = bytes.substr(module->data() - data, module->size());
  return result;
}

std::optional<ingot::JaxExport> ingot::readJaxExport(std::string_view bytes) {
  // The verifier wants a size that its offsets can express.
  if (bytes.size() < kAlignment || bytes.size() >= FLATBUFFERS_MAX_BUFFER_SIZE)
    return std::nullopt;
  if (reinterpret_cast<uintptr_t>(bytes.data()) % kAlignment == 0)
    return read(bytes);
  llvm::SmallVector<uint64_t> aligned(
      llvm::divideCeil(bytes.size(), sizeof(uint64_t)));
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  const char *copy = reinterpret_cast<const char *>(aligned.data());
  std::optional<JaxExport> result = read({copy, bytes.size()});
  if (result)
    result->module =
        bytes.substr(result->module.data() - copy, result->module.size());
  return result;
}

std::string ingot::faultOf(const JaxExport &container) {
  if (container.serializationVersion > kNewestSerialization)
    return "the jax.export container has serialization version " +
           std::to_string(container.serializationVersion) +
           "; versions up to " + std::to_string(kNewestSerialization) +
           " are read";
  if (container.callingConvention < kOldestConvention ||
      container.callingConvention > kNewestConvention)
    return "the jax.export container has calling convention " +
           std::to_string(container.callingConvention) + "; versions " +
           std::to_string(kOldestConvention) + " to " +
           std::to_string(kNewestConvention) + " are read";
  if (container.module.empty())
    return "the jax.export container holds no module";
  if (container.platforms.size() > 1 &&
      !llvm::is_contained(container.platforms, "cpu"))
    return "the program was exported for " +
           llvm::join(container.platforms, ", ") + ", and not for cpu";
  return "";
}

/// The argument that says which platform a program runs on.
static std::optional<unsigned> findPlatformArgument(func::FuncOp main) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto name = main.getArgAttrOfType<StringAttr>(i, "jax.global_constant");
    auto type = dyn_cast<RankedTensorType>(main.getArgumentTypes()[i]);
    if (name && name.getValue() == "_platform_index" && type &&
        type.getRank() == 0 && type.getElementType().isInteger(32))
      return i;
  }
  return std::nullopt;
}

LogicalResult ingot::choosePlatform(ModuleOp module,
                                    const JaxExport &container) {
  if (container.platforms.size() <= 1)
    return success();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal())
    return module.emitError("the exported program has no function 'main'");
  // Programs that do not differ between platforms need not take it.
  std::optional<unsigned> argument = findPlatformArgument(main);
  if (!argument)
    return success();
  int32_t cpu =
      llvm::find(container.platforms, "cpu") - container.platforms.begin();
  OpBuilder builder = OpBuilder::atBlockBegin(&main.front());
  Type type = main.getArgument(*argument).getType();
  Value number = stablehlo::ConstantOp::create(
      builder, main.getLoc(), type,
      DenseElementsAttr::get(cast<RankedTensorType>(type), cpu));
  main.getArgument(*argument).replaceAllUsesWith(number);
  return main.eraseArgument(*argument);
}
