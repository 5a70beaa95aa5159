//! A browser of the system, spoken to by its own protocol: keys are pressed in it, and it says what
//! became of the page.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A browser with one page.
pub struct Browser {
    process: Child,
    to: File,
    from: BufReader<File>,
    /// The number of the last request.
    number: u64,
    /// The page, once there is one.
    session: Option<String>,
    _home: tempfile::TempDir,
}

/// Size of the window, and the colours that people like.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub width: u32,
    pub height: u32,
    pub is_dark: bool,
}

impl Browser {
    /// Starts a browser with a blank page.
    pub fn start(program: &Path) -> Self {
        let home = tempfile::tempdir().unwrap();
        let (input, output) = (home.path().join("in"), home.path().join("out"));
        assert!(Command::new("mkfifo").args([&input, &output]).status().unwrap().success());
        // The browser reads from descriptor 3 and writes to 4.
        let mut command = Command::new("sh");
        command
            .args(["-c", "browser=$1; shift; exec \"$browser\" \"$@\" 3<\"$0/in\" 4>\"$0/out\""]);
        command.arg(home.path()).arg(program);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]);
        command.args(["--remote-debugging-pipe", "--no-first-run", "--disable-quic"]);
        // It shows a page, and asks nobody for anything.
        command.args(["--disable-background-networking", "--disable-component-update"]);
        command.arg("--disable-sync");
        command.arg(format!("--user-data-dir={}", home.path().join("profile").display()));
        let process = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let to = OpenOptions::new().write(true).open(&input).unwrap();
        let from = BufReader::new(File::open(&output).unwrap());
        let mut browser = Self { process, to, from, number: 0, session: None, _home: home };
        let target = browser.ask("Target.createTarget", &json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.ask("Target.attachToTarget", &attach);
        browser.session = Some(session["sessionId"].as_str().unwrap().to_owned());
        browser.ask("Page.enable", &json!({}));
        browser.ask("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }));
        browser
    }

    /// Shows a page in a window, and waits until it is there.
    pub fn show(&mut self, page: &Path, window: Window) {
        let Window { width, height, is_dark } = window;
        let scheme = if is_dark { "dark" } else { "light" };
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.ask("Emulation.setDeviceMetricsOverride", &size);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.ask("Emulation.setEmulatedMedia", &json!({ "features": features }));
        let url = format!("file://{}", page.display());
        self.send("Page.navigate", &json!({ "url": url }));
        while self.read()["method"] != "Page.loadEventFired" {}
    }

    /// Lets pages read the clipboard that they write.
    pub fn allow_clipboard(&mut self) {
        let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
        let session = self.session.take();
        self.ask("Browser.grantPermissions", &json!({ "permissions": permissions }));
        self.session = session;
    }

    /// Evaluates an expression of JavaScript, awaited.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let wanted = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
            "userGesture": true,
        });
        let said = self.ask("Runtime.evaluate", &wanted);
        assert!(said.get("exceptionDetails").is_none(), "{expression}: {said}");
        said["result"]["value"].clone()
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: Key) {
        let (name, code, text) = match key {
            Key::Tab => ("Tab", 9, ""),
            Key::Enter => ("Enter", 13, "\r"),
            Key::Space => (" ", 32, " "),
            Key::Down => ("ArrowDown", 40, ""),
        };
        let kind = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        let down = json!({
            "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code, "text": text,
        });
        self.ask("Input.dispatchKeyEvent", &down);
        let up =
            json!({ "type": "keyUp", "key": name, "code": name, "windowsVirtualKeyCode": code });
        self.ask("Input.dispatchKeyEvent", &up);
    }

    /// Types a text where the focus is.
    pub fn write(&mut self, text: &str) {
        self.ask("Input.insertText", &json!({ "text": text }));
    }

    /// Asks and waits for the answer; what happens meanwhile nobody wants to know.
    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.send(method, parameters);
        loop {
            let message = self.read();
            if message["id"] == self.number {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn send(&mut self, method: &str, parameters: &Value) {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        write!(self.to, "{message}\0").unwrap();
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser ended");
        serde_json::from_slice(&bytes).unwrap()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        self.send("Browser.close", &json!({}));
        let _ = self.process.wait();
    }
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Tab,
    Enter,
    Space,
    Down,
}
