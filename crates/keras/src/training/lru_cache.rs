//! A cache of the values that were used last.

/// The number of programs that are kept for batches of different sizes.
pub(super) const CACHED_SIZES: usize = 64;

/// The least recently used values are evicted beyond `capacity`.
#[derive(Debug)]
pub(super) struct LruCache<T> {
    capacity: usize,
    /// Ordered by last use; the most recent entry is last.
    entries: Vec<(String, T)>,
}

impl<T: Clone> LruCache<T> {
    /// An empty cache for `capacity` values.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, entries: Vec::new() }
    }

    /// The value of this key, if it is cached.
    pub fn get(&mut self, key: &str) -> Option<T> {
        let found = self.entries.iter().position(|(known, _)| known == key)?;
        self.entries[found..].rotate_left(1);
        self.entries.last().map(|(_, value)| value.clone())
    }

    /// Adds a value under a new key; evicts the least recently used value if the cache is full.
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
    fn the_least_recently_used_value_is_evicted() {
        let mut cache = LruCache::new(2);
        cache.insert("a".into(), 1);
        cache.insert("b".into(), 2);
        assert_eq!(cache.get("a"), Some(1));
        cache.insert("c".into(), 3);
        assert_eq!((cache.get("a"), cache.get("b"), cache.get("c")), (Some(1), None, Some(3)));
    }
}
