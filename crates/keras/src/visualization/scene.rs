//! The places of everything in a drawing. A nested model is laid out on its own, and then an item of the
//! model around it; edges enter and leave its frame where the layers inside of it stand.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Graph, Item};
use super::label::Label;
use super::layout::{self, Drawing, Link, Pin, Point};
use super::model_plot::RankDir;
use super::tiles::{TEXT_SIZE, Tile, text_width, tiles};

/// The space around the drawing and inside of frames, in pixels.
const MARGIN: f64 = 20.0;
/// The height of the name of a frame, in pixels.
const FRAME_TITLE: f64 = 16.0;
/// The distance between a box and its edge to itself, in pixels.
const LOOP: f64 = 12.0;

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rect {
    pub corner: Point,
    pub width: f64,
    pub height: f64,
}

/// A drawing.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub width: f64,
    pub height: f64,
    pub rankdir: RankDir,
    /// The boxes of layers with what they say.
    pub boxes: Vec<(Rect, &'a Label, Vec<Tile>)>,
    /// The frames of nested models with their names.
    pub frames: Vec<(Rect, &'a str)>,
    /// The edges: the names of two layers, and points.
    pub edges: Vec<(&'a str, &'a str, Vec<Point>)>,
}

impl<'a> Scene<'a> {
    /// Places everything.
    pub fn of(graph: &'a Graph, rankdir: RankDir) -> Self {
        let mut placed = place(graph, rankdir, &BTreeSet::new(), &BTreeSet::new());
        placed.shift(MARGIN, MARGIN);
        let (mut width, mut height) = (placed.width + 2.0 * MARGIN, placed.height + 2.0 * MARGIN);
        if rankdir == RankDir::LeftRight {
            (width, height) = (height, width);
            placed.transpose();
        }
        let names: BTreeMap<usize, &str> =
            placed.boxes.iter().map(|(number, _, label, _)| (*number, label.name.as_str())).collect();
        let name = |number: usize| names.get(&number).copied().unwrap_or("?");
        let edges = placed.edges.into_iter().map(|((from, to), points)| (name(from), name(to), points));
        let edges = edges.collect();
        let boxes = placed.boxes.into_iter().map(|(_, rect, label, tiles)| (rect, label, tiles)).collect();
        Self { width, height, rankdir, boxes, frames: placed.frames, edges }
    }
}

/// The points of an edge's part inside of a frame, by the number of the box.
type Ends = BTreeMap<usize, Vec<Point>>;
/// An edge between two items.
type Edge = (usize, usize);

/// A graph with everything in its place. Ranks follow each other in the direction of y.
#[derive(Default)]
struct Placed<'a> {
    width: f64,
    height: f64,
    boxes: Vec<(usize, Rect, &'a Label, Vec<Tile>)>,
    frames: Vec<(Rect, &'a str)>,
    edges: Vec<((usize, usize), Vec<Point>)>,
    /// The ways from the upper border to boxes, and from boxes to the lower border.
    entries: Ends,
    exits: Ends,
}

impl Placed<'_> {
    fn points(&mut self) -> impl Iterator<Item = &mut Point> {
        let corners = self.boxes.iter_mut().map(|(_, rect, ..)| &mut rect.corner);
        let corners = corners.chain(self.frames.iter_mut().map(|(rect, _)| &mut rect.corner));
        let ends = self.entries.values_mut().chain(self.exits.values_mut());
        corners.chain(self.edges.iter_mut().map(|(_, points)| points).chain(ends).flatten())
    }

    fn shift(&mut self, x: f64, y: f64) {
        for point in self.points() {
            (point.x, point.y) = (point.x + x, point.y + y);
        }
    }

    fn transpose(&mut self) {
        for point in self.points() {
            (point.x, point.y) = (point.y, point.x);
        }
        let rects = self.boxes.iter_mut().map(|(_, rect, ..)| rect);
        for rect in rects.chain(self.frames.iter_mut().map(|(rect, _)| rect)) {
            (rect.width, rect.height) = (rect.height, rect.width);
        }
    }

    /// The content of a frame with the frame around it.
    fn framed(mut self, name: &str, rankdir: RankDir) -> Self {
        let (inner_width, inner_height) = (self.width, self.height);
        let title = text_width(name, TEXT_SIZE) + 2.0 * MARGIN;
        // Before a transposition, the side of the name is the left one.
        let (left, top) = match rankdir {
            RankDir::TopBottom => (0.0, FRAME_TITLE),
            RankDir::LeftRight => (FRAME_TITLE, 0.0),
        };
        (self.width, self.height) = (inner_width + left + 2.0 * MARGIN, inner_height + top + 2.0 * MARGIN);
        match rankdir {
            RankDir::TopBottom => self.width = self.width.max(title),
            RankDir::LeftRight => self.height = self.height.max(title),
        }
        let x = left + (self.width - left - inner_width) / 2.0;
        let y = top + (self.height - top - inner_height) / 2.0;
        self.shift(x, y);
        let bottom = self.height;
        for points in self.entries.values_mut() {
            if let Some(first) = points.first().copied() {
                points.insert(0, Point { y: 0.0, ..first });
            }
        }
        for points in self.exits.values_mut() {
            let last = points.last().copied();
            points.extend(last.map(|last| Point { y: bottom, ..last }));
        }
        self
    }

    /// Where the way to a box begins or ends, from the middle.
    fn offset(&self, end: Option<&Point>) -> f64 {
        end.map_or(0.0, |end| end.x - self.width / 2.0)
    }
}

/// Places a graph whose border ways lead through, to the boxes of `entries` and from those of `exits`.
fn place<'a>(graph: &'a Graph, rankdir: RankDir, entries: &BTreeSet<usize>, exits: &BTreeSet<usize>) -> Placed<'a> {
    let mut item_of: BTreeMap<usize, usize> = BTreeMap::new();
    for (i, item) in graph.items.iter().enumerate() {
        match item {
            Item::Layer(number, _) => _ = item_of.insert(*number, i),
            Item::Model(_, graph) => item_of.extend(graph.boxes().into_iter().map(|number| (number, i))),
        }
    }
    let known = |number: &usize| item_of.contains_key(number);
    let edges: Vec<(usize, usize)> =
        graph.edges.iter().copied().filter(|(from, to)| known(from) && known(to)).collect();
    let within = |i: usize, numbers: &mut dyn Iterator<Item = usize>| -> BTreeSet<usize> {
        numbers.filter(|number| item_of.get(number) == Some(&i)).collect()
    };
    let placed: Vec<Placed<'a>> = (graph.items.iter().enumerate())
        .map(|(i, item)| match item {
            Item::Layer(number, label) => of_layer(*number, label, rankdir),
            Item::Model(name, inner) => {
                let entries = within(i, &mut edges.iter().map(|edge| edge.1).chain(entries.iter().copied()));
                let exits = within(i, &mut edges.iter().map(|edge| edge.0).chain(exits.iter().copied()));
                let mut placed = place(inner, rankdir, &entries, &exits).framed(name, rankdir);
                let (width, height) = (placed.width, placed.height);
                placed.frames.insert(0, (Rect { corner: Point { x: 0.0, y: 0.0 }, width, height }, name.as_str()));
                placed
            }
        })
        .collect();
    let is_loop = |(from, to): &(usize, usize)| item_of[from] == item_of[to];
    let mut items: Vec<layout::Item> = placed
        .iter()
        .enumerate()
        .map(|(i, item)| {
            let has_loop = edges.iter().any(|edge| is_loop(edge) && item_of[&edge.0] == i);
            let beside = if has_loop { 4.0 * LOOP } else { 0.0 };
            layout::Item { width: item.width + beside, height: item.height, pin: None }
        })
        .collect();
    let item = |number: usize| &placed[item_of[&number]];
    let out = |number: usize| item(number).offset(item(number).exits.get(&number).and_then(|way| way.last()));
    let into = |number: usize| item(number).offset(item(number).entries.get(&number).and_then(|way| way.first()));
    let straight: Vec<(usize, usize)> = edges.iter().copied().filter(|edge| !is_loop(edge)).collect();
    let mut links: Vec<Link> = straight
        .iter()
        .map(|(from, to)| Link { from: item_of[from], from_x: out(*from), to: item_of[to], to_x: into(*to) })
        .collect();
    let port = |pin| layout::Item { width: 0.0, height: 0.0, pin: Some(pin) };
    for entry in entries {
        links.push(Link { from: items.len(), from_x: 0.0, to: item_of[entry], to_x: into(*entry) });
        items.push(port(Pin::First));
    }
    for exit in exits {
        links.push(Link { from: item_of[exit], from_x: out(*exit), to: items.len(), to_x: 0.0 });
        items.push(port(Pin::Last));
    }
    let drawing = layout::draw(&items, &links);
    let loops: Vec<(usize, usize)> = edges.iter().copied().filter(is_loop).collect();
    joined(placed, &drawing, &item_of, (&straight, &loops), (entries, exits))
}

/// The box of a layer.
fn of_layer<'a>(number: usize, label: &'a Label, rankdir: RankDir) -> Placed<'a> {
    let (tiles, mut width, mut height) = tiles(label);
    if rankdir == RankDir::LeftRight {
        (width, height) = (height, width);
    }
    let rect = Rect { corner: Point { x: 0.0, y: 0.0 }, width, height };
    Placed { width, height, boxes: vec![(number, rect, label, tiles)], ..Placed::default() }
}

/// The items in their places, and edges as a whole: out of a frame, between the items, into a frame.
fn joined<'a>(
    placed: Vec<Placed<'a>>,
    drawing: &Drawing,
    item_of: &BTreeMap<usize, usize>,
    (straight, loops): (&[Edge], &[Edge]),
    (entries, exits): (&BTreeSet<usize>, &BTreeSet<usize>),
) -> Placed<'a> {
    let mut all = Placed { width: drawing.width, height: drawing.height, ..Placed::default() };
    let (mut into, mut out) = (Ends::new(), Ends::new());
    let mut rects = Vec::new();
    for (mut item, middle) in placed.into_iter().zip(&drawing.middles) {
        let (x, y) = (middle.x - item.width / 2.0, middle.y - item.height / 2.0);
        item.shift(x, y);
        rects.push(Rect { corner: Point { x, y }, width: item.width, height: item.height });
        into.append(&mut item.entries);
        out.append(&mut item.exits);
        all.boxes.append(&mut item.boxes);
        all.frames.append(&mut item.frames);
        all.edges.append(&mut item.edges);
    }
    let way = |ends: &Ends, number: usize| ends.get(&number).cloned().unwrap_or_default();
    let whole = |from: Option<usize>, path: &[Point], to: Option<usize>| -> Vec<Point> {
        let before = from.map(|number| way(&out, number)).unwrap_or_default();
        let after = to.map(|number| way(&into, number)).unwrap_or_default();
        let mut points = [&before[..], path, &after[..]].concat();
        points.dedup();
        points
    };
    let mut paths = drawing.paths.iter();
    for ((from, to), path) in straight.iter().zip(paths.by_ref()) {
        all.edges.push(((*from, *to), whole(Some(*from), path, Some(*to))));
    }
    for (from, to) in loops {
        let rect = rects[item_of[from]];
        let (bottom, right) = (rect.corner.y + rect.height, rect.corner.x + rect.width);
        let middle = rect.corner.x + rect.width / 2.0;
        let start = way(&out, *from).last().map_or(middle, |point| point.x);
        let end = way(&into, *to).first().map_or(middle, |point| point.x);
        let point = |x, y| Point { x, y };
        let (low, high) = (bottom + LOOP, rect.corner.y - LOOP);
        let around = [
            point(start, bottom),
            point(start, low),
            point(right + LOOP, low),
            point(right + LOOP, high),
            point(end, high),
            point(end, rect.corner.y),
        ];
        all.edges.push(((*from, *to), whole(Some(*from), &around, Some(*to))));
    }
    for (entry, path) in entries.iter().zip(paths.by_ref()) {
        all.entries.insert(*entry, whole(None, path, Some(*entry)));
    }
    for (exit, path) in exits.iter().zip(paths) {
        all.exits.insert(*exit, whole(Some(*exit), path, None));
    }
    all
}
