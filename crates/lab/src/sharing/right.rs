//! What somebody may do with a document of another, in the words of Colab and Google Drive.

use serde::{Deserialize, Serialize};

use crate::collaboration::Right;
use crate::error::{Error, Result};

/// A right to a document. Each has those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShareRight {
    /// Reads the document and its comments, and may copy it.
    Viewer,
    /// Comments.
    Commenter,
    /// Changes the document.
    Editor,
}

impl ShareRight {
    /// The right of a name.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn parse(name: &str) -> Result<ShareRight> {
        let all = [ShareRight::Viewer, ShareRight::Commenter, ShareRight::Editor];
        let found = all.into_iter().find(|right| right.name() == name);
        found.ok_or_else(|| Error::invalid(format!("{name:?} is no right: viewer, commenter or editor")))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ShareRight::Viewer => "viewer",
            ShareRight::Commenter => "commenter",
            ShareRight::Editor => "editor",
        }
    }

    /// What it means in the rooms of the document.
    pub fn in_rooms(self) -> Right {
        if self == ShareRight::Editor { Right::Write } else { Right::Read }
    }

    /// An error unless it has this right, too.
    ///
    /// # Errors
    /// 403: it has not.
    pub fn check(self, needed: ShareRight) -> Result<()> {
        match self >= needed {
            true => Ok(()),
            false => Err(Error::forbidden(format!(
                "you are {} of this document, and this needs {}: ask its owner for more",
                self.name(),
                needed.name()
            ))),
        }
    }
}
