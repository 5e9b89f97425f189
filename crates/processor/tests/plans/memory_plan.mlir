//! name: a result overwrites its dying operand, and a donated argument its memory
//! pass: memory_plan
// CHECK: argument 0: %0 <64xf32> in result 0 (256 B), donated to result 0
// CHECK: in place:
func.func public @main(%x: tensor<64xf32> {tf.aliasing_output = 0 : i32}) -> tensor<64xf32> {
  %0 = stablehlo.negate %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
