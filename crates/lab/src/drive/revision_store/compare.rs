//! The difference of two states of a file: of a notebook by its cells, of a text by its lines.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline, group_diff_ops};

use crate::notebook;

/// Equal lines that are shown around a change.
const CONTEXT: usize = 3;
/// The lines of the longest answer for a text or a cell; more are cut off.
const MAX_LINES: usize = 2000;
/// After this time the difference is a coarser one.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// What changed between two states of a file of that name:
/// `{"kind": "notebook", "cells": [{"change", "cell_type", "lines"}]}`, where a change is `added`, `removed`,
/// `changed` or `outputs`; `{"kind": "text", "lines": [[SIGN, TEXT]]}`; or `{"kind": "binary", "is_equal"}`.
/// Signs are `-`, `+`, a blank, and `@` before lines that do not follow those before.
pub fn compare(name: &str, before: &[u8], after: &[u8]) -> Value {
    if name.ends_with(".ipynb")
        && let (Ok(before), Ok(after)) = (notebook::read(before), notebook::read(after))
    {
        return json!({"kind": "notebook", "cells": compare_cells(cells(&before), cells(&after))});
    }
    match (std::str::from_utf8(before), std::str::from_utf8(after)) {
        (Ok(before), Ok(after)) => json!({"kind": "text", "lines": compare_lines(before, after)}),
        _ => json!({"kind": "binary", "is_equal": before == after}),
    }
}

fn cells(notebook: &Value) -> &[Value] {
    notebook["cells"].as_array().map_or(&[], Vec::as_slice)
}

/// Cells are the same if they have the same id, or, if one has none, the same text.
fn compare_cells(before: &[Value], after: &[Value]) -> Vec<Value> {
    let have_ids = before.iter().chain(after).all(|cell| cell["id"].is_string());
    let key = if have_ids { "id" } else { "source" };
    let keys = |cells: &[Value]| cells.iter().map(|cell| cell[key].to_string()).collect::<Vec<String>>();
    let (old, new) = (keys(before), keys(after));
    let mut found = Vec::new();
    for operation in difference(&old, &new) {
        let (tag, old, new) = operation.as_tag_tuple();
        let (old, new) = (&before[old], &after[new]);
        // Cells without ids at the same place are the same cell, with another text.
        let is_pair = tag == DiffTag::Equal || (tag == DiffTag::Replace && !have_ids);
        let paired = if is_pair { old.len().min(new.len()) } else { 0 };
        found.extend(old.iter().zip(new).take(paired).filter_map(|(old, new)| compare_cell(old, new)));
        found.extend(old[paired..].iter().map(|cell| whole("removed", cell, (text(cell), ""))));
        found.extend(new[paired..].iter().map(|cell| whole("added", cell, ("", text(cell)))));
    }
    found
}

fn compare_cell(old: &Value, new: &Value) -> Option<Value> {
    let is_same = text(old) == text(new) && old["cell_type"] == new["cell_type"];
    match is_same {
        false => Some(whole("changed", new, (text(old), text(new)))),
        true if old["outputs"] != new["outputs"] => Some(whole("outputs", new, ("", ""))),
        true => None,
    }
}

fn whole(change: &str, cell: &Value, (before, after): (&str, &str)) -> Value {
    json!({"change": change, "cell_type": cell["cell_type"], "lines": compare_lines(before, after)})
}

fn text(cell: &Value) -> &str {
    cell["source"].as_str().unwrap_or_default()
}

fn compare_lines(before: &str, after: &str) -> Vec<(char, String)> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut lines = Vec::new();
    for (number, group) in group_diff_ops(difference(&old, &new), CONTEXT).into_iter().enumerate() {
        let start = group.first().map_or(0, |operation| operation.new_range().start);
        if number > 0 || start > 0 {
            lines.push(('@', format!("line {}", start + 1)));
        }
        for operation in group {
            let (tag, removed, added) = operation.as_tag_tuple();
            if tag == DiffTag::Equal {
                lines.extend(new[added].iter().map(|line| (' ', line.to_string())));
            } else {
                lines.extend(old[removed].iter().map(|line| ('-', line.to_string())));
                lines.extend(new[added].iter().map(|line| ('+', line.to_string())));
            }
        }
    }
    if lines.len() > MAX_LINES {
        lines.truncate(MAX_LINES);
        lines.push(('@', "more lines differ".into()));
    }
    lines
}

fn difference<T: std::hash::Hash + Eq>(old: &[T], new: &[T]) -> Vec<DiffOp> {
    capture_diff_slices_deadline(Algorithm::Myers, old, new, Some(Instant::now() + TIME_LIMIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notebook(cells: &Value) -> Vec<u8> {
        json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}).to_string().into_bytes()
    }

    fn cell(id: &str, source: &str, outputs: &Value) -> Value {
        json!({"cell_type": "code", "id": id, "source": source, "metadata": {}, "outputs": outputs,
               "execution_count": null})
    }

    #[test]
    fn cells_are_added_removed_and_changed() {
        let none = json!([]);
        let output = json!([{"output_type": "stream", "name": "stdout", "text": "3"}]);
        let before = [cell("a", "1\n2", &none), cell("b", "gone", &none), cell("c", "3", &none), cell("e", "", &none)];
        let after = [cell("a", "1\n4", &none), cell("c", "3", &output), cell("d", "new", &none), cell("e", "", &none)];
        let found = compare("n.ipynb", &notebook(&json!(before)), &notebook(&json!(after)));
        let expected = json!({"kind": "notebook", "cells": [
            {"change": "changed", "cell_type": "code", "lines": [[" ", "1"], ["-", "2"], ["+", "4"]]},
            {"change": "removed", "cell_type": "code", "lines": [["-", "gone"]]},
            {"change": "outputs", "cell_type": "code", "lines": []},
            {"change": "added", "cell_type": "code", "lines": [["+", "new"]]}]});
        assert_eq!(found, expected);
        let without = |cells: &[Value]| {
            let mut cells = json!(cells);
            let all = cells.as_array_mut().unwrap().iter_mut();
            all.for_each(|cell| _ = cell.as_object_mut().unwrap().remove("id"));
            notebook(&cells)
        };
        let found = compare("n.ipynb", &without(&before[..1]), &without(&after[..1]));
        assert_eq!(found["cells"][0], expected["cells"][0], "the same place, if there are no ids");
    }

    #[test]
    fn texts_are_compared_by_lines_as_diff_does() {
        let before: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let after = before.replace("10\n", "ten\n");
        let found = compare("a.txt", before.as_bytes(), after.as_bytes());
        // `diff -u` shows the same lines.
        let lines = [
            ["@", "line 7"],
            [" ", "7"],
            [" ", "8"],
            [" ", "9"],
            ["-", "10"],
            ["+", "ten"],
            [" ", "11"],
            [" ", "12"],
            [" ", "13"],
        ];
        assert_eq!(found, json!({"kind": "text", "lines": lines}));
        assert_eq!(compare("a", b"\xff", b"\xfe"), json!({"kind": "binary", "is_equal": false}));
        let long: String = (0..5000).map(|n| format!("{n}\n")).collect();
        assert_eq!(compare("a", b"", long.as_bytes())["lines"].as_array().unwrap().len(), MAX_LINES + 1);
    }
}
