module attributes {ingot.operators = {FULLY_CONNECTED = 1 : i64}, ingot.producer = "TFLite, schema 3, hand built"} {
  func.func @main(%arg0: tensor<3x6xi8> {bufferization.writable = false, ingot.name = "in0"}) -> (tensor<3x4xi8> {ingot.name = "out0"}) {
    %0 = tensor.empty() : tensor<3x4xi8>
    %1 = ingot.dispatch @ingot_kernel_9040a9d55056c933e6f81f2614160c3a ins(%arg0 : tensor<3x6xi8>) outs(%0 : tensor<3x4xi8>) {bare_pointers} -> tensor<3x4xi8>
    return %1 : tensor<3x4xi8>
  }
  module @ingot_kernel_9040a9d55056c933e6f81f2614160c3a attributes {ingot.root = "linalg.generic", ingot.uses = 1 : i64} {
    func.func @kernel(%arg0: tensor<3x6xi8>, %arg1: tensor<3x4xi8>) -> tensor<3x4xi8> attributes {llvm.bareptr} {
      %c127_i32 = arith.constant 127 : i32
      %c-128_i32 = arith.constant -128 : i32
      %c-15_i32 = arith.constant -15 : i32
      %c2147483647_i32 = arith.constant 2147483647 : i32
      %c-2147483648_i32 = arith.constant -2147483648 : i32
      %cst = arith.constant 0x41E0000000000000 : f64
      %cst_0 = arith.constant 0x41DFFFFFFFC00000 : f64
      %cst_1 = arith.constant 0xC1E0000000000000 : f64
      %cst_2 = arith.constant 0.0044040560801995423 : f64
      %c-1_i32 = arith.constant -1 : i32
      %cst_3 = arith.constant dense<[905, 1772, 1525, 45]> : tensor<4xi32>
      %cst_4 = arith.constant dense<[211, -178, -57, -11]> : tensor<4xi32>
      %cst_5 = arith.constant dense<[[71, 116, -60, -75, 75, 84], [4, -89, 85, 3, -88, -93], [-23, 48, -25, 87, -125, -19], [6, 117, -67, 83, -109, -41]]> : tensor<4x6xi8>
      %c0_i32 = arith.constant 0 : i32
      %0 = tensor.empty() : tensor<3x4xi32>
      %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<3x4xi32>) -> tensor<3x4xi32>
      %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %cst_5 : tensor<3x6xi8>, tensor<4x6xi8>) outs(%1 : tensor<3x4xi32>) {
      ^bb0(%in: i8, %in_6: i8, %out: i32):
        %4 = arith.extsi %in : i8 to i32
        %5 = arith.extsi %in_6 : i8 to i32
        %6 = arith.muli %4, %5 : i32
        %7 = arith.addi %out, %6 : i32
        linalg.yield %7 : i32
      } -> tensor<3x4xi32>
      %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %cst_4, %cst_3 : tensor<3x4xi32>, tensor<4xi32>, tensor<4xi32>) outs(%arg1 : tensor<3x4xi8>) {
      ^bb0(%in: i32, %in_6: i32, %in_7: i32, %out: i8):
        %4 = arith.muli %in_6, %c-1_i32 : i32
        %5 = arith.subi %in, %4 : i32
        %6 = arith.addi %5, %in_7 : i32
        %7 = arith.sitofp %6 : i32 to f64
        %8 = arith.mulf %7, %cst_2 : f64
        %9 = math.round %8 : f64
        %10 = arith.maximumf %9, %cst_1 : f64
        %11 = arith.minimumf %10, %cst_0 : f64
        %12 = arith.fptosi %11 : f64 to i32
        %13 = arith.cmpf olt, %11, %cst_1 : f64
        %14 = arith.cmpf oge, %11, %cst : f64
        %15 = arith.cmpf uno, %11, %11 : f64
        %16 = arith.select %13, %c-2147483648_i32, %12 : i32
        %17 = arith.select %14, %c2147483647_i32, %16 : i32
        %18 = arith.select %15, %c0_i32, %17 : i32
        %19 = arith.addi %18, %c-15_i32 : i32
        %20 = arith.maxsi %19, %c-128_i32 : i32
        %21 = arith.minsi %20, %c127_i32 : i32
        %22 = arith.trunci %21 : i32 to i8
        linalg.yield %22 : i8
      } -> tensor<3x4xi8>
      return %3 : tensor<3x4xi8>
    }
  }
}
