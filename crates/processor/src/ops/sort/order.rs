//! The order of one line by its keys: each element becomes a number that holds its keys and its position, and
//! numbers are sorted. They are all different, so that the order is the stable one, whatever the algorithm.

use stablehlo::ElementType;

use super::comparator::KeyOrder;
use crate::error::Result;
use crate::threads::team::Team;

/// Bits of a position in a line.
const INDEX_BITS: u32 = 32;
/// Shorter lists are sorted by comparisons, longer ones by digits.
const MIN_RADIX_LENGTH: usize = 4096;
/// Bits of a digit of the radix sort.
const DIGIT_BITS: u32 = 11;
/// Shorter lists are sorted by one thread.
const MIN_PARALLEL_LENGTH: usize = 1 << 16;
/// The parts that a long list is divided into: a power of two.
const PARTS: usize = 8;

/// A number that holds the keys of an element in its upper bits, and its position in the lowest 32.
pub(super) trait Packed: Copy + Ord + Send + Sync {
    /// The number without keys.
    const EMPTY: Self;
    /// The same with a key of `bits` bits below the keys before.
    fn with_key(self, bits: u32, key: u64) -> Self;
    /// The same with the position, after the last key.
    fn with_index(self, index: u32) -> Self;
    fn index(self) -> u32;
    /// The digit that begins at bit `shift`.
    fn digit(self, shift: u32) -> usize;
}

macro_rules! packed {
    ($($t:ident)*) => {$(
        impl Packed for $t {
            const EMPTY: Self = 0;
            #[inline(always)] fn with_key(self, bits: u32, key: u64) -> Self {
                self.checked_shl(bits).unwrap_or(0) | key as $t
            }
            #[inline(always)] fn with_index(self, index: u32) -> Self { self << INDEX_BITS | index as $t }
            #[inline(always)] fn index(self) -> u32 { self as u32 }
            #[inline(always)] fn digit(self, shift: u32) -> usize {
                (self >> shift) as usize & ((1 << DIGIT_BITS) - 1)
            }
        }
    )*};
}

packed! { u64 u128 }

/// Adds a key to each item: the element's bits as an unsigned number of the same order. Returns false if
/// there is none, because a key is NaN and ordered by value.
pub(super) fn add_keys<P: Packed>(
    items: &mut [P],
    (element, order, descending): (ElementType, KeyOrder, bool),
    bytes: &[u8],
) -> bool {
    let flip = if descending { u64::MAX } else { 0 };
    macro_rules! integers {
        ($t:ident, $sign:expr) => {{
            let keys: &[$t] = bytemuck::cast_slice(bytes);
            for (item, key) in items.iter_mut().zip(keys) {
                *item = item.with_key($t::BITS, u64::from(((*key ^ $sign) as u64 ^ flip) as $t));
            }
            true
        }};
    }
    macro_rules! floats {
        ($t:ident, $infinity:expr) => {{
            let sign: $t = 1 << ($t::BITS - 1);
            let keys: &[$t] = bytemuck::cast_slice(bytes);
            if order == KeyOrder::Value && keys.iter().any(|key| key & !sign > $infinity) {
                return false;
            }
            for (item, key) in items.iter_mut().zip(keys) {
                // By value -0 equals 0.
                let key = if order == KeyOrder::Value && *key == sign { 0 } else { *key };
                let ordered = if key & sign != 0 { !key } else { key | sign };
                *item = item.with_key($t::BITS, u64::from((ordered as u64 ^ flip) as $t));
            }
            true
        }};
    }
    match element {
        ElementType::F64 => floats!(u64, 0x7ff0 << 48),
        ElementType::F32 => floats!(u32, 0x7f80 << 16),
        ElementType::F16 => floats!(u16, 0x7c00),
        ElementType::Bf16 => floats!(u16, 0x7f80),
        e if e.is_signed() => match e.bytes() {
            1 => integers!(u8, 0x80),
            2 => integers!(u16, 0x8000),
            4 => integers!(u32, 0x8000_0000),
            _ => integers!(u64, 1 << 63),
        },
        e => match e.bytes() {
            1 => integers!(u8, 0),
            2 => integers!(u16, 0),
            4 => integers!(u32, 0),
            _ => integers!(u64, 0),
        },
    }
}

/// Sorts the items, of which the first `limit` are kept. `bits` is the number of bits of all keys together.
///
/// # Errors
/// Those of the team.
pub(super) fn sort<P: Packed>(
    items: &mut Vec<P>,
    spare: &mut Vec<P>,
    bits: u32,
    limit: usize,
    team: Option<&Team<'_>>,
) -> Result<()> {
    match team {
        Some(team) if items.len() >= MIN_PARALLEL_LENGTH => sort_parallel(items, spare, bits, limit, team)?,
        _ => {
            let kept = sort_part(items, spare, bits, limit);
            items.truncate(kept);
        }
    }
    Ok(())
}

/// Sorts the first `limit` items of the order to the front; returns how many they are.
fn sort_part<P: Packed>(items: &mut [P], spare: &mut Vec<P>, bits: u32, limit: usize) -> usize {
    let kept = limit.min(items.len());
    if kept == 0 {
        return 0;
    }
    if kept < items.len() / 4 {
        select(items, kept);
        items[..kept].sort_unstable();
    } else if items.len() < MIN_RADIX_LENGTH {
        items.sort_unstable();
    } else {
        spare.clear();
        spare.resize(items.len(), P::EMPTY);
        radix_sort(items, spare, bits);
    }
    kept
}

/// Moves the first `kept` items of the order to the front, in any order. Candidates are collected behind
/// them, and thinned out as soon as there are many: most items are only compared with the last that is
/// kept.
fn select<P: Packed>(items: &mut [P], kept: usize) {
    let capacity = (2 * kept).max(kept + 256).min(items.len());
    let mut count = capacity;
    items[..count].select_nth_unstable(kept - 1);
    let mut last = items[kept - 1];
    count = kept;
    for i in capacity..items.len() {
        let item = items[i];
        if item < last {
            items[count] = item;
            count += 1;
            if count == capacity {
                items[..count].select_nth_unstable(kept - 1);
                last = items[kept - 1];
                count = kept;
            }
        }
    }
    items[..count].select_nth_unstable(kept - 1);
}

/// Sorts by digits, the least first. Items have to be in the order of their positions.
fn radix_sort<'s, P: Packed>(mut from: &'s mut [P], mut to: &'s mut [P], bits: u32) {
    let mut is_swapped = false;
    let mut shift = INDEX_BITS;
    while shift < INDEX_BITS + bits {
        let mut starts = vec![0usize; 1 << DIGIT_BITS];
        from.iter().for_each(|item| starts[item.digit(shift)] += 1);
        // A digit that is the same everywhere orders nothing.
        if starts[from[0].digit(shift)] != from.len() {
            let mut next = 0;
            for start in &mut starts {
                next += std::mem::replace(start, next);
            }
            for item in from.iter() {
                let start = &mut starts[item.digit(shift)];
                to[*start] = *item;
                *start += 1;
            }
            std::mem::swap(&mut from, &mut to);
            is_swapped = !is_swapped;
        }
        shift += DIGIT_BITS;
    }
    if is_swapped {
        to.copy_from_slice(from);
    }
}

/// Sorts parts on all threads, then merges them.
fn sort_parallel<P: Packed>(
    items: &mut Vec<P>,
    spare: &mut Vec<P>,
    bits: u32,
    limit: usize,
    team: &Team<'_>,
) -> Result<()> {
    let mut part = items.len().div_ceil(PARTS);
    team.parallel_for(items.chunks_mut(part).collect(), |part| {
        sort_part(part, &mut Vec::new(), bits, limit);
        Ok(())
    })?;
    if limit < part / 4 {
        let mut kept: Vec<P> = items.chunks(part).flat_map(|part| &part[..limit.min(part.len())]).copied().collect();
        kept.sort_unstable();
        kept.truncate(limit);
        *items = kept;
        return Ok(());
    }
    spare.clear();
    spare.resize(items.len(), P::EMPTY);
    while part < items.len() {
        merge_pairs(items, spare, part, team)?;
        std::mem::swap(items, spare);
        part *= 2;
    }
    items.truncate(limit);
    Ok(())
}

/// Merges sorted parts of length `part` in pairs.
fn merge_pairs<P: Packed>(from: &[P], to: &mut [P], part: usize, team: &Team<'_>) -> Result<()> {
    let share = to.len().div_ceil(PARTS);
    let mut tasks = Vec::new();
    for (pair, mut to) in from.chunks(2 * part).zip(to.chunks_mut(2 * part)) {
        let (a, b) = pair.split_at(part.min(pair.len()));
        let (mut i, mut j) = (0, 0);
        while !to.is_empty() {
            let length = share.min(to.len());
            let (first, rest) = std::mem::take(&mut to).split_at_mut(length);
            let taken = i + j + first.len();
            let next_i = co_rank(taken, a, b);
            let next_j = taken - next_i;
            tasks.push((&a[i..next_i], &b[j..next_j], first));
            (i, j, to) = (next_i, next_j, rest);
        }
    }
    team.parallel_for(tasks, |(mut a, mut b, to)| {
        for slot in to {
            let takes_a = match (a.first(), b.first()) {
                (Some(x), Some(y)) => x < y,
                (first, _) => first.is_some(),
            };
            let source = if takes_a { &mut a } else { &mut b };
            if let Some((first, rest)) = source.split_first() {
                (*slot, *source) = (*first, rest);
            }
        }
        Ok(())
    })
}

/// The number of items from `a` among the first `count` of the merged lists. All items are different.
fn co_rank<P: Packed>(count: usize, a: &[P], b: &[P]) -> usize {
    let (mut low, mut high) = (count.saturating_sub(b.len()), count.min(a.len()));
    while low < high {
        let i = low.midpoint(high);
        // `a[i]` is among the first `count` if fewer than `count` items are before it.
        if a[i] < b[count - i - 1] { low = i + 1 } else { high = i }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_comparisons_agree() {
        let mut state = 1u64;
        let keys: Vec<u64> = (0..10_000)
            .map(|i| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                u64::EMPTY.with_key(32, state >> 52 << (i % 3 * 10)).with_index(i)
            })
            .collect();
        let mut expected = keys.clone();
        expected.sort_unstable();
        let mut sorted = keys.clone();
        radix_sort(&mut sorted, &mut vec![0; 10_000], 32);
        assert_eq!(sorted, expected);
        let (a, b) = (&expected[..700], &expected[700..900]);
        for count in 0..=900 {
            assert_eq!(co_rank(count, a, b), count.min(700));
            assert_eq!(co_rank(count, b, a), count.saturating_sub(700));
        }
    }

    #[test]
    fn keys_have_the_order_of_numbers() {
        let numbers = [f32::NEG_INFINITY, -1.5, -0.0, 0.0, 1e-40, 2.0, f32::INFINITY];
        let keys = |order, descending| {
            let mut items = [u64::EMPTY; 7];
            assert!(add_keys(&mut items, (ElementType::F32, order, descending), bytemuck::cast_slice(&numbers)));
            items
        };
        assert!(keys(KeyOrder::Total, false).is_sorted_by(|a, b| a < b));
        assert!(keys(KeyOrder::Total, true).is_sorted_by(|a, b| a > b));
        let by_value = keys(KeyOrder::Value, false);
        assert!(by_value.is_sorted() && by_value[2] == by_value[3]);
        let nan = [f32::NAN];
        assert!(!add_keys(&mut [0u64], (ElementType::F32, KeyOrder::Value, false), bytemuck::cast_slice(&nan)));
        let mut signed = [u128::EMPTY; 3];
        add_keys(&mut signed, (ElementType::I64, KeyOrder::Total, false), bytemuck::cast_slice(&[i64::MIN, -1, 7]));
        assert!(signed.is_sorted_by(|a, b| a < b));
    }
}
