//! A server that ends with the test, and models whose outputs are known.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use keras::layers::{Concatenate, Dense};
use keras::{Input, Model};
use serde_json::Value;
use tempfile::TempDir;
use ureq::Agent;
use ureq::http::Request;

/// A running server.
pub struct Server {
    child: Child,
    pub folder: TempDir,
    /// The address with a slash at its end.
    pub url: String,
    agent: Agent,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub bytes: Vec<u8>,
}

/// y = x0 + 2 x1 + 0.5, where the model's name is `line`, its input is `x`, and its output `y`.
pub fn line(path: &Path, bias: f32) {
    let input = Input::new([2]).name("x");
    let mut model = Model::new(&input, &Dense::new(1).name("y").call(&input).unwrap()).unwrap();
    model.set_variable("y/kernel", vec![1.0, 2.0]).unwrap();
    model.set_variable("y/bias", vec![bias]).unwrap();
    model.save(path).unwrap();
}

/// Two inputs, `a` of two numbers and `b` of one, and two outputs: `sum` = a0 + a1 + b, `all` = (a0, a1, b).
pub fn several(path: &Path) {
    let (a, b) = (Input::new([2]).name("a"), Input::new([1]).name("b"));
    let all = Concatenate::new().name("all").call([&a.tensor(), &b.tensor()]).unwrap();
    let sum = Dense::new(1).name("sum").call(&all).unwrap();
    let mut model = Model::new([&a.tensor(), &b.tensor()], [&sum, &all]).unwrap();
    model.set_variable("sum/kernel", vec![1.0; 3]).unwrap();
    model.save(path).unwrap();
}

impl Server {
    /// Starts a server at a free port with the models `line` and `several`.
    pub fn start(arguments: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        line(&folder.path().join("line.keras"), 0.5);
        several(&folder.path().join("several.keras"));
        Server::start_in(folder, &["line.keras", "several.keras"], arguments)
    }

    /// Starts a server in a folder with models.
    pub fn start_in(folder: TempDir, models: &[&str], arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_labora-serve"))
            .args(["--listen", "127.0.0.1:0", "--json", "--log-level", "warn"])
            .args(models)
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut text = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut text).unwrap();
        let said: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text:?}"));
        let agent = Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
        Server { child, folder, url: said["url"].as_str().unwrap().to_string(), agent }
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        self.url.split("//").nth(1).unwrap().trim_end_matches('/')
    }

    /// A file in the folder of the models.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Sends a request.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: impl Into<Vec<u8>>) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body: Vec<u8> = body.into();
        let mut answer = match body.is_empty() {
            true => self.agent.run(request.body(()).unwrap()).unwrap(),
            false => self.agent.run(request.body(body).unwrap()).unwrap(),
        };
        let bytes = answer.body_mut().read_to_vec().unwrap();
        Answer { status: answer.status().as_u16(), headers: answer.headers().clone(), bytes }
    }

    /// The JSON of a path.
    pub fn get(&self, path: &str) -> Value {
        let answer = self.send("GET", path, &[], "");
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// Posts JSON.
    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.send("POST", path, &[], body)
    }

    /// The value of a metric of a model.
    pub fn metric(&self, name: &str, model: &str) -> f64 {
        let page = self.send("GET", "metrics", &[], "").text();
        let start = format!("labora_serve_{name}{{model=\"{model}\"}} ");
        let value = page.lines().find_map(|line| line.strip_prefix(&start));
        value.unwrap_or_else(|| panic!("no {start} in {page}")).parse().unwrap()
    }

    /// Waits until so many requests of a model wait.
    pub fn wait_for_queue(&self, model: &str, requests: f64) {
        while self.metric("queued_requests", model) < requests {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// A connection of which the test sends the bytes.
    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.host()).unwrap()
    }

    /// Sends raw bytes on a connection of their own; returns all that is answered until it is closed.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        // A server that closes without reading all resets the connection, after its answer.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a signal, such as `-HUP`.
    pub fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The message of an error, in the form of both protocols.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("no error: {}", self.text())).to_string()
    }
}
