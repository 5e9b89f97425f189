//! What teachers alone reach: the page `/teacher`, and the same as JSON at `/api/labora/class`.

use std::sync::Arc;
use std::time::SystemTime;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};

use super::class::Class;
use super::security::policy;
use super::state::{Lab, MESSAGE, blocking};
use super::{body, runtimes};
use crate::access::Person;
use crate::accounts::{Role, random_password};
use crate::clock;
use crate::drive::DrivePath;
use crate::error::{Error, Result};

/// The bytes of the largest request.
const MAX_BODY_BYTES: usize = 64 << 10;
/// Characters of the longest message.
const MAX_MESSAGE_CHARS: usize = 2000;
/// What of the audit log the page shows, and how many lines.
const REFUSALS: [&str; 2] = ["refused", "limit"];
const MAX_REFUSALS: usize = 20;
/// The folder of the teacher's drive with what was collected.
const COLLECTED: &str = "collected";
/// The page, its script and its style; `BASE` is the base address.
const PAGE: &str = include_str!("../../teacher/page.html");
const SCRIPT: &str = include_str!("../../teacher/teacher.js");
const STYLE: &str = include_str!("../../teacher/teacher.css");

/// A teacher of a class.
#[derive(Debug)]
struct Desk {
    class: Arc<Class>,
    teacher: Person,
}

/// The routes of a teacher.
pub fn routes(class: &Arc<Class>, teacher: Person) -> Router {
    let desk = Arc::new(Desk { class: class.clone(), teacher });
    Router::new()
        .route("/teacher", get(page))
        .route("/teacher/{file}", get(file))
        .route("/api/labora/class", get(overview))
        .route("/api/labora/class/stop", post(stop))
        .route("/api/labora/class/messages", post(send))
        .route("/api/labora/class/passwords", post(reset_password))
        .route("/api/labora/class/hand-outs", post(hand_out))
        .route("/api/labora/class/collections", post(collect))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(desk)
}

/// `GET /teacher`.
async fn page(State(desk): State<Arc<Desk>>) -> Response {
    let base = &desk.class.access().base_url;
    let response = answer("text/html; charset=utf-8", PAGE.replace("BASE", base));
    let own = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
               form-action 'self'; base-uri 'none'";
    body::with_header(response, CONTENT_SECURITY_POLICY, &policy(base, own))
}

/// `GET /teacher/{file}`: what the page loads.
async fn file(Path(file): Path<String>) -> Result<Response> {
    match file.as_str() {
        "teacher.js" => Ok(answer("text/javascript; charset=utf-8", SCRIPT.into())),
        "teacher.css" => Ok(answer("text/css; charset=utf-8", STYLE.into())),
        _ => Err(Error::not_found(format!("file {file} does not exist"))),
    }
}

fn answer(kind: &'static str, text: String) -> Response {
    (StatusCode::OK, [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

/// `GET /api/labora/class`: everybody with their sessions, runtimes and terminals; what runtimes were
/// refused, and limits that they hit.
async fn overview(State(desk): State<Arc<Desk>>) -> Response {
    let present = desk.class.access().logins.present();
    let mut people = Vec::new();
    for person in desk.class.people() {
        let sessions = present.iter().filter(|presence| presence.name == person.name);
        let sessions: Vec<Value> = sessions
            .map(|one| json!({"address": one.address.to_string(), "silent": one.silent.as_secs_f64()}))
            .collect();
        let (runtimes, terminals) = match desk.class.open_lab(&person.name) {
            Some(lab) => (runtimes::models(&lab).await, lab.terminals.models()),
            None => Default::default(),
        };
        people.push(json!({
            "name": person.name, "role": person.role.name(), "sessions": sessions, "runtimes": runtimes,
            "terminals": terminals,
        }));
    }
    let audit = desk.class.audit().clone();
    let refusals = blocking(move || Ok(audit.last(&REFUSALS, MAX_REFUSALS))).await.unwrap_or_default();
    body::ok(&json!({"teacher": desk.teacher.name, "people": people, "refusals": refusals}))
}

/// `POST /api/labora/class/stop` with `{"name", "kernel"}` or `{"name", "terminal"}`: ends a runtime of a
/// person, who is told so.
async fn stop(State(desk): State<Arc<Desk>>, request: Bytes) -> Result<Response> {
    let request = body::parse(&request)?;
    let name = text(&request, "name")?;
    let lab = desk.class.open_lab(name).ok_or_else(|| Error::not_found(format!("{name} has no runtime")))?;
    let what = match (request["kernel"].as_str(), request["terminal"].as_str()) {
        (Some(kernel), None) => {
            let path = lab.sessions.path_of_kernel(kernel).unwrap_or_else(|| format!("kernel {kernel}"));
            lab.kernels.shut_down(kernel).await?;
            path
        }
        (None, Some(terminal)) => {
            lab.terminals.end(terminal)?;
            format!("terminal {terminal}")
        }
        _ => return Err(Error::invalid("name what is to end: one of the fields kernel and terminal")),
    };
    desk.note("stop by teacher", json!({"of": name, "runtime": what}));
    desk.tell(&lab, &format!("Your runtime was stopped: {what}"));
    Ok(body::no_content())
}

/// `POST /api/labora/class/passwords` with `{"name"}`: gives a student a random password, which the answer
/// has and nothing else. The student's sessions end; what runs goes on.
async fn reset_password(State(desk): State<Arc<Desk>>, request: Bytes) -> Result<Response> {
    let request = body::parse(&request)?;
    let name = text(&request, "name")?;
    let missing = || Error::not_found(format!("there is no account {name}"));
    let person = desk.class.people().into_iter().find(|person| person.name == name).ok_or_else(missing)?;
    if person.role == Role::Teacher {
        let how = "teachers change their own, or `labora lab user password` does";
        return Err(Error::forbidden(format!("{name} is a teacher: {how}")));
    }
    let logins = &desk.class.access().logins;
    let accounts = logins.accounts().ok_or_else(missing)?;
    let password = random_password()?;
    accounts.set_password(name, password.clone()).await?;
    logins.close_invalid();
    desk.note("password reset", json!({"of": name}));
    Ok(body::ok(&json!({"name": name, "password": password})))
}

/// `POST /api/labora/class/messages` with `{"to", "text"}`: shows a text in the open pages of a person, or of
/// all without `to`. Returns how many pages there are.
async fn send(State(desk): State<Arc<Desk>>, request: Bytes) -> Result<Response> {
    let request = body::parse(&request)?;
    let message = text(&request, "text")?;
    if message.chars().count() > MAX_MESSAGE_CHARS {
        return Err(Error::invalid(format!("a message has at most {MAX_MESSAGE_CHARS} characters")));
    }
    let to = request["to"].as_str().filter(|to| !to.is_empty());
    let people = desk.class.people();
    if let Some(to) = to
        && !people.iter().any(|person| person.name == to)
    {
        return Err(Error::not_found(format!("there is no account {to}")));
    }
    let asked = people.iter().filter(|person| to.is_none_or(|to| to == person.name));
    let labs = asked.filter_map(|person| desk.class.open_lab(&person.name));
    let pages: usize = labs.map(|lab| desk.tell(&lab, message)).sum();
    desk.note("message", json!({"to": to, "pages": pages}));
    Ok(body::ok(&json!({"pages": pages})))
}

/// `POST /api/labora/class/hand-outs` with `{"path"}`: copies a file of the teacher's drive into the folder
/// of each student, under a name that is free.
async fn hand_out(State(desk): State<Arc<Desk>>, request: Bytes) -> Result<Response> {
    let path = DrivePath::parse(text(&body::parse(&request)?, "path")?)?;
    let name = path.name().to_string();
    let read = path.clone();
    let bytes: Bytes = desk.own().await?.drive(move |drive| drive.read(&read)).await?.into();
    let (mut copies, mut failed) = (Vec::new(), Vec::new());
    for student in desk.students() {
        let copied = async {
            let lab = desk.class.lab(&student).await?;
            let (name, bytes) = (name.clone(), bytes.clone());
            lab.drive(move |drive| drive.add(&DrivePath::root(), &name, &bytes)).await
        };
        match copied.await {
            Ok(copy) => copies.push(json!({"name": student, "path": copy.as_str()})),
            Err(error) => failed.push(json!({"name": student, "message": error.message()})),
        }
    }
    desk.note("hand out", json!({"path": path.as_str(), "copies": copies, "failed": failed}));
    Ok(body::ok(&json!({"copies": copies, "failed": failed})))
}

/// `POST /api/labora/class/collections` with `{"path"}`: copies the file that each student has with this path
/// into a folder of the teacher's drive, `collected/NAME/DATE/STUDENT.ipynb`.
async fn collect(State(desk): State<Arc<Desk>>, request: Bytes) -> Result<Response> {
    let path = DrivePath::parse(text(&body::parse(&request)?, "path")?)?;
    let (stem, extension) = match path.name().rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
        _ => (path.name(), String::new()),
    };
    let folder = DrivePath::parse(&format!("{COLLECTED}/{stem}/{}", clock::file_name(SystemTime::now())))?;
    let own = desk.own().await?;
    let (mut collected, mut missing, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for student in desk.students() {
        let copied = async {
            let (theirs, path) = (desk.class.lab(&student).await?, path.clone());
            let bytes = theirs.drive(move |drive| drive.read(&path)).await?;
            let (folder, name) = (folder.clone(), format!("{student}{extension}"));
            own.drive(move |drive| {
                drive.make_folders(&folder)?;
                drive.add(&folder, &name, &bytes)
            })
            .await
        };
        match copied.await {
            Ok(copy) => collected.push(json!({"name": student, "path": copy.as_str()})),
            Err(error) if error.status() == StatusCode::NOT_FOUND => missing.push(student),
            Err(error) => failed.push(json!({"name": student, "message": error.message()})),
        }
    }
    let found = json!({"folder": folder.as_str(), "collected": collected, "missing": missing, "failed": failed});
    desk.note("collect", json!({"path": path.as_str(), "result": found}));
    Ok(body::ok(&found))
}

impl Desk {
    /// The laboratory of the teacher.
    async fn own(&self) -> Result<Arc<Lab>> {
        self.class.lab(&self.teacher.name).await
    }

    /// The names of all students.
    fn students(&self) -> Vec<String> {
        let students = self.class.people().into_iter().filter(|person| person.role == Role::Student);
        students.map(|person| person.name).collect()
    }

    /// Shows a text in the open pages of a laboratory; returns how many there are.
    fn tell(&self, lab: &Lab, text: &str) -> usize {
        let event = json!({"schema_id": MESSAGE, "from": self.teacher.name, "text": text});
        // An error means that no page is open.
        lab.events.send(event.to_string()).unwrap_or(0)
    }

    fn note(&self, what: &str, more: Value) {
        self.class.audit().note(Some(&self.teacher.name), what, more);
    }
}

/// A text of a request.
fn text<'a>(request: &'a Value, name: &str) -> Result<&'a str> {
    let text = request[name].as_str().map(str::trim).filter(|text| !text.is_empty());
    text.ok_or_else(|| Error::invalid(format!("the field {name} is missing")))
}
