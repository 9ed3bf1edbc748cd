//! What is wrong with a case file, shown at its place in the text.

use std::ops::Range;
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

/// Why a case file cannot be used. Shown with file, line and column.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The file cannot be read.
    #[error("{}", render_unreadable(path, source, &Renderer::plain()))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The text is wrong in one place or several.
    #[error("{}", render_problems(path, text, problems, &Renderer::plain()))]
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
        match self {
            Self::Unreadable { path, source } => render_unreadable(path, source, &Renderer::styled()),
            Self::Wrong { path, text, problems } => render_problems(path, text, problems, &Renderer::styled()),
        }
    }
}

fn render_unreadable(path: &Path, source: &std::io::Error, renderer: &Renderer) -> String {
    let title = format!("cannot read the case file: {source}");
    let origin = Origin::path(path.display().to_string());
    renderer.render(&[Level::ERROR.primary_title(title).element(origin)])
}

fn render_problems(path: &Path, text: &str, problems: &[Problem], renderer: &Renderer) -> String {
    let path = path.display().to_string();
    let shown = problems.iter().map(|problem| render_problem(problem, &path, text, renderer));
    shown.collect::<Vec<_>>().join("\n\n")
}

fn render_problem(problem: &Problem, path: &str, text: &str, renderer: &Renderer) -> String {
    let annotation = AnnotationKind::Primary.span(problem.span.clone()).label(&problem.advice);
    let snippet = Snippet::source(text).path(path).annotation(annotation);
    renderer.render(&[Level::ERROR.primary_title(&problem.message).element(snippet)])
}
