//! name: a weight is packed by a step of its own
//! pass: lower
// CHECK: pack <256x512xf32>
// CHECK: strategy prepacked_rhs
func.func public @main(%x: tensor<128x512xf32>, %w: tensor<512x256xf32>) -> tensor<128x256xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x512xf32>, tensor<512x256xf32>) -> tensor<128x256xf32>
  return %0 : tensor<128x256xf32>
}
