//===- Tables.cpp - the rows of every dialect -----------------------------===//

#include "pipeline/conversion/TorchLowering/TableConversion.h"

using namespace ingot::torch;

void ingot::torch::populateTorchLowering(ConversionTable &table) {
  populateArithmetic(table);
  populateComparisons(table);
  populateConvolutions(table);
  populateCreation(table);
  populateDeterminants(table);
  populateEmbeddingBags(table);
  populateFunctions(table);
  populateIndexing(table);
  populateMasks(table);
  populatePooling(table);
  populateProducts(table);
  populateReductions(table);
  populateResampling(table);
  populateScalars(table);
  populateScans(table);
  populateScatters(table);
  populateSlicesAndPads(table);
  populateSpecialOps(table);
  populateViews(table);
}
