//! The proxy that this machine itself needs, as its environment names it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

/// The proxy of this machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Upstream {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The header `Proxy-Authorization`, if it has users.
    pub authorization: Option<String>,
    /// Hosts that are reached without it, as in `NO_PROXY`.
    except: Vec<String>,
}

impl Upstream {
    /// The one of `ALL_PROXY`, `HTTPS_PROXY` or `HTTP_PROXY`, in capitals or small letters, if it is
    /// `http://`. What `NO_PROXY` names is reached without it.
    pub fn of_environment() -> Option<Upstream> {
        let proxy = Proxy::try_from_env()?;
        if proxy.protocol() != ProxyProtocol::Http {
            tracing::warn!("the proxy of the environment is not http://: runtimes do without it");
            return None;
        }
        let basic = |user: &str| {
            let both = format!("{user}:{}", proxy.password().unwrap_or_default());
            format!("Basic {}", STANDARD.encode(both))
        };
        let except = ["NO_PROXY", "no_proxy"].iter().find_map(|name| std::env::var(name).ok()).unwrap_or_default();
        Some(Upstream {
            host: proxy.host().to_string(),
            port: proxy.port(),
            authorization: proxy.username().map(basic),
            except: except.split(',').map(|host| host.trim().to_string()).collect(),
        })
    }

    /// True for a host that is reached without it.
    pub fn excepts(&self, host: &str) -> bool {
        let builder = Proxy::builder(ProxyProtocol::Http).host(&self.host);
        let builder = self.except.iter().fold(builder, |builder, host| builder.no_proxy(host));
        let uri = format!("http://{host}/").parse::<Uri>();
        builder.build().is_ok_and(|proxy| uri.is_ok_and(|uri| proxy.is_no_proxy(&uri)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_no_proxy_are_reached_directly() {
        let except = ["mirror.school", ".internal", ""].map(String::from).into();
        let upstream = Upstream { host: "proxy.school".into(), port: 3128, authorization: None, except };
        assert!(upstream.excepts("mirror.school") && upstream.excepts("a.internal"));
        assert!(!upstream.excepts("pypi.org"));
    }
}
