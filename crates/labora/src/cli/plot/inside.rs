//! Images of what is inside a model: filters, activations, Grad-CAM.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use image::RgbImage;
use keras::{Array, Infer, Model};
use plotters::style::{BLACK, RGBColor};

use crate::cli::device::CpuArgs;
use crate::cli::failure::Failure;
use crate::cli::images::{ImageArgs, is_images};
use crate::cli::predict_file::read_classes;
use crate::cli::samples;
use crate::cli::tables::TableArgs;
use crate::plots::pixels;
use crate::plots::sheet::{self, Tile};

/// The greatest number of filters or channels in an image; the first ones are shown.
const MAX_TILES: usize = 256;
/// The least height and width of filters, of channels, and of images, in pixels.
const FILTER_SIZE: u32 = 48;
const CHANNEL_SIZE: u32 = 64;
const IMAGE_SIZE: u32 = 256;

/// Which image of what is inside a model.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options for what is inside a model")]
#[command(group = ArgGroup::new("inside").args(["filters", "activations", "grad_cam"]))]
pub struct InsideArgs {
    /// Show the filters of the first convolution, or of --layer: colors of three inputs, else their mean.
    #[arg(long)]
    filters: bool,
    /// Show the channels of the output of a layer for the image of --input.
    #[arg(long, value_name = "LAYER", requires = "input")]
    activations: Option<String>,
    /// The image for --activations; one of another size is resized, with a note.
    #[arg(long, value_name = "FILE.png|jpg", requires = "activations")]
    input: Option<PathBuf>,
    /// Show where in an image the model sees a class (Grad-CAM).
    #[arg(long, value_name = "FILE.png|jpg")]
    grad_cam: Option<PathBuf>,
    /// The layer of --grad-cam or --filters [default: the last, or first, layer of the kind].
    #[arg(long, value_name = "NAME", requires = "inside", conflicts_with = "activations")]
    layer: Option<String>,
    /// The class of --grad-cam, counted from 0 [default: the predicted one].
    #[arg(long, value_name = "N", requires = "grad_cam")]
    class: Option<usize>,
    /// Names of the classes of --grad-cam, one a line.
    #[arg(long, value_name = "FILE", requires = "grad_cam")]
    classes: Option<PathBuf>,
}

impl InsideArgs {
    /// Returns true if an image is asked for.
    pub fn is_any(&self) -> bool {
        self.filters || self.activations.is_some() || self.grad_cam.is_some()
    }

    /// Draws the image. Returns the bytes of a PNG file.
    pub fn draw(&self, model: &Model, title: Option<&str>, device: &CpuArgs) -> Result<Vec<u8>, Failure> {
        let (own_title, tiles, size) = match (&self.activations, &self.input, &self.grad_cam) {
            (Some(layer), Some(input), _) => activations(model, layer, input, device)?,
            (.., Some(image)) => self.grad_cam(model, image, device)?,
            _ => filters(model, self.layer.as_deref())?,
        };
        let title = title.unwrap_or(&own_title);
        sheet::png(title, &tiles, size).map_err(|error| Failure::new(format!("cannot draw the image: {error}")))
    }

    fn grad_cam(&self, model: &Model, path: &Path, device: &CpuArgs) -> Result<Sheet, Failure> {
        let layer = match &self.layer {
            Some(layer) => layer.clone(),
            None => last_with_places(model)?,
        };
        let (x, image) = read_image(model, path)?;
        let classes = self.classes.as_deref().map(read_classes).transpose()?.unwrap_or_default();
        let mut on_device = model.to_device(&device.open()?.quiet())?;
        let outputs = on_device.predict(&x, Infer::silent(1))?;
        let class = self.class.unwrap_or_else(|| outputs.argmax().first().copied().unwrap_or(0));
        let map = on_device.grad_cam(&x, &layer, Some(class))?;
        let &[_, height, width] = map.dims() else {
            let dims = map.row_dims();
            return Err(Failure::new(format!(
                "the places of layer '{layer}' have the shape {dims:?}, not rows and columns"
            )));
        };
        if map.as_f32().is_some_and(|values| values.iter().all(|value| *value == 0.0)) {
            process::say(format_args!(
                "note: no place of layer '{layer}' raises the score of the class: try another --layer"
            ));
        }
        let enlarged = sheet::enlarged(&image, IMAGE_SIZE);
        let overlaid = map.as_f32().and_then(|map| pixels::overlaid(&enlarged, map, height, width));
        let overlaid = overlaid.ok_or_else(|| Failure::new("the map has another size than its values"))?;
        let name = classes.get(class).cloned().unwrap_or_else(|| format!("class {class}"));
        let score = outputs.row(0).and_then(|row| row.get(class).copied()).unwrap_or(f32::NAN);
        let tiles = [
            (enlarged, path.file_name().unwrap_or_default().to_string_lossy().into_owned()),
            (overlaid, format!("{name}: {score:.3}")),
        ];
        let tiles = tiles.map(|(image, line)| Tile { image, lines: vec![(line, BLACK)] });
        Ok((format!("Grad-CAM, layer {layer}"), tiles.into(), IMAGE_SIZE))
    }
}

/// The title, the tiles, and their least size.
type Sheet = (String, Vec<Tile>, u32);

/// The filters of a convolution over rows and columns.
fn filters(model: &Model, layer: Option<&str>) -> Result<Sheet, Failure> {
    let is_of = |path: &str| layer.is_none_or(|layer| path.split('/').rev().nth(1) == Some(layer));
    let kernel = model.variables().iter().find_map(|v| match v.shape[..] {
        [height, width, inputs, filters] if v.path.ends_with("kernel") && is_of(&v.path) => {
            Some((v, [height, width, inputs, filters]))
        }
        _ => None,
    });
    let Some((variable, dims)) = kernel else {
        let which = layer.map_or(String::new(), |layer| format!(" '{layer}'"));
        return Err(Failure::new(format!("model '{}' has no convolution{which} over rows and columns", model.name())));
    };
    let [height, width, inputs, filters] = dims;
    let tile = |filter| pixels::of_filter(&variable.values, dims, filter).map(bare);
    let tiles: Vec<Tile> = (0..filters.min(MAX_TILES)).filter_map(tile).collect();
    let title = format!("{}: {filters} filters {height} x {width} x {inputs}", variable.path);
    Ok((title, tiles, FILTER_SIZE))
}

/// The channels of a layer's output for an image.
fn activations(model: &Model, layer: &str, path: &Path, device: &CpuArgs) -> Result<Sheet, Failure> {
    let inside = model.output_of(layer)?;
    let (x, _) = read_image(model, path)?;
    let output = inside.to_device(&device.open()?.quiet())?.predict(&x, Infer::silent(1))?;
    let &[_, height, width, channels] = output.dims() else {
        let shape = inside.output_shape();
        return Err(Failure::new(format!(
            "the output of layer '{layer}' has the shape {shape}: it has no channels of rows and columns"
        )));
    };
    let values = output.as_f32().unwrap_or_default();
    let tile = |channel| pixels::of_channel(values, [height, width, channels], channel).map(bare);
    let tiles: Vec<Tile> = (0..channels.min(MAX_TILES)).filter_map(tile).collect();
    Ok((format!("{layer}: {channels} channels {height} x {width}"), tiles, CHANNEL_SIZE))
}

/// An image without text.
fn bare(image: RgbImage) -> Tile {
    let lines: Vec<(String, RGBColor)> = Vec::new();
    Tile { image, lines }
}

/// The image of a file, in the size of the model's input, as an array and as an image.
fn read_image(model: &Model, path: &Path) -> Result<(Array, RgbImage), Failure> {
    let files = [path.to_path_buf()];
    let arrays = match is_images(path) {
        true => ImageArgs::default().open(model, &files, 1)?.0.batches(0)?.next().transpose()?.unwrap_or_default().x,
        false => samples::read_inputs(model, &files, &TableArgs::default())?,
    };
    let [x] = &arrays[..] else { return Err(Failure::new(format!("{} is not one image", path.display()))) };
    let image = x.row(0).and_then(|row| pixels::of_row(&row, x.row_dims()));
    let dims = x.row_dims();
    let image =
        image.ok_or_else(|| Failure::new(format!("{}: rows of shape {dims:?} are no images", path.display())))?;
    Ok((x.clone(), image))
}

/// The last layer whose output has rows, columns and channels, but for poolings and dropouts: usually that of
/// the last convolution.
fn last_with_places(model: &Model) -> Result<String, Failure> {
    let is_computed = |class: &str| !["InputLayer", "Pooling", "Dropout"].iter().any(|other| class.contains(other));
    let has_places = |name: &str| model.layer_output(name).is_ok_and(|output| output.shape().dims().len() == 3);
    let mut layers = model.layers().iter().rev().filter(|layer| is_computed(layer.layer().class_name()));
    let found = layers.find(|layer| has_places(layer.name())).map(|layer| layer.name().to_owned());
    found.ok_or_else(|| Failure::new(format!("model '{}' has no layer with rows, columns and channels", model.name())))
}
