//! name: dynamic_slice of f32 at 1, 2
//! input: dense<[[5.0e+00, 1.0e+01, 4.5e+01, 2.2e+01, 2.9e+01], [3.2e+01, 3.0e+01, 4.3e+01, 3.3e+01, 4.5e+01], [4.3e+01, 8.0e+00, 4.9e+01, 4.8e+01, 2.8e+01], [3.2e+01, 2.2e+01, 1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<4x5xf32>
//! input: dense<1> : tensor<i32>
//! input: dense<2> : tensor<i32>
//! expect: dense<[[4.3e+01, 3.3e+01, 4.5e+01], [4.9e+01, 4.8e+01, 2.8e+01]]> : tensor<2x3xf32>
func.func public @main(%a: tensor<4x5xf32>, %b: tensor<i32>, %c: tensor<i32>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: dynamic_update_slice of f32 at 1, 2
//! input: dense<[[5.0e+00, 1.0e+01, 4.5e+01, 2.2e+01, 2.9e+01], [3.2e+01, 3.0e+01, 4.3e+01, 3.3e+01, 4.5e+01], [4.3e+01, 8.0e+00, 4.9e+01, 4.8e+01, 2.8e+01], [3.2e+01, 2.2e+01, 1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<4x5xf32>
//! input: dense<[[7.2e+01, 6.2e+01, 9.7e+01], [8.3e+01, 7.5e+01, 6.4e+01]]> : tensor<2x3xf32>
//! input: dense<1> : tensor<i32>
//! input: dense<2> : tensor<i32>
//! expect: dense<[[5.0e+00, 1.0e+01, 4.5e+01, 2.2e+01, 2.9e+01], [3.2e+01, 3.0e+01, 7.2e+01, 6.2e+01, 9.7e+01], [4.3e+01, 8.0e+00, 8.3e+01, 7.5e+01, 6.4e+01], [3.2e+01, 2.2e+01, 1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<4x5xf32>
func.func public @main(%a: tensor<4x5xf32>, %b: tensor<2x3xf32>, %c: tensor<i32>, %d: tensor<i32>) -> (tensor<4x5xf32>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return %r0 : tensor<4x5xf32>
}

// -----
//! name: dynamic_slice of f32 at 9, 4
//! input: dense<[[5.0e+00, 1.0e+01, 4.5e+01, 2.2e+01, 2.9e+01], [3.2e+01, 3.0e+01, 4.3e+01, 3.3e+01, 4.5e+01], [4.3e+01, 8.0e+00, 4.9e+01, 4.8e+01, 2.8e+01], [3.2e+01, 2.2e+01, 1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<4x5xf32>
//! input: dense<9> : tensor<i32>
//! input: dense<4> : tensor<i32>
//! expect: dense<[[4.9e+01, 4.8e+01, 2.8e+01], [1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<2x3xf32>
func.func public @main(%a: tensor<4x5xf32>, %b: tensor<i32>, %c: tensor<i32>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: dynamic_update_slice of f32 at 9, 4
//! input: dense<[[5.0e+00, 1.0e+01, 4.5e+01, 2.2e+01, 2.9e+01], [3.2e+01, 3.0e+01, 4.3e+01, 3.3e+01, 4.5e+01], [4.3e+01, 8.0e+00, 4.9e+01, 4.8e+01, 2.8e+01], [3.2e+01, 2.2e+01, 1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<4x5xf32>
//! input: dense<[[7.2e+01, 6.2e+01, 9.7e+01], [8.3e+01, 7.5e+01, 6.4e+01]]> : tensor<2x3xf32>
//! input: dense<9> : tensor<i32>
//! input: dense<4> : tensor<i32>
//! expect: dense<[[5.0e+00, 1.0e+01, 4.5e+01, 2.2e+01, 2.9e+01], [3.2e+01, 3.0e+01, 4.3e+01, 3.3e+01, 4.5e+01], [4.3e+01, 8.0e+00, 7.2e+01, 6.2e+01, 9.7e+01], [3.2e+01, 2.2e+01, 8.3e+01, 7.5e+01, 6.4e+01]]> : tensor<4x5xf32>
func.func public @main(%a: tensor<4x5xf32>, %b: tensor<2x3xf32>, %c: tensor<i32>, %d: tensor<i32>) -> (tensor<4x5xf32>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return %r0 : tensor<4x5xf32>
}

// -----
//! name: dynamic_slice of f32 at -3, -1
//! input: dense<[[5.0e+00, 1.0e+01, 4.5e+01, 2.2e+01, 2.9e+01], [3.2e+01, 3.0e+01, 4.3e+01, 3.3e+01, 4.5e+01], [4.3e+01, 8.0e+00, 4.9e+01, 4.8e+01, 2.8e+01], [3.2e+01, 2.2e+01, 1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<4x5xf32>
//! input: dense<-3> : tensor<i32>
//! input: dense<-1> : tensor<i32>
//! expect: dense<[[5.0e+00, 1.0e+01, 4.5e+01], [3.2e+01, 3.0e+01, 4.3e+01]]> : tensor<2x3xf32>
func.func public @main(%a: tensor<4x5xf32>, %b: tensor<i32>, %c: tensor<i32>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: dynamic_update_slice of f32 at -3, -1
//! input: dense<[[5.0e+00, 1.0e+01, 4.5e+01, 2.2e+01, 2.9e+01], [3.2e+01, 3.0e+01, 4.3e+01, 3.3e+01, 4.5e+01], [4.3e+01, 8.0e+00, 4.9e+01, 4.8e+01, 2.8e+01], [3.2e+01, 2.2e+01, 1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<4x5xf32>
//! input: dense<[[7.2e+01, 6.2e+01, 9.7e+01], [8.3e+01, 7.5e+01, 6.4e+01]]> : tensor<2x3xf32>
//! input: dense<-3> : tensor<i32>
//! input: dense<-1> : tensor<i32>
//! expect: dense<[[7.2e+01, 6.2e+01, 9.7e+01, 2.2e+01, 2.9e+01], [8.3e+01, 7.5e+01, 6.4e+01, 3.3e+01, 4.5e+01], [4.3e+01, 8.0e+00, 4.9e+01, 4.8e+01, 2.8e+01], [3.2e+01, 2.2e+01, 1.5e+01, 9.0e+00, 3.8e+01]]> : tensor<4x5xf32>
func.func public @main(%a: tensor<4x5xf32>, %b: tensor<2x3xf32>, %c: tensor<i32>, %d: tensor<i32>) -> (tensor<4x5xf32>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return %r0 : tensor<4x5xf32>
}

// -----
//! name: dynamic_slice of i8 at 1, 2
//! input: dense<[[0, 27, 33, 4, 13], [45, 17, 4, 22, 37], [27, 12, 48, 11, 12], [48, 47, 8, 27, 39]]> : tensor<4x5xi8>
//! input: dense<1> : tensor<i64>
//! input: dense<2> : tensor<i64>
//! expect: dense<[[4, 22, 37], [48, 11, 12]]> : tensor<2x3xi8>
func.func public @main(%a: tensor<4x5xi8>, %b: tensor<i64>, %c: tensor<i64>) -> (tensor<2x3xi8>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xi8>, tensor<i64>, tensor<i64>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// -----
//! name: dynamic_update_slice of i8 at 1, 2
//! input: dense<[[0, 27, 33, 4, 13], [45, 17, 4, 22, 37], [27, 12, 48, 11, 12], [48, 47, 8, 27, 39]]> : tensor<4x5xi8>
//! input: dense<[[87, 76, 89], [64, 63, 56]]> : tensor<2x3xi8>
//! input: dense<1> : tensor<i64>
//! input: dense<2> : tensor<i64>
//! expect: dense<[[0, 27, 33, 4, 13], [45, 17, 87, 76, 89], [27, 12, 64, 63, 56], [48, 47, 8, 27, 39]]> : tensor<4x5xi8>
func.func public @main(%a: tensor<4x5xi8>, %b: tensor<2x3xi8>, %c: tensor<i64>, %d: tensor<i64>) -> (tensor<4x5xi8>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xi8>, tensor<2x3xi8>, tensor<i64>, tensor<i64>) -> tensor<4x5xi8>
  return %r0 : tensor<4x5xi8>
}

// -----
//! name: dynamic_slice of i8 at 9, 4
//! input: dense<[[0, 27, 33, 4, 13], [45, 17, 4, 22, 37], [27, 12, 48, 11, 12], [48, 47, 8, 27, 39]]> : tensor<4x5xi8>
//! input: dense<9> : tensor<i64>
//! input: dense<4> : tensor<i64>
//! expect: dense<[[48, 11, 12], [8, 27, 39]]> : tensor<2x3xi8>
func.func public @main(%a: tensor<4x5xi8>, %b: tensor<i64>, %c: tensor<i64>) -> (tensor<2x3xi8>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xi8>, tensor<i64>, tensor<i64>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// -----
//! name: dynamic_update_slice of i8 at 9, 4
//! input: dense<[[0, 27, 33, 4, 13], [45, 17, 4, 22, 37], [27, 12, 48, 11, 12], [48, 47, 8, 27, 39]]> : tensor<4x5xi8>
//! input: dense<[[87, 76, 89], [64, 63, 56]]> : tensor<2x3xi8>
//! input: dense<9> : tensor<i64>
//! input: dense<4> : tensor<i64>
//! expect: dense<[[0, 27, 33, 4, 13], [45, 17, 4, 22, 37], [27, 12, 87, 76, 89], [48, 47, 64, 63, 56]]> : tensor<4x5xi8>
func.func public @main(%a: tensor<4x5xi8>, %b: tensor<2x3xi8>, %c: tensor<i64>, %d: tensor<i64>) -> (tensor<4x5xi8>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xi8>, tensor<2x3xi8>, tensor<i64>, tensor<i64>) -> tensor<4x5xi8>
  return %r0 : tensor<4x5xi8>
}

// -----
//! name: dynamic_slice of i8 at -3, -1
//! input: dense<[[0, 27, 33, 4, 13], [45, 17, 4, 22, 37], [27, 12, 48, 11, 12], [48, 47, 8, 27, 39]]> : tensor<4x5xi8>
//! input: dense<-3> : tensor<i64>
//! input: dense<-1> : tensor<i64>
//! expect: dense<[[0, 27, 33], [45, 17, 4]]> : tensor<2x3xi8>
func.func public @main(%a: tensor<4x5xi8>, %b: tensor<i64>, %c: tensor<i64>) -> (tensor<2x3xi8>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xi8>, tensor<i64>, tensor<i64>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// -----
//! name: dynamic_update_slice of i8 at -3, -1
//! input: dense<[[0, 27, 33, 4, 13], [45, 17, 4, 22, 37], [27, 12, 48, 11, 12], [48, 47, 8, 27, 39]]> : tensor<4x5xi8>
//! input: dense<[[87, 76, 89], [64, 63, 56]]> : tensor<2x3xi8>
//! input: dense<-3> : tensor<i64>
//! input: dense<-1> : tensor<i64>
//! expect: dense<[[87, 76, 89, 4, 13], [64, 63, 56, 22, 37], [27, 12, 48, 11, 12], [48, 47, 8, 27, 39]]> : tensor<4x5xi8>
func.func public @main(%a: tensor<4x5xi8>, %b: tensor<2x3xi8>, %c: tensor<i64>, %d: tensor<i64>) -> (tensor<4x5xi8>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xi8>, tensor<2x3xi8>, tensor<i64>, tensor<i64>) -> tensor<4x5xi8>
  return %r0 : tensor<4x5xi8>
}

// -----
//! name: dynamic_slice of bf16 at 1, 2
//! input: dense<[[2.2e+01, 4.7e+01, 2.6e+01, 2.9e+01, 3.1e+01], [4.4e+01, 1.6e+01, 2.2e+01, 3.2e+01, 1.4e+01], [0.0e+00, 3.5e+01, 0.0e+00, 3.5e+01, 3.3e+01], [2.0e+01, 7.0e+00, 2.3e+01, 3.2e+01, 2.4e+01]]> : tensor<4x5xbf16>
//! input: dense<1> : tensor<ui32>
//! input: dense<2> : tensor<ui32>
//! expect: dense<[[2.2e+01, 3.2e+01, 1.4e+01], [0.0e+00, 3.5e+01, 3.3e+01]]> : tensor<2x3xbf16>
func.func public @main(%a: tensor<4x5xbf16>, %b: tensor<ui32>, %c: tensor<ui32>) -> (tensor<2x3xbf16>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xbf16>, tensor<ui32>, tensor<ui32>) -> tensor<2x3xbf16>
  return %r0 : tensor<2x3xbf16>
}

// -----
//! name: dynamic_update_slice of bf16 at 1, 2
//! input: dense<[[2.2e+01, 4.7e+01, 2.6e+01, 2.9e+01, 3.1e+01], [4.4e+01, 1.6e+01, 2.2e+01, 3.2e+01, 1.4e+01], [0.0e+00, 3.5e+01, 0.0e+00, 3.5e+01, 3.3e+01], [2.0e+01, 7.0e+00, 2.3e+01, 3.2e+01, 2.4e+01]]> : tensor<4x5xbf16>
//! input: dense<[[7.4e+01, 9.6e+01, 5.8e+01], [5.5e+01, 5.8e+01, 8.1e+01]]> : tensor<2x3xbf16>
//! input: dense<1> : tensor<ui32>
//! input: dense<2> : tensor<ui32>
//! expect: dense<[[2.2e+01, 4.7e+01, 2.6e+01, 2.9e+01, 3.1e+01], [4.4e+01, 1.6e+01, 7.4e+01, 9.6e+01, 5.8e+01], [0.0e+00, 3.5e+01, 5.5e+01, 5.8e+01, 8.1e+01], [2.0e+01, 7.0e+00, 2.3e+01, 3.2e+01, 2.4e+01]]> : tensor<4x5xbf16>
func.func public @main(%a: tensor<4x5xbf16>, %b: tensor<2x3xbf16>, %c: tensor<ui32>, %d: tensor<ui32>) -> (tensor<4x5xbf16>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xbf16>, tensor<2x3xbf16>, tensor<ui32>, tensor<ui32>) -> tensor<4x5xbf16>
  return %r0 : tensor<4x5xbf16>
}

// -----
//! name: dynamic_slice of bf16 at 9, 4
//! input: dense<[[2.2e+01, 4.7e+01, 2.6e+01, 2.9e+01, 3.1e+01], [4.4e+01, 1.6e+01, 2.2e+01, 3.2e+01, 1.4e+01], [0.0e+00, 3.5e+01, 0.0e+00, 3.5e+01, 3.3e+01], [2.0e+01, 7.0e+00, 2.3e+01, 3.2e+01, 2.4e+01]]> : tensor<4x5xbf16>
//! input: dense<9> : tensor<ui32>
//! input: dense<4> : tensor<ui32>
//! expect: dense<[[0.0e+00, 3.5e+01, 3.3e+01], [2.3e+01, 3.2e+01, 2.4e+01]]> : tensor<2x3xbf16>
func.func public @main(%a: tensor<4x5xbf16>, %b: tensor<ui32>, %c: tensor<ui32>) -> (tensor<2x3xbf16>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xbf16>, tensor<ui32>, tensor<ui32>) -> tensor<2x3xbf16>
  return %r0 : tensor<2x3xbf16>
}

// -----
//! name: dynamic_update_slice of bf16 at 9, 4
//! input: dense<[[2.2e+01, 4.7e+01, 2.6e+01, 2.9e+01, 3.1e+01], [4.4e+01, 1.6e+01, 2.2e+01, 3.2e+01, 1.4e+01], [0.0e+00, 3.5e+01, 0.0e+00, 3.5e+01, 3.3e+01], [2.0e+01, 7.0e+00, 2.3e+01, 3.2e+01, 2.4e+01]]> : tensor<4x5xbf16>
//! input: dense<[[7.4e+01, 9.6e+01, 5.8e+01], [5.5e+01, 5.8e+01, 8.1e+01]]> : tensor<2x3xbf16>
//! input: dense<9> : tensor<ui32>
//! input: dense<4> : tensor<ui32>
//! expect: dense<[[2.2e+01, 4.7e+01, 2.6e+01, 2.9e+01, 3.1e+01], [4.4e+01, 1.6e+01, 2.2e+01, 3.2e+01, 1.4e+01], [0.0e+00, 3.5e+01, 7.4e+01, 9.6e+01, 5.8e+01], [2.0e+01, 7.0e+00, 5.5e+01, 5.8e+01, 8.1e+01]]> : tensor<4x5xbf16>
func.func public @main(%a: tensor<4x5xbf16>, %b: tensor<2x3xbf16>, %c: tensor<ui32>, %d: tensor<ui32>) -> (tensor<4x5xbf16>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xbf16>, tensor<2x3xbf16>, tensor<ui32>, tensor<ui32>) -> tensor<4x5xbf16>
  return %r0 : tensor<4x5xbf16>
}

// -----
//! name: dynamic_slice of f64 at 1, 2
//! input: dense<[[1.9e+01, 2.3e+01, 1.5e+01, 4.1e+01, 2.1e+01], [1.0e+01, 2.9e+01, 4.7e+01, 3.0e+00, 3.9e+01], [2.4e+01, 3.8e+01, 1.0e+00, 4.3e+01, 1.1e+01], [1.0e+01, 1.8e+01, 1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<4x5xf64>
//! input: dense<1> : tensor<i32>
//! input: dense<2> : tensor<i32>
//! expect: dense<[[4.7e+01, 3.0e+00, 3.9e+01], [1.0e+00, 4.3e+01, 1.1e+01]]> : tensor<2x3xf64>
func.func public @main(%a: tensor<4x5xf64>, %b: tensor<i32>, %c: tensor<i32>) -> (tensor<2x3xf64>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
  return %r0 : tensor<2x3xf64>
}

// -----
//! name: dynamic_update_slice of f64 at 1, 2
//! input: dense<[[1.9e+01, 2.3e+01, 1.5e+01, 4.1e+01, 2.1e+01], [1.0e+01, 2.9e+01, 4.7e+01, 3.0e+00, 3.9e+01], [2.4e+01, 3.8e+01, 1.0e+00, 4.3e+01, 1.1e+01], [1.0e+01, 1.8e+01, 1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<4x5xf64>
//! input: dense<[[7.5e+01, 8.0e+01, 9.1e+01], [9.7e+01, 8.1e+01, 5.9e+01]]> : tensor<2x3xf64>
//! input: dense<1> : tensor<i32>
//! input: dense<2> : tensor<i32>
//! expect: dense<[[1.9e+01, 2.3e+01, 1.5e+01, 4.1e+01, 2.1e+01], [1.0e+01, 2.9e+01, 7.5e+01, 8.0e+01, 9.1e+01], [2.4e+01, 3.8e+01, 9.7e+01, 8.1e+01, 5.9e+01], [1.0e+01, 1.8e+01, 1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<4x5xf64>
func.func public @main(%a: tensor<4x5xf64>, %b: tensor<2x3xf64>, %c: tensor<i32>, %d: tensor<i32>) -> (tensor<4x5xf64>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x5xf64>
  return %r0 : tensor<4x5xf64>
}

// -----
//! name: dynamic_slice of f64 at 9, 4
//! input: dense<[[1.9e+01, 2.3e+01, 1.5e+01, 4.1e+01, 2.1e+01], [1.0e+01, 2.9e+01, 4.7e+01, 3.0e+00, 3.9e+01], [2.4e+01, 3.8e+01, 1.0e+00, 4.3e+01, 1.1e+01], [1.0e+01, 1.8e+01, 1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<4x5xf64>
//! input: dense<9> : tensor<i32>
//! input: dense<4> : tensor<i32>
//! expect: dense<[[1.0e+00, 4.3e+01, 1.1e+01], [1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<2x3xf64>
func.func public @main(%a: tensor<4x5xf64>, %b: tensor<i32>, %c: tensor<i32>) -> (tensor<2x3xf64>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
  return %r0 : tensor<2x3xf64>
}

// -----
//! name: dynamic_update_slice of f64 at 9, 4
//! input: dense<[[1.9e+01, 2.3e+01, 1.5e+01, 4.1e+01, 2.1e+01], [1.0e+01, 2.9e+01, 4.7e+01, 3.0e+00, 3.9e+01], [2.4e+01, 3.8e+01, 1.0e+00, 4.3e+01, 1.1e+01], [1.0e+01, 1.8e+01, 1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<4x5xf64>
//! input: dense<[[7.5e+01, 8.0e+01, 9.1e+01], [9.7e+01, 8.1e+01, 5.9e+01]]> : tensor<2x3xf64>
//! input: dense<9> : tensor<i32>
//! input: dense<4> : tensor<i32>
//! expect: dense<[[1.9e+01, 2.3e+01, 1.5e+01, 4.1e+01, 2.1e+01], [1.0e+01, 2.9e+01, 4.7e+01, 3.0e+00, 3.9e+01], [2.4e+01, 3.8e+01, 7.5e+01, 8.0e+01, 9.1e+01], [1.0e+01, 1.8e+01, 9.7e+01, 8.1e+01, 5.9e+01]]> : tensor<4x5xf64>
func.func public @main(%a: tensor<4x5xf64>, %b: tensor<2x3xf64>, %c: tensor<i32>, %d: tensor<i32>) -> (tensor<4x5xf64>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x5xf64>
  return %r0 : tensor<4x5xf64>
}

// -----
//! name: dynamic_slice of f64 at -3, -1
//! input: dense<[[1.9e+01, 2.3e+01, 1.5e+01, 4.1e+01, 2.1e+01], [1.0e+01, 2.9e+01, 4.7e+01, 3.0e+00, 3.9e+01], [2.4e+01, 3.8e+01, 1.0e+00, 4.3e+01, 1.1e+01], [1.0e+01, 1.8e+01, 1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<4x5xf64>
//! input: dense<-3> : tensor<i32>
//! input: dense<-1> : tensor<i32>
//! expect: dense<[[1.9e+01, 2.3e+01, 1.5e+01], [1.0e+01, 2.9e+01, 4.7e+01]]> : tensor<2x3xf64>
func.func public @main(%a: tensor<4x5xf64>, %b: tensor<i32>, %c: tensor<i32>) -> (tensor<2x3xf64>) {
  %r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : (tensor<4x5xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
  return %r0 : tensor<2x3xf64>
}

// -----
//! name: dynamic_update_slice of f64 at -3, -1
//! input: dense<[[1.9e+01, 2.3e+01, 1.5e+01, 4.1e+01, 2.1e+01], [1.0e+01, 2.9e+01, 4.7e+01, 3.0e+00, 3.9e+01], [2.4e+01, 3.8e+01, 1.0e+00, 4.3e+01, 1.1e+01], [1.0e+01, 1.8e+01, 1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<4x5xf64>
//! input: dense<[[7.5e+01, 8.0e+01, 9.1e+01], [9.7e+01, 8.1e+01, 5.9e+01]]> : tensor<2x3xf64>
//! input: dense<-3> : tensor<i32>
//! input: dense<-1> : tensor<i32>
//! expect: dense<[[7.5e+01, 8.0e+01, 9.1e+01, 4.1e+01, 2.1e+01], [9.7e+01, 8.1e+01, 5.9e+01, 3.0e+00, 3.9e+01], [2.4e+01, 3.8e+01, 1.0e+00, 4.3e+01, 1.1e+01], [1.0e+01, 1.8e+01, 1.2e+01, 4.1e+01, 4.0e+00]]> : tensor<4x5xf64>
func.func public @main(%a: tensor<4x5xf64>, %b: tensor<2x3xf64>, %c: tensor<i32>, %d: tensor<i32>) -> (tensor<4x5xf64>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x5xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x5xf64>
  return %r0 : tensor<4x5xf64>
}

// -----
//! name: gather rows of f32
//! input: dense<[[9.2e+01, 2.0e+01, 1.4e+01], [4.9e+01, 2.0e+01, 9.6e+01], [1.4e+01, 6.2e+01, 3.7e+01], [7.3e+01, 2.0e+01, 5.4e+01], [6.1e+01, 7.4e+01, 7.1e+01]]> : tensor<5x3xf32>
//! input: dense<[4, 0, 4, -1, 9]> : tensor<5xi32>
//! expect: dense<[[6.1e+01, 7.4e+01, 7.1e+01], [9.2e+01, 2.0e+01, 1.4e+01], [6.1e+01, 7.4e+01, 7.1e+01], [9.2e+01, 2.0e+01, 1.4e+01], [6.1e+01, 7.4e+01, 7.1e+01]]> : tensor<5x3xf32>
func.func public @main(%a: tensor<5x3xf32>, %b: tensor<5xi32>) -> (tensor<5x3xf32>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<5xi32>) -> tensor<5x3xf32>
  return %r0 : tensor<5x3xf32>
}

// -----
//! name: gather rows of bf16
//! input: dense<[[6.0e+01, 9.1e+01, 7.7e+01], [4.1e+01, 2.8e+01, 4.2e+01], [8.6e+01, 6.2e+01, 7.4e+01], [6.5e+01, 2.9e+01, 9.7e+01], [2.6e+01, 7.8e+01, 8.2e+01]]> : tensor<5x3xbf16>
//! input: dense<[4, 0, 4, -1, 9]> : tensor<5xi32>
//! expect: dense<[[2.6e+01, 7.8e+01, 8.2e+01], [6.0e+01, 9.1e+01, 7.7e+01], [2.6e+01, 7.8e+01, 8.2e+01], [6.0e+01, 9.1e+01, 7.7e+01], [2.6e+01, 7.8e+01, 8.2e+01]]> : tensor<5x3xbf16>
func.func public @main(%a: tensor<5x3xbf16>, %b: tensor<5xi32>) -> (tensor<5x3xbf16>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xbf16>, tensor<5xi32>) -> tensor<5x3xbf16>
  return %r0 : tensor<5x3xbf16>
}

// -----
//! name: gather rows of i64
//! input: dense<[[64, 42, 17], [49, 89, 87], [22, 40, 83], [54, 62, 69], [38, 36, 18]]> : tensor<5x3xi64>
//! input: dense<[4, 0, 4, -1, 9]> : tensor<5xi32>
//! expect: dense<[[38, 36, 18], [64, 42, 17], [38, 36, 18], [64, 42, 17], [38, 36, 18]]> : tensor<5x3xi64>
func.func public @main(%a: tensor<5x3xi64>, %b: tensor<5xi32>) -> (tensor<5x3xi64>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xi64>, tensor<5xi32>) -> tensor<5x3xi64>
  return %r0 : tensor<5x3xi64>
}

// -----
//! name: gather points
//! input: dense<[[8.75e-01, 7.5e-01, 0.0e+00, 7.5e-01], [7.5e-01, 2.5e-01, 1.25e+00, 1.0e+00], [8.75e-01, 1.625e+00, -2.0e+00, 1.25e+00]]> : tensor<3x4xf32>
//! input: dense<[[0, 1], [2, 3], [1, 1]]> : tensor<3x2xi64>
//! expect: dense<[7.5e-01, 1.25e+00, 2.5e-01]> : tensor<3xf32>
func.func public @main(%a: tensor<3x4xf32>, %b: tensor<3x2xi64>) -> (tensor<3xf32>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: gather windows, components in front
//! input: dense<[[-1.375e+00, -1.75e+00, -1.5e+00, -2.0e+00, -1.625e+00], [1.375e+00, 3.75e-01, 1.125e+00, -3.75e-01, 6.25e-01], [7.5e-01, -1.25e+00, -1.875e+00, -1.625e+00, -5.0e-01], [-1.0e+00, 1.25e+00, 1.5e+00, -1.375e+00, 1.75e+00]]> : tensor<4x5xf32>
//! input: dense<[[0, 3, 1], [4, 1, 0]]> : tensor<2x3xi32>
//! expect: dense<[[[-2.0e+00, -1.625e+00], [-3.75e-01, 6.25e-01]], [[-1.25e+00, -1.875e+00], [1.25e+00, 1.5e+00]], [[1.375e+00, 3.75e-01], [7.5e-01, -1.25e+00]]]> : tensor<3x2x2xf32>
func.func public @main(%a: tensor<4x5xf32>, %b: tensor<2x3xi32>) -> (tensor<3x2x2xf32>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 2, 2>}> : (tensor<4x5xf32>, tensor<2x3xi32>) -> tensor<3x2x2xf32>
  return %r0 : tensor<3x2x2xf32>
}

// -----
//! name: gather with batching
//! input: dense<[[[1.75e+00, 1.75e+00, -2.5e-01, -2.5e-01], [-5.0e-01, 1.625e+00, -1.75e+00, -3.75e-01], [1.75e+00, 1.0e+00, 1.25e+00, 1.375e+00]], [[-8.75e-01, 3.75e-01, -1.0e+00, -2.5e-01], [-5.0e-01, -1.875e+00, 1.75e+00, -2.0e+00], [-7.5e-01, 1.75e+00, 2.0e+00, 6.25e-01]]]> : tensor<2x3x4xf32>
//! input: dense<[[[0], [2], [1]], [[3], [0], [9]]]> : tensor<2x3x1xi32>
//! expect: dense<[[[1.75e+00, 1.75e+00], [-2.5e-01, -2.5e-01], [1.75e+00, -2.5e-01]], [[-1.0e+00, -2.5e-01], [-8.75e-01, 3.75e-01], [-1.0e+00, -2.5e-01]]]> : tensor<2x3x2xf32>
func.func public @main(%a: tensor<2x3x4xf32>, %b: tensor<2x3x1xi32>) -> (tensor<2x3x2xf32>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x3x4xf32>, tensor<2x3x1xi32>) -> tensor<2x3x2xf32>
  return %r0 : tensor<2x3x2xf32>
}

// -----
//! name: scatter sums rows of f32
//! input: dense<[[2.0e+00, 1.0e+00], [3.0e+00, 6.0e+00], [3.0e+00, 5.0e+00], [3.0e+00, 7.0e+00], [4.0e+00, 0.0e+00]]> : tensor<5x2xf32>
//! input: dense<[4, 0, 4, 5]> : tensor<4xi32>
//! input: dense<[[6.0e+00, 2.0e+00], [1.0e+00, 4.0e+00], [4.0e+00, 4.0e+00], [4.0e+00, 2.0e+00]]> : tensor<4x2xf32>
//! expect: dense<[[3.0e+00, 5.0e+00], [3.0e+00, 6.0e+00], [3.0e+00, 5.0e+00], [3.0e+00, 7.0e+00], [1.4e+01, 6.0e+00]]> : tensor<5x2xf32>
func.func public @main(%a: tensor<5x2xf32>, %b: tensor<4xi32>, %c: tensor<4x2xf32>) -> (tensor<5x2xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %j = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %j : tensor<f32>
  }) : (tensor<5x2xf32>, tensor<4xi32>, tensor<4x2xf32>) -> tensor<5x2xf32>
  return %r0 : tensor<5x2xf32>
}

// -----
//! name: scatter maxima of f32
//! input: dense<[1.0e+00, 6.0e+00, 1.0e+00, 7.0e+00]> : tensor<4xf32>
//! input: dense<[4, 0, 4, 5]> : tensor<4xi32>
//! input: dense<[1.0e+01, 7.0e+00, 1.0e+00, 1.6e+01]> : tensor<4xf32>
//! expect: dense<[7.0e+00, 6.0e+00, 1.0e+00, 7.0e+00]> : tensor<4xf32>
func.func public @main(%a: tensor<4xf32>, %b: tensor<4xi32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %j = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %j : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----
//! name: scatter sums rows of f16
//! input: dense<[[3.0e+00, 0.0e+00], [7.0e+00, 3.0e+00], [2.0e+00, 8.0e+00], [3.0e+00, 4.0e+00], [6.0e+00, 3.0e+00]]> : tensor<5x2xf16>
//! input: dense<[4, 0, 4, 5]> : tensor<4xi32>
//! input: dense<[[8.0e+00, 6.0e+00], [8.0e+00, 1.0e+00], [2.0e+00, 5.0e+00], [1.0e+00, 4.0e+00]]> : tensor<4x2xf16>
//! expect: dense<[[1.1e+01, 1.0e+00], [7.0e+00, 3.0e+00], [2.0e+00, 8.0e+00], [3.0e+00, 4.0e+00], [1.6e+01, 1.4e+01]]> : tensor<5x2xf16>
func.func public @main(%a: tensor<5x2xf16>, %b: tensor<4xi32>, %c: tensor<4x2xf16>) -> (tensor<5x2xf16>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f16>, %q: tensor<f16>):
    %j = stablehlo.add %p, %q : tensor<f16>
    stablehlo.return %j : tensor<f16>
  }) : (tensor<5x2xf16>, tensor<4xi32>, tensor<4x2xf16>) -> tensor<5x2xf16>
  return %r0 : tensor<5x2xf16>
}

// -----
//! name: scatter maxima of f16
//! input: dense<[4.0e+00, 6.0e+00, 4.0e+00, 4.0e+00]> : tensor<4xf16>
//! input: dense<[4, 0, 4, 5]> : tensor<4xi32>
//! input: dense<[0.0e+00, 1.9e+01, 1.2e+01, 8.0e+00]> : tensor<4xf16>
//! expect: dense<[1.9e+01, 6.0e+00, 4.0e+00, 4.0e+00]> : tensor<4xf16>
func.func public @main(%a: tensor<4xf16>, %b: tensor<4xi32>, %c: tensor<4xf16>) -> (tensor<4xf16>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f16>, %q: tensor<f16>):
    %j = stablehlo.maximum %p, %q : tensor<f16>
    stablehlo.return %j : tensor<f16>
  }) : (tensor<4xf16>, tensor<4xi32>, tensor<4xf16>) -> tensor<4xf16>
  return %r0 : tensor<4xf16>
}

// -----
//! name: scatter sums rows of i32
//! input: dense<[[7, 1], [0, 7], [2, 3], [6, 8], [6, 4]]> : tensor<5x2xi32>
//! input: dense<[4, 0, 4, 5]> : tensor<4xi32>
//! input: dense<[[7, 4], [7, 2], [5, 2], [2, 7]]> : tensor<4x2xi32>
//! expect: dense<[[14, 3], [0, 7], [2, 3], [6, 8], [18, 10]]> : tensor<5x2xi32>
func.func public @main(%a: tensor<5x2xi32>, %b: tensor<4xi32>, %c: tensor<4x2xi32>) -> (tensor<5x2xi32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %j = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }) : (tensor<5x2xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<5x2xi32>
  return %r0 : tensor<5x2xi32>
}

// -----
//! name: scatter maxima of i32
//! input: dense<[1, 7, 2, 3]> : tensor<4xi32>
//! input: dense<[4, 0, 4, 5]> : tensor<4xi32>
//! input: dense<[11, 1, 2, 0]> : tensor<4xi32>
//! expect: dense<[1, 7, 2, 3]> : tensor<4xi32>
func.func public @main(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: tensor<4xi32>) -> (tensor<4xi32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %j = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// -----
//! name: scatter sums rows of ui8
//! input: dense<[[2, 1], [4, 2], [1, 4], [0, 6], [1, 0]]> : tensor<5x2xui8>
//! input: dense<[4, 0, 4, 5]> : tensor<4xi32>
//! input: dense<[[5, 7], [1, 1], [3, 7], [4, 5]]> : tensor<4x2xui8>
//! expect: dense<[[3, 2], [4, 2], [1, 4], [0, 6], [9, 14]]> : tensor<5x2xui8>
func.func public @main(%a: tensor<5x2xui8>, %b: tensor<4xi32>, %c: tensor<4x2xui8>) -> (tensor<5x2xui8>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
    %j = stablehlo.add %p, %q : tensor<ui8>
    stablehlo.return %j : tensor<ui8>
  }) : (tensor<5x2xui8>, tensor<4xi32>, tensor<4x2xui8>) -> tensor<5x2xui8>
  return %r0 : tensor<5x2xui8>
}

// -----
//! name: scatter maxima of ui8
//! input: dense<[2, 2, 1, 4]> : tensor<4xui8>
//! input: dense<[4, 0, 4, 5]> : tensor<4xi32>
//! input: dense<[12, 8, 12, 19]> : tensor<4xui8>
//! expect: dense<[8, 2, 1, 4]> : tensor<4xui8>
func.func public @main(%a: tensor<4xui8>, %b: tensor<4xi32>, %c: tensor<4xui8>) -> (tensor<4xui8>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
    %j = stablehlo.maximum %p, %q : tensor<ui8>
    stablehlo.return %j : tensor<ui8>
  }) : (tensor<4xui8>, tensor<4xi32>, tensor<4xui8>) -> tensor<4xui8>
  return %r0 : tensor<4xui8>
}

// -----
//! name: scatter overwrites of f32
//! input: dense<[1.75e+00, -2.0e+00, -1.0e+00, 5.0e-01]> : tensor<4xf32>
//! input: dense<[2, 0, 7]> : tensor<3xi64>
//! input: dense<[1.0e+00, 1.75e+00, -1.125e+00]> : tensor<3xf32>
//! expect: dense<[1.75e+00, -2.0e+00, 1.0e+00, 5.0e-01]> : tensor<4xf32>
func.func public @main(%a: tensor<4xf32>, %b: tensor<3xi64>, %c: tensor<3xf32>) -> (tensor<4xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    
    stablehlo.return %q : tensor<f32>
  }) : (tensor<4xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----
//! name: scatter windows of f32
//! input: dense<[[-1.125e+00, -2.5e-01, -1.875e+00, -1.125e+00, -8.75e-01], [1.125e+00, -1.75e+00, 1.125e+00, -5.0e-01, -1.875e+00], [-8.75e-01, -6.25e-01, 5.0e-01, 5.0e-01, -1.5e+00], [-1.75e+00, 1.25e+00, -5.0e-01, 7.5e-01, -1.25e+00]]> : tensor<4x5xf32>
//! input: dense<[[0, 3], [2, 0]]> : tensor<2x2xi32>
//! input: dense<[[[-1.125e+00, -8.75e-01], [0.0e+00, -1.0e+00]], [[1.125e+00, 2.0e+00], [1.0e+00, 5.0e-01]]]> : tensor<2x2x2xf32>
//! expect: dense<[[-1.125e+00, -2.5e-01, -1.875e+00, -2.25e+00, -1.75e+00], [1.125e+00, -1.75e+00, 1.125e+00, -5.0e-01, -2.875e+00], [2.5e-01, 1.375e+00, 5.0e-01, 5.0e-01, -1.5e+00], [-7.5e-01, 1.75e+00, -5.0e-01, 7.5e-01, -1.25e+00]]> : tensor<4x5xf32>
func.func public @main(%a: tensor<4x5xf32>, %b: tensor<2x2xi32>, %c: tensor<2x2x2xf32>) -> (tensor<4x5xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %j = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %j : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x2xi32>, tensor<2x2x2xf32>) -> tensor<4x5xf32>
  return %r0 : tensor<4x5xf32>
}
