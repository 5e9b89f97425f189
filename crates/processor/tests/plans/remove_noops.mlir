//! name: the copy of a value to where it resides is dropped
//! pass: remove_noops
// CHECK: each run:
// CHECK: tanh
// CHECK-NOT: copy
func.func public @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.tanh %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
