//! name: 2x2 apart, add of f32
//! input: dense<[[[[7.5e-01, -6.25e-01], [1.375e+00, 1.875e+00], [3.75e-01, -2.5e-01], [-7.5e-01, 5.0e-01], [1.0e+00, -8.75e-01], [2.5e-01, -1.25e-01]], [[-1.125e+00, -1.75e+00], [1.125e+00, -5.0e-01], [0.0e+00, 1.25e+00], [1.625e+00, -1.5e+00], [-1.375e+00, -7.5e-01], [-1.125e+00, -1.875e+00]], [[-1.25e+00, 1.0e+00], [-7.5e-01, 5.0e-01], [-1.125e+00, -1.125e+00], [-2.0e+00, -1.5e+00], [-1.625e+00, 5.0e-01], [1.75e+00, 1.875e+00]], [[-1.25e+00, -1.0e+00], [1.5e+00, -1.75e+00], [-2.5e-01, 3.75e-01], [8.75e-01, 1.75e+00], [1.125e+00, -1.25e+00], [1.625e+00, 1.75e+00]]]]> : tensor<1x4x6x2xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[[[[2.125e+00, -1.0e+00], [1.25e+00, 0.0e+00], [-1.25e+00, -3.625e+00]], [[-1.75e+00, -1.25e+00], [-2.5e+00, -5.0e-01], [2.875e+00, 2.875e+00]]]]> : tensor<1x2x3x2xf32>
func.func public @main(%a: tensor<1x4x6x2xf32>, %b: tensor<f32>) -> (tensor<1x2x3x2xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x4x6x2xf32>, tensor<f32>) -> tensor<1x2x3x2xf32>
  return %r0 : tensor<1x2x3x2xf32>
}

// -----
//! name: 2x2 apart, add of bf16
//! input: dense<[[[[1.875e+00, 1.875e+00], [1.75e+00, -7.5e-01], [-1.25e-01, -2.0e+00], [6.25e-01, 5.0e-01], [-6.25e-01, 2.5e-01], [-3.75e-01, 1.0e+00]], [[1.625e+00, 0.0e+00], [8.75e-01, -1.5e+00], [-2.5e-01, -2.0e+00], [-1.75e+00, -1.625e+00], [8.75e-01, 1.75e+00], [8.75e-01, 1.875e+00]], [[-1.0e+00, -1.0e+00], [0.0e+00, -1.875e+00], [1.75e+00, -1.375e+00], [-1.625e+00, -5.0e-01], [8.75e-01, 1.375e+00], [6.25e-01, 2.0e+00]], [[1.75e+00, -1.0e+00], [1.625e+00, -2.0e+00], [-6.25e-01, -1.875e+00], [1.125e+00, 1.25e+00], [8.75e-01, -8.75e-01], [1.75e+00, 1.75e+00]]]]> : tensor<1x4x6x2xbf16>
//! input: dense<0.0e+00> : tensor<bf16>
//! expect_close(0.032, 0.016): dense<[[[[6.125e+00, -3.75e-01], [-1.5e+00, -5.125e+00], [7.5e-01, 4.875e+00]], [[2.375e+00, -5.875e+00], [6.25e-01, -2.5e+00], [4.125e+00, 4.25e+00]]]]> : tensor<1x2x3x2xbf16>
func.func public @main(%a: tensor<1x4x6x2xbf16>, %b: tensor<bf16>) -> (tensor<1x2x3x2xbf16>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.add %p, %q : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<1x4x6x2xbf16>, tensor<bf16>) -> tensor<1x2x3x2xbf16>
  return %r0 : tensor<1x2x3x2xbf16>
}

// -----
//! name: 2x2 apart, add of i32
//! input: dense<[[[[18, 17], [1, 14], [6, 14], [6, 7], [14, 4], [4, 7]], [[10, 17], [6, 3], [2, 12], [5, 0], [2, 2], [19, 13]], [[5, 9], [7, 12], [15, 14], [16, 1], [18, 12], [5, 3]], [[6, 11], [10, 3], [6, 2], [19, 1], [7, 19], [15, 6]]]]> : tensor<1x4x6x2xi32>
//! input: dense<0> : tensor<i32>
//! expect: dense<[[[[35, 51], [19, 33], [39, 26]], [[28, 35], [56, 18], [45, 40]]]]> : tensor<1x2x3x2xi32>
func.func public @main(%a: tensor<1x4x6x2xi32>, %b: tensor<i32>) -> (tensor<1x2x3x2xi32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1x4x6x2xi32>, tensor<i32>) -> tensor<1x2x3x2xi32>
  return %r0 : tensor<1x2x3x2xi32>
}

// -----
//! name: 2x2 apart, add of f64
//! input: dense<[[[[-1.0e+00, -3.75e-01], [1.625e+00, 1.25e-01], [-8.75e-01, 1.25e+00], [1.0e+00, -1.0e+00], [1.875e+00, 7.5e-01], [3.75e-01, 6.25e-01]], [[-1.25e+00, 3.75e-01], [1.25e-01, -1.5e+00], [-1.125e+00, 2.5e-01], [-1.5e+00, -1.125e+00], [-1.0e+00, -1.25e+00], [7.5e-01, -1.875e+00]], [[-7.5e-01, -8.75e-01], [8.75e-01, -1.875e+00], [8.75e-01, -1.125e+00], [-1.0e+00, 1.0e+00], [-2.5e-01, 1.25e-01], [1.375e+00, -1.25e+00]], [[-1.0e+00, 3.75e-01], [-1.125e+00, -3.75e-01], [-1.375e+00, -7.5e-01], [0.0e+00, 5.0e-01], [1.875e+00, -1.5e+00], [7.5e-01, -6.25e-01]]]]> : tensor<1x4x6x2xf64>
//! input: dense<0.0e+00> : tensor<f64>
//! expect: dense<[[[[-5.0e-01, -1.375e+00], [-2.5e+00, -6.25e-01], [2.0e+00, -1.75e+00]], [[-2.0e+00, -2.75e+00], [-1.5e+00, -3.75e-01], [3.75e+00, -3.25e+00]]]]> : tensor<1x2x3x2xf64>
func.func public @main(%a: tensor<1x4x6x2xf64>, %b: tensor<f64>) -> (tensor<1x2x3x2xf64>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f64>, %q: tensor<f64>):
    %s = stablehlo.add %p, %q : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<1x4x6x2xf64>, tensor<f64>) -> tensor<1x2x3x2xf64>
  return %r0 : tensor<1x2x3x2xf64>
}

// -----
//! name: 3x3 padded, add of f32
//! input: dense<[[[[1.125e+00], [1.125e+00], [-1.125e+00], [1.625e+00]], [[-3.75e-01], [-2.0e+00], [0.0e+00], [-1.25e+00]], [[1.5e+00], [-8.75e-01], [-1.75e+00], [-1.25e+00]], [[1.625e+00], [-1.375e+00], [6.25e-01], [-1.625e+00]], [[1.125e+00], [-2.5e-01], [-2.5e-01], [-1.625e+00]]]]> : tensor<1x5x4x1xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[[[[-1.25e+00], [-7.5e-01]], [[-2.625e+00], [-5.25e+00]], [[1.5e+00], [-2.875e+00]]]]> : tensor<1x3x2x1xf32>
func.func public @main(%a: tensor<1x5x4x1xf32>, %b: tensor<f32>) -> (tensor<1x3x2x1xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x5x4x1xf32>, tensor<f32>) -> tensor<1x3x2x1xf32>
  return %r0 : tensor<1x3x2x1xf32>
}

// -----
//! name: dilations, add of f32
//! input: dense<[[-6.25e-01, 1.0e+00, -1.375e+00, -6.25e-01], [1.375e+00, -8.75e-01, 0.0e+00, -1.75e+00], [1.5e+00, 1.375e+00, 3.75e-01, 2.5e-01], [1.75e+00, 1.375e+00, 5.0e-01, -2.0e+00], [1.375e+00, -5.0e-01, 1.75e+00, 6.25e-01]]> : tensor<5x4xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[[1.0e+00, -6.25e-01, -1.375e+00, 1.0e+00, -6.25e-01], [1.375e+00, 1.5e+00, 3.75e-01, 1.375e+00, 2.5e-01], [1.375e+00, 1.75e+00, 5.0e-01, 1.375e+00, -2.0e+00]]> : tensor<3x5xf32>
func.func public @main(%a: tensor<5x4xf32>, %b: tensor<f32>) -> (tensor<3x5xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 3, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %r0 : tensor<3x5xf32>
}

// -----
//! name: 2x2 apart, maximum of f32
//! input: dense<[[[[1.5e+00, -1.25e+00], [-2.5e-01, 2.0e+00], [-1.625e+00, 7.5e-01], [1.0e+00, -1.875e+00], [2.5e-01, 1.625e+00], [-2.0e+00, -1.875e+00]], [[-1.125e+00, -1.25e-01], [1.25e+00, 2.0e+00], [-2.0e+00, 1.125e+00], [1.0e+00, -8.75e-01], [1.375e+00, 3.75e-01], [8.75e-01, -1.0e+00]], [[-1.375e+00, -1.75e+00], [-1.25e+00, 0.0e+00], [-1.375e+00, -1.5e+00], [-1.25e+00, -1.25e-01], [-8.75e-01, -1.5e+00], [1.0e+00, -8.75e-01]], [[1.75e+00, 1.75e+00], [1.0e+00, -1.25e+00], [1.5e+00, -7.5e-01], [1.875e+00, -1.5e+00], [1.125e+00, 1.0e+00], [-1.25e+00, 1.875e+00]]]]> : tensor<1x4x6x2xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<[[[[1.5e+00, 2.0e+00], [1.0e+00, 1.125e+00], [1.375e+00, 1.625e+00]], [[1.75e+00, 1.75e+00], [1.875e+00, -1.25e-01], [1.125e+00, 1.875e+00]]]]> : tensor<1x2x3x2xf32>
func.func public @main(%a: tensor<1x4x6x2xf32>, %b: tensor<f32>) -> (tensor<1x2x3x2xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x4x6x2xf32>, tensor<f32>) -> tensor<1x2x3x2xf32>
  return %r0 : tensor<1x2x3x2xf32>
}

// -----
//! name: 2x2 apart, maximum of bf16
//! input: dense<[[[[6.25e-01, 1.0e+00], [2.5e-01, -1.5e+00], [1.375e+00, -1.25e-01], [8.75e-01, 1.25e-01], [2.5e-01, 1.375e+00], [3.75e-01, 1.375e+00]], [[2.5e-01, 3.75e-01], [-1.25e-01, 6.25e-01], [1.25e+00, 5.0e-01], [1.25e-01, 6.25e-01], [-1.375e+00, -5.0e-01], [-3.75e-01, -1.0e+00]], [[-5.0e-01, 6.25e-01], [-6.25e-01, -1.875e+00], [-1.375e+00, 7.5e-01], [6.25e-01, 1.625e+00], [8.75e-01, 1.875e+00], [1.75e+00, 8.75e-01]], [[1.25e+00, 3.75e-01], [7.5e-01, 1.5e+00], [-1.0e+00, 1.25e+00], [-1.875e+00, -7.5e-01], [1.25e-01, -7.5e-01], [-1.625e+00, -8.75e-01]]]]> : tensor<1x4x6x2xbf16>
//! input: dense<0xFF80> : tensor<bf16>
//! expect: dense<[[[[6.25e-01, 1.0e+00], [1.375e+00, 6.25e-01], [3.75e-01, 1.375e+00]], [[1.25e+00, 1.5e+00], [6.25e-01, 1.625e+00], [1.75e+00, 1.875e+00]]]]> : tensor<1x2x3x2xbf16>
func.func public @main(%a: tensor<1x4x6x2xbf16>, %b: tensor<bf16>) -> (tensor<1x2x3x2xbf16>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.maximum %p, %q : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<1x4x6x2xbf16>, tensor<bf16>) -> tensor<1x2x3x2xbf16>
  return %r0 : tensor<1x2x3x2xbf16>
}

// -----
//! name: 2x2 apart, maximum of i32
//! input: dense<[[[[17, 14], [16, 4], [6, 19], [16, 2], [18, 18], [12, 14]], [[13, 3], [5, 16], [12, 13], [16, 0], [4, 0], [4, 18]], [[4, 11], [5, 11], [8, 15], [19, 19], [0, 12], [9, 9]], [[13, 18], [10, 3], [0, 16], [2, 9], [1, 19], [17, 1]]]]> : tensor<1x4x6x2xi32>
//! input: dense<-2147483648> : tensor<i32>
//! expect: dense<[[[[17, 16], [16, 19], [18, 18]], [[13, 18], [19, 19], [17, 19]]]]> : tensor<1x2x3x2xi32>
func.func public @main(%a: tensor<1x4x6x2xi32>, %b: tensor<i32>) -> (tensor<1x2x3x2xi32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1x4x6x2xi32>, tensor<i32>) -> tensor<1x2x3x2xi32>
  return %r0 : tensor<1x2x3x2xi32>
}

// -----
//! name: 2x2 apart, maximum of f64
//! input: dense<[[[[1.25e-01, 0.0e+00], [-7.5e-01, -1.0e+00], [0.0e+00, -5.0e-01], [2.5e-01, -6.25e-01], [1.375e+00, -1.75e+00], [8.75e-01, 6.25e-01]], [[-1.75e+00, -1.125e+00], [6.25e-01, -3.75e-01], [1.25e+00, 5.0e-01], [1.75e+00, -1.25e-01], [1.0e+00, -8.75e-01], [2.5e-01, 1.0e+00]], [[-2.0e+00, -8.75e-01], [1.25e-01, -3.75e-01], [-5.0e-01, -1.625e+00], [-7.5e-01, 1.375e+00], [1.5e+00, 8.75e-01], [7.5e-01, -6.25e-01]], [[-1.25e-01, 2.5e-01], [-1.125e+00, -8.75e-01], [-1.5e+00, 1.875e+00], [1.375e+00, 3.75e-01], [5.0e-01, 1.875e+00], [5.0e-01, -2.0e+00]]]]> : tensor<1x4x6x2xf64>
//! input: dense<0xFFF0000000000000> : tensor<f64>
//! expect: dense<[[[[6.25e-01, 0.0e+00], [1.75e+00, 5.0e-01], [1.375e+00, 1.0e+00]], [[1.25e-01, 2.5e-01], [1.375e+00, 1.875e+00], [1.5e+00, 1.875e+00]]]]> : tensor<1x2x3x2xf64>
func.func public @main(%a: tensor<1x4x6x2xf64>, %b: tensor<f64>) -> (tensor<1x2x3x2xf64>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f64>, %q: tensor<f64>):
    %s = stablehlo.maximum %p, %q : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<1x4x6x2xf64>, tensor<f64>) -> tensor<1x2x3x2xf64>
  return %r0 : tensor<1x2x3x2xf64>
}

// -----
//! name: 3x3 padded, maximum of f32
//! input: dense<[[[[1.125e+00], [6.25e-01], [-1.625e+00], [1.625e+00]], [[-1.125e+00], [1.875e+00], [1.625e+00], [-3.75e-01]], [[1.625e+00], [1.25e-01], [7.5e-01], [-1.25e+00]], [[-2.0e+00], [-8.75e-01], [1.5e+00], [1.75e+00]], [[-1.875e+00], [7.5e-01], [-5.0e-01], [1.375e+00]]]]> : tensor<1x5x4x1xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<[[[[1.875e+00], [1.625e+00]], [[1.875e+00], [1.75e+00]], [[1.5e+00], [1.75e+00]]]]> : tensor<1x3x2x1xf32>
func.func public @main(%a: tensor<1x5x4x1xf32>, %b: tensor<f32>) -> (tensor<1x3x2x1xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x5x4x1xf32>, tensor<f32>) -> tensor<1x3x2x1xf32>
  return %r0 : tensor<1x3x2x1xf32>
}

// -----
//! name: dilations, maximum of f32
//! input: dense<[[2.5e-01, 6.25e-01, -6.25e-01, 1.125e+00], [0.0e+00, -2.0e+00, 1.0e+00, -5.0e-01], [-1.625e+00, -7.5e-01, 8.75e-01, 1.25e+00], [1.5e+00, -5.0e-01, 5.0e-01, 3.75e-01], [-1.375e+00, -5.0e-01, 1.625e+00, 2.0e+00]]> : tensor<5x4xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<[[6.25e-01, 2.5e-01, -6.25e-01, 6.25e-01, 1.125e+00], [-7.5e-01, -1.625e+00, 8.75e-01, -7.5e-01, 1.25e+00], [-5.0e-01, 1.5e+00, 5.0e-01, -5.0e-01, 3.75e-01]]> : tensor<3x5xf32>
func.func public @main(%a: tensor<5x4xf32>, %b: tensor<f32>) -> (tensor<3x5xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 3, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %r0 : tensor<3x5xf32>
}

// -----
//! name: 2x2 apart, minimum of f32
//! input: dense<[[[[2.5e-01, -6.25e-01], [1.125e+00, -1.5e+00], [-1.25e+00, -1.625e+00], [1.125e+00, 1.125e+00], [1.5e+00, -1.375e+00], [1.25e-01, 1.5e+00]], [[1.75e+00, -1.625e+00], [1.375e+00, 1.875e+00], [-1.5e+00, 1.375e+00], [1.625e+00, -3.75e-01], [-1.875e+00, 1.25e-01], [1.0e+00, -2.5e-01]], [[-1.25e-01, 1.625e+00], [0.0e+00, 1.0e+00], [2.5e-01, -7.5e-01], [2.5e-01, 1.875e+00], [1.625e+00, 3.75e-01], [6.25e-01, -1.375e+00]], [[-3.75e-01, 1.125e+00], [1.625e+00, 1.0e+00], [-1.125e+00, -1.5e+00], [5.0e-01, -1.625e+00], [1.25e+00, -1.0e+00], [-1.5e+00, -6.25e-01]]]]> : tensor<1x4x6x2xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<[[[[2.5e-01, -1.625e+00], [-1.5e+00, -1.625e+00], [-1.875e+00, -1.375e+00]], [[-3.75e-01, 1.0e+00], [-1.125e+00, -1.625e+00], [-1.5e+00, -1.375e+00]]]]> : tensor<1x2x3x2xf32>
func.func public @main(%a: tensor<1x4x6x2xf32>, %b: tensor<f32>) -> (tensor<1x2x3x2xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.minimum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x4x6x2xf32>, tensor<f32>) -> tensor<1x2x3x2xf32>
  return %r0 : tensor<1x2x3x2xf32>
}

// -----
//! name: 2x2 apart, minimum of bf16
//! input: dense<[[[[3.75e-01, -1.25e+00], [1.25e-01, 3.75e-01], [1.75e+00, 1.75e+00], [1.125e+00, 1.75e+00], [-1.25e-01, -5.0e-01], [-8.75e-01, 1.25e-01]], [[1.5e+00, -1.125e+00], [3.75e-01, 1.25e+00], [-1.25e+00, -8.75e-01], [1.875e+00, 1.5e+00], [1.875e+00, -3.75e-01], [-1.625e+00, 8.75e-01]], [[2.5e-01, 1.625e+00], [-1.75e+00, 3.75e-01], [-1.375e+00, -6.25e-01], [1.875e+00, -1.75e+00], [-6.25e-01, -1.0e+00], [-3.75e-01, -1.375e+00]], [[-1.375e+00, 2.5e-01], [2.5e-01, 8.75e-01], [-5.0e-01, -1.375e+00], [3.75e-01, -1.5e+00], [-2.5e-01, -1.75e+00], [-1.125e+00, -1.75e+00]]]]> : tensor<1x4x6x2xbf16>
//! input: dense<0x7F80> : tensor<bf16>
//! expect: dense<[[[[1.25e-01, -1.25e+00], [-1.25e+00, -8.75e-01], [-1.625e+00, -5.0e-01]], [[-1.75e+00, 2.5e-01], [-1.375e+00, -1.75e+00], [-1.125e+00, -1.75e+00]]]]> : tensor<1x2x3x2xbf16>
func.func public @main(%a: tensor<1x4x6x2xbf16>, %b: tensor<bf16>) -> (tensor<1x2x3x2xbf16>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.minimum %p, %q : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<1x4x6x2xbf16>, tensor<bf16>) -> tensor<1x2x3x2xbf16>
  return %r0 : tensor<1x2x3x2xbf16>
}

// -----
//! name: 2x2 apart, minimum of i32
//! input: dense<[[[[7, 14], [0, 11], [18, 10], [12, 7], [2, 1], [18, 11]], [[19, 15], [19, 9], [14, 13], [15, 13], [5, 18], [18, 13]], [[1, 2], [17, 19], [13, 11], [13, 11], [6, 16], [7, 6]], [[16, 19], [7, 7], [14, 15], [10, 0], [6, 14], [1, 12]]]]> : tensor<1x4x6x2xi32>
//! input: dense<2147483647> : tensor<i32>
//! expect: dense<[[[[0, 9], [12, 7], [2, 1]], [[1, 2], [10, 0], [1, 6]]]]> : tensor<1x2x3x2xi32>
func.func public @main(%a: tensor<1x4x6x2xi32>, %b: tensor<i32>) -> (tensor<1x2x3x2xi32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.minimum %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1x4x6x2xi32>, tensor<i32>) -> tensor<1x2x3x2xi32>
  return %r0 : tensor<1x2x3x2xi32>
}

// -----
//! name: 2x2 apart, minimum of f64
//! input: dense<[[[[3.75e-01, -3.75e-01], [-1.375e+00, 1.0e+00], [5.0e-01, 1.5e+00], [0.0e+00, 6.25e-01], [1.25e+00, -3.75e-01], [-1.25e-01, -7.5e-01]], [[-3.75e-01, -2.5e-01], [-6.25e-01, 6.25e-01], [-1.875e+00, -5.0e-01], [3.75e-01, -8.75e-01], [-7.5e-01, -7.5e-01], [6.25e-01, -1.25e+00]], [[1.375e+00, 1.75e+00], [1.5e+00, 1.0e+00], [-2.5e-01, 2.5e-01], [1.625e+00, 8.75e-01], [1.375e+00, 6.25e-01], [-1.25e-01, -1.625e+00]], [[1.625e+00, -1.0e+00], [-1.5e+00, 5.0e-01], [6.25e-01, 1.25e+00], [-1.125e+00, -1.5e+00], [-1.625e+00, 6.25e-01], [1.25e+00, -1.375e+00]]]]> : tensor<1x4x6x2xf64>
//! input: dense<0x7FF0000000000000> : tensor<f64>
//! expect: dense<[[[[-1.375e+00, -3.75e-01], [-1.875e+00, -8.75e-01], [-7.5e-01, -1.25e+00]], [[-1.5e+00, -1.0e+00], [-1.125e+00, -1.5e+00], [-1.625e+00, -1.625e+00]]]]> : tensor<1x2x3x2xf64>
func.func public @main(%a: tensor<1x4x6x2xf64>, %b: tensor<f64>) -> (tensor<1x2x3x2xf64>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f64>, %q: tensor<f64>):
    %s = stablehlo.minimum %p, %q : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<1x4x6x2xf64>, tensor<f64>) -> tensor<1x2x3x2xf64>
  return %r0 : tensor<1x2x3x2xf64>
}

// -----
//! name: 3x3 padded, minimum of f32
//! input: dense<[[[[-1.875e+00], [-1.875e+00], [-1.0e+00], [-1.25e+00]], [[3.75e-01], [-1.125e+00], [0.0e+00], [3.75e-01]], [[-1.125e+00], [1.75e+00], [-1.875e+00], [-1.25e+00]], [[-8.75e-01], [-2.5e-01], [2.5e-01], [6.25e-01]], [[-1.625e+00], [1.75e+00], [-1.75e+00], [3.75e-01]]]]> : tensor<1x5x4x1xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<[[[[-1.875e+00], [-1.25e+00]], [[-1.875e+00], [-1.875e+00]], [[-1.75e+00], [-1.75e+00]]]]> : tensor<1x3x2x1xf32>
func.func public @main(%a: tensor<1x5x4x1xf32>, %b: tensor<f32>) -> (tensor<1x3x2x1xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.minimum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x5x4x1xf32>, tensor<f32>) -> tensor<1x3x2x1xf32>
  return %r0 : tensor<1x3x2x1xf32>
}

// -----
//! name: dilations, minimum of f32
//! input: dense<[[1.25e-01, 7.5e-01, -1.25e-01, 8.75e-01], [-1.5e+00, -1.875e+00, 1.0e+00, -8.75e-01], [-1.125e+00, 1.625e+00, -5.0e-01, -2.5e-01], [1.75e+00, -8.75e-01, 1.625e+00, -1.125e+00], [1.375e+00, 8.75e-01, 1.5e+00, 1.25e+00]]> : tensor<5x4xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<[[7.5e-01, 1.25e-01, -1.25e-01, 7.5e-01, 8.75e-01], [1.625e+00, -1.125e+00, -5.0e-01, 1.625e+00, -2.5e-01], [-8.75e-01, 1.75e+00, 1.625e+00, -8.75e-01, -1.125e+00]]> : tensor<3x5xf32>
func.func public @main(%a: tensor<5x4xf32>, %b: tensor<f32>) -> (tensor<3x5xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 3, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.minimum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %r0 : tensor<3x5xf32>
}

// -----
//! name: select_and_scatter 2x2 apart of f32
//! input: dense<[[[[1.5e+01, 7.0e+00], [1.8e+01, 3.3e+01], [3.0e+00, -1.0e+00], [1.1e+01, 2.2e+01], [-1.0e+01, 1.4e+01], [1.3e+01, 8.0e+00]], [[2.5e+01, 9.0e+00], [2.4e+01, -2.0e+00], [2.1e+01, 3.1e+01], [4.0e+00, -4.0e+00], [-7.0e+00, 2.6e+01], [6.0e+00, 3.5e+01]], [[-5.0e+00, 3.7e+01], [1.9e+01, 5.0e+00], [1.0e+00, 1.2e+01], [2.0e+01, 3.4e+01], [-9.0e+00, -8.0e+00], [0.0e+00, 2.7e+01]], [[3.2e+01, 1.7e+01], [1.6e+01, 2.9e+01], [3.0e+01, 2.8e+01], [1.0e+01, -3.0e+00], [2.0e+00, 3.6e+01], [-6.0e+00, 2.3e+01]]]]> : tensor<1x4x6x2xf32>
//! input: dense<[[[[-6.0e+00, -7.0e+00], [-4.0e+00, 1.0e+00], [-9.0e+00, -5.0e+00]], [[-1.0e+01, -3.0e+00], [0.0e+00, -8.0e+00], [-1.0e+00, -2.0e+00]]]]> : tensor<1x2x3x2xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[[[[0.0e+00, 0.0e+00], [0.0e+00, -7.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [-9.0e+00, 0.0e+00]], [[-6.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [-4.0e+00, 1.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, -5.0e+00]], [[0.0e+00, -3.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, -8.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00]], [[-1.0e+01, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [-1.0e+00, -2.0e+00], [0.0e+00, 0.0e+00]]]]> : tensor<1x4x6x2xf32>
func.func public @main(%a: tensor<1x4x6x2xf32>, %b: tensor<1x2x3x2xf32>, %c: tensor<f32>) -> (tensor<1x4x6x2xf32>) {
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x4x6x2xf32>, tensor<1x2x3x2xf32>, tensor<f32>) -> tensor<1x4x6x2xf32>
  return %r0 : tensor<1x4x6x2xf32>
}

// -----
//! name: select_and_scatter 3x3 overlapping, padded of f32
//! input: dense<[[5.0e+00, 3.0e+00, -4.0e+00, 0.0e+00], [-1.0e+00, -6.0e+00, 2.0e+00, -9.0e+00], [4.0e+00, -3.0e+00, -8.0e+00, -1.0e+01], [-7.0e+00, -5.0e+00, 1.0e+00, -2.0e+00]]> : tensor<4x4xf32>
//! input: dense<[[-1.0e+01, -8.0e+00], [-9.0e+00, -7.0e+00]]> : tensor<2x2xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[[-1.0e+01, -8.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-9.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -7.0e+00, 0.0e+00]]> : tensor<4x4xf32>
func.func public @main(%a: tensor<4x4xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>) -> (tensor<4x4xf32>) {
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %r0 : tensor<4x4xf32>
}

// -----
//! name: select_and_scatter 2x2 apart of bf16
//! input: dense<[[[[3.4e+01, 1.0e+00], [8.0e+00, 4.0e+00], [5.0e+00, 1.5e+01], [-1.0e+01, 9.0e+00], [3.1e+01, -5.0e+00], [1.6e+01, 2.0e+01]], [[2.7e+01, 2.2e+01], [3.5e+01, 0.0e+00], [-9.0e+00, 3.6e+01], [2.0e+00, 1.3e+01], [-4.0e+00, 6.0e+00], [3.3e+01, -2.0e+00]], [[1.8e+01, 2.5e+01], [1.4e+01, 2.9e+01], [3.0e+00, 3.2e+01], [-8.0e+00, 1.9e+01], [-6.0e+00, 1.2e+01], [2.1e+01, 1.1e+01]], [[2.3e+01, -1.0e+00], [-7.0e+00, 2.8e+01], [3.0e+01, 1.0e+01], [2.6e+01, 7.0e+00], [-3.0e+00, 1.7e+01], [2.4e+01, 3.7e+01]]]]> : tensor<1x4x6x2xbf16>
//! input: dense<[[[[-2.0e+00, -6.0e+00], [-7.0e+00, -1.0e+00], [1.0e+00, -9.0e+00]], [[-5.0e+00, -8.0e+00], [-3.0e+00, -1.0e+01], [-4.0e+00, 0.0e+00]]]]> : tensor<1x2x3x2xbf16>
//! input: dense<0.0e+00> : tensor<bf16>
//! expect: dense<[[[[0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [-7.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, -9.0e+00]], [[0.0e+00, -6.0e+00], [-2.0e+00, 0.0e+00], [0.0e+00, -1.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [1.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00], [0.0e+00, -8.0e+00], [0.0e+00, -1.0e+01], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00]], [[-5.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [-3.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00], [-4.0e+00, 0.0e+00]]]]> : tensor<1x4x6x2xbf16>
func.func public @main(%a: tensor<1x4x6x2xbf16>, %b: tensor<1x2x3x2xbf16>, %c: tensor<bf16>) -> (tensor<1x4x6x2xbf16>) {
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.add %p, %q : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<1x4x6x2xbf16>, tensor<1x2x3x2xbf16>, tensor<bf16>) -> tensor<1x4x6x2xbf16>
  return %r0 : tensor<1x4x6x2xbf16>
}

// -----
//! name: select_and_scatter 3x3 overlapping, padded of bf16
//! input: dense<[[4.0e+00, -7.0e+00, -6.0e+00, -3.0e+00], [-4.0e+00, 1.0e+00, -1.0e+01, -5.0e+00], [-8.0e+00, 2.0e+00, -1.0e+00, -9.0e+00], [5.0e+00, 3.0e+00, 0.0e+00, -2.0e+00]]> : tensor<4x4xbf16>
//! input: dense<[[-9.0e+00, -1.0e+01], [-8.0e+00, -7.0e+00]]> : tensor<2x2xbf16>
//! input: dense<0.0e+00> : tensor<bf16>
//! expect: dense<[[-9.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -1.0e+01, 0.0e+00, 0.0e+00], [-8.0e+00, -7.0e+00, 0.0e+00, 0.0e+00]]> : tensor<4x4xbf16>
func.func public @main(%a: tensor<4x4xbf16>, %b: tensor<2x2xbf16>, %c: tensor<bf16>) -> (tensor<4x4xbf16>) {
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.compare GE, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.add %p, %q : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<4x4xbf16>, tensor<2x2xbf16>, tensor<bf16>) -> tensor<4x4xbf16>
  return %r0 : tensor<4x4xbf16>
}

// -----
//! name: select_and_scatter 2x2 apart of i32
//! input: dense<[[[[14, -10], [13, 32], [-3, 16], [10, 4], [8, 33], [35, -8]], [[23, 37], [22, 9], [19, -2], [-5, 24], [36, 31], [2, 27]], [[21, 12], [17, 11], [30, 18], [20, 7], [34, 26], [29, 3]], [[1, -7], [-1, 0], [-9, 5], [6, 28], [25, -4], [15, -6]]]]> : tensor<1x4x6x2xi32>
//! input: dense<[[[[-6, -1], [-9, 0], [1, -7]], [[-4, -8], [-10, -3], [-2, -5]]]]> : tensor<1x2x3x2xi32>
//! input: dense<0> : tensor<i32>
//! expect: dense<[[[[0, 0], [0, 0], [0, 0], [0, 0], [0, -7], [0, 0]], [[-6, -1], [0, 0], [-9, 0], [0, 0], [1, 0], [0, 0]], [[-4, -8], [0, 0], [-10, 0], [0, 0], [-2, -5], [0, 0]], [[0, 0], [0, 0], [0, 0], [0, -3], [0, 0], [0, 0]]]]> : tensor<1x4x6x2xi32>
func.func public @main(%a: tensor<1x4x6x2xi32>, %b: tensor<1x2x3x2xi32>, %c: tensor<i32>) -> (tensor<1x4x6x2xi32>) {
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1x4x6x2xi32>, tensor<1x2x3x2xi32>, tensor<i32>) -> tensor<1x4x6x2xi32>
  return %r0 : tensor<1x4x6x2xi32>
}

// -----
//! name: select_and_scatter 3x3 overlapping, padded of i32
//! input: dense<[[-3, 3, -4, -7], [-2, 2, 4, -1], [-6, -10, 1, -5], [0, -8, -9, 5]]> : tensor<4x4xi32>
//! input: dense<[[-10, -9], [-8, -7]]> : tensor<2x2xi32>
//! input: dense<0> : tensor<i32>
//! expect: dense<[[0, -10, 0, 0], [0, 0, -9, 0], [0, 0, 0, 0], [-8, 0, 0, -7]]> : tensor<4x4xi32>
func.func public @main(%a: tensor<4x4xi32>, %b: tensor<2x2xi32>, %c: tensor<i32>) -> (tensor<4x4xi32>) {
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return %r0 : tensor<4x4xi32>
}
