//! Numbers that no value can be.

/// What is wrong with a number in a text such as JSON: an integer beyond 64 bits, which would be rounded, or one that is
/// not finite, which has no form there. Texts in quotes are not looked at.
///
/// ```
/// use typestar_model::number_fault;
/// assert_eq!(number_fault(r#"["got", NaN]"#).unwrap(), "NaN is not a finite number");
/// assert_eq!(number_fault("put(9223372036854775808)").unwrap(), "9223372036854775808 is beyond 64 bits");
/// assert_eq!(number_fault(r#"["NaN", "99999999999999999999", 9223372036854775807, 1e300]"#), None);
/// ```
pub fn number_fault(text: &str) -> Option<String> {
    let mut rest = text;
    loop {
        let (plain, quoted) = rest.split_once('"').unwrap_or((rest, ""));
        let words = plain.split(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        if let Some(fault) = words.filter_map(fault_of).next() {
            return Some(fault);
        }
        rest = after_quote(quoted)?;
    }
}

/// What follows the text whose quote was opened before; none if it is not closed.
fn after_quote(quoted: &str) -> Option<&str> {
    let mut is_escaped = false;
    let end = quoted.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })?;
    Some(&quoted[end + 1..])
}

fn fault_of(word: &str) -> Option<String> {
    match word.trim_start_matches('-') {
        "NaN" | "nan" | "Infinity" | "inf" => Some(format!("{word} is not a finite number")),
        digits if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            word.parse::<i64>().is_err().then(|| format!("{word} is beyond 64 bits"))
        }
        _ => None,
    }
}
