//! The picture of a measurement: the symbols of each model on a logarithmic scale, and the totals.

use std::fmt::Write as _;

use crate::contestants::{Contestant, Runner};
use crate::peers::Row;
use crate::tables::{Total, grouped};

const LABELS: f64 = 280.0;
const PLOT: f64 = 600.0;
const WIDTH: f64 = LABELS + PLOT + 40.0;
const ROW: f64 = 15.0;
const TOP: f64 = 99.0;
const BAR: f64 = 20.0;

/// How a contestant is drawn.
struct Mark {
    /// Its place among all contestants; the first has a shape of its own.
    index: usize,
    name: String,
    colour: &'static str,
}

/// The picture as SVG.
pub fn svg(rows: &[Row], all: &[Contestant]) -> String {
    let (scale, marks) = (Scale::of(rows), marks(all));
    let bottom = TOP + rows.len() as f64 * ROW;
    let height = bottom + 60.0 + marks.len() as f64 * BAR;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"11\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"15\" font-weight=\"600\">Symbols until the right model, perfect oracle \
         (fewer is better)</text>\n"
    );
    legend(&mut text, &marks);
    grid(&mut text, &scale, bottom);
    for (index, row) in rows.iter().enumerate() {
        dots(&mut text, &scale, &marks, row, TOP + (index as f64 + 0.5) * ROW);
    }
    totals(&mut text, rows, &marks, bottom + 50.0);
    text + "</svg>\n"
}

/// The contestants that are drawn, each tool in shades of one colour. The whole command takes the same symbols as its
/// learner and is left out.
fn marks(all: &[Contestant]) -> Vec<Mark> {
    let drawn = all.iter().enumerate().filter(|(_, contestant)| !matches!(contestant.runner, Runner::Command(_)));
    let mark = |(index, contestant): (usize, &Contestant)| {
        let shades = match contestant.tool {
            "typestar" => ["#d6202f", "#f08a5d", "#e88a91", "#f3b0c3", "#b83280"],
            "AALpy" => ["#2b6cb0", "#63a4dd", "#a9cdec", "#1a365d", "#4299e1"],
            _ => ["#2f855a", "#9ac53f", "#b7791f", "#44337a", "#718096"],
        };
        let before = all[..index].iter().filter(|other| other.tool == contestant.tool).count();
        Mark { index, name: contestant.name(), colour: shades[before % shades.len()] }
    };
    drawn.map(mark).collect()
}

/// From symbols to places.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(rows: &[Row]) -> Self {
        let costs = rows.iter().flat_map(|row| &row.outcomes).filter_map(|outcome| outcome.cost());
        let logs: Vec<f64> = costs.map(|cost| (cost.symbols.max(1) as f64).log10()).collect();
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min).min(6.0).floor();
        let high = logs.iter().copied().fold(0.0, f64::max).max(low + 1.0).ceil();
        Self { low, high }
    }

    fn x(&self, symbols: f64) -> f64 {
        LABELS + (symbols.max(1.0).log10() - self.low) / (self.high - self.low) * PLOT
    }
}

fn legend(text: &mut String, marks: &[Mark]) {
    let (mut x, mut y) = (12.0, 43.0);
    for mark in marks {
        let width = 30.0 + 6.2 * mark.name.len() as f64;
        if x + width > WIDTH {
            (x, y) = (12.0, y + ROW);
        }
        dot(text, mark, x + 5.0, y);
        let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{}\">{}</text>", x + 14.0, y + 4.0, mark.name);
        x += width;
    }
}

fn grid(text: &mut String, scale: &Scale, bottom: f64) {
    for power in scale.low as u32..=scale.high as u32 {
        let symbols = 10u64.pow(power);
        let x = scale.x(symbols as f64);
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" \
             fill=\"#666\">{}</text>",
            TOP - 8.0,
            grouped(symbols)
        );
    }
}

fn dots(text: &mut String, scale: &Scale, marks: &[Mark], row: &Row, y: f64) {
    let _ = writeln!(
        text,
        "<path d=\"M{LABELS} {y}h{PLOT}\" stroke=\"#f0f0f0\"/><text x=\"{}\" y=\"{base}\" \
         text-anchor=\"end\">{}</text><text x=\"{}\" y=\"{base}\" text-anchor=\"end\" fill=\"#888\">{}/{}</text>",
        LABELS - 56.0,
        row.model.replace('&', "&amp;").replace('<', "&lt;"),
        LABELS - 10.0,
        row.states,
        row.inputs,
        base = y + 4.0,
    );
    for mark in marks.iter().rev() {
        if let Some(cost) = row.outcomes[mark.index].cost() {
            dot(text, mark, scale.x(cost.symbols as f64), y);
        }
    }
}

fn dot(text: &mut String, mark: &Mark, x: f64, y: f64) {
    let colour = mark.colour;
    let _ = match mark.index {
        0 => writeln!(text, "<path d=\"M{x:.1} {}l5 5l-5 5l-5 -5z\" fill=\"{colour}\"/>", y - 5.0),
        _ => writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"3.5\" fill=\"{colour}\" fill-opacity=\".85\"/>"),
    };
}

/// For each contestant a bar: its symbols for each one of the first.
fn totals(text: &mut String, rows: &[Row], marks: &[Mark], top: f64) {
    let totals: Vec<Total> = marks.iter().map(|mark| Total::of(rows, marks[0].index, mark.index)).collect();
    let times = |total: &Total| total.symbols[1] as f64 / total.symbols[0].max(1) as f64;
    let unit = (PLOT - 150.0) / totals.iter().map(times).fold(1.0, f64::max);
    let _ = writeln!(
        text,
        "<text x=\"12\" y=\"{}\" font-size=\"13\" font-weight=\"600\">All models that both finished, {} = 1</text>\
         <path d=\"M{:.1} {}v{}\" stroke=\"#222\" stroke-dasharray=\"3 3\"/>",
        top - 12.0,
        marks[0].name,
        LABELS + unit,
        top - 4.0,
        marks.len() as f64 * BAR
    );
    for (index, (mark, total)) in marks.iter().zip(&totals).enumerate() {
        bar(text, mark, times(total), total.models, unit, top + index as f64 * BAR);
    }
}

fn bar(text: &mut String, mark: &Mark, times: f64, models: usize, unit: f64, y: f64) {
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\">{}</text><rect x=\"{LABELS}\" y=\"{y}\" width=\"{:.1}\" \
         height=\"14\" rx=\"2\" fill=\"{}\"/><text x=\"{}\" y=\"{base}\" \
         text-anchor=\"end\">{times:.2} ({models} models)</text>",
        LABELS - 10.0,
        mark.name,
        unit * times,
        mark.colour,
        LABELS + PLOT,
        base = y + 11.0,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Cost;
    use crate::peers::Outcome;

    fn contestant(tool: &'static str, learner: &str) -> Contestant {
        let runner = Runner::OfTable(Vec::new());
        Contestant { tool, version: "1".to_owned(), learner: learner.to_owned(), runner, most_states: None }
    }

    #[test]
    fn a_model_without_a_result_has_no_mark_there() {
        let all = [contestant("typestar", "lsharp"), contestant("AALpy", "KV"), contestant("AALpy", "L#")];
        let learned = || Outcome::Learned(Cost { states: 2, symbols: 100, ..Cost::default() });
        let outcomes = vec![learned(), Outcome::TimedOut, learned()];
        let rows = [Row { model: "a<b".to_owned(), states: 2, inputs: 1, outcomes }];
        let picture = svg(&rows, &all);
        assert_eq!(picture.matches("<circle").count(), 2 + 1, "two in the legend, one in the row");
        assert!(picture.contains("a&lt;b") && !picture.contains("NaN"), "{picture}");
    }
}
