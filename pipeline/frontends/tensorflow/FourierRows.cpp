//===- FourierRows.cpp - Fourier transforms -------------------------------===//
//
// Of the last one, two or three dimensions. Real transforms are given the
// lengths they are made for; their operand is cut off or filled up with zeros.
// A length that only the run knows has no fast algorithm here: the transform is
// the product with the matrix of the roots of unity.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/Operator.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

using stablehlo::FftType;

Value transform(Operator &c, Value value, FftType type,
                ArrayRef<int64_t> lengths) {
  RankedTensorType given = c.b.typeOf(value);
  SmallVector<int64_t> shape(given.getShape());
  Type element = given.getElementType();
  if (type == FftType::RFFT) {
    shape.back() = lengths.back() / 2 + 1;
    element = ComplexType::get(element);
  } else if (type == FftType::IRFFT) {
    shape.back() = lengths.back();
    element = cast<ComplexType>(element).getElementType();
  }
  return stablehlo::FftOp::create(
      c.b, RankedTensorType::get(shape, element), value,
      stablehlo::FftTypeAttr::get(c.b.getContext(), type),
      c.b.getDenseI64ArrayAttr(lengths));
}

//===----------------------------------------------------------------------===//
// Lengths of the run
//===----------------------------------------------------------------------===//

/// [rows, columns]: exp(-2 pi i row column / length), or its conjugate, with
/// parts of type `part`. Angles are of whole numbers modulo the length.
Value rootsOfUnity(TensorBuilder &b, Size rows, Size columns, Size length,
                   Type part, bool isInverse) {
  Type i64 = b.getI64Type(), f64 = b.getF64Type();
  Sizes sizes{rows, columns};
  Value turns =
      b.elementwise(ElementOp::Remainder,
                    b.multiply(b.iota(sizes, 0, i64), b.iota(sizes, 1, i64)),
                    b.valueOf(b.maximum(length, 1)));
  Value angle =
      b.divide(b.multiply(b.convert(turns, f64), b.scalar(f64, 2 * M_PI)),
               b.convert(b.valueOf(length), f64));
  Value sine = b.elementwise(ElementOp::Sine, angle);
  Value real = b.convert(b.elementwise(ElementOp::Cosine, angle), part);
  Value imaginary = b.convert(isInverse ? sine : b.negate(sine), part);
  return b.makeElementwise(ElementOp::Complex,
                           b.typeOf(real).clone(ComplexType::get(part)),
                           {real, imaginary});
}

/// `columns` frequencies of a complex value along a dimension.
Value transformByProduct(TensorBuilder &b, Value value, int64_t dim,
                         Size length, Size columns, bool isInverse) {
  int64_t last = b.rankOf(value) - 1;
  Type element = b.elementOf(value);
  Type part = cast<ComplexType>(element).getElementType();
  Value matrix =
      rootsOfUnity(b, b.sizeOf(value, dim), columns, length, part, isInverse);
  // The new dimension is the last one.
  Value product = b.dotGeneral(value, matrix, {}, {}, dim, 0);
  if (isInverse)
    product = b.divide(product,
                       b.convert(b.convert(b.valueOf(length), part), element));
  auto order = llvm::to_vector(llvm::seq(last));
  order.insert(order.begin() + dim, last);
  return dim == last ? product : b.transpose(product, order);
}

/// Half of the frequencies of a real signal and the one in the middle, to all:
/// those that are left out would add the same real part once more.
Value weighHalf(TensorBuilder &b, Value value, Size length) {
  Type i64 = b.getI64Type(), element = b.elementOf(value);
  Value place = b.iota(b.sizeOf(value, b.rankOf(value) - 1), 0, i64);
  Value isOnce =
      b.logicalOr(b.compare(Comparison::EQ, place, b.scalar(i64, 0)),
                  b.compare(Comparison::EQ, b.multiply(place, b.scalar(i64, 2)),
                            b.valueOf(length)));
  Type part = cast<ComplexType>(element).getElementType();
  Value weight = b.select(isOnce, b.scalar(part, 1), b.scalar(part, 2));
  return b.multiply(value, b.convert(weight, element));
}

/// All dimensions, the last of them as `type` says.
Value transformAtRun(TensorBuilder &b, Value value, FftType type,
                     ArrayRef<Size> lengths) {
  int64_t rank = b.rankOf(value), first = rank - lengths.size();
  bool isInverse = type == FftType::IFFT || type == FftType::IRFFT;
  Type part = b.elementOf(value);
  if (type == FftType::RFFT)
    value = b.convert(value, ComplexType::get(part));
  for (int64_t dim = first; dim < rank; ++dim) {
    Size length = lengths[dim - first], columns = length;
    if (dim == rank - 1 && type == FftType::RFFT)
      columns = b.add(b.floorDivide(length, 2), 1);
    if (dim == rank - 1 && type == FftType::IRFFT)
      value = weighHalf(b, value, length);
    value = transformByProduct(b, value, dim, length, columns, isInverse);
  }
  if (type != FftType::IRFFT)
    return value;
  part = cast<ComplexType>(part).getElementType();
  return b.makeElementwise(ElementOp::Real, b.typeOf(value).clone(part), value);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

template <FftType type, int64_t dims> Results convertFft(Operator &c) {
  RankedTensorType given = c.b.typeOf(c.operand(0));
  if (given.getRank() < dims || !isa<ComplexType>(given.getElementType()))
    return c.fail("its operand is not complex, or has too few dimensions");
  ArrayRef<int64_t> lengths = given.getShape().take_back(dims);
  if (llvm::any_of(lengths, ShapedType::isDynamic))
    return transformAtRun(c.b, c.operand(0), type,
                          ArrayRef(c.b.sizesOf(c.operand(0))).take_back(dims));
  return transform(c, c.operand(0), type, lengths);
}

/// A dimension of this size, cut off or filled up.
Value resize(TensorBuilder &b, Value value, int64_t dim, Size size) {
  Size own = b.sizeOf(value, dim);
  if (size.isKnown() && own.is(size.known()))
    return value;
  Sizes low(b.rankOf(value), Size(0)), high(low);
  high[dim] = b.maximum(b.subtract(size, own), Size(0));
  if (!high[dim].is(0))
    value = b.pad(value, b.scalar(b.elementOf(value), 0), low, high);
  return b.narrow(value, dim, 0, size);
}

template <FftType type, int64_t dims> Results convertRealFft(Operator &c) {
  std::optional<Sizes> lengths = c.sizes(1);
  int64_t rank = c.rank(0);
  if (rank < dims || !lengths || lengths->size() != dims ||
      c.b.isComplex(c.operand(0)) != (type == FftType::IRFFT) ||
      llvm::any_of(
          *lengths,
          [](const Size &length) {
            return length.isKnown() && length.known() < 1;
          }))
    return c.fail("its operand and the number of its lengths do not fit");
  Value value = c.operand(0);
  for (auto [i, length] : llvm::enumerate(*lengths)) {
    bool isHalf = type == FftType::IRFFT && i + 1 == dims;
    value = resize(c.b, value, rank - dims + static_cast<int64_t>(i),
                   isHalf ? c.b.add(c.b.floorDivide(length, 2), 1) : length);
  }
  SmallVector<int64_t> known;
  for (const Size &length : *lengths)
    if (length.isKnown())
      known.push_back(length.known());
  if (known.size() < dims)
    return transformAtRun(c.b, value, type, *lengths);
  return transform(c, value, type, known);
}

} // namespace

Rows ingot::tensorflow::fourierRows() {
  static constexpr Row kRows[] = {
      {"BatchFFT", convertFft<FftType::FFT, 1>},
      {"BatchFFT2D", convertFft<FftType::FFT, 2>},
      {"BatchIFFT", convertFft<FftType::IFFT, 1>},
      {"BatchIFFT2D", convertFft<FftType::IFFT, 2>},
      {"FFT", convertFft<FftType::FFT, 1>},
      {"FFT2D", convertFft<FftType::FFT, 2>},
      {"FFT3D", convertFft<FftType::FFT, 3>},
      {"IFFT", convertFft<FftType::IFFT, 1>},
      {"IFFT2D", convertFft<FftType::IFFT, 2>},
      {"IFFT3D", convertFft<FftType::IFFT, 3>},
      {"IRFFT", convertRealFft<FftType::IRFFT, 1>, 2},
      {"IRFFT2D", convertRealFft<FftType::IRFFT, 2>, 2},
      {"IRFFT3D", convertRealFft<FftType::IRFFT, 3>, 2},
      {"RFFT", convertRealFft<FftType::RFFT, 1>, 2},
      {"RFFT2D", convertRealFft<FftType::RFFT, 2>, 2},
      {"RFFT3D", convertRealFft<FftType::RFFT, 3>, 2},
  };
  return kRows;
}
