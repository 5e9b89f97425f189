//! name: i1 to i8
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1, 0]> : tensor<2xi8>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xi8>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xi8>
  return %r0 : tensor<2xi8>
}

// -----
//! name: i1 to i16
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1, 0]> : tensor<2xi16>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xi16>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xi16>
  return %r0 : tensor<2xi16>
}

// -----
//! name: i1 to i32
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1, 0]> : tensor<2xi32>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xi32>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// -----
//! name: i1 to i64
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1, 0]> : tensor<2xi64>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xi64>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xi64>
  return %r0 : tensor<2xi64>
}

// -----
//! name: i1 to ui8
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1, 0]> : tensor<2xui8>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xui8>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xui8>
  return %r0 : tensor<2xui8>
}

// -----
//! name: i1 to ui16
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1, 0]> : tensor<2xui16>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xui16>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xui16>
  return %r0 : tensor<2xui16>
}

// -----
//! name: i1 to ui32
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1, 0]> : tensor<2xui32>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xui32>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xui32>
  return %r0 : tensor<2xui32>
}

// -----
//! name: i1 to ui64
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1, 0]> : tensor<2xui64>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xui64>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xui64>
  return %r0 : tensor<2xui64>
}

// -----
//! name: i1 to f16
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1.0e+00, 0.0e+00]> : tensor<2xf16>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xf16>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xf16>
  return %r0 : tensor<2xf16>
}

// -----
//! name: i1 to bf16
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1.0e+00, 0.0e+00]> : tensor<2xbf16>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xbf16>
  return %r0 : tensor<2xbf16>
}

// -----
//! name: i1 to f32
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1.0e+00, 0.0e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xf32>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: i1 to f64
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[1.0e+00, 0.0e+00]> : tensor<2xf64>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xf64>) {
  %r0 = stablehlo.convert %a : (tensor<2xi1>) -> tensor<2xf64>
  return %r0 : tensor<2xf64>
}

// -----
//! name: i8 to i1
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[false, true, true, true, true]> : tensor<5xi1>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xi1>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: i8 to i16
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0, 1, 100, 127, -128]> : tensor<5xi16>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xi16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xi16>
  return %r0 : tensor<5xi16>
}

// -----
//! name: i8 to i32
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0, 1, 100, 127, -128]> : tensor<5xi32>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xi32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xi32>
  return %r0 : tensor<5xi32>
}

// -----
//! name: i8 to i64
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0, 1, 100, 127, -128]> : tensor<5xi64>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xi64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xi64>
  return %r0 : tensor<5xi64>
}

// -----
//! name: i8 to ui8
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0, 1, 100, 127, 128]> : tensor<5xui8>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xui8>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xui8>
  return %r0 : tensor<5xui8>
}

// -----
//! name: i8 to ui16
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0, 1, 100, 127, 65408]> : tensor<5xui16>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xui16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xui16>
  return %r0 : tensor<5xui16>
}

// -----
//! name: i8 to ui32
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0, 1, 100, 127, 4294967168]> : tensor<5xui32>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xui32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xui32>
  return %r0 : tensor<5xui32>
}

// -----
//! name: i8 to ui64
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0, 1, 100, 127, 18446744073709551488]> : tensor<5xui64>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xui64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xui64>
  return %r0 : tensor<5xui64>
}

// -----
//! name: i8 to f16
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 1.27e+02, -1.28e+02]> : tensor<5xf16>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xf16>
  return %r0 : tensor<5xf16>
}

// -----
//! name: i8 to bf16
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 1.27e+02, -1.28e+02]> : tensor<5xbf16>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xbf16>
  return %r0 : tensor<5xbf16>
}

// -----
//! name: i8 to f32
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 1.27e+02, -1.28e+02]> : tensor<5xf32>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xf32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xf32>
  return %r0 : tensor<5xf32>
}

// -----
//! name: i8 to f64
//! input: dense<[0, 1, 100, 127, -128]> : tensor<5xi8>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 1.27e+02, -1.28e+02]> : tensor<5xf64>
func.func public @main(%a: tensor<5xi8>) -> (tensor<5xf64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi8>) -> tensor<5xf64>
  return %r0 : tensor<5xf64>
}

// -----
//! name: i16 to i1
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[false, true, true, true, true]> : tensor<5xi1>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xi1>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: i16 to i8
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi8>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xi8>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xi8>
  return %r0 : tensor<5xi8>
}

// -----
//! name: i16 to i32
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi32>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xi32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xi32>
  return %r0 : tensor<5xi32>
}

// -----
//! name: i16 to i64
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi64>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xi64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xi64>
  return %r0 : tensor<5xi64>
}

// -----
//! name: i16 to ui8
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xui8>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xui8>
  return %r0 : tensor<5xui8>
}

// -----
//! name: i16 to ui16
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0, 1, 100, 32767, 32768]> : tensor<5xui16>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xui16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xui16>
  return %r0 : tensor<5xui16>
}

// -----
//! name: i16 to ui32
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0, 1, 100, 32767, 4294934528]> : tensor<5xui32>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xui32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xui32>
  return %r0 : tensor<5xui32>
}

// -----
//! name: i16 to ui64
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0, 1, 100, 32767, 18446744073709518848]> : tensor<5xui64>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xui64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xui64>
  return %r0 : tensor<5xui64>
}

// -----
//! name: i16 to f16
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 3.277e+04, -3.277e+04]> : tensor<5xf16>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xf16>
  return %r0 : tensor<5xf16>
}

// -----
//! name: i16 to bf16
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 3.2768e+04, -3.2768e+04]> : tensor<5xbf16>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xbf16>
  return %r0 : tensor<5xbf16>
}

// -----
//! name: i16 to f32
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 3.2767e+04, -3.2768e+04]> : tensor<5xf32>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xf32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xf32>
  return %r0 : tensor<5xf32>
}

// -----
//! name: i16 to f64
//! input: dense<[0, 1, 100, 32767, -32768]> : tensor<5xi16>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 3.2767e+04, -3.2768e+04]> : tensor<5xf64>
func.func public @main(%a: tensor<5xi16>) -> (tensor<5xf64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi16>) -> tensor<5xf64>
  return %r0 : tensor<5xf64>
}

// -----
//! name: i32 to i1
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[false, true, true, true, true]> : tensor<5xi1>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xi1>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: i32 to i8
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi8>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xi8>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xi8>
  return %r0 : tensor<5xi8>
}

// -----
//! name: i32 to i16
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi16>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xi16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xi16>
  return %r0 : tensor<5xi16>
}

// -----
//! name: i32 to i64
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi64>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xi64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xi64>
  return %r0 : tensor<5xi64>
}

// -----
//! name: i32 to ui8
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xui8>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xui8>
  return %r0 : tensor<5xui8>
}

// -----
//! name: i32 to ui16
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xui16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xui16>
  return %r0 : tensor<5xui16>
}

// -----
//! name: i32 to ui32
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0, 1, 100, 2147483647, 2147483648]> : tensor<5xui32>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xui32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xui32>
  return %r0 : tensor<5xui32>
}

// -----
//! name: i32 to ui64
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0, 1, 100, 2147483647, 18446744071562067968]> : tensor<5xui64>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xui64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xui64>
  return %r0 : tensor<5xui64>
}

// -----
//! name: i32 to f16
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 0x7C00, 0xFC00]> : tensor<5xf16>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xf16>
  return %r0 : tensor<5xf16>
}

// -----
//! name: i32 to bf16
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 2.147483648e+09, -2.147483648e+09]> : tensor<5xbf16>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xbf16>
  return %r0 : tensor<5xbf16>
}

// -----
//! name: i32 to f32
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 2.1474836e+09, -2.1474836e+09]> : tensor<5xf32>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xf32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xf32>
  return %r0 : tensor<5xf32>
}

// -----
//! name: i32 to f64
//! input: dense<[0, 1, 100, 2147483647, -2147483648]> : tensor<5xi32>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 2.147483647e+09, -2.147483648e+09]> : tensor<5xf64>
func.func public @main(%a: tensor<5xi32>) -> (tensor<5xf64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi32>) -> tensor<5xf64>
  return %r0 : tensor<5xf64>
}

// -----
//! name: i64 to i1
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[false, true, true, true, true]> : tensor<5xi1>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xi1>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: i64 to i8
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi8>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xi8>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xi8>
  return %r0 : tensor<5xi8>
}

// -----
//! name: i64 to i16
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi16>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xi16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xi16>
  return %r0 : tensor<5xi16>
}

// -----
//! name: i64 to i32
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi32>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xi32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xi32>
  return %r0 : tensor<5xi32>
}

// -----
//! name: i64 to ui8
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xui8>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xui8>
  return %r0 : tensor<5xui8>
}

// -----
//! name: i64 to ui16
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xui16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xui16>
  return %r0 : tensor<5xui16>
}

// -----
//! name: i64 to ui32
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xui32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xui32>
  return %r0 : tensor<5xui32>
}

// -----
//! name: i64 to ui64
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0, 1, 100, 9223372036854775807, 9223372036854775808]> : tensor<5xui64>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xui64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xui64>
  return %r0 : tensor<5xui64>
}

// -----
//! name: i64 to f16
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 0x7C00, 0xFC00]> : tensor<5xf16>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xf16>
  return %r0 : tensor<5xf16>
}

// -----
//! name: i64 to bf16
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 9.223372036854776e+18, -9.223372036854776e+18]> : tensor<5xbf16>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xbf16>
  return %r0 : tensor<5xbf16>
}

// -----
//! name: i64 to f32
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 9.223372e+18, -9.223372e+18]> : tensor<5xf32>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xf32>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xf32>
  return %r0 : tensor<5xf32>
}

// -----
//! name: i64 to f64
//! input: dense<[0, 1, 100, 9223372036854775807, -9223372036854775808]> : tensor<5xi64>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 9.223372036854776e+18, -9.223372036854776e+18]> : tensor<5xf64>
func.func public @main(%a: tensor<5xi64>) -> (tensor<5xf64>) {
  %r0 = stablehlo.convert %a : (tensor<5xi64>) -> tensor<5xf64>
  return %r0 : tensor<5xf64>
}

// -----
//! name: ui8 to i1
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[false, true, true, true, false]> : tensor<5xi1>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xi1>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: ui8 to i8
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi8>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xi8>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xi8>
  return %r0 : tensor<5xi8>
}

// -----
//! name: ui8 to i16
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xi16>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xi16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xi16>
  return %r0 : tensor<5xi16>
}

// -----
//! name: ui8 to i32
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xi32>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xi32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xi32>
  return %r0 : tensor<5xi32>
}

// -----
//! name: ui8 to i64
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xi64>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xi64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xi64>
  return %r0 : tensor<5xi64>
}

// -----
//! name: ui8 to ui16
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui16>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xui16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xui16>
  return %r0 : tensor<5xui16>
}

// -----
//! name: ui8 to ui32
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui32>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xui32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xui32>
  return %r0 : tensor<5xui32>
}

// -----
//! name: ui8 to ui64
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui64>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xui64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xui64>
  return %r0 : tensor<5xui64>
}

// -----
//! name: ui8 to f16
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 2.55e+02, 0.0e+00]> : tensor<5xf16>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xf16>
  return %r0 : tensor<5xf16>
}

// -----
//! name: ui8 to bf16
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 2.55e+02, 0.0e+00]> : tensor<5xbf16>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xbf16>
  return %r0 : tensor<5xbf16>
}

// -----
//! name: ui8 to f32
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 2.55e+02, 0.0e+00]> : tensor<5xf32>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xf32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xf32>
  return %r0 : tensor<5xf32>
}

// -----
//! name: ui8 to f64
//! input: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 2.55e+02, 0.0e+00]> : tensor<5xf64>
func.func public @main(%a: tensor<5xui8>) -> (tensor<5xf64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui8>) -> tensor<5xf64>
  return %r0 : tensor<5xf64>
}

// -----
//! name: ui16 to i1
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[false, true, true, true, false]> : tensor<5xi1>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xi1>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: ui16 to i8
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi8>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xi8>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xi8>
  return %r0 : tensor<5xi8>
}

// -----
//! name: ui16 to i16
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi16>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xi16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xi16>
  return %r0 : tensor<5xi16>
}

// -----
//! name: ui16 to i32
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0, 1, 100, 65535, 0]> : tensor<5xi32>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xi32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xi32>
  return %r0 : tensor<5xi32>
}

// -----
//! name: ui16 to i64
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0, 1, 100, 65535, 0]> : tensor<5xi64>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xi64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xi64>
  return %r0 : tensor<5xi64>
}

// -----
//! name: ui16 to ui8
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xui8>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xui8>
  return %r0 : tensor<5xui8>
}

// -----
//! name: ui16 to ui32
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0, 1, 100, 65535, 0]> : tensor<5xui32>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xui32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xui32>
  return %r0 : tensor<5xui32>
}

// -----
//! name: ui16 to ui64
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0, 1, 100, 65535, 0]> : tensor<5xui64>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xui64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xui64>
  return %r0 : tensor<5xui64>
}

// -----
//! name: ui16 to f16
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 0x7C00, 0.0e+00]> : tensor<5xf16>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xf16>
  return %r0 : tensor<5xf16>
}

// -----
//! name: ui16 to bf16
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 6.5536e+04, 0.0e+00]> : tensor<5xbf16>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xbf16>
  return %r0 : tensor<5xbf16>
}

// -----
//! name: ui16 to f32
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 6.5535e+04, 0.0e+00]> : tensor<5xf32>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xf32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xf32>
  return %r0 : tensor<5xf32>
}

// -----
//! name: ui16 to f64
//! input: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 6.5535e+04, 0.0e+00]> : tensor<5xf64>
func.func public @main(%a: tensor<5xui16>) -> (tensor<5xf64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui16>) -> tensor<5xf64>
  return %r0 : tensor<5xf64>
}

// -----
//! name: ui32 to i1
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[false, true, true, true, false]> : tensor<5xi1>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xi1>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: ui32 to i8
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi8>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xi8>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xi8>
  return %r0 : tensor<5xi8>
}

// -----
//! name: ui32 to i16
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi16>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xi16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xi16>
  return %r0 : tensor<5xi16>
}

// -----
//! name: ui32 to i32
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi32>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xi32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xi32>
  return %r0 : tensor<5xi32>
}

// -----
//! name: ui32 to i64
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xi64>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xi64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xi64>
  return %r0 : tensor<5xi64>
}

// -----
//! name: ui32 to ui8
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xui8>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xui8>
  return %r0 : tensor<5xui8>
}

// -----
//! name: ui32 to ui16
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xui16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xui16>
  return %r0 : tensor<5xui16>
}

// -----
//! name: ui32 to ui64
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui64>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xui64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xui64>
  return %r0 : tensor<5xui64>
}

// -----
//! name: ui32 to f16
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 0x7C00, 0.0e+00]> : tensor<5xf16>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xf16>
  return %r0 : tensor<5xf16>
}

// -----
//! name: ui32 to bf16
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 4.294967296e+09, 0.0e+00]> : tensor<5xbf16>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xbf16>
  return %r0 : tensor<5xbf16>
}

// -----
//! name: ui32 to f32
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 4.2949673e+09, 0.0e+00]> : tensor<5xf32>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xf32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xf32>
  return %r0 : tensor<5xf32>
}

// -----
//! name: ui32 to f64
//! input: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 4.294967295e+09, 0.0e+00]> : tensor<5xf64>
func.func public @main(%a: tensor<5xui32>) -> (tensor<5xf64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui32>) -> tensor<5xf64>
  return %r0 : tensor<5xf64>
}

// -----
//! name: ui64 to i1
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[false, true, true, true, false]> : tensor<5xi1>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xi1>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: ui64 to i8
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi8>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xi8>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xi8>
  return %r0 : tensor<5xi8>
}

// -----
//! name: ui64 to i16
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi16>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xi16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xi16>
  return %r0 : tensor<5xi16>
}

// -----
//! name: ui64 to i32
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi32>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xi32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xi32>
  return %r0 : tensor<5xi32>
}

// -----
//! name: ui64 to i64
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0, 1, 100, -1, 0]> : tensor<5xi64>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xi64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xi64>
  return %r0 : tensor<5xi64>
}

// -----
//! name: ui64 to ui8
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0, 1, 100, 255, 0]> : tensor<5xui8>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xui8>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xui8>
  return %r0 : tensor<5xui8>
}

// -----
//! name: ui64 to ui16
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0, 1, 100, 65535, 0]> : tensor<5xui16>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xui16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xui16>
  return %r0 : tensor<5xui16>
}

// -----
//! name: ui64 to ui32
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0, 1, 100, 4294967295, 0]> : tensor<5xui32>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xui32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xui32>
  return %r0 : tensor<5xui32>
}

// -----
//! name: ui64 to f16
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 0x7C00, 0.0e+00]> : tensor<5xf16>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xf16>
  return %r0 : tensor<5xf16>
}

// -----
//! name: ui64 to bf16
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 1.8446744073709552e+19, 0.0e+00]> : tensor<5xbf16>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xbf16>
  return %r0 : tensor<5xbf16>
}

// -----
//! name: ui64 to f32
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 1.8446744e+19, 0.0e+00]> : tensor<5xf32>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xf32>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xf32>
  return %r0 : tensor<5xf32>
}

// -----
//! name: ui64 to f64
//! input: dense<[0, 1, 100, 18446744073709551615, 0]> : tensor<5xui64>
//! expect: dense<[0.0e+00, 1.0e+00, 1.0e+02, 1.8446744073709552e+19, 0.0e+00]> : tensor<5xf64>
func.func public @main(%a: tensor<5xui64>) -> (tensor<5xf64>) {
  %r0 = stablehlo.convert %a : (tensor<5xui64>) -> tensor<5xf64>
  return %r0 : tensor<5xf64>
}

// -----
//! name: f16 to i1
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[false, true, true, true, true, true, true, true, true, true]> : tensor<10xi1>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xi1>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xi1>
  return %r0 : tensor<10xi1>
}

// -----
//! name: f16 to i8
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0, 1, -1, 100, -100, 127, -128, 127, -128, 0]> : tensor<10xi8>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xi8>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xi8>
  return %r0 : tensor<10xi8>
}

// -----
//! name: f16 to i16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0, 1, -1, 100, -100, 300, -32768, 32767, -32768, 0]> : tensor<10xi16>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xi16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xi16>
  return %r0 : tensor<10xi16>
}

// -----
//! name: f16 to i32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0, 1, -1, 100, -100, 300, -40000, 2147483647, -2147483648, 0]> : tensor<10xi32>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xi32>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xi32>
  return %r0 : tensor<10xi32>
}

// -----
//! name: f16 to i64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0, 1, -1, 100, -100, 300, -40000, 9223372036854775807, -9223372036854775808, 0]> : tensor<10xi64>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xi64>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xi64>
  return %r0 : tensor<10xi64>
}

// -----
//! name: f16 to ui8
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0, 1, 0, 100, 0, 255, 0, 255, 0, 0]> : tensor<10xui8>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xui8>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xui8>
  return %r0 : tensor<10xui8>
}

// -----
//! name: f16 to ui16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 65535, 0, 0]> : tensor<10xui16>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xui16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xui16>
  return %r0 : tensor<10xui16>
}

// -----
//! name: f16 to ui32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 4294967295, 0, 0]> : tensor<10xui32>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xui32>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xui32>
  return %r0 : tensor<10xui32>
}

// -----
//! name: f16 to ui64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 18446744073709551615, 0, 0]> : tensor<10xui64>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xui64>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xui64>
  return %r0 : tensor<10xui64>
}

// -----
//! name: f16 to bf16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xbf16>
  return %r0 : tensor<10xbf16>
}

// -----
//! name: f16 to f32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xf32>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xf32>
  return %r0 : tensor<10xf32>
}

// -----
//! name: f16 to f64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xf64>) {
  %r0 = stablehlo.convert %a : (tensor<10xf16>) -> tensor<10xf64>
  return %r0 : tensor<10xf64>
}

// -----
//! name: bf16 to i1
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[false, true, true, true, true, true, true, true, true, true]> : tensor<10xi1>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xi1>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xi1>
  return %r0 : tensor<10xi1>
}

// -----
//! name: bf16 to i8
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0, 1, -1, 100, -100, 127, -128, 127, -128, 0]> : tensor<10xi8>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xi8>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xi8>
  return %r0 : tensor<10xi8>
}

// -----
//! name: bf16 to i16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0, 1, -1, 100, -100, 300, -32768, 32767, -32768, 0]> : tensor<10xi16>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xi16>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xi16>
  return %r0 : tensor<10xi16>
}

// -----
//! name: bf16 to i32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0, 1, -1, 100, -100, 300, -39936, 2147483647, -2147483648, 0]> : tensor<10xi32>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xi32>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xi32>
  return %r0 : tensor<10xi32>
}

// -----
//! name: bf16 to i64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0, 1, -1, 100, -100, 300, -39936, 9223372036854775807, -9223372036854775808, 0]> : tensor<10xi64>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xi64>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xi64>
  return %r0 : tensor<10xi64>
}

// -----
//! name: bf16 to ui8
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0, 1, 0, 100, 0, 255, 0, 255, 0, 0]> : tensor<10xui8>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xui8>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xui8>
  return %r0 : tensor<10xui8>
}

// -----
//! name: bf16 to ui16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 65535, 0, 0]> : tensor<10xui16>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xui16>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xui16>
  return %r0 : tensor<10xui16>
}

// -----
//! name: bf16 to ui32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 4294967295, 0, 0]> : tensor<10xui32>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xui32>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xui32>
  return %r0 : tensor<10xui32>
}

// -----
//! name: bf16 to ui64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 18446744073709551615, 0, 0]> : tensor<10xui64>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xui64>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xui64>
  return %r0 : tensor<10xui64>
}

// -----
//! name: bf16 to f16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.994e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xf16>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xf16>
  return %r0 : tensor<10xf16>
}

// -----
//! name: bf16 to f32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xf32>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xf32>
  return %r0 : tensor<10xf32>
}

// -----
//! name: bf16 to f64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xf64>) {
  %r0 = stablehlo.convert %a : (tensor<10xbf16>) -> tensor<10xf64>
  return %r0 : tensor<10xf64>
}

// -----
//! name: f32 to i1
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[false, true, true, true, true, true, true, true, true, true]> : tensor<10xi1>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xi1>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xi1>
  return %r0 : tensor<10xi1>
}

// -----
//! name: f32 to i8
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0, 1, -1, 100, -100, 127, -128, 127, -128, 0]> : tensor<10xi8>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xi8>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xi8>
  return %r0 : tensor<10xi8>
}

// -----
//! name: f32 to i16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0, 1, -1, 100, -100, 300, -32768, 32767, -32768, 0]> : tensor<10xi16>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xi16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xi16>
  return %r0 : tensor<10xi16>
}

// -----
//! name: f32 to i32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0, 1, -1, 100, -100, 300, -40000, 2147483647, -2147483648, 0]> : tensor<10xi32>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xi32>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xi32>
  return %r0 : tensor<10xi32>
}

// -----
//! name: f32 to i64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0, 1, -1, 100, -100, 300, -40000, 9223372036854775807, -9223372036854775808, 0]> : tensor<10xi64>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xi64>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xi64>
  return %r0 : tensor<10xi64>
}

// -----
//! name: f32 to ui8
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0, 1, 0, 100, 0, 255, 0, 255, 0, 0]> : tensor<10xui8>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xui8>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xui8>
  return %r0 : tensor<10xui8>
}

// -----
//! name: f32 to ui16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 65535, 0, 0]> : tensor<10xui16>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xui16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xui16>
  return %r0 : tensor<10xui16>
}

// -----
//! name: f32 to ui32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 4294967295, 0, 0]> : tensor<10xui32>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xui32>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xui32>
  return %r0 : tensor<10xui32>
}

// -----
//! name: f32 to ui64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 18446744073709551615, 0, 0]> : tensor<10xui64>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xui64>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xui64>
  return %r0 : tensor<10xui64>
}

// -----
//! name: f32 to f16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xf16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xf16>
  return %r0 : tensor<10xf16>
}

// -----
//! name: f32 to bf16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xbf16>
  return %r0 : tensor<10xbf16>
}

// -----
//! name: f32 to f64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xf64>) {
  %r0 = stablehlo.convert %a : (tensor<10xf32>) -> tensor<10xf64>
  return %r0 : tensor<10xf64>
}

// -----
//! name: f64 to i1
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[false, true, true, true, true, true, true, true, true, true]> : tensor<10xi1>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xi1>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xi1>
  return %r0 : tensor<10xi1>
}

// -----
//! name: f64 to i8
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0, 1, -1, 100, -100, 127, -128, 127, -128, 0]> : tensor<10xi8>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xi8>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xi8>
  return %r0 : tensor<10xi8>
}

// -----
//! name: f64 to i16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0, 1, -1, 100, -100, 300, -32768, 32767, -32768, 0]> : tensor<10xi16>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xi16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xi16>
  return %r0 : tensor<10xi16>
}

// -----
//! name: f64 to i32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0, 1, -1, 100, -100, 300, -40000, 2147483647, -2147483648, 0]> : tensor<10xi32>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xi32>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xi32>
  return %r0 : tensor<10xi32>
}

// -----
//! name: f64 to i64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0, 1, -1, 100, -100, 300, -40000, 9223372036854775807, -9223372036854775808, 0]> : tensor<10xi64>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xi64>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xi64>
  return %r0 : tensor<10xi64>
}

// -----
//! name: f64 to ui8
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0, 1, 0, 100, 0, 255, 0, 255, 0, 0]> : tensor<10xui8>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xui8>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xui8>
  return %r0 : tensor<10xui8>
}

// -----
//! name: f64 to ui16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 65535, 0, 0]> : tensor<10xui16>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xui16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xui16>
  return %r0 : tensor<10xui16>
}

// -----
//! name: f64 to ui32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 4294967295, 0, 0]> : tensor<10xui32>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xui32>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xui32>
  return %r0 : tensor<10xui32>
}

// -----
//! name: f64 to ui64
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0, 1, 0, 100, 0, 300, 0, 18446744073709551615, 0, 0]> : tensor<10xui64>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xui64>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xui64>
  return %r0 : tensor<10xui64>
}

// -----
//! name: f64 to f16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7C00, 0xFC00, 0x7E00]> : tensor<10xf16>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xf16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xf16>
  return %r0 : tensor<10xf16>
}

// -----
//! name: f64 to bf16
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -3.9936e+04, 0x7F80, 0xFF80, 0x7FC0]> : tensor<10xbf16>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xbf16>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xbf16>
  return %r0 : tensor<10xbf16>
}

// -----
//! name: f64 to f32
//! input: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<10xf64>
//! expect: dense<[0.0e+00, 1.0e+00, -1.75e+00, 1.005e+02, -1.005e+02, 3.0e+02, -4.0e+04, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xf32>) {
  %r0 = stablehlo.convert %a : (tensor<10xf64>) -> tensor<10xf32>
  return %r0 : tensor<10xf32>
}
