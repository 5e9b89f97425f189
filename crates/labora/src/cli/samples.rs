//! The rows of a model in files of arrays and tables, and their targets.

use std::path::{Path, PathBuf};

use clap::Args;
use datasets::array_file::{self, Cells, NamedArray, NamedFeature};
use datasets::csv_file::is_unnamed;
use keras::{Array, Arrays, Feature, KerasTensor, Model, Samples, Strings};

use super::failure::Failure;
use super::tables::{self, Columns, TARGET, TableArgs, is_parquet, is_table};

/// The rows and their targets.
#[derive(Args, Debug)]
pub struct SamplesArgs {
    /// Rows: .npy (one file for each input of the model), .npz, .csv, .tsv, .parquet, or a folder with a
    /// folder of images for each class.
    #[arg(long, value_name = "FILE|FOLDER", num_args = 1..)]
    pub input: Vec<PathBuf>,
    /// Targets: an array of the .npz, a column of the table, or a file; given again for each further output
    /// [default: y, else those with the names of the outputs].
    #[arg(long, value_name = "NAME|FILE")]
    pub target: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// The parts of an `.npz` as `keras.datasets` has them, whose arrays are `x_train`, `y_train` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Train,
    Test,
}

impl Part {
    fn arrays(self) -> [&'static str; 2] {
        match self {
            Self::Train => ["x_train", "y_train"],
            Self::Test => ["x_test", "y_test"],
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Train => Self::Test,
            Self::Test => Self::Train,
        }
    }
}

/// Rows with targets, and what was beside them.
pub struct Read {
    pub samples: Samples,
    /// The columns that they are, if they are columns.
    pub columns: Option<Columns>,
    /// The other part of an `.npz` that has two.
    pub other: Option<Samples>,
}

/// What files have.
struct Features {
    features: Vec<NamedFeature>,
    /// Which columns are inputs, if the files are tables.
    columns: Option<Columns>,
}

impl SamplesArgs {
    /// Reads the rows and the targets; of an `.npz` with two parts, that part, and the other one beside it.
    pub fn read(&self, model: &Model, part: Part) -> Result<Read, Failure> {
        if self.input.is_empty() {
            return Err(Failure::usage("the rows are missing: give --input FILE"));
        }
        let Features { mut features, columns } = self.features(model)?;
        if let ([_], []) = (model.sources(), &self.target[..])
            && let Some(own) = take_both(&mut features, part.arrays())
        {
            let [x, y] = part.arrays();
            process::say(format_args!("note: the rows are {x}, their targets {y}"));
            let samples = |[x, y]: [NamedFeature; 2]| -> Result<Samples, Failure> {
                Ok(Samples { x: by_input(model, vec![x])?, y: numbers(y)?.into(), weights: Arrays::default() })
            };
            let other = take_both(&mut features, part.other().arrays()).map(samples).transpose()?;
            return Ok(Read { samples: samples(own)?, columns: None, other });
        }
        let y = self.take_targets(model, &mut features)?;
        let x = inputs(model, features, columns.as_ref())?;
        Ok(Read { samples: Samples { x, y, weights: Arrays::default() }, columns, other: None })
    }

    fn features(&self, model: &Model) -> Result<Features, Failure> {
        if self.input.iter().all(|file| is_table(file)) {
            let names = names_of(&self.input, &self.table)?;
            let is_there = |target: &&String| names.contains(target) || Path::new(target).exists();
            if let Some(missing) = self.target.iter().find(|target| !is_there(target)) {
                return Err(no_target(model, missing, &names));
            }
        }
        read_features(model, &self.input, &self.table, &self.target)
    }

    /// Takes the targets out of what was read, or reads their file.
    fn take_targets(&self, model: &Model, features: &mut Vec<NamedFeature>) -> Result<Arrays, Failure> {
        let present = |name: &str| features.iter().any(|named| named.name == name);
        let names = tables::targets_among(model, &self.target, present);
        if !names.is_empty() && names.len() >= self.target.len() {
            let taken = names.iter().filter_map(|name| take(features, name));
            return Ok(taken.map(numbers).collect::<Result<Vec<Array>, Failure>>()?.into());
        }
        if let [file] = &self.target[..]
            && Path::new(file).exists()
        {
            let cells = |name: &str| (!is_unnamed(name)).then_some(Cells::Numbers);
            let mut targets = read_file(Path::new(file), &self.table, cells)?;
            let by_name = model.output_names().into_iter().filter_map(|name| take(&mut targets, &name));
            let by_name: Vec<NamedFeature> = by_name.collect();
            let targets = if by_name.is_empty() { targets } else { by_name };
            return Ok(targets.into_iter().map(numbers).collect::<Result<Vec<Array>, Failure>>()?.into());
        }
        let missing = self.target.iter().find(|name| !present(name)).map_or(TARGET, String::as_str);
        let there: Vec<String> = features.iter().map(|named| named.name.clone()).collect();
        Err(no_target(model, missing, &there))
    }
}

fn no_target(model: &Model, missing: &str, there: &[String]) -> Failure {
    let outputs = model.output_names();
    let failure = Failure::usage(format!(
        "--target {missing}: there is no such file, and --input has no such array or column, but {there:?}"
    ));
    match outputs.len() {
        1 => failure.hint("as in --input x.npy --target y.npy, or --input homes.csv --target price"),
        _ => failure.hint(format!("give --target for each of the outputs {outputs:?}, or name the arrays so")),
    }
}

/// Reads the rows of a model without targets.
pub fn read_inputs(model: &Model, files: &[PathBuf], table: &TableArgs) -> Result<Arrays, Failure> {
    let Features { mut features, columns } = read_features(model, files, table, &[])?;
    let [rows, targets] = Part::Test.arrays();
    if let ([_], Some([x, _])) = (model.sources(), take_both(&mut features, Part::Test.arrays())) {
        process::say(format_args!("note: the rows are {rows}, without {targets}"));
        return by_input(model, vec![x]);
    }
    inputs(model, features, columns.as_ref())
}

/// The names of the columns of all files.
fn names_of(files: &[PathBuf], table: &TableArgs) -> Result<Vec<String>, Failure> {
    let names = files.iter().map(|file| table.names(file)).collect::<Result<Vec<_>, Failure>>()?;
    Ok(names.concat())
}

/// The arrays of all files; of tables, the columns that the model takes.
fn read_features(model: &Model, files: &[PathBuf], table: &TableArgs, targets: &[String]) -> Result<Features, Failure> {
    let are_tables = files.iter().all(|file| is_table(file));
    let columns = are_tables.then(|| table.select(model, files, &names_of(files, table)?, targets)).transpose()?;
    let is_input = |columns: &Columns, name: &str| columns.inputs.iter().flatten().any(|input| input == name);
    let takes_texts =
        |source: &KerasTensor| source.layer().layer().get_config().get("dtype").is_some_and(|dtype| dtype == "string");
    let is_text = |name: &str| match (model.sources(), &columns) {
        ([one], Some(columns)) => takes_texts(one) && is_input(columns, name),
        (sources, _) => sources.iter().any(|source| source.layer().name() == name && takes_texts(source)),
    };
    let cells = |name: &str| {
        let is_used = columns.as_ref().is_none_or(|all| is_input(all, name) || all.targets.iter().any(|t| t == name));
        is_used.then(|| if is_text(name) { Cells::Strings } else { Cells::Numbers })
    };
    let mut features: Vec<NamedFeature> = Vec::new();
    for file in files {
        // Of two columns of a name, the first one counts.
        let known: Vec<String> = features.iter().map(|named| named.name.clone()).collect();
        features.extend(read_file(file, table, |name| cells(name).filter(|_| !known.iter().any(|k| k == name)))?);
    }
    Ok(Features { features, columns })
}

fn read_file(
    path: &Path,
    table: &TableArgs,
    cells: impl Fn(&str) -> Option<Cells>,
) -> Result<Vec<NamedFeature>, Failure> {
    if !is_parquet(path) {
        return array_file::read_features(path, &table.format(), cells).map_err(Failure::new);
    }
    let names: Vec<String> = table.names(path)?.into_iter().filter(|name| cells(name).is_some()).collect();
    let arrays = table.parquet(path).read(&names).map_err(Failure::new)?;
    let feature = |named: NamedArray| NamedFeature { name: named.name, values: named.array.into() };
    Ok(arrays.into_iter().map(feature).collect())
}

/// The inputs of a model: its columns by their names, or the arrays.
fn inputs(model: &Model, mut features: Vec<NamedFeature>, columns: Option<&Columns>) -> Result<Arrays, Failure> {
    let Some(columns) = columns else { return by_input(model, features) };
    let mut found = Vec::new();
    for names in &columns.inputs {
        let mut taken: Vec<NamedFeature> = names.iter().filter_map(|name| take(&mut features, name)).collect();
        found.push(match taken.len() {
            1 => taken.swap_remove(0).values,
            _ => beside_each_other(taken)?.into(),
        });
    }
    prepared(model, found)
}

/// Arrays as the inputs of the model, by layers of preparation, such as `StringLookup`.
fn prepared(model: &Model, found: Vec<Feature>) -> Result<Arrays, Failure> {
    let shaped = found.into_iter().zip(model.sources()).map(|(feature, input)| as_rows_of(feature, input));
    let features = shaped.collect::<Result<Vec<Feature>, Failure>>()?;
    Ok(model.prepare(&features)?.into())
}

/// An array for each input of the model: those of the inputs' names, if they are all there; for one input the
/// one with the name `x`; else all in their order.
fn by_input(model: &Model, mut features: Vec<NamedFeature>) -> Result<Arrays, Failure> {
    let inputs = model.sources();
    let names: Vec<&str> = inputs.iter().map(|input| input.layer().name()).collect();
    let has = |name: &str| features.iter().any(|named| named.name == name);
    let columns_only = features.iter().all(|named| named.values.dims().len() == 1);
    let found: Vec<Feature> = match inputs {
        _ if names.iter().all(|name| has(name)) => {
            names.iter().filter_map(|name| take(&mut features, name)).map(|named| named.values).collect()
        }
        [_] if has("x") => take(&mut features, "x").map(|x| x.values).into_iter().collect(),
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
    prepared(model, found)
}

/// The two features with these names, taken out of the others.
fn take_both(features: &mut Vec<NamedFeature>, names: [&str; 2]) -> Option<[NamedFeature; 2]> {
    let has = |name: &str| features.iter().any(|named| named.name == name);
    if !names.iter().all(|name| has(name)) {
        return None;
    }
    Some([take(features, names[0])?, take(features, names[1])?])
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
