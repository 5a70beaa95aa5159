//! `etude report` as a person uses it: the page in a real browser, every number traced to its
//! formulas, and what is said when it cannot be written.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use etude_tests::{etude_command, system_browser};
use serde_json::Value;

/// Says `sat` and gives a model in which every boolean is true.
const ALL_TRUE: &str = r#"echo sat
echo "("
echo "$f" | grep -o '(declare-const [^ ]* Bool)' |
    sed 's/(declare-const \([^ ]*\) Bool)/(define-fun \1 () Bool true)/'
echo ")""#;

/// Says `unknown` to some, dies of some, and `unsat` to the rest.
const MOODY: &str = r#"case "$f" in
*xor*) echo unknown ;;
*distinct*) kill -SEGV $$ ;;
*) echo unsat ;;
esac"#;

/// A folder with the campaign `etude-hunt` in it.
fn campaign() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in [("model", ALL_TRUE), ("moody", MOODY)] {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\nf=$(cat \"$1\")\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let words = "hunt --theory Core --count 80 --solver ./model --solver ./moody";
    let output = run(folder.path(), words);
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    folder
}

fn run(folder: &Path, words: &str) -> Output {
    let mut command = etude_command();
    command.current_dir(folder).args(words.split_whitespace()).stdin(Stdio::null());
    command.env("ETUDE_OFFLINE", "1").output().unwrap()
}

fn stdout(folder: &Path, words: &str) -> String {
    let output = run(folder, words);
    assert!(output.status.success(), "etude {words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_number_is_a_list_of_formulas() {
    let folder = campaign();
    let report = stdout(folder.path(), "report etude-hunt --format json");
    let report: Value = serde_json::from_str(&report).unwrap();
    let lines = |command: &str| {
        let words = command.strip_prefix("etude ").unwrap();
        stdout(folder.path(), words).lines().count() as u64
    };
    let mut traced = 0;
    let mut check = |command: String, number: &Value| {
        assert_eq!(Some(lines(&command)), number.as_u64(), "{command}");
        traced += 1;
    };
    for account in report["accounts"].as_array().unwrap() {
        let command = account["command"].as_str().unwrap();
        check(command.to_owned(), &account["answers"]);
        for (part, option) in [("outcomes", "--verdict"), ("findings", "--kind")] {
            for (name, number) in account[part].as_object().unwrap() {
                // `sat` alone means every `sat`, and so does `unsat`.
                let name = match name.as_str() {
                    "sat" => "sat:true",
                    "unsat" => "unsat:said",
                    name => name,
                };
                check(format!("{command} {option} {name}"), number);
            }
        }
        let slow = format!("{command} --slower 0.000001s");
        let fast = format!("{command} --faster 1h --manner session");
        check(slow, &account["answers"]);
        check(fast, &account["answers"]);
        assert_eq!(lines(&format!("{command} --faster 0.000001s")), 0);
        assert_eq!(lines(&format!("{command} --manner timed")), 0);
    }
    for open in report["left_open"].as_array().unwrap() {
        check(open["command"].as_str().unwrap().to_owned(), &open["count"]);
    }
    assert!(traced > 12, "{traced}");
    for bug in report["bugs"].as_array().unwrap() {
        let listed = stdout(folder.path(), &bug["command"].as_str().unwrap()["etude ".len()..]);
        let place = format!("Core\t{}\t", bug["index"].as_str().unwrap());
        assert!(listed.lines().any(|line| line.starts_with(&place)), "{place} in\n{listed}");
        let formula = format!("etude-hunt/findings/{}/formula.smt2", bug["id"].as_str().unwrap());
        assert!(folder.path().join(&formula).is_file(), "{formula}");
    }
}

#[test]
fn the_ending_says_the_form_and_nothing_half_written_stays() {
    let folder = campaign();
    for (name, start) in [
        ("a.html", "<!DOCTYPE html>"),
        ("a.md", "# Campaign etude-hunt\n"),
        ("a.json", "{"),
        ("a.csv", "theory,"),
        ("a.xml", "<?xml"),
        ("a.sarif", "{"),
        ("b", "<!DOCTYPE html>"),
    ] {
        let printed = stdout(folder.path(), &format!("report etude-hunt --out {name}"));
        assert_eq!(printed, "", "{name}");
        let written = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(written.starts_with(start), "{name}: {written}");
        assert_eq!(stdout(folder.path(), "report ./etude-hunt/campaign.db --out again"), "");
    }
    let markdown = stdout(folder.path(), "report etude-hunt --figures pictures");
    assert_eq!(markdown, fs::read_to_string(folder.path().join("a.md")).unwrap());
    let overview = folder.path().join("pictures/overview");
    assert!(fs::read_to_string(overview.with_extension("svg")).unwrap().starts_with("<svg "));
    assert!(fs::read_to_string(overview.with_extension("csv")).unwrap().lines().count() > 1);
    let output = run(folder.path(), "report etude-hunt --out nowhere/a.html");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(5), "{message}");
    assert!(message.starts_with("error: cannot write nowhere/a.html: "), "{message}");
    // A folder stands where the file should.
    let output = run(folder.path(), "report etude-hunt --out pictures");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    let left = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("part")).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// What a browser makes of a page, and what it says on its console.
fn browse(browser: &Path, home: &Path, page: &Path, flags: &[&str]) -> (String, String) {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]);
    command.args(["--enable-logging=stderr", "--window-size=1200,900", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", home.display())).args(flags);
    let output = command.arg(format!("file://{}", page.display())).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    let console =
        said.lines().filter(|line| line.contains("CONSOLE")).collect::<Vec<_>>().join("\n");
    (String::from_utf8_lossy(&output.stdout).into_owned(), console)
}

/// Writes what the browser made of the page into the page, and tells a page around it.
const PROBE: &str = r"<script>
addEventListener('load', () => {
  const style = getComputedStyle(document.body), root = document.documentElement;
  const found = {
    ink: style.color,
    paper: style.backgroundColor,
    overflow: root.scrollWidth - root.clientWidth,
    sections: [...document.querySelectorAll('section > h2')].filter(it => it.offsetHeight > 0).length,
    broken: [...document.querySelectorAll('a[href^=\x22#\x22]')]
      .filter(it => !document.getElementById(it.getAttribute('href').slice(1))).length,
    findings: document.querySelectorAll('details.finding').length,
    doubles: document.querySelectorAll('[id]').length
      - new Set([...document.querySelectorAll('[id]')].map(it => it.id)).size,
    fetched: performance.getEntriesByType('resource').length,
  };
  const text = '[[' + JSON.stringify(found) + ']]';
  document.body.append(text);
  parent.postMessage(text, '*');
});
</script></body>";

/// A page as wide as a phone.
const PHONE: &str = r#"<!DOCTYPE html><html><head><title>phone</title></head><body>
<iframe src="probe.html" style="width: 400px; height: 800px; border: 0"></iframe>
<script>addEventListener('message', it => document.body.append(it.data));</script></body></html>"#;

fn found(dom: &str) -> Value {
    let start = dom.rfind("[[{").unwrap_or_else(|| panic!("no probe in\n{dom}"));
    let end = dom[start..].find("}]]").unwrap() + start;
    serde_json::from_str(&dom[start + 2..=end]).unwrap()
}

/// How far a colour such as `rgb(20, 24, 28)` is from black, as contrast is reckoned.
fn luminance(colour: &Value) -> f64 {
    let numbers = colour.as_str().unwrap().trim_start_matches("rgb(").trim_end_matches(')');
    let parts: Vec<f64> = numbers.split(", ").map(|it| it.parse().unwrap()).collect();
    let linear = |part: f64| ((part / 255.0 + 0.055) / 1.055).powf(2.4);
    0.2126 * linear(parts[0]) + 0.7152 * linear(parts[1]) + 0.0722 * linear(parts[2])
}

fn contrast(found: &Value) -> f64 {
    let (ink, paper) = (luminance(&found["ink"]), luminance(&found["paper"]));
    (ink.max(paper) + 0.05) / (ink.min(paper) + 0.05)
}

#[test]
fn the_page_works_in_a_browser_of_the_system_in_light_and_in_dark() {
    let folder = campaign();
    stdout(folder.path(), "report etude-hunt --out report.html");
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    let report = stdout(folder.path(), "report etude-hunt --format json");
    let report: Value = serde_json::from_str(&report).unwrap();
    let bugs = report["bugs"].as_array().unwrap().len();
    let kinds: BTreeSet<&str> =
        report["bugs"].as_array().unwrap().iter().filter_map(|bug| bug["kind"].as_str()).collect();
    assert!(kinds.len() >= 4 && kinds.contains("crash"), "{kinds:?}");
    let Some(browser) = system_browser() else {
        // The page is parsed, and not shown.
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(&page, options).unwrap();
        let sections = document.descendants().filter(|it| it.has_tag_name("section"));
        assert_eq!(sections.count(), 7);
        return;
    };
    let path = |name: &str| folder.path().join(name);
    let (dom, console) = browse(&browser, &path("home"), &path("report.html"), &[]);
    assert_eq!(console, "");
    assert_eq!(dom.matches("<section ").count(), 7);
    assert!(dom.trim_end().ends_with("</html>"));

    fs::write(path("probe.html"), page.replace("</body>", PROBE)).unwrap();
    fs::write(path("phone.html"), PHONE).unwrap();
    let see = |name: &str, scheme: &str| {
        let flag = format!("--blink-settings=preferredColorScheme={scheme}");
        let (dom, console) = browse(&browser, &path("home"), &path(name), &[&flag]);
        assert_eq!(console, "");
        found(&dom)
    };
    let (dark, light, phone) =
        (see("probe.html", "0"), see("probe.html", "1"), see("phone.html", "1"));
    for (name, found) in [("dark", &dark), ("light", &light), ("phone", &phone)] {
        assert_eq!(found["sections"], 7, "{name}: {found}");
        assert_eq!(found["findings"], bugs, "{name}: {found}");
        assert_eq!(
            (&found["broken"], &found["fetched"]),
            (&0.into(), &0.into()),
            "{name}: {found}"
        );
        assert_eq!(found["doubles"], 0, "{name}: {found}");
        assert_eq!(found["overflow"], 0, "{name}: nothing is wider than the window: {found}");
        assert!(contrast(found) > 7.0, "{name}: {found}");
    }
    assert!(luminance(&dark["paper"]) < 0.1 && luminance(&light["paper"]) > 0.8, "{dark} {light}");
}
