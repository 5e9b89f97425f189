//! The graph in Graphviz's language, byte for byte as pydot writes that of Keras.

use std::fmt::Write;

use super::graph::{Graph, Item};
use super::label::{Cell, Label};
use super::model_plot::RankDir;

/// Words that are no identifiers in the language.
const KEYWORDS: [&str; 6] = ["graph", "subgraph", "digraph", "node", "edge", "strict"];

/// The text of a graph.
pub(super) fn text(graph: &Graph, rankdir: RankDir) -> String {
    let rankdir = rankdir.name();
    let mut text = format!(
        "digraph G {{\nrankdir={rankdir};\nconcentrate=true;\ndpi=200;\nsplines=ortho;\nnode [shape=record];\n"
    );
    add(&mut text, graph);
    text + "}\n"
}

fn add(text: &mut String, graph: &Graph) {
    for item in &graph.items {
        match item {
            Item::Layer(number, label) => {
                let label = table(label);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{number} [label=<{label}>, fontname=Helvetica, border=0, margin=0];");
            }
            Item::Model(name, graph) => {
                let (cluster, label) = (quoted(&format!("cluster_{name}")), quoted(name));
                let _ = writeln!(text, "subgraph {cluster} {{\nstyle=dashed;\nlabel={label};\nlabeljust=l;");
                add(text, graph);
                text.push_str("}\n");
            }
        }
    }
    for (from, to) in &graph.edges {
        let _ = writeln!(text, "{from} -> {to} [penwidth=2];");
    }
}

/// A label as a table in Graphviz's subset of HTML.
fn table(label: &Label) -> String {
    let (columns, class) = (label.columns, escaped(&label.class));
    let title = match label.shows_name {
        true => format!("<b>{}</b> ({class})", escaped(&label.name)),
        false => format!("<b>{class}</b>"),
    };
    let mut table = format!(
        "<table border=\"0\" cellborder=\"1\" bgcolor=\"black\" cellpadding=\"10\"><tr><td colspan=\"{columns}\" \
         bgcolor=\"black\"><font point-size=\"16\" color=\"white\">{title}</font></td></tr>"
    );
    if let Some(activation) = &label.activation {
        let activation = escaped(activation);
        let _ = write!(
            table,
            "<tr><td bgcolor=\"white\" colspan=\"{columns}\"><font point-size=\"14\">Activation: <b>{activation}</b>\
             </font></td></tr>"
        );
    }
    let cells: String = label.cells.iter().map(cell).collect();
    if !cells.is_empty() {
        let _ = write!(table, "<tr>{cells}</tr>");
    }
    table + "</table>"
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Fact(what, value) => {
            let value = escaped(value);
            format!("<td bgcolor=\"white\"><font point-size=\"14\">{what}: <b>{value}</b></font></td>")
        }
        Cell::Trainable(trainable) => {
            let (color, text) = if *trainable { ("forestgreen", "Trainable") } else { ("firebrick", "Non-trainable") };
            format!("<td bgcolor=\"{color}\"><font point-size=\"14\" color=\"white\"><b>{text}</b></font></td>")
        }
    }
}

/// Text without the characters that HTML and XML give a meaning.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A name, in quotes unless it is an identifier.
fn quoted(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    match is_word && !KEYWORDS.contains(&name.to_ascii_lowercase().as_str()) {
        true => name.to_owned(),
        false => format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}
