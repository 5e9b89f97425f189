//! `summary()` in Keras's format.

use regex_lite::Regex;

use super::model::Model;
use super::node::FUNCTIONS;
use super::table::{Align, Column, draw};
use crate::error::{Error, Result};
use crate::graph::{Network, SharedLayer};
use crate::partial_shape::PartialShape;
use crate::saving::python_class;

/// The width of a terminal that does not report one, in columns.
const DEFAULT_COLUMNS: usize = 80;

const LAYER: Column = Column { heading: "Layer (type)", align: Align::Left };
const SHAPE: Column = Column { heading: "Output Shape", align: Align::Left };
const PARAMS: Column = Column { heading: "Param #", align: Align::Right };
const CONNECTED: Column = Column { heading: "Connected to", align: Align::Left };
const TRAINABLE: Column = Column { heading: "Trainable", align: Align::Center };

/// The table of a sequential network: columns, the relative positions of their right edges, the maximum
/// width.
const CHAIN: (&[Column], &[f64], usize) = (&[LAYER, SHAPE, PARAMS], &[0.45, 0.80, 1.0], 88);
/// The table of a network with branches.
const BRANCHED: (&[Column], &[f64], usize) = (&[LAYER, SHAPE, PARAMS, CONNECTED], &[0.3, 0.56, 0.74, 1.0], 108);
/// The share of the other columns, and the characters more, if there is a column `Trainable`.
const BESIDE_TRAINABLE: (f64, usize) = (0.90, 12);
/// The minimum width of a column, in characters.
const MIN_COLUMN: usize = 4;

/// How the summary of a model is printed: the arguments of Keras's `summary`.
///
/// ```
/// use keras::{Input, Model, Sequential, layers::Dense, models::Summary};
/// let inner = Sequential::new(Input::new([4])).add(Dense::new(2).name("inside"))?.build()?;
/// let input = Input::new([4]);
/// let model = Model::new(&input, &inner.call(&input)?)?;
/// let text = model.summary_with(&Summary::new().expand_nested(true).show_trainable(true))?;
/// assert!(text.contains("└ inside (Dense)"));
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Summary {
    columns: usize,
    line_length: Option<usize>,
    expand_nested: bool,
    show_trainable: bool,
    layer_range: Option<(String, String)>,
}

impl Default for Summary {
    fn default() -> Self {
        Self {
            columns: DEFAULT_COLUMNS,
            line_length: None,
            expand_nested: false,
            show_trainable: false,
            layer_range: None,
        }
    }
}

impl Summary {
    /// Keras's defaults, for a terminal of 80 columns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the columns of the terminal. Default: 80.
    #[must_use]
    pub fn columns(self, columns: usize) -> Self {
        Self { columns, ..self }
    }

    /// Sets the length of a line, in characters, whatever the terminal's. Default: 88, with connections 108,
    /// with `show_trainable` 12 more, but 4 less than the terminal has columns.
    #[must_use]
    pub fn line_length(self, line_length: usize) -> Self {
        Self { line_length: Some(line_length), ..self }
    }

    /// If true, the layers of nested models follow them. Default: false.
    #[must_use]
    pub fn expand_nested(self, expand_nested: bool) -> Self {
        Self { expand_nested, ..self }
    }

    /// If true, a column says which layers are trained. Default: false.
    #[must_use]
    pub fn show_trainable(self, show_trainable: bool) -> Self {
        Self { show_trainable, ..self }
    }

    /// Limits the table to the layers from one name to another, which belong to it. A name is a regular
    /// expression that matches the beginning of a layer's name. Default: all layers.
    #[must_use]
    pub fn layer_range(self, first: impl Into<String>, last: impl Into<String>) -> Self {
        Self { layer_range: Some((first.into(), last.into())), ..self }
    }

    /// The columns, the positions of their right edges as fractions, and the length of a line.
    fn form(&self, chain: bool) -> (Vec<Column>, Vec<f64>, usize) {
        let (columns, positions, mut widest) = if chain { CHAIN } else { BRANCHED };
        let (mut columns, mut positions) = (columns.to_vec(), positions.to_vec());
        if self.show_trainable {
            let (share, more) = BESIDE_TRAINABLE;
            positions.iter_mut().for_each(|position| *position *= share);
            positions.push(1.0);
            columns.push(TRAINABLE);
            widest += more;
        }
        let length = self.line_length.unwrap_or_else(|| widest.min(self.columns.saturating_sub(4)));
        (columns, positions, length)
    }
}

impl Model {
    /// The summary for a terminal of 80 columns. See [`summary_with`](Self::summary_with).
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense};
    /// let input = Input::new([4]).name("Input");
    /// let output = Dense::new(2).name("Output").call(&input)?;
    /// let model = Model::new(&input, &output)?.with_name("tiny");
    /// assert!(model.summary().starts_with("Model: \"tiny\"\n┏━"));
    /// assert!(model.summary().contains(" Total params: 10 (40.00 B)\n"));
    /// # Ok::<(), keras::Error>(())
    /// ```
    pub fn summary(&self) -> String {
        self.summary_for(DEFAULT_COLUMNS)
    }

    /// The summary for a terminal of so many columns, of which there are at least 40. See
    /// [`summary_with`](Self::summary_with).
    pub fn summary_for(&self, terminal_columns: usize) -> String {
        self.table(&Summary::new().columns(terminal_columns.max(40)), self.layers())
    }

    /// The table of layers with output shapes, parameter counts and, if the network branches, connections;
    /// then the totals. After training the totals include the optimizer's variables.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if a line is too short for the columns, or no
    /// layer has a name of the [range](Summary::layer_range).
    pub fn summary_with(&self, summary: &Summary) -> Result<String> {
        let (_, positions, length) = summary.form(self.is_chain());
        let mut edges = vec![0];
        edges.extend(positions.iter().map(|position| (position * length as f64) as usize));
        if edges.windows(2).any(|edges| edges[1] - edges[0] < MIN_COLUMN) {
            return Err(Error::argument(format!("lines of {length} characters are too short for a summary")));
        }
        let layers = match &summary.layer_range {
            Some((first, last)) => within(self.layers(), first, last)?,
            None => self.layers(),
        };
        Ok(self.table(summary, layers))
    }

    fn is_chain(&self) -> bool {
        self.is_sequential() || self.network().is_chain()
    }

    fn table(&self, summary: &Summary, layers: &[SharedLayer]) -> String {
        let chain = self.is_chain();
        let (columns, positions, length) = summary.form(chain);
        let mut rows = Vec::new();
        for layer in layers {
            add_rows(Row { layer, network: self.network(), level: 0 }, summary.expand_nested, &mut rows);
        }
        let cells: Vec<Vec<String>> = rows.iter().map(|row| row.cells(chain, summary.show_trainable)).collect();
        format!("Model: \"{}\"\n{}{}", self.name(), draw(&columns, &positions, length, &cells), self.totals())
    }

    fn totals(&self) -> String {
        let count = |trainable: bool| {
            let own = self.variables().iter().filter(|v| v.trainable == trainable && !v.carried);
            own.fold((0u64, 0u64), |(count, bytes), v| {
                let values = v.count() as u64;
                // The number of rows of a Normalization is an int64, as in Keras on TensorFlow.
                let is_count = v.name == "count" && v.shape.is_empty();
                (count + values, bytes + values * if v.int8 { 1 } else { 4 << u64::from(is_count) })
            })
        };
        let (trainable, fixed) = (count(true), count(false));
        let mut lines = vec![("Trainable params", trainable), ("Non-trainable params", fixed)];
        lines.extend(self.optimizer_size().map(|size| ("Optimizer params", size)));
        let total = lines.iter().fold((0u64, 0u64), |all, (_, (count, bytes))| (all.0 + count, all.1 + bytes));
        lines.insert(0, ("Total params", total));
        let text =
            |(what, (count, bytes)): (&str, (u64, u64))| format!(" {what}: {} ({})\n", thousands(count), size(bytes));
        lines.into_iter().map(text).collect()
    }

    /// The number of values of the optimizer's variables, and their bytes, if there are some.
    fn optimizer_size(&self) -> Option<(u64, u64)> {
        self.optimizer_state()?;
        self.optimizer_weights(&**self.compiled()?.optimizer()).ok().map(|weights| weights.size())
    }
}

/// A layer of a network, at a level of nested models.
struct Row<'a> {
    layer: &'a SharedLayer,
    network: &'a Network,
    level: usize,
}

/// Adds the row of a layer, and those of the layers of the model that it is, if these are shown.
fn add_rows<'a>(row: Row<'a>, expand_nested: bool, rows: &mut Vec<Row<'a>>) {
    let (inner, level) = (Model::inside(row.layer).filter(|_| expand_nested), row.level + 1);
    rows.push(row);
    let Some(inner) = inner else { return };
    // Functions of tensors are no layers in Keras.
    let is_function = |layer: &&SharedLayer| layer.layer().module().is_some_and(|module| module.starts_with(FUNCTIONS));
    for layer in inner.layers().iter().filter(|layer| !is_function(layer)) {
        add_rows(Row { layer, network: inner.network(), level }, true, rows);
    }
}

impl Row<'_> {
    /// Name, shape and parameters, connections unless the table is that of a chain, and `Y` or `N`.
    fn cells(&self, chain: bool, show_trainable: bool) -> Vec<String> {
        let calls: Vec<_> = self.network.calls_of(self.layer).collect();
        // For a layer called several times Keras prints the shape of the last call.
        // A row without dimensions is `(None)` in Keras's tables.
        let text = |shape: &PartialShape| shape.to_string().replace(",)", ")");
        let shape = calls.last().map_or_else(
            || "?".to_owned(),
            |call| match call.shapes_of_call() {
                [one] => text(one),
                several => format!("[{}]", several.iter().map(text).collect::<Vec<_>>().join(", ")),
            },
        );
        let prefix = if self.level == 0 { String::new() } else { format!("{}└ ", "   ".repeat(self.level)) };
        let name = format!("{prefix}{} ({})", self.layer.name(), python_class(self.layer.layer().class_name()));
        let weights = self.layer.weights().iter().filter(|weight| !weight.carried);
        let params: usize = weights.map(|weight| weight.shape.iter().product::<usize>()).sum();
        let mut cells = vec![name, shape, thousands(params as u64)];
        if !chain {
            // Connections are those of the outer model.
            let inputs = calls.iter().filter(|_| self.level == 0).flat_map(|call| call.inputs());
            let names: Vec<String> =
                inputs.map(|t| format!("{}[{}][{}]", t.layer().name(), t.node_index(), t.tensor_index())).collect();
            cells.push(if names.is_empty() { "-".to_owned() } else { names.join(", ") });
        }
        if show_trainable {
            cells.push(trainable(self.layer).to_owned());
        }
        cells
    }
}

/// `Y` or `N`, or `-` for a layer without weights.
fn trainable(layer: &SharedLayer) -> &'static str {
    match (layer.weights().is_empty(), is_trainable(layer)) {
        (true, _) => "-",
        (false, true) => "Y",
        (false, false) => "N",
    }
}

/// Returns true if training updates a layer; a model, if it updates one of its layers.
pub(crate) fn is_trainable(layer: &SharedLayer) -> bool {
    let own = layer.layer().base().trainable;
    let with_weights = |model: &Model| model.layers().iter().any(|l| !l.weights().is_empty() && is_trainable(l));
    own && Model::inside(layer).is_none_or(with_weights)
}

/// The layers from the first whose name one expression matches to the last of the other.
fn within<'a>(layers: &'a [SharedLayer], first: &str, last: &str) -> Result<&'a [SharedLayer]> {
    let matching = |pattern: &str| -> Result<Vec<usize>> {
        let regex = Regex::new(&format!("^(?:{pattern})"));
        let regex = regex.map_err(|e| Error::argument(format!("{pattern:?} is no regular expression: {e}")))?;
        let found = layers.iter().enumerate().filter(|(_, layer)| regex.is_match(layer.name()));
        Ok(found.map(|(i, _)| i).collect())
    };
    let (first_of, last_of) = (matching(first)?, matching(last)?);
    let ends = |found: &[usize]| Some((*found.first()?, *found.last()?));
    let (Some(lower), Some(upper)) = (ends(&first_of), ends(&last_of)) else {
        let missing = if first_of.is_empty() { first } else { last };
        let names: Vec<&str> = layers.iter().map(SharedLayer::name).collect();
        return Err(Error::argument(format!("no layer has a name like {missing:?}: there are {}", names.join(", "))));
    };
    Ok(if lower.0 > upper.1 { &layers[upper.0..=lower.1] } else { &layers[lower.0..=upper.1] })
}

/// `896,842`.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `3.42 MB`, in units of 1024.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["B", "KB", "MB", "GB", "TB", "PB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    format!("{size:.2} {}", UNITS[unit])
}
