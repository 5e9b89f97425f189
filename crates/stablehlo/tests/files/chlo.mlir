//! name: acos
//! input: dense<[-1.0, -0.5, 0.0, 0.75, 1.0, 2.0]> : tensor<6xf32>
//! expect_close(2e-6, 1e-7): dense<[3.141592653589793, 2.0943951023931957, 1.5707963267948966, 0.7227342478134157, 0.0, 0x7fc00000]> : tensor<6xf32>
func.func public @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %y = chlo.acos %x : tensor<6xf32> -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----
//! name: asin
//! input: dense<[-1.0, -0.5, 0.0, 0.0078125, 1.0, -3.0]> : tensor<6xf32>
//! expect_close(2e-6, 1e-7): dense<[-1.5707963267948966, -0.5235987755982989, 0.0, 0.007812579475042568, 1.5707963267948966, 0x7fc00000]> : tensor<6xf32>
func.func public @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %y = chlo.asin %x : tensor<6xf32> -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----
//! name: atan
//! input: dense<[-4.0, -0.5, 0.0, 1.0, 10000000000.0]> : tensor<5xf32>
//! expect_close(2e-6, 1e-7): dense<[-1.3258176636680326, -0.4636476090008061, 0.0, 0.7853981633974483, 1.5707963266948965]> : tensor<5xf32>
func.func public @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = chlo.atan %x : tensor<5xf32> -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----
//! name: acosh
//! input: dense<[0.5, 1.0, 1.0009765625, 2.0, 1.0e+30]> : tensor<5xf32>
//! expect_close(2e-6, 1e-7): dense<[0x7fc00000, 0.0, 0.044190578083110096, 1.3169578969248166, 69.77069997038132]> : tensor<5xf32>
func.func public @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = chlo.acosh %x : tensor<5xf32> -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----
//! name: asinh
//! input: dense<[-1.0e+30, -2.0, 0.0, 0.0009765625, 3.0]> : tensor<5xf32>
//! expect_close(2e-6, 1e-7): dense<[-69.77069997038132, -1.4436354751788103, 0.0, 0.0009765623447796375, 1.8184464592320668]> : tensor<5xf32>
func.func public @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = chlo.asinh %x : tensor<5xf32> -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----
//! name: atanh
//! input: dense<[-1.0, -0.5, 0.0, 0.25, 1.0, 1.5]> : tensor<6xf32>
//! expect_close(2e-6, 1e-7): dense<[0xff800000, -0.5493061443340548, 0.0, 0.25541281188299536, 0x7f800000, 0x7fc00000]> : tensor<6xf32>
func.func public @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %y = chlo.atanh %x : tensor<6xf32> -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----
//! name: cosh
//! input: dense<[-3.0, 0.0, 0.5, 10.0]> : tensor<4xf32>
//! expect_close(2e-6, 1e-7): dense<[10.067661995777765, 1.0, 1.1276259652063807, 11013.232920103324]> : tensor<4xf32>
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----
//! name: sinh
//! input: dense<[-3.0, 0.0, 0.0009765625, 0.5, 10.0]> : tensor<5xf32>
//! expect_close(2e-6, 1e-7): dense<[-10.017874927409903, 0.0, 0.0009765626552204363, 0.5210953054937474, 11013.232874703393]> : tensor<5xf32>
func.func public @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = chlo.sinh %x : tensor<5xf32> -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----
//! name: lgamma
//! input: dense<[0.5, 1.0, 2.0, 3.5, 100.0, -0.5, -2.5, 0.0]> : tensor<8xf32>
//! expect_close(1e-5, 2e-6): dense<[0.5723649429247004, 0.0, 0.0, 1.2009736023470738, 359.1342053695754, 1.265512123484645, -0.05624371649767457, 0x7f800000]> : tensor<8xf32>
func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = chlo.lgamma %x : tensor<8xf32> -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----
//! name: digamma
//! input: dense<[1.0, 0.5, 3.0, -0.5, 10.0]> : tensor<5xf32>
//! expect_close(1e-5, 1e-6): dense<[-0.5772156649015329, -1.9635100260214235, 0.9227843350984671, 0.03648997397857652, 2.251752589066721]> : tensor<5xf32>
func.func public @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = chlo.digamma %x : tensor<5xf32> -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----
//! name: bessel_i1e
//! input: dense<[0.0, 1.0, -2.5, 8.0, 30.0]> : tensor<5xf32>
//! expect_close(2e-6, 1e-7): dense<[0.0, 0.20791041534970847, -0.20658464953126657, 0.13414249329269817, 0.07191633059864756]> : tensor<5xf32>
func.func public @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = chlo.bessel_i1e %x : tensor<5xf32> -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----
//! name: erfc
//! input: dense<[0.0, 1.0, -0.5, 3.0]> : tensor<4xf32>
//! expect_close(1e-5, 1e-12): dense<[1.0, 0.15729920705028513, 1.5204998778130465, 2.2090496998585438e-05]> : tensor<4xf32>
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----
//! name: zeta
//! input: dense<[2.0, 3.0, 1.5]> : tensor<3xf32>
//! input: dense<[1.0, 2.5, 0.5]> : tensor<3xf32>
//! expect_close(1e-5, 1e-7): dense<[1.6449340668482264, 0.1181020258208637, 4.776537947554833]> : tensor<3xf32>
func.func public @main(%a0: tensor<3xf32>, %a1: tensor<3xf32>) -> (tensor<3xf32>) {
  %z = "chlo.zeta"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %z : tensor<3xf32>
}

// -----
//! name: polygamma
//! input: dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
//! input: dense<[1.5, 2.0, 0.5]> : tensor<3xf32>
//! expect_close(2e-5, 1e-6): dense<[0.03648997397857652, 0.6449340668482264, -16.82879664423432]> : tensor<3xf32>
func.func public @main(%a0: tensor<3xf32>, %a1: tensor<3xf32>) -> (tensor<3xf32>) {
  %z = "chlo.polygamma"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %z : tensor<3xf32>
}

// -----
//! name: mulhi
//! input: dense<[-9223372036854775808, 9223372036854775807, -5, 12345678901234567]> : tensor<4xi64>
//! input: dense<[-1, 9223372036854775807, 7, -98765432109876543]> : tensor<4xi64>
//! expect: dense<[0, 4611686018427387903, -1, -66099811787817]> : tensor<4xi64>
func.func public @main(%a0: tensor<4xi64>, %a1: tensor<4xi64>) -> (tensor<4xi64>) {
  %z = "chlo.mulhi"(%a0, %a1) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %z : tensor<4xi64>
}

// -----
//! name: mulhi
//! input: dense<[18446744073709551615, 9223372036854775808, 5]> : tensor<3xui64>
//! input: dense<[18446744073709551615, 3, 7]> : tensor<3xui64>
//! expect: dense<[18446744073709551614, 1, 0]> : tensor<3xui64>
func.func public @main(%a0: tensor<3xui64>, %a1: tensor<3xui64>) -> (tensor<3xui64>) {
  %z = "chlo.mulhi"(%a0, %a1) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  return %z : tensor<3xui64>
}

// -----
//! name: mulhi
//! input: dense<[-128, 127, 100]> : tensor<3xi8>
//! input: dense<[-128, -3, 100]> : tensor<3xi8>
//! expect: dense<[64, -2, 39]> : tensor<3xi8>
func.func public @main(%a0: tensor<3xi8>, %a1: tensor<3xi8>) -> (tensor<3xi8>) {
  %z = "chlo.mulhi"(%a0, %a1) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  return %z : tensor<3xi8>
}

// -----
//! name: next_after
//! input: dense<[1.0, 0.0, -1.0, 2.0, 0x7f800000, 1.0]> : tensor<6xf32>
//! input: dense<[2.0, -1.0, 0.0, 2.0, 0xff800000, 0x7fc00000]> : tensor<6xf32>
//! expect: dense<[0x3f800001, 0x80000001, 0xbf7fffff, 2.0, 0x7f7fffff, 0x7fc00000]> : tensor<6xf32>
func.func public @main(%a0: tensor<6xf32>, %a1: tensor<6xf32>) -> (tensor<6xf32>) {
  %z = chlo.next_after %a0, %a1 : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  return %z : tensor<6xf32>
}

// -----
//! name: is_inf, is_pos_inf, is_neg_inf
//! input: dense<[0x7f800000, 0xff800000, 1.0, 0x7fc00000]> : tensor<4xf32>
//! expect: dense<[true, true, false, false]> : tensor<4xi1>
//! expect: dense<[true, false, false, false]> : tensor<4xi1>
//! expect: dense<[false, true, false, false]> : tensor<4xi1>
func.func public @main(%a0: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = chlo.is_inf %a0 : tensor<4xf32> -> tensor<4xi1>
  %1 = chlo.is_pos_inf %a0 : tensor<4xf32> -> tensor<4xi1>
  %2 = chlo.is_neg_inf %a0 : tensor<4xf32> -> tensor<4xi1>
  return %0, %1, %2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// -----
//! name: broadcast_add
//! input: dense<[[1], [2]]> : tensor<2x1xi32>
//! input: dense<[10, 20]> : tensor<2xi32>
//! expect: dense<[[11, 21], [12, 22]]> : tensor<2x2xi32>
func.func public @main(%a0: tensor<2x1xi32>, %a1: tensor<2xi32>) -> (tensor<2x2xi32>) {
  %z = chlo.broadcast_add %a0, %a1 : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  return %z : tensor<2x2xi32>
}

// -----
//! name: erf of f64
//! input: dense<[0.1, 0.5, 0.9, 1.5, -3.0]> : tensor<5xf64>
//! expect_close(4e-16, 1e-300): dense<[0.1124629160182849, 0.5204998778130465, 0.7969082124228322, 0.9661051464753108, -0.9999779095030014]> : tensor<5xf64>
func.func public @main(%a0: tensor<5xf64>) -> (tensor<5xf64>) {
  %z = chlo.erf %a0 : tensor<5xf64> -> tensor<5xf64>
  return %z : tensor<5xf64>
}

// -----
//! name: erfc of f64
//! input: dense<[0.1, 0.5, 0.9, 1.5, -3.0]> : tensor<5xf64>
//! expect_close(2e-15, 1e-300): dense<[0.8875370839817152, 0.4795001221869535, 0.20309178757716786, 0.033894853524689274, 1.9999779095030015]> : tensor<5xf64>
func.func public @main(%a0: tensor<5xf64>) -> (tensor<5xf64>) {
  %z = chlo.erfc %a0 : tensor<5xf64> -> tensor<5xf64>
  return %z : tensor<5xf64>
}
