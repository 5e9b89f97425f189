//! name: while 0 times
//! input: dense<[1.0e+00, -5.0e-01]> : tensor<2xf32>
//! input: dense<0> : tensor<i32>
//! expect: dense<0> : tensor<i32>
//! expect: dense<[-1.0e+00, 5.0e-01]> : tensor<2xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<i32>) -> (tensor<i32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<2xf32>
  cond {
    %go = stablehlo.compare LT, %i, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %n, %y : tensor<i32>, tensor<2xf32>
  }
  %r0 = stablehlo.add %w#0, %zero : tensor<i32>
  %r1 = stablehlo.negate %w#1 : tensor<2xf32>
  return %r0, %r1 : tensor<i32>, tensor<2xf32>
}

// -----
//! name: while 1 times
//! input: dense<[1.0e+00, -5.0e-01]> : tensor<2xf32>
//! input: dense<1> : tensor<i32>
//! expect: dense<1> : tensor<i32>
//! expect: dense<[-2.0e+00, 1.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<i32>) -> (tensor<i32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<2xf32>
  cond {
    %go = stablehlo.compare LT, %i, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %n, %y : tensor<i32>, tensor<2xf32>
  }
  %r0 = stablehlo.add %w#0, %zero : tensor<i32>
  %r1 = stablehlo.negate %w#1 : tensor<2xf32>
  return %r0, %r1 : tensor<i32>, tensor<2xf32>
}

// -----
//! name: while 10 times
//! input: dense<[1.0e+00, -5.0e-01]> : tensor<2xf32>
//! input: dense<10> : tensor<i32>
//! expect: dense<10> : tensor<i32>
//! expect: dense<[-1.024e+03, 5.12e+02]> : tensor<2xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<i32>) -> (tensor<i32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<2xf32>
  cond {
    %go = stablehlo.compare LT, %i, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %n, %y : tensor<i32>, tensor<2xf32>
  }
  %r0 = stablehlo.add %w#0, %zero : tensor<i32>
  %r1 = stablehlo.negate %w#1 : tensor<2xf32>
  return %r0, %r1 : tensor<i32>, tensor<2xf32>
}

// -----
//! name: if true
//! input: dense<true> : tensor<i1>
//! input: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
//! expect: dense<[9.0e+00, 1.6e+01]> : tensor<2xf32>
func.func public @main(%a: tensor<i1>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
  %r0 = "stablehlo.if"(%a) ({
    %s = stablehlo.multiply %b, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }, {
    stablehlo.return %b : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: if false
//! input: dense<false> : tensor<i1>
//! input: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
//! expect: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<i1>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
  %r0 = "stablehlo.if"(%a) ({
    %s = stablehlo.multiply %b, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }, {
    stablehlo.return %b : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: case 0
//! input: dense<0> : tensor<i32>
//! input: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
//! expect: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<i32>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
  %r0 = "stablehlo.case"(%a) ({
    stablehlo.return %b : tensor<2xf32>
  }, {
    %n = stablehlo.negate %b : tensor<2xf32>
    stablehlo.return %n : tensor<2xf32>
  }, {
    %s = stablehlo.add %b, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: case 1
//! input: dense<1> : tensor<i32>
//! input: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
//! expect: dense<[-3.0e+00, 4.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<i32>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
  %r0 = "stablehlo.case"(%a) ({
    stablehlo.return %b : tensor<2xf32>
  }, {
    %n = stablehlo.negate %b : tensor<2xf32>
    stablehlo.return %n : tensor<2xf32>
  }, {
    %s = stablehlo.add %b, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: case 2
//! input: dense<2> : tensor<i32>
//! input: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
//! expect: dense<[6.0e+00, -8.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<i32>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
  %r0 = "stablehlo.case"(%a) ({
    stablehlo.return %b : tensor<2xf32>
  }, {
    %n = stablehlo.negate %b : tensor<2xf32>
    stablehlo.return %n : tensor<2xf32>
  }, {
    %s = stablehlo.add %b, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: case 3
//! input: dense<3> : tensor<i32>
//! input: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
//! expect: dense<[6.0e+00, -8.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<i32>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
  %r0 = "stablehlo.case"(%a) ({
    stablehlo.return %b : tensor<2xf32>
  }, {
    %n = stablehlo.negate %b : tensor<2xf32>
    stablehlo.return %n : tensor<2xf32>
  }, {
    %s = stablehlo.add %b, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: case -1
//! input: dense<-1> : tensor<i32>
//! input: dense<[3.0e+00, -4.0e+00]> : tensor<2xf32>
//! expect: dense<[6.0e+00, -8.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<i32>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
  %r0 = "stablehlo.case"(%a) ({
    stablehlo.return %b : tensor<2xf32>
  }, {
    %n = stablehlo.negate %b : tensor<2xf32>
    stablehlo.return %n : tensor<2xf32>
  }, {
    %s = stablehlo.add %b, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: calls
//! input: dense<[1.5e+00, 2.5e+00]> : tensor<2xf32>
//! expect: dense<[6.0e+00, 1.0e+01]> : tensor<2xf32>
module {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %a, %a : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: optimization_barrier
//! input: dense<[1.5e+00, 2.5e+00]> : tensor<2xf32>
//! expect: dense<[3.0e+00, 5.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<2xf32>) -> (tensor<2xf32>) {
  %b:2 = stablehlo.optimization_barrier %a, %a : tensor<2xf32>, tensor<2xf32>
  %r0 = stablehlo.add %b#0, %b#1 : tensor<2xf32>
  return %r0 : tensor<2xf32>
}
