//! The order of the nodes of each rank, in which few edges cross.

use super::layered::Layered;

/// How often all ranks are ordered, downwards and upwards in turn.
const SWEEPS: usize = 16;

/// Orders the nodes of each rank by the middle of their neighbors in the rank before or after, and keeps the
/// order with the fewest crossings.
pub(super) fn improve(layered: &mut Layered) {
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); layered.nodes.len()];
    let mut below = above.clone();
    for segment in &layered.segments {
        above[segment.to].push(segment.from);
        below[segment.from].push(segment.to);
    }
    let mut place = vec![0.0; layered.nodes.len()];
    let number =
        |row: &[usize], place: &mut [f64]| row.iter().enumerate().for_each(|(i, node)| place[*node] = i as f64);
    layered.rows.iter().for_each(|row| number(row, &mut place));
    let (mut best, mut fewest) = (layered.rows.clone(), crossings(layered, &place));
    for sweep in 0..SWEEPS {
        if fewest == 0 {
            break;
        }
        let downwards = sweep % 2 == 0;
        let neighbors = if downwards { &above } else { &below };
        let mut rows: Vec<&mut Vec<usize>> = layered.rows.iter_mut().collect();
        if !downwards {
            rows.reverse();
        }
        for row in rows {
            let key = |node: &usize| match &neighbors[*node][..] {
                [] => place[*node],
                others => others.iter().map(|other| place[*other]).sum::<f64>() / others.len() as f64,
            };
            let mut keyed: Vec<(f64, usize)> = row.iter().map(|node| (key(node), *node)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            *row = keyed.into_iter().map(|(_, node)| node).collect();
            number(row, &mut place);
        }
        let found = crossings(layered, &place);
        if found < fewest {
            (best, fewest) = (layered.rows.clone(), found);
        }
    }
    layered.rows = best;
}

/// The number of pairs of segments that cross.
fn crossings(layered: &Layered, place: &[f64]) -> usize {
    let mut of_ranks: Vec<Vec<(f64, f64)>> = vec![Vec::new(); layered.rows.len()];
    for segment in &layered.segments {
        of_ranks[layered.nodes[segment.from].rank].push((place[segment.from], place[segment.to]));
    }
    let of_rank = |segments: &Vec<(f64, f64)>| {
        let crossing =
            |(i, a): (usize, &(f64, f64))| segments[i + 1..].iter().filter(|b| (a.0 - b.0) * (a.1 - b.1) < 0.0).count();
        segments.iter().enumerate().map(crossing).sum::<usize>()
    };
    of_ranks.iter().map(of_rank).sum()
}
