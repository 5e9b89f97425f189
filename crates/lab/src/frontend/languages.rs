//! Languages of the page. JupyterLab's language packs are packages of Python; those of the image count.
//! Extensions may have translations of their own.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

/// The groups of entry points of language packs, by locale, and of extensions with translations, by domain.
const PACKS: &str = "jupyterlab.languagepack";
const EXTENSIONS: &str = "jupyterlab.locale";

/// The locales of JupyterLab's language packs, with the name of each in English and in itself.
const NAMES: [(&str, &str, &str); 29] = [
    ("ar_SA", "Arabic (Saudi Arabia)", "العربية (السعودية)"),
    ("ca_ES", "Catalan (Spain)", "Català (Espanya)"),
    ("cs_CZ", "Czech (Czechia)", "Čeština (Česko)"),
    ("da_DK", "Danish (Denmark)", "Dansk (Danmark)"),
    ("de_DE", "German (Germany)", "Deutsch (Deutschland)"),
    ("el_GR", "Greek (Greece)", "Ελληνικά (Ελλάδα)"),
    ("es_ES", "Spanish (Spain)", "Español (España)"),
    ("et_EE", "Estonian (Estonia)", "Eesti (Eesti)"),
    ("fi_FI", "Finnish (Finland)", "Suomi (Suomi)"),
    ("fr_FR", "French (France)", "Français (France)"),
    ("he_IL", "Hebrew (Israel)", "עברית (ישראל)"),
    ("hu_HU", "Hungarian (Hungary)", "Magyar (Magyarország)"),
    ("hy_AM", "Armenian (Armenia)", "Հայերեն (Հայաստան)"),
    ("id_ID", "Indonesian (Indonesia)", "Indonesia (Indonesia)"),
    ("it_IT", "Italian (Italy)", "Italiano (Italia)"),
    ("ja_JP", "Japanese (Japan)", "日本語 (日本)"),
    ("ko_KR", "Korean (South Korea)", "한국어 (대한민국)"),
    ("lt_LT", "Lithuanian (Lithuania)", "Lietuvių (Lietuva)"),
    ("nl_NL", "Dutch (Netherlands)", "Nederlands (Nederland)"),
    ("no_NO", "Norwegian (Norway)", "Norsk (Norge)"),
    ("pl_PL", "Polish (Poland)", "Polski (Polska)"),
    ("pt_BR", "Portuguese (Brazil)", "Português (Brasil)"),
    ("ro_RO", "Romanian (Romania)", "Română (România)"),
    ("ru_RU", "Russian (Russia)", "Русский (Россия)"),
    ("tr_TR", "Turkish (Türkiye)", "Türkçe (Türkiye)"),
    ("uk_UA", "Ukrainian (Ukraine)", "Українська (Україна)"),
    ("vi_VN", "Vietnamese (Vietnam)", "Tiếng Việt (Việt Nam)"),
    ("zh_CN", "Chinese (China)", "中文 (中国)"),
    ("zh_TW", "Chinese (Taiwan)", "中文 (台灣)"),
];

/// The languages of an image, for a menu. A locale without a name is shown as it is.
pub fn list(image: &Path) -> Value {
    let mut all = Map::from_iter([("en".to_string(), json!({"displayName": "English", "nativeName": "English"}))]);
    for (locale, _) in entry_points(image, PACKS) {
        let known = NAMES.iter().find(|(name, ..)| *name == locale);
        let (english, own) = known.map_or((locale.as_str(), locale.as_str()), |(_, english, own)| (english, own));
        let names = json!({"displayName": english, "nativeName": own});
        all.insert(locale, names);
    }
    json!({"data": all, "message": ""})
}

/// The texts of a language, by domain; none with a message if there is no pack of it.
pub fn texts(image: &Path, locale: &str) -> Value {
    let answer = |data: Map<String, Value>, message: &str| json!({"data": data, "message": message});
    if matches!(locale, "default" | "en" | "en_US") {
        return answer(Map::new(), "");
    }
    let Some((locale, pack)) = entry_points(image, PACKS).into_iter().find(|(name, _)| name == locale) else {
        let problem = if is_locale(locale) { "installed" } else { "valid" };
        return answer(Map::new(), &format!("Language pack '{locale}' not {problem}!"));
    };
    let files = fs::read_dir(messages(&pack, &locale)).into_iter().flatten().flatten().map(|entry| entry.path());
    let domain = |file: &PathBuf| Some(file.file_name()?.to_str()?.strip_suffix(".json")?.to_string());
    let mut all: Map<String, Value> = files.filter_map(|file| Some((domain(&file)?, read(&file)?))).collect();
    for (domain, package) in entry_points(image, EXTENSIONS) {
        let Some(own) = read(&messages(&package, &locale).join(format!("{domain}.json"))) else { continue };
        match all.get_mut(&domain) {
            // What the pack has is older than the extension.
            Some(Value::Object(texts)) if version(&own) > texts.get("").map(version_of) => {
                texts.extend(own.as_object().cloned().unwrap_or_default());
            }
            Some(_) => {}
            None => _ = all.insert(domain, own),
        }
    }
    answer(all, "")
}

/// True for a language of ISO 639, or one with a territory of ISO 3166: `pt`, `pt_BR`.
fn is_locale(text: &str) -> bool {
    let (language, territory) = text.split_once('_').unwrap_or((text, "XX"));
    let is = |text: &str, lengths: std::ops::RangeInclusive<usize>, holds: fn(&u8) -> bool| {
        lengths.contains(&text.len()) && text.as_bytes().iter().all(holds)
    };
    is(language, 2..=3, u8::is_ascii_lowercase) && is(territory, 2..=2, u8::is_ascii_uppercase)
}

fn read(file: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

/// The version in the heading of a file of texts.
fn version(texts: &Value) -> Option<Vec<u32>> {
    texts.get("").map(version_of)
}

fn version_of(heading: &Value) -> Vec<u32> {
    heading["version"].as_str().unwrap_or_default().split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

fn messages(package: &Path, locale: &str) -> PathBuf {
    package.join("locale").join(locale).join("LC_MESSAGES")
}

/// The entry points of a group in the packages of an image: the name and the folder of the module of each.
fn entry_points(image: &Path, group: &str) -> Vec<(String, PathBuf)> {
    let inner = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found = Vec::new();
    for site in inner(image.join("lib")).map(|python| python.join("site-packages")) {
        for package in inner(site.clone()) {
            let text = fs::read_to_string(package.join("entry_points.txt")).unwrap_or_default();
            let section = text.lines().map(str::trim).skip_while(|line| *line != format!("[{group}]")).skip(1);
            let lines = section.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once('='));
            let points = lines.map(|(name, module)| (name.trim(), module.trim()));
            let modules = points.filter(|(_, module)| module.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
            found.extend(modules.map(|(name, module)| (name.to_string(), site.join(module))));
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_and_extensions_of_the_image_have_the_texts() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("lib/python3.13/site-packages");
        let package = |name: &str, points: &str, files: &[(&str, Value)]| {
            fs::create_dir_all(site.join(format!("{name}-1.dist-info"))).unwrap();
            fs::write(site.join(format!("{name}-1.dist-info/entry_points.txt")), points).unwrap();
            fs::create_dir_all(site.join(name).join("locale/de_DE/LC_MESSAGES")).unwrap();
            for (domain, texts) in files {
                let file = site.join(name).join(format!("locale/de_DE/LC_MESSAGES/{domain}.json"));
                fs::write(file, texts.to_string()).unwrap();
            }
        };
        let texts = |version: &str, run: &str| json!({"": {"version": version}, "Run": [run]});
        let old = [("jupyterlab", texts("4.5", "Ausführen")), ("git", texts("0.9", "alt"))];
        package("pack", "[x]\na = b\n\n[jupyterlab.languagepack]\nde_DE = pack\n\n[y]\nc = d\n", &old);
        package("git", "[jupyterlab.locale]\ngit = git\n", &[("git", texts("0.10", "neu"))]);
        package("own", "[jupyterlab.locale]\nown = own\n", &[("own", texts("1", "eigen"))]);
        let names = &list(folder.path())["data"];
        assert_eq!(names.as_object().unwrap().keys().collect::<Vec<_>>(), ["en", "de_DE"]);
        assert_eq!(names["de_DE"], json!({"displayName": "German (Germany)", "nativeName": "Deutsch (Deutschland)"}));
        let german = &super::texts(folder.path(), "de_DE")["data"];
        let run = ["jupyterlab", "git", "own"].map(|domain| german[domain]["Run"][0].as_str().unwrap());
        assert_eq!(run, ["Ausführen", "neu", "eigen"]);
        for (locale, message) in
            [("en", ""), ("es_AR", "Language pack 'es_AR' not installed!"), ("x/..", "Language pack 'x/..' not valid!")]
        {
            assert_eq!(super::texts(folder.path(), locale), json!({"data": {}, "message": message}));
        }
    }
}
