// RUN: ingot-opt %s --ingot-place-by-cost='targets=:bits=128,fast:bits=128:types=f32:linalg.matmul=100000/0,far:bits=128:memory=100000/12000:*=100000/100000 explain=all' --verify-diagnostics -o %t

// expected-remark @below {{is placed by cost: about 52.4 us on the request's target alone, 30.8 us as placed, 2.0 us of it for what crosses}}
func.func @main(%x: tensor<64x64xf32>, %d: tensor<64x64xf64>, %s: tensor<2x2xf32>) -> (tensor<64x64xf32>, tensor<64x64xf64>, tensor<2x2xf32>) {
  // expected-remark @below {{'linalg.matmul' op is computed by target fast, about 2.6 us; the request's target could, about 26.2 us: it is estimated to be no faster so; target far could, about 2.6 us: it is estimated to be no faster so}}
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-remark @below {{'linalg.matmul' op is computed by the request's target, about 26.2 us; target fast cannot: it does not compute with elements of f64; target far could, about 2.6 us: it is faster so, by less than what would cross costs}}
  %1 = linalg.matmul ins(%d, %d : tensor<64x64xf64>, tensor<64x64xf64>) outs(%d : tensor<64x64xf64>) -> tensor<64x64xf64>
  // expected-remark @below {{'linalg.matmul' op is computed by the request's target}}
  %2 = linalg.matmul ins(%s, %s : tensor<2x2xf32>, tensor<2x2xf32>) outs(%s : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %1, %2 : tensor<64x64xf32>, tensor<64x64xf64>, tensor<2x2xf32>
}

// As many turns as no number of 64 bits counts, and as many bytes.
// expected-remark @below {{is placed by cost: about 35184372.1 us on the request's target alone}}
func.func @large(%x: tensor<2097152x2097152xf32>, %y: tensor<1073741824x1073741824xf32>) -> (tensor<2097152x2097152xf32>, tensor<1073741824x1073741824xf32>) {
  // expected-remark @below {{about 17592186.0 us}}
  %0 = linalg.matmul ins(%x, %x : tensor<2097152x2097152xf32>, tensor<2097152x2097152xf32>) outs(%x : tensor<2097152x2097152xf32>) -> tensor<2097152x2097152xf32>
  // expected-remark @below {{about 17592186.0 us}}
  %1 = linalg.add ins(%y, %y : tensor<1073741824x1073741824xf32>, tensor<1073741824x1073741824xf32>) outs(%y : tensor<1073741824x1073741824xf32>) -> tensor<1073741824x1073741824xf32>
  return %0, %1 : tensor<2097152x2097152xf32>, tensor<1073741824x1073741824xf32>
}

// Nothing is said where there is nothing to place.
func.func @nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
