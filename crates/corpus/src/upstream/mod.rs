//! Designs of `rust-hdl`'s packages: those in its tests, and those of its board crates. `build.rs`
//! extracts them from the packages.

/// Includes files of tests of a package, each as a module, and declares a function with the cases
/// of all. A design without a list of ports is emitted only. A function after `=>` changes the
/// case.
macro_rules! files {
    ($all:ident, $package:literal; $($file:ident {
        $($block:ident = $new:expr $(, $type:ty { $($ports:tt)* })? $(=> $change:expr)?;)*
    })*) => {
        $(
            #[allow(warnings, clippy::all)]
            mod $file {
                include!(concat!(env!("OUT_DIR"), "/", $package, "/", stringify!($file), ".rs"));

                pub fn cases() -> Vec<crate::case::Case> {
                    use super::*;
                    use crate::case::Case;
                    vec![$({
                        let name = (stringify!($block), concat!("in `", stringify!($file), ".rs`"));
                        let case = crate::case::emitted(name.0, name.1, || Box::new($new));
                        $(
                            let ports = rust_hdl_rtl::ports!($type { $($ports)* });
                            let case = crate::case::case(name.0, name.1, || $new, ports);
                            let case = case.without_coverage();
                        )?
                        $(let change: fn(Case) -> Case = $change; let case = change(case);)?
                        case
                    }),*]
                }
            }
        )*

        fn $all() -> Vec<crate::case::Case> {
            [$($file::cases()),*].into_iter().flatten().collect()
        }
    };
}

mod boards;
mod rust_hdl_tests;

use crate::case::Section;

/// Returns the sections of the corpus that need the feature `upstream`.
pub fn sections() -> Vec<Section> {
    let mut sections = vec![rust_hdl_tests::section()];
    sections.extend(boards::sections());
    sections
}
