//! Functions that a program compiles at run time, if it is WebAssembly itself.
//!
//! The program has to export its table, which has to be growable (`--export-table`,
//! `--growable-table`), and the host has to provide two functions of the module `host`. `compile`
//! gets the address and the length of a module that has one function, `run`, and imports the memory
//! of the program from `host`. It adds the function to the table and returns its index; -1 if it
//! cannot. `release` gets such an index, which the host may then use for another function.

#![warn(missing_docs)]

pub use wasm_encoder::{BlockType, Function, InstructionSink, MemArg, ValType};

use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, FunctionSection, ImportSection,
    MemArgTarget, MemoryType, Module, TypeSection,
};

/// Returns a module with a function that uses the memory of the program.
pub fn module(parameters: &[ValType], results: &[ValType], function: &Function) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function(parameters.iter().copied(), results.iter().copied());
    let memory = MemoryType {
        minimum: 0,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    let mut imports = ImportSection::new();
    imports.import("host", "memory", EntityType::Memory(memory));
    let mut functions = FunctionSection::new();
    functions.function(0);
    let mut exports = ExportSection::new();
    exports.export("run", ExportKind::Func, 0);
    let mut code = CodeSection::new();
    code.function(function);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
    module.finish()
}

/// What is so many bytes after an address. The address is a multiple of 2 to the power of `align`.
pub fn place(offset: u64, align: u32) -> MemArg {
    MemArg { offset, align, target: MemArgTarget::default(), ordering: None }
}

/// A function that the host has compiled. Dropping it releases the function.
#[cfg(target_family = "wasm")]
#[derive(Debug)]
pub struct Compiled(usize);

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "host")]
#[expect(unsafe_code, reason = "the host is another program")]
unsafe extern "C" {
    #[link_name = "compile"]
    safe fn host_compile(module: *const u8, length: usize) -> isize;
    #[link_name = "release"]
    safe fn host_release(index: usize);
}

/// Adds the function of a module to the table of this program; `None` if the host cannot compile
/// it.
#[cfg(target_family = "wasm")]
pub fn compile(module: &[u8]) -> Option<Compiled> {
    usize::try_from(host_compile(module.as_ptr(), module.len())).ok().map(Compiled)
}

#[cfg(target_family = "wasm")]
impl Compiled {
    /// The index of the function in the table, which is what a function pointer is here. It is
    /// valid until this is dropped.
    pub fn index(&self) -> usize {
        self.0
    }
}

#[cfg(target_family = "wasm")]
impl Drop for Compiled {
    fn drop(&mut self) {
        host_release(self.0);
    }
}
