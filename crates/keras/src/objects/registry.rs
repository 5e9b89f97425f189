//! The objects that can be named, and created from files.

use std::any::Any;
use std::sync::Arc;

use stablehlo::budget::Budget;

/// The objects of this crate, and those that a user has added.
///
/// ```
/// use keras::losses::Loss;
/// use keras::objects::Registry;
/// use keras::ops;
///
/// keras::loss! {
///     /// The fourth power of the error.
///     Quartic "quartic" {}
///     call |_loss, y_true, y_pred| {
///         let error = y_true - y_pred;
///         ops::mean(&(&error * &error * &error * &error), -1, false)
///     }
/// }
///
/// let mut registry = Registry::new();
/// registry.add::<Quartic>();
/// let loss = registry.from_name::<dyn Loss>("quartic")?;
/// assert_eq!(loss.serialize()["registered_name"], "Custom>Quartic");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// Rows of several kinds, the latest last.
    custom: Vec<Arc<dyn Any + Send + Sync>>,
}

impl Registry {
    /// The objects of this crate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a row of some kind.
    pub(crate) fn push(&mut self, row: Arc<dyn Any + Send + Sync>) {
        self.custom.push(row);
    }

    /// These objects, to be read within a budget.
    pub(crate) fn within(&self, budget: &Budget) -> Self {
        let mut more = self.clone();
        more.push(Arc::new(budget.clone()));
        more
    }

    /// The budget of what is being read, if there is one.
    pub(crate) fn budget(&self) -> Option<&Budget> {
        self.latest_first().find_map(|row| row.downcast_ref())
    }

    /// The rows that were added, of all kinds.
    pub(crate) fn latest_first(&self) -> impl Iterator<Item = &Arc<dyn Any + Send + Sync>> {
        self.custom.iter().rev()
    }
}
