//! The licenses of the packages in JupyterLab's bundle and in its extensions, as its menu *Help* shows them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::page::packages;
use crate::error::{Error, Result};

/// Where a bundle or an extension lists its packages, in its folder.
const FILES: [&str; 2] = ["third-party-licenses.json", "static/third-party-licenses.json"];
/// What is said of a package, and the columns of CSV.
const FIELDS: [&str; 4] = ["name", "versionInfo", "licenseId", "extractedText"];

/// The formats of reports, with their media types and the endings of their files.
pub const FORMATS: [(&str, &str, &str); 3] =
    [("json", "application/json", "json"), ("csv", "text/csv", "csv"), ("markdown", "text/markdown", "md")];

/// The packages of a bundle.
struct Bundle {
    name: String,
    packages: Vec<Value>,
}

/// Writes a report of the bundle in the folder `lab` and of the extensions in another. `pattern` is a name of
/// a bundle, or the beginning of one if it ends with `.*`; an empty one means all. Without `has_texts` a
/// report in Markdown leaves the texts of licenses out.
///
/// # Errors
/// There is no such format.
pub fn report(lab: &Path, extensions: &Path, format: &str, pattern: &str, has_texts: bool) -> Result<String> {
    let app = lab.join("static");
    let folders = std::iter::once((super::page::package(&app), app))
        .chain(packages(extensions).map(|(package, folder)| (Some(package), folder)));
    let mut bundles: Vec<Bundle> = folders
        .filter_map(|(package, folder)| {
            let name = package?["name"].as_str()?.to_string();
            let packages = FILES.iter().flat_map(|file| read(&folder.join(file))).collect();
            is_asked_for(&name, pattern).then_some(Bundle { name, packages })
        })
        .collect();
    bundles.sort_by(|one, other| one.name.cmp(&other.name));
    match format {
        "json" => Ok(as_json(&bundles)),
        "csv" => Ok(as_csv(&bundles)),
        "markdown" => Ok(as_markdown(&bundles, has_texts)),
        _ => {
            Err(Error::invalid(format!("there is no report of licenses as {format:?}; there are: json, csv, markdown")))
        }
    }
}

fn is_asked_for(name: &str, pattern: &str) -> bool {
    match pattern.strip_suffix(".*") {
        Some(beginning) => name.starts_with(beginning),
        None => pattern.is_empty() || name == pattern,
    }
}

/// The packages of a list; none if it is not there or no such list.
fn read(file: &Path) -> Vec<Value> {
    let list: Value = fs::read(file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    list["packages"].as_array().cloned().unwrap_or_default()
}

fn as_json(bundles: &[Bundle]) -> String {
    let all = bundles.iter().map(|bundle| (bundle.name.clone(), json!({"packages": bundle.packages}))).collect();
    json!({"bundles": Value::Object(all)}).to_string()
}

fn as_csv(bundles: &[Bundle]) -> String {
    let row = |fields: Vec<&str>| {
        let quoted: Vec<String> = fields.iter().map(|field| format!("\"{}\"", field.replace('"', "\"\""))).collect();
        quoted.join(",") + "\r\n"
    };
    let mut text = row(std::iter::once("bundle").chain(FIELDS).collect());
    for bundle in bundles {
        for package in &bundle.packages {
            let fields = FIELDS.iter().map(|field| package[field].as_str().unwrap_or_default());
            text += &row(std::iter::once(bundle.name.as_str()).chain(fields).collect());
        }
    }
    text
}

fn as_markdown(bundles: &[Bundle], has_texts: bool) -> String {
    let mut text = String::new();
    for bundle in bundles {
        text += &format!("# {}\n\n", bundle.name);
        if bundle.packages.is_empty() {
            text += "> No licenses found\n\n";
        }
        for package in &bundle.packages {
            let [name, version, license, full] = FIELDS.map(|field| package[field].as_str().unwrap_or_default());
            text += &format!("## **{name}** `{version}` {license}\n\n");
            if has_texts && !full.is_empty() {
                // A fence that is longer than any in the text.
                let fence = "`".repeat(1 + full.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2));
                text += &format!("{fence}\n{full}\n{fence}\n\n");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_have_the_packages_of_bundles_that_are_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let (lab, extensions) = (folder.path().join("lab"), folder.path().join("labextensions"));
        for (bundle, name) in [(lab.join("static"), "@jupyterlab/top"), (extensions.join("@a/b"), "@a/b")] {
            fs::create_dir_all(bundle.join("static")).unwrap();
            fs::write(bundle.join("package.json"), json!({"name": name}).to_string()).unwrap();
            let list = json!({"packages": [{"name": "p", "versionInfo": "1", "extractedText": "``` says \"x\",\ny"}]});
            fs::write(bundle.join("static/third-party-licenses.json"), list.to_string()).unwrap();
        }
        let report = |format: &str, pattern: &str, has_texts| report(&lab, &extensions, format, pattern, has_texts);
        let all: Value = serde_json::from_str(&report("json", "", true).unwrap()).unwrap();
        assert_eq!(all["bundles"]["@a/b"]["packages"][0]["name"], "p");
        assert_eq!(all["bundles"].as_object().unwrap().len(), 2);
        assert!(!report("json", "@jupyterlab/.*", true).unwrap().contains("@a/b"));
        assert_eq!(report("json", "nothing", true).unwrap(), r#"{"bundles":{}}"#);
        let csv = report("csv", "@a/b", true).unwrap();
        assert!(csv.ends_with("\"@a/b\",\"p\",\"1\",\"\",\"``` says \"\"x\"\",\ny\"\r\n"), "{csv}");
        assert!(report("markdown", "@a/b", true).unwrap().contains("````\n``` says"));
        assert!(!report("markdown", "@a/b", false).unwrap().contains("says"));
        assert_eq!(report("pdf", "", true).unwrap_err().status(), 400);
    }
}
