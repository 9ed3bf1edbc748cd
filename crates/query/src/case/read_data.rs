//! Reads what a case file says of data: `[types]`, `[inputs.actions]` and `[outputs.actions]`.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use toml::Spanned;
use typestar_learn::register::theory::read_theory;
use typestar_model::register::{Domain, is_name};
use typestar_model::{OutputKind, Value, WAIT};

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
        let mut spec = TypeSpec { name, domain, theory, ..TypeSpec::default() };
        self.limits(&table, meant, &mut spec);
        for (constant, value) in table.values_by_name("constants") {
            self.check_constant(&constant, seen);
            let what = format!("the constant `{}`", constant.get_ref());
            let told = self.told(&what, &value, (&spec.name, meant));
            let is_left_out = meant.is_some_and(|meant| meant.holds(&told) && !spec.allowed(meant).holds(&told));
            if is_left_out {
                let advice =
                    format!("a constant is given to the system, too: change it, or what `{}` allows", spec.name);
                self.problems.add(value.span(), format!("{what} is none of the values that may be given"), advice);
            }
            spec.constants.push((constant.into_inner(), told));
        }
        table.finish();
        spec
    }

    /// A value of a type, which is told if it has the wrong one.
    fn told(&self, what: &str, value: &Spanned<Value>, (name, meant): (&str, Option<Domain>)) -> Value {
        let told = meant.map_or_else(|| value.get_ref().clone(), |meant| in_domain(value.get_ref(), meant));
        if let Some(meant) = meant.filter(|meant| !meant.holds(&told)) {
            let advice = format!("`{name}` has {}", domain_text(meant));
            self.problems.add(value.span(), format!("{what} has the wrong type"), advice);
        }
        told
    }

    /// Which values may be given: `min`, `max`, `nonempty` and `values`.
    fn limits(&self, table: &Table<'_>, meant: Option<Domain>, spec: &mut TypeSpec) {
        let (min, max) = (table.plain_value("min"), table.plain_value("max"));
        let told = |what: &str, value: &Spanned<Value>| self.told(what, value, (&spec.name, meant));
        let end = |what: &str, value: &Option<Spanned<Value>>| value.as_ref().map(|value| told(what, value));
        let (least, most) = (end("`min`", &min), end("`max`", &max));
        let values = table.plain_values("values");
        let listed: Option<Vec<Value>> = values
            .as_ref()
            .map(|values| values.get_ref().iter().map(|value| told("a value of `values`", value)).collect());
        (spec.min, spec.max, spec.values) = (least, most, listed);
        spec.nonempty = table.flag("nonempty").unwrap_or_default();
        self.check_ends(table, meant, (min, max));
        values.iter().for_each(|values| self.check_list(table, values, spec));
    }

    fn check_ends(
        &self,
        table: &Table<'_>,
        meant: Option<Domain>,
        (min, max): (Option<Spanned<Value>>, Option<Spanned<Value>>),
    ) {
        for (key, is_of_texts) in [("min", false), ("max", false), ("nonempty", true)] {
            let is_wrong = meant.is_some_and(|meant| (meant == Domain::Text) != is_of_texts);
            if let Some(place) = table.key_span(key).filter(|_| is_wrong) {
                let (kind, advice) = match is_of_texts {
                    true => ("texts", "for numbers there are `min`, `max` and `values`"),
                    false => ("numbers", "for texts there are `nonempty` and `values`"),
                };
                self.problems.add(place, format!("`{key}` is for {kind}"), advice);
            }
        }
        let (Some(min), Some(max)) = (min, max) else { return };
        let domain = meant.unwrap_or(Domain::Decimal);
        let (least, most) = (in_domain(min.get_ref(), domain), in_domain(max.get_ref(), domain));
        if least.order(&most) == Some(Ordering::Greater) {
            let message = format!("`max` is less than `min`, which is {}", min.get_ref());
            self.problems.add(max.span(), message, "no value is left: exchange them");
        }
    }

    /// A list says it all, and says it once.
    fn check_list(&self, table: &Table<'_>, values: &Spanned<Vec<Spanned<Value>>>, spec: &TypeSpec) {
        for key in ["min", "max", "nonempty"] {
            if let Some(place) = table.key_span(key) {
                self.problems.add(place, format!("`{key}` beside `values` says nothing more"), "remove one of them");
            }
        }
        if values.get_ref().is_empty() {
            self.problems.add(values.span(), "`values` is empty", "list at least one value, or remove it");
        }
        let mut seen = BTreeSet::new();
        for value in values.get_ref().iter().filter(|value| !seen.insert(value.get_ref().clone())) {
            self.problems.add(
                value.span(),
                format!("{} appears twice in `values`", value.get_ref()),
                "remove one of them",
            );
        }
        if spec.theory.as_ref().is_some_and(|theory| theory.starts_with("sums")) {
            self.problems.add(values.span(), "sums do not go together with `values`", NO_LIST_OF_SUMS);
        }
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

/// What to write instead of a list, where sums of its values would be none of them.
pub(crate) const NO_LIST_OF_SUMS: &str = "say what is allowed by `min` and `max`, or use another theory";

const DOMAINS: [Domain; 3] = [Domain::Integer, Domain::Decimal, Domain::Text];

fn domain_text(domain: Domain) -> &'static str {
    match domain {
        Domain::Integer => "whole numbers",
        Domain::Decimal => "numbers",
        Domain::Text => "texts",
    }
}
