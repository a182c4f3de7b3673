//===- Plot.h - lines over time as SVG --------------------------*- C++ -*-===//

#ifndef INGOT_SERVER_ADMIN_PLOT_H
#define INGOT_SERVER_ADMIN_PLOT_H

#include "absl/time/time.h"

#include <functional>
#include <string>
#include <vector>

namespace ingot::server {

/// A line: a value for each of the plot's times.
struct Series {
  std::string name;
  std::vector<double> values;
};

/// A figure of HTML: the lines as SVG, a legend with the last values, and the
/// same in words for who does not see it. `format` writes a value.
std::string plot(const std::string &title, const std::vector<absl::Time> &times,
                 const std::vector<Series> &series,
                 const std::function<std::string(double)> &format);

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_PLOT_H
