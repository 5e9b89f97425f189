//! Layers that combine inputs element by element.

use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::ops::{self, Tensor};
use crate::partial_shape::PartialShape;
use crate::shape::Shape;

/// Checks that the shapes can be broadcast; as in Keras, smaller shapes are extended at the front.
pub(super) fn check_broadcast(inputs: &[Shape]) -> Result<()> {
    let mut all = inputs[0].dims().to_vec();
    for shape in &inputs[1..] {
        let fits =
            shape.dims().len() == all.len() && all.iter().zip(shape.dims()).all(|(a, b)| a == b || *a == 1 || *b == 1);
        if !fits {
            return Err(Error::shape(format!(
                "Inputs have incompatible shapes. Received shapes {} and {shape}",
                Shape::new(all)
            )));
        }
        all.iter_mut().zip(shape.dims()).for_each(|(a, b)| *a = if *a == 1 { *b } else { *a });
    }
    Ok(())
}

macro_rules! merge {
    ($(#[$doc:meta])* $layer:ident |$scope:ident, $inputs:ident| $formula:expr) => {
        crate::layer! {
            $(#[$doc])*
            $layer() {}
        }

        impl Layer for $layer {
            fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
                Ok(either(masks))
            }

            fn input_spec(&self) -> InputSpec {
                InputSpec::at_least(2)
            }

            fn partial_output(&self, inputs: &[PartialShape]) -> Option<PartialShape> {
                PartialShape::merged(inputs)
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                check_broadcast(inputs)
            }

            fn call(&self, $scope: &mut Scope, $inputs: &[Tensor]) -> Result<Tensor> {
                Ok($formula)
            }
        }
    };
}

/// The inputs combined from the first to the last.
fn fold(inputs: &[Tensor], combine: impl Fn(&Tensor, &Tensor) -> Tensor) -> Tensor {
    inputs[1..].iter().fold(inputs[0].clone(), |all, x| combine(&all, x))
}

/// The inputs combined from the first to the last; a masked step of an input is left out.
fn fold_masked(scope: &Scope, inputs: &[Tensor], combine: impl Fn(&Tensor, &Tensor) -> Tensor) -> Tensor {
    let mask_of = |i: usize| scope.mask(i).map(|mask| ops::expand_dims(mask, -1));
    let (mut all, mut mask) = (inputs[0].clone(), mask_of(0));
    for (i, x) in inputs.iter().enumerate().skip(1) {
        let own = mask_of(i);
        let x = own.as_ref().map_or(x.clone(), |own| ops::where_(own, x, &all));
        all = mask.as_ref().map_or(all.clone(), |mask| ops::where_(mask, &all, &x));
        mask = mask.zip(own).map(|(mask, own)| ops::logical_or(&mask, &own));
        all = combine(&all, &x);
    }
    all
}

/// The product, in which a masked step of an input is 1; it is 0 where all inputs are masked.
fn product(scope: &Scope, inputs: &[Tensor]) -> Tensor {
    let masks: Vec<Option<Tensor>> = (0..inputs.len()).map(|i| scope.mask(i).cloned()).collect();
    let factor = |(x, mask): (&Tensor, &Option<Tensor>)| match mask {
        Some(mask) => ops::where_(&ops::expand_dims(mask, -1), x, &ops::ones_like(x)),
        None => x.clone(),
    };
    let factors: Vec<Tensor> = inputs.iter().zip(&masks).map(factor).collect();
    let all = fold(&factors, |a, b| a * b);
    match either(&masks) {
        Some(mask) => ops::where_(&ops::expand_dims(&mask, -1), &all, &ops::zeros_like(&all)),
        None => all,
    }
}

/// True where one of the masks is; `None` unless all inputs have one.
pub(super) fn either(masks: &[Option<Tensor>]) -> Option<Tensor> {
    let mut masks = masks.iter();
    let first = masks.next()?.clone()?;
    masks.try_fold(first, |all, mask| Some(ops::logical_or(&all, mask.as_ref()?)))
}

merge! {
    /// The elementwise product of two or more inputs; dimensions of size 1 are broadcast.
    ///
    /// ```
    /// use keras::{Input, layers::{Dense, Multiply}};
    /// let x = Input::new([8]);
    /// let y = Multiply::new().call([&x.tensor(), &Dense::new(1).call(&x)?])?;
    /// assert_eq!(y.shape().to_string(), "(None, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Multiply |scope, inputs| product(scope, inputs)
}

merge! {
    /// The elementwise mean of two or more inputs; dimensions of size 1 are broadcast.
    Average |_scope, inputs| fold(inputs, |a, b| a + b) / inputs.len() as f64
}

merge! {
    /// The elementwise maximum of two or more inputs; dimensions of size 1 are broadcast.
    Maximum |scope, inputs| fold_masked(scope, inputs, ops::maximum)
}

merge! {
    /// The elementwise minimum of two or more inputs; dimensions of size 1 are broadcast.
    Minimum |scope, inputs| fold_masked(scope, inputs, ops::minimum)
}

crate::layer! {
    /// The first of two inputs minus the second; dimensions of size 1 are broadcast.
    Subtract() {}
}

impl Layer for Subtract {
    fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        Ok(either(masks))
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(2)
    }

    fn partial_output(&self, inputs: &[PartialShape]) -> Option<PartialShape> {
        PartialShape::merged(inputs).filter(|_| inputs.len() == 2)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        if inputs.len() != 2 {
            let given = inputs.len();
            return Err(Error::shape(format!("A `Subtract` layer should be called on exactly 2 inputs, not {given}")));
        }
        check_broadcast(inputs)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(&inputs[0] - &inputs[1])
    }
}

crate::layer! {
    /// The sums of products of two inputs along an axis of each, row by row.
    ///
    /// ```
    /// use keras::{Input, layers::Dot};
    /// let (a, b) = (Input::new([3, 4]), Input::new([4, 5]));
    /// let y = Dot::new(vec![2, 1]).call([&a.tensor(), &b.tensor()])?;
    /// assert_eq!(y.shape().to_string(), "(None, 3, 5)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Dot(
        /// The axis of both inputs, including the batch, or an axis of each.
        axes: [DotAxes],
    ) {
        /// If true, the inputs are divided by their norms along the axes. Default: false.
        normalize: [bool] = false;
    }
}

/// The axes of a [`Dot`]: one for both inputs, or one of each.
#[derive(Clone, Debug, PartialEq)]
pub struct DotAxes(Vec<i64>);

impl From<i64> for DotAxes {
    fn from(axis: i64) -> Self {
        Self(vec![axis])
    }
}

impl From<Vec<i64>> for DotAxes {
    fn from(axes: Vec<i64>) -> Self {
        Self(axes)
    }
}

impl crate::objects::Field for DotAxes {
    fn expected() -> String {
        "an axis, or a list of two".to_owned()
    }

    fn to_json(&self) -> serde_json::Value {
        match self.0[..] {
            [axis] => axis.into(),
            _ => self.0.clone().into(),
        }
    }

    fn from_json(json: &serde_json::Value, registry: &crate::objects::Registry) -> Result<Option<Self>> {
        Ok(Vec::from_json(json, registry)?.map(Self))
    }
}

impl Dot {
    /// The axis of each input.
    fn axes_of(&self, shapes: [&Shape; 2]) -> Result<[usize; 2]> {
        let (first, second) = match self.axes.0[..] {
            [both] => (both, both),
            [first, second] => (first, second),
            _ => return Err(Error::argument(format!("Dot: axes are {:?}, expected one or two", self.axes.0))),
        };
        let axes = [shapes[0].axis(first)?, shapes[1].axis(second)?];
        let sizes = [0, 1].map(|i| shapes[i].with_rows(1)[axes[i]]);
        if axes.contains(&0) || sizes[0] != sizes[1] {
            return Err(Error::shape(format!(
                "Incompatible input shapes: axis values {sizes:?} (at axis {axes:?}), input shapes {} and {}",
                shapes[0], shapes[1]
            )));
        }
        Ok(axes)
    }
}

impl Layer for Dot {
    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(2)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        match inputs {
            [a, b] => self.axes_of([a, b]).map(|_| ()),
            _ => Err(Error::shape(format!("A `Dot` layer should be called on exactly 2 inputs, not {}", inputs.len()))),
        }
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let shapes = [0, 1].map(|i| Shape::new(&inputs[i].shape()[1..]));
        let axes = self.axes_of([&shapes[0], &shapes[1]])?;
        let sides: Vec<Tensor> = inputs
            .iter()
            .zip(axes)
            .map(|(x, axis)| if self.normalize { ops::normalize(x, axis as i64, 2.0) } else { x.clone() })
            .collect();
        // Matrices [rest, axis] and [axis, rest] of each row; the rest returns to its dimensions.
        let rest = |i: usize| -> Vec<i64> {
            let dims = sides[i].shape().iter().enumerate().skip(1);
            dims.filter(|(d, _)| *d != axes[i]).map(|(_, n)| *n as i64).collect()
        };
        let (rows, size) = (sides[0].shape()[0] as i64, sides[0].shape()[axes[0]] as i64);
        let a = ops::reshape(&ops::moveaxis(&sides[0], axes[0] as i64, -1), &[rows, -1, size]);
        let b = ops::reshape(&ops::moveaxis(&sides[1], axes[1] as i64, 1), &[rows, size, -1]);
        let product = ops::matmul(&a, &b);
        let shape = [vec![rows], rest(0), rest(1)].concat();
        Ok(ops::reshape(&product, &if shape.len() == 1 { vec![rows, 1] } else { shape }))
    }
}
