//! Test suites find out every machine that they promise to.

mod common;

use common::{Random, Size, dot_files, family, live_hypothesis, models, say};
use typestar_learn::{Identifiers, SuiteKind, suite};
use typestar_model::{ObservationTree, minimise, read_dot};

#[test]
#[ignore]
fn sizes() {
    let Some(folder) = models("sizes") else { return };
    for path in dot_files(&folder.join("mealy")) {
        let machine = minimise(&read_dot(&std::fs::read_to_string(&path).unwrap()).unwrap());
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if std::env::var("ONLY").is_ok_and(|only| !name.contains(&only)) {
            continue;
        }
        if !machine.is_complete() {
            say(&format!("{name} partial"));
            continue;
        }
        let hypothesis = live_hypothesis(&machine, &[]);
        let mut line = format!("{name:40} {:4}x{:<3}", machine.len(), machine.inputs().len());
        let begun = std::time::Instant::now();
        let mean = |i: &Identifiers| {
            let (mut c, mut l) = (0, 0);
            for s in hypothesis.live() {
                c += i.of(s).len();
                l += i.of(s).iter().map(Vec::len).sum::<usize>();
            }
            let n = hypothesis.access.len() as f64;
            format!("{:.2}/{:.2}", c as f64 / n, l as f64 / n)
        };
        line += &format!(" hsi {}", mean(&Identifiers::harmonised(&hypothesis)));
        line += &format!(" {:?}", begun.elapsed());
        let begun = std::time::Instant::now();
        line += &format!(" ads {}", mean(&Identifiers::adaptive(&hypothesis)));
        line += &format!(" {:?}", begun.elapsed());
        let begun = std::time::Instant::now();
        line += &format!(" w {}", mean(&Identifiers::characterising(&hypothesis)));
        line += &format!(" single {}", mean(&Identifiers::single(&hypothesis)));
        line += &format!(" {:?} |", begun.elapsed());
        if machine.len() * machine.inputs().len() < 3000 {
            for kind in [SuiteKind::W(1), SuiteKind::Wp(1), SuiteKind::Hsi(1), SuiteKind::H(1), SuiteKind::HybridAds(1)]
            {
                let begun = std::time::Instant::now();
                let mut tree = ObservationTree::new();
                let mut s = suite(&kind, &hypothesis, 1);
                let (mut words, mut symbols) = (0, 0);
                while let Some(word) = s.next_word(&tree) {
                    words += 1;
                    symbols += word.len();
                    if matches!(kind, SuiteKind::H(_)) {
                        tree.insert(&word, &machine.run(&word)).unwrap();
                    }
                }
                line += &format!(
                    " {kind} {} {:.0}ns",
                    words + symbols,
                    begun.elapsed().as_nanos() as f64 / (words + symbols) as f64
                );
            }
        }
        say(&line);
    }
    let _ = (Random::new(1), Size { states: 1, inputs: 1 }, family("lock"));
}
