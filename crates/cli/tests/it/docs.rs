//! The commands in the README and in the guide do what these pages say.
//!
//! Of every page, the blocks marked `console` run in sequence in a folder of their own, beside a copy of the zoo.
//! A line that begins with `$ ` is a command; the lines after it are what it says. There `...` stands for anything, and
//! times, blanks and the progress that a slow machine shows do not count. A block marked `LANGUAGE file=NAME` is written to that file.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::common::{android_cache, has};
use tempfile::TempDir;

/// The two commands of the README that start with a fresh clone.
const DEMO: &str = "cargo run --release -- demo";
const TEST: &str = "./test";

/// Where the Android framework is, if it was fetched.
static ANDROID: LazyLock<Option<&str>> = LazyLock::new(|| android_cache(34));

/// Something that a page says.
enum Part {
    Shown { command: String, said: Vec<String> },
    File { name: String, text: String },
}

#[test]
fn the_commands_in_the_docs_do_what_the_docs_say() {
    if !has("python3") {
        return;
    }
    let faults: Vec<String> = std::thread::scope(|scope| {
        let pages: Vec<_> = pages().into_iter().map(|page| scope.spawn(move || faults_of(&page))).collect();
        pages.into_iter().flat_map(|page| page.join().expect("a page is read")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn the_readme_has_exactly_the_two_commands_for_a_fresh_clone() {
    let commands = |page: &Path| -> Vec<String> {
        parts(&read(page)).into_iter().filter_map(Part::command).filter(|command| !is_for_users(command)).collect()
    };
    assert_eq!(commands(&root().join("README.md")), [DEMO, TEST]);
    for page in pages() {
        assert!(commands(&page).iter().all(|command| command == DEMO || command == TEST), "{}", page.display());
    }
    assert!(root().join("test").is_file());
}

#[test]
fn the_picture_in_the_readme_is_the_one_of_the_demo() {
    let folder = new_folder();
    let ran = run(folder.path(), "typestar demo");
    assert!(ran.status.success(), "{}", text(&ran.stdout));
    let (drawn, kept) = (folder.path().join("demo.run/model.svg"), root().join("docs/pictures/media-player.svg"));
    let same = read(&drawn) == read(&kept);
    assert!(same, "the picture changed: copy model.svg of `typestar demo` to {}", kept.display());
}

#[test]
fn the_table_in_the_readme_has_the_words_that_are_executed() {
    let folder = new_folder();
    let readme = read(&root().join("README.md"));
    let rows: Vec<Vec<&str>> = readme.lines().map(cells).filter(|row| row.len() == 8 && is_number(row[1])).collect();
    assert_eq!(rows.len(), 16);
    let right: Vec<String> = rows.iter().map(|row| measured_row(folder.path(), row)).collect();
    let written: Vec<String> = rows.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
    assert!(right == written, "the table should be\n{}", right.join("\n"));
}

/// The row of the table for the same class, with the words that are really executed.
fn measured_row(folder: &Path, row: &[&str]) -> String {
    let learn = format!("typestar learn sim:zoo/{}.dot --errors error --quiet --json --fresh", row[0]);
    let bound = "--tester 'distinguisher-bound(2)'";
    let quiet = format!("{bound} --assume quiet-is-stable");
    let [(states, all), (_, quiet), (_, challenged)] = [bound, &quiet, ""].map(|options| {
        let ran = run(folder, &format!("{learn} {options}"));
        let summary: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("one JSON object");
        let words = |phase: &str| summary[phase]["executed"].as_u64().unwrap_or(0);
        (summary["states"].to_string(), words("learning") + words("testing") + words("challenge"))
    });
    // What it costs as a component is checked where components are learned; what it cost before is history.
    format!("| {} | {states} | {} | {all} | {quiet} | {challenged} | {} | {} |", row[0], row[2], row[6], row[7])
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

fn is_number(cell: &str) -> bool {
    cell.parse::<u64>().is_ok()
}

#[test]
fn links_in_the_docs_lead_somewhere() {
    let mut broken = Vec::new();
    for page in all_pages() {
        for link in links(&read(&page)) {
            let target = link.split('#').next().unwrap_or_default();
            if !target.is_empty() && !page.with_file_name(target).exists() {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

impl Part {
    fn command(self) -> Option<String> {
        match self {
            Self::Shown { command, .. } => Some(command),
            Self::File { .. } => None,
        }
    }
}

/// Whether a command works wherever typestar is installed.
fn is_for_users(command: &str) -> bool {
    !command.contains("cargo") && !command.starts_with("./")
}

/// The README and the guide: the pages whose commands run.
fn pages() -> Vec<PathBuf> {
    [vec![root().join("README.md")], pages_in("docs/guide")].concat()
}

fn all_pages() -> Vec<PathBuf> {
    let folders = [
        ".",
        "docs/guide",
        "docs/reference",
        "docs/decisions",
        "docs/gallery",
        "zoo",
        "cases",
        "hosts",
        "hosts/java",
        "hosts/android",
        "cases/android",
        "hosts/transcripts",
    ];
    folders.into_iter().flat_map(pages_in).collect()
}

fn pages_in(folder: &str) -> Vec<PathBuf> {
    let entries = root().join(folder).read_dir().expect("the folder of docs is there");
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    pages
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The blocks of a page that are run or written.
fn parts(page: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(mark) = line.strip_prefix("```") else { continue };
        let mut block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        if mark == "console" {
            assert!(block.first().is_some_and(|line| line.starts_with("$ ")), "no command in ```console: {block:?}");
            block.retain(|line| !line.is_empty());
            parts.extend(shown(&block));
        } else if let Some((_, name)) = mark.split_once(" file=") {
            parts.push(Part::File { name: name.to_owned(), text: block.join("\n") + "\n" });
        }
    }
    parts
}

/// The commands of a block, with what they say.
fn shown(block: &[&str]) -> Vec<Part> {
    let starts: Vec<usize> = (0..block.len()).filter(|&at| block[at].starts_with("$ ")).collect();
    let ends = starts.iter().skip(1).copied().chain([block.len()]);
    let part = |(start, end): (usize, usize)| Part::Shown {
        command: block[start]["$ ".len()..].to_owned(),
        said: block[start + 1..end].iter().map(|&line| line.to_owned()).collect(),
    };
    starts.iter().copied().zip(ends).map(part).collect()
}

/// Runs a page; what is not as it says.
fn faults_of(page: &Path) -> Vec<String> {
    let folder = new_folder();
    let mut faults = Vec::new();
    if read(page).contains("typestar try java:") && !has("javac") {
        return Vec::new();
    }
    if read(page).contains("typestar init --lang android") && ANDROID.is_none() {
        return Vec::new();
    }
    for part in parts(&read(page)) {
        match part {
            Part::File { name, text } => std::fs::write(folder.path().join(name), text).expect("a file is written"),
            Part::Shown { command, .. } if command == TEST => {}
            Part::Shown { command, said } => {
                let ran = run(folder.path(), &command.replacen("cargo run --release -- ", "typestar ", 1));
                let really = text(&ran.stdout);
                if !ran.status.success() || !says(&said, &really) {
                    let (page, status) = (page.display(), ran.status);
                    faults.push(format!("{page}: `{command}` ({status}) really says:\n{really}"));
                }
            }
        }
    }
    faults
}

/// A folder with a copy of the zoo's machines, of its register automata, and of the case that the README learns.
fn new_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for part in ["zoo", "zoo/register", "cases/fifo", "hosts/python"] {
        std::fs::create_dir_all(folder.path().join(part)).expect("a folder is made");
        let entries = root().join(part).read_dir().expect("the part is there").map(|entry| entry.expect("an entry"));
        for file in entries.filter(|entry| entry.path().is_file()) {
            std::fs::copy(file.path(), folder.path().join(part).join(file.file_name())).expect("a file is copied");
        }
    }
    folder
}

/// Runs a command like a user who has installed typestar; stdout and stderr together.
fn run(folder: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_typestar")).parent().expect("a program is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("TYPESTAR_CACHE", ANDROID.unwrap_or(concat!(env!("CARGO_TARGET_TMPDIR"), "/cache")))
        .output()
        .expect("a shell runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether a text is what a page says that it is. A page that says nothing does not mind.
fn says(said: &[String], really: &str) -> bool {
    let words = |line: &str| without_times(line.split_whitespace().map(str::to_owned).collect());
    let said: Vec<Vec<String>> = said.iter().map(|line| words(line)).collect();
    let lines = really.lines().filter(|line| !is_progress(line));
    let really: Vec<Vec<String>> = lines.map(words).filter(|line| !line.is_empty()).collect();
    let any = |line: &Vec<String>| line == &["..."];
    said.is_empty()
        || matches(&said, &really, &any, &|one, other| matches(one, other, &|word| word == "...", &PartialEq::eq))
}

/// Whether a line tells how it stands; there are some every few seconds.
fn is_progress(line: &str) -> bool {
    ["learning", "testing", "challenge"].iter().any(|phase| line.starts_with(&format!("{phase}: round ")))
}

/// The same words, with all times alike.
fn without_times(mut words: Vec<String>) -> Vec<String> {
    for at in 1..words.len() {
        let unit = words[at].trim_end_matches([',', ';', '.', ')']);
        if ["ms", "s"].contains(&unit) && words[at - 1].trim_start_matches('(').parse::<f64>().is_ok() {
            words[at - 1] = "TIME".to_owned();
            words[at] = "TIME".to_owned();
        }
    }
    words
}

/// Whether a pattern, in which some parts stand for any number of others, fits.
fn matches<T>(pattern: &[T], really: &[T], any: &dyn Fn(&T) -> bool, same: &dyn Fn(&T, &T) -> bool) -> bool {
    match (pattern, really) {
        ([], _) => really.is_empty(),
        ([first, rest @ ..], _) if any(first) => {
            (0..=really.len()).any(|skipped| matches(rest, &really[skipped..], any, same))
        }
        ([first, rest @ ..], [one, others @ ..]) => same(first, one) && matches(rest, others, any, same),
        _ => false,
    }
}

/// The links of a page to other files of the repository.
fn links(page: &str) -> Vec<String> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.contains('\n')).map(str::to_owned).collect()
}
