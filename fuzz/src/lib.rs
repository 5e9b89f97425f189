//! What the fuzz targets and the seeds share.

use datasets::parse::Format;
use keras::saving::{LayerWeights, ModelWeights, WeightValue};

/// The formats of data files; an input of the target `datasets` names one by its first byte.
pub const FORMATS: [Format; 4] = [Format::CifarBinary, Format::CifarPickle, Format::Idx, Format::Npy];

/// Puts together an input of the target `datasets`: the format, the length of the first file, both files.
pub fn pack_files(format: usize, bytes: &[u8], labels: &[u8]) -> Vec<u8> {
    [&[format as u8], &(bytes.len() as u16).to_le_bytes()[..], bytes, labels].concat()
}

/// Takes apart what [`pack_files`] puts together; any bytes but very short ones are some input.
pub fn unpack_files(input: &[u8]) -> Option<(Format, &[u8], &[u8])> {
    let [format, low, high, rest @ ..] = input else { return None };
    let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
    let (bytes, labels) = rest.split_at(length);
    Some((FORMATS[usize::from(*format) % FORMATS.len()], bytes, labels))
}

/// The model whose weights the target `weights` reads.
pub fn small_model() -> ModelWeights {
    let weight = |path: &str, shape: &[usize]| {
        let data: Vec<f32> = (0..shape.iter().product::<usize>()).map(|i| i as f32 / 8.0).collect();
        WeightValue::new(path, shape, data)
    };
    let layers = vec![
        LayerWeights::new("Input", "InputLayer", Vec::new()),
        LayerWeights::new(
            "conv2d",
            "Conv2D",
            vec![weight("conv2d/kernel", &[2, 2, 1, 2]), weight("conv2d/bias", &[2])],
        ),
        LayerWeights::new("dense", "Dense", vec![weight("dense/kernel", &[3, 2]), weight("dense/bias", &[2])]),
    ];
    ModelWeights { name: "functional".into(), layers }
}

/// The number of elements of the largest shape that a text names, read loosely: whatever digits and `x` follow a `<`.
/// Constants are as large as their types say, and a fuzzer soon finds out how to ask for a gigabyte.
pub fn largest_shape(text: &str) -> usize {
    let shape = |part: &str| {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != 'x').unwrap_or(part.len());
        let sizes = part[..end].split('x').filter(|d| !d.is_empty());
        sizes.fold(1usize, |n, d| n.saturating_mul(d.parse().unwrap_or(usize::MAX)))
    };
    text.split('<').skip(1).map(shape).max().unwrap_or(0)
}
