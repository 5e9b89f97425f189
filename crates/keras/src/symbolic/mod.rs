//! Functions of `keras.ops` on symbolic tensors: each call is a step of the model, which its files have.
//!
//! Names and meanings are those of [`ops`], whose functions are for formulas of layers. An argument is a
//! tensor, an [`Input`](crate::Input) or a number, in some functions a list: see [`Argument`].
//! The batch is the first dimension, -1 in the shape of [`reshape`]. Operators mean what they mean in Keras:
//! `&x + 1.0` is [`add`], `&x / &y` is [`true_divide`], `!x` is [`logical_not`]. [`get_item`] is `x[key]`.
//!
//! Expressions need no `?`: a tensor remembers the first error, such as shapes that cannot be broadcast, and
//! the layer or the model that takes it returns the error.
//!
//! ```
//! use keras::layers::Dense;
//! use keras::{Input, Model, symbolic};
//! let x = Input::new([4]);
//! let y = Dense::new(4).call(&x)?;
//! let residual = 0.5 * (&y + &x) / (1.0 + symbolic::exp(-y));
//! let model = Model::new(&x, &symbolic::mean(residual, -1, true))?;
//! assert_eq!(model.to_json()["config"]["layers"][2]["module"], "keras.src.ops.numpy");
//!
//! let wrong = symbolic::reshape(&x, &[-1, 3]) + 1.0;
//! assert!(Model::new(&x, &wrong).unwrap_err().to_string().contains("reshape"));
//! # Ok::<(), keras::Error>(())
//! ```

mod argument;
mod formulas;
mod item;
mod key;
mod operands;
mod operation;
mod operators;
mod reading;

use serde_json::{Value as Json, json};

pub use argument::Argument;
use formulas::{
    adapted, average, batch_normalized, convolved, corner, dot_product_attention, linspace, moved, norm, padded,
    pooled, quantile, rolled, scaled, separable, slice, split_at, tensordot, unstacked,
};
use item::item;
pub use key::{Index, Key};
pub(crate) use operation::Operation;
use operation::{Function, step, steps};

use crate::error::Result;
use crate::graph::KerasTensor;
use crate::objects::Field as _;
use crate::ops::{self, Axes};

const NUMPY: &str = "keras.src.ops.numpy";
const NN: &str = "keras.src.ops.nn";
const CORE: &str = "keras.src.ops.core";
const MATH: &str = "keras.src.ops.math";
const LINALG: &str = "keras.src.ops.linalg";

/// Declares the table: functions of one tensor, of two, of two of whole numbers, of a tensor and an axis,
/// reductions, positions of extremes, other functions, and those of several results. The last two have what a
/// call from Rust is given, tensors and then settings, if there is one.
macro_rules! symbolic_functions {
    (
        one { $($one_module:ident $one:ident $one_function:ident;)* }
        two { $($two_module:ident $two:ident $two_function:ident;)* }
        integers { $($integers:ident $integers_function:ident;)* }
        along { $($along_module:ident $along:ident $along_function:ident;)* }
        reductions { $($reduction_module:ident $reduction:ident $reduction_function:ident;)* }
        picks { $($pick:ident $pick_function:ident;)* }
        others { $(
            $module:ident $class:ident
            $(fn $function:ident($($tensor:ident),*; $($setting:ident: $ty:ty),*))?
            |$operands:ident| $formula:expr;
        )* }
        several { $(
            $several_module:ident $several:ident
            $(fn $several_function:ident($($several_setting:ident: $several_ty:ty),*))?
            |$these:ident| $results:expr;
        )* }
    ) => {
        symbolic_functions! { @rows
            $($one_module $one |o| vec![ops::$one_function(&o.tensor(0)?)];)*
            $($two_module $two |o| vec![ops::$two_function(&o.tensor(0)?, &o.tensor(1)?)];)*
            $(NUMPY $integers |o| vec![ops::$integers_function(&o.integers(0)?, &o.integers(1)?)];)*
            $($along_module $along |o| vec![ops::$along_function(&o.tensor(0)?, o.axis()?)];)*
            $($reduction_module $reduction |o| {
                vec![ops::$reduction_function(&o.tensor(0)?, o.axes()?, o.keepdims()?)]
            };)*
            $(NUMPY $pick |o| {
                let (axis, y) = (o.axis()?, ops::$pick_function(&o.tensor(0)?, o.axis()?));
                vec![if o.keepdims()? { ops::expand_dims(&y, axis) } else { y }]
            };)*
            $($module $class |$operands| vec![$formula];)*
            $($several_module $several |$these| $results;)*
        }
        $(symbolic_functions! { @function $one $one_function(x;) })*
        $(symbolic_functions! { @function $two $two_function(x1, x2;) })*
        $(symbolic_functions! { @function $integers $integers_function(x1, x2;) })*
        $(symbolic_functions! { @function $along $along_function(x; axis: i64) })*
        $(
            #[doc = symbolic_functions!(@doc $reduction_function)]
            pub fn $reduction_function(x: impl Into<Argument>, axis: impl Into<Axes>, keepdims: bool) -> KerasTensor {
                let settings = [("axis", axis.into().to_json()), ("keepdims", json!(keepdims))];
                step(&rows::$reduction, &[x.into()], &settings)
            }
        )*
        $(symbolic_functions! { @function $pick $pick_function(x; axis: i64) })*
        $($(symbolic_functions! { @function $class $function($($tensor),*; $($setting: $ty),*) })?)*
        $($(
            #[doc = symbolic_functions!(@doc $several_function)]
            ///
            /// # Errors
            /// If the arguments do not fit.
            pub fn $several_function(
                x: impl Into<Argument>,
                $($several_setting: $several_ty),*
            ) -> Result<Vec<KerasTensor>> {
                let settings = [$((stringify!($several_setting), json!($several_setting))),*];
                steps(&rows::$several, &[x.into()], &settings)
            }
        )?)*
    };
    (@rows $($module:ident $class:ident |$operands:ident| $results:expr;)*) => {
        /// The rows of the table, by the names of their classes.
        #[allow(non_upper_case_globals, reason = "classes of Keras have these names")]
        mod rows {
            use super::*;
            $(pub const $class: Function = Function {
                module: $module, class: stringify!($class), formula: |$operands| Ok($results),
            };)*
        }
        const FUNCTIONS: &[&Function] = &[$(&rows::$class),*];
    };
    (@function $class:ident $function:ident($($tensor:ident),*; $($setting:ident: $ty:ty),*)) => {
        #[doc = symbolic_functions!(@doc $function)]
        pub fn $function($($tensor: impl Into<Argument>,)* $($setting: $ty),*) -> KerasTensor {
            let settings: &[(&str, Json)] = &[$((stringify!($setting), json!($setting))),*];
            step(&rows::$class, &[$($tensor.into()),*], settings)
        }
    };
    (@doc $function:ident) => {
        concat!("[`ops::", stringify!($function), "`](crate::ops::", stringify!($function), ") as a step of the model.")
    };
}

symbolic_functions! {
    one {
        NUMPY Absolute absolute;
        NUMPY Abs abs;
        NUMPY Angle angle;
        NUMPY Arccos arccos;
        NUMPY Arccosh arccosh;
        NUMPY Arcsin arcsin;
        NUMPY Arcsinh arcsinh;
        NUMPY Arctan arctan;
        NUMPY Arctanh arctanh;
        NUMPY Cbrt cbrt;
        NUMPY Ceil ceil;
        NUMPY Conj conj;
        NUMPY Conjugate conjugate;
        NUMPY Copy copy;
        NUMPY Cos cos;
        NUMPY Cosh cosh;
        NUMPY Deg2rad deg2rad;
        NUMPY Exp exp;
        NUMPY Exp2 exp2;
        NUMPY Expm1 expm1;
        NUMPY Fabs fabs;
        NUMPY Fliplr fliplr;
        NUMPY Floor floor;
        NUMPY I0 i0;
        NUMPY Isfinite isfinite;
        NUMPY Isinf isinf;
        NUMPY Isnan isnan;
        NUMPY Isneginf isneginf;
        NUMPY Isposinf isposinf;
        NUMPY Log log;
        NUMPY Log1p log1p;
        NUMPY Log2 log2;
        NUMPY Log10 log10;
        NUMPY LogicalNot logical_not;
        NUMPY Negative negative;
        NUMPY Rad2deg rad2deg;
        NUMPY Real real;
        NUMPY Reciprocal reciprocal;
        NUMPY Sign sign;
        NUMPY Signbit signbit;
        NUMPY Sin sin;
        NUMPY Sinc sinc;
        NUMPY Sinh sinh;
        NUMPY Sqrt sqrt;
        NUMPY Square square;
        NUMPY Tan tan;
        NUMPY Tanh tanh;
        NUMPY Trunc trunc;
        MATH Erf erf;
        MATH Erfc erfc;
        MATH Erfinv erfinv;
        MATH Logdet logdet;
        MATH Rsqrt rsqrt;
        LINALG Det det;
        LINALG Inv inv;
        CORE StopGradient stop_gradient;
        NN HardSigmoid hard_sigmoid;
        NN HardSilu hard_silu;
        NN HardTanh hard_tanh;
        NN LogSigmoid log_sigmoid;
        NN Mish mish;
        NN Relu relu;
        NN Relu6 relu6;
        NN Selu selu;
        NN Sigmoid sigmoid;
        NN Silu silu;
        NN Softplus softplus;
        NN Softsign softsign;
        NN SparsePlus sparse_plus;
        NN SparseSigmoid sparse_sigmoid;
        NN TanhShrink tanh_shrink;
    }
    two {
        NUMPY Add add;
        NUMPY Arctan2 arctan2;
        NUMPY Divide divide;
        NUMPY DivideNoNan divide_no_nan;
        NUMPY Dot dot;
        NUMPY Equal equal;
        NUMPY FloorDivide floor_divide;
        NUMPY Fmax fmax;
        NUMPY Fmin fmin;
        NUMPY Fmod fmod;
        NUMPY Greater greater;
        NUMPY GreaterEqual greater_equal;
        NUMPY Heaviside heaviside;
        NUMPY Hypot hypot;
        NUMPY Inner inner;
        NUMPY IsIn isin;
        NUMPY Ldexp ldexp;
        NUMPY Less less;
        NUMPY LessEqual less_equal;
        NUMPY Logaddexp logaddexp;
        NUMPY Logaddexp2 logaddexp2;
        NUMPY LogicalAnd logical_and;
        NUMPY LogicalOr logical_or;
        NUMPY LogicalXor logical_xor;
        NUMPY Matmul matmul;
        NUMPY Maximum maximum;
        NUMPY Minimum minimum;
        NUMPY Mod mod_;
        NUMPY Multiply multiply;
        NUMPY Nextafter nextafter;
        NUMPY NotEqual not_equal;
        NUMPY Power power;
        NUMPY Subtract subtract;
        NUMPY TrueDivide true_divide;
        MATH CDist cdist;
        LINALG Solve solve;
    }
    integers {
        BitwiseAnd bitwise_and;
        BitwiseLeftShift bitwise_left_shift;
        BitwiseOr bitwise_or;
        BitwiseRightShift bitwise_right_shift;
        BitwiseXor bitwise_xor;
        Gcd gcd;
        Lcm lcm;
        LeftShift left_shift;
        RightShift right_shift;
    }
    along {
        NUMPY Argsort argsort;
        NUMPY Cumprod cumprod;
        NUMPY Cumsum cumsum;
        NUMPY Nancumprod nancumprod;
        NUMPY Nancumsum nancumsum;
        NUMPY Sort sort;
        NN Glu glu;
        NN LogSoftmax log_softmax;
        NN Softmax softmax;
        NN Sparsemax sparsemax;
    }
    reductions {
        NUMPY All all;
        NUMPY Amax amax;
        NUMPY Amin amin;
        NUMPY Any any;
        NUMPY Max max;
        NUMPY Mean mean;
        NUMPY Min min;
        NUMPY Nanmax nanmax;
        NUMPY Nanmean nanmean;
        NUMPY Nanmin nanmin;
        NUMPY Nanprod nanprod;
        NUMPY Nanstd nanstd;
        NUMPY Nansum nansum;
        NUMPY Nanvar nanvar;
        NUMPY Prod prod;
        NUMPY Ptp ptp;
        NUMPY Std std;
        NUMPY Sum sum;
        NUMPY Var var;
        MATH Logsumexp logsumexp;
    }
    picks {
        Argmax argmax;
        Argmin argmin;
        Nanargmax nanargmax;
        Nanargmin nanargmin;
    }
    others {
        NUMPY Append fn append(x1, x2; axis: i64) |o| ops::append(&o.tensor(0)?, &o.tensor(1)?, o.axis()?);
        NUMPY Average |o| average(o)?;
        NUMPY BroadcastTo fn broadcast_to(x; shape: &[usize])
            |o| ops::broadcast_to(&o.tensor(0)?, &o.setting("shape", Vec::new())?);
        NUMPY Clip fn clip(x; x_min: f64, x_max: f64)
            |o| ops::clip(&o.tensor(0)?, o.setting("x_min", f64::MIN)?, o.setting("x_max", f64::MAX)?);
        NUMPY Concatenate fn concatenate(xs; axis: i64)
            |o| ops::concatenate(&o.tensors()?.iter().collect::<Vec<_>>(), o.setting("axis", 0)?)?;
        NUMPY CountNonzero |o| ops::count_nonzero(&o.tensor(0)?, o.axes()?);
        NUMPY Diagonal |o| ops::diagonal(&corner(o)?, o.setting("offset", 0)?);
        NUMPY Diff |o| {
            let (times, axis) = (o.setting("n", 1_usize)?, o.axis()?);
            (0..times).fold(o.tensor(0)?, |x, _| ops::diff(&x, axis))
        };
        NUMPY Digitize |o| ops::digitize(&o.tensor(0)?, &o.numbers(1)?);
        NUMPY Einsum |o| {
            let subscripts: String = o.setting("subscripts", String::new())?;
            ops::einsum(&subscripts, &o.tensors()?.iter().collect::<Vec<_>>())?
        };
        NUMPY EmptyLike |o| o.in_dtype(ops::empty_like(&o.tensor(0)?))?;
        NUMPY ExpandDims fn expand_dims(x; axis: i64) |o| ops::expand_dims(&o.tensor(0)?, o.axis()?);
        NUMPY Flip fn flip(x; axis: i64) |o| ops::flip(&o.tensor(0)?, o.axes()?);
        NUMPY FullLike fn full_like(x, fill_value;)
            |o| o.in_dtype(ops::full_like(&o.tensor(0)?, o.number("fill_value", 1, 0.0)?))?;
        NUMPY GetItem |o| item(&o.tensor(0)?, o.constant(1))?;
        NUMPY Hstack |o| ops::hstack(&o.tensors()?.iter().collect::<Vec<_>>())?;
        NUMPY Isclose |o| {
            let (relative, absolute) = (o.number("rtol", 2, 1e-5)?, o.number("atol", 3, 1e-8)?);
            ops::isclose(&o.tensor(0)?, &o.tensor(1)?, relative, absolute)
        };
        NUMPY Linspace |o| linspace(o)?;
        NUMPY Median fn median(x; axis: i64, keepdims: bool)
            |o| ops::median(&o.tensor(0)?, o.axis()?, o.keepdims()?);
        NUMPY Moveaxis |o| moved(o)?;
        NUMPY Nanmedian |o| ops::nanmedian(&o.tensor(0)?, o.axis()?, o.keepdims()?);
        NUMPY Nanpercentile |o| quantile(o, ops::nanpercentile)?;
        NUMPY Nanquantile |o| quantile(o, ops::nanquantile)?;
        NUMPY NanToNum |o| {
            let (largest, smallest) = (f64::from(f32::MAX), f64::from(f32::MIN));
            let (high, low) = (o.setting("posinf", largest)?, o.setting("neginf", smallest)?);
            ops::nan_to_num(&o.tensor(0)?, o.setting("nan", 0.0)?, high, low)
        };
        NUMPY OnesLike fn ones_like(x;) |o| o.in_dtype(ops::ones_like(&o.tensor(0)?))?;
        NUMPY Pad fn pad(x; pad_width: &[(usize, usize)]) |o| padded(o)?;
        NUMPY Percentile |o| quantile(o, ops::percentile)?;
        NUMPY Quantile |o| quantile(o, ops::quantile)?;
        NUMPY Repeat fn repeat(x; repeats: usize, axis: i64)
            |o| ops::repeat(&o.tensor(0)?, o.setting("repeats", 1)?, o.axis()?);
        NUMPY Reshape fn reshape(x; newshape: &[i64])
            |o| ops::reshape(&o.tensor(0)?, &o.setting("newshape", Vec::new())?);
        NUMPY Roll fn roll(x; shift: i64, axis: i64) |o| rolled(o)?;
        NUMPY Round fn round(x; decimals: i64) |o| {
            let factor = 10_f64.powf(o.setting("decimals", 0.0)?);
            let x = o.tensor(0)?;
            if factor == 1.0 { ops::round(&x) } else { ops::round(&(x * factor)) / factor }
        };
        NUMPY SearchSorted |o| {
            let right = o.setting("side", "left".to_owned())? == "right";
            ops::searchsorted(&o.tensor(0)?, &o.tensor(1)?, right)
        };
        NUMPY Squeeze fn squeeze(x; axis: i64) |o| ops::squeeze(&o.tensor(0)?, o.axes()?);
        NUMPY Stack fn stack(xs; axis: i64)
            |o| ops::stack(&o.tensors()?.iter().collect::<Vec<_>>(), o.setting("axis", 0)?)?;
        NUMPY Swapaxes fn swapaxes(x; axis1: i64, axis2: i64)
            |o| ops::swapaxes(&o.tensor(0)?, o.setting("axis1", 0)?, o.setting("axis2", 0)?);
        NUMPY Take fn take(x, indices; axis: i64) |o| ops::take(&o.tensor(0)?, &o.array(1)?, o.axis()?);
        NUMPY TakeAlongAxis fn take_along_axis(x, indices; axis: i64)
            |o| ops::take_along_axis(&o.tensor(0)?, &o.array(1)?, o.axis()?);
        NUMPY Tensordot |o| tensordot(o)?;
        NUMPY Tile fn tile(x; repeats: &[usize])
            |o| ops::tile(&o.tensor(0)?, &o.setting("repeats", Vec::new())?);
        NUMPY Trace |o| ops::trace(&corner(o)?, o.setting("offset", 0)?);
        NUMPY Transpose fn transpose(x; axes: &[i64]) |o| {
            let x = o.tensor(0)?;
            ops::transpose(&x, &o.setting("axes", (0..x.ndim() as i64).rev().collect::<Vec<i64>>())?)
        };
        NUMPY Trapezoid |o| ops::trapezoid(&o.tensor(0)?, o.setting("dx", 1.0)?, o.axis()?);
        NUMPY Tril fn tril(x; k: i64) |o| ops::tril(&o.tensor(0)?, o.setting("k", 0)?);
        NUMPY Triu fn triu(x; k: i64) |o| ops::triu(&o.tensor(0)?, o.setting("k", 0)?);
        NUMPY Where fn where_(condition, x1, x2;)
            |o| ops::where_(&o.tensor(0)?, &o.tensor(1)?, &o.tensor(2)?);
        NUMPY ZerosLike fn zeros_like(x;) |o| o.in_dtype(ops::zeros_like(&o.tensor(0)?))?;
        CORE Cast fn cast(x; dtype: &str) |o| o.in_dtype(o.tensor(0)?)?;
        CORE ConvertToTensor |o| o.in_dtype(o.tensor(0)?)?;
        CORE SaturateCast |o| ops::saturate_cast(&o.tensor(0)?, &o.setting("dtype", "float32".to_owned())?);
        CORE Slice |o| slice(o)?;
        MATH ExtractSequences |o| {
            let (length, stride) = (o.setting("sequence_length", 1)?, o.setting("sequence_stride", 1)?);
            ops::extract_sequences(&o.tensor(0)?, length, stride)
        };
        MATH InTopK |o| ops::in_top_k(&o.tensor(0)?, &o.tensor(1)?, o.setting("k", 1)?);
        LINALG Cholesky |o| ops::cholesky(&o.tensor(0)?, o.setting("upper", false)?);
        LINALG Norm |o| norm(o)?;
        LINALG SolveTriangular |o| ops::solve_triangular(&o.tensor(0)?, &o.tensor(1)?, o.setting("lower", false)?);
        NN AdaptiveAveragePool |o| adapted(o, ops::adaptive_average_pool)?;
        NN AdaptiveMaxPool |o| adapted(o, ops::adaptive_max_pool)?;
        NN AveragePool |o| pooled(o, ops::average_pool)?;
        NN BatchNorm |o| batch_normalized(o)?;
        NN BinaryCrossentropy |o| {
            ops::binary_crossentropy(&o.tensor(0)?, &o.tensor(1)?, o.setting("from_logits", false)?)
        };
        NN Celu |o| ops::celu(&o.tensor(0)?, o.setting("alpha", 1.0)?);
        NN Conv |o| convolved(o, ops::conv)?;
        NN ConvTranspose |o| convolved(o, ops::conv_transpose)?;
        NN DepthToSpace |o| {
            o.only("data_format", "channels_last".to_owned())?;
            ops::depth_to_space(&o.tensor(0)?, o.setting("block_size", 1)?)
        };
        NN DepthwiseConv |o| convolved(o, ops::depthwise_conv)?;
        NN DotProductAttention |o| dot_product_attention(o)?;
        NN Elu fn elu(x; alpha: f64) |o| ops::elu(&o.tensor(0)?, o.setting("alpha", 1.0)?);
        NN Gelu fn gelu(x; approximate: bool) |o| ops::gelu(&o.tensor(0)?, o.setting("approximate", true)?);
        NN HardShrink |o| ops::hard_shrink(&o.tensor(0)?, o.setting("threshold", 0.5)?);
        NN LayerNorm |o| {
            let (axes, epsilon) = (o.setting("axis", Axes::from(-1_i64))?, o.setting("epsilon", 1e-7)?);
            scaled(o, ops::layer_normalization(&o.tensor(0)?, axes, epsilon), "gamma")?
        };
        NN LeakyRelu fn leaky_relu(x; negative_slope: f64)
            |o| ops::leaky_relu(&o.tensor(0)?, o.setting("negative_slope", 0.2)?);
        NN MaxPool |o| pooled(o, ops::max_pool)?;
        NN MultiHot |o| {
            o.only("axis", -1_i64)?;
            o.in_dtype(ops::multi_hot(&o.tensor(0)?, o.setting("num_classes", 0)?))?
        };
        NN Normalize fn normalize(x; axis: i64, order: f64) |o| {
            o.only("epsilon", 1e-12)?;
            ops::normalize(&o.tensor(0)?, o.axis()?, o.setting("order", 2.0)?)
        };
        NN OneHot fn one_hot(x; num_classes: usize) |o| {
            o.only("axis", -1_i64)?;
            o.in_dtype(ops::one_hot(&o.tensor(0)?, o.setting("num_classes", 0)?))?
        };
        NN RMSNorm |o| {
            let (axes, epsilon) = (o.setting("axis", Axes::from(-1_i64))?, o.setting("epsilon", 1e-7)?);
            scaled(o, ops::rms_normalization(&o.tensor(0)?, axes, epsilon), "scale")?
        };
        NN SeparableConv |o| separable(o)?;
        NN SoftShrink |o| ops::soft_shrink(&o.tensor(0)?, o.setting("threshold", 0.5)?);
        NN SpaceToDepth |o| {
            o.only("data_format", "channels_last".to_owned())?;
            ops::space_to_depth(&o.tensor(0)?, o.setting("block_size", 1)?)
        };
        NN Squareplus |o| ops::squareplus(&o.tensor(0)?, o.setting("b", 4.0)?);
        NN Threshold |o| {
            ops::threshold(&o.tensor(0)?, o.setting("threshold", 0.0)?, o.setting("default_value", 0.0)?)
        };
    }
    several {
        NUMPY ArraySplit fn array_split(indices_or_sections: usize, axis: i64)
            |o| ops::array_split(&o.tensor(0)?, o.setting("indices_or_sections", 1)?, o.setting("axis", 0)?);
        NUMPY Split fn split(indices_or_sections: usize, axis: i64) |o| split_at(o)?;
        CORE Unstack fn unstack(num: usize, axis: i64) |o| {
            let parts = unstacked(o)?;
            o.only("num", parts.len())?;
            parts
        };
        MATH RFFT |o| {
            let (real, imaginary) = ops::rfft(&o.tensor(0)?, o.setting("fft_length", None)?);
            vec![real, imaginary]
        };
        MATH TopK fn top_k(k: usize) |o| {
            // Sorted or not, the largest come first.
            o.setting("sorted", true)?;
            let (values, indices) = ops::top_k(&o.tensor(0)?, o.setting("k", 1)?);
            vec![values, indices]
        };
        LINALG Qr |o| {
            let (q, r) = ops::qr(&o.tensor(0)?, &o.setting("mode", "reduced".to_owned())?);
            vec![q, r]
        };
        NN Moments |o| {
            let axes = o.setting("axes", Axes::All)?;
            let (mean, variance) = ops::moments(&o.tensor(0)?, axes, o.keepdims()?);
            vec![mean, variance]
        };
    }
}

/// `x[key]`: elements by indices, slices, new axes and an ellipsis, one for each dimension from the batch on,
/// which stays whole: see [`Index`].
pub fn get_item(x: impl Into<Argument>, key: impl Key) -> KerasTensor {
    step(&rows::GetItem, &[x.into(), Argument::Constant(key::to_json(key))], &[])
}

/// The module of the function of this class, which legacy files do not write.
pub(crate) fn module_of(class: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|function| function.class == class).map(|function| function.module)
}

/// The function of this module and class.
fn find(module: &str, class: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.class == class && function.module == module).copied()
}
