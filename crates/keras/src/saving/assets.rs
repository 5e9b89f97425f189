//! What `.keras` files have of layers besides configurations and weights: vocabularies that `adapt` has
//! computed, and the weights of their terms.

use serde_json::{Value as Json, json};
use stablehlo::budget::Budget;

use super::archive::Archive;
use super::hdf5::Reader;
use super::keras3::{IDF_WEIGHTS, LAYERS};
use super::naming::container_names;
use super::weights::ModelWeights;

/// The file of a vocabulary, a term a line.
pub(crate) const VOCABULARY: &str = "vocabulary.txt";

/// Where assets are read from; paths begin with those of layers, such as `layers/string_lookup`.
pub(crate) trait Source {
    /// What may be taken for the terms, if they are of a file.
    fn budget(&self) -> Option<&Budget> {
        None
    }

    /// The content of a file.
    fn text(&mut self, path: &str) -> Result<Option<String>, String>;

    /// The elements of a data set.
    fn numbers(&mut self, path: &str) -> Result<Option<Vec<f32>>, String>;
}

/// The assets of an archive.
pub(super) struct OfArchive<'a> {
    pub archive: &'a mut Archive,
    /// The weights, once they have been asked for.
    pub file: Option<Reader>,
}

impl Source for OfArchive<'_> {
    fn budget(&self) -> Option<&Budget> {
        Some(self.archive.budget())
    }

    fn text(&mut self, path: &str) -> Result<Option<String>, String> {
        self.archive.asset(path)
    }

    fn numbers(&mut self, path: &str) -> Result<Option<Vec<f32>>, String> {
        let file = match &self.file {
            Some(file) => file,
            None => self.file.insert(self.archive.weights()?),
        };
        let mut parent = String::new();
        let (groups, name) = path.rsplit_once('/').unwrap_or(("", path));
        for group in groups.split('/') {
            if !file.has_group(&parent, group)? {
                return Ok(None);
            }
            parent = if parent.is_empty() { group.to_owned() } else { format!("{parent}/{group}") };
        }
        let found = file.datasets(groups)?.iter().any(|found| found == name);
        found.then(|| file.read(path)).transpose()
    }
}

/// The assets of a model in memory.
impl Source for &ModelWeights {
    fn text(&mut self, path: &str) -> Result<Option<String>, String> {
        Ok(assets(self).into_iter().find(|(found, _)| found == path).map(|(_, text)| text.to_owned()))
    }

    fn numbers(&mut self, path: &str) -> Result<Option<Vec<f32>>, String> {
        let names = container_names(self.layers.iter().map(|layer| layer.class_name.as_str()));
        let states = self.layers.iter().zip(names).flat_map(|(layer, name)| {
            layer.states.iter().filter(|state| state.part.is_empty()).map(move |state| (name.clone(), state))
        });
        let own = |name: &str, of: &str| format!("{LAYERS}/{name}/vars/{of}") == path;
        Ok(states.into_iter().find(|(name, state)| own(name, &state.path)).map(|(_, state)| state.data.clone()))
    }
}

/// The files of all layers, each with its path.
pub(super) fn assets(model: &ModelWeights) -> Vec<(String, &str)> {
    let names = container_names(model.layers.iter().map(|layer| layer.class_name.as_str()));
    let of_layers = model.layers.iter().zip(names).flat_map(|(layer, name)| {
        layer.assets.iter().map(move |(path, text)| (format!("{LAYERS}/{name}/{path}"), text.as_str()))
    });
    of_layers.collect()
}

/// Sets the vocabularies of layers in the configuration of a model to those of a source.
pub(crate) fn restore(model: &mut Json, source: &mut impl Source) -> Result<(), String> {
    restore_below(model, "", source)
}

fn restore_below(model: &mut Json, prefix: &str, source: &mut impl Source) -> Result<(), String> {
    let Some(layers) = model.pointer_mut("/config/layers").and_then(Json::as_array_mut) else { return Ok(()) };
    let class_of = |layer: &Json| layer["class_name"].as_str().unwrap_or("").to_owned();
    let classes: Vec<String> = layers.iter().map(class_of).collect();
    let names = container_names(classes.iter().map(String::as_str));
    for ((layer, name), class) in layers.iter_mut().zip(names).zip(&classes) {
        let path = format!("{prefix}{LAYERS}/{name}");
        restore_below(layer, &format!("{path}/"), source)?;
        let Some(config) = layer.get_mut("config").filter(|config| config.get("vocabulary") == Some(&Json::Null))
        else {
            continue;
        };
        let Some(text) = source.text(&format!("{path}/{VOCABULARY}"))? else { continue };
        if let Some(budget) = source.budget() {
            budget.take_array::<Json>(2 * text.lines().count(), format_args!("the vocabulary of {path}"))?;
        }
        let mut lines: Vec<&str> = text.lines().collect();
        while lines.last() == Some(&"") {
            lines.pop();
        }
        let term = |line: &&str| match class.as_str() {
            "IntegerLookup" => line.trim().parse::<i64>().map(Json::from).map_err(|e| format!("{path}: {line:?}: {e}")),
            _ => Ok(json!(line)),
        };
        let terms = lines.iter().map(term).collect::<Result<Vec<Json>, String>>()?;
        if let Some(mut weights) = source.numbers(&format!("{path}/vars/{IDF_WEIGHTS}"))? {
            weights.truncate(terms.len());
            config["idf_weights"] = json!(weights);
        }
        config["vocabulary"] = Json::Array(terms);
        config["has_input_vocabulary"] = json!(false);
    }
    Ok(())
}
