//! What is wrong with a case file, shown at its place in the text.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

/// Why a case file cannot be used. Shown with file, line and column.
#[derive(Debug)]
pub enum CaseError {
    /// The file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The text is wrong in one place or several.
    Wrong {
        /// The file.
        path: PathBuf,
        /// The text of the file.
        text: String,
        /// What is wrong, in the order of the text; at least one problem.
        problems: Vec<Problem>,
    },
}

/// One thing that is wrong with a case file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub advice: String,
}

impl CaseError {
    /// What is wrong in the text; nothing if the file cannot be read at all.
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Unreadable { .. } => &[],
            Self::Wrong { problems, .. } => problems,
        }
    }

    /// The message with colours, for terminals.
    pub fn styled(&self) -> String {
        self.render(&Renderer::styled())
    }

    fn render(&self, renderer: &Renderer) -> String {
        match self {
            Self::Unreadable { path, source } => {
                let title = format!("cannot read the case file: {source}");
                let origin = Origin::path(path.display().to_string());
                renderer.render(&[Level::ERROR.primary_title(title).element(origin)])
            }
            Self::Wrong { path, text, problems } => {
                let path = path.display().to_string();
                let shown = problems.iter().map(|problem| render_problem(problem, &path, text, renderer));
                shown.collect::<Vec<_>>().join("\n\n")
            }
        }
    }
}

fn render_problem(problem: &Problem, path: &str, text: &str, renderer: &Renderer) -> String {
    let annotation = AnnotationKind::Primary.span(problem.span.clone()).label(&problem.advice);
    let snippet = Snippet::source(text).path(path).annotation(annotation);
    renderer.render(&[Level::ERROR.primary_title(&problem.message).element(snippet)])
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&Renderer::plain()))
    }
}

impl std::error::Error for CaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            Self::Wrong { .. } => None,
        }
    }
}
