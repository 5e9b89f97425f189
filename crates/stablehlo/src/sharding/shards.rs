//! The parts of one array that the devices of a mesh hold, as bytes.

use super::{Mesh, TensorSharding};
use crate::error::Result;
use crate::types::TensorType;

/// The shards of a global array in row-major order: their type, and where each begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Shards {
    /// The type of the global array.
    pub global: TensorType,
    /// The type of each shard.
    pub shard: TensorType,
    /// For each holder of a shard the first index of the shard in the global array. Several may hold the same
    /// one.
    pub offsets: Vec<Vec<usize>>,
}

impl Shards {
    /// An array that is not divided: each of the holders has all of it.
    pub fn replicated(ty: &TensorType, holders: usize) -> Self {
        Self { global: ty.clone(), shard: ty.clone(), offsets: vec![vec![0; ty.rank()]; holders] }
    }

    /// The shards that the devices at these positions of a mesh hold.
    ///
    /// # Errors
    /// Those of [`TensorSharding::shard_offset`].
    pub fn new(ty: &TensorType, sharding: &TensorSharding, mesh: &Mesh, positions: &[usize]) -> Result<Self> {
        let shard = TensorType::new(ty.element, sharding.shard_shape(mesh, &ty.dims)?);
        let offset = |position: &usize| sharding.shard_offset(mesh, &ty.dims, *position);
        Ok(Self { global: ty.clone(), shard, offsets: positions.iter().map(offset).collect::<Result<_>>()? })
    }

    /// True if each holder has the whole array.
    pub fn is_replicated(&self) -> bool {
        self.shard == self.global
    }

    /// The first holder of the same shard.
    pub fn first_holder(&self, holder: usize) -> usize {
        self.offsets.iter().position(|offset| *offset == self.offsets[holder]).unwrap_or(holder)
    }

    /// The bytes of the longest run of elements of a shard that is contiguous in the global array.
    fn run_bytes(&self) -> usize {
        let is_split = |d: &usize| self.shard.dims[*d] != self.global.dims[*d];
        let first = (0..self.shard.rank()).rev().find(is_split).unwrap_or(0);
        self.shard.dims[first..].iter().product::<usize>() * self.shard.element.bytes()
    }

    /// The byte of the global array at which a holder's shard begins, if the shard is contiguous there.
    pub fn contiguous_at(&self, holder: usize) -> Option<usize> {
        (self.run_bytes() == self.shard.size_in_bytes()).then(|| self.first_byte(&self.offsets[holder]))
    }

    /// Copies a holder's shard out of the global array.
    ///
    /// # Panics
    /// If the slices are not as long as the types.
    pub fn cut(&self, holder: usize, global: &[u8], shard: &mut [u8]) {
        let mut to = shard.chunks_exact_mut(self.run_bytes().max(1));
        self.for_each_run(holder, |at| {
            if let Some(run) = to.next() {
                run.copy_from_slice(&global[at..at + run.len()]);
            }
        });
    }

    /// Copies a holder's shard into the global array.
    ///
    /// # Panics
    /// If the slices are not as long as the types.
    pub fn join(&self, holder: usize, shard: &[u8], global: &mut [u8]) {
        let mut from = shard.chunks_exact(self.run_bytes().max(1));
        self.for_each_run(holder, |at| {
            if let Some(run) = from.next() {
                global[at..at + run.len()].copy_from_slice(run);
            }
        });
    }

    /// Copies the shards of all holders into the global array; `shard` returns that of a holder. Equal shards
    /// are copied once.
    ///
    /// # Panics
    /// If the slices are not as long as the types.
    pub fn join_all<'b>(&self, shard: impl Fn(usize) -> &'b [u8], global: &mut [u8]) {
        for holder in (0..self.offsets.len()).filter(|holder| self.first_holder(*holder) == *holder) {
            self.join(holder, shard(holder), global);
        }
    }

    /// Calls `run` with the first byte, in the global array, of each run of a shard, in order.
    fn for_each_run(&self, holder: usize, mut run: impl FnMut(usize)) {
        let (bytes, offset) = (self.run_bytes(), &self.offsets[holder]);
        if bytes == 0 {
            return;
        }
        let num_runs = self.shard.size_in_bytes() / bytes;
        let per_run = bytes / self.shard.element.bytes();
        let mut index = offset.clone();
        for n in 0..num_runs {
            let mut rest = n * per_run;
            for d in (0..index.len()).rev() {
                index[d] = offset[d] + rest % self.shard.dims[d];
                rest /= self.shard.dims[d];
            }
            run(self.first_byte(&index));
        }
    }

    /// The byte of the global array at which the element with that index starts.
    fn first_byte(&self, index: &[usize]) -> usize {
        let element = index.iter().zip(&self.global.dims).fold(0, |n, (i, dim)| n * dim + i);
        element * self.global.element.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ElementType;

    #[test]
    fn shards_are_cut_and_joined() {
        let mesh: Mesh = r#"<["x"=2, "y"=2]>"#.parse().unwrap();
        let ty = TensorType::new(ElementType::Ui8, [2, 4]);
        let global: Vec<u8> = (0..8).collect();
        for (sharding, expected) in [
            (r#"<@m, [{"x"}, {}]>"#, [[0, 1, 2, 3], [0, 1, 2, 3], [4, 5, 6, 7], [4, 5, 6, 7]]),
            (r#"<@m, [{}, {"y"}]>"#, [[0, 1, 4, 5], [2, 3, 6, 7], [0, 1, 4, 5], [2, 3, 6, 7]]),
        ] {
            let shards = Shards::new(&ty, &sharding.parse().unwrap(), &mesh, &[0, 1, 2, 3]).unwrap();
            let cut = |holder| {
                let mut bytes = vec![0; 4];
                shards.cut(holder, &global, &mut bytes);
                bytes
            };
            let parts: Vec<Vec<u8>> = (0..4).map(cut).collect();
            assert_eq!(parts, expected);
            let mut joined = vec![9; 8];
            shards.join_all(|holder| &parts[holder], &mut joined);
            assert_eq!(joined, global);
        }
        let whole = Shards::replicated(&ty, 3);
        assert_eq!((whole.is_replicated(), whole.first_holder(2), whole.contiguous_at(2)), (true, 0, Some(0)));
    }

    #[test]
    fn arrays_without_elements_have_no_runs() {
        let shards = Shards::replicated(&TensorType::new(ElementType::F32, [0, 3]), 2);
        shards.join_all(|_| &[], &mut []);
        shards.cut(1, &[], &mut []);
    }
}
