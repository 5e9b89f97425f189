//! name: FFT of tensor<1xcomplex<f32>>
//! input: dense<[(1.25e+00, 1.25e+00)]> : tensor<1xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[(1.25e+00, 1.25e+00)]> : tensor<1xcomplex<f32>>
func.func public @main(%a: tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
  %r = stablehlo.fft %a, type = FFT, length = [1] : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  return %r : tensor<1xcomplex<f32>>
}

// -----
//! name: FFT of tensor<2xcomplex<f32>>
//! input: dense<[(0.0e+00, -1.75e+00), (-8.75e-01, -5.0e-01)]> : tensor<2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[(-8.75e-01, -2.25e+00), (8.75e-01, -1.25e+00)]> : tensor<2xcomplex<f32>>
func.func public @main(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %r = stablehlo.fft %a, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}

// -----
//! name: FFT of tensor<2x13xcomplex<f32>>
//! input: dense<[[(-3.75e-01, 0.0e+00), (-1.875e+00, -2.5e-01), (-1.75e+00, -1.125e+00), (2.0e+00, -7.5e-01), (6.25e-01, 1.25e+00), (-1.0e+00, -7.5e-01), (-2.5e-01, -1.375e+00), (1.875e+00, 7.5e-01), (1.625e+00, -2.5e-01), (1.375e+00, 1.25e+00), (-3.75e-01, -1.0e+00), (-0.0e+00, -7.5e-01), (7.5e-01, 1.25e+00)], [(-1.75e+00, 0.0e+00), (2.5e-01, 0.0e+00), (-8.75e-01, -1.0e+00), (1.5e+00, -2.0e+00), (-1.75e+00, 1.75e+00), (7.5e-01, -1.625e+00), (1.5e+00, 1.375e+00), (-1.125e+00, -5.0e-01), (1.625e+00, 1.75e+00), (1.5e+00, -3.75e-01), (-1.875e+00, 1.75e+00), (8.75e-01, 2.5e-01), (-2.0e+00, -1.0e+00)]]> : tensor<2x13xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[(2.625e+00, -1.75e+00), (-6.5218225e+00, 3.3311741e+00), (-1.9955015e+00, -4.7562963e-01), (-2.1112542e+00, 1.3141258e+01), (3.9284947e+00, 1.1817056e+00), (-2.956686e+00, -6.4234185e+00), (6.848817e-01, -1.6541516e+00), (-2.5612714e+00, 2.410458e+00), (1.3857542e+00, -3.696207e+00), (2.731566e+00, -3.4861007e-01), (5.1551223e+00, -3.7912471e+00), (-1.912728e+00, 1.2493767e+00), (-3.326555e+00, -3.1747088e+00)], [(-1.375e+00, 3.75e-01), (-9.486992e+00, -2.7373247e+00), (-1.7478812e+00, -3.125733e+00), (6.972588e-01, 1.3983499e-01), (1.2961493e+00, 4.7174754e+00), (3.190456e+00, -1.0664213e+01), (-9.141501e+00, -1.5042518e+00), (7.7231784e+00, 4.176673e+00), (-7.1283415e-02, 8.627113e+00), (-8.465318e+00, -2.245374e+00), (-2.658987e+00, 2.5199332e+00), (-1.4012425e+00, 2.5282595e+00), (-1.3088368e+00, -2.8073921e+00)]]> : tensor<2x13xcomplex<f32>>
func.func public @main(%a: tensor<2x13xcomplex<f32>>) -> tensor<2x13xcomplex<f32>> {
  %r = stablehlo.fft %a, type = FFT, length = [13] : (tensor<2x13xcomplex<f32>>) -> tensor<2x13xcomplex<f32>>
  return %r : tensor<2x13xcomplex<f32>>
}

// -----
//! name: FFT of tensor<2x1x3xcomplex<f32>>
//! input: dense<[[[(1.0e+00, -1.625e+00), (7.5e-01, 7.5e-01), (7.5e-01, 5.0e-01)]], [[(-1.25e-01, -5.0e-01), (-1.125e+00, 1.25e+00), (6.25e-01, -1.25e+00)]]]> : tensor<2x1x3xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[[(2.5e+00, -3.75e-01), (4.6650636e-01, -2.25e+00), (3.349365e-02, -2.25e+00)]], [[(-6.25e-01, -5.0e-01), (2.2900636e+00, 1.0155444e+00), (-2.0400636e+00, -2.0155444e+00)]]]> : tensor<2x1x3xcomplex<f32>>
func.func public @main(%a: tensor<2x1x3xcomplex<f32>>) -> tensor<2x1x3xcomplex<f32>> {
  %r = stablehlo.fft %a, type = FFT, length = [1, 3] : (tensor<2x1x3xcomplex<f32>>) -> tensor<2x1x3xcomplex<f32>>
  return %r : tensor<2x1x3xcomplex<f32>>
}

// -----
//! name: FFT of tensor<3x1x1x2xcomplex<f32>>
//! input: dense<[[[[(-5.0e-01, 2.0e+00), (1.25e+00, 8.75e-01)]]], [[[(-5.0e-01, 1.25e+00), (8.75e-01, -1.375e+00)]]], [[[(5.0e-01, 8.75e-01), (1.75e+00, 1.375e+00)]]]]> : tensor<3x1x1x2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[[[(7.5e-01, 2.875e+00), (-1.75e+00, 1.125e+00)]]], [[[(3.75e-01, -1.25e-01), (-1.375e+00, 2.625e+00)]]], [[[(2.25e+00, 2.25e+00), (-1.25e+00, -5.0e-01)]]]]> : tensor<3x1x1x2xcomplex<f32>>
func.func public @main(%a: tensor<3x1x1x2xcomplex<f32>>) -> tensor<3x1x1x2xcomplex<f32>> {
  %r = stablehlo.fft %a, type = FFT, length = [1, 1, 2] : (tensor<3x1x1x2xcomplex<f32>>) -> tensor<3x1x1x2xcomplex<f32>>
  return %r : tensor<3x1x1x2xcomplex<f32>>
}

// -----
//! name: FFT of tensor<0x4xcomplex<f32>>
//! input: dense<> : tensor<0x4xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x4xcomplex<f32>>
func.func public @main(%a: tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>> {
  %r = stablehlo.fft %a, type = FFT, length = [4] : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  return %r : tensor<0x4xcomplex<f32>>
}

// -----
//! name: FFT of tensor<1xcomplex<f64>>
//! input: dense<[(-3.75e-01, 2.5e-01)]> : tensor<1xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[(-3.75e-01, 2.5e-01)]> : tensor<1xcomplex<f64>>
func.func public @main(%a: tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>> {
  %r = stablehlo.fft %a, type = FFT, length = [1] : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  return %r : tensor<1xcomplex<f64>>
}

// -----
//! name: FFT of tensor<2xcomplex<f64>>
//! input: dense<[(-1.25e-01, -7.5e-01), (1.875e+00, -3.75e-01)]> : tensor<2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[(1.75e+00, -1.125e+00), (-2.0e+00, -3.75e-01)]> : tensor<2xcomplex<f64>>
func.func public @main(%a: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %r = stablehlo.fft %a, type = FFT, length = [2] : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  return %r : tensor<2xcomplex<f64>>
}

// -----
//! name: FFT of tensor<2x13xcomplex<f64>>
//! input: dense<[[(-2.0e+00, -6.25e-01), (-3.75e-01, 1.75e+00), (5.0e-01, 1.5e+00), (1.75e+00, -1.25e-01), (1.75e+00, -1.25e-01), (-7.5e-01, 6.25e-01), (2.0e+00, 1.375e+00), (-1.25e+00, -6.25e-01), (1.25e+00, 1.125e+00), (-1.375e+00, -3.75e-01), (-3.75e-01, 3.75e-01), (-1.75e+00, 1.0e+00), (1.375e+00, 0.0e+00)], [(1.375e+00, 7.5e-01), (-1.5e+00, 7.5e-01), (1.25e-01, -2.0e+00), (-1.0e+00, -1.875e+00), (-0.0e+00, -1.375e+00), (2.5e-01, -1.125e+00), (-1.625e+00, -1.125e+00), (1.5e+00, -1.75e+00), (-8.75e-01, -1.125e+00), (-2.5e-01, 3.75e-01), (-1.75e+00, 1.5e+00), (-2.0e+00, -6.25e-01), (-1.25e+00, -5.0e-01)]]> : tensor<2x13xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[(7.5e-01, 5.875e+00), (-1.7850984351052386e+00, -5.007364502550251e+00), (-6.908558317089719e-01, 9.142325191982238e-01), (2.0243066278935085e+00, 1.1887044638182442e+00), (4.3260490357533876e-02, -1.0191472265566506e+00), (-1.0237968478621351e-02, -1.2976394119526125e+00), (-7.784632120184705e+00, 6.611630589043332e+00), (-2.177047442882135e+00, -8.835279026851062e+00), (-4.600604842971343e+00, 1.8526981446444355e+00), (-4.746315106063509e-01, -7.438531527270895e+00), (-4.221651519470294e+00, -7.0688331479269575e+00), (-3.0692547975372086e+00, 6.407191797966416e-02), (-4.003552649306174e+00, 6.03545720842453e+00)], [(-7.0e+00, -8.125e+00), (-7.166560609973305e+00, 1.656107408795437e+00), (2.95431116739042e+00, -2.0117577216171676e+00), (8.651586932507339e+00, 5.153675833452351e+00), (3.2217126123579685e+00, 2.165700156016957e+00), (1.7983663191610306e+00, 5.194211422827809e+00), (4.027687979338843e+00, -5.051451572871326e+00), (4.987930600619723e+00, 1.7452261773682647e+00), (9.59376236208354e-01, -5.1310233083949335e+00), (4.269141758970654e-01, 3.2843793333225904e+00), (-1.938861239027747e+00, 1.7467241038311956e+00), (3.3435015651941122e+00, 2.248906402712888e+00), (3.6090342603261965e+00, 6.874301764555934e+00)]]> : tensor<2x13xcomplex<f64>>
func.func public @main(%a: tensor<2x13xcomplex<f64>>) -> tensor<2x13xcomplex<f64>> {
  %r = stablehlo.fft %a, type = FFT, length = [13] : (tensor<2x13xcomplex<f64>>) -> tensor<2x13xcomplex<f64>>
  return %r : tensor<2x13xcomplex<f64>>
}

// -----
//! name: FFT of tensor<2x1x3xcomplex<f64>>
//! input: dense<[[[(-3.75e-01, -6.25e-01), (7.5e-01, 1.25e+00), (1.125e+00, -1.125e+00)]], [[(1.75e+00, 1.5e+00), (-5.0e-01, 0.0e+00), (8.75e-01, 8.75e-01)]]]> : tensor<2x1x3xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[[(1.5e+00, -5.0e-01), (7.443103339880417e-01, -3.627404735808355e-01), (-3.3693103339880417e+00, -1.0122595264191645e+00)]], [[(2.125e+00, 2.375e+00), (8.047277716886162e-01, 2.253284930203603e+00), (2.3202722283113837e+00, -1.282849302036031e-01)]]]> : tensor<2x1x3xcomplex<f64>>
func.func public @main(%a: tensor<2x1x3xcomplex<f64>>) -> tensor<2x1x3xcomplex<f64>> {
  %r = stablehlo.fft %a, type = FFT, length = [1, 3] : (tensor<2x1x3xcomplex<f64>>) -> tensor<2x1x3xcomplex<f64>>
  return %r : tensor<2x1x3xcomplex<f64>>
}

// -----
//! name: FFT of tensor<3x1x1x2xcomplex<f64>>
//! input: dense<[[[[(1.25e-01, -1.25e-01), (-7.5e-01, 1.375e+00)]]], [[[(-0.0e+00, -1.875e+00), (-1.75e+00, 2.5e-01)]]], [[[(-1.875e+00, 0.0e+00), (1.25e-01, 3.75e-01)]]]]> : tensor<3x1x1x2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[[[(-6.25e-01, 1.25e+00), (8.75e-01, -1.5e+00)]]], [[[(-1.75e+00, -1.625e+00), (1.75e+00, -2.125e+00)]]], [[[(-1.75e+00, 3.75e-01), (-2.0e+00, -3.75e-01)]]]]> : tensor<3x1x1x2xcomplex<f64>>
func.func public @main(%a: tensor<3x1x1x2xcomplex<f64>>) -> tensor<3x1x1x2xcomplex<f64>> {
  %r = stablehlo.fft %a, type = FFT, length = [1, 1, 2] : (tensor<3x1x1x2xcomplex<f64>>) -> tensor<3x1x1x2xcomplex<f64>>
  return %r : tensor<3x1x1x2xcomplex<f64>>
}

// -----
//! name: FFT of tensor<0x4xcomplex<f64>>
//! input: dense<> : tensor<0x4xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x4xcomplex<f64>>
func.func public @main(%a: tensor<0x4xcomplex<f64>>) -> tensor<0x4xcomplex<f64>> {
  %r = stablehlo.fft %a, type = FFT, length = [4] : (tensor<0x4xcomplex<f64>>) -> tensor<0x4xcomplex<f64>>
  return %r : tensor<0x4xcomplex<f64>>
}

// -----
//! name: IFFT of tensor<1xcomplex<f32>>
//! input: dense<[(8.75e-01, 1.25e-01)]> : tensor<1xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[(8.75e-01, 1.25e-01)]> : tensor<1xcomplex<f32>>
func.func public @main(%a: tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
  %r = stablehlo.fft %a, type = IFFT, length = [1] : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  return %r : tensor<1xcomplex<f32>>
}

// -----
//! name: IFFT of tensor<2xcomplex<f32>>
//! input: dense<[(2.5e-01, 5.0e-01), (-0.0e+00, -1.0e+00)]> : tensor<2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[(1.25e-01, -2.5e-01), (1.25e-01, 7.5e-01)]> : tensor<2xcomplex<f32>>
func.func public @main(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %r = stablehlo.fft %a, type = IFFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}

// -----
//! name: IFFT of tensor<2x13xcomplex<f32>>
//! input: dense<[[(2.5e-01, 8.75e-01), (7.5e-01, -1.0e+00), (-1.25e+00, -1.25e+00), (2.0e+00, -7.5e-01), (1.0e+00, -1.625e+00), (1.875e+00, 1.75e+00), (-8.75e-01, -5.0e-01), (-2.5e-01, -1.25e+00), (-1.0e+00, -2.0e+00), (-1.875e+00, -1.75e+00), (-1.875e+00, -1.125e+00), (-1.0e+00, -3.75e-01), (1.5e+00, 3.75e-01)], [(-1.375e+00, 1.875e+00), (7.5e-01, 1.5e+00), (-1.0e+00, -1.0e+00), (-1.75e+00, 5.0e-01), (-1.25e+00, 1.625e+00), (7.5e-01, -1.625e+00), (0.0e+00, 1.375e+00), (2.5e-01, -3.75e-01), (-1.25e-01, 1.125e+00), (-8.75e-01, -7.5e-01), (0.0e+00, 5.0e-01), (1.75e+00, 0.0e+00), (-1.25e+00, -1.625e+00)]]> : tensor<2x13xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[(-5.7692308e-02, -6.6346157e-01), (-5.3380732e-03, 7.686986e-01), (6.1407745e-01, -4.0804423e-02), (1.2503262e-01, -1.9924676e-01), (1.4793253e-01, -1.241343e-02), (9.191143e-02, 3.1456536e-01), (-6.114269e-01, 2.196734e-01), (-1.521729e-01, -3.109159e-01), (-3.207605e-02, 2.6358062e-01), (-2.0133966e-01, -6.5349825e-02), (3.7125325e-01, 3.8721487e-01), (-3.111671e-01, 6.3515055e-01), (2.7100566e-01, -4.216915e-01)], [(-3.1730768e-01, 2.4038461e-01), (-2.311379e-01, -1.9164641e-01), (-2.4394536e-02, -3.7692465e-02), (-3.0100295e-01, 4.5466772e-01), (-7.0694e-01, 6.8025094e-01), (-3.682542e-01, 2.1803957e-01), (3.6433557e-01, 2.406452e-01), (-4.1267017e-01, -6.259954e-02), (4.641857e-01, -9.970343e-02), (8.700283e-02, 4.471795e-02), (-2.0001203e-01, -1.13359906e-01), (2.8000176e-01, 2.4659951e-01), (-8.8064e-03, 2.5469628e-01)]]> : tensor<2x13xcomplex<f32>>
func.func public @main(%a: tensor<2x13xcomplex<f32>>) -> tensor<2x13xcomplex<f32>> {
  %r = stablehlo.fft %a, type = IFFT, length = [13] : (tensor<2x13xcomplex<f32>>) -> tensor<2x13xcomplex<f32>>
  return %r : tensor<2x13xcomplex<f32>>
}

// -----
//! name: IFFT of tensor<2x1x3xcomplex<f32>>
//! input: dense<[[[(1.0e+00, 1.5e+00), (1.25e+00, -3.75e-01), (-1.25e-01, -5.0e-01)]], [[(-5.0e-01, -5.0e-01), (1.75e+00, -1.75e+00), (-5.0e-01, -8.75e-01)]]]> : tensor<2x1x3xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[[(7.083333e-01, 2.0833333e-01), (1.09748945e-01, 1.0427617e+00), (1.8191773e-01, 2.4890502e-01)]], [[(2.5e-01, -1.0416666e+00), (-1.22409254e-01, 9.203524e-01), (-6.275907e-01, -3.786857e-01)]]]> : tensor<2x1x3xcomplex<f32>>
func.func public @main(%a: tensor<2x1x3xcomplex<f32>>) -> tensor<2x1x3xcomplex<f32>> {
  %r = stablehlo.fft %a, type = IFFT, length = [1, 3] : (tensor<2x1x3xcomplex<f32>>) -> tensor<2x1x3xcomplex<f32>>
  return %r : tensor<2x1x3xcomplex<f32>>
}

// -----
//! name: IFFT of tensor<3x1x1x2xcomplex<f32>>
//! input: dense<[[[[(-1.125e+00, 1.625e+00), (-1.75e+00, -1.5e+00)]]], [[[(1.25e-01, -5.0e-01), (-2.5e-01, 1.75e+00)]]], [[[(-1.875e+00, -1.5e+00), (-1.375e+00, -3.75e-01)]]]]> : tensor<3x1x1x2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[[[(-1.4375e+00, 6.25e-02), (3.125e-01, 1.5625e+00)]]], [[[(-6.25e-02, 6.25e-01), (1.875e-01, -1.125e+00)]]], [[[(-1.625e+00, -9.375e-01), (-2.5e-01, -5.625e-01)]]]]> : tensor<3x1x1x2xcomplex<f32>>
func.func public @main(%a: tensor<3x1x1x2xcomplex<f32>>) -> tensor<3x1x1x2xcomplex<f32>> {
  %r = stablehlo.fft %a, type = IFFT, length = [1, 1, 2] : (tensor<3x1x1x2xcomplex<f32>>) -> tensor<3x1x1x2xcomplex<f32>>
  return %r : tensor<3x1x1x2xcomplex<f32>>
}

// -----
//! name: IFFT of tensor<0x4xcomplex<f32>>
//! input: dense<> : tensor<0x4xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x4xcomplex<f32>>
func.func public @main(%a: tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>> {
  %r = stablehlo.fft %a, type = IFFT, length = [4] : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  return %r : tensor<0x4xcomplex<f32>>
}

// -----
//! name: IFFT of tensor<1xcomplex<f64>>
//! input: dense<[(1.25e+00, -1.875e+00)]> : tensor<1xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[(1.25e+00, -1.875e+00)]> : tensor<1xcomplex<f64>>
func.func public @main(%a: tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>> {
  %r = stablehlo.fft %a, type = IFFT, length = [1] : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  return %r : tensor<1xcomplex<f64>>
}

// -----
//! name: IFFT of tensor<2xcomplex<f64>>
//! input: dense<[(-1.75e+00, 7.5e-01), (1.75e+00, -1.0e+00)]> : tensor<2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[(0.0e+00, -1.25e-01), (-1.75e+00, 8.75e-01)]> : tensor<2xcomplex<f64>>
func.func public @main(%a: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %r = stablehlo.fft %a, type = IFFT, length = [2] : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  return %r : tensor<2xcomplex<f64>>
}

// -----
//! name: IFFT of tensor<2x13xcomplex<f64>>
//! input: dense<[[(-1.25e-01, -1.0e+00), (-1.0e+00, -7.5e-01), (1.625e+00, 1.5e+00), (1.75e+00, 0.0e+00), (-1.75e+00, 1.875e+00), (1.25e-01, -1.5e+00), (-1.25e+00, 1.125e+00), (-3.75e-01, -1.25e-01), (1.0e+00, -1.25e-01), (8.75e-01, 1.5e+00), (-1.25e+00, -1.5e+00), (-6.25e-01, 0.0e+00), (-2.5e-01, -1.0e+00)], [(-5.0e-01, -6.25e-01), (7.5e-01, 1.25e+00), (1.125e+00, -3.75e-01), (-6.25e-01, 1.125e+00), (-2.5e-01, -2.0e+00), (-1.75e+00, 2.0e+00), (-5.0e-01, 1.875e+00), (1.75e+00, 7.5e-01), (0.0e+00, -1.25e+00), (2.5e-01, 6.25e-01), (3.75e-01, -1.25e+00), (2.5e-01, -5.0e-01), (1.25e+00, -1.875e+00)]]> : tensor<2x13xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[(-9.615384615384616e-02, 0.0e+00), (-1.642464405157325e-01, -1.2249327064118457e-01), (-3.7123966675705455e-01, 1.780152224382609e-01), (7.146600027146353e-02, -3.0078549861825143e-01), (-2.484548683590546e-02, -4.262724228682931e-01), (1.5445677740952587e-01, -4.2131431028716154e-01), (2.2967253056003198e-01, 6.722426363857151e-01), (-1.515158126180765e-01, 2.145398994833852e-01), (4.051051532653287e-01, -4.143468978599539e-01), (-2.9952543313442853e-01, 3.8354394402185865e-01), (-1.2427928148107015e-01, 1.748398892256767e-01), (1.3782420461820604e-02, -6.251302633680155e-01), (2.323230855279432e-01, -3.1283892791203677e-01)], [(1.6346153846153846e-01, -1.9230769230769232e-02), (-1.3574570391526497e-01, -5.372653816936348e-01), (2.9621682541968947e-03, 4.7517646183890455e-01), (-6.913190117836626e-01, -3.549656201270157e-01), (1.941252857492573e-01, 1.4840484738835494e-01), (-6.183543740955042e-01, -1.8918368491657322e-01), (-5.086961408419804e-01, -1.2389309541198497e-01), (4.677692931661998e-01, -9.610774295738526e-02), (8.184543115472053e-03, 3.0220533395599e-01), (-2.019017388760422e-01, -3.484813698938219e-02), (1.6284637198628715e-01, -3.9300520366123005e-02), (1.9506307324657776e-01, -2.9709786008145257e-02), (4.6160469553292494e-01, -1.2628190548223586e-01)]]> : tensor<2x13xcomplex<f64>>
func.func public @main(%a: tensor<2x13xcomplex<f64>>) -> tensor<2x13xcomplex<f64>> {
  %r = stablehlo.fft %a, type = IFFT, length = [13] : (tensor<2x13xcomplex<f64>>) -> tensor<2x13xcomplex<f64>>
  return %r : tensor<2x13xcomplex<f64>>
}

// -----
//! name: IFFT of tensor<2x1x3xcomplex<f64>>
//! input: dense<[[[(-1.75e+00, -2.0e+00), (-1.375e+00, -1.75e+00), (-1.25e+00, -1.75e+00)]], [[(1.375e+00, 1.75e+00), (-1.0e+00, 1.25e+00), (1.25e+00, -2.0e+00)]]]> : tensor<2x1x3xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[[(-1.4583333333333333e+00, -1.8333333333333333e+00), (-1.4583333333333331e-01, -1.1941772515768492e-01), (-1.4583333333333331e-01, -4.724894150898172e-02)]], [[(5.416666666666666e-01, 3.333333333333333e-01), (-5.215275207664751e-01, 5.88142804950044e-02), (1.3548608540998084e+00, 1.3578523861716623e+00)]]]> : tensor<2x1x3xcomplex<f64>>
func.func public @main(%a: tensor<2x1x3xcomplex<f64>>) -> tensor<2x1x3xcomplex<f64>> {
  %r = stablehlo.fft %a, type = IFFT, length = [1, 3] : (tensor<2x1x3xcomplex<f64>>) -> tensor<2x1x3xcomplex<f64>>
  return %r : tensor<2x1x3xcomplex<f64>>
}

// -----
//! name: IFFT of tensor<3x1x1x2xcomplex<f64>>
//! input: dense<[[[[(1.75e+00, -5.0e-01), (-1.125e+00, 2.5e-01)]]], [[[(-1.0e+00, 2.5e-01), (3.75e-01, -8.75e-01)]]], [[[(-1.125e+00, 1.0e+00), (1.875e+00, 2.0e+00)]]]]> : tensor<3x1x1x2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[[[(3.125e-01, -1.25e-01), (1.4375e+00, -3.75e-01)]]], [[[(-3.125e-01, -3.125e-01), (-6.875e-01, 5.625e-01)]]], [[[(3.75e-01, 1.5e+00), (-1.5e+00, -5.0e-01)]]]]> : tensor<3x1x1x2xcomplex<f64>>
func.func public @main(%a: tensor<3x1x1x2xcomplex<f64>>) -> tensor<3x1x1x2xcomplex<f64>> {
  %r = stablehlo.fft %a, type = IFFT, length = [1, 1, 2] : (tensor<3x1x1x2xcomplex<f64>>) -> tensor<3x1x1x2xcomplex<f64>>
  return %r : tensor<3x1x1x2xcomplex<f64>>
}

// -----
//! name: IFFT of tensor<0x4xcomplex<f64>>
//! input: dense<> : tensor<0x4xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x4xcomplex<f64>>
func.func public @main(%a: tensor<0x4xcomplex<f64>>) -> tensor<0x4xcomplex<f64>> {
  %r = stablehlo.fft %a, type = IFFT, length = [4] : (tensor<0x4xcomplex<f64>>) -> tensor<0x4xcomplex<f64>>
  return %r : tensor<0x4xcomplex<f64>>
}

// -----
//! name: RFFT of tensor<1xf32>
//! input: dense<[3.75e-01]> : tensor<1xf32>
//! expect_close(4e-06, 4e-06): dense<[(3.75e-01, 0.0e+00)]> : tensor<1xcomplex<f32>>
func.func public @main(%a: tensor<1xf32>) -> tensor<1xcomplex<f32>> {
  %r = stablehlo.fft %a, type = RFFT, length = [1] : (tensor<1xf32>) -> tensor<1xcomplex<f32>>
  return %r : tensor<1xcomplex<f32>>
}

// -----
//! name: RFFT of tensor<2xf32>
//! input: dense<[-1.625e+00, 1.25e+00]> : tensor<2xf32>
//! expect_close(4e-06, 4e-06): dense<[(-3.75e-01, 0.0e+00), (-2.875e+00, 0.0e+00)]> : tensor<2xcomplex<f32>>
func.func public @main(%a: tensor<2xf32>) -> tensor<2xcomplex<f32>> {
  %r = stablehlo.fft %a, type = RFFT, length = [2] : (tensor<2xf32>) -> tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}

// -----
//! name: RFFT of tensor<2x13xf32>
//! input: dense<[[6.25e-01, -0.0e+00, 6.25e-01, -1.0e+00, -7.5e-01, 0.0e+00, -1.75e+00, 3.75e-01, -1.25e+00, -1.0e+00, 1.625e+00, 3.75e-01, -1.0e+00], [7.5e-01, 2.0e+00, 1.625e+00, 1.25e+00, -6.25e-01, 3.75e-01, 3.75e-01, -1.625e+00, 7.5e-01, 1.25e-01, 1.25e-01, 1.0e+00, -1.75e+00]]> : tensor<2x13xf32>
//! expect_close(4e-06, 4e-06): dense<[[(-3.125e+00, 0.0e+00), (3.2741861e+00, 1.3812801e+00), (-9.6278733e-01, -9.404291e-03), (-1.9185332e+00, -3.0103688e+00), (1.0061532e+00, -3.6870072e+00), (2.9289978e+00, 4.3730297e+00), (1.2969835e+00, -1.4549686e+00)], [(4.375e+00, 0.0e+00), (3.177177e+00, -2.9025724e+00), (-1.9708276e+00, -3.8799663e+00), (-1.1241865e+00, -4.1865063e+00), (-1.9486487e+00, -2.6828966e-01), (3.585235e+00, -5.015914e+00), (9.687506e-01, 3.6581618e-01)]]> : tensor<2x7xcomplex<f32>>
func.func public @main(%a: tensor<2x13xf32>) -> tensor<2x7xcomplex<f32>> {
  %r = stablehlo.fft %a, type = RFFT, length = [13] : (tensor<2x13xf32>) -> tensor<2x7xcomplex<f32>>
  return %r : tensor<2x7xcomplex<f32>>
}

// -----
//! name: RFFT of tensor<2x1x3xf32>
//! input: dense<[[[-1.125e+00, 2.0e+00, -7.5e-01]], [[-1.0e+00, -1.75e+00, -7.5e-01]]]> : tensor<2x1x3xf32>
//! expect_close(4e-06, 4e-06): dense<[[[(1.25e-01, 0.0e+00), (-1.75e+00, -2.3815699e+00)]], [[(-3.5e+00, 0.0e+00), (2.5e-01, 8.660254e-01)]]]> : tensor<2x1x2xcomplex<f32>>
func.func public @main(%a: tensor<2x1x3xf32>) -> tensor<2x1x2xcomplex<f32>> {
  %r = stablehlo.fft %a, type = RFFT, length = [1, 3] : (tensor<2x1x3xf32>) -> tensor<2x1x2xcomplex<f32>>
  return %r : tensor<2x1x2xcomplex<f32>>
}

// -----
//! name: RFFT of tensor<3x1x1x2xf32>
//! input: dense<[[[[2.5e-01, -1.875e+00]]], [[[-8.75e-01, -1.0e+00]]], [[[-1.375e+00, 1.125e+00]]]]> : tensor<3x1x1x2xf32>
//! expect_close(4e-06, 4e-06): dense<[[[[(-1.625e+00, 0.0e+00), (2.125e+00, 0.0e+00)]]], [[[(-1.875e+00, 0.0e+00), (1.25e-01, 0.0e+00)]]], [[[(-2.5e-01, 0.0e+00), (-2.5e+00, 0.0e+00)]]]]> : tensor<3x1x1x2xcomplex<f32>>
func.func public @main(%a: tensor<3x1x1x2xf32>) -> tensor<3x1x1x2xcomplex<f32>> {
  %r = stablehlo.fft %a, type = RFFT, length = [1, 1, 2] : (tensor<3x1x1x2xf32>) -> tensor<3x1x1x2xcomplex<f32>>
  return %r : tensor<3x1x1x2xcomplex<f32>>
}

// -----
//! name: RFFT of tensor<0x4xf32>
//! input: dense<> : tensor<0x4xf32>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x3xcomplex<f32>>
func.func public @main(%a: tensor<0x4xf32>) -> tensor<0x3xcomplex<f32>> {
  %r = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<0x4xf32>) -> tensor<0x3xcomplex<f32>>
  return %r : tensor<0x3xcomplex<f32>>
}

// -----
//! name: RFFT of tensor<1xf64>
//! input: dense<[1.875e+00]> : tensor<1xf64>
//! expect_close(1e-13, 1e-13): dense<[(1.875e+00, 0.0e+00)]> : tensor<1xcomplex<f64>>
func.func public @main(%a: tensor<1xf64>) -> tensor<1xcomplex<f64>> {
  %r = stablehlo.fft %a, type = RFFT, length = [1] : (tensor<1xf64>) -> tensor<1xcomplex<f64>>
  return %r : tensor<1xcomplex<f64>>
}

// -----
//! name: RFFT of tensor<2xf64>
//! input: dense<[1.625e+00, -2.5e-01]> : tensor<2xf64>
//! expect_close(1e-13, 1e-13): dense<[(1.375e+00, 0.0e+00), (1.875e+00, 0.0e+00)]> : tensor<2xcomplex<f64>>
func.func public @main(%a: tensor<2xf64>) -> tensor<2xcomplex<f64>> {
  %r = stablehlo.fft %a, type = RFFT, length = [2] : (tensor<2xf64>) -> tensor<2xcomplex<f64>>
  return %r : tensor<2xcomplex<f64>>
}

// -----
//! name: RFFT of tensor<2x13xf64>
//! input: dense<[[-1.75e+00, -6.25e-01, 1.25e-01, -5.0e-01, 8.75e-01, 1.0e+00, 1.625e+00, -1.25e-01, -1.0e+00, 1.625e+00, 1.5e+00, -1.5e+00, -1.125e+00], [6.25e-01, 1.25e+00, 1.875e+00, -1.875e+00, -1.25e+00, -2.5e-01, 2.5e-01, 1.125e+00, 2.5e-01, 1.25e-01, -1.0e+00, 6.25e-01, 3.75e-01]]> : tensor<2x13xf64>
//! expect_close(1e-13, 1e-13): dense<[[(1.25e-01, 0.0e+00), (-6.303025335138551e+00, -6.280781668737232e-01), (-3.7705662364700263e+00, 8.490793068565949e-01), (1.1037486334784385e-01, -5.910249639628669e+00), (1.9386556774479522e+00, 2.3440046036736026e+00), (-2.99704125344942e+00, 2.0412394942486456e+00), (-4.1589771573779954e-01, 1.2117327837894578e+00)], [(2.125e+00, 0.0e+00), (2.2013704517423327e+00, 1.2598675259948853e+00), (5.512627347897341e+00, -3.494260847430523e+00), (-2.612333695498065e+00, -1.6331741601976404e+00), (-3.7227106241567505e+00, 1.293373219970545e-01), (-1.3184465870709825e+00, 1.6374832372512826e+00), (2.9394931070861254e+00, -5.809798743330736e-01)]]> : tensor<2x7xcomplex<f64>>
func.func public @main(%a: tensor<2x13xf64>) -> tensor<2x7xcomplex<f64>> {
  %r = stablehlo.fft %a, type = RFFT, length = [13] : (tensor<2x13xf64>) -> tensor<2x7xcomplex<f64>>
  return %r : tensor<2x7xcomplex<f64>>
}

// -----
//! name: RFFT of tensor<2x1x3xf64>
//! input: dense<[[[1.75e+00, -1.25e+00, -1.5e+00]], [[-6.25e-01, -7.5e-01, -2.5e-01]]]> : tensor<2x1x3xf64>
//! expect_close(1e-13, 1e-13): dense<[[[(-1.0e+00, 0.0e+00), (3.125e+00, -2.1650635094610965e-01)]], [[(-1.625e+00, 0.0e+00), (-1.25e-01, 4.330127018922193e-01)]]]> : tensor<2x1x2xcomplex<f64>>
func.func public @main(%a: tensor<2x1x3xf64>) -> tensor<2x1x2xcomplex<f64>> {
  %r = stablehlo.fft %a, type = RFFT, length = [1, 3] : (tensor<2x1x3xf64>) -> tensor<2x1x2xcomplex<f64>>
  return %r : tensor<2x1x2xcomplex<f64>>
}

// -----
//! name: RFFT of tensor<3x1x1x2xf64>
//! input: dense<[[[[-1.375e+00, 8.75e-01]]], [[[1.25e+00, -2.0e+00]]], [[[1.625e+00, -1.625e+00]]]]> : tensor<3x1x1x2xf64>
//! expect_close(1e-13, 1e-13): dense<[[[[(-5.0e-01, 0.0e+00), (-2.25e+00, 0.0e+00)]]], [[[(-7.5e-01, 0.0e+00), (3.25e+00, 0.0e+00)]]], [[[(0.0e+00, 0.0e+00), (3.25e+00, 0.0e+00)]]]]> : tensor<3x1x1x2xcomplex<f64>>
func.func public @main(%a: tensor<3x1x1x2xf64>) -> tensor<3x1x1x2xcomplex<f64>> {
  %r = stablehlo.fft %a, type = RFFT, length = [1, 1, 2] : (tensor<3x1x1x2xf64>) -> tensor<3x1x1x2xcomplex<f64>>
  return %r : tensor<3x1x1x2xcomplex<f64>>
}

// -----
//! name: RFFT of tensor<0x4xf64>
//! input: dense<> : tensor<0x4xf64>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x3xcomplex<f64>>
func.func public @main(%a: tensor<0x4xf64>) -> tensor<0x3xcomplex<f64>> {
  %r = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<0x4xf64>) -> tensor<0x3xcomplex<f64>>
  return %r : tensor<0x3xcomplex<f64>>
}

// -----
//! name: IRFFT of tensor<1xcomplex<f32>>
//! input: dense<[(-2.5e-01, 0.0e+00)]> : tensor<1xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[-2.5e-01]> : tensor<1xf32>
func.func public @main(%a: tensor<1xcomplex<f32>>) -> tensor<1xf32> {
  %r = stablehlo.fft %a, type = IRFFT, length = [1] : (tensor<1xcomplex<f32>>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----
//! name: IRFFT of tensor<2xcomplex<f32>>
//! input: dense<[(1.25e-01, 0.0e+00), (-1.375e+00, 0.0e+00)]> : tensor<2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[-6.25e-01, 7.5e-01]> : tensor<2xf32>
func.func public @main(%a: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
  %r = stablehlo.fft %a, type = IRFFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----
//! name: IRFFT of tensor<2x7xcomplex<f32>>
//! input: dense<[[(-1.625e+00, 0.0e+00), (7.499999e-01, -3.7499997e-01), (1.6250001e+00, 1.2499999e+00), (-1.375e+00, -1.7500001e+00), (1.375e+00, -6.25e-01), (-1.125e+00, -1.3750001e+00), (1.2500004e-01, -3.749999e-01)], [(1.0e+00, 0.0e+00), (-1.5000001e+00, -1.0e+00), (-1.24999925e-01, -3.7500012e-01), (1.5000001e+00, 7.5e-01), (-6.2500006e-01, 2.4999999e-01), (1.2500001e+00, -1.0e+00), (-1.2500003e-01, 8.750001e-01)]]> : tensor<2x7xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[8.653847e-02, 5.093521e-01, -4.7335538e-01, -2.77041e-01, -2.8218403e-01, -2.8350237e-01, 6.696273e-01, -1.6566154e-02, -1.0502234e+00, -3.8957906e-01, -1.3139932e-01, 2.63582e-01, -2.5024924e-01], [1.346154e-01, -1.6342337e-01, -1.0500668e-01, 3.5408258e-01, 3.632523e-01, 4.1051784e-01, 2.2872092e-01, -2.56536e-01, 8.8726085e-01, -2.6749428e-02, -3.0519333e-01, -2.8157067e-01, -2.3997043e-01]]> : tensor<2x13xf32>
func.func public @main(%a: tensor<2x7xcomplex<f32>>) -> tensor<2x13xf32> {
  %r = stablehlo.fft %a, type = IRFFT, length = [13] : (tensor<2x7xcomplex<f32>>) -> tensor<2x13xf32>
  return %r : tensor<2x13xf32>
}

// -----
//! name: IRFFT of tensor<2x1x2xcomplex<f32>>
//! input: dense<[[[(5.0e-01, 0.0e+00), (-3.75e-01, -1.25e-01)]], [[(7.500001e-01, 0.0e+00), (-1.875e+00, -2.5000006e-01)]]]> : tensor<2x1x2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[[-8.3333336e-02, 3.6383545e-01, 2.1949789e-01]], [[-9.9999994e-01, 1.0193377e+00, 7.3066247e-01]]]> : tensor<2x1x3xf32>
func.func public @main(%a: tensor<2x1x2xcomplex<f32>>) -> tensor<2x1x3xf32> {
  %r = stablehlo.fft %a, type = IRFFT, length = [1, 3] : (tensor<2x1x2xcomplex<f32>>) -> tensor<2x1x3xf32>
  return %r : tensor<2x1x3xf32>
}

// -----
//! name: IRFFT of tensor<3x1x1x2xcomplex<f32>>
//! input: dense<[[[[(0.0e+00, 0.0e+00), (7.5e-01, 0.0e+00)]]], [[[(-1.875e+00, 0.0e+00), (0.0e+00, 0.0e+00)]]], [[[(-1.25e-01, 0.0e+00), (-2.5e-01, 0.0e+00)]]]]> : tensor<3x1x1x2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[[[3.75e-01, -3.75e-01]]], [[[-9.375e-01, -9.375e-01]]], [[[-1.875e-01, 6.25e-02]]]]> : tensor<3x1x1x2xf32>
func.func public @main(%a: tensor<3x1x1x2xcomplex<f32>>) -> tensor<3x1x1x2xf32> {
  %r = stablehlo.fft %a, type = IRFFT, length = [1, 1, 2] : (tensor<3x1x1x2xcomplex<f32>>) -> tensor<3x1x1x2xf32>
  return %r : tensor<3x1x1x2xf32>
}

// -----
//! name: IRFFT of tensor<0x3xcomplex<f32>>
//! input: dense<> : tensor<0x3xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x4xf32>
func.func public @main(%a: tensor<0x3xcomplex<f32>>) -> tensor<0x4xf32> {
  %r = stablehlo.fft %a, type = IRFFT, length = [4] : (tensor<0x3xcomplex<f32>>) -> tensor<0x4xf32>
  return %r : tensor<0x4xf32>
}

// -----
//! name: IRFFT of tensor<1xcomplex<f64>>
//! input: dense<[(1.25e+00, 0.0e+00)]> : tensor<1xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[1.25e+00]> : tensor<1xf64>
func.func public @main(%a: tensor<1xcomplex<f64>>) -> tensor<1xf64> {
  %r = stablehlo.fft %a, type = IRFFT, length = [1] : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  return %r : tensor<1xf64>
}

// -----
//! name: IRFFT of tensor<2xcomplex<f64>>
//! input: dense<[(2.5e-01, 0.0e+00), (1.25e+00, 0.0e+00)]> : tensor<2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[7.5e-01, -5.0e-01]> : tensor<2xf64>
func.func public @main(%a: tensor<2xcomplex<f64>>) -> tensor<2xf64> {
  %r = stablehlo.fft %a, type = IRFFT, length = [2] : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

// -----
//! name: IRFFT of tensor<2x7xcomplex<f64>>
//! input: dense<[[(6.249999999999998e-01, 0.0e+00), (0.0e+00, 1.1250000000000002e+00), (-1.625e+00, 1.5000000000000002e+00), (-2.220446049250313e-16, 1.375e+00), (-1.6250000000000002e+00, -1.375e+00), (-1.75e+00, 1.625e+00), (-6.25e-01, -1.5000000000000004e+00)], [(-1.2499999999999998e+00, 0.0e+00), (1.249000902703301e-16, -1.875e+00), (1.7500000000000004e+00, -7.499999999999999e-01), (-1.1250000000000002e+00, -1.5000000000000002e+00), (2.0000000000000004e+00, 5.000000000000002e-01), (-6.250000000000003e-01, -7.499999999999998e-01), (1.3750000000000002e+00, 2.5000000000000033e-01)]]> : tensor<2x7xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[-8.173076923076924e-01, -1.0351652086082419e-01, -2.0191585285372282e-01, -1.9179422767955365e-01, 5.812673088559479e-01, 2.7793482194417934e-01, -9.428084105251285e-01, 4.7996283269136425e-01, -1.6516917351005572e-01, 2.424451754984392e-01, 1.6875432689748712e-01, 6.1444314538975e-01, 6.827042664598093e-01], [4.2307692307692324e-01, 2.4688247699518745e-01, 2.766826153238553e-01, -3.3298158877727864e-02, -1.8667651238529193e-01, -4.254382308133151e-01, 8.83985835715925e-01, 1.283582011457896e-01, -8.164106984773256e-01, -2.1394835376917581e-01, -4.4010134164798154e-01, -4.33022275000392e-01, -6.600904812864705e-01]]> : tensor<2x13xf64>
func.func public @main(%a: tensor<2x7xcomplex<f64>>) -> tensor<2x13xf64> {
  %r = stablehlo.fft %a, type = IRFFT, length = [13] : (tensor<2x7xcomplex<f64>>) -> tensor<2x13xf64>
  return %r : tensor<2x13xf64>
}

// -----
//! name: IRFFT of tensor<2x1x2xcomplex<f64>>
//! input: dense<[[[(9.999999999999999e-01, 0.0e+00), (1.125e+00, 1.3749999999999998e+00)]], [[(-1.625e+00, 0.0e+00), (-1.375e+00, 1.2499999999999996e-01)]]]> : tensor<2x1x2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[[1.0833333333333333e+00, -8.355232868024018e-01, 7.521899534690686e-01]], [[-1.4583333333333333e+00, -1.5550211698203653e-01, -1.1164549684630144e-02]]]> : tensor<2x1x3xf64>
func.func public @main(%a: tensor<2x1x2xcomplex<f64>>) -> tensor<2x1x3xf64> {
  %r = stablehlo.fft %a, type = IRFFT, length = [1, 3] : (tensor<2x1x2xcomplex<f64>>) -> tensor<2x1x3xf64>
  return %r : tensor<2x1x3xf64>
}

// -----
//! name: IRFFT of tensor<3x1x1x2xcomplex<f64>>
//! input: dense<[[[[(-1.625e+00, 0.0e+00), (1.625e+00, 0.0e+00)]]], [[[(8.75e-01, 0.0e+00), (3.75e-01, 0.0e+00)]]], [[[(1.25e+00, 0.0e+00), (-1.25e+00, 0.0e+00)]]]]> : tensor<3x1x1x2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[[[0.0e+00, -1.625e+00]]], [[[6.25e-01, 2.5e-01]]], [[[0.0e+00, 1.25e+00]]]]> : tensor<3x1x1x2xf64>
func.func public @main(%a: tensor<3x1x1x2xcomplex<f64>>) -> tensor<3x1x1x2xf64> {
  %r = stablehlo.fft %a, type = IRFFT, length = [1, 1, 2] : (tensor<3x1x1x2xcomplex<f64>>) -> tensor<3x1x1x2xf64>
  return %r : tensor<3x1x1x2xf64>
}

// -----
//! name: IRFFT of tensor<0x3xcomplex<f64>>
//! input: dense<> : tensor<0x3xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x4xf64>
func.func public @main(%a: tensor<0x3xcomplex<f64>>) -> tensor<0x4xf64> {
  %r = stablehlo.fft %a, type = IRFFT, length = [4] : (tensor<0x3xcomplex<f64>>) -> tensor<0x4xf64>
  return %r : tensor<0x4xf64>
}

// -----
//! name: cholesky of tensor<1x1xf32>, lower = True
//! input: dense<[[4.515625e+00]]> : tensor<1x1xf32>
//! expect_close(4e-06, 4e-06): dense<[[2.125e+00]]> : tensor<1x1xf32>
func.func public @main(%a: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// -----
//! name: cholesky of tensor<3x3xf32>, lower = True
//! input: dense<[[6.53125e+00, 0.0e+00, 0.0e+00], [-3.6875e+00, 7.96875e+00, 0.0e+00], [7.1875e-01, 1.0e+00, 1.59375e+00]]> : tensor<3x3xf32>
//! expect_close(4e-06, 4e-06): dense<[[2.555631e+00, 0.0e+00, 0.0e+00], [-1.4428922e+00, 2.4262755e+00, 0.0e+00], [2.812417e-01, 5.794072e-01, 1.0857903e+00]]> : tensor<3x3xf32>
func.func public @main(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}

// -----
//! name: cholesky of tensor<0x0xf32>, lower = True
//! input: dense<> : tensor<0x0xf32>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x0xf32>
func.func public @main(%a: tensor<0x0xf32>) -> tensor<0x0xf32> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<0x0xf32>) -> tensor<0x0xf32>
  return %r : tensor<0x0xf32>
}

// -----
//! name: cholesky of tensor<0x2x2xf32>, lower = True
//! input: dense<> : tensor<0x2x2xf32>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x2x2xf32>
func.func public @main(%a: tensor<0x2x2xf32>) -> tensor<0x2x2xf32> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<0x2x2xf32>) -> tensor<0x2x2xf32>
  return %r : tensor<0x2x2xf32>
}

// -----
//! name: cholesky of tensor<1x1xf32>, lower = False
//! input: dense<[[2.265625e+00]]> : tensor<1x1xf32>
//! expect_close(4e-06, 4e-06): dense<[[1.5051993e+00]]> : tensor<1x1xf32>
func.func public @main(%a: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// -----
//! name: cholesky of tensor<3x3xf32>, lower = False
//! input: dense<[[5.828125e+00, 1.625e+00, 3.375e+00], [0.0e+00, 2.34375e+00, -2.96875e-01], [0.0e+00, 0.0e+00, 5.953125e+00]]> : tensor<3x3xf32>
//! expect_close(4e-06, 4e-06): dense<[[2.414151e+00, 6.731145e-01, 1.398007e+00], [0.0e+00, 1.3750153e+00, -9.002764e-01], [0.0e+00, 0.0e+00, 1.7855542e+00]]> : tensor<3x3xf32>
func.func public @main(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}

// -----
//! name: cholesky of tensor<0x0xf32>, lower = False
//! input: dense<> : tensor<0x0xf32>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x0xf32>
func.func public @main(%a: tensor<0x0xf32>) -> tensor<0x0xf32> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<0x0xf32>) -> tensor<0x0xf32>
  return %r : tensor<0x0xf32>
}

// -----
//! name: cholesky of tensor<0x2x2xf32>, lower = False
//! input: dense<> : tensor<0x2x2xf32>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x2x2xf32>
func.func public @main(%a: tensor<0x2x2xf32>) -> tensor<0x2x2xf32> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<0x2x2xf32>) -> tensor<0x2x2xf32>
  return %r : tensor<0x2x2xf32>
}

// -----
//! name: cholesky of tensor<1x1xf64>, lower = True
//! input: dense<[[4.515625e+00]]> : tensor<1x1xf64>
//! expect_close(1e-13, 1e-13): dense<[[2.125e+00]]> : tensor<1x1xf64>
func.func public @main(%a: tensor<1x1xf64>) -> tensor<1x1xf64> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<1x1xf64>) -> tensor<1x1xf64>
  return %r : tensor<1x1xf64>
}

// -----
//! name: cholesky of tensor<3x3xf64>, lower = True
//! input: dense<[[1.875e+00, 0.0e+00, 0.0e+00], [-1.34375e+00, 4.03125e+00, 0.0e+00], [-2.59375e+00, 4.34375e+00, 8.90625e+00]]> : tensor<3x3xf64>
//! expect_close(1e-13, 1e-13): dense<[[1.3693063937629153e+00, 0.0e+00, 0.0e+00], [-9.813362488634225e-01, 1.751636139917953e+00, 0.0e+00], [-1.8942071780386993e+00, 1.4186141611863106e+00, 1.8181757418765458e+00]]> : tensor<3x3xf64>
func.func public @main(%a: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<3x3xf64>) -> tensor<3x3xf64>
  return %r : tensor<3x3xf64>
}

// -----
//! name: cholesky of tensor<0x0xf64>, lower = True
//! input: dense<> : tensor<0x0xf64>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x0xf64>
func.func public @main(%a: tensor<0x0xf64>) -> tensor<0x0xf64> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<0x0xf64>) -> tensor<0x0xf64>
  return %r : tensor<0x0xf64>
}

// -----
//! name: cholesky of tensor<0x2x2xf64>, lower = True
//! input: dense<> : tensor<0x2x2xf64>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x2x2xf64>
func.func public @main(%a: tensor<0x2x2xf64>) -> tensor<0x2x2xf64> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<0x2x2xf64>) -> tensor<0x2x2xf64>
  return %r : tensor<0x2x2xf64>
}

// -----
//! name: cholesky of tensor<1x1xf64>, lower = False
//! input: dense<[[1.140625e+00]]> : tensor<1x1xf64>
//! expect_close(1e-13, 1e-13): dense<[[1.0680004681646913e+00]]> : tensor<1x1xf64>
func.func public @main(%a: tensor<1x1xf64>) -> tensor<1x1xf64> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<1x1xf64>) -> tensor<1x1xf64>
  return %r : tensor<1x1xf64>
}

// -----
//! name: cholesky of tensor<3x3xf64>, lower = False
//! input: dense<[[4.6875e+00, 3.5625e+00, 1.46875e+00], [0.0e+00, 5.09375e+00, 1.375e+00], [0.0e+00, 0.0e+00, 7.171875e+00]]> : tensor<3x3xf64>
//! expect_close(1e-13, 1e-13): dense<[[2.165063509461097e+00, 1.6454482671904331e+00, 6.783865662978101e-01], [0.0e+00, 1.544749170577541e+00, 1.6750292211081796e-01], [0.0e+00, 0.0e+00, 2.5852677690620376e+00]]> : tensor<3x3xf64>
func.func public @main(%a: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<3x3xf64>) -> tensor<3x3xf64>
  return %r : tensor<3x3xf64>
}

// -----
//! name: cholesky of tensor<0x0xf64>, lower = False
//! input: dense<> : tensor<0x0xf64>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x0xf64>
func.func public @main(%a: tensor<0x0xf64>) -> tensor<0x0xf64> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<0x0xf64>) -> tensor<0x0xf64>
  return %r : tensor<0x0xf64>
}

// -----
//! name: cholesky of tensor<0x2x2xf64>, lower = False
//! input: dense<> : tensor<0x2x2xf64>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x2x2xf64>
func.func public @main(%a: tensor<0x2x2xf64>) -> tensor<0x2x2xf64> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<0x2x2xf64>) -> tensor<0x2x2xf64>
  return %r : tensor<0x2x2xf64>
}

// -----
//! name: cholesky of tensor<1x1xcomplex<f32>>, lower = True
//! input: dense<[[(6.265625e+00, 0.0e+00)]]> : tensor<1x1xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[(2.503123e+00, 0.0e+00)]]> : tensor<1x1xcomplex<f32>>
func.func public @main(%a: tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  return %r : tensor<1x1xcomplex<f32>>
}

// -----
//! name: cholesky of tensor<3x3xcomplex<f32>>, lower = True
//! input: dense<[[(2.1875e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(6.25e-02, 7.8125e-01), (9.5625e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(6.875e-01, -2.1875e-01), (7.625e+00, 5.296875e+00), (1.34375e+01, 0.0e+00)]]> : tensor<3x3xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[(1.47902e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(4.225771e-02, 5.282214e-01), (3.0465877e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(4.6483484e-01, -1.47902e-01), (2.521996e+00, 1.8212707e+00), (1.8767159e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f32>>
func.func public @main(%a: tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  return %r : tensor<3x3xcomplex<f32>>
}

// -----
//! name: cholesky of tensor<0x0xcomplex<f32>>, lower = True
//! input: dense<> : tensor<0x0xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x0xcomplex<f32>>
func.func public @main(%a: tensor<0x0xcomplex<f32>>) -> tensor<0x0xcomplex<f32>> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<0x0xcomplex<f32>>) -> tensor<0x0xcomplex<f32>>
  return %r : tensor<0x0xcomplex<f32>>
}

// -----
//! name: cholesky of tensor<0x2x2xcomplex<f32>>, lower = True
//! input: dense<> : tensor<0x2x2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x2x2xcomplex<f32>>
func.func public @main(%a: tensor<0x2x2xcomplex<f32>>) -> tensor<0x2x2xcomplex<f32>> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<0x2x2xcomplex<f32>>) -> tensor<0x2x2xcomplex<f32>>
  return %r : tensor<0x2x2xcomplex<f32>>
}

// -----
//! name: cholesky of tensor<1x1xcomplex<f32>>, lower = False
//! input: dense<[[(1.640625e+00, 0.0e+00)]]> : tensor<1x1xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[(1.2808689e+00, -0.0e+00)]]> : tensor<1x1xcomplex<f32>>
func.func public @main(%a: tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  return %r : tensor<1x1xcomplex<f32>>
}

// -----
//! name: cholesky of tensor<3x3xcomplex<f32>>, lower = False
//! input: dense<[[(1.2875e+01, 0.0e+00), (6.515625e+00, -1.546875e+00), (2.390625e+00, -4.84375e-01)], [(0.0e+00, 0.0e+00), (7.1875e+00, 0.0e+00), (1.75e+00, -2.0e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (1.0109375e+01, 0.0e+00)]]> : tensor<3x3xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<[[(3.588175e+00, -0.0e+00), (1.8158604e+00, -4.3110356e-01), (6.6625094e-01, -1.3499202e-01)], [(0.0e+00, -0.0e+00), (1.924656e+00, -0.0e+00), (2.5042695e-01, -1.061019e+00)], [(0.0e+00, -0.0e+00), (0.0e+00, -0.0e+00), (2.9083993e+00, -0.0e+00)]]> : tensor<3x3xcomplex<f32>>
func.func public @main(%a: tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  return %r : tensor<3x3xcomplex<f32>>
}

// -----
//! name: cholesky of tensor<0x0xcomplex<f32>>, lower = False
//! input: dense<> : tensor<0x0xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x0xcomplex<f32>>
func.func public @main(%a: tensor<0x0xcomplex<f32>>) -> tensor<0x0xcomplex<f32>> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<0x0xcomplex<f32>>) -> tensor<0x0xcomplex<f32>>
  return %r : tensor<0x0xcomplex<f32>>
}

// -----
//! name: cholesky of tensor<0x2x2xcomplex<f32>>, lower = False
//! input: dense<> : tensor<0x2x2xcomplex<f32>>
//! expect_close(4e-06, 4e-06): dense<> : tensor<0x2x2xcomplex<f32>>
func.func public @main(%a: tensor<0x2x2xcomplex<f32>>) -> tensor<0x2x2xcomplex<f32>> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<0x2x2xcomplex<f32>>) -> tensor<0x2x2xcomplex<f32>>
  return %r : tensor<0x2x2xcomplex<f32>>
}

// -----
//! name: cholesky of tensor<1x1xcomplex<f64>>, lower = True
//! input: dense<[[(2.515625e+00, 0.0e+00)]]> : tensor<1x1xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[(1.58607219255619e+00, 0.0e+00)]]> : tensor<1x1xcomplex<f64>>
func.func public @main(%a: tensor<1x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<1x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>>
  return %r : tensor<1x1xcomplex<f64>>
}

// -----
//! name: cholesky of tensor<3x3xcomplex<f64>>, lower = True
//! input: dense<[[(1.03125e+01, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-3.5625e+00, 8.75e-01), (5.21875e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-3.421875e+00, 1.359375e+00), (-1.125e+00, 2.5e-01), (1.0375e+01, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[(3.2113081446662823e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-1.1093609954301702e+00, 2.7247463045653303e-01), (1.978339141192874e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(-1.0655704298210846e+00, 4.2330880088782813e-01), (-1.2244832705263706e+00, 2.169806757083788e-01), (2.741154761182228e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
func.func public @main(%a: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %r : tensor<3x3xcomplex<f64>>
}

// -----
//! name: cholesky of tensor<0x0xcomplex<f64>>, lower = True
//! input: dense<> : tensor<0x0xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x0xcomplex<f64>>
func.func public @main(%a: tensor<0x0xcomplex<f64>>) -> tensor<0x0xcomplex<f64>> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<0x0xcomplex<f64>>) -> tensor<0x0xcomplex<f64>>
  return %r : tensor<0x0xcomplex<f64>>
}

// -----
//! name: cholesky of tensor<0x2x2xcomplex<f64>>, lower = True
//! input: dense<> : tensor<0x2x2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x2x2xcomplex<f64>>
func.func public @main(%a: tensor<0x2x2xcomplex<f64>>) -> tensor<0x2x2xcomplex<f64>> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<0x2x2xcomplex<f64>>) -> tensor<0x2x2xcomplex<f64>>
  return %r : tensor<0x2x2xcomplex<f64>>
}

// -----
//! name: cholesky of tensor<1x1xcomplex<f64>>, lower = False
//! input: dense<[[(5.078125e+00, 0.0e+00)]]> : tensor<1x1xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[(2.2534695471649933e+00, -0.0e+00)]]> : tensor<1x1xcomplex<f64>>
func.func public @main(%a: tensor<1x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<1x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>>
  return %r : tensor<1x1xcomplex<f64>>
}

// -----
//! name: cholesky of tensor<3x3xcomplex<f64>>, lower = False
//! input: dense<[[(8.796875e+00, 0.0e+00), (7.265625e+00, -2.640625e+00), (3.578125e+00, 4.9375e+00)], [(0.0e+00, 0.0e+00), (1.10625e+01, 0.0e+00), (2.5625e+00, 8.03125e+00)], [(0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00), (1.3859375e+01, 0.0e+00)]]> : tensor<3x3xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<[[(2.965952629426168e+00, -0.0e+00), (2.4496766832738333e+00, -8.903126010178017e-01), (1.2063999149886189e+00, 1.6647265202463037e+00)], [(0.0e+00, -0.0e+00), (2.0661383351299176e+00, -0.0e+00), (5.272334563717147e-01, 1.393486178631323e+00)], [(0.0e+00, -0.0e+00), (0.0e+00, -0.0e+00), (2.7226606491353076e+00, -0.0e+00)]]> : tensor<3x3xcomplex<f64>>
func.func public @main(%a: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %r : tensor<3x3xcomplex<f64>>
}

// -----
//! name: cholesky of tensor<0x0xcomplex<f64>>, lower = False
//! input: dense<> : tensor<0x0xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x0xcomplex<f64>>
func.func public @main(%a: tensor<0x0xcomplex<f64>>) -> tensor<0x0xcomplex<f64>> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<0x0xcomplex<f64>>) -> tensor<0x0xcomplex<f64>>
  return %r : tensor<0x0xcomplex<f64>>
}

// -----
//! name: cholesky of tensor<0x2x2xcomplex<f64>>, lower = False
//! input: dense<> : tensor<0x2x2xcomplex<f64>>
//! expect_close(1e-13, 1e-13): dense<> : tensor<0x2x2xcomplex<f64>>
func.func public @main(%a: tensor<0x2x2xcomplex<f64>>) -> tensor<0x2x2xcomplex<f64>> {
  %r = stablehlo.cholesky %a, lower = false : (tensor<0x2x2xcomplex<f64>>) -> tensor<0x2x2xcomplex<f64>>
  return %r : tensor<0x2x2xcomplex<f64>>
}

// -----
//! name: cholesky of a matrix that is not positive definite, [[1, 2], [2, 1]]
//! input: dense<[[1.0e+00, 2.0e+00], [2.0e+00, 1.0e+00]]> : tensor<2x2xf32>
//! expect_close(4e-06, 4e-06): dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]> : tensor<2x2xf32>
func.func public @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----
//! name: cholesky of a matrix that is not positive definite, [[0, 0], [0, 0]]
//! input: dense<[[0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00]]> : tensor<2x2xf32>
//! expect_close(4e-06, 4e-06): dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]> : tensor<2x2xf32>
func.func public @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----
//! name: cholesky of a matrix that is not positive definite, [[nan, 0], [0, 1]]
//! input: dense<[[0x7FC00000, 0.0e+00], [0.0e+00, 1.0e+00]]> : tensor<2x2xf32>
//! expect_close(4e-06, 4e-06): dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]> : tensor<2x2xf32>
func.func public @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----
//! name: cholesky of a matrix that is not positive definite, [[-1, 0], [0, 1]]
//! input: dense<[[-1.0e+00, 0.0e+00], [0.0e+00, 1.0e+00]]> : tensor<2x2xf32>
//! expect_close(4e-06, 4e-06): dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]> : tensor<2x2xf32>
func.func public @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = stablehlo.cholesky %a, lower = true : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
