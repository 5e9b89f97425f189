//! `summary()` in Keras's format.

use super::model::Model;
use super::table::{Column, draw};
use crate::graph::SharedLayer;
use crate::shape::Shape;

/// The width of a terminal that does not report one, in columns.
const DEFAULT_COLUMNS: usize = 80;

const LAYER: Column = Column { heading: "Layer (type)", right: false };
const SHAPE: Column = Column { heading: "Output Shape", right: false };
const PARAMS: Column = Column { heading: "Param #", right: true };
const CONNECTED: Column = Column { heading: "Connected to", right: false };

/// The table of a sequential network: columns, the relative positions of their right edges, the maximum
/// width.
const CHAIN: (&[Column], &[f64], usize) = (&[LAYER, SHAPE, PARAMS], &[0.45, 0.80, 1.0], 88);
/// The table of a network with branches.
const BRANCHED: (&[Column], &[f64], usize) = (&[LAYER, SHAPE, PARAMS, CONNECTED], &[0.3, 0.56, 0.74, 1.0], 108);

impl Model {
    /// The summary for a terminal of 80 columns. See [`summary_for`](Self::summary_for).
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

    /// The table of layers with output shapes, parameter counts and, if the network branches, connections;
    /// then the totals. After training the totals include the optimizer's variables.
    pub fn summary_for(&self, terminal_columns: usize) -> String {
        let chain = self.is_sequential() || self.network().is_chain();
        let (columns, positions, widest) = if chain { CHAIN } else { BRANCHED };
        let rows: Vec<Vec<String>> = self.layers().iter().map(|layer| self.row(layer, chain)).collect();
        let width = widest.min(terminal_columns.max(40) - 4);
        format!("Model: \"{}\"\n{}{}", self.name(), draw(columns, positions, width, &rows), self.totals())
    }

    fn row(&self, layer: &SharedLayer, chain: bool) -> Vec<String> {
        let calls: Vec<_> = self.network().calls_of(layer).collect();
        // For a layer called several times Keras prints the shape of the last call.
        let shape = calls.last().map_or_else(
            || "?".to_owned(),
            |call| match call.shapes_of_call() {
                [one] => one.to_string(),
                several => format!("[{}]", several.iter().map(Shape::to_string).collect::<Vec<_>>().join(", ")),
            },
        );
        let params: usize = self.variables_of(layer).iter().map(|v| v.values.len()).sum();
        let mut row =
            vec![format!("{} ({})", layer.name(), layer.layer().class_name()), shape, thousands(params as u64)];
        if !chain {
            let inputs = calls.iter().flat_map(|call| call.inputs());
            let names: Vec<String> =
                inputs.map(|t| format!("{}[{}][{}]", t.layer().name(), t.node_index(), t.tensor_index())).collect();
            row.push(if names.is_empty() { "-".to_owned() } else { names.join(", ") });
        }
        row
    }

    fn totals(&self) -> String {
        let count = |trainable: bool| -> u64 {
            let own = self.variables().iter().filter(|v| v.trainable == trainable);
            own.map(|v| v.values.len() as u64).sum()
        };
        let (trainable, fixed) = (count(true), count(false));
        let mut lines =
            vec![("Trainable params", trainable, 4 * trainable), ("Non-trainable params", fixed, 4 * fixed)];
        if let Some(state) = self.optimizer_state() {
            let slots: u64 = state.slots.iter().flatten().map(|s| s.len() as u64).sum();
            // Keras counts the step counter and the learning rate as optimizer variables, four bytes each.
            lines.push(("Optimizer params", slots + 2, 4 * (slots + 2)));
        }
        let total = (lines.iter().map(|l| l.1).sum(), lines.iter().map(|l| l.2).sum());
        lines.insert(0, ("Total params", total.0, total.1));
        let text =
            |(what, count, bytes): (&str, u64, u64)| format!(" {what}: {} ({})\n", thousands(count), size(bytes));
        lines.into_iter().map(text).collect()
    }
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
