//! The extension of JupyterLab that is in this program: plain modules of the browser, which are served as
//! they stand in `crates/lab/extension`.

use serde_json::Value;

/// Its name, and the folder of its files below `/lab/extensions`.
pub const NAME: &str = "@labora/lab";
/// As an extension in a folder has it.
const PACKAGE: &str = include_str!("../../extension/package.json");
/// The files below `static`.
const FILES: [(&str, &str); 26] = [
    ("labora.js", include_str!("../../extension/labora.js")),
    ("plugins.js", include_str!("../../extension/plugins.js")),
    ("cell_marks.js", include_str!("../../extension/cell_marks.js")),
    ("comments.js", include_str!("../../extension/comments.js")),
    ("connection.js", include_str!("../../extension/connection.js")),
    ("dialog.js", include_str!("../../extension/dialog.js")),
    ("documents.js", include_str!("../../extension/documents.js")),
    ("ended.js", include_str!("../../extension/ended.js")),
    ("examples.js", include_str!("../../extension/examples.js")),
    ("files.js", include_str!("../../extension/files.js")),
    ("form_lines.js", include_str!("../../extension/form_lines.js")),
    ("forms.js", include_str!("../../extension/forms.js")),
    ("menu.js", include_str!("../../extension/menu.js")),
    ("messages.js", include_str!("../../extension/messages.js")),
    ("meters.js", include_str!("../../extension/meters.js")),
    ("open.js", include_str!("../../extension/open.js")),
    ("outputs.js", include_str!("../../extension/outputs.js")),
    ("people.js", include_str!("../../extension/people.js")),
    ("read_only.js", include_str!("../../extension/read_only.js")),
    ("revisions.js", include_str!("../../extension/revisions.js")),
    ("secrets.js", include_str!("../../extension/secrets.js")),
    ("server.js", include_str!("../../extension/server.js")),
    ("sharing.js", include_str!("../../extension/sharing.js")),
    ("style.js", include_str!("../../extension/style.js")),
    ("unsaved.js", include_str!("../../extension/unsaved.js")),
    ("variables.js", include_str!("../../extension/variables.js")),
];

/// What its `package.json` says.
pub fn package() -> Value {
    serde_json::from_str(PACKAGE).unwrap_or_default()
}

/// A file, by its path below `/lab/extensions`.
pub fn file(path: &str) -> Option<&'static str> {
    let name = path.strip_prefix(NAME)?.strip_prefix("/static/")?;
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_the_page_loads_is_there_and_so_are_its_modules() {
        let package = package();
        assert_eq!(package["name"], NAME);
        let load = package["jupyterlab"]["_build"]["load"].as_str().unwrap();
        assert!(file(&format!("{NAME}/{load}")).is_some());
        assert!(file("@labora/lab/static/../package.json").is_none());
        for (name, text) in FILES {
            let quoted = text.lines().filter_map(|line| line.strip_prefix("import ")?.rsplit('\'').nth(1));
            for module in quoted {
                let path = format!("{NAME}/static/{}", module.trim_start_matches("./"));
                assert!(file(&path).is_some(), "{name} imports {module}");
            }
        }
    }
}
