//! How wide text is: an estimate good enough to lay out boxes, without reading any font.

/// The size of state names, in pixels.
pub(crate) const NAME_SIZE: f64 = 14.0;
/// The size of labels, in pixels.
pub(crate) const LABEL_SIZE: f64 = 12.0;
/// The distance between the baselines of two label lines.
pub(crate) const LINE_HEIGHT: f64 = 15.0;

/// Widths of the printable ASCII characters, from space on, in thousandths of the font size of a common sans font.
const ASCII: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // space to slash
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // digits to question mark
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // at sign to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to underscore
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // backtick to o
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to tilde
];

/// The estimated width of `text` at a font size.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(character_width).sum::<f64>() * size / 1000.0
}

fn character_width(character: char) -> f64 {
    match u32::from(character) {
        code @ 0x20..=0x7e => f64::from(ASCII[code as usize - 0x20]),
        0xa0..=0x24f => 600.0,
        0x370..=0x52f => 680.0,
        _ => 1000.0,
    }
}

#[cfg(test)]
mod tests {
    use super::text_width;

    #[test]
    fn wide_letters_are_wider_than_narrow_ones() {
        assert!(text_width("WWW", 12.0) > 2.0 * text_width("iii", 12.0));
        assert_eq!(text_width("0", 1000.0), 556.0);
        assert_eq!(text_width("~", 1000.0), 584.0);
    }
}
