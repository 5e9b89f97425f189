//! Model files of Keras, and the files with their data.

use std::path::{Path, PathBuf};

use clap::Args;
use datasets::array_file::{self, NamedArray, NamedFeature};
use datasets::image_file;
use datasets::parquet_file::Parquet;
use keras::models::load_model;
use keras::objects::Registry;
use keras::trace::DataTypes;
use keras::{Array, Arrays, DTypePolicy, Feature, KerasTensor, Model, Samples, Strings};
use stablehlo::{ElementType, TensorType};

use super::failure::Failure;

/// The endings of files with a whole model.
const MODELS: [&str; 3] = ["keras", "h5", "hdf5"];
/// The ends of the names of files that have weights alone.
const WEIGHTS: [&str; 2] = [".weights.h5", ".safetensors"];
/// The endings of images.
const IMAGES: [&str; 3] = ["png", "jpg", "jpeg"];

/// The name of the targets, unless another one is given.
pub const TARGET: &str = "y";

/// The rows and their targets.
#[derive(Args, Debug)]
pub struct SamplesArgs {
    /// Rows: .npy (one file for each input of the model), .npz, .csv with a heading, or .parquet.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub input: Vec<PathBuf>,
    /// Targets: an array of the .npz, a column of the .csv or .parquet, or a file; given again for each
    /// further output [default: y, else those with the names of the outputs].
    #[arg(long, value_name = "NAME|FILE")]
    pub target: Vec<String>,
    /// The value of nulls of a .parquet [default: none; a null is an error].
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    pub fill_nulls: Option<f32>,
}

impl SamplesArgs {
    /// Reads the rows and the targets.
    pub fn read(&self, model: &Model) -> Result<Samples, Failure> {
        if self.input.is_empty() {
            return Err(Failure::usage("the rows are missing: give --input FILE"));
        }
        let mut features = read_all(model, &self.input, self.fill_nulls, &self.target)?;
        let y = self.take_targets(model, &mut features)?;
        Ok(Samples { x: by_input(model, features)?, y, weights: Arrays::default() })
    }

    /// Takes the targets out of what was read, or reads their file.
    fn take_targets(&self, model: &Model, features: &mut Vec<NamedFeature>) -> Result<Arrays, Failure> {
        let present = |name: &str| features.iter().any(|named| named.name == name);
        let outputs = model.output_names();
        let names: Vec<String> = match &self.target[..] {
            [] if present(TARGET) => vec![TARGET.to_owned()],
            [] => outputs.iter().filter(|name| present(name)).cloned().collect(),
            given => given.to_vec(),
        };
        if !names.is_empty() && names.iter().all(|name| present(name)) {
            let taken = names.iter().filter_map(|name| take(features, name));
            return Ok(taken.map(numbers).collect::<Result<Vec<Array>, Failure>>()?.into());
        }
        if let [file] = &self.target[..]
            && Path::new(file).exists()
        {
            let mut targets = read_file(Path::new(file), self.fill_nulls, |_| false)?;
            let by_name: Vec<NamedFeature> = outputs.iter().filter_map(|name| take(&mut targets, name)).collect();
            let targets = if by_name.is_empty() { targets } else { by_name };
            return Ok(targets.into_iter().map(numbers).collect::<Result<Vec<Array>, Failure>>()?.into());
        }
        let missing = names.iter().find(|name| !present(name)).map_or(TARGET, String::as_str);
        let there: Vec<&str> = features.iter().map(|named| named.name.as_str()).collect();
        let failure = Failure::usage(format!(
            "--target {missing}: there is no such file, and --input has no such array or column, but {there:?}"
        ));
        Err(match outputs.len() {
            1 => failure.hint("as in --input x.npy --target y.npy, or --input homes.csv --target price"),
            _ => failure.hint(format!("give --target for each of the outputs {outputs:?}, or name the arrays so")),
        })
    }
}

/// True if the name is that of a whole model.
pub fn is_model(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    MODELS.contains(&extension.as_str()) && !is_weights(path)
}

fn is_weights(path: &Path) -> bool {
    WEIGHTS.iter().any(|end| path.to_string_lossy().ends_with(end))
}

/// Loads a whole model.
pub fn open(path: &Path) -> Result<Model, Failure> {
    if is_weights(path) {
        return Err(Failure::usage(format!("{} has weights and no model", path.display()))
            .hint("save the whole model: model.save(\"model.keras\")"));
    }
    Ok(load_model(path, &Registry::new())?)
}

/// Loads a whole model that has a loss.
pub fn open_compiled(path: &Path) -> Result<Model, Failure> {
    let model = open(path)?;
    if model.compiled().is_none() {
        return Err(Failure::new(format!("{}: the file has no loss and no optimizer", path.display()))
            .hint("compile the model in Keras and save it again"));
    }
    Ok(model)
}

/// Loads a whole model for a verb that has a dtype policy for networks by name. A model of a file has those
/// of its layers.
pub fn open_with_own_policies(path: &Path, policy: DTypePolicy) -> Result<Model, Failure> {
    if policy != DTypePolicy::default() {
        return Err(Failure::usage(format!("--dtype {policy}: {} has the policies of its layers", path.display()))
            .hint("set the policy in Keras before the model is built, as in keras.config.set_dtype_policy"));
    }
    open(path)
}

/// The types of a model's inputs.
pub fn input_types(model: &Model, rows: usize) -> Result<Vec<TensorType>, Failure> {
    let inputs = model.inputs().iter();
    inputs.map(|input| Ok(TensorType::new(ElementType::F32, input.shape().with_rows(rows)?))).collect()
}

/// Height, width and channels of the images that a model takes; `None` if it takes no images, or those of any
/// size.
pub fn image_shape(model: &Model) -> Option<[usize; 3]> {
    match model.inputs() {
        [one] => one.shape().known().ok()?.dims().try_into().ok(),
        _ => None,
    }
}

/// The types of the rows on which a model that is compiled is trained.
pub fn data_types(model: &Model, rows: usize) -> Result<DataTypes, Failure> {
    let compiled = model.compiled().ok_or_else(|| Failure::new("the model is not compiled"))?;
    let y = compiled.target_types(&model.output_shapes(rows)?)?;
    Ok(DataTypes { x: input_types(model, rows)?, y, weights: Vec::new() })
}

/// Checks the name of a file for [`save`].
pub fn check_name(path: &Path) -> Result<(), Failure> {
    if is_model(path) || is_weights(path) {
        return Ok(());
    }
    Err(Failure::usage(format!("{}: the ending does not tell the form", path.display()))
        .hint("name the file .keras or .h5 for the whole model, or .weights.h5 or .safetensors for its weights"))
}

/// Saves the whole model, or its weights, as the name tells.
pub fn save(model: &Model, path: &Path) -> Result<(), Failure> {
    check_name(path)?;
    let saved = if is_weights(path) { model.save_weights(path) } else { model.save(path) };
    saved.map_err(Failure::from)
}

/// Reads the rows of a model: arrays, columns, or images.
pub fn read_inputs(model: &Model, files: &[PathBuf]) -> Result<Arrays, Failure> {
    let is_image = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        IMAGES.contains(&extension.as_str())
    };
    match files.iter().all(is_image) {
        true => read_images(model, files),
        false => by_input(model, read_all(model, files, None, &[])?),
    }
}

fn read_file(
    path: &Path,
    fill_nulls: Option<f32>,
    is_text: impl Fn(&str) -> bool,
) -> Result<Vec<NamedFeature>, Failure> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet")) {
        let arrays = Parquet::new(path).fill_nulls(fill_nulls).read().map_err(Failure::new)?;
        let feature = |named: NamedArray| NamedFeature { name: named.name, values: named.array.into() };
        return Ok(arrays.into_iter().map(feature).collect());
    }
    array_file::read_features(path, is_text).map_err(Failure::new)
}

/// The arrays and columns of all files. Columns are texts if an input of their name takes such, or the only
/// input does and they are not among the targets.
fn read_all(
    model: &Model,
    files: &[PathBuf],
    fill_nulls: Option<f32>,
    targets: &[String],
) -> Result<Vec<NamedFeature>, Failure> {
    let is_target = |name: &str| if targets.is_empty() { name == TARGET } else { targets.iter().any(|t| t == name) };
    let takes_texts =
        |source: &KerasTensor| source.layer().layer().get_config().get("dtype").is_some_and(|dtype| dtype == "string");
    let is_text = |name: &str| match model.sources() {
        [one] => takes_texts(one) && !is_target(name),
        several => several.iter().any(|source| source.layer().name() == name && takes_texts(source)),
    };
    let mut features = Vec::new();
    for file in files {
        features.extend(read_file(file, fill_nulls, is_text)?);
    }
    Ok(features)
}

/// The feature with this name, taken out of the others.
fn take(features: &mut Vec<NamedFeature>, name: &str) -> Option<NamedFeature> {
    features.iter().position(|named| named.name == name).map(|at| features.remove(at))
}

/// The numbers of targets, or of a column.
fn numbers(named: NamedFeature) -> Result<Array, Failure> {
    match named.values {
        Feature::Numbers(array) => Ok(array),
        Feature::Strings(_) => Err(Failure::new(format!("{:?} has strings, expected numbers", named.name))
            .hint("write classes as their numbers, from 0 on")),
    }
}

/// Images in the size of the model's input, with values from 0 to 255.
fn read_images(model: &Model, files: &[PathBuf]) -> Result<Arrays, Failure> {
    let Some(shape) = image_shape(model) else {
        let (name, shape) = (model.name(), model.input_shape());
        return Err(Failure::new(format!(
            "model '{name}' does not take one image of a height, a width and channels, but {shape}"
        ))
        .hint("images of any size take a model with sizes: labora convert MODEL NEW.keras --input-shape 224x224x3"));
    };
    let mut pixels: Vec<u8> = Vec::new();
    for file in files {
        let loaded = image_file::load(file, shape).map_err(Failure::new)?;
        if let Some(note) = loaded.note {
            process::say(format_args!("note: {} ({note})", file.display()));
        }
        pixels.extend(loaded.pixels);
    }
    let dims: Vec<usize> = [files.len()].into_iter().chain(shape).collect();
    Ok(Array::new(dims, pixels)?.into())
}

/// An array for each input of the model: those of the inputs' names, if they are all there; for one input the
/// one with the name `x`, or columns of numbers, if it takes so many; else all in their order. Layers of
/// preparation, such as `StringLookup`, are then applied.
fn by_input(model: &Model, mut features: Vec<NamedFeature>) -> Result<Arrays, Failure> {
    let inputs = model.sources();
    let names: Vec<&str> = inputs.iter().map(|input| input.layer().name()).collect();
    let has = |name: &str| features.iter().any(|named| named.name == name);
    let columns_only = features.iter().all(|named| named.values.dims().len() == 1);
    let found: Vec<Feature> = match inputs {
        _ if names.iter().all(|name| has(name)) => {
            names.iter().filter_map(|name| take(&mut features, name)).map(|named| named.values).collect()
        }
        [_] if !columns_only && has("x") => take(&mut features, "x").map(|x| x.values).into_iter().collect(),
        [input] if columns_only && features.len() > 1 && input.shape().accepts(&[features.len()]) => {
            vec![beside_each_other(features)?.into()]
        }
        _ if features.len() == inputs.len() => features.into_iter().map(|named| named.values).collect(),
        _ => {
            let (name, given) = (model.name(), features.iter().map(|named| named.name.as_str()).collect::<Vec<_>>());
            return Err(Failure::new(format!("model '{name}' has the inputs {names:?}; --input has {given:?}"))
                .hint("name the arrays or columns as the inputs, or give a .npy file for each input"));
        }
    };
    let shaped = found.into_iter().zip(inputs).map(|(feature, input)| as_rows_of(feature, input));
    let features = shaped.collect::<Result<Vec<Feature>, Failure>>()?;
    Ok(model.prepare(&features)?.into())
}

/// A column as rows of one value, if the input takes such.
fn as_rows_of(feature: Feature, input: &KerasTensor) -> Result<Feature, Failure> {
    let is_column = feature.dims().len() == 1 && input.shape().accepts(&[1]);
    Ok(match feature {
        Feature::Numbers(array) if is_column => Array::new([array.rows(), 1], array.values().clone())?.into(),
        Feature::Strings(strings) if is_column => {
            Strings::new([strings.rows(), 1], strings.values().iter().cloned())?.into()
        }
        other => other,
    })
}

/// Rows of the values of all columns.
fn beside_each_other(columns: Vec<NamedFeature>) -> Result<Array, Failure> {
    let named =
        |column: NamedFeature| -> Result<(String, Array), Failure> { Ok((column.name.clone(), numbers(column)?)) };
    let columns = columns.into_iter().map(named).collect::<Result<Vec<(String, Array)>, Failure>>()?;
    let (first, rows) = (&columns[0].0, columns[0].1.rows());
    if let Some((name, other)) = columns.iter().find(|(_, array)| array.rows() != rows) {
        let count = other.rows();
        return Err(Failure::new(format!("array {name:?} has {count} rows, and {first:?} has {rows}")));
    }
    let of_row = |row: usize| columns.iter().flat_map(move |(_, array)| array.row(row).unwrap_or_default());
    let values: Vec<f32> = (0..rows).flat_map(of_row).collect();
    Ok(Array::new([rows, columns.len()], values)?)
}
