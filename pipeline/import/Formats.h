//===- Formats.h - the forms in which programs come -------------*- C++ -*-===//
//
// One table of the forms that are read and of those that are recognised so that
// an error can say more. Content alone tells them apart: a request has no file
// name. Whoever needs a list of forms asks here: importModule(), error
// messages, help of ingot-translate, the test of README.md.
//
// A new frontend is a row whose `load` is in pipeline/frontends/NAME.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_FORMATS_H
#define INGOT_PIPELINE_IMPORT_FORMATS_H

#include "pipeline/frontends/ModelSource.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <string_view>

namespace ingot {

/// A row. Immutable.
struct Format {
  const char *name;
  const char *sign; ///< How its bytes are known, for messages and docs.
  /// Any bytes may be given. The first row that matches has them.
  bool (*matches)(std::string_view bytes);
  /// Parses and verifies; null after diagnostics. Null for a form that is not
  /// read.
  mlir::OwningOpRef<mlir::ModuleOp> (*load)(const ModelSource &source,
                                            mlir::MLIRContext *context);
  /// For a form that is not read: what the user can do instead.
  const char *advice;
  /// Whether `load` looks for files beside the program, by names that stand in
  /// it. Those beside others are of weights, for globals that are extern.
  bool readsFiles = false;
};

/// In the order in which they are tried.
llvm::ArrayRef<Format> formats();

/// The form of `bytes`; null if they have none of them.
const Format *findFormat(std::string_view bytes);

/// The names of the forms that are read, with their signs, for messages.
std::string readableFormats();

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_FORMATS_H
