//! Contrast of the surroundings of each pixel.

use super::augment::{PIXELS, rescaled};
use super::random_translation::Factor;
use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::layers::window::Sizes;
use crate::ops::{self, Tensor};
use crate::shape::Shape;

/// The number of levels of pixels.
const LEVELS: usize = 256;

crate::layer! {
    /// The histogram of each channel, equalized in tiles whose tables are interpolated between their centers,
    /// with a limit of the contrast (Zuiderveld, 1994); in training and outside of it.
    ///
    /// ```
    /// use keras::{Input, layers::ContrastLimitedAdaptiveHistogramEqualization};
    /// let x = Input::new([32, 32, 3]);
    /// assert_eq!(ContrastLimitedAdaptiveHistogramEqualization::new().call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    ContrastLimitedAdaptiveHistogramEqualization() {
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// The limit of a level's count, as a multiple of the mean count; 0 for none. What is above it is
        /// spread over all levels. Default: 4.
        clip_limit: [f64] = 4.0;
        /// The number of tiles: of rows and of columns. Default: 8.
        tile_grid_size: [Sizes<2>] = Sizes([8, 8]);
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl ContrastLimitedAdaptiveHistogramEqualization {
    /// The new level of each level, for each image, tile and channel: `(batch, rows, columns, channels,
    /// levels)`.
    fn tables(&self, levels: &Tensor, [height, width]: [usize; 2]) -> Tensor {
        let [rows, columns] = self.tile_grid_size.0;
        let [n, channels] = [0, -1].map(|axis| levels.dim(axis));
        let [n_, r, c, ch, h, w] = [n, rows, columns, channels, height, width].map(|size| size as i64);
        let groups = n * rows * columns * channels;
        let first = ops::reshape(&(ops::arange(0, groups as i64, 1) * LEVELS as f64), &[n_, r, 1, c, 1, ch]);
        let places = ops::reshape(&(ops::reshape(levels, &[n_, r, h, c, w, ch]) + first), &[-1, 1]);
        let ones = ops::ones(&[places.dim(0)]);
        let counts = ops::scatter_update(&ops::zeros(&[groups * LEVELS]), &places, &ones, Some("add"));
        let mut counts = ops::reshape(&counts, &[n_, r, c, ch, LEVELS as i64]);
        let pixels = (height * width) as f64;
        if self.clip_limit > 0.0 {
            let clipped = ops::clip(&counts, 0.0, self.clip_limit * pixels / LEVELS as f64);
            counts = &clipped + ops::sum(&(&counts - &clipped), -1, true) / LEVELS as f64;
        }
        let below = ops::cumsum(&counts, -1);
        let least = ops::min(&below, -1, true);
        let rest = pixels - &least;
        let rest = ops::where_(&ops::equal(&rest, &ops::zeros_like(&rest)), &ops::ones_like(&rest), &rest);
        ops::clip(&((below - least) * 255.0 / rest), 0.0, 255.0)
    }
}

/// The pixels along an axis, continued up to `size` by their mirror image.
fn mirrored(x: &Tensor, axis: i64, size: usize) -> Tensor {
    let own = x.dim(axis);
    let place = |i: usize| if (i / own).is_multiple_of(2) { i % own } else { own - 1 - i % own };
    let places: Vec<f64> = (0..size).map(|i| place(i) as f64).collect();
    if size == own { x.clone() } else { ops::take(x, &ops::array(&places, &[size]), axis) }
}

/// For each of `size` pixels along an axis the tiles before and after it, counted from the repeated first
/// one, and the weight of the second; a tile has `length` pixels.
fn neighbors(size: usize, length: usize, tiles: usize) -> [Vec<f64>; 3] {
    let place = |i: usize| (i as f32 - length as f32 / 2.0) / length as f32 + 1.0;
    let before = |i: usize| place(i).floor();
    let tile = |place: f32| f64::from(place.clamp(0.0, tiles as f32 + 1.0));
    [
        (0..size).map(|i| tile(before(i))).collect(),
        (0..size).map(|i| tile(before(i) + 1.0)).collect(),
        (0..size).map(|i| f64::from(place(i) - before(i))).collect(),
    ]
}

impl Layer for ContrastLimitedAdaptiveHistogramEqualization {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let grid = self.tile_grid_size.0;
        if grid.iter().all(|tiles| (1..=1024).contains(tiles)) && inputs[0].num_elements() > 0 {
            return Ok(());
        }
        Err(Error::argument(format!(
            "ContrastLimitedAdaptiveHistogramEqualization: a grid of 1 to 1024 tiles along each axis of images with \
             pixels; received {grid:?} and {}",
            inputs[0]
        )))
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = self.data_format.tensor_to_last(&ops::cast(&inputs[0], "float32"));
        let x = rescaled(&x, self.value_range, PIXELS);
        let [n, height, width, channels] = [0, 1, 2, 3].map(|axis| x.dim(axis));
        let [rows, columns] = self.tile_grid_size.0;
        let tile = [height.div_ceil(rows), width.div_ceil(columns)];
        let (padded_height, padded_width) = (tile[0] * rows, tile[1] * columns);
        let levels = ops::cast(&ops::clip(&x, 0.0, 255.0), "int32");
        let levels = mirrored(&mirrored(&levels, 1, padded_height), 2, padded_width);
        let tables = mirrored_edges(&mirrored_edges(&self.tables(&levels, tile), 1), 2);

        let levels = ops::slice(&levels, &[0; 4], &[n, height, width, channels]);
        // The place of a table's element for each pixel, without its row and column of tiles.
        let stride = (channels * LEVELS) as f64;
        let image = ops::reshape(&ops::arange(0, n as i64, 1), &[-1, 1, 1, 1]);
        let image = image * (stride * ((rows + 2) * (columns + 2)) as f64);
        let channel = ops::reshape(&(ops::arange(0, channels as i64, 1) * LEVELS as f64), &[1, 1, 1, -1]);
        let own = levels + image + channel;
        let [top, bottom, down] = neighbors(height, tile[0], rows);
        let [left, right, across] = neighbors(width, tile[1], columns);
        let place = |tiles: &[f64], stride: f64, dims: &[i64]| {
            let places: Vec<f64> = tiles.iter().map(|tile| tile * stride).collect();
            ops::reshape(&ops::cast(&ops::array(&places, &[places.len()]), "int32"), dims)
        };
        let row = |tiles: &[f64]| place(tiles, stride * (columns + 2) as f64, &[1, -1, 1, 1]);
        let column = |tiles: &[f64]| place(tiles, stride, &[1, 1, -1, 1]);
        let table = ops::ravel(&tables);
        let level = |row: &Tensor, column: &Tensor| ops::take(&table, &(&own + row + column), 0);
        let (left, right, across) = (column(&left), column(&right), ops::array(&across, &[1, 1, width, 1]));
        let along = |row: &Tensor| level(row, &left) * (1.0 - &across) + level(row, &right) * &across;
        let down = ops::array(&down, &[1, height, 1, 1]);
        let y = along(&row(&top)) * (1.0 - &down) + along(&row(&bottom)) * &down;
        Ok(self.data_format.tensor_from_last(&rescaled(&y, PIXELS, self.value_range)))
    }
}

/// The tables along an axis, with the first and the last one twice.
fn mirrored_edges(tables: &Tensor, axis: i64) -> Tensor {
    let tiles = tables.dim(axis);
    let places: Vec<f64> = (0..tiles + 2).map(|i| i.saturating_sub(1).min(tiles - 1) as f64).collect();
    ops::take(tables, &ops::array(&places, &[tiles + 2]), axis)
}
