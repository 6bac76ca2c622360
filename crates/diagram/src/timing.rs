//! Timing diagrams: signals over time.

use svg::node::element::path::Data;
use svg::node::element::{Group, Title};

use super::drawing::{
    ACCENT, BORDER, FAINT, FILL, FONT_SIZE, Font, INK, PAPER, QUIET, line, page, point, rectangle,
    text, text_width,
};

/// A timing diagram. All times are in the same, arbitrary unit; the diagram starts at 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timing {
    /// The title, also for screen readers.
    pub title: String,
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
    /// Events, labelled above the rows, in any order.
    pub captions: Vec<Caption>,
    /// Times at which an interval is left out, in any order. The rows are drawn with a break;
    /// changes during the interval are changes after that time.
    pub breaks: Vec<u64>,
    /// The end of the diagram. Later changes and captions are not drawn.
    pub end: u64,
}

/// One signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The label to the left.
    pub name: String,
    /// The values.
    pub wave: Wave,
}

/// The values of a signal, each with the time at which it starts, in ascending order. Nothing is
/// drawn before the first.
#[derive(Clone, Debug, PartialEq)]
pub enum Wave {
    /// A clock. The first clock sets the scale, and grid lines mark its rising edges.
    Clock(Vec<(u64, bool)>),
    /// A bit.
    Bit(Vec<(u64, bool)>),
    /// A multi-bit value or a state as text. Empty texts are drawn without highlight.
    Bus(Vec<(u64, String)>),
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// When it happens.
    pub time: u64,
    /// One line of text.
    pub text: String,
}

const MARGIN: f64 = 16.0;
const TITLE_HEIGHT: f64 = 28.0;
const CAPTION_HEIGHT: f64 = 20.0;
const ROW_HEIGHT: f64 = 30.0;
/// The distance between the two levels of a row.
const SWING: f64 = 20.0;
/// The distance between names and waves.
const NAME_GAP: f64 = 12.0;
/// The horizontal extent of an edge of a bus.
const SLANT: f64 = 3.0;
const BREAK_WIDTH: f64 = 28.0;
/// The minimum and maximum width of a clock cycle.
const CYCLE_WIDTH: (f64, f64) = (40.0, 80.0);

impl Timing {
    /// Returns the diagram as an SVG file, ending in one newline. It is ASCII if the texts are, and
    /// deterministic.
    ///
    /// A value that does not fit between its changes is shown as a tooltip only.
    pub fn svg(&self) -> String {
        let sheet = Sheet::new(self);
        let description = format!("Timing diagram of {} signals.", self.rows.len());
        let mut document = page(sheet.width, sheet.height, &self.title, &description);
        document = document.add(
            text(&self.title, Font::Sans, FONT_SIZE + 2.0, MARGIN, MARGIN + FONT_SIZE)
                .set("font-weight", "bold"),
        );
        document = document.add(sheet.grid()).add(sheet.captions());
        for (index, row) in self.rows.iter().enumerate() {
            document = document.add(sheet.row(index, row));
        }
        format!("{document}\n")
    }
}

/// The layout.
struct Sheet<'t> {
    timing: &'t Timing,
    /// The breaks, in ascending order.
    breaks: Vec<u64>,
    /// The left end of the waves.
    left: f64,
    /// Pixels per unit of time.
    scale: f64,
    /// The top of the rows.
    top: f64,
    width: f64,
    height: f64,
    /// The captions in ascending order of time, with their lines; 0 is the lowest.
    captions: Vec<(&'t Caption, usize)>,
}

impl<'t> Sheet<'t> {
    fn new(timing: &'t Timing) -> Self {
        let names = timing.rows.iter().map(|row| text_width(&row.name, Font::Code, FONT_SIZE));
        let left = MARGIN + names.fold(0.0, f64::max) + NAME_GAP;
        let mut breaks: Vec<u64> =
            timing.breaks.iter().copied().filter(|time| *time <= timing.end).collect();
        breaks.sort_unstable();
        breaks.dedup();
        let scale = scale(timing);
        let mut sheet = Sheet {
            timing,
            breaks,
            left,
            scale,
            top: 0.0,
            width: 0.0,
            height: 0.0,
            captions: vec![],
        };
        let mut captions: Vec<&Caption> =
            timing.captions.iter().filter(|caption| caption.time <= timing.end).collect();
        captions.sort_by_key(|caption| caption.time);
        sheet.captions = sheet.lines(&captions);
        let lines = sheet.captions.iter().map(|(_, line)| line + 1).max().unwrap_or(0);
        sheet.top = MARGIN + TITLE_HEIGHT + lines as f64 * CAPTION_HEIGHT;
        sheet.height = sheet.top + timing.rows.len() as f64 * ROW_HEIGHT + MARGIN;
        let title = MARGIN + text_width(&timing.title, Font::Sans, FONT_SIZE + 2.0) * 1.1;
        let ends = sheet.captions.iter().map(|(caption, _)| sheet.caption_end(caption));
        sheet.width = ends.fold(title.max(sheet.x(timing.end)), f64::max) + MARGIN;
        sheet
    }

    /// Returns the position of a time; at a break, its left side.
    fn x(&self, time: u64) -> f64 {
        let breaks = self.breaks.partition_point(|at| *at < time);
        self.left + time as f64 * self.scale + breaks as f64 * BREAK_WIDTH
    }

    fn caption_end(&self, caption: &Caption) -> f64 {
        self.x(caption.time) + 5.0 + text_width(&caption.text, Font::Sans, FONT_SIZE)
    }

    /// Assigns captions to lines: a caption goes above later ones that start below it, so that
    /// pointers do not cross texts.
    fn lines(&self, captions: &[&'t Caption]) -> Vec<(&'t Caption, usize)> {
        let mut placed: Vec<(&Caption, usize)> = Vec::new();
        for caption in captions.iter().rev() {
            let end = self.caption_end(caption) + 8.0;
            let beneath = placed.iter().filter(|(later, _)| self.x(later.time) < end);
            let line = beneath.map(|(_, line)| line + 1).max().unwrap_or(0);
            placed.push((caption, line));
        }
        placed.reverse();
        placed
    }

    /// Draws the rising edges of the first clock.
    fn grid(&self) -> Group {
        let clock = self.timing.rows.iter().find_map(|row| match &row.wave {
            Wave::Clock(levels) => Some(levels.as_slice()),
            _ => None,
        });
        let mut data = Data::new();
        for (x, is_high) in self.changes(clock.unwrap_or_default()).into_iter().skip(1) {
            if *is_high {
                data = data.move_to(point(x, self.top)).line_to(point(x, self.height - MARGIN));
            }
        }
        Group::new().set("class", "grid").add(line(data, FAINT))
    }

    fn captions(&self) -> Group {
        let mut group = Group::new().set("class", "captions");
        for (caption, line_number) in &self.captions {
            let x = self.x(caption.time);
            let base = self.top - *line_number as f64 * CAPTION_HEIGHT - 6.0;
            let pointer =
                Data::new().move_to(point(x, base - 10.0)).line_to(point(x, self.height - MARGIN));
            group = group
                .add(line(pointer, ACCENT).set("stroke-dasharray", "3 3"))
                .add(text(&caption.text, Font::Sans, FONT_SIZE, x + 5.0, base).set("fill", ACCENT));
        }
        group
    }

    fn row(&self, index: usize, row: &Row) -> Group {
        let high = self.top + index as f64 * ROW_HEIGHT + (ROW_HEIGHT - SWING) / 2.0;
        let name = text(&row.name, Font::Code, FONT_SIZE, self.left - NAME_GAP, high + SWING - 5.0)
            .set("text-anchor", "end");
        let group =
            Group::new().set("class", "signal").set("data-signal", row.name.as_str()).add(name);
        let group = match &row.wave {
            Wave::Clock(levels) => group.add(self.level(levels, high, QUIET)),
            Wave::Bit(levels) => group.add(self.level(levels, high, INK)),
            Wave::Bus(values) => self.bus(group, values, high),
        };
        self.breaks.iter().fold(group, |group, at| {
            group.add(self.break_mark(self.x(*at) + BREAK_WIDTH / 2.0, high))
        })
    }

    fn level(&self, levels: &[(u64, bool)], high: f64, colour: &str) -> svg::node::element::Path {
        let mut data = Data::new();
        for (index, (x, is_high)) in self.changes(levels).into_iter().enumerate() {
            let y = if *is_high { high } else { high + SWING };
            let other = if *is_high { high + SWING } else { high };
            data = match index {
                0 => data.move_to(point(x, y)),
                _ => data.line_to(point(x, other)).line_to(point(x, y)),
            };
        }
        if !data.is_empty() {
            data = data.horizontal_line_to(point(self.x(self.timing.end), 0.0).0);
        }
        line(data, colour).set("stroke-width", 1.5)
    }

    fn bus(&self, mut group: Group, values: &[(u64, String)], high: f64) -> Group {
        let changes = self.changes(values);
        let (low, middle) = (high + SWING, high + SWING / 2.0);
        for (index, (start, value)) in changes.iter().enumerate() {
            let end = changes.get(index + 1).map_or(self.x(self.timing.end), |(next, _)| *next);
            let slant = SLANT.min((end - start) / 2.0);
            let outline = Data::new()
                .move_to(point(*start, middle))
                .line_to(point(start + slant, high))
                .line_to(point(end - slant, high))
                .line_to(point(end, middle))
                .line_to(point(end - slant, low))
                .line_to(point(start + slant, low))
                .close();
            let (stroke, fill) = if value.is_empty() { (FAINT, PAPER) } else { (BORDER, FILL) };
            let mut segment =
                Group::new().set("class", "value").add(line(outline, stroke).set("fill", fill));
            if !value.is_empty() {
                segment = segment.add(Title::new(value.as_str()));
            }
            let (left, right) = self.widest_part(*start, end);
            let width = text_width(value, Font::Code, FONT_SIZE);
            if !value.is_empty() && width <= right - left - 2.0 * SLANT {
                let label = text(value, Font::Code, FONT_SIZE, (left + right) / 2.0, low - 5.0);
                segment = segment.add(label.set("text-anchor", "middle"));
            }
            group = group.add(segment);
        }
        group
    }

    /// Returns the changes with their positions, without repeated values, values of no duration,
    /// and those after the end.
    fn changes<'v, V: PartialEq>(&self, values: &'v [(u64, V)]) -> Vec<(f64, &'v V)> {
        let mut changes: Vec<(u64, &V)> = Vec::new();
        for (time, value) in values.iter().filter(|(time, _)| *time <= self.timing.end) {
            changes.pop_if(|(before, _)| before == time);
            if changes.last().is_none_or(|(_, before)| *before != value) {
                changes.push((*time, value));
            }
        }
        changes.into_iter().map(|(time, value)| (self.x(time), value)).collect()
    }

    /// Returns the widest part between two positions without a break.
    fn widest_part(&self, start: f64, end: f64) -> (f64, f64) {
        let mut parts = Vec::new();
        let mut left = start;
        for at in self.breaks.iter().map(|at| self.x(*at)) {
            if at >= left && at + BREAK_WIDTH <= end {
                parts.push((left, at));
                left = at + BREAK_WIDTH;
            }
        }
        parts.push((left, end));
        let width = |part: &(f64, f64)| part.1 - part.0;
        parts
            .into_iter()
            .max_by(|one, other| width(one).total_cmp(&width(other)))
            .unwrap_or((start, end))
    }

    /// Draws two strokes with a gap.
    fn break_mark(&self, x: f64, high: f64) -> Group {
        let (top, bottom) = (high - 4.0, high + SWING + 4.0);
        let stroke = |x: f64| {
            let data = Data::new().move_to(point(x + 3.0, top)).line_to(point(x - 3.0, bottom));
            line(data, QUIET)
        };
        Group::new()
            .set("class", "break")
            .add(rectangle(x - 3.0, top, 6.0, bottom - top).set("fill", PAPER))
            .add(stroke(x - 3.0))
            .add(stroke(x + 3.0))
    }
}

/// Returns the pixels per unit of time: as many as the values need, within the limits of
/// [`CYCLE_WIDTH`].
fn scale(timing: &Timing) -> f64 {
    let cycle = cycle(timing) as f64;
    let mut needed: f64 = 0.0;
    for row in &timing.rows {
        if let Wave::Bus(values) = &row.wave {
            for (index, (time, value)) in values.iter().enumerate() {
                let end = values.get(index + 1).map_or(timing.end, |(next, _)| *next);
                let duration = end.saturating_sub(*time);
                if duration > 0 {
                    let width = text_width(value, Font::Code, FONT_SIZE) + 2.0 * SLANT + 2.0;
                    needed = needed.max(width / duration as f64);
                }
            }
        }
    }
    needed.clamp(CYCLE_WIDTH.0 / cycle, CYCLE_WIDTH.1 / cycle)
}

/// Returns the shortest clock period; without a clock, the shortest time between changes. At least
/// 1.
fn cycle(timing: &Timing) -> u64 {
    let clocks = timing.rows.iter().filter_map(|row| match &row.wave {
        Wave::Clock(levels) => Some(levels),
        _ => None,
    });
    let edges = clocks.map(|levels| {
        levels.iter().filter(|(_, is_high)| *is_high).map(|(time, _)| *time).collect::<Vec<_>>()
    });
    let changes = timing.rows.iter().map(|row| match &row.wave {
        Wave::Clock(levels) | Wave::Bit(levels) => levels.iter().map(|(time, _)| *time).collect(),
        Wave::Bus(values) => values.iter().map(|(time, _)| *time).collect::<Vec<_>>(),
    });
    let shortest = |times: Vec<Vec<u64>>| {
        let gaps = times.iter().flat_map(|times| {
            times.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).filter(|gap| *gap > 0)
        });
        gaps.min()
    };
    shortest(edges.collect()).or_else(|| shortest(changes.collect())).unwrap_or(timing.end).max(1)
}
