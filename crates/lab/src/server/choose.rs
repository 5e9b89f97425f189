//! The one place where the laboratory of a request is chosen: that of the person whose session it has.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use tower::ServiceExt;

use super::class::Class;
use super::state::Lab;
use super::{routes, teacher};
use crate::access::Person;
use crate::accounts::Role;
use crate::error::{Error, Result};

/// The routes of each person.
#[derive(Debug)]
struct Chooser {
    class: Arc<Class>,
    /// By names, with the laboratories that they are of.
    routers: Mutex<HashMap<String, (Arc<Lab>, Router)>>,
}

/// All routes of a class.
pub fn routes(class: Arc<Class>) -> Router {
    Router::new().fallback(choose).with_state(Arc::new(Chooser { class, routers: Mutex::default() }))
}

async fn choose(State(chooser): State<Arc<Chooser>>, request: Request) -> Response {
    let Some(person) = request.extensions().get::<Person>().cloned() else {
        return Error::not_found("there is nothing without an account").into_response();
    };
    match chooser.router(&person).await {
        Ok(router) => router.oneshot(request).await.into_response(),
        Err(error) => error.into_response(),
    }
}

impl Chooser {
    async fn router(&self, person: &Person) -> Result<Router> {
        let lab = self.class.lab(&person.name).await?;
        lab.drive(|drive| {
            drive.restore();
            Ok(())
        })
        .await?;
        if lab.person.as_ref() != Some(person) {
            return Err(Error::conflict("your role was changed: try again"));
        }
        let mut routers = self.routers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, router)) = routers.get(&person.name)
            && Arc::ptr_eq(known, &lab)
        {
            return Ok(router.clone());
        }
        let own = routes::routes(lab.clone());
        let router = match person.role {
            // Nobody else has these routes.
            Role::Teacher => teacher::routes(&self.class, person.clone()).fallback_service(own),
            Role::Student => own,
        };
        // Laboratories that ended are let go.
        routers.retain(|name, (known, _)| self.class.open_lab(name).is_some_and(|open| Arc::ptr_eq(&open, known)));
        routers.insert(person.name.clone(), (lab, router.clone()));
        Ok(router)
    }
}
