//! Buffers: the tensors that go in and out of a run.

use std::fmt;
use std::sync::{Arc, Weak};

use stablehlo::{Literal, TensorType};

use super::aligned::AlignedBytes;
use super::buffer_pool::BufferPool;
use crate::error::{Error, Result};

/// A tensor in memory: its type, and its elements in row-major order and the machine's byte order. Its
/// contents never change. Clones share the memory.
///
/// ```
/// use processor::Buffer;
/// use stablehlo::{ElementType, TensorType};
/// let ty = TensorType::new(ElementType::Ui8, [4]);
/// let b = Buffer::from_bytes(ty, &[1, 2, 3, 4])?;
/// assert_eq!(b.as_bytes(), [1, 2, 3, 4]);
/// # Ok::<(), processor::Error>(())
/// ```
#[derive(Clone)]
pub struct Buffer(Arc<Array>);

/// A reference to a buffer that does not keep its memory.
#[derive(Clone)]
pub struct WeakBuffer(Weak<Array>);

impl WeakBuffer {
    /// The buffer, unless all of its clones were dropped.
    pub fn upgrade(&self) -> Option<Buffer> {
        self.0.upgrade().map(Buffer)
    }
}

/// What clones of a buffer share.
struct Array {
    ty: TensorType,
    data: Data,
}

enum Data {
    Owned(Owned),
    External(Arc<dyn AsRef<[u8]> + Send + Sync>),
    /// A part of another buffer, from this byte on.
    View(Buffer, usize),
}

/// A block, and the pool that it returns to, if that still exists, when the buffer is dropped.
struct Owned {
    bytes: AlignedBytes,
    pool: Weak<BufferPool>,
}

impl Owned {
    fn into_bytes(mut self) -> AlignedBytes {
        std::mem::replace(&mut self.bytes, AlignedBytes::zeroed(0))
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.upgrade() {
            pool.give(std::mem::replace(&mut self.bytes, AlignedBytes::zeroed(0)));
        }
    }
}

impl Buffer {
    /// A copy of `bytes`.
    ///
    /// # Errors
    /// [`ErrorKind::Arguments`](crate::ErrorKind::Arguments) if the number of bytes is not that of the type;
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn from_bytes(ty: TensorType, bytes: &[u8]) -> Result<Self> {
        check(&ty, bytes.len())?;
        Ok(Self::owned(ty, AlignedBytes::try_copied(bytes)?))
    }

    /// A copy of a literal.
    pub fn from_literal(literal: &Literal) -> Self {
        Self::owned(literal.ty().clone(), AlignedBytes::copied(literal.bytes()))
    }

    /// Memory that `owner` keeps alive, read without a copy if it is aligned to its elements, and copied
    /// otherwise. `owner` must return the same bytes with the same contents as long as the buffer or a clone
    /// of it exists.
    ///
    /// # Errors
    /// [`ErrorKind::Arguments`](crate::ErrorKind::Arguments) if the number of bytes is not that of the type.
    pub fn external(ty: TensorType, owner: Arc<dyn AsRef<[u8]> + Send + Sync>) -> Result<Self> {
        let bytes: &[u8] = (*owner).as_ref();
        check(&ty, bytes.len())?;
        if bytes.as_ptr().align_offset(ty.element.bytes()) != 0 {
            return Self::from_bytes(ty, bytes);
        }
        Ok(Self::new(ty, Data::External(owner)))
    }

    /// A tensor whose bits are all zero.
    pub fn zeroed(ty: TensorType) -> Self {
        let bytes = AlignedBytes::zeroed(ty.size_in_bytes());
        Self::owned(ty, bytes)
    }

    /// A tensor of that type whose bytes `write` fills in. They are zero before.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn build(ty: TensorType, write: impl FnOnce(&mut [u8])) -> Result<Self> {
        let mut bytes = AlignedBytes::try_zeroed(ty.size_in_bytes())?;
        write(bytes.as_mut_slice());
        Ok(Self::owned(ty, bytes))
    }

    /// As [`build`](Self::build), in memory of a pool if there is any, which returns there when the last
    /// clone is dropped. The bytes hold anything before.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn build_in(pool: &Arc<BufferPool>, ty: TensorType, write: impl FnOnce(&mut [u8])) -> Result<Self> {
        let mut bytes = pool.take(ty.size_in_bytes())?;
        write(bytes.as_mut_slice());
        Ok(Self::result(ty, bytes, pool))
    }

    /// A part of this buffer as a buffer of that type, which starts at byte `offset`. It shares the memory.
    ///
    /// # Errors
    /// [`ErrorKind::Arguments`](crate::ErrorKind::Arguments) if the part is not inside of this buffer, or
    /// `offset` is no multiple of an element.
    pub fn view(&self, ty: TensorType, offset: usize) -> Result<Self> {
        let (size, bytes) = (ty.size_in_bytes(), self.as_bytes().len());
        if offset.checked_add(size).is_none_or(|end| end > bytes) || !offset.is_multiple_of(ty.element.bytes()) {
            return Err(Error::arguments(format!("{ty} at byte {offset} is no part of a buffer of {bytes} bytes")));
        }
        Ok(Self::new(ty, Data::View(self.clone(), offset)))
    }

    /// The buffer that this one is a [`view`](Self::view) of, and the byte at which it starts there.
    pub fn view_of(&self) -> Option<(&Self, usize)> {
        match &self.0.data {
            Data::View(whole, offset) => Some((whole, *offset)),
            _ => None,
        }
    }

    /// Returns true if the buffers are clones of each other.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn new(ty: TensorType, data: Data) -> Self {
        Self(Arc::new(Array { ty, data }))
    }

    fn owned(ty: TensorType, bytes: AlignedBytes) -> Self {
        Self::new(ty, Data::Owned(Owned { bytes, pool: Weak::new() }))
    }

    /// A result, whose memory goes to `pool` when its last clone is dropped.
    pub(crate) fn result(ty: TensorType, bytes: AlignedBytes, pool: &Arc<BufferPool>) -> Self {
        Self::new(ty, Data::Owned(Owned { bytes, pool: Arc::downgrade(pool) }))
    }

    /// The type of the tensor.
    pub fn ty(&self) -> &TensorType {
        &self.0.ty
    }

    /// The bytes of the elements, in row-major order and the machine's byte order.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0.data {
            Data::Owned(owned) => owned.bytes.as_slice(),
            Data::External(owner) => (**owner).as_ref(),
            Data::View(whole, offset) => &whole.as_bytes()[*offset..*offset + self.0.ty.size_in_bytes()],
        }
    }

    /// A reference that does not keep the memory, nor count as a clone.
    pub fn downgrade(&self) -> WeakBuffer {
        WeakBuffer(Arc::downgrade(&self.0))
    }

    /// A copy as a literal.
    pub fn to_literal(&self) -> Literal {
        Literal::from_bytes(self.0.ty.clone(), self.as_bytes().to_vec()).expect("a buffer has the bytes of its type")
    }

    /// The identity of this buffer.
    pub(crate) fn identity(&self) -> BufferId {
        BufferId(Arc::downgrade(&self.0))
    }

    /// The memory itself, or the buffer again if a clone shares it, or its memory is external or a part of
    /// another buffer.
    pub(crate) fn into_unique(self) -> Result<AlignedBytes, Self> {
        match Arc::try_unwrap(self.0) {
            Ok(Array { data: Data::Owned(owned), .. }) => Ok(owned.into_bytes()),
            Ok(array) => Err(Self(Arc::new(array))),
            Err(shared) => Err(Self(shared)),
        }
    }
}

/// The identity of a buffer, which stays unique after the buffer is dropped. Clones of a buffer have one
/// identity.
///
/// Contents of a buffer never change, so whatever was computed from a buffer of this identity is still valid.
#[derive(Clone)]
pub(crate) struct BufferId(Weak<Array>);

impl BufferId {
    pub(crate) fn is(&self, buffer: &Buffer) -> bool {
        // As long as the weak reference exists, no other buffer can have the address.
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(&buffer.0))
    }
}

impl fmt::Debug for BufferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BufferId({:p})", self.0.as_ptr())
    }
}

fn check(ty: &TensorType, bytes: usize) -> Result<()> {
    if bytes != ty.size_in_bytes() {
        let expected = ty.size_in_bytes();
        return Err(Error::arguments(format!("a buffer of {ty} takes {expected} bytes, {bytes} were given")));
    }
    Ok(())
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({})", self.0.ty)
    }
}
