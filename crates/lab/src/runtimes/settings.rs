//! What the server's environment says of the network and private machines need, too: certificates of a proxy
//! that opens connections, and where packages of Python come from.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::machine::{Access, Mount};
use crate::network::Network;

/// Files of settings that programs read themselves.
const FILES: [&str; 4] = ["/etc/gitconfig", "/etc/pip.conf", "/etc/wgetrc", "/etc/xdg/pip/pip.conf"];

/// Variables that name a file with all certificates of authorities: those of OpenSSL and Python, requests,
/// curl, git, pip and Cargo. If one is set, so are the others in a machine.
const BUNDLES: [&str; 6] =
    ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "PIP_CERT", "CARGO_HTTP_CAINFO"];
/// Variables that name a folder of certificates, or a file with some more.
const MORE_CERTIFICATES: [&str; 2] = ["SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"];
/// Variables that are the same in a machine, unless they have a password.
const PLAIN: [&str; 4] = ["PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "PIP_DEFAULT_TIMEOUT"];
/// Variables of a proxy, where machines have no other.
const PROXIES: [&str; 8] =
    ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];
/// Names by which files of settings name certificates, in small letters.
const KEYS: [&str; 5] = ["cert", "sslcainfo", "sslcapath", "ca_certificate", "ca_directory"];
/// The folder of certificates that machines would not see otherwise.
const FOLDER: &str = "/etc/labora";

/// Settings of the network for a machine that starts now: files that they name may vanish later.
#[derive(Debug, Default)]
pub struct Settings {
    /// Variables of all programs.
    pub environment: Vec<(String, String)>,
    /// What the machine sees of the host's files for them.
    pub files: Vec<Mount>,
}

impl Settings {
    /// The settings of an environment for machines that see `system` of the host. What is left out is logged.
    pub fn new(variable: impl Fn(&str) -> Option<String>, network: Network, system: &[&str]) -> Settings {
        let mut settings = Settings::default();
        let files: Vec<&Path> = FILES.iter().map(Path::new).filter(|file| is_public(file)).collect();
        for file in &files {
            settings.add(file.to_path_buf(), file.to_path_buf());
        }
        if network == Network::None {
            return settings;
        }
        let set = |name: &&'static str| Some((*name, variable(name).filter(|value| !value.is_empty())?));
        let bundles: Vec<_> = BUNDLES.iter().filter_map(set).filter_map(|(name, path)| real(name, path)).collect();
        for name in BUNDLES {
            let own = bundles.iter().find(|(other, ..)| *other == name);
            // Some of them may name a folder, too, which the others cannot.
            if let Some((named_by, path, source)) = own.or(bundles.iter().find(|(.., source)| source.is_file())) {
                settings.name(name, named_by, path, source, system);
            }
        }
        for (name, path, source) in MORE_CERTIFICATES.iter().filter_map(set).filter_map(|(name, path)| real(name, path))
        {
            settings.name(name, name, &path, &source, system);
        }
        let more: &[&str] = if network == Network::Host { &PROXIES } else { &[] };
        for (name, value) in PLAIN.iter().chain(more).filter_map(set) {
            // As in https://NAME:PASSWORD@HOST, or a token in the place of the name.
            if value.contains('@') {
                tracing::warn!(variable = name, "it has a password, and private machines do not get it");
            } else {
                settings.environment.push((name.into(), value));
            }
        }
        for path in files.into_iter().flat_map(certificates_of) {
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

/// True for a file that everybody on this host may read.
fn is_public(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o004 != 0)
}

/// A variable with the path that it names, and where that leads; none, after a line in the log, if nothing is
/// there.
fn real(name: &str, path: String) -> Option<(&str, String, PathBuf)> {
    match Path::new(&path).canonicalize() {
        Ok(source) => Some((name, path, source)),
        Err(error) => {
            tracing::warn!(variable = name, path = path.as_str(), %error, "private machines go without these certificates");
            None
        }
    }
}

fn is_seen(path: &Path, system: &[&str]) -> bool {
    path.is_absolute() && system.iter().any(|folder| path.starts_with(folder))
}

/// Absolute paths of certificates that a file of settings names.
fn certificates_of(file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let named = |line: &str| {
        let (key, value) = line.split_once('=')?;
        let is_one = KEYS.contains(&key.trim().to_ascii_lowercase().as_str());
        Some(PathBuf::from(value.trim())).filter(|path| is_one && path.is_absolute())
    };
    text.lines().filter_map(named).collect()
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
        let source = |target: &str| settings.files.iter().find(|file| file.target == Path::new(target)).unwrap();
        let one = Path::new(&one).canonicalize().unwrap();
        assert_eq!(source("/etc/labora/curl_ca_bundle").source, one);
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
    fn a_bundle_that_vanishes_is_left_out_and_so_is_a_folder_for_those_that_take_none() {
        let folder = tempfile::tempdir().unwrap();
        let (file, path) = (folder.path().join("one.pem"), folder.path().display().to_string());
        fs::write(&file, "certificates").unwrap();
        let bundle = file.display().to_string();
        let server = [("SSL_CERT_FILE", bundle.as_str()), ("REQUESTS_CA_BUNDLE", path.as_str())];
        let before = seen(&server, Network::Internet);
        assert_eq!(value(&before, "PIP_CERT"), Some("/etc/labora/ssl_cert_file"));
        assert_eq!(value(&before, "REQUESTS_CA_BUNDLE"), Some("/etc/labora/requests_ca_bundle"));
        fs::remove_file(&file).unwrap();
        let after = seen(&server, Network::Internet);
        assert_eq!(value(&after, "SSL_CERT_FILE"), None);
        assert_eq!(value(&after, "PIP_CERT"), None);
        assert!(after.files.iter().all(|file| file.source.exists()));
    }

    #[test]
    fn passwords_and_files_that_few_may_read_stay_on_the_host() {
        let server = [
            ("PIP_INDEX_URL", "https://name:password@mirror/simple"),
            ("PIP_EXTRA_INDEX_URL", "https://one/simple https://token@two/simple"),
            ("PIP_TRUSTED_HOST", "mirror"),
            ("https_proxy", "name:password@proxy:3128"),
        ];
        let settings = seen(&server, Network::Host);
        assert_eq!(settings.environment, [("PIP_TRUSTED_HOST".to_string(), "mirror".to_string())]);
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(!is_public(file.path()), "its mode is 0600");
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o644)).unwrap();
        assert!(is_public(file.path()));
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
