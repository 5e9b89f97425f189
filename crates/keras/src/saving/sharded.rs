//! Weights in several files (`keras/src/saving/saving_lib.py`, class `ShardedH5IOStore`): a `.weights.json`
//! with the map from groups to files, and the files beside it, each a `.weights.h5` with some of the layers.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use stablehlo::budget::{Budget, read_file};

use super::hdf5::{self, Group, Reader};
use super::keras3;
use super::model_file::damaged;
use super::weights::ModelWeights;
use crate::error::{Error, Result};
use crate::json;
use crate::utils::write_atomically;

/// True if a file of this name is the map of several files.
pub(super) fn is(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().to_lowercase().ends_with(".weights.json"))
}

/// Opens the files that the map names, as one.
pub(super) fn open(path: &Path) -> Result<Reader> {
    let text = read_file(path).map_err(|e| Error::file("read", path, e))?;
    let files = files(&text).map_err(|reason| damaged(path, &reason))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = |name: &String| {
        let path = folder.join(name);
        let bytes = read_file(&path).map_err(|e| Error::file("read", &path, e))?;
        Ok((path, bytes))
    };
    let files = files.iter().map(read).collect::<Result<Vec<_>>>()?;
    let budget = Budget::of_file(files.iter().map(|(_, bytes)| bytes.len() as u64).sum());
    let open =
        |(path, bytes): (PathBuf, Vec<u8>)| Reader::open(bytes, &budget).map_err(|reason| damaged(&path, &reason));
    Ok(Reader::join(files.into_iter().map(open).collect::<Result<_>>()?, &budget))
}

/// The names of the files in a map, each once.
fn files(text: &[u8]) -> std::result::Result<Vec<String>, String> {
    let map: Json = json::parse(text).map_err(|e| format!("damaged: {e}"))?;
    let map = map.get("weight_map").and_then(Json::as_object).ok_or("it has no weight_map")?;
    let (mut files, mut seen) = (Vec::new(), HashSet::new());
    for value in map.values() {
        let listed = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
        for file in listed {
            let name = file.as_str().ok_or("a file of its weight_map is no name")?;
            // The files are beside the map: a path would lead elsewhere.
            if name.is_empty() || name.contains(['/', '\\']) || name.starts_with("..") {
                return Err(format!("the file {name:?} of its weight_map is not beside it"));
            }
            if seen.insert(name) {
                files.push(name.to_owned());
            }
        }
    }
    if files.is_empty() { Err("its weight_map names no files".into()) } else { Ok(files) }
}

/// Saves weights to files of at most so many bytes of weights each, unless a layer alone has more.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn save(path: &Path, model: &ModelWeights, max_bytes: u64) -> Result<()> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = &name[..name.len() - ".weights.json".len()];
    let tree = keras3::layout(model);
    let mut rest = Group::default();
    let mut layers = Vec::new();
    for group in tree.groups {
        if group.name == keras3::LAYERS { layers = group.groups } else { rest.groups.push(group) }
    }
    let mut shards: Vec<(u64, Vec<Group<'_>>)> = vec![(0, Vec::new())];
    for layer in layers {
        let bytes = layer.bytes();
        if shards.last().is_some_and(|(used, _)| *used > 0 && used + bytes > max_bytes) {
            shards.push((0, Vec::new()));
        }
        if let Some((used, groups)) = shards.last_mut() {
            *used += bytes;
            groups.push(layer);
        }
    }
    let total: u64 = shards.iter().map(|(bytes, _)| bytes).sum();
    let mut map = BTreeMap::new();
    for (number, (_, groups)) in shards.into_iter().enumerate() {
        let file = format!("{stem}_{number:05}.weights.h5");
        let layers = Group { name: keras3::LAYERS.into(), groups, ..Group::default() };
        layers.list_vars("", &mut |place| {
            map.insert(place, vec![file.clone()]);
        });
        let mut root = Group { groups: vec![layers], ..Group::default() };
        if number == 0 {
            root.groups.append(&mut rest.groups);
        }
        let path = path.with_file_name(&file);
        let bytes = hdf5::write(&root).map_err(|reason| Error::file("write", &path, reason))?;
        write_atomically(&path, &bytes)?;
    }
    // The map comes last, so that files that it names are whole.
    let map = json!({ "metadata": { "total_size": total }, "weight_map": map });
    write_atomically(path, json::write(&map).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::files;

    #[test]
    fn files_are_beside_the_map() {
        let map = |name: &str| format!(r#"{{"weight_map": {{"/layers/dense/vars": [{name:?}], "/vars": "b.h5"}}}}"#);
        assert_eq!(files(map("a.h5").as_bytes()).unwrap(), ["a.h5", "b.h5"]);
        for name in ["../a.h5", "/etc/a.h5", "x/a.h5", ""] {
            assert!(files(map(name).as_bytes()).unwrap_err().contains("not beside it"), "{name}");
        }
        assert!(files(b"{}").is_err() && files(b"{\"weight_map\": {}}").is_err());
    }
}
