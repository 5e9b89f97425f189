//! Notebooks as shared documents, in the schema of jupyter_ydoc: a map `meta`, an array `cells` of maps whose
//! `source` is a text, `metadata` a map and `outputs` an array of maps, in which streams have a text.

use std::collections::{HashMap, HashSet};

use serde_json::{Map as Fields, Value, json};
use yrs::{
    Array, ArrayPrelim, ArrayRef, GetString, Map, MapPrelim, MapRef, Out, ReadTxn, Text, TextPrelim, TextRef,
    Transaction, TransactionMut,
};

use super::order::kept;
use super::values::{from_out, to_any};
use crate::random;

/// The mark of trust in the metadata of a cell.
const TRUSTED: &str = "trusted";

/// The root types of a notebook.
#[derive(Clone, Debug)]
pub struct Notebook {
    /// The format and the metadata.
    pub meta: MapRef,
    /// The cells.
    pub cells: ArrayRef,
}

impl Notebook {
    /// The notebook, as files have it.
    pub fn content(&self, txn: &Transaction<'_>) -> Value {
        self.read(txn, false)
    }

    /// The same with the ids of all cells, whatever the format.
    pub fn content_with_ids(&self, txn: &Transaction<'_>) -> Value {
        self.read(txn, true)
    }

    fn read(&self, txn: &Transaction<'_>, keeps_ids: bool) -> Value {
        let mut meta = from_out(&Out::YMap(self.meta.clone()), txn);
        let number = |name: &str| meta[name].as_i64().unwrap_or_default();
        let (major, minor) = (number("nbformat"), number("nbformat_minor"));
        let has_ids = keeps_ids || (major, minor) > (4, 4);
        let cells = self.cells.iter(txn).filter_map(|cell| cell_content(&cell, txn, has_ids));
        let metadata = Some(meta["metadata"].take()).filter(Value::is_object).unwrap_or_else(|| json!({}));
        json!({"cells": cells.collect::<Vec<_>>(), "metadata": metadata, "nbformat": major, "nbformat_minor": minor})
    }

    /// Changes the notebook into another one: cells are found by their ids, and what is the same in both is
    /// not touched, so that whoever edits it keeps their place. Does the same to the same notebook, to the
    /// letter: rooms that open later with an unchanged file agree with pages that have the old one.
    pub fn set(&self, txn: &mut TransactionMut, new: &Value) {
        for (name, default) in [("nbformat", 4), ("nbformat_minor", 5)] {
            let number = new[name].as_i64().unwrap_or(default);
            if self.meta.get(txn, name).map(|old| from_out(&old, txn)) != Some(number.into()) {
                self.meta.insert(txn, name, to_any(&number.into()));
            }
        }
        set_map(&self.meta, "metadata", txn, &new["metadata"]);
        let new = with_ids(new["cells"].as_array().map_or(&[][..], Vec::as_slice));
        let old = self.old_cells(txn);
        let ids: Vec<&Value> = old.iter().map(|(cell, _)| &cell["id"]).collect();
        let wanted: Vec<&Value> = new.iter().map(|cell| &cell["id"]).collect();
        let mut kept: HashMap<usize, usize> = kept(&ids, &wanted).into_iter().collect();
        kept.retain(|at, old_at| can_update(&old[*old_at], &new[*at]));
        let left: HashSet<usize> = kept.values().copied().collect();
        for at in (0..old.len()).rev().filter(|at| !left.contains(at)) {
            self.cells.remove(txn, at as u32);
        }
        for (at, cell) in new.iter().enumerate() {
            match kept.get(&at).map(|old_at| &old[*old_at]) {
                Some((old, Some(map))) => update_cell(map, txn, old, cell),
                _ => insert_cell(&self.cells, txn, at as u32, cell),
            }
        }
    }

    /// Makes the ids of cells unique again. Two users who move a cell at the same time leave it twice: an
    /// equal one is removed, another one gets an id of its own. True if something was done.
    pub fn separate(&self, txn: &mut TransactionMut) -> bool {
        let mut seen: HashMap<String, Vec<Value>> = HashMap::new();
        let mut removed = 0;
        let mut has_changed = false;
        for (at, (cell, map)) in self.old_cells(txn).into_iter().enumerate() {
            let Some(id) = cell["id"].as_str() else { continue };
            let same = seen.entry(id.to_string()).or_default();
            if same.contains(&cell) {
                self.cells.remove(txn, at as u32 - removed);
                removed += 1;
                has_changed = true;
                continue;
            }
            if !same.is_empty()
                && let (Some(map), Ok(id)) = (map, random::uuid())
            {
                map.insert(txn, "id", id);
                has_changed = true;
            }
            same.push(cell);
        }
        has_changed
    }

    /// Takes the marks of trust of all cells away; true if there was one.
    pub fn distrust(&self, txn: &mut TransactionMut) -> bool {
        let read: &TransactionMut = txn;
        let metadata = |cell: Out| match cell.cast::<MapRef>().ok()?.get(read, "metadata") {
            Some(Out::YMap(metadata)) => Some(metadata),
            _ => None,
        };
        // Pages take each value that is true in JavaScript for the mark.
        let is_marked = |metadata: &MapRef| {
            metadata.get(read, TRUSTED).is_some_and(|mark| from_out(&mark, read) != Value::Bool(false))
        };
        let marked: Vec<MapRef> = self.cells.iter(read).filter_map(metadata).filter(is_marked).collect();
        for metadata in &marked {
            metadata.insert(txn, TRUSTED, false);
        }
        !marked.is_empty()
    }

    fn old_cells(&self, txn: &impl ReadTxn) -> Vec<OldCell> {
        let content = |cell: &Out| cell_content(cell, txn, true).unwrap_or_default();
        self.cells.iter(txn).map(|cell| (content(&cell), cell.cast().ok())).collect()
    }
}

/// A cell's content and its map; no map for what is no cell.
type OldCell = (Value, Option<MapRef>);

/// A cell, as files have it.
fn cell_content(cell: &Out, txn: &impl ReadTxn, has_ids: bool) -> Option<Value> {
    let Value::Object(mut cell) = from_out(cell, txn) else { return None };
    cell.shift_remove("execution_state");
    if !has_ids {
        cell.shift_remove("id");
    }
    let is_text = matches!(cell.get("cell_type").and_then(Value::as_str), Some("raw" | "markdown"));
    if is_text && cell.get("attachments").is_some_and(is_empty) {
        cell.shift_remove("attachments");
    }
    Some(cell.into())
}

/// The cells with ids: a format before 4.5 has none, and an empty notebook gets a cell, as in jupyter_ydoc.
fn with_ids(cells: &[Value]) -> Vec<Value> {
    let first = json!({
        "cell_type": "code", "execution_count": null, "metadata": {"trusted": true}, "outputs": [], "source": "",
    });
    let mut cells = if cells.is_empty() { vec![first] } else { cells.to_vec() };
    for (at, cell) in cells.iter_mut().enumerate() {
        if let Some(cell) = cell.as_object_mut() {
            cell.entry("id").or_insert_with(|| format!("cell-{at}").into());
        }
    }
    cells
}

/// Cells of one type whose shared fields are what they should be are changed in place.
fn can_update((old, map): &OldCell, new: &Value) -> bool {
    let same = |name: &str| old.get(name).is_some() == new.get(name).is_some();
    map.is_some() && old["cell_type"] == new["cell_type"] && ["source", "metadata", "outputs"].into_iter().all(same)
}

fn update_cell(map: &MapRef, txn: &mut TransactionMut, old: &Value, new: &Value) {
    let (empty, no_fields) = (Fields::new(), Fields::new());
    let (old, new) = (old.as_object().unwrap_or(&empty), new.as_object().unwrap_or(&no_fields));
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        map.remove(txn, name);
    }
    for (name, value) in new.iter().filter(|(name, value)| old.get(*name) != Some(*value)) {
        match (name.as_str(), map.get(txn, name)) {
            ("source", Some(Out::YText(text))) => set_text(&text, txn, &joined(value)),
            ("metadata", _) => set_map(map, name, txn, value),
            ("outputs", Some(Out::YArray(outputs))) => {
                let length = outputs.len(txn);
                outputs.remove_range(txn, 0, length);
                insert_outputs(&outputs, txn, value);
            }
            _ => insert_field(map, txn, name, value),
        }
    }
}

fn insert_cell(cells: &ArrayRef, txn: &mut TransactionMut, at: u32, cell: &Value) {
    let Some(cell) = cell.as_object() else { return };
    let map = cells.insert(txn, at, MapPrelim::default());
    let is_text = matches!(cell.get("cell_type").and_then(Value::as_str), Some("raw" | "markdown"));
    for (name, value) in sorted(cell) {
        if !(is_text && name == "attachments" && is_empty(value)) {
            insert_field(&map, txn, name, value);
        }
    }
    if cell.get("cell_type").is_some_and(|kind| kind == "code") {
        if !cell.contains_key("outputs") {
            map.insert(txn, "outputs", ArrayPrelim::default());
        }
        map.insert(txn, "execution_state", "idle");
    }
}

/// Writes a field of a cell; those that are shared types become some.
fn insert_field(map: &MapRef, txn: &mut TransactionMut, name: &str, value: &Value) {
    match name {
        "source" => _ = map.insert(txn, name, TextPrelim::new(joined(value))),
        "metadata" => set_map(map, name, txn, value),
        "outputs" => {
            let outputs = map.insert(txn, name, ArrayPrelim::default());
            insert_outputs(&outputs, txn, value);
        }
        _ => _ = map.insert(txn, name, to_any(value)),
    }
}

fn insert_outputs(outputs: &ArrayRef, txn: &mut TransactionMut, new: &Value) {
    for output in new.as_array().into_iter().flatten().filter_map(Value::as_object) {
        let map = outputs.push_back(txn, MapPrelim::default());
        let is_stream = output.get("output_type").is_some_and(|kind| kind == "stream");
        for (name, value) in sorted(output) {
            match is_stream && name == "text" {
                true => _ = map.insert(txn, name.as_str(), TextPrelim::new(joined(value))),
                false => _ = map.insert(txn, name.as_str(), to_any(value)),
            }
        }
    }
}

/// Makes the map below a name hold these fields.
fn set_map(parent: &MapRef, name: &str, txn: &mut TransactionMut, new: &Value) {
    let empty = Fields::new();
    let new = new.as_object().unwrap_or(&empty);
    let map = match parent.get(txn, name) {
        Some(Out::YMap(map)) => map,
        _ => parent.insert(txn, name, MapPrelim::default()),
    };
    let old: Vec<String> = map.keys(txn).map(String::from).collect();
    for name in old.iter().filter(|name| !new.contains_key(*name)) {
        map.remove(txn, name);
    }
    for (name, value) in sorted(new) {
        if map.get(txn, name).map(|old| from_out(&old, txn)).as_ref() != Some(value) {
            map.insert(txn, name.as_str(), to_any(value));
        }
    }
}

/// Changes a text where it differs: between what both have in common at their beginning and their end.
pub fn set_text(text: &TextRef, txn: &mut TransactionMut, new: &str) {
    let old = text.get_string(txn);
    let at = old.char_indices().zip(new.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    let start = at.unwrap_or(old.len().min(new.len()));
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let same = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b);
    let end: usize = same.map(|(a, _)| a.len_utf8()).sum();
    let (removed, added) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);
    // Yjs counts in units of UTF-16.
    let units = |text: &str| text.encode_utf16().count() as u32;
    if !removed.is_empty() {
        text.remove_range(txn, units(&old[..start]), units(removed));
    }
    if !added.is_empty() {
        text.insert(txn, units(&old[..start]), added);
    }
}

/// A text, which files may have as a list of lines.
fn joined(value: &Value) -> String {
    match value {
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        value => value.as_str().unwrap_or_default().into(),
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Fields::is_empty) || value.is_null()
}

/// Fields in an order that does not depend on the file.
fn sorted(fields: &Fields<String, Value>) -> Vec<(&String, &Value)> {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    fields
}
