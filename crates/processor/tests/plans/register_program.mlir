//! name: a loop over few elements is one step; the stacked results stay in memory
//! pass: lower
// CHECK: register program
// CHECK: register program: 50 iterations; 6 instructions, 0 before the loop
// CHECK-NOT: while
func.func public @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<50x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %stack = stablehlo.constant dense<0.0> : tensor<50x3xf32>
  %r:3 = stablehlo.while(%i = %zero, %y = %x, %s = %stack) : tensor<i32>, tensor<3xf32>, tensor<50x3xf32>
  cond {
    %end = stablehlo.constant dense<50> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %half = stablehlo.constant dense<0.5> : tensor<3xf32>
    %a = stablehlo.slice %y [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %b = stablehlo.slice %y [1:3] : (tensor<3xf32>) -> tensor<2xf32>
    %c = stablehlo.concatenate %b, %a, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
    %0 = stablehlo.multiply %y, %half : tensor<3xf32>
    %1 = stablehlo.add %0, %c : tensor<3xf32>
    %row = stablehlo.reshape %1 : (tensor<3xf32>) -> tensor<1x3xf32>
    %first = stablehlo.constant dense<0> : tensor<i32>
    %t = stablehlo.dynamic_update_slice %s, %row, %i, %first : (tensor<50x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<50x3xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %1, %t : tensor<i32>, tensor<3xf32>, tensor<50x3xf32>
  }
  return %r#1, %r#2 : tensor<3xf32>, tensor<50x3xf32>
}
// -----
//! name: a loop with a product is none, and the plan says why
//! pass: lower
// CHECK: not a register program: it has the operation stablehlo.dot_general
func.func public @main(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<3x3xf32>
  cond {
    %end = stablehlo.constant dense<5> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %0 = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %0 : tensor<i32>, tensor<3x3xf32>
  }
  return %r#1 : tensor<3x3xf32>
}
