//===- ModelFiles.h - recognising frameworks' files -------------*- C++ -*-===//
//
// Whether bytes are a model of a framework, with few false answers: ONNX and
// TensorFlow have no magic number, so the fields of their messages are compared
// with the schema. Nothing is decoded beyond that.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_MODELFILES_H
#define INGOT_PIPELINE_IMPORT_MODELFILES_H

#include <string_view>

namespace ingot {

/// All take any bytes, and read each at most twice.
bool isTFLite(std::string_view bytes);
bool isOnnx(std::string_view bytes);
/// A SavedModel, or a GraphDef as frozen graphs are stored.
bool isTensorFlow(std::string_view bytes);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_MODELFILES_H
