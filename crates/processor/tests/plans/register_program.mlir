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
//! name: a loop with a Cholesky decomposition is none, and the plan says why
//! pass: lower
// CHECK: not a register program: it has the operation stablehlo.cholesky
func.func public @main(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<3x3xf32>
  cond {
    %end = stablehlo.constant dense<5> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %0 = stablehlo.cholesky %y, lower = true : tensor<3x3xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %0 : tensor<i32>, tensor<3x3xf32>
  }
  return %r#1 : tensor<3x3xf32>
}
// -----
//! name: scatters and gathers of a few slices are instructions, and their array stays in memory
//! pass: lower
// CHECK: register program: 1000 iterations; {{.*}}; arrays in memory: 1
// CHECK-NOT: while
func.func public @main(%x: tensor<5000xf32>) -> tensor<5000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<5000xf32>
  cond {
    %end = stablehlo.constant dense<1000> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %at = stablehlo.reshape %next : (tensor<i32>) -> tensor<1xi32>
    %from = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %element = "stablehlo.gather"(%y, %from) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<5000xf32>, tensor<1xi32>) -> tensor<f32>
    %updated = "stablehlo.scatter"(%y, %at, %element) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %sum = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<5000xf32>, tensor<1xi32>, tensor<f32>) -> tensor<5000xf32>
    stablehlo.return %next, %updated : tensor<i32>, tensor<5000xf32>
  }
  return %r#1 : tensor<5000xf32>
}
// -----
//! name: so are conditionals; a branch may pass an array in memory on
//! pass: lower
// CHECK: register program: 100 iterations; {{.*}}; arrays in memory: 1
// CHECK-NOT: case
func.func public @main(%x: tensor<100x64xf32>, %row: tensor<1x64xf32>) -> tensor<100x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<100x64xf32>
  cond {
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %bit = stablehlo.and %i, %one : tensor<i32>
    %z = "stablehlo.case"(%bit) ({
      stablehlo.return %y : tensor<100x64xf32>
    }, {
      %updated = stablehlo.dynamic_update_slice %y, %row, %i, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
      stablehlo.return %updated : tensor<100x64xf32>
    }) : (tensor<i32>) -> tensor<100x64xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %z : tensor<i32>, tensor<100x64xf32>
  }
  return %r#1 : tensor<100x64xf32>
}
// -----
//! name: products are instructions
//! pass: lower
// CHECK: register program: 1000 iterations; 3 instructions
// CHECK-NOT: while
func.func public @main(%x: tensor<8xf32>, %w: tensor<8x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %end = stablehlo.constant dense<1000> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %0 = stablehlo.dot_general %w, %y, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %0 : tensor<i32>, tensor<8xf32>
  }
  return %r#1 : tensor<8xf32>
}
