//! Modules of Python that every runtime has: what Colab's notebooks import, the stand-in for TensorFlow with
//! the hook by which it is found, and the list of variables.

/// The modules, by their paths below a folder of `PYTHONPATH`: all files of `image/python`. `google` and
/// `labora` have no `__init__.py`, so that packages of these names that are installed come first, or are
/// joined to them.
pub const MODULES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/modules.rs"));

/// The program of IPython's kernel, by which its specification is known.
const IPYTHON: &str = "ipykernel_launcher";

/// The argument of IPython's kernel that loads Colab's module, which adds its commands; other kernels get
/// none.
pub fn extension(argv: &[String]) -> Option<String> {
    let is_ipython = argv.iter().any(|argument| argument == IPYTHON);
    is_ipython.then(|| "--IPKernelApp.extra_extensions=google.colab".to_string())
}

/// The modules as files of a folder, for a runtime on another host.
pub fn files(folder: &str) -> impl Iterator<Item = (String, String)> {
    MODULES.iter().map(move |(name, text)| (format!("{folder}/{name}"), (*text).to_string()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::MODULES;

    /// The modules in a folder and those below it.
    fn count(folder: &Path) -> usize {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let counts = entries.map(|path| match path.is_dir() {
            true if path.ends_with("__pycache__") => 0,
            true => count(&path),
            false => 1,
        });
        counts.sum()
    }

    #[test]
    fn all_modules_are_in_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("image/python");
        assert_eq!(MODULES.len(), count(&folder), "build.rs has not seen a new module: touch it");
        for name in
            ["sitecustomize.py", "google/colab/__init__.py", "labora/compat/article.py", "labora_tf/__init__.py"]
        {
            assert!(MODULES.iter().any(|(module, _)| *module == name), "{name}");
        }
        // Packages of these names may be installed, too.
        assert!(!MODULES.iter().any(|(module, _)| ["google/__init__.py", "labora/__init__.py"].contains(module)));
    }
}
