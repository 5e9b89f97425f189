//! Where patches lie in an image, and how they are brought into their form.

use super::super::spec::SpatialDim;
use super::images::Row;
use super::{PATCH, TILE, load_of, patch, store};
use crate::simd::Simd;

/// An offset of what is a zero of the padding.
const OUTSIDE: usize = usize::MAX;

/// The patches of one image that tiles of a result see, line by line.
#[derive(Debug, Clone)]
pub(super) struct Tiles {
    /// For each tile along the two dimensions, the element offsets of its patch.
    offsets: [Vec<[usize; PATCH]>; 2],
    /// Positions of the result.
    sizes: [usize; 2],
}

/// One tile.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub image: usize,
    /// Its first position in the result.
    pub first: [usize; 2],
    /// Positions of the result in it: fewer than an edge where the tile reaches past the end.
    pub sizes: [usize; 2],
}

impl Tiles {
    /// Tiles over a result of `sizes`, whose patches lie in the images of `dims` with these strides.
    pub(super) fn new(dims: &[SpatialDim], strides: &[usize], sizes: [usize; 2]) -> Tiles {
        let along = |d: usize| {
            let offset = |position: usize| {
                // What no window sees is left out, even if it exists.
                let input = if position < dims[d].padded_extent() { dims[d].input_at(position) } else { None };
                input.map_or(OUTSIDE, |input| input * strides[d])
            };
            (0..sizes[d].div_ceil(TILE)).map(|tile| std::array::from_fn(|i| offset(TILE * tile + i))).collect()
        };
        Tiles { offsets: [along(0), along(1)], sizes }
    }

    /// Tiles of an image.
    pub(super) fn count(&self) -> usize {
        self.offsets[0].len() * self.offsets[1].len()
    }

    /// The tile of that number, counted through all images.
    #[inline(always)]
    pub(super) fn place(&self, tile: usize) -> Place {
        let (image, tile) = (tile / self.count(), tile % self.count());
        let columns = self.offsets[1].len();
        let first = [tile / columns * TILE, tile % columns * TILE];
        Place { image, first, sizes: [0, 1].map(|d| TILE.min(self.sizes[d] - first[d])) }
    }

    /// The numbers of a tile's patch, of channel 0; `zeros` stands for those outside.
    #[inline(always)]
    fn patch(&self, place: Place, images: &Row, zeros: *const u8) -> [[*const u8; PATCH]; PATCH] {
        let lines = self.offsets[0][place.first[0] / TILE];
        let columns = self.offsets[1][place.first[1] / TILE];
        let image = place.image * images.step;
        // Without closures: see the transforms.
        let mut places = [[zeros; PATCH]; PATCH];
        for (places, &line) in places.iter_mut().zip(&lines) {
            for (place, &column) in places.iter_mut().zip(&columns) {
                // No branch: at the edges it would go wrong as often as right.
                let is_outside = (line == OUTSIDE) | (column == OUTSIDE);
                let inside = images.at(image.wrapping_add(line.wrapping_add(column)));
                *place = if is_outside { zeros } else { inside };
            }
        }
        places
    }
}

/// Patches that are brought into their form, `[point][tile][channel]`.
pub(super) struct Patches<'a> {
    pub tiles: &'a Tiles,
    /// The images, and their channels.
    pub images: Row,
    pub channels: usize,
    /// As many zeros as there are channels.
    pub zeros: *const u32,
    pub to: *mut u32,
    /// Units from one point to the next.
    pub plane: usize,
}

impl Patches<'_> {
    /// The patch of a tile, as the `row`-th.
    ///
    /// # Safety
    /// The machine has `S`; images, zeros and `to` are valid for what is named above.
    #[inline(always)]
    pub(super) unsafe fn make<S: Simd>(&self, row: usize, place: Place) {
        // SAFETY: by contract.
        unsafe {
            match self.images.halves {
                true => self.make_of::<S, true>(row, place),
                false => self.make_of::<S, false>(row, place),
            }
        }
    }

    #[inline(always)]
    unsafe fn make_of<S: Simd, const HALVES: bool>(&self, row: usize, place: Place) {
        let from = self.tiles.patch(place, &self.images, self.zeros.cast());
        for channel in (0..self.channels).step_by(S::LANES) {
            // SAFETY: by contract.
            unsafe {
                let to = self.to.add(row * self.channels + channel);
                store::<S>(to, self.plane, patch::<S>(load_of::<S, PATCH, HALVES>(&from, channel)));
            }
        }
    }
}
