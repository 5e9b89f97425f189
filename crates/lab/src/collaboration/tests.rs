//! Documents in the schema of jupyter_ydoc, and updates that mean no good.

use serde_json::{Value, json};
use yrs::updates::decoder::Decode;
use yrs::{Array, ClientID, Doc, Map, MapPrelim, OffsetKind, Options, ReadTxn, StateVector, Text, Transact, Update};

use super::document::{Document, DocumentKind};

fn notebook() -> Value {
    let stream = json!({"output_type": "stream", "name": "stdout", "text": "a\nb"});
    json!({
        "cells": [
            {"cell_type": "code", "id": "one", "source": "x = 'é🙂'\nx", "metadata": {"trusted": true, "tags": ["a"]},
             "execution_count": 3, "outputs": [stream]},
            {"cell_type": "markdown", "id": "two", "source": "# Title", "metadata": {}, "attachments": {"a": {"b": "c"}}},
            {"cell_type": "raw", "id": "three", "source": "", "metadata": {}},
        ],
        "metadata": {"kernelspec": {"name": "python3"}, "n": 1.5}, "nbformat": 4, "nbformat_minor": 5,
    })
}

fn loaded(content: &Value) -> Document {
    let mut document = Document::new(DocumentKind::Notebook);
    document.load(content).unwrap();
    document
}

#[test]
fn a_notebook_comes_back_and_is_the_same_history_each_time() {
    let (a, b) = (loaded(&notebook()), loaded(&notebook()));
    assert_eq!(a.content().unwrap(), notebook());
    // Both servers wrote the same: nothing is doubled if a page brings what one of them sent.
    b.integrate(&a.encode().unwrap()).unwrap();
    assert_eq!(b.content().unwrap(), notebook());
    assert_eq!(a.state_vector().unwrap(), b.state_vector().unwrap());
}

#[test]
fn a_changed_file_is_a_small_change_of_the_document() {
    let document = loaded(&notebook());
    let mut new = notebook();
    new["cells"][0]["source"] = "x = 'é🙂!'\nx".into();
    new["cells"][0]["outputs"] = json!([{"output_type": "stream", "name": "stderr", "text": "c"}]);
    new["cells"][1]["metadata"] = json!({"new": true});
    new["cells"].as_array_mut().unwrap().rotate_right(1);
    new["metadata"]["n"] = 2.into();
    let change = document.set(&new).unwrap();
    assert_eq!(document.content().unwrap(), new);
    assert!(!String::from_utf8_lossy(&change).contains("# Title"), "a cell that is the same is not written");
    assert_eq!(document.set(&new).unwrap(), [0, 0], "nothing changes twice");
    let other = loaded(&notebook());
    other.integrate(&change).unwrap();
    assert_eq!(other.content().unwrap(), new);
}

#[test]
fn notebooks_without_ids_or_cells() {
    let old = json!({"cells": [{"cell_type": "markdown", "source": "a", "metadata": {}}], "metadata": {},
                     "nbformat": 4, "nbformat_minor": 4});
    assert_eq!(loaded(&old).content().unwrap(), old);
    let mut empty = old.clone();
    empty["cells"] = json!([]);
    let content = loaded(&empty).content().unwrap();
    assert_eq!((content["cells"].as_array().unwrap().len(), &content["cells"][0]["cell_type"]), (1, &json!("code")));
}

#[test]
fn a_text_changes_where_it_differs() {
    let mut document = Document::new(DocumentKind::Text);
    document.load(&"aé🙂b".into()).unwrap();
    for new in ["aé🙂🙂b", "b", "", "🙂a", "🙂"] {
        document.set(&new.into()).unwrap();
        assert_eq!(document.content().unwrap(), new);
    }
}

#[test]
fn cells_that_were_moved_twice_are_separated() {
    let document = loaded(&notebook());
    let state = document.encode().unwrap();
    // Two users move the first cell to the end at the same time, and one of them writes into it.
    let mut moved = notebook();
    moved["cells"].as_array_mut().unwrap().rotate_left(1);
    let mut written = moved.clone();
    written["cells"][2]["source"] = "y".into();
    for content in [&moved, &moved, &written] {
        let other = Document::new(DocumentKind::Notebook);
        other.integrate(&state).unwrap();
        document.integrate(&other.set(content).unwrap()).unwrap();
    }
    assert_eq!(document.content().unwrap()["cells"].as_array().unwrap().len(), 5);
    assert!(document.separate().unwrap().is_some());
    let content = document.content().unwrap();
    let cells = content["cells"].as_array().unwrap();
    let mut ids: Vec<&str> = cells.iter().map(|cell| cell["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((cells.len(), ids.len()), (4, 4), "one equal cell went, the other got an id: {content}");
    assert_eq!(document.separate().unwrap(), None);
}

#[test]
fn what_is_no_cell_is_not_in_the_file() {
    let mut document = loaded(&notebook());
    let (doc, _) = peer(&document);
    let cells = doc.get_or_insert_array("cells");
    let before = doc.transact().state_vector();
    let mut txn = doc.transact_mut();
    cells.push_back(&mut txn, "no cell");
    let map = cells.push_back(&mut txn, MapPrelim::default());
    map.insert(&mut txn, "source", 1);
    drop(txn);
    document.apply(&doc.transact().encode_diff_v1(&before)).unwrap();
    let cells = document.content().unwrap()["cells"].clone();
    assert_eq!(cells.as_array().unwrap().len(), 4);
    let again = loaded(&document.content().unwrap());
    assert_eq!(again.set(&notebook()).map(|_| again.content().unwrap()).unwrap(), notebook());
}

/// Another document with the content, and its state vector.
fn peer(document: &Document) -> (Doc, StateVector) {
    let doc =
        Doc::with_options(Options { offset_kind: OffsetKind::Utf16, ..Options::with_client_id(ClientID::new(7)) });
    doc.transact_mut().apply_update(Update::decode_v1(&document.encode().unwrap()).unwrap()).unwrap();
    let vector = doc.transact().state_vector();
    (doc, vector)
}

/// Updates as clients send them: texts, maps, lists, deletions.
fn corpus(document: &Document) -> Vec<Vec<u8>> {
    let mut updates = vec![document.encode().unwrap()];
    let (doc, vector) = peer(document);
    let (cells, text) = (doc.get_or_insert_array("cells"), doc.get_or_insert_text("source"));
    for step in 0..20u32 {
        let before = doc.transact().state_vector();
        let mut txn = doc.transact_mut();
        text.insert(&mut txn, 3 * (step / 2), "é🙂");
        if step % 3 == 0 {
            let cell = cells.insert(&mut txn, step % 2, MapPrelim::default());
            cell.insert(&mut txn, "id", format!("{step}"));
            cell.insert(&mut txn, "metadata", MapPrelim::default());
        }
        if step % 5 == 4 {
            cells.remove(&mut txn, 1);
            text.remove_range(&mut txn, 3, 3);
        }
        updates.push(txn.encode_update_v1());
        drop(txn);
        updates.push(doc.transact().encode_diff_v1(&before));
    }
    updates.push(doc.transact().encode_diff_v1(&vector));
    updates
}

/// A generator of numbers: xorshift64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// Applies updates of random bytes and changed ones. Each is taken or refused, and the document stays whole,
/// but for those after which a check of all of it fails, or the library panics, and a room ends. Returns how
/// many these were.
fn fuzz(count: usize, seed: u64) -> usize {
    let mut numbers = Numbers(seed);
    let corpus = corpus(&loaded(&notebook()));
    let mut document = loaded(&notebook());
    let (mut taken, mut broken) = (0, 0);
    for round in 0..count {
        let mut update = corpus[numbers.next(corpus.len())].clone();
        match numbers.next(8) {
            0 => update = (0..numbers.next(60)).map(|_| numbers.next(256) as u8).collect(),
            1 => update.truncate(numbers.next(update.len())),
            changes => {
                for _ in 0..changes - 1 {
                    let at = numbers.next(update.len());
                    update[at] = match numbers.next(3) {
                        0 => numbers.next(256) as u8,
                        1 => update[at].wrapping_add(1),
                        _ => update[numbers.next(update.len())],
                    };
                }
            }
        }
        match document.apply(&update).and_then(|_| document.check()) {
            Ok(()) => taken += 1,
            Err(error) if error.status() == 400 => {}
            // Found by a look at the whole document, or a panic of the library, which was caught.
            Err(error) => {
                eprintln!("round {round} of seed {seed}: {error}: {update:?}");
                broken += 1;
                document = loaded(&notebook());
            }
        }
        if round % 50 == 49 {
            document.content().unwrap();
            document.separate().unwrap();
            let whole = document.encode().unwrap();
            let other = Document::new(DocumentKind::Notebook);
            other.integrate(&whole).unwrap();
            document = loaded(&notebook());
        }
    }
    assert!(taken > 0);
    broken
}

#[test]
fn malformed_updates_are_refused() {
    let broken = fuzz(20_000, 1);
    assert!(broken < 20, "{broken} of 20000 updates broke the document");
}

#[test]
#[ignore = "minutes: cargo test --release -p labora-lab --lib millions_of_malformed -- --ignored"]
fn millions_of_malformed_updates_are_refused() {
    let broken: usize = (1..=200).map(|seed| fuzz(20_000, seed * 7919)).sum();
    assert!(broken < 4000, "{broken} of 4000000 updates broke the document");
}

#[test]
fn what_the_library_would_read_for_ever_is_found() {
    // Characters in the list of cells; a list behind the map of metadata.
    for update in [
        &[1, 1, 1, 0, 0x04, 1, 5, b'c', b'e', b'l', b'l', b's', 4, 0xf0, 0x9f, 0x99, 0x82, 0][..],
        &[1, 1, 1, 0, 0x08, 1, 4, b'm', b'e', b't', b'a', 1, 126, 0],
        &[1, 1, 1, 0, 0x28, 1, 6, b's', b'o', b'u', b'r', b'c', b'e', 1, b'a', 1, 126, 0],
    ] {
        let mut document = loaded(&notebook());
        let checked = document.apply(update).and_then(|_| document.check());
        assert_eq!(checked.unwrap_err().status(), 500, "{update:?}");
    }
    loaded(&notebook()).check().unwrap();
}

#[test]
fn lies_about_lengths_and_deep_nesting_are_refused() {
    let mut document = loaded(&notebook());
    let mut refuse = |update: &[u8]| assert_eq!(document.apply(update).unwrap_err().status(), 400, "{update:?}");
    refuse(&[]);
    // More clients, structs and deletions than there are bytes.
    refuse(&[0xff, 0xff, 0xff, 0xff, 7, 0]);
    refuse(&[1, 0xff, 0xff, 0xff, 0xff, 7, 1, 0, 0]);
    refuse(&[0, 1, 1, 0xff, 0xff, 0xff, 0xff, 7]);
    // Lists in lists in the root `meta`, behind the head of an item with one value.
    let mut nested = vec![1, 1, 1, 0, 0x28, 1, 4, b'm', b'e', b't', b'a', 1, b'a', 1];
    nested.extend([117, 1].repeat(1_000_000));
    nested.extend([126, 0]);
    refuse(&nested);
    // Maps in maps: each is the parent of the next one.
    let mut types = vec![1, 0x90, 0xa1, 0x0f, 1, 0, 0x27, 1, 4, b'm', b'e', b't', b'a', 1, b'a', 1];
    for clock in 0..249_999u32 {
        types.extend([0x27, 0, 1]);
        super::lib0::write_number(&mut types, clock.into());
        types.extend([1, b'a', 1]);
    }
    types.push(0);
    refuse(&types);
    // A root that no document has, and a type of XML.
    refuse(&[1, 1, 1, 0, 0x01 | 0x20, 1, 1, b'x', 1, b'a', 1, 0]);
    refuse(&[1, 1, 1, 0, 0x27, 1, 4, b'm', b'e', b't', b'a', 1, b'a', 4, 0]);
}

#[test]
fn nobody_marks_outputs_as_trusted_in_a_guarded_document() {
    let mut document = loaded(&notebook());
    let trusted = |document: &Document| document.content().unwrap()["cells"][0]["metadata"]["trusted"].clone();
    // A page that was there before marks the cell again, and one that comes sees each change.
    let (page, other) = (loaded(&notebook()), loaded(&notebook()));
    let change = document.guard().unwrap().expect("there was a mark");
    for mark in [json!(true), json!(1), json!("yes")] {
        let mut marked = notebook();
        marked["cells"][0]["source"] = mark.to_string().into();
        marked["cells"][0]["metadata"]["trusted"] = mark;
        page.integrate(&change).unwrap();
        other.integrate(&change).unwrap();
        let applied = document.apply(&page.set(&marked).unwrap()).unwrap();
        assert!(applied.is_corrected);
        let change = applied.change.unwrap();
        other.integrate(&change).unwrap();
        page.integrate(&change).unwrap();
        for document in [&document, &page, &other] {
            assert_eq!(trusted(document), false, "{marked}");
            assert_eq!(document.content().unwrap()["cells"][0]["source"], marked["cells"][0]["source"]);
        }
    }
    let harmless = page.set(&notebook()).unwrap();
    assert!(loaded(&notebook()).apply(&harmless).is_ok_and(|applied| !applied.is_corrected), "others may trust");
}
