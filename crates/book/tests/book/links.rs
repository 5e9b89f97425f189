//! The table of contents and the links.

use std::collections::BTreeSet;

use crate::{chapters, folder, root};

/// The targets of a text's links, outside of code blocks.
fn targets(text: &str) -> Vec<&str> {
    let prose = text.split("\n```").step_by(2);
    prose.flat_map(|prose| prose.split("](").skip(1).filter_map(|rest| rest.split(')').next())).collect()
}

/// Every chapter is in the table of contents once.
#[test]
fn the_summary_lists_the_chapters() {
    let chapters = chapters();
    let summary = chapters.iter().find(|(name, _)| name == "SUMMARY").map(|(_, text)| text);
    let listed = targets(summary.expect("the book has a SUMMARY.md"));
    let files: BTreeSet<String> = chapters.iter().map(|(name, _)| format!("{name}.md")).collect();
    let in_summary: BTreeSet<String> = listed.iter().map(|target| target.to_string()).collect();
    assert_eq!(listed.len(), in_summary.len(), "a chapter is listed twice");
    assert_eq!(in_summary, files.into_iter().filter(|file| file != "SUMMARY.md").collect());
}

/// Links are to chapters, or to the web; pages of the repository are named with their path.
#[test]
fn links_lead_to_chapters_and_named_files_exist() {
    let mut findings = Vec::new();
    for (name, text) in chapters() {
        for target in targets(&text).into_iter().filter(|target| !target.starts_with("https://")) {
            let (file, _) = target.split_once('#').unwrap_or((target, ""));
            if !file.is_empty() && !folder().join(file).is_file() {
                findings.push(format!("book/src/{name}.md: there is no {target}"));
            }
        }
        let workspace = root();
        for named in text.split('`').filter(|span| {
            let is_of_repository = ["docs/", "crates/", "bench/", "python/"].iter().any(|from| span.starts_with(from));
            is_of_repository && !span.contains(char::is_whitespace)
        }) {
            if !workspace.join(named).exists() {
                findings.push(format!("book/src/{name}.md: there is no `{named}` in the repository"));
            }
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
