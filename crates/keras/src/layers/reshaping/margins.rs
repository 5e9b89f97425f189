//! Layers that add and remove elements at the edges.

use serde_json::{Value as Json, json};

use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::objects::{Field, Registry};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

/// The elements before and after each of some spatial dimensions. One number is for all edges, a list of
/// numbers for both edges of each dimension, and a list of pairs for each edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins<const N: usize>(pub [(usize, usize); N]);

impl<const N: usize> From<usize> for Margins<N> {
    fn from(all: usize) -> Self {
        Self([(all, all); N])
    }
}

impl<const N: usize> From<[(usize, usize); N]> for Margins<N> {
    fn from(edges: [(usize, usize); N]) -> Self {
        Self(edges)
    }
}

impl From<(usize, usize)> for Margins<1> {
    fn from(edges: (usize, usize)) -> Self {
        Self([edges])
    }
}

impl From<(usize, usize)> for Margins<2> {
    fn from((height, width): (usize, usize)) -> Self {
        Self([(height, height), (width, width)])
    }
}

impl<const N: usize> Field for Margins<N> {
    fn expected() -> String {
        "a number, or a list of numbers or pairs of numbers".to_owned()
    }

    fn to_json(&self) -> Json {
        let pairs: Vec<Json> = self.0.iter().map(|(low, high)| json!([low, high])).collect();
        if N == 1 { pairs.into_iter().next().unwrap_or_default() } else { pairs.into() }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        if let Some(all) = usize::from_json(json, registry)? {
            return Ok(Some(all.into()));
        }
        let Some(items) = json.get("items").unwrap_or(json).as_array() else { return Ok(None) };
        let lists: Option<Vec<Vec<usize>>> =
            items.iter().map(|item| Vec::from_json(item, registry)).collect::<Result<_>>()?;
        let Some(lists) = lists else { return Ok(None) };
        // The two edges of one dimension.
        if let (1, [low, high]) = (N, &lists[..]) {
            let pair = low.first().zip(high.first());
            return Ok(pair.map(|(low, high)| Self([(*low, *high); N])));
        }
        let pairs: Option<Vec<(usize, usize)>> = lists
            .iter()
            .map(|list| match list[..] {
                [both] => Some((both, both)),
                [low, high] => Some((low, high)),
                _ => None,
            })
            .collect();
        Ok(pairs.and_then(|pairs| <[(usize, usize); N]>::try_from(pairs).ok()).map(Self))
    }
}

fn padded<const N: usize>(x: &Tensor, first: usize, margins: Margins<N>) -> Tensor {
    let mut widths = vec![(0, 0); x.ndim()];
    widths[first..first + N].copy_from_slice(&margins.0);
    ops::pad(x, &widths, 0.0)
}

fn cropped<const N: usize>(x: &Tensor, first: usize, margins: Margins<N>) -> Result<Tensor> {
    let (mut starts, mut sizes) = (vec![0; x.ndim()], x.shape().to_vec());
    for (axis, (low, high)) in (first..).zip(margins.0) {
        if low + high >= sizes[axis] {
            return Err(Error::shape(format!(
                "`cropping` parameter must leave at least one element of each dimension. Received: input_shape={}, \
                 cropping={:?}",
                Shape::new(&x.shape()[1..]),
                margins.0
            )));
        }
        (starts[axis], sizes[axis]) = (low, sizes[axis] - low - high);
    }
    Ok(ops::slice(x, &starts, &sizes))
}

macro_rules! margins {
    ($(#[$doc:meta])* $layer:ident $setting:ident $n:tt |$this:ident, $x:ident| $formula:expr; $($format:tt)*) => {
        crate::layer! {
            $(#[$doc])*
            $layer() {
                /// The elements at the edges. Default: 1 for padding and for sequences, else 0.
                $setting: [Margins<$n>] = margins!(@default $setting $n);
                $($format)*
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
                let ($this, $x) = (self, &inputs[0]);
                $formula
            }
        }
    };
    (@default padding $n:tt) => { Margins([(1, 1); $n]) };
    (@default cropping 1) => { Margins([(1, 1)]) };
    (@default cropping 3) => { Margins([(1, 1); 3]) };
    (@default cropping $n:tt) => { Margins([(0, 0); $n]) };
}

margins! {
    /// Adds zeros before and after a sequence.
    ///
    /// ```
    /// use keras::{Input, layers::ZeroPadding1D};
    /// let y = ZeroPadding1D::new().padding((2, 0)).call(&Input::new([4, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 6, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    ZeroPadding1D padding 1 |layer, x| Ok(padded(x, layer.data_format.first_spatial(), layer.padding));
    /// The place of the channels. Default: last.
    data_format: [DataFormat] = DataFormat::ChannelsLast;
}

margins! {
    /// Adds zeros around an image.
    ///
    /// ```
    /// use keras::{Input, layers::ZeroPadding2D};
    /// let y = ZeroPadding2D::new().padding([(1, 2), (0, 3)]).call(&Input::new([4, 5, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 7, 8, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    ZeroPadding2D padding 2 |layer, x| Ok(padded(x, layer.data_format.first_spatial(), layer.padding));
    /// The place of the channels. Default: last.
    data_format: [DataFormat] = DataFormat::ChannelsLast;
}

margins! {
    /// Adds zeros around a volume.
    ZeroPadding3D padding 3 |layer, x| Ok(padded(x, layer.data_format.first_spatial(), layer.padding));
    /// The place of the channels. Default: last.
    data_format: [DataFormat] = DataFormat::ChannelsLast;
}

margins! {
    /// Removes elements at the start and the end of a sequence.
    ///
    /// ```
    /// use keras::{Input, layers::Cropping1D};
    /// let y = Cropping1D::new().cropping((2, 0)).call(&Input::new([6, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Cropping1D cropping 1 |layer, x| cropped(x, 1, layer.cropping);
}

margins! {
    /// Removes the edges of an image.
    Cropping2D cropping 2 |layer, x| cropped(x, layer.data_format.first_spatial(), layer.cropping);
    /// The place of the channels. Default: last.
    data_format: [DataFormat] = DataFormat::ChannelsLast;
}

margins! {
    /// Removes the edges of a volume.
    Cropping3D cropping 3 |layer, x| cropped(x, layer.data_format.first_spatial(), layer.cropping);
    /// The place of the channels. Default: last.
    data_format: [DataFormat] = DataFormat::ChannelsLast;
}
