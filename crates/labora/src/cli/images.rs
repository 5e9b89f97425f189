//! The images of files and folders, as a model takes them.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use datasets::directory::{
    ColorMode, Directory, Files, Fitting, Images, Interpolation, LabelMode, Labels, image_dataset_from_directory,
};
use datasets::image_file::{self, ENDINGS};
use keras::data::{Dataset, Items};
use keras::{Model, Samples};
use serde_json::{Value, json};
use stablehlo::ElementType;

use super::failure::Failure;
use super::model_file::image_shape;

/// The note of a model with what it was trained on.
const IMAGES: &str = "images";
const CLASS_NAMES: &str = "class_names";
const INTERPOLATION: &str = "interpolation";
const CROP: &str = "crop_to_aspect_ratio";
const PAD: &str = "pad_to_aspect_ratio";

const HEADING: &str = "Image options";

/// How images become those that a model takes, by the names of Keras's `image_dataset_from_directory`.
#[derive(Args, Debug, Default)]
pub struct ImageArgs {
    /// How images get the model's size: bilinear, nearest, bicubic, area, lanczos3, lanczos5, gaussian or
    /// mitchellcubic [default: as when the model was trained, else bilinear].
    #[arg(help_heading = HEADING, long, value_name = "NAME", hide_possible_values = true)]
    interpolation: Option<InterpolationName>,
    /// Cut the middle out of images of another aspect ratio, instead of distorting them.
    #[arg(help_heading = HEADING, long, conflicts_with = "pad_to_aspect_ratio")]
    crop_to_aspect_ratio: bool,
    /// Put zeros around images of another aspect ratio, instead of distorting them.
    #[arg(help_heading = HEADING, long)]
    pad_to_aspect_ratio: bool,
}

/// The form of the labels of a folder, which its folders are.
#[derive(Args, Debug)]
pub struct LabelArgs {
    /// Form of the labels of a folder of images [default: the one that the model's loss takes].
    #[arg(help_heading = HEADING, long, value_name = "FORM")]
    labels: Option<LabelForm>,
}

/// The form of labels, by Keras's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LabelForm {
    /// Class numbers.
    Int,
    /// One-hot vectors.
    Categorical,
    /// 0 and 1.
    Binary,
}

/// A kind of interpolation, by Keras's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum InterpolationName {
    Bilinear,
    Nearest,
    Bicubic,
    Area,
    Lanczos3,
    Lanczos5,
    Gaussian,
    Mitchellcubic,
}

impl InterpolationName {
    fn interpolation(self) -> Interpolation {
        match self {
            Self::Bilinear => Interpolation::Bilinear,
            Self::Nearest => Interpolation::Nearest,
            Self::Bicubic => Interpolation::Bicubic,
            Self::Area => Interpolation::Area,
            Self::Lanczos3 => Interpolation::Lanczos3,
            Self::Lanczos5 => Interpolation::Lanczos5,
            Self::Gaussian => Interpolation::Gaussian,
            Self::Mitchellcubic => Interpolation::MitchellCubic,
        }
    }

    fn text(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl ImageArgs {
    /// How images become those that the model takes: as these flags say, else as in its training.
    pub fn settings(&self, model: &Model) -> Result<Images, Failure> {
        let settings = image_shape(model).map(|shape| self.of_shape(shape, model.notes().get(IMAGES)));
        settings.and_then(Result::ok).ok_or_else(|| {
            let (name, shape) = (model.name(), model.input_shape());
            Failure::new(format!(
                "model '{name}' does not take one image of height, width and 1, 3 or 4 channels, but {shape}"
            ))
            .hint("images of any size take a model with sizes: labora convert MODEL NEW.keras --input-shape 224x224x3")
        })
    }

    /// How images become those of this height, width and number of channels; `kept` is the note of a
    /// training.
    pub fn of_shape(&self, [height, width, channels]: [usize; 3], kept: Option<&Value>) -> Result<Images, Failure> {
        let color_mode = ColorMode::of_channels(channels)
            .ok_or_else(|| Failure::new(format!("images have 1, 3 or 4 channels, not {channels}")))?;
        let (interpolation, fitting) = self.manner(kept);
        let interpolation = interpolation.interpolation();
        Ok(Images { image_size: [height, width], color_mode, interpolation, fitting })
    }

    fn manner(&self, kept: Option<&Value>) -> (InterpolationName, Fitting) {
        let is_kept = |key: &str| kept.and_then(|kept| kept.get(key)).and_then(Value::as_bool) == Some(true);
        let name = kept.and_then(|kept| kept.get(INTERPOLATION)).and_then(Value::as_str);
        let interpolation = self.interpolation.or(name.and_then(|name| InterpolationName::from_str(name, true).ok()));
        let fitting = match (self.crop_to_aspect_ratio, self.pad_to_aspect_ratio) {
            (true, _) => Fitting::Crop,
            (_, true) => Fitting::Pad,
            _ if is_kept(CROP) => Fitting::Crop,
            _ if is_kept(PAD) => Fitting::Pad,
            _ => Fitting::Stretch,
        };
        (interpolation.unwrap_or(InterpolationName::Bilinear), fitting)
    }

    /// Notes in the model how its images are prepared, and what they show: its file keeps it for predictions.
    pub fn keep(&self, model: &mut Model, class_names: &[String]) {
        let (interpolation, fitting) = self.manner(model.notes().get(IMAGES));
        let note = json!({
            CLASS_NAMES: class_names,
            INTERPOLATION: interpolation.text(),
            CROP: fitting == Fitting::Crop,
            PAD: fitting == Fitting::Pad,
        });
        model.notes_mut().insert(IMAGES.to_owned(), note);
    }

    /// The images of files, and of all folders in folders, with their names for display.
    pub fn open(&self, model: &Model, inputs: &[PathBuf], batch: usize) -> Result<(Dataset, Vec<String>), Failure> {
        let settings = self.settings(model)?;
        let directory = Directory { labels: Labels::None, shuffle: false, ..Directory::default() };
        let (mut files, mut names) = (Vec::new(), Vec::new());
        for input in inputs {
            if !input.is_dir() {
                names.push(input.display().to_string());
                files.push(input.clone());
                continue;
            }
            let found = image_dataset_from_directory(input, &directory, settings)?.files;
            let below = |file: &PathBuf| file.strip_prefix(input).unwrap_or(file).display().to_string();
            names.extend(found.iter().map(below));
            files.extend(found);
        }
        let items = Items { batch_size: batch, shuffle: None, threads: 0 };
        Ok((image_file::dataset(files, settings, items)?, names))
    }

    /// The images of a folder with a folder for each class, which the model's outputs can be.
    pub fn open_classes(
        &self,
        model: &Model,
        folder: &Path,
        labels: &LabelArgs,
        directory: Directory,
    ) -> Result<Files, Failure> {
        let directory = Directory { labels: Labels::Inferred, ..directory };
        let settings = self.settings(model)?;
        let takes = Takes::of(model)?;
        let classes = directory.class_folders(folder)?;
        let label_mode = match labels.labels {
            Some(LabelForm::Int) => LabelMode::Int,
            Some(LabelForm::Categorical) => LabelMode::Categorical,
            Some(LabelForm::Binary) => LabelMode::Binary,
            None => takes.form(classes.len()),
        };
        takes.check(model, folder, &classes, label_mode)?;
        Ok(image_dataset_from_directory(folder, &Directory { label_mode, ..directory }, settings)?)
    }
}

/// What the only output of a model takes as targets.
struct Takes {
    /// True for class numbers.
    numbers: bool,
    /// The last size of the output.
    outputs: usize,
}

impl Takes {
    fn of(model: &Model) -> Result<Self, Failure> {
        let outputs = model.output_shapes(1)?;
        let ([(_, shape)], Some(compiled)) = (&outputs[..], model.compiled()) else {
            let (name, count) = (model.name(), outputs.len());
            return Err(Failure::new(format!(
                "model '{name}' has {count} outputs: a folder of images has labels for a compiled model with one"
            )));
        };
        let outputs_last = shape.last().copied().unwrap_or(1);
        let numbers = compiled.target_types(&outputs)?.iter().any(|ty| ty.element == ElementType::I32);
        Ok(Self { numbers, outputs: outputs_last })
    }

    /// The form that the loss takes of so many classes.
    fn form(&self, classes: usize) -> LabelMode {
        match (self.numbers, self.outputs) {
            (false, 1) if classes == 2 => LabelMode::Binary,
            (false, outputs) if outputs > 1 => LabelMode::Categorical,
            _ => LabelMode::Int,
        }
    }

    fn check(&self, model: &Model, folder: &Path, classes: &[String], form: LabelMode) -> Result<(), Failure> {
        let (count, outputs) = (classes.len(), self.outputs);
        let fits = match form {
            LabelMode::Int if self.numbers => count <= outputs,
            LabelMode::Categorical => count == outputs,
            // Labels of several classes as numbers are a regression.
            LabelMode::Int | LabelMode::Binary => true,
        };
        if fits {
            return Ok(());
        }
        let (folder, name) = (folder.display(), model.name());
        Err(Failure::new(format!(
            "{folder} has {count} folders, which are the classes {classes:?}, and model '{name}' has {outputs} outputs a row"
        ))
        .hint("give the model a last layer with an output for each class, or take folders away"))
    }
}

/// The names of the classes on whose folders the model was trained.
pub fn kept_class_names(model: &Model) -> Option<Vec<String>> {
    let names = model.notes().get(IMAGES)?.get(CLASS_NAMES)?.as_array()?;
    names.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// True for folders, and files that have the name of an image.
pub fn is_images(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    path.is_dir() || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// All rows of a data set.
pub fn all_rows(files: &Files) -> Result<Samples, Failure> {
    let mut batches = files.dataset.batch(files.files.len().max(1))?.batches(0)?;
    Ok(batches.next().transpose()?.unwrap_or_default())
}
