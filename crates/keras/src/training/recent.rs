//! What was made last, kept for another use.

/// Values by their keys: so many of those that were asked for last.
#[derive(Debug)]
pub(super) struct Recent<T> {
    capacity: usize,
    /// The one asked for last comes last.
    entries: Vec<(String, T)>,
}

impl<T: Clone> Recent<T> {
    /// Room for so many.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, entries: Vec::new() }
    }

    /// The value of that key, where it is still there.
    pub fn get(&mut self, key: &str) -> Option<T> {
        let found = self.entries.iter().position(|(known, _)| known == key)?;
        self.entries[found..].rotate_left(1);
        self.entries.last().map(|(_, value)| value.clone())
    }

    /// Adds a value under a key that is not there; the one that was not asked for the longest makes room for it.
    pub fn insert(&mut self, key: String, value: T) {
        if self.entries.len() == self.capacity {
            self.entries.remove(0);
        }
        self.entries.push((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_the_longest_goes() {
        let mut recent = Recent::new(2);
        recent.insert("a".into(), 1);
        recent.insert("b".into(), 2);
        assert_eq!(recent.get("a"), Some(1));
        recent.insert("c".into(), 3);
        assert_eq!((recent.get("a"), recent.get("b"), recent.get("c")), (Some(1), None, Some(3)));
    }
}
