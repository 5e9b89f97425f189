//! The server: who is served, and what all requests share.

mod api;
mod body;
mod channels;
mod choose;
mod class;
mod collaboration;
mod collaborations;
mod comments;
mod contents;
mod events;
mod examples;
mod files;
mod front;
mod frontend;
mod guest;
mod home_limit;
mod kernels;
mod listener;
mod model_answer;
mod nbconvert;
mod open;
mod outputs;
mod pages;
mod passwords;
mod place;
mod resolve;
mod revisions;
mod routes;
mod runtimes;
mod security;
mod sessions;
mod shares;
mod state;
mod teacher;
mod terminals;

use std::future::Future;
use std::sync::Arc;

use axum::Router;
use axum::middleware;

pub use class::{Class, ClassOptions};
pub use listener::Listener;
pub use state::Lab;

use crate::access::{Access, Peer};

/// Who is served.
#[derive(Clone, Debug)]
pub enum Site {
    /// Whoever has the token: one laboratory.
    One(Arc<Lab>),
    /// People with accounts: a laboratory for each.
    Class(Arc<Class>),
}

impl Site {
    /// Who may do what.
    pub fn access(&self) -> &Arc<Access> {
        match self {
            Site::One(lab) => &lab.access,
            Site::Class(class) => class.access(),
        }
    }

    /// All routes, of which strangers reach those of the front alone.
    fn routes(&self) -> Router {
        let (image, inner) = match self {
            Site::One(lab) => (lab.image.clone(), routes::routes(lab.clone())),
            Site::Class(class) => (class.image().clone(), choose::routes(class.clone())),
        };
        front::routes(self.access().clone(), image).fallback_service(inner)
    }

    async fn resume(&self) {
        match self {
            Site::One(lab) => {
                lab.resume().await;
                lab.sweep().await;
            }
            Site::Class(class) => class.resume().await,
        }
    }

    async fn keep_house(&self) {
        match self {
            Site::One(lab) => lab.keep_house().await,
            Site::Class(class) => class.keep_house().await,
        }
    }

    async fn end_all(&self) {
        match self {
            Site::One(lab) => lab.end_all().await,
            Site::Class(class) => class.end_all().await,
        }
    }

    /// Lets what runs no time to end.
    fn kill_all(&self) {
        match self {
            Site::One(lab) => lab.kill_all(),
            Site::Class(class) => class.kill_all(),
        }
    }
}

/// Serves at a listener, after it has taken over what an earlier server that was killed has left, until `end`
/// is ready; then saves documents, and ends all kernels and terminals. Connections that are still open are
/// cut. When `hurry` is ready, too, kernels have no time to end by themselves. Nothing that was started is
/// left.
///
/// # Errors
/// The listener fails.
pub async fn serve(
    listener: Listener,
    site: Site,
    end: impl Future<Output = ()> + Send,
    hurry: impl Future<Output = ()> + Send,
) -> std::io::Result<()> {
    // Pages that connect again find their kernels.
    site.resume().await;
    // It ends with the server.
    let kept = site.clone();
    let mut tasks = tokio::task::JoinSet::new();
    tasks.spawn(async move { kept.keep_house().await });
    let service = router(&site).into_make_service_with_connect_info::<Peer>();
    let server = axum::serve(listener, service).into_future();
    let served = tokio::select! {
        served = server => served,
        () = end => Ok(()),
    };
    let ended = site.end_all();
    tokio::pin!(ended);
    tokio::select! {
        () = &mut ended => {}
        () = hurry => {
            site.kill_all();
            ended.await;
        }
    }
    served
}

/// All routes behind the checks of every request.
fn router(site: &Site) -> Router {
    let access = site.access().clone();
    // An inner service is routed when the layers have run: they remove the base address and refuse strangers.
    Router::new()
        .fallback_service(site.routes())
        .layer(middleware::from_fn_with_state(access.clone(), crate::access::check))
        .layer(middleware::from_fn_with_state(access, security::headers_and_base))
}
