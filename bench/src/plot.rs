//! The picture of a measurement: the symbols of each model on a logarithmic scale, and the totals.

use std::fmt::Write as _;

use crate::contestants::Contestant;
use crate::peers::Row;
use crate::tables::Total;

const LABELS: f64 = 250.0;
const PLOT: f64 = 600.0;
const WIDTH: f64 = LABELS + PLOT + 40.0;
const ROW: f64 = 15.0;
const TOP: f64 = 84.0;
/// Typestar's default first, then colours that differ for most eyes.
const COLOURS: [&str; 10] =
    ["#d6202f", "#e88a91", "#2b6cb0", "#63a4dd", "#a9cdec", "#2f855a", "#6bbf8a", "#b7791f", "#7b5ea7", "#666666"];

/// The picture as SVG.
pub fn svg(rows: &[Row], all: &[Contestant]) -> String {
    let scale = Scale::of(rows);
    let bottom = TOP + rows.len() as f64 * ROW;
    let height = bottom + 90.0 + all.len() as f64 * 20.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"11\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"15\" font-weight=\"600\">Symbols until the right model, perfect oracle \
         (fewer is better)</text>\n"
    );
    legend(&mut text, all);
    grid(&mut text, &scale, bottom);
    for (index, row) in rows.iter().enumerate() {
        dots(&mut text, &scale, row, TOP + (index as f64 + 0.5) * ROW);
    }
    totals(&mut text, rows, all, bottom + 50.0);
    text + "</svg>\n"
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

fn legend(text: &mut String, all: &[Contestant]) {
    let mut x = 12.0;
    for (index, contestant) in all.iter().enumerate() {
        let name = contestant.name();
        dot(text, index, x + 5.0, 43.0);
        let _ = writeln!(text, "<text x=\"{}\" y=\"47\">{name}</text>", x + 14.0);
        x += 30.0 + 6.2 * name.len() as f64;
    }
}

fn grid(text: &mut String, scale: &Scale, bottom: f64) {
    let mut power = scale.low;
    while power <= scale.high {
        let x = scale.x(10f64.powf(power));
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" \
             fill=\"#666\">{}</text>",
            TOP - 8.0,
            crate::tables::grouped(10u64.pow(power as u32))
        );
        power += 1.0;
    }
}

fn dots(text: &mut String, scale: &Scale, row: &Row, y: f64) {
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{} <tspan fill=\"#888\">{}/{}</tspan></text><path d=\"M{LABELS} \
         {y}h{PLOT}\" stroke=\"#f0f0f0\"/>",
        LABELS - 10.0,
        y + 4.0,
        row.model.replace('&', "&amp;").replace('<', "&lt;"),
        row.states,
        row.inputs
    );
    for (index, outcome) in row.outcomes.iter().enumerate().rev() {
        if let Some(cost) = outcome.cost() {
            dot(text, index, scale.x(cost.symbols as f64), y);
        }
    }
}

/// The mark of a contestant; the first one has a shape of its own.
fn dot(text: &mut String, index: usize, x: f64, y: f64) {
    let colour = COLOURS[index % COLOURS.len()];
    let _ = match index {
        0 => writeln!(text, "<path d=\"M{x:.1} {}l5 5l-5 5l-5 -5z\" fill=\"{colour}\"/>", y - 5.0),
        _ => writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"3.5\" fill=\"{colour}\" fill-opacity=\".85\"/>"),
    };
}

/// For each peer a bar: its symbols for each one of the first contestant.
fn totals(text: &mut String, rows: &[Row], all: &[Contestant], top: f64) {
    let totals: Vec<Total> = (0..all.len()).map(|index| Total::of(rows, 0, index)).collect();
    let times = |total: &Total| total.symbols[1] as f64 / total.symbols[0].max(1) as f64;
    let most = totals.iter().map(times).fold(1.0, f64::max);
    let unit = (PLOT - 150.0) / most;
    let _ = writeln!(
        text,
        "<text x=\"12\" y=\"{}\" font-size=\"13\" font-weight=\"600\">All models that both finished, {} = 1</text>",
        top - 12.0,
        all[0].name()
    );
    for (index, (contestant, total)) in all.iter().zip(&totals).enumerate() {
        let y = top + index as f64 * 20.0;
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><rect x=\"{LABELS}\" y=\"{y}\" width=\"{:.1}\" \
             height=\"14\" rx=\"2\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{}\">{:.2} <tspan fill=\"#888\">({} models)\
             </tspan></text>",
            LABELS - 10.0,
            y + 11.0,
            contestant.name(),
            unit * times(total),
            COLOURS[index % COLOURS.len()],
            LABELS + unit * times(total) + 6.0,
            y + 11.0,
            times(total),
            total.models
        );
    }
    let x = LABELS + unit;
    let _ = writeln!(
        text,
        "<path d=\"M{x:.1} {}v{}\" stroke=\"#222\" stroke-dasharray=\"3 3\"/>",
        top - 4.0,
        all.len() as f64 * 20.0
    );
}
