//! Routing between two columns: each line is horizontal, then vertical on its track, then
//! horizontal.

/// The heights at which a line enters and leaves the space between two columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Passage {
    pub left: Vec<f64>,
    pub right: Vec<f64>,
}

/// Horizontal lines nearer than this look like one.
const NEAR: f64 = 3.0;
/// The least distance between vertical lines on one track.
const TRACK_GAP: f64 = 6.0;
/// What two lines drawn over each other cost, in crossings.
const OVERLAP: usize = 1000;
/// A limit for the search for fewer crossings.
const ROUNDS: usize = 20;

impl Passage {
    /// Returns the highest and the lowest point.
    pub fn span(&self) -> (f64, f64) {
        let all = || self.left.iter().chain(&self.right).copied();
        (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max))
    }

    /// Returns whether it is one horizontal line.
    pub fn is_straight(&self) -> bool {
        let (top, bottom) = self.span();
        bottom - top < 0.1
    }

    fn crosses(&self, height: f64) -> bool {
        let (top, bottom) = self.span();
        top < height && height < bottom
    }

    /// Returns the cost of the crossings with a line whose track is to the right of this one's.
    fn cost_before(&self, other: &Passage) -> usize {
        let crossings = self.right.iter().filter(|height| other.crosses(**height)).count()
            + other.left.iter().filter(|height| self.crosses(**height)).count();
        let touch = |height: &f64| other.left.iter().any(|left| (left - height).abs() < NEAR);
        crossings + OVERLAP * self.right.iter().filter(|height| touch(height)).count()
    }

    /// Returns whether a line whose track is to the right of this one's is drawn over it.
    pub fn is_overlapped_by(&self, other: &Passage) -> bool {
        self.cost_before(other) >= OVERLAP
    }

    fn needs_own_track(&self, other: &Passage) -> bool {
        let ((top, bottom), (above, below)) = (self.span(), other.span());
        top - TRACK_GAP < below && above < bottom + TRACK_GAP
    }
}

/// Returns the track of each line, counted from the left, and the number of tracks. The order of
/// the tracks avoids crossings.
pub(super) fn tracks(passages: &[Passage]) -> (Vec<usize>, usize) {
    let cost: Vec<Vec<usize>> = passages
        .iter()
        .map(|one| passages.iter().map(|other| one.cost_before(other)).collect())
        .collect();
    let bent = (0..passages.len()).filter(|index| !passages[*index].is_straight());
    let mut order: Vec<usize> = bent.collect();
    for _ in 0..ROUNDS {
        let before = order.clone();
        for line in before.iter() {
            reinsert(&mut order, *line, &cost);
        }
        if order == before {
            break;
        }
    }
    let mut tracks = vec![0; passages.len()];
    let mut count = 0;
    for (place, line) in order.iter().enumerate() {
        let beside = order[..place]
            .iter()
            .filter(|other| passages[*line].needs_own_track(&passages[**other]))
            .map(|other| tracks[*other] + 1);
        tracks[*line] = beside.max().unwrap_or(0);
        count = count.max(tracks[*line] + 1);
    }
    (tracks, count)
}

/// Moves a line to the first place in the order that costs least.
fn reinsert(order: &mut Vec<usize>, line: usize, cost: &[Vec<usize>]) {
    order.retain(|other| *other != line);
    // Each step to the right puts one line before it that was behind.
    let after = order.iter().map(|other| cost[line][*other]).sum::<usize>();
    let costs = order.iter().scan(after, |total, other| {
        *total = *total + cost[*other][line] - cost[line][*other];
        Some(*total)
    });
    let best = [after].into_iter().chain(costs).enumerate().min_by_key(|(_, cost)| *cost);
    order.insert(best.map_or(0, |(place, _)| place), line);
}
