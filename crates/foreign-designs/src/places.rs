//! Where signals are declared.

use std::collections::BTreeMap;

/// The declarations of the signals of a design, in the order of its netlist.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct Places {
    files: Vec<String>,
    /// The file and the line of each, if Yosys knows it.
    lines: Vec<Option<(u32, u32)>>,
}

impl Places {
    /// Reads Yosys's places, such as `lab.sv:12.3-12.9|top.sv:4.1-9.2`, of which the first counts.
    pub(crate) fn of<'s>(sources: impl Iterator<Item = Option<&'s str>>) -> Places {
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let lines = sources.map(|source| {
            let first = source?.split('|').next()?;
            let (file, position) = first.rsplit_once(':')?;
            let line = position.split(['.', '-']).next()?.parse().ok()?;
            let next = numbers.len() as u32;
            Some((*numbers.entry(file.to_string()).or_insert(next), line))
        });
        let lines = lines.collect();
        let mut files: Vec<(u32, String)> =
            numbers.into_iter().map(|(file, number)| (number, file)).collect();
        files.sort();
        Places { files: files.into_iter().map(|(_, file)| file).collect(), lines }
    }

    /// Gives the files other names.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        self.files.iter_mut().for_each(|file| *file = name(file));
    }

    /// The place of a signal with this index in the netlist, such as `lab.sv:12`.
    pub fn get(&self, signal: usize) -> Option<String> {
        let (file, line) = (*self.lines.get(signal)?)?;
        Some(format!("{}:{line}", self.files.get(file as usize)?))
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn a_place_is_the_first_file_and_line_of_yosys() {
        let sources = [
            Some("a.sv:12.3-12.9"),
            None,
            Some("C:/b.sv:4.1-9.2|a.sv:1.1-1.2"),
            Some("a.sv:7"),
            Some(""),
            Some("a.sv:x"),
        ];
        let mut places = Places::of(sources.into_iter());
        places.rename(|file| file.replace("a.sv", "lab.sv"));
        let read: Vec<Option<String>> = (0..7).map(|signal| places.get(signal)).collect();
        let expected =
            [Some("lab.sv:12"), None, Some("C:/b.sv:4"), Some("lab.sv:7"), None, None, None];
        assert_eq!(read, expected.map(|place| place.map(str::to_owned)));
    }
}
