//! name: the packing of a weight moves before the run
//! pass: hoist_weights
// CHECK: before a run whose weights are not those of the last run:
// CHECK-NEXT: 0: pack <256x512xf32>
// CHECK: each run:
// CHECK-NOT: : pack <
func.func public @main(%x: tensor<128x512xf32>, %w: tensor<512x256xf32>) -> tensor<128x256xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x512xf32>, tensor<512x256xf32>) -> tensor<128x256xf32>
  return %0 : tensor<128x256xf32>
}
// -----
//! name: a parameter that a result may replace is no weight, and is packed in each run
//! pass: hoist_weights
// CHECK-NOT: before a run
// CHECK: each run:
func.func public @main(%x: tensor<4096x512xf32>, %w: tensor<512x256xf32>) -> (tensor<4096x256xf32>, tensor<512x256xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x256xf32>) -> tensor<4096x256xf32>
  %1 = stablehlo.add %w, %w : tensor<512x256xf32>
  return %0, %1 : tensor<4096x256xf32>, tensor<512x256xf32>
}
