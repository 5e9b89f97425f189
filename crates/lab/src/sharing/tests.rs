//! Tests of the table of shared documents.

use std::collections::BTreeMap;

use super::{ShareRight, ShareTable, SharedDocument};
use crate::drive::DrivePath;
use crate::error::Result;

fn path(text: &str) -> DrivePath {
    DrivePath::parse(text).unwrap()
}

fn with(name: &str, right: ShareRight) -> impl FnOnce(&mut SharedDocument) -> Result<()> {
    let people = BTreeMap::from([(name.to_string(), right)]);
    move |document| document.share(&people, None)
}

fn names(shares: &ShareTable, guest: &str) -> Vec<(String, ShareRight)> {
    let mut all: Vec<_> = shares.list(guest).into_iter().map(|listed| (listed.name, listed.right)).collect();
    all.sort();
    all
}

fn secret(document: &SharedDocument) -> String {
    document.link.as_ref().unwrap().secret.reveal().to_string()
}

#[test]
fn names_in_a_list_differ_and_stay_and_the_table_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let shares = ShareTable::open(folder.path().join("shares"));
    for of in ["a/n.ipynb", "b/n.ipynb"] {
        shares.change("ada", &path(of), with("bob", ShareRight::Editor)).unwrap();
    }
    shares.change("eve", &path("n.ipynb"), with("bob", ShareRight::Viewer)).unwrap();
    assert_eq!(shares.listed("bob", "ada", "n-1.ipynb").unwrap().path, "b/n.ipynb");
    shares.renamed("ada", &path("b"), &path("c")).unwrap();
    let again = ShareTable::open(folder.path().join("shares"));
    assert_eq!(again.listed("bob", "ada", "n-1.ipynb").unwrap().path, "c/n.ipynb", "a name in a list stays");
    assert_eq!(again.listed("bob", "eve", "n.ipynb").unwrap().right, ShareRight::Viewer);
    assert_eq!(again.removed("ada", &path("a")).unwrap().len(), 1);
    assert_eq!(names(&again, "bob").len(), 2);
    again.keep_people(|name| name != "bob").unwrap();
    assert!(names(&ShareTable::open(folder.path().join("shares")), "bob").is_empty());
    again.keep_people(|name| name == "bob").unwrap();
    assert_eq!(std::fs::read_dir(folder.path().join("shares")).unwrap().count(), 0, "nothing of an owner is left");
}

#[test]
fn a_link_has_its_right_until_it_is_withdrawn_or_renewed() {
    let folder = tempfile::tempdir().unwrap();
    let shares = ShareTable::open(folder.path().to_path_buf());
    let n = path("n.ipynb");
    let link = |right| move |document: &mut SharedDocument| document.share(&BTreeMap::new(), right);
    let (_, document) = shares.change("ada", &n, link(Some(ShareRight::Commenter))).unwrap();
    let key = secret(&document);
    assert!(key.len() == 64 && !format!("{document:?}").contains(&key));
    assert_eq!(shares.enter(&key, "bob").unwrap().right, ShareRight::Commenter);
    assert_eq!(shares.enter(&key, "ada").unwrap().name, "n.ipynb", "the owner's own path");
    assert_eq!(shares.enter(&key[1..], "bob").unwrap_err().status(), 404);
    // A name that the owner gives a right has the greater one.
    shares
        .change("ada", &n, |document| {
            document.share(&BTreeMap::from([("bob".into(), ShareRight::Viewer)]), Some(ShareRight::Commenter))
        })
        .unwrap();
    assert_eq!(names(&shares, "bob"), [("n.ipynb".to_string(), ShareRight::Commenter)]);
    shares.enter(&key, "cyn").unwrap();
    let (_, document) = shares.change("ada", &n, |document| document.renew_link()).unwrap();
    assert_eq!(names(&shares, "bob"), [("n.ipynb".to_string(), ShareRight::Viewer)], "the right of his name is left");
    assert!(names(&shares, "cyn").is_empty() && shares.enter(&key, "cyn").is_err());
    shares.enter(&secret(&document), "cyn").unwrap();
    shares.change("ada", &n, link(None)).unwrap();
    assert!(names(&shares, "cyn").is_empty());
    assert_eq!(shares.enter(&secret(&document), "cyn").unwrap_err().status(), 403);
}

#[test]
fn who_takes_a_document_off_the_list_finds_it_by_its_link() {
    let folder = tempfile::tempdir().unwrap();
    let shares = ShareTable::open(folder.path().to_path_buf());
    let n = path("n.ipynb");
    let (_, document) = shares.change("ada", &n, with("bob", ShareRight::Viewer)).unwrap();
    let leave = |document: &mut SharedDocument| {
        document.leave("bob");
        Ok(())
    };
    shares.change("ada", &n, leave).unwrap();
    assert!(shares.listed("bob", "ada", "n.ipynb").is_none());
    assert_eq!(shares.enter(&secret(&document), "bob").unwrap().right, ShareRight::Viewer);
}

#[test]
fn comments_are_bounded_and_deleted_by_who_may() {
    let mut document = SharedDocument::new("ada", &path("n.ipynb"));
    let comments = &mut document.comments;
    let thread = comments.begin("bob", Some("cell"), " <b>why</b> ").unwrap();
    comments.reply("cyn", &thread, "so").unwrap();
    comments.resolve(&thread, true).unwrap();
    let json = serde_json::to_value(&*comments).unwrap();
    let of = |at: usize| json[0]["comments"][at]["id"].as_str().unwrap();
    assert_eq!((&json[0]["comments"][0]["text"], &json[0]["resolved"]), (&"<b>why</b>".into(), &true.into()));
    assert_eq!(comments.delete(Some("cyn"), &thread, of(0)).unwrap_err().status(), 403);
    comments.delete(Some("bob"), &thread, of(0)).unwrap();
    assert!(!comments.is_empty(), "the answer stays");
    comments.delete(None, &thread, of(1)).unwrap();
    assert!(comments.is_empty());
    for (cell, text) in [(None, " "), (Some(""), "x"), (Some("a\nb"), "x")] {
        assert_eq!(comments.begin("bob", cell, text).unwrap_err().status(), 400);
    }
    assert_eq!(comments.begin("bob", None, &"x".repeat(2001)).unwrap_err().status(), 400);
    for _ in 0..200 {
        comments.begin("bob", None, "x").unwrap();
    }
    assert_eq!(comments.begin("bob", None, "x").unwrap_err().status(), 409);
}
