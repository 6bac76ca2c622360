/// Returns the path of a field of a module in the hierarchy, as a `&'static str`, such as
/// `"alu.carry"` for the field `carry` of the field `alu`.
///
/// The compiler checks that the fields exist, so that a signal, a register or an instance cannot be
/// renamed without its paths. The fields must be visible. A string after the path is appended, for
/// names that a backend forms from the field's.
///
/// ```
/// # use rust_hdl::prelude::*;
/// # use rust_hdl_describe::*;
/// #[derive(Default, Module)]
/// struct Counter {
///     clock: Signal<In, Clock>,
///     count: DFF<Bits<4>>,
///     seen: RAM<Bits<8>, 4>,
/// }
/// # impl Logic for Counter { fn update(&mut self) {} }
///
/// #[derive(Default, Module)]
/// struct Watch<const N: usize> {
///     minutes: Counter,
/// }
/// # impl<const N: usize> Logic for Watch<N> { fn update(&mut self) {} }
///
/// const MINUTES: &str = field_path!(Watch<60>, minutes.count);
/// assert_eq!(MINUTES, "minutes.count");
/// assert_eq!(field_path!(Watch<60>, minutes), "minutes");
/// assert_eq!(field_path!(Watch<60>, minutes.seen, ".memory"), "minutes.seen.memory");
/// ```
///
/// ```compile_fail,E0609
/// # use rust_hdl::prelude::*;
/// # use rust_hdl_describe::*;
/// #[derive(Default, Module)]
/// struct Counter {
///     total: DFF<Bits<4>>,
/// }
/// # impl Logic for Counter { fn update(&mut self) {} }
///
/// // error: no field `count` on type `Counter`
/// const COUNT: &str = field_path!(Counter, count);
/// ```
#[macro_export]
macro_rules! field_path {
    ($module:ty, $field:ident $(. $inner:ident)* $(, $suffix:literal)?) => {{
        const _: usize = ::core::mem::offset_of!($module, $field $(. $inner)*);
        concat!(stringify!($field) $(, ".", stringify!($inner))* $(, $suffix)?)
    }};
}
