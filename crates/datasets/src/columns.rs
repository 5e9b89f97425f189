//! Columns of a table as the arrays of a model.

use keras::{Array, Samples};

use crate::error::DataError;

/// The values of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Numbers, as `f32`.
    Float,
    /// Integers, as `i32`: class numbers, indices of an embedding.
    Integer,
}

/// The columns of inputs, targets and weights, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    pub inputs: Vec<Part>,
    pub targets: Vec<Part>,
    pub weight: Option<Part>,
}

/// Columns that become an array.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    columns: Vec<String>,
    ty: ColumnType,
    /// True if a single column becomes a number a row, of shape `[rows]`.
    is_flat: bool,
}

impl Part {
    pub fn new<C: Into<String>>(columns: impl IntoIterator<Item = C>, ty: ColumnType, is_flat: bool) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), ty, is_flat }
    }
}

/// The setters of a data set of a table, whose fields are `columns` and `batch_size`.
macro_rules! column_setters {
    () => {
        /// Adds an input of these columns, of shape `[rows, columns]`. Default: one input of all columns but
        /// targets and weights.
        pub fn input<C: Into<String>>(
            mut self,
            columns: impl IntoIterator<Item = C>,
            ty: $crate::columns::ColumnType,
        ) -> Self {
            self.columns.inputs.push($crate::columns::Part::new(columns, ty, false));
            self
        }

        /// Adds targets of these columns, floating-point numbers: of shape `[rows]` for one column, otherwise
        /// `[rows, columns]`.
        pub fn target<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> Self {
            let ty = $crate::columns::ColumnType::Float;
            self.columns.targets.push($crate::columns::Part::new(columns, ty, true));
            self
        }

        /// Adds targets of a column of class numbers, as `i32` of shape `[rows]`.
        pub fn label(mut self, column: impl Into<String>) -> Self {
            let ty = $crate::columns::ColumnType::Integer;
            self.columns.targets.push($crate::columns::Part::new([column], ty, true));
            self
        }

        /// The column with the weights of the samples. Default: none.
        pub fn sample_weight(mut self, column: impl Into<String>) -> Self {
            let ty = $crate::columns::ColumnType::Float;
            self.columns.weight = Some($crate::columns::Part::new([column], ty, true));
            self
        }

        /// The number of rows of a batch. Default: 32.
        pub fn batch_size(mut self, rows: usize) -> Self {
            self.batch_size = rows;
            self
        }
    };
}
pub(crate) use column_setters;

/// The arrays of a batch: inputs, targets, then weights.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub arrays: Vec<Columns>,
    /// The numbers of inputs and of targets.
    counts: [usize; 2],
}

/// The positions of the columns of an array.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub indices: Vec<usize>,
    pub ty: ColumnType,
    is_flat: bool,
}

/// The values of an array that grows.
pub(crate) enum Values {
    Float(Vec<f32>),
    Integer(Vec<i32>),
}

impl Selection {
    /// The positions of the columns among these names; `file` is for messages.
    pub fn resolve(&self, file: &str, names: &[String]) -> Result<Layout, DataError> {
        let find = |part: &Part| -> Result<Columns, DataError> {
            let index = |name: &String| {
                names.iter().position(|known| known == name).ok_or_else(|| {
                    DataError::malformed(file, format!("there is no column {name:?}; the columns are {names:?}"))
                })
            };
            let indices = part.columns.iter().map(index).collect::<Result<Vec<_>, _>>()?;
            let is_flat = part.is_flat && indices.len() == 1;
            Ok(Columns { indices, ty: part.ty, is_flat })
        };
        let all = |parts: &[Part]| parts.iter().map(find).collect::<Result<Vec<_>, _>>();
        let (mut x, y) = (all(&self.inputs)?, all(&self.targets)?);
        let weight = self.weight.as_ref().map(find).transpose()?;
        if x.is_empty() {
            let taken: Vec<usize> = y.iter().chain(&weight).flat_map(|columns| columns.indices.clone()).collect();
            let indices = (0..names.len()).filter(|index| !taken.contains(index)).collect();
            x.push(Columns { indices, ty: ColumnType::Float, is_flat: false });
        }
        let counts = [x.len(), y.len()];
        Ok(Layout { arrays: x.into_iter().chain(y).chain(weight).collect(), counts })
    }
}

impl Layout {
    /// The arrays of a batch without rows, which have space for `rows`.
    pub fn empty(&self, rows: usize) -> Vec<Values> {
        let values = |columns: &Columns| {
            let capacity = columns.indices.len() * rows.min(1 << 16);
            match columns.ty {
                ColumnType::Float => Values::Float(Vec::with_capacity(capacity)),
                ColumnType::Integer => Values::Integer(Vec::with_capacity(capacity)),
            }
        };
        self.arrays.iter().map(values).collect()
    }

    /// The batch of so many rows.
    pub fn samples(&self, file: &str, rows: usize, values: Vec<Values>) -> Result<Samples, DataError> {
        let array = |(values, columns): (Values, &Columns)| {
            let dims = if columns.is_flat { vec![rows] } else { vec![rows, columns.indices.len()] };
            let array = match values {
                Values::Float(values) => Array::new(dims, values),
                Values::Integer(values) => Array::new(dims, values),
            };
            array.map_err(|e| DataError::malformed(file, e.to_string()))
        };
        let mut x = values.into_iter().zip(&self.arrays).map(array).collect::<Result<Vec<_>, _>>()?;
        let weights = x.split_off(self.counts[0] + self.counts[1]);
        let y = x.split_off(self.counts[0]);
        Ok(Samples { x: x.into(), y: y.into(), weights: weights.into() })
    }
}
