//! The order of the dimensions of images.

use stablehlo::{FuncBuilder, Value};

use crate::error::Result;
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::choices! {
    /// The place of the channels among the dimensions of an image.
    DataFormat {
        /// Channels are the last dimension.
        ChannelsLast = "channels_last",
        /// Channels are the first dimension after the batch.
        ChannelsFirst = "channels_first",
    }
}

impl DataFormat {
    /// The channels of a row of this shape, and its spatial dimensions.
    pub(crate) fn split(self, shape: &Shape) -> (usize, Vec<usize>) {
        let dims = shape.dims();
        match (self, dims) {
            (Self::ChannelsLast, [spatial @ .., channels]) => (*channels, spatial.to_vec()),
            (Self::ChannelsFirst, [channels, spatial @ ..]) => (*channels, spatial.to_vec()),
            _ => (1, Vec::new()),
        }
    }

    /// A row of this shape with its channels last.
    pub(crate) fn shape_to_last(self, shape: &Shape) -> Shape {
        let (channels, mut dims) = self.split(shape);
        dims.push(channels);
        Shape::new(dims)
    }

    /// Images with their channels last.
    pub(crate) fn tensor_to_last(self, x: &Tensor) -> Tensor {
        if self == Self::ChannelsLast { x.clone() } else { ops::moveaxis(x, 1, -1) }
    }

    /// Images, whose channels are last, in this format.
    pub(crate) fn tensor_from_last(self, x: &Tensor) -> Tensor {
        if self == Self::ChannelsLast { x.clone() } else { ops::moveaxis(x, -1, 1) }
    }

    /// The first spatial axis, including the batch.
    pub(crate) fn first_spatial(self) -> usize {
        if self == Self::ChannelsLast { 1 } else { 2 }
    }

    /// The value with its channels last.
    pub(crate) fn value_to_last(self, b: &mut FuncBuilder, x: Value) -> Result<Value> {
        self.moved(b, x, |rank| [0].into_iter().chain(2..rank).chain([1]).collect())
    }

    /// The value, whose channels are last, in this format.
    pub(crate) fn value_from_last(self, b: &mut FuncBuilder, x: Value) -> Result<Value> {
        self.moved(b, x, |rank| [0, rank - 1].into_iter().chain(1..rank - 1).collect())
    }

    fn moved(self, b: &mut FuncBuilder, x: Value, order: impl Fn(usize) -> Vec<usize>) -> Result<Value> {
        let rank = b.dims(x).len();
        if self == Self::ChannelsLast || rank < 3 {
            return Ok(x);
        }
        Ok(b.transpose(x, &order(rank))?)
    }
}
