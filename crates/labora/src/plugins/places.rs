//! The places where plugins are searched.

use std::ffi::OsString;
use std::path::PathBuf;

use super::found::{Found, Source};
use super::python;

const LABORA: &str = "LABORA_PJRT_PLUGINS";
const JAX: &str = "PJRT_NAMES_AND_LIBRARY_PATHS";

/// The environment variables that name plugins. An empty one counts as unset.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// `LABORA_PJRT_PLUGINS`
    pub labora: OsString,
    /// `PJRT_NAMES_AND_LIBRARY_PATHS`
    pub jax: OsString,
    /// The folders of active Python environments: `VIRTUAL_ENV`, `CONDA_PREFIX`.
    pub python: Vec<PathBuf>,
}

impl Places {
    /// Reads the variables of this process.
    pub fn of_process() -> Self {
        let variable = |name: &str| std::env::var_os(name).unwrap_or_default();
        let python = ["VIRTUAL_ENV", "CONDA_PREFIX"].map(variable).into_iter().filter(|v| !v.is_empty());
        Self { labora: variable(LABORA), jax: variable(JAX), python: python.map(PathBuf::from).collect() }
    }

    /// Returns the plugins, even those whose files do not exist. Of several with the same name or file, the
    /// first one counts.
    pub fn find(&self) -> Vec<Found> {
        let mut all = listed(&self.labora, '=', LABORA);
        all.extend(listed(&self.jax, ':', JAX));
        let in_python = self.python.iter().flat_map(|folder| python::find(folder));
        all.extend(in_python.map(|plugin| Found {
            name: plugin.name.to_string(),
            path: plugin.path,
            source: Source::Python(plugin.packages),
        }));
        let mut found: Vec<Found> = Vec::new();
        for plugin in all {
            if !found.iter().any(|other| other.name == plugin.name || other.path == plugin.path) {
                found.push(plugin);
            }
        }
        found
    }
}

/// Parses names and paths of a variable: `name=path,name=path`.
fn listed(value: &OsString, separator: char, variable: &'static str) -> Vec<Found> {
    let value = value.to_string_lossy();
    let pairs = value.split(',').filter_map(|entry| entry.trim().split_once(separator));
    let found = |(name, path): (&str, &str)| Found {
        name: name.trim().to_string(),
        path: PathBuf::from(path.trim()),
        source: Source::Variable(variable),
    };
    pairs.map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(places: &Places) -> Vec<(String, PathBuf)> {
        places.find().into_iter().map(|found| (found.name, found.path)).collect()
    }

    #[test]
    fn variables_name_plugins() {
        let places =
            Places { labora: "mine=/a/b.so, other=c.so".into(), jax: "third:/d:e.so".into(), ..Places::default() };
        let expected = [("mine", "/a/b.so"), ("other", "c.so"), ("third", "/d:e.so")];
        assert_eq!(names(&places), expected.map(|(name, path)| (name.to_string(), PathBuf::from(path))));
        assert_eq!(places.find()[2].source, Source::Variable(JAX));
        assert_eq!(names(&Places { labora: "nonsense,,".into(), ..Places::default() }), []);
    }

    #[test]
    fn the_first_of_a_name_or_file_counts() {
        let places = Places { labora: "a=/x.so,a=/y.so,b=/x.so".into(), jax: "a:/z.so".into(), ..Places::default() };
        assert_eq!(names(&places), [("a".to_string(), PathBuf::from("/x.so"))]);
    }
}
