//! Functions that a program compiles at run time, if it is WebAssembly itself.
//!
//! The program has to export its table, which has to be growable (`--export-table`,
//! `--growable-table`), and the host has to provide the function `compile` of the module `host`. It
//! gets the address and the length of a module that has one function, `run`, and imports the memory
//! of the program from `host`. It adds the function to the table and returns its index; -1 if it
//! cannot.

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

/// Adds the function of a module to the table of this program. Returns its index, which is what a
/// function pointer is here; `None` if the host cannot compile it.
#[cfg(target_family = "wasm")]
pub fn compile(module: &[u8]) -> Option<usize> {
    #[link(wasm_import_module = "host")]
    #[expect(unsafe_code, reason = "the host is another program")]
    unsafe extern "C" {
        safe fn compile(module: *const u8, length: usize) -> isize;
    }
    usize::try_from(compile(module.as_ptr(), module.len())).ok()
}
