// RUN: ingot-opt %s -split-input-file --convert-stablehlo-to-linalg --ingot-check-supported -verify-diagnostics

// Annotations that would change what they are of, and calls that no executable
// can make.

// An annotation gives what it takes: no parts, no other type.
func.func @annotation_0(%a: tensor<4x2xf32>) -> tensor<4x2xf64> {
  // expected-error @+1 {{it calls 'LayoutConstraint', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<4x2xf64>}}
  %0 = stablehlo.custom_call @LayoutConstraint(%a) : (tensor<4x2xf32>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}

// -----

func.func @annotation_1(%a: tensor<4x2xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{it calls 'MoveToDevice', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<2x2xf32>}}
  %0 = stablehlo.custom_call @MoveToDevice(%a) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @annotation_2(%a: tensor<4x2xf32>) -> tensor<4x2xf64> {
  // expected-error @+1 {{it calls 'MoveToHost', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<4x2xf64>}}
  %0 = stablehlo.custom_call @MoveToHost(%a) : (tensor<4x2xf32>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}

// -----

func.func @annotation_3(%a: tensor<4x2xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{it calls 'SPMDFullToShardShape', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<2x2xf32>}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @annotation_4(%a: tensor<4x2xf32>) -> tensor<4x2xf64> {
  // expected-error @+1 {{it calls 'SPMDShardToFullShape', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<4x2xf64>}}
  %0 = stablehlo.custom_call @SPMDShardToFullShape(%a) : (tensor<4x2xf32>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}

// -----

func.func @annotation_5(%a: tensor<4x2xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{it calls 'annotate_device_placement', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<2x2xf32>}}
  %0 = stablehlo.custom_call @annotate_device_placement(%a) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @annotation_6(%a: tensor<4x2xf32>) -> tensor<4x2xf64> {
  // expected-error @+1 {{it calls 'xla.sdy.FuncResultSharding', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<4x2xf64>}}
  %0 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%a) : (tensor<4x2xf32>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}

// -----

func.func @annotation_7(%a: tensor<4x2xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{it calls 'xla.sdy.GlobalToLocalShape', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<2x2xf32>}}
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%a) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @annotation_8(%a: tensor<4x2xf32>) -> tensor<4x2xf64> {
  // expected-error @+1 {{it calls 'xla.sdy.LocalToGlobalShape', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<4x2xf64>}}
  %0 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%a) : (tensor<4x2xf32>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}

// -----

func.func @annotation_9(%a: tensor<4x2xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{it calls 'xla.sdy.PropagationBarrier', but with other operands, results or attributes than are known for it: it takes tensor<4x2xf32> and gives tensor<2x2xf32>}}
  %0 = stablehlo.custom_call @xla.sdy.PropagationBarrier(%a) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @annotation_two(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @+1 {{it calls 'Sharding', but with other operands, results or attributes than are known for it: it takes tensor<4xf32> and gives tensor<4xf32>, tensor<4xf32>}}
  %0:2 = stablehlo.custom_call @Sharding(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @python(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{it calls 'xla_python_cpu_callback', which is not lowered: it calls back into a Python process, which an executable does not have}}
  %0 = stablehlo.custom_call @xla_python_cpu_callback(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @python_ffi(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{it calls 'xla_ffi_python_cpu_callback', which is not lowered: it calls back into a Python process, which an executable does not have}}
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @tensorflow(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{it calls 'tf.call_tf_function', which is not lowered: it calls a function of a TensorFlow runtime, which an executable does not have}}
  %0 = stablehlo.custom_call @tf.call_tf_function(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
