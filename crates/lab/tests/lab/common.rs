//! A server that ends with the test.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;
use ureq::Agent;
use ureq::http::{Request, Response};

use crate::sockets::Socket;

/// The token of the servers.
pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// An address with a free port.
const ANY_PORT: &str = "127.0.0.1:0";

/// The server's program.
pub const LAB: &str = env!("CARGO_BIN_EXE_labora-lab");

/// An environment with stock kernels; `None`, after saying why, without a Python.
pub fn image() -> Option<&'static Path> {
    static IMAGE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let make = || {
        let pins = testkit::workspace_root().join("tests/python/lab.txt");
        let python = testkit::virtual_environment_from(&pins, 12);
        let python = python.map_err(|reason| testkit::skip_without(testkit::Need::Jax, &reason)).ok()?;
        python.parent().and_then(Path::parent).map(Path::to_path_buf)
    };
    IMAGE.get_or_init(make).as_deref()
}

/// True, or false after saying why, if util-linux can make namespaces.
pub fn has_namespaces() -> bool {
    let namespaces = Command::new("unshare").args(["-Urmpf", "--mount-proc", "true"]).status();
    let has_some = namespaces.is_ok_and(|status| status.success());
    if !has_some {
        testkit::skip("unshare(1) makes no namespaces here");
    }
    has_some
}

/// A variable of a process.
pub type Variable = (&'static str, String);

/// The password of somebody.
pub fn password_of(name: &str) -> String {
    format!("the password of {name} & +50%")
}

/// Runs `labora lab user`.
fn user(accounts: &Path, arguments: &[&str], password: &str) {
    let mut command = Command::new(LAB);
    command.arg("--accounts").arg(accounts).arg("user").args(arguments).stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // One that asks for no password has ended.
    let _ = writeln!(child.stdin.take().unwrap(), "{password}");
    assert!(child.wait().unwrap().success(), "{arguments:?}");
}

/// A running server.
pub struct Server {
    child: Child,
    folder: TempDir,
    image: PathBuf,
    arguments: Vec<String>,
    environment: Vec<Variable>,
    token: Option<&'static str>,
    /// The address with a slash at its end.
    pub url: String,
    /// The address that lets a browser in once.
    pub login_url: String,
    agent: Agent,
}

impl Server {
    /// Starts a server at a free port, with a drive in a folder of its own. Its image has no Python.
    pub fn start(arguments: &[&str]) -> Server {
        Server::start_with(None, arguments)
    }

    /// Starts a server that runs notebooks without a sandbox; `None`, after saying why, without a Python.
    pub fn with_kernels(arguments: &[&str]) -> Option<Server> {
        let all: Vec<&str> = ["--no-sandbox"].iter().chain(arguments).copied().collect();
        Some(Server::start_with(Some(image()?), &all))
    }

    /// Starts a server that runs notebooks in sandboxes; `None`, after saying why, without a Python, or where
    /// util-linux cannot make the namespaces either.
    pub fn sandboxed(arguments: &[&str]) -> Option<Server> {
        Server::sandboxed_with(image()?, arguments)
    }

    /// The same with an image.
    pub fn sandboxed_with(image: &Path, arguments: &[&str]) -> Option<Server> {
        has_namespaces().then(|| Server::start_with(Some(image), arguments))
    }

    /// Starts a server for people with these names and roles, whose passwords are [`password_of`] them. Its
    /// image has no Python; `None`, after saying why, where there are no sandboxes.
    pub fn class(people: &[(&str, &str)], arguments: &[&str]) -> Option<Server> {
        let folder = tempfile::tempdir().unwrap();
        Server::class_with(None, folder, people, arguments, &[])
    }

    /// The same with variables of the server's process.
    pub fn class_in(environment: &[Variable], people: &[(&str, &str)], arguments: &[&str]) -> Option<Server> {
        Server::class_with(None, tempfile::tempdir().unwrap(), people, arguments, environment)
    }

    /// The same with a Python.
    pub fn class_with_kernels(people: &[(&str, &str)], arguments: &[&str]) -> Option<Server> {
        Server::class_with(Some(image()?), tempfile::tempdir().unwrap(), people, arguments, &[])
    }

    fn class_with(
        image: Option<&Path>,
        folder: TempDir,
        people: &[(&str, &str)],
        arguments: &[&str],
        environment: &[Variable],
    ) -> Option<Server> {
        if !has_namespaces() {
            return None;
        }
        let accounts = folder.path().join("class.json");
        for (name, role) in people {
            user(&accounts, &["add", name, "--role", role], &password_of(name));
        }
        let file = accounts.display().to_string();
        let all: Vec<&str> = ["--accounts", &file].iter().chain(arguments).copied().collect();
        Some(Server::launch(folder, image, &all, environment, None))
    }

    /// Changes the accounts of a class.
    pub fn user(&self, arguments: &[&str], password: &str) {
        user(&self.folder.path().join("class.json"), arguments, password);
    }

    /// The lines of the audit log.
    pub fn audit(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.folder.path().join("state/audit.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn start_with(image: Option<&Path>, arguments: &[&str]) -> Server {
        Server::start_in(&[], image, arguments)
    }

    /// Starts a server with these variables; without an image it has no Python.
    pub fn start_in(environment: &[Variable], image: Option<&Path>, arguments: &[&str]) -> Server {
        Server::launch(tempfile::tempdir().unwrap(), image, arguments, environment, Some(TOKEN))
    }

    fn launch(
        folder: TempDir,
        image: Option<&Path>,
        arguments: &[&str],
        environment: &[Variable],
        token: Option<&'static str>,
    ) -> Server {
        let empty = folder.path().join("image");
        let image = image.map_or_else(
            || {
                std::fs::create_dir_all(empty.join("bin")).unwrap();
                std::fs::create_dir_all(empty.join("share/jupyter/lab/static")).unwrap();
                std::fs::write(empty.join("bin/python"), "").unwrap();
                let page = "<script id=\"jupyter-config-data\">{{ page_config_full | tojson }}</script>";
                std::fs::write(empty.join("share/jupyter/lab/static/index.html"), page).unwrap();
                empty.clone()
            },
            Path::to_path_buf,
        );
        std::fs::create_dir(folder.path().join("drive")).unwrap();
        std::fs::create_dir(folder.path().join("tmp")).unwrap();
        let arguments: Vec<String> = arguments.iter().map(|argument| argument.to_string()).collect();
        let environment = environment.to_vec();
        let (child, said) = spawn(folder.path(), ANY_PORT, &image, &arguments, &environment, token);
        let text = |name: &str| said[name].as_str().unwrap_or_default().to_string();
        assert_eq!(said["token"].as_str(), token);
        Server {
            url: text("url"),
            login_url: text("login_url"),
            child,
            folder,
            image,
            arguments,
            environment,
            token,
            agent: agent(),
        }
    }

    /// A server that runs elsewhere, with a process that leads to it.
    #[cfg(feature = "kubernetes")]
    pub fn behind(child: Child, url: String) -> Server {
        Server {
            login_url: url.clone(),
            url,
            child,
            folder: tempfile::tempdir().unwrap(),
            image: PathBuf::new(),
            arguments: Vec::new(),
            environment: Vec::new(),
            token: Some(TOKEN),
            agent: agent(),
        }
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The number of the server's process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Starts a server in the place of one that has ended, at another port.
    pub fn start_again(&mut self) {
        self.start_again_at(ANY_PORT);
    }

    /// The same at an address.
    pub fn start_again_at(&mut self, address: &str) {
        let (child, said) =
            spawn(self.folder.path(), address, &self.image, &self.arguments, &self.environment, self.token);
        self.child = child;
        self.url = said["url"].as_str().unwrap().to_string();
    }

    /// The folder of the server's own files.
    pub fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// The folder of the notebooks.
    pub fn drive(&self) -> PathBuf {
        self.folder.path().join("drive")
    }

    /// The image of a server without a Python.
    pub fn image_folder(&self) -> PathBuf {
        self.folder.path().join("image")
    }

    /// Adds a kernel to the image of a server without a Python.
    pub fn add_kernel(&self, name: &str, spec: &Value) {
        let folder = self.image_folder().join("share/jupyter/kernels").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("kernel.json"), spec.to_string()).unwrap();
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        self.url.trim_start_matches("http://").split('/').next().unwrap()
    }

    /// Sends a request with exactly these headers; returns status, headers and body.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = self.agent.run(request.body(body.to_string()).unwrap()).unwrap();
        Answer::read(answer)
    }

    /// Sends a request with the token.
    pub fn call(&self, method: &str, path: &str, body: Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, path, &[("authorization", &format!("token {TOKEN}"))], &body)
    }

    /// The JSON of a path.
    pub fn get(&self, path: &str) -> Value {
        let answer = self.call("GET", path, Value::Null);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    }

    /// Writes a file of the drive.
    pub fn write(&self, path: impl AsRef<Path>, content: &str) {
        let file = self.drive().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
    }
}

/// What sends requests.
fn agent() -> Agent {
    // A server that refuses a request before its body has come ends the connection: none is used again.
    let config = Agent::config_builder().http_status_as_error(false).max_redirects(0);
    config.max_idle_connections(0).max_idle_connections_per_host(0).build().into()
}

/// Starts the process; returns it with what it said.
fn spawn(
    folder: &Path,
    address: &str,
    image: &Path,
    arguments: &[String],
    environment: &[Variable],
    token: Option<&str>,
) -> (Child, Value) {
    let mut child = Command::new(LAB)
        .args(["--listen", address, "--json", "--log-level", "warn", "--drive"])
        .arg(folder.join("drive"))
        .arg("--state")
        .arg(folder.join("state"))
        .arg("--image")
        .arg(image)
        .args(arguments)
        .env_remove("LABORA_LAB_TOKEN")
        .envs(token.map(|token| ("LABORA_LAB_TOKEN", token)))
        .envs(environment.iter().cloned())
        .env("TMPDIR", folder.join("tmp"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"));
    (child, said)
}

impl Server {
    /// The folder of temporary files.
    pub fn temporary(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }

    /// What is left of the server's temporary files.
    pub fn left(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.temporary()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    /// Sends a signal two times, a moment after each other, and waits for the end of the server.
    pub fn signal_twice(&mut self, signal: &str) {
        for _ in 0..2 {
            let sent = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
            assert!(sent.unwrap().success());
            std::thread::sleep(std::time::Duration::from_millis(300));
        }
        self.child.wait().unwrap();
    }

    /// Ends the server.
    pub fn end(&mut self) {
        // SIGTERM, so that kernels end with their server.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        for _ in 0..600 {
            if self.child.try_wait().is_ok_and(|status| status.is_some()) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
}

impl Answer {
    fn read(mut answer: Response<ureq::Body>) -> Answer {
        let text = String::from_utf8_lossy(&answer.body_mut().read_to_vec().unwrap()).into_owned();
        Answer { status: answer.status().as_u16(), headers: answer.headers().clone(), text }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("{e}: {}", self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The values of the cookies that it sets, as a browser sends them back, and the XSRF token.
    pub fn cookies(&self) -> (String, String) {
        let set: Vec<&str> = self.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
        let pairs: Vec<&str> = set.iter().map(|cookie| cookie.split(';').next().unwrap()).collect();
        let xsrf = pairs.iter().find_map(|pair| pair.strip_prefix("_xsrf=")).unwrap_or_default();
        (pairs.join("; "), xsrf.to_string())
    }
}

/// A text as a field of a form has it.
pub fn form_text(text: &str) -> String {
    text.replace('%', "%25").replace('&', "%26").replace('+', "%2B").replace(' ', "+")
}

/// Somebody who is logged in.
pub struct Person<'a> {
    server: &'a Server,
    pub cookies: String,
    pub xsrf: String,
}

impl Server {
    /// The login of somebody, as a form.
    pub fn log_in(&self, name: &str, password: &str) -> Answer {
        self.log_in_at("login?next=/lab/tree/x", name, password)
    }

    /// The same at an address, which says where the login leads.
    pub fn log_in_at(&self, address: &str, name: &str, password: &str) -> Answer {
        let form = format!("name={}&password={}", form_text(name), form_text(password));
        self.send("POST", address, &[], &form)
    }

    /// Logs somebody in.
    pub fn person(&self, name: &str) -> Person<'_> {
        let answer = self.log_in(name, &password_of(name));
        assert_eq!((answer.status, answer.header("location")), (303, "/lab/tree/x"), "{name}: {}", answer.text);
        let (cookies, xsrf) = answer.cookies();
        Person { server: self, cookies, xsrf }
    }
}

impl Person<'_> {
    /// Sends a request with the cookies.
    pub fn call(&self, method: &str, path: &str, body: Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let headers = [("cookie", self.cookies.as_str()), ("x-xsrftoken", self.xsrf.as_str())];
        self.server.send(method, path, &headers, &body)
    }

    /// The JSON of a path.
    pub fn get(&self, path: &str) -> Value {
        let answer = self.call("GET", path, Value::Null);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    }

    /// Sends a request that has to succeed; its answer's JSON, if there is one.
    pub fn done(&self, method: &str, path: &str, body: Value) -> Value {
        let answer = self.call(method, path, body);
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text);
        if answer.text.is_empty() { Value::Null } else { answer.json() }
    }

    /// The headers of a request with the cookies, as JSON.
    pub fn headers(&self) -> Value {
        let origin = format!("http://{}", self.server.host());
        serde_json::json!({"Cookie": self.cookies, "X-XSRFToken": self.xsrf, "Origin": origin})
    }

    /// Opens a WebSocket; else the status of the refusal.
    pub fn socket(&self, path: &str) -> Result<Socket, u16> {
        let origin = format!("http://{}", self.server.host());
        Socket::open_with(self.server, path, &[("cookie", &self.cookies), ("origin", &origin)])
    }
}
