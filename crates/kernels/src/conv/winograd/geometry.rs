//! When Winograd's algorithm pays, and how many tiles go through it at a time.

use super::transforms::{FILTER, OUTPUT_TILE, POINTS};
use crate::candidate::Refusal;
use crate::conv::spec::ConvSpec;
use crate::element::{Element, MathMode};
use crate::isa::Isa;
use crate::machine::Machine;
use std::ops::RangeInclusive;

/// Units of transformed tiles and of products that are in flight: half of the second-level cache.
const IN_FLIGHT_UNITS: usize = Machine::REFERENCE.l2_bytes / 2 / size_of::<f32>();
/// Tiles in flight, at least and at most, whatever the number of channels.
const IN_FLIGHT_TILES: RangeInclusive<usize> = 24..=192;
/// Numbers of transformed filters that fit the third-level cache.
const CACHED_FILTER_NUMBERS: usize = Machine::REFERENCE.l3_bytes / size_of::<f32>();
/// Units between the planes of one point and the next, a cache line, lest all planes compete for one set of
/// the cache.
pub(super) const PLANE_GAP_UNITS: usize = Machine::REFERENCE.line_bytes / size_of::<f32>();

/// Accepts what both directions need: filters (or, for their gradient, a result) of 3x3, applied at every
/// position, of whole vectors of channels. Names the reason against it otherwise.
pub(super) fn accepts(spec: &ConvSpec, isa: Isa, channels: usize, features: usize) -> Result<(), Refusal> {
    let moves = spec.spatial.iter().all(|dim| dim.stride == 1 && dim.lhs_dilation == 1 && dim.rhs_dilation == 1);
    let whole = |n: usize| n >= 2 * isa.lanes() && n.is_multiple_of(isa.lanes());
    if !spec.allow_reassociation {
        return Err("the specification does not allow reassociation".into());
    }
    if !spec.elements().into_iter().all(Element::is_fast) {
        return Err("operands and result are not f32 or bf16".into());
    }
    if spec.groups() != 1 {
        return Err(format!("there are {} groups", spec.groups()).into());
    }
    if spec.spatial.len() != 2 {
        return Err(format!("there are {} spatial dimensions, not two", spec.spatial.len()).into());
    }
    if !moves {
        return Err("the window has strides or dilations".into());
    }
    if !whole(channels) || !whole(features) {
        let lanes = isa.lanes();
        let reason =
            format!("{channels} channels, {features} features: not multiples of {lanes}, at least {}", 2 * lanes);
        return Err(reason.into());
    }
    if spec.math_mode == MathMode::Bf16 && !pays_for_bf16(isa, channels * features) {
        return Err(match isa.has_amx() {
            true => "tile registers multiply the window itself faster in bf16".into(),
            false => {
                format!("{channels}x{features} transformed filters fit no cache: bf16 dot products are faster").into()
            }
        });
    }
    Ok(())
}

/// Returns true if the algorithm is faster on rounded operands than bf16 multiplication of the window itself:
/// never with tile registers; with an instruction for pairs, at twice the rate of f32 products, as long as
/// the filters fit a cache.
fn pays_for_bf16(isa: Isa, filters: usize) -> bool {
    !isa.has_amx() && (!isa.has_bf16_dot() || filters * POINTS <= CACHED_FILTER_NUMBERS)
}

/// Accepts results of these sizes if tiles save multiplications although those at the edges reach past them.
pub(super) fn accepts_sizes(sizes: [usize; 2]) -> Result<(), Refusal> {
    let tiles: usize = sizes.iter().map(|size| size.div_ceil(OUTPUT_TILE)).product();
    let (products, window_products) = (tiles * POINTS, sizes.iter().product::<usize>() * FILTER * FILTER);
    match products * 4 <= window_products * 3 {
        true => Ok(()),
        false => Err(format!(
            "{tiles} tiles over a {}x{} result multiply {products} times, the window itself {window_products} times",
            sizes[0], sizes[1]
        )
        .into()),
    }
}

/// Tiles per batch for `tiles` tiles, at most `most`: equal batches of whole register tiles.
pub(super) fn tiles_per_batch(tiles: usize, most: usize) -> usize {
    const REGISTER_TILE_ROWS: usize = 12;
    tiles.div_ceil(tiles.div_ceil(most).max(1)).next_multiple_of(REGISTER_TILE_ROWS)
}

/// Tiles that may be in flight.
pub(super) fn tiles_in_flight(channels: usize, features: usize) -> usize {
    (IN_FLIGHT_UNITS / (POINTS * (channels + features))).clamp(*IN_FLIGHT_TILES.start(), *IN_FLIGHT_TILES.end())
}
