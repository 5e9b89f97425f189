//! The drawing as an SVG.

use std::fmt::Write;

use super::dot::escaped;
use super::layout::Point;
use super::model_plot::RankDir;
use super::scene::Scene;
use super::tiles::{TEXT_SIZE, Tile};

/// The head of the file, after its size.
const HEAD: &str = "font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" text-anchor=\"middle\" \
                    xml:space=\"preserve\">\n\
                    <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
                    markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/>\
                    </marker></defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";

/// The group of the edges.
const EDGES: &str = "<g fill=\"none\" stroke=\"black\" stroke-width=\"1.5\" marker-end=\"url(#arrow)\">\n";

/// The text of a drawing.
pub(super) fn text(scene: &Scene<'_>) -> String {
    let (width, height) = (scene.width.ceil(), scene.height.ceil());
    let size = format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
    let mut text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size} {HEAD}");
    // Writing to a string cannot fail.
    for (rect, name) in &scene.frames {
        let (corner, name) = (rect.corner, escaped(name));
        let _ = write!(
            text,
            "<g class=\"model\" data-model=\"{name}\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
             rx=\"4\" fill=\"#f4f7fb\" stroke=\"#5b7083\" stroke-dasharray=\"5 4\"/>",
            corner.x, corner.y, rect.width, rect.height
        );
        let (x, y) = (corner.x + TEXT_SIZE / 2.0, corner.y + TEXT_SIZE + 2.0);
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{TEXT_SIZE}\" font-weight=\"bold\" fill=\"#5b7083\" \
             text-anchor=\"start\">{name}</text></g>"
        );
    }
    text.push_str(EDGES);
    for (from, to, points) in &scene.edges {
        let (from, to, path) = (escaped(from), escaped(to), path(points, scene.rankdir));
        let _ = writeln!(text, "<path class=\"edge\" data-from=\"{from}\" data-to=\"{to}\" d=\"{path}\"/>");
    }
    text.push_str("</g>\n");
    for (rect, label, tiles) in &scene.boxes {
        let (x, y, name) = (rect.corner.x, rect.corner.y, escaped(&label.name));
        let _ = writeln!(text, "<g class=\"layer\" data-layer=\"{name}\" transform=\"translate({x:.1} {y:.1})\">");
        tiles.iter().for_each(|tile| add_tile(&mut text, tile));
        text.push_str("</g>\n");
    }
    text + "</svg>\n"
}

fn add_tile(text: &mut String, tile: &Tile) {
    let Tile { corner, width, height, fill, color, size, .. } = tile;
    let (x, y) = (corner.x + width / 2.0, corner.y + height / 2.0 + size * 0.35);
    let [before, bold, rest] = [&tile.text, &tile.bold, &tile.rest].map(|part| escaped(part));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\" stroke=\"black\"/>\
         <text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{color}\">{before}<tspan font-weight=\"bold\">\
         {bold}</tspan>{rest}</text>",
        corner.x, corner.y
    );
}

/// A path through points: straight along an axis, and else a curve that begins and ends in the direction of
/// the ranks.
fn path(points: &[Point], rankdir: RankDir) -> String {
    let [first, ..] = points else { return String::new() };
    let mut path = format!("M{:.1} {:.1}", first.x, first.y);
    for ends in points.windows(2) {
        let [from, to] = [ends[0], ends[1]];
        // Writing to a string cannot fail.
        let _ = match rankdir {
            _ if from.x == to.x || from.y == to.y => write!(path, "L{:.1} {:.1}", to.x, to.y),
            RankDir::TopBottom => {
                let y = (from.y + to.y) / 2.0;
                write!(path, "C{:.1} {y:.1} {:.1} {y:.1} {:.1} {:.1}", from.x, to.x, to.x, to.y)
            }
            RankDir::LeftRight => {
                let x = (from.x + to.x) / 2.0;
                write!(path, "C{x:.1} {:.1} {x:.1} {:.1} {:.1} {:.1}", from.y, to.y, to.x, to.y)
            }
        };
    }
    path
}
