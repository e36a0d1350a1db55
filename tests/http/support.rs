//! A real server, from the real binary, on a real socket; stopped when the test is over.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::blocking::{Client, Response};
use serde_json::Value;

/// Longer than anything here takes on a slow machine; shorter than the deadlines that tests must not wait for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(40);

pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    client: Client,
    log: Arc<Mutex<String>>,
}

impl Server {
    /// Starts `taquin serve` on a free port with these further flags.
    pub(crate) fn start(flags: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        let started: Value = serde_json::from_str(&first)
            .unwrap_or_else(|error| panic!("the log begins with a JSON line, not {first:?}: {error}"));
        let address = started["address"].as_str().expect("the log says the address").to_owned();
        let log = Arc::new(Mutex::new(first));
        let sink = Arc::clone(&log);
        // Reading on keeps the pipe from filling up.
        std::thread::spawn(move || {
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|read| read > 0) {
                sink.lock().unwrap().push_str(&std::mem::take(&mut line));
            }
        });
        let client = Client::builder().timeout(PATIENCE).build().unwrap();
        Self { child, address, client, log }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.client.get(self.url(path)).send().unwrap()
    }

    /// Posts a text as JSON.
    pub(crate) fn post(&self, path: &str, body: impl Into<reqwest::blocking::Body>) -> Response {
        self.post_as(path, body, &[("content-type", "application/json")])
    }

    pub(crate) fn post_as(
        &self,
        path: &str,
        body: impl Into<reqwest::blocking::Body>,
        headers: &[(&str, &str)],
    ) -> Response {
        let request = self.client.post(self.url(path)).body(body);
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send().unwrap()
    }

    /// Posts a spec and returns the answer, which must be one.
    pub(crate) fn solve(&self, path: &str, spec: &Value) -> Value {
        let response = self.post(path, spec.to_string());
        let status = response.status();
        let text = response.text().unwrap();
        assert_eq!(status, 200, "{spec}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Sends a spec over a connection of its own, and does not wait for the answer.
    pub(crate) fn send(&self, path: &str, spec: &Value) -> TcpStream {
        let body = spec.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        stream
    }

    /// The process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Everything logged so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    /// Waits until something is in the log.
    pub(crate) fn wait_for_log(&self, text: &str) {
        self.wait_for(text, |server| server.log().contains(text));
    }

    /// Waits until something holds.
    pub(crate) fn wait_for(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let mut polls = PATIENCE.as_millis() / 10;
        while !holds(self) {
            polls = polls.checked_sub(1).unwrap_or_else(|| panic!("{what}: not within {PATIENCE:?}"));
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end; the exit status and what went to the standard error.
    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().unwrap();
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (status, errors)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Already gone where a test waited for it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
