//! Timing diagrams: signals over time.

use svg::node::element::path::Data;
use svg::node::element::{Group, Title};

use super::drawing::{
    ACCENT, BORDER, FAINT, FILL, Font, INK, LETTERS, PAPER, QUIET, line, page, point, rectangle,
    text, text_width,
};

/// Signals over time, to be drawn.
///
/// Times are in any unit, as long as it is the same everywhere; the drawing starts at 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timing {
    /// What the drawing shows, for its reader and for a screen reader.
    pub title: String,
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// What happens, told above the rows; any order.
    pub captions: Vec<Caption>,
    /// Times at which something is left out: the rows are drawn broken there. What changed in between is a change after
    /// that time. Any order.
    pub breaks: Vec<u64>,
    /// When the drawing ends. Later changes and captions are not drawn.
    pub end: u64,
}

/// One signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// As it stands to the left.
    pub name: String,
    pub wave: Wave,
}

/// What a signal is, each time with what it is from then on. Times ascend; before the first nothing is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Wave {
    /// A level whose rising edges are marked through all rows, if it is the first such row, and give the scale.
    Clock(Vec<(u64, bool)>),
    /// A level.
    Bit(Vec<(u64, bool)>),
    /// A value of several bits, or a state, as it is to be read. An empty text is a value with nothing to say.
    Bus(Vec<(u64, String)>),
}

/// Something that happens at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    pub time: u64,
    /// One line: "KEY0 released: player's first card 9".
    pub text: String,
}

const MARGIN: f64 = 16.0;
const TITLE_HEIGHT: f64 = 28.0;
const LANE_HEIGHT: f64 = 20.0;
const ROW_HEIGHT: f64 = 30.0;
/// Between the levels of a row.
const SWING: f64 = 20.0;
/// Between names and waves.
const NAME_GAP: f64 = 12.0;
/// How far sideways an edge goes.
const SLANT: f64 = 3.0;
const BREAK_WIDTH: f64 = 28.0;
/// How wide a cycle of the clock is, between these as the values need it.
const CYCLE_WIDTH: (f64, f64) = (40.0, 80.0);

impl Timing {
    /// The drawing as a whole SVG file: ASCII if the texts are, ending in one newline. The same for the same input.
    ///
    /// A value that does not fit between its changes is not written, but is there as a tooltip.
    pub fn svg(&self) -> String {
        let sheet = Sheet::new(self);
        let description = format!("Timing diagram of {} signals.", self.rows.len());
        let mut document = page(sheet.width, sheet.height, &self.title, &description);
        document = document.add(
            text(&self.title, Font::Sans, LETTERS + 2.0, MARGIN, MARGIN + LETTERS)
                .set("font-weight", "bold"),
        );
        document = document.add(sheet.grid()).add(sheet.captions());
        for (index, row) in self.rows.iter().enumerate() {
            document = document.add(sheet.row(index, row));
        }
        format!("{document}\n")
    }
}

/// Where everything goes.
struct Sheet<'t> {
    timing: &'t Timing,
    /// In ascending order.
    breaks: Vec<u64>,
    /// Where the waves begin.
    left: f64,
    /// Pixels in a unit of time.
    scale: f64,
    /// Where the rows begin.
    top: f64,
    width: f64,
    height: f64,
    /// In ascending order of time, with their lanes, 0 the lowest.
    captions: Vec<(&'t Caption, usize)>,
}

impl<'t> Sheet<'t> {
    fn new(timing: &'t Timing) -> Self {
        let names = timing.rows.iter().map(|row| text_width(&row.name, Font::Code, LETTERS));
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
        sheet.captions = sheet.lanes(&captions);
        let lanes = sheet.captions.iter().map(|(_, lane)| lane + 1).max().unwrap_or(0);
        sheet.top = MARGIN + TITLE_HEIGHT + lanes as f64 * LANE_HEIGHT;
        sheet.height = sheet.top + timing.rows.len() as f64 * ROW_HEIGHT + MARGIN;
        let title = MARGIN + text_width(&timing.title, Font::Sans, LETTERS + 2.0) * 1.1;
        let ends = sheet.captions.iter().map(|(caption, _)| sheet.caption_end(caption));
        sheet.width = ends.fold(title.max(sheet.x(timing.end)), f64::max) + MARGIN;
        sheet
    }

    /// Where a time is. At a break, its left side.
    fn x(&self, time: u64) -> f64 {
        let breaks = self.breaks.partition_point(|at| *at < time);
        self.left + time as f64 * self.scale + breaks as f64 * BREAK_WIDTH
    }

    fn caption_end(&self, caption: &Caption) -> f64 {
        self.x(caption.time) + 5.0 + text_width(&caption.text, Font::Sans, LETTERS)
    }

    /// A caption goes above the later ones that begin beneath it: then no pointer crosses a text.
    fn lanes(&self, captions: &[&'t Caption]) -> Vec<(&'t Caption, usize)> {
        let mut placed: Vec<(&Caption, usize)> = Vec::new();
        for caption in captions.iter().rev() {
            let end = self.caption_end(caption) + 8.0;
            let beneath = placed.iter().filter(|(later, _)| self.x(later.time) < end);
            let lane = beneath.map(|(_, lane)| lane + 1).max().unwrap_or(0);
            placed.push((caption, lane));
        }
        placed.reverse();
        placed
    }

    /// The rising edges of the first clock.
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
        for (caption, lane) in &self.captions {
            let x = self.x(caption.time);
            let base = self.top - *lane as f64 * LANE_HEIGHT - 6.0;
            let pointer =
                Data::new().move_to(point(x, base - 10.0)).line_to(point(x, self.height - MARGIN));
            group = group
                .add(line(pointer, ACCENT).set("stroke-dasharray", "3 3"))
                .add(text(&caption.text, Font::Sans, LETTERS, x + 5.0, base).set("fill", ACCENT));
        }
        group
    }

    fn row(&self, index: usize, row: &Row) -> Group {
        let high = self.top + index as f64 * ROW_HEIGHT + (ROW_HEIGHT - SWING) / 2.0;
        let name = text(&row.name, Font::Code, LETTERS, self.left - NAME_GAP, high + SWING - 5.0)
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
            let width = text_width(value, Font::Code, LETTERS);
            if !value.is_empty() && width <= right - left - 2.0 * SLANT {
                let label = text(value, Font::Code, LETTERS, (left + right) / 2.0, low - 5.0);
                segment = segment.add(label.set("text-anchor", "middle"));
            }
            group = group.add(segment);
        }
        group
    }

    /// The values with their places, without those that are none: the same as before, of no duration, beyond the end.
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

    /// The widest part between two places that no break interrupts.
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

    /// Two strokes with nothing in between.
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

/// Pixels in a unit of time: as many as the values need, within what makes a cycle of the clock easy to see.
fn scale(timing: &Timing) -> f64 {
    let cycle = cycle(timing) as f64;
    let mut needed: f64 = 0.0;
    for row in &timing.rows {
        if let Wave::Bus(values) = &row.wave {
            for (index, (time, value)) in values.iter().enumerate() {
                let end = values.get(index + 1).map_or(timing.end, |(next, _)| *next);
                let duration = end.saturating_sub(*time);
                if duration > 0 {
                    let width = text_width(value, Font::Code, LETTERS) + 2.0 * SLANT + 2.0;
                    needed = needed.max(width / duration as f64);
                }
            }
        }
    }
    needed.clamp(CYCLE_WIDTH.0 / cycle, CYCLE_WIDTH.1 / cycle)
}

/// The shortest time between rising edges of a clock; without one, the shortest between changes. At least 1.
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
