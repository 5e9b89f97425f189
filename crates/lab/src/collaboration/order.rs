//! Which cells stay in their place when their order changes.

use std::collections::HashMap;
use std::hash::Hash;

/// Pairs of places (new, old) of the most elements that are in both lists in the same order, each once. The
/// others were moved, added or removed.
pub fn kept<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let mut places = HashMap::new();
    old.iter().enumerate().rev().for_each(|(at, element)| _ = places.insert(element, at));
    // The longest increasing sequence of old places: `tails` has the best end of each length, and `before`
    // what comes before each element of it.
    let pairs: Vec<(usize, usize)> =
        new.iter().enumerate().filter_map(|(at, element)| Some((at, places.remove(element)?))).collect();
    let mut tails: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (index, (_, place)) in pairs.iter().enumerate() {
        let length = tails.partition_point(|tail| pairs[*tail].1 < *place);
        before[index] = length.checked_sub(1).map(|length| tails[length]);
        match tails.get_mut(length) {
            Some(tail) => *tail = index,
            None => tails.push(index),
        }
    }
    let mut kept: Vec<(usize, usize)> =
        std::iter::successors(tails.last().copied(), |index| before[*index]).map(|index| pairs[index]).collect();
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use super::kept;

    #[test]
    fn only_what_moved_is_not_kept() {
        let kept = |old: &str, new: &str| {
            let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
            let pairs = kept(&old, &new);
            assert!(pairs.iter().all(|(at, old_at)| new[*at] == old[*old_at]));
            pairs.into_iter().map(|(at, _)| new[at]).collect::<String>()
        };
        assert_eq!(kept("abcd", "abcd"), "abcd");
        assert_eq!(kept("abcd", "bcda"), "bcd");
        assert_eq!(kept("abcd", "dabc"), "abc");
        assert_eq!(kept("abcd", "axcb"), "ab");
        assert_eq!(kept("aab", "aaa"), "a", "an element twice is kept once");
        assert_eq!((kept("", "ab"), kept("ab", "")), (String::new(), String::new()));
    }
}
