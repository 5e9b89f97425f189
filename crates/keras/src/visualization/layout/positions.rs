//! The positions of the nodes of each rank, from left to right, at which edges are as straight as the order
//! and the widths of the nodes allow.

use super::{ITEM_GAP, Layered};

/// How often all ranks are placed, downwards and upwards in turn.
const SWEEPS: usize = 24;

/// The weight of a segment with so many bends at its ends: the straighter the longer a link is.
const WEIGHTS: [f64; 3] = [4.0, 1.0, 8.0];

/// The middle of each node.
pub(super) fn of(layered: &Layered) -> Vec<f64> {
    let count = layered.nodes.len();
    let mut above: Vec<Vec<(usize, f64, f64)>> = vec![Vec::new(); count];
    let mut below = above.clone();
    for segment in &layered.segments {
        let bends = [segment.from, segment.to].iter().filter(|node| layered.nodes[**node].is_bend).count();
        let (shift, weight) = (segment.from_x - segment.to_x, WEIGHTS[bends]);
        above[segment.to].push((segment.from, shift, weight));
        below[segment.from].push((segment.to, -shift, weight));
    }
    let mut x = vec![0.0; count];
    for row in &layered.rows {
        place(layered, row, &vec![(0.0, 1.0); row.len()], &mut x);
    }
    for sweep in 0..SWEEPS {
        let last = sweep + 2 >= SWEEPS;
        let downwards = sweep % 2 == 0;
        let rows: Vec<&Vec<usize>> = match downwards {
            true => layered.rows.iter().collect(),
            false => layered.rows.iter().rev().collect(),
        };
        for row in rows {
            let wish = |node: &usize| {
                let sides: &[&[(usize, f64, f64)]] = match (last, downwards) {
                    (true, _) => &[&above[*node], &below[*node]],
                    (false, true) => &[&above[*node]],
                    (false, false) => &[&below[*node]],
                };
                let all = sides.iter().flat_map(|side| side.iter());
                let (sum, weight) = all.fold((0.0, 0.0), |(sum, all), (node, shift, weight)| {
                    (sum + weight * (x[*node] + shift), all + weight)
                });
                // A node without neighbors stays where it is unless others need the place.
                if weight == 0.0 { (x[*node], 0.01) } else { (sum / weight, weight) }
            };
            let wishes: Vec<(f64, f64)> = row.iter().map(wish).collect();
            place(layered, row, &wishes, &mut x);
        }
    }
    x
}

/// Places the nodes of a rank as near to their wishes, positions with weights, as their distances allow: the
/// weighted sum of the squares is minimal.
fn place(layered: &Layered, row: &[usize], wishes: &[(f64, f64)], x: &mut [f64]) {
    let mut offsets = vec![0.0];
    for pair in row.windows(2) {
        let [left, right] = [layered.nodes[pair[0]], layered.nodes[pair[1]]];
        offsets.push(offsets[offsets.len() - 1] + (left.width + right.width) / 2.0 + ITEM_GAP);
    }
    // Without the offsets, positions must not decrease: pools of neighbors that would take their mean.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for ((wish, weight), offset) in wishes.iter().zip(&offsets) {
        let mut pool = (wish - offset, *weight, 1);
        while let Some(last) = pools.pop_if(|last| last.0 > pool.0) {
            let weight = last.1 + pool.1;
            pool = ((last.0 * last.1 + pool.0 * pool.1) / weight, weight, last.2 + pool.2);
        }
        pools.push(pool);
    }
    let placed = pools.iter().flat_map(|(mean, _, nodes)| std::iter::repeat_n(*mean, *nodes));
    for ((node, offset), mean) in row.iter().zip(&offsets).zip(placed) {
        x[*node] = mean + offset;
    }
}
