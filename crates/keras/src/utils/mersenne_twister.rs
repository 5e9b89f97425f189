//! The generator of NumPy's `RandomState` and of Python's `random`, for orders that Keras draws with them.

const N: usize = 624;
const M: usize = 397;

/// The Mersenne twister MT19937 (M. Matsumoto, T. Nishimura, 1998), with the seeds and the shuffles of NumPy
/// and Python.
///
/// ```
/// use keras::utils::MersenneTwister;
/// // numpy.random.RandomState(113).shuffle(numpy.arange(5))
/// let mut rows = [0, 1, 2, 3, 4];
/// MersenneTwister::numpy(113).shuffle(&mut rows);
/// assert_eq!(rows, [1, 0, 3, 2, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct MersenneTwister {
    state: [u32; N],
    next: usize,
    /// Draws below a bound as Python's `random`, otherwise as NumPy's `RandomState`.
    is_python: bool,
}

impl MersenneTwister {
    /// `numpy.random.RandomState(seed)`.
    pub fn numpy(seed: u32) -> Self {
        Self { state: seeded(seed), next: N, is_python: false }
    }

    /// `random.Random(seed)` in Python.
    pub fn python(seed: u64) -> Self {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        let key: &[u32] = if high == 0 { &[low] } else { &[low, high] };
        let mut state = seeded(19_650_218);
        let mixed = |state: &[u32; N], i: usize, factor: u32| {
            let last = state[i - 1];
            state[i] ^ (last ^ (last >> 30)).wrapping_mul(factor)
        };
        // After the last word comes the second one, and the first one takes the value of the last.
        let after = |state: &mut [u32; N], i: usize| {
            if i + 1 < N {
                return i + 1;
            }
            state[0] = state[N - 1];
            1
        };
        let mut i = 1;
        for round in 0..N {
            let j = round % key.len();
            state[i] = mixed(&state, i, 1_664_525).wrapping_add(key[j]).wrapping_add(j as u32);
            i = after(&mut state, i);
        }
        for _ in 1..N {
            state[i] = mixed(&state, i, 1_566_083_941).wrapping_sub(i as u32);
            i = after(&mut state, i);
        }
        state[0] = 0x8000_0000;
        Self { state, next: N, is_python: true }
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.next == N {
            for i in 0..N {
                let y = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % N] & 0x7FFF_FFFF);
                let twisted = (y >> 1) ^ (if y & 1 == 1 { 0x9908_B0DF } else { 0 });
                self.state[i] = self.state[(i + M) % N] ^ twisted;
            }
            self.next = 0;
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9D2C_5680;
        y ^= (y << 15) & 0xEFC6_0000;
        y ^ (y >> 18)
    }

    /// A uniform number from 0 to `last`: bits are drawn until they are a number in the range. NumPy takes
    /// the low bits of a draw, and Python the high ones, as many as the number of values takes.
    fn up_to(&mut self, last: u32) -> u32 {
        if last == 0 && !self.is_python {
            return 0;
        }
        let bits = if self.is_python { 32 - (last + 1).leading_zeros() } else { 32 - last.leading_zeros() };
        loop {
            let drawn = self.next_u32();
            let value = if self.is_python { drawn >> (32 - bits) } else { drawn & (u32::MAX >> (32 - bits)) };
            if value <= last {
                return value;
            }
        }
    }

    /// Shuffles the items, of which there are fewer than 2^32, as `RandomState.shuffle` or `random.shuffle`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.up_to(i as u32) as usize;
            items.swap(i, j);
        }
    }
}

fn seeded(seed: u32) -> [u32; N] {
    let mut state = [seed; N];
    for i in 1..N {
        let last = state[i - 1];
        state[i] = (last ^ (last >> 30)).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From NumPy 2.4 and Python 3.11: `RandomState(s).shuffle(x)` and `random.seed(s); random.shuffle(x)` of
    /// the numbers from 0 on.
    #[test]
    fn orders_are_those_of_numpy_and_python() {
        let shuffled = |mut generator: MersenneTwister, count: u32| {
            let mut items: Vec<u32> = (0..count).collect();
            generator.shuffle(&mut items);
            items
        };
        for (seed, expected) in [
            (113, [9, 3, 6, 1, 0, 7, 4, 8, 2, 5]),
            (0, [2, 8, 4, 9, 1, 6, 7, 3, 0, 5]),
            (u32::MAX, [6, 9, 5, 1, 8, 0, 7, 4, 2, 3]),
        ] {
            assert_eq!(shuffled(MersenneTwister::numpy(seed), 10), expected, "NumPy, seed {seed}");
        }
        for (seed, expected) in [
            (0, [7, 8, 1, 5, 3, 4, 2, 0, 9, 6]),
            (1337, [0, 3, 7, 2, 1, 6, 4, 5, 8, 9]),
            ((1 << 40) + 5, [1, 2, 3, 6, 7, 0, 5, 4, 9, 8]),
        ] {
            assert_eq!(shuffled(MersenneTwister::python(seed), 10), expected, "Python, seed {seed}");
        }
        // The generator's state is renewed several times.
        assert_eq!(shuffled(MersenneTwister::numpy(7), 2000)[..4], [1072, 1048, 204, 694]);
        assert_eq!(shuffled(MersenneTwister::python(7), 2000)[..4], [161, 562, 1877, 1034]);
    }
}
