//===- Boundary.h - small types at the edge of a program --------*- C++ -*-===//
//
// No array format has elements of two or four bits. Arguments of such types are
// their bits in a byte each (ui8), and so are results of float4e2m1; results
// that are integers keep their sign in the byte.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_BOUNDARY_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_BOUNDARY_H

#include "pipeline/frontends/onnx/Importer.h"

namespace ingot::onnx::reader {

/// The dtype of an argument that the model says is `dtype`.
Dtype argumentDtype(Dtype dtype);

/// An argument of argumentDtype() as the model's value.
Val decodeArgument(Importer &importer, const Val &argument, Dtype dtype);

/// A value as the result of the program.
Val encodeResult(Importer &importer, const Val &value);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_BOUNDARY_H
