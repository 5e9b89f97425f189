//! The columns and the wording of comments and documents.

use std::path::Path;

use super::Findings;
use super::source::{Source, files};

/// The columns of the longest line of a comment or a document.
const MAX_COLUMNS: usize = 110;

/// Phrases, in lower case, and the usual term for each.
const PHRASES: &[(&str, &str)] = &[
    ("way back", "backward pass"),
    ("asked for ahead", "prefetched"),
    ("ask for ahead", "prefetch"),
    ("made again", "rematerialized, or recomputed"),
    ("made anew", "rebuilt, or recomputed"),
    ("wants it", "needs it"),
    ("is wanted", "is needed, or is requested"),
    ("are wanted", "are needed, or are requested"),
    ("lies in", "is stored in, or is in"),
    ("lie in", "are stored in, or are in"),
    ("lies on", "is on"),
    ("is made of", "is computed from, or consists of"),
    ("are made of", "are computed from, or consist of"),
    ("turned round", "reversed, or transposed"),
    ("recognises pictures", "classifies images"),
    ("picture", "image"),
    ("pictures", "images"),
];

/// Checks the comments of the crates' `src` folders and of `xtask`, and the documents.
///
/// # Errors
/// A document cannot be read.
pub fn check(root: &Path, sources: &[Source], findings: &mut Findings) -> Result<(), String> {
    let is_checked = |source: &&Source| source.below_src().is_some() || source.path.starts_with("xtask/");
    for source in sources.iter().filter(is_checked) {
        let code = source.code.lines();
        let mut is_sample = false;
        for (number, (comment, code)) in source.comments.lines().zip(code).enumerate() {
            if comment.trim().is_empty() {
                continue;
            }
            let text = comment.trim_start().trim_start_matches(['/', '!']).trim_start();
            is_sample ^= text.starts_with("```");
            // Lines of code are rustfmt's matter, with or without a comment behind them; rows of tables
            // cannot be wrapped.
            let is_prose = code.trim().is_empty() && !is_sample && !text.starts_with('|');
            let columns = if is_prose { comment.trim_end().chars().count() } else { 0 };
            line(&source.path, number + 1, comment, columns, findings);
        }
    }
    for document in files(&root.join("docs"), "md")? {
        let text = std::fs::read_to_string(&document).map_err(|e| format!("{}: {e}", document.display()))?;
        let path = document.strip_prefix(root).unwrap_or(&document).display().to_string();
        let mut is_sample = false;
        for (number, text) in text.lines().enumerate() {
            is_sample ^= text.trim_start().starts_with("```");
            let is_sample = is_sample || text.starts_with("    ") || text.starts_with("```");
            if is_sample {
                continue;
            }
            // A row of a table cannot be wrapped, nor an address.
            let is_fixed = text.starts_with('|') || text.contains("](");
            let columns = if is_fixed { 0 } else { text.chars().count() };
            line(&path, number + 1, text, columns, findings);
        }
    }
    Ok(())
}

fn line(path: &str, number: usize, text: &str, columns: usize, findings: &mut Findings) {
    if columns > MAX_COLUMNS {
        findings.add("long lines of prose", format!("{path}:{number}: {columns} columns, more than {MAX_COLUMNS}"));
    }
    for (phrase, term) in phrases(text) {
        findings.add("wording", format!("{path}:{number}: \"{phrase}\": write \"{term}\""));
    }
}

/// The listed phrases of a line. What stands in backticks or quotes is a name or a sample.
fn phrases(text: &str) -> Vec<(&'static str, &'static str)> {
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let prose: String = prose.split('"').step_by(2).collect::<Vec<_>>().join("\"").to_lowercase();
    let is_whole = |at: usize, phrase: &str| {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !is_letter(prose[..at].chars().next_back()) && !is_letter(prose[at + phrase.len()..].chars().next())
    };
    let is_there = |phrase: &str| prose.match_indices(phrase).any(|(at, _)| is_whole(at, phrase));
    PHRASES.iter().copied().filter(|(phrase, _)| is_there(phrase)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Findings, Source, check, phrases};

    #[test]
    fn whole_phrases_outside_of_names_are_found() {
        assert_eq!(
            phrases("On the Way back, each `picture` lies in pictures"),
            [("way back", "backward pass"), ("lies in", "is stored in, or is in"), ("pictures", "images"),]
        );
        assert_eq!(phrases("the railway backs out; it relies in part on `made again`"), []);
    }

    #[test]
    fn long_comments_are_found_and_long_code_is_not() {
        let text = format!("// {}\nlet a = 1; // {}\n", "x".repeat(108), "y".repeat(120));
        let sources =
            [Source::new("crates/c/src/a.rs".into(), &text), Source::new("crates/c/tests/a.rs".into(), &text)];
        let mut findings = Findings::default();
        check(std::path::Path::new("/nonexistent"), &sources, &mut findings).unwrap();
        assert_eq!(findings.of("long lines of prose"), ["crates/c/src/a.rs:1: 111 columns, more than 110"]);
    }
}
