//! Programs with all rights of the user who started the server.

use std::path::{Path, PathBuf};

use super::runtime::{Guard, Program, Runtimes, Started};
use crate::error::Result;

/// Runs programs without a sandbox.
#[derive(Clone, Debug)]
pub struct Direct {
    /// The Python of the image, whose programs come first.
    pub python: PathBuf,
    /// Variables that runtimes get besides those of the server.
    pub environment: Vec<(String, String)>,
}

impl Runtimes for Direct {
    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn start(&self, program: Program) -> Result<Started> {
        let mut environment = self.environment.clone();
        let folder = self.python.parent().unwrap_or(Path::new(""));
        let path = std::env::var("PATH").unwrap_or_default();
        environment.push(("PATH".into(), format!("{}:{path}", folder.display())));
        environment.push(("PYTHONUNBUFFERED".into(), "1".into()));
        // By it a kernel notices that its server ended.
        environment.push(("JPY_PARENT_PID".into(), std::process::id().to_string()));
        environment.extend(program.environment);
        Ok(Started {
            argv: program.argv,
            folder: program.folder,
            environment,
            is_private: false,
            companion: program.companion,
            guard: Guard::default(),
        })
    }

    fn shared_folder(&self, shared: &Path) -> PathBuf {
        shared.to_path_buf()
    }

    fn drive_file(&self, file: &Path) -> PathBuf {
        file.to_path_buf()
    }
}
