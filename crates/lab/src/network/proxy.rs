//! The proxy by which a runtime reaches the network: HTTP with `CONNECT`. A name is looked up once, all of
//! its addresses are checked, and the connection is made to those.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{Either, Empty, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1 as client;
use hyper::ext::ReasonPhrase;
use hyper::header::{CONNECTION, HOST, HeaderValue, PROXY_AUTHORIZATION, UPGRADE};
use hyper::server::conn::http1 as server;
use hyper::service::service_fn;
use hyper::upgrade::Upgraded;
use hyper::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::allowed::Rules;
use super::upstream::Upstream;

/// Connections of a runtime at a time; more wait.
const MAX_CONNECTIONS: usize = 128;
/// How long a server may take to accept a connection.
const CONNECT_TIME: Duration = Duration::from_secs(20);
/// The pause after a connection that cannot be accepted.
const PAUSE: Duration = Duration::from_millis(100);
/// Headers that are for the next host alone.
const OF_CONNECTION: [&str; 6] =
    ["connection", "keep-alive", "proxy-authorization", "proxy-connection", "te", "upgrade"];

type Body = Either<Incoming, Full<Bytes>>;

/// Both directions of a connection.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Why a request is not served.
struct Refusal {
    status: StatusCode,
    why: String,
}

/// A connection to where a request goes.
enum Route {
    /// To the host itself.
    Direct(TcpStream),
    /// To the proxy of this machine.
    Upstream(TcpStream),
}

/// Is told of each refusal: the host and the port, and why.
type Note = Box<dyn Fn(&str, &str) + Send + Sync>;

/// The proxy of a runtime.
pub struct ForwardProxy {
    rules: Rules,
    upstream: Option<Upstream>,
    note: Note,
}

impl ForwardProxy {
    /// A proxy with rules, behind that of this machine if it needs one. `note` is told of each refusal: the
    /// host and the port, and why.
    pub fn new(
        rules: Rules,
        upstream: Option<Upstream>,
        note: impl Fn(&str, &str) + Send + Sync + 'static,
    ) -> Arc<ForwardProxy> {
        Arc::new(ForwardProxy { rules, upstream, note: Box::new(note) })
    }

    /// Serves connections until it is dropped.
    pub async fn serve(self: Arc<Self>, listener: TcpListener) {
        let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        while let Ok(place) = free.clone().acquire_owned().await {
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            let (proxy, place) = (self.clone(), Arc::new(place));
            let service = service_fn(move |request| proxy.clone().answer(request, place.clone()));
            let connection = server::Builder::new().keep_alive(false).serve_connection(TokioIo::new(stream), service);
            // An error means that the program is gone, or speaks something else.
            tokio::spawn(connection.with_upgrades());
        }
    }

    async fn answer(
        self: Arc<Self>,
        request: Request<Incoming>,
        place: Arc<OwnedSemaphorePermit>,
    ) -> Result<Response<Body>, Infallible> {
        let answer = if request.method() == Method::CONNECT {
            self.tunnel(request, place).await
        } else {
            self.forward(request).await
        };
        Ok(answer.unwrap_or_else(Refusal::answer))
    }

    /// Joins the program to a host: what both say is their matter.
    async fn tunnel(
        &self,
        request: Request<Incoming>,
        place: Arc<OwnedSemaphorePermit>,
    ) -> Result<Response<Body>, Refusal> {
        let (host, port) = target(request.uri(), None)?;
        let mut outside: Box<dyn Stream> = match self.route(&host, port).await? {
            Route::Direct(stream) => Box::new(stream),
            Route::Upstream(stream) => Box::new(self.tunnel_upstream(stream, request.uri()).await?),
        };
        tokio::spawn(async move {
            // An error means that one of both is gone.
            if let Ok(inside) = hyper::upgrade::on(request).await {
                let _ = copy_bidirectional(&mut TokioIo::new(inside), &mut outside).await;
            }
            drop(place);
        });
        Ok(Response::new(Either::Right(Full::default())))
    }

    /// Has the proxy of this machine join a connection to a host.
    async fn tunnel_upstream(&self, stream: TcpStream, host: &Uri) -> Result<TokioIo<Upgraded>, Refusal> {
        let failed = |e: hyper::Error| Refusal::unreached(format!("the proxy of this machine: {e}"));
        let (mut sender, connection) = client::handshake(TokioIo::new(stream)).await.map_err(failed)?;
        tokio::spawn(connection.with_upgrades());
        let mut request = Request::new(Empty::<Bytes>::new());
        *request.method_mut() = Method::CONNECT;
        *request.uri_mut() = host.clone();
        set_host(request.headers_mut(), host);
        self.authorize(request.headers_mut());
        let answer = sender.send_request(request).await.map_err(failed)?;
        if !answer.status().is_success() {
            return Err(Refusal::unreached(format!("the proxy of this machine answers {}", answer.status())));
        }
        Ok(TokioIo::new(hyper::upgrade::on(answer).await.map_err(failed)?))
    }

    /// Passes a request on.
    async fn forward(&self, mut request: Request<Incoming>) -> Result<Response<Body>, Refusal> {
        let (host, port) = target(request.uri(), Some(80))?;
        let whole = request.uri().clone();
        let route = self.route(&host, port).await?;
        OF_CONNECTION.iter().for_each(|name| _ = request.headers_mut().remove(*name));
        set_host(request.headers_mut(), &whole);
        let stream = match route {
            Route::Direct(stream) => {
                let path = whole.path_and_query().map_or("/", |path| path.as_str());
                *request.uri_mut() = path.parse().map_err(|_| Refusal::invalid("the path is none"))?;
                stream
            }
            Route::Upstream(stream) => {
                self.authorize(request.headers_mut());
                stream
            }
        };
        let failed = |e: hyper::Error| Refusal::unreached(format!("{host}:{port}: {e}"));
        let (mut sender, connection) = client::handshake(TokioIo::new(stream)).await.map_err(failed)?;
        tokio::spawn(connection);
        let mut answer = sender.send_request(request).await.map_err(failed)?;
        [CONNECTION, UPGRADE].iter().for_each(|name| _ = answer.headers_mut().remove(name));
        Ok(answer.map(Either::Left))
    }

    /// Connects to a host that may be reached, or to the proxy of this machine for it.
    async fn route(&self, host: &str, port: u16) -> Result<Route, Refusal> {
        let upstream = self.upstream.as_ref().filter(|upstream| !upstream.excepts(host));
        let found = tokio::net::lookup_host((host, port)).await;
        let addresses: Vec<SocketAddr> = match (found, upstream) {
            (Ok(found), _) => found.collect(),
            // A machine behind a proxy may know no names of the public network: the proxy looks them up.
            (Err(_), Some(_)) => Vec::new(),
            (Err(error), None) => return Err(Refusal::unreached(format!("{host} has no address: {error}"))),
        };
        self.rules.check(host, &addresses).map_err(|why| {
            (self.note)(&format!("{host}:{port}"), &why);
            Refusal { status: StatusCode::FORBIDDEN, why }
        })?;
        let unreached = |e: io::Error| Refusal::unreached(format!("{host}:{port}: {e}"));
        let connected = match upstream {
            Some(upstream) => {
                connect(TcpStream::connect((upstream.host.as_str(), upstream.port))).await.map(Route::Upstream)
            }
            None => connect(TcpStream::connect(&addresses[..])).await.map(Route::Direct),
        };
        connected.map_err(unreached)
    }

    fn authorize(&self, headers: &mut HeaderMap) {
        let own = self.upstream.as_ref().and_then(|upstream| upstream.authorization.as_deref());
        if let Some(value) = own.and_then(|own| HeaderValue::from_str(own).ok()) {
            headers.insert(PROXY_AUTHORIZATION, value);
        }
    }
}

impl Refusal {
    fn invalid(why: &str) -> Refusal {
        Refusal { status: StatusCode::BAD_REQUEST, why: why.into() }
    }

    fn unreached(why: String) -> Refusal {
        Refusal { status: StatusCode::BAD_GATEWAY, why }
    }

    /// An answer that says why, also in its first line: of `CONNECT` programs show no more.
    fn answer(self) -> Response<Body> {
        let mut answer = Response::new(Either::Right(Full::from(format!("{}\n", self.why))));
        *answer.status_mut() = self.status;
        if let Ok(reason) = ReasonPhrase::try_from(self.why.into_bytes()) {
            answer.extensions_mut().insert(reason);
        }
        answer
    }
}

async fn connect(connecting: impl Future<Output = io::Result<TcpStream>>) -> io::Result<TcpStream> {
    timeout(CONNECT_TIME, connecting).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

/// The host and the port of an address.
fn target(uri: &Uri, usual: Option<u16>) -> Result<(String, u16), Refusal> {
    let is_known = uri.scheme_str().is_none_or(|scheme| scheme == "http");
    let port = uri.port_u16().or(usual);
    match (uri.host(), port) {
        (Some(host), Some(port)) if is_known => Ok((host.trim_matches(['[', ']']).to_string(), port)),
        _ => Err(Refusal::invalid("this is a proxy: send CONNECT HOST:PORT, or the address http://HOST/PATH")),
    }
}

fn set_host(headers: &mut HeaderMap, uri: &Uri) {
    let host = uri.authority().map(|authority| authority.as_str().rsplit('@').next().unwrap_or_default());
    if let Some(host) = host.and_then(|host| HeaderValue::from_str(host).ok()) {
        headers.insert(HOST, host);
    }
}
