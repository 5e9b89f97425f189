//! The table of the functions of `keras.ops` that may be steps of a model.

use super::formulas::{
    adapted, average, batch_normalized, convolved, corner, dot_product_attention, linspace, moved, norm, padded,
    pooled, quantile, rolled, scaled, separable, slice, split, tensordot,
};
use super::item::item;
use super::operands::Operands;
use crate::error::Result;
use crate::ops::{self, Axes, Tensor};

/// A function, as Keras writes it.
#[derive(Debug)]
pub(super) struct Function {
    /// The module of Keras that it is in.
    pub module: &'static str,
    /// The class that Keras writes for it.
    pub class: &'static str,
    pub formula: fn(&Operands<'_>) -> Result<Vec<Tensor>>,
}

const NUMPY: &str = "keras.src.ops.numpy";
const NN: &str = "keras.src.ops.nn";
const CORE: &str = "keras.src.ops.core";
const MATH: &str = "keras.src.ops.math";
const LINALG: &str = "keras.src.ops.linalg";

/// `x + y`.
pub(super) const ADD: Function =
    Function { module: NUMPY, class: "Add", formula: |o| Ok(vec![ops::add(&o.tensor(0)?, &o.tensor(1)?)]) };
/// `x · y`.
pub(super) const MULTIPLY: Function =
    Function { module: NUMPY, class: "Multiply", formula: |o| Ok(vec![ops::multiply(&o.tensor(0)?, &o.tensor(1)?)]) };

/// Declares the table: functions of one tensor, of two, of a tensor and an axis, reductions, positions of
/// extremes and quantiles, other functions, and those of several results.
macro_rules! steps {
    (
        one { $($one_module:ident $one:ident $one_function:ident;)* }
        two { $($two_module:ident $two:ident $two_function:ident;)* }
        integers { $($integers:ident $integers_function:ident;)* }
        along { $($along_module:ident $along:ident $along_function:ident;)* }
        reductions { $($reduction_module:ident $reduction:ident $reduction_function:ident;)* }
        picks { $($pick:ident $pick_function:ident;)* }
        others { $($module:ident $class:ident |$operands:ident| $formula:expr;)* }
        several { $($several_module:ident $several:ident |$these:ident| $results:expr;)* }
    ) => {
        const FUNCTIONS: &[Function] = &[
            ADD, MULTIPLY,
            $(Function {
                module: $one_module, class: stringify!($one),
                formula: |o| Ok(vec![ops::$one_function(&o.tensor(0)?)]),
            },)*
            $(Function {
                module: $two_module, class: stringify!($two),
                formula: |o| Ok(vec![ops::$two_function(&o.tensor(0)?, &o.tensor(1)?)]),
            },)*
            $(Function {
                module: NUMPY, class: stringify!($integers),
                formula: |o| Ok(vec![ops::$integers_function(&o.integers(0)?, &o.integers(1)?)]),
            },)*
            $(Function {
                module: $along_module, class: stringify!($along),
                formula: |o| Ok(vec![ops::$along_function(&o.tensor(0)?, o.axis()?)]),
            },)*
            $(Function {
                module: $reduction_module, class: stringify!($reduction),
                formula: |o| Ok(vec![ops::$reduction_function(&o.tensor(0)?, o.axes()?, o.keepdims()?)]),
            },)*
            $(Function {
                module: NUMPY, class: stringify!($pick),
                formula: |o| {
                    let (axis, y) = (o.axis()?, ops::$pick_function(&o.tensor(0)?, o.axis()?));
                    Ok(vec![if o.keepdims()? { ops::expand_dims(&y, axis) } else { y }])
                },
            },)*
            $(Function {
                module: $module, class: stringify!($class),
                formula: |$operands| { let y: Tensor = $formula; Ok(vec![y]) },
            },)*
            $(Function { module: $several_module, class: stringify!($several), formula: |$these| Ok($results) },)*
        ];
    };
}

steps! {
    one {
        NUMPY Absolute absolute;
        NUMPY Abs absolute;
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
        NUMPY Append |o| ops::append(&o.tensor(0)?, &o.tensor(1)?, o.axis()?);
        NUMPY Average |o| average(o)?;
        NUMPY BroadcastTo |o| ops::broadcast_to(&o.tensor(0)?, &o.setting("shape", Vec::new())?);
        NUMPY Clip |o| ops::clip(&o.tensor(0)?, o.setting("x_min", f64::MIN)?, o.setting("x_max", f64::MAX)?);
        NUMPY Concatenate |o| ops::concatenate(&o.tensors()?.iter().collect::<Vec<_>>(), o.setting("axis", 0)?)?;
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
        NUMPY ExpandDims |o| ops::expand_dims(&o.tensor(0)?, o.axis()?);
        NUMPY Flip |o| ops::flip(&o.tensor(0)?, o.axes()?);
        NUMPY FullLike |o| o.in_dtype(ops::full_like(&o.tensor(0)?, o.number("fill_value", 1, 0.0)?))?;
        NUMPY GetItem |o| item(&o.tensor(0)?, o.constant(1))?;
        NUMPY Hstack |o| ops::hstack(&o.tensors()?.iter().collect::<Vec<_>>())?;
        NUMPY Isclose |o| {
            let (relative, absolute) = (o.number("rtol", 2, 1e-5)?, o.number("atol", 3, 1e-8)?);
            ops::isclose(&o.tensor(0)?, &o.tensor(1)?, relative, absolute)
        };
        NUMPY Linspace |o| linspace(o)?;
        NUMPY Median |o| ops::median(&o.tensor(0)?, o.axis()?, o.keepdims()?);
        NUMPY Moveaxis |o| moved(o)?;
        NUMPY Nanmedian |o| ops::nanmedian(&o.tensor(0)?, o.axis()?, o.keepdims()?);
        NUMPY Nanpercentile |o| quantile(o, ops::nanpercentile)?;
        NUMPY Nanquantile |o| quantile(o, ops::nanquantile)?;
        NUMPY NanToNum |o| {
            let (largest, smallest) = (f64::from(f32::MAX), f64::from(f32::MIN));
            let (high, low) = (o.setting("posinf", largest)?, o.setting("neginf", smallest)?);
            ops::nan_to_num(&o.tensor(0)?, o.setting("nan", 0.0)?, high, low)
        };
        NUMPY OnesLike |o| o.in_dtype(ops::ones_like(&o.tensor(0)?))?;
        NUMPY Pad |o| padded(o)?;
        NUMPY Percentile |o| quantile(o, ops::percentile)?;
        NUMPY Quantile |o| quantile(o, ops::quantile)?;
        NUMPY Repeat |o| ops::repeat(&o.tensor(0)?, o.setting("repeats", 1)?, o.axis()?);
        NUMPY Reshape |o| ops::reshape(&o.tensor(0)?, &o.setting("newshape", Vec::new())?);
        NUMPY Roll |o| rolled(o)?;
        NUMPY Round |o| {
            let factor = 10_f64.powf(o.setting("decimals", 0.0)?);
            let x = o.tensor(0)?;
            if factor == 1.0 { ops::round(&x) } else { ops::round(&(x * factor)) / factor }
        };
        NUMPY SearchSorted |o| {
            let right = o.setting("side", "left".to_owned())? == "right";
            ops::searchsorted(&o.tensor(0)?, &o.tensor(1)?, right)
        };
        NUMPY Squeeze |o| ops::squeeze(&o.tensor(0)?, o.axes()?);
        NUMPY Stack |o| ops::stack(&o.tensors()?.iter().collect::<Vec<_>>(), o.setting("axis", 0)?)?;
        NUMPY Swapaxes |o| ops::swapaxes(&o.tensor(0)?, o.setting("axis1", 0)?, o.setting("axis2", 0)?);
        NUMPY Take |o| ops::take(&o.tensor(0)?, &o.array(1)?, o.axis()?);
        NUMPY TakeAlongAxis |o| ops::take_along_axis(&o.tensor(0)?, &o.array(1)?, o.axis()?);
        NUMPY Tensordot |o| tensordot(o)?;
        NUMPY Tile |o| ops::tile(&o.tensor(0)?, &o.setting("repeats", Vec::new())?);
        NUMPY Trace |o| ops::trace(&corner(o)?, o.setting("offset", 0)?);
        NUMPY Transpose |o| {
            let x = o.tensor(0)?;
            ops::transpose(&x, &o.setting("axes", (0..x.ndim() as i64).rev().collect::<Vec<i64>>())?)
        };
        NUMPY Trapezoid |o| ops::trapezoid(&o.tensor(0)?, o.setting("dx", 1.0)?, o.axis()?);
        NUMPY Tril |o| ops::tril(&o.tensor(0)?, o.setting("k", 0)?);
        NUMPY Triu |o| ops::triu(&o.tensor(0)?, o.setting("k", 0)?);
        NUMPY Where |o| ops::where_(&o.tensor(0)?, &o.tensor(1)?, &o.tensor(2)?);
        NUMPY ZerosLike |o| o.in_dtype(ops::zeros_like(&o.tensor(0)?))?;
        CORE Cast |o| o.in_dtype(o.tensor(0)?)?;
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
        NN Elu |o| ops::elu(&o.tensor(0)?, o.setting("alpha", 1.0)?);
        NN Gelu |o| ops::gelu(&o.tensor(0)?, o.setting("approximate", true)?);
        NN HardShrink |o| ops::hard_shrink(&o.tensor(0)?, o.setting("threshold", 0.5)?);
        NN LayerNorm |o| {
            let (axes, epsilon) = (o.setting("axis", Axes::from(-1_i64))?, o.setting("epsilon", 1e-7)?);
            scaled(o, ops::layer_normalization(&o.tensor(0)?, axes, epsilon), "gamma")?
        };
        NN LeakyRelu |o| ops::leaky_relu(&o.tensor(0)?, o.setting("negative_slope", 0.2)?);
        NN MaxPool |o| pooled(o, ops::max_pool)?;
        NN MultiHot |o| {
            o.only("axis", -1_i64)?;
            o.in_dtype(ops::multi_hot(&o.tensor(0)?, o.setting("num_classes", 0)?))?
        };
        NN Normalize |o| {
            o.only("epsilon", 1e-12)?;
            ops::normalize(&o.tensor(0)?, o.axis()?, o.setting("order", 2.0)?)
        };
        NN OneHot |o| {
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
        NUMPY ArraySplit |o| ops::array_split(&o.tensor(0)?, o.setting("indices_or_sections", 1)?, o.setting("axis", 0)?);
        NUMPY Split |o| split(o)?;
        CORE Unstack |o| {
            let parts = ops::unstack(&o.tensor(0)?, o.setting("axis", 0)?);
            o.only("num", parts.len())?;
            parts
        };
        MATH RFFT |o| {
            let (real, imaginary) = ops::rfft(&o.tensor(0)?, o.setting("fft_length", None)?);
            vec![real, imaginary]
        };
        MATH TopK |o| {
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

/// The function of this module and class.
pub(super) fn find(module: &str, class: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.class == class && function.module == module)
}
