//! Programs with all rights of the user who started the server.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::personal::PersonalOptions;
use super::runtime::{Earlier, Guard, Program, Runtimes, Started};
use crate::error::{Error, Result};

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

    fn adopt(&self, earlier: Earlier<'_>) -> Result<Guard> {
        match earlier.is_private {
            true => Err(Error::conflict("it has a sandbox, which this server was started without")),
            false => Ok(Guard::default()),
        }
    }

    fn personal(&self, _: PersonalOptions) -> Result<Arc<dyn Runtimes>> {
        Err(Error::invalid("without a sandbox the programs of one person read the files of all"))
    }

    fn lacks_gpu(&self) -> Option<String> {
        Some("without a sandbox runtimes have no GPU of their own: choose None, which sees all of this machine".into())
    }

    fn shared_folder(&self, shared: &Path) -> PathBuf {
        shared.to_path_buf()
    }

    fn drive_file(&self, file: &Path) -> PathBuf {
        file.to_path_buf()
    }

    fn outside_folder(&self, path: &str) -> Option<PathBuf> {
        Some(PathBuf::from(path)).filter(|folder| folder.is_absolute() && folder.is_dir())
    }
}
