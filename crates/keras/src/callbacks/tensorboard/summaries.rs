//! Summaries as TensorBoard's plugins read them (`tensorboard/plugins/*/summary_v2.py`).

use super::event_file::{DOUBLE, Dim, FLOAT, Metadata, PluginData, STRING, TensorProto, TensorShape, Value};
use crate::error::{Error, ErrorKind, Result};

/// The number of buckets of a histogram.
const BUCKETS: usize = 30;
/// The most images of a summary.
const MAX_IMAGES: usize = 3;

/// A number of the plugin `scalars`.
pub(super) fn scalar(tag: String, value: f64) -> Value {
    let tensor = TensorProto { content: (value as f32).to_le_bytes().into(), ..of_type(FLOAT, &[]) };
    summary(tag, "scalars", &[], 1, tensor)
}

/// The values of a tensor in buckets of equal width: rows of left edge, right edge and count.
pub(super) fn histogram(tag: String, values: &[f32]) -> Value {
    let buckets = buckets(values);
    let content = buckets.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    summary(tag, "histograms", &[], 2, TensorProto { content, ..of_type(DOUBLE, &[BUCKETS, 3]) })
}

/// A text that is a model's configuration, of which TensorBoard draws the graph.
pub(super) fn keras_model(tag: String, json: String) -> Value {
    let tensor = TensorProto { strings: vec![json.into_bytes()], ..of_type(STRING, &[]) };
    summary(tag, "graph_keras_model", b"1", 0, tensor)
}

/// A weight as gray images of numbers from 0 to 1, as Keras shows it: a vector as a row, a matrix with its
/// longer side across, and of three dimensions an image for each index of the last one. `None` for others.
///
/// # Errors
/// [`ErrorKind::Argument`] if an image cannot be encoded.
pub(super) fn weight_images(tag: String, shape: &[usize], values: &[f32]) -> Result<Option<Value>> {
    let dims: Vec<usize> = shape.iter().copied().filter(|size| *size != 1).collect();
    let pixel = |value: f32| (value.clamp(0.0, 1.0) * 255.5) as u8;
    let (height, width, images): (_, _, Vec<Vec<u8>>) = match dims[..] {
        [width] => (1, width, vec![values.iter().copied().map(pixel).collect()]),
        [rows, columns] if rows > columns => {
            let transposed = (0..columns).flat_map(|c| (0..rows).map(move |r| r * columns + c));
            (columns, rows, vec![transposed.map(|at| pixel(values[at])).collect()])
        }
        [height, width] => (height, width, vec![values.iter().copied().map(pixel).collect()]),
        [height, width, count] => {
            let image = |i: usize| values.iter().skip(i).step_by(count).copied().map(pixel).collect();
            (height, width, (0..count.min(MAX_IMAGES)).map(image).collect())
        }
        _ => return Ok(None),
    };
    let mut strings = vec![width.to_string().into_bytes(), height.to_string().into_bytes()];
    for image in images {
        strings.push(png(width, height, &image)?);
    }
    let tensor = of_type(STRING, &[strings.len()]);
    Ok(Some(summary(tag, "images", &[], 3, TensorProto { strings, ..tensor })))
}

/// A gray image.
fn png(width: usize, height: usize, pixels: &[u8]) -> Result<Vec<u8>> {
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let mut bytes = Vec::new();
    let encoder = png::Encoder::new(&mut bytes, side(width), side(height));
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(pixels));
    written.map_err(|e| {
        Error::new(ErrorKind::Argument, format!("a weight of {width} x {height} is no image: {e}")).with_source(e)
    })?;
    Ok(bytes)
}

fn of_type(dtype: i32, shape: &[usize]) -> TensorProto {
    let dim = shape.iter().map(|size| Dim { size: *size as i64 }).collect();
    TensorProto { dtype, shape: Some(TensorShape { dim }), ..TensorProto::default() }
}

fn summary(tag: String, plugin: &str, content: &[u8], data_class: i32, tensor: TensorProto) -> Value {
    let plugin = PluginData { name: plugin.into(), content: content.into() };
    Value { tag, tensor: Some(tensor), metadata: Some(Metadata { plugin: Some(plugin), data_class }) }
}

/// As `histogram_pb` in `tensorboard/plugins/histogram/summary_v2.py`. Values that are not finite are left
/// out: they are in no bucket.
fn buckets(values: &[f32]) -> [[f64; 3]; BUCKETS] {
    let finite = || values.iter().copied().filter(|value| value.is_finite()).map(f64::from);
    let (low, high) = finite().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let mut buckets = [[0.0; 3]; BUCKETS];
    if low > high {
        return buckets;
    }
    let width = (high - low) / BUCKETS as f64;
    for (i, bucket) in buckets.iter_mut().enumerate() {
        bucket[0] = low + i as f64 * width;
        bucket[1] = if i + 1 == BUCKETS { high } else { low + (i + 1) as f64 * width };
    }
    for value in finite() {
        // All values are the same if the width is 0: they are in the last bucket.
        let at = if width > 0.0 { ((value - low) / width) as usize } else { BUCKETS };
        buckets[at.min(BUCKETS - 1)][2] += 1.0;
    }
    buckets
}
