//! The graph that is laid out: items and links, and the nodes and segments of the ranks.

/// The distance of items of a rank, in pixels.
pub(super) const ITEM_GAP: f64 = 28.0;

/// A position in pixels: from the left, and from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::visualization) struct Point {
    pub x: f64,
    pub y: f64,
}

/// An item, in pixels.
#[derive(Clone, Copy, Debug)]
pub(in crate::visualization) struct Item {
    pub width: f64,
    pub height: f64,
    pub pin: Option<Pin>,
}

/// A rank of an item's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::visualization) enum Pin {
    /// The rank before all items that have no pin.
    First,
    /// The rank after all others.
    Last,
}

/// An edge from the bottom of an item to the top of another one; both ends are given with their distance
/// from the middle of the item.
#[derive(Clone, Copy, Debug)]
pub(in crate::visualization) struct Link {
    pub from: usize,
    pub from_x: f64,
    pub to: usize,
    pub to_x: f64,
}

/// A node of the layered graph: an item, or the bend of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub rank: usize,
    pub width: f64,
    pub height: f64,
    pub is_bend: bool,
}

/// A part of a link between nodes of neighboring ranks, downwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub from: usize,
    pub from_x: f64,
    pub to: usize,
    pub to_x: f64,
}

/// The graph with bends, in which all links lead from a rank to the next one.
#[derive(Debug, Default)]
pub(super) struct Layered {
    pub nodes: Vec<Node>,
    pub segments: Vec<Segment>,
    /// The nodes of each rank, from left to right.
    pub rows: Vec<Vec<usize>>,
    /// For each link its nodes from top to bottom, and whether it leads upwards.
    pub chains: Vec<(Vec<usize>, bool)>,
}

/// The graph with a bend in each rank that a link passes. Rows are in the order of the items.
pub(super) fn with_bends(items: &[Item], links: &[Link], ranks: &[usize], upwards: &[bool]) -> Layered {
    let nodes = items.iter().zip(ranks);
    let nodes = nodes.map(|(item, rank)| Node { rank: *rank, width: item.width, height: item.height, is_bend: false });
    let mut layered = Layered { nodes: nodes.collect(), ..Layered::default() };
    for (link, is_upwards) in links.iter().zip(upwards) {
        let ends = [(link.from, link.from_x), (link.to, link.to_x)];
        let [(first, first_x), (last, last_x)] = if *is_upwards { [ends[1], ends[0]] } else { ends };
        let mut chain = vec![first];
        for rank in ranks[first] + 1..ranks[last] {
            chain.push(layered.nodes.len());
            layered.nodes.push(Node { rank, width: 0.0, height: 0.0, is_bend: true });
        }
        chain.push(last);
        let x_of = |node: usize| match node {
            node if node == first => first_x,
            node if node == last => last_x,
            _ => 0.0,
        };
        let parts = chain.windows(2);
        let segment =
            |ends: &[usize]| Segment { from: ends[0], from_x: x_of(ends[0]), to: ends[1], to_x: x_of(ends[1]) };
        layered.segments.extend(parts.map(segment));
        layered.chains.push((chain, *is_upwards));
    }
    let count = layered.nodes.iter().map(|node| node.rank + 1).max().unwrap_or(0);
    layered.rows = vec![Vec::new(); count];
    for (i, node) in layered.nodes.iter().enumerate() {
        layered.rows[node.rank].push(i);
    }
    layered
}
