//! Sessions: which kernel belongs to which notebook.

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::drive::DrivePath;
use crate::error::{Error, Result};
use crate::kernels::{Accelerator, Kernels};

/// A document with its kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Its number.
    pub id: String,
    /// The path of the document, or a name that the client chose.
    pub path: String,
    /// Its name.
    pub name: String,
    /// `notebook`, `console`, `file` ...
    pub kind: String,
    /// The number of the kernel.
    pub kernel: String,
}

/// All sessions, in the order of their starts.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<Vec<Session>>);

impl Sessions {
    /// Adds a session. Returns when the next server would find it, if this one were killed.
    pub async fn add(&self, session: Session, kernels: &Kernels) {
        let kernel = session.kernel.clone();
        self.lock().push(session);
        self.note(&kernel, kernels).await;
    }

    /// Adds the sessions of a kernel that goes on, as they were noted.
    pub fn resume(&self, noted: Value) {
        // A kernel without a session has none.
        self.lock().extend(serde_json::from_value::<Vec<Session>>(noted).unwrap_or_default());
    }

    /// Notes the sessions of a kernel for the next server, if this one is killed.
    async fn note(&self, kernel: &str, kernels: &Kernels) {
        let of_kernel: Vec<Session> = self.lock().iter().filter(|session| session.kernel == kernel).cloned().collect();
        if let (Ok(kernel), Ok(noted)) = (kernels.get(kernel), serde_json::to_value(of_kernel)) {
            kernel.note_sessions(noted).await;
        }
    }

    /// The session of a number.
    ///
    /// # Errors
    /// There is none.
    pub fn get(&self, id: &str) -> Result<Session> {
        let found = self.lock().iter().find(|session| session.id == id).cloned();
        found.ok_or_else(|| Error::not_found(format!("Session not found: session_id={id:?}")))
    }

    /// The session of a path, if its kernel runs.
    pub fn of_path(&self, path: &str, kernels: &Kernels) -> Option<Session> {
        let all = self.lock();
        all.iter().find(|session| session.path == path && kernels.contains(&session.kernel)).cloned()
    }

    /// The path of the notebook whose kernel has a number.
    pub fn path_of_kernel(&self, kernel: &str) -> Option<String> {
        let all = self.lock();
        // A console may have its kernel, too.
        let of_kernel = all.iter().filter(|session| session.kernel == kernel);
        of_kernel.min_by_key(|session| session.kind != "notebook").map(|session| session.path.clone())
    }

    /// Changes a session.
    ///
    /// # Errors
    /// There is none with that number.
    pub async fn update(&self, changed: Session, kernels: &Kernels) -> Result<()> {
        let kernel = changed.kernel.clone();
        {
            let mut all = self.lock();
            let found = all.iter_mut().find(|session| session.id == changed.id);
            let missing = Error::not_found(format!("Session not found: session_id={:?}", changed.id));
            *found.ok_or(missing)? = changed;
        }
        self.note(&kernel, kernels).await;
        Ok(())
    }

    /// A file or folder was renamed: sessions of documents there follow, since no page may have them open.
    pub async fn renamed(&self, from: &DrivePath, to: &DrivePath, kernels: &Kernels) {
        let mut changed = Vec::new();
        for session in self.lock().iter_mut() {
            let below = DrivePath::parse(&session.path).ok().and_then(|path| path.below(from));
            let Some(path) = below.and_then(|below| to.join(below.as_str()).ok()) else { continue };
            let names = [(session.path.as_str(), path.as_str()), (name_of(&session.path), path.name())];
            if let Some((_, new)) = names.into_iter().find(|(old, _)| *old == session.name) {
                session.name = new.to_string();
            }
            session.path = path.as_str().to_string();
            changed.push(session.kernel.clone());
        }
        for kernel in changed {
            self.note(&kernel, kernels).await;
        }
    }

    /// Removes a session.
    ///
    /// # Errors
    /// There is none with that number.
    pub fn remove(&self, id: &str) -> Result<Session> {
        let session = self.get(id)?;
        self.lock().retain(|session| session.id != id);
        Ok(session)
    }

    /// All sessions whose kernels run; the others are removed.
    pub fn models(&self, kernels: &Kernels) -> Vec<Value> {
        let mut all = self.lock();
        all.retain(|session| kernels.contains(&session.kernel));
        all.iter().filter_map(|session| session.model(kernels).ok()).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

impl Session {
    /// What clients read about it.
    ///
    /// # Errors
    /// Its kernel ended.
    pub fn model(&self, kernels: &Kernels) -> Result<Value> {
        let kernel = kernels.get(&self.kernel)?;
        let mut model = json!({
            "id": self.id, "path": self.path, "name": self.name, "type": self.kind, "kernel": kernel.model(),
        });
        if kernel.accelerator() != Accelerator::None {
            model["accelerator"] = kernel.accelerator().name().into();
        }
        if self.kind == "notebook" {
            // Clients of old.
            model["notebook"] = json!({"path": self.path, "name": self.name});
        }
        Ok(model)
    }

    /// Takes over the fields of a request.
    pub fn set(&mut self, fields: &Map<String, Value>) {
        let text = |name: &str| fields.get(name).and_then(Value::as_str).map(String::from);
        let old = fields.get("notebook").and_then(|notebook| notebook["path"].as_str()).map(String::from);
        self.path = text("path").or(old).unwrap_or_else(|| std::mem::take(&mut self.path));
        self.name = text("name").unwrap_or_else(|| std::mem::take(&mut self.name));
        self.kind = text("type").unwrap_or_else(|| std::mem::take(&mut self.kind));
    }
}
