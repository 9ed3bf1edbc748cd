//! JUnit XML: what a build server shows of a conformance suite.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use typestar_model::{Inputs, Step, one_line};
use typestar_query::{Conformance, Draft, Judgement, Mismatch, TestWord};
use typestar_view::escape;

use crate::exit::Failure;

/// A JUnit file that is written as the words are run: one test case for each.
///
/// The totals stand at its beginning and are known at the end, so room is left for them. The file has another name until
/// it is complete.
pub struct Junit {
    path: PathBuf,
    draft: Draft,
    file: BufWriter<File>,
    system: String,
    errors: u64,
}

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

impl Junit {
    /// Begins a file about a system.
    pub fn create(path: &Path, system: &str) -> Result<Self, Failure> {
        let wrong = |why: &dyn std::fmt::Display| Failure::usage(format!("cannot write {}: {why}", path.display()));
        if path.exists() && !path.is_file() {
            return Err(wrong(&"it is not a file; give --junit a file name"));
        }
        let (draft, file) = Draft::create(path).map_err(|error| wrong(&error))?;
        let mut junit =
            Self { path: path.to_owned(), draft, file: BufWriter::new(file), system: escape(system), errors: 0 };
        let room = " ".repeat(junit.head([u64::MAX; 4]).len());
        let written = writeln!(junit.file, "{DECLARATION}{room}>");
        written.map_err(|error| junit.cannot(&error))?;
        Ok(junit)
    }

    /// Adds the test case of one word.
    pub fn add(&mut self, inputs: &Inputs, test: &TestWord, judgement: &Judgement) -> Result<(), Failure> {
        self.errors += u64::from(matches!(judgement, Judgement::Unanswered(_)));
        let (system, word) = (&self.system, escape(&inputs.show(&test.word)));
        let result = result(judgement);
        let written = match result.is_empty() {
            true => writeln!(self.file, "  <testcase classname=\"{system}\" name=\"{word}\"/>"),
            false => writeln!(self.file, "  <testcase classname=\"{system}\" name=\"{word}\">{result}</testcase>"),
        };
        written.map_err(|error| self.cannot(&error))
    }

    /// Completes the file.
    pub fn finish(mut self, sum: &Conformance) -> Result<(), Failure> {
        self.complete(sum).map_err(|error| self.cannot(&error))
    }

    fn complete(&mut self, sum: &Conformance) -> io::Result<()> {
        if !sum.findings.is_empty() {
            let messages: Vec<String> = sum.findings.iter().map(|finding| escape(&finding.message)).collect();
            writeln!(self.file, "  <system-err>{}</system-err>", messages.join("\n"))?;
        }
        writeln!(self.file, "</testsuite>")?;
        let tests = sum.words() + sum.skipped + self.errors;
        let head = self.head([tests, sum.failed + sum.flaky, self.errors, sum.skipped]);
        self.file.seek(SeekFrom::Start(DECLARATION.len() as u64))?;
        self.file.write_all(head.as_bytes())?;
        self.file.flush()?;
        self.draft.complete()
    }

    fn head(&self, [tests, failures, errors, skipped]: [u64; 4]) -> String {
        format!(
            "<testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" \
             time=\"0\"",
            self.system
        )
    }

    fn cannot(&self, error: &io::Error) -> Failure {
        Failure::failed(format!("cannot write {}: {error}", self.path.display()))
    }
}

/// What stands inside a test case; nothing if the word agreed.
fn result(judgement: &Judgement) -> String {
    match judgement {
        Judgement::Agreed => String::new(),
        Judgement::Failed(difference) => failure("difference", "", difference),
        Judgement::Flaky(difference) => failure("flaky", "; as expected on the second run", difference),
        Judgement::Skipped => "<skipped message=\"outside the learning purpose\"/>".to_owned(),
        Judgement::Unanswered(message) => {
            let first = escape(message.lines().next().unwrap_or_default());
            format!("<error message=\"{first}\" type=\"system\">{}</error>", escape(message))
        }
    }
}

fn failure(kind: &str, more: &str, mismatch: &Mismatch) -> String {
    let Mismatch { observed, expected, why } = mismatch;
    let at = expected.len();
    let (wanted, came) = (expected.last().map_or("", |name| name), observed.get(at - 1));
    let came = came.map_or("nothing", |step| step.output.text());
    let outputs: Vec<&str> = observed.iter().map(|step| step.output.text()).collect();
    let reason = observed.get(at - 1).and_then(Step::reason);
    let reason = reason.map(|reason| format!("\nreason:   {}", one_line(reason))).unwrap_or_default();
    let why = why.as_ref().map(|why| format!("\n{why}")).unwrap_or_default();
    let message = format!("step {at}: expected {wanted}, observed {came}{more}");
    let text = format!("expected: {}\nobserved: {}{reason}{why}", expected.join(" "), outputs.join(" "));
    format!("<failure message=\"{}\" type=\"{kind}\">{}</failure>", escape(&message), escape(&text))
}
