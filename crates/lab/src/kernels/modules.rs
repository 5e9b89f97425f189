//! Modules of Python that every runtime has: what Colab's notebooks import, the article's
//! TensorFlow, and the list of variables.

use std::fs;
use std::path::Path;

/// The modules, by their paths below a folder of `PYTHONPATH`. `google` and `labora` have no `__init__.py`,
/// so that packages of these names that are installed come first, or are joined to them.
const MODULES: [(&str, &str); 6] = [
    ("google/colab/__init__.py", include_str!("../../image/google_colab/__init__.py")),
    ("google/colab/drive.py", include_str!("../../image/google_colab/drive.py")),
    ("google/colab/files.py", include_str!("../../image/google_colab/files.py")),
    ("google/colab/userdata.py", include_str!("../../image/google_colab/userdata.py")),
    ("labora/compat/article.py", include_str!("../../image/article.py")),
    ("labora_variables.py", include_str!("../../image/labora_variables.py")),
];

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
