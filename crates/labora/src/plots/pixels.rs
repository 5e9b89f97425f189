//! Numbers as images: rows of arrays, channels, and maps of colors.

use image::imageops::{FilterType, resize};
use image::{ImageBuffer, Luma, Rgb, RgbImage};

/// The share of the colors of a map that is laid over an image, as in Keras's example of Grad-CAM.
const OVERLAY: f32 = 0.4;

/// The image of a row of an array: height, width, and one or three channels, or none. Values from 0 to 255
/// are those of pixels, values from 0 to 1 are parts of white, and others are stretched to that.
pub fn of_row(values: &[f32], dims: &[usize]) -> Option<RgbImage> {
    let (height, width, channels) = match *dims {
        [height, width] => (height, width, 1),
        [height, width, channels @ (1 | 3)] => (height, width, channels),
        _ => return None,
    };
    let (low, high) = range(values);
    let (low, high) = match (low, high) {
        (low, high) if low >= 0.0 && high <= 1.0 => (0.0, 1.0),
        (low, high) if low >= 0.0 && high <= 255.0 => (0.0, 255.0),
        stretched => stretched,
    };
    of_pixels(width, height, |place| {
        let at = |channel: usize| values[place * channels + channel.min(channels - 1)];
        [at(0), at(1), at(2)].map(|value| (value - low) / (high - low).max(f32::MIN_POSITIVE))
    })
}

/// The image of one of the channels of places, `(height, width, channels)`: black for the least of its
/// values, white for the greatest.
pub fn of_channel(values: &[f32], [height, width, channels]: [usize; 3], channel: usize) -> Option<RgbImage> {
    let own: Vec<f32> = values.iter().skip(channel).step_by(channels).copied().collect();
    let (low, high) = range(&own);
    of_pixels(width, height, |place| [(own[place] - low) / (high - low).max(f32::MIN_POSITIVE); 3])
}

/// The image of a filter, `(height, width, inputs, filters)`: the colors of three inputs, else the mean of
/// the inputs in gray, from the least to the greatest.
pub fn of_filter(kernel: &[f32], [height, width, inputs, filters]: [usize; 4], filter: usize) -> Option<RgbImage> {
    let own: Vec<f32> = kernel.iter().skip(filter).step_by(filters).copied().collect();
    let places = own.chunks(inputs);
    let colors: Vec<[f32; 3]> = match inputs {
        3 => places.map(|place| [place[0], place[1], place[2]]).collect(),
        _ => places.map(|place| [place.iter().sum::<f32>() / inputs as f32; 3]).collect(),
    };
    let (low, high) = range(colors.as_flattened());
    of_pixels(width, height, |place| colors[place].map(|value| (value - low) / (high - low).max(f32::MIN_POSITIVE)))
}

/// An image under the colors of a map from 0 to 1, which is enlarged to it: from blue over green to red.
pub fn overlaid(image: &RgbImage, map: &[f32], height: usize, width: usize) -> Option<RgbImage> {
    let map: ImageBuffer<Luma<f32>, Vec<f32>> = ImageBuffer::from_raw(width as u32, height as u32, map.to_vec())?;
    let map = resize(&map, image.width(), image.height(), FilterType::Triangle);
    let mix = |pixel: &Rgb<u8>, value: f32| {
        let channel = |i: usize| (1.0 - OVERLAY) * f32::from(pixel.0[i]) + OVERLAY * 255.0 * jet(value)[i];
        Rgb([channel(0), channel(1), channel(2)].map(|value| value.round() as u8))
    };
    let mixed = |x, y| mix(image.get_pixel(x, y), map.get_pixel(x, y).0[0]);
    Some(RgbImage::from_fn(image.width(), image.height(), mixed))
}

/// The color map `jet`: red, green and blue of a value from 0 to 1.
fn jet(value: f32) -> [f32; 3] {
    [3.0, 2.0, 1.0].map(|middle| (1.5 - (4.0 * value - middle).abs()).clamp(0.0, 1.0))
}

/// The least and the greatest value that is finite; 0 and 1 if there is none.
fn range(values: &[f32]) -> (f32, f32) {
    let finite = values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = finite.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

/// An image of parts of white, of which `color` returns three for each pixel.
fn of_pixels(width: usize, height: usize, color: impl Fn(usize) -> [f32; 3]) -> Option<RgbImage> {
    let bytes = (0..width * height).flat_map(|place| color(place).map(|part| (part * 255.0).round() as u8));
    RgbImage::from_raw(width as u32, height as u32, bytes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_keep_the_order_of_rows_columns_and_channels() {
        let pixels = of_row(&[0.0, 128.0, 255.0, 3.0, 2.0, 1.0], &[1, 2, 3]).unwrap();
        assert_eq!(pixels.into_raw(), [0, 128, 255, 3, 2, 1]);
        assert_eq!(of_row(&[0.0, 1.0], &[2, 1]).unwrap().into_raw(), [0, 0, 0, 255, 255, 255]);
        assert_eq!(of_row(&[-2.0, 2.0], &[1, 2, 1]).unwrap().into_raw(), [0, 0, 0, 255, 255, 255]);
        assert!(of_row(&[0.0; 4], &[1, 1, 4]).is_none());
        let channel = of_channel(&[9.0, 1.0, 9.0, 3.0], [2, 1, 2], 1).unwrap();
        assert_eq!(channel.into_raw(), [0, 0, 0, 255, 255, 255]);
        // Two filters of one place with three inputs.
        let filter = of_filter(&[0.0, 7.0, 1.0, 7.0, 2.0, 7.0], [1, 1, 3, 2], 0).unwrap();
        assert_eq!(filter.into_raw(), [0, 128, 255]);
    }

    #[test]
    fn a_map_is_blue_where_it_is_zero_and_red_where_it_is_one() {
        let black = RgbImage::new(2, 1);
        let [low_red, _, low_blue, high_red, _, high_blue] =
            overlaid(&black, &[0.0, 1.0], 1, 2).unwrap().into_raw()[..]
        else {
            panic!()
        };
        assert!(low_blue > 40 && low_red == 0 && high_red > 40 && high_blue == 0);
    }
}
