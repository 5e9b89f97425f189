//! More functions on the inputs of the golden file: numbers, control flow, indices, linear algebra, windows.

use keras::Result;
use keras::ops::{self, Tensor};

use super::cases::{Formula, cases, pair};

/// Functions that run on this project's processor only; `crates/labora/tests/training` tests them there.
pub const ON_PROCESSOR: [&str; 6] = ["eig", "eigh", "lstsq", "matrix_rank", "pinv", "svd"];

fn array(values: &[f64], shape: &[usize]) -> Tensor {
    ops::array(values, shape)
}

/// The first numbers of a tensor, in a shape.
fn kernel(x: &Tensor, start: usize, shape: &[i64]) -> Tensor {
    let count = shape.iter().product::<i64>() as usize;
    ops::reshape(&ops::slice(&ops::ravel(x), &[start], &[count]), shape)
}

/// The rows `rows` and the columns `columns` of a matrix.
fn part(x: &Tensor, rows: [usize; 2], columns: [usize; 2]) -> Tensor {
    ops::slice(x, &[rows[0], columns[0]], &[rows[1] - rows[0], columns[1] - columns[0]])
}

/// The square matrices of three rows in the input `h`.
fn squares(h: &Tensor) -> Tensor {
    ops::slice(&ops::get_item(h, 0), &[0; 3], &[4, 3, 3])
}

/// The positive definite matrix that the golden file makes of the input `h`.
fn definite(h: &Tensor) -> Tensor {
    let image = ops::get_item(h, 0);
    let left = ops::squeeze(&ops::slice(&image, &[0; 3], &[4, 3, 1]), -1);
    let q = ops::matmul(&left, &ops::get_item(&image, 0));
    ops::matmul(&q, &ops::transpose(&q, &[])) + ops::identity(4) * 2.0
}

fn signals(h: &Tensor) -> Tensor {
    ops::reshape(h, &[2, 24])
}

fn row_products(v: &Tensor) -> Tensor {
    ops::matmul(v, &ops::transpose(v, &[]))
}

fn pairs(all: impl IntoIterator<Item = (Tensor, Tensor)>) -> Vec<Tensor> {
    all.into_iter().flat_map(pair).collect()
}

#[rustfmt::skip]
cases! {
    "zeros" |_x| vec![ops::zeros(&[2, 3])];
    "ones" |_x| vec![ops::ones(&[2])];
    "empty" |_x| vec![ops::empty(&[2, 2])];
    "full" |_x| vec![ops::full(&[2, 3], 1.5)];
    "arange" |_x| vec![ops::arange(7, -3, -4)];
    "identity" |_x| vec![ops::identity(3)];
    "eye" |_x| vec![ops::eye(3, 4, -1)];
    "tri" |_x| vec![ops::tri(3, 4, 1)];
    "bartlett" |_x| vec![ops::bartlett(5)];
    "blackman" |_x| vec![ops::blackman(6)];
    "hamming" |_x| vec![ops::hamming(5)];
    "hanning" |_x| vec![ops::hanning(6)];
    "kaiser" |_x| vec![ops::kaiser(7, 4.5)];
    "linspace" |_x| vec![ops::linspace(-1.0, 2.0, 7, true)];
    "logspace" |_x| vec![ops::logspace(-1.0, 1.0, 5, true, 2.0)];
    "geomspace" |_x| vec![ops::geomspace(-0.5, -8.0, 5, true)];
    "array" |_x| vec![ops::array(&[1.0, -2.0, 0.5, 4.0], &[2, 2])];
    "convert_to_tensor" |_x| vec![ops::convert_to_tensor(&[1.0, -2.0, 0.5, 4.0], &[2, 2])];
    "meshgrid" |x| [ops::meshgrid(&[&x[0], &x[1]], "xy")?, ops::meshgrid(&[&x[0], &x[1]], "ij")?].concat();
    "i0" |x| vec![ops::i0(&(&x[0] * 4.0))];
    "bincount" |x| vec![ops::bincount(&x[0], 4)];
    "histogram" |x| pairs([ops::histogram(&x[0], 5, None), ops::histogram(&x[0], 4, Some((-0.5, 1.0)))]);
    "cond" |x| {
        let (a, b) = (&x[0], &x[1]);
        let larger = ops::greater(&ops::sum(a, ops::Axes::All, false), &ops::sum(b, ops::Axes::All, false));
        ops::cond(&larger, || vec![a - b], || vec![a * b])
    };
    "switch" |x| {
        let branches: [ops::Branch; 2] = [&|v| v[0] + v[1], &|v| v[0] * v[1]];
        vec![ops::switch(&ops::full(&[], 7.0), &branches, &[&x[0], &x[1]])]
    };
    "while_loop" |x| {
        let below = |v: &[Tensor]| ops::less(&ops::sum(&v[0], ops::Axes::All, false), &ops::full(&[], 50.0));
        let zero = ops::zeros(&[]);
        let free = ops::while_loop(below, |v| vec![&v[0] * 2.0, &v[1] + 1.0], &[&x[0], &zero], None)?;
        let limited = ops::while_loop(below, |v| vec![&v[0] * 2.0], &[&x[0]], Some(3))?;
        [free, limited].concat()
    };
    "fori_loop" |x| vec![ops::fori_loop(1, 4, |i, v| v * ops::cast(i, "float32") + &x[0], &x[0])];
    "scan" |x| pair(ops::scan(|c, v| (c * 0.5 + v, c - v), &x[1], &x[0])?);
    "associative_scan" |x| vec![ops::associative_scan(|a, b| a * b + a + b, &x[0], 1)];
    "map" |x| vec![ops::map(row_products, &x[0])?];
    "vectorized_map" |x| vec![ops::vectorized_map(row_products, &x[0])?];
    "gcd" |x| vec![ops::gcd(&(&x[0] * 6.0), &(&x[1] * 4.0))];
    "lcm" |x| vec![ops::lcm(&x[0], &x[1])];
    "scatter" |x| {
        let indices = ops::cast(&array(&[1.0, 3.0, 1.0, 0.0], &[2, 2, 1]), "int32");
        vec![ops::scatter(&indices, &ops::reshape(&x[1], &[2, 2, 3]), &[5, 3])]
    };
    "scatter_update" |x| {
        let elements = array(&[1.0, 2.0, 0.0, -1.0], &[2, 2]);
        let set = ops::scatter_update(&x[0], &elements, &array(&[0.5, 2.0], &[2]), None);
        let rows = ops::pad(&x[1], &[(0, 0), (0, 1)], 0.0);
        vec![set, ops::scatter_update(&x[0], &array(&[1.0, 3.0], &[2, 1]), &rows, Some("max"))]
    };
    "slice_update" |x| vec![ops::slice_update(&x[0], &array(&[1.0, 3.0], &[2]), &x[1])];
    "get_item" |x| vec![ops::get_item(&x[0], -1)];
    "ndim" |x| vec![ops::full(&[], ops::ndim(&x[0]) as f64)];
    "size" |x| vec![ops::full(&[], ops::size(&x[0]) as f64)];
    "shape" |x| {
        let sizes: Vec<f64> = ops::shape(&x[0]).iter().map(|n| *n as f64).collect();
        vec![ops::array(&sizes, &[3])]
    };
    "dtype" |x| vec![ops::cast(&ops::cast(&x[0], "float32"), ops::dtype(&x[0]))];
    "saturate_cast" |x| {
        vec![ops::saturate_cast(&(&x[0] * 100.0), "int8"), ops::saturate_cast(&(&x[0] * 1e9), "uint32")]
    };
    "view" |x| vec![ops::view(&x[0], "int32")];
    "view_as_complex" |x| {
        let z = ops::view_as_complex(&ops::slice(&x[0], &[0; 3], &[2, 3, 2]));
        vec![ops::real(&z) - ops::imag(&z)]
    };
    "view_as_real" |x| vec![ops::view_as_real(&ops::view_as_complex(&ops::slice(&x[0], &[0; 3], &[2, 3, 2])))];
    "polar" |x| {
        let z = ops::polar(&x[0], &x[1]);
        vec![ops::real(&z), ops::imag(&z)]
    };
    "argpartition" |x| vec![ops::sort(&ops::slice(&ops::argpartition(&x[0], 1, 1), &[0; 3], &[2, 2, 4]), 1)];
    "nanquantile" |x| vec![ops::nanquantile(&x[0], 0.3, 1, false)];
    "nanpercentile" |x| vec![ops::nanpercentile(&x[0], 60.0, 1, false)];
    "nanmedian" |x| vec![ops::nanmedian(&x[0], 1, false)];
    "cholesky" |x| vec![ops::cholesky(&definite(&x[0]), false), ops::cholesky(&definite(&x[0]), true)];
    "cholesky_inverse" |x| vec![ops::cholesky_inverse(&ops::cholesky(&definite(&x[0]), false), false)];
    "solve_triangular" |x| {
        let a = part(&ops::get_item(&ops::get_item(&x[0], 0), 0), [0, 3], [0, 3]) + ops::identity(3) * 2.0;
        vec![ops::solve_triangular(&a, &part(&x[1], [0, 3], [0, 3]), true)]
    };
    "lu_factor" |x| pair(ops::lu_factor(&squares(&x[0])));
    "det" |x| vec![ops::det(&squares(&x[0]))];
    "slogdet" |x| pair(ops::slogdet(&squares(&x[0])));
    "inv" |x| vec![ops::inv(&squares(&x[0]))];
    "logdet" |x| vec![ops::logdet(&definite(&x[0]))];
    "solve" |x| {
        let (top, bottom) = (part(&x[1], [0, 3], [0, 3]), part(&x[1], [1, 4], [0, 3]));
        let b = ops::stack(&[&top, &bottom, &(&top * 2.0), &(&bottom - 1.0)], 0)?;
        vec![ops::solve(&squares(&x[0]), &b)]
    };
    "qr" |x| {
        let image = ops::get_item(&x[0], 0);
        let tall = ops::transpose(&ops::get_item(&image, 0), &[]);
        pairs([ops::qr(&image, "reduced"), ops::qr(&tall, "complete")])
    };
    "fft" |x| pair(ops::fft((&x[0], &x[1])));
    "fft2" |x| pair(ops::fft2((&x[0], &(&x[0] * 0.5))));
    "ifft2" |x| pair(ops::ifft2((&x[0], &(&x[0] * 0.5))));
    "rfft" |x| pairs([ops::rfft(&x[0], None), ops::rfft(&x[0], Some(5))]);
    "irfft" |x| vec![ops::irfft((&x[0], &x[1]), None), ops::irfft((&x[0], &x[1]), Some(7))];
    "stft" |x| {
        let hann = ops::stft(&signals(&x[0]), 6, 3, 8, Some("hann"), true)?;
        pairs([hann, ops::stft(&signals(&x[0]), 8, 4, 8, None, false)?])
    };
    "istft" |x| {
        let (re, im) = ops::stft(&signals(&x[0]), 6, 2, 8, Some("hann"), true)?;
        vec![ops::istft((&re, &im), 6, 2, 8, None, "hann", true)?]
    };
    "correlate" |x| {
        let all = ["valid", "same", "full"].map(|mode| ops::correlate(&ops::ravel(&x[0]), &x[1], mode));
        all.into_iter().collect::<Result<Vec<_>>>()?
    };
    "conv" |x| vec![ops::conv(&x[0], &kernel(&x[0], 0, &[2, 2, 2, 4]), &[2, 1], "same", &[1, 1])?];
    "depthwise_conv" |x| {
        vec![ops::depthwise_conv(&x[0], &kernel(&x[0], 0, &[2, 2, 4, 2]), &[1, 1], "valid", &[1, 1])?]
    };
    "separable_conv" |x| {
        let (depthwise, pointwise) = (kernel(&x[0], 0, &[2, 2, 4, 2]), kernel(&x[0], 8, &[1, 1, 8, 3]));
        vec![ops::separable_conv(&x[0], &depthwise, &pointwise, &[1, 1], "same", &[1, 1])?]
    };
    "conv_transpose" |x| {
        let (same, valid) = (kernel(&x[0], 0, &[3, 1, 3, 4]), kernel(&x[0], 0, &[3, 2, 2, 4]));
        vec![
            ops::conv_transpose(&x[0], &same, &[2, 3], "same", &[1, 1])?,
            ops::conv_transpose(&x[0], &valid, &[2, 3], "valid", &[1, 1])?,
        ]
    };
    "max_pool" |x| vec![ops::max_pool(&x[0], &[3, 2], &[2, 1], "same")?];
    "average_pool" |x| vec![ops::average_pool(&x[0], &[3, 2], &[2, 1], "same")?];
    "adaptive_average_pool" |x| vec![ops::adaptive_average_pool(&x[0], &[3, 2])?];
    "adaptive_max_pool" |x| vec![ops::adaptive_max_pool(&x[0], &[3, 2])?];
    "unfold" |x| vec![ops::unfold(&x[0], [2, 2], [1, 2], [1, 0], [2, 1])];
    "fold" |x| {
        let blocks = ops::unfold(&x[0], [2, 2], [1, 2], [1, 0], [2, 1]);
        vec![ops::fold(&blocks, [3, 4], [2, 2], [1, 2], [1, 0], [2, 1])]
    };
    "einsum" |x| vec![
        ops::einsum("abc,cd->adb", &[&x[0], &x[1]])?,
        ops::einsum("abc,cd,ce", &[&x[0], &x[1], &x[2]])?,
        ops::einsum("...c,ce->...e", &[&x[0], &x[2]])?,
        ops::einsum("ab->b", &[&x[1]])?,
    ];
    "rearrange" |x| vec![
        ops::rearrange(&x[0], "a b (c d) -> (a c) d b", &[("c", 2)])?,
        ops::rearrange(&x[0], "a b c -> c (b a)", &[])?,
    ];
    "ctc_decode" |x| {
        let lengths = ops::array(&[3.0, 2.0], &[2]);
        let scores = ops::sin(&(&x[0] * 7.0));
        let greedy = |merge, blank| ops::ctc_decode(&scores, &lengths, "greedy", 0, 0, merge, blank);
        let (scores, lengths) = (ops::sin(&(ops::reshape(&x[1], &[3, 8, 2]) * 5.0)), ops::array(&[8.0, 5.0, 1.0], &[3]));
        let (more, numbers) = (ops::sin(&(ops::reshape(&x[1], &[2, 6, 4]) * 5.0)), ops::array(&[6.0, 4.0], &[2]));
        pairs([
            greedy(true, 0)?,
            greedy(false, 1)?,
            ops::ctc_decode(&scores, &lengths, "beam_search", 4, 3, true, 1)?,
            ops::ctc_decode(&more, &numbers, "beam_search", 3, 2, true, 0)?,
            ops::ctc_decode(&more, &numbers, "beam_search", 40, 4, true, 3)?,
        ])
    };
}
