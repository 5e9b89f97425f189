//! name: softmax
//! input: dense<[[-7.5910336e-01, -2.0200043e+00, 1.0010122e-01, 1.1762363e+00, 9.525137e-02], [6.270243e-01, 1.5564814e-01, -1.2855917e-01, 2.587308e-01, 1.291433e-01], [1.5930136e+00, 4.1541812e-01, -9.7854555e-02, 4.2002004e-01, 6.365168e-01]]> : tensor<3x5xf32>
//! expect_close(2e-05, 2e-06): dense<[[7.7393785e-02, 2.1933295e-02, 1.8274854e-01, 5.3606004e-01, 1.8186437e-01], [2.9467142e-01, 1.8391703e-01, 1.384179e-01, 2.038873e-01, 1.7910638e-01], [4.574453e-01, 1.409016e-01, 8.433434e-02, 1.415515e-01, 1.7576721e-01]]> : tensor<3x5xf32>
module @jit_softmax attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<3xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<3x5xf32>
    %6 = stablehlo.exponential %5 : tensor<3x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
    %10 = stablehlo.divide %6, %9 : tensor<3x5xf32>
    return %10 : tensor<3x5xf32>
  }
}

// -----
//! name: log_softmax, gradient
//! input: dense<[[7.666489e-01, 1.8785504e-01, -1.052633e+00, 5.51483e-01, -9.165164e-01], [5.560219e-01, -5.19071e-01, -5.235418e-01, -1.3817751e+00, 5.273236e-02], [-1.4541353e-01, -1.4589472e+00, 1.6336321e+00, 5.6208664e-01, 4.789536e-01]]> : tensor<3x5xf32>
//! expect_close(2e-05, 2e-06): dense<[[-3.683365e-01, 7.935201e-01, -5.972287e-02, -2.9702938e-01, -6.843139e-02], [-4.1159558e-01, 8.595364e-01, -1.3983701e-01, -5.9278354e-02, -2.4882545e-01], [-9.017909e-02, 9.757537e-01, -5.3423893e-01, -1.8296555e-01, -1.6837013e-01]]> : tensor<3x5xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0:3 = call @log_softmax(%arg0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x1xf32>)
    %1 = stablehlo.slice %0#0 [0:3, 1:2] : (tensor<3x5xf32>) -> tensor<3x1xf32>
    %2 = stablehlo.reshape %1 : (tensor<3x1xf32>) -> tensor<3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.pad %5, %cst_1, low = [0, 1], high = [0, 3], interior = [0, 0] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3x5xf32>
    %7 = call @log_softmax_0(%0#1, %0#2, %6) : (tensor<3x5xf32>, tensor<3x1xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    return %7 : tensor<3x5xf32>
  }
  func.func private @log_softmax(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<3xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<3x5xf32>
    %6 = stablehlo.exponential %5 : tensor<3x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
    %9 = stablehlo.log %8 : tensor<3x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<3x5xf32>
    return %11, %6, %8 : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x1xf32>
  }
  func.func private @log_softmax_0(%arg0: tensor<3x5xf32>, %arg1: tensor<3x1xf32>, %arg2: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %0 = stablehlo.negate %arg2 : tensor<3x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.reshape %1 : (tensor<3xf32>) -> tensor<3x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<3x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xf32>) -> tensor<3x5xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<3x5xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<3x5xf32>
    return %7 : tensor<3x5xf32>
  }
}

// -----
//! name: layer normalisation
//! input: dense<[[2.251975e+00, -1.4324567e-01, -6.261822e-02, 1.2130116e+00, 3.076198e-01, 6.3124925e-01], [-1.4365077e-01, 6.0152584e-01, -4.6836317e-01, 2.1782498e+00, 6.584346e-01, -8.571726e-01]]> : tensor<2x6xf32>
//! expect_close(2e-05, 2e-06): dense<[[1.8712159e+00, -1.0160785e+00, -9.188869e-01, 6.188081e-01, -4.7258726e-01, -8.247144e-02], [-4.768261e-01, 2.7625468e-01, -8.049828e-01, 1.8697032e+00, 3.3376712e-01, -1.1979164e+00]]> : tensor<2x6xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x6xf32>) -> (tensor<2x6xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x6xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %6 = call @_var(%arg0, %c) : (tensor<2x6xf32>, tensor<i64>) -> tensor<2x1xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %8 = stablehlo.add %6, %7 : tensor<2x1xf32>
    %9 = stablehlo.sqrt %8 : tensor<2x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x6xf32>
    %11 = stablehlo.divide %5, %10 : tensor<2x6xf32>
    return %11 : tensor<2x6xf32>
  }
  func.func private @_var(%arg0: tensor<2x6xf32>, %arg1: tensor<i64>) -> tensor<2x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x6xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x6xf32>
    %6 = chlo.square %5 : tensor<2x6xf32> -> tensor<2x6xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<2x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %14 = call @_where(%13, %12, %cst_4) : (tensor<i1>, tensor<2x1xf32>, tensor<f64>) -> tensor<2x1xf32>
    return %14 : tensor<2x1xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<2x1xf32>, %arg2: tensor<f64>) -> tensor<2x1xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<2x1xf32>
    return %2 : tensor<2x1xf32>
  }
}

// -----
//! name: batch normalisation, gradient
//! input: dense<[[[[2.0243986e+00, 1.7657757e+00], [2.737674e-01, 6.1014444e-01], [-1.0001901e+00, -4.780026e-01]], [[-6.0301834e-01, -1.0623682e+00], [-1.4656897e+00, 1.198968e+00], [-4.6207696e-02, -1.592787e+00]], [[-1.4875581e+00, 9.061704e-01], [8.074444e-01, 2.2516334e-01], [-8.9806116e-01, -2.3930695e+00]]], [[[1.2866245e-01, 9.594604e-02], [1.0599254e+00, -1.0199327e+00], [3.447024e-01, -6.3196856e-01]], [[-1.5851986e-01, -1.3352045e+00], [-2.193249e+00, -1.1805482e+00], [-5.231707e-01, 5.3852475e-01]], [[2.0339352e-01, 6.0319155e-04], [-5.095409e-01, -7.6064914e-02], [-2.0929265e+00, 2.807506e-01]]]]> : tensor<2x3x3x2xf32>
//! input: dense<[-5.463123e-01, -7.925051e-02]> : tensor<2xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[-2.9802322e-08, 1.4901161e-08], [0.0e+00, 7.450581e-09], [0.0e+00, 0.0e+00]], [[0.0e+00, -7.450581e-09], [0.0e+00, 7.450581e-09], [0.0e+00, -7.450581e-09]], [[0.0e+00, 7.450581e-09], [0.0e+00, 0.0e+00], [0.0e+00, -1.4901161e-08]]], [[[0.0e+00, 0.0e+00], [0.0e+00, -7.450581e-09], [0.0e+00, 0.0e+00]], [[0.0e+00, -7.450581e-09], [2.9802322e-08, -7.450581e-09], [0.0e+00, 7.450581e-09]], [[0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [2.9802322e-08, 7.450581e-09]]]]> : tensor<2x3x3x2xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x3x2xf32>, %arg1: tensor<2xf32>) -> (tensor<2x3x3x2xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_0 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.divide %0, %1 : tensor<2xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [3] : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2, 3] : (tensor<1x1x1x2xf32>) -> tensor<2x3x3x2xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x3x3x2xf32>
    %6 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2, 3] : (tensor<1x1x1x2xf32>) -> tensor<2x3x3x2xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<2x3x3x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %9:5 = call @_var(%arg0, %c) : (tensor<2x3x3x2xf32>, tensor<i64>) -> (tensor<2xf32>, tensor<2x3x3x2xf32>, tensor<f32>, tensor<i1>, tensor<2xf32>)
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %11 = stablehlo.add %9#0, %10 : tensor<2xf32>
    %12 = stablehlo.rsqrt %11 : tensor<2xf32>
    %13 = stablehlo.divide %12, %11 : tensor<2xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %15 = stablehlo.multiply %14, %13 : tensor<2xf32>
    %16 = stablehlo.multiply %12, %12 : tensor<2xf32>
    %17 = stablehlo.multiply %16, %12 : tensor<2xf32>
    %18 = stablehlo.multiply %12, %12 : tensor<2xf32>
    %cst_3 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<2xf32>
    %21 = stablehlo.broadcast_in_dim %17, dims = [3] : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<1x1x1x2xf32>) -> tensor<2x3x3x2xf32>
    %23 = stablehlo.multiply %8, %22 : tensor<2x3x3x2xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x3x3x2xf32>
    %26 = stablehlo.multiply %8, %25 : tensor<2x3x3x2xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %28 = stablehlo.reshape %27 : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
    %29 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<1x1x1x2xf32>) -> tensor<2x3x3x2xf32>
    %30 = stablehlo.multiply %25, %29 : tensor<2x3x3x2xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%28 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2xf32>, tensor<f32>) -> tensor<2xf32>
    %32 = stablehlo.multiply %31, %20 : tensor<2xf32>
    %33 = stablehlo.multiply %32, %15 : tensor<2xf32>
    %34 = call @_var_0(%9#1, %9#2, %9#3, %9#4, %33) : (tensor<2x3x3x2xf32>, tensor<f32>, tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x3x2xf32>
    %35 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2, 3] : (tensor<1x1x1x2xf32>) -> tensor<2x3x3x2xf32>
    %36 = stablehlo.multiply %35, %30 : tensor<2x3x3x2xf32>
    %37 = stablehlo.negate %36 : tensor<2x3x3x2xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %39 = stablehlo.reshape %38 : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
    %40 = stablehlo.add %34, %36 : tensor<2x3x3x2xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%39 init: %cst_9) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_10 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %43 = stablehlo.divide %41, %42 : tensor<2xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [3] : (tensor<2xf32>) -> tensor<2x3x3x2xf32>
    %45 = stablehlo.add %40, %44 : tensor<2x3x3x2xf32>
    return %45 : tensor<2x3x3x2xf32>
  }
  func.func private @_var(%arg0: tensor<2x3x3x2xf32>, %arg1: tensor<i64>) -> (tensor<2xf32>, tensor<2x3x3x2xf32>, tensor<f32>, tensor<i1>, tensor<2xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [3] : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
    %cst_0 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1x1x2xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1x1x1x2xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2, 3] : (tensor<1x1x1x2xf32>) -> tensor<2x3x3x2xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x3x3x2xf32>
    %6 = chlo.square %5 : tensor<2x3x3x2xf32> -> tensor<2x3x3x2xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3x3x2xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<2x3x3x2xf32>
    %9 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %10 = stablehlo.subtract %cst_2, %9 : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %13 = stablehlo.divide %11, %12 : tensor<2xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.compare GT, %10, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %15:2 = call @_where(%14, %13, %cst_5) : (tensor<i1>, tensor<2xf32>, tensor<f64>) -> (tensor<2xf32>, tensor<2xf32>)
    return %15#0, %8, %10, %14, %15#1 : tensor<2xf32>, tensor<2x3x3x2xf32>, tensor<f32>, tensor<i1>, tensor<2xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<2xf32>, %arg2: tensor<f64>) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    return %2, %3 : tensor<2xf32>, tensor<2xf32>
  }
  func.func private @_var_0(%arg0: tensor<2x3x3x2xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<2xf32>, %arg4: tensor<2xf32>) -> tensor<2x3x3x2xf32> {
    %0 = call @_where_1(%arg2, %arg3, %arg4) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.divide %0, %1 : tensor<2xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [3] : (tensor<2xf32>) -> tensor<2x3x3x2xf32>
    %4 = stablehlo.multiply %3, %arg0 : tensor<2x3x3x2xf32>
    %5 = stablehlo.negate %4 : tensor<2x3x3x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x3x2xf32>, tensor<f32>) -> tensor<2xf32>
    %7 = stablehlo.reshape %6 : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
    %cst_0 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1x1x2xf32>
    %9 = stablehlo.divide %7, %8 : tensor<1x1x1x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2xf32>, tensor<f32>) -> tensor<2xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [3] : (tensor<2xf32>) -> tensor<2x3x3x2xf32>
    %12 = stablehlo.add %4, %11 : tensor<2x3x3x2xf32>
    return %12 : tensor<2x3x3x2xf32>
  }
  func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> tensor<2xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<i1>, tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}

// -----
//! name: gelu
//! input: dense<[-3.0935118e-02, 1.9846126e-01, -9.115076e-01, -4.8422143e-01, -2.4658301e-01, -1.7709662e+00, 9.115769e-01]> : tensor<7xf32>
//! expect_close(2e-05, 2e-06): dense<[-1.508584e-02, 1.1484069e-01, -1.6511707e-01, -1.5211621e-01, -9.92793e-02, -6.7884915e-02, 7.4646395e-01]> : tensor<7xf32>
module @jit_gelu attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7xf32>) -> (tensor<7xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<7xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<7xf32>
    %cst = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<7xf32>
    %4 = stablehlo.add %arg0, %3 : tensor<7xf32>
    %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<7xf32>
    %7 = stablehlo.tanh %6 : tensor<7xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %9 = stablehlo.add %8, %7 : tensor<7xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<7xf32>
    %12 = stablehlo.multiply %arg0, %11 : tensor<7xf32>
    return %12 : tensor<7xf32>
  }
}

// -----
//! name: argmax
//! input: dense<[[7.393484e-01, -1.1569021e+00, 6.397111e-01, -2.0712832e-01], [-3.4235883e-01, -3.0229185e-02, 1.3422966e+00, 1.1167435e-01], [-5.945556e-01, -1.8311722e+00, 1.252343e+00, -7.836686e-01]]> : tensor<3x4xf32>
//! expect_close(2e-05, 2e-06): dense<[0, 2, 2]> : tensor<3xi64>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>) -> (tensor<3xi64> {jax.result_info = "result"}) {
    %0 = call @argmax(%arg0) : (tensor<3x4xf32>) -> tensor<3xi64>
    return %0 : tensor<3xi64>
  }
  func.func private @argmax(%arg0: tensor<3x4xf32>) -> tensor<3xi64> {
    %0 = stablehlo.iota dim = 1 : tensor<3x4xi64>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<3x4xf32>, tensor<3x4xi64>, tensor<f32>, tensor<i64>) -> (tensor<3xf32>, tensor<3xi64>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i64>
    }
    return %1#1 : tensor<3xi64>
  }
}

// -----
//! name: sort and cumulative sum
//! input: dense<[-1.043037e+00, -1.654575e-01, 8.596847e-02, 2.4910524e+00, 1.9324479e+00, 5.743848e-02]> : tensor<6xf32>
//! expect_close(2e-05, 2e-06): dense<[-1.043037e+00, -1.2084945e+00, -1.151056e+00, -1.0650876e+00, 8.6736035e-01, 3.3584127e+00]> : tensor<6xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xf32>) -> (tensor<6xf32> {jax.result_info = "result"}) {
    %0 = call @sort(%arg0) : (tensor<6xf32>) -> tensor<6xf32>
    %1 = call @cumsum(%0) : (tensor<6xf32>) -> tensor<6xf32>
    return %1 : tensor<6xf32>
  }
  func.func private @sort(%arg0: tensor<6xf32>) -> tensor<6xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<6xf32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func private @cumsum(%arg0: tensor<6xf32>) -> tensor<6xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<6xf32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<6xf32>) -> tensor<6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 6>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
    return %1 : tensor<6xf32>
  }
}

// -----
//! name: one hot and embedding
//! input: dense<[[-3.5086414e-01, 4.4504395e-01, -5.926653e-01], [2.1509741e-01, -1.2879395e+00, -2.6811965e+00], [-3.0967835e-01, -1.4842845e+00, 1.2527381e+00], [1.329498e+00, -7.9470074e-01, 1.8326808e+00], [8.1940097e-01, -5.499743e-01, 1.3293732e+00]]> : tensor<5x3xf32>
//! input: dense<[0, 2, 1, 2]> : tensor<4xi32>
//! expect_close(2e-05, 2e-06): dense<[[-3.5086414e-01, 4.4504395e-01, -5.926653e-01], [-3.0967835e-01, -1.4842845e+00, 1.2527381e+00], [2.1509741e-01, -1.2879395e+00, -2.6811965e+00], [-3.0967835e-01, -1.4842845e+00, 1.2527381e+00]]> : tensor<4x3xf32>
//! expect_close(2e-05, 2e-06): dense<[[1.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 1.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0.0e+00]]> : tensor<4x5xf64>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x3xf32>, %arg1: tensor<4xi32>) -> (tensor<4x3xf32> {jax.result_info = "result[0]"}, tensor<4x5xf64> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4xi1>, tensor<4xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
    %7 = call @_one_hot(%arg1) : (tensor<4xi32>) -> tensor<4x5xf64>
    return %6, %7 : tensor<4x3xf32>, tensor<4x5xf64>
  }
  func.func private @_one_hot(%arg0: tensor<4xi32>) -> tensor<4x5xf64> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x5xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x1xi32>) -> tensor<4x5xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x5xi32>) -> tensor<4x5xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
    %5 = stablehlo.convert %4 : (tensor<4x5xi1>) -> tensor<4x5xf64>
    return %5 : tensor<4x5xf64>
  }
}

// -----
//! name: embedding, gradient
//! input: dense<[[-1.8834802e+00, 5.3165585e-01, 1.0883464e+00], [2.3356054e-02, -7.740821e-02, 2.793556e-01], [-9.128549e-01, 9.3469334e-01, 2.0808928e+00], [-6.446323e-01, -6.452683e-01, 7.042708e-01], [4.01758e-02, -4.4563067e-01, 1.3207481e+00]]> : tensor<5x3xf32>
//! input: dense<[0, 2, 1, 2]> : tensor<4xi32>
//! expect_close(2e-05, 2e-06): dense<[[-3.7669604e+00, 1.0633117e+00, 2.1766927e+00], [4.6712108e-02, -1.5481642e-01, 5.587112e-01], [-3.6514196e+00, 3.7387733e+00, 8.323571e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<5x3xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x3xf32>, %arg1: tensor<4xi32>) -> (tensor<5x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4xi1>, tensor<4xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<4x3xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<4x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %12 = stablehlo.multiply %11, %9 : tensor<4x3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
    %14 = "stablehlo.scatter"(%13, %5, %12) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %15 : tensor<f32>
    }) : (tensor<5x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
    return %14 : tensor<5x3xf32>
  }
}

// -----
//! name: a loop
//! input: dense<[-1.8210521e+00, 8.104144e-02, 8.925326e-02]> : tensor<3xf32>
//! expect_close(2e-05, 2e-06): dense<[6.0680923e+00, 6.1275325e+00, 6.127789e+00]> : tensor<3xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i64>, tensor<i64>, tensor<3xf32>
    cond {
      %c_3 = stablehlo.constant dense<5> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i64>, tensor<3xf32>) -> (tensor<i64>, tensor<3xf32>)
      %c_3 = stablehlo.constant dense<1> : tensor<i64>
      %2 = stablehlo.add %iterArg, %c_3 : tensor<i64>
      stablehlo.return %2, %1#0, %1#1 : tensor<i64>, tensor<i64>, tensor<3xf32>
    }
    return %0#2 : tensor<3xf32>
  }
  func.func private @closed_call(%arg0: tensor<i64>, %arg1: tensor<3xf32>) -> (tensor<i64>, tensor<3xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg0, %c : tensor<i64>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.multiply %arg1, %1 : tensor<3xf32>
    %3 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %5 = stablehlo.add %2, %4 : tensor<3xf32>
    return %0, %5 : tensor<i64>, tensor<3xf32>
  }
}

// -----
//! name: a scan
//! input: dense<[-1.5526294e+00, -1.1481363e-01, -5.6875024e-02, -5.281662e-01, -5.3290576e-01]> : tensor<5xf32>
//! expect_close(2e-05, 2e-06): dense<-1.7853899002075195e+00> : tensor<f32>
//! expect_close(2e-05, 2e-06): dense<[-1.5526294e+00, 6.344938e-02, 3.7960835e-02, 3.8256028e-01, 6.6745603e-01]> : tensor<5xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %cst, %iterArg_3 = %0) : tensor<5xf32>, tensor<i64>, tensor<f32>, tensor<5xf32>
    cond {
      %c_4 = stablehlo.constant dense<5> : tensor<i64>
      %2 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_1) : (tensor<5xf32>, tensor<i64>) -> tensor<f32>
      %3:2 = func.call @closed_call(%iterArg_2, %2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
      %4 = func.call @dynamic_update_index_in_dim(%iterArg_3, %3#1, %iterArg_1) : (tensor<5xf32>, tensor<f32>, tensor<i64>) -> tensor<5xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<i64>
      %5 = stablehlo.add %iterArg_1, %c_4 : tensor<i64>
      stablehlo.return %iterArg, %5, %3#0, %4 : tensor<5xf32>, tensor<i64>, tensor<f32>, tensor<5xf32>
    }
    return %1#2, %1#3 : tensor<f32>, tensor<5xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5xf32>, %arg1: tensor<i64>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<5xf32>, tensor<i64>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<f32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<f32>
    return %0, %1 : tensor<f32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5xf32>, %arg1: tensor<f32>, %arg2: tensor<i64>) -> tensor<5xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<5xf32>, tensor<1xf32>, tensor<i64>) -> tensor<5xf32>
    return %1 : tensor<5xf32>
  }
}

// -----
//! name: a switch
//! input: dense<1> : tensor<i32>
//! input: dense<[-6.327922e-02, 2.2553074e-01, -1.3301706e+00]> : tensor<3xf32>
//! expect_close(2e-05, 2e-06): dense<[9.9799854e-01, 9.7467554e-01, 2.3831034e-01]> : tensor<3xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.clamp %c, %arg0, %c_0 : tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %2 = stablehlo.sine %arg1 : tensor<3xf32>
      stablehlo.return %2 : tensor<3xf32>
    }, {
      %2 = stablehlo.cosine %arg1 : tensor<3xf32>
      stablehlo.return %2 : tensor<3xf32>
    }, {
      %2 = stablehlo.tanh %arg1 : tensor<3xf32>
      stablehlo.return %2 : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}

// -----
//! name: max pooling, gradient
//! input: dense<[[[[3.4e+01, 3.7e+01], [3.1e+01, 2.7e+01], [3.0e+01, 3.8e+01], [7.0e+00, 4.3e+01], [0.0e+00, 1.5e+01]], [[4.4e+01, 2.4e+01], [4.2e+01, 1.8e+01], [5.0e+00, 2.6e+01], [1.0e+00, 4.0e+00], [2.2e+01, 3.5e+01]], [[3.9e+01, 2.1e+01], [2.8e+01, 1.3e+01], [4.0e+01, 8.0e+00], [4.5e+01, 4.8e+01], [1.7e+01, 2.9e+01]], [[9.0e+00, 4.6e+01], [3.2e+01, 6.0e+00], [1.2e+01, 4.1e+01], [3.6e+01, 2.5e+01], [1.0e+01, 3.3e+01]], [[1.6e+01, 1.1e+01], [2.0e+00, 1.9e+01], [3.0e+00, 4.7e+01], [2.0e+01, 4.9e+01], [2.3e+01, 1.4e+01]]]]> : tensor<1x5x5x2xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[0.0e+00, 7.4e+01], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 1.72e+02], [0.0e+00, 0.0e+00]], [[1.76e+02, 0.0e+00], [8.4e+01, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [4.4e+01, 0.0e+00]], [[0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [1.8e+02, 1.92e+02], [0.0e+00, 0.0e+00]], [[0.0e+00, 1.84e+02], [6.4e+01, 0.0e+00], [0.0e+00, 0.0e+00], [1.44e+02, 0.0e+00], [0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 1.96e+02], [0.0e+00, 0.0e+00]]]]> : tensor<1x5x5x2xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x5x5x2xf32>) -> (tensor<1x5x5x2xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %11 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<1x5x5x2xf32>, tensor<f32>) -> tensor<1x3x3x2xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<1x3x3x2xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x3x3x2xf32>
    %4 = stablehlo.multiply %3, %1 : tensor<1x3x3x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%2 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x3x3x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x3x3x2xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<1x3x3x2xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %8 = stablehlo.pad %arg0, %cst_3, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<1x5x5x2xf32>, tensor<f32>) -> tensor<1x7x7x2xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = "stablehlo.select_and_scatter"(%8, %7, %cst_4) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %11 = stablehlo.compare GE, %arg1, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }, {
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %11 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<1x7x7x2xf32>, tensor<1x3x3x2xf32>, tensor<f32>) -> tensor<1x7x7x2xf32>
    %10 = stablehlo.slice %9 [0:1, 1:6, 1:6, 0:2] : (tensor<1x7x7x2xf32>) -> tensor<1x5x5x2xf32>
    return %10 : tensor<1x5x5x2xf32>
  }
}

// -----
//! name: average pooling, gradient
//! input: dense<[[[[2.9154402e-01, 9.855918e-01], [1.0505676e+00, 8.118372e-01], [1.3882221e-01, 8.3590674e-01], [1.0329905e+00, 1.34028e-01]], [[1.6897197e+00, -3.2896522e-01], [-1.1202229e+00, 2.7377627e+00], [5.1168922e-02, -2.7301658e-02], [-7.338102e-01, 1.6870822e+00]], [[-7.1367276e-01, 2.856879e-01], [-1.9427677e+00, 2.4165615e-01], [-2.9634523e-01, -4.7704038e-01], [-1.1788769e+00, -2.9624027e-01]], [[-1.0976624e-02, 1.116264e+00], [-1.2431728e+00, -1.7662573e-01], [1.3454502e+00, -3.7282273e-01], [-2.2435758e+00, -8.5487056e-01]]]]> : tensor<1x4x4x2xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[3.8232167e+00, 8.412453e+00], [3.8232167e+00, 8.412453e+00], [9.783428e-01, 5.2594304e+00], [9.783428e-01, 5.2594304e+00]], [[3.8232167e+00, 8.412453e+00], [3.8232167e+00, 8.412453e+00], [9.783428e-01, 5.2594304e+00], [9.783428e-01, 5.2594304e+00]], [[-7.82118e+00, 2.9339647e+00], [-7.82118e+00, 2.9339647e+00], [-4.7466955e+00, -4.001948e+00], [-4.7466955e+00, -4.001948e+00]], [[-7.82118e+00, 2.9339647e+00], [-7.82118e+00, 2.9339647e+00], [-4.7466955e+00, -4.001948e+00], [-4.7466955e+00, -4.001948e+00]]]]> : tensor<1x4x4x2xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %11 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<1x2x2x2xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x2x2x2xf32>
    %4 = stablehlo.multiply %3, %1 : tensor<1x2x2x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%2 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x2x2x2xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<1x2x2x2xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.pad %7, %cst_3, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0] : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x5x5x2xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.reduce_window"(%8, %9) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %11 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<1x5x5x2xf32>, tensor<f32>) -> tensor<1x4x4x2xf32>
    return %10 : tensor<1x4x4x2xf32>
  }
}

// -----
//! name: a perceptron's loss
//! input: dense<[[7.689786e-01, 2.0731841e-01, 1.0028528e+00, 8.7724376e-01], [3.3086178e-01, 9.4393796e-01, -9.639279e-01, -2.4607139e+00], [8.622325e-01, -4.5251304e-01, -8.7970203e-01, -1.215288e+00], [-1.1782306e+00, 4.06381e-01, 6.2809867e-01, 7.425649e-01]]> : tensor<4x4xf32>
//! input: dense<[0, 2, 1, 2]> : tensor<4xi32>
//! input: dense<[[3.8475528e-01, -1.1768496e+00, -1.1504507e+00, -1.4184319e+00, -2.5010705e+00, 1.424734e+00], [-1.3168447e+00, 9.786475e-01, 3.5042372e-01, 6.290593e-01, 1.0705984e+00, 1.1902907e+00], [1.0606863e+00, -3.0283764e-01, -2.2257976e-01, -1.8203398e+00, 1.8546324e+00, 2.5870216e-01], [-1.8347974e-01, -6.370335e-02, 8.471675e-01, -1.454205e-01, 1.9826362e-01, -2.5027733e+00]]> : tensor<4x6xf32>
//! input: dense<[1.3488402e+00, -5.7192206e-01, 7.600037e-01, -5.4399633e-01, -1.1263072e+00, -9.768224e-02]> : tensor<6xf32>
//! input: dense<[[7.298099e-02, 2.782776e-01, -7.6876736e-01], [3.710504e-01, 8.110973e-01, -6.158131e-01], [7.3148334e-01, 3.163895e-01, -1.3698012e+00], [-7.54341e-01, 2.640957e-01, 7.59905e-01], [-2.0217364e-01, 6.7485523e-01, -4.3155617e-01], [-9.234037e-01, -1.0718225e+00, -5.2727133e-01]]> : tensor<6x3xf32>
//! input: dense<[-6.292368e-01, -1.0313495e-02, 4.4218308e-01]> : tensor<3xf32>
//! expect_close(2e-05, 2e-06): dense<3.247804641723633e+00> : tensor<f32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4x6xf32>, %arg3: tensor<6xf32>, %arg4: tensor<6x3xf32>, %arg5: tensor<3xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %3 = stablehlo.add %0, %2 : tensor<4x6xf32>
    %4 = call @relu(%3) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %5 = stablehlo.dot_general %4, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
    %6 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
    %8 = stablehlo.add %5, %7 : tensor<4x3xf32>
    %9 = call @log_softmax(%8) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %10 = stablehlo.iota dim = 0 : tensor<4xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %12 = stablehlo.compare LT, %10, %11, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i64>
    %13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %14 = stablehlo.add %10, %13 : tensor<4xi64>
    %15 = stablehlo.select %12, %14, %10 : tensor<4xi1>, tensor<4xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %17 = stablehlo.compare LT, %arg1, %16, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_2 = stablehlo.constant dense<3> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %19 = stablehlo.add %arg1, %18 : tensor<4xi32>
    %20 = stablehlo.select %17, %19, %arg1 : tensor<4xi1>, tensor<4xi32>
    %21 = stablehlo.convert %15 : (tensor<4xi64>) -> tensor<4xi32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %23 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %24 = stablehlo.concatenate %22, %23, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %25 = "stablehlo.gather"(%9, %24) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x3xf32>, tensor<4x2xi32>) -> tensor<4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%25 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %27 = stablehlo.divide %26, %cst_3 : tensor<f32>
    %28 = stablehlo.negate %27 : tensor<f32>
    return %28 : tensor<f32>
  }
  func.func private @relu(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x6xf32>
    return %1 : tensor<4x6xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x3xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x3xf32>
    %6 = stablehlo.exponential %5 : tensor<4x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %9 = stablehlo.log %8 : tensor<4x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x3xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x3xf32>
    return %11 : tensor<4x3xf32>
  }
}

// -----
//! name: a perceptron's gradient
//! input: dense<[[9.91228e-01, -2.2997968e+00, 8.1647927e-01, 5.503722e-01], [9.914589e-01, 1.7181045e+00, -7.4009115e-01, -5.399914e-01], [-8.4624505e-01, 3.8884422e-01, -1.8679187e-01, 1.6220708e+00], [1.907918e-02, -1.8634719e+00, 6.513565e-01, -3.487539e-01]]> : tensor<4x4xf32>
//! input: dense<[0, 2, 1, 2]> : tensor<4xi32>
//! input: dense<[[3.8475528e-01, -1.1768496e+00, -1.1504507e+00, -1.4184319e+00, -2.5010705e+00, 1.424734e+00], [-1.3168447e+00, 9.786475e-01, 3.5042372e-01, 6.290593e-01, 1.0705984e+00, 1.1902907e+00], [1.0606863e+00, -3.0283764e-01, -2.2257976e-01, -1.8203398e+00, 1.8546324e+00, 2.5870216e-01], [-1.8347974e-01, -6.370335e-02, 8.471675e-01, -1.454205e-01, 1.9826362e-01, -2.5027733e+00]]> : tensor<4x6xf32>
//! input: dense<[1.3488402e+00, -5.7192206e-01, 7.600037e-01, -5.4399633e-01, -1.1263072e+00, -9.768224e-02]> : tensor<6xf32>
//! input: dense<[[7.298099e-02, 2.782776e-01, -7.6876736e-01], [3.710504e-01, 8.110973e-01, -6.158131e-01], [7.3148334e-01, 3.163895e-01, -1.3698012e+00], [-7.54341e-01, 2.640957e-01, 7.59905e-01], [-2.0217364e-01, 6.7485523e-01, -4.3155617e-01], [-9.234037e-01, -1.0718225e+00, -5.2727133e-01]]> : tensor<6x3xf32>
//! input: dense<[-6.292368e-01, -1.0313495e-02, 4.4218308e-01]> : tensor<3xf32>
//! expect_close(2e-05, 2e-06): dense<[[5.325312e-02, 3.7747916e-02, -1.1936495e-02, 1.3167911e-02, 2.584512e-02, -9.546192e-03], [-5.670729e-01, 3.672725e-02, 5.4847435e-03, -4.245741e-02, -1.1875668e-02, -1.6542649e-02], [1.9912276e-01, -1.5522331e-02, -2.6347453e-03, 1.8967768e-02, 5.704799e-03, 7.125916e-03], [-7.551824e-02, -3.851287e-02, 2.2879709e-02, -4.8025787e-02, -4.9539566e-02, 5.1992694e-03]]> : tensor<4x6xf32>
//! expect_close(2e-05, 2e-06): dense<[2.8552014e-01, 9.414176e-03, 1.4105246e-02, -5.1932473e-02, -3.054094e-02, -9.62843e-03]> : tensor<6xf32>
//! expect_close(2e-05, 2e-06): dense<[[-9.8063546e-01, 2.1038914e+00, -1.1232557e+00], [2.7628746e-02, -2.3811175e-02, -3.817563e-03], [1.13758184e-01, -1.1427799e-01, 5.198558e-04], [3.8648807e-02, -2.792405e-02, -1.0724749e-02], [4.783853e-02, -4.8057124e-02, 2.1861408e-04], [3.127664e-02, 5.7166822e-02, -8.844353e-02]]> : tensor<6x3xf32>
//! expect_close(2e-05, 2e-06): dense<[-1.286066e-01, 3.942924e-01, -2.6568583e-01]> : tensor<3xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4x6xf32>, %arg3: tensor<6xf32>, %arg4: tensor<6x3xf32>, %arg5: tensor<3xf32>) -> (tensor<4x6xf32> {jax.result_info = "result[0]"}, tensor<6xf32> {jax.result_info = "result[1]"}, tensor<6x3xf32> {jax.result_info = "result[2]"}, tensor<3xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %3 = stablehlo.add %0, %2 : tensor<4x6xf32>
    %4 = call @relu(%3) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %8 = stablehlo.dot_general %4, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
    %9 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
    %11 = stablehlo.add %8, %10 : tensor<4x3xf32>
    %12:3 = call @log_softmax(%11) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x1xf32>)
    %13 = stablehlo.iota dim = 0 : tensor<4xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %14 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %15 = stablehlo.compare LT, %13, %14, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %c_1 = stablehlo.constant dense<4> : tensor<i64>
    %16 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %17 = stablehlo.add %13, %16 : tensor<4xi64>
    %18 = stablehlo.select %15, %17, %13 : tensor<4xi1>, tensor<4xi64>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %20 = stablehlo.compare LT, %arg1, %19, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_3 = stablehlo.constant dense<3> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %22 = stablehlo.add %arg1, %21 : tensor<4xi32>
    %23 = stablehlo.select %20, %22, %arg1 : tensor<4xi1>, tensor<4xi32>
    %24 = stablehlo.convert %18 : (tensor<4xi64>) -> tensor<4xi32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %26 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %27 = stablehlo.concatenate %25, %26, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %28 = "stablehlo.gather"(%12#0, %27) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x3xf32>, tensor<4x2xi32>) -> tensor<4xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %30 = stablehlo.divide %29, %cst_5 : tensor<f32>
    %31 = stablehlo.negate %30 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.negate %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %33 = stablehlo.divide %32, %cst_7 : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %36 = "stablehlo.scatter"(%35, %27, %34) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %51 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %51 : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x3xf32>
    %37 = call @log_softmax_0(%12#1, %12#2, %36) : (tensor<4x3xf32>, tensor<4x1xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    %39 = stablehlo.reshape %38 : (tensor<3xf32>) -> tensor<1x3xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<3xf32>
    %41 = stablehlo.dot_general %37, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<4x6xf32>) -> tensor<3x6xf32>
    %42 = stablehlo.transpose %41, dims = [1, 0] : (tensor<3x6xf32>) -> tensor<6x3xf32>
    %43 = stablehlo.dot_general %37, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<6x3xf32>) -> tensor<4x6xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %45 = stablehlo.select %6, %43, %44 : tensor<4x6xi1>, tensor<4x6xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %47 = stablehlo.reshape %46 : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %49 = stablehlo.dot_general %45, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
    %50 = stablehlo.transpose %49, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
    return %50, %48, %42, %40 : tensor<4x6xf32>, tensor<6xf32>, tensor<6x3xf32>, tensor<3xf32>
  }
  func.func private @relu(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x6xf32>
    return %1 : tensor<4x6xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x3xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x3xf32>
    %6 = stablehlo.exponential %5 : tensor<4x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %9 = stablehlo.log %8 : tensor<4x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x3xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x3xf32>
    return %11, %6, %8 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x1xf32>
  }
  func.func private @log_softmax_0(%arg0: tensor<4x3xf32>, %arg1: tensor<4x1xf32>, %arg2: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.negate %arg2 : tensor<4x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.reshape %1 : (tensor<4xf32>) -> tensor<4x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<4x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<4x3xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<4x3xf32>
    return %7 : tensor<4x3xf32>
  }
}

// -----
//! name: convolution, stride 1, SAME, 1 groups: both gradients
//! input: dense<[[[[-9.641309e-01, 5.423378e-01], [6.350143e-01, 4.7047472e-01], [5.6004274e-01, 9.062975e-01], [4.3149638e-01, 7.9452795e-01], [-3.228562e-01, 1.010573e+00], [-6.0611606e-01, 1.1954132e+00]], [[-6.46854e-01, -1.2519024e-01], [2.6112053e-01, -2.0588794e+00], [-9.580333e-02, 9.111265e-02], [1.8887545e+00, -6.0961455e-01], [-6.6471237e-01, 1.3528373e+00], [7.59019e-01, -1.7037451e+00]], [[4.8702776e-02, 7.6497006e-01], [4.766084e-01, 1.8001215e-01], [-1.8071162e+00, 2.7127776e-01], [-3.8347235e-01, -9.03619e-01], [2.4540858e-01, 1.4895312e+00], [1.2952945e+00, 4.0379423e-01]], [[-1.3792887e-01, -6.2091464e-01], [-1.6390535e+00, 5.180635e-01], [1.1908329e+00, 1.0492952e+00], [-8.6845994e-01, -1.22261815e-01], [-1.0773121e+00, 1.5191779e-01], [-1.866097e+00, -1.27206e+00]], [[8.356358e-02, -5.5983794e-01], [1.695585e+00, 1.1551247e+00], [-3.6623544e-01, 2.9960182e-01], [-4.2710755e-02, -8.571713e-01], [1.501942e+00, 5.556708e-01], [-5.186421e-01, -1.1053448e+00]], [[-1.4806594e+00, -1.3799492e+00], [-7.313417e-01, 1.2291118e+00], [7.3910064e-01, 4.8246175e-01], [5.4487187e-02, -4.574258e-01], [1.9130656e-02, -5.2478828e-02], [-4.1953328e-01, -5.3968215e-01]]], [[[1.7845715e+00, -1.0320708e+00], [-9.248692e-01, 3.8395965e-01], [8.1859547e-01, -7.6207924e-01], [2.1162002e+00, -1.1215994e+00], [-1.0483406e-01, 1.2912881e-01], [4.420411e-01, 1.2000245e+00]], [[-2.0475246e-01, -2.1412845e+00], [-8.755837e-01, 1.3146713e-01], [8.244761e-01, -5.6660986e-01], [7.2132595e-02, 5.524169e-01], [-4.7674727e-01, 7.322954e-02], [-1.3556553e-01, 3.9343172e-01]], [[-5.1635608e-02, 1.6980037e-01], [-1.5315903e+00, 1.4006823e-01], [1.452763e+00, -1.0516214e+00], [7.656008e-01, 1.3626921e+00], [-2.7610743e-01, 1.2841043e+00], [1.7352538e+00, -2.9022526e-02]], [[-8.00282e-01, -8.505309e-01], [4.0577713e-01, 1.5979154e-01], [1.2376457e+00, -1.7512955e-01], [1.1971735e+00, -1.5069817e+00], [2.6302414e+00, 7.266233e-02], [-1.9814882e+00, 7.816891e-01]], [[-3.3418074e-02, 9.19832e-01], [1.156773e+00, 4.9695733e-01], [-1.1304238e+00, 7.1517265e-01], [1.1875762e+00, 5.0616163e-01], [3.3573964e-01, -7.844467e-01], [-9.2104316e-01, -6.8530256e-01]], [[7.121585e-01, 2.0831213e+00], [9.712284e-01, -3.7195757e-01], [-1.3303139e+00, 4.1647056e-01], [-1.4634988e+00, 2.485433e-01], [9.820267e-01, 9.140741e-01], [1.0908401e+00, -4.2895404e-01]]]]> : tensor<2x6x6x2xf32>
//! input: dense<[[[[-1.1802181e+00, 1.0270433e+00, 9.500426e-01, 8.133274e-01], [-1.0999849e+00, 3.6808285e-01, -7.2100095e-02, -1.1019635e+00]], [[1.8479121e+00, 9.704233e-01, 9.0970874e-02, -4.7966458e-02], [-9.6692824e-01, 1.1696042e+00, 1.4773455e+00, 1.118776e+00]], [[-6.921555e-01, -1.2848359e+00, 1.076625e+00, 3.507061e-01], [-1.5685515e-01, 2.4951158e-01, -2.3899318e-01, -9.7955376e-02]]], [[[-1.2243901e+00, 2.0912037e+00, -5.1773185e-01, 6.764771e-01], [4.2080224e-01, -1.5689359e+00, 6.175481e-01, 7.6384e-01]], [[-2.3415084e+00, 1.3757536e+00, 9.072484e-01, 1.195881e+00], [-2.9854792e-01, -2.3383424e+00, 5.535257e-01, -1.18477404e-01]], [[1.041131e+00, 1.0703566e+00, -3.506518e-01, -2.791441e-01], [7.3488885e-01, -4.4167674e-01, 1.8919251e+00, 1.1374635e+00]]], [[[3.7434533e-01, 1.5220779e+00, -5.082497e-01, -4.8550984e-01], [-6.344509e-01, -1.5420524e+00, -1.2472469e+00, -2.5623047e-01]], [[-7.830455e-01, -1.6289024e+00, -8.4011847e-01, 2.728449e-01], [-1.6359133e+00, 2.1581246e-01, -1.5508574e-01, 6.6875e-01]], [[9.7550994e-01, -1.3906299e-01, -2.0314484e+00, 1.4918278e+00], [7.0070136e-01, -1.5491847e+00, 2.2147566e-01, 1.0104429e+00]]]]> : tensor<3x3x2x4xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[-5.529573e+01, 1.2458622e+01], [2.4141241e+01, 4.4655186e+01], [3.380922e+01, 5.756849e+01], [-5.1198206e+00, 1.0353272e+02], [-3.7476585e+01, 5.620641e+01], [-8.2546616e+01, 6.562614e+01]], [[-4.455965e+01, -3.2599327e+01], [6.797612e+01, -1.4149863e+02], [-5.118827e+01, -3.6791824e+01], [2.5902423e+02, -5.29304e+01], [-5.1757145e+01, 1.1914152e+02], [8.508206e+01, -5.4996136e+01]], [[-1.9409609e+01, 3.915999e+01], [-3.3989055e+00, 1.1139894e+01], [-1.9916534e+02, 2.4657585e+01], [-3.967085e+01, -6.1052635e+01], [-1.0406196e+01, 5.712232e+01], [5.386419e+01, 4.686837e+00]], [[5.3739433e+01, 1.5542354e+01], [-1.4400247e+02, 9.550775e+01], [9.8474434e+01, 2.9544117e+01], [-9.963151e+01, 2.3977575e+01], [-7.5943596e+01, 4.0723667e+01], [-1.3346552e+02, -4.978205e+01]], [[4.1294673e-01, -2.5203997e+01], [1.3686623e+02, 4.0979015e+01], [-2.4778246e+01, 7.550389e+01], [3.607347e+01, -7.211253e+01], [1.3550201e+02, -9.873284e+00], [-6.087831e+01, -5.510335e+01]], [[-9.8400955e+01, -5.122829e+00], [-6.7598186e+00, 6.443133e+01], [4.5525673e+01, 3.3767723e+01], [6.388111e+00, 5.865479e+00], [2.6579783e+00, -1.5000953e+01], [9.35276e+00, -2.8590199e+01]]], [[[9.675122e+01, -4.0086662e+01], [-2.6692467e+01, -4.6020332e+01], [5.0400295e+01, -7.2756004e+01], [1.4662569e+02, -7.394951e+01], [-3.3910673e+00, -1.2317347e+01], [-2.7874622e+00, 5.2681003e+00]], [[1.6845844e+01, -1.1543612e+02], [-6.690506e+01, -3.7790226e+01], [4.2786045e+01, -5.4012226e+01], [-5.894774e+00, 4.924594e+01], [-3.130829e+01, 1.2402291e+01], [2.0320858e+01, 5.091394e+01]], [[-4.575941e+01, -2.4475791e+00], [-1.571325e+02, 1.2547377e+01], [1.5378383e+02, -6.815364e+01], [5.2001396e+01, 1.2337441e+02], [-2.3131765e+01, 1.15499176e+02], [1.2698964e+02, -7.812386e+00]], [[-4.508953e+01, -1.4784769e+01], [6.1967995e+01, -1.219132e+01], [1.126318e+02, -6.140901e+01], [1.4980615e+02, -1.059465e+02], [2.4175719e+02, -4.4700333e+01], [-1.3047281e+02, 1.0503195e+01]], [[-5.6765194e+01, 7.590733e+01], [1.0024697e+02, 7.9426155e+01], [-1.1775436e+02, 8.815556e+00], [8.222412e+01, -5.4795117e+00], [6.763514e+01, -2.8301254e+01], [-4.3031635e+01, -5.749636e+01]], [[2.0276066e+01, 5.137512e+01], [6.494225e+01, 3.0130765e+00], [-9.185699e+01, 7.340922e+01], [-6.965642e+01, 1.1525499e+01], [1.7768276e+01, 6.130995e+01], [7.050947e+01, 9.708707e+00]]]]> : tensor<2x6x6x2xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[-1.7282697e+02, 1.604473e+02, 9.8522224e+01, 9.594264e+01], [-1.1345301e+01, 5.7918457e+01, 3.9849754e+01, -9.871597e+01]], [[3.2216174e+02, 1.1671572e+02, -2.4416767e+01, -2.211535e+01], [-2.1019539e+02, 1.0820736e+02, 9.992569e+01, 5.8752045e+01]], [[-1.3890948e+02, -2.4781888e+02, 1.4429333e+02, 4.672284e+01], [3.1628273e+01, 1.0239174e+02, -1.030981e+02, 6.736893e+01]]], [[[-1.1576408e+02, 2.7132236e+02, -9.475732e+01, 9.531501e+01], [8.047807e+01, -2.4093904e+02, -1.2788515e+01, 2.6588053e+01]], [[-3.319703e+02, 1.13054794e+02, 1.7084795e+02, 1.7567207e+02], [-7.848681e+01, -1.6843942e+02, 8.849753e+01, 3.2270058e+01]], [[1.14707985e+02, 1.5666609e+02, -3.0251396e+01, -7.0520515e+01], [8.719251e+01, -2.1170881e+01, 1.5376958e+02, 5.1655235e+01]]], [[[-1.0423489e+01, 2.0530269e+02, 2.2001953e+00, -7.5394325e+01], [-5.599751e+01, -1.4422284e+02, -8.422368e+00, -1.1506692e+01]], [[-1.2786001e+02, -2.574532e+02, -4.3581963e+01, 8.0700874e+01], [-1.2588738e+02, 8.845283e+01, -8.350342e+01, 5.7138756e+01]], [[9.631444e+01, 2.7051945e+01, -2.6050357e+02, 1.987969e+02], [6.823199e+01, -1.682771e+02, 9.51869e+00, 5.127965e+01]]]]> : tensor<3x3x2x4xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x6x6x2xf32>, %arg1: tensor<3x3x2x4xf32>) -> (tensor<2x6x6x2xf32> {jax.result_info = "result[0]"}, tensor<3x3x2x4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<2x6x6x4xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<2x6x6x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x6x6x4xf32>
    %3 = stablehlo.multiply %2, %0 : tensor<2x6x6x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x6x6x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x6x6x4xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<2x6x6x4xf32>
    %7 = stablehlo.convolution(%arg0, %6) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x2xf32>, tensor<2x6x6x4xf32>) -> tensor<3x3x2x4xf32>
    %8 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x2x4xf32>
    %9 = stablehlo.convolution(%6, %8) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x4xf32>, tensor<3x3x2x4xf32>) -> tensor<2x6x6x2xf32>
    return %9, %7 : tensor<2x6x6x2xf32>, tensor<3x3x2x4xf32>
  }
}

// -----
//! name: convolution, stride 2, SAME, 1 groups: both gradients
//! input: dense<[[[[-5.137852e-01, 1.989643e-02], [-2.5232795e-01, 1.7015804e-01], [7.0971414e-02, 7.85932e-01], [-2.1691418e+00, -6.091124e-01], [-7.7008253e-01, 9.988633e-01], [-5.826377e-01, -1.8868664e-01]], [[9.0061e-01, 1.939988e-01], [-9.9660385e-01, 3.229136e-01], [1.5210177e+00, -5.4180133e-01], [-1.0712913e+00, 6.3499056e-02], [7.163364e-01, 1.0683358e+00], [-1.0249814e+00, 1.3326001e-01]], [[-3.209741e-01, -1.8206851e+00], [6.804508e-01, 2.2748897e+00], [1.6018116e-01, 8.938273e-01], [-6.521494e-01, 1.141286e+00], [-8.9165777e-01, -6.751239e-01], [-7.020028e-01, 2.1540424e-01]], [[2.3403686e-01, -1.3936913e+00], [8.072831e-01, 5.42783e-01], [2.4504521e-01, -6.0698308e-02], [8.065128e-01, 3.3044547e-01], [5.623143e-01, 1.8332839e-01], [1.5448115e+00, -8.170327e-01]], [[3.6240733e-01, -4.3354502e-01], [-9.052895e-01, -1.2873535e+00], [3.6151695e-01, 5.7928646e-01], [9.807779e-01, -1.8709953e+00], [1.0377648e+00, 1.2436161e+00], [-4.10306e-01, 1.8034866e+00]], [[-1.6328715e-01, 5.3278023e-01], [6.191627e-02, 1.1180894e+00], [4.6758568e-01, 1.1735923e+00], [-1.3187003e+00, 1.2914617e+00], [-1.5601571e-01, 7.722559e-01], [5.2127503e-03, -5.8337396e-01]]], [[[3.1808246e-02, -7.4627005e-02], [1.2209649e+00, -2.338159e+00], [3.6186415e-01, 6.8266875e-01], [1.0446723e+00, 1.2847893e+00], [5.883685e-01, -1.381971e+00], [1.4516072e+00, 3.9969397e-01]], [[-5.993532e-01, -3.673631e-01], [5.776869e-02, 2.1930459e-01], [-8.9540464e-01, -1.0449666e-01], [-1.7842996e+00, 1.7898176e+00], [8.151138e-01, 2.1928109e-01], [9.5502836e-01, -1.2171401e+00]], [[3.9622858e-01, 1.838646e+00], [8.840653e-01, -3.291821e-01], [1.3519925e+00, 6.985077e-01], [1.3340173e+00, -2.5544995e-01], [3.8609743e-01, -6.854027e-01], [1.2363724e+00, -1.1784643e+00]], [[1.032822e+00, 5.7497166e-02], [3.0327135e-01, -9.9681425e-01], [6.549327e-01, 2.7698132e-01], [-5.4594e-01, -1.5451603e+00], [-2.1203266e-05, 7.5177246e-01], [6.1457217e-01, -1.0980286e-01]], [[1.6254318e+00, -1.8317911e-01], [8.519074e-02, 3.8134545e-01], [-5.018166e-01, 1.6195875e+00], [1.1281579e+00, 4.7670412e-01], [3.2677943e-01, -9.071961e-01], [2.0515062e-02, 5.857824e-01]], [[-5.570079e-01, -5.527268e-01], [-1.3768557e-01, 1.4313546e+00], [-4.17933e-01, 4.3334955e-01], [-5.2659696e-01, -4.500326e-01], [-5.783186e-01, 4.7608584e-01], [1.8902538e+00, 2.3526059e-01]]]]> : tensor<2x6x6x2xf32>
//! input: dense<[[[[1.2319156e+00, 1.7179377e-01, -9.534555e-01, -1.0013617e+00], [-8.7132543e-01, -5.2203555e-02, 4.0884885e-01, 1.2197212e+00]], [[4.4731277e-01, -7.05891e-01, 3.1557894e-01, 1.2048846e+00], [4.469465e-01, 9.1615045e-01, 9.730505e-01, 4.4408876e-01]], [[8.7921894e-01, -8.8256514e-01, 3.5473606e-01, 9.546644e-01], [-1.6937384e-01, -8.859278e-01, 7.0538163e-01, -7.31396e-01]]], [[[-5.0161344e-01, -8.4934783e-01, 9.907367e-01, -1.6026908e-01], [-1.6648843e+00, 1.6557953e+00, 7.997246e-02, 4.1406652e-01]], [[7.53535e-01, 5.5437213e-01, -1.4707011e+00, 1.2530382e+00], [-1.9439365e+00, -7.475736e-01, -7.145544e-01, -2.7975965e-01]], [[9.282814e-01, -6.4192283e-01, 1.080354e+00, 1.1136851e+00], [-9.0813184e-01, -1.6538462e-01, -4.8860985e-01, 2.843227e-01]]], [[[-1.3674402e+00, 8.487121e-01, 5.128896e-01, -7.9140973e-01], [3.467798e-01, -3.3302847e-02, -4.3825385e-01, -2.1814828e+00]], [[-6.7780036e-01, 7.0985574e-01, 1.4321712e-01, -1.5517662e+00], [1.8828988e+00, -4.83727e-01, 5.836422e-01, 9.5087075e-01]], [[-1.2501116e+00, 6.790004e-01, 1.1380752e-01, -5.597315e-01], [1.1452194e+00, -5.9661424e-01, -4.289976e-01, -2.9253033e-01]]]]> : tensor<3x3x2x4xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[-1.5876575e+01, 1.2056431e+01], [2.4798061e+01, 1.3762511e+01], [2.5069618e+01, 4.0684547e+00], [-1.6659992e+00, -4.7551503e+00], [-2.0599968e+01, 3.395247e+01], [8.683709e+00, 4.2628255e+00]], [[1.52641945e+01, -1.9182556e+01], [-7.1055145e+00, -2.0202742e+01], [5.1831116e+01, -2.1485771e+01], [-2.32347e+01, 6.19909e+00], [1.1773945e+01, 1.0072849e+01], [-5.244826e+00, 8.531924e+00]], [[-1.3996126e+01, -2.7072027e+01], [-1.7572609e+01, 3.502248e+01], [-4.975599e+00, 1.5959237e+01], [-1.3959339e+01, -5.9179573e+00], [-9.431245e+00, -2.7460716e+01], [-4.56532e+00, 5.6339154e+00]], [[2.0502687e+00, -1.2812669e+01], [2.0778619e-01, -7.756278e+00], [4.751199e+00, 2.3189764e+01], [-7.7075825e+00, 1.8227213e+01], [-3.3555214e+01, -9.8818874e-01], [7.388329e+00, -1.9109032e+01]], [[-9.629188e+00, -9.136366e-01], [-1.335575e+01, -6.387892e-01], [-8.142914e+00, 3.4375328e+01], [2.4059277e+01, -4.6290073e+01], [7.596367e+00, 3.2318153e+00], [-4.9580297e+00, 2.6897785e+01]], [[1.5769143e+00, 4.600215e+00], [-3.782327e+00, 2.065083e+01], [1.5755653e+00, 1.3692701e+01], [-1.8432566e+01, 3.0804647e+01], [-1.1048304e+01, 2.3612202e+01], [4.415307e+00, -1.1561186e+01]]], [[[1.6670336e+01, -1.8044443e+01], [-2.083053e+01, -2.0475346e+01], [-3.3175667e+01, 1.667294e+01], [-1.28702965e+01, 5.059644e-01], [-1.2009359e+01, 2.7437506e+00], [-3.9945416e+00, 4.9294734e+00]], [[5.378875e-01, -5.7335415e+00], [-1.4034492e+01, 2.2398785e+01], [-1.8364346e+01, 2.9186064e+01], [-2.2367594e+01, 1.934111e+01], [-1.9128231e+01, 9.866687e+00], [2.8122928e+00, -8.074014e+00]], [[3.0371275e+00, 4.4196472e+01], [4.2825897e+01, -1.9341366e+01], [7.045301e+01, 2.7900867e+00], [1.6327814e+01, -2.350467e+01], [2.158071e+01, -5.743943e+00], [1.1567778e+01, 1.814863e+00]], [[8.145729e+00, -1.6406507e+01], [5.688973e-01, -1.41917305e+01], [2.4504581e+01, -1.50875225e+01], [-3.6018906e+00, -1.2927002e+01], [-3.023981e+00, -9.079611e+00], [1.2603033e+01, -3.0306408e+00]], [[-5.7173834e+00, -2.9193466e+01], [-2.9960732e+01, 1.3628752e+01], [-4.0659668e+01, 3.832195e+01], [1.2403098e+01, 1.4191568e+01], [5.7449913e-01, -1.4347771e+01], [-1.2327029e+01, 8.884082e+00]], [[6.2026685e-01, -7.2062106e+00], [-7.1088743e+00, 1.1612316e+01], [-1.3100185e+01, 1.6484415e+01], [5.507161e+00, 9.8239505e-01], [-7.2780814e+00, 7.476999e+00], [2.016026e+01, -7.3288727e+00]]]]> : tensor<2x6x6x2xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[-5.766346e+00, 6.038233e+00, -1.642286e+01, -3.4197674e+01], [-4.0288834e+01, -4.5221486e+00, 4.2852665e+01, 1.6089739e+01]], [[-1.2017939e+00, 5.096453e+00, -8.499378e+00, 4.169585e+00], [2.9801805e+01, 6.238904e+01, 2.7631536e+01, 3.2656754e+01]], [[-3.2609556e+00, -1.7917484e+01, 1.3040763e+01, 1.7456656e+01], [9.904132e+00, -5.7063717e+01, 3.3841723e-01, -1.28977165e+01]]], [[[2.3670805e+01, -2.6419682e+01, 4.103673e+01, 1.9352432e+01], [-1.8814756e+01, 7.254935e+00, 6.192101e+00, 3.0882963e+01]], [[5.9722313e+01, 4.3140587e+01, -5.34551e+01, 5.6907525e+00], [-7.311594e+01, -2.6392185e+01, -1.2414867e+01, -3.4246468e+01]], [[4.341601e+00, -1.1278225e+01, 3.7864445e+01, 1.798337e+01], [-2.3938438e+01, -1.2599785e+01, -2.0908122e+00, -2.0406904e+01]]], [[[-4.5101815e-01, 1.5987887e+00, 5.793858e+00, -9.33647e+00], [-1.8936506e+01, 1.42640505e+01, -3.1787498e+01, -8.04222e+01]], [[-1.7436174e+01, 1.9212706e+01, -9.3391603e-01, -3.0478659e+01], [4.8469357e+01, -3.9791927e+01, 4.9186504e+01, 4.3449238e+01]], [[-1.878638e+01, 1.2746079e+01, -1.7929876e+01, -2.9286242e+01], [6.4885716e+00, -9.995369e+00, 5.282788e+00, 1.4371542e+01]]]]> : tensor<3x3x2x4xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x6x6x2xf32>, %arg1: tensor<3x3x2x4xf32>) -> (tensor<2x6x6x2xf32> {jax.result_info = "result[0]"}, tensor<3x3x2x4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<2x3x3x4xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<2x3x3x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x3x4xf32>
    %3 = stablehlo.multiply %2, %0 : tensor<2x3x3x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x3x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3x3x4xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<2x3x3x4xf32>
    %7 = stablehlo.convolution(%arg0, %6) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x2xf32>, tensor<2x3x3x4xf32>) -> tensor<3x3x2x4xf32>
    %8 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x2x4xf32>
    %9 = stablehlo.convolution(%6, %8) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<2x6x6x2xf32>
    return %9, %7 : tensor<2x6x6x2xf32>, tensor<3x3x2x4xf32>
  }
}

// -----
//! name: convolution, stride 2, VALID, 1 groups: both gradients
//! input: dense<[[[[4.835224e-02, -1.3416891e+00], [-5.9456336e-01, 6.123435e-01], [-4.60786e-01, -1.0872579e+00], [3.342763e-01, 4.7483373e-01], [7.489054e-01, 1.3243248e+00], [1.1251959e+00, -1.4820827e+00]], [[5.470572e-01, -4.8365632e-01], [5.221045e-01, -2.0415173e+00], [1.8359162e+00, -3.550729e-01], [1.5872699e-01, 1.2361271e+00], [8.228724e-01, 2.1356289e-01], [1.2616925e-02, 8.455438e-01]], [[-1.818367e-01, -1.7977073e+00], [6.567169e-01, 5.783186e-01], [1.4748999e+00, 5.984377e-01], [-1.5555388e-01, -2.590135e-01], [8.4150606e-01, -4.243883e-01], [2.4325596e-01, 3.169256e-01]], [[5.2617e-01, 1.5779926e+00], [2.687921e-01, -1.3463801e+00], [3.9389426e-01, 1.3425778e+00], [-1.7691416e-01, 5.6257963e-01], [-1.7907531e+00, 1.2968479e+00], [1.9735564e-02, 1.6658055e+00]], [[4.6136072e-01, 6.6343045e-01], [-9.7611696e-01, 4.8370925e-01], [6.1703306e-01, -8.411701e-02], [-1.282786e+00, -5.5976677e-01], [9.626463e-02, 1.3108696e+00], [2.2871956e-01, 2.308768e+00]], [[-2.2505592e-01, 1.3263907e+00], [1.4767386e+00, 2.335147e-01], [2.827645e-01, 6.7744136e-01], [1.1406842e+00, -5.450662e-01], [9.252939e-03, -1.6656053e+00], [-1.0237572e+00, 4.5623112e-01]]], [[[-9.326716e-01, -7.143821e-01], [-4.1561618e-01, -1.928549e-01], [-5.476659e-01, 1.2484654e+00], [-1.314638e+00, 2.9486012e+00], [5.9708935e-01, -6.3337845e-01], [-1.1181637e+00, -1.2170776e+00]], [[1.2399063e+00, -1.1034932e+00], [-8.3318794e-01, 1.6228865e+00], [-1.6480021e-01, -1.242378e+00], [-1.7760893e+00, 4.9021897e-01], [-5.87723e-01, 2.5629547e+00], [-9.088272e-02, -7.9348886e-01]], [[9.0232813e-01, 6.8897015e-01], [1.7328836e+00, -1.5312698e-01], [2.4660637e+00, 9.744663e-02], [-1.5347614e+00, -1.1193576e+00], [-1.4086345e-01, -5.898641e-01], [-2.0581777e+00, 2.9975942e-01]], [[-6.130369e-01, -9.689279e-02], [-1.3328463e+00, -1.2955771e-01], [9.41642e-01, -2.2746181e+00], [-7.4975026e-01, 1.9390429e+00], [1.7954229e-01, 1.6964896e+00], [-7.853929e-02, -9.3824096e-02]], [[-2.7218869e+00, 5.8677606e-02], [-3.6043128e-01, -4.2108083e-01], [1.5971336e+00, -7.27611e-01], [9.5545536e-01, -7.510286e-01], [-2.0472248e-01, 4.018775e-01], [4.4522384e-01, -2.364009e+00]], [[7.426043e-02, 2.7010164e-01], [-3.1131023e-01, -4.7438464e-01], [4.2847407e-01, 3.0418995e-01], [8.017527e-01, 3.4191525e-01], [1.2821999e+00, 6.0382277e-01], [-1.904542e-01, -7.0230025e-01]]]]> : tensor<2x6x6x2xf32>
//! input: dense<[[[[-1.1333658e+00, -7.064138e-01, 4.6729156e-01, -1.6665689e+00], [1.7269446e-02, -3.862261e-01, -1.1632632e+00, 1.4529926e+00]], [[-1.3910966e+00, 4.6185908e-01, 1.5482041e-01, -3.1305283e-01], [-4.300126e-01, -1.7388412e-01, -1.2766062e-01, 7.3031074e-01]], [[-1.5101207e-02, 1.5409437e+00, -4.1802996e-01, -6.335753e-01], [6.091794e-01, 2.3312211e-01, 5.5383086e-01, 1.3747683e+00]]], [[[-1.0128751e+00, -1.1631913e+00, -5.248975e-01, 5.82637e-01], [-7.9623723e-01, 7.72377e-01, 1.4772093e+00, -1.01247504e-01]], [[4.3335196e-01, 4.5220354e-01, 1.495272e-01, -2.282077e-01], [-3.6416326e-02, 1.2659092e-01, 8.935912e-01, -7.770236e-01]], [[-1.2926085e+00, 1.0238752e+00, 8.57149e-01, 1.1000985e-01], [1.7480168e+00, -1.0210724e+00, 1.6874713e-01, 5.3631365e-01]]], [[[4.175464e-02, -7.454241e-01, -1.417183e-01, 3.1286335e-01], [6.2510955e-01, 8.8726115e-01, 9.8624766e-01, -3.848823e-01]], [[1.6114631e+00, 5.5475444e-01, 2.153715e+00, -6.115651e-01], [-8.066434e-02, 6.0795254e-01, -2.630516e+00, 8.318106e-01]], [[-1.0809324e+00, 1.555207e-01, -1.1567731e+00, -1.4547166e+00], [1.2071086e+00, 9.767041e-01, 4.960956e-01, 2.084607e+00]]]]> : tensor<3x3x2x4xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[8.38368e+00, 4.94326e+00], [1.1086231e+01, 2.8380888e+00], [1.6784975e+01, -1.6823603e+01], [8.525738e+00, 8.836855e-01], [-1.0724359e+00, -4.5818067e+00], [0.0e+00, 0.0e+00]], [[9.750046e+00, -3.0770404e+00], [-3.7247279e+00, -4.389162e+00], [9.152409e+00, -8.898244e+00], [-1.9610003e+00, 3.9992583e+00], [8.728095e+00, -9.636971e+00], [0.0e+00, 0.0e+00]], [[1.8690861e+00, -1.3537808e+01], [-1.677779e+01, 1.8335249e+01], [2.9490631e+01, -1.5169864e+01], [-8.028583e+00, -7.6292167e+00], [-3.9170814e+00, -9.626766e+00], [0.0e+00, 0.0e+00]], [[-2.476086e+00, 7.5877934e+00], [8.1271297e-01, 1.1089269e+00], [1.8081121e+01, -2.2888205e+01], [-2.3593843e+00, -2.590681e+00], [-9.148838e+00, 9.35834e+00], [0.0e+00, 0.0e+00]], [[-4.943095e+00, 2.137367e+00], [-5.1352887e+00, 5.0264354e+00], [1.327985e+01, -7.9315696e+00], [-3.6457336e+00, 4.7205444e-02], [-2.8435895e+00, -2.3282597e+00], [0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00]]], [[[1.0210611e+01, -1.2849772e+01], [1.2907567e+00, -5.1494594e+00], [-1.4906886e+01, 2.895828e+01], [-2.3325788e+01, 8.851081e+00], [-3.0085669e+01, 8.450428e+00], [0.0e+00, 0.0e+00]], [[-6.56251e+00, 5.5740066e+00], [2.3942943e+00, 7.8303285e+00], [2.6883787e+01, -3.764721e+01], [-8.951454e+00, -1.9955536e+01], [-3.586582e+01, 3.491774e+01], [0.0e+00, 0.0e+00]], [[3.8458996e+01, -1.9561716e+01], [5.7694263e+01, -1.9163315e+01], [7.713655e+01, -8.1253975e+01], [-4.4746178e+01, 1.7360666e+01], [-3.685417e+01, 6.3119644e-01], [0.0e+00, 0.0e+00]], [[-3.1170623e+00, 2.6383724e+01], [5.615476e-01, 1.2158948e+01], [4.4694458e+01, -7.9864494e+01], [-1.2365257e+00, 7.9425964e+00], [-2.6076273e+01, 3.003835e+01], [0.0e+00, 0.0e+00]], [[-1.7901825e+01, 2.2015007e+00], [-2.7528646e+01, 9.39883e+00], [6.7488304e+01, -5.1266384e+01], [2.0482727e+01, -3.0367228e+01], [-6.6448298e+00, -1.9704197e+01], [0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00]]]]> : tensor<2x6x6x2xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[2.3518524e+00, -2.718397e+01, 7.036358e+00, -3.261902e+01], [1.9821575e+01, -2.7963423e+01, -1.1525117e+01, 1.1324297e+01]], [[-6.478999e+01, 8.255126e+01, 2.0890656e+00, -2.8649391e+01], [3.790817e+00, -3.1605494e+01, -3.9621967e+01, 3.9940872e+01]], [[-6.0920662e+01, 3.4959824e+01, -1.659432e+01, -3.2585526e+01], [-1.3475425e+01, 2.7772549e+01, 1.938915e+01, -1.21157055e+01]]], [[[6.153777e+00, -2.28857e+01, 1.4048725e+01, -1.0417137e+01], [-2.7942144e+01, 6.090264e+01, -1.6905826e+00, 1.4587665e+01]], [[3.797597e+00, 2.583986e+01, 1.4776774e+01, 1.348723e+01], [4.2561523e+01, -5.785015e+01, 2.8704767e+01, -1.4063219e+01]], [[-4.899664e+01, 3.6994156e+01, -6.483356e+00, -2.953344e+01], [8.3437225e+01, -1.13147705e+02, -1.2723344e+01, 5.892061e+01]]], [[[8.864325e+01, -1.1852929e+02, 1.3996419e+00, 5.1432423e+01], [1.0737935e+00, 1.4409592e+01, 1.1628294e+01, 3.2869139e+00]], [[5.585477e+00, 8.413958e+00, 2.592314e+01, -2.8457636e+01], [-1.1794343e+01, 3.3094048e+01, 5.055123e+00, 8.628016e-01]], [[-5.726348e+01, 3.678193e+01, -5.940026e+00, -4.6083004e+01], [1.6591774e+01, -1.5622713e+01, 4.954433e+00, 3.5770802e+00]]]]> : tensor<3x3x2x4xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x6x6x2xf32>, %arg1: tensor<3x3x2x4xf32>) -> (tensor<2x6x6x2xf32> {jax.result_info = "result[0]"}, tensor<3x3x2x4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<2x2x2x4xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<2x2x2x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x2x4xf32>
    %3 = stablehlo.multiply %2, %0 : tensor<2x2x2x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x2x2x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x2x4xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<2x2x2x4xf32>
    %7 = stablehlo.convolution(%arg0, %6) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, -1], [0, -1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x2xf32>, tensor<2x2x2x4xf32>) -> tensor<3x3x2x4xf32>
    %8 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x2x4xf32>
    %9 = stablehlo.convolution(%6, %8) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 3], [2, 3]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x2x2x4xf32>, tensor<3x3x2x4xf32>) -> tensor<2x6x6x2xf32>
    return %9, %7 : tensor<2x6x6x2xf32>, tensor<3x3x2x4xf32>
  }
}

// -----
//! name: convolution, stride 1, VALID, 2 groups: both gradients
//! input: dense<[[[[-1.8332292e+00, -1.2148058e+00], [-2.6455162e+00, -1.0523976e+00], [1.798026e+00, -8.346409e-01], [-3.6993986e-01, 1.0872877e+00], [4.0680712e-01, -6.96118e-01], [-1.1126257e+00, -1.5525967e+00]], [[8.6285365e-01, 2.0696764e+00], [-1.3248836e+00, 1.8725421e+00], [-1.7164321e-01, 1.8332231e+00], [8.1745344e-01, 1.2878754e+00], [1.8222271e+00, -2.22246e-01], [-6.8601705e-02, 1.3066869e+00]], [[-9.1490436e-01, -9.911446e-01], [-3.2521373e-01, 6.642837e-02], [1.179446e+00, 1.6446218e-01], [-1.9495275e+00, -1.4157028e+00], [1.8912308e-01, 7.1054333e-01], [5.4950744e-01, -1.7194486e+00]], [[-5.90111e-02, -3.169662e-01], [-1.503978e+00, 6.2879616e-01], [3.3327076e-01, -5.166035e-01], [-2.292933e-01, 1.6898689e+00], [-1.2546473e+00, 1.557363e+00], [-1.4067521e+00, 1.8347526e-01]], [[-2.776231e-01, 2.2325877e-02], [1.2745589e+00, 1.0423144e+00], [9.7707754e-01, 2.481744e-01], [7.1990496e-01, 1.2634046e-01], [-7.149997e-01, -1.4813985e+00], [-5.6834286e-01, 6.729973e-01]], [[-2.1094253e+00, 1.2303195e+00], [-7.171621e-01, -9.370466e-01], [-3.1880822e-02, 6.452924e-01], [-1.1874983e+00, 1.1101303e+00], [1.6485792e+00, 5.4232204e-01], [-5.05712e-01, -1.0883532e+00]]], [[[-1.2795843e+00, -2.6343321e-02], [1.6455138e+00, -1.8913288e-01], [3.278354e-01, 2.8543776e-01], [-1.3725187e-01, 1.0513675e+00], [6.906485e-01, 8.460146e-01], [-8.1943685e-01, 8.307061e-01]], [[-1.2245741e-01, 5.7352984e-01], [9.1244364e-01, -1.0131279e+00], [1.376097e+00, 7.664647e-01], [-9.097496e-01, 1.9538846e+00], [-1.8782126e+00, 1.1489227e+00], [-2.4126585e+00, -8.4264076e-01]], [[1.0795429e-01, -1.6205922e+00], [1.4047928e+00, 5.7787526e-01], [-1.45631e+00, -1.3308626e+00], [-3.1695592e-01, -6.3198906e-01], [-1.2413249e+00, -7.178015e-01], [-3.5605848e-02, -5.7391787e-01]], [[-2.3102155e-01, -4.2524588e-01], [-2.6221457e+00, -3.7166816e-01], [1.3223243e+00, 7.353946e-01], [-1.1452562e+00, -1.19813286e-01], [-6.633049e-01, -3.033871e-01], [-3.4855342e-01, 3.3702528e-01]], [[-8.596702e-01, 4.2732215e-01], [-1.0393593e-01, 6.018675e-01], [-6.650541e-01, 1.176331e+00], [4.7973487e-01, 7.240891e-02], [8.6225986e-01, 5.578909e-01], [9.6798766e-01, 9.5331866e-01]], [[5.851029e-01, 3.2669187e-01], [3.5940453e-01, 8.730694e-02], [9.97383e-01, -5.708806e-01], [-1.2751399e-01, 2.6353386e-01], [-3.249711e-01, -6.500199e-01], [-2.0008538e+00, -7.179221e-01]]]]> : tensor<2x6x6x2xf32>
//! input: dense<[[[[9.460201e-01, -1.2908457e-01, 8.1174225e-01, 2.9640076e-01]], [[-4.721612e-01, -8.8957e-02, -1.1545309e+00, -6.4151376e-01]], [[5.1517434e-02, -1.0705776e+00, 1.4211597e+00, 3.010367e+00]]], [[[-1.2691762e+00, 1.3746399e+00, 6.4021844e-01, -6.3973516e-02]], [[2.7893528e-01, -6.2777156e-01, -1.3715367e+00, -1.2342668e+00]], [[4.1749388e-02, 5.066989e-01, -1.5706792e+00, 3.7988192e-01]]], [[[-1.7018191e+00, -1.2362988e+00, 5.7047397e-01, 3.7673065e-01]], [[-1.8575922e-01, 6.994561e-01, -3.9303848e-01, 9.9522537e-01]], [[4.2438307e-01, -4.1985664e-01, 1.1209245e+00, 1.3684227e+00]]]]> : tensor<3x3x1x4xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[2.5096104e-01, -1.1295319e+01], [-4.8937654e+00, 1.23972435e+01], [2.4496653e+00, -3.791815e+01], [3.4921002e-01, -1.0032463e+01], [4.4187145e+00, -1.9016787e+01], [-7.161624e+00, -4.5156685e+01]], [[7.9665856e+00, -3.4654217e+00], [9.41277e+00, 2.6355314e+01], [-1.8735329e+01, 3.7150066e+01], [1.9551601e+01, 6.782039e+01], [-1.0491843e+01, 4.164082e+01], [9.780331e+00, 5.56456e+01]], [[-1.5482539e+01, -1.1041212e+01], [7.01898e-01, -1.7686848e+01], [1.8434431e+01, -4.518705e+01], [-4.4056778e+01, -7.618423e+01], [1.765492e+01, -4.322826e+01], [-3.670597e-02, -9.850538e+01]], [[5.2302494e+00, -2.1197414e+00], [-2.0848276e+01, 3.5557835e+01], [1.3691319e+01, 2.483666e+00], [-2.216638e+00, 1.0024254e+02], [-1.1230303e+01, 1.0259267e+02], [-9.645807e+00, 4.2167255e+01]], [[-1.0376545e+01, -2.5695004e+00], [2.4374653e+01, 1.2836229e+01], [-2.4960651e+00, -3.0010244e+01], [3.2159187e+01, -4.861273e+01], [-7.483743e+00, -3.17305e+01], [4.3790483e+00, -3.2125996e+01]], [[-2.0470144e+01, -4.106676e+00], [-8.680829e-01, 5.732562e+00], [6.921682e+00, 5.9602127e+00], [-2.0382753e+01, 3.7331795e+01], [7.5469966e+00, 2.230787e+01], [-4.1631985e+00, 4.5779676e+00]]], [[[-5.13476e+00, -2.0474377e+00], [-2.1387291e-01, -2.7441635e+00], [-5.975454e-01, -2.7459803e+00], [6.6939163e+00, 1.0562232e+01], [-6.6276884e+00, -2.8961174e+01], [2.0549529e+00, -4.2237377e+00]], [[1.30091095e+01, 5.517712e+00], [-5.2731924e+00, -3.987114e+00], [2.105519e+01, 1.88461e+01], [-2.6008549e+01, 7.891743e+01], [7.7984467e+00, 3.438077e+01], [-9.86299e+00, -1.3711112e+01]], [[-1.1818739e+01, -3.4420776e+00], [5.1991093e+01, -3.6247694e+00], [-5.8454712e+01, -5.8787727e+01], [3.878119e+01, -2.2807846e+01], [-2.1206392e+01, -2.5136421e+01], [9.34837e+00, 1.1174359e+00]], [[2.483469e+01, -1.1267233e-01], [-7.820242e+01, 2.2462116e+01], [6.4420044e+01, 5.0418175e+01], [-5.44158e+01, 9.803669e+00], [1.9517334e+01, -7.1321716e+00], [-7.8565564e+00, -1.2350169e+01]], [[-2.5584751e+01, -7.6867657e+00], [2.0306087e+01, -1.9857816e+00], [-3.277132e+01, 4.8985147e+00], [3.1038284e+01, 6.292611e+00], [-1.2613176e+01, 1.0725696e+01], [3.9642437e+00, 8.423187e+00]], [[3.5994272e+00, -9.2754793e-01], [2.7208066e+00, -1.0050154e-01], [8.880812e+00, -5.807048e+00], [-6.6498976e+00, -1.6388042e+01], [5.2931967e+00, -6.1692185e+00], [-3.0776718e+00, -6.103056e+00]]]]> : tensor<2x6x6x2xf32>
//! expect_close(2e-05, 2e-06): dense<[[[[8.8755554e+01, -9.09302e+01, 8.293016e+01, 9.537559e+01]], [[-8.104897e+01, 3.817388e+01, 3.860025e+01, 4.703202e+01]], [[-1.3587494e+01, -8.502483e+01, 9.75917e+01, 1.946677e+02]]], [[[-6.407399e+01, 1.2295451e+02, -8.065759e+01, -1.0713701e+02]], [[4.6363983e+01, -9.8794914e+01, -9.143042e+01, -9.257991e+01]], [[-1.8315365e+01, 3.949813e+01, -1.6247774e+02, -9.10424e+01]]], [[[-5.9221012e+01, -1.4343124e+02, 3.228029e+01, 2.1976536e+01]], [[-5.0363136e+01, 1.1231391e+02, 4.6973644e+01, 1.0616145e+02]], [[4.1295124e+01, -6.6828e+01, 7.679297e+01, 3.7395615e+01]]]]> : tensor<3x3x1x4xf32>
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x6x6x2xf32>, %arg1: tensor<3x3x1x4xf32>) -> (tensor<2x6x6x2xf32> {jax.result_info = "result[0]"}, tensor<3x3x1x4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x2xf32>, tensor<3x3x1x4xf32>) -> tensor<2x4x4x4xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<2x4x4x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x4x4xf32>
    %3 = stablehlo.multiply %2, %0 : tensor<2x4x4x4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x4x4x4xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<2x4x4x4xf32>
    %7 = stablehlo.convolution(%arg0, %6) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x6x6x2xf32>, tensor<2x4x4x4xf32>) -> tensor<3x3x1x4xf32>
    %8 = stablehlo.reshape %arg1 : (tensor<3x3x1x4xf32>) -> tensor<3x3x1x2x2xf32>
    %9 = stablehlo.transpose %8, dims = [0, 1, 3, 2, 4] : (tensor<3x3x1x2x2xf32>) -> tensor<3x3x2x1x2xf32>
    %10 = stablehlo.reshape %9 : (tensor<3x3x2x1x2xf32>) -> tensor<3x3x2x2xf32>
    %11 = stablehlo.reverse %10, dims = [0, 1] : tensor<3x3x2x2xf32>
    %12 = stablehlo.convolution(%6, %11) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x4x4x4xf32>, tensor<3x3x2x2xf32>) -> tensor<2x6x6x2xf32>
    return %12, %7 : tensor<2x6x6x2xf32>, tensor<3x3x1x4xf32>
  }
}
