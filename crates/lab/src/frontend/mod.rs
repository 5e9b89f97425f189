//! Stock JupyterLab: its page, its settings and its workspaces.

mod page;
mod relaxed_json;
mod settings;
mod workspaces;

pub use page::{PageAddress, page};
pub use settings::Settings;
pub use workspaces::Workspaces;
