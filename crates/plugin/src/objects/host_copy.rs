//! Copies of host memory, which devices share.
//!
//! A caller that replicates an array passes the same memory for one device after another. It may have changed
//! in between, so that it is compared: to read both copies takes less time than to write one, and the array
//! is in memory once.

use std::sync::{Mutex, PoisonError};

use processor::{Buffer, Result, WeakBuffer};
use stablehlo::TensorType;

/// Arrays of fewer bytes are copied in less time than it takes to look.
const MIN_SHARED_BYTES: usize = 4 << 10;

/// The copy of host memory that was made last, and the address of that memory.
#[derive(Default)]
pub struct LastHostCopy(Mutex<Option<(usize, WeakBuffer)>>);

impl LastHostCopy {
    /// A copy of `bytes`: the last one, if it is of this memory and still equal, else a new one.
    ///
    /// # Errors
    /// As [`Buffer::from_bytes`].
    pub fn copy(&self, ty: TensorType, bytes: &[u8]) -> Result<Buffer> {
        if bytes.len() < MIN_SHARED_BYTES {
            return Buffer::from_bytes(ty, bytes);
        }
        let address = bytes.as_ptr() as usize;
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let last = last.filter(|(of, _)| *of == address).and_then(|(_, copy)| copy.upgrade());
        if let Some(copy) = last.filter(|copy| *copy.ty() == ty && copy.as_bytes() == bytes) {
            return Ok(copy);
        }
        let copy = Buffer::from_bytes(ty, bytes)?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((address, copy.downgrade()));
        Ok(copy)
    }
}

#[cfg(test)]
mod tests {
    use stablehlo::ElementType;

    use super::*;

    #[test]
    fn equal_memory_is_copied_once_and_changed_memory_again() {
        let (last, size) = (LastHostCopy::default(), 2 * MIN_SHARED_BYTES);
        let ty = || TensorType::new(ElementType::Ui8, [size]);
        let mut memory = vec![1; size];
        let first = last.copy(ty(), &memory).unwrap();
        assert!(last.copy(ty(), &memory).unwrap().is_same(&first));
        assert!(!last.copy(ty(), &memory.clone()).unwrap().is_same(&first), "the address is another one");
        let second = last.copy(ty(), &memory).unwrap();
        memory[size - 1] = 2;
        let changed = last.copy(ty(), &memory).unwrap();
        assert_eq!((second.as_bytes()[size - 1], changed.as_bytes()[size - 1]), (1, 2));
        let other = TensorType::new(ElementType::I8, [size]);
        assert_eq!(*last.copy(other.clone(), &memory).unwrap().ty(), other);
        let weak = changed.downgrade();
        drop(changed);
        assert!(weak.upgrade().is_none(), "nothing keeps the memory");
    }
}
