//===- FactorCalls.cpp - QR, eigenvalues and singular values --------------===//
//
// What JAX exports for CPUs as calls of LAPACK and StableHLO has no op for.
// Iterations of no known length make poor loops of scalars, so the functions
// are C, in pipeline/mathlib/Lapack.c, and are linked into the program; a call
// becomes an `ingot.custom` that is marked with the function's name.
//
// The function reads and writes memory as the table's row says, so what the
// program declares is compared with it here: each dimension that a type states
// must be one that follows from the operands' types.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

using Options = FailureOr<SmallVector<int64_t>>;

/// The options of one call, as the function in C wants them.
using ReadOptions = Options(CustomCall &call);

int64_t numberIn(CustomCall &call, StringRef name) {
  DictionaryAttr config = call.config();
  Attribute value = config ? config.get(name) : Attribute();
  if (auto flag = dyn_cast_or_null<BoolAttr>(value))
    return flag.getValue();
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  return integer && integer.getType().getIntOrFloatBitWidth() <= 32
             ? integer.getType().isUnsignedInteger()
                   ? static_cast<int64_t>(integer.getValue().getZExtValue())
                   : integer.getValue().getSExtValue()
             : -1;
}

Options noOptions(CustomCall &) { return SmallVector<int64_t>{}; }

Options optionsOfTriangle(CustomCall &call) {
  int64_t triangle = numberIn(call, "uplo");
  if (triangle != 'L' && triangle != 'U')
    return failure();
  return SmallVector<int64_t>{triangle == 'L'};
}

/// U and V are square in mode A; in mode N nobody reads them, and their types
/// say how large they are.
Options optionsOfSingular(CustomCall &call) {
  int64_t mode = numberIn(call, "mode");
  if ((mode != 'A' && mode != 'S' && mode != 'N') ||
      call.op->getNumResults() != 5)
    return failure();
  bool isSquare = mode == 'A';
  if (mode == 'N')
    for (unsigned i : {2U, 3U}) {
      RankedTensorType type = call.resultType(i);
      if (!type || type.getRank() < 2)
        return failure();
      ArrayRef<int64_t> sizes = type.getShape().take_back(2);
      isSquare |= i == 2 && sizes[0] == sizes[1];
      isSquare = i == 2 ? isSquare : isSquare && sizes[0] == sizes[1];
    }
  return SmallVector<int64_t>{isSquare};
}

Options optionsOfEigen(CustomCall &call) {
  int64_t left = numberIn(call, "compute_left"),
          right = numberIn(call, "compute_right");
  for (int64_t letter : {left, right})
    if (letter != 'V' && letter != 'N')
      return failure();
  return SmallVector<int64_t>{left == 'V', right == 'V'};
}

Options optionsOfSchur(CustomCall &call) {
  if (numberIn(call, "sort") != 'N')
    return failure();
  return SmallVector<int64_t>{};
}

Options optionsOfHessenberg(CustomCall &call) {
  int64_t low = numberIn(call, "low"), high = numberIn(call, "high");
  if (low < 1 || high < 0)
    return failure();
  return SmallVector<int64_t>{low, high};
}

Options optionsOfProduct(CustomCall &call) {
  int64_t left = numberIn(call, "left"), adjoint = numberIn(call, "transpose");
  if (left < 0 || adjoint < 0)
    return failure();
  return SmallVector<int64_t>{left != 0, adjoint != 0};
}

/// The operands as the function takes them, without those that say how large
/// the results are, which follows from the others.
SmallVector<Value> matricesOf(CustomCall &call, bool isLastFirst) {
  auto shapes =
      call.op->getAttrOfType<DenseIntElementsAttr>("indices_of_shape_operands");
  size_t count = shapes ? shapes.getNumElements() : 0;
  SmallVector<Value> matrices(
      call.inputs.drop_back(std::min(count, call.inputs.size())));
  if (isLastFirst && !matrices.empty())
    std::rotate(matrices.begin(), matrices.end() - 1, matrices.end());
  return matrices;
}

/// One function in C. A tensor is written as its element, T the first
/// operand's, R the real and C the complex type of as many bits, I i32; then
/// what stands behind the batch's sizes: m and n of the first operand, k the
/// smaller one, l = m - 1, u and v the columns of U and the rows of V^H, t and
/// p, q those of the second and the third operand.
struct Factorisation {
  /// Between `lapack_?` and `_ffi`; or a whole name.
  llvm::StringLiteral call, function, operands, results;
  ReadOptions *options;
  bool isSquare = false;
  /// T must be real (r) or complex (c).
  char field = 'a';
  /// The function takes the last operand of the call first: it is the matrix.
  bool isLastFirst = false;
};

constexpr Factorisation kFactorisations[] = {
    {"syevd", "heevd", "Tmn", "Tmm Rm I", optionsOfTriangle, true},
    {"heevd", "heevd", "Tmn", "Tmm Rm I", optionsOfTriangle, true},
    {"gesdd", "gesdd", "Tmn", "Tmn Rk Tmu Tvn I", optionsOfSingular},
    {"gesvd", "gesdd", "Tmn", "Tmn Rk Tmu Tvn I", optionsOfSingular},
    {"geev", "geev", "Tmn", "Tm Tm Cmm Cmm I", optionsOfEigen, true, 'r'},
    {"geev", "geev", "Tmn", "Tm Tmm Tmm I", optionsOfEigen, true, 'c'},
    {"gees", "gees", "Tmn", "Tmm Tmm Tm Tm I I", optionsOfSchur, true, 'r'},
    {"gees", "gees", "Tmn", "Tmm Tmm Tm I I", optionsOfSchur, true, 'c'},
    {"geqrf", "geqrf", "Tmn", "Tmn Tk", noOptions},
    {"geqp3", "geqp3", "Tmn In", "Tmn In Tk", noOptions},
    {"orgqr", "orgqr", "Tmn Tt", "Tmn", noOptions},
    {"ungqr", "orgqr", "Tmn Tt", "Tmn", noOptions},
    {"ProductOfElementaryHouseholderReflectors", "orgqr", "Tmn Tt", "Tmn",
     noOptions},
    {"Qr", "geqrf", "Tmn", "Tmn Tk", noOptions},
    {"ormqr", "ormqr", "Tmn Tt Tpq", "Tpq", optionsOfProduct},
    {"unmqr", "ormqr", "Tmn Tt Tpq", "Tpq", optionsOfProduct},
    {"gtsv", "gtsv", "Tmn Tm Tm Tm", "Tm Tm Tm Tmn I", noOptions, false, 'a',
     /*isLastFirst=*/true},
    {"gehrd", "gehrd", "Tmn", "Tmm Tl I", optionsOfHessenberg, true},
    {"sytrd", "sytrd", "Tmn", "Tmm Rm Rl Tl I", optionsOfTriangle, true},
    {"hetrd", "sytrd", "Tmn", "Tmm Rm Rl Tl I", optionsOfTriangle, true},
};

/// 's', 'd', 'c' or 'z'; 0 for a type that LAPACK has not.
char letterOf(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  Type part = complex ? complex.getElementType() : element;
  if (part.isF32())
    return complex ? 'c' : 's';
  return part.isF64() ? (complex ? 'z' : 'd') : 0;
}

/// The types of one call, by its row.
class CallTypes {
public:
  CallTypes(const Factorisation &row, CustomCall &call,
            ArrayRef<Value> matrices, ArrayRef<int64_t> options)
      : row_(row), call_(call), matrices_(matrices), options_(options) {}

  /// The results as the function makes them; fails if the operands do not fit,
  /// or the program declares others.
  FailureOr<SmallVector<Type>> results() {
    SmallVector<StringRef> operands, results;
    row_.operands.split(operands, ' ');
    row_.results.split(results, ' ');
    if (matrices_.size() != operands.size() ||
        call_.op->getNumResults() != results.size() || !readMatrix())
      return failure();
    for (size_t i = 1; i < operands.size(); ++i)
      if (!readOperand(operands[i],
                       dyn_cast<RankedTensorType>(matrices_[i].getType())))
        return failure();
    SmallVector<Type> types;
    for (auto [i, text] : llvm::enumerate(results)) {
      RankedTensorType made = typeOf(text);
      if (!fits(made, call_.resultType(i)))
        return failure();
      types.push_back(made);
    }
    return types;
  }

private:
  static constexpr int64_t kUnknown = ShapedType::kDynamic;
  /// As Lapack.c has room for.
  static constexpr int64_t kMaxRank = 32;

  bool readMatrix() {
    auto matrix = dyn_cast<RankedTensorType>(matrices_[0].getType());
    if (!matrix || matrix.getRank() < 2 || matrix.getRank() > kMaxRank ||
        !letterOf(matrix.getElementType()))
      return false;
    element_ = matrix.getElementType();
    bool isComplex = isa<ComplexType>(element_);
    if ((row_.field == 'r' && isComplex) || (row_.field == 'c' && !isComplex))
      return false;
    batch_ = llvm::to_vector(matrix.getShape().drop_back(2));
    int64_t m = matrix.getShape().end()[-2], n = matrix.getShape().end()[-1];
    if (row_.isSquare && (m == kUnknown || n == kUnknown))
      m = n = m == kUnknown ? n : m;
    if (row_.isSquare && m != n)
      return false;
    bool isKnown = m != kUnknown && n != kUnknown;
    int64_t k = isKnown ? std::min(m, n) : kUnknown;
    bool isWhole = !options_.empty() && options_.front();
    sizes_ = {{'m', m},
              {'n', n},
              {'k', k},
              {'l', m == kUnknown ? m : std::max<int64_t>(m - 1, 0)},
              {'u', isWhole ? m : k},
              {'v', isWhole ? n : k}};
    return true;
  }

  /// Sizes of others than the first operand are taken from it.
  bool readOperand(StringRef text, RankedTensorType type) {
    if (!type || type.getRank() < static_cast<int64_t>(batch_.size()))
      return false;
    ArrayRef<int64_t> own = type.getShape().drop_front(batch_.size());
    if (own.size() != text.size() - 1)
      return false;
    for (auto [letter, size] : llvm::zip(text.drop_front(), own))
      sizes_.try_emplace(letter, size);
    RankedTensorType wanted = typeOf(text);
    return type.getElementType() == wanted.getElementType() &&
           succeeded(verifyCompatibleShape(type, wanted));
  }

  RankedTensorType typeOf(StringRef text) {
    auto complex = dyn_cast<ComplexType>(element_);
    Type part = complex ? complex.getElementType() : element_;
    Type element = text[0] == 'T'   ? element_
                   : text[0] == 'R' ? part
                   : text[0] == 'C'
                       ? ComplexType::get(part)
                       : Type(IntegerType::get(element_.getContext(), 32));
    SmallVector<int64_t> shape(batch_);
    for (char letter : text.drop_front())
      shape.push_back(sizes_.lookup(letter));
    return RankedTensorType::get(shape, element);
  }

  /// A size that only the run knows cannot be declared: nothing would check it.
  static bool fits(RankedTensorType made, RankedTensorType declared) {
    if (!declared || made.getElementType() != declared.getElementType() ||
        made.getRank() != declared.getRank())
      return false;
    for (auto [size, wanted] : llvm::zip(made.getShape(), declared.getShape()))
      if (!ShapedType::isDynamic(wanted) && size != wanted)
        return false;
    return true;
  }

  const Factorisation &row_;
  CustomCall &call_;
  ArrayRef<Value> matrices_;
  ArrayRef<int64_t> options_;
  Type element_;
  SmallVector<int64_t> batch_;
  llvm::SmallDenseMap<char, int64_t> sizes_;
};

/// The rank of the first operand, then the options.
Value optionsOperand(OpBuilder &builder, Location loc, Value matrix,
                     ArrayRef<int64_t> options) {
  SmallVector<int64_t> numbers{
      cast<RankedTensorType>(matrix.getType()).getRank()};
  llvm::append_range(numbers, options);
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                    builder.getI64Type());
  return arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef(numbers)));
}

LogicalResult convertBy(const Factorisation &row, CustomCall &call) {
  Options options = row.options(call);
  if (failed(options))
    return failure();
  SmallVector<Value> inputs = matricesOf(call, row.isLastFirst);
  auto types = CallTypes(row, call, inputs, *options).results();
  if (failed(types))
    return failure();
  Location loc = call.op.getLoc();
  char letter =
      letterOf(cast<RankedTensorType>(inputs[0].getType()).getElementType());
  inputs.push_back(optionsOperand(call.rewriter, loc, inputs[0], *options));
  Builder &builder = call.rewriter;
  ArrayAttr operands =
      ingot::abiTypes(builder.getContext(), ValueRange(inputs).getTypes());
  ArrayAttr results = ingot::abiTypes(builder.getContext(), *types);
  if (!operands || !results)
    return failure();
  std::string function = ("la_" + Twine(letter) + row.function).str();
  auto custom = ingot::dialect::CustomOp::create(
      call.rewriter, loc, *types, builder.getStringAttr(function),
      builder.getStringAttr(""), operands, results, /*side_effects=*/false,
      /*index=*/IntegerAttr(), inputs);
  custom->setAttr(ingot::dialect::kLibraryFunctionAttr, builder.getUnitAttr());
  SmallVector<Value> values;
  for (auto [i, value] : llvm::enumerate(custom->getResults()))
    values.push_back(castTensor(call.rewriter, loc, value, call.resultType(i)));
  call.rewriter.replaceOp(call.op, values);
  return success();
}

} // namespace

LogicalResult ingot::stablehlo::convertFactorCall(CustomCall &call) {
  StringRef name = call.op.getCallTargetName();
  StringRef routine = name;
  if (routine.consume_front("lapack_") && routine.consume_back("_ffi"))
    routine = routine.drop_front();
  else
    routine = name;
  if (call.inputs.empty())
    return failure();
  // A name may have a row for real and one for complex matrices.
  for (const Factorisation &row : kFactorisations)
    if (row.call == routine && succeeded(convertBy(row, call)))
      return success();
  return failure();
}
