//===- Import.cpp - bytes of a program to a module ------------------------===//
//
// The table of forms decides; this file only says what is wrong with bytes that
// no row takes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/Import.h"
#include "pipeline/import/Formats.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

OwningOpRef<ModuleOp> ingot::importModule(const ModelSource &source,
                                          MLIRContext *context) {
  const Format *format = findFormat(source.bytes);
  if (format && format->load)
    return format->load(source, context);
  InFlightDiagnostic error = emitError(UnknownLoc::get(context));
  if (source.bytes.empty())
    error << "the input is empty";
  else if (format)
    error << "the input is of the form '" << format->name
          << "', which is not read; " << format->advice;
  else
    error << "the input has no form that is known here";
  error << "; the forms that are read are " << readableFormats();
  return nullptr;
}
