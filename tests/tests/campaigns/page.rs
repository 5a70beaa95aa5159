//! The page of a report in a real browser: light and dark, as narrow as a phone, by keyboard alone.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};

use etude_tests::system_browser;
use serde_json::Value;

use crate::browser::{Browser, Key, Window};
use crate::report::{campaign, stdout};

const DESK: Window = Window { width: 1200, height: 900, is_dark: false };

/// A campaign with its page, and its report for programs.
struct Lab {
    _folder: tempfile::TempDir,
    page: PathBuf,
    report: Value,
}

impl Lab {
    fn new() -> Self {
        let folder = campaign();
        stdout(folder.path(), "report etude-hunt --out report.html");
        let report = stdout(folder.path(), "report etude-hunt --format json");
        let page = folder.path().join("report.html");
        Self { page, report: serde_json::from_str(&report).unwrap(), _folder: folder }
    }

    fn bugs(&self) -> &[Value] {
        self.report["bugs"].as_array().unwrap()
    }

    /// Shows the page; `None`, which is told, if there is no browser.
    fn shown(&self) -> Option<Browser> {
        let mut browser = Browser::start(&system_browser()?);
        browser.show(&self.page, DESK);
        Some(browser)
    }
}

/// Returns the distance of a colour such as `rgb(20, 24, 28)` from black, as contrast is reckoned.
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

/// Script that tells what the browser made of the page.
const LOOK: &str = r"(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const style = getComputedStyle(document.body), root = document.documentElement;
  const ids = all('[id]').map((it) => it.id);
  return {
    ink: style.color,
    paper: style.backgroundColor,
    overflow: root.scrollWidth - root.clientWidth,
    sections: all('section > h2').filter((it) => it.offsetHeight > 0).length,
    broken: all('a[href^=\x22#\x22]').filter((it) => !ids.includes(it.hash.slice(1))).length,
    findings: all('details.finding').length,
    open: all('details.finding[open]').length,
    doubles: ids.length - new Set(ids).size,
    fetched: performance.getEntriesByType('resource').length,
    smallest: Math.min(...all('figure text').map((it) => it.getBoundingClientRect().height)),
  };
})()";

#[test]
fn the_page_works_in_a_browser_of_the_system_in_light_and_in_dark_and_on_a_phone() {
    let lab = Lab::new();
    let Some(mut browser) = lab.shown() else {
        // The page is parsed, and not shown.
        let page = fs::read_to_string(&lab.page).unwrap();
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(&page, options).unwrap();
        assert!(document.descendants().filter(|it| it.has_tag_name("section")).count() >= 7);
        return;
    };
    let mut see = |window| {
        browser.show(&lab.page, window);
        let found = browser.evaluate(LOOK);
        assert!(found["sections"].as_u64().unwrap() >= 7, "{window:?}: {found}");
        assert_eq!(found["findings"], lab.bugs().len(), "{window:?}: {found}");
        for name in ["open", "broken", "fetched", "doubles"] {
            assert_eq!(found[name], 0, "{name}: {window:?}: {found}");
        }
        assert_eq!(found["overflow"], 0, "nothing is wider than the window {window:?}: {found}");
        assert!(contrast(&found) > 7.0, "{window:?}: {found}");
        found
    };
    let dark = see(Window { is_dark: true, ..DESK });
    let light = see(DESK);
    see(Window { width: 360, height: 780, is_dark: false });
    see(Window { width: 360, height: 780, is_dark: true });
    assert!(luminance(&dark["paper"]) < 0.1 && luminance(&light["paper"]) > 0.8, "{dark} {light}");
}

#[test]
fn the_table_is_sorted_searched_and_filtered_in_a_browser_of_the_system() {
    let lab = Lab::new();
    let Some(mut browser) = lab.shown() else { return };
    let sizes = |browser: &mut Browser| -> Vec<u64> {
        let column = "[...document.querySelectorAll('#causes thead th')]
            .findIndex((it) => it.textContent === 'size')";
        let cells = format!(
            "[...document.querySelectorAll('#causes tbody tr:not([hidden])')]
                .map((row) => Number(row.cells[{column}].textContent))"
        );
        let found = browser.evaluate(&cells);
        found.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect()
    };
    let all = sizes(&mut browser);
    assert!(all.len() > 2, "{all:?}");
    let press = "[...document.querySelectorAll('#causes thead button')]
        .find((it) => it.textContent === 'size').focus()";
    browser.evaluate(press);
    browser.press(Key::Enter);
    let up = sizes(&mut browser);
    assert!(up.is_sorted(), "{up:?}");
    browser.press(Key::Space);
    let mut down = sizes(&mut browser);
    down.reverse();
    assert!(down.is_sorted() && up.len() == all.len(), "{down:?}");
    let heading = browser.evaluate("document.activeElement.closest('th').ariaSort");
    assert_eq!(heading, "descending");

    let crashes = lab.report["causes"].as_array().unwrap().iter().filter(|cause| {
        let first = &cause["bugs"][0];
        lab.bugs().iter().any(|bug| bug["id"] == *first && bug["kind"] == "crash")
    });
    let crashes = crashes.count();
    assert!(crashes > 0 && crashes < all.len());
    browser.evaluate("document.getElementById('search').focus()");
    browser.write("CRASH");
    assert_eq!(sizes(&mut browser).len(), crashes);
    let told = browser.evaluate("document.getElementById('shown').textContent");
    assert_eq!(told, format!("{crashes} of {}", all.len()));
    browser.evaluate("document.getElementById('search').select()");
    browser.write(" ");
    assert_eq!(sizes(&mut browser).len(), all.len());

    // The second value of the first list of values; by keys, as a list is used.
    browser.evaluate("document.querySelector('.search select').focus()");
    browser.press(Key::Down);
    let chosen = browser.evaluate("document.activeElement.value");
    let count = browser.evaluate(
        "[...document.querySelectorAll('#causes tbody tr')]
            .filter((row) => row.cells[0].textContent === document.activeElement.value).length",
    );
    assert_eq!(count, sizes(&mut browser).len(), "{chosen}");
    assert!(chosen != "" && count.as_u64().unwrap() < all.len() as u64, "{chosen}: {count}");
}

#[test]
fn keys_alone_open_and_copy_in_a_browser_of_the_system() {
    let lab = Lab::new();
    let Some(mut browser) = lab.shown() else { return };
    browser.allow_clipboard();
    // Whatever the tabulator reaches stands in the order in which it is read.
    browser.evaluate("window.last = null");
    let order = "(() => {
        const here = document.activeElement, last = window.last;
        window.last = here;
        const follows = last === null
            || Boolean(last.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING);
        return { name: here.tagName, card: here.closest('details.finding') !== null, follows };
    })()";
    let mut reached = Vec::new();
    loop {
        browser.press(Key::Tab);
        let found = browser.evaluate(order);
        assert_eq!(found["follows"], true, "{found} after {reached:?}");
        reached.push(found["name"].as_str().unwrap().to_owned());
        if found["card"] == true {
            break;
        }
        assert!(reached.len() < 200, "{reached:?}");
    }
    for name in ["A", "INPUT", "SELECT", "BUTTON", "SUMMARY"] {
        assert!(reached.iter().any(|it| it == name), "no {name} in {reached:?}");
    }
    let card = "document.activeElement.closest('details.finding')";
    assert_eq!(browser.evaluate(&format!("{card}.open")), false);
    browser.press(Key::Enter);
    assert_eq!(browser.evaluate(&format!("{card}.open")), true);
    let id = browser.evaluate(&format!("{card}.id"));
    browser.press(Key::Tab);
    assert_eq!(browser.evaluate("document.activeElement.textContent"), "Copy");
    browser.press(Key::Enter);
    let copied = browser.evaluate("navigator.clipboard.readText()");
    let bug = lab.bugs().iter().find(|bug| bug["id"] == id).unwrap();
    let formula = bug["reported_formula"].as_str().unwrap();
    assert_eq!(copied.as_str().unwrap().trim_end(), formula.trim_end());
    assert_eq!(browser.evaluate("document.activeElement.textContent"), "Copied");
}

#[test]
fn links_lead_to_the_files_of_a_finding() {
    let lab = Lab::new();
    let page = fs::read_to_string(&lab.page).unwrap();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&page, options).unwrap();
    let links = document.descendants().filter_map(|node| node.attribute("href"));
    let files: Vec<&str> = links.filter(|link| link.starts_with("./")).collect();
    assert_eq!(files.len(), 3 * lab.bugs().len(), "{files:?}");
    let folder = lab.page.parent().unwrap();
    for file in files {
        let path = file.replace("%2B", "+");
        assert!(folder.join(Path::new(&path)).is_file(), "{file}");
    }
    // From another folder the way is another one; where the folders are not, there are no links.
    let below = folder.join("pages/of today");
    fs::create_dir_all(&below).unwrap();
    let page = below.join("a.html");
    let words = ["report", "etude-hunt", "--out", page.to_str().unwrap()];
    let output = etude_tests::etude_command().current_dir(folder).args(words).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("href=\"./../../etude-hunt/findings/"), "{page}");
    fs::rename(folder.join("etude-hunt/findings"), folder.join("moved")).unwrap();
    stdout(folder, "report etude-hunt --out report.html");
    assert!(!fs::read_to_string(&lab.page).unwrap().contains("formula.smt2</a>"));
}
