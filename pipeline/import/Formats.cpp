//===- Formats.cpp - the forms in which programs come ---------------------===//
//
// The order of the rows matters. Marks at fixed places come first, then what is
// told by its structure, then text, which is everything without a NUL. Portable
// artifacts are bytecode, so they come before it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/Formats.h"
#include "pipeline/frontends/onnx/ReadOnnx.h"
#include "pipeline/frontends/tensorflow/ReadTensorFlow.h"
#include "pipeline/frontends/tflite/ReadTfLite.h"
#include "pipeline/import/JaxExport.h"
#include "pipeline/import/Loaders.h"
#include "pipeline/import/ModelFiles.h"

#include "llvm/ADT/STLExtras.h"

namespace ingot {

static bool isElf(std::string_view bytes) {
  return bytes.substr(0, 4) == "\x7f"
                               "ELF";
}

static bool isBitcode(std::string_view bytes) {
  return bytes.substr(0, 4) == "BC\xc0\xde";
}

static bool isPortableArtifact(std::string_view bytes) {
  return portableRelease(bytes).has_value();
}

/// The parser treats NUL as the end of text.
static bool isText(std::string_view bytes) {
  return !bytes.empty() && bytes.find('\0') == std::string_view::npos;
}

static bool isJaxExport(std::string_view bytes) {
  return !bytes.empty() && !isText(bytes) && readJaxExport(bytes).has_value();
}

static constexpr Format kFormats[] = {
    {"portable artifact of StableHLO", "bytecode whose producer is StableHLO_v",
     isPortableArtifact, loadPortableArtifact, nullptr},
    {"MLIR bytecode", "begins with 4D 4C EF 52", isBytecode, loadBytecode,
     nullptr},
    {"ELF file", "begins with 7F 45 4C 46", isElf, nullptr,
     "it may be an executable that was compiled already"},
    {"LLVM bitcode", "begins with 42 43 C0 DE", isBitcode, nullptr,
     "compile the program that it was made from"},
    {"TFLite model", "54 46 4C 33 after four bytes", isTFLite, readTfLite,
     nullptr},
    {"ONNX model", "a protobuf with a version, a graph and operator sets",
     isOnnx, readOnnx, nullptr, /*readsFiles=*/true},
    {"TensorFlow model", "a protobuf that is a SavedModel or a GraphDef",
     isTensorFlow, readTensorFlow, nullptr, /*readsFiles=*/true},
    {"container of jax.export", "an intact flatbuffer of its schema",
     isJaxExport, loadJaxExport, nullptr},
    {"MLIR text", "holds no NUL byte", isText, loadText, nullptr},
};

llvm::ArrayRef<Format> formats() { return kFormats; }

const Format *findFormat(std::string_view bytes) {
  const Format *found = llvm::find_if(
      kFormats, [&](const Format &format) { return format.matches(bytes); });
  return found == std::end(kFormats) ? nullptr : found;
}

std::string readableFormats() {
  std::string text;
  for (const Format &format : formats())
    if (format.load)
      text += (text.empty() ? "" : ", ") + std::string(format.name) + " (" +
              format.sign + ")";
  return text;
}

} // namespace ingot
