//! An operand's images, f32 or bf16 numbers: where they lie, or copied and rounded.
//!
//! Of bf16 multiplication only the operands are rounded: products are exact in f32, and so are its sums as good. So the
//! algorithm serves it too, once its operands are rounded numbers in f32.

use super::super::spec::SpatialDim;
use crate::element::Element;
use crate::isa::Isa;
use crate::pack::{PackAlong, Source, Unit};
use crate::scratch::ScratchLayout;

/// Units of images that are copied at a time: an eighth of the second-level cache, but as many images as are asked for at least.
const COPIED: usize = 1 << 16;

/// Bytes of images that may lie in the second-level cache.
const NEAR: usize = 1 << 20;

/// An operand whose images are channels last.
#[derive(Debug, Clone)]
pub(super) struct Images {
    unit: Unit,
    element: Element,
    /// Whether they are copied.
    copies: bool,
    pub count: usize,
    /// Elements from one image to the next, and those that an image spans.
    step: usize,
    span: usize,
    /// Images at a time, and the scratch region for their copies.
    pub together: usize,
    region: usize,
}

/// Images in a row: the first, and elements from one to the next.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub first: *const u8,
    pub step: usize,
    /// Whether they are bf16 numbers.
    pub halves: bool,
}

impl Row {
    /// Element `at`, counted from the first image's first; it need not exist.
    #[inline(always)]
    pub(super) fn at(&self, at: usize) -> *const u8 {
        self.first.wrapping_add(at.wrapping_mul(if self.halves { size_of::<u16>() } else { size_of::<u32>() }))
    }
}

impl Images {
    /// So many images, those to be taken together at least, and elements from one to the next; `sizes` of the spatial dimensions
    /// and of the channels, which are units; memory is reserved where there are copies.
    pub(super) fn new(
        scratch: &mut ScratchLayout,
        (unit, element): (Unit, Element),
        (count, least, step): (usize, usize, usize),
        (sizes, strides): ([usize; 3], &[usize]),
    ) -> Images {
        let [lines, columns, channels] = sizes;
        let span = lines.saturating_sub(1) * strides[0] + columns.saturating_sub(1) * strides[1] + channels;
        // bf16 numbers are rounded already, but many pictures come from far away: a copy reads them in the order of memory.
        let is_far = count * span * element.bytes() > NEAR;
        let copies = !unit.is_stored_as(element) && (element != Element::Bf16 || is_far);
        let together = if copies { (COPIED / span.max(1)).max(least).min(count.max(1)) } else { count.max(1) };
        let region = scratch.reserve(if copies { together * span } else { 0 });
        Images { unit, element, copies, count, step, span, together, region }
    }

    /// Images from `first` on, not more than are taken together.
    ///
    /// # Safety
    /// `operand` is valid for them, `scratch` for what was reserved.
    pub(super) unsafe fn take(
        &self,
        isa: Isa,
        operand: *const u8,
        (first, count): (usize, usize),
        scratch: *mut u8,
    ) -> Row {
        let from = Source { pointer: operand, element: self.element }.at(first * self.step);
        if !self.copies {
            return Row { first: from.pointer, step: self.step, halves: self.element == Element::Bf16 };
        }
        let to: *mut u32 = scratch.wrapping_add(self.region).cast();
        for image in 0..count {
            let copy = PackAlong {
                unit: self.unit,
                to: to.wrapping_add(image * self.span),
                pitch: self.span,
                from: from.at(image * self.step),
                rows: 1,
                row_step: 0,
                depth: self.span,
                depth_step: 1,
            };
            // SAFETY: an image's elements are valid from its first to its last, and the region has room for all.
            unsafe { copy.run(isa) }
        }
        Row { first: to.cast(), step: self.span, halves: false }
    }
}

/// Sizes of an operand's spatial dimensions, and its channels.
pub(super) fn sizes(dims: &[SpatialDim], size: fn(&SpatialDim) -> usize, channels: usize) -> [usize; 3] {
    [size(&dims[0]), size(&dims[1]), channels]
}
