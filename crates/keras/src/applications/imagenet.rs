//! Preparing images as the networks' weights expect them, and naming what they predict.

use std::path::Path;

use stablehlo::budget::read_text;

use crate::array::{Array, Values};
use crate::error::{Error, ErrorKind, Result};
use crate::json;
use crate::layers::DataFormat;

crate::choices! {
    /// The preparation of images.
    PreprocessMode {
        /// Blue, green, red, less the mean of each channel over ImageNet.
        Caffe = "caffe",
        /// Scaled to -1 to 1.
        Tf = "tf",
        /// Scaled to 0 to 1, then normalized by the moments of each channel over ImageNet.
        Torch = "torch",
    }
}

/// Images with pixels of 0 to 255, bytes or numbers, prepared for a network. The channels, red, green and
/// blue, are where `format` says; there is at least one dimension besides them.
///
/// ```
/// use keras::Array;
/// use keras::applications::{PreprocessMode, preprocess_input};
/// use keras::layers::DataFormat;
/// let pixel = Array::new([1, 1, 1, 3], vec![255u8, 0, 51])?;
/// let x = preprocess_input(&pixel, PreprocessMode::Tf, DataFormat::ChannelsLast)?;
/// assert_eq!(x.as_f32(), Some(&[1.0, -1.0, -0.6][..]));
/// let x = preprocess_input(&pixel, PreprocessMode::Caffe, DataFormat::ChannelsLast)?;
/// assert_eq!(x.as_f32().map(|x| x[2]), Some(255.0 - 123.68));
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Shape`] if the images have not three channels where `format` says.
pub fn preprocess_input(images: &Array, mode: PreprocessMode, format: DataFormat) -> Result<Array> {
    const MEAN: [f32; 3] = [0.485, 0.456, 0.406];
    const DEVIATION: [f32; 3] = [0.229, 0.224, 0.225];
    const MEAN_BGR: [f32; 3] = [103.939, 116.779, 123.68];
    let mut x: Vec<f32> = match images.values() {
        Values::U8(v) => v.iter().map(|v| f32::from(*v)).collect(),
        Values::I32(v) => v.iter().map(|v| *v as f32).collect(),
        Values::F32(v) => v.to_vec(),
    };
    if mode == PreprocessMode::Tf {
        x.iter_mut().for_each(|v| *v = *v / 127.5 - 1.0);
        return Array::new(images.dims(), x);
    }
    // The number of pixels from one channel to the next.
    let dims = images.dims();
    let axis = match format {
        DataFormat::ChannelsLast => dims.len().checked_sub(1),
        DataFormat::ChannelsFirst => dims.len().checked_sub(3),
    };
    let Some(axis) = axis.filter(|axis| dims.len() > 1 && dims[*axis] == 3) else {
        return Err(Error::shape(format!(
            "preprocess_input takes images with 3 channels, {}. Received: shape={dims:?}",
            format.name()
        )));
    };
    let step: usize = dims[axis + 1..].iter().product();
    for image in x.chunks_exact_mut(3 * step) {
        let (red, rest) = image.split_at_mut(step);
        let (green, blue) = rest.split_at_mut(step);
        if mode == PreprocessMode::Caffe {
            red.swap_with_slice(blue);
        }
        for (c, channel) in [red, green, blue].into_iter().enumerate() {
            match mode {
                PreprocessMode::Torch => channel.iter_mut().for_each(|v| *v = (*v / 255.0 - MEAN[c]) / DEVIATION[c]),
                _ => channel.iter_mut().for_each(|v| *v -= MEAN_BGR[c]),
            }
        }
    }
    Array::new(dims, x)
}

/// The identifiers and names of classes, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassIndex {
    classes: Vec<(String, String)>,
}

/// A class that a network predicts.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The identifier, such as `n02123045`.
    pub id: String,
    /// The name, such as `tabby`.
    pub name: String,
    /// The network's output for the class.
    pub score: f32,
}

impl ClassIndex {
    /// Reads the file that Keras downloads as `imagenet_class_index.json`: an object that has for each
    /// number of a class its identifier and its name.
    ///
    /// # Errors
    /// [`ErrorKind::File`] if the file cannot be read, [`ErrorKind::Data`] if it is no such object.
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let text = read_text(path).map_err(|e| Error::file("read", path, e))?;
        Self::parse(&text).map_err(|e| e.at(path.display()))
    }

    /// The classes in the text of such a file.
    ///
    /// ```
    /// use keras::applications::ClassIndex;
    /// let classes = ClassIndex::parse(r#"{"0": ["n01440764", "tench"], "1": ["n01443537", "goldfish"]}"#)?;
    /// assert_eq!(classes.len(), 2);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Data`] if it is no such object; the message names the class.
    pub fn parse(text: &str) -> Result<Self> {
        let damaged = |reason: String| Error::new(ErrorKind::Data, format!("the index of classes {reason}"));
        let json = json::parse(text.as_bytes()).map_err(|e| damaged(format!("is no JSON: {e}")))?;
        let rows = json.as_object().ok_or_else(|| damaged("is no object".into()))?;
        let class = |i: usize| {
            let text = |at: usize| Some(rows.get(&i.to_string())?.get(at)?.as_str()?.to_owned());
            text(0).zip(text(1)).ok_or_else(|| damaged(format!("has no identifier and name of class {i}")))
        };
        Ok(Self { classes: (0..rows.len()).map(class).collect::<Result<_>>()? })
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Returns true if there are no classes.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }
}

/// The classes with the highest scores of each row, at most `top`, the highest first.
///
/// ```
/// use keras::Array;
/// use keras::applications::{ClassIndex, decode_predictions};
/// let classes = ClassIndex::parse(r#"{"0": ["n01440764", "tench"], "1": ["n01443537", "goldfish"]}"#)?;
/// let named = decode_predictions(&Array::new([1, 2], vec![0.1f32, 0.9])?, &classes, 1)?;
/// assert_eq!((named[0][0].name.as_str(), named[0][0].score), ("goldfish", 0.9));
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Shape`] if the predictions are not numbers of the shape (rows, classes).
pub fn decode_predictions(predictions: &Array, classes: &ClassIndex, top: usize) -> Result<Vec<Vec<Prediction>>> {
    let (dims, count) = (predictions.dims(), classes.len());
    let scores = match (predictions.as_f32(), dims) {
        (Some(scores), [_, width]) if *width == count && count > 0 => scores,
        _ => {
            return Err(Error::shape(format!(
                "`decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, {count})). \
                 Received array with shape: {dims:?}"
            )));
        }
    };
    let row = |scores: &[f32]| {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        let named = order.into_iter().take(top).map(|i| {
            let (id, name) = classes.classes[i].clone();
            Prediction { id, name, score: scores[i] }
        });
        named.collect()
    };
    Ok(scores.chunks_exact(count).map(row).collect())
}
