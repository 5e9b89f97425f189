//! The geometry of drawings: every layer once, Keras's edges, boxes apart, edges beside boxes.

use std::collections::BTreeSet;

use keras::Model;
use keras::visualization::{ModelPlot, RankDir};
use roxmltree::{Document, Node};

use super::{MODELS, fixture, model, resnet50};

/// The left, top, right and bottom of a rectangle.
type Rect = [f64; 4];

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// All numbers of a text.
fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
    parts.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
}

/// The boxes of layers with their names.
fn boxes(svg: &Document<'_>) -> Vec<(String, Rect)> {
    let layers = svg.descendants().filter(|node| node.attribute("class") == Some("layer"));
    let of = |layer: Node<'_, '_>| {
        let corner = numbers(layer.attribute("transform").unwrap());
        let tiles = layer.children().filter(|node| node.has_tag_name("rect"));
        let ends = |at: &str, size: &str| tiles.clone().map(|t| number(t, at) + number(t, size)).fold(0.0, f64::max);
        let (width, height) = (ends("x", "width"), ends("y", "height"));
        (
            layer.attribute("data-layer").unwrap().to_owned(),
            [corner[0], corner[1], corner[0] + width, corner[1] + height],
        )
    };
    layers.map(of).collect()
}

/// The ends of the edges, and points along each.
fn edges(svg: &Document<'_>) -> Vec<(String, String, Vec<[f64; 2]>)> {
    let paths = svg.descendants().filter(|node| node.attribute("class") == Some("edge"));
    let of = |path: Node<'_, '_>| {
        let end = |name: &str| path.attribute(name).unwrap().to_owned();
        (end("data-from"), end("data-to"), points(path.attribute("d").unwrap()))
    };
    paths.map(of).collect()
}

/// Points along a path of lines and cubic curves.
fn points(path: &str) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = Vec::new();
    let starts: Vec<usize> = path.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i).collect();
    for (i, start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(path.len());
        let values = numbers(&path[start + 1..end]);
        let from = points.last().copied().unwrap_or([values[0], values[1]]);
        let controls: [[f64; 2]; 4] = match &path[*start..=*start] {
            "C" => [from, [values[0], values[1]], [values[2], values[3]], [values[4], values[5]]],
            _ => [from, from, [values[0], values[1]], [values[0], values[1]]],
        };
        for step in 0..=20 {
            let (t, u) = (f64::from(step) / 20.0, 1.0 - f64::from(step) / 20.0);
            let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
            let at = |axis: usize| controls.iter().zip(weights).map(|(point, w)| point[axis] * w).sum();
            points.push([at(0), at(1)]);
        }
    }
    points
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Edges of Graphviz's text, by the names of layers.
fn edges_of_dot(dot: &str) -> BTreeSet<(String, String)> {
    let name = |line: &str| {
        let (number, label) = line.split_once(" [label=")?;
        let (_, label) = label.split_once("<b>")?;
        Some((number.to_owned(), label.split_once("</b>")?.0.to_owned()))
    };
    let names: std::collections::BTreeMap<String, String> = dot.lines().filter_map(name).collect();
    let edge = |line: &str| {
        let (from, to) = line.strip_suffix(" [penwidth=2];")?.split_once(" -> ")?;
        Some((names[from].clone(), names[to].clone()))
    };
    dot.lines().filter_map(edge).collect()
}

/// Checks a drawing; `dot` is Keras's text of the graph.
fn check(what: &str, plot: &ModelPlot, model: &Model, dot: &str) {
    let svg = plot.svg(model);
    let svg = Document::parse(&svg).unwrap_or_else(|e| panic!("{what}: {e}"));
    let (boxes, edges) = (boxes(&svg), edges(&svg));
    assert_eq!(boxes.len(), dot.matches("[label=").count(), "{what}: every layer has a box");
    let drawn: BTreeSet<(String, String)> = edges.iter().map(|(from, to, _)| (from.clone(), to.clone())).collect();
    assert_eq!((&drawn, edges.len()), (&edges_of_dot(dot), drawn.len()), "{what}");
    let [width, height] = ["width", "height"].map(|name| number(svg.root_element(), name));
    for (i, (name, rect)) in boxes.iter().enumerate() {
        let [left, top, right, bottom] = rect;
        assert!(*left >= 0.0 && *top >= 0.0 && *right <= width && *bottom <= height, "{what}: {name} is outside");
        for (other, of_other) in &boxes[..i] {
            assert!(!overlap(rect, of_other), "{what}: {name} and {other} overlap");
        }
        for (from, to, points) in &edges {
            let inside = |[x, y]: &[f64; 2]| left + 0.2 < *x && *x < right - 0.2 && top + 0.2 < *y && *y < bottom - 0.2;
            assert!(!points.iter().any(inside), "{what}: the edge from {from} to {to} runs through {name}");
        }
    }
    for (from, to, points) in &edges {
        let at_border = |name: &str, [x, y]: [f64; 2]| {
            let near =
                |rect: &Rect| rect[0] - 0.2 <= x && x <= rect[2] + 0.2 && rect[1] - 0.2 <= y && y <= rect[3] + 0.2;
            boxes.iter().any(|(of, rect)| of == name && near(rect))
        };
        assert!(at_border(from, points[0]) && at_border(to, points[points.len() - 1]), "{what}: {from} to {to}");
    }
    frames_enclose_nothing_else(what, &svg, &boxes);
}

/// Frames of nested models do not cut boxes, nor each other.
fn frames_enclose_nothing_else(what: &str, svg: &Document<'_>, boxes: &[(String, Rect)]) {
    let frames = svg.descendants().filter(|node| node.attribute("class") == Some("model"));
    let rects = frames.map(|frame| {
        let rect = frame.children().find(|node| node.has_tag_name("rect")).unwrap();
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(rect, name));
        [x, y, x + width, y + height]
    });
    let rects: Vec<Rect> = rects.collect();
    let contains = |a: &Rect, b: &Rect| a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];
    for (i, frame) in rects.iter().enumerate() {
        for other in rects[..i].iter().chain(boxes.iter().map(|(_, rect)| rect)) {
            let apart = !overlap(frame, other);
            assert!(apart || contains(frame, other) || contains(other, frame), "{what}: {frame:?} cuts {other:?}");
        }
    }
}

#[test]
fn drawings_have_every_layer_and_edge_of_keras_and_nothing_overlaps() {
    for name in MODELS {
        let fixture = fixture(name);
        let model = model(&fixture);
        let dot = |index: usize| fixture["dots"][index]["text"].as_str().unwrap();
        for rankdir in [RankDir::TopBottom, RankDir::LeftRight] {
            let plot = ModelPlot::new().rankdir(rankdir);
            check(&format!("{name} {rankdir:?}"), &plot, &model, dot(0));
            let all = plot.show_shapes(true).show_dtype(true).show_layer_activations(true).show_trainable(true);
            check(&format!("{name} {rankdir:?}, all"), &all, &model, dot(0));
            check(&format!("{name} {rankdir:?}, expanded"), &all.expand_nested(true), &model, dot(3));
        }
    }
}

#[test]
fn resnet_50_is_drawn() {
    let (model, plot) = (resnet50(), ModelPlot::new().show_shapes(true));
    check("ResNet50", &plot, &model, &super::read("resnet50.dot"));
    check("ResNet50 LR", &plot.rankdir(RankDir::LeftRight), &model, &super::read("resnet50.dot"));
}
