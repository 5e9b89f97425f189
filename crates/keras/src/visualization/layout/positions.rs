//! The positions of the nodes of each rank, from left to right.
//!
//! Nodes of neighboring ranks form blocks, each on a straight line, as in the algorithm of Brandes and Köpf:
//! a node has at most one neighbor above and one below on its line, and lines do not cross. Then each block
//! moves to where its other segments are as straight as its neighbors allow.

use super::layered::{ITEM_GAP, Layered, Segment};

/// How often all blocks are moved, in turn from the left and from the right.
const SWEEPS: usize = 60;

/// The weight of a segment with so many bends at its ends: long links should be straight, then short ones.
const WEIGHTS: [f64; 3] = [4.0, 1.0, 8.0];

/// The middle of each node.
pub(super) fn of(layered: &Layered) -> Vec<f64> {
    let mut blocks = Blocks::new(layered);
    blocks.spread();
    for sweep in 0..SWEEPS {
        blocks.improve(sweep % 2 == 0);
    }
    (0..layered.nodes.len()).map(|node| blocks.at(node)).collect()
}

/// The blocks and their positions.
struct Blocks<'a> {
    layered: &'a Layered,
    /// The nodes of each block, from top to bottom.
    nodes: Vec<Vec<usize>>,
    /// The position of each block's line.
    x: Vec<f64>,
    /// For each node its block, and its distance from the line.
    block: Vec<usize>,
    offset: Vec<f64>,
    /// For each node its place in its rank.
    place: Vec<usize>,
    /// For each block the segments that lead out of it or into it.
    segments: Vec<Vec<usize>>,
}

impl<'a> Blocks<'a> {
    fn new(layered: &'a Layered) -> Self {
        let count = layered.nodes.len();
        let mut place = vec![0; count];
        for row in &layered.rows {
            row.iter().enumerate().for_each(|(i, node)| place[*node] = i);
        }
        let (below, has_above) = straight(layered, &place);
        let (mut nodes, mut block, mut offset) = (Vec::new(), vec![0; count], vec![0.0; count]);
        for first in (0..count).filter(|node| !has_above[*node]) {
            let mut line = vec![first];
            block[first] = nodes.len();
            let mut last = first;
            while let Some(Segment { from_x, to, to_x, .. }) = below[last] {
                block[to] = nodes.len();
                offset[to] = offset[last] + from_x - to_x;
                line.push(to);
                last = to;
            }
            nodes.push(line);
        }
        let mut segments = vec![Vec::new(); nodes.len()];
        for (i, segment) in layered.segments.iter().enumerate() {
            let ends = [block[segment.from], block[segment.to]];
            if ends[0] != ends[1] {
                ends.iter().for_each(|end| segments[*end].push(i));
            }
        }
        Self { layered, x: vec![0.0; nodes.len()], nodes, block, offset, place, segments }
    }

    /// The middle of a node.
    fn at(&self, node: usize) -> f64 {
        self.x[self.block[node]] + self.offset[node]
    }

    /// The least distance of the middles of two neighbors.
    fn distance(&self, left: usize, right: usize) -> f64 {
        (self.layered.nodes[left].width + self.layered.nodes[right].width) / 2.0 + ITEM_GAP
    }

    /// Moves each block to the right of those at its left.
    fn spread(&mut self) {
        // No block is at the left of itself, so that the longest way from block to block ends.
        for _ in 0..self.nodes.len() {
            let mut is_done = true;
            for pair in self.layered.rows.iter().flat_map(|row| row.windows(2)) {
                let least = self.at(pair[0]) + self.distance(pair[0], pair[1]) - self.offset[pair[1]];
                let x = &mut self.x[self.block[pair[1]]];
                if *x < least {
                    (*x, is_done) = (least, false);
                }
            }
            if is_done {
                break;
            }
        }
    }

    /// Moves each block to the weighted mean of where its segments would be straight, as far as its neighbors
    /// leave room.
    fn improve(&mut self, from_left: bool) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by(|a, b| self.x[*a].total_cmp(&self.x[*b]));
        if !from_left {
            order.reverse();
        }
        for block in order {
            let (mut sum, mut all) = (0.0, 0.0);
            for segment in self.segments[block].iter().map(|i| self.layered.segments[*i]) {
                let ends = [(segment.from, segment.from_x), (segment.to, segment.to_x)];
                let [(own, own_x), (other, other_x)] =
                    if self.block[segment.from] == block { ends } else { [ends[1], ends[0]] };
                let weight = weight(self.layered, &segment);
                sum += weight * (self.at(other) + other_x - own_x - self.offset[own]);
                all += weight;
            }
            let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
            for node in &self.nodes[block] {
                let (row, place) = (&self.layered.rows[self.layered.nodes[*node].rank], self.place[*node]);
                if let Some(left) = place.checked_sub(1).map(|left| row[left]) {
                    least = least.max(self.at(left) + self.distance(left, *node) - self.offset[*node]);
                }
                if let Some(right) = row.get(place + 1) {
                    most = most.min(self.at(*right) - self.distance(*node, *right) - self.offset[*node]);
                }
            }
            if all > 0.0 && least <= most {
                self.x[block] = (sum / all).clamp(least, most);
            }
        }
    }
}

fn weight(layered: &Layered, segment: &Segment) -> f64 {
    let bends = [segment.from, segment.to].iter().filter(|node| layered.nodes[**node].is_bend).count();
    WEIGHTS[bends]
}

/// For each node the segment that leads straight down from it, and whether one leads to it from above.
fn straight(layered: &Layered, place: &[usize]) -> (Vec<Option<Segment>>, Vec<bool>) {
    let count = layered.nodes.len();
    let (mut below, mut has_above) = (vec![None; count], vec![false; count]);
    // The places of the ends of the segments that are straight, by rank.
    let mut chosen: Vec<Vec<(usize, usize)>> = vec![Vec::new(); layered.rows.len()];
    let mut segments: Vec<&Segment> = layered.segments.iter().collect();
    segments.sort_by(|a, b| weight(layered, b).total_cmp(&weight(layered, a)));
    for segment in segments {
        let of_rank = &mut chosen[layered.nodes[segment.from].rank];
        let ends = (place[segment.from], place[segment.to]);
        let crosses = of_rank.iter().any(|other| (other.0 < ends.0) != (other.1 < ends.1));
        if !crosses && below[segment.from].is_none() && !has_above[segment.to] {
            below[segment.from] = Some(*segment);
            has_above[segment.to] = true;
            of_rank.push(ends);
        }
    }
    (below, has_above)
}
