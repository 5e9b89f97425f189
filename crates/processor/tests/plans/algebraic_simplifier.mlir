//! name: identities are dropped: a factor of one, a reshape to the same shape, a pad by nothing
//! pass: algebraic_simplifier
// CHECK-NOT: multiply
// CHECK-NOT: reshape
// CHECK-NOT: pad %
// CHECK: tanh %arg0
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %one : tensor<4xf32>
  %1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.pad %1, %zero, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.tanh %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
// -----
//! name: a selection that is a maximum becomes one
//! pass: algebraic_simplifier
// CHECK: maximum %arg0
// CHECK-NOT: select
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %p = stablehlo.compare LE, %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r = stablehlo.select %p, %c, %x : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
//! name: a selection that treats NaN otherwise stays
//! pass: algebraic_simplifier
// CHECK: select
// CHECK-NOT: maximum
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %p = stablehlo.compare GE, %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r = stablehlo.select %p, %c, %x : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
//! name: a selection that prefers -0 to +0 stays
//! pass: algebraic_simplifier
// CHECK: select
// CHECK-NOT: maximum
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %p = stablehlo.compare LE, %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r = stablehlo.select %p, %c, %x : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
//! name: a selection by a bound that may be NaN or -0 stays
//! pass: algebraic_simplifier
// CHECK: select
// CHECK-NOT: maximum
func.func public @main(%x: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %p = stablehlo.compare LE, %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r = stablehlo.select %p, %c, %x : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
//! name: adding zero stays, since it loses the sign of -0
//! pass: algebraic_simplifier
// CHECK: add %arg0
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %r = stablehlo.add %x, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
//! name: a step names the passes that made it
//! pass: lower
// CHECK: made by algebraic_simplifier, lower
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %mask = stablehlo.compare LE, %x, %zero : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = stablehlo.select %mask, %zero, %x : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
//! name: a step names each pass once, also if it was emitted for another one
//! pass: lower
// CHECK: copy
// CHECK-NOT: lower, lower
// CHECK: while
// CHECK: made by lower
func.func public @main(%n: tensor<i32>, %own: tensor<2048xf32>) -> tensor<2048xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %x = %own) : tensor<i32>, tensor<2048xf32>
    cond {
      %more = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.subtract %i, %one : tensor<i32>
      %y = stablehlo.tanh %x : tensor<2048xf32>
      stablehlo.return %next, %y : tensor<i32>, tensor<2048xf32>
    }
  return %0#1 : tensor<2048xf32>
}
// -----
//! name: a slice of a splat that a loop carries unchanged is a splat
//! pass: lower
// CHECK: register program: 500 iterations
// CHECK-NOT: arrays in memory
func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<500x8xf32>
  %r:3 = stablehlo.while(%i = %zero, %y = %x, %rows = %ones) : tensor<i32>, tensor<8xf32>, tensor<500x8xf32>
  cond {
    %end = stablehlo.constant dense<500> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %rows, %i, %first, sizes = [1, 8] : (tensor<500x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %flat = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %sum = stablehlo.add %y, %flat : tensor<8xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %sum, %rows : tensor<i32>, tensor<8xf32>, tensor<500x8xf32>
  }
  return %r#1 : tensor<8xf32>
}
