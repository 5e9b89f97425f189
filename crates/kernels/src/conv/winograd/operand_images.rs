//! An operand's images, of f32 or bf16 numbers: read in place, or copied and rounded.
//!
//! In bf16 multiplication only the operands are rounded: products are exact in f32, and sums are f32.
//! Winograd's algorithm therefore serves it too, with operands that are rounded numbers in f32.

use crate::conv::spec::SpatialDim;
use crate::element::Element;
use crate::isa::Isa;
use crate::machine::Machine;
use crate::pack::PackRows;
use crate::scratch::ScratchLayout;
use crate::unit::{ElementPtr, Unit};

/// Units of images that are copied at a time: a quarter of the second-level cache, but never fewer images
/// than requested.
const COPY_UNITS: usize = Machine::REFERENCE.l2_bytes / 4 / size_of::<u32>();

/// Bytes of images that fit the second-level cache.
const L2_RESIDENT_BYTES: usize = Machine::REFERENCE.l2_bytes;

/// An operand whose images have the channels last.
#[derive(Debug)]
pub(super) struct OperandImages {
    unit: Unit,
    element: Element,
    /// True if images are copied.
    copies: bool,
    pub count: usize,
    /// Elements from one image to the next, and elements that an image spans.
    step: usize,
    span: usize,
    /// Images at a time, and the scratch region for their copies.
    pub together: usize,
    region: usize,
}

/// Consecutive images: the first one, and the elements from one to the next.
#[derive(Clone, Copy)]
pub(super) struct ImageBatch {
    pub first: *const u8,
    pub step: usize,
    /// True for bf16 numbers, false for f32.
    pub is_bf16: bool,
}

impl ImageBatch {
    /// The address of element `at`, counted from the first element of the first image; it need not exist.
    #[inline(always)]
    pub(super) fn at(&self, at: usize) -> *const u8 {
        self.first.wrapping_add(at.wrapping_mul(if self.is_bf16 { size_of::<u16>() } else { size_of::<u32>() }))
    }
}

impl OperandImages {
    /// `count` images with `step` elements from one to the next, of which at least `least` are taken
    /// together; `sizes` of the spatial dimensions and of the channels. Reserves scratch memory if images are
    /// copied.
    pub(super) fn new(
        scratch: &mut ScratchLayout,
        (unit, element): (Unit, Element),
        (count, least, step): (usize, usize, usize),
        (sizes, strides): ([usize; 3], &[usize]),
    ) -> OperandImages {
        let [lines, columns, channels] = sizes;
        let span = lines.saturating_sub(1) * strides[0] + columns.saturating_sub(1) * strides[1] + channels;
        // bf16 numbers are rounded already, but images beyond the cache are copied: that reads them in the
        // order of memory.
        let is_far = count * span * element.bytes() > L2_RESIDENT_BYTES;
        let copies = !unit.is_stored_as(element) && (element != Element::Bf16 || is_far);
        let together = if copies { (COPY_UNITS / span.max(1)).max(least).min(count.max(1)) } else { count.max(1) };
        let region = scratch.reserve(if copies { together * span } else { 0 });
        OperandImages { unit, element, copies, count, step, span, together, region }
    }

    /// Images from `first` on, no more than are taken together.
    ///
    /// # Safety
    /// `operand` is valid for them, `scratch` for what was reserved.
    pub(super) unsafe fn take(
        &self,
        isa: Isa,
        operand: *const u8,
        (first, count): (usize, usize),
        scratch: *mut u8,
    ) -> ImageBatch {
        let from = ElementPtr { pointer: operand, element: self.element }.at(first * self.step);
        if !self.copies {
            return ImageBatch { first: from.pointer, step: self.step, is_bf16: self.element == Element::Bf16 };
        }
        let to: *mut u32 = scratch.wrapping_add(self.region).cast();
        for image in 0..count {
            let copy = PackRows {
                unit: self.unit,
                to: to.wrapping_add(image * self.span),
                pitch: self.span,
                from: from.at(image * self.step),
                rows: 1,
                row_step: 0,
                depth: self.span,
                depth_step: 1,
            };
            // SAFETY: an image's elements are valid from its first to its last, and the region has room for
            // all.
            unsafe { copy.run(isa) }
        }
        ImageBatch { first: to.cast(), step: self.span, is_bf16: false }
    }
}

/// The sizes of an operand's spatial dimensions, and its channels.
pub(super) fn sizes(dims: &[SpatialDim], size: fn(&SpatialDim) -> usize, channels: usize) -> [usize; 3] {
    [size(&dims[0]), size(&dims[1]), channels]
}
