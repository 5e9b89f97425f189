//! Images with their labels, as bytes.

use std::sync::Arc;

use keras::{Array, Arrays, Samples};

use crate::error::DataError;

/// Images of one size, with a label each.
///
/// The bytes are shared: neither a clone nor a transfer to a device that can use host memory copies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Images {
    pixels: Arc<[u8]>,
    /// The class of each image.
    pub labels: Arc<[i32]>,
    count: usize,
    image_shape: [usize; 3],
}

impl Images {
    /// Images from their bytes (NHWC) and labels; returns `None` if the number of bytes does not match the
    /// number of labels times `image_shape` (height, width, channels).
    ///
    /// ```
    /// use datasets::Images;
    /// let images = Images::new(vec![0; 2 * 28 * 28], vec![3, 7], [28, 28, 1]).unwrap();
    /// assert_eq!((images.len(), images.shape()), (2, [2, 28, 28, 1]));
    /// assert!(Images::new(vec![0; 5], vec![3, 7], [28, 28, 1]).is_none());
    /// ```
    pub fn new(pixels: impl Into<Arc<[u8]>>, labels: impl Into<Arc<[i32]>>, image_shape: [usize; 3]) -> Option<Self> {
        let (pixels, labels) = (pixels.into(), labels.into());
        let bytes = image_shape.iter().try_fold(labels.len(), |n, d| n.checked_mul(*d))?;
        let count = labels.len();
        (pixels.len() == bytes).then_some(Self { pixels, labels, count, image_shape })
    }

    /// The number of images.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there is no image.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The pixel values, 0 to 255, row-major in the order image, row, column, channel (NHWC).
    pub fn pixels(&self) -> &Arc<[u8]> {
        &self.pixels
    }

    /// Height, width and channels of one image.
    pub fn image_shape(&self) -> [usize; 3] {
        self.image_shape
    }

    /// `[images, height, width, channels]`.
    pub fn shape(&self) -> [usize; 4] {
        let [h, w, c] = self.image_shape;
        [self.count, h, w, c]
    }

    /// The bytes of one image; `None` if `index` is out of range.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let size = self.image_shape.iter().product::<usize>();
        self.pixels.get(index.checked_mul(size)?..(index + 1).checked_mul(size)?)
    }

    /// A copy of the first `count` images, or of all if there are fewer.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        let count = count.min(self.count);
        let bytes = count * self.image_shape.iter().product::<usize>();
        let (pixels, labels) = (self.pixels[..bytes].into(), self.labels[..count.min(self.labels.len())].into());
        Self { pixels, labels, count, image_shape: self.image_shape }
    }

    /// A copy of a range of images; `None` if it is out of range.
    pub fn slice(&self, range: std::ops::Range<usize>) -> Option<Self> {
        let size = self.image_shape.iter().product::<usize>();
        let pixels = self.pixels.get(range.start.checked_mul(size)?..range.end.checked_mul(size)?)?.into();
        let count = range.len();
        Some(Self { pixels, labels: self.labels.get(range)?.into(), count, image_shape: self.image_shape })
    }
}

/// The pixels and the labels, as `Fit::validation` takes them.
impl From<&Images> for Samples {
    fn from(images: &Images) -> Self {
        (Array::from(images), Array::from(&images.labels)).into()
    }
}

/// The images without their labels, as an input of a model.
impl From<&Images> for Arrays {
    fn from(images: &Images) -> Self {
        Array::from(images).into()
    }
}

/// The images without their labels, `u8[images, height, width, channels]`; the bytes are shared.
impl From<&Images> for Array {
    fn from(images: &Images) -> Self {
        // The constructors keep the number of bytes equal to the product of the shape.
        Array::new(images.shape(), images.pixels.clone()).expect("as many bytes as the shape says")
    }
}

/// Concatenates images from several files and checks every label.
pub(crate) struct Builder {
    image_shape: [usize; 3],
    classes: usize,
    pixels: Vec<u8>,
    labels: Vec<i32>,
}

impl Builder {
    pub fn new(image_shape: [usize; 3], classes: usize) -> Self {
        Self { image_shape, classes, pixels: Vec::new(), labels: Vec::new() }
    }

    /// The number of bytes of one image.
    pub fn image_bytes(&self) -> usize {
        self.image_shape.iter().product()
    }

    /// Height, width, channels.
    pub fn image_shape(&self) -> [usize; 3] {
        self.image_shape
    }

    pub fn reserve(&mut self, images: usize) {
        self.pixels.reserve_exact(images * self.image_bytes());
        self.labels.reserve_exact(images);
    }

    /// Appends an image stored as one plane per channel; `planes` has [`Self::image_bytes`] bytes.
    pub fn push_planes(&mut self, planes: &[u8]) {
        let [h, w, channels] = self.image_shape;
        let start = self.pixels.len();
        self.pixels.resize(start + planes.len(), 0);
        for (channel, plane) in planes.chunks_exact(h * w).enumerate() {
            let target = self.pixels[start + channel..].iter_mut().step_by(channels);
            target.zip(plane).for_each(|(to, from)| *to = *from);
        }
    }

    /// Appends images that are already in the order row, column, channel.
    pub fn extend_pixels(&mut self, bytes: &[u8]) {
        self.pixels.extend_from_slice(bytes);
    }

    /// Appends the label of record number `record` of a file.
    pub fn push_label(&mut self, file: &str, record: usize, value: i64) -> Result<(), DataError> {
        match i32::try_from(value) {
            Ok(label) if (0..self.classes as i64).contains(&value) => {
                self.labels.push(label);
                Ok(())
            }
            _ => Err(DataError::LabelOutOfRange { file: file.into(), record, value, classes: self.classes }),
        }
    }

    pub fn finish(self) -> Images {
        debug_assert_eq!(self.pixels.len(), self.labels.len() * self.image_bytes());
        let count = self.labels.len();
        Images { pixels: self.pixels.into(), labels: self.labels.into(), count, image_shape: self.image_shape }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_become_pixels() {
        let mut builder = Builder::new([1, 2, 3], 10);
        builder.push_planes(&[1, 2, 11, 12, 21, 22]);
        builder.push_label("f", 0, 9).unwrap();
        let images = builder.finish();
        assert_eq!(&images.pixels[..], [1, 11, 21, 2, 12, 22]);
        assert_eq!(images.shape(), [1, 1, 2, 3]);
        assert_eq!((images.get(0).map(<[u8]>::len), images.get(1)), (Some(6), None));
    }

    #[test]
    fn sizes_must_agree() {
        assert!(Images::new(vec![0; 12], vec![0, 1], [1, 2, 3]).is_some());
        assert!(Images::new(vec![0; 11], vec![0, 1], [1, 2, 3]).is_none());
        assert!(Images::new(vec![0; 11], vec![0, 1], [usize::MAX, 2, 3]).is_none());
    }
}
