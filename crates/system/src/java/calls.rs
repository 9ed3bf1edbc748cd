//! The call of a method that nobody has said anything of.

use typestar_model::guarded::GuardedMethod;
use typestar_model::{Symbol, Value};

/// The call of a method with the plainest arguments there are: 0, `true`, `"a"`, an array of one, a fresh object.
pub(crate) fn simplest_call(method: &GuardedMethod) -> Symbol {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_parameter_has_a_plain_argument() {
        let call = |name: &str, parameters: &[&str]| {
            let parameters = parameters.iter().map(|&parameter| parameter.to_owned()).collect();
            simplest_call(&GuardedMethod { name: name.to_owned(), parameters, returns: "void".to_owned() })
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
