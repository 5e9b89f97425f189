//! name: add of f16 over [1]
//! input: dense<[[[-6.25e-01, -2.0e+00, 1.0e+00, -2.5e-01], [-1.25e+00, 3.75e-01, 1.875e+00, 0.0e+00], [1.375e+00, 1.25e+00, 1.25e+00, 1.25e+00]], [[1.0e+00, 0.0e+00, 3.75e-01, 1.5e+00], [1.0e+00, 1.5e+00, 1.0e+00, 1.25e+00], [2.5e-01, -8.75e-01, 1.125e+00, 1.0e+00]]]> : tensor<2x3x4xf16>
//! input: dense<0.0e+00> : tensor<f16>
//! expect_close(0.004, 0.002): dense<[[-5.0e-01, -3.75e-01, 4.125e+00, 1.0e+00], [2.25e+00, 6.25e-01, 2.5e+00, 3.75e+00]]> : tensor<2x4xf16>
func.func public @main(%a: tensor<2x3x4xf16>, %b: tensor<f16>) -> (tensor<2x4xf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf16>, tensor<f16>) -> tensor<2x4xf16>
  return %r0 : tensor<2x4xf16>
}

// -----
//! name: add of f16 over [0, 2]
//! input: dense<[[[-6.25e-01, -2.0e+00, 1.0e+00, -2.5e-01], [-1.25e+00, 3.75e-01, 1.875e+00, 0.0e+00], [1.375e+00, 1.25e+00, 1.25e+00, 1.25e+00]], [[1.0e+00, 0.0e+00, 3.75e-01, 1.5e+00], [1.0e+00, 1.5e+00, 1.0e+00, 1.25e+00], [2.5e-01, -8.75e-01, 1.125e+00, 1.0e+00]]]> : tensor<2x3x4xf16>
//! input: dense<0.0e+00> : tensor<f16>
//! expect_close(0.004, 0.002): dense<[1.0e+00, 5.75e+00, 6.625e+00]> : tensor<3xf16>
func.func public @main(%a: tensor<2x3x4xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xf16>, tensor<f16>) -> tensor<3xf16>
  return %r0 : tensor<3xf16>
}

// -----
//! name: add of f16 over [0, 1, 2]
//! input: dense<[[[-6.25e-01, -2.0e+00, 1.0e+00, -2.5e-01], [-1.25e+00, 3.75e-01, 1.875e+00, 0.0e+00], [1.375e+00, 1.25e+00, 1.25e+00, 1.25e+00]], [[1.0e+00, 0.0e+00, 3.75e-01, 1.5e+00], [1.0e+00, 1.5e+00, 1.0e+00, 1.25e+00], [2.5e-01, -8.75e-01, 1.125e+00, 1.0e+00]]]> : tensor<2x3x4xf16>
//! input: dense<0.0e+00> : tensor<f16>
//! expect_close(0.004, 0.002): dense<1.3375e+01> : tensor<f16>
func.func public @main(%a: tensor<2x3x4xf16>, %b: tensor<f16>) -> (tensor<f16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xf16>, tensor<f16>) -> tensor<f16>
  return %r0 : tensor<f16>
}

// -----
//! name: add of bf16 over [1]
//! input: dense<[[[1.125e+00, 7.5e-01, -1.875e+00, 6.25e-01], [-3.75e-01, -1.25e-01, 0.0e+00, 1.0e+00], [1.75e+00, -5.0e-01, -1.0e+00, -1.0e+00]], [[1.375e+00, -1.875e+00, 7.5e-01, 2.5e-01], [0.0e+00, 1.375e+00, -1.75e+00, -1.75e+00], [1.125e+00, 1.375e+00, 1.0e+00, 1.0e+00]]]> : tensor<2x3x4xbf16>
//! input: dense<0.0e+00> : tensor<bf16>
//! expect_close(0.032, 0.016): dense<[[2.5e+00, 1.25e-01, -2.875e+00, 6.25e-01], [2.5e+00, 8.75e-01, 0.0e+00, -5.0e-01]]> : tensor<2x4xbf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<2x4xbf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<2x4xbf16>
  return %r0 : tensor<2x4xbf16>
}

// -----
//! name: add of bf16 over [0, 2]
//! input: dense<[[[1.125e+00, 7.5e-01, -1.875e+00, 6.25e-01], [-3.75e-01, -1.25e-01, 0.0e+00, 1.0e+00], [1.75e+00, -5.0e-01, -1.0e+00, -1.0e+00]], [[1.375e+00, -1.875e+00, 7.5e-01, 2.5e-01], [0.0e+00, 1.375e+00, -1.75e+00, -1.75e+00], [1.125e+00, 1.375e+00, 1.0e+00, 1.0e+00]]]> : tensor<2x3x4xbf16>
//! input: dense<0.0e+00> : tensor<bf16>
//! expect_close(0.032, 0.016): dense<[1.125e+00, -1.625e+00, 3.75e+00]> : tensor<3xbf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<3xbf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<3xbf16>
  return %r0 : tensor<3xbf16>
}

// -----
//! name: add of bf16 over [0, 1, 2]
//! input: dense<[[[1.125e+00, 7.5e-01, -1.875e+00, 6.25e-01], [-3.75e-01, -1.25e-01, 0.0e+00, 1.0e+00], [1.75e+00, -5.0e-01, -1.0e+00, -1.0e+00]], [[1.375e+00, -1.875e+00, 7.5e-01, 2.5e-01], [0.0e+00, 1.375e+00, -1.75e+00, -1.75e+00], [1.125e+00, 1.375e+00, 1.0e+00, 1.0e+00]]]> : tensor<2x3x4xbf16>
//! input: dense<0.0e+00> : tensor<bf16>
//! expect_close(0.032, 0.016): dense<3.25e+00> : tensor<bf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<bf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<bf16>
  return %r0 : tensor<bf16>
}

// -----
//! name: add of f32 over [1]
//! input: dense<[[[1.25e-01, -1.5e+00, -6.25e-01, 2.0e+00], [0.0e+00, -1.625e+00, -1.125e+00, 1.125e+00], [-7.5e-01, -5.0e-01, -1.125e+00, -8.75e-01]], [[-3.75e-01, 6.25e-01, 0.0e+00, 1.875e+00], [-8.75e-01, 1.5e+00, -6.25e-01, -1.375e+00], [1.875e+00, -1.25e-01, 1.0e+00, -7.5e-01]]]> : tensor<2x3x4xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[[-6.25e-01, -3.625e+00, -2.875e+00, 2.25e+00], [6.25e-01, 2.0e+00, 3.75e-01, -2.5e-01]]> : tensor<2x4xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<2x4xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %r0 : tensor<2x4xf32>
}

// -----
//! name: add of f32 over [0, 2]
//! input: dense<[[[1.25e-01, -1.5e+00, -6.25e-01, 2.0e+00], [0.0e+00, -1.625e+00, -1.125e+00, 1.125e+00], [-7.5e-01, -5.0e-01, -1.125e+00, -8.75e-01]], [[-3.75e-01, 6.25e-01, 0.0e+00, 1.875e+00], [-8.75e-01, 1.5e+00, -6.25e-01, -1.375e+00], [1.875e+00, -1.25e-01, 1.0e+00, -7.5e-01]]]> : tensor<2x3x4xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[2.125e+00, -3.0e+00, -1.25e+00]> : tensor<3xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<3xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: add of f32 over [0, 1, 2]
//! input: dense<[[[1.25e-01, -1.5e+00, -6.25e-01, 2.0e+00], [0.0e+00, -1.625e+00, -1.125e+00, 1.125e+00], [-7.5e-01, -5.0e-01, -1.125e+00, -8.75e-01]], [[-3.75e-01, 6.25e-01, 0.0e+00, 1.875e+00], [-8.75e-01, 1.5e+00, -6.25e-01, -1.375e+00], [1.875e+00, -1.25e-01, 1.0e+00, -7.5e-01]]]> : tensor<2x3x4xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<-2.125e+00> : tensor<f32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<f32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: add of f64 over [1]
//! input: dense<[[[1.75e+00, -1.25e+00, 1.25e+00, -1.125e+00], [1.875e+00, 3.75e-01, 1.75e+00, -1.0e+00], [-1.25e-01, -1.125e+00, 6.25e-01, -3.75e-01]], [[3.75e-01, -3.75e-01, -1.625e+00, -1.375e+00], [-7.5e-01, -6.25e-01, 3.75e-01, -1.375e+00], [1.75e+00, 2.5e-01, 2.5e-01, -2.5e-01]]]> : tensor<2x3x4xf64>
//! input: dense<0.0e+00> : tensor<f64>
//! expect: dense<[[3.5e+00, -2.0e+00, 3.625e+00, -2.5e+00], [1.375e+00, -7.5e-01, -1.0e+00, -3.0e+00]]> : tensor<2x4xf64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<2x4xf64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  return %r0 : tensor<2x4xf64>
}

// -----
//! name: add of f64 over [0, 2]
//! input: dense<[[[1.75e+00, -1.25e+00, 1.25e+00, -1.125e+00], [1.875e+00, 3.75e-01, 1.75e+00, -1.0e+00], [-1.25e-01, -1.125e+00, 6.25e-01, -3.75e-01]], [[3.75e-01, -3.75e-01, -1.625e+00, -1.375e+00], [-7.5e-01, -6.25e-01, 3.75e-01, -1.375e+00], [1.75e+00, 2.5e-01, 2.5e-01, -2.5e-01]]]> : tensor<2x3x4xf64>
//! input: dense<0.0e+00> : tensor<f64>
//! expect: dense<[-2.375e+00, 6.25e-01, 1.0e+00]> : tensor<3xf64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<3xf64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>
  return %r0 : tensor<3xf64>
}

// -----
//! name: add of f64 over [0, 1, 2]
//! input: dense<[[[1.75e+00, -1.25e+00, 1.25e+00, -1.125e+00], [1.875e+00, 3.75e-01, 1.75e+00, -1.0e+00], [-1.25e-01, -1.125e+00, 6.25e-01, -3.75e-01]], [[3.75e-01, -3.75e-01, -1.625e+00, -1.375e+00], [-7.5e-01, -6.25e-01, 3.75e-01, -1.375e+00], [1.75e+00, 2.5e-01, 2.5e-01, -2.5e-01]]]> : tensor<2x3x4xf64>
//! input: dense<0.0e+00> : tensor<f64>
//! expect: dense<-7.5e-01> : tensor<f64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<f64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<f64>
  return %r0 : tensor<f64>
}

// -----
//! name: add of i32 over [1]
//! input: dense<[[[11, 19, 5, 16], [17, 2, 5, 15], [4, 7, 6, 15]], [[5, 14, 10, 6], [5, 18, 15, 10], [14, 6, 14, 6]]]> : tensor<2x3x4xi32>
//! input: dense<0> : tensor<i32>
//! expect: dense<[[32, 28, 16, 46], [24, 38, 39, 22]]> : tensor<2x4xi32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<2x4xi32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  return %r0 : tensor<2x4xi32>
}

// -----
//! name: add of i32 over [0, 2]
//! input: dense<[[[11, 19, 5, 16], [17, 2, 5, 15], [4, 7, 6, 15]], [[5, 14, 10, 6], [5, 18, 15, 10], [14, 6, 14, 6]]]> : tensor<2x3x4xi32>
//! input: dense<0> : tensor<i32>
//! expect: dense<[86, 87, 72]> : tensor<3xi32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<3xi32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// -----
//! name: add of i32 over [0, 1, 2]
//! input: dense<[[[11, 19, 5, 16], [17, 2, 5, 15], [4, 7, 6, 15]], [[5, 14, 10, 6], [5, 18, 15, 10], [14, 6, 14, 6]]]> : tensor<2x3x4xi32>
//! input: dense<0> : tensor<i32>
//! expect: dense<245> : tensor<i32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<i32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// -----
//! name: add of ui8 over [1]
//! input: dense<[[[13, 9, 6, 1], [15, 14, 1, 18], [10, 3, 4, 13]], [[17, 9, 1, 6], [3, 9, 14, 5], [11, 8, 3, 4]]]> : tensor<2x3x4xui8>
//! input: dense<0> : tensor<ui8>
//! expect: dense<[[38, 26, 11, 32], [31, 26, 18, 15]]> : tensor<2x4xui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<2x4xui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<2x4xui8>
  return %r0 : tensor<2x4xui8>
}

// -----
//! name: add of ui8 over [0, 2]
//! input: dense<[[[13, 9, 6, 1], [15, 14, 1, 18], [10, 3, 4, 13]], [[17, 9, 1, 6], [3, 9, 14, 5], [11, 8, 3, 4]]]> : tensor<2x3x4xui8>
//! input: dense<0> : tensor<ui8>
//! expect: dense<[62, 79, 56]> : tensor<3xui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<3xui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<3xui8>
  return %r0 : tensor<3xui8>
}

// -----
//! name: add of ui8 over [0, 1, 2]
//! input: dense<[[[13, 9, 6, 1], [15, 14, 1, 18], [10, 3, 4, 13]], [[17, 9, 1, 6], [3, 9, 14, 5], [11, 8, 3, 4]]]> : tensor<2x3x4xui8>
//! input: dense<0> : tensor<ui8>
//! expect: dense<197> : tensor<ui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<ui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<ui8>
  return %r0 : tensor<ui8>
}

// -----
//! name: multiply of f32 over [1]
//! input: dense<[[[-1.0e+00, 1.0e+00, -2.5e-01, -8.75e-01], [3.75e-01, -1.625e+00, -1.25e-01, -1.875e+00], [-2.5e-01, -1.25e+00, 1.5e+00, 3.75e-01]], [[-1.0e+00, 1.875e+00, -3.75e-01, -1.625e+00], [-1.25e-01, 2.0e+00, -3.75e-01, -7.5e-01], [-3.75e-01, 0.0e+00, 1.0e+00, 3.75e-01]]]> : tensor<2x3x4xf32>
//! input: dense<1.0e+00> : tensor<f32>
//! expect: dense<[[9.375e-02, 2.03125e+00, 4.6875e-02, 6.152344e-01], [-4.6875e-02, 0.0e+00, 1.40625e-01, 4.5703125e-01]]> : tensor<2x4xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<2x4xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %r0 : tensor<2x4xf32>
}

// -----
//! name: multiply of f32 over [0, 2]
//! input: dense<[[[-1.0e+00, 1.0e+00, -2.5e-01, -8.75e-01], [3.75e-01, -1.625e+00, -1.25e-01, -1.875e+00], [-2.5e-01, -1.25e+00, 1.5e+00, 3.75e-01]], [[-1.0e+00, 1.875e+00, -3.75e-01, -1.625e+00], [-1.25e-01, 2.0e+00, -3.75e-01, -7.5e-01], [-3.75e-01, 0.0e+00, 1.0e+00, 3.75e-01]]]> : tensor<2x3x4xf32>
//! input: dense<1.0e+00> : tensor<f32>
//! expect: dense<[2.4993896e-01, 1.0042191e-02, -0.0e+00]> : tensor<3xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<3xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: multiply of f32 over [0, 1, 2]
//! input: dense<[[[-1.0e+00, 1.0e+00, -2.5e-01, -8.75e-01], [3.75e-01, -1.625e+00, -1.25e-01, -1.875e+00], [-2.5e-01, -1.25e+00, 1.5e+00, 3.75e-01]], [[-1.0e+00, 1.875e+00, -3.75e-01, -1.625e+00], [-1.25e-01, 2.0e+00, -3.75e-01, -7.5e-01], [-3.75e-01, 0.0e+00, 1.0e+00, 3.75e-01]]]> : tensor<2x3x4xf32>
//! input: dense<1.0e+00> : tensor<f32>
//! expect: dense<-0.0e+00> : tensor<f32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<f32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: multiply of f64 over [1]
//! input: dense<[[[1.125e+00, -1.75e+00, 1.0e+00, -6.25e-01], [-1.0e+00, 1.875e+00, -1.125e+00, -1.625e+00], [-1.25e+00, 6.25e-01, -5.0e-01, -1.0e+00]], [[-1.0e+00, 1.25e+00, 1.75e+00, 1.25e+00], [-1.625e+00, -5.0e-01, -1.25e-01, -1.25e-01], [1.5e+00, -3.75e-01, -1.25e+00, -1.875e+00]]]> : tensor<2x3x4xf64>
//! input: dense<1.0e+00> : tensor<f64>
//! expect: dense<[[1.40625e+00, -2.05078125e+00, 5.625e-01, -1.015625e+00], [2.4375e+00, 2.34375e-01, 2.734375e-01, 2.9296875e-01]]> : tensor<2x4xf64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<2x4xf64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [1] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  return %r0 : tensor<2x4xf64>
}

// -----
//! name: multiply of f64 over [0, 2]
//! input: dense<[[[1.125e+00, -1.75e+00, 1.0e+00, -6.25e-01], [-1.0e+00, 1.875e+00, -1.125e+00, -1.625e+00], [-1.25e+00, 6.25e-01, -5.0e-01, -1.0e+00]], [[-1.0e+00, 1.25e+00, 1.75e+00, 1.25e+00], [-1.625e+00, -5.0e-01, -1.25e-01, -1.25e-01], [1.5e+00, -3.75e-01, -1.25e+00, -1.875e+00]]]> : tensor<2x3x4xf64>
//! input: dense<1.0e+00> : tensor<f64>
//! expect: dense<[-3.36456298828125e+00, -4.351615905761719e-02, 5.14984130859375e-01]> : tensor<3xf64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<3xf64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>
  return %r0 : tensor<3xf64>
}

// -----
//! name: multiply of f64 over [0, 1, 2]
//! input: dense<[[[1.125e+00, -1.75e+00, 1.0e+00, -6.25e-01], [-1.0e+00, 1.875e+00, -1.125e+00, -1.625e+00], [-1.25e+00, 6.25e-01, -5.0e-01, -1.0e+00]], [[-1.0e+00, 1.25e+00, 1.75e+00, 1.25e+00], [-1.625e+00, -5.0e-01, -1.25e-01, -1.25e-01], [1.5e+00, -3.75e-01, -1.25e+00, -1.875e+00]]]> : tensor<2x3x4xf64>
//! input: dense<1.0e+00> : tensor<f64>
//! expect: dense<7.54002985048352e-02> : tensor<f64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<f64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 1, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<f64>
  return %r0 : tensor<f64>
}

// -----
//! name: multiply of i32 over [1]
//! input: dense<[[[8, 4, 6, 6], [11, 9, 16, 14], [0, 14, 2, 5]], [[10, 15, 6, 19], [15, 14, 0, 11], [19, 12, 11, 0]]]> : tensor<2x3x4xi32>
//! input: dense<1> : tensor<i32>
//! expect: dense<[[0, 504, 192, 420], [2850, 2520, 0, 0]]> : tensor<2x4xi32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<2x4xi32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [1] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  return %r0 : tensor<2x4xi32>
}

// -----
//! name: multiply of i32 over [0, 2]
//! input: dense<[[[8, 4, 6, 6], [11, 9, 16, 14], [0, 14, 2, 5]], [[10, 15, 6, 19], [15, 14, 0, 11], [19, 12, 11, 0]]]> : tensor<2x3x4xi32>
//! input: dense<1> : tensor<i32>
//! expect: dense<[19699200, 0, 0]> : tensor<3xi32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<3xi32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// -----
//! name: multiply of i32 over [0, 1, 2]
//! input: dense<[[[8, 4, 6, 6], [11, 9, 16, 14], [0, 14, 2, 5]], [[10, 15, 6, 19], [15, 14, 0, 11], [19, 12, 11, 0]]]> : tensor<2x3x4xi32>
//! input: dense<1> : tensor<i32>
//! expect: dense<0> : tensor<i32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<i32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 1, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// -----
//! name: maximum of f16 over [1]
//! input: dense<[[[-6.25e-01, -1.25e+00, -1.25e-01, -8.75e-01], [7.5e-01, 1.625e+00, -1.875e+00, 1.25e+00], [-2.5e-01, -6.25e-01, 1.125e+00, 1.625e+00]], [[-1.25e-01, 1.375e+00, 1.25e-01, 0.0e+00], [-2.5e-01, 2.5e-01, -1.625e+00, 1.875e+00], [0.0e+00, -1.75e+00, 1.125e+00, -1.375e+00]]]> : tensor<2x3x4xf16>
//! input: dense<0xFC00> : tensor<f16>
//! expect: dense<[[7.5e-01, 1.625e+00, 1.125e+00, 1.625e+00], [0.0e+00, 1.375e+00, 1.125e+00, 1.875e+00]]> : tensor<2x4xf16>
func.func public @main(%a: tensor<2x3x4xf16>, %b: tensor<f16>) -> (tensor<2x4xf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xf16>, tensor<f16>) -> tensor<2x4xf16>
  return %r0 : tensor<2x4xf16>
}

// -----
//! name: maximum of f16 over [0, 2]
//! input: dense<[[[-6.25e-01, -1.25e+00, -1.25e-01, -8.75e-01], [7.5e-01, 1.625e+00, -1.875e+00, 1.25e+00], [-2.5e-01, -6.25e-01, 1.125e+00, 1.625e+00]], [[-1.25e-01, 1.375e+00, 1.25e-01, 0.0e+00], [-2.5e-01, 2.5e-01, -1.625e+00, 1.875e+00], [0.0e+00, -1.75e+00, 1.125e+00, -1.375e+00]]]> : tensor<2x3x4xf16>
//! input: dense<0xFC00> : tensor<f16>
//! expect: dense<[1.375e+00, 1.875e+00, 1.625e+00]> : tensor<3xf16>
func.func public @main(%a: tensor<2x3x4xf16>, %b: tensor<f16>) -> (tensor<3xf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<2x3x4xf16>, tensor<f16>) -> tensor<3xf16>
  return %r0 : tensor<3xf16>
}

// -----
//! name: maximum of f16 over [0, 1, 2]
//! input: dense<[[[-6.25e-01, -1.25e+00, -1.25e-01, -8.75e-01], [7.5e-01, 1.625e+00, -1.875e+00, 1.25e+00], [-2.5e-01, -6.25e-01, 1.125e+00, 1.625e+00]], [[-1.25e-01, 1.375e+00, 1.25e-01, 0.0e+00], [-2.5e-01, 2.5e-01, -1.625e+00, 1.875e+00], [0.0e+00, -1.75e+00, 1.125e+00, -1.375e+00]]]> : tensor<2x3x4xf16>
//! input: dense<0xFC00> : tensor<f16>
//! expect: dense<1.875e+00> : tensor<f16>
func.func public @main(%a: tensor<2x3x4xf16>, %b: tensor<f16>) -> (tensor<f16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x4xf16>, tensor<f16>) -> tensor<f16>
  return %r0 : tensor<f16>
}

// -----
//! name: maximum of bf16 over [1]
//! input: dense<[[[-1.5e+00, 2.5e-01, -7.5e-01, -2.5e-01], [-1.25e-01, 1.125e+00, -1.25e+00, -1.125e+00], [-1.0e+00, 3.75e-01, 1.5e+00, -1.75e+00]], [[-7.5e-01, -1.0e+00, 1.625e+00, 1.25e-01], [-1.125e+00, -1.25e+00, -6.25e-01, 1.25e-01], [3.75e-01, 1.125e+00, -1.25e-01, 2.5e-01]]]> : tensor<2x3x4xbf16>
//! input: dense<0xFF80> : tensor<bf16>
//! expect: dense<[[-1.25e-01, 1.125e+00, 1.5e+00, -2.5e-01], [3.75e-01, 1.125e+00, 1.625e+00, 2.5e-01]]> : tensor<2x4xbf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<2x4xbf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<2x4xbf16>
  return %r0 : tensor<2x4xbf16>
}

// -----
//! name: maximum of bf16 over [0, 2]
//! input: dense<[[[-1.5e+00, 2.5e-01, -7.5e-01, -2.5e-01], [-1.25e-01, 1.125e+00, -1.25e+00, -1.125e+00], [-1.0e+00, 3.75e-01, 1.5e+00, -1.75e+00]], [[-7.5e-01, -1.0e+00, 1.625e+00, 1.25e-01], [-1.125e+00, -1.25e+00, -6.25e-01, 1.25e-01], [3.75e-01, 1.125e+00, -1.25e-01, 2.5e-01]]]> : tensor<2x3x4xbf16>
//! input: dense<0xFF80> : tensor<bf16>
//! expect: dense<[1.625e+00, 1.125e+00, 1.5e+00]> : tensor<3xbf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<3xbf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<3xbf16>
  return %r0 : tensor<3xbf16>
}

// -----
//! name: maximum of bf16 over [0, 1, 2]
//! input: dense<[[[-1.5e+00, 2.5e-01, -7.5e-01, -2.5e-01], [-1.25e-01, 1.125e+00, -1.25e+00, -1.125e+00], [-1.0e+00, 3.75e-01, 1.5e+00, -1.75e+00]], [[-7.5e-01, -1.0e+00, 1.625e+00, 1.25e-01], [-1.125e+00, -1.25e+00, -6.25e-01, 1.25e-01], [3.75e-01, 1.125e+00, -1.25e-01, 2.5e-01]]]> : tensor<2x3x4xbf16>
//! input: dense<0xFF80> : tensor<bf16>
//! expect: dense<1.625e+00> : tensor<bf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<bf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<bf16>
  return %r0 : tensor<bf16>
}

// -----
//! name: maximum of f32 over [1]
//! input: dense<[[[0.0e+00, 1.25e+00, -1.25e+00, 1.25e+00], [-1.75e+00, 0.0e+00, 1.25e+00, -1.125e+00], [5.0e-01, -1.625e+00, 5.0e-01, -1.625e+00]], [[-1.75e+00, 5.0e-01, 8.75e-01, 1.375e+00], [-2.0e+00, -1.75e+00, 1.5e+00, 1.5e+00], [8.75e-01, 1.875e+00, -8.75e-01, -2.5e-01]]]> : tensor<2x3x4xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<[[5.0e-01, 1.25e+00, 1.25e+00, 1.25e+00], [8.75e-01, 1.875e+00, 1.5e+00, 1.5e+00]]> : tensor<2x4xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<2x4xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %r0 : tensor<2x4xf32>
}

// -----
//! name: maximum of f32 over [0, 2]
//! input: dense<[[[0.0e+00, 1.25e+00, -1.25e+00, 1.25e+00], [-1.75e+00, 0.0e+00, 1.25e+00, -1.125e+00], [5.0e-01, -1.625e+00, 5.0e-01, -1.625e+00]], [[-1.75e+00, 5.0e-01, 8.75e-01, 1.375e+00], [-2.0e+00, -1.75e+00, 1.5e+00, 1.5e+00], [8.75e-01, 1.875e+00, -8.75e-01, -2.5e-01]]]> : tensor<2x3x4xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<[1.375e+00, 1.5e+00, 1.875e+00]> : tensor<3xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<3xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: maximum of f32 over [0, 1, 2]
//! input: dense<[[[0.0e+00, 1.25e+00, -1.25e+00, 1.25e+00], [-1.75e+00, 0.0e+00, 1.25e+00, -1.125e+00], [5.0e-01, -1.625e+00, 5.0e-01, -1.625e+00]], [[-1.75e+00, 5.0e-01, 8.75e-01, 1.375e+00], [-2.0e+00, -1.75e+00, 1.5e+00, 1.5e+00], [8.75e-01, 1.875e+00, -8.75e-01, -2.5e-01]]]> : tensor<2x3x4xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<1.875e+00> : tensor<f32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<f32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: maximum of f64 over [1]
//! input: dense<[[[1.375e+00, -7.5e-01, 7.5e-01, -2.5e-01], [-1.375e+00, 1.625e+00, 1.25e-01, 7.5e-01], [1.875e+00, -5.0e-01, -8.75e-01, -7.5e-01]], [[1.75e+00, -3.75e-01, -5.0e-01, -1.625e+00], [-2.0e+00, 0.0e+00, -1.875e+00, 1.25e-01], [-5.0e-01, -1.25e-01, -1.875e+00, 3.75e-01]]]> : tensor<2x3x4xf64>
//! input: dense<0xFFF0000000000000> : tensor<f64>
//! expect: dense<[[1.875e+00, 1.625e+00, 7.5e-01, 7.5e-01], [1.75e+00, 0.0e+00, -5.0e-01, 3.75e-01]]> : tensor<2x4xf64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<2x4xf64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  return %r0 : tensor<2x4xf64>
}

// -----
//! name: maximum of f64 over [0, 2]
//! input: dense<[[[1.375e+00, -7.5e-01, 7.5e-01, -2.5e-01], [-1.375e+00, 1.625e+00, 1.25e-01, 7.5e-01], [1.875e+00, -5.0e-01, -8.75e-01, -7.5e-01]], [[1.75e+00, -3.75e-01, -5.0e-01, -1.625e+00], [-2.0e+00, 0.0e+00, -1.875e+00, 1.25e-01], [-5.0e-01, -1.25e-01, -1.875e+00, 3.75e-01]]]> : tensor<2x3x4xf64>
//! input: dense<0xFFF0000000000000> : tensor<f64>
//! expect: dense<[1.75e+00, 1.625e+00, 1.875e+00]> : tensor<3xf64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<3xf64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>
  return %r0 : tensor<3xf64>
}

// -----
//! name: maximum of f64 over [0, 1, 2]
//! input: dense<[[[1.375e+00, -7.5e-01, 7.5e-01, -2.5e-01], [-1.375e+00, 1.625e+00, 1.25e-01, 7.5e-01], [1.875e+00, -5.0e-01, -8.75e-01, -7.5e-01]], [[1.75e+00, -3.75e-01, -5.0e-01, -1.625e+00], [-2.0e+00, 0.0e+00, -1.875e+00, 1.25e-01], [-5.0e-01, -1.25e-01, -1.875e+00, 3.75e-01]]]> : tensor<2x3x4xf64>
//! input: dense<0xFFF0000000000000> : tensor<f64>
//! expect: dense<1.875e+00> : tensor<f64>
func.func public @main(%a: tensor<2x3x4xf64>, %b: tensor<f64>) -> (tensor<f64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<f64>
  return %r0 : tensor<f64>
}

// -----
//! name: maximum of i8 over [1]
//! input: dense<[[[1, 7, 4, 15], [4, 19, 6, 15], [11, 13, 13, 13]], [[3, 12, 6, 17], [7, 10, 17, 3], [10, 11, 7, 13]]]> : tensor<2x3x4xi8>
//! input: dense<-128> : tensor<i8>
//! expect: dense<[[11, 19, 13, 15], [10, 12, 17, 17]]> : tensor<2x4xi8>
func.func public @main(%a: tensor<2x3x4xi8>, %b: tensor<i8>) -> (tensor<2x4xi8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xi8>, tensor<i8>) -> tensor<2x4xi8>
  return %r0 : tensor<2x4xi8>
}

// -----
//! name: maximum of i8 over [0, 2]
//! input: dense<[[[1, 7, 4, 15], [4, 19, 6, 15], [11, 13, 13, 13]], [[3, 12, 6, 17], [7, 10, 17, 3], [10, 11, 7, 13]]]> : tensor<2x3x4xi8>
//! input: dense<-128> : tensor<i8>
//! expect: dense<[17, 19, 13]> : tensor<3xi8>
func.func public @main(%a: tensor<2x3x4xi8>, %b: tensor<i8>) -> (tensor<3xi8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<2x3x4xi8>, tensor<i8>) -> tensor<3xi8>
  return %r0 : tensor<3xi8>
}

// -----
//! name: maximum of i8 over [0, 1, 2]
//! input: dense<[[[1, 7, 4, 15], [4, 19, 6, 15], [11, 13, 13, 13]], [[3, 12, 6, 17], [7, 10, 17, 3], [10, 11, 7, 13]]]> : tensor<2x3x4xi8>
//! input: dense<-128> : tensor<i8>
//! expect: dense<19> : tensor<i8>
func.func public @main(%a: tensor<2x3x4xi8>, %b: tensor<i8>) -> (tensor<i8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x4xi8>, tensor<i8>) -> tensor<i8>
  return %r0 : tensor<i8>
}

// -----
//! name: maximum of ui32 over [1]
//! input: dense<[[[15, 12, 9, 14], [18, 10, 13, 2], [10, 5, 0, 1]], [[8, 18, 12, 9], [3, 3, 19, 19], [0, 12, 14, 17]]]> : tensor<2x3x4xui32>
//! input: dense<0> : tensor<ui32>
//! expect: dense<[[18, 12, 13, 14], [8, 18, 19, 19]]> : tensor<2x4xui32>
func.func public @main(%a: tensor<2x3x4xui32>, %b: tensor<ui32>) -> (tensor<2x4xui32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xui32>, tensor<ui32>) -> tensor<2x4xui32>
  return %r0 : tensor<2x4xui32>
}

// -----
//! name: maximum of ui32 over [0, 2]
//! input: dense<[[[15, 12, 9, 14], [18, 10, 13, 2], [10, 5, 0, 1]], [[8, 18, 12, 9], [3, 3, 19, 19], [0, 12, 14, 17]]]> : tensor<2x3x4xui32>
//! input: dense<0> : tensor<ui32>
//! expect: dense<[18, 19, 17]> : tensor<3xui32>
func.func public @main(%a: tensor<2x3x4xui32>, %b: tensor<ui32>) -> (tensor<3xui32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<2x3x4xui32>, tensor<ui32>) -> tensor<3xui32>
  return %r0 : tensor<3xui32>
}

// -----
//! name: maximum of ui32 over [0, 1, 2]
//! input: dense<[[[15, 12, 9, 14], [18, 10, 13, 2], [10, 5, 0, 1]], [[8, 18, 12, 9], [3, 3, 19, 19], [0, 12, 14, 17]]]> : tensor<2x3x4xui32>
//! input: dense<0> : tensor<ui32>
//! expect: dense<19> : tensor<ui32>
func.func public @main(%a: tensor<2x3x4xui32>, %b: tensor<ui32>) -> (tensor<ui32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x4xui32>, tensor<ui32>) -> tensor<ui32>
  return %r0 : tensor<ui32>
}

// -----
//! name: minimum of f32 over [1]
//! input: dense<[[[-5.0e-01, -3.75e-01, -1.375e+00, 1.5e+00], [1.5e+00, -1.25e-01, 0.0e+00, -1.75e+00], [-1.125e+00, -5.0e-01, 0.0e+00, -1.5e+00]], [[-7.5e-01, -1.25e-01, 1.0e+00, 1.875e+00], [-1.5e+00, -1.25e+00, 0.0e+00, -1.25e+00], [-1.25e+00, -1.125e+00, -5.0e-01, 0.0e+00]]]> : tensor<2x3x4xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<[[-1.125e+00, -5.0e-01, -1.375e+00, -1.75e+00], [-1.5e+00, -1.25e+00, -5.0e-01, -1.25e+00]]> : tensor<2x4xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<2x4xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %r0 : tensor<2x4xf32>
}

// -----
//! name: minimum of f32 over [0, 2]
//! input: dense<[[[-5.0e-01, -3.75e-01, -1.375e+00, 1.5e+00], [1.5e+00, -1.25e-01, 0.0e+00, -1.75e+00], [-1.125e+00, -5.0e-01, 0.0e+00, -1.5e+00]], [[-7.5e-01, -1.25e-01, 1.0e+00, 1.875e+00], [-1.5e+00, -1.25e+00, 0.0e+00, -1.25e+00], [-1.25e+00, -1.125e+00, -5.0e-01, 0.0e+00]]]> : tensor<2x3x4xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<[-1.375e+00, -1.75e+00, -1.5e+00]> : tensor<3xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<3xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: minimum of f32 over [0, 1, 2]
//! input: dense<[[[-5.0e-01, -3.75e-01, -1.375e+00, 1.5e+00], [1.5e+00, -1.25e-01, 0.0e+00, -1.75e+00], [-1.125e+00, -5.0e-01, 0.0e+00, -1.5e+00]], [[-7.5e-01, -1.25e-01, 1.0e+00, 1.875e+00], [-1.5e+00, -1.25e+00, 0.0e+00, -1.25e+00], [-1.25e+00, -1.125e+00, -5.0e-01, 0.0e+00]]]> : tensor<2x3x4xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<-1.75e+00> : tensor<f32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<f32>) -> (tensor<f32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: minimum of bf16 over [1]
//! input: dense<[[[-1.875e+00, -6.25e-01, -1.625e+00, 7.5e-01], [1.625e+00, -1.125e+00, -5.0e-01, -6.25e-01], [1.125e+00, -1.0e+00, -6.25e-01, 6.25e-01]], [[-1.875e+00, 8.75e-01, 8.75e-01, -3.75e-01], [7.5e-01, 1.25e-01, -1.25e-01, 7.5e-01], [1.875e+00, -2.5e-01, -1.5e+00, -1.75e+00]]]> : tensor<2x3x4xbf16>
//! input: dense<0x7F80> : tensor<bf16>
//! expect: dense<[[-1.875e+00, -1.125e+00, -1.625e+00, -6.25e-01], [-1.875e+00, -2.5e-01, -1.5e+00, -1.75e+00]]> : tensor<2x4xbf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<2x4xbf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<2x4xbf16>
  return %r0 : tensor<2x4xbf16>
}

// -----
//! name: minimum of bf16 over [0, 2]
//! input: dense<[[[-1.875e+00, -6.25e-01, -1.625e+00, 7.5e-01], [1.625e+00, -1.125e+00, -5.0e-01, -6.25e-01], [1.125e+00, -1.0e+00, -6.25e-01, 6.25e-01]], [[-1.875e+00, 8.75e-01, 8.75e-01, -3.75e-01], [7.5e-01, 1.25e-01, -1.25e-01, 7.5e-01], [1.875e+00, -2.5e-01, -1.5e+00, -1.75e+00]]]> : tensor<2x3x4xbf16>
//! input: dense<0x7F80> : tensor<bf16>
//! expect: dense<[-1.875e+00, -1.125e+00, -1.75e+00]> : tensor<3xbf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<3xbf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<3xbf16>
  return %r0 : tensor<3xbf16>
}

// -----
//! name: minimum of bf16 over [0, 1, 2]
//! input: dense<[[[-1.875e+00, -6.25e-01, -1.625e+00, 7.5e-01], [1.625e+00, -1.125e+00, -5.0e-01, -6.25e-01], [1.125e+00, -1.0e+00, -6.25e-01, 6.25e-01]], [[-1.875e+00, 8.75e-01, 8.75e-01, -3.75e-01], [7.5e-01, 1.25e-01, -1.25e-01, 7.5e-01], [1.875e+00, -2.5e-01, -1.5e+00, -1.75e+00]]]> : tensor<2x3x4xbf16>
//! input: dense<0x7F80> : tensor<bf16>
//! expect: dense<-1.875e+00> : tensor<bf16>
func.func public @main(%a: tensor<2x3x4xbf16>, %b: tensor<bf16>) -> (tensor<bf16>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 1, 2] : (tensor<2x3x4xbf16>, tensor<bf16>) -> tensor<bf16>
  return %r0 : tensor<bf16>
}

// -----
//! name: minimum of i64 over [1]
//! input: dense<[[[11, 17, 3, 10], [14, 6, 2, 4], [4, 7, 14, 6]], [[17, 12, 19, 6], [2, 5, 5, 12], [0, 13, 7, 13]]]> : tensor<2x3x4xi64>
//! input: dense<9223372036854775807> : tensor<i64>
//! expect: dense<[[4, 6, 2, 4], [0, 5, 5, 6]]> : tensor<2x4xi64>
func.func public @main(%a: tensor<2x3x4xi64>, %b: tensor<i64>) -> (tensor<2x4xi64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3x4xi64>, tensor<i64>) -> tensor<2x4xi64>
  return %r0 : tensor<2x4xi64>
}

// -----
//! name: minimum of i64 over [0, 2]
//! input: dense<[[[11, 17, 3, 10], [14, 6, 2, 4], [4, 7, 14, 6]], [[17, 12, 19, 6], [2, 5, 5, 12], [0, 13, 7, 13]]]> : tensor<2x3x4xi64>
//! input: dense<9223372036854775807> : tensor<i64>
//! expect: dense<[3, 2, 0]> : tensor<3xi64>
func.func public @main(%a: tensor<2x3x4xi64>, %b: tensor<i64>) -> (tensor<3xi64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<2x3x4xi64>, tensor<i64>) -> tensor<3xi64>
  return %r0 : tensor<3xi64>
}

// -----
//! name: minimum of i64 over [0, 1, 2]
//! input: dense<[[[11, 17, 3, 10], [14, 6, 2, 4], [4, 7, 14, 6]], [[17, 12, 19, 6], [2, 5, 5, 12], [0, 13, 7, 13]]]> : tensor<2x3x4xi64>
//! input: dense<9223372036854775807> : tensor<i64>
//! expect: dense<0> : tensor<i64>
func.func public @main(%a: tensor<2x3x4xi64>, %b: tensor<i64>) -> (tensor<i64>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 1, 2] : (tensor<2x3x4xi64>, tensor<i64>) -> tensor<i64>
  return %r0 : tensor<i64>
}

// -----
//! name: minimum of ui8 over [1]
//! input: dense<[[[6, 11, 7, 18], [6, 13, 15, 11], [4, 2, 0, 18]], [[4, 4, 13, 18], [15, 3, 8, 1], [15, 5, 3, 8]]]> : tensor<2x3x4xui8>
//! input: dense<255> : tensor<ui8>
//! expect: dense<[[4, 2, 0, 11], [4, 3, 3, 1]]> : tensor<2x4xui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<2x4xui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<2x4xui8>
  return %r0 : tensor<2x4xui8>
}

// -----
//! name: minimum of ui8 over [0, 2]
//! input: dense<[[[6, 11, 7, 18], [6, 13, 15, 11], [4, 2, 0, 18]], [[4, 4, 13, 18], [15, 3, 8, 1], [15, 5, 3, 8]]]> : tensor<2x3x4xui8>
//! input: dense<255> : tensor<ui8>
//! expect: dense<[4, 1, 0]> : tensor<3xui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<3xui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<3xui8>
  return %r0 : tensor<3xui8>
}

// -----
//! name: minimum of ui8 over [0, 1, 2]
//! input: dense<[[[6, 11, 7, 18], [6, 13, 15, 11], [4, 2, 0, 18]], [[4, 4, 13, 18], [15, 3, 8, 1], [15, 5, 3, 8]]]> : tensor<2x3x4xui8>
//! input: dense<255> : tensor<ui8>
//! expect: dense<0> : tensor<ui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<ui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 1, 2] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<ui8>
  return %r0 : tensor<ui8>
}

// -----
//! name: and of i1 over [1]
//! input: dense<[[[true, false, true, false], [false, true, false, true], [false, true, false, true]], [[false, false, false, true], [false, true, true, false], [true, true, false, true]]]> : tensor<2x3x4xi1>
//! input: dense<true> : tensor<i1>
//! expect: dense<false> : tensor<2x4xi1>
func.func public @main(%a: tensor<2x3x4xi1>, %b: tensor<i1>) -> (tensor<2x4xi1>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [1] : (tensor<2x3x4xi1>, tensor<i1>) -> tensor<2x4xi1>
  return %r0 : tensor<2x4xi1>
}

// -----
//! name: and of i1 over [0, 2]
//! input: dense<[[[true, false, true, false], [false, true, false, true], [false, true, false, true]], [[false, false, false, true], [false, true, true, false], [true, true, false, true]]]> : tensor<2x3x4xi1>
//! input: dense<true> : tensor<i1>
//! expect: dense<false> : tensor<3xi1>
func.func public @main(%a: tensor<2x3x4xi1>, %b: tensor<i1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 2] : (tensor<2x3x4xi1>, tensor<i1>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: and of i1 over [0, 1, 2]
//! input: dense<[[[true, false, true, false], [false, true, false, true], [false, true, false, true]], [[false, false, false, true], [false, true, true, false], [true, true, false, true]]]> : tensor<2x3x4xi1>
//! input: dense<true> : tensor<i1>
//! expect: dense<false> : tensor<i1>
func.func public @main(%a: tensor<2x3x4xi1>, %b: tensor<i1>) -> (tensor<i1>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x3x4xi1>, tensor<i1>) -> tensor<i1>
  return %r0 : tensor<i1>
}

// -----
//! name: and of i32 over [1]
//! input: dense<[[[19, 13, 17, 1], [14, 2, 14, 17], [2, 11, 16, 1]], [[8, 14, 19, 1], [6, 0, 2, 18], [15, 14, 3, 19]]]> : tensor<2x3x4xi32>
//! input: dense<1> : tensor<i32>
//! expect: dense<[[0, 0, 0, 1], [0, 0, 0, 0]]> : tensor<2x4xi32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<2x4xi32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [1] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  return %r0 : tensor<2x4xi32>
}

// -----
//! name: and of i32 over [0, 2]
//! input: dense<[[[19, 13, 17, 1], [14, 2, 14, 17], [2, 11, 16, 1]], [[8, 14, 19, 1], [6, 0, 2, 18], [15, 14, 3, 19]]]> : tensor<2x3x4xi32>
//! input: dense<1> : tensor<i32>
//! expect: dense<0> : tensor<3xi32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<3xi32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// -----
//! name: and of i32 over [0, 1, 2]
//! input: dense<[[[19, 13, 17, 1], [14, 2, 14, 17], [2, 11, 16, 1]], [[8, 14, 19, 1], [6, 0, 2, 18], [15, 14, 3, 19]]]> : tensor<2x3x4xi32>
//! input: dense<1> : tensor<i32>
//! expect: dense<0> : tensor<i32>
func.func public @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> (tensor<i32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// -----
//! name: or of i1 over [1]
//! input: dense<[[[true, false, true, false], [true, false, false, true], [false, true, false, false]], [[true, false, true, false], [false, true, false, false], [true, false, true, false]]]> : tensor<2x3x4xi1>
//! input: dense<false> : tensor<i1>
//! expect: dense<[[true, true, true, true], [true, true, true, false]]> : tensor<2x4xi1>
func.func public @main(%a: tensor<2x3x4xi1>, %b: tensor<i1>) -> (tensor<2x4xi1>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [1] : (tensor<2x3x4xi1>, tensor<i1>) -> tensor<2x4xi1>
  return %r0 : tensor<2x4xi1>
}

// -----
//! name: or of i1 over [0, 2]
//! input: dense<[[[true, false, true, false], [true, false, false, true], [false, true, false, false]], [[true, false, true, false], [false, true, false, false], [true, false, true, false]]]> : tensor<2x3x4xi1>
//! input: dense<false> : tensor<i1>
//! expect: dense<true> : tensor<3xi1>
func.func public @main(%a: tensor<2x3x4xi1>, %b: tensor<i1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 2] : (tensor<2x3x4xi1>, tensor<i1>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: or of i1 over [0, 1, 2]
//! input: dense<[[[true, false, true, false], [true, false, false, true], [false, true, false, false]], [[true, false, true, false], [false, true, false, false], [true, false, true, false]]]> : tensor<2x3x4xi1>
//! input: dense<false> : tensor<i1>
//! expect: dense<true> : tensor<i1>
func.func public @main(%a: tensor<2x3x4xi1>, %b: tensor<i1>) -> (tensor<i1>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 1, 2] : (tensor<2x3x4xi1>, tensor<i1>) -> tensor<i1>
  return %r0 : tensor<i1>
}

// -----
//! name: or of ui8 over [1]
//! input: dense<[[[10, 14, 1, 2], [11, 14, 18, 8], [10, 10, 0, 19]], [[14, 3, 4, 2], [1, 15, 14, 8], [17, 16, 15, 5]]]> : tensor<2x3x4xui8>
//! input: dense<0> : tensor<ui8>
//! expect: dense<[[11, 14, 19, 27], [31, 31, 15, 15]]> : tensor<2x4xui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<2x4xui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [1] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<2x4xui8>
  return %r0 : tensor<2x4xui8>
}

// -----
//! name: or of ui8 over [0, 2]
//! input: dense<[[[10, 14, 1, 2], [11, 14, 18, 8], [10, 10, 0, 19]], [[14, 3, 4, 2], [1, 15, 14, 8], [17, 16, 15, 5]]]> : tensor<2x3x4xui8>
//! input: dense<0> : tensor<ui8>
//! expect: dense<[15, 31, 31]> : tensor<3xui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<3xui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 2] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<3xui8>
  return %r0 : tensor<3xui8>
}

// -----
//! name: or of ui8 over [0, 1, 2]
//! input: dense<[[[10, 14, 1, 2], [11, 14, 18, 8], [10, 10, 0, 19]], [[14, 3, 4, 2], [1, 15, 14, 8], [17, 16, 15, 5]]]> : tensor<2x3x4xui8>
//! input: dense<0> : tensor<ui8>
//! expect: dense<31> : tensor<ui8>
func.func public @main(%a: tensor<2x3x4xui8>, %b: tensor<ui8>) -> (tensor<ui8>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 1, 2] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<ui8>
  return %r0 : tensor<ui8>
}

// -----
//! name: the place of the maximum
//! input: dense<[[3.0e+00, -1.0e+00, 7.0e+00, 7.0e+00, 2.0e+00]]> : tensor<1x5xf32>
//! expect: dense<[7.0e+00]> : tensor<1xf32>
//! expect: dense<[2]> : tensor<1xi32>
func.func public @main(%a: tensor<1x5xf32>) -> (tensor<1xf32>, tensor<1xi32>) {
  %place = stablehlo.iota dim = 1 : tensor<1x5xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%a init: %least), (%place init: %none) across dimensions = [1] : (tensor<1x5xf32>, tensor<1x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<1xf32>, tensor<1xi32>)
   reducer(%x: tensor<f32>, %z: tensor<f32>) (%y: tensor<i32>, %w: tensor<i32>)  {
    %first = stablehlo.compare GE, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %first, %x, %z : tensor<i1>, tensor<f32>
    %index = stablehlo.select %first, %y, %w : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<f32>, tensor<i32>
  }
  %r0 = stablehlo.reshape %r#0 : (tensor<1xf32>) -> tensor<1xf32>
  %r1 = stablehlo.reshape %r#1 : (tensor<1xi32>) -> tensor<1xi32>
  return %r0, %r1 : tensor<1xf32>, tensor<1xi32>
}
