//! Text inside SVG and HTML: whatever a system calls its symbols, it stays text.

/// Whether a character that is not seen itself changes the order in which others are shown, or breaks a line.
pub fn rearranges(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `text` with everything escaped that means something in markup, for content and for quoted attributes.
/// Characters that no markup may hold become the replacement character, and those that would rearrange others are shown.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' | '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if rearranges(character) => escaped.extend(character.escape_unicode()),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_that_markup_reads_is_left() {
        assert_eq!(escape("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(escape("a\u{0}b\u{1b}c"), "a\u{fffd}b\u{fffd}c");
    }

    #[test]
    fn what_would_rearrange_a_text_is_shown() {
        assert_eq!(escape("a\u{202e}b\u{2066}c\u{200f}d\u{2028}e"), "a\\u{202e}b\\u{2066}c\\u{200f}d\\u{2028}e");
        assert_eq!(escape("עברית 日本 é"), "עברית 日本 é");
    }
}
