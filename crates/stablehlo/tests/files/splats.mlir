//! name: sum of a splat that keeps a dimension in the middle
//! expect: dense<1.6e+01> : tensor<3xf32>
func.func public @main() -> (tensor<3xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<2x3x4x2xf32>
  %r = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<2x3x4x2xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----
//! name: maximum of a splat that keeps the last dimension
//! expect: dense<-2> : tensor<5xi32>
func.func public @main() -> (tensor<5xi32>) {
  %c = stablehlo.constant dense<-2> : tensor<4x5xi32>
  %least = stablehlo.constant dense<-9> : tensor<i32>
  %r = stablehlo.reduce(%c init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<4x5xi32>, tensor<i32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}

// -----
//! name: the gradient of a bias that is broadcast over an einsum
//! input: dense<[[[1.0]], [[2.0]], [[3.0]]]> : tensor<3x1x1xf32>
//! input: dense<0.5> : tensor<f32>
//! expect: dense<[[[-7.0]], [[-6.0]], [[-5.0]]]> : tensor<3x1x1xf32>
func.func public @main(%bias: tensor<3x1x1xf32>, %rate: tensor<f32>) -> (tensor<3x1x1xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %g = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<2x3x4x2xf32>
  %s = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<2x3x4x2xf32>, tensor<f32>) -> tensor<3xf32>
  %t = stablehlo.reshape %s : (tensor<3xf32>) -> tensor<1x3x1x1xf32>
  %u = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<1x3x1x1xf32>, tensor<f32>) -> tensor<3xf32>
  %v = stablehlo.broadcast_in_dim %u, dims = [0] : (tensor<3xf32>) -> tensor<3x1x1xf32>
  %w = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<3x1x1xf32>
  %x = stablehlo.multiply %v, %w : tensor<3x1x1xf32>
  %r = stablehlo.subtract %bias, %x : tensor<3x1x1xf32>
  return %r : tensor<3x1x1xf32>
}

// -----
//! name: a splat that a loop carries unchanged, with its shape changed inside
//! input: dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
//! expect: dense<[[7.0, 8.0, 9.0], [1.0e+01, 1.1e+01, 1.2e+01]]> : tensor<2x3xf32>
func.func public @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<3x2xf32>
  %r:3 = stablehlo.while(%i = %zero, %y = %x, %s = %two) : tensor<i32>, tensor<2x3xf32>, tensor<3x2xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
    %z = stablehlo.add %y, %t : tensor<2x3xf32>
    stablehlo.return %j, %z, %s : tensor<i32>, tensor<2x3xf32>, tensor<3x2xf32>
  }
  return %r#1 : tensor<2x3xf32>
}
