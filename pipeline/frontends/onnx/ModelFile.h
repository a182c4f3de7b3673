//===- ModelFile.h - an ONNX file within bounds -----------------*- C++ -*-===//
//
// The protobuf of a file as messages of onnx.proto. Depth, sizes and the number
// of messages are checked before anything is allocated for them; tensors' bulk
// data stays in the file.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_MODELFILE_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_MODELFILE_H

#include "pipeline/frontends/onnx/onnx.pb.h"

#include "llvm/Support/Error.h"

#include <string_view>

namespace ingot::onnx::reader {

/// So deep may messages stand within each other; a graph within a graph is
/// three levels.
inline constexpr int kMaxMessageDepth = 96;
/// So many messages may a file hold: nodes, attributes, types and so on.
inline constexpr size_t kMaxMessages = 8'000'000;

/// Fills `model`. `raw_data` of each tensor is not in it: `raw_offset` and
/// `raw_size` say where it is in `bytes`.
llvm::Error parseModel(std::string_view bytes, proto::ModelProto &model);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_MODELFILE_H
