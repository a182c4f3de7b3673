//===- FourierRows.cpp - Fourier transforms -------------------------------===//
//
// Of the last one, two or three dimensions. Real transforms are given the
// lengths they are made for; their operand is cut off or filled up with zeros.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/Operator.h"

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

template <FftType type, int64_t dims> Results convertFft(Operator &c) {
  RankedTensorType given = c.b.typeOf(c.operand(0));
  if (given.getRank() < dims || !isa<ComplexType>(given.getElementType()))
    return c.fail("its operand is not complex, or has too few dimensions");
  ArrayRef<int64_t> lengths = given.getShape().take_back(dims);
  if (llvm::any_of(lengths, ShapedType::isDynamic))
    return c.fail("the lengths of its transforms are not known");
  return transform(c, c.operand(0), type, lengths);
}

/// A dimension of this size, cut off or filled up.
Value resize(TensorBuilder &b, Value value, int64_t dim, int64_t size) {
  Size own = b.sizeOf(value, dim);
  if (own.is(size))
    return value;
  Sizes low(b.rankOf(value), Size(0)), high(low);
  high[dim] = b.maximum(b.subtract(size, own), Size(0));
  if (!high[dim].is(0))
    value = b.pad(value, b.scalar(b.elementOf(value), 0), low, high);
  return b.narrow(value, dim, 0, size);
}

template <FftType type, int64_t dims> Results convertRealFft(Operator &c) {
  std::optional<SmallVector<int64_t>> lengths = c.ints(1);
  int64_t rank = c.rank(0);
  if (rank < dims || !lengths || lengths->size() != dims ||
      c.b.isComplex(c.operand(0)) != (type == FftType::IRFFT) ||
      llvm::any_of(*lengths, [](int64_t length) { return length < 1; }))
    return c.fail("the lengths of its transforms are not known");
  Value value = c.operand(0);
  for (auto [i, length] : llvm::enumerate(*lengths)) {
    bool isHalf = type == FftType::IRFFT && i + 1 == dims;
    value = resize(c.b, value, rank - dims + static_cast<int64_t>(i),
                   isHalf ? length / 2 + 1 : length);
  }
  return transform(c, value, type, *lengths);
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
