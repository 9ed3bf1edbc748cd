//! Reads what a case file says of data: `[types]`, `[inputs.actions]` and `[outputs.actions]`.

use std::collections::BTreeSet;

use typestar_learn::register::theory::read_theory;
use typestar_model::register::{Domain, is_name};
use typestar_model::{OutputKind, WAIT};

use super::data::{ActionSpec, DataSpec, TypeSpec};
use super::read::Reader;
use super::table::{Name, Table, TextOrTable, suggestion};
use crate::run::findings::domain_name;
use crate::run::registers::data::in_domain;

/// An action and the types of its parameters, with places in the text.
type NamedAction = (Name, Vec<Name>);

impl Reader<'_> {
    /// Everything that is said of data, and the places of the input actions; nothing for machines.
    pub(super) fn data(
        &self,
        types: Table<'_>,
        inputs: &Table<'_>,
        outputs: &Table<'_>,
        is_model: bool,
    ) -> (DataSpec, Vec<Name>) {
        let place = types.span();
        let types = self.types(types, is_model);
        let (of_inputs, of_outputs) = (inputs.lists_by_name("actions"), outputs.lists_by_name("actions"));
        if is_model {
            self.not_for_models(inputs, &["actions"]);
            self.not_for_models(outputs, &["actions"]);
        } else if !types.is_empty() && inputs.key_span("actions").is_none() {
            let advice = "name the inputs with the types of their parameters in [inputs.actions]";
            self.problems.add(place, "no action has values of these types", advice);
        }
        let names = of_inputs.iter().map(|(name, _)| name.clone()).collect();
        of_outputs.iter().for_each(|action| self.check_output(action));
        let data = DataSpec {
            inputs: self.actions(of_inputs, &types),
            outputs: self.actions(of_outputs, &types),
            is_acceptor: outputs.flag("acceptor").unwrap_or_default(),
            types,
        };
        (data, names)
    }

    /// The callins of a machine, or the names of the actions of a system with data.
    pub(super) fn callins_or_actions(&self, table: &Table<'_>, actions: Vec<Name>) -> Option<Vec<Name>> {
        let callins = table.names("callins");
        if let (Some(_), Some(place)) = (&callins, table.key_span("actions")) {
            let advice = "remove `callins`: the actions are the inputs";
            self.problems.add(place, "[inputs] has both `callins` and `actions`", advice);
        }
        if actions.is_empty() { callins } else { Some(actions) }
    }

    /// What typestar itself gives a meaning has no values.
    fn check_output(&self, (name, types): &NamedAction) {
        match OutputKind::of(name.get_ref()) == OutputKind::Callback {
            true => self.check_output_name(name),
            false if types.is_empty() => {}
            false => {
                let advice = "use another name: ok, quiet, error, hang, crash and outside have no values";
                self.problems.add(name.span(), format!("`{}` cannot have values", name.get_ref()), advice);
            }
        }
    }

    fn actions(&self, actions: Vec<NamedAction>, types: &[TypeSpec]) -> Vec<ActionSpec> {
        let known: Vec<String> = types.iter().map(|spec| spec.name.clone()).collect();
        let action = |(name, types): NamedAction| {
            types.iter().for_each(|data_type| self.problems.check_listed(data_type, &known, "type"));
            let types = types.into_iter().map(Name::into_inner).collect();
            ActionSpec { name: name.into_inner(), types }
        };
        actions.into_iter().filter(|(name, _)| name.get_ref() != WAIT).map(action).collect()
    }

    /// The types. Those of a model have the domains that its file says, which nobody knows here.
    fn types(&self, table: Table<'_>, is_model: bool) -> Vec<TypeSpec> {
        let mut constants = BTreeSet::new();
        let usual = if is_model { None } else { Some(Domain::Integer) };
        let read = |(name, said): (Name, TextOrTable<'_>)| match said {
            TextOrTable::Text(theory) => {
                let theory = self.theory(&theory, usual);
                TypeSpec { name: name.into_inner(), theory, ..TypeSpec::default() }
            }
            TextOrTable::Table(table) => self.data_type(name.into_inner(), table, usual, &mut constants),
        };
        table.texts_or_tables().into_iter().map(read).collect()
    }

    fn data_type(
        &self,
        name: String,
        table: Table<'_>,
        usual: Option<Domain>,
        seen: &mut BTreeSet<String>,
    ) -> TypeSpec {
        let domain = table.text("domain").and_then(|domain| self.domain(&domain));
        let theory = table.text("theory");
        let meant = domain.or(usual);
        let theory = theory.and_then(|theory| self.theory(&theory, meant));
        let mut constants = Vec::new();
        for (constant, value) in table.values_by_name("constants") {
            self.check_constant(&constant, seen);
            let told = meant.map_or_else(|| value.get_ref().clone(), |meant| in_domain(value.get_ref(), meant));
            if let Some(meant) = meant.filter(|meant| !meant.holds(&told)) {
                let message = format!("the constant `{}` has the wrong type", constant.get_ref());
                self.problems.add(value.span(), message, format!("`{name}` has {}", domain_text(meant)));
            }
            constants.push((constant.into_inner(), told));
        }
        table.finish();
        TypeSpec { name, domain, theory, constants }
    }

    /// Guards name constants beside parameters (`p`, `p1`) and registers (`x1`).
    fn check_constant(&self, constant: &Name, seen: &mut BTreeSet<String>) {
        let name = constant.get_ref();
        let digits = name.strip_prefix(['p', 'x']);
        let is_taken = digits.is_some_and(|digits| digits.chars().all(|digit| digit.is_ascii_digit()));
        if !is_name(name) || is_taken {
            let advice = "use letters, digits and underscores, but not p1 or x1, which guards already use";
            self.problems.add(constant.span(), format!("`{name}` cannot be the name of a constant"), advice);
        }
        if !seen.insert(name.clone()) {
            let message = format!("two constants are called `{name}`");
            self.problems.add(constant.span(), message, "give one of them another name");
        }
    }

    fn domain(&self, name: &Name) -> Option<Domain> {
        let domain = DOMAINS.into_iter().find(|&domain| domain_name(domain) == name.get_ref());
        if domain.is_none() {
            let advice = suggestion(name.get_ref(), DOMAINS.map(domain_name).into_iter(), "domains");
            self.problems.add(name.span(), format!("unknown domain `{}`", name.get_ref()), advice);
        }
        domain
    }

    /// A theory that values of this domain can have; of one that is not known yet, that some numbers can have.
    fn theory(&self, name: &Name, domain: Option<Domain>) -> Option<String> {
        match read_theory(name.get_ref(), domain.unwrap_or(Domain::Decimal)) {
            Ok(_) if domain.is_none() => Some(name.get_ref().clone()),
            Ok(theory) => Some(theory.name()),
            Err(why) => {
                let why = why.to_string();
                let (message, advice) = why.split_once(": ").unwrap_or((&why, "use equality, or another domain"));
                self.problems.add(name.span(), message, advice);
                None
            }
        }
    }
}

const DOMAINS: [Domain; 3] = [Domain::Integer, Domain::Decimal, Domain::Text];

fn domain_text(domain: Domain) -> &'static str {
    match domain {
        Domain::Integer => "whole numbers",
        Domain::Decimal => "numbers",
        Domain::Text => "texts",
    }
}
