//! Modules of Python that every runtime has: what Colab's notebooks import, the article's
//! TensorFlow, and the list of variables.

use std::fs;
use std::path::Path;

/// The modules, by their paths below a folder of `PYTHONPATH`. `google` and `labora` have no `__init__.py`,
/// so that packages of these names that are installed come first, or are joined to them.
const MODULES: [(&str, &str); 13] = [
    ("google/colab/__init__.py", include_str!("../../image/google_colab/__init__.py")),
    ("google/colab/_magics.py", include_str!("../../image/google_colab/_magics.py")),
    ("google/colab/auth.py", include_str!("../../image/google_colab/auth.py")),
    ("google/colab/data_table.py", include_str!("../../image/google_colab/data_table.py")),
    ("google/colab/drive.py", include_str!("../../image/google_colab/drive.py")),
    ("google/colab/errors.py", include_str!("../../image/google_colab/errors.py")),
    ("google/colab/files.py", include_str!("../../image/google_colab/files.py")),
    ("google/colab/output.py", include_str!("../../image/google_colab/output.py")),
    ("google/colab/patches.py", include_str!("../../image/google_colab/patches.py")),
    ("google/colab/runtime.py", include_str!("../../image/google_colab/runtime.py")),
    ("google/colab/userdata.py", include_str!("../../image/google_colab/userdata.py")),
    ("labora/compat/article.py", include_str!("../../image/article.py")),
    ("labora_variables.py", include_str!("../../image/labora_variables.py")),
];

/// The program of IPython's kernel, by which its specification is known.
const IPYTHON: &str = "ipykernel_launcher";

/// The argument of IPython's kernel that loads Colab's module, which adds its commands; other kernels get
/// none.
pub fn extension(argv: &[String]) -> Option<String> {
    let is_ipython = argv.iter().any(|argument| argument == IPYTHON);
    is_ipython.then(|| "--IPKernelApp.extra_extensions=google.colab".to_string())
}

/// Writes the modules into a folder.
///
/// # Errors
/// It cannot be written.
pub fn write(folder: &Path) -> std::io::Result<()> {
    for (name, text) in MODULES {
        let file = folder.join(name);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(file, text)?;
    }
    Ok(())
}
