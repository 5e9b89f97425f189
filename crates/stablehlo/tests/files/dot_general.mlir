//! name: dot_general matrices of f32
//! input: dense<[[1.75e+00, 1.5e+00, -1.5e+00, -7.5e-01, -1.125e+00], [7.5e-01, 2.0e+00, -1.625e+00, 1.0e+00, -7.5e-01]]> : tensor<2x5xf32>
//! input: dense<[[-3.75e-01, -1.25e+00, -1.125e+00], [1.5e+00, 1.75e+00, -1.5e+00], [7.5e-01, -1.25e+00, 2.0e+00], [-1.0e+00, -1.5e+00, -1.375e+00], [-6.25e-01, -1.125e+00, 2.5e-01]]> : tensor<5x3xf32>
//! expect: dense<[[1.921875e+00, 4.703125e+00, -6.46875e+00], [9.6875e-01, 3.9375e+00, -8.65625e+00]]> : tensor<2x3xf32>
func.func public @main(%a: tensor<2x5xf32>, %b: tensor<5x3xf32>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xf32>, tensor<5x3xf32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: dot_general matrices of f64
//! input: dense<[[1.875e+00, 1.25e+00, 8.75e-01, -1.5e+00, -5.0e-01], [1.875e+00, -2.5e-01, 3.75e-01, -1.0e+00, -1.75e+00]]> : tensor<2x5xf64>
//! input: dense<[[-1.25e-01, -1.875e+00, 1.25e-01], [1.375e+00, 1.125e+00, -3.75e-01], [1.0e+00, -1.625e+00, -5.0e-01], [5.0e-01, -1.625e+00, -5.0e-01], [1.875e+00, 8.75e-01, 3.75e-01]]> : tensor<5x3xf64>
//! expect: dense<[[6.71875e-01, -1.53125e+00, -1.09375e-01], [-3.984375e+00, -4.3125e+00, -1.5625e-02]]> : tensor<2x3xf64>
func.func public @main(%a: tensor<2x5xf64>, %b: tensor<5x3xf64>) -> (tensor<2x3xf64>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xf64>, tensor<5x3xf64>) -> tensor<2x3xf64>
  return %r0 : tensor<2x3xf64>
}

// -----
//! name: dot_general matrices of f16
//! input: dense<[[7.5e-01, 1.875e+00, 1.25e+00, 5.0e-01, 1.25e-01], [-1.5e+00, 1.75e+00, 1.5e+00, 1.125e+00, 8.75e-01]]> : tensor<2x5xf16>
//! input: dense<[[-3.75e-01, 1.25e-01, -1.875e+00], [-1.25e-01, 7.5e-01, -3.75e-01], [8.75e-01, -3.75e-01, -8.75e-01], [-1.5e+00, -8.75e-01, 5.0e-01], [-7.5e-01, -2.0e+00, 1.25e-01]]> : tensor<5x3xf16>
//! expect_close(0.002, 0): dense<[[-2.656e-01, 3.438e-01, -2.938e+00], [-6.875e-01, -2.172e+00, 1.516e+00]]> : tensor<2x3xf16>
func.func public @main(%a: tensor<2x5xf16>, %b: tensor<5x3xf16>) -> (tensor<2x3xf16>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xf16>, tensor<5x3xf16>) -> tensor<2x3xf16>
  return %r0 : tensor<2x3xf16>
}

// -----
//! name: dot_general matrices of bf16
//! input: dense<[[-1.0e+00, 1.125e+00, 1.0e+00, -2.5e-01, 1.25e-01], [1.25e-01, 3.75e-01, 6.25e-01, 1.625e+00, -1.25e-01]]> : tensor<2x5xbf16>
//! input: dense<[[-6.25e-01, 1.625e+00, -1.25e+00], [-2.5e-01, -1.75e+00, -8.75e-01], [1.0e+00, 7.5e-01, 2.5e-01], [1.875e+00, 3.75e-01, -1.125e+00], [-6.25e-01, 1.5e+00, 1.25e-01]]> : tensor<5x3xbf16>
//! expect_close(0.016, 0): dense<[[7.96875e-01, -2.75e+00, 8.125e-01], [3.578125e+00, 4.375e-01, -2.171875e+00]]> : tensor<2x3xbf16>
func.func public @main(%a: tensor<2x5xbf16>, %b: tensor<5x3xbf16>) -> (tensor<2x3xbf16>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xbf16>, tensor<5x3xbf16>) -> tensor<2x3xbf16>
  return %r0 : tensor<2x3xbf16>
}

// -----
//! name: dot_general matrices of i8
//! input: dense<[[3, 2, 8, 8, 7], [6, 7, 8, 3, 4]]> : tensor<2x5xi8>
//! input: dense<[[7, 3, 7], [0, 6, 2], [5, 8, 2], [1, 5, 8], [8, 0, 8]]> : tensor<5x3xi8>
//! expect: dense<[[125, 125, -95], [117, -117, -128]]> : tensor<2x3xi8>
func.func public @main(%a: tensor<2x5xi8>, %b: tensor<5x3xi8>) -> (tensor<2x3xi8>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xi8>, tensor<5x3xi8>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// -----
//! name: dot_general matrices of i32
//! input: dense<[[2, 4, 1, 6, 5], [8, 3, 2, 2, 4]]> : tensor<2x5xi32>
//! input: dense<[[1, 7, 5], [0, 6, 1], [7, 7, 6], [2, 6, 3], [2, 7, 4]]> : tensor<5x3xi32>
//! expect: dense<[[31, 116, 58], [34, 128, 77]]> : tensor<2x3xi32>
func.func public @main(%a: tensor<2x5xi32>, %b: tensor<5x3xi32>) -> (tensor<2x3xi32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xi32>, tensor<5x3xi32>) -> tensor<2x3xi32>
  return %r0 : tensor<2x3xi32>
}

// -----
//! name: dot_general matrices of ui16
//! input: dense<[[8, 8, 0, 1, 0], [6, 5, 1, 1, 3]]> : tensor<2x5xui16>
//! input: dense<[[1, 8, 3], [5, 3, 4], [6, 4, 2], [6, 2, 8], [6, 2, 3]]> : tensor<5x3xui16>
//! expect: dense<[[54, 90, 64], [61, 75, 57]]> : tensor<2x3xui16>
func.func public @main(%a: tensor<2x5xui16>, %b: tensor<5x3xui16>) -> (tensor<2x3xui16>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xui16>, tensor<5x3xui16>) -> tensor<2x3xui16>
  return %r0 : tensor<2x3xui16>
}

// -----
//! name: dot_general both transposed of f32
//! input: dense<[[-1.25e+00, -3.75e-01], [-1.375e+00, -2.5e-01], [8.75e-01, 1.75e+00], [-1.0e+00, -1.0e+00], [2.5e-01, -6.25e-01]]> : tensor<5x2xf32>
//! input: dense<[[-1.875e+00, -1.75e+00, 1.0e+00, 1.25e-01, -1.0e+00], [7.5e-01, -1.375e+00, -1.5e+00, -8.75e-01, -2.5e-01], [2.5e-01, -2.5e-01, -6.25e-01, -1.25e+00, 1.875e+00]]> : tensor<3x5xf32>
//! expect: dense<[[5.25e+00, 4.53125e-01, 1.203125e+00], [3.390625e+00, -1.53125e+00, -1.046875e+00]]> : tensor<2x3xf32>
func.func public @main(%a: tensor<5x2xf32>, %b: tensor<3x5xf32>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [1], precision = [HIGHEST, HIGHEST] : (tensor<5x2xf32>, tensor<3x5xf32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: dot_general a batch of f32
//! input: dense<[[[-1.625e+00, -1.0e+00, 1.125e+00, -3.75e-01], [1.875e+00, -1.25e-01, -1.875e+00, -1.5e+00], [-6.25e-01, -1.0e+00, -1.25e-01, -1.875e+00]], [[-2.0e+00, 1.625e+00, -1.625e+00, 1.625e+00], [2.0e+00, -1.875e+00, 7.5e-01, 1.75e+00], [0.0e+00, -2.0e+00, -1.0e+00, -8.75e-01]]]> : tensor<2x3x4xf32>
//! input: dense<[[[-1.875e+00, 1.875e+00], [7.5e-01, -2.5e-01], [-1.5e+00, 1.875e+00], [8.75e-01, -1.25e+00]], [[-1.75e+00, 1.625e+00], [1.25e-01, 6.25e-01], [1.75e+00, 3.75e-01], [-1.75e+00, -1.875e+00]]]> : tensor<2x4x2xf32>
//! expect: dense<[[[2.8125e-01, -2.1875e-01], [-2.109375e+00, 1.90625e+00], [-1.03125e+00, 1.1875e+00]], [[-1.984375e+00, -5.890625e+00], [-5.484375e+00, -9.21875e-01], [-4.6875e-01, 1.5625e-02]]]> : tensor<2x3x2xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x2xf32>) -> (tensor<2x3x2xf32>) {
  %r0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x2xf32>) -> tensor<2x3x2xf32>
  return %r0 : tensor<2x3x2xf32>
}

// -----
//! name: dot_general batch elsewhere, two contracted of f32
//! input: dense<[[[-1.875e+00, 1.5e+00, 6.25e-01, 7.5e-01], [-1.5e+00, -1.75e+00, -6.25e-01, -1.0e+00]], [[7.5e-01, 1.75e+00, -1.875e+00, 1.0e+00], [-1.5e+00, 1.5e+00, -1.0e+00, 1.5e+00]], [[8.75e-01, -2.5e-01, 3.75e-01, -1.875e+00], [1.0e+00, 1.125e+00, -2.0e+00, -1.625e+00]]]> : tensor<3x2x4xf32>
//! input: dense<[[[[1.875e+00, -3.75e-01], [0.0e+00, -1.25e-01]], [[-1.375e+00, 1.125e+00], [-7.5e-01, 6.25e-01]], [[1.875e+00, 1.25e+00], [2.5e-01, -3.75e-01]]], [[[-2.0e+00, 1.375e+00], [1.125e+00, -8.75e-01]], [[6.25e-01, 1.875e+00], [-2.5e-01, 1.375e+00]], [[1.25e+00, -1.75e+00], [-1.875e+00, -6.25e-01]]], [[[-1.75e+00, 1.125e+00], [-1.0e+00, -1.625e+00]], [[-3.75e-01, -1.125e+00], [-1.875e+00, 5.0e-01]], [[-1.0e+00, -2.0e+00], [-1.875e+00, -2.0e+00]]], [[[1.75e+00, -1.125e+00], [-5.0e-01, 1.875e+00]], [[-7.5e-01, -5.0e-01], [-1.25e+00, 1.625e+00]], [[-1.0e+00, -1.5e+00], [-1.125e+00, 1.0e+00]]]]> : tensor<4x3x2x2xf32>
//! expect: dense<[[-3.453125e+00, 4.046875e+00], [5.796875e+00, 5.21875e+00]]> : tensor<2x2xf32>
func.func public @main(%a: tensor<3x2x4xf32>, %b: tensor<4x3x2x2xf32>) -> (tensor<2x2xf32>) {
  %r0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [3], contracting_dims = [0, 2] x [1, 0], precision = [HIGHEST, HIGHEST] : (tensor<3x2x4xf32>, tensor<4x3x2x2xf32>) -> tensor<2x2xf32>
  return %r0 : tensor<2x2xf32>
}

// -----
//! name: dot_general vectors of f32
//! input: dense<[-1.875e+00, 1.625e+00, -6.25e-01, 1.625e+00, 7.5e-01, 1.25e+00, -6.25e-01]> : tensor<7xf32>
//! input: dense<[1.25e+00, -8.75e-01, 1.625e+00, 1.5e+00, -1.25e-01, -1.25e+00, 1.25e-01]> : tensor<7xf32>
//! expect: dense<-4.078125e+00> : tensor<f32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> (tensor<f32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<7xf32>, tensor<7xf32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: dot_general an outer product of f32
//! input: dense<[-3.75e-01, -1.75e+00, 1.875e+00]> : tensor<3xf32>
//! input: dense<[-3.75e-01, 1.25e+00]> : tensor<2xf32>
//! expect: dense<[[1.40625e-01, -4.6875e-01], [6.5625e-01, -2.1875e+00], [-7.03125e-01, 2.34375e+00]]> : tensor<3x2xf32>
func.func public @main(%a: tensor<3xf32>, %b: tensor<2xf32>) -> (tensor<3x2xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [], precision = [HIGHEST, HIGHEST] : (tensor<3xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %r0 : tensor<3x2xf32>
}

// -----
//! name: dot_general nothing contracted over nothing of f32
//! input: dense<> : tensor<2x0xf32>
//! input: dense<> : tensor<0x3xf32>
//! expect: dense<0.0e+00> : tensor<2x3xf32>
func.func public @main(%a: tensor<2x0xf32>, %b: tensor<0x3xf32>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: dot_general to f32 of bf16
//! input: dense<[[1.0e+00, 1.5e+00, -1.625e+00, 3.75e-01, 1.5e+00], [-1.625e+00, -1.125e+00, -1.375e+00, 1.0e+00, 1.125e+00]]> : tensor<2x5xbf16>
//! input: dense<[[-1.25e+00, -1.75e+00, 1.5e+00], [-1.5e+00, 1.625e+00, -1.875e+00], [2.0e+00, 3.75e-01, 2.5e-01], [6.25e-01, -1.125e+00, -1.0e+00], [2.0e+00, 8.75e-01, 1.75e+00]]> : tensor<5x3xbf16>
//! expect: dense<[[-3.515625e+00, 9.6875e-01, 5.3125e-01], [3.84375e+00, 3.59375e-01, 2.96875e-01]]> : tensor<2x3xf32>
func.func public @main(%a: tensor<2x5xbf16>, %b: tensor<5x3xbf16>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xbf16>, tensor<5x3xbf16>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: dot_general to i32 of i8
//! input: dense<[[-81, 90, -88, 70, -47], [66, -56, 63, -62, 33]]> : tensor<2x5xi8>
//! input: dense<[[-51, 83, 55], [46, -51, 62], [-68, -56, -6], [-20, 46, 4], [-73, 10, -50]]> : tensor<5x3xi8>
//! expect: dense<[[16286, -3635, 4283], [-11395, 2284, -2118]]> : tensor<2x3xi32>
func.func public @main(%a: tensor<2x5xi8>, %b: tensor<5x3xi8>) -> (tensor<2x3xi32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x5xi8>, tensor<5x3xi8>) -> tensor<2x3xi32>
  return %r0 : tensor<2x3xi32>
}

// -----
//! name: two sums, each of an operand of one product and the result of the other
//! input: dense<[[1.0e+00, -2.0e+00], [3.0e+00, 5.0e-01]]> : tensor<2x2xf32>
//! input: dense<[[2.5e-01, 4.0e+00], [-1.0e+00, 2.0e+00]]> : tensor<2x2xf32>
//! input: dense<[[1.0e+00, 2.0e+00], [0.0e+00, 1.0e+00]]> : tensor<2x2xf32>
//! expect: dense<[[-7.5e-01, 6.5e+00], [-2.0e+00, 3.5e+00]]> : tensor<2x2xf32>
//! expect: dense<[[-7.5e-01, 4.0e+00], [-2.0e+00, -4.5e+00]]> : tensor<2x2xf32>
func.func public @main(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %a = stablehlo.negate %x : tensor<2x2xf32>
  %s = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %b = stablehlo.abs %y : tensor<2x2xf32>
  %t = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = stablehlo.add %a, %t : tensor<2x2xf32>
  %d = stablehlo.add %b, %s : tensor<2x2xf32>
  return %c, %d : tensor<2x2xf32>, tensor<2x2xf32>
}
