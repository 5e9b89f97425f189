//! Named values of a batch or an epoch.

/// Values by name, in the order in which the names were first set.
///
/// ```
/// use keras::callbacks::Logs;
/// let mut logs = Logs::from_iter([("accuracy", 0.5), ("loss", 1.2)]);
/// logs.set("accuracy", 0.6);
/// assert_eq!(logs.get("accuracy"), Some(0.6));
/// assert_eq!(logs.names().collect::<Vec<_>>(), ["accuracy", "loss"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Logs {
    values: Vec<(String, f64)>,
}

impl Logs {
    /// Empty logs.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// Sets the value with this name; an existing name keeps its position.
    pub fn set(&mut self, name: impl Into<String>, value: f64) {
        let name = name.into();
        match self.values.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.values.push((name, value)),
        }
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.values.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// Names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|(name, _)| name.as_str())
    }

    /// Returns true if there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl<N: Into<String>> FromIterator<(N, f64)> for Logs {
    fn from_iter<I: IntoIterator<Item = (N, f64)>>(values: I) -> Self {
        let mut logs = Self::new();
        logs.extend(values);
        logs
    }
}

impl<N: Into<String>> Extend<(N, f64)> for Logs {
    fn extend<I: IntoIterator<Item = (N, f64)>>(&mut self, values: I) {
        for (name, value) in values {
            self.set(name, value);
        }
    }
}
