//! The elements of a picture as text; what is written is escaped, and coordinates are short.

use std::fmt::Write as _;

use outlet::markup;

use super::look::{Look, Marker};

/// A picture under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg {
    body: String,
}

/// The point at which a text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// At its beginning.
    Start,
    /// At its middle.
    Middle,
    /// At its end.
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl Svg {
    /// A text; `class` says how it looks.
    pub(crate) fn text(&mut self, at: (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let (x, y) = (short(at.0), short(at.1));
        let (anchor, text) = (anchor.name(), escaped(text));
        self.write(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// A title, and what is counted below it.
    pub(crate) fn heading(&mut self, at: (f64, f64), title: &str, unit: &str) {
        let (x, y, title, unit) = (short(at.0), short(at.1), escaped(title), escaped(unit));
        self.write(format_args!(
            "<text x=\"{x}\" y=\"{y}\"><tspan class=\"strong\">{title}</tspan>\
             <tspan class=\"faint\" dx=\"8\">{unit}</tspan></text>"
        ));
    }

    /// A text that ends at a place and rises to it.
    pub(crate) fn slanted(&mut self, at: (f64, f64), text: &str) {
        let (x, y, text) = (short(at.0), short(at.1), escaped(text));
        self.write(format_args!(
            "<text class=\"label\" transform=\"translate({x} {y}) rotate(-60)\" \
             text-anchor=\"end\">{text}</text>"
        ));
    }

    /// A straight line.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(short);
        self.write(format_args!(
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        ));
    }

    /// A rectangle: the corner on the upper left, the width and the height. `title` is shown to who
    /// points at it.
    pub(crate) fn rect(&mut self, corner: (f64, f64), size: (f64, f64), class: &str, title: &str) {
        let [x, y, width, height] = [corner.0, corner.1, size.0, size.1].map(short);
        let title = titled(title);
        self.write(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" \
             height=\"{height}\">{title}</rect>"
        ));
    }

    /// A line through places.
    pub(crate) fn polyline(&mut self, places: &[(f64, f64)], look: &Look) {
        let mut path = String::new();
        for (x, y) in places {
            let letter = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{} {}", short(*x), short(*y));
        }
        let dash = look.dash;
        let dash =
            if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
        self.write(format_args!("<path class=\"line\"{dash} d=\"{path}\"/>"));
    }

    /// The mark of a value.
    pub(crate) fn marker(&mut self, at: (f64, f64), look: &Look, radius: f64, title: &str) {
        let path = outline(look.marker, at, radius);
        let class = if look.is_hollow { "mark hollow" } else { "mark" };
        let title = titled(title);
        self.write(format_args!("<path class=\"{class}\" d=\"{path}\">{title}</path>"));
    }

    /// Writes what `draw` draws, in the colour of a class.
    pub(crate) fn group(&mut self, class: &str, draw: impl FnOnce(&mut Self)) {
        self.write(format_args!("<g class=\"{class}\">"));
        draw(self);
        self.write(format_args!("</g>"));
    }

    /// The whole picture: an element that stands alone, or in a page.
    pub(crate) fn finish(self, size: (f64, f64), title: &str, description: &str) -> String {
        let (width, height) = (short(size.0.ceil()), short(size.1.ceil()));
        let (title, description) = (escaped(title), escaped(description));
        let (style, body) = (include_str!("style.css").trim_end(), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"etude-figure\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n<style>\n{style}\n</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
        )
    }

    fn write(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "{element}");
    }
}

fn titled(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!("<title>{}</title>", escaped(title)) }
}

/// The outline of a mark around a place.
fn outline(marker: Marker, (x, y): (f64, f64), radius: f64) -> String {
    let around = |corners: &[(f64, f64)]| {
        let mut path = String::new();
        for (right, down) in corners {
            let letter = if path.is_empty() { 'M' } else { 'L' };
            let (x, y) = (short(x + right * radius), short(y + down * radius));
            let _ = write!(path, "{letter}{x} {y}");
        }
        path.push('Z');
        path
    };
    match marker {
        Marker::Circle => {
            let (left, y, radius) = (short(x - radius), short(y), short(radius));
            let across = format!("a{radius} {radius} 0 1 0");
            let width = short(2.0 * radius.parse::<f64>().expect("it was written as a number"));
            format!("M{left} {y}{across} {width} 0{across} -{width} 0Z")
        }
        Marker::Square => around(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Marker::Triangle => around(&[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)]),
        Marker::Down => around(&[(0.0, 1.15), (1.1, -0.85), (-1.1, -0.85)]),
        Marker::Diamond => around(&[(0.0, -1.3), (1.0, 0.0), (0.0, 1.3), (-1.0, 0.0)]),
        Marker::Bar => around(&[(-1.4, -0.4), (1.4, -0.4), (1.4, 0.4), (-1.4, 0.4)]),
        Marker::Post => around(&[(-0.4, -1.4), (0.4, -1.4), (0.4, 1.4), (-0.4, 1.4)]),
        Marker::Plus => around(&[
            (-0.4, -1.3),
            (0.4, -1.3),
            (0.4, -0.4),
            (1.3, -0.4),
            (1.3, 0.4),
            (0.4, 0.4),
            (0.4, 1.3),
            (-0.4, 1.3),
            (-0.4, 0.4),
            (-1.3, 0.4),
            (-1.3, -0.4),
            (-0.4, -0.4),
        ]),
    }
}

/// A coordinate with at most one digit after the point.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns a text as XML holds it. In a picture, control characters are gaps, and what XML cannot
/// hold at all is left out.
fn escaped(text: &str) -> String {
    markup(text, |c| match c {
        '\u{fffe}' | '\u{ffff}' => Some(""),
        c if c.is_control() => Some(" "),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot; ");
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, 2.25, -0.01, -3.5].map(short), ["1", "2.2", "0", "-3.5"]);
    }
}
