//===- ColorRows.cpp - colours of images ----------------------------------===//
//
// Channels come last: red, green, blue, or hue, saturation and value, all from
// 0 to 1.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

constexpr char kNoColors[] = "its operand has not three channels";

/// Three channels, each with a dimension of size 1.
struct Color {
  Value x, y, z;
};

/// Arithmetic with numbers of one type.
class Colors {
public:
  Colors(TensorBuilder &b, Type element) : b(b), element(element) {}

  Value number(double value) { return b.scalar(element, value); }
  Value isEqual(Value x, Value y) { return b.compare(Comparison::EQ, x, y); }
  Value positive(Value x) { return b.compare(Comparison::GT, x, number(0)); }

  Color split(Value value) {
    int64_t last = b.rankOf(value) - 1;
    return {b.slice(value, last, 0, 1), b.slice(value, last, 1, 2),
            b.slice(value, last, 2, 3)};
  }
  Value join(const Color &color) {
    return b.concatenate({color.x, color.y, color.z}, b.rankOf(color.x) - 1);
  }
  Color toHsv(const Color &rgb);
  Color toRgb(const Color &hsv);

  TensorBuilder &b;
  Type element;
};

Color Colors::toHsv(const Color &rgb) {
  Value high = b.maximum(b.maximum(rgb.x, rgb.y), rgb.z);
  Value low = b.minimum(b.minimum(rgb.x, rgb.y), rgb.z);
  Value range = b.subtract(high, low);
  Value saturation = b.select(positive(high), b.divide(range, high), number(0));
  Value step = b.divide(number(1.0 / 6), range);
  auto hueFrom = [&](Value from, Value to, double turn) {
    return b.add(b.multiply(step, b.subtract(from, to)), number(turn));
  };
  Value hue = b.select(isEqual(rgb.y, high), hueFrom(rgb.z, rgb.x, 2.0 / 6),
                       hueFrom(rgb.x, rgb.y, 4.0 / 6));
  hue = b.select(isEqual(rgb.x, high), hueFrom(rgb.y, rgb.z, 0), hue);
  hue = b.select(positive(range), hue, number(0));
  Value isNegative = b.compare(Comparison::LT, hue, number(0));
  hue = b.select(isNegative, b.add(hue, number(1)), hue);
  return {hue, saturation, high};
}

Color Colors::toRgb(const Color &hsv) {
  Value turn = b.multiply(hsv.x, number(6));
  // How much of a channel there is, from 0 to 1, by the hue.
  auto ramp = [&](double middle, bool isInverted) {
    Value distance =
        b.elementwise(ElementOp::Abs, b.subtract(turn, number(middle)));
    Value level = isInverted ? b.subtract(number(2), distance)
                             : b.subtract(distance, number(1));
    return b.minimum(b.maximum(level, number(0)), number(1));
  };
  Value grey = b.subtract(number(1), hsv.y);
  auto channel = [&](Value level) {
    return b.multiply(b.add(grey, b.multiply(hsv.y, level)), hsv.z);
  };
  return {channel(ramp(3, false)), channel(ramp(2, true)),
          channel(ramp(4, true))};
}

bool hasThreeChannels(Operator &c) {
  RankedTensorType type = c.b.typeOf(c.operand(0));
  return type.getRank() > 0 && type.getShape().back() == 3 &&
         c.b.isFloat(c.operand(0));
}

Results convertToHsv(Operator &c) {
  if (!hasThreeChannels(c))
    return c.fail(kNoColors);
  Colors colors(c.b, c.elementOf(0));
  return colors.join(colors.toHsv(colors.split(c.operand(0))));
}

Results convertToRgb(Operator &c) {
  if (!hasThreeChannels(c))
    return c.fail(kNoColors);
  Colors colors(c.b, c.elementOf(0));
  return colors.join(colors.toRgb(colors.split(c.operand(0))));
}

Results convertSaturation(Operator &c) {
  if (!hasThreeChannels(c))
    return c.fail(kNoColors);
  Colors colors(c.b, c.elementOf(0));
  Color hsv = colors.toHsv(colors.split(c.operand(0)));
  Value scale = c.b.convert(c.b.reshape(c.operand(1), {}), c.elementOf(0));
  Value more = c.b.multiply(hsv.y, scale);
  hsv.y = c.b.minimum(c.b.maximum(more, colors.number(0)), colors.number(1));
  return colors.join(colors.toRgb(hsv));
}

Results convertHue(Operator &c) {
  if (!hasThreeChannels(c))
    return c.fail(kNoColors);
  Colors colors(c.b, c.elementOf(0));
  Color hsv = colors.toHsv(colors.split(c.operand(0)));
  Value delta = c.b.convert(c.b.reshape(c.operand(1), {}), c.elementOf(0));
  Value hue = c.b.add(hsv.x, delta);
  hsv.x = c.b.subtract(hue, c.b.elementwise(ElementOp::Floor, hue));
  return colors.join(colors.toRgb(hsv));
}

/// Distances from the mean of each image's channel, scaled.
Results convertContrast(Operator &c) {
  int64_t rank = c.rank(0);
  if (rank < 3 || !c.b.isFloat(c.operand(0)))
    return c.fail("its operand is no image");
  Type element = c.elementOf(0), wide = element;
  if (element.getIntOrFloatBitWidth() < 32)
    wide = c.b.getF32Type();
  Value value = c.b.convert(c.operand(0), wide);
  SmallVector<int64_t> axes{rank - 3, rank - 2};
  Size count =
      c.b.multiply(c.b.sizeOf(value, rank - 3), c.b.sizeOf(value, rank - 2));
  Value mean = c.b.divide(c.b.reduce(Reducer::Add, value, axes, true),
                          c.b.convert(c.b.valueOf(count), wide));
  Value factor = c.b.convert(c.b.reshape(c.operand(1), {}), wide);
  Value result = c.b.add(c.b.multiply(c.b.subtract(value, mean), factor), mean);
  return c.b.convert(result, element);
}

} // namespace

Rows ingot::tensorflow::colorRows() {
  static constexpr Row kRows[] = {
      {"AdjustContrastv2", convertContrast, 2},
      {"AdjustHue", convertHue, 2},
      {"AdjustSaturation", convertSaturation, 2},
      {"HSVToRGB", convertToRgb},
      {"RGBToHSV", convertToHsv},
  };
  return kRows;
}
