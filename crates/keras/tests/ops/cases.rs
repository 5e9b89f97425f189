//! Every function of `keras.ops` that is here, on the inputs of the golden file.

use std::collections::BTreeSet;

use keras::Result;
use keras::ops::{self, Axes, Tensor};
use serde_json::Value as Json;
use stablehlo::{ElementType, Literal, TensorType, interpret};

use super::image_cases::{self, RANDOM};
use super::more_cases::{self, ON_PROCESSOR};

pub type Formula = fn(&[Tensor]) -> Result<Vec<Tensor>>;

pub fn pair(both: (Tensor, Tensor)) -> Vec<Tensor> {
    vec![both.0, both.1]
}

macro_rules! cases {
    ($($name:literal |$x:ident| $body:expr;)*) => {
        pub const CASES: &[(&str, Formula)] = &[$(($name, |$x| Ok($body))),*];
    };
}
pub(super) use cases;

#[rustfmt::skip]
cases! {
    "digitize" |x| vec![ops::digitize(&x[0], &[-1.0, 0.0, 0.75])];
    "searchsorted" |x| vec![ops::searchsorted(&ops::unstack(&x[0], 1)[0], &x[1], true)];
    "isin" |x| vec![ops::isin(&x[0], &x[1])];
    "take_along_axis" |x| vec![ops::take_along_axis(&x[0], &ops::mod_(&x[1], &ops::full_like(&x[1], 3.0)), 1)];
    "trapezoid" |x| vec![ops::trapezoid(&x[0], 0.5, 1)];
    "vander" |x| vec![ops::vander(&x[0], 4, false)];
    "array_split" |x| ops::array_split(&x[0], 3, 0);
    "hsplit" |x| ops::hsplit(&x[0], 2);
    "vsplit" |x| ops::vsplit(&x[0], 2);
    "dsplit" |x| ops::dsplit(&x[0], 2);
    "dstack" |x| vec![ops::dstack(&[&x[0], &x[1]])?];
    "cdist" |x| vec![ops::cdist(&x[0], &x[1])];
    "select" |x| vec![ops::select(&[&x[0], &ops::greater(&x[1], &ops::zeros_like(&x[1]))], &[&x[1], &x[2]], 7.0)?];
    "conjugate" |x| vec![ops::conjugate(&x[0])];
    "conj" |x| vec![ops::conj(&x[0])];
    "fmod" |x| vec![ops::fmod(&x[0], &x[1])];
    "space_to_depth" |x| vec![ops::space_to_depth(&ops::slice(&x[0], &[0; 4], &[1, 4, 2, 4]), 2)];
    "depth_to_space" |x| vec![ops::depth_to_space(&x[0], 2)];
    "sparsemax" |x| vec![ops::sparsemax(&x[0], 0)];
    "corrcoef" |x| vec![ops::corrcoef(&ops::sin(&(&x[0] * 3.0)))];
    "segment_sum" |x| vec![ops::segment_sum(&x[0], &x[1], 3)];
    "segment_prod" |x| vec![ops::segment_prod(&x[0], &x[1], 3)];
    "segment_max" |x| vec![ops::segment_max(&x[0], &x[1], 3)];
    "segment_min" |x| vec![ops::segment_min(&x[0], &x[1], 3)];
    "extract_sequences" |x| vec![ops::extract_sequences(&x[0], 2, 1)];
    "unravel_index" |x| ops::unravel_index(&x[0], &[2, 3]);
    "absolute" |x| vec![ops::absolute(&x[0])];
    "abs" |x| vec![ops::abs(&x[0])];
    "fabs" |x| vec![ops::fabs(&x[0])];
    "negative" |x| vec![ops::negative(&x[0])];
    "sign" |x| vec![ops::sign(&x[0])];
    "square" |x| vec![ops::square(&x[0])];
    "exp" |x| vec![ops::exp(&x[0])];
    "exp2" |x| vec![ops::exp2(&x[0])];
    "expm1" |x| vec![ops::expm1(&x[0])];
    "sin" |x| vec![ops::sin(&x[0])];
    "cos" |x| vec![ops::cos(&x[0])];
    "tan" |x| vec![ops::tan(&x[0])];
    "arctan" |x| vec![ops::arctan(&x[0])];
    "sinh" |x| vec![ops::sinh(&x[0])];
    "cosh" |x| vec![ops::cosh(&x[0])];
    "tanh" |x| vec![ops::tanh(&x[0])];
    "arcsinh" |x| vec![ops::arcsinh(&x[0])];
    "erf" |x| vec![ops::erf(&x[0])];
    "erfc" |x| vec![ops::erfc(&x[0])];
    "ceil" |x| vec![ops::ceil(&x[0])];
    "floor" |x| vec![ops::floor(&x[0])];
    "round" |x| vec![ops::round(&x[0])];
    "trunc" |x| vec![ops::trunc(&x[0])];
    "deg2rad" |x| vec![ops::deg2rad(&x[0])];
    "rad2deg" |x| vec![ops::rad2deg(&x[0])];
    "sinc" |x| vec![ops::sinc(&x[0])];
    "signbit" |x| vec![ops::signbit(&x[0])];
    "copy" |x| vec![ops::copy(&x[0])];
    "angle" |x| vec![ops::angle(&x[0])];
    "isreal" |x| vec![ops::isreal(&x[0])];
    "real" |x| vec![ops::real(&x[0])];
    "imag" |x| vec![ops::imag(&x[0])];
    "relu" |x| vec![ops::relu(&x[0])];
    "relu6" |x| vec![ops::relu6(&x[0])];
    "selu" |x| vec![ops::selu(&x[0])];
    "sigmoid" |x| vec![ops::sigmoid(&x[0])];
    "log_sigmoid" |x| vec![ops::log_sigmoid(&x[0])];
    "silu" |x| vec![ops::silu(&x[0])];
    "swish" |x| vec![ops::swish(&x[0])];
    "hard_sigmoid" |x| vec![ops::hard_sigmoid(&x[0])];
    "hard_silu" |x| vec![ops::hard_silu(&x[0])];
    "hard_swish" |x| vec![ops::hard_swish(&x[0])];
    "hard_tanh" |x| vec![ops::hard_tanh(&x[0])];
    "tanh_shrink" |x| vec![ops::tanh_shrink(&x[0])];
    "softplus" |x| vec![ops::softplus(&x[0])];
    "softsign" |x| vec![ops::softsign(&x[0])];
    "sparse_plus" |x| vec![ops::sparse_plus(&x[0])];
    "sparse_sigmoid" |x| vec![ops::sparse_sigmoid(&x[0])];
    "ravel" |x| vec![ops::ravel(&x[0])];
    "fliplr" |x| vec![ops::fliplr(&x[0])];
    "flipud" |x| vec![ops::flipud(&x[0])];
    "zeros_like" |x| vec![ops::zeros_like(&x[0])];
    "ones_like" |x| vec![ops::ones_like(&x[0])];
    "stop_gradient" |x| vec![ops::stop_gradient(&x[0])];
    "isfinite" |x| vec![ops::isfinite(&x[0])];
    "cbrt" |x| vec![ops::cbrt(&x[0])];
    "logical_not" |x| vec![ops::logical_not(&x[0])];
    "empty_like" |x| vec![ops::empty_like(&x[0])];
    "sqrt" |x| vec![ops::sqrt(&x[0])];
    "rsqrt" |x| vec![ops::rsqrt(&x[0])];
    "reciprocal" |x| vec![ops::reciprocal(&x[0])];
    "log" |x| vec![ops::log(&x[0])];
    "log1p" |x| vec![ops::log1p(&x[0])];
    "log2" |x| vec![ops::log2(&x[0])];
    "log10" |x| vec![ops::log10(&x[0])];
    "arccosh" |x| vec![ops::arccosh(&(&x[0] + 1.0))];
    "arcsin" |x| vec![ops::arcsin(&x[0])];
    "arccos" |x| vec![ops::arccos(&x[0])];
    "arctanh" |x| vec![ops::arctanh(&x[0])];
    "erfinv" |x| vec![ops::erfinv(&x[0])];
    "isnan" |x| vec![ops::isnan(&x[0])];
    "isinf" |x| vec![ops::isinf(&x[0])];
    "isposinf" |x| vec![ops::isposinf(&x[0])];
    "isneginf" |x| vec![ops::isneginf(&x[0])];
    "nan_to_num" |x| vec![ops::nan_to_num(&x[0], 1.0, 9.0, -9.0)];
    "bitwise_not" |x| vec![ops::bitwise_not(&x[0])];
    "bitwise_invert" |x| vec![ops::bitwise_invert(&x[0])];
    "clip" |x| vec![ops::clip(&x[0], -1.0, 2.0)];
    "cast" |x| vec![ops::cast(&x[0], "int32")];
    "mish" |x| vec![ops::mish(&x[0])];
    "leaky_relu" |x| vec![ops::leaky_relu(&x[0], 0.2)];
    "elu" |x| vec![ops::elu(&x[0], 1.5)];
    "celu" |x| vec![ops::celu(&x[0], 1.5)];
    "gelu" |x| vec![ops::gelu(&x[0], true)];
    "hard_shrink" |x| vec![ops::hard_shrink(&x[0], 0.5)];
    "soft_shrink" |x| vec![ops::soft_shrink(&x[0], 0.5)];
    "threshold" |x| vec![ops::threshold(&x[0], 0.5, 7.0)];
    "squareplus" |x| vec![ops::squareplus(&x[0], 4.0)];
    "glu" |x| vec![ops::glu(&x[0], -1)];
    "softmax" |x| vec![ops::softmax(&x[0], 1)];
    "log_softmax" |x| vec![ops::log_softmax(&x[0], -1)];
    "layer_normalization" |x| vec![ops::layer_normalization(&x[0], -1, 0.01)];
    "rms_normalization" |x| vec![ops::rms_normalization(&x[0], -1, 0.01)];
    "batch_normalization" |x| vec![ops::batch_normalization(&x[0], &x[1], &ops::unstack(&x[2], 0)[0], 0.01)];
    "categorical_crossentropy" |x| vec![ops::categorical_crossentropy(&x[0], &x[1], false)];
    "binary_crossentropy" |x| vec![ops::binary_crossentropy(&x[0], &x[1], false)];
    "sparse_categorical_crossentropy" |x| vec![ops::sparse_categorical_crossentropy(&x[0], &x[1], false)];
    "dot_product_attention" |x| vec![ops::dot_product_attention(&x[0], &(&x[0] * 0.5), &(&x[0] + 1.0))];
    "psnr" |x| vec![ops::psnr(&x[0], &x[1], 2.0)];
    "in_top_k" |x| vec![ops::in_top_k(&x[0], &x[1], 1)];
    "add" |x| vec![ops::add(&x[0], &x[1])];
    "subtract" |x| vec![ops::subtract(&x[0], &x[1])];
    "multiply" |x| vec![ops::multiply(&x[0], &x[1])];
    "divide" |x| vec![ops::divide(&x[0], &x[1])];
    "true_divide" |x| vec![ops::true_divide(&x[0], &x[1])];
    "maximum" |x| vec![ops::maximum(&x[0], &x[1])];
    "minimum" |x| vec![ops::minimum(&x[0], &x[1])];
    "arctan2" |x| vec![ops::arctan2(&x[0], &x[1])];
    "hypot" |x| vec![ops::hypot(&x[0], &x[1])];
    "logaddexp" |x| vec![ops::logaddexp(&x[0], &x[1])];
    "logaddexp2" |x| vec![ops::logaddexp2(&x[0], &x[1])];
    "heaviside" |x| vec![ops::heaviside(&x[0], &x[1])];
    "equal" |x| vec![ops::equal(&x[0], &x[1])];
    "not_equal" |x| vec![ops::not_equal(&x[0], &x[1])];
    "greater" |x| vec![ops::greater(&x[0], &x[1])];
    "greater_equal" |x| vec![ops::greater_equal(&x[0], &x[1])];
    "less" |x| vec![ops::less(&x[0], &x[1])];
    "less_equal" |x| vec![ops::less_equal(&x[0], &x[1])];
    "logical_and" |x| vec![ops::logical_and(&x[0], &x[1])];
    "logical_or" |x| vec![ops::logical_or(&x[0], &x[1])];
    "logical_xor" |x| vec![ops::logical_xor(&x[0], &x[1])];
    "append" |x| vec![ops::append(&x[0], &x[1], 1)];
    "divide_no_nan" |x| vec![ops::divide_no_nan(&x[0], &x[1])];
    "floor_divide" |x| vec![ops::floor_divide(&x[0], &x[1])];
    "mod" |x| vec![ops::mod_(&x[0], &x[1])];
    "power" |x| vec![ops::power(&x[0], &x[1])];
    "fmax" |x| vec![ops::fmax(&x[0], &x[1])];
    "fmin" |x| vec![ops::fmin(&x[0], &x[1])];
    "ldexp" |x| vec![ops::ldexp(&x[0], &x[1])];
    "nextafter" |x| vec![ops::nextafter(&x[0], &x[1])];
    "bitwise_and" |x| vec![ops::bitwise_and(&x[0], &x[1])];
    "bitwise_or" |x| vec![ops::bitwise_or(&x[0], &x[1])];
    "bitwise_xor" |x| vec![ops::bitwise_xor(&x[0], &x[1])];
    "bitwise_left_shift" |x| vec![ops::bitwise_left_shift(&x[0], &x[1])];
    "left_shift" |x| vec![ops::left_shift(&x[0], &x[1])];
    "bitwise_right_shift" |x| vec![ops::bitwise_right_shift(&x[0], &x[1])];
    "right_shift" |x| vec![ops::right_shift(&x[0], &x[1])];
    "where" |x| vec![ops::where_(&x[0], &x[1], &x[2])];
    "isclose" |x| vec![ops::isclose(&x[0], &x[1], 0.1, 1.5)];
    "allclose" |x| vec![ops::allclose(&x[0], &x[1], 0.1, 9.0)];
    "sum" |x| vec![ops::sum(&x[0], 1, false)];
    "prod" |x| vec![ops::prod(&x[0], 1, false)];
    "mean" |x| vec![ops::mean(&x[0], 1, false)];
    "var" |x| vec![ops::var(&x[0], 1, false)];
    "std" |x| vec![ops::std(&x[0], 1, false)];
    "max" |x| vec![ops::max(&x[0], 1, false)];
    "amax" |x| vec![ops::amax(&x[0], 1, false)];
    "min" |x| vec![ops::min(&x[0], 1, false)];
    "amin" |x| vec![ops::amin(&x[0], 1, false)];
    "ptp" |x| vec![ops::ptp(&x[0], 1, false)];
    "logsumexp" |x| vec![ops::logsumexp(&x[0], 1, false)];
    "all" |x| vec![ops::all(&x[0], 0, false)];
    "any" |x| vec![ops::any(&x[0], 0, false)];
    "count_nonzero" |x| vec![ops::count_nonzero(&x[0], 0)];
    "average" |x| vec![ops::average(&x[0], &x[1], 1)];
    "moments" |x| pair(ops::moments(&x[0], [0, 2], false));
    "nansum" |x| vec![ops::nansum(&x[0], 1, false)];
    "nanprod" |x| vec![ops::nanprod(&x[0], 1, false)];
    "nanmax" |x| vec![ops::nanmax(&x[0], 1, false)];
    "nanmin" |x| vec![ops::nanmin(&x[0], 1, false)];
    "nanmean" |x| vec![ops::nanmean(&x[0], 1, false)];
    "nanvar" |x| vec![ops::nanvar(&x[0], 1, false)];
    "nanstd" |x| vec![ops::nanstd(&x[0], 1, false)];
    "nanargmax" |x| vec![ops::nanargmax(&x[0], 1)];
    "nanargmin" |x| vec![ops::nanargmin(&x[0], 1)];
    "nancumsum" |x| vec![ops::nancumsum(&x[0], 1)];
    "nancumprod" |x| vec![ops::nancumprod(&x[0], 1)];
    "argmax" |x| vec![ops::argmax(&x[0], -1)];
    "argmin" |x| vec![ops::argmin(&x[0], -1)];
    "cumsum" |x| vec![ops::cumsum(&x[0], -1)];
    "cumprod" |x| vec![ops::cumprod(&x[0], -1)];
    "sort" |x| vec![ops::sort(&x[0], -1)];
    "argsort" |x| vec![ops::argsort(&x[0], -1)];
    "median" |x| vec![ops::median(&x[0], 2, false)];
    "quantile" |x| vec![ops::quantile(&x[0], 0.3, 2, false)];
    "percentile" |x| vec![ops::percentile(&x[0], 30.0, 2, false)];
    "top_k" |x| pair(ops::top_k(&x[0], 2));
    "norm" |x| vec![ops::norm(&x[0], 2.0, 1, false)];
    "normalize" |x| vec![ops::normalize(&x[0], 1, 2.0)];
    "reshape" |x| vec![ops::reshape(&x[0], &[4, -1])];
    "expand_dims" |x| vec![ops::expand_dims(&x[0], -1)];
    "squeeze" |x| vec![ops::squeeze(&ops::expand_dims(&x[0], 1), Axes::All)];
    "transpose" |x| vec![ops::transpose(&x[0], &[2, 0, 1])];
    "swapaxes" |x| vec![ops::swapaxes(&x[0], 0, 2)];
    "moveaxis" |x| vec![ops::moveaxis(&x[0], 0, -1)];
    "broadcast_to" |x| vec![ops::broadcast_to(&x[0], &[2, 3])];
    "concatenate" |x| vec![ops::concatenate(&[&x[0], &x[1]], 0)?];
    "stack" |x| vec![ops::stack(&[&x[0], &x[1]], 1)?];
    "hstack" |x| vec![ops::hstack(&[&x[0], &x[1]])?];
    "vstack" |x| vec![ops::vstack(&[&x[0], &x[1]])?];
    "unstack" |x| ops::unstack(&x[0], 1);
    "split" |x| ops::split(&x[0], 2, 2);
    "slice" |x| vec![ops::slice(&x[0], &[0, 1, 2], &[2, 2, 1])];
    "pad" |x| vec![ops::pad(&x[0], &[(1, 0), (0, 2)], 5.0)];
    "flip" |x| vec![ops::flip(&x[0], 1)];
    "roll" |x| vec![ops::roll(&x[0], -1, 2)];
    "repeat" |x| vec![ops::repeat(&x[0], 2, 1)];
    "tile" |x| vec![ops::tile(&x[0], &[2, 1, 2])];
    "take" |x| vec![ops::take(&x[0], &(ops::minimum(&x[1], &ops::full_like(&x[1], 2.0)) - 1.0), 1)];
    "tril" |x| vec![ops::tril(&x[0], -1)];
    "triu" |x| vec![ops::triu(&x[0], 1)];
    "diff" |x| vec![ops::diff(&x[0], 1)];
    "rot90" |x| vec![ops::rot90(&x[0], 1)];
    "full_like" |x| vec![ops::full_like(&x[0], 2.5)];
    "one_hot" |x| vec![ops::one_hot(&x[0], 3)];
    "multi_hot" |x| vec![ops::multi_hot(&x[0], 4)];
    "diag" |x| vec![ops::diag(&x[0])];
    "diagflat" |x| vec![ops::diagflat(&x[0])];
    "matmul" |x| vec![ops::matmul(&x[0], &x[1])];
    "dot" |x| vec![ops::dot(&x[0], &ops::transpose(&x[1], &[]))];
    "vdot" |x| vec![ops::vdot(&x[0], &x[1])];
    "inner" |x| vec![ops::inner(&x[0], &x[1])];
    "outer" |x| vec![ops::outer(&x[0], &x[1])];
    "tensordot" |x| vec![ops::tensordot(&x[0], &x[1], &[1, 2], &[1, 0])];
    "diagonal" |x| vec![ops::diagonal(&x[0], 1)];
    "trace" |x| vec![ops::trace(&x[0], -1)];
    "cross" |x| vec![ops::cross(&x[0], &x[1])];
    "kron" |x| vec![ops::kron(&x[0], &x[1])];
}

fn number(json: &Json) -> f64 {
    match json.as_str() {
        Some("nan") => f64::NAN,
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        _ => json.as_f64().expect("a number"),
    }
}

fn numbers(json: &Json) -> Vec<f64> {
    json.as_array().expect("a list").iter().map(number).collect()
}

fn tensor(json: &Json) -> Literal {
    let dims: Vec<usize> = numbers(&json["shape"]).iter().map(|d| *d as usize).collect();
    let element = match json["dtype"].as_str() {
        Some("bool") => ElementType::I1,
        Some("int32") => ElementType::I32,
        _ => ElementType::F32,
    };
    Literal::from_f64(TensorType::new(element, dims), &numbers(&json["values"])).expect("values fit the shape")
}

fn all() -> impl Iterator<Item = &'static (&'static str, Formula)> {
    CASES.iter().chain(more_cases::CASES).chain(image_cases::CASES)
}

fn golden() -> Json {
    serde_json::from_str(include_str!("golden/ops.json")).expect("the golden file is JSON")
}

/// How close values are: Keras computes the weights of pixels in `float32`.
fn tolerance(name: &str) -> f64 {
    if name.starts_with("image.") { 1e-5 } else { 2e-6 }
}

/// Equal within a tolerance relative to the larger magnitude, or both NaN; integers and booleans exactly,
/// with the tolerance 0.
fn close(got: f64, expected: f64, tolerance: f64) -> bool {
    if got.is_nan() || expected.is_nan() {
        return got.is_nan() == expected.is_nan();
    }
    got == expected || (got - expected).abs() <= tolerance * expected.abs().max(0.1)
}

fn run(formula: Formula, inputs: &[Literal]) -> Result<Vec<Literal>> {
    let types: Vec<TensorType> = inputs.iter().map(|x| x.ty().clone()).collect();
    let module = ops::program(&types, formula)?;
    stablehlo::verify(&module)?;
    Ok(interpret::evaluate(&module, inputs)?)
}

#[test]
fn functions_have_keras_values() {
    let golden = golden();
    let mut failures = Vec::new();
    for (name, formula) in all() {
        let case = &golden["cases"][*name];
        let inputs = case["inputs"].as_array().expect("a list");
        let inputs: Vec<Literal> = inputs.iter().map(|key| tensor(&golden["inputs"][key.as_str().unwrap()])).collect();
        let expected = case["results"].as_array().expect("a list");
        let results = match run(*formula, &inputs) {
            Ok(results) => results,
            Err(error) => {
                failures.push(format!("{name}: {error}"));
                continue;
            }
        };
        if results.len() != expected.len() {
            failures.push(format!("{name}: {} results instead of {}", results.len(), expected.len()));
        }
        for (got, expected) in results.iter().zip(expected) {
            let shape: Vec<f64> = got.ty().dims.iter().map(|d| *d as f64).collect();
            let (values, wanted) = (got.to_f64_vec().expect("numbers"), numbers(&expected["values"]));
            let kind = expected["dtype"].as_str().unwrap_or_default();
            let exact = !kind.starts_with("float");
            let tolerance = if exact { 0.0 } else { tolerance(name) };
            let same_kind = got.ty().element.is_float() != exact && (kind == "bool") == got.ty().element.is_bool();
            if shape != numbers(&expected["shape"]) || !same_kind {
                failures.push(format!("{name}: {} instead of {kind} {}", got.ty(), expected["shape"]));
            } else if !values.iter().zip(&wanted).all(|(got, wanted)| close(*got, *wanted, tolerance)) {
                failures.push(format!("{name}: {values:?} instead of {wanted:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_function_has_a_golden_case() {
    let golden = golden();
    let written: BTreeSet<&str> = golden["cases"].as_object().expect("cases").keys().map(String::as_str).collect();
    let tested: BTreeSet<&str> = all().map(|(name, _)| *name).collect();
    let names = ops::NAMES.iter().flat_map(|file| file.iter()).map(|n| n.trim_end_matches('_'));
    let names = names.filter(|name| !ON_PROCESSOR.contains(name)).map(str::to_owned);
    let of_images = ops::image::NAMES.iter().flat_map(|file| file.iter()).filter(|name| **name != RANDOM);
    let declared: BTreeSet<String> = names.chain(of_images.map(|name| format!("image.{name}"))).collect();
    assert_eq!(tested, written);
    assert_eq!(tested, declared.iter().map(String::as_str).collect::<BTreeSet<&str>>());
}
