//! Stock JupyterLab: its page, its settings and its workspaces.

mod config;
mod extension;
mod page;
mod relaxed_json;
mod settings;
mod workspace_files;

pub use config::Config;
pub use extension::file as extension_file;
pub use page::{PageAddress, page};
pub use settings::Settings;
pub use workspace_files::Workspaces;
