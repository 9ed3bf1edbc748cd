//! The DOT language as far as machines use it: tokens, statements and attributes, without their meaning.
//!
//! This is a hand-written lexer and parser, one token ahead. What Graphviz allows and no machine uses, such as
//! subgraphs and undirected edges, is refused with a message that says what to write instead. Ports, ranks, colours
//! and all other decoration are passed over. Every node and edge keeps its place in the text for messages.
//!
//! Texts are decoded in two steps, as Graphviz does it. The lexer knows only `\"` and line ends; what other escapes
//! and entities like `&amp;` mean is decided for values of attributes alone, so node ids stay as they are written.

use std::collections::HashMap;

use crate::format::dot::{KIND, entity};
use crate::format::{BYTE_ORDER_MARK, FormatError};

/// A place in the text, both numbers from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    line: usize,
    column: usize,
}

impl Position {
    /// The message at this place.
    pub(super) fn error(self, message: impl Into<String>) -> FormatError {
        FormatError { line: self.line, column: self.column, message: message.into() }
    }
}

/// A graph as it is written: nodes in the order of their first mention, edges in the order of the text.
pub(super) struct Graph {
    pub(super) nodes: Vec<Vertex>,
    pub(super) edges: Vec<Edge>,
    /// What typestar says that it drew, where that is not a machine.
    pub(super) kind: Option<(String, Position)>,
    /// Where the graph ends, for what is wrong with all of it.
    pub(super) end: Position,
}

/// A node, which need not be a state: markers of the start are nodes, too.
pub(super) struct Vertex {
    pub(super) id: String,
    pub(super) attributes: Attributes,
    /// Where it is mentioned first.
    pub(super) position: Position,
}

/// An arrow between two nodes, by their numbers.
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) attributes: Attributes,
    pub(super) position: Position,
}

/// The attributes that mean something to a machine; all others are decoration.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    pub(super) label: Option<String>,
    pub(super) input: Option<String>,
    pub(super) output: Option<String>,
    kind: Option<String>,
}

impl Attributes {
    /// The last one of several settings counts.
    fn set(&mut self, key: &str, value: Option<String>) {
        match key {
            "label" => self.label = value,
            "input" => self.input = value,
            "output" => self.output = value,
            KIND => self.kind = value,
            _ => {}
        }
    }

    /// These attributes, with those that `other` sets replaced.
    fn overlaid(&self, other: &Self) -> Self {
        let pick = |new: &Option<String>, old: &Option<String>| new.clone().or_else(|| old.clone());
        Self {
            label: pick(&other.label, &self.label),
            input: pick(&other.input, &self.input),
            output: pick(&other.output, &self.output),
            kind: None,
        }
    }
}

/// What the text is made of. Names and quoted texts are told apart: only names can be keywords.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Quoted(String),
    Html(String),
    Arrow,
    Mark(char),
    End,
}

impl Token {
    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self, Self::Name(name) if name.eq_ignore_ascii_case(keyword))
    }

    /// As error messages show it.
    fn describe(&self) -> String {
        match self {
            Self::Name(name) | Self::Quoted(name) => format!("{name:?}"),
            Self::Html(_) => "an HTML text".to_owned(),
            Self::Arrow => "'->'".to_owned(),
            Self::Mark(mark) => format!("'{mark}'"),
            Self::End => "the end of the file".to_owned(),
        }
    }
}

/// Reads tokens from the front of a text and counts lines and columns.
struct Lexer<'t> {
    rest: &'t str,
    position: Position,
    /// Only blanks so far on this line: the place where `#` starts a comment.
    at_line_start: bool,
}

impl<'t> Lexer<'t> {
    fn new(text: &'t str) -> Self {
        let rest = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        Self { rest, position: Position { line: 1, column: 1 }, at_line_start: true }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Goes on by one character. All others go through it, so that places are right.
    fn bump(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        if character == '\n' {
            self.position = Position { line: self.position.line + 1, column: 1 };
            self.at_line_start = true;
        } else {
            self.position.column += 1;
            self.at_line_start &= character.is_whitespace();
        }
        Some(character)
    }

    fn next(&mut self) -> Result<(Token, Position), FormatError> {
        self.skip_blanks_and_comments()?;
        let start = self.position;
        let Some(first) = self.bump() else { return Ok((Token::End, start)) };
        let token = match first {
            '"' => Token::Quoted(self.quoted(start)?),
            '<' => Token::Html(self.html(start)?),
            '-' => self.after_dash(start)?,
            '{' | '}' | '[' | ']' | '=' | ';' | ',' | ':' | '+' => Token::Mark(first),
            _ if is_name_character(first) => self.name(first),
            _ => {
                let message = format!("unexpected character {first:?}: put names with special characters in quotes");
                return Err(start.error(message));
            }
        };
        Ok((token, start))
    }

    fn skip_blanks_and_comments(&mut self) -> Result<(), FormatError> {
        loop {
            if self.peek().is_some_and(char::is_whitespace) {
                self.bump();
            } else if self.rest.starts_with("//") || (self.at_line_start && self.rest.starts_with('#')) {
                while self.peek().is_some_and(|character| character != '\n') {
                    self.bump();
                }
            } else if self.rest.starts_with("/*") {
                self.skip_block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn skip_block_comment(&mut self) -> Result<(), FormatError> {
        let start = self.position;
        let length = self.rest[2..].find("*/").ok_or_else(|| start.error("this comment never ends: add */"))?;
        let after = self.rest.len() - (length + 4);
        while self.rest.len() > after {
            self.bump();
        }
        Ok(())
    }

    /// The text up to the closing quote. Only `\"` and a line continuation mean something to the language itself.
    fn quoted(&mut self, start: Position) -> Result<String, FormatError> {
        let mut text = String::new();
        while let Some(character) = self.bump() {
            match character {
                '"' => return Ok(text),
                '\\' => match self.bump() {
                    Some('"') => text.push('"'),
                    Some('\n') => {}
                    Some(other) => text.extend(['\\', other]),
                    None => break,
                },
                other => text.push(other),
            }
        }
        Err(start.error("this quoted text never ends: add a closing quote"))
    }

    /// The text of an HTML label without its tags.
    fn html(&mut self, start: Position) -> Result<String, FormatError> {
        let mut text = String::new();
        let mut depth = 1;
        while let Some(character) = self.bump() {
            match character {
                '<' => depth += 1,
                '>' => depth -= 1,
                other if depth == 1 => text.push(other),
                _ => {}
            }
            if depth == 0 {
                return Ok(text);
            }
        }
        Err(start.error("this HTML text never ends: add a closing >"))
    }

    /// An arrow, or a negative number, which is a name in this language.
    fn after_dash(&mut self, start: Position) -> Result<Token, FormatError> {
        match self.peek() {
            Some('>') => {
                self.bump();
                Ok(Token::Arrow)
            }
            Some('0'..='9' | '.') => Ok(self.name('-')),
            _ => Err(start.error("a machine has directed edges: write -> between two nodes")),
        }
    }

    fn name(&mut self, first: char) -> Token {
        let mut name = String::from(first);
        while let Some(character) = self.peek().filter(|&character| is_name_character(character)) {
            name.push(character);
            self.bump();
        }
        Token::Name(name)
    }
}

/// What a name without quotes can have. All characters beyond ASCII are allowed.
fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.') || !character.is_ascii()
}

/// Reads one directed graph.
pub(super) fn parse(text: &str) -> Result<Graph, FormatError> {
    let mut parser = Parser::new(text)?;
    parser.header()?;
    while parser.token != Token::Mark('}') {
        parser.statement()?;
    }
    parser.graph.end = parser.position;
    parser.advance()?;
    match parser.token {
        Token::End => Ok(parser.graph),
        _ => Err(parser.error("the graph has ended here: keep one graph in a file")),
    }
}

/// Reads statements. It holds the next token, which decides what comes.
struct Parser<'t> {
    lexer: Lexer<'t>,
    token: Token,
    position: Position,
    graph: Graph,
    /// The number of each node by its id.
    numbers: HashMap<String, usize>,
    /// What `node [..]` said last; it holds for nodes that are mentioned first after it.
    node_defaults: Attributes,
    /// What `edge [..]` said last.
    edge_defaults: Attributes,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Result<Self, FormatError> {
        let mut lexer = Lexer::new(text);
        let (token, position) = lexer.next()?;
        Ok(Self {
            lexer,
            token,
            position,
            graph: Graph { nodes: Vec::new(), edges: Vec::new(), kind: None, end: position },
            numbers: HashMap::new(),
            node_defaults: Attributes::default(),
            edge_defaults: Attributes::default(),
        })
    }

    fn error(&self, message: impl Into<String>) -> FormatError {
        self.position.error(message)
    }

    fn advance(&mut self) -> Result<Token, FormatError> {
        let (token, position) = self.lexer.next()?;
        self.position = position;
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// Steps over `mark` if it is next.
    fn accept(&mut self, mark: char) -> Result<bool, FormatError> {
        let found = self.token == Token::Mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// `strict` and the graph's name mean nothing to a machine.
    fn header(&mut self) -> Result<(), FormatError> {
        if self.token.is_keyword("strict") {
            self.advance()?;
        }
        if !self.token.is_keyword("digraph") {
            return Err(self.error(format!("expected digraph, found {}", self.token.describe())));
        }
        self.advance()?;
        if self.token != Token::Mark('{') {
            self.text()?;
        }
        match self.accept('{')? {
            true => Ok(()),
            false => Err(self.error(format!("expected '{{', found {}", self.token.describe()))),
        }
    }

    fn statement(&mut self) -> Result<(), FormatError> {
        if self.accept(';')? {
            return Ok(());
        }
        if self.token == Token::End {
            return Err(self.error("the file ends inside the graph: add '}'"));
        }
        let defaults = ["node", "edge", "graph"].into_iter().find(|keyword| self.token.is_keyword(keyword));
        match defaults {
            Some(keyword) => self.defaults(keyword),
            None => self.nodes_or_assignment(),
        }
    }

    /// An attribute of the graph itself is only of interest if it says what was drawn.
    fn defaults(&mut self, keyword: &str) -> Result<(), FormatError> {
        let position = self.position;
        self.advance()?;
        let attributes = self.attributes()?;
        match keyword {
            "node" => self.node_defaults = self.node_defaults.overlaid(&attributes),
            "edge" => self.edge_defaults = self.edge_defaults.overlaid(&attributes),
            _ => self.graph.kind = attributes.kind.map(|kind| (kind, position)).or(self.graph.kind.take()),
        }
        Ok(())
    }

    /// `name = value`, `node [..]`, or `node -> node -> .. [..]`.
    fn nodes_or_assignment(&mut self) -> Result<(), FormatError> {
        let position = self.position;
        let id = self.node_id()?;
        if self.accept('=')? {
            let value = self.text()?;
            self.graph.kind = self.graph.kind.take().or((id == KIND).then_some((value, position)));
            return Ok(());
        }
        let mut ends = vec![(self.node(id, position)?, position)];
        while self.token == Token::Arrow {
            self.advance()?;
            let position = self.position;
            let id = self.node_id()?;
            ends.push((self.node(id, position)?, position));
        }
        let attributes = self.attributes()?;
        if let [(node, _)] = ends[..] {
            let node = &mut self.graph.nodes[node];
            node.attributes = node.attributes.overlaid(&attributes);
        }
        for pair in ends.windows(2) {
            let ((from, position), (to, _)) = (pair[0], pair[1]);
            let attributes = self.edge_defaults.overlaid(&attributes);
            self.graph.edges.push(Edge { from, to, attributes, position });
        }
        Ok(())
    }

    fn node_id(&mut self) -> Result<String, FormatError> {
        if self.token == Token::Mark('{') || self.token.is_keyword("subgraph") {
            return Err(self.error("subgraphs are not supported: write every node and edge in the graph itself"));
        }
        self.text()
    }

    /// The number of the node `id`, whose port is skipped.
    fn node(&mut self, id: String, position: Position) -> Result<usize, FormatError> {
        while self.accept(':')? {
            self.text()?;
        }
        if let Some(&number) = self.numbers.get(&id) {
            return Ok(number);
        }
        let number = self.graph.nodes.len();
        self.numbers.insert(id.clone(), number);
        self.graph.nodes.push(Vertex { id, attributes: self.node_defaults.clone(), position });
        Ok(number)
    }

    /// Several lists in brackets are one. An attribute without a value is passed over.
    fn attributes(&mut self) -> Result<Attributes, FormatError> {
        let mut attributes = Attributes::default();
        while self.accept('[')? {
            while !self.accept(']')? {
                if self.accept(',')? || self.accept(';')? {
                    continue;
                }
                let key = self.text()?;
                if self.accept('=')? {
                    let value = self.value()?;
                    attributes.set(&key, value);
                }
            }
        }
        Ok(attributes)
    }

    /// A name in any of its spellings, as the language sees it.
    fn text(&mut self) -> Result<String, FormatError> {
        match &self.token {
            Token::Name(_) | Token::Html(_) => {}
            Token::Quoted(_) => return self.joined_quotes(),
            other => return Err(self.error(format!("expected a name, found {}", other.describe()))),
        }
        match self.advance()? {
            Token::Name(text) | Token::Html(text) => Ok(text),
            _ => unreachable!("the token was looked at above"),
        }
    }

    /// `"a" + "b"` is one text.
    fn joined_quotes(&mut self) -> Result<String, FormatError> {
        let mut joined = String::new();
        loop {
            let Token::Quoted(part) = &self.token else {
                return Err(self.error(format!("expected a quoted text, found {}", self.token.describe())));
            };
            joined.push_str(part);
            self.advance()?;
            if !self.accept('+')? {
                return Ok(joined);
            }
        }
    }

    /// The value of an attribute as a reader of the drawing sees it. `\N` stands for the node's own id: no label.
    fn value(&mut self) -> Result<Option<String>, FormatError> {
        let quoted = matches!(self.token, Token::Quoted(_));
        let text = self.text()?;
        Ok(match quoted {
            true if text == "\\N" => None,
            true => Some(decode_entities(&decode_escapes(&text))),
            false => Some(decode_entities(&text)),
        })
    }
}

/// `\n`, `\l` and `\r` end a line; the last two also align it, which means nothing here.
fn decode_escapes(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n' | 'l' | 'r') => decoded.push('\n'),
                Some(other) => decoded.push(other),
                None => decoded.push('\\'),
            },
            other => decoded.push(other),
        }
    }
    decoded
}

/// What is not an entity stays as it is: an `&` is often just an `&`.
fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        decoded.push_str(&rest[..start]);
        rest = &rest[start..];
        let (character, length) = entity(rest).unwrap_or(('&', 1));
        decoded.push(character);
        rest = &rest[length..];
    }
    decoded + rest
}
