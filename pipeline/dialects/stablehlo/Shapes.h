//===- Shapes.h - sizes of results from sizes of operands -------*- C++ -*-===//
//
// The shape functions of the specification, one for each op whose result has
// other sizes than its operands. Verifiers compare what a program says with
// them; inference (InferTypes.h) makes them known.
//
// A size that is not known is ShapedType::kDynamic. REQUIRES of all: what the
// verifier of the op checks first, that is lengths of lists and ranges of
// dimensions. No shape is returned where a size does not fit into 64 bits.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_SHAPES_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_SHAPES_H

#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include <optional>

namespace ingot::stablehlo {

using Shape = llvm::SmallVector<int64_t>;
using Sizes = llvm::ArrayRef<int64_t>;

/// The numbers of a constant list of sizes; none if the value is no constant.
std::optional<Shape> constantSizes(mlir::Value list);

/// Arithmetic on sizes; not known if an operand is not, none on overflow.
std::optional<int64_t> addSizes(int64_t a, int64_t b);
std::optional<int64_t> multiplySizes(int64_t a, int64_t b);

/// How a window moves along one dimension.
struct Window {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t low = 0;
  int64_t high = 0;
  int64_t baseDilation = 1;
  int64_t windowDilation = 1;
};

/// One window for each entry of `sizes`. What is absent is 1, or 0 for the
/// padding, which has two entries for each.
/// REQUIRES: lists that are there have the length of `sizes`.
llvm::SmallVector<Window> windowsOf(Sizes sizes, std::optional<Sizes> strides,
                                    std::optional<Sizes> baseDilation,
                                    std::optional<Sizes> windowDilation,
                                    std::optional<Sizes> padding);

/// The number of places that the window finds along `size` elements.
std::optional<int64_t> countWindows(int64_t size, const Window &window);

Shape shapeOfTranspose(Sizes operand, Sizes permutation);
std::optional<Shape> shapeOfConcatenate(mlir::TypeRange inputs,
                                        int64_t dimension);
std::optional<Shape> shapeOfPad(Sizes operand, Sizes low, Sizes high,
                                Sizes interior);
Shape shapeOfSlice(Sizes start, Sizes limit, Sizes strides);
Shape shapeOfReduce(Sizes input, Sizes dimensions);
Shape shapeOfDotGeneral(Sizes lhs, Sizes rhs, DotDimensionNumbersAttr numbers);
std::optional<Shape> shapeOfDot(Sizes lhs, Sizes rhs);
Shape shapeOfTriangularFactor(Sizes a);
Shape shapeOfFft(Sizes operand, FftType type, Sizes length);
std::optional<Shape> shapeOfWindows(Sizes operand,
                                    llvm::ArrayRef<Window> windows);
/// `spatial` has a window for each spatial dimension.
std::optional<Shape> shapeOfConvolution(Sizes lhs, Sizes rhs,
                                        ConvDimensionNumbersAttr numbers,
                                        llvm::ArrayRef<Window> spatial,
                                        int64_t batchGroups);
/// `sliceSizes` may have unknown ones.
Shape shapeOfGather(Sizes indices, Sizes sliceSizes,
                    GatherDimensionNumbersAttr numbers);
Shape shapeOfTorchIndexSelect(Sizes operand, Sizes index, int64_t dim,
                              int64_t batchDims);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_SHAPES_H
