//! The page: the bundle's `index.html`, in which the server writes its addresses.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::extension;
use crate::error::{Error, Result};
use crate::kernels::UNTRACKED;

/// What the address of a page says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageAddress {
    /// The name of the workspace.
    pub workspace: String,
    /// The document or folder to open.
    pub tree: String,
    /// True to show one document alone.
    pub is_single: bool,
    /// The path below the base address, if it leads nowhere.
    pub not_found: Option<String>,
}

/// The page. `role` is that of somebody with an account.
///
/// # Errors
/// The bundle is not that of a JupyterLab that is known.
pub fn page(
    lab: &Path,
    extensions: &Path,
    base_url: &str,
    address: &PageAddress,
    has_terminals: bool,
    role: Option<&str>,
) -> Result<String> {
    let file = lab.join("static/index.html");
    let template = fs::read_to_string(&file).map_err(|e| Error::io(file.display(), e))?;
    let full_static = format!("{base_url}static/lab");
    let mut config = config(lab, extensions, base_url, address, has_terminals);
    config["laboraRole"] = role.into();
    if let (Some(_), Some(disabled)) = (role, config["disabledExtensions"].as_array_mut()) {
        // Its address of the page leads nobody else to the file: the menu File shares it.
        disabled.push("@jupyter/collaboration-extension:shared-link".into());
    }
    // In a script no text may end the element.
    let text = config.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    // Nor is it a place of the template. Two braces in a row are always in a text.
    let text = text.replace('\'', "\\u0027").replace("{{", "{\\u007b");
    let without_comments = remove(&remove(&template, "{#", "#}"), "{% if custom_css %}", "{% endif %}");
    let without_blocks = remove(&without_comments, "{%", "%}");
    let page = without_blocks
        .replace("{{ page_config_full | tojson }}", &text)
        .replace("{{ base_url | escape }}", base_url)
        .replace("{{page_config.fullStaticUrl}}", &full_static);
    match page.contains("{{") {
        true => Err(Error::internal(format!("{} asks for something unknown", file.display()))),
        false => Ok(page),
    }
}

/// The configuration that the page reads.
fn config(lab: &Path, extensions: &Path, base_url: &str, address: &PageAddress, has_terminals: bool) -> Value {
    let version = package(&lab.join("static")).map_or(Value::Null, |package| package["jupyterlab"]["version"].clone());
    let mut config = Map::new();
    let mut set = |name: &str, value: Value| _ = config.insert(name.into(), value);
    for (name, path) in [
        ("appUrl", "lab"),
        ("labextensionsUrl", "lab/extensions"),
        ("licensesUrl", "lab/api/licenses"),
        ("listingsUrl", "lab/api/listings"),
        ("settingsUrl", "lab/api/settings"),
        ("themesUrl", "lab/api/themes"),
        ("translationsApiUrl", "lab/api/translations"),
        ("treeUrl", "lab/tree"),
        ("workspacesApiUrl", "lab/api/workspaces"),
    ] {
        set(name, format!("/{path}").into());
        let full = format!("full{}{}", name[..1].to_uppercase(), &name[1..]);
        set(&full, format!("{base_url}{path}").into());
    }
    set("fullStaticUrl", format!("{base_url}static/lab").into());
    set("baseUrl", base_url.into());
    // The page derives the address of WebSockets from its own.
    set("wsUrl", "".into());
    set("appName", "JupyterLab".into());
    set("appNamespace", "lab".into());
    set("appVersion", version);
    set("mode", if address.is_single { "single-document" } else { "multiple-document" }.into());
    set("workspace", address.workspace.clone().into());
    set("treePath", address.tree.clone().into());
    if let Some(path) = &address.not_found {
        set("notFoundUrl", format!("{base_url}{path}").into());
    }
    set("preferredPath", "/".into());
    set("terminalsAvailable", has_terminals.into());
    set("cacheFiles", true.into());
    set("devMode", false.into());
    set("exposeAppInBrowser", false.into());
    set("quitButton", false.into());
    set("allow_hidden_files", false.into());
    set("delete_to_trash", false.into());
    set("buildAvailable", false.into());
    set("buildCheck", false.into());
    set("store_id", 0.into());
    set("token", "".into());
    set("news", json!({"disabled": true}));
    set("untracked_message_types", json!(UNTRACKED));
    set("notebookVersion", "[2, 21, 1]".into());
    set("federated_extensions", federated(extensions).into());
    set("disabledExtensions", disabled(extensions).into());
    apply_own(&mut config, &lab.join("settings/page_config.json"));
    config.into()
}

/// What the image says of the page in a file, as JupyterLab documents it: names that are not addresses, and
/// plugins that are left out (a list, or an object with `true`).
fn apply_own(config: &mut Map<String, Value>, file: &Path) {
    let own: Value = fs::read(file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    for (name, value) in own.as_object().into_iter().flatten() {
        match (name.as_str(), config.get_mut("disabledExtensions")) {
            ("disabledExtensions", Some(Value::Array(disabled))) => {
                let chosen = value.as_object().into_iter().flatten().filter(|(_, is_off)| **is_off == true);
                disabled.extend(chosen.map(|(plugin, _)| plugin.as_str().into()));
                disabled.extend(value.as_array().into_iter().flatten().cloned());
            }
            ("federated_extensions" | "laboraRole" | "token", _) => {}
            (name, _) if name.ends_with("Url") => {}
            (name, _) => _ = config.insert(name.into(), value.clone()),
        }
    }
}

/// The packages of the extensions in a folder, with their own folders.
pub(super) fn packages(folder: &Path) -> impl Iterator<Item = (Value, PathBuf)> {
    let names = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_scope = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('@'));
    let folders = names(folder).flat_map(move |path| if is_scope(&path) { names(&path).collect() } else { vec![path] });
    folders.filter_map(|folder| Some((package(&folder)?, folder)))
}

/// The plugins that the page leaves out: what this server has no part for, and what an extension replaces.
fn disabled(folder: &Path) -> Vec<Value> {
    let absent = ["@jupyterlab/extensionmanager-extension", "@jupyterlab/apputils-extension:announcements"];
    let replaced =
        packages(folder).filter_map(|(mut package, _)| match package["jupyterlab"]["disabledExtensions"].take() {
            Value::Array(plugins) => Some(plugins),
            _ => None,
        });
    absent.into_iter().map(Value::from).chain(replaced.flatten()).collect()
}

/// The extensions of a folder, and the one of this program, as the page loads them.
fn federated(folder: &Path) -> Vec<Value> {
    let one = |package: &Value| {
        let build = &package["jupyterlab"]["_build"];
        let mut extension = json!({"name": package["name"], "load": build.get("load")?});
        for field in ["extension", "mimeExtension", "style", "entrypoints"] {
            if let Some(value) = build.get(field) {
                extension[field] = value.clone();
            }
        }
        Some(extension)
    };
    let mut extensions: Vec<Value> = packages(folder).filter_map(|(package, _)| one(&package)).collect();
    extensions.extend(one(&extension::package()));
    extensions.sort_by_key(|extension| extension["name"].to_string());
    extensions
}

/// The folder of themes that has a file: that of an extension, or else that of the bundle in the folder
/// `lab`.
pub fn themes_with(lab: &Path, extensions: &Path, file: &str) -> PathBuf {
    let mut of_extensions = packages(extensions).map(|(_, folder)| folder.join("themes"));
    of_extensions.find(|themes| themes.join(file).is_file()).unwrap_or_else(|| lab.join("themes"))
}

/// What the file `package.json` of a folder says.
pub(super) fn package(folder: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(folder.join("package.json")).ok()?).ok()
}

/// A text without what stands between two marks, and without them.
fn remove(text: &str, start: &str, end: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(start)
        && let Some(length) = rest[at..].find(end)
    {
        out.push_str(&rest[..at]);
        rest = &rest[at + length + end.len()..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugins_that_an_extension_replaces_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("@a/b")).unwrap();
        let package =
            r#"{"name": "@a/b", "jupyterlab": {"disabledExtensions": ["@jupyterlab/x:y"], "_build": {"load": "z"}}}"#;
        fs::write(folder.path().join("@a/b/package.json"), package).unwrap();
        assert_eq!(disabled(folder.path()).last(), Some(&"@jupyterlab/x:y".into()));
        assert!(federated(folder.path()).iter().any(|extension| extension["name"] == "@a/b"));
    }

    #[test]
    fn themes_are_those_of_extensions_and_of_the_bundle() {
        let folder = tempfile::tempdir().unwrap();
        let (lab, extensions) = (folder.path().join("lab"), folder.path().join("labextensions"));
        fs::create_dir_all(extensions.join("night/themes/night")).unwrap();
        fs::write(extensions.join("night/package.json"), r#"{"name": "night"}"#).unwrap();
        fs::write(extensions.join("night/themes/night/index.css"), "").unwrap();
        assert_eq!(themes_with(&lab, &extensions, "night/index.css"), extensions.join("night/themes"));
        assert_eq!(themes_with(&lab, &extensions, "day/index.css"), lab.join("themes"));
    }

    #[test]
    fn an_image_says_what_its_page_has() {
        let lab = tempfile::tempdir().unwrap();
        fs::create_dir(lab.path().join("settings")).unwrap();
        let own = json!({"appName": "Mine", "baseUrl": "/evil/", "disabledExtensions": {"a:b": true, "c:d": false}});
        fs::write(lab.path().join("settings/page_config.json"), own.to_string()).unwrap();
        let config = config(lab.path(), lab.path(), "/b/", &PageAddress::default(), true);
        assert_eq!((config["appName"].as_str(), config["baseUrl"].as_str()), (Some("Mine"), Some("/b/")));
        let disabled = config["disabledExtensions"].as_array().unwrap();
        assert!(disabled.contains(&"a:b".into()) && !disabled.contains(&"c:d".into()), "{disabled:?}");
    }

    #[test]
    fn the_template_of_a_bundle_is_filled_and_nothing_ends_its_script() {
        let lab = tempfile::tempdir().unwrap();
        fs::create_dir(lab.path().join("static")).unwrap();
        let template = "{# note #}{% set x = 1 %}<script id=\"jupyter-config-data\">{{ page_config_full | tojson }}\
             </script>{% if custom_css %}<link>{% endif %}<script src=\"{{page_config.fullStaticUrl}}/main.js\">";
        fs::write(lab.path().join("static/index.html"), template).unwrap();
        let address =
            PageAddress { tree: "</script><script>alert(1){{{ base_url | escape }}".into(), ..PageAddress::default() };
        let page = page(lab.path(), lab.path(), "/b/", &address, true, Some("teacher")).unwrap();
        assert!(page.ends_with("</script><script src=\"/b/static/lab/main.js\">"), "{page}");
        assert_eq!(page.matches("</script>").count(), 1);
        let text = page.split(['>', '<']).nth(2).unwrap();
        let config: Value = serde_json::from_str(text).unwrap();
        assert_eq!(config["laboraRole"], "teacher");
        assert!(config["disabledExtensions"].to_string().contains("shared-link"), "people share by the menu File");
        assert_eq!(
            (config["treePath"].as_str(), config["fullSettingsUrl"].as_str()),
            (Some("</script><script>alert(1){{{ base_url | escape }}"), Some("/b/lab/api/settings"))
        );
    }
}
