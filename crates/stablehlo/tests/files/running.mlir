//! name: add of i32 along the last dimension, forward
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[3, 2, 6, 7], [-5, 4, 6, 0], [5, 8, 13, 5]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: add of i32 along the last dimension, reverse
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[7, 4, 5, 1], [0, 5, -4, -6], [5, 0, -3, -8]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: multiply of i32 along the last dimension, forward
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[3, -3, -12, -12], [-5, -45, -90, 540], [5, 15, 75, -600]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.multiply %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: multiply of i32 along the last dimension, reverse
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[-12, -4, 4, 1], [540, -108, -12, -6], [-600, -120, -40, -8]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.multiply %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: maximum of i32 along the last dimension, forward
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[3, 3, 4, 4], [-5, 9, 9, 9], [5, 5, 5, 5]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<-2147483648> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.maximum %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: maximum of i32 along the last dimension, reverse
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[4, 4, 4, 1], [9, 9, 2, -6], [5, 5, 5, -8]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<-2147483648> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.maximum %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: minimum of i32 along the last dimension, forward
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[3, -1, -1, -1], [-5, -5, -5, -6], [5, 3, 3, -8]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<2147483647> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.minimum %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: minimum of i32 along the last dimension, reverse
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[-1, -1, 1, 1], [-6, -6, -6, -6], [-8, -8, -8, -8]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<2147483647> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.minimum %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: add of f32 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf32>
//! expect: dense<[[3.0, 2.0, 6.0, 7.0], [-5.0, 4.0, 6.0, 0.0], [5.0, 8.0, 13.0, 5.0]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----
//! name: add of f32 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf32>
//! expect: dense<[[7.0, 4.0, 5.0, 1.0], [0.0, 5.0, -4.0, -6.0], [5.0, 0.0, -3.0, -8.0]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----
//! name: multiply of f32 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf32>
//! expect: dense<[[3.0, -3.0, -12.0, -12.0], [-5.0, -45.0, -90.0, 540.0], [5.0, 15.0, 75.0, -600.0]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %init = stablehlo.constant dense<1.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----
//! name: multiply of f32 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf32>
//! expect: dense<[[-12.0, -4.0, 4.0, 1.0], [540.0, -108.0, -12.0, -6.0], [-600.0, -120.0, -40.0, -8.0]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %init = stablehlo.constant dense<1.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----
//! name: maximum of f32 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf32>
//! expect: dense<[[3.0, 3.0, 4.0, 4.0], [-5.0, 9.0, 9.0, 9.0], [5.0, 5.0, 5.0, 5.0]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %init = stablehlo.constant dense<0xff800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----
//! name: maximum of f32 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf32>
//! expect: dense<[[4.0, 4.0, 4.0, 1.0], [9.0, 9.0, 2.0, -6.0], [5.0, 5.0, 5.0, -8.0]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %init = stablehlo.constant dense<0xff800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----
//! name: minimum of f32 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf32>
//! expect: dense<[[3.0, -1.0, -1.0, -1.0], [-5.0, -5.0, -5.0, -6.0], [5.0, 3.0, 3.0, -8.0]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %init = stablehlo.constant dense<0x7f800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----
//! name: minimum of f32 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf32>
//! expect: dense<[[-1.0, -1.0, 1.0, 1.0], [-6.0, -6.0, -6.0, -6.0], [-8.0, -8.0, -8.0, -8.0]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %init = stablehlo.constant dense<0x7f800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----
//! name: add of f64 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf64>
//! expect: dense<[[3.0, 2.0, 6.0, 7.0], [-5.0, 4.0, 6.0, 0.0], [5.0, 8.0, 13.0, 5.0]]> : tensor<3x4xf64>
func.func public @main(%a: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %init = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

// -----
//! name: add of f64 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf64>
//! expect: dense<[[7.0, 4.0, 5.0, 1.0], [0.0, 5.0, -4.0, -6.0], [5.0, 0.0, -3.0, -8.0]]> : tensor<3x4xf64>
func.func public @main(%a: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %init = stablehlo.constant dense<0.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

// -----
//! name: multiply of f64 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf64>
//! expect: dense<[[3.0, -3.0, -12.0, -12.0], [-5.0, -45.0, -90.0, 540.0], [5.0, 15.0, 75.0, -600.0]]> : tensor<3x4xf64>
func.func public @main(%a: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %init = stablehlo.constant dense<1.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.multiply %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

// -----
//! name: multiply of f64 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf64>
//! expect: dense<[[-12.0, -4.0, 4.0, 1.0], [540.0, -108.0, -12.0, -6.0], [-600.0, -120.0, -40.0, -8.0]]> : tensor<3x4xf64>
func.func public @main(%a: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %init = stablehlo.constant dense<1.0> : tensor<f64>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.multiply %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

// -----
//! name: add of bf16 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xbf16>
//! expect: dense<[[3.0, 2.0, 6.0, 7.0], [-5.0, 4.0, 6.0, 0.0], [5.0, 8.0, 13.0, 5.0]]> : tensor<3x4xbf16>
func.func public @main(%a: tensor<3x4xbf16>) -> tensor<3x4xbf16> {
  %init = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3x4xbf16>
  return %r : tensor<3x4xbf16>
}

// -----
//! name: add of bf16 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xbf16>
//! expect: dense<[[7.0, 4.0, 5.0, 1.0], [0.0, 5.0, -4.0, -6.0], [5.0, 0.0, -3.0, -8.0]]> : tensor<3x4xbf16>
func.func public @main(%a: tensor<3x4xbf16>) -> tensor<3x4xbf16> {
  %init = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3x4xbf16>
  return %r : tensor<3x4xbf16>
}

// -----
//! name: multiply of bf16 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xbf16>
//! expect: dense<[[3.0, -3.0, -12.0, -12.0], [-5.0, -45.0, -90.0, 540.0], [5.0, 15.0, 75.0, -600.0]]> : tensor<3x4xbf16>
func.func public @main(%a: tensor<3x4xbf16>) -> tensor<3x4xbf16> {
  %init = stablehlo.constant dense<1.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.multiply %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3x4xbf16>
  return %r : tensor<3x4xbf16>
}

// -----
//! name: multiply of bf16 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xbf16>
//! expect: dense<[[-12.0, -4.0, 4.0, 1.0], [540.0, -108.0, -12.0, -6.0], [-600.0, -120.0, -40.0, -8.0]]> : tensor<3x4xbf16>
func.func public @main(%a: tensor<3x4xbf16>) -> tensor<3x4xbf16> {
  %init = stablehlo.constant dense<1.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.multiply %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3x4xbf16>
  return %r : tensor<3x4xbf16>
}

// -----
//! name: add of f16 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf16>
//! expect: dense<[[3.0, 2.0, 6.0, 7.0], [-5.0, 4.0, 6.0, 0.0], [5.0, 8.0, 13.0, 5.0]]> : tensor<3x4xf16>
func.func public @main(%a: tensor<3x4xf16>) -> tensor<3x4xf16> {
  %init = stablehlo.constant dense<0.0> : tensor<f16>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.add %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<3x4xf16>, tensor<f16>) -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}

// -----
//! name: add of f16 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf16>
//! expect: dense<[[7.0, 4.0, 5.0, 1.0], [0.0, 5.0, -4.0, -6.0], [5.0, 0.0, -3.0, -8.0]]> : tensor<3x4xf16>
func.func public @main(%a: tensor<3x4xf16>) -> tensor<3x4xf16> {
  %init = stablehlo.constant dense<0.0> : tensor<f16>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.add %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<3x4xf16>, tensor<f16>) -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}

// -----
//! name: multiply of f16 along the last dimension, forward
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf16>
//! expect: dense<[[3.0, -3.0, -12.0, -12.0], [-5.0, -45.0, -90.0, 540.0], [5.0, 15.0, 75.0, -600.0]]> : tensor<3x4xf16>
func.func public @main(%a: tensor<3x4xf16>) -> tensor<3x4xf16> {
  %init = stablehlo.constant dense<1.0> : tensor<f16>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.multiply %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<3x4xf16>, tensor<f16>) -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}

// -----
//! name: multiply of f16 along the last dimension, reverse
//! input: dense<[[3.0, -1.0, 4.0, 1.0], [-5.0, 9.0, 2.0, -6.0], [5.0, 3.0, 5.0, -8.0]]> : tensor<3x4xf16>
//! expect: dense<[[-12.0, -4.0, 4.0, 1.0], [540.0, -108.0, -12.0, -6.0], [-600.0, -120.0, -40.0, -8.0]]> : tensor<3x4xf16>
func.func public @main(%a: tensor<3x4xf16>) -> tensor<3x4xf16> {
  %init = stablehlo.constant dense<1.0> : tensor<f16>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.multiply %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<3x4xf16>, tensor<f16>) -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}

// -----
//! name: add of i32 along the first dimension, forward
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[3, -1, 4, 1], [-2, 8, 6, -5], [3, 11, 11, -13]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: add of i32 along the first dimension, reverse
//! input: dense<[[3, -1, 4, 1], [-5, 9, 2, -6], [5, 3, 5, -8]]> : tensor<3x4xi32>
//! expect: dense<[[3, 11, 11, -13], [0, 12, 7, -14], [5, 3, 5, -8]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[0, 2], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// -----
//! name: log of sums of exponentials, forward
//! input: dense<[[0.5, -1.0, 2.0, 3.0], [1.0, 1.0, 1.0, -4.0]]> : tensor<2x4xf32>
//! expect_close(1e-6, 1e-6): dense<[[0.5, 0.7014132779827524, 2.241311296657157, 3.3840917012886904], [1.0, 1.6931471805599454, 2.0986122886681096, 2.1008557525530396]]> : tensor<2x4xf32>
func.func public @main(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %init = stablehlo.constant dense<0xff800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    %d = stablehlo.subtract %x, %y : tensor<f32>
    %s = stablehlo.add %x, %y : tensor<f32>
    %isnan = stablehlo.compare NE, %d, %d, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %abs = stablehlo.abs %d : tensor<f32>
    %neg = stablehlo.negate %abs : tensor<f32>
    %e = stablehlo.exponential %neg : tensor<f32>
    %l = stablehlo.log_plus_one %e : tensor<f32>
    %t = stablehlo.add %m, %l : tensor<f32>
    %z = stablehlo.select %isnan, %s, %t : tensor<i1>, tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----
//! name: log of sums of exponentials, reverse
//! input: dense<[[0.5, -1.0, 2.0, 3.0], [1.0, 1.0, 1.0, -4.0]]> : tensor<2x4xf32>
//! expect_close(1e-6, 1e-6): dense<[[3.3840917012886904, 3.3265626412674707, 3.313261687518223, 3.0], [2.1008557525530396, 1.6965104917820788, 1.006715348489118, -4.0]]> : tensor<2x4xf32>
func.func public @main(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %init = stablehlo.constant dense<0xff800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %init) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    %d = stablehlo.subtract %x, %y : tensor<f32>
    %s = stablehlo.add %x, %y : tensor<f32>
    %isnan = stablehlo.compare NE, %d, %d, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %abs = stablehlo.abs %d : tensor<f32>
    %neg = stablehlo.negate %abs : tensor<f32>
    %e = stablehlo.exponential %neg : tensor<f32>
    %l = stablehlo.log_plus_one %e : tensor<f32>
    %t = stablehlo.add %m, %l : tensor<f32>
    %z = stablehlo.select %isnan, %s, %t : tensor<i1>, tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
