//! The table of the functions of `keras.ops` that may be steps of a model.

use serde_json::Value as Json;

use crate::error::{Error, Result};
use crate::objects::{Config, Field, Registry};
use crate::ops::{self, Axes, Tensor};

/// A function, as Keras writes it.
#[derive(Debug)]
pub(super) struct Function {
    /// The module of Keras that it is in.
    pub module: &'static str,
    /// The class that Keras writes for it.
    pub class: &'static str,
    pub formula: fn(&Operands<'_>) -> Result<Tensor>,
}

/// What a function is called with.
pub(super) struct Operands<'a> {
    pub class: &'static str,
    /// The tensors, among them numbers.
    pub tensors: Vec<Tensor>,
    /// The arguments that are no tensors.
    pub constants: Vec<&'a Json>,
    pub settings: &'a Config,
}

impl Operands<'_> {
    /// The tensor of an argument.
    fn tensor(&self, at: usize) -> Result<&Tensor> {
        let missing = || Error::argument(format!("{} takes more than {at} tensors", self.class));
        self.tensors.get(at).ok_or_else(missing)
    }

    /// A setting, or its default.
    fn setting<T: Field>(&self, name: &str, default: T) -> Result<T> {
        Ok(self.settings.optional(self.class, name, &Registry::new())?.unwrap_or(default))
    }

    fn axis(&self) -> Result<i64> {
        self.setting("axis", -1)
    }

    fn axes(&self) -> Result<Axes> {
        self.setting("axis", Axes::All)
    }

    fn keepdims(&self) -> Result<bool> {
        self.setting("keepdims", false)
    }

    fn references(&self) -> Vec<&Tensor> {
        self.tensors.iter().collect()
    }
}

const NUMPY: &str = "keras.src.ops.numpy";
const NN: &str = "keras.src.ops.nn";
const CORE: &str = "keras.src.ops.core";
const MATH: &str = "keras.src.ops.math";

/// `x + y`.
pub(super) const ADD: Function =
    Function { module: NUMPY, class: "Add", formula: |o| Ok(ops::add(o.tensor(0)?, o.tensor(1)?)) };
/// `x · y`.
pub(super) const MULTIPLY: Function =
    Function { module: NUMPY, class: "Multiply", formula: |o| Ok(ops::multiply(o.tensor(0)?, o.tensor(1)?)) };

/// Functions of one tensor, of two, reductions, and others.
macro_rules! steps {
    (
        one { $($one_module:ident $one:ident $one_function:ident;)* }
        two { $($two_module:ident $two:ident $two_function:ident;)* }
        reductions { $($reduction_module:ident $reduction:ident $reduction_function:ident;)* }
        others { $($module:ident $class:ident |$operands:ident| $formula:expr;)* }
    ) => {
        const FUNCTIONS: &[Function] = &[
            ADD, MULTIPLY,
            $(Function {
                module: $one_module, class: stringify!($one), formula: |o| Ok(ops::$one_function(o.tensor(0)?)),
            },)*
            $(Function {
                module: $two_module, class: stringify!($two),
                formula: |o| Ok(ops::$two_function(o.tensor(0)?, o.tensor(1)?)),
            },)*
            $(Function {
                module: $reduction_module, class: stringify!($reduction),
                formula: |o| Ok(ops::$reduction_function(o.tensor(0)?, o.axes()?, o.keepdims()?)),
            },)*
            $(Function { module: $module, class: stringify!($class), formula: |$operands| $formula },)*
        ];
    };
}

steps! {
    one {
        NUMPY Absolute absolute;
        NUMPY Abs absolute;
        NUMPY Arccos arccos;
        NUMPY Arcsin arcsin;
        NUMPY Arctan arctan;
        NUMPY Ceil ceil;
        NUMPY Copy copy;
        NUMPY Cos cos;
        NUMPY Cosh cosh;
        NUMPY Exp exp;
        NUMPY Expm1 expm1;
        NUMPY Floor floor;
        NUMPY Log log;
        NUMPY Log1p log1p;
        NUMPY Log2 log2;
        NUMPY Log10 log10;
        NUMPY Negative negative;
        NUMPY Reciprocal reciprocal;
        NUMPY Round round;
        NUMPY Sign sign;
        NUMPY Sin sin;
        NUMPY Sinh sinh;
        NUMPY Sqrt sqrt;
        NUMPY Square square;
        NUMPY Tan tan;
        NUMPY Tanh tanh;
        MATH Erf erf;
        MATH Rsqrt rsqrt;
        NN HardSigmoid hard_sigmoid;
        NN HardSilu hard_silu;
        NN LogSigmoid log_sigmoid;
        NN Mish mish;
        NN Relu relu;
        NN Relu6 relu6;
        NN Selu selu;
        NN Sigmoid sigmoid;
        NN Silu silu;
        NN Softplus softplus;
        NN Softsign softsign;
    }
    two {
        NUMPY Divide divide;
        NUMPY FloorDivide floor_divide;
        NUMPY Greater greater;
        NUMPY GreaterEqual greater_equal;
        NUMPY Less less;
        NUMPY LessEqual less_equal;
        NUMPY Equal equal;
        NUMPY Matmul matmul;
        NUMPY Maximum maximum;
        NUMPY Minimum minimum;
        NUMPY Mod mod_;
        NUMPY Power power;
        NUMPY Subtract subtract;
        NUMPY TrueDivide true_divide;
    }
    reductions {
        NUMPY Max max;
        NUMPY Mean mean;
        NUMPY Min min;
        NUMPY Prod prod;
        NUMPY Std std;
        NUMPY Sum sum;
        NUMPY Var var;
        MATH Logsumexp logsumexp;
    }
    others {
        NUMPY BroadcastTo |o| Ok(ops::broadcast_to(o.tensor(0)?, &o.setting("shape", Vec::new())?));
        NUMPY Clip |o| Ok(ops::clip(o.tensor(0)?, o.setting("x_min", f64::MIN)?, o.setting("x_max", f64::MAX)?));
        NUMPY Concatenate |o| ops::concatenate(&o.references(), o.setting("axis", 0)?);
        NUMPY ExpandDims |o| Ok(ops::expand_dims(o.tensor(0)?, o.axis()?));
        NUMPY Flip |o| Ok(ops::flip(o.tensor(0)?, o.axes()?));
        NUMPY GetItem |o| item(o.tensor(0)?, o.constants.first().copied().unwrap_or(&Json::Null));
        NUMPY Moveaxis |o| Ok(ops::moveaxis(o.tensor(0)?, o.setting("source", 0)?, o.setting("destination", 0)?));
        NUMPY Repeat |o| Ok(ops::repeat(o.tensor(0)?, o.setting("repeats", 1)?, o.axis()?));
        NUMPY Reshape |o| Ok(ops::reshape(o.tensor(0)?, &o.setting("newshape", Vec::new())?));
        NUMPY Squeeze |o| Ok(ops::squeeze(o.tensor(0)?, o.axes()?));
        NUMPY Stack |o| ops::stack(&o.references(), o.setting("axis", 0)?);
        NUMPY Swapaxes |o| Ok(ops::swapaxes(o.tensor(0)?, o.setting("axis1", 0)?, o.setting("axis2", 0)?));
        NUMPY Tile |o| Ok(ops::tile(o.tensor(0)?, &o.setting("repeats", Vec::new())?));
        NUMPY Transpose |o| {
            let x = o.tensor(0)?;
            Ok(ops::transpose(x, &o.setting("axes", (0..x.ndim() as i64).rev().collect::<Vec<i64>>())?))
        };
        NUMPY Where |o| Ok(ops::where_(o.tensor(0)?, o.tensor(1)?, o.tensor(2)?));
        CORE Cast |o| Ok(ops::cast(o.tensor(0)?, &o.setting("dtype", "float32".to_owned())?));
        CORE StopGradient |o| Ok(ops::stop_gradient(o.tensor(0)?));
        NN Celu |o| Ok(ops::celu(o.tensor(0)?, o.setting("alpha", 1.0)?));
        NN Elu |o| Ok(ops::elu(o.tensor(0)?, o.setting("alpha", 1.0)?));
        NN Gelu |o| Ok(ops::gelu(o.tensor(0)?, o.setting("approximate", true)?));
        NN LeakyRelu |o| Ok(ops::leaky_relu(o.tensor(0)?, o.setting("negative_slope", 0.2)?));
        NN LogSoftmax |o| Ok(ops::log_softmax(o.tensor(0)?, o.axis()?));
        NN Softmax |o| Ok(ops::softmax(o.tensor(0)?, o.axis()?));
    }
}

/// The function of this module and class.
pub(super) fn find(module: &str, class: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.class == class && function.module == module)
}

/// `x[key]`: indices, slices of step 1, and new axes.
fn item(x: &Tensor, key: &Json) -> Result<Tensor> {
    let refused = || Error::argument(format!("GetItem: the key {key} is not supported for shape {:?}", x.shape()));
    let key = key.pointer("/items").unwrap_or(key);
    let parts = key.as_array().map_or_else(|| std::slice::from_ref(key), Vec::as_slice);
    let (mut start, mut size) = (vec![0; x.ndim()], x.shape().to_vec());
    // The dimensions of the result: those that an index removes are left out, new ones have size 1.
    let (mut shape, mut at) = (Vec::new(), 0);
    for part in parts {
        if part.is_null() {
            shape.push(1);
            continue;
        }
        let length = *x.shape().get(at).ok_or_else(refused)? as i64;
        let place = |index: i64| if index < 0 { index + length } else { index };
        if let Some(index) = part.as_i64() {
            let index = Some(place(index)).filter(|index| (0..length).contains(index)).ok_or_else(refused)?;
            (start[at], size[at]) = (index as usize, 1);
        } else {
            let bound = |name: &str| part.pointer(&format!("/config/{name}")).and_then(Json::as_i64);
            if part.get("class_name").is_none_or(|class| class != "__slice__") || bound("step").unwrap_or(1) != 1 {
                return Err(refused());
            }
            let first = place(bound("start").unwrap_or(0)).clamp(0, length);
            let end = place(bound("stop").unwrap_or(length)).clamp(first, length);
            (start[at], size[at]) = (first as usize, (end - first) as usize);
            shape.push(end - first);
        }
        at += 1;
    }
    shape.extend(size[at..].iter().map(|size| *size as i64));
    Ok(ops::reshape(&ops::slice(x, &start, &size), &shape))
}
