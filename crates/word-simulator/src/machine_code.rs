//! Functions as machine code, and calls of them.
//!
//! It is that of the processor or, in a program that is WebAssembly itself, WebAssembly.

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(target_family = "wasm")]
mod webassembly;

use std::marker::PhantomData;

use super::netlist::{Memory, Netlist};

#[cfg(not(target_family = "wasm"))]
pub(super) use native::{Compiler, FuncId, Program};
#[cfg(target_family = "wasm")]
pub(super) use webassembly::{Compiler, FuncId, Program};

/// No machine code can be generated, for a processor that Cranelift does not know, or because a
/// function is too large.
#[derive(Debug, thiserror::Error)]
#[error("no machine code can be generated: {0}")]
pub struct CompileError(String);

impl CompileError {
    fn new(error: impl std::fmt::Display) -> CompileError {
        CompileError(error.to_string())
    }
}

/// The type of all functions. Their arguments are the state, the memories and a number.
type Entry = unsafe extern "C" fn(*mut u64, *const *mut u8, u64) -> u64;

/// The functions of a netlist.
pub(super) struct Code {
    program: Program,
    states: usize,
    memories: usize,
}

/// A function of some code.
#[derive(Clone, Copy)]
pub(super) struct Function(Entry);

/// The bytes of all memories of a netlist.
pub struct Memories<'m> {
    addresses: Vec<*mut u8>,
    bytes: PhantomData<&'m mut [u8]>,
}

impl<'m> Memories<'m> {
    /// Borrows the bytes of each memory.
    ///
    /// # Panics
    ///
    /// If a memory has another number of bytes.
    pub fn new(memories: &[Memory], bytes: impl IntoIterator<Item = &'m mut [u8]>) -> Memories<'m> {
        let address = |(memory, bytes): (&Memory, &mut [u8])| {
            assert_eq!(bytes.len(), memory.bytes(), "the bytes of a memory");
            bytes.as_mut_ptr()
        };
        let addresses = memories.iter().zip(bytes).map(address).collect();
        Memories { addresses, bytes: PhantomData }
    }
}

impl Code {
    fn new(program: Program, netlist: &Netlist) -> Code {
        Code { program, states: netlist.states as usize, memories: netlist.memories.len() }
    }

    /// A function that has been compiled.
    pub fn function(&self, function: FuncId) -> Function {
        let address = self.program.address(function);
        // SAFETY: `Compiler::function` made it with this signature and the convention of the host.
        Function(unsafe { std::mem::transmute::<*const u8, Entry>(address) })
    }

    /// Calls a function of this code.
    ///
    /// # Panics
    ///
    /// If the state or the memories are not those of the netlist.
    #[inline]
    pub fn call(
        &self,
        function: Function,
        state: &mut [u64],
        memories: &mut Memories,
        argument: u64,
    ) -> u64 {
        assert!(state.len() >= self.states && memories.addresses.len() == self.memories);
        // SAFETY: The code lives as long as `self`. It accesses words of the state below `states`,
        // and memories at addresses that are not wider than theirs, whose sizes `Memories::new` has
        // checked.
        unsafe { function.0(state.as_mut_ptr(), memories.addresses.as_ptr(), argument) }
    }
}
