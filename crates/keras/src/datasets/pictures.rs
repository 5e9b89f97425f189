//! Pictures with their labels, as bytes.

use std::sync::Arc;

use super::error::DataError;

/// A number of pictures of one size, with a label each.
///
/// The bytes are shared: cloning, and handing them to a device that can use the host's memory, copies nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pictures {
    /// The values 0 to 255, row-major in the order picture, row, column, channel (NHWC).
    pub images: Arc<[u8]>,
    /// The class of each picture.
    pub labels: Arc<[i32]>,
    /// Height, width and channels of one picture.
    pub picture: [usize; 3],
}

impl Pictures {
    /// Pictures from their bytes (NHWC) and labels; `None` when the number of bytes is not that of the labels' pictures.
    pub fn new(images: impl Into<Arc<[u8]>>, labels: impl Into<Arc<[i32]>>, picture: [usize; 3]) -> Option<Self> {
        let (images, labels) = (images.into(), labels.into());
        let bytes = picture.iter().try_fold(labels.len(), |n, d| n.checked_mul(*d))?;
        (images.len() == bytes).then_some(Self { images, labels, picture })
    }

    /// How many pictures.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no picture.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// `[pictures, height, width, channels]`.
    pub fn shape(&self) -> [usize; 4] {
        let [h, w, c] = self.picture;
        [self.len(), h, w, c]
    }

    /// The bytes of one picture, if there are so many.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let size = self.picture.iter().product::<usize>();
        self.images.get(index.checked_mul(size)?..(index + 1).checked_mul(size)?)
    }

    /// A copy of the first `count` pictures, or of all when there are fewer.
    pub fn first(&self, count: usize) -> Self {
        let count = count.min(self.len());
        let bytes = count * self.picture.iter().product::<usize>();
        Self { images: self.images[..bytes].into(), labels: self.labels[..count].into(), picture: self.picture }
    }

    /// A copy of the pictures of a range of numbers, where there are so many.
    pub fn slice(&self, range: std::ops::Range<usize>) -> Option<Self> {
        let size = self.picture.iter().product::<usize>();
        let images = self.images.get(range.start.checked_mul(size)?..range.end.checked_mul(size)?)?.into();
        Some(Self { images, labels: self.labels.get(range)?.into(), picture: self.picture })
    }
}

/// Collects pictures from several files and checks every label.
pub(super) struct Builder {
    picture: [usize; 3],
    classes: usize,
    images: Vec<u8>,
    labels: Vec<i32>,
}

impl Builder {
    pub fn new(picture: [usize; 3], classes: usize) -> Self {
        Self { picture, classes, images: Vec::new(), labels: Vec::new() }
    }

    /// Bytes of one picture.
    pub fn picture_bytes(&self) -> usize {
        self.picture.iter().product()
    }

    /// Height, width, channels.
    pub fn picture(&self) -> [usize; 3] {
        self.picture
    }

    pub fn reserve(&mut self, pictures: usize) {
        self.images.reserve_exact(pictures * self.picture_bytes());
        self.labels.reserve_exact(pictures);
    }

    /// Adds a picture stored as one plane a channel; `planes` has [`Self::picture_bytes`].
    pub fn push_planes(&mut self, planes: &[u8]) {
        let [h, w, channels] = self.picture;
        let start = self.images.len();
        self.images.resize(start + planes.len(), 0);
        for (channel, plane) in planes.chunks_exact(h * w).enumerate() {
            let target = self.images[start + channel..].iter_mut().step_by(channels);
            target.zip(plane).for_each(|(to, from)| *to = *from);
        }
    }

    /// Adds pictures already in the order row, column, channel.
    pub fn extend_images(&mut self, bytes: &[u8]) {
        self.images.extend_from_slice(bytes);
    }

    /// Adds the label of a file's `record`.
    pub fn push_label(&mut self, file: &str, record: usize, value: i64) -> Result<(), DataError> {
        match i32::try_from(value) {
            Ok(label) if (0..self.classes as i64).contains(&value) => {
                self.labels.push(label);
                Ok(())
            }
            _ => Err(DataError::LabelOutOfRange { file: file.into(), record, value, classes: self.classes }),
        }
    }

    pub fn finish(self) -> Pictures {
        debug_assert_eq!(self.images.len(), self.labels.len() * self.picture.iter().product::<usize>());
        Pictures { images: self.images.into(), labels: self.labels.into(), picture: self.picture }
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
        let pictures = builder.finish();
        assert_eq!(&pictures.images[..], [1, 11, 21, 2, 12, 22]);
        assert_eq!(pictures.shape(), [1, 1, 2, 3]);
        assert_eq!((pictures.get(0).map(<[u8]>::len), pictures.get(1)), (Some(6), None));
    }

    #[test]
    fn sizes_have_to_agree() {
        assert!(Pictures::new(vec![0; 12], vec![0, 1], [1, 2, 3]).is_some());
        assert!(Pictures::new(vec![0; 11], vec![0, 1], [1, 2, 3]).is_none());
        assert!(Pictures::new(vec![0; 11], vec![0, 1], [usize::MAX, 2, 3]).is_none());
    }
}
