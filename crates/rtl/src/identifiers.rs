//! The names that are legal in SystemVerilog.

use std::collections::HashMap;

use super::error::Error;

/// Returns why a name is not a legal identifier, as a predicate ("is a SystemVerilog keyword"), or
/// `None` if it is legal.
///
/// A legal name consists of letters, digits and `_`, does not start with a digit and is neither a
/// keyword nor a word that a tool reserves.
pub fn identifier_error(name: &str) -> Option<&'static str> {
    if !has_legal_form(name) {
        return Some(
            "is not a SystemVerilog identifier (letters, digits and `_`, not starting with a digit)",
        );
    }
    reason_of_reservation(name)
}

/// Whether a name consists of letters, digits and `_` and does not start with a digit.
pub(super) fn has_legal_form(name: &str) -> bool {
    let mut characters = name.chars();
    let starts_well =
        characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    starts_well && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Removes the `r#` of raw identifiers from a name or a path.
pub(super) fn without_raw(name: &str) -> String {
    name.replace("r#", "")
}

/// Whether a name is a keyword of SystemVerilog.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.binary_search(&name).is_ok()
}

/// Returns why a name is not legal for a variable, as [`identifier_error`] does for any name.
pub(super) fn variable_error(name: &str) -> Option<&'static str> {
    let is_cpp = CPP_WORDS.contains(&name);
    let reason = is_cpp.then_some("is a C++ word, which Verilator rejects (SYMRSVDWORD)");
    identifier_error(name).or(reason)
}

/// Whether a name is a keyword of SystemVerilog or a word that a tool reserves.
pub(super) fn is_reserved(name: &str) -> bool {
    reason_of_reservation(name).is_some()
}

/// Whether a variable cannot have a name because the name is reserved.
pub(super) fn is_reserved_for_variables(name: &str) -> bool {
    is_reserved(name) || CPP_WORDS.contains(&name)
}

fn reason_of_reservation(name: &str) -> Option<&'static str> {
    if is_keyword(name) {
        return Some("is a SystemVerilog keyword");
    }
    TOOL_WORDS.iter().find(|(words, _)| words.contains(&name)).map(|(_, reason)| *reason)
}

/// The names of one scope. They must be legal and differ in more than case, which some tools
/// ignore.
pub(super) struct Namespace<'a> {
    module: &'a str,
    taken: HashMap<String, String>,
}

impl<'a> Namespace<'a> {
    pub fn new(module: &'a str) -> Namespace<'a> {
        Namespace { module, taken: HashMap::new() }
    }

    /// Whether this name is taken, in this case.
    pub fn has(&self, name: &str) -> bool {
        self.taken.get(&name.to_ascii_lowercase()).is_some_and(|taken| taken == name)
    }

    /// Adds a name, or returns what is wrong with it.
    pub fn claim(&mut self, name: &str) -> Result<(), Error> {
        self.add(name, identifier_error(name))
    }

    /// Adds the name of a variable or of a field of a struct, or returns what is wrong with it.
    pub fn claim_variable(&mut self, name: &str) -> Result<(), Error> {
        self.add(name, variable_error(name))
    }

    /// Adds a name that an author chose in Verilog: tools may reserve it.
    pub fn claim_of_text(&mut self, name: &str) -> Result<(), Error> {
        let is_of_tool = has_legal_form(name) && !is_keyword(name);
        self.add(name, identifier_error(name).filter(|_| !is_of_tool))
    }

    fn add(&mut self, name: &str, reason: Option<&str>) -> Result<(), Error> {
        let refuse = |reason: String| {
            Err(Error::IllegalName {
                module: self.module.to_string(),
                name: name.to_string(),
                reason,
            })
        };
        if let Some(reason) = reason {
            return refuse(reason.to_string());
        }
        match self.taken.insert(name.to_ascii_lowercase(), name.to_string()) {
            None => Ok(()),
            Some(other) if other == name => refuse("is used twice in this module".to_string()),
            Some(other) => refuse(format!("differs only in case from `{other}`")),
        }
    }
}

/// Every reserved word of IEEE 1800-2012, Annex B, in ASCII order.
#[rustfmt::skip]
const KEYWORDS: [&str; 248] = [
    "accept_on", "alias", "always", "always_comb", "always_ff", "always_latch", "and", "assert", "assign", "assume",
    "automatic", "before", "begin", "bind", "bins", "binsof", "bit", "break", "buf", "bufif0", "bufif1", "byte", "case",
    "casex", "casez", "cell", "chandle", "checker", "class", "clocking", "cmos", "config", "const", "constraint",
    "context", "continue", "cover", "covergroup", "coverpoint", "cross", "deassign", "default", "defparam", "design",
    "disable", "dist", "do", "edge", "else", "end", "endcase", "endchecker", "endclass", "endclocking", "endconfig",
    "endfunction", "endgenerate", "endgroup", "endinterface", "endmodule", "endpackage", "endprimitive", "endprogram",
    "endproperty", "endsequence", "endspecify", "endtable", "endtask", "enum", "event", "eventually", "expect",
    "export", "extends", "extern", "final", "first_match", "for", "force", "foreach", "forever", "fork", "forkjoin",
    "function", "generate", "genvar", "global", "highz0", "highz1", "if", "iff", "ifnone", "ignore_bins",
    "illegal_bins", "implements", "implies", "import", "incdir", "include", "initial", "inout", "input", "inside",
    "instance", "int", "integer", "interconnect", "interface", "intersect", "join", "join_any", "join_none", "large",
    "let", "liblist", "library", "local", "localparam", "logic", "longint", "macromodule", "matches", "medium",
    "modport", "module", "nand", "negedge", "nettype", "new", "nexttime", "nmos", "nor", "noshowcancelled", "not",
    "notif0", "notif1", "null", "or", "output", "package", "packed", "parameter", "pmos", "posedge", "primitive",
    "priority", "program", "property", "protected", "pull0", "pull1", "pulldown", "pullup", "pulsestyle_ondetect",
    "pulsestyle_onevent", "pure", "rand", "randc", "randcase", "randsequence", "rcmos", "real", "realtime", "ref",
    "reg", "reject_on", "release", "repeat", "restrict", "return", "rnmos", "rpmos", "rtran", "rtranif0", "rtranif1",
    "s_always", "s_eventually", "s_nexttime", "s_until", "s_until_with", "scalared", "sequence", "shortint",
    "shortreal", "showcancelled", "signed", "small", "soft", "solve", "specify", "specparam", "static", "string",
    "strong", "strong0", "strong1", "struct", "super", "supply0", "supply1", "sync_accept_on", "sync_reject_on",
    "table", "tagged", "task", "this", "throughout", "time", "timeprecision", "timeunit", "tran", "tranif0", "tranif1",
    "tri", "tri0", "tri1", "triand", "trior", "trireg", "type", "typedef", "union", "unique", "unique0", "unsigned",
    "until", "until_with", "untyped", "use", "uwire", "var", "vectored", "virtual", "void", "wait", "wait_order",
    "wand", "weak", "weak0", "weak1", "while", "wildcard", "wire", "with", "within", "wor", "xnor", "xor",
];

/// The words that a tool does not accept as names, and why not: measured with Icarus Verilog 12,
/// Verilator 5.006, Yosys 0.23 and slang.
const TOOL_WORDS: [(&[&str], &str); 2] = [
    (&["bool", "wone", "wreal"], "is a word that Icarus Verilog reserves"),
    (
        &["mailbox", "process", "semaphore"],
        "is a class of the package `std`, which Verilator reserves",
    ),
];

/// The words that Verilator 5.006 does not accept as names of variables and of fields of structs.
#[rustfmt::skip]
const CPP_WORDS: [&str; 80] = [
    "abort", "alignas", "alignof", "and_eq", "asm", "atomic_cancel", "atomic_commit", "atomic_noexcept", "auto",
    "bit_vector", "bitand", "bitor", "catch", "cdecl", "char", "char16_t", "char32_t", "compl", "complex",
    "concept", "const_cast", "const_iterator", "constexpr", "decltype", "delete", "deque", "double",
    "dynamic_cast", "explicit", "false", "far", "float", "friend", "goto", "huge", "inline", "interrupt", "long",
    "mutable", "namespace", "near", "noexcept", "not_eq", "nullptr", "operator", "pascal", "private", "public",
    "register", "requires", "sc_clock", "sc_in", "sc_inout", "sc_out", "sc_signal", "sensitive", "sensitive_neg",
    "sensitive_pos", "short", "sizeof", "static_assert", "static_cast", "switch", "synchronized", "template",
    "thread_local", "throw", "transaction_safe_dynamic", "true", "try", "type_info", "typeid", "typename",
    "uint16_t", "uint32_t", "uint8_t", "using", "volatile", "wchar_t", "xor_eq",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted_for_binary_search() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn illegal_names_are_rejected_with_a_reason() {
        for name in ["clock", "LED0", "_x", "load_word1", "a"] {
            assert_eq!(identifier_error(name), None, "{name}");
        }
        for name in [
            "",
            "1st",
            "a$b",
            "a b",
            "größe",
            "logic",
            "end",
            "table",
            "wire",
            "accept_on",
            "bool",
            "wreal",
            "process",
        ] {
            assert!(identifier_error(name).is_some(), "{name}");
            assert!(variable_error(name).is_some(), "{name}");
        }
        assert_eq!(identifier_error("float"), None);
        assert!(variable_error("float").is_some());
    }

    #[test]
    fn names_must_differ_in_more_than_case() {
        let mut names = Namespace::new("m");
        assert_eq!(names.claim("ready"), Ok(()));
        let message =
            |result: Result<(), Error>| result.map_err(|error| error.to_string()).unwrap_err();
        assert!(message(names.claim("Ready")).contains("only in case from `ready`"));
        assert!(message(names.claim("Ready")).contains("is used twice"));
    }
}
