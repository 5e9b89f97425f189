//! A layered drawing of a directed graph, after Sugiyama: items in ranks from top to bottom, ordered so that
//! few edges cross, and edges that pass other ranks between their items.
//!
//! The steps have a file each: [`ranks`] makes the graph acyclic and assigns the ranks, [`order`] orders the
//! items of each rank, [`positions`] places them. In the graph that they share, [`layered`], an edge over
//! several ranks has a bend, which is an item without a size, in each rank that it passes.

mod layered;
mod order;
mod positions;
mod ranks;

use layered::with_bends;
pub(super) use layered::{Item, Link, Pin, Point};

/// The distance of ranks, in pixels.
const RANK_GAP: f64 = 44.0;

/// The drawing.
#[derive(Debug)]
pub(super) struct Drawing {
    pub width: f64,
    pub height: f64,
    /// The middle of each item.
    pub middles: Vec<Point>,
    /// The points of each link: neighbors have the same x, or are in the gap between two ranks.
    pub paths: Vec<Vec<Point>>,
}

/// Draws items and the links between them. A link from an item to itself is the caller's.
pub(super) fn draw(items: &[Item], links: &[Link]) -> Drawing {
    let (ranks, upwards) = ranks::of(items, links);
    let mut layered = with_bends(items, links, &ranks, &upwards);
    order::improve(&mut layered);
    let x = positions::of(&layered);
    let left = layered.nodes.iter().zip(&x).map(|(node, x)| x - node.width / 2.0).fold(f64::INFINITY, f64::min);
    let x: Vec<f64> = x.iter().map(|x| x - if left.is_finite() { left } else { 0.0 }).collect();
    let width = layered.nodes.iter().zip(&x).map(|(node, x)| x + node.width / 2.0).fold(0.0, f64::max);
    // The top and the bottom of each rank.
    let mut bands: Vec<(f64, f64)> = Vec::new();
    for row in &layered.rows {
        let top = bands.last().map_or(0.0, |(_, bottom)| bottom + RANK_GAP);
        let height = row.iter().map(|node| layered.nodes[*node].height).fold(0.0, f64::max);
        bands.push((top, top + height));
    }
    let middle = |node: usize| {
        let (top, bottom) = bands[layered.nodes[node].rank];
        Point { x: x[node], y: (top + bottom) / 2.0 }
    };
    let paths = links.iter().zip(&layered.chains).map(|(link, (chain, is_upwards))| {
        let (mut points, last) = (Vec::new(), chain.len() - 1);
        let (first_x, last_x) = if *is_upwards { (link.to_x, link.from_x) } else { (link.from_x, link.to_x) };
        for (i, node) in chain.iter().enumerate() {
            let (top, bottom) = bands[layered.nodes[*node].rank];
            let (middle, height) = (middle(*node), layered.nodes[*node].height);
            let (start, end) = (middle.y - height / 2.0, middle.y + height / 2.0);
            let (x, y) = match i {
                0 => (middle.x + first_x, [end, bottom]),
                i if i == last => (middle.x + last_x, [top, start]),
                _ => (middle.x, [top, bottom]),
            };
            points.extend(y.map(|y| Point { x, y }));
        }
        points.dedup();
        if *is_upwards {
            points.reverse();
        }
        points
    });
    let paths = paths.collect();
    let height = bands.last().map_or(0.0, |(_, bottom)| *bottom);
    Drawing { width, height, middles: (0..items.len()).map(middle).collect(), paths }
}

#[cfg(test)]
mod tests {
    use super::layered::ITEM_GAP;
    use super::*;

    fn item(width: f64) -> Item {
        Item { width, height: 20.0, pin: None }
    }

    fn link(from: usize, to: usize) -> Link {
        Link { from, from_x: 0.0, to, to_x: 0.0 }
    }

    #[test]
    fn a_chain_is_straight_and_a_long_edge_passes_beside_it() {
        let items = [item(40.0), item(60.0), item(40.0)];
        let drawing = draw(&items, &[link(0, 1), link(1, 2), link(0, 2)]);
        assert_eq!(drawing.height, 3.0 * 20.0 + 2.0 * RANK_GAP);
        let [first, second, last] = drawing.middles[..] else { panic!() };
        assert!(first.y < second.y && second.y < last.y);
        assert!(first.x == second.x && second.x == last.x, "the chain is straight");
        // The long edge keeps its distance of the item in the middle.
        let bend = drawing.paths[2].iter().find(|point| point.y == second.y - 10.0).unwrap();
        assert!((bend.x - second.x).abs() >= 30.0 + ITEM_GAP - 1e-9, "{bend:?} {second:?}");
    }

    #[test]
    fn a_cycle_has_an_edge_that_leads_upwards() {
        let drawing = draw(&[item(40.0), item(40.0)], &[link(0, 1), link(1, 0)]);
        let ends = |path: &[Point]| (path[0].y, path[path.len() - 1].y);
        let (down, up) = (ends(&drawing.paths[0]), ends(&drawing.paths[1]));
        assert!(down.0 < down.1 && up.0 > up.1);
    }

    #[test]
    fn pins_are_ranks_of_their_own_and_inputs_stand_above_what_takes_them() {
        let pin = |pin| Item { width: 0.0, height: 0.0, pin: Some(pin) };
        let items = [item(9.0), item(9.0), item(9.0), pin(Pin::First), pin(Pin::Last)];
        let (ranks, _) = ranks::of(&items, &[link(0, 1), link(2, 1), link(0, 2), link(3, 0), link(0, 4)]);
        assert_eq!(ranks, [1, 3, 2, 0, 4]);
        let (ranks, _) = ranks::of(&[item(9.0); 4], &[link(0, 1), link(1, 2), link(3, 2)]);
        assert_eq!(ranks, [0, 1, 2, 1], "the last item is an input of the rank below");
        assert!(draw(&[], &[]).middles.is_empty());
    }

    #[test]
    fn edges_that_need_not_cross_do_not() {
        let items = [item(40.0); 4];
        let drawing = draw(&items, &[link(0, 3), link(1, 2)]);
        assert_eq!(drawing.middles[0].x < drawing.middles[1].x, drawing.middles[3].x < drawing.middles[2].x);
    }
}
