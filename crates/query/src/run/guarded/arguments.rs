//! What parameters are given: values by their kinds, and what the system can make. Guards need many of each; for the
//! order of calls one plain value will do.

use typestar_learn::guarded::Callable;
use typestar_model::guarded::{OfferedMethod, Parameter, ValueKind};
use typestar_model::{Decimal, Symbol, Value};

use crate::case::GivenArgument;

/// A method with values for its parameters, those of the user first; none if there is a parameter that nothing can be
/// given.
pub(crate) fn callable(method: &OfferedMethod, given: &[GivenArgument]) -> Option<Callable> {
    let pool = |(place, parameter): (usize, &Parameter)| {
        let own = given.iter().filter(|given| given.is_for(method, place));
        let mut values: Vec<Value> = own.flat_map(|given| given.fitting(parameter)).collect();
        add_new(&mut values, pool(parameter));
        values
    };
    let pools: Vec<Vec<Value>> = method.parameters.iter().enumerate().map(pool).collect();
    pools.iter().all(|pool| !pool.is_empty()).then(|| Callable { method: method.clone(), pools })
}

/// The values of a parameter: the usual ones of its kind and further ones of the system, or else all that the system
/// makes, as it says; null; and last the ends of its range.
fn pool(parameter: &Parameter) -> Vec<Value> {
    let mut pool = usual(parameter.kind);
    match pool.is_empty() {
        true => pool = parameter.values.clone(),
        false => add_new(&mut pool, parameter.values.clone()),
    }
    add_new(&mut pool, parameter.nullable.then_some(Value::Null));
    if let ValueKind::Integer { min, max } = parameter.kind {
        add_new(&mut pool, [min, max].map(Value::Integer));
    }
    pool
}

/// Adds the values that are not there yet.
fn add_new(pool: &mut Vec<Value>, values: impl IntoIterator<Item = Value>) {
    for value in values {
        if !pool.contains(&value) {
            pool.push(value);
        }
    }
}

/// The values of a kind that need nobody to make them. What is accepted most likely comes first.
fn usual(kind: ValueKind) -> Vec<Value> {
    match kind {
        ValueKind::Boolean => [true, false].map(Value::Boolean).to_vec(),
        ValueKind::Integer { min, max } => {
            [1, 0, -1, 2].into_iter().filter(|number| (min..=max).contains(number)).map(Value::Integer).collect()
        }
        ValueKind::Decimal => [1.0, 0.0, -1.0].into_iter().filter_map(Decimal::new).map(Value::Decimal).collect(),
        ValueKind::Character => vec![text("a")],
        ValueKind::Text => vec![text("a"), text("")],
        ValueKind::Nothing | ValueKind::Enumeration | ValueKind::Array | ValueKind::Collection | ValueKind::Object => {
            Vec::new()
        }
    }
}

/// The call of a method with the plainest arguments there are: 0, `true`, `"a"`, an array of one, a fresh object.
pub fn plain_call(method: &OfferedMethod) -> Symbol {
    let values = method.parameters.iter().map(plainest).collect();
    // A name that is a symbol of its own without these values is called as it is, and the host says what is missing.
    Symbol::new(&method.name, values).unwrap_or_else(|_| Symbol::read(&method.name))
}

fn plainest(parameter: &Parameter) -> Value {
    if let Some(plain) = &parameter.plain {
        return plain.clone();
    }
    match parameter.kind {
        ValueKind::Decimal => Value::Integer(0),
        ValueKind::Integer { min, max } => Value::Integer(0.max(min).min(max)),
        _ => pool(parameter).into_iter().next().unwrap_or(Value::Null),
    }
}

/// Why a method cannot be called like this, if it cannot. A text that begins with `@` stands for what only the system can
/// make, and so may be of any type.
pub(crate) fn refused_call(method: &OfferedMethod, call: &Symbol) -> Option<String> {
    let (wanted, given) = (method.parameters.len(), call.values().len());
    if wanted != given {
        let types: Vec<&str> = method.parameters.iter().map(|parameter| parameter.type_name.as_str()).collect();
        let call = shortened(call.text());
        return Some(format!("`{call}` has {given} values but needs {wanted}: ({})", types.join(", ")));
    }
    let mut pairs = method.parameters.iter().zip(call.values());
    let (parameter, value) = pairs.find(|(parameter, value)| !parameter.takes(value))?;
    let (call, value) = (shortened(call.text()), shortened(&value.to_string()));
    Some(format!("`{call}`: {value} is not of type `{}`", parameter.type_name))
}

/// A text as messages show it: nobody reads a thousand letters.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: ValueKind = ValueKind::Integer { min: -9, max: 9 };

    fn parameter(kind: ValueKind, nullable: bool, values: &[Value]) -> Parameter {
        Parameter { nullable, values: values.to_vec(), ..Parameter::new("a.B", kind) }
    }

    #[test]
    fn a_kind_has_usual_values_and_those_of_the_system_follow() {
        let constants = [Value::Integer(0), Value::Integer(8)];
        assert_eq!(pool(&parameter(INT, false, &constants)), [1, 0, -1, 2, 8, -9, 9].map(Value::Integer));
        let unsigned = ValueKind::Integer { min: 0, max: 255 };
        assert_eq!(pool(&parameter(unsigned, false, &[])), [1, 0, 2, 255].map(Value::Integer));
        assert_eq!(pool(&parameter(ValueKind::Character, false, &[text("0")])), [text("a"), text("0")]);
        assert_eq!(pool(&parameter(ValueKind::Text, true, &[])), [text("a"), text(""), Value::Null]);
    }

    #[test]
    fn the_system_makes_objects_and_says_where_null_comes() {
        let made = [text("@new a.B"), text("@new a.B(1)")];
        let pool_of = |values: &[Value]| pool(&parameter(ValueKind::Object, true, values));
        assert_eq!(pool_of(&made), [text("@new a.B"), text("@new a.B(1)"), Value::Null]);
        assert_eq!(pool_of(&[]), [Value::Null]);
        let anything = [Value::Integer(1), Value::Null, Value::Integer(2)];
        assert_eq!(pool_of(&anything), anything);
        let method = |nullable| OfferedMethod {
            name: "put".to_owned(),
            parameters: vec![parameter(ValueKind::Object, nullable, &[])],
            ..OfferedMethod::default()
        };
        assert!(callable(&method(true), &[]).is_some() && callable(&method(false), &[]).is_none());
    }

    #[test]
    fn what_the_user_gives_comes_first_where_it_is_meant_and_fits() {
        let method = OfferedMethod {
            name: "put(B,int)".to_owned(),
            parameters: vec![parameter(ValueKind::Object, true, &[text("@new a.B")]), parameter(INT, false, &[])],
            ..OfferedMethod::default()
        };
        let pools = |typed: &str| {
            let given = GivenArgument::typed(typed).expect("an argument");
            callable(&method, &[given]).expect("all can be made").pools
        };
        let usual = callable(&method, &[]).expect("all can be made").pools;
        assert_eq!(pools("B=@new a.B(7), null")[0], [text("@new a.B(7)"), Value::Null, text("@new a.B")]);
        assert_eq!(pools("put.arg2=5,77")[1][..2], [5, 1].map(Value::Integer));
        assert_eq!(pools("put.arg2=5")[0], usual[0]);
        assert_eq!(pools("other=5"), usual);
    }

    #[test]
    fn long_texts_are_not_printed_in_full() {
        let method = OfferedMethod {
            name: "put".to_owned(),
            parameters: vec![parameter(INT, false, &[])],
            ..OfferedMethod::default()
        };
        let call = Symbol::new("put", vec![text(&"a".repeat(9_000))]).expect("a symbol");
        let refused = refused_call(&method, &call).expect("no number");
        assert!(refused.len() < 300 && refused.contains("is not of type `a.B`"), "{refused}");
    }

    #[test]
    fn every_kind_of_parameter_has_a_plain_argument() {
        let call = |name: &str, parameters: &[Parameter]| {
            let (name, parameters) = (name.to_owned(), parameters.to_vec());
            plain_call(&OfferedMethod { name, parameters, ..OfferedMethod::default() })
        };
        let [integer, character, flag] =
            [INT, ValueKind::Character, ValueKind::Boolean].map(|kind| parameter(kind, false, &[]));
        let array = parameter(ValueKind::Array, true, &[text("@new byte[1]"), text("@new byte[0]")]);
        let member =
            Parameter { plain: Some(text("@new a.B")), ..parameter(ValueKind::Enumeration, true, &[text("A")]) };
        assert_eq!(call("pop", &[]).text(), "pop");
        let write = call("write(byte[],int)", &[array, integer]);
        assert_eq!(write.text(), r#"write(byte[],int)("@new byte[1]", 0)"#);
        assert_eq!(write.name(), "write(byte[],int)");
        assert_eq!(call("set", &[member]).text(), r#"set("@new a.B")"#);
        assert_eq!(call("put", &[character, flag]).text(), r#"put("a", true)"#);
        assert_eq!(call("put", &[parameter(ValueKind::Object, false, &[])]).text(), "put(null)");
    }
}
