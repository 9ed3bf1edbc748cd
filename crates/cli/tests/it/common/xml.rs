//! A strict reader of small XML texts: whatever is not well formed ends the test.

use std::collections::BTreeMap;

/// An element with what it holds.
pub struct Element {
    /// Its name.
    pub name: String,
    /// Its attributes.
    pub attributes: BTreeMap<String, String>,
    /// The elements inside it.
    pub children: Vec<Element>,
    /// The text inside it, without that of its children.
    pub text: String,
}

impl Element {
    /// The root of a document.
    #[track_caller]
    pub fn root(document: &str) -> Self {
        let allowed = |c: char| matches!(c, '\t' | '\n') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
        assert!(document.chars().all(allowed), "a character that no XML may hold");
        let rest = document.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a declaration");
        let (root, rest) = element(rest);
        assert_eq!(rest.trim(), "", "something follows the root");
        root
    }

    /// An attribute that has to be there.
    #[track_caller]
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).unwrap_or_else(|| panic!("<{}> has no {name}", self.name))
    }

    /// An attribute that is a number.
    #[track_caller]
    pub fn number(&self, name: &str) -> usize {
        self.attribute(name).parse().expect("a number")
    }

    /// The first element inside it with this name.
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }
}

/// The element at the beginning of the text, and what follows it.
fn element(text: &str) -> (Element, &str) {
    let text = text.strip_prefix('<').unwrap_or_else(|| panic!("no element: {text}"));
    let (tag, mut rest) = text.split_once('>').expect("the end of a tag");
    assert!(!tag.contains('<'), "a tag inside a tag: {tag}");
    let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
    let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut element = Element {
        name: name.to_owned(),
        attributes: read_attributes(attributes),
        children: Vec::new(),
        text: String::new(),
    };
    if is_empty {
        return (element, rest);
    }
    loop {
        let (content, from_tag) = rest.split_at(rest.find('<').expect("a closing tag"));
        element.text += &unescaped(content);
        if let Some(closing) = from_tag.strip_prefix("</") {
            let (closed, after) = closing.split_once('>').expect("the end of a tag");
            assert_eq!(closed, name, "tags are closed in order");
            return (element, after);
        }
        let child;
        (child, rest) = self::element(from_tag);
        element.children.push(child);
    }
}

fn read_attributes(text: &str) -> BTreeMap<String, String> {
    let mut attributes = BTreeMap::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect("an attribute in quotation marks");
        let (value, after) = after.split_once('"').expect("a closing quotation mark");
        assert!(attributes.insert(name.to_owned(), unescaped(value)).is_none(), "{name} twice");
        assert!(after.is_empty() || after.starts_with(' '), "a blank after an attribute: {after}");
        rest = after.trim_start();
    }
    attributes
}

fn unescaped(text: &str) -> String {
    let mut parts = text.split('&');
    let mut read = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (entity, after) = part.split_once(';').expect("the end of an entity");
        read.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            _ => panic!("an unknown entity: {entity}"),
        });
        read += after;
    }
    read
}
