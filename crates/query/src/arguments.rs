//! What parameters are given: values by their types, and objects as the system makes them. Guards need many of each; for
//! the order of calls one plain value will do.

use std::collections::BTreeMap;

use typestar_learn::guarded::Callable;
use typestar_model::guarded::GuardedMethod;
use typestar_model::{Decimal, Symbol, Value};

/// How the system makes objects: for each type the texts of arguments that make one; none if nothing can.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Objects(pub(crate) BTreeMap<String, Vec<String>>);

impl Objects {
    /// A method with values for its parameters; none if there is a parameter that nothing can be given.
    pub(crate) fn callable(&self, method: &GuardedMethod) -> Option<Callable> {
        let pools: Vec<Vec<Value>> = method.parameters.iter().map(|kind| self.pool(kind)).collect();
        pools.iter().all(|pool| !pool.is_empty()).then(|| Callable { method: method.clone(), pools })
    }

    /// The values of a type: what is accepted most likely comes first.
    fn pool(&self, kind: &str) -> Vec<Value> {
        match kind {
            "boolean" => vec![Value::Boolean(true), Value::Boolean(false)],
            "int" | "long" => self.with_constants(integers()),
            "byte" | "short" => integers(),
            "float" | "double" => decimals(),
            "char" => vec![text("a"), text("0")],
            "java.lang.Byte" | "java.lang.Short" | "java.lang.Integer" | "java.lang.Long" | "java.lang.Number" => {
                or_null(integers())
            }
            "java.lang.Object" | "java.lang.Comparable" => {
                vec![Value::Integer(1), Value::Null, Value::Integer(2)]
            }
            "java.lang.Boolean" => vec![Value::Boolean(true), Value::Boolean(false), Value::Null],
            "java.lang.Float" | "java.lang.Double" => or_null(decimals()),
            "java.lang.Character" => vec![text("a"), Value::Null],
            "java.lang.String" | "java.lang.CharSequence" => vec![text("a"), text(""), Value::Null],
            array if array.ends_with("[]") => or_null(arrays(array)),
            _ => or_null(self.objects(kind)),
        }
    }

    /// Numbers, and the constants of the class, which it tells as those of `int`.
    fn with_constants(&self, mut numbers: Vec<Value>) -> Vec<Value> {
        for number in self.0.get("int").into_iter().flatten().filter_map(|text| text.parse().ok()) {
            let number = Value::Integer(number);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }

    fn objects(&self, kind: &str) -> Vec<Value> {
        let made = self.0.get(kind);
        made.map_or_else(|| vec![text(&format!("@new {kind}"))], |made| made.iter().map(|made| text(made)).collect())
    }
}

/// The call of a method with the plainest arguments there are: 0, `true`, `"a"`, an array of one, a fresh object.
pub fn plain_call(method: &GuardedMethod) -> Symbol {
    let values = method.parameters.iter().map(|parameter| plainest(parameter)).collect();
    // A name that is a symbol of its own without these values is called as it is, and the host says what is missing.
    Symbol::new(&method.name, values).unwrap_or_else(|_| Symbol::read(&method.name))
}

fn plainest(parameter: &str) -> Value {
    match parameter.strip_prefix("java.lang.").unwrap_or(parameter) {
        "boolean" | "Boolean" => Value::Boolean(true),
        "byte" | "short" | "int" | "long" | "float" | "double" => Value::Integer(0),
        "Byte" | "Short" | "Integer" | "Long" | "Float" | "Double" | "Number" | "Object" | "Comparable" => {
            Value::Integer(0)
        }
        "char" | "Character" | "String" | "CharSequence" => Value::Text("a".to_owned()),
        _ => match parameter.strip_suffix("[]") {
            Some(element) => Value::Text(format!("@new {element}[1]")),
            None => Value::Text(format!("@new {parameter}")),
        },
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn integers() -> Vec<Value> {
    [1, 0, -1, 2].map(Value::Integer).to_vec()
}

fn decimals() -> Vec<Value> {
    [1.0, 0.0, -1.0].into_iter().filter_map(Decimal::new).map(Value::Decimal).collect()
}

/// Arrays of three lengths.
fn arrays(kind: &str) -> Vec<Value> {
    let element = kind.strip_suffix("[]").unwrap_or(kind);
    [1, 0, 2].into_iter().map(|length| text(&format!("@new {element}[{length}]"))).collect()
}

fn or_null(mut values: Vec<Value>) -> Vec<Value> {
    values.push(Value::Null);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_and_objects_are_made_and_may_be_null() {
        let objects =
            Objects(BTreeMap::from([("a.B".to_owned(), vec!["@new a.B".to_owned(), "@new a.B(1)".to_owned()])]));
        assert_eq!(
            objects.pool("byte[]"),
            [text("@new byte[1]"), text("@new byte[0]"), text("@new byte[2]"), Value::Null]
        );
        assert_eq!(objects.pool("a.B"), [text("@new a.B"), text("@new a.B(1)"), Value::Null]);
        let unmade = Objects(BTreeMap::from([("a.B".to_owned(), Vec::new())]));
        assert_eq!(unmade.pool("a.B"), [Value::Null]);
        let constants = Objects(BTreeMap::from([("int".to_owned(), vec!["0".to_owned(), "8".to_owned()])]));
        assert_eq!(constants.pool("int"), [1, 0, -1, 2, 8].map(Value::Integer));
        assert_eq!(objects.pool("a.C"), [text("@new a.C"), Value::Null]);
    }

    #[test]
    fn every_kind_of_parameter_has_a_plain_argument() {
        let call = |name: &str, parameters: &[&str]| {
            let parameters = parameters.iter().map(|&parameter| parameter.to_owned()).collect();
            plain_call(&GuardedMethod { name: name.to_owned(), parameters, returns: "void".to_owned() })
        };
        assert_eq!(call("pop", &[]).text(), "pop");
        assert_eq!(call("push", &["java.lang.Object"]).text(), "push(0)");
        let write = call("write(byte[],int,int)", &["byte[]", "int", "int"]);
        assert_eq!(write.text(), r#"write(byte[],int,int)("@new byte[1]", 0, 0)"#);
        assert_eq!(write.name(), "write(byte[],int,int)");
        let connect = call("connect", &["java.io.PipedInputStream"]);
        assert_eq!(connect.text(), r#"connect("@new java.io.PipedInputStream")"#);
        assert_eq!(call("put", &["char", "boolean", "java.lang.String"]).text(), r#"put("a", true, "a")"#);
    }
}
