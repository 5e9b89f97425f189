//! The places of input tiles in an image, and their transformation.

use super::operand_images::ImageBatch;
use super::transforms::{INPUT_TILE, OUTPUT_TILE, input_transform, load_as, store_points};
use crate::conv::spec::SpatialDim;
use crate::simd::Simd;

/// The offset of positions that are zeros of the padding.
const OUTSIDE: usize = usize::MAX;

/// The output tiles of one image, row by row, with the input tiles that they see.
#[derive(Debug)]
pub(super) struct Tiles {
    /// For each tile along the two dimensions, the element offsets of its input tile.
    offsets: [Vec<[usize; INPUT_TILE]>; 2],
    /// Positions of the result.
    sizes: [usize; 2],
}

/// One output tile.
#[derive(Clone, Copy)]
pub(super) struct TilePosition {
    pub image: usize,
    /// Its first position in the result.
    pub first: [usize; 2],
    /// Positions of the result in it: fewer than the tile's edge if it reaches past the end.
    pub sizes: [usize; 2],
}

impl Tiles {
    /// Tiles over a result of `sizes`, with input tiles in images of `dims` with these strides.
    pub(super) fn new(dims: &[SpatialDim], strides: &[usize], sizes: [usize; 2]) -> Tiles {
        let along = |d: usize| {
            let offset = |position: usize| {
                // Positions that no window sees are left out, even if they exist.
                let input = if position < dims[d].padded_extent() { dims[d].input_at(position) } else { None };
                input.map_or(OUTSIDE, |input| input * strides[d])
            };
            (0..sizes[d].div_ceil(OUTPUT_TILE))
                .map(|tile| std::array::from_fn(|i| offset(OUTPUT_TILE * tile + i)))
                .collect()
        };
        Tiles { offsets: [along(0), along(1)], sizes }
    }

    /// Tiles of an image.
    pub(super) fn count(&self) -> usize {
        self.offsets[0].len() * self.offsets[1].len()
    }

    /// The tile of a number that counts through all images.
    #[inline(always)]
    pub(super) fn position(&self, tile: usize) -> TilePosition {
        let (image, tile) = (tile / self.count(), tile % self.count());
        let columns = self.offsets[1].len();
        let first = [tile / columns * OUTPUT_TILE, tile % columns * OUTPUT_TILE];
        TilePosition { image, first, sizes: [0, 1].map(|d| OUTPUT_TILE.min(self.sizes[d] - first[d])) }
    }

    /// The addresses of an input tile's numbers of channel 0; `zeros` stands for those outside of the image.
    #[inline(always)]
    fn input_tile(
        &self,
        tile: TilePosition,
        images: &ImageBatch,
        zeros: *const u8,
    ) -> [[*const u8; INPUT_TILE]; INPUT_TILE] {
        let lines = self.offsets[0][tile.first[0] / OUTPUT_TILE];
        let columns = self.offsets[1][tile.first[1] / OUTPUT_TILE];
        let image = tile.image * images.step;
        // No closures: see the transforms.
        let mut addresses = [[zeros; INPUT_TILE]; INPUT_TILE];
        for (addresses, &line) in addresses.iter_mut().zip(&lines) {
            for (address, &column) in addresses.iter_mut().zip(&columns) {
                // No branch: at the edges half of the predictions would be wrong.
                let is_outside = (line == OUTSIDE) | (column == OUTSIDE);
                let inside = images.at(image.wrapping_add(line.wrapping_add(column)));
                *address = if is_outside { zeros } else { inside };
            }
        }
        addresses
    }
}

/// Transforms input tiles into `[point][tile][channel]`.
pub(super) struct InputTransformer<'a> {
    pub tiles: &'a Tiles,
    /// The images, and their channels.
    pub images: ImageBatch,
    pub channels: usize,
    /// As many zeros as there are channels.
    pub zeros: *const u32,
    pub to: *mut u32,
    /// Units from one point to the next.
    pub plane: usize,
}

impl InputTransformer<'_> {
    /// Transforms the input tile of a tile, as row `row`.
    ///
    /// # Safety
    /// The machine has `S`; images, zeros and `to` are valid for the tiles and channels.
    #[inline(always)]
    pub(super) unsafe fn run<S: Simd>(&self, row: usize, tile: TilePosition) {
        // SAFETY: by contract.
        unsafe {
            match self.images.is_bf16 {
                true => self.run_as::<S, true>(row, tile),
                false => self.run_as::<S, false>(row, tile),
            }
        }
    }

    #[inline(always)]
    unsafe fn run_as<S: Simd, const BF16: bool>(&self, row: usize, tile: TilePosition) {
        let from = self.tiles.input_tile(tile, &self.images, self.zeros.cast());
        for channel in (0..self.channels).step_by(S::LANES) {
            // SAFETY: by contract.
            unsafe {
                let to = self.to.add(row * self.channels + channel);
                store_points::<S>(to, self.plane, input_transform::<S>(load_as::<S, INPUT_TILE, BF16>(&from, channel)));
            }
        }
    }
}
