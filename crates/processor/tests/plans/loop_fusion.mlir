//! name: a chain of element-wise operations and the reduction after it are one loop
//! pass: lower
// CHECK: each run:
// CHECK: tanh+multiply+add+reduce
func.func public @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<64x64xf32>
  %1 = stablehlo.multiply %0, %y : tensor<64x64xf32>
  %2 = stablehlo.add %1, %x : tensor<64x64xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}
// -----
//! name: siblings that read one large operand are one loop
//! pass: lower
// CHECK: each run:
// CHECK: tanh+exponential
func.func public @main(%x: tensor<256x128xf32>) -> (tensor<256x128xf32>, tensor<256x128xf32>) {
  %0 = stablehlo.tanh %x : tensor<256x128xf32>
  %1 = stablehlo.exponential %x : tensor<256x128xf32>
  return %0, %1 : tensor<256x128xf32>, tensor<256x128xf32>
}
// -----
//! name: no fusion across an operation that is no loop
//! pass: lower
// CHECK: tanh
// CHECK: <8x8xf32> <8x8xf32>
// CHECK: add
func.func public @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
