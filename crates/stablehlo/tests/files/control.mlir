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
//! name: while in while
//! input: dense<[[1.0e+00, -5.0e-01, 2.5e-01], [2.0e+00, -1.5e+00, 7.5e-01]]> : tensor<2x3xf32>
//! input: dense<[[1.0e+00, -5.0e-01], [2.5e-01, 2.0e+00], [-1.5e+00, 7.5e-01]]> : tensor<3x2xf32>
//! expect: dense<[[0.0e+00, 2.796936e-02, 9.32312e-02], [-6.394256e+02, 2.557889e+03, 9.592316e+02]]> : tensor<2x3xf32>
//! expect: dense<[[1.1289716e-03, 4.6041328e+05], [2.822429e-04, -1.8416531e+06], [-1.6934574e-03, -6.9061994e+05]]> : tensor<3x2xf32>
//! expect: dense<[2.75e+00, 1.125e+01, 1.586e+01, 2.558e+03]> : tensor<4xf16>
func.func public @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<4xf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %nothing = stablehlo.constant dense<0.0> : tensor<bf16>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %trace = stablehlo.constant dense<0.0> : tensor<4xf16>
  %w:5 = stablehlo.while(%i = %zero, %x = %a, %y = %b, %s = %half, %t = %trace) : tensor<i32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<4xf16>
  cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %yt = stablehlo.transpose %y, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
    %sb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %xs = stablehlo.multiply %x, %sb : tensor<2x3xf32>
    %sum = stablehlo.add %xs, %yt : tensor<2x3xf32>
    %inner:2 = stablehlo.while(%j = %zero, %z = %sum) : tensor<i32>, tensor<2x3xf32>
    cond {
      %more = stablehlo.compare LE, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %j1 = stablehlo.add %j, %one : tensor<i32>
      %bit = stablehlo.and %j, %one : tensor<i32>
      %z1 = "stablehlo.case"(%bit) ({
        %neg = stablehlo.negate %z : tensor<2x3xf32>
        stablehlo.return %neg : tensor<2x3xf32>
      }, {
        %first = stablehlo.slice %z [0:1, 0:1] : (tensor<2x3xf32>) -> tensor<1x1xf32>
        %spread = stablehlo.broadcast_in_dim %first, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32>
        %moved = stablehlo.subtract %z, %spread : tensor<2x3xf32>
        stablehlo.return %moved : tensor<2x3xf32>
      }) : (tensor<i32>) -> tensor<2x3xf32>
      stablehlo.return %j1, %z1 : tensor<i32>, tensor<2x3xf32>
    }
    %top = stablehlo.reduce(%inner#1 init: %lowest) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %narrow = stablehlo.convert %inner#1 : (tensor<2x3xf32>) -> tensor<2x3xbf16>
    %rows = stablehlo.reduce(%narrow init: %nothing) applies stablehlo.add across dimensions = [1] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %wide = stablehlo.convert %rows : (tensor<2xbf16>) -> tensor<2xf32>
    %back = stablehlo.broadcast_in_dim %wide, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
    %y1 = stablehlo.multiply %back, %y : tensor<3x2xf32>
    %mark = stablehlo.convert %top : (tensor<f32>) -> tensor<f16>
    %marks = stablehlo.reshape %mark : (tensor<f16>) -> tensor<1xf16>
    %t1 = stablehlo.dynamic_update_slice %t, %marks, %i : (tensor<4xf16>, tensor<1xf16>, tensor<i32>) -> tensor<4xf16>
    %s1 = stablehlo.subtract %half, %s : tensor<f32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i1, %inner#1, %y1, %s1, %t1 : tensor<i32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<4xf16>
  }
  %r0 = stablehlo.add %w#1, %w#1 : tensor<2x3xf32>
  %r1 = stablehlo.negate %w#2 : tensor<3x2xf32>
  %r2 = stablehlo.add %w#4, %w#4 : tensor<4xf16>
  return %r0, %r1, %r2 : tensor<2x3xf32>, tensor<3x2xf32>, tensor<4xf16>
}

// -----
//! name: while that exchanges values
//! input: dense<[1.0e+00, 2.0e+00]> : tensor<2xf32>
//! input: dense<[3.0e+00, 4.0e+00]> : tensor<2xf32>
//! expect: dense<[-3.0e+00, -4.0e+00]> : tensor<2xf32>
//! expect: dense<[-1.0e+00, -2.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %w:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %go = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i1, %y, %x : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  %r0 = stablehlo.negate %w#1 : tensor<2xf32>
  %r1 = stablehlo.negate %w#2 : tensor<2xf32>
  return %r0, %r1 : tensor<2xf32>, tensor<2xf32>
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
