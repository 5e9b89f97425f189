//! The batches since a callback has last acted.

/// Counts batches by the indices of those that end, of which several may end at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BatchCount {
    /// The number of batches.
    pub since: usize,
    last: Option<usize>,
}

impl BatchCount {
    /// Adds the batches up to this one.
    pub fn count(&mut self, batch: usize) {
        // A lower index means a new epoch.
        self.since += match self.last {
            Some(last) if batch > last => batch - last,
            _ => batch + 1,
        };
        self.last = Some(batch);
    }

    /// Begins to count anew.
    pub fn begin_anew(&mut self) {
        self.since = 0;
    }
}
