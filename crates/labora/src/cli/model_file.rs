//! Model files of Keras, and the files with their data.

use std::path::{Path, PathBuf};

use clap::Args;
use datasets::array_file::{self, NamedArray};
use datasets::image_file;
use datasets::parquet_file::Parquet;
use keras::models::load_model;
use keras::objects::Registry;
use keras::trace::DataTypes;
use keras::{Array, Arrays, DTypePolicy, KerasTensor, Model, Samples};
use stablehlo::{ElementType, TensorType};

use super::failure::Failure;

/// The endings of files with a whole model.
const MODELS: [&str; 3] = ["keras", "h5", "hdf5"];
/// The ends of the names of files that have weights alone.
const WEIGHTS: [&str; 2] = [".weights.h5", ".safetensors"];
/// The endings of images.
const IMAGES: [&str; 3] = ["png", "jpg", "jpeg"];

/// The rows and their targets.
#[derive(Args, Debug)]
pub struct SamplesArgs {
    /// Rows: .npy (one file for each input of the model), .npz, .csv with a heading, or .parquet.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub input: Vec<PathBuf>,
    /// Targets: an array of the .npz, a column of the .csv or .parquet, or a file [default: y].
    #[arg(long, value_name = "NAME|FILE")]
    pub target: Option<String>,
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
        let mut arrays = read_all(&self.input, self.fill_nulls)?;
        let target = self.target.as_deref().unwrap_or("y");
        let y = match arrays.iter().position(|named| named.name == target) {
            Some(at) => vec![arrays.remove(at).array],
            None if self.target.is_some() && Path::new(target).exists() => {
                read_file(Path::new(target), self.fill_nulls)?.into_iter().map(|named| named.array).collect()
            }
            None => {
                let names: Vec<&str> = arrays.iter().map(|named| named.name.as_str()).collect();
                return Err(Failure::usage(format!(
                    "--target {target}: there is no such file, and --input has no such array or column, but {names:?}"
                ))
                .hint("as in --input x.npy --target y.npy, or --input homes.csv --target price"));
            }
        };
        Ok(Samples { x: by_input(model, arrays)?, y: y.into(), weights: Arrays::default() })
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
        false => by_input(model, read_all(files, None)?),
    }
}

fn read_file(path: &Path, fill_nulls: Option<f32>) -> Result<Vec<NamedArray>, Failure> {
    let arrays = match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet")) {
        true => Parquet::new(path).fill_nulls(fill_nulls).read(),
        false => array_file::read(path),
    };
    arrays.map_err(Failure::new)
}

fn read_all(files: &[PathBuf], fill_nulls: Option<f32>) -> Result<Vec<NamedArray>, Failure> {
    let mut arrays = Vec::new();
    for file in files {
        arrays.extend(read_file(file, fill_nulls)?);
    }
    Ok(arrays)
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
            eprintln!("note: {} ({note})", file.display());
        }
        pixels.extend(loaded.pixels);
    }
    let dims: Vec<usize> = [files.len()].into_iter().chain(shape).collect();
    Ok(Array::new(dims, pixels)?.into())
}

/// An array for each input of the model: those of the inputs' names, if they are all there, else in their
/// order. Columns of numbers are the values of a row, if the model has one input that takes so many.
fn by_input(model: &Model, arrays: Vec<NamedArray>) -> Result<Arrays, Failure> {
    let inputs = model.inputs();
    let named = |input: &KerasTensor| arrays.iter().find(|named| named.name == input.layer().name());
    let found: Option<Vec<Array>> = inputs.iter().map(|input| named(input).map(|found| found.array.clone())).collect();
    if let Some(arrays) = found {
        let shaped = arrays.into_iter().zip(inputs).map(|(array, input)| as_rows_of(array, input));
        return Ok(shaped.collect::<Result<Vec<Array>, Failure>>()?.into());
    }
    let columns_only = arrays.iter().all(|named| named.array.row_dims().is_empty());
    if let ([input], true) = (inputs, columns_only && arrays.len() > 1)
        && input.shape().accepts(&[arrays.len()])
    {
        return Ok(beside_each_other(&arrays)?.into());
    }
    let in_order: Vec<Array> = arrays.into_iter().map(|named| named.array).collect();
    if in_order.len() != inputs.len() {
        return Ok(in_order.into());
    }
    let shaped = in_order.into_iter().zip(inputs).map(|(array, input)| as_rows_of(array, input));
    Ok(shaped.collect::<Result<Vec<Array>, Failure>>()?.into())
}

/// A column as rows of one value, if the input takes such.
fn as_rows_of(array: Array, input: &KerasTensor) -> Result<Array, Failure> {
    if array.row_dims().is_empty() && input.shape().accepts(&[1]) {
        return Ok(Array::new([array.rows(), 1], array.values().clone())?);
    }
    Ok(array)
}

/// Rows of the values of all columns.
fn beside_each_other(columns: &[NamedArray]) -> Result<Array, Failure> {
    let rows = columns[0].array.rows();
    if let Some(other) = columns.iter().find(|column| column.array.rows() != rows) {
        let (first, name, count) = (&columns[0].name, &other.name, other.array.rows());
        return Err(Failure::new(format!("array {name:?} has {count} rows, and {first:?} has {rows}")));
    }
    let of_row = |row: usize| columns.iter().flat_map(move |column| column.array.row(row).unwrap_or_default());
    let values: Vec<f32> = (0..rows).flat_map(of_row).collect();
    Ok(Array::new([rows, columns.len()], values)?)
}
