//===- Plot.cpp - lines over time as SVG ----------------------------------===//
//
// Colours and widths are the style sheet's, by class, so that a plot follows
// the light or dark of the page. Lines differ in dashes too, for who does not
// tell the colours apart.
//
//===----------------------------------------------------------------------===//

#include "server/admin/Plot.h"
#include "server/admin/Html.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <cmath>

namespace ingot::server {
namespace {

/// Of the plot's own coordinates; the page scales it.
constexpr double kWidth = 480, kHeight = 140, kTop = 10, kBottom = 120,
                 kLeft = 4, kRight = 476;

/// The next 1, 2 or 5 times a power of ten.
double roundUp(double value) {
  if (value <= 0)
    return 1;
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (double factor : {1., 2., 5., 10.})
    if (value <= factor * power)
      return factor * power;
  return value;
}

std::string points(const std::vector<absl::Time> &times,
                   const std::vector<double> &values, double top) {
  const double span =
      std::max(1., absl::ToDoubleSeconds(times.back() - times.front()));
  std::string text;
  for (size_t i = 0; i < times.size(); ++i) {
    const double x = absl::ToDoubleSeconds(times[i] - times.front()) / span;
    absl::StrAppendFormat(&text, "%.1f,%.1f ", kLeft + x * (kRight - kLeft),
                          kBottom - values[i] / top * (kBottom - kTop));
  }
  return text;
}

std::string inWords(const Series &line,
                    const std::function<std::string(double)> &format) {
  return absl::StrCat(
      line.name, " now ", format(line.values.back()), ", at most ",
      format(*std::max_element(line.values.begin(), line.values.end())));
}

} // namespace

std::string plot(const std::string &title, const std::vector<absl::Time> &times,
                 const std::vector<Series> &series,
                 const std::function<std::string(double)> &format) {
  std::string html =
      absl::StrCat("<figure class=\"plot\"><h3>", escapeHtml(title), "</h3>");
  if (times.size() < 2)
    return html + "<p class=\"quiet\">Not enough samples yet.</p></figure>\n";
  double greatest = 0;
  std::vector<std::string> words;
  for (const Series &line : series) {
    for (double value : line.values)
      greatest = std::max(greatest, value);
    words.push_back(inWords(line, format));
  }
  const double top = roundUp(greatest);
  absl::StrAppendFormat(
      &html,
      "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\" "
      "preserveAspectRatio=\"none\">",
      kWidth, kHeight,
      escapeHtml(absl::StrCat(title, ": ", absl::StrJoin(words, "; "))));
  for (double share : {0., 0.5, 1.})
    absl::StrAppendFormat(
        &html, "<line class=\"grid\" x1=\"%g\" x2=\"%g\" y1=\"%g\" y2=\"%g\"/>",
        kLeft, kRight, kBottom - share * (kBottom - kTop),
        kBottom - share * (kBottom - kTop));
  for (size_t i = 0; i < series.size(); ++i)
    absl::StrAppend(&html, "<polyline class=\"line s", i + 1, "\" points=\"",
                    points(times, series[i].values, top), "\"/>");
  absl::StrAppend(&html, "</svg><div class=\"axis\"><span>",
                  escapeHtml(formatTime(times.front())), "</span><span>",
                  "0 to ", escapeHtml(format(top)), "</span><span>",
                  escapeHtml(formatTime(times.back())),
                  "</span></div><ul class=\"legend\">");
  for (size_t i = 0; i < series.size(); ++i)
    absl::StrAppend(&html, "<li><span class=\"key s", i + 1,
                    "\" aria-hidden=\"true\"></span>",
                    escapeHtml(series[i].name), " <b>",
                    escapeHtml(format(series[i].values.back())), "</b></li>");
  return html + "</ul></figure>\n";
}

} // namespace ingot::server
