//! name: broadcast_in_dim along new dimensions of f32
//! input: dense<[[4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00]]> : tensor<2x3xf32>
//! expect: dense<[[[4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00]], [[4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00]], [[4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00]], [[4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00]]]> : tensor<4x2x3xf32>
func.func public @main(%a: tensor<2x3xf32>) -> (tensor<4x2x3xf32>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return %r0 : tensor<4x2x3xf32>
}

// -----
//! name: transpose of f32
//! input: dense<[[[1.2e+01, 2.6e+01, 1.2e+01, 2.0e+01], [1.7e+01, 3.0e+00, 1.0e+00, 4.0e+00], [3.3e+01, 4.9e+01, 4.6e+01, 3.4e+01]], [[4.6e+01, 2.2e+01, 2.7e+01, 3.2e+01], [2.0e+01, 1.3e+01, 3.5e+01, 1.5e+01], [2.7e+01, 3.0e+00, 1.0e+01, 2.0e+00]]]> : tensor<2x3x4xf32>
//! expect: dense<[[[1.2e+01, 1.7e+01, 3.3e+01], [4.6e+01, 2.0e+01, 2.7e+01]], [[2.6e+01, 3.0e+00, 4.9e+01], [2.2e+01, 1.3e+01, 3.0e+00]], [[1.2e+01, 1.0e+00, 4.6e+01], [2.7e+01, 3.5e+01, 1.0e+01]], [[2.0e+01, 4.0e+00, 3.4e+01], [3.2e+01, 1.5e+01, 2.0e+00]]]> : tensor<4x2x3xf32>
func.func public @main(%a: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>) {
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %r0 : tensor<4x2x3xf32>
}

// -----
//! name: pad of f32
//! input: dense<[[4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00]]> : tensor<2x3xf32>
//! input: dense<9.0e+00> : tensor<f32>
//! expect: dense<[[9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00], [9.0e+00, 1.4e+01, 9.0e+00, 1.3e+01, 9.0e+00, 9.0e+00], [9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00], [9.0e+00, 4.4e+01, 9.0e+00, 6.0e+00, 9.0e+00, 9.0e+00], [9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00]]> : tensor<5x6xf32>
func.func public @main(%a: tensor<2x3xf32>, %b: tensor<f32>) -> (tensor<5x6xf32>) {
  %r0 = stablehlo.pad %a, %b, low = [1, -1], high = [1, 2], interior = [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x6xf32>
  return %r0 : tensor<5x6xf32>
}

// -----
//! name: slice of f32
//! input: dense<[[3.0e+01, 4.0e+01, 4.3e+01, 4.0e+01, 4.6e+01], [0.0e+00, 3.8e+01, 1.6e+01, 3.2e+01, 4.0e+00], [1.0e+01, 2.3e+01, 1.3e+01, 3.0e+01, 4.5e+01], [2.7e+01, 4.6e+01, 6.0e+00, 2.2e+01, 3.5e+01]]> : tensor<4x5xf32>
//! expect: dense<[[0.0e+00, 3.2e+01], [2.7e+01, 2.2e+01]]> : tensor<2x2xf32>
func.func public @main(%a: tensor<4x5xf32>) -> (tensor<2x2xf32>) {
  %r0 = stablehlo.slice %a [1:4:2, 0:4:3] : (tensor<4x5xf32>) -> tensor<2x2xf32>
  return %r0 : tensor<2x2xf32>
}

// -----
//! name: concatenate of f32
//! input: dense<[[4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00]]> : tensor<2x3xf32>
//! input: dense<[[7.0e+00], [3.0e+01]]> : tensor<2x1xf32>
//! expect: dense<[[4.4e+01, 1.4e+01, 1.3e+01, 7.0e+00, 4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00, 3.0e+01, 2.3e+01, 4.4e+01, 6.0e+00]]> : tensor<2x7xf32>
func.func public @main(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>) -> (tensor<2x7xf32>) {
  %r0 = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  return %r0 : tensor<2x7xf32>
}

// -----
//! name: reverse of f32
//! input: dense<[[4.4e+01, 1.4e+01, 1.3e+01], [2.3e+01, 4.4e+01, 6.0e+00]]> : tensor<2x3xf32>
//! expect: dense<[[6.0e+00, 4.4e+01, 2.3e+01], [1.3e+01, 1.4e+01, 4.4e+01]]> : tensor<2x3xf32>
func.func public @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: broadcast_in_dim along new dimensions of bf16
//! input: dense<[[2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01]]> : tensor<2x3xbf16>
//! expect: dense<[[[2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01]], [[2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01]], [[2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01]], [[2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01]]]> : tensor<4x2x3xbf16>
func.func public @main(%a: tensor<2x3xbf16>) -> (tensor<4x2x3xbf16>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3xbf16>) -> tensor<4x2x3xbf16>
  return %r0 : tensor<4x2x3xbf16>
}

// -----
//! name: transpose of bf16
//! input: dense<[[[6.0e+00, 4.0e+00, 1.3e+01, 7.0e+00], [1.9e+01, 1.8e+01, 1.1e+01, 1.2e+01], [1.5e+01, 3.0e+01, 4.1e+01, 3.4e+01]], [[5.0e+00, 3.5e+01, 3.3e+01, 3.8e+01], [1.0e+01, 8.0e+00, 0.0e+00, 3.7e+01], [1.9e+01, 1.2e+01, 3.3e+01, 2.6e+01]]]> : tensor<2x3x4xbf16>
//! expect: dense<[[[6.0e+00, 1.9e+01, 1.5e+01], [5.0e+00, 1.0e+01, 1.9e+01]], [[4.0e+00, 1.8e+01, 3.0e+01], [3.5e+01, 8.0e+00, 1.2e+01]], [[1.3e+01, 1.1e+01, 4.1e+01], [3.3e+01, 0.0e+00, 3.3e+01]], [[7.0e+00, 1.2e+01, 3.4e+01], [3.8e+01, 3.7e+01, 2.6e+01]]]> : tensor<4x2x3xbf16>
func.func public @main(%a: tensor<2x3x4xbf16>) -> (tensor<4x2x3xbf16>) {
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xbf16>) -> tensor<4x2x3xbf16>
  return %r0 : tensor<4x2x3xbf16>
}

// -----
//! name: pad of bf16
//! input: dense<[[2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01]]> : tensor<2x3xbf16>
//! input: dense<9.0e+00> : tensor<bf16>
//! expect: dense<[[9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00], [9.0e+00, 2.3e+01, 9.0e+00, 2.6e+01, 9.0e+00, 9.0e+00], [9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00], [9.0e+00, 3.5e+01, 9.0e+00, 4.5e+01, 9.0e+00, 9.0e+00], [9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00, 9.0e+00]]> : tensor<5x6xbf16>
func.func public @main(%a: tensor<2x3xbf16>, %b: tensor<bf16>) -> (tensor<5x6xbf16>) {
  %r0 = stablehlo.pad %a, %b, low = [1, -1], high = [1, 2], interior = [1, 1] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<5x6xbf16>
  return %r0 : tensor<5x6xbf16>
}

// -----
//! name: slice of bf16
//! input: dense<[[2.5e+01, 1.1e+01, 6.0e+00, 4.0e+01, 1.6e+01], [5.0e+00, 4.4e+01, 2.1e+01, 2.3e+01, 3.1e+01], [2.3e+01, 3.4e+01, 4.4e+01, 4.0e+00, 1.7e+01], [4.9e+01, 4.4e+01, 1.4e+01, 1.3e+01, 2.2e+01]]> : tensor<4x5xbf16>
//! expect: dense<[[5.0e+00, 2.3e+01], [4.9e+01, 1.3e+01]]> : tensor<2x2xbf16>
func.func public @main(%a: tensor<4x5xbf16>) -> (tensor<2x2xbf16>) {
  %r0 = stablehlo.slice %a [1:4:2, 0:4:3] : (tensor<4x5xbf16>) -> tensor<2x2xbf16>
  return %r0 : tensor<2x2xbf16>
}

// -----
//! name: concatenate of bf16
//! input: dense<[[2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01]]> : tensor<2x3xbf16>
//! input: dense<[[3.8e+01], [1.5e+01]]> : tensor<2x1xbf16>
//! expect: dense<[[2.0e+01, 2.3e+01, 2.6e+01, 3.8e+01, 2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01, 1.5e+01, 1.4e+01, 3.5e+01, 4.5e+01]]> : tensor<2x7xbf16>
func.func public @main(%a: tensor<2x3xbf16>, %b: tensor<2x1xbf16>) -> (tensor<2x7xbf16>) {
  %r0 = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<2x3xbf16>, tensor<2x1xbf16>, tensor<2x3xbf16>) -> tensor<2x7xbf16>
  return %r0 : tensor<2x7xbf16>
}

// -----
//! name: reverse of bf16
//! input: dense<[[2.0e+01, 2.3e+01, 2.6e+01], [1.4e+01, 3.5e+01, 4.5e+01]]> : tensor<2x3xbf16>
//! expect: dense<[[4.5e+01, 3.5e+01, 1.4e+01], [2.6e+01, 2.3e+01, 2.0e+01]]> : tensor<2x3xbf16>
func.func public @main(%a: tensor<2x3xbf16>) -> (tensor<2x3xbf16>) {
  %r0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xbf16>
  return %r0 : tensor<2x3xbf16>
}

// -----
//! name: broadcast_in_dim along new dimensions of i8
//! input: dense<[[0, 1, 9], [12, 48, 16]]> : tensor<2x3xi8>
//! expect: dense<[[[0, 1, 9], [12, 48, 16]], [[0, 1, 9], [12, 48, 16]], [[0, 1, 9], [12, 48, 16]], [[0, 1, 9], [12, 48, 16]]]> : tensor<4x2x3xi8>
func.func public @main(%a: tensor<2x3xi8>) -> (tensor<4x2x3xi8>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3xi8>) -> tensor<4x2x3xi8>
  return %r0 : tensor<4x2x3xi8>
}

// -----
//! name: transpose of i8
//! input: dense<[[[46, 28, 2, 3], [39, 46, 13, 9], [28, 26, 21, 17]], [[9, 17, 25, 45], [30, 44, 49, 30], [25, 13, 36, 7]]]> : tensor<2x3x4xi8>
//! expect: dense<[[[46, 39, 28], [9, 30, 25]], [[28, 46, 26], [17, 44, 13]], [[2, 13, 21], [25, 49, 36]], [[3, 9, 17], [45, 30, 7]]]> : tensor<4x2x3xi8>
func.func public @main(%a: tensor<2x3x4xi8>) -> (tensor<4x2x3xi8>) {
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xi8>) -> tensor<4x2x3xi8>
  return %r0 : tensor<4x2x3xi8>
}

// -----
//! name: pad of i8
//! input: dense<[[0, 1, 9], [12, 48, 16]]> : tensor<2x3xi8>
//! input: dense<9> : tensor<i8>
//! expect: dense<[[9, 9, 9, 9, 9, 9], [9, 1, 9, 9, 9, 9], [9, 9, 9, 9, 9, 9], [9, 48, 9, 16, 9, 9], [9, 9, 9, 9, 9, 9]]> : tensor<5x6xi8>
func.func public @main(%a: tensor<2x3xi8>, %b: tensor<i8>) -> (tensor<5x6xi8>) {
  %r0 = stablehlo.pad %a, %b, low = [1, -1], high = [1, 2], interior = [1, 1] : (tensor<2x3xi8>, tensor<i8>) -> tensor<5x6xi8>
  return %r0 : tensor<5x6xi8>
}

// -----
//! name: slice of i8
//! input: dense<[[18, 23, 22, 8, 26], [24, 27, 3, 21, 0], [12, 26, 32, 19, 19], [49, 37, 18, 44, 26]]> : tensor<4x5xi8>
//! expect: dense<[[24, 21], [49, 44]]> : tensor<2x2xi8>
func.func public @main(%a: tensor<4x5xi8>) -> (tensor<2x2xi8>) {
  %r0 = stablehlo.slice %a [1:4:2, 0:4:3] : (tensor<4x5xi8>) -> tensor<2x2xi8>
  return %r0 : tensor<2x2xi8>
}

// -----
//! name: concatenate of i8
//! input: dense<[[0, 1, 9], [12, 48, 16]]> : tensor<2x3xi8>
//! input: dense<[[48], [19]]> : tensor<2x1xi8>
//! expect: dense<[[0, 1, 9, 48, 0, 1, 9], [12, 48, 16, 19, 12, 48, 16]]> : tensor<2x7xi8>
func.func public @main(%a: tensor<2x3xi8>, %b: tensor<2x1xi8>) -> (tensor<2x7xi8>) {
  %r0 = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<2x3xi8>, tensor<2x1xi8>, tensor<2x3xi8>) -> tensor<2x7xi8>
  return %r0 : tensor<2x7xi8>
}

// -----
//! name: reverse of i8
//! input: dense<[[0, 1, 9], [12, 48, 16]]> : tensor<2x3xi8>
//! expect: dense<[[16, 48, 12], [9, 1, 0]]> : tensor<2x3xi8>
func.func public @main(%a: tensor<2x3xi8>) -> (tensor<2x3xi8>) {
  %r0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// -----
//! name: broadcast_in_dim along new dimensions of ui16
//! input: dense<[[37, 38, 25], [18, 3, 12]]> : tensor<2x3xui16>
//! expect: dense<[[[37, 38, 25], [18, 3, 12]], [[37, 38, 25], [18, 3, 12]], [[37, 38, 25], [18, 3, 12]], [[37, 38, 25], [18, 3, 12]]]> : tensor<4x2x3xui16>
func.func public @main(%a: tensor<2x3xui16>) -> (tensor<4x2x3xui16>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3xui16>) -> tensor<4x2x3xui16>
  return %r0 : tensor<4x2x3xui16>
}

// -----
//! name: transpose of ui16
//! input: dense<[[[43, 22, 49, 40], [6, 26, 17, 33], [16, 30, 15, 11]], [[3, 24, 31, 19], [44, 39, 31, 13], [19, 40, 3, 17]]]> : tensor<2x3x4xui16>
//! expect: dense<[[[43, 6, 16], [3, 44, 19]], [[22, 26, 30], [24, 39, 40]], [[49, 17, 15], [31, 31, 3]], [[40, 33, 11], [19, 13, 17]]]> : tensor<4x2x3xui16>
func.func public @main(%a: tensor<2x3x4xui16>) -> (tensor<4x2x3xui16>) {
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xui16>) -> tensor<4x2x3xui16>
  return %r0 : tensor<4x2x3xui16>
}

// -----
//! name: pad of ui16
//! input: dense<[[37, 38, 25], [18, 3, 12]]> : tensor<2x3xui16>
//! input: dense<9> : tensor<ui16>
//! expect: dense<[[9, 9, 9, 9, 9, 9], [9, 38, 9, 25, 9, 9], [9, 9, 9, 9, 9, 9], [9, 3, 9, 12, 9, 9], [9, 9, 9, 9, 9, 9]]> : tensor<5x6xui16>
func.func public @main(%a: tensor<2x3xui16>, %b: tensor<ui16>) -> (tensor<5x6xui16>) {
  %r0 = stablehlo.pad %a, %b, low = [1, -1], high = [1, 2], interior = [1, 1] : (tensor<2x3xui16>, tensor<ui16>) -> tensor<5x6xui16>
  return %r0 : tensor<5x6xui16>
}

// -----
//! name: slice of ui16
//! input: dense<[[26, 16, 11, 45, 43], [43, 7, 27, 14, 41], [46, 43, 22, 38, 9], [29, 10, 36, 2, 2]]> : tensor<4x5xui16>
//! expect: dense<[[43, 14], [29, 2]]> : tensor<2x2xui16>
func.func public @main(%a: tensor<4x5xui16>) -> (tensor<2x2xui16>) {
  %r0 = stablehlo.slice %a [1:4:2, 0:4:3] : (tensor<4x5xui16>) -> tensor<2x2xui16>
  return %r0 : tensor<2x2xui16>
}

// -----
//! name: concatenate of ui16
//! input: dense<[[37, 38, 25], [18, 3, 12]]> : tensor<2x3xui16>
//! input: dense<[[44], [16]]> : tensor<2x1xui16>
//! expect: dense<[[37, 38, 25, 44, 37, 38, 25], [18, 3, 12, 16, 18, 3, 12]]> : tensor<2x7xui16>
func.func public @main(%a: tensor<2x3xui16>, %b: tensor<2x1xui16>) -> (tensor<2x7xui16>) {
  %r0 = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<2x3xui16>, tensor<2x1xui16>, tensor<2x3xui16>) -> tensor<2x7xui16>
  return %r0 : tensor<2x7xui16>
}

// -----
//! name: reverse of ui16
//! input: dense<[[37, 38, 25], [18, 3, 12]]> : tensor<2x3xui16>
//! expect: dense<[[12, 3, 18], [25, 38, 37]]> : tensor<2x3xui16>
func.func public @main(%a: tensor<2x3xui16>) -> (tensor<2x3xui16>) {
  %r0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xui16>
  return %r0 : tensor<2x3xui16>
}

// -----
//! name: broadcast_in_dim along new dimensions of i64
//! input: dense<[[32, 26, 2], [6, 29, 10]]> : tensor<2x3xi64>
//! expect: dense<[[[32, 26, 2], [6, 29, 10]], [[32, 26, 2], [6, 29, 10]], [[32, 26, 2], [6, 29, 10]], [[32, 26, 2], [6, 29, 10]]]> : tensor<4x2x3xi64>
func.func public @main(%a: tensor<2x3xi64>) -> (tensor<4x2x3xi64>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3xi64>) -> tensor<4x2x3xi64>
  return %r0 : tensor<4x2x3xi64>
}

// -----
//! name: transpose of i64
//! input: dense<[[[26, 9, 31, 11], [30, 18, 40, 14], [15, 46, 2, 1]], [[39, 28, 19, 31], [19, 34, 23, 15], [18, 49, 45, 30]]]> : tensor<2x3x4xi64>
//! expect: dense<[[[26, 30, 15], [39, 19, 18]], [[9, 18, 46], [28, 34, 49]], [[31, 40, 2], [19, 23, 45]], [[11, 14, 1], [31, 15, 30]]]> : tensor<4x2x3xi64>
func.func public @main(%a: tensor<2x3x4xi64>) -> (tensor<4x2x3xi64>) {
  %r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xi64>) -> tensor<4x2x3xi64>
  return %r0 : tensor<4x2x3xi64>
}

// -----
//! name: pad of i64
//! input: dense<[[32, 26, 2], [6, 29, 10]]> : tensor<2x3xi64>
//! input: dense<9> : tensor<i64>
//! expect: dense<[[9, 9, 9, 9, 9, 9], [9, 26, 9, 2, 9, 9], [9, 9, 9, 9, 9, 9], [9, 29, 9, 10, 9, 9], [9, 9, 9, 9, 9, 9]]> : tensor<5x6xi64>
func.func public @main(%a: tensor<2x3xi64>, %b: tensor<i64>) -> (tensor<5x6xi64>) {
  %r0 = stablehlo.pad %a, %b, low = [1, -1], high = [1, 2], interior = [1, 1] : (tensor<2x3xi64>, tensor<i64>) -> tensor<5x6xi64>
  return %r0 : tensor<5x6xi64>
}

// -----
//! name: slice of i64
//! input: dense<[[17, 35, 35, 3, 36], [19, 46, 12, 30, 43], [46, 17, 4, 11, 49], [42, 40, 9, 6, 19]]> : tensor<4x5xi64>
//! expect: dense<[[19, 30], [42, 6]]> : tensor<2x2xi64>
func.func public @main(%a: tensor<4x5xi64>) -> (tensor<2x2xi64>) {
  %r0 = stablehlo.slice %a [1:4:2, 0:4:3] : (tensor<4x5xi64>) -> tensor<2x2xi64>
  return %r0 : tensor<2x2xi64>
}

// -----
//! name: concatenate of i64
//! input: dense<[[32, 26, 2], [6, 29, 10]]> : tensor<2x3xi64>
//! input: dense<[[5], [45]]> : tensor<2x1xi64>
//! expect: dense<[[32, 26, 2, 5, 32, 26, 2], [6, 29, 10, 45, 6, 29, 10]]> : tensor<2x7xi64>
func.func public @main(%a: tensor<2x3xi64>, %b: tensor<2x1xi64>) -> (tensor<2x7xi64>) {
  %r0 = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<2x3xi64>, tensor<2x1xi64>, tensor<2x3xi64>) -> tensor<2x7xi64>
  return %r0 : tensor<2x7xi64>
}

// -----
//! name: reverse of i64
//! input: dense<[[32, 26, 2], [6, 29, 10]]> : tensor<2x3xi64>
//! expect: dense<[[10, 29, 6], [2, 26, 32]]> : tensor<2x3xi64>
func.func public @main(%a: tensor<2x3xi64>) -> (tensor<2x3xi64>) {
  %r0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xi64>
  return %r0 : tensor<2x3xi64>
}

// -----
//! name: broadcast_in_dim of size 1 of f32
//! input: dense<[[-1.875e+00], [-1.375e+00]]> : tensor<2x1xf32>
//! expect: dense<[[[-1.875e+00, -1.875e+00], [-1.875e+00, -1.875e+00], [-1.875e+00, -1.875e+00]], [[-1.375e+00, -1.375e+00], [-1.375e+00, -1.375e+00], [-1.375e+00, -1.375e+00]]]> : tensor<2x3x2xf32>
func.func public @main(%a: tensor<2x1xf32>) -> (tensor<2x3x2xf32>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3x2xf32>
  return %r0 : tensor<2x3x2xf32>
}

// -----
//! name: broadcast_in_dim of a scalar of f32
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<2.5e+00> : tensor<2x2xf32>
func.func public @main(%a: tensor<f32>) -> (tensor<2x2xf32>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
  return %r0 : tensor<2x2xf32>
}

// -----
//! name: reshape of f32
//! input: dense<[[0.0e+00, -1.25e-01, 1.875e+00, 1.625e+00, 6.25e-01, -1.875e+00], [-1.25e+00, 2.5e-01, -2.5e-01, 1.875e+00, -1.25e-01, 1.75e+00]]> : tensor<2x6xf32>
//! expect: dense<[[[0.0e+00, -1.25e-01, 1.875e+00, 1.625e+00]], [[6.25e-01, -1.875e+00, -1.25e+00, 2.5e-01]], [[-2.5e-01, 1.875e+00, -1.25e-01, 1.75e+00]]]> : tensor<3x1x4xf32>
func.func public @main(%a: tensor<2x6xf32>) -> (tensor<3x1x4xf32>) {
  %r0 = stablehlo.reshape %a : (tensor<2x6xf32>) -> tensor<3x1x4xf32>
  return %r0 : tensor<3x1x4xf32>
}

// -----
//! name: reshape to a scalar of f32
//! input: dense<[[-1.25e+00]]> : tensor<1x1xf32>
//! expect: dense<-1.25e+00> : tensor<f32>
func.func public @main(%a: tensor<1x1xf32>) -> (tensor<f32>) {
  %r0 = stablehlo.reshape %a : (tensor<1x1xf32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: slice of nothing of f32
//! input: dense<[[1.375e+00, 6.25e-01], [1.5e+00, 8.75e-01], [5.0e-01, -1.25e+00]]> : tensor<3x2xf32>
//! expect: dense<> : tensor<0x2xf32>
func.func public @main(%a: tensor<3x2xf32>) -> (tensor<0x2xf32>) {
  %r0 = stablehlo.slice %a [1:1, 0:2] : (tensor<3x2xf32>) -> tensor<0x2xf32>
  return %r0 : tensor<0x2xf32>
}

// -----
//! name: pad cut to nothing of f32
//! input: dense<[-1.625e+00, -1.75e+00]> : tensor<2xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.pad %a, %b, low = [-1], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: pad with edges inside the interior of f32
//! input: dense<[-1.375e+00, -1.125e+00, -1.0e+00]> : tensor<3xf32>
//! input: dense<7.0e+00> : tensor<f32>
//! expect: dense<[7.0e+00, -1.125e+00, 7.0e+00, 7.0e+00]> : tensor<4xf32>
func.func public @main(%a: tensor<3xf32>, %b: tensor<f32>) -> (tensor<4xf32>) {
  %r0 = stablehlo.pad %a, %b, low = [-2], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----
//! name: iota of i32 along 0
//! expect: dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
func.func public @main() -> (tensor<3x2xi32>) {
  %r0 = stablehlo.iota dim = 0 : tensor<3x2xi32>
  return %r0 : tensor<3x2xi32>
}

// -----
//! name: iota of i32 along 1
//! expect: dense<[[0, 1], [0, 1], [0, 1]]> : tensor<3x2xi32>
func.func public @main() -> (tensor<3x2xi32>) {
  %r0 = stablehlo.iota dim = 1 : tensor<3x2xi32>
  return %r0 : tensor<3x2xi32>
}

// -----
//! name: iota of f32 along 0
//! expect: dense<[[0.0e+00, 0.0e+00], [1.0e+00, 1.0e+00], [2.0e+00, 2.0e+00]]> : tensor<3x2xf32>
func.func public @main() -> (tensor<3x2xf32>) {
  %r0 = stablehlo.iota dim = 0 : tensor<3x2xf32>
  return %r0 : tensor<3x2xf32>
}

// -----
//! name: iota of f32 along 1
//! expect: dense<[[0.0e+00, 1.0e+00], [0.0e+00, 1.0e+00], [0.0e+00, 1.0e+00]]> : tensor<3x2xf32>
func.func public @main() -> (tensor<3x2xf32>) {
  %r0 = stablehlo.iota dim = 1 : tensor<3x2xf32>
  return %r0 : tensor<3x2xf32>
}

// -----
//! name: iota of ui8 along 0
//! expect: dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xui8>
func.func public @main() -> (tensor<3x2xui8>) {
  %r0 = stablehlo.iota dim = 0 : tensor<3x2xui8>
  return %r0 : tensor<3x2xui8>
}

// -----
//! name: iota of ui8 along 1
//! expect: dense<[[0, 1], [0, 1], [0, 1]]> : tensor<3x2xui8>
func.func public @main() -> (tensor<3x2xui8>) {
  %r0 = stablehlo.iota dim = 1 : tensor<3x2xui8>
  return %r0 : tensor<3x2xui8>
}

// -----
//! name: iota of bf16 along 0
//! expect: dense<[[0.0e+00, 0.0e+00], [1.0e+00, 1.0e+00], [2.0e+00, 2.0e+00]]> : tensor<3x2xbf16>
func.func public @main() -> (tensor<3x2xbf16>) {
  %r0 = stablehlo.iota dim = 0 : tensor<3x2xbf16>
  return %r0 : tensor<3x2xbf16>
}

// -----
//! name: iota of bf16 along 1
//! expect: dense<[[0.0e+00, 1.0e+00], [0.0e+00, 1.0e+00], [0.0e+00, 1.0e+00]]> : tensor<3x2xbf16>
func.func public @main() -> (tensor<3x2xbf16>) {
  %r0 = stablehlo.iota dim = 1 : tensor<3x2xbf16>
  return %r0 : tensor<3x2xbf16>
}

// -----
//! name: iota of i64 along 0
//! expect: dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi64>
func.func public @main() -> (tensor<3x2xi64>) {
  %r0 = stablehlo.iota dim = 0 : tensor<3x2xi64>
  return %r0 : tensor<3x2xi64>
}

// -----
//! name: iota of i64 along 1
//! expect: dense<[[0, 1], [0, 1], [0, 1]]> : tensor<3x2xi64>
func.func public @main() -> (tensor<3x2xi64>) {
  %r0 = stablehlo.iota dim = 1 : tensor<3x2xi64>
  return %r0 : tensor<3x2xi64>
}
