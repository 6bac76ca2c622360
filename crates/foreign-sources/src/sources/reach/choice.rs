//! Which of several declarations of a name is read.

use super::{Place, Search};
use crate::ForeignError;
use crate::error::list;

impl Search<'_> {
    /// Of several declarations of a name, those of the same file or folder as what refers to it, or
    /// those in a file of that name: the only one, or the one whose folder holds those of all
    /// others; or else the one that is not a copy by the name of its file. The last two are a
    /// warning.
    pub(super) fn choose(
        &self,
        name: &str,
        places: &[Place],
        from: Option<usize>,
    ) -> Result<(Vec<Place>, Option<String>), ForeignError> {
        if places.len() < 2 {
            return Ok((places.to_vec(), None));
        }
        let near = |is_near: &dyn Fn(usize) -> bool| {
            let near = places.iter().copied().filter(|place| is_near(place.0));
            near.collect::<Vec<Place>>()
        };
        let text = |(unit, item): &Place| {
            let unit = &self.units[*unit];
            &unit.text[unit.scan.items[*item].range.clone()]
        };
        let folder = |unit: usize| self.units[unit].path.parent();
        let same_file = near(&|unit| from == Some(unit));
        let same_folder = near(&|unit| from.is_some_and(|from| folder(from) == folder(unit)));
        if places.iter().all(|place| text(place) == text(&places[0])) {
            // The same one for all that refer to it: Yosys accepts no second one.
            let reached = places.iter().find(|place| self.reached.contains(place));
            let nearest = reached.or(same_file.first()).or(same_folder.first());
            return Ok((vec![*nearest.unwrap_or(&places[0])], None));
        }
        let candidates = if same_folder.is_empty() { places } else { &same_folder };
        let is_named = |place: &&Place| self.units[place.0].is_named(name);
        let same_name: Vec<Place> = candidates.iter().filter(is_named).copied().collect();
        // The one whose folder holds those of all others.
        let is_upper = |place: &&Place| {
            let own = folder(place.0);
            own.is_some_and(|own| {
                let mut others = same_name.iter().filter(|other| other.0 != place.0);
                others.all(|other| {
                    let other = folder(other.0);
                    other.is_some_and(|other| other != own && other.starts_with(own))
                })
            })
        };
        let upper = same_name.iter().filter(is_upper).copied().collect();
        let is_copy = |place: &&Place| {
            places.iter().any(|other| self.units[place.0].is_copy_of(&self.units[other.0]))
        };
        let originals: Vec<Place> =
            candidates.iter().filter(|place| !is_copy(place)).copied().collect();
        let choices =
            [same_file, same_folder.clone(), same_name.clone(), upper, originals, places.to_vec()];
        let one_file = |places: &&Vec<Place>| {
            places.first().is_some_and(|(unit, _)| places.iter().all(|place| place.0 == *unit))
        };
        let place = |(unit, item): &Place| self.units[*unit].place(*item);
        let Some(number) = choices.iter().position(|choice| one_file(&choice)) else {
            let places = places.iter().map(place).collect::<Vec<_>>();
            let (module, places) = (name.into(), list(places.iter()));
            return Err(ForeignError::DeclaredTwice { module, places });
        };
        let choice = choices[number].clone();
        let others = places.iter().filter(|place| !choice.contains(place)).map(place);
        let others = others.collect::<Vec<_>>();
        let warning = (number >= 2 && !others.is_empty()).then(|| {
            let (chosen, others) = (place(&choice[0]), list(others.iter()));
            let why = match number {
                2 if same_folder.is_empty() => format!("the file named `{name}`"),
                2 => format!("the file named `{name}` in the folder of the instance"),
                3 => format!("the uppermost file named `{name}`"),
                _ => "which is not a copy by its name".into(),
            };
            format!("module `{name}` is read from `{chosen}`, {why}, not from {others}")
        });
        Ok((choice, warning))
    }
}
