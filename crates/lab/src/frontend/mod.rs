//! Stock JupyterLab: its page, its settings and its workspaces.

mod config;
mod extension;
mod languages;
mod licenses;
mod overrides;
mod page;
mod relaxed_json;
mod settings;
mod workspace_files;

pub use config::Config;
pub use extension::file as extension_file;
pub use languages::{list as languages, texts as language_texts};
pub use licenses::{FORMATS as LICENSE_FORMATS, report as license_report};
pub use page::{PageAddress, page, themes_with};
pub use settings::Settings;
pub use workspace_files::Workspaces;
