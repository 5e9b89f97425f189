//! name: a product of complex numbers is four real products of their parts
//! pass: complex_expander
// CHECK: stablehlo.real %arg0
// CHECK: stablehlo.imag %arg0
// CHECK: stablehlo.multiply
// CHECK-NEXT: stablehlo.multiply
// CHECK-NEXT: stablehlo.multiply
// CHECK-NEXT: stablehlo.multiply
// CHECK-NEXT: stablehlo.subtract
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: stablehlo.complex
func.func public @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.multiply %x, %y : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
// -----
//! name: the parts of a sum are reduced one by one
//! pass: complex_expander
// CHECK: stablehlo.reduce{{.*}} applies stablehlo.add {{.*}}tensor<f32>
// CHECK-NEXT: stablehlo.reduce{{.*}} applies stablehlo.add {{.*}}tensor<f32>
// CHECK-NEXT: stablehlo.complex
func.func public @main(%x: tensor<4xcomplex<f32>>, %c: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}
// -----
//! name: a parameter that is returned remains an array
//! pass: complex_expander
// CHECK: return %arg0, %1
func.func public @main(%x: tensor<4xcomplex<f64>>) -> (tensor<4xcomplex<f64>>, tensor<4xf64>) {
  %0 = stablehlo.imag %x : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  return %x, %0 : tensor<4xcomplex<f64>>, tensor<4xf64>
}
