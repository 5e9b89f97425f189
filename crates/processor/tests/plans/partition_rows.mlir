//! name: the rows of a large product are partitioned for threads to share
//! pass: lower
// CHECK: strategy prepacked_rhs {{.*}} 8 partitions
func.func public @main(%x: tensor<4096x64xf32>, %w: tensor<64x64xf32>) -> (tensor<4096x64xf32>, tensor<64x64xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x64xf32>, tensor<64x64xf32>) -> tensor<4096x64xf32>
  return %0, %w : tensor<4096x64xf32>, tensor<64x64xf32>
}
