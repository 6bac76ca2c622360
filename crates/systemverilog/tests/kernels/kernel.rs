//! Makes blocks of tables of kernels.

use rust_hdl_describe::Ports;

/// A block of kernels: one expression, or a few statements, for each output. The inputs are its
/// first ports.
pub trait Kernels: Ports + Default {
    /// The name of its module, without the width.
    const NAME: &'static str;
}

/// Declares a block of `N`-bit kernels from a table. Each row has an output's name, type and
/// expression. Outputs that need statements follow the rows.
///
/// The rows may use
///
/// | name | type | |
/// |---|---|---|
/// | `a`, `b`, `c` | `Bits<N>` | the inputs |
/// | `place` | `Bits<N>` | `c`, limited to `N - 1`: in Rust, `get_bit` and `replace_bit` panic if out of range |
/// | `wide` | `Bits<16>` | a word for which every `Bits<4>` is a valid bit index |
/// | `s`, `t`, `u` | `Signed<N>` | `a`, `b` and `c` in two's complement |
///
/// `#[hdl_gen]` and `self` are arguments because of macro hygiene.
macro_rules! kernels {
    (
        $hash:tt $hdl_gen:tt $self:ident: $block:ident
        { $($output:ident: $ty:ty = { $($expression:tt)* })* }
        { $($assigned:ident: $assigned_ty:ty),* => $($statements:tt)* }
    ) => {
        #[derive(Clone, LogicBlock, rust_hdl_describe::Ports)]
        pub struct $block<const N: usize> {
            pub a: Signal<In, Bits<N>>,
            pub b: Signal<In, Bits<N>>,
            pub c: Signal<In, Bits<N>>,
            last: Constant<Bits<N>>,
            place: Signal<Local, Bits<N>>,
            wide: Signal<Local, Bits<16>>,
            s: Signal<Local, Signed<N>>,
            t: Signal<Local, Signed<N>>,
            u: Signal<Local, Signed<N>>,
            $(pub $output: Signal<Out, $ty>,)*
            $(pub $assigned: Signal<Out, $assigned_ty>,)*
        }

        impl<const N: usize> Default for $block<N> {
            fn default() -> Self {
                Self {
                    a: Default::default(),
                    b: Default::default(),
                    c: Default::default(),
                    last: Constant::new(bits((N - 1) as u64)),
                    place: Default::default(),
                    wide: Default::default(),
                    s: Default::default(),
                    t: Default::default(),
                    u: Default::default(),
                    $($output: Default::default(),)*
                    $($assigned: Default::default(),)*
                }
            }
        }

        impl<const N: usize> Logic for $block<N> {
            $hash $hdl_gen
            fn update(&mut $self) {
                $self.place.next = $self.c.val();
                if $self.c.val() > $self.last.val() {
                    $self.place.next = $self.last.val();
                }
                $self.wide.next = bit_cast::<16, N>($self.c.val()) ^ 0xb2e5;
                $self.s.next = signed_cast($self.a.val());
                $self.t.next = signed_cast($self.b.val());
                $self.u.next = signed_cast($self.c.val());
                $($self.$output.next = $($expression)*;)*
                $($statements)*
            }
        }

        impl<const N: usize> crate::kernel::Kernels for $block<N> {
            const NAME: &'static str = stringify!($block);
        }
    };
}
