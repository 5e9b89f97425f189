//! What the server's environment says of the network and private machines need, too: certificates of a proxy
//! that opens connections, and where packages of Python come from.

use std::fs;
use std::path::{Path, PathBuf};

use super::machine::{Access, Mount};
use crate::network::Network;

/// Files of settings that programs read themselves.
pub const FILES: [&str; 4] = ["/etc/gitconfig", "/etc/pip.conf", "/etc/wgetrc", "/etc/xdg/pip"];

/// Variables that name a file with all certificates of authorities: those of OpenSSL and Python, requests,
/// curl, git, pip and Cargo. If one is set, so are the others in a machine.
const BUNDLES: [&str; 6] =
    ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "PIP_CERT", "CARGO_HTTP_CAINFO"];
/// Variables that name a folder of certificates, or a file with some more.
const MORE_CERTIFICATES: [&str; 2] = ["SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"];
/// Variables that are the same in a machine.
const PLAIN: [&str; 4] = ["PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "PIP_DEFAULT_TIMEOUT"];
/// Variables of a proxy, where machines have no other.
const PROXIES: [&str; 8] =
    ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];
/// Names by which files of settings name certificates, in small letters.
const KEYS: [&str; 5] = ["cert", "sslcainfo", "sslcapath", "ca_certificate", "ca_directory"];
/// The folder of certificates that machines would not see otherwise.
const FOLDER: &str = "/etc/labora";

/// Settings of the network.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Variables of all programs.
    pub environment: Vec<(String, String)>,
    /// What they name of the host's files.
    pub files: Vec<Mount>,
}

impl Settings {
    /// The settings of an environment for machines that see `system` of the host.
    pub fn new(variable: impl Fn(&str) -> Option<String>, network: Network, system: &[&str]) -> Settings {
        let mut settings = Settings::default();
        if network == Network::None {
            return settings;
        }
        let set = |name: &&'static str| Some((*name, variable(name).filter(|value| !value.is_empty())?));
        let bundles: Vec<_> = BUNDLES.iter().filter_map(set).filter_map(|(name, path)| real(name, path)).collect();
        for name in BUNDLES {
            let own = bundles.iter().find(|(other, ..)| *other == name).or(bundles.first());
            if let Some((named_by, path, source)) = own {
                settings.name(name, named_by, path, source, system);
            }
        }
        for (name, path, source) in MORE_CERTIFICATES.iter().filter_map(set).filter_map(|(name, path)| real(name, path))
        {
            settings.name(name, name, &path, &source, system);
        }
        let more: &[&str] = if network == Network::Host { &PROXIES } else { &[] };
        for (name, value) in PLAIN.iter().chain(more).filter_map(set) {
            settings.environment.push((name.into(), value));
        }
        for path in FILES.iter().flat_map(|file| certificates_of(Path::new(file))) {
            if let (false, Ok(source)) = (is_seen(&path, system), path.canonicalize()) {
                settings.add(source, path);
            }
        }
        settings
    }

    /// Sets a variable to a file, and shows it if machines would not see it: by the name of the variable that
    /// named it first.
    fn name(&mut self, name: &str, named_by: &str, path: &str, source: &Path, system: &[&str]) {
        let seen = if is_seen(Path::new(path), system) && is_seen(source, system) {
            path.to_string()
        } else {
            let target = Path::new(FOLDER).join(named_by.to_ascii_lowercase());
            self.add(source.to_path_buf(), target.clone());
            target.display().to_string()
        };
        self.environment.push((name.into(), seen));
    }

    fn add(&mut self, source: PathBuf, target: PathBuf) {
        if !self.files.iter().any(|file| file.target == target) {
            self.files.push(Mount { source, target, access: Access::ReadOnly });
        }
    }
}

/// A variable with the path that it names, and where that leads; none if nothing is there.
fn real(name: &str, path: String) -> Option<(&str, String, PathBuf)> {
    let source = Path::new(&path).canonicalize().ok()?;
    Some((name, path, source))
}

fn is_seen(path: &Path, system: &[&str]) -> bool {
    path.is_absolute() && system.iter().any(|folder| path.starts_with(folder))
}

/// Absolute paths of certificates that a file of settings names, or the files in a folder.
fn certificates_of(file: &Path) -> Vec<PathBuf> {
    let files: Vec<PathBuf> = match fs::read_dir(file) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => vec![file.to_path_buf()],
    };
    let texts = files.iter().filter_map(|file| fs::read_to_string(file).ok());
    let named = |line: &str| {
        let (key, value) = line.split_once('=')?;
        let is_one = KEYS.contains(&key.trim().to_ascii_lowercase().as_str());
        Some(PathBuf::from(value.trim())).filter(|path| is_one && path.is_absolute())
    };
    texts.flat_map(|text| text.lines().filter_map(named).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The variables of a machine whose server has these.
    fn seen(server: &[(&str, &str)], network: Network) -> Settings {
        let variable = |name: &str| server.iter().find(|(one, _)| *one == name).map(|(_, value)| (*value).to_string());
        Settings::new(variable, network, &["/usr", "/etc/ssl"])
    }

    fn value<'a>(settings: &'a Settings, name: &str) -> Option<&'a str> {
        settings.environment.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str())
    }

    #[test]
    fn one_bundle_is_that_of_all_programs_and_is_shown_where_machines_would_not_see_it() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one.pem"), folder.path().join("two.pem"));
        for file in [&one, &two] {
            fs::write(file, "certificates").unwrap();
        }
        let (one, two) = (one.display().to_string(), two.display().to_string());
        let settings =
            seen(&[("CURL_CA_BUNDLE", &one), ("PIP_CERT", &two), ("SSL_CERT_FILE", "/none")], Network::Internet);
        for name in ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "CARGO_HTTP_CAINFO"] {
            assert_eq!(value(&settings, name), Some("/etc/labora/curl_ca_bundle"), "{name}");
        }
        assert_eq!(value(&settings, "PIP_CERT"), Some("/etc/labora/pip_cert"));
        let shown: Vec<_> = settings.files.iter().map(|file| file.target.display().to_string()).collect();
        assert!(
            ["/etc/labora/curl_ca_bundle", "/etc/labora/pip_cert"].iter().all(|path| shown.contains(&(*path).into()))
        );
        assert_eq!(settings.files[0].source, Path::new(&one).canonicalize().unwrap());
        assert!(settings.files.iter().all(|file| file.access == Access::ReadOnly));
    }

    #[test]
    fn what_machines_see_keeps_its_path_and_indexes_are_passed_on_by_the_policy() {
        let server =
            [("SSL_CERT_DIR", "/usr/bin"), ("PIP_INDEX_URL", "https://mirror/simple"), ("https_proxy", "http://p:1")];
        let settings = seen(&server, Network::Internet);
        assert_eq!(value(&settings, "SSL_CERT_DIR"), Some("/usr/bin"));
        assert_eq!(value(&settings, "PIP_INDEX_URL"), Some("https://mirror/simple"));
        // The machine has a proxy of its own.
        assert_eq!(value(&settings, "https_proxy"), None);
        assert_eq!(value(&settings, "SSL_CERT_FILE"), None);
        assert_eq!(value(&seen(&server, Network::Host), "https_proxy"), Some("http://p:1"));
        assert!(seen(&server, Network::None).environment.is_empty());
    }

    #[test]
    fn files_of_settings_name_certificates() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(
            file.path(),
            "[global]\ncert = /opt/school.pem\nindex-url = https://x\n[http]\n\tsslCAInfo=/opt/git.pem\n",
        )
        .unwrap();
        assert_eq!(certificates_of(file.path()), [PathBuf::from("/opt/school.pem"), "/opt/git.pem".into()]);
        assert!(certificates_of(Path::new("/none")).is_empty());
    }
}
