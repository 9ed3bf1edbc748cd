//! A teacher for tests: an oracle over a machine that is known, with honest counts.

use typestar_learn::{Oracle, Plan, Stopped};
use typestar_model::{Inputs, Mealy, ObservationTree, OutputId, Outputs, Seen};

/// Answers plans from a machine and counts what a system would have had to execute.
pub struct Teacher {
    machine: Mealy,
    tree: ObservationTree,
    pub executed: u64,
    pub symbols: u64,
}

impl Teacher {
    pub fn new(machine: Mealy, finals: &[&str]) -> Self {
        let mut tree = ObservationTree::new();
        for name in finals {
            if let Some(output) = machine.outputs().get(name) {
                tree.declare_final(output);
            }
        }
        Self { machine, tree, executed: 0, symbols: 0 }
    }

    fn run(&self, plan: &Plan) -> (Vec<typestar_model::InputId>, Vec<OutputId>) {
        let (mut word, mut outputs) = (Vec::new(), Vec::new());
        let (mut state, mut plan) = (self.machine.initial(), Some(plan));
        while let Some(part) = plan {
            for &input in &part.word {
                let (output, next) = self.machine.step(state, input).unwrap();
                word.push(input);
                outputs.push(output);
                state = next;
                if self.tree.is_final(output) {
                    return (word, outputs);
                }
            }
            plan = part.next(outputs.last().copied());
        }
        (word, outputs)
    }

    fn knows(&self, plan: &Plan) -> bool {
        let (mut node, mut plan, mut last) = (self.tree.root(), Some(plan), None);
        while let Some(part) = plan {
            for &input in &part.word {
                match self.tree.seen(node, input) {
                    Seen::Unknown => return false,
                    Seen::Final(_) => return true,
                    Seen::Step(output, next) => (node, last) = (next, Some(output)),
                }
            }
            plan = part.next(last);
        }
        true
    }
}

impl Oracle for Teacher {
    fn inputs(&self) -> &Inputs {
        self.machine.inputs()
    }
    fn outputs(&self) -> &Outputs {
        self.machine.outputs()
    }
    fn tree(&self) -> &ObservationTree {
        &self.tree
    }
    fn ask(&mut self, mut plans: Vec<Plan>) -> Result<(), Stopped> {
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.word.len()));
        for plan in plans {
            if !self.knows(&plan) {
                let (word, outputs) = self.run(&plan);
                self.executed += 1;
                self.symbols += word.len() as u64;
                self.tree.insert(&word, &outputs).unwrap();
            }
        }
        Ok(())
    }
    fn count_known(&mut self, _: u64) {}
}
