// RUN: ingot-opt %s --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// Floats of 6 bits are types of the specification that no code is generated for:
// each op says so at its place, by the tensors it would need.

func.func @floats(%a: tensor<4xf6E2M3FN>, %b: tensor<4xf6E2M3FN>, %c: tensor<i1>) {
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %1 = stablehlo.abs %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %2 = stablehlo.cbrt %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %3 = stablehlo.ceil %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %4 = stablehlo.cosine %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %5 = stablehlo.exponential %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %6 = stablehlo.exponential_minus_one %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %7 = stablehlo.floor %a : tensor<4xf6E2M3FN>
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %8 = stablehlo.is_finite %a : (tensor<4xf6E2M3FN>) -> tensor<4xi1>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %9 = stablehlo.log %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %10 = stablehlo.log_plus_one %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %11 = stablehlo.logistic %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %12 = stablehlo.negate %a : tensor<4xf6E2M3FN>
  // expected-error @+1 {{'stablehlo.reduce_precision' op cannot be lowered:}}
  %13 = stablehlo.reduce_precision %a, format = e5m10 : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %14 = stablehlo.round_nearest_afz %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %15 = stablehlo.round_nearest_even %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %16 = stablehlo.rsqrt %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %17 = stablehlo.sign %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %18 = stablehlo.sine %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %19 = stablehlo.sqrt %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %20 = stablehlo.tan %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %21 = stablehlo.tanh %a : tensor<4xf6E2M3FN>
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %22 = stablehlo.convert %a : (tensor<4xf6E2M3FN>) -> tensor<4xf32>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %23 = stablehlo.add %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %24 = stablehlo.atan2 %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %25 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<4xf6E2M3FN>, tensor<4xf6E2M3FN>) -> tensor<4xi1>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %26 = stablehlo.divide %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %27 = stablehlo.maximum %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %28 = stablehlo.minimum %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %29 = stablehlo.multiply %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %30 = stablehlo.power %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %31 = stablehlo.remainder %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %32 = stablehlo.subtract %a, %b : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %33 = stablehlo.clamp %a, %b, %a : tensor<4xf6E2M3FN>
  // expected-error @+2 {{'tensor.empty' op cannot be lowered: it has a result}}
  // expected-error @+1 {{'linalg.generic' op cannot be lowered: it has an operand}}
  %34 = stablehlo.select %c, %a, %b : tensor<i1>, tensor<4xf6E2M3FN>
  return
}
