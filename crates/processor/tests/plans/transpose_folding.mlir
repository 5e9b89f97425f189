//! name: the transpose of a weight gradient is folded into its dot, by swapping the operands
//! pass: transpose_folding
// CHECK: dot_general %arg1, %arg0
// CHECK-NEXT: transpose {{.*}} dims = [0, 1]
func.func public @main(%x: tensor<8x16xf32>, %dy: tensor<8x4xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x4xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
// -----
//! name: a dot with another use keeps its operands
//! pass: transpose_folding
// CHECK: dot_general %arg0, %arg1
// CHECK-NEXT: transpose {{.*}} dims = [1, 0]
func.func public @main(%x: tensor<8x16xf32>, %dy: tensor<8x4xf32>) -> (tensor<4x16xf32>, tensor<16x4xf32>) {
  %0 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x4xf32>) -> tensor<4x16xf32>
  return %1, %0 : tensor<4x16xf32>, tensor<16x4xf32>
}
