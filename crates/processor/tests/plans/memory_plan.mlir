//! name: a result overwrites its dying operand, and a donated argument its memory
//! pass: memory_plan
// CHECK: argument 0: %0 <64xf32> in result 0 (256 B), donated to result 0
// CHECK: in place:
func.func public @main(%x: tensor<64xf32> {tf.aliasing_output = 0 : i32}) -> tensor<64xf32> {
  %0 = stablehlo.negate %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
// -----
//! name: what a branch passes on has the memory of the result, in a loop that carries it
//! pass: remove_noops
// CHECK: while
// CHECK: body:
// CHECK-NOT: copy
// CHECK: branch 0:
// CHECK-NOT: copy
// CHECK: branch 1:
// CHECK-NOT: copy
// CHECK: dynamic_update_slice
// CHECK-NOT: copy
func.func public @main(%x: tensor<100x2048xf32>, %row: tensor<1x2048xf32>) -> tensor<100x2048xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<100x2048xf32>
  cond {
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %bit = stablehlo.and %i, %one : tensor<i32>
    %z = "stablehlo.case"(%bit) ({
      stablehlo.return %y : tensor<100x2048xf32>
    }, {
      %updated = stablehlo.dynamic_update_slice %y, %row, %i, %zero : (tensor<100x2048xf32>, tensor<1x2048xf32>, tensor<i32>, tensor<i32>) -> tensor<100x2048xf32>
      stablehlo.return %updated : tensor<100x2048xf32>
    }) : (tensor<i32>) -> tensor<100x2048xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %z : tensor<i32>, tensor<100x2048xf32>
  }
  return %r#1 : tensor<100x2048xf32>
}
